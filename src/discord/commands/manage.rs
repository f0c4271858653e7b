//! Tending to a campaign: `undo`, `pause`, `resume`, `extend`, `strike`, `abandon`.
//!
//! May use: `given`, the deeds of `council`. Deliberately absent: who may; the
//! council knows.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, param};
use crate::council::{Refusal, Reply, Request, Span};
use crate::discord::clicks;
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::mention;
use crate::discord::message::{ActionRow, Button, ButtonStyle, OutgoingMessage};
use crate::game::Message;

/// The commands.
pub fn listed() -> Vec<CommandSpec> {
    vec![
        command("undo", CommandId::Undo, Vec::new()),
        command("pause", CommandId::Pause, Vec::new()),
        command("resume", CommandId::Resume, Vec::new()),
        command(
            "extend",
            CommandId::Extend,
            vec![param("hours", ParamKind::Number), param("minutes", ParamKind::Number)],
        ),
        command("strike", CommandId::Strike, vec![param("user", ParamKind::User).needed()]),
        command("abandon", CommandId::Abandon, Vec::new()),
    ]
}

/// What would be taken back, and a button to do it.
pub async fn undo(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    let Reply::WouldUndo(undoing) =
        given.ask(id, "", Request::PreviewUndo { back_to: None }).await?
    else {
        return Err(given.refusal(id, &Refusal::NothingToUndo).await);
    };
    let seen = given.sight(id).await?;
    Ok(vec![clicks::would_undo(&seen.tongue, id, &undoing)])
}

/// Strikes somebody's vote from the people's ballot.
pub async fn strike(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    let user = given.user("user").ok_or_else(|| given.no("strike-whose"))?;
    given.ask(id, "", Request::StrikeVote { user }).await?;
    Ok(given.say(&Message::new("strike-done").label("user", mention(user))))
}

/// Stops the clocks.
pub async fn pause(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    given.ask(id, "", Request::Pause).await?;
    Ok(given.say(&Message::new("pause-done")))
}

/// Lets the clocks go on.
pub async fn resume(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    given.ask(id, "", Request::Resume).await?;
    Ok(given.say(&Message::new("resume-done")))
}

/// More time for everything that is open.
pub async fn extend(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    let (hours, minutes) = (given.number("hours"), given.number("minutes"));
    if hours.is_none() && minutes.is_none() {
        return Err(given.no("extend-how-long"));
    }
    let minutes = hours.unwrap_or(0).saturating_mul(60).saturating_add(minutes.unwrap_or(0));
    let span = Span::minutes(minutes.clamp(0, i64::from(u32::MAX)));
    let seen = given.sight(id).await?;
    let timed: Vec<u32> =
        seen.panel.questions.iter().filter(|q| q.due.is_some()).map(|q| q.number).collect();
    if timed.is_empty() {
        return Err(given.refusal(id, &Refusal::NoDeadline).await);
    }
    for question in timed {
        given.ask(id, &format!("+{question}"), Request::Extend { question, span }).await?;
    }
    Ok(given.say(&Message::new("extend-done").label("span", span.to_string())))
}

/// Asks whether it is meant: the button gives it up.
pub async fn abandon(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    let button = Button {
        id: custom_id::id(id, ButtonAction::Abandon),
        label: given.tongue.word("abandon-button"),
        look: ButtonStyle::Grave,
        grey: false,
    };
    let text = given.tongue.word("abandon-sure");
    Ok(vec![OutgoingMessage {
        text,
        rows: vec![ActionRow::Buttons(vec![button])],
        ..OutgoingMessage::default()
    }])
}
