//! Checks of Buildings, Societies, tiles, tables and scenarios.
//!
//! May use: `read`, `files`. Deliberately absent: cards.

use super::{PARTS, POPULATION, ROUNDS, STACKS, open, unique};
use crate::frostpunk::content::files::{BuildingFile, PackFile, SocietyFile, TablesFile, Wall};
use crate::frostpunk::content::problem::Found;
use crate::frostpunk::content::read::{Place, Sources};

pub(super) fn check_buildings(place: Place<'_>, buildings: &[BuildingFile], found: &mut Found) {
    unique(place, buildings.iter().map(|building| &building.id), "building", found);
    for building in buildings {
        let id = building.id.get_ref();
        let mut wrong = |message: String| found.push(place.problem(&building.id.span(), message));
        if building.upgrade.is_some() != building.upgraded.is_some() {
            wrong(format!("`{id}` needs both `upgrade` (the cost) and `upgraded`, or neither"));
        }
        if building.part.is_some_and(|part| part >= PARTS) {
            wrong(format!("`{id}`: the parts of the Generator tile are 0 to {}", PARTS - 1));
        }
        if building.printed && building.part.is_none() {
            wrong(format!("`{id}` is printed, so it needs a `part`"));
        }
        if building.large && building.part.is_some() {
            wrong(format!("`{id}` is large and cannot stand on the Generator tile (R-13.16)"));
        }
    }
    let ruins = buildings.iter().filter(|building| building.ruins).count();
    if buildings.iter().any(|building| building.ruinable) && ruins != 1 {
        found.push(place.problem(&(0..0), format!("exactly one Building is `ruins`, not {ruins}")));
    }
}

pub(super) fn check_society(place: Place<'_>, society: &SocietyFile, found: &mut Found) {
    let id = society.id.get_ref();
    let mut wrong = |holds: bool, message: &str| {
        if !holds {
            found.push(place.problem(&society.id.span(), format!("society `{id}`: {message}")));
        }
    };
    let pairs = || society.citizens.iter().zip(&society.sick);
    wrong(pairs().all(|(all, sick)| sick <= all), "more sick than Citizens");
    wrong(society.citizens.iter().all(|n| usize::from(*n) < POPULATION), "at most 50 of a type");
    wrong(society.hope[1] <= society.hope[0], "more active Hope than Hope");
    wrong((1..=6).contains(&society.hope[0]), "Hope starts with 1 to 6 tokens");
    wrong(society.discontent[1] <= society.discontent[0], "more active Discontent than Discontent");
    wrong(society.discontent[0] <= 5, "Discontent starts with at most 5 tokens");
    wrong(society.food <= 50, "at most 50 Food");
}

pub(super) fn check_tables(place: Place<'_>, tables: &TablesFile, found: &mut Found) {
    let mut check = |holds: bool, span: std::ops::Range<usize>, message: &str| {
        if !holds {
            found.push(place.problem(&span, message));
        }
    };
    let heat = &tables.heat;
    let length = heat.cubes.len();
    check(
        length == heat.icons.get_ref().len() && length > 1,
        heat.icons.span(),
        "`icons` needs one entry for each of the `cubes`, at least 2 (U-1)",
    );
    let cold = usize::from(*heat.cold_start.get_ref());
    check(cold < length, heat.cold_start.span(), "`cold_start` is outside the Heat track (U-1)");
    let range = &tables.range;
    let inside = range.start.get_ref().iter().all(|level| *level <= range.last);
    check(inside, range.start.span(), "an indicator starts beyond the `last` level (U-2)");
    for tower in [&tables.stress.basic, &tables.stress.upgraded] {
        let t = tower.get_ref();
        let chances = [t.through, t.dislodge, t.pull, t.push];
        check(chances.iter().all(|p| *p <= 1000), tower.span(), "a chance is over 1000 (U-4)");
    }
    let meeples = tables.meeples.get_ref();
    let message = "`meeples` has a number for each of 0 to 50 Citizens: 51, never falling (U-5)";
    check(meeples.len() == POPULATION && meeples.is_sorted(), tables.meeples.span(), message);
    let message = "`rows` start at 0, ascend, and end before `loss`";
    let sick: Vec<u8> = tables.sickness.rows.get_ref().iter().map(|row| row.from).collect();
    check(ascends(&sick, tables.sickness.loss), tables.sickness.rows.span(), message);
    let hungry: Vec<u8> = tables.hunger.rows.get_ref().iter().map(|row| row.from).collect();
    check(ascends(&hungry, tables.hunger.loss), tables.hunger.rows.span(), message);
    let corpses = *tables.corpse_last.get_ref();
    check(corpses > 0, tables.corpse_last.span(), "the Corpse track has a last space (U-8)");
    let fed = tables.fed.get_ref().len();
    check(fed == ROUNDS, tables.fed.span(), "`fed` has a type for each of the 15 Rounds (U-9)");
    let drawer = &tables.map.drawer;
    check(*drawer.get_ref() < PARTS, drawer.span(), "the drawer is one of the parts 0 to 5");
    let walls = tables.map.walls.get_ref().iter();
    let deposits = walls.filter(|wall| !matches!(wall, Wall::Blank)).count();
    let enough = deposits >= usize::from(tables.map.deposits);
    check(enough, tables.map.walls.span(), "fewer wall tiles with a Deposit than `deposits`");
    let call = &tables.limits.call_to_rise;
    check(call.get_ref().is_sorted(), call.span(), "`call_to_rise` never falls (R-20.5)");
    let stacks = &tables.limits.stacks;
    check(*stacks.get_ref() <= STACKS, stacks.span(), "at most 8 Expedition stacks (R-2.13)");
}

