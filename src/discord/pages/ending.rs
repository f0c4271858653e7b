//! The end of a campaign: the last story, then the result with its poster, and the seed with how
//! to verify it.

use crate::council::view::CouncilView;
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::Localizer;
use crate::discord::message::{
    ActionRow, AttachedFile, Button, ButtonStyle, EMBER, Embed, OutgoingMessage,
};
use crate::game::{Message, Outcome, Seat};

/// Content of the ending message.
pub struct Told {
    /// Result. `None` if the campaign was given up.
    pub outcome: Option<Outcome>,
    /// Lines of the game's epilogue.
    pub story: Vec<String>,
    /// Seed of the campaign.
    pub seed: u64,
    /// Salt that the published commitment hashes with the seed.
    pub salt: String,
}

/// Returns the message with the last story and, if there is one, a film of the campaign, whose
/// last frame is the final board.
pub fn last(heading: String, story: &[String], film: Option<AttachedFile>) -> OutgoingMessage {
    let text = story.join("\n");
    let embed =
        Embed { title: heading, text, colour: crate::discord::message::ICE, ..Embed::default() };
    OutgoingMessage { embeds: vec![embed], file: film, ..OutgoingMessage::default() }
}

/// Returns the ending message.
pub fn page(
    localizer: &Localizer,
    campaign: i64,
    view: &CouncilView,
    ending: &Told,
    poster: Option<AttachedFile>,
) -> OutgoingMessage {
    let title = match &ending.outcome {
        Some(Outcome::Won) => "ending-won",
        Some(Outcome::Lost { .. }) => "ending-lost",
        Some(Outcome::Ranking(_)) => "ending-ranking",
        None => "ending-given-up",
    };
    let mut embeds = Vec::new();
    let mut lines = ending.story.clone();
    lines.push(String::new());
    let seats = (0..view.seats.len()).map(|at| localizer.seat_held(Seat(at as u8)));
    lines.push(seats.collect::<Vec<_>>().join(" · "));
    embeds.push(Embed {
        title: localizer.word(title),
        text: lines.join("\n").trim().to_owned(),
        colour: EMBER,
        ..Embed::default()
    });
    let decisions = localizer.decrees(&view.public_decisions, &|seat| localizer.seat_held(seat));
    let decisions: Vec<String> = decisions.into_iter().chain(street(localizer, view)).collect();
    if !decisions.is_empty() {
        let (title, text) = (localizer.word("ending-decrees"), decisions.join("\n"));
        embeds.push(Embed {
            title,
            text,
            colour: crate::discord::message::ICE,
            ..Embed::default()
        });
    }
    let proof = Message::new("ending-proof")
        .label("seed", ending.seed.to_string())
        .label("salt", ending.salt.clone())
        .label("commitment", view.commitment.clone())
        .number("campaign", campaign);
    embeds.push(Embed {
        text: localizer.say(&proof),
        colour: crate::discord::message::ASH,
        ..Embed::default()
    });
    let again = Button {
        id: custom_id::id(campaign, ButtonAction::Again),
        label: localizer.word("ending-button-again"),
        style: ButtonStyle::Good,
        grey: false,
    };
    OutgoingMessage {
        embeds,
        rows: vec![ActionRow::Buttons(vec![again])],
        file: poster,
        ..OutgoingMessage::default()
    }
}

/// Returns on how many questions the street had an opinion, and how often the answer was its
/// favourite. `None` if it never had one.
fn street(localizer: &Localizer, view: &CouncilView) -> Option<String> {
    let followed = view.street_records.iter().filter(|record| record.followed).count();
    let line = Message::new("ending-street").number("heard", view.street_records.len() as i64);
    (!view.street_records.is_empty()).then(|| localizer.say(&line.number("with", followed as i64)))
}
