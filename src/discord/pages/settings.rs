//! What can be set: in one line, and as menus.
//!
//! May use: `page`, `press`, `tongue`, the settings of `council`. Deliberately
//! absent: who may set it. What a menu cannot hold is set by `/campaign settings`.

use crate::council::Settings;
use crate::council::settings::{
    BallotSecrecy, Lessons, Pace, PublicVoteMode, SmallQuestionMode, StreetVisibility, TurnMode,
    Verbosity, VoterEligibility,
};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::Localizer;
use crate::discord::message::{ActionRow, Embed, ICE, Menu, MenuOption, OutgoingMessage};
use crate::game::Message;

/// A setting with a menu: its word, and the words of its values.
const MENUS: [(&str, &[&str]); 5] = [
    ("pace", &["live", "daily", "relaxed", "untimed"]),
    ("votes", &["open", "sealed"]),
    ("people", &["off", "standing", "on_demand"]),
    ("turns", &["strict", "relay", "open", "leader"]),
    ("verbosity", &["full", "brief"]),
];

/// All settings in one line.
pub fn summary(tongue: &Localizer, settings: &Settings) -> String {
    let part = |(which, _): &(&str, &[&str])| {
        let value = value(settings, which);
        let name = tongue.word(&format!("set-{which}"));
        format!("{name}: **{}**", value_name(tongue, settings, which, &value))
    };
    MENUS.iter().map(part).collect::<Vec<_>>().join(" · ")
}

/// How long a question waits, in words that need no heading.
pub fn pace_hint(tongue: &Localizer, settings: &Settings) -> String {
    match settings.pace {
        Pace::Every(span) => {
            tongue.say(&Message::new("tables-pace").label("span", span.to_string()))
        }
        _ => tongue.word(&format!("set-pace-{}-hint", value(settings, "pace"))),
    }
}

/// The settings, a menu each.
pub fn page(tongue: &Localizer, campaign: i64, settings: &Settings) -> OutgoingMessage {
    let mut lines = vec![summary(tongue, settings)];
    if let VoterEligibility::Role(role) = settings.public_vote.eligibility {
        lines.push(tongue.say(&Message::new("ballot-role").label("role", format!("<@&{role}>"))));
    }
    lines.extend(electorate(tongue, settings));
    lines.extend(street(tongue, settings));
    let named = |(ask, decider): (&String, &crate::council::settings::Decider)| {
        let asks = tongue.game.asks();
        let ask =
            asks.iter().find(|named| named.id == *ask).map(|named| tongue.of_game(&named.name));
        let word = serde_json::to_value(decider).ok()?;
        let by = tongue.word(&format!("set-by-{}", word.as_str()?));
        Some(format!("{}: **{by}**", ask?))
    };
    lines.extend(settings.who.iter().filter_map(named));
    lines.push(covering(tongue, settings));
    lines.push(tongue.word("set-more"));
    let card = Embed {
        title: tongue.word("set-title"),
        text: lines.join("\n"),
        colour: ICE,
        ..Embed::default()
    };
    let rows = MENUS.iter().map(|(which, values)| menu(tongue, campaign, settings, which, values));
    OutgoingMessage { cards: vec![card], rows: rows.collect(), ..OutgoingMessage::default() }
}

