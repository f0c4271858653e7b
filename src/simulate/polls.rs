//! Counters for public votes in one campaign: ballots, turnout, response times.
//!
//! The game says which questions the public decides. Averages are computed in
//! [`super::waiting`].

use std::collections::BTreeSet;

use crate::council::ballot_result::BallotEnd;
use crate::council::log::{Answered, DecidedBy};
use crate::council::notice::{Notice, NoticeKind};
use crate::game::{Game, PublicVoteEffect};

/// Counters for the questions put to the public.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polls {
    /// Kinds of questions that the public decides.
    binding: BTreeSet<String>,
    /// Ballots opened for a question.
    pub ballots: u64,
    /// Votes cast on each counted ballot.
    pub votes: Vec<u64>,
    /// How long each question of the public was open, in milliseconds, however it was decided.
    pub times: Vec<i64>,
    /// Number of those that the public decided.
    pub by_people: u64,
    /// Voices of the street on each question with at least one.
    pub voices: Vec<u64>,
}

impl Polls {
    /// Empty counters for the binding public questions of a game.
    pub fn of(game: &dyn Game) -> Self {
        let questions = game.public_questions().into_iter();
        let binding =
            questions.filter(|one| matches!(one.effect, PublicVoteEffect::Binding { .. }));
        Polls::about(binding.flat_map(|one| one.asks).collect())
    }

    /// Empty counters where these kinds of questions are the public's.
    pub(super) fn about(binding: BTreeSet<String>) -> Self {
        Polls { binding, ..Polls::default() }
    }

    /// Counts ballots, their results and voices in notices.
    pub fn notices(&mut self, notices: &[Notice]) {
        for notice in notices {
            match &notice.kind {
                NoticeKind::Ballot { closes: Some(_), .. } => self.ballots += 1,
                NoticeKind::BallotResult { result, .. }
                    if matches!(result.end, BallotEnd::Taken { .. }) =>
                {
                    self.votes.push(u64::from(result.cast));
                }
                NoticeKind::Answered { street, .. } if !street.is_empty() => {
                    self.voices.push(street.iter().map(|(_, count)| u64::from(*count)).sum());
                }
                _ => {}
            }
        }
    }

    /// Counts an answer that took `time` milliseconds. Ignores forced answers and questions that
    /// are not the public's.
    pub fn answered(&mut self, answered: &Answered, time: i64) {
        if !self.binding.contains(&answered.ask) || matches!(answered.decided_by, DecidedBy::Only) {
            return;
        }
        self.times.push(time);
        self.by_people +=
            u64::from(matches!(answered.decided_by, DecidedBy::Public { players_only: false, .. }));
    }
}
