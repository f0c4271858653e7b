//! What stands and lies on the map, and what Laws, Technologies and Scouts promise.
//!
//! May use: `rules`. Deliberately absent: people and stores (`value`).

use crate::frostpunk::rules::ids::{BuildingId, CardId, Insulation, Kind, Meeple, Stuff};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::program::{Body, Good, Modifier, Op, OptionDef, Side};
use crate::frostpunk::rules::state::{InPlay, Zone};

use super::weights::Weights;

/// Points for everything that was built, found, decided and sent out. What pays day by
/// day is worth less the fewer days are left.
pub(super) fn works(look: Look, w: &Weights) -> i64 {
    let lasting = buildings(look, w) + land(look, w);
    let last = i64::from(look.last_round());
    let left = last - i64::from(look.city.round).min(last);
    lasting * (left + 2) / last.max(1)
        + shelters(look, w)
        + learned(look, w)
        + away(look, w)
        + on_cards(look, w)
}

/// Resources, Trees and room on the map.
fn land(look: Look, w: &Weights) -> i64 {
    let mut tenths = 0;
    let mut trees = 0;
    for (stuff, n) in look.city.piles.iter().flatten() {
        let n = i64::from(*n);
        match stuff {
            Stuff::Wood => tenths += w.lying[0] * n,
            Stuff::Coal => tenths += w.lying[1] * n,
            Stuff::Core => tenths += w.lying[2] * n,
            Stuff::Trees => trees += n,
        }
    }
    let tiles = look.city.cells.iter().flatten().count() as i64;
    let reached = reached(look).min(trees);
    let points = tenths / 10 + w.tree[0] * reached + w.tree[1] * (trees - reached);
    points + w.tile * tiles + w.deposit * deposits(look)
}

/// Trees in reach of a Sawmill; those in reach of two are counted once at most.
fn reached(look: Look) -> i64 {
    let saws = |side: &Side| {
        let options = side.action.map_or(&[][..], |id| look.pack.option_list(id));
        options.iter().any(|o| look.pack.block(o.block).iter().any(|op| matches!(op, Op::Saw(_))))
    };
    let mills = look.city.built.iter().filter(|b| look.side(b).is_some_and(saws));
    let spaces = mills.flat_map(|mill| look.trees_in_reach(mill.space));
    let trees = spaces.filter_map(|space| look.city.pile(space));
    trees.map(|(_, n)| i64::from(n)).sum()
}

/// Kinds of Buildings on Deposits that could be built now, were they paid for.
fn deposits(look: Look) -> i64 {
    let kinds = look.pack.buildings.iter().enumerate().filter(|(_, b)| b.deposit.is_some());
    let open = kinds.filter(|(at, _)| {
        let id = BuildingId(*at as u8);
        look.building_sites(id).next().is_some()
    });
    open.count() as i64
}

/// Laws and Technologies.
fn learned(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let left = i64::from(look.last_round().saturating_sub(city.round));
    let changes: i64 = look.modifiers().map(|m| change(look, m)).sum();
    let unlocked: usize = city.laws.iter().map(|law| unlocks(look, law.card)).sum();
    let developed = city.technologies.iter().filter(|t| t.developed).count() as i64;
    let waiting = city.development.map_or(12, |(_, at)| i64::from(at.saturating_sub(city.round)));
    changes * left * w.change / 1000
        + w.law * city.laws.len() as i64
        + w.unlocked * unlocked as i64
        + w.technology * developed
        - w.waiting * waiting
}

fn unlocks(look: Look, law: CardId) -> usize {
    match &look.pack.card(law).body {
        Body::Law(law) => law.unlocks.len(),
        _ => 0,
    }
}

