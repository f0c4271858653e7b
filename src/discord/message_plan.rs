//! The desk: which messages of a channel show a campaign, and what news makes
//! of them. Pure: news in, a plan out; the courier carries it out.
//!
//! May use: the notices of `council`, `tongue`. Deliberately absent: sending,
//! time, the state of the table. What is remembered here is stored with the
//! mark on the news it came from, so that news is taken in once.
//!
//! One message, the *panel*, shows the newest phase or turn. It is changed while
//! whoever is at it goes on. A new one is posted when somebody has to be called,
//! when the phase is another, when the same kind of question comes round again
//! after others with something to tell, or when somebody asks to see it. The same
//! question again and again (who stays in the cold, nine times) is one message.

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

/// What is remembered of a campaign's messages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct MessageState {
    /// The lobby's message, while it is open.
    pub lobby: Option<u64>,
    /// The panel.
    pub panel: Option<Posted>,
    /// The people's ballot.
    pub ballot: Option<u64>,
    /// Which edition of it that is; 0 where nobody has noted it.
    #[serde(skip_serializing_if = "is_unknown")]
    pub edition: u32,
    /// A ballot that has closed and is not decided yet: its edition and its message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tied: Option<(u32, u64)>,
    /// Messages that call people to the open ballot.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<u64>,
    /// Ballots that were decided: what came of them later is told there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<Verdict>,
    /// The motion before the table.
    pub motion: Option<u64>,
    /// The last reminder.
    pub nudge: Option<u64>,
    /// What happened before there was a panel, or beside it.
    pub untold: Vec<PublicEvent>,
    /// Where the campaign stands.
    pub chapter: Progress,
    /// What stands small below the next panel.
    pub foot: String,
    /// The lessons that were told, and beside what.
    pub taught: LessonsShown,
}

/// A panel that was posted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Posted {
    /// Its message.
    pub message: u64,
    /// The phase it was posted in.
    pub chapter: Progress,
    /// Its heading.
    pub heading: String,
    /// What it told when it was posted.
    pub story: Vec<String>,
    /// How the table stood then.
    pub brief: String,
    /// What stands small below.
    pub foot: String,
    /// Who was called by it.
    pub call: Vec<UserId>,
    /// What was decided since.
    pub decided: Vec<Decided>,
    /// The last entry of the log when the board was drawn.
    pub drawn: Option<u64>,
    /// The kinds of questions it opened with.
    pub asks: Vec<String>,
    /// Another kind was asked since.
    pub others: bool,
    /// The lesson it tells.
    pub lesson: Option<String>,
}

/// The message that tells what came of a ballot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Which edition of the ballot it was.
    pub edition: u32,
    /// The message.
    pub message: u64,
    /// What came of it.
    pub returns: BallotResult,
    /// What became of that later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<DecisionOutcome>,
    /// The message does not tell that yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub owed: bool,
}

/// Something that was decided, or done to the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Decided {
    /// What it was.
    pub line: String,
    /// How it was decided; nothing where that is not the point.
    pub how: String,
    /// It was an answer, and can be taken back.
    pub answer: bool,
    /// What came of it.
    pub told: Vec<PublicEvent>,
}

/// What news makes of the messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessagePlan {
    /// A new panel is due: the first news that wants it.
    pub anew: Option<i64>,
    /// Whom the new panel calls.
    pub call: Vec<UserId>,
    /// The panel has changed.
    pub panel: bool,
    /// The lobby has changed.
    pub lobby: bool,
    /// Somebody asks to see what is open: what is gone is posted anew.
    pub again: bool,
    /// A new ballot is open: the news that says so.
    pub ballot: Option<i64>,
    /// People are called to the ballot.
    pub ballot_call: Option<PingList>,
    /// The tally has changed: the news that says so.
    pub tally: Option<i64>,
    /// The street has said something: the news that says so.
    pub street: Option<i64>,
    /// The ballot shows something else that has changed.
    pub ballot_moved: bool,
    /// What became of decisions, by the edition of their ballot.
    pub fates: Vec<(u32, DecisionOutcome)>,
    /// Ballots that are over: the news, the edition, and what came of it.
    pub returns: Vec<(i64, u32, BallotResult)>,
    /// A motion is open, or its voices have changed: the news that says so, and who is called.
    pub motion: Option<(i64, Vec<UserId>)>,
    /// The motion is settled: the word for how.
    pub motion_closed: Option<&'static str>,
    /// Reminders: the news, who is called, and the words.
    pub nudges: Vec<Reminder>,
    /// Private questions: number and seat.
    pub private: Vec<(u32, Seat)>,
    /// It is over.
    pub ended: Option<Ended>,
}

