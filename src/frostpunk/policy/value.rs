//! How good a city looks, in points. Only what everybody can see counts.
//!
//! The weights were fitted by search: campaigns of three players on 40 fixed
//! seeds, scored by rounds lived and few Corpses. They are fitted, not reasoned;
//! with them the greedy player lives to Round 5 or 6 and does not win.

use crate::frostpunk::rules::ids::{Kind, Meeple, Phase, Resource, Track};
use crate::frostpunk::rules::look::{Look, active_on};
use crate::frostpunk::rules::program::{Good, Op, OptionDef, Pack, Side};
use crate::frostpunk::rules::state::{City, Outcome};

use super::outlook::Outlook;

/// What the greedy player cares about, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A step of Hope, in percent of the table.
    pub hope: i64,
    /// A step of Discontent, in percent of the table.
    pub discontent: i64,
    /// A living Citizen.
    pub citizen: i64,
    /// A sick one.
    pub sick: i64,
    /// More for each sick one of the same type, in tenths.
    pub sick_square: i64,
    /// So many of a type ill that the marker flips every day.
    pub ill: i64,
    /// A gravely ill one.
    pub skull: i64,
    /// A Spent token.
    pub spent: i64,
    /// A Corpse.
    pub corpse: i64,
    /// Hunger that cannot be answered.
    pub hunger: i64,
    /// A mouth without Food, in this Round and the next two.
    pub mouth: [i64; 3],
    /// The first Coal.
    pub coal: i64,
    /// The first Wood.
    pub wood: i64,
    /// A Steam Core.
    pub core: i64,
    /// Somebody who will sleep in the cold.
    pub sleeper: i64,
    /// An icon between Heat and Cold.
    pub icon: i64,
    /// A figure that can work in the warm.
    pub warm_work: i64,
    /// A slot in a Shelter that somebody needs.
    pub slot: i64,
    /// A Law.
    pub law: i64,
    /// A Technology.
    pub technology: i64,
    /// A Scout on the way.
    pub scout: i64,
    /// A Hunting symbol.
    pub hunting: i64,
    /// What a Building can gain each round, in percent.
    pub works: i64,
    /// Expected Stress.
    pub stress: i64,
    /// Expected overflow.
    pub overflow: i64,
}

/// The weights in use.
pub const WEIGHTS: Weights = Weights {
    hope: 49,
    discontent: 100,
    citizen: 3,
    sick: 8,
    sick_square: 3,
    ill: 32,
    skull: 21,
    spent: 6,
    corpse: 41,
    hunger: 22,
    mouth: [3, 9, 1],
    coal: 14,
    wood: 12,
    core: 5,
    sleeper: 11,
    icon: 13,
    warm_work: 10,
    slot: 108,
    law: 0,
    technology: 41,
    scout: 7,
    hunting: 45,
    works: 175,
    stress: 3,
    overflow: 5,
};

/// Points for a city.
pub fn value(pack: &Pack, city: &City, w: &Weights) -> i64 {
    outlook(pack, city, w).total()
}

/// Points for a city, part by part.
pub fn outlook(pack: &Pack, city: &City, w: &Weights) -> Outlook {
    let look = Look::new(pack, city);
    match city.outcome {
        Some(Outcome::Won) => return Outlook::of_fate(1_000_000),
        Some(Outcome::Lost(_)) => return Outlook::of_fate(-1_000_000 + i64::from(city.round)),
        None => {}
    }
    let (hope, discontent) = mood(city, w);
    let (health, deaths) = people(look, w);
    Outlook {
        fate: 0,
        hope,
        discontent,
        health,
        deaths,
        food: food(look, w),
        stores: stores(city, w),
        warmth: warmth(look, w),
        stress: stress(look, w),
        works: works(look, w),
    }
}

