//! `settings`: what a campaign can set, and the quiet hours of a person.
//!
//! May use: `given`, the settings of `council`. Deliberately absent: who may
//! set what; the council knows. Without anything given it shows what is set.

use super::invocation::{CommandReply, Holders, Invocation};
use super::lobby::PACES;
use super::quiet;
use super::spec::{CommandId, CommandSpec, Param, ParamKind, Value, command, one_of, param};
use crate::council::settings::{
    BallotSecrecy, Decider, Pace, PublicVoteMode, SmallQuestionMode, StreetVisibility,
    VoterEligibility,
};
use crate::council::{Refusal, Request, Settings, Span};
use crate::discord::message::OutgoingMessage;
use crate::discord::pages;
use crate::game::{Game, Message, PublicQuestion, PublicVoteEffect};
use crate::i18n::hall as words;

/// Settings with few values: the name of what is given, and of the menu that sets the same.
const MENUS: [(&str, &str); 6] = [
    ("pace", "pace"),
    ("turns", "turns"),
    ("votes", "votes"),
    ("mode", "people"),
    ("story", "verbosity"),
    ("lessons", "lessons"),
];
/// What concerns a person and no campaign.
const OWN: [&str; 3] = ["quiet_from", "quiet_until", "quiet_off"];

/// The street is asked nothing.
const OFF: &str = "off";
/// Behind the word of what it is asked: the Advisors see what it says once they have voted.
const LATE: &str = "-late";

/// The command.
pub fn listed(game: &dyn Game) -> CommandSpec {
    let asks = game.asks().into_iter().map(Value::from).collect();
    let language = |language: &&str| Value::new(language, format!("language-{language}"));
    let languages = words::languages().iter().map(language).collect();
    let mut params = vec![
        one_of("pace", "set-pace", &PACES),
        param("hours", ParamKind::Number),
        one_of("turns", "set-turns", &["strict", "relay", "open", "leader"]),
        one_of("small", "set-small", &["strict", "relay", "open"]),
        param("window", ParamKind::Number),
        param("tie_time", ParamKind::Number),
        one_of("votes", "set-votes", &["open", "sealed"]),
        one_of("people_vote", "set-admit", &["off", "everyone", "role"]),
        param("role", ParamKind::Role),
        one_of("mode", "set-people", &["standing", "on_demand"]),
        param("duration", ParamKind::Number),
        param("minutes", ParamKind::Number),
        param("turnout", ParamKind::Number),
        param("days", ParamKind::Number),
        param("call", ParamKind::Role),
        one_of("tally", "set-votes", &["open", "sealed"]),
        param("street", ParamKind::OneOf(streets(game))),
        one_of("story", "set-verbosity", &["full", "brief"]),
        one_of("lessons", "set-lessons", &["on", "off"]),
        param("decide", ParamKind::OneOf(asks)),
        one_of("by", "set-by", &["vote", "seat", "leader", "anyone", "people", "usual"]),
        param("language", ParamKind::OneOf(languages)),
    ];
    params.extend(own_params());
    command("settings", CommandId::Settings, params)
}

/// What the street can be asked in this game, or nothing.
fn streets(game: &dyn Game) -> Vec<Value> {
    let heard = game
        .public_questions()
        .into_iter()
        .filter(|matter| matter.effect == PublicVoteEffect::Advisory);
    let values = |PublicQuestion { id, name, .. }: PublicQuestion| {
        let late = Message::new("set-street-late").message("matter", name.clone());
        [
            Value { id: id.clone(), name, also: None },
            Value { id: id + LATE, name: late, also: None },
        ]
    };
    [Value::new(OFF, "set-street-off")].into_iter().chain(heard.flat_map(values)).collect()
}

fn own_params() -> Vec<Param> {
    vec![
        param("quiet_from", ParamKind::Text),
        param("quiet_until", ParamKind::Text),
        param("quiet_off", ParamKind::Flag),
    ]
}

/// Shows or changes what is set.
pub async fn settings(given: &Invocation<'_>) -> CommandReply {
    let quiet = own(given).await?;
    if quiet.is_some() && given.only(&OWN) {
        return Ok(quiet.into_iter().map(OutgoingMessage::line).collect());
    }
    let id = given.campaign().await?;
    let seen = given.sight(id).await?;
    let next = changed(given, &seen.panel.settings)?;
    let mut said: Vec<String> = quiet.into_iter().collect();
    if next != seen.panel.settings {
        given.ask(id, "", Request::ChangeSettings(Box::new(next.clone()))).await?;
        said.push(given.tongue.word("set-done"));
    }
    if !given.may_call("call") {
        said.push(given.tongue.word("settings-cannot-call"));
    }
    let page = pages::settings::page(&seen.tongue, id, &next);
    Ok(vec![OutgoingMessage { text: said.join("\n"), ..page }])
}

