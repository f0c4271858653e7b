//! Lookup of a game piece, as text and picture.

use std::sync::Arc;

use super::localizer::Localizer;
use super::message::{Embed, ICE, OutgoingMessage};
use super::render_pool::RenderPool;
use crate::game::Article;

/// Returns the message for a piece. Returns `None` if the game has no piece of that id.
pub async fn page(pool: &RenderPool, localizer: &Localizer, id: &str) -> Option<OutgoingMessage> {
    let article = localizer.game.card(id, &localizer.language)?;
    let file = pool.card(Arc::clone(&localizer.game), id, &localizer.language).await;
    Some(OutgoingMessage { file, ..sheet(article) })
}

/// Returns the message that shows an article as text.
pub fn sheet(article: Article) -> OutgoingMessage {
    let mut parts: Vec<String> =
        article.story.map(|story| format!("*{story}*")).into_iter().collect();
    parts.push(article.lines.join("\n"));
    let text = parts.join("\n\n").trim().to_owned();
    let embed = Embed { title: article.title, text, foot: article.kind, colour: ICE };
    OutgoingMessage { embeds: vec![embed], ..OutgoingMessage::default() }
}
