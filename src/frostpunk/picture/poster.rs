//! The ending, to keep: the verdict, the last board, the course, what was decided together, the
//! names.
//!
//! May use: the board, the charts, words. Deliberately absent: what the verdict
//! means; it comes in words.

use serde::Deserialize as _;

use super::alt::short;
use super::colours::{ALARM, EMBER, GROUND, HOPE, PANEL, SOFT, TEXT};
use super::said::Said;
use super::scene::{Scene, citizens};
use super::{SIZE, chart};
use crate::canvas::{DrawPermit, Painter, Rect, Rgba, Surface, TextStyle, wrap};
use crate::frostpunk::view::View;
use crate::game::{Localize, Message, Outcome, Picture, PosterInput};

const WIDE: u32 = 1000;
const MARGIN: u32 = 16;
const INNER: u32 = WIDE - 2 * MARGIN;
const HEAD: f32 = 128.0;
const NAMES: TextStyle = TextStyle::new(24.0, TEXT).bold().centred();
const LINE: f32 = 32.0;
const DECREES: TextStyle = TextStyle::new(20.0, TEXT).centred();

/// The poster; none if there is no view.
pub fn poster(ending: &PosterInput<'_>, words: &dyn Localize) -> Option<Picture> {
    let view = View::deserialize(ending.view).ok()?;
    let rounds = chart::read(ending.rounds).unwrap_or_default();
    let said = Said(words);
    let _place = DrawPermit::take();
    let verdict = verdict(&view, ending.outcome, said);
    let listed = (ending.decreed, ending.names);
    let png = draw(&view, &rounds, listed, &verdict, said)?.png()?;
    let names =
        said.say(&Message::new("picture-poster-by").label("names", ending.names.join(", ")));
    let mut alt = format!("{} {} {names}", verdict.title, verdict.text);
    if !ending.decreed.is_empty() {
        alt = format!("{alt} {}.", ending.decreed.join("; "));
    }
    Some(Picture { png, alt: short(&alt) })
}

/// How it ended in words, and their colour.
pub(super) struct Verdict {
    title: String,
    text: String,
    ink: Rgba,
}

pub(super) fn verdict(view: &View, outcome: &Outcome, said: Said) -> Verdict {
    let facts = Message::new("picture-poster-facts")
        .number("round", view.round)
        .number("rounds", view.rounds)
        .number("citizens", citizens(view));
    let facts = said.say(&facts);
    let (title, text, ink) = match outcome {
        Outcome::Won => (said.key("picture-poster-won"), facts, HOPE),
        Outcome::Lost { cause } => {
            let why = said.word("loss", cause);
            (said.key("picture-poster-lost"), format!("{why}. {facts}"), ALARM)
        }
        Outcome::Ranking(_) => (said.key("picture-poster-over"), facts, EMBER),
    };
    Verdict { title, text, ink }
}

/// The poster on a sheet.
pub(super) fn draw(
    view: &View,
    rounds: &[View],
    (decreed, names): (&[String], &[String]),
    verdict: &Verdict,
    said: Said,
) -> Option<Surface> {
    let board = super::draw(&Scene { view, before: None, said })?.smaller(INNER)?;
    let course = if rounds.is_empty() { None } else { chart::draw(rounds, said)?.smaller(INNER) };
    let lists = [
        List::new("picture-poster-decreed", decreed, DECREES),
        List::new("picture-poster-names", &[names.join("  ·  ")], NAMES),
    ];
    let foot: f32 = lists.iter().map(List::height).sum();
    let high = |sheet: &Surface| sheet.size().1 + MARGIN;
    let pictures = high(&board) + course.as_ref().map_or(0, high);
    let tall = HEAD as u32 + pictures + foot as u32;
    let mut sheet = Surface::new(WIDE, tall, GROUND)?;
    sheet.lay(&board, (MARGIN as i32, HEAD as i32));
    if let Some(course) = &course {
        sheet.lay(course, (MARGIN as i32, HEAD as i32 + high(&board) as i32));
    }
    let mut pen = Painter::new(&mut sheet);
    head(&mut pen, verdict);
    let mut top = HEAD + pictures as f32;
    for list in lists {
        list.draw(&mut pen, said, top);
        top += list.height();
    }
    pen.finish()?;
    Some(sheet)
}

fn head(pen: &mut Painter, verdict: &Verdict) {
    let frame = Rect::new(MARGIN as f32, 10.0, INNER as f32, HEAD - 20.0);
    let (title, text) = frame.cut_top(70.0);
    pen.write(&verdict.title, title, TextStyle::new(54.0, verdict.ink).bold().centred());
    pen.write(&verdict.text, text, TextStyle::new(22.0, SOFT).centred());
}

/// Lines in a box of their own; none without lines.
struct List {
    title: &'static str,
    lines: Vec<String>,
    letters: TextStyle,
}

impl List {
    fn new(title: &'static str, said: &[String], letters: TextStyle) -> List {
        let wide = INNER as f32 - 40.0;
        let lines = said.iter().filter(|line| !line.is_empty());
        List { title, lines: lines.flat_map(|line| wrap(line, letters, wide)).collect(), letters }
    }

    /// With the gap below it.
    fn height(&self) -> f32 {
        let lines = LINE * self.lines.len() as f32;
        if self.lines.is_empty() { 0.0 } else { 52.0 + lines + MARGIN as f32 }
    }

    fn draw(&self, pen: &mut Painter, said: Said, top: f32) {
        if self.lines.is_empty() {
            return;
        }
        let tall = self.height() - MARGIN as f32;
        let frame = Rect::new(MARGIN as f32, top, INNER as f32, tall);
        pen.panel(frame, 10.0, PANEL);
        let (title, rest) = frame.cut_top(38.0);
        pen.write(&said.key(self.title), title, TextStyle::new(17.0, EMBER).centred());
        for (at, line) in self.lines.iter().enumerate() {
            let line_at = Rect { y: rest.y + LINE * at as f32, h: LINE, ..rest };
            pen.write(line, line_at, self.letters);
        }
    }
}

const _: () = assert!(INNER < SIZE.0, "the board is made smaller, never larger");
