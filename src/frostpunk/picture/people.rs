//! The sick, the Citizens by type, and the figures that can still act.
//!
//! May use: the view, marks, words. Deliberately absent: who sleeps where.

use super::colours::{self, ALARM, FAINT, PANEL, RAISED, SOFT, TEXT};
use super::gauges::{KEY, key_number, key_word};
use super::layer::Headings;
use super::scene::{Scene, sick};
use super::{HEAT, MOOD, PEOPLE, STORES, marks, panel};
use crate::canvas::{Painter, Rect, TextStyle};
use crate::frostpunk::view::{FigureView, NightView, PeopleView, View};
use crate::game::Message;

const FRAME: Rect = panel(HEAT + STORES + MOOD, PEOPLE);
/// The width of the column with the names.
const NAMES: f32 = 126.0;
/// The last space of a Citizen track that is drawn.
const TRACK: f32 = 40.0;

/// A number of one type of Citizens.
type Marker = fn(&PeopleView) -> u8;

/// The number of the sick, the table, the figures.
fn parts() -> (Rect, Rect, Rect) {
    let (sick, rest) = FRAME.inset(10.0).cut_left(KEY);
    let rest = Rect { x: rest.x + 8.0, w: rest.w - 8.0, ..rest };
    let (table, figures) = rest.cut_top(110.0);
    (Rect { y: sick.y + 14.0, h: 100.0, ..sick }, table, figures)
}

pub(super) fn fixed(pen: &mut Painter, words: &Headings) {
    pen.panel(FRAME, 10.0, PANEL);
    let (sick, table, _) = parts();
    key_word(pen, words.get("picture-sick"), sick, ALARM);
    let titles = ["picture-citizens", "picture-sick-short", "picture-meeples"];
    for (at, title) in titles.into_iter().enumerate() {
        let frame = Rect { h: 20.0, ..cell(table, at) };
        pen.write(words.get(title), frame, TextStyle::new(14.0, FAINT).centred());
    }
}

pub(super) fn draw(pen: &mut Painter, scene: &Scene) {
    let (all, table, below) = parts();
    let count = |view: &View| i64::from(sick(view));
    key_number(pen, count(scene.view), scene.change(count), all);
    let rows = table.cut_top(20.0).1;
    for (at, people) in scene.view.people.iter().take(3).enumerate() {
        draw_people(pen, scene, people, rows.row(at, 3));
    }
    match &scene.view.night {
        Some(night) => draw_night(pen, scene, night, below),
        None => draw_figures(pen, scene, below),
    }
}

/// The columns with numbers.
fn cell(row: Rect, at: usize) -> Rect {
    let (_, numbers) = row.cut_left(NAMES);
    numbers.column(at, 3, 4.0)
}

fn draw_people(pen: &mut Painter, scene: &Scene, people: &PeopleView, row: Rect) {
    let said = scene.said;
    marks::meeple(pen, said, &people.kind, (row.x + 9.0, row.centre().1));
    let name = Rect { x: row.x + 24.0, w: NAMES - 28.0, h: row.h - 6.0, ..row };
    pen.write(&said.word("kind-many", &people.kind), name, TextStyle::new(16.0, SOFT));
    track(pen, people, Rect { y: row.bottom() - 8.0, h: 5.0, ..name });
    let skull = if people.skull { said.key("picture-skull") } else { String::new() };
    let numbers: [(String, Marker); 3] = [
        (people.citizens.to_string(), |people| people.citizens),
        (format!("{}{skull}", people.sick), |people| people.sick),
        (people.meeples.to_string(), |people| people.meeples),
    ];
    for (at, (number, of)) in numbers.iter().enumerate() {
        let then = |view: &View| {
            let same = view.people.iter().find(|other| other.kind == people.kind);
            same.map_or(0, |people| i64::from(of(people)))
        };
        let ink = if at == 1 && people.sick > 0 { ALARM } else { TEXT };
        let letters = TextStyle::new(21.0, ink).bold();
        marks::number_and_change(pen, number, scene.change(then), cell(row, at), letters);
    }
}

/// The Citizens as a bar, the sick the part of it in alarm; the numbers say the same.
fn track(pen: &mut Painter, people: &PeopleView, frame: Rect) {
    let long = |count: u8| frame.w * (f32::from(count) / TRACK).min(1.0);
    pen.panel(frame, 2.5, RAISED);
    if people.citizens > 0 {
        let whole = Rect { w: long(people.citizens).max(5.0), ..frame };
        pen.panel(whole, 2.5, colours::meeple(&people.kind));
    }
    if people.sick > 0 {
        pen.panel(Rect { w: long(people.sick).max(5.0), ..frame }, 2.5, ALARM);
    }
}

/// Figures in the supply that can still be placed.
fn draw_figures(pen: &mut Painter, scene: &Scene, row: Rect) {
    let (name, mut places) = row.cut_left(84.0);
    pen.write(&scene.said.key("picture-ready"), name, TextStyle::new(15.0, SOFT));
    let own = |f: &&FigureView| {
        f.ready + f.resting + f.on_spent + f.placed + f.scouting > 0 || f.meeple == "worker"
    };
    for figure in scene.view.figures.iter().filter(own).take(6) {
        let (place, rest) = places.cut_left(46.0);
        marks::meeple(pen, scene.said, &figure.meeple, (place.x + 9.0, place.centre().1));
        let number = Rect { x: place.x + 21.0, w: place.w - 23.0, ..place };
        pen.write(&figure.ready.to_string(), number, TextStyle::new(17.0, TEXT).bold());
        places = rest;
    }
}

/// While the Night is settled: who has a place to sleep.
fn draw_night(pen: &mut Painter, scene: &Scene, night: &NightView, row: Rect) {
    let sum = |three: &[u8; 3]| three.iter().map(|one| i64::from(*one)).sum::<i64>();
    let message = Message::new("picture-night")
        .number("slots", i64::from(night.slots) + sum(&night.own))
        .number("restless", sum(&night.restless));
    pen.write(&scene.said.say(&message), row, TextStyle::new(15.0, SOFT));
}
