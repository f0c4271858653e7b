//! `settings`: settings of a campaign, and quiet hours of a user. Without arguments it shows
//! the settings.
//!
//! Permissions are checked by the council.

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

/// Settings with few values: the parameter, and the menu that sets the same.
const MENUS: [(&str, &str); 6] = [
    ("pace", "pace"),
    ("turns", "turns"),
    ("votes", "votes"),
    ("mode", "people"),
    ("story", "verbosity"),
    ("lessons", "lessons"),
];
/// Parameters about the invoker instead of the campaign.
const PERSONAL: [&str; 3] = ["quiet_from", "quiet_until", "quiet_off"];

/// Value of `street`: no question for the street.
const OFF: &str = "off";
/// Suffix of a value of `street`: the players see the street's answer only after they have voted.
const LATE: &str = "-late";

/// Spec of the command.
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
        param("street", ParamKind::OneOf(street_values(game))),
        one_of("story", "set-verbosity", &["full", "brief"]),
        one_of("lessons", "set-lessons", &["on", "off"]),
        param("decide", ParamKind::OneOf(asks)),
        one_of("by", "set-by", &["vote", "seat", "leader", "anyone", "people", "usual"]),
        param("language", ParamKind::OneOf(languages)),
    ];
    params.extend(own_params());
    command("settings", CommandId::Settings, params)
}

/// Values of `street`: `OFF`, and the game's advisory questions, each also with `LATE`.
fn street_values(game: &dyn Game) -> Vec<Value> {
    let advisory = game
        .public_questions()
        .into_iter()
        .filter(|question| question.effect == PublicVoteEffect::Advisory);
    let values = |PublicQuestion { id, name, .. }: PublicQuestion| {
        let late = Message::new("set-street-late").message("matter", name.clone());
        [
            Value { id: id.clone(), name, also: None },
            Value { id: id + LATE, name: late, also: None },
        ]
    };
    [Value::new(OFF, "set-street-off")].into_iter().chain(advisory.flat_map(values)).collect()
}

fn own_params() -> Vec<Param> {
    vec![
        param("quiet_from", ParamKind::Text),
        param("quiet_until", ParamKind::Text),
        param("quiet_off", ParamKind::Flag),
    ]
}

/// Shows or changes the settings.
pub async fn settings(invocation: &Invocation<'_>) -> CommandReply {
    let quiet = own_quiet_hours(invocation).await?;
    if quiet.is_some() && invocation.only(&PERSONAL) {
        return Ok(quiet.into_iter().map(OutgoingMessage::line).collect());
    }
    let id = invocation.campaign().await?;
    let view = invocation.sight(id).await?;
    let next = changed(invocation, &view.view.settings)?;
    let mut lines: Vec<String> = quiet.into_iter().collect();
    if next != view.view.settings {
        invocation.ask(id, "", Request::ChangeSettings(Box::new(next.clone()))).await?;
        lines.push(invocation.localizer.word("set-done"));
    }
    if !invocation.may_call("call") {
        lines.push(invocation.localizer.word("settings-cannot-call"));
    }
    let message = pages::settings::page(&view.localizer, id, &next);
    Ok(vec![OutgoingMessage { text: lines.join("\n"), ..message }])
}

/// Changes the invoker's quiet hours. Returns a sentence about it, or `None` if the command does
/// not set them.
async fn own_quiet_hours(invocation: &Invocation<'_>) -> CommandReply<Option<String>> {
    let (from, until) = (invocation.text("quiet_from"), invocation.text("quiet_until"));
    let quiet = match (from, until) {
        (None, None) if invocation.flag("quiet_off") => None,
        (None, None) => return Ok(None),
        (from, until) => {
            let hours = quiet::hours(from.unwrap_or_default(), until.unwrap_or_default());
            Some(hours.ok_or_else(|| invocation.no("quiet-wrong"))?)
        }
    };
    let done = invocation.context.hall.set_quiet(invocation.invoker.requester.user, quiet).await;
    done.map_err(|why| invocation.refused(&why))?;
    let Some(quiet) = quiet else { return Ok(Some(invocation.localizer.word("quiet-none"))) };
    let time = |minute: u16| format!("{:02}:{:02}", minute / 60, minute % 60);
    let line =
        Message::new("quiet-set").label("from", time(quiet.from)).label("until", time(quiet.until));
    Ok(Some(invocation.localizer.say(&line)))
}

