//! Lists to pick from around a campaign: scenarios, settings, Advisors and the
//! kinds of questions somebody can be put in charge of.
//!
//! May use: `program`, `ids`, the names. Deliberately absent: what a setting
//! changes (the rules know) and who decides (the hall knows). The first value
//! of a setting is its default.

use crate::frostpunk::rules::ids::{Advisor, Phase};
use crate::frostpunk::rules::program::Pack;
use crate::game::{ListItem, Message, Progress, PublicQuestion, PublicVoteEffect, SetupOption};

use super::names;

/// The kinds of questions worth a decider of their own, the weightiest first.
pub const ASKS: &[&str] = &[
    "law",
    "option_morning",
    "option_dusk",
    "option_dispute",
    "option_consequence",
    "option_scenario",
    "end_actions",
    "advisor",
    "technology",
    "reach",
    "explore",
    "rise",
    "fuel",
    "turn",
    "stand",
    "kind_die",
    "kind_sick",
    "cure",
    "treat",
    "token_decrease",
    "token_increase",
    "kind_join",
    "kind_spent",
    "dusk_order",
    "keepers",
];

/// The kinds of questions by name.
pub fn asks() -> Vec<ListItem> {
    ASKS.iter().map(|ask| named(ask, ask_name(ask))).collect()
}

fn ask_name(ask: &str) -> Message {
    Message::new(format!("decides-{ask}"))
}

fn named(id: &str, name: Message) -> ListItem {
    ListItem { id: id.to_owned(), name }
}

/// The scenarios of the pack.
pub fn scenarios(pack: &Pack) -> Vec<ListItem> {
    pack.scenarios.iter().map(|one| named(&one.id, names::scenario(&one.id))).collect()
}

/// What can be set before a campaign begins.
pub fn options(pack: &Pack) -> Vec<SetupOption> {
    let parts = || pack.societies.iter().filter_map(|society| society.id.split_once('-'));
    let random = if pack.tables.unpayable_at_random { [1, 0] } else { [0, 1] };
    let steps = if pack.tables.icons_on_steps { [0, 1] } else { [1, 0] };
    vec![
        setting("society", once(parts().map(|(society, _)| society))),
        setting("difficulty", once(parts().map(|(_, difficulty)| difficulty))),
        setting("setup_unpayable_discard", random.map(|at| ["choice", "random"][at]).into()),
        setting("cold_icon_mode", steps.map(|at| ["step", "strict"][at]).into()),
    ]
}

/// Each word once, where it was first met.
fn once<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for word in words {
        if !seen.contains(&word) {
            seen.push(word);
        }
    }
    seen
}

fn setting(key: &str, values: Vec<&str>) -> SetupOption {
    let value = |word: &&str| named(word, Message::new(format!("setting-{key}-{word}")));
    SetupOption {
        key: key.to_owned(),
        name: Message::new(format!("setting-{key}")),
        values: values.iter().map(value).collect(),
    }
}

/// What an Advisor is called.
pub fn role_name(role: &str) -> Message {
    Advisor::from_key(role).map_or_else(|| Message::new(role), names::advisor)
}

/// What an Advisor answers for.
pub fn role_duty(role: &str) -> Option<Message> {
    Advisor::from_key(role).map(duty)
}

fn duty(advisor: Advisor) -> Message {
    Message::new(format!("duty-{}", advisor.key()))
}

/// Where a campaign stands: "Round 3 · Morning".
pub fn chapter_name(chapter: &Progress) -> Message {
    match Phase::from_key(&chapter.phase) {
        Some(Phase::Setup) | None => Message::new("chapter-before"),
        Some(phase) => Message::new("chapter-round")
            .number("round", chapter.round)
            .message("phase", names::phase(phase)),
    }
}

/// all vote on Laws, and a petition asks ahead. What a Morning or a Dusk card brings is the
/// Advisors' to decide; everybody else may say what they would do.
pub fn public() -> Vec<PublicQuestion> {
    let matter = |id: &str, asks: &[&str], word| PublicQuestion {
        id: id.to_owned(),
        name: Message::new(format!("public-{}", id.replace('_', "-"))),
        asks: asks.iter().map(|ask| (*ask).to_owned()).collect(),
        effect: word,
    };
    let heard = PublicVoteEffect::Advisory;
    vec![
        matter("laws", &["law"], PublicVoteEffect::Binding { ahead: true }),
        matter("mornings", &["option_morning"], heard),
        matter("mornings_and_dusk", &["option_morning", "option_dusk", "option_dusk_start"], heard),
    ]
}

/// Every key that is made from the lists above.
pub fn all(pack: &Pack) -> Vec<String> {
    let mut keys: Vec<String> = ASKS.iter().map(|ask| ask_name(ask).key).collect();
    keys.extend(Advisor::ALL.iter().map(|advisor| duty(*advisor).key));
    keys.extend(public().into_iter().map(|matter| matter.name.key));
    for option in options(pack) {
        keys.push(option.name.key);
        keys.extend(option.values.into_iter().map(|value| value.name.key));
    }
    keys
}
