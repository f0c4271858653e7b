//! What is drawn: a view, the one of the picture before it, and words.
//!
//! May use: views, words. Deliberately absent: how a change is marked.

use super::said::Said;
use crate::frostpunk::view::{SpaceView, View};

/// A view to be drawn.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) view: &'a View,
    /// What the last picture showed, if changes are to be marked.
    pub(super) before: Option<&'a View>,
    pub(super) said: Said<'a>,
}

impl Scene<'_> {
    /// By how much a number changed.
    pub(super) fn change(&self, number: impl Fn(&View) -> i64) -> i64 {
        self.before.map_or(0, |before| number(self.view) - number(before))
    }

    /// Is this something the last picture did not have?
    pub(super) fn is_new(&self, had: impl Fn(&View) -> bool) -> bool {
        self.before.is_some_and(|before| !had(before))
    }

    /// Was something built, wrecked, taken, laid or placed here?
    pub(super) fn space_changed(&self, now: &SpaceView) -> bool {
        let built = |space: &SpaceView| {
            space.building.as_ref().map(|one| (one.id.clone(), one.upgraded, one.ruins))
        };
        let same = |then: &SpaceView| {
            built(then) == built(now) && then.pile == now.pile && same_figures(then, now)
        };
        self.is_new(|before| space_of(before, &now.label).is_some_and(same))
    }
}

/// Figures that go home for the night are no news.
fn same_figures(then: &SpaceView, now: &SpaceView) -> bool {
    now.meeples.is_empty() || then.meeples == now.meeples
}

fn space_of<'v>(view: &'v View, label: &str) -> Option<&'v SpaceView> {
    let mut spaces = view.map.tiles.iter().flat_map(|tile| &tile.spaces);
    spaces.find(|space| space.label == label)
}

/// All Citizens.
pub(super) fn citizens(view: &View) -> u32 {
    view.people.iter().map(|people| u32::from(people.citizens)).sum()
}

/// All the sick.
pub(super) fn sick(view: &View) -> u32 {
    view.people.iter().map(|people| u32::from(people.sick)).sum()
}

/// How much of a resource is in the supply.
pub(super) fn stored(view: &View, good: &str) -> u32 {
    view.supply.get(good).copied().unwrap_or_default().into()
}
