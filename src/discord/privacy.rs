//! `/privacy` and its buttons: the stored data of a user, and its erasure.
//!
//! All replies are ephemeral.

use tracing::error;

use super::context::{BotContext, Invoker};
use super::custom_id::{self, ButtonAction};
use super::localizer::Localizer;
use super::message::{ActionRow, Button, ButtonStyle, EMBER, Embed, ICE, OutgoingMessage};
use crate::council::Refusal;
use crate::game::Message;
use crate::hall::erasure::PersonalData;

/// Campaign id of the buttons: none, as the data is that of all campaigns.
const NONE: i64 = 0;

/// Returns the reply to `/privacy`: where data of the invoker is stored.
pub async fn page(
    context: &BotContext,
    localizer: &Localizer,
    invoker: &Invoker,
) -> Result<OutgoingMessage, Refusal> {
    let stored = context.hall.places_of(invoker.requester.user).await?;
    if stored.is_empty() {
        return Ok(OutgoingMessage::line(localizer.word("privacy-none")));
    }
    let line = |(place, rows): (PersonalData, u64)| {
        let rows = i64::try_from(rows).unwrap_or(i64::MAX);
        localizer.say(&Message::new(message_key(place)).number("rows", rows))
    };
    let lines: Vec<String> = stored.into_iter().map(line).collect();
    let embed = Embed {
        title: localizer.word("privacy-title"),
        text: lines.join("\n"),
        foot: localizer.word("privacy-foot"),
        colour: ICE,
    };
    Ok(with_button(localizer, embed, "privacy-button", ButtonAction::Forget { sure: false }))
}

/// Returns the confirmation prompt, which says what erasure means.
pub fn sure(localizer: &Localizer) -> OutgoingMessage {
    let text = localizer.word("privacy-sure");
    let embed = Embed { text, colour: EMBER, ..Embed::default() };
    with_button(localizer, embed, "privacy-button-sure", ButtonAction::Forget { sure: true })
}

/// Erases the personal data of the invoker.
pub async fn forget(
    context: &BotContext,
    localizer: &Localizer,
    invoker: &Invoker,
) -> Result<OutgoingMessage, Refusal> {
    let user = invoker.requester.user;
    if context.hall.places_of(user).await?.is_empty() {
        return Ok(OutgoingMessage::line(localizer.word("privacy-none")));
    }
    context.hall.forget(user).await.map_err(|why| {
        error!("a person could not be forgotten: {why}");
        Refusal::NotStored
    })?;
    Ok(OutgoingMessage::line(localizer.word("privacy-done")))
}

fn with_button(
    localizer: &Localizer,
    embed: Embed,
    label: &str,
    action: ButtonAction,
) -> OutgoingMessage {
    let (id, label) = (custom_id::id(NONE, action), localizer.word(label));
    let button = Button { id, label, style: ButtonStyle::Grave, grey: false };
    OutgoingMessage {
        embeds: vec![embed],
        rows: vec![ActionRow::Buttons(vec![button])],
        ..OutgoingMessage::default()
    }
}

fn message_key(place: PersonalData) -> &'static str {
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
