//! What is the same on every board, drawn once for each language and kept.
//!
//! May use: the canvas, the fixed parts of the other files. Deliberately
//! absent: the view; whatever depends on one is drawn on a copy of this.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::said::Said;
use super::{SIZE, colours, gauges, map, mood, people, top};
use crate::canvas::{Painter, Surface};

/// Languages whose layer is kept.
const MOST: usize = 8;

/// Every word of the layer.
const KEYS: [&str; 18] = [
    "picture-buildings",
    "picture-citizens",
    "picture-cold",
    "picture-food",
    "picture-heat",
    "picture-legend-changed",
    "picture-legend-cold",
    "picture-legend-insulation",
    "picture-legend-ruined",
    "picture-legend-track",
    "picture-legend-upgraded",
    "picture-legend-warm",
    "picture-meeples",
    "picture-ready",
    "picture-sick",
    "picture-sick-short",
    "picture-track-discontent",
    "picture-track-hope",
];

/// The words of the layer: it can say nothing else, so they alone tell two layers apart.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Headings(BTreeMap<&'static str, String>);

impl Headings {
    pub(super) fn of(said: Said) -> Self {
        Headings(KEYS.iter().map(|key| (*key, said.key(key))).collect())
    }

    pub(super) fn get(&self, key: &str) -> &str {
        self.0.get(key).map_or("", String::as_str)
    }
}

/// A copy of the layer to draw on.
pub(super) fn copy(said: Said) -> Option<Surface> {
    static KEPT: Mutex<BTreeMap<Headings, Arc<Surface>>> = Mutex::new(BTreeMap::new());
    let headings = Headings::of(said);
    // A layer is whole or not there; one who died drawing leaves nothing broken.
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).get(&headings).cloned();
    if let Some(layer) = kept {
        return Some(Surface::clone(&layer));
    }
    let layer = Arc::new(draw(&headings)?);
    let copy = Surface::clone(&layer);
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if all.len() >= MOST {
        all.clear();
    }
    all.insert(headings, layer);
    Some(copy)
}

fn draw(headings: &Headings) -> Option<Surface> {
    let (width, height) = SIZE;
    let mut sheet = Surface::new(width, height, colours::GROUND)?;
    let mut pen = Painter::new(&mut sheet);
    top::fixed(&mut pen);
    map::fixed(&mut pen, headings);
    gauges::fixed(&mut pen, headings);
    mood::fixed(&mut pen, headings);
    people::fixed(&mut pen, headings);
    super::lists::fixed(&mut pen);
    pen.finish()?;
    Some(sheet)
}
