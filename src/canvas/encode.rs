//! PNG and animated GIF encoding, in memory.

use std::borrow::Cow;

use super::palette::{Indexed, index};

/// Display time of an animation frame, in hundredths of a second.
pub type Hundredths = u16;

/// Encodes an indexed PNG: a third of the size of RGBA. Flat colours compress best unfiltered.
/// `None` if the encoder fails.
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

/// Encoder of an endlessly looping GIF. Frames are compressed when added and not kept.
pub struct GifEncoder {
    film: gif::Encoder<Vec<u8>>,
    size: (u16, u16),
}

impl GifEncoder {
    /// Starts an animation of this size. `None` if a side exceeds GIF's limit of 65,535 pixels.
    pub fn new((width, height): (u32, u32)) -> Option<GifEncoder> {
        let size = (u16::try_from(width).ok()?, u16::try_from(height).ok()?);
        let mut film = gif::Encoder::new(Vec::new(), size.0, size.1, &[]).ok()?;
        film.set_repeat(gif::Repeat::Infinite).ok()?;
        Some(GifEncoder { film, size })
    }

    /// Appends a frame. `None` if its size differs from the animation's or the encoder fails.
    pub(super) fn add(&mut self, pixels: &[u8], size: (u32, u32), delay: Hundredths) -> Option<()> {
        let (width, height) = self.size;
        if size != (width.into(), height.into()) {
            return None;
        }
        let Indexed { colours, pixels } = index(pixels);
        let frame = gif::Frame {
            delay,
            width,
            height,
            buffer: Cow::Owned(pixels),
            palette: Some(colours.concat()),
            ..gif::Frame::default()
        };
        self.film.write_frame(&frame).ok()
    }

    /// Returns the finished file, or `None` if it cannot be completed.
    pub fn finish(self) -> Option<Vec<u8>> {
        self.film.into_inner().ok()
    }
}