/// The quiet hours of whoever gives the command: what was done, in words.
async fn own(given: &Invocation<'_>) -> CommandReply<Option<String>> {
    let (from, until) = (given.text("quiet_from"), given.text("quiet_until"));
    let quiet = match (from, until) {
        (None, None) if given.flag("quiet_off") => None,
        (None, None) => return Ok(None),
        (from, until) => {
            let hours = quiet::hours(from.unwrap_or_default(), until.unwrap_or_default());
            Some(hours.ok_or_else(|| given.no("quiet-wrong"))?)
        }
    };
    let done = given.host.hall.set_quiet(given.visitor.person.user, quiet).await;
    done.map_err(|why| given.refused(&why))?;
    let Some(quiet) = quiet else { return Ok(Some(given.tongue.word("quiet-none"))) };
    let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
    let line =
        Message::new("quiet-set").label("from", time(quiet.from)).label("until", time(quiet.until));
    Ok(Some(given.tongue.say(&line)))
}

/// The settings with everything changed that was given.
fn changed(given: &Invocation<'_>, settings: &Settings) -> CommandReply<Settings> {
    let mut next = settings.clone();
    for (name, menu) in MENUS {
        if let Some(value) = given.value(name)? {
            let set = pages::settings::changed(&next, menu, value);
            next = set.ok_or_else(|| given.refused(&Refusal::NoSuchChoice))?;
        }
    }
    if let Some(hours) = given.number("hours") {
        next.pace = Pace::Every(Span::hours(hours));
    }
    covering(given, &mut next)?;
    people(given, &mut next)?;
    street(given, &mut next)?;
    decider(given, &mut next)?;
    if let Some(language) = given.value("language")? {
        next.language = Some(language.to_owned());
    }
    Ok(next)
}

/// Who may answer for whom, and how long somebody comes first.
fn covering(given: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    match given.value("small")? {
        Some("strict") => next.small_questions = SmallQuestionMode::Strict,
        Some("relay") => next.small_questions = SmallQuestionMode::Relay,
        Some(_) => next.small_questions = SmallQuestionMode::Open,
        None => {}
    }
    if let Some(minutes) = given.number("window") {
        next.window = Some(Span::minutes(minutes));
    }
    if let Some(minutes) = given.number("tie_time") {
        next.tie_time = Some(Span::minutes(minutes));
    }
    Ok(())
}

/// The people's vote.
fn people(given: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    let role = given.role("role");
    let admit = match given.value("people_vote")? {
        Some("off") => {
            next.public_vote.set_mode(PublicVoteMode::Off);
            None
        }
        Some("role") => {
            let role =
                role.and_then(Holders::limit).ok_or_else(|| given.no("settings-which-role"))?;
            Some(VoterEligibility::Role(role))
        }
        Some(_) => Some(VoterEligibility::Everyone),
        None => {
            role.map(|role| role.limit().map_or(VoterEligibility::Everyone, VoterEligibility::Role))
        }
    };
    if let Some(admit) = admit {
        next.public_vote.eligibility = admit;
        let mode = match next.public_vote.mode {
            PublicVoteMode::Off => PublicVoteMode::Standing,
            mode => mode,
        };
        next.public_vote.set_mode(mode);
    }
    match (given.number("duration"), given.number("minutes")) {
        (None, None) => {}
        (hours, minutes) => {
            let hours = hours.unwrap_or(0).saturating_mul(60);
            next.public_vote.duration =
                Some(Span::minutes(hours.saturating_add(minutes.unwrap_or(0))));
        }
    }
    if let Some(role) = given.role("call") {
        next.public_vote.ping_role = role.limit();
    }
    if let Some(turnout) = given.number("turnout") {
        next.public_vote.turnout = u32::try_from(turnout).unwrap_or(u32::MAX);
    }
    if let Some(days) = given.number("days") {
        let days = u16::try_from(days).unwrap_or(u16::MAX);
        next.public_vote.membership_days = Some(days).filter(|days| *days > 0);
    }
    match given.value("tally")? {
        Some("open") => next.public_vote.secrecy = BallotSecrecy::Open,
        Some(_) => next.public_vote.secrecy = BallotSecrecy::Sealed,
        None => {}
    }
    Ok(())
}

/// What the street is asked, and when the Advisors see what it says.
fn street(given: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    match given.value("street")? {
        Some(OFF) => next.public_vote.street = Some(OFF.to_owned()),
        Some(matter) => {
            let late = matter.strip_suffix(LATE);
            next.public_vote.street = Some(late.unwrap_or(matter).to_owned());
            next.public_vote.street_visibility =
                late.map_or(StreetVisibility::AtOnce, |_| StreetVisibility::AfterVoting);
        }
        None => {}
    }
    Ok(())
}

/// Who decides a kind of question.
fn decider(given: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    let (ask, by) = (given.value("decide")?, given.value("by")?);
    let decider = match by {
        Some("vote") => Some(Decider::Vote),
        Some("seat") => Some(Decider::Seat),
        Some("leader") => Some(Decider::Leader),
        Some("anyone") => Some(Decider::Anyone),
        Some("people") => Some(Decider::Public),
        _ => None,
    };
    match (ask, by, decider) {
        (None, None, _) => {}
        (Some(ask), Some(_), Some(decider)) => drop(next.who.insert(ask.to_owned(), decider)),
        (Some(ask), Some(_), None) => drop(next.who.remove(ask)),
        _ => return Err(given.no("settings-decide-and-by")),
    }
    Ok(())
}
