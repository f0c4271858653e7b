//! Laws, Technologies, Expeditions and cards in play, as short lists.
//!
//! May use: the view, words. A list that is too long ends with how many more
//! there are; what is new has an ember before it. Deliberately absent: what a
//! card does.

use super::colours::{EMBER, FAINT, PANEL, SOFT};
use super::scene::Scene;
use super::{COLUMN, HEAT, MOOD, PEOPLE, STORES, marks};
use crate::canvas::{Painter, Rect, TextStyle};
use crate::frostpunk::view::{ExpeditionView, LawView, TechnologyView, View};
use crate::game::Message;

const ABOVE: f32 = HEAT + STORES + MOOD + PEOPLE;
const FRAME: Rect = Rect::new(COLUMN.x, COLUMN.y + ABOVE, COLUMN.w, COLUMN.h - ABOVE);
/// The corner of the map above the upper right of the Crater.
const CORNER: Rect = Rect::new(600.0, 104.0, 154.0, 124.0);
const HEADING: f32 = 22.0;
/// Room for the ember before a line.
const EMBERS: f32 = 14.0;

/// How large the lines of a list are.
#[derive(Clone, Copy)]
struct Lines {
    step: f32,
    size: f32,
}

const WIDE: Lines = Lines { step: 18.0, size: 14.5 };
const NARROW: Lines = Lines { step: 16.5, size: 13.0 };

/// A line of a list.
struct Item {
    text: String,
    new: bool,
}

