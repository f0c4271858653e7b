//! `/privacy`: the data stored about the invoker.

use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, command};
use crate::discord::privacy as kept;

/// Spec of the command.
pub fn listed() -> CommandSpec {
    command("privacy", CommandId::Privacy, Vec::new())
}

/// Shows the invoker's data, with a button that erases it.
pub async fn privacy(invocation: &Invocation<'_>) -> CommandReply {
    let message = kept::page(invocation.context, &invocation.localizer, &invocation.invoker).await;
    message.map(|message| vec![message]).map_err(|refusal| invocation.refused(&refusal))
}
