//! Shapes and fitted text in pixels, drawn through plotters.
//!
//! May use: plotters, the brush. A stroke that fails spoils the sheet, and
//! [`Pen::finish`] says so: half a picture is none. Deliberately absent: charts;
//! plotters draws them on [`Pen::area`].

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea as _};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{Pos, VPos};
use plotters::style::{Color as _, FontDesc, FontFamily, FontStyle, ShapeStyle};

use super::FINE;
use super::brush::{Brush, SANS};
use super::fit::{Letters, fit};
use super::frame::Frame;
use super::ink::Ink;
use super::sheet::Sheet;

/// A place, in pixels.
type Point = (f32, f32);

/// A pen on a sheet.
pub struct Pen<'a> {
    area: DrawingArea<Brush<'a>, Shift>,
    spoiled: bool,
}

impl<'a> Pen<'a> {
    /// A pen for this sheet.
    pub fn new(sheet: &'a mut Sheet) -> Self {
        Pen { area: Brush::new(sheet).into_drawing_area(), spoiled: false }
    }

    /// The sheet as plotters knows it, in quarter pixels.
    pub fn area(&self) -> &DrawingArea<Brush<'a>, Shift> {
        &self.area
    }

    /// Was everything drawn?
    pub fn finish(self) -> Option<()> {
        (!self.spoiled).then_some(())
    }

    fn note<E>(&mut self, done: &Result<(), E>) {
        self.spoiled |= done.is_err();
    }

    /// A filled polygon.
    pub fn shape(&mut self, points: &[Point], ink: Ink) {
        let points: Vec<_> = points.iter().map(|point| fine(*point)).collect();
        let done = self.area.draw(&Polygon::new(points, ink.filled()));
        self.note(&done);
    }

    /// A line through points.
    pub fn line(&mut self, points: &[Point], ink: Ink, width: f32) {
        let points: Vec<_> = points.iter().map(|point| fine(*point)).collect();
        let done = self.area.draw(&PathElement::new(points, stroke(ink, width)));
        self.note(&done);
    }

    /// The outline of a polygon.
    pub fn outline(&mut self, points: &[Point], ink: Ink, width: f32) {
        let closed: Vec<Point> = points.iter().chain(points.first()).copied().collect();
        self.line(&closed, ink, width);
    }

    /// A filled box.
    pub fn rect(&mut self, frame: Frame, ink: Ink) {
        let corners = [fine((frame.x, frame.y)), fine((frame.right(), frame.bottom()))];
        let done = self.area.draw(&Rectangle::new(corners, ink.filled()));
        self.note(&done);
    }

    /// A filled box with round corners.
    pub fn panel(&mut self, frame: Frame, radius: f32, ink: Ink) {
        self.shape(&rounded(frame, radius), ink);
    }

    /// The outline of a box with round corners.
    pub fn border(&mut self, frame: Frame, radius: f32, ink: Ink, width: f32) {
        self.outline(&rounded(frame, radius), ink, width);
    }

    /// A filled circle.
    pub fn disc(&mut self, at: Point, radius: f32, ink: Ink) {
        let radius = (radius * FINE).round() as i32;
        let done = self.area.draw(&Circle::new(fine(at), radius, ink.filled()));
        self.note(&done);
    }

    /// A circle.
    pub fn ring(&mut self, at: Point, radius: f32, ink: Ink, width: f32) {
        let radius = (radius * FINE).round() as i32;
        let done = self.area.draw(&Circle::new(fine(at), radius, stroke(ink, width)));
        self.note(&done);
    }

    /// Text in a box, in the middle of its height; it never leaves the box sideways.
    pub fn write(&mut self, text: &str, frame: Frame, letters: Letters) {
        let (text, letters) = fit(text, letters, frame.w);
        let (middle, y) = frame.centre();
        let x = match letters.side {
            plotters::style::text_anchor::HPos::Left => frame.x,
            plotters::style::text_anchor::HPos::Center => middle,
            plotters::style::text_anchor::HPos::Right => frame.right(),
        };
        let weight = if letters.bold { FontStyle::Bold } else { FontStyle::Normal };
        let size = f64::from(letters.size * FINE);
        let font = FontDesc::new(FontFamily::Name(SANS), size, weight);
        let style = font.color(&letters.ink).pos(Pos::new(letters.side, VPos::Center));
        let done = self.area.draw_text(&text, &style, fine((x, y)));
        self.note(&done);
    }
}

fn fine((x, y): Point) -> (i32, i32) {
    ((x * FINE).round() as i32, (y * FINE).round() as i32)
}

fn stroke(ink: Ink, width: f32) -> ShapeStyle {
    ink.stroke_width((width * FINE).round() as u32)
}

/// A box as a polygon with a few points for each corner.
fn rounded(frame: Frame, radius: f32) -> Vec<Point> {
    let radius = radius.min(frame.w / 2.0).min(frame.h / 2.0);
    let corners = [
        (frame.right() - radius, frame.y + radius, -90.0_f32),
        (frame.right() - radius, frame.bottom() - radius, 0.0),
        (frame.x + radius, frame.bottom() - radius, 90.0),
        (frame.x + radius, frame.y + radius, 180.0),
    ];
    let corner = |(x, y, from): (f32, f32, f32)| {
        (0_u8..=5).map(move |step| {
            let angle = (from + 18.0 * f32::from(step)).to_radians();
            (x + radius * angle.cos(), y + radius * angle.sin())
        })
    };
    corners.into_iter().flat_map(corner).collect()
}
