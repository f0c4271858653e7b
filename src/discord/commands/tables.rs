//! `/campaign tables`: where in this server a seat is free.
//!
//! May use: `given`, `discord::tables`. Deliberately absent: sitting down; a button does.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, command};
use crate::discord::tables as open;

/// The command.
pub fn listed() -> CommandSpec {
    command("tables", CommandId::Tables, Vec::new())
}

/// Shows the tables with a free seat.
pub async fn tables(given: &Invocation<'_>) -> CommandReply {
    let page = open::page(given.host, &given.tongue, &given.visitor).await;
    page.map(|page| vec![page]).map_err(|refusal| given.refused(&refusal))
}