/// People are called to the ballot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PingList {
    /// The news.
    pub parcel: i64,
    /// Which edition of the ballot.
    pub edition: u32,
    /// When it closes.
    pub closes: Timestamp,
    /// Who.
    pub call: Vec<UserId>,
    /// A role of the server.
    pub role: Option<u64>,
    /// They were called before.
    pub again: bool,
}

/// Somebody is to be reminded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reminder {
    /// The news.
    pub parcel: i64,
    /// The question.
    pub question: u32,
    /// Who.
    pub call: Vec<UserId>,
    /// In words; a link is put in.
    pub words: Message,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The news.
    pub parcel: i64,
    /// How; none if it was given up.
    pub outcome: Option<Outcome>,
    /// The seed.
    pub seed: u64,
    /// What was hashed with it.
    pub salt: String,
}

impl MessageState {
    /// Takes news in.
    pub fn apply_notices(&mut self, parcels: &[OutboxItem], tongue: &Localizer) -> MessagePlan {
        let mut plan = MessagePlan::default();
        for parcel in parcels {
            self.take_one(parcel, tongue, &mut plan);
        }
        plan
    }

    fn take_one(&mut self, parcel: &OutboxItem, tongue: &Localizer, plan: &mut MessagePlan) {
        let (id, call) = (parcel.id, &parcel.notice.ping);
        match &parcel.notice.kind {
            NoticeKind::Lobby { .. } => plan.lobby = true,
            NoticeKind::Began { commitment, progress: chapter, events } => {
                plan.lobby = true;
                self.chapter = chapter.clone();
                self.untold.extend(events.iter().cloned());
                let foot = Message::new("table-sealed").label("commitment", commitment);
                self.foot = tongue.say(&foot);
                plan.anew.get_or_insert(id);
            }
            NoticeKind::Asked { question, ask, private, .. } => {
                self.asked(ask, !call.is_empty(), id, plan);
                plan.call.extend(call);
                plan.private.extend(private.map(|seat| (*question, seat)));
            }
            NoticeKind::Escalated { .. } => {
                plan.anew.get_or_insert(id);
                plan.call.extend(call);
            }
            NoticeKind::Answered {
                words,
                decided_by: how,
                progress: chapter,
                events,
                street,
                ..
            } => {
                plan.panel = true;
                self.chapter = chapter.clone();
                let (line, how) = line(words.as_ref(), how, tongue);
                let how = beside(tongue, &how, street);
                self.decided(Decided { line, how, answer: true, told: events.clone() });
                // Whoever was called for what is answered now is called no more.
                plan.call.clear();
                plan.private.clear();
            }
            NoticeKind::Voted { .. } | NoticeKind::Withdrawn { .. } => plan.panel = true,
            NoticeKind::Extended { .. } => {
                plan.panel = true;
                plan.ballot_moved = true;
            }
            NoticeKind::Relayed { question, seat } => {
                let seat = tongue.of_game(&tongue.seat(*seat));
                let words = Message::new("table-nudge-relayed").label("seat", seat);
                nudge(parcel, *question, words, plan);
                plan.panel = true;
            }
            NoticeKind::Reminder { question, due } => {
                nudge(parcel, *question, reminder(*due), plan);
            }
            NoticeKind::Ballot { edition, closes, role } => {
                plan.ballot = Some(id);
                plan.ballot_call =
                    closes.and_then(|closes| summons(parcel, *edition, closes, *role, false));
            }
            NoticeKind::LastCall { edition, closes, role } => {
                plan.ballot_call = summons(parcel, *edition, *closes, *role, true);
            }
            NoticeKind::DecisionOutcome { edition, outcome: fate } => {
                plan.fates.push((*edition, DecisionOutcome::clone(fate)));
            }
            NoticeKind::BallotTally { .. } => plan.tally = Some(id),
            NoticeKind::StreetSpoke { .. } => plan.street = Some(id),
            NoticeKind::BallotResult { edition, result: returns } => {
                plan.returns.push((id, *edition, BallotResult::clone(returns)));
            }
            NoticeKind::Motion { .. } => {
                let first = plan.motion.take().map_or(id, |(first, _)| first);
                plan.motion = Some((first, call.clone()));
            }
            NoticeKind::MotionFailed { .. } => plan.motion_closed = Some("motion-failed"),
            NoticeKind::Undone { answers, by, unanimous, progress: chapter, .. } => {
                let line = Message::new("table-taken-back")
                    .number("answers", *answers)
                    .label("user", super::localizer::mention(*by));
                self.undone(*answers, chapter, tongue.say(&line), id, plan);
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
                let news = &parcel.notice.kind;
                if let Some(line) = tongue.named_if(|names| hall::notice(news, names)) {
                    self.decided(Decided { line, ..Decided::default() });
                }
            }
        }
    }

