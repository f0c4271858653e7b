//! What the people beside the table are asked, counted in one campaign.
//!
//! May use: the words of `council`. Deliberately absent: averages (`waiting`), and any one game's
//! questions; the game says which are the people's.

use std::collections::BTreeSet;

use crate::council::ballot_result::BallotEnd;
use crate::council::log::{Answered, DecidedBy};
use crate::council::notice::{Notice, NoticeKind};
use crate::game::{Game, PublicVoteEffect};

/// What the people were asked, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polls {
    /// Kinds of questions that are the people's.
    binding: BTreeSet<String>,
    /// Ballots that opened for a question.
    pub ballots: u64,
    /// Votes on each of those that were counted.
    pub votes: Vec<u64>,
    /// How long each question of theirs was open, in milliseconds, whoever decided it.
    pub times: Vec<i64>,
    /// Of those, the ones the people decided.
    pub by_people: u64,
    /// Voices of the street at each question it spoke to.
    pub voices: Vec<u64>,
}

impl Polls {
    /// For the questions of a game.
    pub fn of(game: &dyn Game) -> Self {
        let matters = game.public_questions().into_iter();
        let binding = matters.filter(|one| matches!(one.effect, PublicVoteEffect::Binding { .. }));
        Polls::about(binding.flat_map(|one| one.asks).collect())
    }

    /// For these kinds of questions.
    pub(super) fn about(binding: BTreeSet<String>) -> Self {
        Polls { binding, ..Polls::default() }
    }

    /// Counts what the table is told.
    pub fn notices(&mut self, notices: &[Notice]) {
        for notice in notices {
            match &notice.kind {
                NoticeKind::Ballot { closes: Some(_), .. } => self.ballots += 1,
                NoticeKind::BallotResult { result: returns, .. }
                    if matches!(returns.end, BallotEnd::Taken { .. }) =>
                {
                    self.votes.push(u64::from(returns.cast));
                }
                NoticeKind::Answered { street, .. } if !street.is_empty() => {
                    self.voices.push(street.iter().map(|(_, count)| u64::from(*count)).sum());
                }
                _ => {}
            }
        }
    }

    /// Counts an answer that took so many milliseconds.
    pub fn answered(&mut self, answered: &Answered, time: i64) {
        if !self.binding.contains(&answered.ask) || matches!(answered.decided_by, DecidedBy::Only) {
            return;
        }
        self.times.push(time);
        self.by_people +=
            u64::from(matches!(answered.decided_by, DecidedBy::Public { players_only: false, .. }));
    }
}
