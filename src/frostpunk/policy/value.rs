//! How good a city looks, in points. Only what everybody can see counts.

use crate::frostpunk::rules::ids::{Kind, Meeple, Phase, Resource, Track};
use crate::frostpunk::rules::look::{Look, active_on};
use crate::frostpunk::rules::program::{Good, Op, OptionDef, Pack, Side};
use crate::frostpunk::rules::state::{City, Outcome};

/// Points for a city.
pub fn value(pack: &Pack, city: &City) -> i64 {
    let look = Look::new(pack, city);
    match city.outcome {
        Some(Outcome::Won) => return 1_000_000,
        Some(Outcome::Lost(_)) => return -1_000_000 + i64::from(city.round),
        None => {}
    }
    mood(city) + people(look) + food(look) + stores(city) + warmth(look) + stress(look) + works(look)
}

/// Hope and Discontent in steps: an active token is two decreases from leaving.
fn mood(city: &City) -> i64 {
    const HOPE: [i64; 13] = [-9000, -420, -250, -130, -40, 20, 60, 90, 110, 125, 135, 142, 148];
    const DISCONTENT: [i64; 7] = [40, 25, 0, -40, -120, -330, -9000];
    let hope = usize::from(active_on(city, Track::Hope)) + city.track(Track::Hope).len();
    let discontent = city.track(Track::Discontent).len();
    HOPE[hope.min(12)] + DISCONTENT[discontent.min(6)] - 14 * i64::from(active_on(city, Track::Discontent))
}

fn people(look: Look) -> i64 {
    let city = look.city;
    let mut points = 0;
    for kind in Kind::ALL {
        let sick = i64::from(city.sick[kind.at()]);
        points += 7 * i64::from(city.citizens[kind.at()]) - 6 * sick - sick * sick / 2;
        points -= if sick >= 5 { 14 } else { 0 } + if sick >= 15 { 90 } else { 0 };
        points -= if sick >= 21 { 300 } else { 0 };
        points -= if city.skull[kind.at()] { 22 } else { 0 };
        points -= 7 * i64::from(city.spent[kind.at()]);
    }
    let corpses = i64::from(city.corpses);
    points - 6 * corpses - 3 * corpses * corpses
}

/// Food against who must be fed now and in the next two Rounds.
fn food(look: Look) -> i64 {
    let city = look.city;
    let after = matches!(city.phase, Phase::Night);
    let first = city.round + u8::from(after);
    let mut left = i64::from(city.food) - i64::from(city.hunger);
    let mut points = 0;
    for (at, worth) in [(0, 11), (1, 6), (2, 3)] {
        let mouths = i64::from(city.citizens[look.fed_in(first + at).at()]);
        let fed = left.clamp(0, mouths);
        points -= worth * (mouths - fed);
        left -= mouths;
    }
    let hunger = i64::from(city.hunger);
    points + left.clamp(0, 20) - 9 * hunger - if hunger >= 20 { 120 * (hunger - 19) } else { 0 }
}

/// The first pieces of a store are worth most.
fn stores(city: &City) -> i64 {
    let coal = i64::from(city.has(Resource::Coal));
    let wood = i64::from(city.has(Resource::Wood));
    let cores = i64::from(city.has(Resource::Core));
    let hand: usize = city.seats.iter().map(|chair| chair.hand.len()).sum();
    12 * coal.min(6) + 7 * (coal - 6).clamp(0, 8) + 2 * (coal - 14).max(0)
        + 8 * wood.min(8)
        + 2 * (wood - 8).max(0)
        + 16 * cores.min(4)
        + 3 * hand as i64
}

/// Icons that would make people ill, warm beds tonight, warm places to work.
fn warmth(look: Look) -> i64 {
    let city = look.city;
    let icons = look.cold_icons().len() as i64;
    let beds = if matches!(city.phase, Phase::Action | Phase::Dusk | Phase::Hunger | Phase::Night) {
        -7 * cold_sleepers(look)
    } else {
        0
    };
    let ready: i64 = city.figures.ready[..5].iter().map(|n| i64::from(*n)).sum();
    let warm = city.built.iter().filter(|b| look.side(b).is_some_and(|s| s.action.is_some()));
    let warm = warm.filter(|b| look.building_heated(b)).count() as i64;
    let work = if city.phase == Phase::Action { 3 * warm.min(ready) } else { 0 };
    beds + work - 7 * icons
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
fn stress(look: Look) -> i64 {
    let city = look.city;
    let spaces = i64::from(look.pack.tables.stress_spaces);
    let cubes = look.pack.tables.heat_cubes.get(usize::from(city.generator.heat)).copied();
    let expected = i64::from(city.generator.stress) * 10 + i64::from(cubes.unwrap_or(0)) * 7;
    let over = expected - spaces * 10;
    let fear = if city.generator.overheated { 40 } else { 4 };
    -(expected / 10) * 2 - if over > -10 { (over + 10) * fear } else { 0 }
}

/// Buildings, Laws, Technologies, Scouts, and what lies on the map.
fn works(look: Look) -> i64 {
    let city = look.city;
    let mut points = 0;
    let mut seen = [0_i64; 64];
    for built in &city.built {
        let Some(side) = look.side(built) else { continue };
        let n = &mut seen[usize::from(built.building.0) & 63];
        *n += 1;
        points += side_value(look, side) * 3 / (*n + 2) + 9 * i64::from(side.slots);
        points += i64::from(look.pack.building(built.building).workshop) * 12;
    }
    let meeples: u8 = Kind::ALL.iter().map(|k| city.meeples_of(*k)).sum();
    let slots: i64 = city.built.iter().filter_map(|b| look.side(b)).map(|s| i64::from(s.slots)).sum();
    points -= 9 * (slots - i64::from(meeples)).max(0);
    let near: i64 = city.piles.iter().flatten().map(|(_, n)| i64::from(*n)).sum();
    points += near + 22 * city.laws.len() as i64 + 12 * i64::from(city.figures.ready[Meeple::Automaton.at()]);
    points += 25 * city.technologies.iter().filter(|t| t.developed).count() as i64;
    points -= city.development.map_or(12, |(_, round)| i64::from(round.saturating_sub(city.round)));
    let scouts = city.stacks.iter().filter_map(|s| s.scout);
    points + scouts.map(|(_, at)| 16 + 2 * i64::from(at)).sum::<i64>()
}

/// What a side of a Building promises each round.
fn side_value(look: Look, side: &Side) -> i64 {
    let options = side.action.map_or(&[][..], |id| look.pack.option_list(id));
    let best = options.iter().map(|option| option_value(look, option)).max().unwrap_or(0);
    best + 14 * i64::from(side.hunting) + 34 * i64::from(side.expeditions)
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
