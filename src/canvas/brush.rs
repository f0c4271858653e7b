//! The backend plotters draws with.
//!
//! May use: plotters, `tiny-skia`, the sheet. Its coordinates, strokes and text
//! sizes are quarters of a pixel ([`FINE`]). Text is placed by its capital
//! letters, which is where the eye looks for its middle. Deliberately absent:
//! turned text, and bitmaps; nothing here draws them.

use std::convert::Infallible;

use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Rect, Stroke, Transform};

use super::FINE;
use super::face::{CAPITALS, face};
use super::sheet::Sheet;

/// The family to ask plotters for; there is no other.
pub const SANS: &str = "sans-serif";

/// A sheet while it is drawn on.
pub struct Brush<'a>(&'a mut Sheet);

type Done = Result<(), DrawingErrorKind<Infallible>>;

impl<'a> Brush<'a> {
    /// A brush for this sheet.
    pub fn new(sheet: &'a mut Sheet) -> Self {
        Brush(sheet)
    }

    fn fill(&mut self, path: Option<Path>, color: BackendColor) {
        if let Some(path) = path {
            let paint = paint(color);
            let whole = Transform::identity();
            self.0.pixels.fill_path(&path, &paint, FillRule::Winding, whole, None);
        }
    }

    fn stroke<S: BackendStyle>(&mut self, path: Option<Path>, style: &S) {
        let stroke = Stroke {
            width: style.stroke_width() as f32 / FINE,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        if let Some(path) = path {
            let paint = paint(style.color());
            self.0.pixels.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
    }

    fn put<S: BackendStyle>(&mut self, path: Option<Path>, style: &S, fill: bool) {
        if fill {
            self.fill(path, style.color());
        } else {
            self.stroke(path, style);
        }
    }
}

fn paint(color: BackendColor) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    let (red, green, blue) = color.rgb;
    paint.set_color_rgba8(red, green, blue, (color.alpha * 255.0).round() as u8);
    paint
}

fn pixel((x, y): BackendCoord) -> (f32, f32) {
    (x as f32 / FINE, y as f32 / FINE)
}

fn path_of(points: impl IntoIterator<Item = BackendCoord>, close: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for point in points {
        let (x, y) = pixel(point);
        if path.is_empty() {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    if close && !path.is_empty() {
        path.close();
    }
    path.finish()
}

fn rectangle(a: BackendCoord, b: BackendCoord) -> Option<Path> {
    let ((left, top), (right, bottom)) = (pixel(a), pixel(b));
    Rect::from_ltrb(left.min(right), top.min(bottom), left.max(right), top.max(bottom))
        .map(PathBuilder::from_rect)
}

impl DrawingBackend for Brush<'_> {
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
        self.fill(rectangle(point, (x + 1, y + 1)), color);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Done {
        self.stroke(path_of([from, to], false), style);
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        self.put(rectangle(upper_left, bottom_right), style, fill);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        self.stroke(path_of(path, false), style);
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let (x, y) = pixel(center);
        self.put(PathBuilder::from_circle(x, y, radius as f32 / FINE), style, fill);
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Done {
        self.fill(path_of(vert, true), style.color());
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Done {
        let (bold, em) = letters(style);
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
        let BackendColor { alpha, rgb: (red, green, blue) } = style.color();
        self.0.write(
            text,
            bold,
            em,
            (left, base),
            plotters::style::RGBAColor(red, green, blue, alpha),
        );
        Ok(())
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let (bold, em) = letters(style);
        let width = face(bold).map_or(0.0, |face| face.run(text, em).1);
        Ok(((width * FINE).ceil() as u32, (em * FINE).ceil() as u32))
    }
}

fn letters<T: BackendTextStyle>(style: &T) -> (bool, f32) {
    (matches!(style.style(), FontStyle::Bold), style.size() as f32 / FINE)
}
