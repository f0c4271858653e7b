//! `/campaign tables`: where in this server a seat is free.
//!
//! May use: `given`, `discord::tables`. Deliberately absent: sitting down; a button does.

use super::given::{Answer, Given};
use super::listing::{Errand, Listed, command};
use crate::discord::tables as open;

/// The command.
pub fn listed() -> Listed {
    command("tables", Errand::Tables, Vec::new())
}

/// Shows the tables with a free seat.
pub async fn tables(given: &Given<'_>) -> Answer {
    let page = open::page(given.host, &given.tongue, &given.visitor).await;
    page.map(|page| vec![page]).map_err(|refusal| given.refused(&refusal))
}
