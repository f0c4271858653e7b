//! What a letter or a shape covers: made once, laid on a sheet as often as it is met.
//!
//! May use: nothing but inks. Kept as runs of pixels, so that what is covered
//! wholly is filled and what is not covered costs nothing. Deliberately absent:
//! how it came about, and sheets.

use super::ink::Ink;

/// A pixel: red, green, blue, and how much of it is there, which on a sheet is all.
pub(super) type Pixel = [u8; 4];

/// The pixels something covers, from a place of its own.
pub(super) struct Stamp {
    /// Columns and rows of its box: the first, and the one behind the last.
    pub(super) columns: (i32, i32),
    pub(super) rows: (i32, i32),
    runs: Vec<Run>,
    /// How much of each pixel is covered, for those that are in part.
    parts: Vec<u8>,
}

/// Pixels side by side.
struct Run {
    row: i32,
    from: i32,
    to: i32,
    /// Where their parts begin; none if they are covered wholly.
    parts: Option<u32>,
}

impl Stamp {
    /// From how much of each pixel of a box is covered, row by row.
    pub(super) fn new((left, top): (i32, i32), width: usize, cover: &[u8]) -> Stamp {
        let height = cover.len().checked_div(width).unwrap_or(0);
        let columns = (left, left + width as i32);
        let rows = (top, top + height as i32);
        let mut stamp = Stamp { columns, rows, runs: Vec::new(), parts: Vec::new() };
        for (row, line) in (top..).zip(cover.chunks(width.max(1))) {
            let mut from = left;
            for same in line.chunk_by(|a, b| kind(*a) == kind(*b)) {
                stamp.add(row, from, same);
                from += same.len() as i32;
            }
        }
        stamp
    }

    fn add(&mut self, row: i32, from: i32, cover: &[u8]) {
        let parts = match cover.first().map(|first| kind(*first)) {
            None | Some(Kind::Bare) => return,
            Some(Kind::Whole) => None,
            Some(Kind::Part) => Some(self.parts.len() as u32),
        };
        if parts.is_some() {
            self.parts.extend(cover);
        }
        self.runs.push(Run { row, from, to: from + cover.len() as i32, parts });
    }

    /// Does it cover nothing?
    pub(super) fn is_bare(&self) -> bool {
        self.runs.is_empty()
    }

    /// Bytes it takes, more or less.
    pub(super) fn bytes(&self) -> usize {
        self.runs.len() * size_of::<Run>() + self.parts.len()
    }

    /// Lays it on rows of pixels, its own place on this one; what is outside of them is left out.
    pub(super) fn lay(&self, pixels: &mut [Pixel], width: usize, (x, y): (i32, i32), ink: Ink) {
        let shade = (ink.3 * 255.0).round() as u32;
        for run in &self.runs {
            let (from, to) = ((x + run.from).max(0), (x + run.to).min(width as i32));
            let Ok(row) = usize::try_from(y + run.row) else {
                continue;
            };
            let start = row * width;
            let below = pixels.get_mut(start + from as usize..start + to.max(from) as usize);
            let Some(below) = below.filter(|below| !below.is_empty()) else {
                continue;
            };
            let Some(parts) = run.parts else {
                fill(below, ink, shade);
                continue;
            };
            let hidden = from - (x + run.from);
            let parts = self.parts.get(parts as usize + hidden as usize..).unwrap_or_default();
            for (pixel, part) in below.iter_mut().zip(parts) {
                *pixel = blend(*pixel, ink, u32::from(*part) * shade / 255);
            }
        }
    }
}

#[derive(PartialEq)]
enum Kind {
    Bare,
    Part,
    Whole,
}

fn kind(cover: u8) -> Kind {
    match cover {
        0 => Kind::Bare,
        u8::MAX => Kind::Whole,
        _ => Kind::Part,
    }
}

fn fill(below: &mut [Pixel], ink: Ink, shade: u32) {
    if shade == 255 {
        below.fill([ink.0, ink.1, ink.2, 255]);
    } else {
        below.iter_mut().for_each(|pixel| *pixel = blend(*pixel, ink, shade));
    }
}

/// Of 255 parts, so many of the ink.
fn blend([red, green, blue, all]: Pixel, ink: Ink, cover: u32) -> Pixel {
    let mix = |below: u8, above: u8| {
        let mixed = u32::from(below) * (255 - cover) + u32::from(above) * cover;
        ((mixed + 127) / 255) as u8
    };
    [mix(red, ink.0), mix(green, ink.1), mix(blue, ink.2), all]
}
