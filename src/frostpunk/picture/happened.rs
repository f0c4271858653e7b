//! The events of a campaign as marks above its charts, one space a round.
//!
//! May use: views, words. What happened is read from what changed between two
//! rounds; each mark is a letter or a sign, and said in words beside them.
//! Deliberately absent: the course within a round.

use super::colours::{ALARM, EDGE, EMBER, FAINT, HOPE, ICE, PANEL, SOFT, TEXT};
use super::said::Said;
use super::scene::citizens;
use crate::canvas::{Painter, Rect, Rgba, TextStyle, width};
use crate::frostpunk::view::{BuildingView, View};

/// A kind of event: its sign, its words, its colour, and whether it happened between two views.
struct Kind {
    sign: &'static str,
    key: &'static str,
    ink: Rgba,
    between: fn(&View, &View) -> bool,
}

const KINDS: [Kind; 7] = [
    Kind { sign: "S", key: "picture-event-storm", ink: ICE, between: storm },
    Kind {
        sign: "☠",
        key: "picture-event-death",
        ink: ALARM,
        between: |a, b| citizens(b) < citizens(a),
    },
    Kind {
        sign: "L",
        key: "picture-event-law",
        ink: TEXT,
        between: |a, b| b.cards.laws.len() > a.cards.laws.len(),
    },
    Kind {
        sign: "T",
        key: "picture-event-technology",
        ink: HOPE,
        between: |a, b| developed(b) > developed(a),
    },
    Kind {
        sign: "X",
        key: "picture-event-expedition",
        ink: HOPE,
        between: |a, b| a.cards.expeditions != b.cards.expeditions,
    },
    Kind {
        sign: "B",
        key: "picture-event-built",
        ink: EMBER,
        between: |a, b| standing(b) > standing(a),
    },
    Kind {
        sign: "R",
        key: "picture-event-ruined",
        ink: ALARM,
        between: |a, b| ruins(b) > ruins(a),
    },
];

fn storm(before: &View, now: &View) -> bool {
    [before, now].into_iter().any(|view| view.storm == Some(now.round))
}

fn developed(view: &View) -> usize {
    view.cards.technologies.iter().filter(|technology| technology.developed).count()
}

fn buildings(view: &View) -> impl Iterator<Item = &BuildingView> {
    let spaces = view.map.tiles.iter().flat_map(|tile| &tile.spaces);
    spaces.filter_map(|space| space.building.as_ref())
}

fn standing(view: &View) -> usize {
    buildings(view).filter(|building| !building.ruins).count()
}

fn ruins(view: &View) -> usize {
    buildings(view).filter(|building| building.ruins).count()
}

pub(super) fn draw(pen: &mut Painter, views: &[View], said: Said, frame: Rect) {
    pen.panel(frame, 8.0, PANEL);
    let (track, legend) = frame.inset(7.0).cut_top(46.0);
    let rounds = views.iter().map(|view| view.rounds.max(view.round)).max().unwrap_or(1);
    let rounds = usize::from(rounds.clamp(1, 24));
    for round in 1..=rounds {
        let space = track.column(round - 1, rounds, 3.0);
        pen.border(space, 4.0, EDGE, 1.0);
        let (above, below) = space.cut_top(20.0);
        pen.write(&round.to_string(), above, TextStyle::new(15.0, FAINT).centred());
        signs(pen, views, round, Rect { h: 22.0, ..below });
    }
    explain(pen, said, legend);
}

/// The signs of a round, side by side in the middle of its space.
fn signs(pen: &mut Painter, views: &[View], round: usize, frame: Rect) {
    let now = views.iter().position(|view| usize::from(view.round) == round);
    let Some([before, now]) = now.and_then(|at| views.get(at.checked_sub(1)?..=at)) else {
        return;
    };
    let met: Vec<&Kind> = KINDS.iter().filter(|kind| (kind.between)(before, now)).collect();
    let step = (frame.w / met.len().max(1) as f32).min(18.0);
    let left = frame.centre().0 - step * met.len() as f32 / 2.0;
    for (at, kind) in met.iter().enumerate() {
        let place = Rect::new(left + step * at as f32, frame.y, step, frame.h);
        // Seven signs in a narrow space are small, but none is left out.
        let size = step.min(17.0);
        pen.write(kind.sign, place, TextStyle::new(size, kind.ink).bold().centred());
    }
}

/// What the signs mean.
fn explain(pen: &mut Painter, said: Said, frame: Rect) {
    let texts = KINDS.map(|kind| said.key(kind.key));
    let letters = TextStyle::new(16.0, SOFT);
    let gap = 18.0;
    let wide: f32 = texts.iter().map(|text| width(text, letters) + gap).sum();
    let scale = ((frame.w + gap) / wide).min(1.0);
    let mut x = frame.centre().0 - (wide * scale - gap) / 2.0;
    for text in &texts {
        let room = (width(text, letters) + gap) * scale;
        pen.write(text, Rect { x, y: frame.y + 2.0, w: room - 4.0, h: frame.h }, letters);
        x += room;
    }
}