/// Returns the settings with the command's changes.
fn changed(invocation: &Invocation<'_>, settings: &Settings) -> CommandReply<Settings> {
    let mut next = settings.clone();
    for (name, menu) in MENUS {
        if let Some(value) = invocation.value(name)? {
            let set = pages::settings::changed(&next, menu, value);
            next = set.ok_or_else(|| invocation.refused(&Refusal::NoSuchChoice))?;
        }
    }
    if let Some(hours) = invocation.number("hours") {
        next.pace = Pace::Every(Span::hours(hours));
    }
    substitution(invocation, &mut next)?;
    public_vote(invocation, &mut next)?;
    street(invocation, &mut next)?;
    decider(invocation, &mut next)?;
    if let Some(language) = invocation.value("language")? {
        next.language = Some(language.to_owned());
    }
    Ok(next)
}

/// Sets who may answer for another seat, and the times reserved for a seat holder and the leader.
fn substitution(invocation: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    match invocation.value("small")? {
        Some("strict") => next.small_questions = SmallQuestionMode::Strict,
        Some("relay") => next.small_questions = SmallQuestionMode::Relay,
        Some(_) => next.small_questions = SmallQuestionMode::Open,
        None => {}
    }
    if let Some(minutes) = invocation.number("window") {
        next.window = Some(Span::minutes(minutes));
    }
    if let Some(minutes) = invocation.number("tie_time") {
        next.tie_time = Some(Span::minutes(minutes));
    }
    Ok(())
}

/// Sets the public vote.
fn public_vote(invocation: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    let role = invocation.role("role");
    let eligibility = match invocation.value("people_vote")? {
        Some("off") => {
            next.public_vote.set_mode(PublicVoteMode::Off);
            None
        }
        Some("role") => {
            let role = role
                .and_then(Holders::limit)
                .ok_or_else(|| invocation.no("settings-which-role"))?;
            Some(VoterEligibility::Role(role))
        }
        Some(_) => Some(VoterEligibility::Everyone),
        None => {
            role.map(|role| role.limit().map_or(VoterEligibility::Everyone, VoterEligibility::Role))
        }
    };
    if let Some(eligibility) = eligibility {
        next.public_vote.eligibility = eligibility;
        let mode = match next.public_vote.mode {
            PublicVoteMode::Off => PublicVoteMode::Standing,
            mode => mode,
        };
        next.public_vote.set_mode(mode);
    }
    match (invocation.number("duration"), invocation.number("minutes")) {
        (None, None) => {}
        (hours, minutes) => {
            let hours = hours.unwrap_or(0).saturating_mul(60);
            next.public_vote.duration =
                Some(Span::minutes(hours.saturating_add(minutes.unwrap_or(0))));
        }
    }
    if let Some(role) = invocation.role("call") {
        next.public_vote.ping_role = role.limit();
    }
    if let Some(turnout) = invocation.number("turnout") {
        next.public_vote.turnout = u32::try_from(turnout).unwrap_or(u32::MAX);
    }
    if let Some(days) = invocation.number("days") {
        let days = u16::try_from(days).unwrap_or(u16::MAX);
        next.public_vote.membership_days = Some(days).filter(|days| *days > 0);
    }
    match invocation.value("tally")? {
        Some("open") => next.public_vote.secrecy = BallotSecrecy::Open,
        Some(_) => next.public_vote.secrecy = BallotSecrecy::Sealed,
        None => {}
    }
    Ok(())
}

/// Sets the question for the street, and when the players see its answer.
fn street(invocation: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    match invocation.value("street")? {
        Some(OFF) => next.public_vote.street = Some(OFF.to_owned()),
        Some(question) => {
            let late = question.strip_suffix(LATE);
            next.public_vote.street = Some(late.unwrap_or(question).to_owned());
            next.public_vote.street_visibility =
                late.map_or(StreetVisibility::AtOnce, |_| StreetVisibility::AfterVoting);
        }
        None => {}
    }
    Ok(())
}

/// Sets who decides a kind of question.
fn decider(invocation: &Invocation<'_>, next: &mut Settings) -> CommandReply<()> {
    let (ask, by) = (invocation.value("decide")?, invocation.value("by")?);
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
        _ => return Err(invocation.no("settings-decide-and-by")),
    }
    Ok(())
}
