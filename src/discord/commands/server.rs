//! `server`: the roles that may open and moderate campaigns on a server.

use tracing::error;

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, param};
use crate::council::Refusal;
use crate::discord::message::OutgoingMessage;
use crate::game::Message;

/// Spec of the command.
pub fn listed() -> CommandSpec {
    command(
        "server",
        CommandId::Server,
        vec![param("openers", ParamKind::Role), param("moderators", ParamKind::Role)],
    )
}

/// Changes the roles that are given, and shows all. `@everyone` removes a limit. Only for members
/// with the permission to manage the server.
pub async fn server(invocation: &Invocation<'_>) -> CommandReply {
    if !invocation.invoker.manages {
        return Err(invocation.no("server-not-yours"));
    }
    let server = invocation.invoker.server;
    let before = invocation.context.rights.get(server);
    let mut rights = before.clone();
    if let Some(role) = invocation.role("openers") {
        rights.openers = role.limit();
    }
    if let Some(role) = invocation.role("moderators") {
        rights.moderators = role.limit();
    }
    if rights != before {
        let set = invocation
            .context
            .rights
            .set(invocation.context.hall.store(), server, rights.clone())
            .await;
        set.map_err(|why| {
            error!("the rights of a server could not be stored: {why}");
            invocation.refused(&Refusal::NotStored)
        })?;
    }
    let role = |role: u64| format!("<@&{role}>");
    let openers = match rights.openers {
        Some(openers) => Message::new("server-openers").label("role", role(openers)),
        None => Message::new("server-openers-all"),
    };
    let moderators = match rights.moderators {
        Some(moderators) => Message::new("server-moderators").label("role", role(moderators)),
        None => Message::new("server-moderators-none"),
    };
    let lines = [invocation.localizer.say(&openers), invocation.localizer.say(&moderators)];
    Ok(vec![OutgoingMessage::line(lines.join("\n"))])
}
