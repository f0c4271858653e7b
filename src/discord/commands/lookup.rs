//! `/card`, `/rules` and `/advise`: looking things up, and asking the house.
//!
//! May use: `given`, `advice`, `piece`, the boundary. Deliberately absent: what cards
//! and rules there are; the game lists them.

use super::given::{Answer, Given};
use super::listing::{Errand, Kind, Listed, Value, command, param};
use crate::discord::advice;
use crate::discord::piece;
use crate::game::{Game, Named};

/// The commands.
pub fn listed(game: &dyn Game) -> Vec<Listed> {
    let one_of = |all: Vec<Named>| Kind::OneOf(all.into_iter().map(Value::from).collect());
    let name = param("name", one_of(game.cards())).needed();
    let topic = param("topic", one_of(game.topics())).needed();
    vec![
        command("card", Errand::Card, vec![name]),
        command("rules", Errand::Rules, vec![topic]),
        command("advise", Errand::Advise, Vec::new()),
    ]
}

/// Looks a card up.
pub async fn card(given: &Given<'_>) -> Answer {
    let id = given.value("name")?.unwrap_or_default();
    let page = piece::page(&given.host.easel, &given.tongue, id).await;
    page.map(|page| vec![page]).ok_or_else(|| given.no("command-not-listed"))
}

/// Looks a matter of the rules up.
pub fn rules(given: &Given<'_>) -> Answer {
    let id = given.value("topic")?.unwrap_or_default();
    let sheet = given.tongue.game.topic(id, &given.tongue.language);
    sheet.map(|sheet| vec![piece::sheet(sheet)]).ok_or_else(|| given.no("command-not-listed"))
}

/// What the house would choose.
pub async fn advise(given: &Given<'_>) -> Answer {
    let id = given.campaign().await?;
    match advice::page(given.host, &given.visitor, id, None).await {
        Ok(page) => Ok(vec![page]),
        Err(why) => Err(given.refusal(id, &why).await),
    }
}
