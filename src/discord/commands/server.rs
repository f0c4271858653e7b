//! `server`: whom this server lets open and moderate campaigns.
//!
//! May use: `given`, `rights`. Deliberately absent: names of roles. Only who
//! manages the server may change it.

use tracing::error;

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, param};
use crate::council::Refusal;
use crate::discord::message::OutgoingMessage;
use crate::game::Message;

/// The command.
pub fn listed() -> CommandSpec {
    command(
        "server",
        CommandId::Server,
        vec![param("openers", ParamKind::Role), param("moderators", ParamKind::Role)],
    )
}

/// Shows it, and changes what was given; the role everybody has takes a limit away.
pub async fn server(given: &Invocation<'_>) -> CommandReply {
    if !given.visitor.manages {
        return Err(given.no("server-not-yours"));
    }
    let server = given.visitor.server;
    let before = given.host.rights.get(server);
    let mut rights = before.clone();
    if let Some(role) = given.role("openers") {
        rights.openers = role.limit();
    }
    if let Some(role) = given.role("moderators") {
        rights.moderators = role.limit();
    }
    if rights != before {
        let set = given.host.rights.set(given.host.hall.store(), server, rights.clone()).await;
        set.map_err(|why| {
            error!("the rights of a server could not be stored: {why}");
            given.refused(&Refusal::NotStored)
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
    let lines = [given.tongue.say(&openers), given.tongue.say(&moderators)];
    Ok(vec![OutgoingMessage::line(lines.join("\n"))])
}
