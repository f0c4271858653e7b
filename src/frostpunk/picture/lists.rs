//! Laws, Technologies, Expeditions and cards in play, as short lists.
//!
//! May use: the view, words. A list that is too long ends with how many more
//! there are. Deliberately absent: what a card does.

use super::colours::{EMBER, FAINT, PANEL, SOFT};
use super::said::Said;
use crate::canvas::{Frame, Letters, Pen};
use crate::frostpunk::view::{ExpeditionView, TechnologyView, View};
use crate::game::Message;

const LINE: f32 = 19.5;
const HEADING: f32 = 24.0;

pub(super) fn draw(pen: &mut Pen, view: &View, said: Said, frame: Frame) {
    pen.panel(frame, 10.0, PANEL);
    let inner = frame.inset(10.0);
    let left =
        [("picture-laws", laws(view, said)), ("picture-technologies", technologies(view, said))];
    let right = [
        ("picture-expeditions", expeditions(view, said)),
        ("picture-in-play", in_play(view, said)),
    ];
    column(pen, said, inner.column(0, 2, 14.0), &left);
    column(pen, said, inner.column(1, 2, 14.0), &right);
}

/// Two lists one above the other; each has at least half of the room.
fn column(pen: &mut Pen, said: Said, frame: Frame, lists: &[(&str, Vec<String>); 2]) {
    let most = ((frame.h - 2.0 * HEADING) / LINE).floor() as usize;
    let [first, second] = [&lists[0].1, &lists[1].1];
    let upper = first.len().max(1).min(most - second.len().clamp(1, most / 2));
    let (above, below) = frame.cut_top(HEADING + LINE * upper as f32);
    for ((key, items), frame) in lists.iter().zip([above, below]) {
        let (heading, rest) = frame.cut_top(HEADING);
        pen.write(&said.key(key), heading, Letters::new(15.5, EMBER).bold());
        list(pen, said, items, rest);
    }
}

fn list(pen: &mut Pen, said: Said, items: &[String], frame: Frame) {
    let most = (frame.h / LINE).floor() as usize;
    let line = |at: usize| Frame::new(frame.x, frame.y + LINE * at as f32, frame.w, LINE);
    let shown = if items.len() > most { most.saturating_sub(1) } else { items.len() };
    for (at, item) in items.iter().take(shown).enumerate() {
        pen.write(item, line(at), Letters::new(14.5, SOFT));
    }
    let more = items.len() - shown;
    let rest = if more > 0 {
        said.say(&Message::new("picture-more").number("count", more as i64))
    } else if items.is_empty() {
        said.key("picture-none")
    } else {
        return;
    };
    pen.write(&rest, line(shown), Letters::new(14.5, FAINT));
}

fn laws(view: &View, said: Said) -> Vec<String> {
    let law = |law: &crate::frostpunk::view::LawView| {
        let name = said.card(&law.card);
        if law.covered_by.is_none() {
            return name;
        }
        said.say(&Message::new("picture-covered").label("law", name))
    };
    view.cards.laws.iter().map(law).collect()
}

fn technologies(view: &View, said: Said) -> Vec<String> {
    view.cards.technologies.iter().map(|one| technology(view, said, one)).collect()
}

fn technology(view: &View, said: Said, technology: &TechnologyView) -> String {
    let running = view.cards.development.as_ref().filter(|d| d.card == technology.card);
    let message = match running {
        Some(token) => Message::new("picture-developing").number("round", token.round),
        None if technology.developed => Message::new("picture-developed"),
        None => Message::new("picture-undeveloped").number("cost", technology.cost),
    };
    said.say(&message.label("card", said.card(&technology.card)))
}

fn expeditions(view: &View, said: Said) -> Vec<String> {
    view.cards.expeditions.iter().flat_map(|stack| expedition(said, stack)).collect()
}

/// The card on top of a stack, and how far the Scout is.
fn expedition(said: Said, stack: &ExpeditionView) -> Vec<String> {
    let Some(top) = stack.cards.last() else {
        return Vec::new();
    };
    let name = said.card(&top.card);
    let place = Message::new("picture-expedition").label("card", name);
    let mut lines = vec![said.say(&place.label("letter", top.letter.to_uppercase()))];
    if let Some(scout) = &stack.scout {
        let who = said.word("meeple", &scout.meeple);
        let scout =
            Message::new("picture-scout").label("meeple", who).number("space", scout.space + 1);
        lines.push(said.say(&scout.number("path", top.path)));
    }
    lines
}

fn in_play(view: &View, said: Said) -> Vec<String> {
    view.cards.open.iter().map(|open| said.card(&open.card)).collect()
}
