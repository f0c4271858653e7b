//! Heat against Cold, stress, and the stores.
//!
//! May use: the view, marks, words. Deliberately absent: what is enough; the
//! numbers stand beside each other.

use super::colours::{
    ALARM, DARK, EDGE, EMBER, FAINT, FROZEN, ICE, LIT, PANEL, RAISED, SOFT, TEXT,
};
use super::layer::Headings;
use super::said::Said;
use super::scene::{Scene, stored};
use super::{HEAT, STORES, marks, panel};
use crate::canvas::{Painter, Rect, Rgba, TextStyle, width};
use crate::frostpunk::rules::ids::Resource;
use crate::frostpunk::view::{GeneratorView, RangeView, View};
use crate::game::Message;

const HEAT_PANEL: Rect = panel(0.0, HEAT);
const STORES_PANEL: Rect = panel(HEAT, STORES);
/// The width of a key number.
pub(super) const KEY: f32 = 120.0;
/// The height of its word.
const WORD: f32 = 30.0;
const KEY_SIZE: f32 = 54.0;

pub(super) fn fixed(pen: &mut Painter, words: &Headings) {
    pen.panel(HEAT_PANEL, 10.0, PANEL);
    pen.panel(STORES_PANEL, 10.0, PANEL);
    let (above, _, _) = heat_rows();
    let (heat, rest) = above.cut_left(KEY);
    let (cold, rest) = rest.cut_left(KEY);
    key_word(pen, words.get("picture-heat"), heat, EMBER);
    key_word(pen, words.get("picture-cold"), cold, ICE);
    key_word(pen, words.get("picture-food"), STORES_PANEL.inset(10.0).cut_left(KEY).0, EMBER);
    for at in 0..3 {
        let (_, buildings, _) = range_parts(rest, at);
        let room = beside_its_mark(buildings);
        pen.write(words.get("picture-buildings"), room, TextStyle::new(15.0, SOFT));
    }
}

/// The word above a key number, large enough for a telephone.
pub(super) fn key_word(pen: &mut Painter, word: &str, frame: Rect, ink: Rgba) {
    pen.write(word, frame.cut_top(WORD).0, TextStyle::new(25.0, ink).bold().centred());
}

/// A key number below its word, with its change at its side.
pub(super) fn key_number(pen: &mut Painter, number: i64, change: i64, frame: Rect) {
    let (_, below) = frame.cut_top(WORD);
    let letters = TextStyle::new(KEY_SIZE, TEXT).bold();
    let text = number.to_string();
    if change == 0 {
        pen.write(&text, below, letters.centred());
        return;
    }
    let wide = width(&text, letters);
    let room = Rect::around(below.centre(), (wide + 42.0).min(frame.w), below.h);
    let (digits, mark) = room.cut_left(room.w - 40.0);
    pen.write(&text, digits, letters);
    marks::change(pen, change, Rect { x: mark.x + 2.0, w: 38.0, ..mark });
}

/// The key numbers, the Heat track, the Stress track.
fn heat_rows() -> (Rect, Rect, Rect) {
    let (above, rest) = HEAT_PANEL.inset(10.0).cut_top(96.0);
    let (track, stress) = rest.cut_top(46.0);
    (above, track, Rect { y: stress.y - 3.0, h: 40.0, ..stress })
}

pub(super) fn heat(pen: &mut Painter, scene: &Scene) {
    let Scene { view, said, .. } = *scene;
    let board = &view.generator;
    let (above, track, below) = heat_rows();
    let (heat, rest) = above.cut_left(KEY);
    let (cold, ranges) = rest.cut_left(KEY);
    let number = |scene: &Scene, of: fn(&View) -> i64| (of(scene.view), scene.change(of));
    let (now, change) = number(scene, |view| view.generator.heat.into());
    key_number(pen, now, change, heat);
    let (now, change) = number(scene, |view| view.generator.cold.into());
    key_number(pen, now, change, cold);
    for (at, range) in board.ranges.iter().take(3).enumerate() {
        draw_range(pen, said, range, range_parts(ranges, at));
    }
    heat_track(pen, board, track);
    stress(pen, scene, below);
}

