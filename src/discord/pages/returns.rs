//! What came of the people's ballot: it stays where the ballot stood.
//!
//! May use: `page`, `tongue`, the words of `council`. Deliberately absent: who of the public
//! voted for what; nobody is told.

use crate::council::ballot_result::{BallotEnd, BallotResult};
use crate::council::log::DecidedBy;
use crate::council::public_decision::DecisionOutcome;
use crate::discord::localizer::Localizer;
use crate::discord::message::{ASH, Embed, ICE, OutgoingMessage};
use crate::game::{Message, Outcome, Seat};
use crate::i18n::hall;

/// Answers of the tally that are shown.
const MOST: usize = 20;

/// What can be told of a ballot once it is decided.
#[derive(Clone, Copy, Default)]
pub struct After<'a> {
    /// What became of the decision.
    pub fate: Option<&'a DecisionOutcome>,
    /// How the campaign ended, and in which round.
    pub end: Option<(Option<&'a Outcome>, u32)>,
}

/// The message of a ballot that was decided, with what came of it later.
pub fn after(tongue: &Localizer, returns: &BallotResult, after: After<'_>) -> OutgoingMessage {
    let mut page = page(tongue, returns, false);
    let seen = after.fate.and_then(|fate| became(tongue, fate));
    let end = after.end.map(|(outcome, round)| ended(tongue, outcome, round));
    let lines: Vec<String> = seen.into_iter().chain(end).collect();
    if let Some(card) = page.cards.first_mut().filter(|_| !lines.is_empty()) {
        card.text = format!("{}\n\n{}", card.text, lines.join("\n"));
    }
    page
}

fn became(tongue: &Localizer, fate: &DecisionOutcome) -> Option<String> {
    match fate {
        DecisionOutcome::Seen { after, event: told } => {
            let line = Message::new("ballot-fate-seen").number("after", i64::from(*after));
            Some(tongue.say(&line.label("what", tongue.of_game(&told.text))))
        }
        DecisionOutcome::Unseen => None,
        DecisionOutcome::Undone => Some(tongue.word("ballot-fate-undone")),
    }
}

fn ended(tongue: &Localizer, outcome: Option<&Outcome>, round: u32) -> String {
    let key = match outcome {
        Some(Outcome::Won) => "ballot-end-won",
        Some(Outcome::Lost { .. }) => "ballot-end-lost",
        Some(Outcome::Ranking(_)) | None => "ballot-end-over",
    };
    tongue.say(&Message::new(key).number("round", i64::from(round)))
}

/// A ballot that is over; with the campaign, perhaps.
pub fn page(tongue: &Localizer, returns: &BallotResult, over: bool) -> OutgoingMessage {
    let (title, foot, colour) = match &returns.end {
        BallotEnd::Taken { .. } => ("ballot-result", "ballot-counted", ICE),
        BallotEnd::Tied(_) | BallotEnd::Counted => ("ballot-title", "", ICE),
        BallotEnd::Uncounted => ("ballot-title", "", ASH),
    };
    let foot = if foot.is_empty() { String::new() } else { tongue.word(foot) };
    let (title, text) = (tongue.word(title), lines(tongue, returns, over).join("\n"));
    OutgoingMessage {
        cards: vec![Embed { title, text, foot, colour }],
        ..OutgoingMessage::default()
    }
}

fn lines(tongue: &Localizer, returns: &BallotResult, over: bool) -> Vec<String> {
    let mut lines: Vec<String> =
        returns.prompt.iter().map(|prompt| tongue.of_game(prompt)).collect();
    match &returns.end {
        BallotEnd::Uncounted if over => return vec![tongue.word("ballot-over")],
        BallotEnd::Uncounted => {
            let line = Message::new("ballot-uncounted").number("cast", i64::from(returns.cast));
            return vec![tongue.say(&line)];
        }
        BallotEnd::Counted => lines.push(tongue.word("ballot-empty")),
        BallotEnd::Tied(among) => {
            let among: Vec<String> = among.iter().map(|label| tongue.of_game(label)).collect();
            lines.push(tongue.say(&Message::new("ballot-tied").label("among", among.join(", "))));
        }
        BallotEnd::Taken { label, decided_by: how } => {
            let label = tongue.of_game(label);
            lines.push(tongue.say(&Message::new("ballot-won").label("what", label)));
            lines.push(decided(tongue, returns, how));
        }
    }
    if !returns.tally.is_empty() {
        lines.push(String::new());
        lines.extend(
            returns
                .tally
                .iter()
                .take(MOST)
                .map(|(label, votes)| format!("▫️ **{}**  🗳️ **{votes}**", tongue.of_game(label))),
        );
    }
    lines
}

/// Whether the people decided or the Advisors, and why.
fn decided(tongue: &Localizer, returns: &BallotResult, how: &DecidedBy) -> String {
    let few = returns.cast < returns.turnout;
    let key = match how {
        DecidedBy::Public { players_only: true, tie: true, .. } => "ballot-by-advisors-tie",
        DecidedBy::Public { players_only: true, .. } => "ballot-by-advisors",
        DecidedBy::Public { tie: true, .. } => "ballot-by-people-tie",
        DecidedBy::Public { .. } if few => "ballot-by-those-few",
        DecidedBy::Public { .. } => "ballot-by-people",
        DecidedBy::Vote { tie: true, .. } => "ballot-by-vote-tie",
        DecidedBy::Vote { .. } => "ballot-by-vote",
        _ => "ballot-by-other",
    };
    let how = tongue.phrase(|names| hall::decided_by(how, names));
    let leader = returns.leader.map(|seat| tongue.seat_held(seat)).unwrap_or_default();
    let line = Message::new(key)
        .number("cast", i64::from(returns.cast))
        .number("turnout", i64::from(returns.turnout))
        .label("voices", voices(tongue, &returns.player_votes))
        .label("leader", leader)
        .label("how", how);
    tongue.say(&line)
}

/// The Advisors whose votes counted, by name.
fn voices(tongue: &Localizer, voices: &[(Seat, Option<Message>)]) -> String {
    let voice = |(seat, choice): &(Seat, Option<Message>)| {
        let who = tongue.seat_held(*seat);
        match choice {
            Some(choice) => {
                let line = Message::new("ballot-voice").label("who", who);
                tongue.say(&line.label("what", tongue.of_game(choice)))
            }
            None => who,
        }
    };
    voices.iter().map(voice).collect::<Vec<_>>().join(", ")
}
