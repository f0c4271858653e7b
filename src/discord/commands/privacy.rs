//! `/privacy`: what is stored about the person who asks.
//!
//! May use: `given`, `discord::privacy`. Deliberately absent: what is kept of others.

use super::given::{Answer, Given};
use super::listing::{Errand, Listed, command};
use crate::discord::privacy as kept;

/// The command.
pub fn listed() -> Listed {
    command("privacy", Errand::Privacy, Vec::new())
}

/// Shows it, with a button that has it removed.
pub async fn privacy(given: &Given<'_>) -> Answer {
    let page = kept::page(given.host, &given.tongue, &given.visitor).await;
    page.map(|page| vec![page]).map_err(|refusal| given.refused(&refusal))
}
