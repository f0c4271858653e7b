//! The ending, to keep: the verdict, the last board, the course, the names.
//!
//! May use: the board, the charts, words. Deliberately absent: what the verdict
//! means; it comes in words.

use serde::Deserialize as _;
use serde_json::Value;

use super::alt::short;
use super::colours::{ALARM, EMBER, GROUND, HOPE, PANEL, SOFT, TEXT};
use super::said::Said;
use super::scene::{Scene, citizens};
use super::{SIZE, chart};
use crate::canvas::{Frame, Ink, Letters, Pen, Place, Sheet, wrap};
use crate::frostpunk::view::View;
use crate::game::{Message, Outcome, Picture, Words};

const WIDE: u32 = 1000;
const MARGIN: u32 = 16;
const INNER: u32 = WIDE - 2 * MARGIN;
const HEAD: f32 = 128.0;
const NAMES: Letters = Letters::new(24.0, TEXT).bold().centred();
const LINE: f32 = 32.0;

/// What a poster tells.
pub struct Ending<'a> {
    /// The last public view.
    pub view: &'a Value,
    /// One public view a round.
    pub rounds: &'a [Value],
    /// Those who played.
    pub names: &'a [String],
    /// How it ended.
    pub outcome: &'a Outcome,
}

/// The poster; none if there is no view.
pub fn poster(ending: &Ending, words: &dyn Words) -> Option<Picture> {
    let view = View::deserialize(ending.view).ok()?;
    let rounds = chart::read(ending.rounds).unwrap_or_default();
    let said = Said(words);
    let _place = Place::take();
    let verdict = verdict(&view, ending.outcome, said);
    let png = draw(&view, &rounds, ending.names, &verdict, said)?.png()?;
    let names =
        said.say(&Message::new("picture-poster-by").label("names", ending.names.join(", ")));
    Some(Picture { png, alt: short(&format!("{} {} {names}", verdict.title, verdict.text)) })
}

/// How it ended in words, and their colour.
pub(super) struct Verdict {
    title: String,
    text: String,
    ink: Ink,
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
    names: &[String],
    verdict: &Verdict,
    said: Said,
) -> Option<Sheet> {
    let board = super::draw(&Scene { view, before: None, said })?.smaller(INNER)?;
    let course = if rounds.is_empty() { None } else { chart::draw(rounds, said)?.smaller(INNER) };
    let by = wrap(&names.join("  ·  "), NAMES, INNER as f32 - 40.0);
    let foot = if by.is_empty() { 0.0 } else { 52.0 + LINE * by.len() as f32 };
    let high = |sheet: &Sheet| sheet.size().1 + MARGIN;
    let pictures = high(&board) + course.as_ref().map_or(0, high);
    let tall = HEAD as u32 + pictures + foot as u32 + MARGIN;
    let mut sheet = Sheet::new(WIDE, tall, GROUND)?;
    sheet.lay(&board, (MARGIN as i32, HEAD as i32));
    if let Some(course) = &course {
        sheet.lay(course, (MARGIN as i32, HEAD as i32 + high(&board) as i32));
    }
    let mut pen = Pen::new(&mut sheet);
    head(&mut pen, verdict);
    if !by.is_empty() {
        let top = HEAD + pictures as f32;
        sign(&mut pen, &by, said, Frame::new(MARGIN as f32, top, INNER as f32, foot));
    }
    pen.finish()?;
    Some(sheet)
}

fn head(pen: &mut Pen, verdict: &Verdict) {
    let frame = Frame::new(MARGIN as f32, 10.0, INNER as f32, HEAD - 20.0);
    let (title, text) = frame.cut_top(70.0);
    pen.write(&verdict.title, title, Letters::new(54.0, verdict.ink).bold().centred());
    pen.write(&verdict.text, text, Letters::new(22.0, SOFT).centred());
}

/// Who played.
fn sign(pen: &mut Pen, names: &[String], said: Said, frame: Frame) {
    pen.panel(frame, 10.0, PANEL);
    let (title, rest) = frame.cut_top(38.0);
    pen.write(&said.key("picture-poster-names"), title, Letters::new(17.0, EMBER).centred());
    for (at, line) in names.iter().enumerate() {
        let line_at = Frame { y: rest.y + LINE * at as f32, h: LINE, ..rest };
        pen.write(line, line_at, NAMES);
    }
}

const _: () = assert!(INNER < SIZE.0, "the board is made smaller, never larger");
