//! What is kept of somebody, and the way to have it removed: `/privacy` and its buttons.
//!
//! May use: the hall, `page`. Deliberately absent: what others are told; all of this is private.

use tracing::error;

use super::context::{BotContext, Invoker};
use super::custom_id::{self, ButtonAction};
use super::localizer::Localizer;
use super::message::{ActionRow, Button, ButtonStyle, EMBER, Embed, ICE, OutgoingMessage};
use crate::council::Refusal;
use crate::game::Message;
use crate::hall::erasure::PersonalData;

/// No campaign: what is kept is kept for all of them.
const NONE: i64 = 0;

/// The answer to `/privacy`.
pub async fn page(
    host: &BotContext,
    tongue: &Localizer,
    visitor: &Invoker,
) -> Result<OutgoingMessage, Refusal> {
    let kept = host.hall.places_of(visitor.person.user).await?;
    if kept.is_empty() {
        return Ok(OutgoingMessage::line(tongue.word("privacy-none")));
    }
    let line = |(place, rows): (PersonalData, u64)| {
        let rows = i64::try_from(rows).unwrap_or(i64::MAX);
        tongue.say(&Message::new(word(place)).number("rows", rows))
    };
    let lines: Vec<String> = kept.into_iter().map(line).collect();
    let card = Embed {
        title: tongue.word("privacy-title"),
        text: lines.join("\n"),
        foot: tongue.word("privacy-foot"),
        colour: ICE,
    };
    Ok(with_button(tongue, card, "privacy-button", ButtonAction::Forget { sure: false }))
}

/// What forgetting means, before it is done.
pub fn sure(tongue: &Localizer) -> OutgoingMessage {
    let text = tongue.word("privacy-sure");
    let card = Embed { text, colour: EMBER, ..Embed::default() };
    with_button(tongue, card, "privacy-button-sure", ButtonAction::Forget { sure: true })
}

/// Forgets the person who clicked.
pub async fn forget(
    host: &BotContext,
    tongue: &Localizer,
    visitor: &Invoker,
) -> Result<OutgoingMessage, Refusal> {
    let user = visitor.person.user;
    if host.hall.places_of(user).await?.is_empty() {
        return Ok(OutgoingMessage::line(tongue.word("privacy-none")));
    }
    host.hall.forget(user).await.map_err(|why| {
        error!("a person could not be forgotten: {why}");
        Refusal::NotStored
    })?;
    Ok(OutgoingMessage::line(tongue.word("privacy-done")))
}

fn with_button(
    tongue: &Localizer,
    card: Embed,
    label: &str,
    what: ButtonAction,
) -> OutgoingMessage {
    let (id, label) = (custom_id::id(NONE, what), tongue.word(label));
    let button = Button { id, label, look: ButtonStyle::Grave, grey: false };
    OutgoingMessage {
        cards: vec![card],
        rows: vec![ActionRow::Buttons(vec![button])],
        ..OutgoingMessage::default()
    }
}

fn word(place: PersonalData) -> &'static str {
    match place {
        PersonalData::Table => "privacy-table",
        PersonalData::Log => "privacy-log",
        PersonalData::News => "privacy-news",
        PersonalData::Failure => "privacy-failure",
        PersonalData::Reply => "privacy-reply",
        PersonalData::Shown => "privacy-shown",
        PersonalData::Vote => "privacy-vote",
        PersonalData::Word => "privacy-word",
        PersonalData::Quiet => "privacy-quiet",
        PersonalData::Opener => "privacy-opener",
    }
}
