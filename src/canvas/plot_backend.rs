//! The backend that plotters draws with.
//!
//! Coordinates, stroke widths and text sizes are in quarter pixels ([`FINE`]). Text is aligned
//! vertically by its cap height, where the eye looks for its middle. Rotated text and bitmaps are
//! not supported, as no picture uses them.

use std::convert::Infallible;

use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{FontStyle, RGBAColor};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::FINE;
use super::color::Rgba;
use super::font::{CAPITALS, face};
use super::shapes::Shape;
use super::surface::Surface;

/// The font family to request from plotters; the only one available.
pub const SANS: &str = "sans-serif";

/// A surface as a plotters backend.
pub struct PlotBackend<'a>(&'a mut Surface);

type Done = Result<(), DrawingErrorKind<Infallible>>;

impl<'a> PlotBackend<'a> {
    /// Creates a backend that draws on a surface.
    pub fn new(surface: &'a mut Surface) -> Self {
        PlotBackend(surface)
    }

    fn draw(&mut self, shape: Shape, color: BackendColor) {
        self.0.draw(shape, rgba(color));
    }
}

fn rgba(BackendColor { alpha, rgb: (red, green, blue) }: BackendColor) -> Rgba {
    RGBAColor(red, green, blue, alpha)
}

/// Converts backend units to pixels.
fn pixel((x, y): BackendCoord) -> (f32, f32) {
    (x as f32 / FINE, y as f32 / FINE)
}

/// Returns the stroke width, or `None` if the shape is filled.
fn stroke<S: BackendStyle>(style: &S, fill: bool) -> Option<u32> {
    (!fill).then(|| style.stroke_width())
}

fn rectangle((left, top): BackendCoord, (right, bottom): BackendCoord) -> [BackendCoord; 4] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
}

impl DrawingBackend for PlotBackend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        let (width, height) = self.0.size();
        (width * FINE as u32, height * FINE as u32)
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Done {
        let (x, y) = point;
        self.draw(Shape::new(rectangle(point, (x + 1, y + 1)), None), color);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Done {
        self.draw(Shape::new([from, to], stroke(style, false)), style.color());
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        let corners = rectangle(upper_left, bottom_right);
        // Repeats the first corner: a stroked path is not closed automatically.
        let line = corners.into_iter().chain([upper_left]);
        self.draw(Shape::new(line, stroke(style, fill)), style.color());
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        self.draw(Shape::new(path, stroke(style, false)), style.color());
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        self.draw(Shape::circle(center, radius, stroke(style, fill)), style.color());
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Done {
        self.draw(Shape::new(vert, None), style.color());
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Done {
        let (bold, em) = weight_and_size(style);
        let width = || face(bold).map_or(0.0, |face| face.run(text, em).1);
        let (x, y) = pixel(at);
        let left = match style.anchor().h_pos {
            HPos::Left => x,
            HPos::Center => x - width() / 2.0,
            HPos::Right => x - width(),
        };
        let base = match style.anchor().v_pos {
            VPos::Top => y + CAPITALS * em,
            VPos::Center => y + CAPITALS * em / 2.0,
            VPos::Bottom => y,
        };
        self.0.write(text, bold, em, (left, base), rgba(style.color()));
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let (bold, em) = weight_and_size(style);
        let width = face(bold).map_or(0.0, |face| face.run(text, em).1);
        Ok(((width * FINE).ceil() as u32, (em * FINE).ceil() as u32))
    }
}

/// Returns whether the text is bold, and its em size in pixels.
fn weight_and_size<T: BackendTextStyle>(style: &T) -> (bool, f32) {
    (matches!(style.style(), FontStyle::Bold), style.size() as f32 / FINE)
}
