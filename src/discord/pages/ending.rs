//! The end of a campaign: its story, its poster, its seed and how to verify it.
//!
//! May use: `page`, `press`, `tongue`. Deliberately absent: how it came about.

use crate::council::view::CouncilView;
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::Localizer;
use crate::discord::message::{
    ActionRow, AttachedFile, Button, ButtonStyle, EMBER, Embed, OutgoingMessage,
};
use crate::game::{Message, Outcome, Seat};

/// What is told at the end.
pub struct Told {
    /// How it ended; none if it was given up.
    pub outcome: Option<Outcome>,
    /// The ending as the game tells it.
    pub story: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// What was hashed with it.
    pub salt: String,
}

/// What happened last, with the campaign as a film: its last frame is the board then.
pub fn last(heading: String, story: &[String], film: Option<AttachedFile>) -> OutgoingMessage {
    let text = story.join("\n");
    let card =
        Embed { title: heading, text, colour: crate::discord::message::ICE, ..Embed::default() };
    OutgoingMessage { cards: vec![card], file: film, ..OutgoingMessage::default() }
}

/// The ending.
pub fn page(
    tongue: &Localizer,
    campaign: i64,
    panel: &CouncilView,
    told: &Told,
    poster: Option<AttachedFile>,
) -> OutgoingMessage {
    let title = match &told.outcome {
        Some(Outcome::Won) => "ending-won",
        Some(Outcome::Lost { .. }) => "ending-lost",
        Some(Outcome::Ranking(_)) => "ending-ranking",
        None => "ending-given-up",
    };
    let mut cards = Vec::new();
    let mut lines = told.story.clone();
    lines.push(String::new());
    let seats = (0..panel.seats.len()).map(|at| tongue.seat_held(Seat(at as u8)));
    lines.push(seats.collect::<Vec<_>>().join(" · "));
    cards.push(Embed {
        title: tongue.word(title),
        text: lines.join("\n").trim().to_owned(),
        colour: EMBER,
        ..Embed::default()
    });
    let decrees = tongue.decrees(&panel.public_decisions, &|seat| tongue.seat_held(seat));
    let decrees: Vec<String> = decrees.into_iter().chain(street(tongue, panel)).collect();
    if !decrees.is_empty() {
        let (title, text) = (tongue.word("ending-decrees"), decrees.join("\n"));
        cards.push(Embed { title, text, colour: crate::discord::message::ICE, ..Embed::default() });
    }
    let proof = Message::new("ending-proof")
        .label("seed", told.seed.to_string())
        .label("salt", told.salt.clone())
        .label("commitment", panel.commitment.clone())
        .number("campaign", campaign);
    cards.push(Embed {
        text: tongue.say(&proof),
        colour: crate::discord::message::ASH,
        ..Embed::default()
    });
    let again = Button {
        id: custom_id::id(campaign, ButtonAction::Again),
        label: tongue.word("ending-button-again"),
        look: ButtonStyle::Good,
        grey: false,
    };
    OutgoingMessage {
        cards,
        rows: vec![ActionRow::Buttons(vec![again])],
        file: poster,
        ..OutgoingMessage::default()
    }
}

/// How often the street spoke, and how often the Advisors did what most of it would have done.
fn street(tongue: &Localizer, panel: &CouncilView) -> Option<String> {
    let with = panel.street_records.iter().filter(|heard| heard.followed).count();
    let line = Message::new("ending-street").number("heard", panel.street_records.len() as i64);
    (!panel.street_records.is_empty()).then(|| tongue.say(&line.number("with", with as i64)))
}
