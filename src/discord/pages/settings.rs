//! The settings: a one-line summary, and a message with menus.
//!
//! Values that no menu offers are set with `/campaign settings`.

use crate::council::Settings;
use crate::council::settings::{
    BallotSecrecy, Lessons, Pace, PublicVoteMode, SmallQuestionMode, StreetVisibility, TurnMode,
    Verbosity, VoterEligibility,
};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::Localizer;
use crate::discord::message::{ActionRow, Embed, ICE, Menu, MenuOption, OutgoingMessage};
use crate::game::Message;

/// Settings with a menu: the name of each, and its values.
const MENUS: [(&str, &[&str]); 5] = [
    ("pace", &["live", "daily", "relaxed", "untimed"]),
    ("votes", &["open", "sealed"]),
    ("people", &["off", "standing", "on_demand"]),
    ("turns", &["strict", "relay", "open", "leader"]),
    ("verbosity", &["full", "brief"]),
];

/// Returns the settings that have a menu, in one line.
pub fn summary(localizer: &Localizer, settings: &Settings) -> String {
    let part = |(which, _): &(&str, &[&str])| {
        let value = value(settings, which);
        let name = localizer.word(&format!("set-{which}"));
        format!("{name}: **{}**", value_name(localizer, settings, which, &value))
    };
    MENUS.iter().map(part).collect::<Vec<_>>().join(" · ")
}

/// Returns the time a question waits for an answer, in words that need no heading.
pub fn pace_hint(localizer: &Localizer, settings: &Settings) -> String {
    match settings.pace {
        Pace::Every(span) => {
            localizer.say(&Message::new("tables-pace").label("span", span.to_string()))
        }
        _ => localizer.word(&format!("set-pace-{}-hint", value(settings, "pace"))),
    }
}

/// Returns the message with the settings and their menus.
pub fn page(localizer: &Localizer, campaign: i64, settings: &Settings) -> OutgoingMessage {
    let mut lines = vec![summary(localizer, settings)];
    if let VoterEligibility::Role(role) = settings.public_vote.eligibility {
        lines
            .push(localizer.say(&Message::new("ballot-role").label("role", format!("<@&{role}>"))));
    }
    lines.extend(electorate(localizer, settings));
    lines.extend(street(localizer, settings));
    let named = |(ask, decider): (&String, &crate::council::settings::Decider)| {
        let asks = localizer.game.asks();
        let ask =
            asks.iter().find(|named| named.id == *ask).map(|named| localizer.of_game(&named.name));
        let word = serde_json::to_value(decider).ok()?;
        let by = localizer.word(&format!("set-by-{}", word.as_str()?));
        Some(format!("{}: **{by}**", ask?))
    };
    lines.extend(settings.who.iter().filter_map(named));
    lines.push(other_settings(localizer, settings));
    lines.push(localizer.word("set-more"));
    let embed = Embed {
        title: localizer.word("set-title"),
        text: lines.join("\n"),
        colour: ICE,
        ..Embed::default()
    };
    let rows =
        MENUS.iter().map(|(which, values)| menu(localizer, campaign, settings, which, values));
    OutgoingMessage { embeds: vec![embed], rows: rows.collect(), ..OutgoingMessage::default() }
}

/// Returns the details of the public vote: quorum, days of membership, duration and pinged role.
/// If the vote is off because the server is too small, returns that reason.
fn electorate(localizer: &Localizer, settings: &Settings) -> Vec<String> {
    let public_vote = &settings.public_vote;
    if public_vote.mode == PublicVoteMode::Off {
        let few = public_vote.is_too_few().then(|| localizer.word("set-people-few"));
        return few.into_iter().collect();
    }
    let turnout = format!("{}: **{}**", localizer.word("set-turnout"), public_vote.turnout);
    let days = public_vote
        .membership_days
        .map(|days| format!("{}: **{days}**", localizer.word("set-days")));
    let duration = format!("{}: **{}**", localizer.word("set-lasts"), settings.ballot_time());
    let duration = public_vote.stays_open().then_some(duration);
    let ping =
        public_vote.ping_role.map(|role| format!("{}: <@&{role}>", localizer.word("set-call")));
    let parts = [Some(turnout), days, duration, ping];
    vec![parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")]
}

/// Returns the question that the street is asked, and when players see the tally.
fn street(localizer: &Localizer, settings: &Settings) -> Option<String> {
    let public_vote = &settings.public_vote;
    let questions = localizer.game.public_questions();
    let question =
        questions.iter().find(|question| Some(&question.id) == public_vote.street.as_ref())?;
    let asked =
        format!("{}: **{}**", localizer.word("set-street"), localizer.of_game(&question.name));
    let late = (public_vote.street_visibility == StreetVisibility::AfterVoting)
        .then(|| localizer.word("set-street-after-voting"));
    Some([Some(asked), late].into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// Returns who may answer small questions, the time only a seat's holder may act, the time
/// for ties, and whether lessons are on.
fn other_settings(localizer: &Localizer, settings: &Settings) -> String {
    let small = match settings.small_questions {
        SmallQuestionMode::Strict => "set-small-strict",
        SmallQuestionMode::Relay => "set-small-relay",
        SmallQuestionMode::Open => "set-small-open",
    };
    let mut parts = vec![format!("{}: **{}**", localizer.word("set-small"), localizer.word(small))];
    let spans = [("set-window", settings.window), ("set-tie-time", settings.tie_time)];
    let spans = spans.iter().filter_map(|(word, span)| Some((word, (*span)?)));
    parts.extend(spans.map(|(word, span)| format!("{}: **{span}**", localizer.word(word))));
    if settings.lessons == Lessons::On {
        parts.push(format!(
            "{}: **{}**",
            localizer.word("set-lessons"),
            localizer.word("set-lessons-on")
        ));
    }
    parts.join(" · ")
}

fn menu(
    localizer: &Localizer,
    campaign: i64,
    settings: &Settings,
    which: &str,
    values: &[&str],
) -> ActionRow {
    let now = value(settings, which);
    let name = localizer.word(&format!("set-{which}"));
    let option = |value: &&str| MenuOption {
        value: (*value).to_owned(),
        label: format!("{name}: {}", localizer.word(&format!("set-{which}-{value}"))),
        hint: localizer.word(&format!("set-{which}-{value}-hint")),
        picked: **value == now,
    };
    ActionRow::Menu(Menu {
        id: custom_id::id(campaign, ButtonAction::Set { which: which.to_owned() }),
        hint: name.clone(),
        options: values.iter().map(option).collect(),
    })
}

fn value_name(localizer: &Localizer, settings: &Settings, which: &str, value: &str) -> String {
    match (which, settings.pace) {
        ("pace", Pace::Every(span)) => span.to_string(),
        _ => localizer.word(&format!("set-{which}-{value}")),
    }
}

/// Returns the current value of a setting. A custom pace is `every`, which no menu offers.
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

/// Returns the settings with one value changed, or `None` if there is no such value.
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
