//! What a Building costs and does.
//!
//! May use: `program`, the names. Deliberately absent: whether it stands.

use crate::frostpunk::rules::ids::{BuildingId, Insulation, Resource};
use crate::frostpunk::rules::program::{Building, Good, Pack, Side};
use crate::game::Message;

use super::super::names;
use super::costs::line;
use super::{inner, options};

/// What it costs to build.
pub fn build_cost(pack: &Pack, id: BuildingId) -> Vec<Message> {
    let building = pack.building(id);
    let parts = [(Resource::Wood, building.wood), (Resource::Core, building.cores)];
    let parts = parts.into_iter().filter(|(_, count)| *count > 0);
    parts.map(|(resource, count)| line(names::some(Good::Resource(resource), count))).collect()
}

/// What its upgrade costs, if there is one.
pub fn upgrade_cost(pack: &Pack, id: BuildingId) -> Option<Message> {
    let (resource, count) = pack.building(id).upgrade?;
    Some(Message::new("site-upgrade").message("what", names::some(Good::Resource(resource), count)))
}

/// A Building's side: what it is, what it gives, what can be done in it.
pub fn building(pack: &Pack, id: BuildingId, upgraded: bool) -> Vec<Message> {
    let building = pack.building(id);
    let side = &building.sides[usize::from(upgraded)];
    let mut lines = limits(building);
    lines.extend(gifts(side));
    if let Some(action) = side.action {
        lines.extend(options(pack, action, None));
    }
    if let Some(block) = building.on_build {
        lines.push(Message::new("site-on-build").list("rules", inner(pack, block)));
    }
    lines.extend(traits(building));
    if side.insulation != Insulation::White {
        let what = names::insulation(side.insulation);
        lines.push(Message::new("site-insulation").message("what", what));
    }
    lines
}

/// Where and by whom it can be used.
fn limits(building: &Building) -> Vec<Message> {
    let mut lines = Vec::new();
    let mut say = |holds: bool, key: &str| lines.extend(holds.then(|| Message::new(key)));
    say(building.large, "site-large");
    say(building.engineer, "site-engineer");
    say(building.off_generator, "site-off-generator");
    if let Some(deposit) = building.deposit {
        let what = names::resource(deposit);
        lines.push(Message::new("site-deposit").message("what", what));
    }
    lines
}

/// What it gives without an action.
fn gifts(side: &Side) -> Vec<Message> {
    let mut lines = Vec::new();
    match side.slots_for {
        _ if side.slots == 0 => {}
        None => lines.push(Message::new("site-slots").number("count", side.slots)),
        Some(kind) => {
            let who = names::count_kind(kind, side.slots);
            lines.push(Message::new("site-slots-for").message("who", who));
        }
    }
    if side.hunting > 0 {
        lines.push(Message::new("site-hunting").number("count", side.hunting));
    }
    if side.expeditions > 0 {
        lines.push(Message::new("site-expeditions").number("count", side.expeditions));
    }
    lines
}

/// Its own peculiar rules.
fn traits(building: &Building) -> Vec<Message> {
    let traits = [
        (building.workshop, "site-workshop"),
        (building.kitchen, "site-kitchen"),
        (building.prison, "site-prison"),
        (building.ruinable, "site-ruinable"),
        (building.keep, "site-keep"),
    ];
    traits.iter().filter(|(holds, _)| *holds).map(|(_, key)| Message::new(*key)).collect()
}
