//! Sheets as files: a still picture, and a film.
//!
//! May use: `png`, `gif`, the palette. Deliberately absent: a disk.

use std::borrow::Cow;

use super::palette::{Indexed, index};

/// Hundredths of a second that a picture of a film stays.
pub type Hundredths = u16;

/// A picture of a palette: a third of the bytes, and flat colours pack best without a filter.
pub(super) fn png(pixels: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let Indexed { colours, pixels } = index(pixels);
    let mut file = Vec::with_capacity(1 << 17);
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(colours.concat());
    encoder.set_deflate_compression(png::DeflateCompression::Level(2));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(file)
}

/// A film that begins again at its end; pictures are packed as they come and not kept.
pub struct Reel {
    film: gif::Encoder<Vec<u8>>,
    size: (u16, u16),
}

impl Reel {
    /// An empty film of this size; none if it is too large for one.
    pub fn new((width, height): (u32, u32)) -> Option<Reel> {
        let size = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
        let mut film = gif::Encoder::new(Vec::new(), size.0, size.1, &[]).ok()?;
        film.set_repeat(gif::Repeat::Infinite).ok()?;
        Some(Reel { film, size })
    }

    /// One more picture; none if it has another size.
    pub(super) fn add(&mut self, pixels: &[u8], size: (u32, u32), stays: Hundredths) -> Option<()> {
        let (width, height) = self.size;
        if size != (width.into(), height.into()) {
            return None;
        }
        let Indexed { colours, pixels } = index(pixels);
        let frame = gif::Frame {
            delay: stays,
            width,
            height,
            buffer: Cow::Owned(pixels),
            palette: Some(colours.concat()),
            ..gif::Frame::default()
        };
        self.film.write_frame(&frame).ok()
    }

    /// The file.
    pub fn finish(self) -> Option<Vec<u8>> {
        self.film.into_inner().ok()
    }
}