/// A heading and what stands below it.
type List = (&'static str, Vec<Item>);

pub(super) fn fixed(pen: &mut Painter) {
    pen.panel(FRAME, 10.0, PANEL);
}

pub(super) fn draw(pen: &mut Painter, scene: &Scene) {
    let inner = FRAME.inset(10.0);
    let left = [("picture-laws", laws(scene)), ("picture-technologies", technologies(scene))];
    pair(pen, scene, inner.column(0, 2, 14.0), &left);
    let open = ("picture-in-play", in_play(scene));
    titled(pen, scene, inner.column(1, 2, 14.0), &open, WIDE);
    let away = ("picture-expeditions", expeditions(scene));
    titled(pen, scene, CORNER, &away, NARROW);
}

/// Two lists one above the other; each has at least half of the room.
fn pair(pen: &mut Painter, scene: &Scene, frame: Rect, lists: &[List; 2]) {
    let most = ((frame.h - 2.0 * HEADING) / WIDE.step).floor() as usize;
    let [first, second] = [&lists[0].1, &lists[1].1];
    let upper = first.len().max(1).min(most - second.len().clamp(1, most / 2));
    let (above, below) = frame.cut_top(HEADING + WIDE.step * upper as f32);
    for (list, frame) in lists.iter().zip([above, below]) {
        titled(pen, scene, frame, list, WIDE);
    }
}

fn titled(pen: &mut Painter, scene: &Scene, frame: Rect, (key, items): &List, lines: Lines) {
    let (heading, rest) = frame.cut_top(HEADING);
    pen.write(&scene.said.key(key), heading, TextStyle::new(lines.size + 1.0, EMBER).bold());
    list(pen, scene, items, rest, lines);
}

fn list(pen: &mut Painter, scene: &Scene, items: &[Item], frame: Rect, lines: Lines) {
    let Lines { step, size } = lines;
    let most = (frame.h / step).floor() as usize;
    let line = |at: usize| Rect::new(frame.x, frame.y + step * at as f32, frame.w, step);
    let shown = if items.len() > most { most.saturating_sub(1) } else { items.len() };
    for (at, item) in items.iter().take(shown).enumerate() {
        let mut line = line(at);
        if item.new {
            marks::fresh(pen, (line.x + 5.0, line.centre().1));
            line = line.cut_left(EMBERS).1;
        }
        pen.write(&item.text, line, TextStyle::new(size, SOFT));
    }
    let more = items.len() - shown;
    let rest = if more > 0 {
        scene.said.say(&Message::new("picture-more").number("count", more as i64))
    } else if items.is_empty() {
        scene.said.key("picture-none")
    } else {
        return;
    };
    pen.write(&rest, line(shown), TextStyle::new(size, FAINT));
}

fn laws(scene: &Scene) -> Vec<Item> {
    let law = |law: &LawView| {
        let new = scene.is_new(|before| before.cards.laws.contains(law));
        let name = scene.said.card(&law.card);
        if law.covered_by.is_none() {
            return Item { text: name, new };
        }
        let text = scene.said.say(&Message::new("picture-covered").label("law", name));
        Item { text, new }
    };
    scene.view.cards.laws.iter().map(law).collect()
}

fn technologies(scene: &Scene) -> Vec<Item> {
    let item = |one: &TechnologyView| {
        let state = |view: &View| {
            let running = view.cards.development.as_ref().is_some_and(|d| d.card == one.card);
            let same = view.cards.technologies.iter().find(|other| other.card == one.card);
            same.map(|same| (same.developed, running))
        };
        let new = scene.is_new(|before| state(before) == state(scene.view));
        Item { text: technology(scene, one), new }
    };
    scene.view.cards.technologies.iter().map(item).collect()
}

fn technology(scene: &Scene, technology: &TechnologyView) -> String {
    let running = scene.view.cards.development.as_ref().filter(|d| d.card == technology.card);
    let message = match running {
        Some(token) => Message::new("picture-developing").number("round", token.round),
        None if technology.developed => Message::new("picture-developed"),
        None => Message::new("picture-undeveloped").number("cost", technology.cost),
    };
    scene.said.say(&message.label("card", scene.said.card(&technology.card)))
}

fn expeditions(scene: &Scene) -> Vec<Item> {
    scene.view.cards.expeditions.iter().flat_map(|stack| expedition(scene, stack)).collect()
}

/// The card on top of a stack, and how far the Scout is.
fn expedition(scene: &Scene, stack: &ExpeditionView) -> Vec<Item> {
    let Some(top) = stack.cards.last() else {
        return Vec::new();
    };
    let said = scene.said;
    let stacks = |view: &View, same: &dyn Fn(&ExpeditionView) -> bool| {
        view.cards.expeditions.iter().any(same)
    };
    let on_top = |other: &ExpeditionView| other.cards.last().is_some_and(|c| c.card == top.card);
    let new = scene.is_new(|before| stacks(before, &on_top));
    let place = Message::new("picture-expedition").label("card", said.card(&top.card));
    let text = said.say(&place.label("letter", top.letter.to_uppercase()));
    let mut lines = vec![Item { text, new }];
    if let Some(scout) = &stack.scout {
        let who = said.word("meeple", &scout.meeple);
        let message =
            Message::new("picture-scout").label("meeple", who).number("space", scout.space + 1);
        let there = |other: &ExpeditionView| on_top(other) && other.scout == stack.scout;
        let new = scene.is_new(|before| stacks(before, &there));
        lines.push(Item { text: said.say(&message.number("path", top.path)), new });
    }
    lines
}

/// A card that a view may have.
type OneCard = fn(&View) -> Option<String>;

/// Event and Scenario cards, the last Weather, and the Social Dispute to come.
fn in_play(scene: &Scene) -> Vec<Item> {
    let said = scene.said;
    let open = scene.view.cards.open.iter().map(|open| {
        let new = scene.is_new(|before| before.cards.open.iter().any(|o| o.card == open.card));
        Item { text: said.card(&open.card), new }
    });
    let mut all: Vec<Item> = open.collect();
    let more: [(&str, OneCard); 2] = [
        ("picture-weather", |view| view.cards.piles.weather.last().cloned()),
        ("picture-dispute", |view| view.cards.dispute.clone()),
    ];
    for (key, card) in more {
        if let Some(now) = card(scene.view) {
            let new = scene.is_new(|before| card(before).as_ref() == Some(&now));
            let text = said.say(&Message::new(key).label("card", said.card(&now)));
            all.push(Item { text, new });
        }
    }
    all
}
