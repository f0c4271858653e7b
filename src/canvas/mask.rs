//! Coverage masks: the anti-aliased pixels of a glyph or shape, rasterised once and laid on a
//! surface any number of times, in any colour.
//!
//! Run-length encoded: fully covered runs are filled at once, uncovered pixels cost nothing.

use super::color::Rgba;

/// An RGBA pixel. On a surface the alpha is always 255.
pub(super) type Pixel = [u8; 4];

/// The covered pixels of a glyph or shape, relative to its own origin.
pub(super) struct CoverageMask {
    /// Columns of the bounding box, end exclusive.
    pub(super) columns: (i32, i32),
    /// Rows of the bounding box, end exclusive.
    pub(super) rows: (i32, i32),
    runs: Vec<Run>,
    /// Coverage of the partly covered pixels, run by run.
    parts: Vec<u8>,
}

/// Adjacent pixels of one row that are all fully or all partly covered.
struct Run {
    row: i32,
    from: i32,
    to: i32,
    /// Index of the first pixel's coverage in `parts`. `None` if fully covered.
    parts: Option<u32>,
}

impl CoverageMask {
    /// Encodes the coverage of a box, given row by row.
    pub(super) fn new((left, top): (i32, i32), width: usize, cover: &[u8]) -> CoverageMask {
        let height = cover.len().checked_div(width).unwrap_or(0);
        let columns = (left, left + width as i32);
        let rows = (top, top + height as i32);
        let mut mask = CoverageMask { columns, rows, runs: Vec::new(), parts: Vec::new() };
        for (row, line) in (top..).zip(cover.chunks(width.max(1))) {
            let mut from = left;
            for same in line.chunk_by(|a, b| kind(*a) == kind(*b)) {
                mask.add(row, from, same);
                from += same.len() as i32;
            }
        }
        mask
    }

    fn add(&mut self, row: i32, from: i32, cover: &[u8]) {
        let parts = match cover.first().map(|first| kind(*first)) {
            None | Some(RunKind::Bare) => return,
            Some(RunKind::Whole) => None,
            Some(RunKind::Part) => Some(self.parts.len() as u32),
        };
        if parts.is_some() {
            self.parts.extend(cover);
        }
        self.runs.push(Run { row, from, to: from + cover.len() as i32, parts });
    }

    /// Whether no pixel is covered.
    pub(super) fn is_bare(&self) -> bool {
        self.runs.is_empty()
    }

    /// Approximate memory use in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.runs.len() * size_of::<Run>() + self.parts.len()
    }

    /// Blends `ink` into the pixels through the mask, its origin at `(x, y)`. Clips at the edges.
    pub(super) fn lay(&self, pixels: &mut [Pixel], width: usize, (x, y): (i32, i32), ink: Rgba) {
        let alpha = (ink.3 * 255.0).round() as u32;
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
                fill(below, ink, alpha);
                continue;
            };
            let hidden = from - (x + run.from);
            let parts = self.parts.get(parts as usize + hidden as usize..).unwrap_or_default();
            for (pixel, part) in below.iter_mut().zip(parts) {
                *pixel = blend(*pixel, ink, u32::from(*part) * alpha / 255);
            }
        }
    }
}

/// Coverage class of a pixel.
#[derive(PartialEq)]
enum RunKind {
    Bare,
    Part,
    Whole,
}

fn kind(cover: u8) -> RunKind {
    match cover {
        0 => RunKind::Bare,
        u8::MAX => RunKind::Whole,
        _ => RunKind::Part,
    }
}

fn fill(below: &mut [Pixel], ink: Rgba, alpha: u32) {
    if alpha == 255 {
        below.fill([ink.0, ink.1, ink.2, 255]);
    } else {
        below.iter_mut().for_each(|pixel| *pixel = blend(*pixel, ink, alpha));
    }
}

/// Blends `ink` over a pixel with an opacity of `cover` / 255.
fn blend([red, green, blue, all]: Pixel, ink: Rgba, cover: u32) -> Pixel {
    let mix = |below: u8, above: u8| {
        let mixed = u32::from(below) * (255 - cover) + u32::from(above) * cover;
        ((mixed + 127) / 255) as u8
    };
    [mix(red, ink.0), mix(green, ink.1), mix(blue, ink.2), all]
}
