//! Commands that manage a campaign: `undo`, `pause`, `resume`, `extend`, `strike`, `abandon`.
//!
//! Permissions are checked by the council.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, param};
use crate::council::{Refusal, Reply, Request, Span};
use crate::discord::clicks;
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::mention;
use crate::discord::message::{ActionRow, Button, ButtonStyle, OutgoingMessage};
use crate::game::Message;

/// Specs of these commands.
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

/// Shows what an undo would take back, with a button that does it.
pub async fn undo(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    let Reply::WouldUndo(preview) =
        invocation.ask(id, "", Request::PreviewUndo { back_to: None }).await?
    else {
        return Err(invocation.refusal(id, &Refusal::NothingToUndo).await);
    };
    let view = invocation.sight(id).await?;
    Ok(vec![clicks::would_undo(&view.localizer, id, &preview)])
}

/// Strikes a user's vote from the public ballot.
pub async fn strike(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    let user = invocation.user("user").ok_or_else(|| invocation.no("strike-whose"))?;
    invocation.ask(id, "", Request::StrikeVote { user }).await?;
    Ok(invocation.say(&Message::new("strike-done").label("user", mention(user))))
}

/// Pauses the campaign: its deadlines stop.
pub async fn pause(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    invocation.ask(id, "", Request::Pause).await?;
    Ok(invocation.say(&Message::new("pause-done")))
}

/// Resumes the campaign.
pub async fn resume(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    invocation.ask(id, "", Request::Resume).await?;
    Ok(invocation.say(&Message::new("resume-done")))
}

/// Extends every open deadline.
pub async fn extend(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    let (hours, minutes) = (invocation.number("hours"), invocation.number("minutes"));
    if hours.is_none() && minutes.is_none() {
        return Err(invocation.no("extend-how-long"));
    }
    let minutes = hours.unwrap_or(0).saturating_mul(60).saturating_add(minutes.unwrap_or(0));
    let span = Span::minutes(minutes.clamp(0, i64::from(u32::MAX)));
    let view = invocation.sight(id).await?;
    let timed: Vec<u32> =
        view.view.questions.iter().filter(|q| q.due.is_some()).map(|q| q.number).collect();
    if timed.is_empty() {
        return Err(invocation.refusal(id, &Refusal::NoDeadline).await);
    }
    for question in timed {
        invocation.ask(id, &format!("+{question}"), Request::Extend { question, span }).await?;
    }
    Ok(invocation.say(&Message::new("extend-done").label("span", span.to_string())))
}

/// Asks for confirmation, with a button that abandons the campaign.
pub async fn abandon(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    let button = Button {
        id: custom_id::id(id, ButtonAction::Abandon),
        label: invocation.localizer.word("abandon-button"),
        style: ButtonStyle::Grave,
        grey: false,
    };
    let text = invocation.localizer.word("abandon-sure");
    Ok(vec![OutgoingMessage {
        text,
        rows: vec![ActionRow::Buttons(vec![button])],
        ..OutgoingMessage::default()
    }])
}
