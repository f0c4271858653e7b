//! Message planner: turns notices of a campaign into posts and edits of its channel's messages.
//!
//! Pure: notices in, a plan out, which `publisher` carries out. No clock, no I/O. The state is
//! stored in one transaction with the delivery mark of its notices, so each notice is applied once.
//!
//! One message, the *panel*, shows the newest phase or turn. It is edited while the players go on
//! with it. A new panel is posted if users have to be pinged, if the phase has changed, if a kind
//! of question comes again after other kinds and there are events to tell, or if a user asks to
//! see it. The same kind of question many times in a row (who stays in the cold, nine times) stays
//! in one message.

use serde::{Deserialize, Serialize};

use super::lessons::LessonsShown;
use super::localizer::{Localizer, countdown, mentions};
use super::pages::street::beside;
use crate::council::ballot_result::BallotResult;
use crate::council::log::DecidedBy;
use crate::council::notice::NoticeKind;
use crate::council::public_decision::DecisionOutcome;
use crate::council::{Timestamp, UserId};
use crate::game::{Message, Outcome, Progress, PublicEvent, Seat};
use crate::hall::erasure::is_alias;
use crate::i18n::hall;
use crate::store::OutboxItem;

fn is_unknown(edition: &u32) -> bool {
    *edition == 0
}

/// Messages of a campaign, and what they still have to tell. Stored with each delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MessageState {
    /// Message of the lobby, while the lobby is open.
    pub lobby: Option<u64>,
    /// The newest panel.
    pub panel: Option<Posted>,
    /// Message of the public ballot.
    pub ballot: Option<u64>,
    /// Edition of that ballot. 0 if unknown.
    #[serde(skip_serializing_if = "is_unknown")]
    pub edition: u32,
    /// Edition and message of a closed ballot that is not decided yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tied: Option<(u32, u64)>,
    /// Messages that ping users for the open ballot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<u64>,
    /// Messages of decided ballots, which later show the outcome.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<Verdict>,
    /// Message of the open motion.
    pub motion: Option<u64>,
    /// Message of the last reminder.
    pub nudge: Option<u64>,
    /// Events that happened without a panel, such as the setup, for the next panel to tell.
    pub untold: Vec<PublicEvent>,
    /// Current progress.
    pub chapter: Progress,
    /// Footer of the next panel.
    pub foot: String,
    /// Lessons shown so far, and where.
    pub taught: LessonsShown,
}

/// Panel that was posted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Posted {
    /// Message id.
    pub message: u64,
    /// Progress when it was posted.
    pub chapter: Progress,
    /// Heading.
    pub heading: String,
    /// Story told when it was posted.
    pub story: Vec<String>,
    /// Status line when it was posted.
    pub brief: String,
    /// Footer.
    pub foot: String,
    /// Users it pinged.
    pub call: Vec<UserId>,
    /// Decisions since it was posted.
    pub decided: Vec<Decided>,
    /// Last log entry when the board was drawn.
    pub drawn: Option<u64>,
    /// Kinds of questions it opened with.
    pub asks: Vec<String>,
    /// Whether another kind was asked since.
    pub others: bool,
    /// Id of the lesson it shows.
    pub lesson: Option<String>,
}

/// Message with the result of a decided ballot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Edition of the ballot.
    pub edition: u32,
    /// Message id.
    pub message: u64,
    /// Result of the ballot.
    pub returns: BallotResult,
    /// Later outcome of the decision, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<DecisionOutcome>,
    /// Whether the message does not show the outcome yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub owed: bool,
}

/// Answer, or change of the table such as a pause, as a panel lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Decided {
    /// Text of the answer or change.
    pub line: String,
    /// How it was decided. Empty if it is not an answer.
    pub how: String,
    /// Whether it is an answer, which can be taken back.
    pub answer: bool,
    /// Events that followed.
    pub told: Vec<PublicEvent>,
}

