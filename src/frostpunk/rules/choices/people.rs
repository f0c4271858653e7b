//! Answers about Citizens: who falls ill, is cured, dies, joins or stands in the cold.

use super::{maybe, open};
use crate::frostpunk::rules::changes::TRACK_END;
use crate::frostpunk::rules::decision::{Blocked, Choice, KindWhy, Pick};
use crate::frostpunk::rules::ids::Kind;
use crate::frostpunk::rules::look::Look;

/// Points up to which every split of a Cure is listed; above, point by point.
const SPLIT: u8 = 5;

/// Types that can be chosen; the same type for all that are left saves clicks.
pub fn kinds(look: Look, why: KindWhy, left: u8) -> Vec<Choice> {
    let each = Kind::ALL.iter().filter_map(|kind| {
        let (listed, blocked) = kind_blocked(look, why, *kind);
        listed.then(|| maybe(Pick::Kind(*kind), blocked))
    });
    let mut out: Vec<Choice> = each.collect();
    if left > 1 && !matches!(why, KindWhy::Spent(_)) {
        let whole = |choice: &Choice| match choice.pick {
            Pick::Kind(kind) if choice.blocked.is_none() => Some(maybe(Pick::All(kind), None)),
            _ => None,
        };
        let more: Vec<Choice> = out.iter().filter_map(whole).collect();
        // With a single open type, one answer for all is enough.
        if more.len() > 1 {
            out.extend(more);
        }
    }
    out
}

fn kind_blocked(look: Look, why: KindWhy, kind: Kind) -> (bool, Option<Blocked>) {
    let city = look.city;
    let nobody = || (city.citizens[kind.at()] == 0).then_some(Blocked::Nobody);
    match why {
        KindWhy::Sick | KindWhy::Flip | KindWhy::Die(_) | KindWhy::Leave => (true, nobody()),
        KindWhy::Heal => {
            let skull = city.skull[kind.at()] && city.sick[kind.at()] > 0;
            let why = if skull { Blocked::Skull } else { Blocked::Nobody };
            (true, (look.curable(kind) == 0).then_some(why))
        }
        KindWhy::Join => {
            (true, (city.citizens[kind.at()] >= TRACK_END).then_some(Blocked::NoSpace))
        }
        KindWhy::Spent(mask) => {
            let none = city.spent[kind.at()] >= look.pack.tables.spent_each;
            (mask & 1 << kind.at() != 0, none.then_some(Blocked::NoneLeft))
        }
    }
}

/// Every way to use all Cure points; many points one by one.
pub fn cure(look: Look, points: u8) -> Vec<Choice> {
    let caps: [u8; 3] = [Kind::Worker, Kind::Engineer, Kind::Child].map(|kind| look.curable(kind));
    if points > SPLIT {
        let reason = |kind: Kind| (caps[kind.at()] == 0).then_some(Blocked::Nobody);
        return Kind::ALL.iter().map(|kind| maybe(Pick::Kind(*kind), reason(*kind))).collect();
    }
    let mut out = Vec::new();
    for w in (0..=points.min(caps[0])).rev() {
        for e in (0..=(points - w).min(caps[1])).rev() {
            let c = points - w - e;
            if c <= caps[2] {
                out.push(maybe(Pick::Split([w, e, c]), None));
            }
        }
    }
    out
}

/// Markers that show the Skull.
pub fn treat(look: Look) -> Vec<Choice> {
    open(Kind::ALL.iter().filter(|k| look.city.skull[k.at()]).map(|k| Pick::Kind(*k)))
}

/// The lowest markers still to resolve.
pub fn sick_order(look: Look, mask: u8) -> Vec<Choice> {
    let left: Vec<Kind> = Kind::ALL.iter().copied().filter(|k| mask & 1 << k.at() != 0).collect();
    let lowest = left.iter().map(|k| look.city.sick[k.at()]).min().unwrap_or(0);
    open(left.into_iter().filter(|k| look.city.sick[k.at()] == lowest).map(Pick::Kind))
}

/// Who may be left standing: any type with somebody outside its own slots.
pub fn stand(look: Look) -> Vec<Choice> {
    let night = &look.city.night;
    let some: Vec<Kind> =
        Kind::ALL.iter().copied().filter(|k| night.restless[k.at()] > 0).collect();
    let mut out = open(some.iter().map(|k| Pick::Kind(*k)));
    if night.standing > 1 && some.len() > 1 {
        let all = some.iter().filter(|k| night.restless[k.at()] >= night.standing);
        out.extend(open(all.map(|k| Pick::All(*k))));
    }
    out
}

/// Spent tokens that can be taken out of the supply.
pub fn spent_tokens(look: Look) -> Vec<Choice> {
    open(Kind::ALL.iter().filter(|k| look.city.spent[k.at()] > 0).map(|k| Pick::Kind(*k)))
}
