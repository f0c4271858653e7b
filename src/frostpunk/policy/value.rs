//! How good a city looks, in points. Only what everybody can see counts.
//!
//! May use: `rules`. Deliberately absent: what stands and lies on the map and what
//! Laws and Technologies are worth (`works`).

use crate::frostpunk::rules::ids::{Kind, Phase, Resource, Track};
use crate::frostpunk::rules::look::{Look, active_on};
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::state::{City, Outcome};

use super::outlook::Outlook;
use super::weights::Weights;
use super::works::works;

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
        stores: stores(look, w),
        warmth: warmth(look, w),
        stress: stress(look, w),
        works: works(look, w),
    }
}

/// Hope and Discontent in steps: an active token is two decreases from leaving.
fn mood(city: &City, w: &Weights) -> (i64, i64) {
    const HOPE: [i64; 13] = [-9000, -900, -500, -200, -60, 20, 60, 90, 110, 125, 135, 142, 148];
    const DISCONTENT: [i64; 7] = [40, 25, 0, -40, -120, -330, -9000];
    let hope = usize::from(active_on(city, Track::Hope)) + city.track(Track::Hope).len();
    let discontent = city.track(Track::Discontent).len();
    let active = w.active * i64::from(active_on(city, Track::Discontent));
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
        let steps = [5, 10, 15].into_iter().zip(w.ill);
        points -= steps.filter(|(from, _)| sick >= *from).map(|(_, worse)| worse).sum::<i64>();
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
    points + w.food * left.min(30)
}

/// The first pieces of a store are worth most, and none will be needed after the last Round.
fn stores(look: Look, w: &Weights) -> i64 {
    let city = look.city;
    let need = i64::from(city.generator.cold).max(4);
    let hand: usize = city.seats.iter().map(|chair| chair.hand.len()).sum();
    let cores = i64::from(city.has(Resource::Core));
    let goods = in_steps(i64::from(city.has(Resource::Coal)), need, w.coal)
        + in_steps(i64::from(city.has(Resource::Wood)), 6, w.wood)
        + w.core * cores.min(4);
    let left = i64::from(look.last_round().saturating_sub(city.round));
    goods * (left + 1).min(w.horizon) / w.horizon.max(1) + w.hand * hand as i64
}

/// So much for each of the first pieces, for each of the next, for each of the rest.
fn in_steps(have: i64, step: i64, worth: [i64; 3]) -> i64 {
    let [first, next, rest] = worth;
    first * have.min(step) + next * (have - step).clamp(0, step) + rest * (have - 2 * step).max(0)
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
