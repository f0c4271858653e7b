//! Boxes of a layout.
//!
//! May use: nothing. Deliberately absent: what is drawn in them.

/// A box, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
}

impl Frame {
    /// A box by its upper left corner and its size.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Frame { x, y, w, h }
    }

    /// A box around a point.
    pub fn around((x, y): (f32, f32), w: f32, h: f32) -> Self {
        Frame::new(x - w / 2.0, y - h / 2.0, w, h)
    }

    /// Right edge.
    pub fn right(&self) -> f32 {
        self.x + self.w
    }

    /// Lower edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.h
    }

    /// Its middle.
    pub fn centre(&self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// Smaller by this much on every side.
    pub fn inset(&self, by: f32) -> Frame {
        Frame::new(self.x + by, self.y + by, self.w - 2.0 * by, self.h - 2.0 * by)
    }

    /// Its upper part, and the rest.
    pub fn cut_top(&self, h: f32) -> (Frame, Frame) {
        let h = h.min(self.h);
        let rest = Frame::new(self.x, self.y + h, self.w, self.h - h);
        (Frame::new(self.x, self.y, self.w, h), rest)
    }

    /// Its left part, and the rest.
    pub fn cut_left(&self, w: f32) -> (Frame, Frame) {
        let w = w.min(self.w);
        let rest = Frame::new(self.x + w, self.y, self.w - w, self.h);
        (Frame::new(self.x, self.y, w, self.h), rest)
    }

    /// One of several columns of the same width.
    pub fn column(&self, at: usize, of: usize, gap: f32) -> Frame {
        let w = (self.w - gap * (of as f32 - 1.0)) / of as f32;
        Frame::new(self.x + at as f32 * (w + gap), self.y, w, self.h)
    }

    /// One of several rows of the same height.
    pub fn row(&self, at: usize, of: usize) -> Frame {
        let h = self.h / of as f32;
        Frame::new(self.x, self.y + at as f32 * h, self.w, h)
    }
}
