//! `/campaign tables`: tables of this server with a free seat.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, command};
use crate::discord::tables as open;

/// Spec of the command.
pub fn listed() -> CommandSpec {
    command("tables", CommandId::Tables, Vec::new())
}

/// Lists the tables with a free seat.
pub async fn tables(invocation: &Invocation<'_>) -> CommandReply {
    let message = open::page(invocation.context, &invocation.localizer, &invocation.invoker).await;
    message.map(|message| vec![message]).map_err(|refusal| invocation.refused(&refusal))
}
