//! Rectangles for layout.

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Rect {
    /// A rectangle by its upper left corner and its size.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Rect { x, y, w, h }
    }

    /// A rectangle centred on a point.
    pub fn around((x, y): (f32, f32), w: f32, h: f32) -> Self {
        Rect::new(x - w / 2.0, y - h / 2.0, w, h)
    }

    /// Right edge.
    pub fn right(&self) -> f32 {
        self.x + self.w
    }

    /// Lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.h
    }

    /// Centre point.
    pub fn centre(&self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The rectangle shrunk by `by` on every side.
    pub fn inset(&self, by: f32) -> Rect {
        Rect::new(self.x + by, self.y + by, self.w - 2.0 * by, self.h - 2.0 * by)
    }

    /// Splits off the upper `h` pixels: that part, and the rest.
    pub fn cut_top(&self, h: f32) -> (Rect, Rect) {
        let h = h.min(self.h);
        let rest = Rect::new(self.x, self.y + h, self.w, self.h - h);
        (Rect::new(self.x, self.y, self.w, h), rest)
    }

    /// Splits off the left `w` pixels: that part, and the rest.
    pub fn cut_left(&self, w: f32) -> (Rect, Rect) {
        let w = w.min(self.w);
        let rest = Rect::new(self.x + w, self.y, self.w - w, self.h);
        (Rect::new(self.x, self.y, w, self.h), rest)
    }

    /// Column `at` (from 0) of `of` columns of equal width with gaps between them.
    pub fn column(&self, at: usize, of: usize, gap: f32) -> Rect {
        let w = (self.w - gap * (of as f32 - 1.0)) / of as f32;
        Rect::new(self.x + at as f32 * (w + gap), self.y, w, self.h)
    }

    /// Row `at` (from 0) of `of` rows of equal height.
    pub fn row(&self, at: usize, of: usize) -> Rect {
        let h = self.h / of as f32;
        Rect::new(self.x, self.y + at as f32 * h, self.w, h)
    }
}