/// Posts and edits that a batch of notices requires. Ids of outbox items become part of
/// nonces, so that a repeated delivery posts nothing twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessagePlan {
    /// Id of the first item that requires a new panel.
    pub anew: Option<i64>,
    /// Users the new panel pings.
    pub ping: Vec<UserId>,
    /// Whether the panel has changed.
    pub panel: bool,
    /// Whether the lobby has changed.
    pub lobby: bool,
    /// Whether a user asked to see what is open. Deleted messages are then posted again.
    pub again: bool,
    /// Id of the item with the newest ballot.
    pub ballot: Option<i64>,
    /// Pings for the ballot.
    pub ballot_call: Option<PingList>,
    /// Id of the item with the newest change of the tally.
    pub tally: Option<i64>,
    /// Id of the item with the newest change of the street's voices.
    pub street: Option<i64>,
    /// Whether the ballot has changed in another way than by its tally.
    pub ballot_moved: bool,
    /// Outcomes of decisions, each with the edition of its ballot.
    pub outcomes: Vec<(u32, DecisionOutcome)>,
    /// Results of ballots: item id, edition and result.
    pub returns: Vec<(i64, u32, BallotResult)>,
    /// Id of the first item of an open or changed motion, and the users to ping.
    pub motion: Option<(i64, Vec<UserId>)>,
    /// Key of the sentence for how the motion was settled.
    pub motion_closed: Option<&'static str>,
    /// Reminders, oldest first.
    pub reminders: Vec<Reminder>,
    /// Number and seat of each private question.
    pub private: Vec<(u32, Seat)>,
    /// End of the campaign.
    pub ended: Option<Ended>,
}

/// Pings for a ballot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PingList {
    /// Id of the outbox item.
    pub parcel: i64,
    /// Edition of the ballot.
    pub edition: u32,
    /// Time at which the ballot closes.
    pub closes: Timestamp,
    /// Users to ping.
    pub call: Vec<UserId>,
    /// Server role to ping.
    pub role: Option<u64>,
    /// Whether this is the last call.
    pub again: bool,
}

/// Reminder of an open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// Id of the outbox item.
    pub parcel: i64,
    /// Number of the question.
    pub question: u32,
    /// Users to ping.
    pub call: Vec<UserId>,
    /// Text. The publisher adds the argument `link`.
    pub words: Message,
}

/// End of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Id of the outbox item.
    pub parcel: i64,
    /// Outcome. `None` if the campaign was given up.
    pub outcome: Option<Outcome>,
    /// Seed of the game.
    pub seed: u64,
    /// Salt that was hashed with the seed.
    pub salt: String,
}

impl MessageState {
    /// Applies a batch of notices and returns what is to be posted and edited.
    pub fn apply_notices(&mut self, items: &[OutboxItem], localizer: &Localizer) -> MessagePlan {
        let mut plan = MessagePlan::default();
        for item in items {
            self.apply_notice(item, localizer, &mut plan);
        }
        plan
    }