fn ascends(from: &[u8], loss: u8) -> bool {
    let rises = from.windows(2).all(|pair| pair[0] < pair[1]);
    rises && from.first() == Some(&0) && from.last().is_some_and(|last| *last < loss)
}

pub(super) fn check_scenarios(place: Place<'_>, file: &PackFile, found: &mut Found) {
    unique(place, file.scenario.iter().map(|scenario| &scenario.id), "scenario", found);
    for scenario in &file.scenario {
        for card in [&scenario.first, &scenario.storm_card] {
            if !scenario.cards.iter().any(|own| own.get_ref() == card.get_ref()) {
                let message = format!("`{}` is not among the scenario's `cards`", card.get_ref());
                found.push(place.problem(&card.span(), message));
            }
        }
        if usize::from(scenario.storm) > ROUNDS {
            let message = format!("the Storm marker starts on Round 1 to {ROUNDS}");
            found.push(place.problem(&scenario.id.span(), message));
        }
    }
}

pub(super) fn check_tiles(sources: &Sources<'_>, found: &mut Found) {
    let Some((_, pack)) = open(sources.pack.as_ref()) else {
        return;
    };
    let Some((place, file)) = open(sources.tiles.as_ref()) else {
        return;
    };
    let most = pack.tables.limits.per_space;
    for (at, tile) in file.near.iter().chain(&file.far).enumerate() {
        if [tile.a, tile.b].iter().flatten().any(|space| space.count > most) {
            let message = format!("tile {}: a space holds at most {most} (R-30.7)", at + 1);
            found.push(place.problem(&(0..0), message));
        }
    }
}

/// Each part of the Generator tile has one use: a Building, Resources, or the drawer.
pub(super) fn check_parts(sources: &Sources<'_>, found: &mut Found) {
    let Some((place, pack)) = open(sources.pack.as_ref()) else {
        return;
    };
    let Some((_, buildings)) = open(sources.buildings.as_ref()) else {
        return;
    };
    let map = &pack.tables.map;
    let mut uses = [0_u8; PARTS as usize];
    let parts = buildings.building.iter().filter_map(|building| building.part);
    let drawer = *map.drawer.get_ref();
    for part in parts.chain(map.stuff.get_ref().iter().map(|stuff| stuff.part)).chain([drawer]) {
        match uses.get_mut(usize::from(part)) {
            Some(uses) => *uses += 1,
            None => {
                let message = format!("the parts of the Generator tile are 0 to {}", PARTS - 1);
                found.push(place.problem(&map.stuff.span(), message));
            }
        }
    }
    for (part, uses) in uses.iter().enumerate().filter(|(_, uses)| **uses > 1) {
        let message = format!("part {part} of the Generator tile has {uses} uses, at most 1");
        found.push(place.problem(&map.stuff.span(), message));
    }
}