/// A row of the Heat Ranges: its mark, its Buildings, its zone.
fn range_parts(ranges: Rect, at: usize) -> (Rect, Rect, Rect) {
    let rows = Rect { x: ranges.x + 10.0, w: ranges.w - 10.0, h: ranges.h - 8.0, ..ranges };
    let row = rows.row(at, 3);
    let (mark, rest) = row.cut_left(46.0);
    let (buildings, zone) = rest.cut_left(106.0);
    (mark, buildings, zone)
}

/// A Heat Range: where its indicator is, which Buildings and which zone it heats now.
fn draw_range(pen: &mut Painter, said: Said, range: &RangeView, parts: (Rect, Rect, Rect)) {
    let (mark, buildings, zone) = parts;
    let y = mark.centre().1;
    marks::insulation(pen, said, &range.range, (mark.x + 8.0, y));
    let level = Rect { x: mark.x + 19.0, w: 25.0, ..mark };
    pen.write(&range.level.to_string(), level, TextStyle::new(15.0, TEXT).bold());
    marks::temperature(pen, range.heats_buildings, (buildings.x + 8.0, y));
    let name = Message::new("picture-zone").label("zone", range.zone.to_uppercase());
    pen.write(&said.say(&name), beside_its_mark(zone), TextStyle::new(15.0, SOFT));
    marks::temperature(pen, range.heats_zone, (zone.x + 8.0, y));
}

/// Warm or cold stands before what it is said of, as in the legend.
fn beside_its_mark(frame: Rect) -> Rect {
    Rect { x: frame.x + 20.0, w: frame.w - 24.0, ..frame }
}

/// The Heat track: a flame stands on the Heat, a star of ice on the Cold.
fn heat_track(pen: &mut Painter, board: &GeneratorView, frame: Rect) {
    let (above, cells) = frame.cut_top(18.0);
    let last = board.last.clamp(1, 24);
    let cell =
        |at: u8, frame: Rect| frame.column(usize::from(at.min(last)), usize::from(last) + 1, 2.0);
    for at in 0..=last {
        let space = Rect { h: 20.0, ..cell(at, cells) };
        let (ground, ink) = if at <= board.heat && board.heat > 0 {
            (LIT, EMBER)
        } else if at <= board.cold {
            (FROZEN, ICE)
        } else {
            (RAISED, FAINT)
        };
        pen.panel(space, 3.0, ground);
        pen.write(&at.to_string(), space, TextStyle::new(11.5, ink).bold().centred());
    }
    let side = if board.heat == board.cold { 7.5 } else { 0.0 };
    let place = |at: u8| cell(at, above).centre();
    let (x, y) = place(board.heat);
    marks::flame(pen, (x - side, y), 8.0);
    let (x, y) = place(board.cold);
    marks::temperature(pen, false, (x + side, y));
}

/// The Stress track: full spaces are filled; a number says the same.
fn stress(pen: &mut Painter, scene: &Scene, frame: Rect) {
    let board = &scene.view.generator;
    let (text, track) = frame.cut_left(196.0);
    let over = board.overflow > 0;
    stress_words(pen, scene, Rect { x: text.x + 4.0, w: 184.0, ..text }, over);
    let spaces = board.stress_spaces.clamp(1, 20);
    for space in 0..spaces {
        let frame = track.column(usize::from(space), usize::from(spaces), 4.0);
        let full = u16::from(space) < board.stress;
        pen.panel(frame, 4.0, EDGE);
        let fill = if full { if over { ALARM } else { EMBER } } else { RAISED };
        pen.panel(frame.inset(1.0), 3.5, fill);
        let ink = if full { DARK } else { FAINT };
        let number = (space + 1).to_string();
        pen.write(&number, frame, TextStyle::new(13.0, ink).bold().centred());
    }
}

