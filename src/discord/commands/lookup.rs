//! `/card`, `/rules` and `/advise`: looking things up, and asking the house.
//!
//! May use: `given`, `advice`, `piece`, the boundary. Deliberately absent: what cards
//! and rules there are; the game lists them.

use super::completing;
use super::given::{Answer, Given};
use super::listing::{Errand, Kind, Listed, Value, command, param};
use crate::discord::advice;
use crate::discord::page::Page;
use crate::discord::piece;
use crate::discord::rulebook::{self, Matter};
use crate::game::{Game, Named};

/// The commands.
pub fn listed(game: &dyn Game) -> Vec<Listed> {
    let one_of = |all: Vec<Named>| Kind::OneOf(all.into_iter().map(Value::from).collect());
    let name = param("name", one_of(game.cards())).needed();
    let topic = param("topic", Kind::OneOf(topics(game)));
    vec![
        command("card", Errand::Card, vec![name]),
        command("rules", Errand::Rules, vec![topic]),
        command("advise", Errand::Advise, Vec::new()),
    ]
}

fn topics(game: &dyn Game) -> Vec<Value> {
    let value = |matter: Matter| Value { id: matter.id, name: matter.name, also: matter.also };
    rulebook::matters(game).into_iter().map(value).collect()
}

/// Looks a card up.
pub async fn card(given: &Given<'_>) -> Answer {
    let id = given.value("name")?.unwrap_or_default();
    let page = piece::page(&given.host.easel, &given.tongue, id).await;
    page.map(|page| vec![page]).ok_or_else(|| given.no("command-not-listed"))
}

/// Looks a matter of the rules up; without one, shows which there are, and the one that
/// what is asked now is about.
pub async fn rules(given: &Given<'_>) -> Answer {
    let here = given.host.hall.in_channel(given.visitor.channel).await.ok().flatten();
    let campaign = here.map_or(0, |id| id.0);
    let tongue = &given.tongue;
    match given.value("topic") {
        Ok(None) => {
            let now = rulebook::now(given.host, &given.visitor, campaign).await;
            Ok(vec![rulebook::index(tongue, campaign, now.as_deref())])
        }
        Ok(Some(id)) => {
            let page = rulebook::topic(tongue, campaign, id);
            page.map(|page| vec![page]).ok_or_else(|| given.no("command-not-listed"))
        }
        Err(_) => Ok(vec![guessed(given, campaign)]),
    }
}

/// Nothing fits what was typed: perhaps something comes near.
fn guessed(given: &Given<'_>, campaign: i64) -> Page {
    let (tongue, typed) = (&given.tongue, given.text("topic").unwrap_or_default());
    let all = topics(tongue.game.as_ref());
    let all = all.iter().map(|value| completing::known(tongue, value)).collect();
    let near = completing::nearest(typed, all).into_iter().map(|one| one.id).collect();
    rulebook::unknown(tongue, campaign, typed, near)
}

/// What the house would choose.
pub async fn advise(given: &Given<'_>) -> Answer {
    let id = given.campaign().await?;
    match advice::page(given.host, &given.visitor, id, None).await {
        Ok(page) => Ok(vec![page]),
        Err(why) => Err(given.refusal(id, &why).await),
    }
}