    fn apply_notice(&mut self, item: &OutboxItem, localizer: &Localizer, plan: &mut MessagePlan) {
        let (id, ping) = (item.id, &item.notice.ping);
        match &item.notice.kind {
            NoticeKind::Lobby { .. } => plan.lobby = true,
            NoticeKind::Began { commitment, progress, events } => {
                plan.lobby = true;
                self.chapter = progress.clone();
                self.untold.extend(events.iter().cloned());
                let foot = Message::new("table-sealed").label("commitment", commitment);
                self.foot = localizer.say(&foot);
                plan.anew.get_or_insert(id);
            }
            NoticeKind::Asked { question, ask, private, .. } => {
                self.apply_question(ask, !ping.is_empty(), id, plan);
                plan.ping.extend(ping);
                plan.private.extend(private.map(|seat| (*question, seat)));
            }
            NoticeKind::Escalated { .. } => {
                plan.anew.get_or_insert(id);
                plan.ping.extend(ping);
            }
            NoticeKind::Answered { words, decided_by, progress, events, street, .. } => {
                plan.panel = true;
                self.chapter = progress.clone();
                let (line, how) = decided_line(words.as_ref(), decided_by, localizer);
                let how = beside(localizer, &how, street);
                self.record(Decided { line, how, answer: true, told: events.clone() });
                // The users to ping so far were asked what has just been answered.
                plan.ping.clear();
                plan.private.clear();
            }
            NoticeKind::Voted { .. } | NoticeKind::Withdrawn { .. } => plan.panel = true,
            NoticeKind::Extended { .. } => {
                plan.panel = true;
                plan.ballot_moved = true;
            }
            NoticeKind::Relayed { question, seat } => {
                let seat = localizer.of_game(&localizer.seat(*seat));
                let words = Message::new("table-nudge-relayed").label("seat", seat);
                push_reminder(item, *question, words, plan);
                plan.panel = true;
            }
            NoticeKind::Reminder { question, due } => {
                push_reminder(item, *question, reminder_text(*due), plan);
            }
            NoticeKind::Ballot { edition, closes, role } => {
                plan.ballot = Some(id);
                plan.ballot_call =
                    closes.and_then(|closes| ballot_pings(item, *edition, closes, *role, false));
            }
            NoticeKind::LastCall { edition, closes, role } => {
                plan.ballot_call = ballot_pings(item, *edition, *closes, *role, true);
            }
            NoticeKind::DecisionOutcome { edition, outcome } => {
                plan.outcomes.push((*edition, DecisionOutcome::clone(outcome)));
            }
            NoticeKind::BallotTally { .. } => plan.tally = Some(id),
            NoticeKind::StreetSpoke { .. } => plan.street = Some(id),
            NoticeKind::BallotResult { edition, result } => {
                plan.returns.push((id, *edition, BallotResult::clone(result)));
            }
            NoticeKind::Motion { .. } => {
                let first = plan.motion.take().map_or(id, |(first, _)| first);
                plan.motion = Some((first, ping.clone()));
            }
            NoticeKind::MotionFailed { .. } => plan.motion_closed = Some("motion-failed"),
            NoticeKind::Undone { answers, by, unanimous, progress, .. } => {
                let line = Message::new("table-taken-back")
                    .number("answers", *answers)
                    .label("user", super::localizer::mention(*by));
                self.undo(*answers, progress, localizer.say(&line), id, plan);
                if *unanimous {
                    plan.motion_closed = Some("motion-carried");
                }
            }
            NoticeKind::Shown => {
                plan.anew.get_or_insert(id);
                plan.again = true;
                plan.lobby = true;
            }
            NoticeKind::Ended { outcome, seed, salt } => {
                let (outcome, seed, salt) = (outcome.clone(), *seed, salt.clone());
                plan.ended = Some(Ended { parcel: id, outcome, seed, salt });
            }
            NoticeKind::OrderStopped { .. }
            | NoticeKind::SeatChanged { .. }
            | NoticeKind::Settings { .. }
            | NoticeKind::VoteStruck { .. }
            | NoticeKind::Paused { .. }
            | NoticeKind::Resumed { .. } => {
                plan.panel = true;
                plan.lobby = true;
                plan.ballot_moved = true;
                let kind = &item.notice.kind;
                if let Some(line) = localizer.named_if(|names| hall::notice(kind, names)) {
                    self.record(Decided { line, ..Decided::default() });
                }
            }
        }
    }

    /// Applies a new question, and plans a new panel if it needs one.
    fn apply_question(&mut self, ask: &str, pings: bool, id: i64, plan: &mut MessagePlan) {
        plan.panel = true;
        let Some(panel) = &mut self.panel else {
            plan.anew.get_or_insert(id);
            return;
        };
        let another = panel.chapter != self.chapter;
        let known = panel.asks.iter().any(|old| old == ask);
        let again = known && panel.others && panel.decided.iter().any(Decided::has_events);
        panel.others |= !known;
        if pings || another || again {
            plan.anew.get_or_insert(id);
        }
    }

    fn record(&mut self, decided: Decided) {
        match &mut self.panel {
            Some(panel) => panel.decided.push(decided),
            None => self.untold.extend(decided.told),
        }
    }

    /// Takes answers back, and plans a new panel if some of them are older than the current one.
    fn undo(&mut self, answers: u32, to: &Progress, line: String, id: i64, plan: &mut MessagePlan) {
        self.chapter = to.clone();
        plan.panel = true;
        plan.private.clear();
        let Some(panel) = &mut self.panel else { return };
        let mut left = answers;
        while left > 0
            && let Some(at) = panel.decided.iter().rposition(|decided| decided.answer)
        {
            panel.decided.remove(at);
            left -= 1;
        }
        if left > 0 {
            self.untold.clear();
            plan.anew.get_or_insert(id);
        }
        panel.decided.push(Decided { line, ..Decided::default() });
    }

