//! A piece of the game that can be looked up: in words, and as a picture.
//!
//! May use: the boundary, `easel`, `page`. Deliberately absent: which pieces
//! there are, and who asks.

use std::sync::Arc;

use super::easel::Easel;
use super::page::{Card, ICE, Page};
use super::tongue::Tongue;
use crate::game::Article;

/// A piece by its id; none if there is no such piece.
pub async fn page(easel: &Easel, tongue: &Tongue, id: &str) -> Option<Page> {
    let words = tongue.game.card(id, &tongue.language)?;
    let file = easel.card(Arc::clone(&tongue.game), id, &tongue.language).await;
    Some(Page { file, ..sheet(words) })
}

/// What was looked up, in words.
pub fn sheet(sheet: Article) -> Page {
    let mut parts: Vec<String> =
        sheet.story.map(|story| format!("*{story}*")).into_iter().collect();
    parts.push(sheet.lines.join("\n"));
    let text = parts.join("\n\n").trim().to_owned();
    let card = Card { title: sheet.title, text, foot: sheet.kind, colour: ICE };
    Page { cards: vec![card], ..Page::default() }
}
