//! Heat against Cold, stress, and the stores.
//!
//! May use: the view, marks, words. Deliberately absent: what is enough; the
//! numbers stand beside each other.

use super::colours::{ALARM, DARK, EDGE, EMBER, FAINT, ICE, PANEL, RAISED, SOFT, TEXT};
use super::marks;
use super::said::Said;
use crate::canvas::{Frame, Ink, Letters, Pen};
use crate::frostpunk::rules::ids::Resource;
use crate::frostpunk::view::{GeneratorView, RangeView, View};
use crate::game::Message;

/// A key number with its word above it, large enough for a telephone.
pub(super) fn key_number(pen: &mut Pen, word: &str, number: &str, frame: Frame, ink: Ink) {
    let (above, below) = frame.cut_top(30.0);
    pen.write(word, above, Letters::new(25.0, ink).bold().centred());
    pen.write(number, below, Letters::new(52.0, TEXT).bold().centred());
}

pub(super) fn heat(pen: &mut Pen, view: &View, said: Said, frame: Frame) {
    let board = &view.generator;
    pen.panel(frame, 10.0, PANEL);
    let (above, below) = frame.inset(10.0).cut_top(100.0);
    let (heat, rest) = above.cut_left(118.0);
    let (cold, rest) = rest.cut_left(118.0);
    key_number(pen, &said.key("picture-heat"), &board.heat.to_string(), heat, EMBER);
    key_number(pen, &said.key("picture-cold"), &board.cold.to_string(), cold, ICE);
    let ranges = Frame { x: rest.x + 16.0, w: rest.w - 16.0, ..rest };
    for (at, range) in board.ranges.iter().take(3).enumerate() {
        draw_range(pen, said, range, ranges.row(at, 3));
    }
    stress(pen, board, said, below);
}

/// A Heat Range: which Buildings and which zone it heats now.
fn draw_range(pen: &mut Pen, said: Said, range: &RangeView, row: Frame) {
    let y = row.centre().1;
    let letters = Letters::new(15.0, SOFT);
    marks::insulation(pen, said, &range.range, (row.x + 8.0, y));
    let (buildings, zone) = Frame { x: row.x + 24.0, w: row.w - 24.0, ..row }.cut_left(124.0);
    pen.write(&said.key("picture-buildings"), Frame { w: 88.0, ..buildings }, letters);
    marks::temperature(pen, range.heats_buildings, (buildings.x + 100.0, y));
    let name = Message::new("picture-zone").label("zone", range.zone.to_uppercase());
    pen.write(&said.say(&name), Frame { w: zone.w - 26.0, ..zone }, letters);
    marks::temperature(pen, range.heats_zone, (zone.right() - 12.0, y));
}

/// The Stress track: full spaces are filled; a number says the same.
fn stress(pen: &mut Pen, board: &GeneratorView, said: Said, frame: Frame) {
    let frame = Frame { y: frame.y + 8.0, h: 30.0, ..frame };
    let (text, track) = frame.cut_left(176.0);
    let message = Message::new("picture-stress").number("stress", board.stress);
    let message = message.number("spaces", board.stress_spaces);
    let over = board.overflow > 0;
    let ink = if over { ALARM } else { TEXT };
    pen.write(
        &said.say(&message),
        Frame { x: text.x + 8.0, w: 160.0, ..text },
        Letters::new(21.0, ink).bold(),
    );
    let spaces = board.stress_spaces.clamp(1, 20);
    for space in 0..spaces {
        let frame = track.column(usize::from(space), usize::from(spaces), 4.0);
        let full = u16::from(space) < board.stress;
        pen.panel(frame, 4.0, if full { if over { ALARM } else { EMBER } } else { RAISED });
        pen.border(frame, 4.0, EDGE, 1.0);
        let ink = if full { DARK } else { FAINT };
        let number = (space + 1).to_string();
        pen.write(&number, frame, Letters::new(13.0, ink).bold().centred());
    }
}

pub(super) fn stores(pen: &mut Pen, view: &View, said: Said, frame: Frame) {
    pen.panel(frame, 10.0, PANEL);
    let (food, rest) = frame.inset(10.0).cut_left(118.0);
    key_number(pen, &said.key("picture-food"), &view.food.to_string(), food, EMBER);
    let (people, goods) = rest.cut_left(208.0);
    let people = Frame { x: people.x + 12.0, w: people.w - 18.0, ..people };
    for (at, (text, ink)) in hungry(view, said).iter().enumerate() {
        let size = if at == 0 { 19.0 } else { 15.0 };
        let letters = Letters::new(size, *ink);
        let letters = if at == 0 { letters.bold() } else { letters };
        pen.write(text, people.row(at, 4), letters);
    }
    supply(pen, view, said, Frame { x: goods.x + 6.0, w: goods.w - 6.0, ..goods });
}

/// Who is fed, and what hunger and death have done.
fn hungry(view: &View, said: Said) -> [(String, Ink); 4] {
    let kind = |key: &Option<String>| match key {
        Some(key) => said.word("kind-many", key),
        None => said.key("picture-none"),
    };
    let now = Message::new("picture-fed").label("kind", kind(&view.fed.now));
    let next = Message::new("picture-fed-next").label("kind", kind(&view.fed.next));
    let hunger = Message::new("picture-hunger").number("hunger", view.hunger);
    let corpses = Message::new("picture-corpses").number("corpses", view.corpses);
    let alarm = |bad: bool| if bad { ALARM } else { SOFT };
    [
        (said.say(&now), TEXT),
        (said.say(&next), SOFT),
        (said.say(&hunger.number("loss", view.hunger_loss)), alarm(view.hunger > 0)),
        (said.say(&corpses.number("last", view.corpse_last)), alarm(view.corpses > 0)),
    ]
}

fn supply(pen: &mut Pen, view: &View, said: Said, frame: Frame) {
    let count = |good: &Resource| view.supply.get(good.key()).copied().unwrap_or_default();
    // Steel is in other scenarios only.
    let shown = Resource::ALL.iter().filter(|r| **r != Resource::Steel || count(r) > 0);
    let shown: Vec<&Resource> = shown.collect();
    for (at, good) in shown.iter().enumerate() {
        let row = frame.row(at, shown.len());
        marks::stuff(pen, good.key(), (row.x + 8.0, row.centre().1));
        let (number, name) = Frame { x: row.x + 22.0, w: row.w - 22.0, ..row }.cut_left(44.0);
        let letters = Letters::new(26.0, TEXT).bold().right();
        pen.write(&count(good).to_string(), number, letters);
        let name = Frame { x: name.x + 10.0, w: name.w - 10.0, ..name };
        pen.write(&said.word("picture-store", good.key()), name, Letters::new(17.0, SOFT));
    }
}
