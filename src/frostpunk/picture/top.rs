//! The bar on top: round, phase, leader, the Round track; the Advisors below it.
//!
//! May use: the view, words. Deliberately absent: what will happen in a round;
//! only its tokens are shown.

use super::colours::{ALARM, DARK, EDGE, EMBER, FAINT, HOPE, ICE, PANEL, RAISED, SOFT, TEXT};
use super::said::Said;
use super::scene::Scene;
use crate::canvas::{Painter, Rect, Rgba, TextStyle};
use crate::frostpunk::rules::state::Outcome;
use crate::frostpunk::view::View;
use crate::game::Message;

const BAR: Rect = Rect::new(10.0, 10.0, 1260.0, 82.0);
/// The corner of the map above the upper left of the Crater.
const CORNER: Rect = Rect::new(10.0, 104.0, 196.0, 120.0);

pub(super) fn fixed(pen: &mut Painter) {
    pen.panel(BAR, 10.0, PANEL);
}

pub(super) fn draw(pen: &mut Painter, scene: &Scene) {
    let Scene { view, said, .. } = *scene;
    let (round, rest) = BAR.cut_left(312.0);
    let (phase, rest) = rest.cut_left(330.0);
    let number = Message::new("picture-round").number("round", view.round);
    let number = said.say(&number.number("rounds", view.rounds));
    pen.write(&number, pad(round, 18.0), TextStyle::new(44.0, TEXT).bold());
    let (text, ink) = standing(view, said);
    pen.write(&text, pad(phase, 10.0), TextStyle::new(44.0, ink).bold());
    let (track, facts) = pad(rest, 10.0).cut_top(50.0);
    round_track(pen, view, Rect { y: track.y + 8.0, h: 36.0, ..track });
    let facts = Rect { h: 22.0, ..facts };
    let leader = Message::new("picture-leader").label("advisor", said.advisor(view, view.leader));
    pen.write(&said.say(&leader), facts.column(0, 2, 12.0), TextStyle::new(17.0, SOFT));
    let (text, ink) = outlook(view, said);
    pen.write(&text, facts.column(1, 2, 12.0), TextStyle::new(17.0, ink).right());
    advisors(pen, view, said);
}

fn pad(frame: Rect, by: f32) -> Rect {
    Rect { x: frame.x + by, w: frame.w - 2.0 * by, ..frame }
}

/// The phase, or how it ended.
fn standing(view: &View, said: Said) -> (String, Rgba) {
    match view.outcome {
        None => (said.word("phase", &view.phase), EMBER),
        Some(Outcome::Won) => (said.key("picture-won"), HOPE),
        Some(Outcome::Lost(_)) => (said.key("picture-lost"), ALARM),
    }
}

/// Why it was lost, or when the storm comes.
fn outlook(view: &View, said: Said) -> (String, Rgba) {
    match (view.outcome, view.storm) {
        (Some(Outcome::Lost(loss)), _) => (said.word("loss", loss.key()), ALARM),
        (Some(Outcome::Won), _) => (String::new(), HOPE),
        (None, Some(round)) => {
            (said.say(&Message::new("picture-storm").number("round", round)), ICE)
        }
        (None, None) => (said.key("picture-storm-none"), ICE),
    }
}

fn round_track(pen: &mut Painter, view: &View, frame: Rect) {
    let rounds = view.rounds.clamp(1, 20);
    for round in 1..=rounds {
        let space = frame.column(usize::from(round) - 1, usize::from(rounds), 3.0);
        let (ground, number) = match round.cmp(&view.round) {
            std::cmp::Ordering::Less => (RAISED, FAINT),
            std::cmp::Ordering::Equal => (EMBER, DARK),
            std::cmp::Ordering::Greater => (PANEL, SOFT),
        };
        pen.panel(space, 5.0, ground);
        pen.border(space, 5.0, EDGE, 1.25);
        let (above, below) = space.cut_top(20.0);
        pen.write(&round.to_string(), above, TextStyle::new(14.0, number).bold().centred());
        let marks = tokens(view, round);
        let below = Rect { h: 11.0, ..below };
        pen.write(&marks, below, TextStyle::new(11.0, number).bold().centred());
    }
}

/// Storm, Trigger and development tokens of a round, as in the text board.
fn tokens(view: &View, round: u8) -> String {
    let storm = (view.storm == Some(round)).then_some("S");
    let trigger = view.triggers.iter().any(|token| token.round == round).then_some("!");
    let development = view.cards.development.as_ref().filter(|token| token.round == round);
    [storm, trigger, development.map(|_| "D")].into_iter().flatten().collect()
}

/// The Advisors and their hands; the one whose turn it is has an ember.
fn advisors(pen: &mut Painter, view: &View, said: Said) {
    let rows = view.seats.len().clamp(1, 4);
    for (at, seat) in view.seats.iter().take(rows).enumerate() {
        let row = CORNER.row(at, 4);
        let row = Rect { h: row.h - 6.0, ..row };
        let (name, hand) = row.cut_left(142.0);
        let active = view.phase == "action" && view.active == seat.seat;
        let ink = if active { EMBER } else { SOFT };
        if active {
            pen.disc((row.x + 4.0, row.centre().1), 4.0, EMBER);
        }
        let name = Rect { x: name.x + 14.0, w: name.w - 14.0, ..name };
        pen.write(&said.word("advisor", &seat.role), name, TextStyle::new(13.5, ink).bold());
        let cards = Message::new("picture-hand").number("count", seat.hand_size as i64);
        let hand = Rect { x: hand.x + 6.0, w: hand.w - 6.0, ..hand };
        pen.write(&said.say(&cards), hand, TextStyle::new(13.0, FAINT));
    }
}
