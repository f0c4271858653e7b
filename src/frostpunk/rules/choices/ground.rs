//! Answers on the map: spaces, Buildings, sub-actions; long lists are split
//! along the board (ring, then tile, then space; Buildings by kind).

use super::{MOST, maybe, open};
use crate::frostpunk::rules::decision::{Blocked, Choice, Pick, SpaceWhy, Within};
use crate::frostpunk::rules::ids::{Action, BuildingId, Meeple, Ring, Stuff};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::map::Space;
use crate::frostpunk::rules::program::Modifier;
use crate::frostpunk::rules::state::Place;

/// Spaces that fit, narrowed as far as the question says.
pub fn spaces(look: Look, why: SpaceWhy, within: Within) -> Vec<Choice> {
    let all = candidates(look, why);
    let mut out = offer(look, &all, why, within);
    match why {
        SpaceWhy::ReuseWorker => out.extend(reusable_actions(look)),
        SpaceWhy::Thump(..) if within == Within::Map => out.push(maybe(Pick::Done, None)),
        _ => {}
    }
    out
}

fn candidates(look: Look, why: SpaceWhy) -> Vec<Space> {
    match why {
        SpaceWhy::Act => {
            let turn = &look.city.turn;
            turn.action.map_or(Vec::new(), |action| look.sites(action, turn.card).collect())
        }
        SpaceWhy::Build(building, _) => look.building_sites(building).collect(),
        SpaceWhy::Dismantle(..) => look.removable(false).collect(),
        SpaceWhy::Destroy => look.removable(true).collect(),
        SpaceWhy::Upgrade(free) => look.upgradable(free).collect(),
        SpaceWhy::FromMap(only, ..) => look.with_resource(only).collect(),
        SpaceWhy::Saw(at, _) => look.trees_in_reach(at).collect(),
        SpaceWhy::Thump(_, _, from) => look.thumpable(from).collect(),
        SpaceWhy::TakeSome(_, from) => look.untaken(from).collect(),
        SpaceWhy::Reuse(not) => look.reusable(not).collect(),
        SpaceWhy::ReuseWorker => reusable_spaces(look),
    }
}

/// Is the question about Buildings, so that kinds come before places?
fn about_buildings(look: Look, why: SpaceWhy) -> bool {
    match why {
        SpaceWhy::Act => look.city.turn.action == Some(Action::Use),
        SpaceWhy::Dismantle(..) | SpaceWhy::Destroy | SpaceWhy::Upgrade(_) | SpaceWhy::Reuse(_) => {
            true
        }
        _ => false,
    }
}

fn offer(look: Look, all: &[Space], why: SpaceWhy, within: Within) -> Vec<Choice> {
    let kind_at = |space: Space| look.built_on(space).map(|b| b.building);
    let inside = |space: &&Space| match within {
        Within::Map => true,
        Within::Ring(ring) => space.ring() == ring,
        Within::Cell(cell) => space.cell() == Some(cell),
        Within::Kind(kind) => kind_at(**space) == Some(kind),
    };
    let fit: Vec<Space> = all.iter().filter(inside).copied().collect();
    if fit.len() <= MOST {
        return open(fit.into_iter().map(Pick::Space));
    }
    let mut picks: Vec<Pick> = match within {
        Within::Map if about_buildings(look, why) => {
            fit.iter().filter_map(|s| kind_at(*s)).map(Pick::Building).collect()
        }
        Within::Map => fit.iter().map(|s| Pick::Ring(s.ring())).collect(),
        Within::Ring(Ring::Near | Ring::Far) => {
            fit.iter().filter_map(|s| s.cell()).map(Pick::Cell).collect()
        }
        _ => fit.into_iter().map(Pick::Space).collect(),
    };
    let mut seen = Vec::new();
    picks.retain(|pick| {
        !seen.contains(pick) && {
            seen.push(*pick);
            true
        }
    });
    open(picks)
}

/// Spaces where a Worker's action can be done again.
fn reusable_spaces(look: Look) -> Vec<Space> {
    let workers = look.city.placed.iter().filter(|p| p.meeple == Meeple::Worker);
    let spaces = workers.filter_map(|p| if let Place::Space(s) = p.place { Some(s) } else { None });
    let doable = |space: &Space| match look.built_on(*space) {
        Some(_) => look.is_doable(None, *space, Meeple::Worker),
        None => is_gatherable(look, *space),
    };
    let mut out: Vec<Space> = spaces.filter(doable).collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// Something lies there that a Worker can gather; Trees only with the chainsaw (T04).
fn is_gatherable(look: Look, space: Space) -> bool {
    let saw = || look.modifiers().any(|m| matches!(m, Modifier::Chainsaw(_)));
    look.city.pile(space).is_some_and(|(stuff, n)| n > 0 && (stuff != Stuff::Trees || saw()))
}

fn reusable_actions(look: Look) -> Vec<Choice> {
    let stands =
        |place| look.city.placed.iter().any(|p| p.meeple == Meeple::Worker && p.place == place);
    let mut out = Vec::new();
    if stands(Place::Snow) && look.snow_possible() {
        out.push(maybe(Pick::Action(Action::Snow), None));
    }
    if stands(Place::Construct) && look.can_construct(3, false, false) {
        out.push(maybe(Pick::Action(Action::Construct), None));
    }
    out
}

/// Kinds of Building, those that cannot be built with the reason.
pub fn buildings(look: Look, free: bool) -> Vec<Choice> {
    let offered = look.pack.building_ids().filter(|b| look.is_offered(*b) && !is_gone(look, *b));
    offered.map(|b| maybe(Pick::Building(b), look.build_blocked(b, free))).collect()
}

/// No tile of it is left anywhere but as Ruins or on the map: not worth a line.
fn is_gone(look: Look, building: BuildingId) -> bool {
    look.city.stock.get(usize::from(building.0)).is_none_or(|left| *left == 0)
}

/// build, dismantle, upgrade by card, or enough.
pub fn sub_actions(look: Look, left: u8, upgrade: bool) -> Vec<Choice> {
    let mut out = buildings(look, false);
    let none = look.removable(false).next().is_none();
    out.push(maybe(Pick::Dismantle, none.then_some(Blocked::NoTarget)));
    if upgrade {
        let none = left < 2 || look.upgradable(false).next().is_none();
        out.push(maybe(Pick::Upgrade, none.then_some(Blocked::NoTarget)));
    }
    if left < 3 {
        out.push(maybe(Pick::Done, None));
    }
    out
}

/// upgrade, move the Development token, or enough.
pub fn workshop(look: Look) -> Vec<Choice> {
    let none = look.upgradable(false).next().is_none();
    vec![
        maybe(Pick::Upgrade, none.then_some(Blocked::NoTarget)),
        maybe(Pick::Develop, (!can_develop(look)).then_some(Blocked::NoDevelopment)),
        maybe(Pick::Done, None),
    ]
}

/// Would a Workshop effect do anything?
pub fn useful_workshop(look: Look) -> bool {
    can_develop(look) || look.upgradable(false).next().is_some()
}

fn can_develop(look: Look) -> bool {
    look.city.development.is_some_and(|(_, round)| round > look.city.round)
}
