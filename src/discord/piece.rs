//! A piece of the game that can be looked up: in words, and as a picture.
//!
//! May use: the boundary, `easel`, `page`. Deliberately absent: which pieces
//! there are, and who asks.

use std::sync::Arc;

use super::localizer::Localizer;
use super::message::{Embed, ICE, OutgoingMessage};
use super::render_pool::RenderPool;
use crate::game::Article;

/// A piece by its id; none if there is no such piece.
pub async fn page(easel: &RenderPool, tongue: &Localizer, id: &str) -> Option<OutgoingMessage> {
    let words = tongue.game.card(id, &tongue.language)?;
    let file = easel.card(Arc::clone(&tongue.game), id, &tongue.language).await;
    Some(OutgoingMessage { file, ..sheet(words) })
}

/// What was looked up, in words.
pub fn sheet(sheet: Article) -> OutgoingMessage {
    let mut parts: Vec<String> =
        sheet.story.map(|story| format!("*{story}*")).into_iter().collect();
    parts.push(sheet.lines.join("\n"));
    let text = parts.join("\n\n").trim().to_owned();
    let card = Embed { title: sheet.title, text, foot: sheet.kind, colour: ICE };
    OutgoingMessage { cards: vec![card], ..OutgoingMessage::default() }
}
