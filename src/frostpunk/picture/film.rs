//! A campaign as a film: a board for each view, what changed marked.
//!
//! May use: the board, the canvas's reels. Two widths are made at once, since
//! the views come only once: the wider film is kept if it is small enough.
//! Deliberately absent: sound.

use serde::Deserialize as _;
use serde_json::Value;

use super::SIZE;
use super::alt::short;
use super::said::Said;
use super::scene::Scene;
use crate::canvas::{DrawPermit, GifEncoder, Hundredths};
use crate::frostpunk::view::View;
use crate::game::{Animation, Localize, Message};

/// The largest film, in bytes.
const LARGEST: usize = 7_800_000;
/// Widths, the preferred one first.
const WIDTHS: [u32; 2] = [960, 480];
/// Pictures of a film; a campaign has fewer rounds.
const LONGEST: usize = 60;
const STAYS: Hundredths = 150;
const LAST_STAYS: Hundredths = 600;

/// The film; none without a view.
pub fn film(views: &mut dyn Iterator<Item = Value>, words: &dyn Localize) -> Option<Animation> {
    let said = Said(words);
    let mut views = views.filter_map(|view| View::deserialize(view).ok()).take(LONGEST).peekable();
    let _place = DrawPermit::take();
    let size = |width: u32| (width, SIZE.1 * width / SIZE.0);
    let mut reels: Vec<GifEncoder> =
        WIDTHS.iter().filter_map(|width| GifEncoder::new(size(*width))).collect();
    let (mut before, mut first): (Option<View>, Option<u8>) = (None, None);
    while let Some(view) = views.next() {
        let stays = if views.peek().is_some() { STAYS } else { LAST_STAYS };
        let board = super::draw(&Scene { view: &view, before: before.as_ref(), said })?;
        for (reel, width) in reels.iter_mut().zip(WIDTHS) {
            board.smaller(width)?.film(reel, stays)?;
        }
        first = first.or(Some(view.round));
        before = Some(view);
    }
    let last = before?;
    let mut films = reels.into_iter().filter_map(GifEncoder::finish);
    let bytes = films.find(|film| film.len() <= LARGEST)?;
    let told = Message::new("picture-alt-film").number("first", first?).number("last", last.round);
    let ends = super::alt::of_board(&Scene { view: &last, before: None, said });
    Some(Animation { bytes, extension: "gif", alt: short(&format!("{} {ends}", said.say(&told))) })
}
