//! What a choice costs and means here and now, for those who must decide.
//!
//! May use: `look`. Deliberately absent: words, and what the choice's own card
//! says; `text` describes that from the pack.

use super::decision::{Ask, Hint, Pick, SpaceWhy};
use super::ids::{Action, Meeple, Resource};
use super::look::Look;
use super::map::Space;
use super::program::{Body, Good};

/// Hints for one choice.
pub fn hints(look: Look, ask: &Ask, pick: Pick) -> Vec<Hint> {
    match (ask, pick) {
        (Ask::Turn, Pick::Action(Action::Snow)) => vec![Hint::Cold(None)],
        (Ask::Fuel(_), Pick::Amount(coal)) => fuel(look, coal),
        (Ask::Figure, Pick::Meeple(meeple)) => figure(look, meeple),
        (Ask::Space(why, _), Pick::Space(space)) => site(look, *why, space),
        (Ask::Kind(..) | Ask::Treat(_) | Ask::SickOrder(_), Pick::Kind(kind) | Pick::All(kind)) => {
            vec![Hint::Now(u16::from(look.city.sick[kind.at()]))]
        }
        (Ask::Stand, Pick::Kind(kind) | Pick::All(kind)) => vec![Hint::Cold(Some(kind))],
        (Ask::SubAction(..), Pick::Building(building)) => {
            let b = look.pack.building(building);
            price(&[(Resource::Wood, b.wood), (Resource::Core, b.cores)])
        }
        (Ask::Technology, Pick::Card(card)) => match look.pack.card(card).body {
            Body::Technology(cost) => {
                vec![Hint::ReadyIn(look.city.round.saturating_add(cost).min(look.last_round()))]
            }
            _ => Vec::new(),
        },
        (Ask::Resource(..), Pick::Resource(resource)) => vec![Hint::Now(look.city.has(resource))],
        _ => Vec::new(),
    }
}

fn price(costs: &[(Resource, u8)]) -> Vec<Hint> {
    let real = costs.iter().filter(|(_, n)| *n > 0);
    real.map(|(resource, n)| Hint::Cost(Good::Resource(*resource), *n)).collect()
}

fn fuel(look: Look, coal: u8) -> Vec<Hint> {
    let heat = usize::from(look.city.generator.heat + coal);
    let cubes = look.pack.tables.heat_cubes.get(heat).copied().unwrap_or(0);
    let mut out = price(&[(Resource::Coal, coal)]);
    out.push(Hint::StressAt(cubes));
    out
}

fn figure(look: Look, meeple: Meeple) -> Vec<Hint> {
    let mut out = Vec::new();
    if meeple == Meeple::Automaton {
        out.extend(price(&[(Resource::Coal, look.automaton_coal() as u8)]));
    } else if look.turn_is_cold() {
        out.push(Hint::Cold(meeple.kind()));
    }
    out.push(Hint::Now(u16::from(look.city.figures.ready[meeple.at()])));
    out
}

fn site(look: Look, why: SpaceWhy, space: Space) -> Vec<Hint> {
    let mut out = Vec::new();
    if let Some(built) = look.built_on(space) {
        out.push(Hint::Stands(built.building, built.upgraded));
    }
    if let Some((stuff, n)) = look.city.pile(space) {
        out.push(Hint::Holds(stuff, n));
    }
    match why {
        SpaceWhy::Act => {
            let turn = &look.city.turn;
            let cold = look.is_cold(turn.action, turn.card, Some(space), None);
            out.push(if cold { Hint::Cold(None) } else { Hint::Heated });
        }
        SpaceWhy::Upgrade(false) => {
            let built = look.built_on(space);
            let cost = built.and_then(|b| look.pack.building(b.building).upgrade);
            out.extend(cost.map(|cost| price(&[cost])).unwrap_or_default());
        }
        _ => {}
    }
    out
}
