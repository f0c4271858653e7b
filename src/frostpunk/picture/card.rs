//! A card, or another piece of the box, as a picture.
//!
//! May use: what the card says, the canvas, the emblems. Text becomes smaller
//! first and the card longer then; nothing is ever cut. Deliberately absent:
//! what a card does; its lines come in words.

use super::alt::short;
use super::colours::{DARK, EMBER, GROUND, PANEL, SOFT, TEXT};
use super::emblem;
use crate::canvas::{DrawPermit, Painter, Rect, Rgba, Surface, TextStyle, wrap};
use crate::game::{Article as Said, Picture};

const WIDE: f32 = 640.0;
/// The height of a card that says little.
const LEAST: f32 = 360.0;
/// The height from which smaller letters are tried.
const MOST: f32 = 900.0;
/// Sizes of the letters, in parts.
const SIZES: [f32; 3] = [1.0, 0.9, 0.8];
const MARGIN: f32 = 28.0;
const HEADING: TextStyle = TextStyle::new(32.0, DARK).bold();
const KIND: TextStyle = TextStyle::new(18.0, DARK);

/// A run of lines of one look.
struct Block {
    lines: Vec<String>,
    letters: TextStyle,
    /// A mark before its first line.
    dot: bool,
    /// Below it.
    gap: f32,
}

impl Block {
    fn step(&self) -> f32 {
        self.letters.size * 1.4
    }

    fn high(&self) -> f32 {
        self.step() * self.lines.len() as f32 + self.gap
    }
}

/// A card of a deck.
pub fn card(said: &Said, deck: &str) -> Option<Picture> {
    let _place = DrawPermit::take();
    let png = draw(said, deck)?.png()?;
    let mut facts = vec![format!("{}: {}.", said.kind, said.title)];
    facts.extend(said.story.clone());
    facts.extend(said.lines.iter().cloned());
    Some(Picture { png, alt: short(&facts.join(" ")) })
}

/// The card on a sheet.
pub(super) fn draw(said: &Said, deck: &str) -> Option<Surface> {
    let titles = wrap(&said.title, HEADING, WIDE - 2.0 * MARGIN - 92.0);
    let head = (62.0 + 40.0 * titles.len() as f32).max(100.0);
    let sizes = SIZES.map(|part| blocks(said, part));
    let fits = sizes.iter().position(|blocks| head + high(blocks) <= MOST);
    let text = &sizes[fits.unwrap_or(SIZES.len() - 1)];
    let tall = (head + high(text)).max(LEAST);
    let mut sheet = Surface::new(WIDE as u32, tall.ceil() as u32, GROUND)?;
    let mut pen = Painter::new(&mut sheet);
    let whole = Rect::new(0.0, 0.0, WIDE, tall.ceil()).inset(8.0);
    pen.panel(whole, 16.0, PANEL);
    band(&mut pen, said, deck, &titles, Rect { h: head - 8.0, ..whole });
    write(&mut pen, text, head + 22.0);
    pen.border(whole.inset(1.0), 15.0, emblem::colour(deck), 2.5);
    pen.finish()?;
    Some(sheet)
}

fn high(blocks: &[Block]) -> f32 {
    22.0 + blocks.iter().map(Block::high).sum::<f32>() + MARGIN
}

/// The band with the emblem, the kind and the title.
fn band(pen: &mut Painter, said: &Said, deck: &str, titles: &[String], frame: Rect) {
    let shade = emblem::colour(deck);
    pen.panel(frame, 16.0, shade);
    pen.rect(Rect { y: frame.bottom() - 18.0, h: 18.0, ..frame }, shade);
    emblem::draw(pen, deck, (frame.x + MARGIN + 30.0, frame.centre().1));
    let text = Rect { x: frame.x + MARGIN + 84.0, w: frame.w - 2.0 * MARGIN - 84.0, ..frame };
    pen.write(&said.kind, Rect { y: frame.y + 14.0, h: 22.0, ..text }, KIND);
    for (at, title) in titles.iter().enumerate() {
        let line = Rect { y: frame.y + 38.0 + 40.0 * at as f32, h: 38.0, ..text };
        pen.write(title, line, HEADING);
    }
}

/// The story, and a block for each line of the rules.
fn blocks(said: &Said, part: f32) -> Vec<Block> {
    let block = |text: &str, size: f32, ink: Rgba, dot: bool, gap: f32| {
        let letters = TextStyle::new(size * part, ink);
        let room = WIDE - 2.0 * MARGIN - if dot { 22.0 } else { 0.0 };
        Block { lines: wrap(text, letters, room), letters, dot, gap: gap * part }
    };
    let story = said.story.iter().filter(|story| !story.trim().is_empty());
    let story = story.map(|story| block(story, 20.0, SOFT, false, 24.0));
    story.chain(said.lines.iter().map(|line| block(line, 22.0, TEXT, true, 11.0))).collect()
}

fn write(pen: &mut Painter, blocks: &[Block], top: f32) {
    let mut y = top;
    for block in blocks {
        let left = MARGIN + if block.dot { 22.0 } else { 0.0 };
        if block.dot {
            pen.disc((MARGIN + 6.0, y + block.step() / 2.0), 4.5, EMBER);
        }
        for (at, line) in block.lines.iter().enumerate() {
            let y = y + block.step() * at as f32;
            let frame = Rect::new(left, y, WIDE - left - MARGIN + 2.0, block.step());
            pen.write(line, frame, block.letters);
        }
        y += block.high();
    }
}
