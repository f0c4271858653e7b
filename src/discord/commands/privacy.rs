//! `/privacy`: what is stored about the person who asks.
//!
//! May use: `given`, `discord::privacy`. Deliberately absent: what is kept of others.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, command};
use crate::discord::privacy as kept;

/// The command.
pub fn listed() -> CommandSpec {
    command("privacy", CommandId::Privacy, Vec::new())
}

/// Shows it, with a button that has it removed.
pub async fn privacy(given: &Invocation<'_>) -> CommandReply {
    let page = kept::page(given.host, &given.tongue, &given.visitor).await;
    page.map(|page| vec![page]).map_err(|refusal| given.refused(&refusal))
}