/// The stress in words, and what the next check will drop into the tower.
fn stress_words(pen: &mut Painter, scene: &Scene, frame: Rect, over: bool) {
    let board = &scene.view.generator;
    let message = Message::new("picture-stress").number("stress", board.stress);
    let message = scene.said.say(&message.number("spaces", board.stress_spaces));
    let (above, below) = frame.cut_top(24.0);
    let letters = TextStyle::new(22.0, if over { ALARM } else { TEXT }).bold();
    marks::text_and_change(
        pen,
        &message,
        scene.change(|v| v.generator.stress.into()),
        above,
        letters,
    );
    let key = if board.overheated { "picture-cubes-overheated" } else { "picture-cubes" };
    let cubes = scene.said.say(&Message::new(key).number("cubes", board.cubes));
    let ink = if board.overheated { ALARM } else { SOFT };
    pen.write(&cubes, below, TextStyle::new(13.0, ink));
}

pub(super) fn stores(pen: &mut Painter, scene: &Scene) {
    let (food, rest) = STORES_PANEL.inset(10.0).cut_left(KEY);
    key_number(pen, scene.view.food.into(), scene.change(|view| view.food.into()), food);
    let (people, goods) = rest.cut_left(232.0);
    let people = Rect { x: people.x + 8.0, w: people.w - 14.0, ..people };
    let (fed, rest) = people.cut_top(42.0);
    let [first, others @ ..] = hungry(scene);
    pen.write(&first.text, fed, TextStyle::new(27.0, first.ink).bold());
    for (at, line) in others.iter().enumerate() {
        let letters = TextStyle::new(15.0, line.ink);
        marks::text_and_change(pen, &line.text, line.change, rest.row(at, 3), letters);
    }
    supply(pen, scene, Rect { x: goods.x + 4.0, w: goods.w - 4.0, ..goods });
}

/// A line of text.
struct Line {
    text: String,
    ink: Rgba,
    change: i64,
}

/// Who is fed, and what hunger and death have done.
fn hungry(scene: &Scene) -> [Line; 4] {
    let Scene { view, said, .. } = *scene;
    let kind = |key: &Option<String>| match key {
        Some(key) => said.word("kind-many", key),
        None => said.key("picture-none"),
    };
    let now = Message::new("picture-fed").label("kind", kind(&view.fed.now));
    let next = Message::new("picture-fed-next").label("kind", kind(&view.fed.next));
    let hunger = Message::new("picture-hunger").number("hunger", view.hunger);
    let hunger = hunger.number("loss", view.hunger_loss);
    let corpses = Message::new("picture-corpses").number("corpses", view.corpses);
    let corpses = corpses.number("last", view.corpse_last);
    let line = |message: &Message, ink, change| Line { text: said.say(message), ink, change };
    let alarm = |bad: bool| if bad { ALARM } else { SOFT };
    [
        line(&now, TEXT, 0),
        line(&next, SOFT, 0),
        line(&hunger, alarm(view.hunger > 0), scene.change(|view| view.hunger.into())),
        line(&corpses, alarm(view.corpses > 0), scene.change(|view| view.corpses.into())),
    ]
}

fn supply(pen: &mut Painter, scene: &Scene, frame: Rect) {
    let count = |view: &View, good: &Resource| stored(view, good.key());
    // Steel is in other scenarios only.
    let shown = Resource::ALL.iter().filter(|r| **r != Resource::Steel || count(scene.view, r) > 0);
    let shown: Vec<&Resource> = shown.collect();
    for (at, good) in shown.iter().enumerate() {
        let row = frame.row(at, shown.len());
        marks::stuff(pen, good.key(), (row.x + 8.0, row.centre().1));
        let (number, name) = Rect { x: row.x + 18.0, w: row.w - 18.0, ..row }.cut_left(40.0);
        let letters = TextStyle::new(26.0, TEXT).bold().right();
        pen.write(&count(scene.view, good).to_string(), number, letters);
        let name = Rect { x: name.x + 6.0, w: name.w - 6.0, ..name };
        let change = scene.change(|view| count(view, good).into());
        let word = scene.said.word("picture-store", good.key());
        marks::text_and_change(pen, &word, change, name, TextStyle::new(16.0, SOFT));
    }
}
