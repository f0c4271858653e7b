//! The result of a public ballot. It replaces the ballot's own message.
//!
//! Never shows which member of the public voted for what.

use crate::council::ballot_result::{BallotEnd, BallotResult};
use crate::council::log::DecidedBy;
use crate::council::public_decision::DecisionOutcome;
use crate::discord::localizer::Localizer;
use crate::discord::message::{ASH, Embed, ICE, OutgoingMessage};
use crate::game::{Message, Outcome, Seat};
use crate::i18n::hall;

/// Most answers shown of a tally.
const MOST: usize = 20;

/// Later outcome of a ballot's decision.
#[derive(Clone, Copy, Default)]
pub struct After<'a> {
    /// Visible effect of the decision, or its undo.
    pub fate: Option<&'a DecisionOutcome>,
    /// How the campaign ended, and in which round. The result is `None` if it was given up.
    pub end: Option<(Option<&'a Outcome>, u32)>,
}

/// Returns the message of a decided ballot, extended by its later outcome.
pub fn after(localizer: &Localizer, result: &BallotResult, after: After<'_>) -> OutgoingMessage {
    let mut message = page(localizer, result, false);
    let effect = after.fate.and_then(|outcome| outcome_line(localizer, outcome));
    let end = after.end.map(|(outcome, round)| end_line(localizer, outcome, round));
    let lines: Vec<String> = effect.into_iter().chain(end).collect();
    if let Some(embed) = message.embeds.first_mut().filter(|_| !lines.is_empty()) {
        embed.text = format!("{}\n\n{}", embed.text, lines.join("\n"));
    }
    message
}

fn outcome_line(localizer: &Localizer, outcome: &DecisionOutcome) -> Option<String> {
    match outcome {
        DecisionOutcome::Seen { after, event } => {
            let line = Message::new("ballot-fate-seen").number("after", i64::from(*after));
            Some(localizer.say(&line.label("what", localizer.of_game(&event.text))))
        }
        DecisionOutcome::Unseen => None,
        DecisionOutcome::Undone => Some(localizer.word("ballot-fate-undone")),
    }
}

fn end_line(localizer: &Localizer, outcome: Option<&Outcome>, round: u32) -> String {
    let key = match outcome {
        Some(Outcome::Won) => "ballot-end-won",
        Some(Outcome::Lost { .. }) => "ballot-end-lost",
        Some(Outcome::Ranking(_)) | None => "ballot-end-over",
    };
    localizer.say(&Message::new(key).number("round", i64::from(round)))
}

/// Returns the message of a closed ballot. `over` tells that the campaign has ended with it.
pub fn page(localizer: &Localizer, result: &BallotResult, over: bool) -> OutgoingMessage {
    let (title, foot, colour) = match &result.end {
        BallotEnd::Taken { .. } => ("ballot-result", "ballot-counted", ICE),
        BallotEnd::Tied(_) | BallotEnd::Counted => ("ballot-title", "", ICE),
        BallotEnd::Uncounted => ("ballot-title", "", ASH),
    };
    let foot = if foot.is_empty() { String::new() } else { localizer.word(foot) };
    let (title, text) = (localizer.word(title), lines(localizer, result, over).join("\n"));
    OutgoingMessage {
        embeds: vec![Embed { title, text, foot, colour }],
        ..OutgoingMessage::default()
    }
}

fn lines(localizer: &Localizer, result: &BallotResult, over: bool) -> Vec<String> {
    let mut lines: Vec<String> =
        result.prompt.iter().map(|prompt| localizer.of_game(prompt)).collect();
    match &result.end {
        BallotEnd::Uncounted if over => return vec![localizer.word("ballot-over")],
        BallotEnd::Uncounted => {
            let line = Message::new("ballot-uncounted").number("cast", i64::from(result.cast));
            return vec![localizer.say(&line)];
        }
        BallotEnd::Counted => lines.push(localizer.word("ballot-empty")),
        BallotEnd::Tied(among) => {
            let among: Vec<String> = among.iter().map(|label| localizer.of_game(label)).collect();
            lines
                .push(localizer.say(&Message::new("ballot-tied").label("among", among.join(", "))));
        }
        BallotEnd::Taken { label, decided_by } => {
            let label = localizer.of_game(label);
            lines.push(localizer.say(&Message::new("ballot-won").label("what", label)));
            lines.push(decided_line(localizer, result, decided_by));
        }
    }
    if !result.tally.is_empty() {
        lines.push(String::new());
        lines.extend(
            result.tally.iter().take(MOST).map(|(label, votes)| {
                format!("▫️ **{}**  🗳️ **{votes}**", localizer.of_game(label))
            }),
        );
    }
    lines
}

/// Returns whether the public or the players decided, and why.
fn decided_line(localizer: &Localizer, result: &BallotResult, decided_by: &DecidedBy) -> String {
    let few = result.cast < result.turnout;
    let key = match decided_by {
        DecidedBy::Public { players_only: true, tie: true, .. } => "ballot-by-advisors-tie",
        DecidedBy::Public { players_only: true, .. } => "ballot-by-advisors",
        DecidedBy::Public { tie: true, .. } => "ballot-by-people-tie",
        DecidedBy::Public { .. } if few => "ballot-by-those-few",
        DecidedBy::Public { .. } => "ballot-by-people",
        DecidedBy::Vote { tie: true, .. } => "ballot-by-vote-tie",
        DecidedBy::Vote { .. } => "ballot-by-vote",
        _ => "ballot-by-other",
    };
    let how = localizer.phrase(|names| hall::decided_by(decided_by, names));
    let leader = result.leader.map(|seat| localizer.seat_held(seat)).unwrap_or_default();
    let line = Message::new(key)
        .number("cast", i64::from(result.cast))
        .number("turnout", i64::from(result.turnout))
        .label("voices", player_votes(localizer, &result.player_votes))
        .label("leader", leader)
        .label("how", how);
    localizer.say(&line)
}

/// Returns the players whose votes counted, each with their vote unless votes are sealed.
fn player_votes(localizer: &Localizer, votes: &[(Seat, Option<Message>)]) -> String {
    let vote = |(seat, choice): &(Seat, Option<Message>)| {
        let who = localizer.seat_held(*seat);
        match choice {
            Some(choice) => {
                let line = Message::new("ballot-voice").label("who", who);
                localizer.say(&line.label("what", localizer.of_game(choice)))
            }
            None => who,
        }
    };
    votes.iter().map(vote).collect::<Vec<_>>().join(", ")
}
