//! The board as plain text, for a terminal about 80 to 100 columns wide.
//!
//! May use: the view and the words it is given. Deliberately absent: the state
//! and the pack, so nothing can be drawn that the viewer may not see; colours
//! and cursor codes, so that it can be piped, tested and read aloud.

mod cards;
mod city;
mod ground;
mod headings;
mod page;

use serde::Deserialize;
use serde_json::Value;

use super::View;
use crate::game::Localize;
use page::Page;

/// The whole board as text; a value that is no view is said to be none.
pub fn text_board(view: &Value, words: &dyn Localize) -> String {
    match View::deserialize(view) {
        Ok(view) => draw(&view, words),
        Err(problem) => format!("{} {problem}\n", headings::NO_VIEW),
    }
}

fn draw(view: &View, words: &dyn Localize) -> String {
    let mut page = Page::new(words);
    city::header(&mut page, view);
    city::round_track(&mut page, view);
    city::generator(&mut page, view);
    city::people(&mut page, view);
    city::stores(&mut page, view);
    city::mood(&mut page, view);
    city::seats(&mut page, view);
    ground::map(&mut page, view);
    ground::buildings(&mut page, view);
    cards::laws(&mut page, view);
    cards::technologies(&mut page, view);
    cards::expeditions(&mut page, view);
    cards::displays(&mut page, view);
    cards::piles(&mut page, view);
    page.finish()
}
