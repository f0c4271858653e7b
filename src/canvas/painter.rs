//! Shapes and fitted text in pixel coordinates, drawn through plotters.
//!
//! A failed drawing call is remembered and makes [`Painter::finish`] return `None`, so that no
//! incomplete picture is used. Charts are drawn by plotters on [`Painter::area`].

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea as _};
use plotters::element::{Circle, PathElement, Polygon, Rectangle};
use plotters::style::text_anchor::{Pos, VPos};
use plotters::style::{Color as _, FontDesc, FontFamily, FontStyle, ShapeStyle};

use super::FINE;
use super::color::Rgba;
use super::fit::{TextStyle, fit};
use super::plot_backend::{PlotBackend, SANS};
use super::rect::Rect;
use super::surface::Surface;

/// A point in pixels.
type Point = (f32, f32);

/// Draws shapes and text on a surface.
pub struct Painter<'a> {
    area: DrawingArea<PlotBackend<'a>, Shift>,
    spoiled: bool,
}

impl<'a> Painter<'a> {
    /// Creates a painter for a surface.
    pub fn new(surface: &'a mut Surface) -> Self {
        Painter { area: PlotBackend::new(surface).into_drawing_area(), spoiled: false }
    }

    /// The plotters drawing area of the surface, in quarter pixels.
    pub fn area(&self) -> &DrawingArea<PlotBackend<'a>, Shift> {
        &self.area
    }

    /// Ends the drawing. `None` if a drawing call failed.
    pub fn finish(self) -> Option<()> {
        (!self.spoiled).then_some(())
    }

    fn record<E>(&mut self, result: &Result<(), E>) {
        self.spoiled |= result.is_err();
    }

    /// Fills a polygon.
    pub fn shape(&mut self, points: &[Point], ink: Rgba) {
        let points: Vec<_> = points.iter().map(|point| fine(*point)).collect();
        let result = self.area.draw(&Polygon::new(points, ink.filled()));
        self.record(&result);
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: &[Point], ink: Rgba, width: f32) {
        let points: Vec<_> = points.iter().map(|point| fine(*point)).collect();
        let result = self.area.draw(&PathElement::new(points, stroke(ink, width)));
        self.record(&result);
    }

    /// Draws the outline of a polygon.
    pub fn outline(&mut self, points: &[Point], ink: Rgba, width: f32) {
        let closed: Vec<Point> = points.iter().chain(points.first()).copied().collect();
        self.line(&closed, ink, width);
    }

    /// Fills a rectangle.
    pub fn rect(&mut self, rect: Rect, ink: Rgba) {
        let corners = [fine((rect.x, rect.y)), fine((rect.right(), rect.bottom()))];
        let result = self.area.draw(&Rectangle::new(corners, ink.filled()));
        self.record(&result);
    }

    /// Fills a rectangle with rounded corners.
    pub fn panel(&mut self, rect: Rect, radius: f32, ink: Rgba) {
        self.shape(&rounded(rect, radius), ink);
    }

    /// Draws the outline of a rectangle with rounded corners.
    pub fn border(&mut self, rect: Rect, radius: f32, ink: Rgba, width: f32) {
        self.outline(&rounded(rect, radius), ink, width);
    }

    /// Fills a circle.
    pub fn disc(&mut self, at: Point, radius: f32, ink: Rgba) {
        let radius = (radius * FINE).round() as i32;
        let result = self.area.draw(&Circle::new(fine(at), radius, ink.filled()));
        self.record(&result);
    }

    /// Draws the outline of a circle.
    pub fn ring(&mut self, at: Point, radius: f32, ink: Rgba, width: f32) {
        let radius = (radius * FINE).round() as i32;
        let result = self.area.draw(&Circle::new(fine(at), radius, stroke(ink, width)));
        self.record(&result);
    }

    /// Writes text in a box, vertically centred. Shrinks or truncates text wider than the box.
    pub fn write(&mut self, text: &str, rect: Rect, style: TextStyle) {
        let (text, style) = fit(text, style, rect.w);
        let (middle, y) = rect.centre();
        let x = match style.side {
            plotters::style::text_anchor::HPos::Left => rect.x,
            plotters::style::text_anchor::HPos::Center => middle,
            plotters::style::text_anchor::HPos::Right => rect.right(),
        };
        let weight = if style.bold { FontStyle::Bold } else { FontStyle::Normal };
        let size = f64::from(style.size * FINE);
        let font = FontDesc::new(FontFamily::Name(SANS), size, weight);
        let text_style = font.color(&style.ink).pos(Pos::new(style.side, VPos::Center));
        let result = self.area.draw_text(&text, &text_style, fine((x, y)));
        self.record(&result);
    }
}

/// Converts pixels to backend units.
fn fine((x, y): Point) -> (i32, i32) {
    ((x * FINE).round() as i32, (y * FINE).round() as i32)
}

fn stroke(ink: Rgba, width: f32) -> ShapeStyle {
    ink.stroke_width((width * FINE).round() as u32)
}

/// Returns a rounded rectangle as a polygon with 6 points per corner.
fn rounded(rect: Rect, radius: f32) -> Vec<Point> {
    let radius = radius.min(rect.w / 2.0).min(rect.h / 2.0);
    let corners = [
        (rect.right() - radius, rect.y + radius, -90.0_f32),
        (rect.right() - radius, rect.bottom() - radius, 0.0),
        (rect.x + radius, rect.bottom() - radius, 90.0),
        (rect.x + radius, rect.y + radius, 180.0),
    ];
    let corner = |(x, y, from): (f32, f32, f32)| {
        (0_u8..=5).map(move |step| {
            let angle = (from + 18.0 * f32::from(step)).to_radians();
            (x + radius * angle.cos(), y + radius * angle.sin())
        })
    };
    corners.into_iter().flat_map(corner).collect()
}