/// Hope and Discontent in steps: an active token is two decreases from leaving.
fn mood(city: &City, w: &Weights) -> (i64, i64) {
    const HOPE: [i64; 13] = [-9000, -420, -250, -130, -40, 20, 60, 90, 110, 125, 135, 142, 148];
    const DISCONTENT: [i64; 7] = [40, 25, 0, -40, -120, -330, -9000];
    let hope = usize::from(active_on(city, Track::Hope)) + city.track(Track::Hope).len();
    let discontent = city.track(Track::Discontent).len();
    let active = 14 * i64::from(active_on(city, Track::Discontent));
    let hope = HOPE[hope.min(12)] * w.hope;
    let both = (hope + (DISCONTENT[discontent.min(6)] - active) * w.discontent) / 100;
    (hope / 100, both - hope / 100)
}

/// The living and the dead.
fn people(look: Look, w: &Weights) -> (i64, i64) {
    let city = look.city;
    let mut points = 0;
    for kind in Kind::ALL {
        let sick = i64::from(city.sick[kind.at()]);
        points += w.citizen * i64::from(city.citizens[kind.at()]);
        points -= w.sick * sick + sick * sick * w.sick_square / 10;
        points -= if sick >= 5 { w.ill } else { 0 } + if sick >= 15 { 2 * w.ill } else { 0 };
        points -= if sick >= 21 { 300 } else { 0 };
        points -= if city.skull[kind.at()] { w.skull } else { 0 };
        points -= w.spent * i64::from(city.spent[kind.at()]);
    }
    let corpses = i64::from(city.corpses);
    (points, -w.corpse * corpses - 3 * corpses * corpses)
}

/// Food against Hunger, and who must be fed now and in the next two Rounds.
fn food(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let first = city.round + u8::from(city.phase == Phase::Night);
    let (mut left, hunger) = (i64::from(city.food), i64::from(city.hunger));
    // Hunger is answered first; what is left of it brings Discontent and death.
    let eaten = left.min(hunger);
    left -= eaten;
    let mut points = -w.hunger * (hunger - eaten) - 4 * eaten;
    for (at, worth) in w.mouth.into_iter().enumerate() {
        let mouths = i64::from(city.citizens[look.fed_in(first + at as u8).at()]);
        let fed = left.min(mouths);
        points -= worth * (mouths - fed);
        left -= fed;
    }
    points + left.min(20)
}

/// The first pieces of a store are worth most.
fn stores(city: &City, w: &Weights) -> i64 {
    let coal = i64::from(city.has(Resource::Coal));
    let wood = i64::from(city.has(Resource::Wood));
    let cores = i64::from(city.has(Resource::Core));
    let hand: usize = city.seats.iter().map(|chair| chair.hand.len()).sum();
    let coal = w.coal * coal.min(6) + w.coal * (coal - 6).clamp(0, 8) / 2 + 2 * (coal - 14).max(0);
    let wood = w.wood * wood.min(8) + 2 * (wood - 8).max(0);
    coal + wood + w.core * cores.min(4) + 3 * hand as i64
}

/// Icons that would make people ill, warm beds tonight, warm places to work.
fn warmth(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let icons = look.cold_icons().len() as i64;
    let today = matches!(city.phase, Phase::Action | Phase::Dusk | Phase::Hunger | Phase::Night);
    let beds = if today { -w.sleeper * cold_sleepers(look) } else { 0 };
    let work = if city.phase == Phase::Action { w.warm_work * warm_work(look) } else { 0 };
    beds + work - w.icon * icons
}

/// Figures still to act that could do so in the warm.
fn warm_work(look: Look) -> i64 {
    let ready: i64 = look.city.figures.ready[..2].iter().map(|n| i64::from(*n)).sum();
    let built = look.city.built.iter();
    let warm = built.filter(|b| {
        let usable = look.side(b).is_some_and(|s| s.action.is_some());
        usable && look.figures_on(b.space) == 0 && look.building_heated(b)
    });
    let piles = look.with_resource(None);
    let gather = piles.filter(|s| look.figures_on(*s) == 0 && look.heated(*s, None));
    ready.min(warm.count() as i64 + gather.count() as i64)
}