/// How many of the people have to vote, how long they must have been here, how long their vote is
/// open, and who is called.
fn electorate(tongue: &Localizer, settings: &Settings) -> Vec<String> {
    let people = &settings.public_vote;
    if people.mode == PublicVoteMode::Off {
        let few = people.is_too_few().then(|| tongue.word("set-people-few"));
        return few.into_iter().collect();
    }
    let turnout = format!("{}: **{}**", tongue.word("set-turnout"), people.turnout);
    let days =
        people.membership_days.map(|days| format!("{}: **{days}**", tongue.word("set-days")));
    let lasts = format!("{}: **{}**", tongue.word("set-lasts"), settings.ballot_time());
    let lasts = people.stays_open().then_some(lasts);
    let call = people.ping_role.map(|role| format!("{}: <@&{role}>", tongue.word("set-call")));
    let parts = [Some(turnout), days, lasts, call];
    vec![parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")]
}

/// What the street is asked.
fn street(tongue: &Localizer, settings: &Settings) -> Option<String> {
    let people = &settings.public_vote;
    let matters = tongue.game.public_questions();
    let asked = matters.iter().find(|matter| Some(&matter.id) == people.street.as_ref())?;
    let asked = format!("{}: **{}**", tongue.word("set-street"), tongue.of_game(&asked.name));
    let late = (people.street_visibility == StreetVisibility::AfterVoting)
        .then(|| tongue.word("set-street-after-voting"));
    Some([Some(asked), late].into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// Who may answer for whom, and how long somebody comes first.
fn covering(tongue: &Localizer, settings: &Settings) -> String {
    let small = match settings.small_questions {
        SmallQuestionMode::Strict => "set-small-strict",
        SmallQuestionMode::Relay => "set-small-relay",
        SmallQuestionMode::Open => "set-small-open",
    };
    let mut parts = vec![format!("{}: **{}**", tongue.word("set-small"), tongue.word(small))];
    let spans = [("set-window", settings.window), ("set-tie-time", settings.tie_time)];
    let spans = spans.iter().filter_map(|(word, span)| Some((word, (*span)?)));
    parts.extend(spans.map(|(word, span)| format!("{}: **{span}**", tongue.word(word))));
    if settings.lessons == Lessons::On {
        parts.push(format!(
            "{}: **{}**",
            tongue.word("set-lessons"),
            tongue.word("set-lessons-on")
        ));
    }
    parts.join(" · ")
}

fn menu(
    tongue: &Localizer,
    campaign: i64,
    settings: &Settings,
    which: &str,
    values: &[&str],
) -> ActionRow {
    let now = value(settings, which);
    let name = tongue.word(&format!("set-{which}"));
    let option = |value: &&str| MenuOption {
        value: (*value).to_owned(),
        label: format!("{name}: {}", tongue.word(&format!("set-{which}-{value}"))),
        hint: tongue.word(&format!("set-{which}-{value}-hint")),
        picked: **value == now,
    };
    ActionRow::Menu(Menu {
        id: custom_id::id(campaign, ButtonAction::Set { which: which.to_owned() }),
        hint: name.clone(),
        options: values.iter().map(option).collect(),
    })
}

fn value_name(tongue: &Localizer, settings: &Settings, which: &str, value: &str) -> String {
    match (which, settings.pace) {
        ("pace", Pace::Every(span)) => span.to_string(),
        _ => tongue.word(&format!("set-{which}-{value}")),
    }
}

/// The word of what is set.
fn value(settings: &Settings, which: &str) -> String {
    let word = match which {
        "pace" => match settings.pace {
            Pace::Live => "live",
            Pace::Daily => "daily",
            Pace::Relaxed => "relaxed",
            Pace::Untimed => "untimed",
            Pace::Every(_) => "every",
        },
        "votes" => match settings.secrecy {
            BallotSecrecy::Open => "open",
            BallotSecrecy::Sealed => "sealed",
        },
        "people" => match settings.public_vote.mode {
            PublicVoteMode::Off => "off",
            PublicVoteMode::Standing => "standing",
            PublicVoteMode::OnDemand => "on_demand",
        },
        "turns" => match settings.turns {
            TurnMode::Strict => "strict",
            TurnMode::Relay => "relay",
            TurnMode::Open => "open",
            TurnMode::Leader => "leader",
        },
        _ => match settings.verbosity {
            Verbosity::Full => "full",
            Verbosity::Brief => "brief",
        },
    };
    word.to_owned()
}

/// The settings with one value of a menu changed; none if there is no such value.
pub fn changed(settings: &Settings, which: &str, value: &str) -> Option<Settings> {
    let mut next = settings.clone();
    match (which, value) {
        ("pace", "live") => next.pace = Pace::Live,
        ("pace", "daily") => next.pace = Pace::Daily,
        ("pace", "relaxed") => next.pace = Pace::Relaxed,
        ("pace", "untimed") => next.pace = Pace::Untimed,
        ("votes", "open") => next.secrecy = BallotSecrecy::Open,
        ("votes", "sealed") => next.secrecy = BallotSecrecy::Sealed,
        ("people", "off") => next.public_vote.set_mode(PublicVoteMode::Off),
        ("people", "standing") => next.public_vote.set_mode(PublicVoteMode::Standing),
        ("people", "on_demand") => next.public_vote.set_mode(PublicVoteMode::OnDemand),
        ("turns", "strict") => next.turns = TurnMode::Strict,
        ("turns", "relay") => next.turns = TurnMode::Relay,
        ("turns", "open") => next.turns = TurnMode::Open,
        ("turns", "leader") => next.turns = TurnMode::Leader,
        ("verbosity", "full") => next.verbosity = Verbosity::Full,
        ("verbosity", "brief") => next.verbosity = Verbosity::Brief,
        ("lessons", "on") => next.lessons = Lessons::On,
        ("lessons", "off") => next.lessons = Lessons::Off,
        _ => return None,
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::{MENUS, changed, value};
    use crate::council::Settings;

    #[test]
    fn every_value_of_every_menu_can_be_set_and_is_then_the_value_shown() {
        for (which, values) in MENUS {
            for wanted in values {
                let set = changed(&Settings::default(), which, wanted).unwrap();
                assert_eq!(value(&set, which), *wanted, "{which}");
            }
            assert!(changed(&Settings::default(), which, "nonsense").is_none());
        }
    }
}
