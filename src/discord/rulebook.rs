//! The rules for whoever asks: all matters there are, one of them, and where to
//! go on from there.
//!
//! May use: `host`, `page`, `press`, `tongue`, the boundary. Deliberately absent:
//! any one game; it brings its own matters. Here are those of the table: votes,
//! time, seats. Their words are data, like all others.

use std::sync::Arc;

use super::context::{BotContext, Invoker};
use super::custom_id::{self, ButtonAction};
use super::limits;
use super::localizer::Localizer;
use super::message::{
    ActionRow, Button, ButtonStyle, Embed, ICE, Menu, MenuOption, OutgoingMessage,
};
use super::piece;
use crate::game::{Article, Game, ListItem, Message};
use crate::i18n::hall::{hall_catalog, languages};

/// Matters of the table: the stable word, and where to go on.
const OF_HALL: &[(&str, &[&str])] = &[
    ("hall-start", &["hall-advice", "hall-locked", "hall-length", "hall-seats"]),
    ("hall-advice", &["hall-locked", "hall-start"]),
    ("hall-locked", &["hall-advice", "hall-away"]),
    ("hall-votes", &["hall-leader", "hall-time", "hall-people"]),
    ("hall-leader", &["hall-votes", "hall-time"]),
    ("hall-time", &["hall-away", "hall-calls", "hall-length"]),
    ("hall-length", &["hall-time", "hall-quit"]),
    ("hall-calls", &["hall-time", "hall-away"]),
    ("hall-away", &["hall-time", "hall-seats"]),
    ("hall-back", &["hall-time", "hall-dice"]),
    ("hall-seats", &["hall-away", "hall-secrets"]),
    ("hall-quit", &["hall-seats", "hall-away"]),
    ("hall-people", &["hall-votes"]),
    ("hall-settings", &["hall-time", "hall-votes", "hall-people"]),
    ("hall-secrets", &["hall-seats", "hall-back"]),
    ("hall-dice", &["hall-back"]),
];

/// A matter of the table has at most so many lines.
const MOST: usize = 4;
/// Matters offered where none fits what was typed.
const NEAR: usize = 4;

/// Something that can be looked up.
pub struct TopicEntry {
    /// Its stable word.
    pub id: String,
    /// What it is called.
    pub name: Message,
    /// Other words it is found by.
    pub also: Option<Message>,
}

/// Everything that can be looked up: the game's matters, then the table's.
pub fn matters(game: &dyn Game) -> Vec<TopicEntry> {
    let of_game =
        |ListItem { id, name }: ListItem| TopicEntry { also: game.topic_aliases(&id), id, name };
    let of_hall = |(id, _): &(&str, &[&str])| TopicEntry {
        id: (*id).to_owned(),
        name: Message::new(*id),
        also: Some(Message::new(format!("{id}.also"))),
    };
    game.topics().into_iter().map(of_game).chain(OF_HALL.iter().map(of_hall)).collect()
}

/// What a matter is called.
pub fn name(tongue: &Localizer, id: &str) -> Option<Message> {
    let known = matters(tongue.game.as_ref());
    known.into_iter().find(|matter| matter.id == id).map(|matter| matter.name)
}

fn sheet(tongue: &Localizer, id: &str) -> Option<Article> {
    let Some((_, more)) = OF_HALL.iter().find(|(known, _)| *known == id) else {
        return tongue.game.topic(id, &tongue.language);
    };
    // English has every line; another language may lack some.
    let lines = (1..=MOST).map(|at| format!("{id}.line{at}"));
    let lines = lines.filter(|key| hall_catalog("en").has(key));
    Some(Article {
        title: tongue.word(id),
        kind: tongue.word("rules-of-table"),
        story: None,
        lines: lines.map(|key| tongue.word(&key)).collect(),
        more: more.iter().map(|id| (*id).to_owned()).collect(),
    })
}

/// The matter that what is asked now is about, if the visitor can see what is asked.
pub async fn now(host: &Arc<BotContext>, visitor: &Invoker, campaign: i64) -> Option<String> {
    let seen = host.sight(visitor, campaign).await.ok()?;
    let asked = seen.panel.questions.iter().find(|q| q.yours).or(seen.panel.questions.first())?;
    seen.tongue.game.topic_for_ask(&asked.ask)
}

/// A matter, and buttons to go on.
pub fn topic(tongue: &Localizer, campaign: i64, id: &str) -> Option<OutgoingMessage> {
    let sheet = sheet(tongue, id)?;
    let mut buttons: Vec<Button> = sheet
        .more
        .iter()
        .filter_map(|id| button(tongue, campaign, id, ButtonStyle::Plain))
        .take(limits::BUTTONS - 1)
        .collect();
    buttons.push(all(tongue, campaign));
    Some(OutgoingMessage { rows: vec![ActionRow::Buttons(buttons)], ..piece::sheet(sheet) })
}

/// A piece of the game that somebody took for a matter of the rules.
pub fn of_piece(tongue: &Localizer, campaign: i64, id: &str) -> Option<OutgoingMessage> {
    let sheet = tongue.game.card(id, &tongue.language)?;
    let rows = vec![ActionRow::Buttons(vec![all(tongue, campaign)])];
    Some(OutgoingMessage { rows, ..piece::sheet(sheet) })
}