    /// Something is asked: does it want a panel of its own?
    fn asked(&mut self, ask: &str, called: bool, id: i64, plan: &mut MessagePlan) {
        plan.panel = true;
        let Some(panel) = &mut self.panel else {
            plan.anew.get_or_insert(id);
            return;
        };
        let another = panel.chapter != self.chapter;
        let known = panel.asks.iter().any(|old| old == ask);
        let again = known && panel.others && panel.decided.iter().any(Decided::tells);
        panel.others |= !known;
        if called || another || again {
            plan.anew.get_or_insert(id);
        }
    }

    fn decided(&mut self, decided: Decided) {
        match &mut self.panel {
            Some(panel) => panel.decided.push(decided),
            None => self.untold.extend(decided.told),
        }
    }

    /// Takes answers back; if they are older than the panel, it is posted anew.
    fn undone(
        &mut self,
        answers: u32,
        to: &Progress,
        line: String,
        id: i64,
        plan: &mut MessagePlan,
    ) {
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

    /// What became of a decision, to be told where its ballot stood.
    pub fn note_fate(&mut self, edition: u32, fate: &DecisionOutcome) {
        for verdict in self.decided.iter_mut().filter(|verdict| verdict.edition == edition) {
            verdict.fate = Some(fate.clone());
            verdict.owed = true;
        }
    }

    /// The message in which a ballot stands; it stands there no longer.
    pub fn take_ballot(&mut self, edition: u32) -> Option<u64> {
        if let Some((_, message)) = self.tied.take_if(|(of, _)| *of == edition) {
            return Some(message);
        }
        let is_it = self.edition == edition || self.edition == 0;
        self.ballot.take_if(|_| is_it)
    }

    /// Everything that happened and no message has told yet.
    pub fn news(&self) -> Vec<PublicEvent> {
        let since = self.panel.iter().flat_map(|panel| &panel.decided);
        let since = since.flat_map(|decided| decided.told.iter());
        self.untold.iter().chain(since).cloned().collect()
    }
}

impl Posted {
    /// What was decided since, a line each; what one person did in a row is one line.
    pub fn lines(&self, tongue: &Localizer) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = self.decided.as_slice();
        while let Some(first) = rest.first() {
            let alike = |decided: &&Decided| decided.answer && decided.how == first.how;
            let many = if first.answer { rest.iter().take_while(alike).count() } else { 1 };
            let (group, after) = rest.split_at(many.max(1));
            lines.push(if first.answer { together(group, tongue) } else { first.line.clone() });
            rest = after;
        }
        lines
    }
}

/// Answers of one person in a row.
fn together(group: &[Decided], tongue: &Localizer) -> String {
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
    tongue.say(&Message::new("table-decided").label("what", what).label("how", how))
}

impl Decided {
    /// Did anything come of it?
    fn tells(&self) -> bool {
        !self.told.is_empty()
    }
}

/// None, if nobody is called.
fn summons(
    parcel: &OutboxItem,
    edition: u32,
    closes: Timestamp,
    role: Option<u64>,
    again: bool,
) -> Option<PingList> {
    let mut call = parcel.notice.ping.clone();
    call.retain(|user| !is_alias(*user));
    let wanted = !call.is_empty() || role.is_some();
    wanted.then_some(PingList { parcel: parcel.id, edition, closes, call, role, again })
}

fn nudge(parcel: &OutboxItem, question: u32, words: Message, plan: &mut MessagePlan) {
    let call = parcel.notice.ping.clone();
    if !call.is_empty() {
        let words = words.label("users", mentions(&call));
        plan.nudges.push(Reminder { parcel: parcel.id, question, call, words });
    }
}

fn reminder(due: Option<Timestamp>) -> Message {
    match due {
        Some(due) => Message::new("table-nudge-reminder-due").label("due", countdown(due)),
        None => Message::new("table-nudge-reminder"),
    }
}

/// What was decided, and how. A vote names the question too: it was worth one.
fn line(
    words: Option<&(Message, Message)>,
    by: &DecidedBy,
    tongue: &Localizer,
) -> (String, String) {
    // In the middle of a sentence: as the list has it, small.
    let how = tongue.phrase(|names| hall::decided_by(by, names));
    let Some((prompt, label)) = words else {
        return (tongue.word("table-decided-private"), how);
    };
    let key = match by {
        DecidedBy::Vote { .. } | DecidedBy::Public { .. } => "table-decided-vote",
        _ => "table-decided-answer",
    };
    let line = Message::new(key).message("prompt", prompt.clone()).message("label", label.clone());
    (tongue.say(&line), how)
}

#[cfg(test)]
mod tests;
