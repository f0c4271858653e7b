//! The sick, the Citizens by type, and the figures that can still act.
//!
//! May use: the view, marks, words. Deliberately absent: who sleeps where.

use super::colours::{ALARM, FAINT, PANEL, SOFT, TEXT};
use super::gauges::key_number;
use super::marks;
use super::said::Said;
use crate::canvas::{Frame, Letters, Pen};
use crate::frostpunk::view::{FigureView, PeopleView, View};

/// The width of the column with the names.
const NAMES: f32 = 138.0;

pub(super) fn draw(pen: &mut Pen, view: &View, said: Said, frame: Frame) {
    pen.panel(frame, 10.0, PANEL);
    let (sick, rest) = frame.inset(10.0).cut_left(118.0);
    let all: u32 = view.people.iter().map(|people| u32::from(people.sick)).sum();
    let sick = Frame { y: sick.y + 8.0, h: 94.0, ..sick };
    key_number(pen, &said.key("picture-sick"), &all.to_string(), sick, ALARM);
    let rest = Frame { x: rest.x + 12.0, w: rest.w - 12.0, ..rest };
    let (table, figures) = rest.cut_top(104.0);
    titles(pen, said, table.row(0, 4));
    for (at, people) in view.people.iter().take(3).enumerate() {
        draw_people(pen, said, people, table.row(at + 1, 4));
    }
    draw_figures(pen, view, said, figures);
}

/// The columns with numbers.
fn cell(row: Frame, at: usize) -> Frame {
    let (_, numbers) = row.cut_left(NAMES);
    numbers.column(at, 3, 4.0)
}

fn titles(pen: &mut Pen, said: Said, row: Frame) {
    let titles = ["picture-citizens", "picture-sick-short", "picture-meeples"];
    for (at, title) in titles.into_iter().enumerate() {
        pen.write(&said.key(title), cell(row, at), Letters::new(14.0, FAINT).centred());
    }
}

fn draw_people(pen: &mut Pen, said: Said, people: &PeopleView, row: Frame) {
    marks::meeple(pen, said, &people.kind, (row.x + 9.0, row.centre().1));
    let name = Frame { x: row.x + 24.0, w: NAMES - 28.0, ..row };
    pen.write(&said.word("kind-many", &people.kind), name, Letters::new(17.0, SOFT));
    let skull = if people.skull { said.key("picture-skull") } else { String::new() };
    let sick = format!("{}{skull}", people.sick);
    let numbers = [people.citizens.to_string(), sick, people.meeples.to_string()];
    for (at, number) in numbers.iter().enumerate() {
        let ink = if at == 1 && people.sick > 0 { ALARM } else { TEXT };
        pen.write(number, cell(row, at), Letters::new(21.0, ink).bold().centred());
    }
}

/// Figures in the supply that can still be placed.
fn draw_figures(pen: &mut Pen, view: &View, said: Said, row: Frame) {
    let (name, mut places) = row.cut_left(84.0);
    pen.write(&said.key("picture-ready"), name, Letters::new(15.0, SOFT));
    let own = |f: &&FigureView| {
        f.ready + f.resting + f.on_spent + f.placed + f.scouting > 0 || f.meeple == "worker"
    };
    for figure in view.figures.iter().filter(own).take(6) {
        let (place, rest) = places.cut_left(46.0);
        marks::meeple(pen, said, &figure.meeple, (place.x + 9.0, place.centre().1));
        let number = Frame { x: place.x + 21.0, w: place.w - 23.0, ..place };
        pen.write(&figure.ready.to_string(), number, Letters::new(17.0, TEXT).bold());
        places = rest;
    }
}
