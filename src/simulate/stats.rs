//! Counters of one campaign: by round, by kind of question, and for the public.
//!
//! Integers only; averages are computed in [`super::waiting`].

use std::collections::{BTreeMap, BTreeSet};

use super::polls::Polls;
use crate::council::log::{Answered, DecidedBy, EntryKind, HouseReason};
use crate::council::notice::{Notice, NoticeKind};
use crate::council::{Effects, Timestamp, UserId};
use crate::game::Game;

/// Counters of one round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Requests by players.
    pub clicks: u64,
    /// Questions put to the table.
    pub questions: u64,
    /// Clicks by another player than the previous click.
    pub changes: u64,
    /// Changes that the game had to wait for: the previous player could do nothing more.
    pub handovers: u64,
    /// Notices that are not fleeting.
    pub notices: u64,
    /// Players pinged.
    pub calls: u64,
    /// New messages in the channel: questions with a ping, ballots, last calls.
    pub messages: u64,
    /// Answered questions with voices of the street.
    pub heard: u64,
    /// Duration in milliseconds.
    pub time: i64,
}

/// Counters of one kind of question over all rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionStats {
    /// Number of times it was asked.
    pub questions: u64,
    /// Clicks that answered it.
    pub clicks: u64,
    /// Handovers for it.
    pub handovers: u64,
    /// Total waiting time in milliseconds.
    pub time: i64,
    /// Number of answers by the way they were decided.
    pub how: BTreeMap<&'static str, u64>,
}

/// Counters of one campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableStats {
    /// By round number; 0 is the time before the first round.
    pub rounds: BTreeMap<u32, Round>,
    /// By kind of question.
    pub kinds: BTreeMap<String, QuestionStats>,
    /// The public votes.
    pub polls: Polls,
    /// Refused requests.
    pub refused: u64,
    /// The current round.
    pub round: u32,
    asked: BTreeMap<u32, Timestamp>,
}

impl TableStats {
    /// Empty counters for a campaign of this game.
    pub fn of(game: &dyn Game) -> Self {
        TableStats { polls: Polls::of(game), ..TableStats::default() }
    }

    /// Empty counters where these kinds of questions are the public's.
    pub(super) fn about(asks: BTreeSet<String>) -> Self {
        TableStats { polls: Polls::about(asks), ..TableStats::default() }
    }

    /// The counters of the current round.
    pub fn here(&mut self) -> &mut Round {
        self.rounds.entry(self.round).or_default()
    }

    /// The counters of a kind of question.
    pub fn kind(&mut self, ask: &str) -> &mut QuestionStats {
        self.kinds.entry(ask.to_owned()).or_default()
    }

    /// Counts the effects of a request or a deadline.
    pub fn effects(&mut self, effects: &Effects, now: Timestamp) {
        self.here().messages += messages(effects);
        self.polls.notices(&effects.notices);
        for notice in &effects.notices {
            let here = self.here();
            here.notices += u64::from(!notice.fleeting);
            here.calls += notice.ping.len() as u64;
            if let NoticeKind::Asked { question, ask, .. } = &notice.kind {
                here.questions += 1;
                if self.round > 0 {
                    self.kind(ask).questions += 1;
                }
                self.asked.insert(*question, now);
            }
            if matches!(&notice.kind, NoticeKind::Answered { street, .. } if !street.is_empty()) {
                self.here().heard += 1;
            }
        }
        for entry in &effects.entries {
            if let EntryKind::Answer(answered) = &entry.kind {
                self.answered(answered, now);
            }
        }
    }

    fn answered(&mut self, answered: &Answered, now: Timestamp) {
        let since = self.asked.remove(&answered.question).unwrap_or(now);
        self.took(answered, (now - since).0);
    }

    /// Counts an answer the table waited `time` milliseconds for.
    pub(super) fn took(&mut self, answered: &Answered, time: i64) {
        self.polls.answered(answered, time);
        if self.round == 0 {
            return;
        }
        let kind = self.kind(&answered.ask);
        kind.time += time;
        *kind.how.entry(name(&answered.decided_by)).or_default() += 1;
    }
}

/// Most pings per message of the bot.
const CALLED_AT_ONCE: usize = 40;

/// Number of new messages in the channel for these effects. Most notices without a ping only edit
/// an existing message.
fn messages(effects: &Effects) -> u64 {
    let calling = |call: &[UserId]| call.len().div_ceil(CALLED_AT_ONCE).max(1) as u64;
    let beside = |notice: &Notice| match &notice.kind {
        NoticeKind::Ballot { .. } | NoticeKind::LastCall { .. } => calling(&notice.ping),
        NoticeKind::Reminder { .. } | NoticeKind::Relayed { .. } | NoticeKind::Motion { .. } => {
            u64::from(!notice.ping.is_empty())
        }
        _ => 0,
    };
    let asks = |notice: &Notice| {
        let asked = matches!(notice.kind, NoticeKind::Asked { .. } | NoticeKind::Escalated { .. });
        asked && !notice.ping.is_empty()
    };
    // All open questions share one message.
    let questions = u64::from(effects.notices.iter().any(asks));
    questions + effects.notices.iter().map(beside).sum::<u64>()
}

/// Report key of the way a question was decided.
fn name(decided_by: &DecidedBy) -> &'static str {
    match decided_by {
        DecidedBy::Vote { tie: false, .. } => "vote",
        DecidedBy::Vote { tie: true, .. } => "vote_tied",
        DecidedBy::Seat { .. } => "seat",
        DecidedBy::OnBehalf { .. } => "on_behalf",
        DecidedBy::Leader { .. } => "leader",
        DecidedBy::Order { .. } => "order",
        DecidedBy::Away { .. } => "away",
        DecidedBy::Only => "only",
        DecidedBy::Public { .. } => "people",
        DecidedBy::House { reason: HouseReason::Plays(_) } => "house_plays",
        DecidedBy::House { .. } => "house_late",
    }
}