fn cold_sleepers(look: Look) -> i64 {
    let book = look.warm_places();
    let mut restless = 0;
    for kind in Kind::ALL {
        let all = look.city.meeples_of(*kind);
        restless += i64::from(all.saturating_sub(book.own[kind.at()]));
    }
    let scouts = look.city.stacks.iter().filter(|s| s.scout.is_some()).count() as i64;
    (restless - scouts - i64::from(book.slots)).max(0)
}

/// Stress that is there and that the Heat marker will bring.
fn stress(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let spaces = i64::from(look.pack.tables.stress_spaces);
    let cubes = look.pack.tables.heat_cubes.get(usize::from(city.generator.heat)).copied();
    let expected = i64::from(city.generator.stress) * 10 + i64::from(cubes.unwrap_or(0)) * 7;
    let over = expected - spaces * 10;
    let fear = if city.generator.overheated { 10 * w.overflow } else { w.overflow };
    -(expected * w.stress / 10) - if over > -10 { (over + 10) * fear } else { 0 }
}

/// Buildings, Laws, Technologies, Scouts, and what lies on the map.
fn works(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let lying: i64 = city.piles.iter().flatten().map(|(_, n)| i64::from(*n)).sum();
    let automatons = i64::from(city.figures.ready[Meeple::Automaton.at()]);
    let developed = city.technologies.iter().filter(|t| t.developed).count() as i64;
    let waiting =
        city.development.map_or(12, |(_, round)| i64::from(round.saturating_sub(city.round)));
    let scouts = city.stacks.iter().filter_map(|s| s.scout);
    buildings(look, w)
        + lying
        + w.law * city.laws.len() as i64
        + 12 * automatons
        + w.technology * developed
        - waiting
        + scouts.map(|(_, at)| w.scout + 2 * i64::from(at)).sum::<i64>()
}

/// The second of a kind is worth less than the first; slots only while they are needed.
fn buildings(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let (mut points, mut slots) = (0, 0);
    let mut seen = [0_i64; 64];
    for built in &city.built {
        let Some(side) = look.side(built) else {
            continue;
        };
        let n = &mut seen[usize::from(built.building.0) & 63];
        *n += 1;
        points += side_value(look, side, w) * 3 / (*n + 2) + w.slot * i64::from(side.slots);
        // A Hunting symbol feeds without an action, however many there are.
        points += w.hunting * i64::from(side.hunting);
        points += i64::from(look.pack.building(built.building).workshop) * 12;
        slots += i64::from(side.slots);
    }
    let meeples: u8 = Kind::ALL.iter().map(|k| city.meeples_of(*k)).sum();
    points - w.slot * (slots - i64::from(meeples)).max(0)
}

/// What a side of a Building promises each round.
fn side_value(look: Look, side: &Side, w: &Weights) -> i64 {
    let options = side.action.map_or(&[][..], |id| look.pack.option_list(id));
    let best = options.iter().map(|option| option_value(look, option)).max().unwrap_or(0);
    best * w.works / 100 + 34 * i64::from(side.expeditions)
}

fn option_value(look: Look, option: &OptionDef) -> i64 {
    let effects = look.pack.block(option.block).iter();
    6 + effects.map(op_value).sum::<i64>()
}

fn op_value(op: &Op) -> i64 {
    match op {
        Op::Gain(Good::Food, n) => 4 * i64::from(n.plus),
        Op::Gain(_, n) => 5 * i64::from(n.plus),
        Op::Cure(n) => 7 * i64::from(n.plus),
        Op::Saw(n) => 3 * i64::from(*n),
        Op::TakeAdjacent => 14,
        Op::Thump(..) => 10,
        _ => 0,
    }
}
