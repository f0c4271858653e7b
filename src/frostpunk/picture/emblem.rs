//! The emblem and the colour of each deck.
//!
//! May use: the canvas. Each deck has a shape of its own besides its colour.
//! Deliberately absent: words.

use super::colours::{DARK, TEXT};
use super::hexagon::Point;
use crate::canvas::{Painter, Rect, Rgba, rgb};

/// The colour of a deck.
pub(super) fn colour(deck: &str) -> Rgba {
    match deck {
        "morning" => rgb(0xe8_a8_4c),
        "dusk" | "dusk_start" => rgb(0x7d_74_c4),
        "dispute" => rgb(0xd9_5f_56),
        "consequence" => rgb(0xb0_62_82),
        "law" => rgb(0xc9_b1_7a),
        "technology" => rgb(0x5f_b5_ab),
        "citizen" => rgb(0xd6_9a_6e),
        "weather" => rgb(0x7f_b8_e0),
        "expedition" => rgb(0x86_b8_6c),
        "scenario" => rgb(0xe0_7a_3c),
        _ => rgb(0xa9_ae_b8),
    }
}

/// The emblem of a deck in a disc around a point.
pub(super) fn draw(pen: &mut Painter, deck: &str, at: Point) {
    pen.disc(at, 34.0, DARK);
    pen.ring(at, 34.0, TEXT, 2.0);
    let shade = colour(deck);
    match deck {
        "morning" => sun(pen, at, shade),
        "dusk" | "dusk_start" => moon(pen, at, shade),
        "dispute" => fork(pen, at, shade),
        "consequence" => chain(pen, at, shade),
        "law" => scroll(pen, at, shade),
        "technology" => gear(pen, at, shade),
        "citizen" | "advisor" => person(pen, at, shade),
        "weather" => flake(pen, at, shade),
        "expedition" => compass(pen, at, shade),
        "scenario" => tower(pen, at, shade),
        _ => house(pen, at, shade),
    }
}

/// A point at an angle and a distance.
fn out((x, y): Point, degrees: f32, far: f32) -> Point {
    let (dy, dx) = degrees.to_radians().sin_cos();
    (x + far * dx, y + far * dy)
}

/// Turns of a circle in so many steps.
fn turns(steps: u8) -> impl Iterator<Item = f32> {
    (0..steps).map(move |step| 360.0 * f32::from(step) / f32::from(steps))
}

fn sun(pen: &mut Painter, at: Point, ink: Rgba) {
    pen.disc(at, 11.0, ink);
    for turn in turns(8) {
        pen.line(&[out(at, turn, 16.0), out(at, turn, 24.0)], ink, 3.5);
    }
}

fn moon(pen: &mut Painter, at: Point, ink: Rgba) {
    pen.disc(at, 20.0, ink);
    pen.disc((at.0 + 9.0, at.1 - 5.0), 16.0, DARK);
}

/// Two ways that part.
fn fork(pen: &mut Painter, (x, y): Point, ink: Rgba) {
    pen.line(&[(x, y + 22.0), (x, y + 2.0), (x - 14.0, y - 16.0)], ink, 5.0);
    pen.line(&[(x, y + 2.0), (x + 14.0, y - 16.0)], ink, 5.0);
    for side in [-1.0, 1.0] {
        let tip = (x + side * 18.0, y - 21.0);
        pen.shape(&[tip, (x + side * 6.0, y - 16.0), (x + side * 16.0, y - 7.0)], ink);
    }
}

fn chain(pen: &mut Painter, (x, y): Point, ink: Rgba) {
    pen.ring((x - 8.0, y - 6.0), 11.0, ink, 4.5);
    pen.ring((x + 8.0, y + 6.0), 11.0, ink, 4.5);
}

fn scroll(pen: &mut Painter, (x, y): Point, ink: Rgba) {
    pen.panel(Rect::around((x, y), 30.0, 38.0), 3.0, ink);
    for row in [-10.0, -3.0, 4.0] {
        pen.line(&[(x - 9.0, y + row), (x + 9.0, y + row)], DARK, 2.0);
    }
    pen.disc((x + 7.0, y + 12.0), 4.0, super::colours::ALARM);
}

fn gear(pen: &mut Painter, at: Point, ink: Rgba) {
    for turn in turns(8) {
        pen.line(&[out(at, turn, 10.0), out(at, turn, 22.0)], ink, 7.0);
    }
    pen.disc(at, 16.0, ink);
    pen.disc(at, 7.0, DARK);
}

fn person(pen: &mut Painter, (x, y): Point, ink: Rgba) {
    pen.disc((x, y - 11.0), 8.5, ink);
    let body = [(-17.0, 19.0), (-11.0, 1.0), (11.0, 1.0), (17.0, 19.0)];
    pen.shape(&body.map(|(dx, dy)| (x + dx, y + dy)), ink);
}

fn flake(pen: &mut Painter, at: Point, ink: Rgba) {
    for turn in turns(6) {
        pen.line(&[at, out(at, turn, 23.0)], ink, 3.0);
        let fork = out(at, turn, 14.0);
        pen.line(&[out(fork, turn + 50.0, 7.0), fork, out(fork, turn - 50.0, 7.0)], ink, 2.5);
    }
}

fn compass(pen: &mut Painter, (x, y): Point, ink: Rgba) {
    pen.ring((x, y), 22.0, ink, 3.0);
    pen.shape(&[(x + 4.0, y + 4.0), (x + 13.0, y - 13.0), (x - 4.0, y - 4.0)], ink);
    pen.shape(&[(x + 4.0, y + 4.0), (x - 13.0, y + 13.0), (x - 4.0, y - 4.0)], TEXT);
}

fn tower(pen: &mut Painter, (x, y): Point, ink: Rgba) {
    let body = [(-14.0, 20.0), (-8.0, -14.0), (8.0, -14.0), (14.0, 20.0)];
    pen.shape(&body.map(|(dx, dy)| (x + dx, y + dy)), ink);
    super::marks::flame(pen, (x, y - 15.0), 10.0);
    pen.line(&[(x - 11.0, y + 4.0), (x + 11.0, y + 4.0)], DARK, 2.5);
}

fn house(pen: &mut Painter, (x, y): Point, ink: Rgba) {
    pen.shape(&[(x, y - 21.0), (x + 21.0, y - 2.0), (x - 21.0, y - 2.0)], ink);
    pen.rect(Rect::new(x - 15.0, y - 2.0, 30.0, 20.0), ink);
    pen.rect(Rect::new(x - 4.0, y + 5.0, 8.0, 13.0), DARK);
}