/// The button to all matters.
fn all(tongue: &Localizer, campaign: i64) -> Button {
    Button {
        id: custom_id::id(campaign, ButtonAction::Rules { topic: String::new() }),
        label: tongue.word("rules-all"),
        ..Button::default()
    }
}

fn button(tongue: &Localizer, campaign: i64, id: &str, look: ButtonStyle) -> Option<Button> {
    let label = tongue.say(&name(tongue, id)?);
    let id = custom_id::id(campaign, ButtonAction::Rules { topic: id.to_owned() });
    Some(Button { id, label, look, grey: false })
}

/// All matters; the one that is about what is asked now comes first.
pub fn index(tongue: &Localizer, campaign: i64, now: Option<&str>) -> OutgoingMessage {
    let card = Embed {
        title: tongue.word("rules-title"),
        text: listed(tongue, now),
        foot: tongue.word("rules-foot"),
        colour: ICE,
    };
    let now = now.and_then(|id| button(tongue, campaign, id, ButtonStyle::Bright));
    let mut rows: Vec<ActionRow> =
        now.map(|button| ActionRow::Buttons(vec![button])).into_iter().collect();
    rows.extend(menus(tongue, campaign, limits::ROWS - rows.len()));
    OutgoingMessage { cards: vec![card], rows, ..OutgoingMessage::default() }
}

/// The names of all matters, the game's and the table's.
fn listed(tongue: &Localizer, now: Option<&str>) -> String {
    let mut lines = Vec::new();
    if let Some(name) = now.and_then(|id| name(tongue, id)) {
        lines.push(tongue.say(&Message::new("rules-now").message("topic", name)));
    }
    let all = matters(tongue.game.as_ref());
    let (table, game): (Vec<&TopicEntry>, Vec<&TopicEntry>) =
        all.iter().partition(|matter| OF_HALL.iter().any(|(id, _)| *id == matter.id));
    for (key, part) in [("rules-game", game), ("rules-table", table)] {
        let names: Vec<String> = part.iter().map(|matter| tongue.say(&matter.name)).collect();
        if !names.is_empty() {
            lines.push(tongue.say(&Message::new(key).label("topics", names.join(" · "))));
        }
    }
    lines.join("\n\n")
}

/// As many menus as it takes, and as fit.
fn menus(tongue: &Localizer, campaign: i64, most: usize) -> Vec<ActionRow> {
    let all = matters(tongue.game.as_ref());
    let option = |matter: &TopicEntry| MenuOption {
        value: matter.id.clone(),
        label: tongue.say(&matter.name),
        ..MenuOption::default()
    };
    let parts = all.chunks(limits::OPTIONS).take(most).enumerate();
    let menu = |(part, some): (usize, &[TopicEntry])| {
        let options: Vec<MenuOption> = some.iter().map(option).collect();
        let edge = |at: Option<&MenuOption>| at.map(|one| one.label.clone()).unwrap_or_default();
        let hint = Message::new("rules-menu")
            .label("first", edge(options.first()))
            .label("last", edge(options.last()));
        let id = custom_id::id(campaign, ButtonAction::Topics { part });
        ActionRow::Menu(Menu { id, hint: tongue.say(&hint), options })
    };
    parts.map(menu).collect()
}

/// Nothing is called so; what comes near, or all there is.
pub fn unknown(
    tongue: &Localizer,
    campaign: i64,
    typed: &str,
    near: Vec<String>,
) -> OutgoingMessage {
    let near = near.iter().filter_map(|id| button(tongue, campaign, id, ButtonStyle::Bright));
    let buttons: Vec<Button> = near.take(NEAR).collect();
    if buttons.is_empty() {
        let key = if is_spoken(tongue) { "rules-unknown" } else { "rules-unknown-english" };
        let text = quoting(tongue, key, typed);
        return OutgoingMessage { text, ..index(tongue, campaign, None) };
    }
    let text = quoting(tongue, "rules-did-you-mean", typed);
    OutgoingMessage { text, rows: vec![ActionRow::Buttons(buttons)], ..OutgoingMessage::default() }
}

/// A sentence about what was typed; what Discord would make something of is left out.
pub fn quoting(tongue: &Localizer, key: &str, typed: &str) -> String {
    let typed = limits::shortened(&typed.replace(['`', '*', '_', '<', '@'], ""), limits::LABEL);
    tongue.say(&Message::new(key).label("typed", typed))
}

/// Are there words in the language of whoever asks? If not, matters have English names.
fn is_spoken(tongue: &Localizer) -> bool {
    let language = tongue.language.split('-').next().unwrap_or_default();
    languages().contains(&language)
}

#[cfg(test)]
mod tests {
    use super::{MOST, OF_HALL};
    use crate::i18n::hall::hall_catalog;

    #[test]
    fn every_matter_of_the_table_has_words_and_leads_on_to_others() {
        let english = hall_catalog("en");
        for (id, more) in OF_HALL {
            for key in ["", ".also", ".line1", ".line2"] {
                assert!(key.is_empty() || english.has(&format!("{id}{key}")), "{id}{key}");
            }
            assert!(!english.has(&format!("{id}.line{}", MOST + 1)), "{id} has too many lines");
            assert!((1..=4).contains(&more.len()), "{id}");
            for next in *more {
                assert!(next != id && OF_HALL.iter().any(|(known, _)| known == next), "{next}");
            }
        }
    }
}