/// What a change is worth in ten Rounds.
fn change(look: Look, modifier: Modifier) -> i64 {
    match modifier {
        Modifier::ChildrenGather => 20 * i64::from(look.city.meeples_of(Kind::Child)),
        Modifier::ChildrenUse(..) => 10,
        // Slots are counted where they are.
        Modifier::ExtraSlots(_) | Modifier::RuinsShelter(_) => 0,
        Modifier::Shelters(building, _, n) => {
            10 * i64::from(n) * (1 + i64::from(look.built_count(building)))
        }
        Modifier::Sleds(n) => 12 * i64::from(n),
        Modifier::HuntingPer(n) => 15 * i64::from(look.hunting()) / i64::from(n.max(1)),
        Modifier::HuntingSymbols(n) => 15 * i64::from(n),
        Modifier::Chainsaw(n) => 15 * i64::from(n),
        Modifier::SafetyValve(n) => 10 * i64::from(n),
        Modifier::ExtraStressRemoved(n) => 8 * i64::from(n),
        Modifier::GatherMore(n) => 30 * i64::from(n),
        Modifier::CureMore(n) => 30 * i64::from(n),
        Modifier::FeedLess(n) => 20 * i64::from(n),
        Modifier::AutomatonsFree => 5,
        Modifier::Bonus(building, _, n) => {
            10 * i64::from(n) * (1 + i64::from(look.built_count(building)))
        }
        Modifier::Insulate(..) => 40,
    }
}

/// Scouts.
fn away(look: Look, w: &Weights) -> i64 {
    let scouts = look.city.stacks.iter().filter_map(|stack| stack.scout);
    scouts.map(|(_, at)| w.scout[0] + w.scout[1] * i64::from(at)).sum()
}

/// What lies on cards, some of it because the end asks for it.
fn on_cards(look: Look, w: &Weights) -> i64 {
    let worth = |card: &InPlay| {
        let n: i64 = card.goods.iter().map(|n| i64::from(*n)).sum();
        n * if card.zone == Zone::Scenario { w.goal } else { w.on_card }
    };
    look.city.in_play.iter().map(worth).sum()
}

/// The second of a kind is worth less than the first; slots only while they are needed.
fn buildings(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let mut points = w.automaton * i64::from(city.figures.ready[Meeple::Automaton.at()]);
    let mut seen = [0_i64; 64];
    for built in &city.built {
        let Some(side) = look.side(built) else { continue };
        let n = &mut seen[usize::from(built.building.0) & 63];
        *n += 1;
        points += side_value(look, side, w) * 3 / (*n + 2);
        // A Hunting symbol feeds without an action, however many there are.
        points += w.hunting * i64::from(side.hunting);
        points += w.workshop * i64::from(look.pack.building(built.building).workshop);
    }
    points
}

/// Slots, the best first, and only as many as there are sleepers.
fn shelters(look: Look, w: &Weights) -> i64 {
    let mut slots = [0_i64; 3];
    for built in &look.city.built {
        let at = match look.side(built).map(|side| side.insulation) {
            Some(Insulation::Red) => 0,
            Some(Insulation::Orange) => 1,
            _ => 2,
        };
        slots[at] += i64::from(look.slots_of(built).0);
    }
    let meeples: u8 = Kind::ALL.iter().map(|k| look.city.meeples_of(*k)).sum();
    let mut sleepers = i64::from(meeples);
    let mut points = 0;
    for (slots, worth) in slots.into_iter().zip(w.slot) {
        points += worth * slots.min(sleepers);
        sleepers -= slots.min(sleepers);
    }
    points
}

/// What a side of a Building promises each round.
fn side_value(look: Look, side: &Side, w: &Weights) -> i64 {
    let options = side.action.map_or(&[][..], |id| look.pack.option_list(id));
    let best = options.iter().map(|option| option_value(look, option, w)).max().unwrap_or(0);
    best * w.works / 100 + w.beacon * i64::from(side.expeditions)
}

fn option_value(look: Look, option: &OptionDef, w: &Weights) -> i64 {
    let effects = look.pack.block(option.block).iter();
    6 + effects.map(|op| op_value(op, w)).sum::<i64>()
}

fn op_value(op: &Op, w: &Weights) -> i64 {
    let [food, goods, health, mood] = w.yields;
    match op {
        Op::Gain(Good::Food, n) => food * i64::from(n.plus),
        Op::Gain(_, n) => goods * i64::from(n.plus),
        Op::HungerDown(n) => food * i64::from(n.plus),
        Op::Cure(n) => health * i64::from(n.plus),
        Op::Treat(n) => health * 2 * i64::from(n.plus),
        Op::Saw(n) => goods * i64::from(*n),
        Op::TakeAdjacent => goods * 3,
        Op::Thump(..) => goods * 2,
        Op::Increase(..) | Op::Decrease { .. } | Op::Bury(..) => mood,
        Op::FlipAll(_) => mood,
        Op::ReuseBuilding => goods * 3,
        _ => 0,
    }
}
