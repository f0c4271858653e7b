//! What is counted while a table plays: whole numbers by round, by kind of question, and of the
//! people beside it.
//!
//! May use: the words of `council`. Deliberately absent: averages (`waiting`).

use std::collections::{BTreeMap, BTreeSet};

use super::polls::Polls;
use crate::council::log::{Answered, DecidedBy, EntryKind, HouseReason};
use crate::council::notice::{Notice, NoticeKind};
use crate::council::{Effects, Timestamp, UserId};
use crate::game::Game;

/// One round of one campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Requests of people.
    pub clicks: u64,
    /// Questions the table heard of.
    pub questions: u64,
    /// Clicks of somebody else than the one before.
    pub changes: u64,
    /// Those where the game had to wait: the one before could do nothing more.
    pub handovers: u64,
    /// Notices that stay.
    pub notices: u64,
    /// People called by name.
    pub calls: u64,
    /// New messages in a channel: a question that calls somebody, a ballot, a call to it.
    pub messages: u64,
    /// Questions the street had spoken to when they were answered.
    pub heard: u64,
    /// How long it took, in milliseconds.
    pub time: i64,
}

/// One kind of question over all rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// Heard of by the table.
    pub questions: u64,
    /// Clicks on it.
    pub clicks: u64,
    /// Handovers for it.
    pub handovers: u64,
    /// How long the table waited for it, in milliseconds.
    pub time: i64,
    /// How it was decided.
    pub how: BTreeMap<&'static str, u64>,
}

/// One campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By number; 0 is what comes before the first.
    pub rounds: BTreeMap<u32, Round>,
    /// By kind of question.
    pub kinds: BTreeMap<String, Kind>,
    /// The people beside the table.
    pub polls: Polls,
    /// Clicks that were refused.
    pub refused: u64,
    /// Where the campaign stands.
    pub round: u32,
    asked: BTreeMap<u32, Timestamp>,
}

impl Tally {
    /// Nothing has been counted yet of a campaign of this game.
    pub fn of(game: &dyn Game) -> Self {
        Tally { polls: Polls::of(game), ..Tally::default() }
    }

    /// The same where these kinds of questions are the people's.
    pub(super) fn about(asks: BTreeSet<String>) -> Self {
        Tally { polls: Polls::about(asks), ..Tally::default() }
    }

    /// The round at hand.
    pub fn here(&mut self) -> &mut Round {
        self.rounds.entry(self.round).or_default()
    }

    /// A kind of question.
    pub fn kind(&mut self, ask: &str) -> &mut Kind {
        self.kinds.entry(ask.to_owned()).or_default()
    }

    /// Counts what a request or a deadline led to.
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

    /// Counts an answer, and the milliseconds the table waited for it.
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

/// The bot calls no more people than this in one message.
const CALLED_AT_ONCE: usize = 40;

/// New messages a channel gets for this; what is told without calling anybody is shown where it
/// stands.
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
    // However many questions are open, they share one message.
    let panel = u64::from(effects.notices.iter().any(asks));
    panel + effects.notices.iter().map(beside).sum::<u64>()
}

/// A word for how a question was decided.
fn name(how: &DecidedBy) -> &'static str {
    match how {
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