    /// Records the outcome of a decision, to be shown in the message of its ballot.
    pub fn note_fate(&mut self, edition: u32, outcome: &DecisionOutcome) {
        for verdict in self.decided.iter_mut().filter(|verdict| verdict.edition == edition) {
            verdict.fate = Some(outcome.clone());
            verdict.owed = true;
        }
    }

    /// Removes and returns the message of an open or undecided ballot. Returns `None` if there is
    /// none.
    pub fn take_ballot(&mut self, edition: u32) -> Option<u64> {
        if let Some((_, message)) = self.tied.take_if(|(of, _)| *of == edition) {
            return Some(message);
        }
        let matches = self.edition == edition || self.edition == 0;
        self.ballot.take_if(|_| matches)
    }

    /// Events that no story has told yet, oldest first.
    pub fn news(&self) -> Vec<PublicEvent> {
        let since = self.panel.iter().flat_map(|panel| &panel.decided);
        let since = since.flat_map(|decided| decided.told.iter());
        self.untold.iter().chain(since).cloned().collect()
    }
}

impl Posted {
    /// Lines of the decisions since the panel was posted. Consecutive answers that were decided the
    /// same way, such as those of one player, share a line.
    pub fn lines(&self, localizer: &Localizer) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = self.decided.as_slice();
        while let Some(first) = rest.first() {
            let alike = |decided: &&Decided| decided.answer && decided.how == first.how;
            let many = if first.answer { rest.iter().take_while(alike).count() } else { 1 };
            let (group, after) = rest.split_at(many.max(1));
            lines.push(if first.answer { merge(group, localizer) } else { first.line.clone() });
            rest = after;
        }
        lines
    }
}

/// Joins answers that were decided the same way into one line.
fn merge(group: &[Decided], localizer: &Localizer) -> String {
    let mut parts: Vec<(&str, i64)> = Vec::new();
    for decided in group {
        match parts.last_mut() {
            Some((line, times)) if *line == decided.line => *times += 1,
            _ => parts.push((&decided.line, 1)),
        }
    }
    let part = |(line, times): &(&str, i64)| match times {
        1 => (*line).to_owned(),
        times => format!("{line} ×{times}"),
    };
    let what = parts.iter().map(part).collect::<Vec<_>>().join(" · ");
    let how = group.first().map(|decided| decided.how.clone()).unwrap_or_default();
    localizer.say(&Message::new("table-decided").label("what", what).label("how", how))
}

impl Decided {
    /// Whether events followed.
    fn has_events(&self) -> bool {
        !self.told.is_empty()
    }
}

/// Pings for a ballot, without erased users. `None` if there is no one to ping.
fn ballot_pings(
    item: &OutboxItem,
    edition: u32,
    closes: Timestamp,
    role: Option<u64>,
    again: bool,
) -> Option<PingList> {
    let mut call = item.notice.ping.clone();
    call.retain(|user| !is_alias(*user));
    let wanted = !call.is_empty() || role.is_some();
    wanted.then_some(PingList { parcel: item.id, edition, closes, call, role, again })
}

fn push_reminder(item: &OutboxItem, question: u32, words: Message, plan: &mut MessagePlan) {
    let call = item.notice.ping.clone();
    if !call.is_empty() {
        let words = words.label("users", mentions(&call));
        plan.reminders.push(Reminder { parcel: item.id, question, call, words });
    }
}

fn reminder_text(due: Option<Timestamp>) -> Message {
    match due {
        Some(due) => Message::new("table-nudge-reminder-due").label("due", countdown(due)),
        None => Message::new("table-nudge-reminder"),
    }
}

/// What was decided, and how. After a vote the question is named too, since it was important
/// enough for one.
fn decided_line(
    words: Option<&(Message, Message)>,
    by: &DecidedBy,
    localizer: &Localizer,
) -> (String, String) {
    // It stands in the middle of a sentence, so it is not capitalized.
    let how = localizer.phrase(|names| hall::decided_by(by, names));
    let Some((prompt, label)) = words else {
        return (localizer.word("table-decided-private"), how);
    };
    let key = match by {
        DecidedBy::Vote { .. } | DecidedBy::Public { .. } => "table-decided-vote",
        _ => "table-decided-answer",
    };
    let line = Message::new(key).message("prompt", prompt.clone()).message("label", label.clone());
    (localizer.say(&line), how)
}

#[cfg(test)]
mod tests;
