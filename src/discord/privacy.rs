//! What is kept of somebody, and the way to have it removed: `/privacy` and its buttons.
//!
//! May use: the hall, `page`. Deliberately absent: what others are told; all of this is private.

use tracing::error;

use super::host::{Host, Visitor};
use super::page::{Button, Card, EMBER, ICE, Look, Page, Row};
use super::press::{self, What};
use super::tongue::Tongue;
use crate::council::Refusal;
use crate::game::Message;
use crate::hall::erasure::PersonalData;

/// No campaign: what is kept is kept for all of them.
const NONE: i64 = 0;

/// The answer to `/privacy`.
pub async fn page(host: &Host, tongue: &Tongue, visitor: &Visitor) -> Result<Page, Refusal> {
    let kept = host.hall.places_of(visitor.person.user).await?;
    if kept.is_empty() {
        return Ok(Page::line(tongue.word("privacy-none")));
    }
    let line = |(place, rows): (PersonalData, u64)| {
        let rows = i64::try_from(rows).unwrap_or(i64::MAX);
        tongue.say(&Message::new(word(place)).number("rows", rows))
    };
    let lines: Vec<String> = kept.into_iter().map(line).collect();
    let card = Card {
        title: tongue.word("privacy-title"),
        text: lines.join("\n"),
        foot: tongue.word("privacy-foot"),
        colour: ICE,
    };
    Ok(with_button(tongue, card, "privacy-button", What::Forget { sure: false }))
}

/// What forgetting means, before it is done.
pub fn sure(tongue: &Tongue) -> Page {
    let text = tongue.word("privacy-sure");
    let card = Card { text, colour: EMBER, ..Card::default() };
    with_button(tongue, card, "privacy-button-sure", What::Forget { sure: true })
}

/// Forgets the person who clicked.
pub async fn forget(host: &Host, tongue: &Tongue, visitor: &Visitor) -> Result<Page, Refusal> {
    let user = visitor.person.user;
    if host.hall.places_of(user).await?.is_empty() {
        return Ok(Page::line(tongue.word("privacy-none")));
    }
    host.hall.forget(user).await.map_err(|why| {
        error!("a person could not be forgotten: {why}");
        Refusal::NotStored
    })?;
    Ok(Page::line(tongue.word("privacy-done")))
}

fn with_button(tongue: &Tongue, card: Card, label: &str, what: What) -> Page {
    let (id, label) = (press::id(NONE, what), tongue.word(label));
    let button = Button { id, label, look: Look::Grave, grey: false };
    Page { cards: vec![card], rows: vec![Row::Buttons(vec![button])], ..Page::default() }
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
