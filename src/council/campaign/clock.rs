//! What the time brings: windows that open, deadlines that pass, reminders.
//!
//! May use: the words of `council`. Deliberately absent: a clock; a deadline
//! that passed while nobody looked is handled like one that passes now.

use std::collections::BTreeMap;

use super::super::log::Why;
use super::super::notice::News;
use super::super::people::User;
use super::super::question::{Question, ToLeader, Way};
use super::super::refusal::Refusal;
use super::super::settings::Turns;
use super::super::state::Stage;
use super::super::time::{Moment, Quiet, Span};
use super::Campaign;
use super::advance::Settled;
use super::work::{Work, topic};
use crate::game::Decision;

/// Calls for one question: when it opens, at half of its time, at four fifths.
const CALLS: [(i64, i64); 3] = [(0, 1), (1, 2), (4, 5)];

/// The call at half of the time.
const HALF: usize = 1;

/// Deadlines handled in one go.
const MOST_AT_ONCE: usize = 64;

impl Work<'_> {
    /// Handles all that is due.
    pub(super) fn strike(&mut self) -> Result<(), Refusal> {
        // The rest of what was too much at once, and answers of those who are away by now.
        self.advance()?;
        self.lapse_late_motion();
        for _ in 0..MOST_AT_ONCE {
            let late = |question: &Question| question.due.is_some_and(|due| due <= self.now.at);
            let Some(at) = self.on.council.questions.iter().position(late) else { break };
            self.deadline(at)?;
        }
        self.open_relay();
        self.open_cover();
        self.remind();
        self.last_call();
        Ok(())
    }

    fn deadline(&mut self, at: usize) -> Result<(), Refusal> {
        let question = self.on.council.questions[at].clone();
        let decision = self.decision(&question)?;
        if let Some(settled) = self.overdue(at, &question, &decision) {
            self.take(&decision, settled)?;
            self.advance()?;
        }
        Ok(())
    }

    /// What comes of a question whose time is over: an answer, or the leader is asked.
    fn overdue(&mut self, at: usize, q: &Question, decision: &Decision) -> Option<Settled> {
        match (&q.leader, q.way) {
            (Some(ToLeader::Tie(tied)), _) => self.house_among(q, decision, tied, Why::TieUnbroken),
            (Some(ToLeader::Late), _) => self.house(q, decision, Why::Late),
            (None, Way::Vote) => self.count(at, decision, true),
            (None, Way::People) => self.close_ballot(at, decision),
            (None, Way::One(seat)) => self.late(at, decision, seat),
            (None, Way::Turn(seat)) if self.on.council.settings.turns == Turns::Strict => {
                self.late(at, decision, seat)
            }
            (None, Way::Turn(_) | Way::Own(_) | Way::Leader | Way::Anyone) => {
                self.house(q, decision, Why::Late)
            }
        }
    }

    /// The leader may settle it now, if that is somebody else.
    fn late(&mut self, at: usize, decision: &Decision, seat: crate::game::Seat) -> Option<Settled> {
        let leading = self.leading_user();
        if leading.is_some() && leading != self.holder(seat) {
            return self.pass_to_leader(at, decision, ToLeader::Late);
        }
        let question = self.on.council.questions[at].clone();
        self.house(&question, decision, Why::Late)
    }

    /// The window of the active seat is over: the others may act.
    fn open_relay(&mut self) {
        let Some(turn) = self.on.council.turn.filter(|turn| !turn.told) else { return };
        let asked = |q: &Question| q.way == Way::Turn(turn.seat) && q.leader.is_none();
        let at = self.on.council.questions.iter().position(asked);
        let (Some(at), true) = (at, turn.until <= self.now.at) else { return };
        if self.on.council.settings.turns != Turns::Relay {
            return;
        }
        self.on.council.turn = Some(super::super::state::Turn { told: true, ..turn });
        let holder = self.holder(turn.seat);
        let call = self.call_now(at);
        let call = call.into_iter().filter(|user| Some(*user) != holder).collect();
        let question = self.on.council.questions[at].number;
        self.tell(topic(question), call, News::Relayed { question, seat: turn.seat });
    }

    /// The window of a responsible seat is over: the others may answer.
    fn open_cover(&mut self) {
        for at in 0..self.on.council.questions.len() {
            let question = &mut self.on.council.questions[at];
            let (Way::One(seat), None) = (question.way, &question.leader) else { continue };
            let Some(cover) = question.cover.as_mut().filter(|cover| !cover.told) else { continue };
            if cover.from > self.now.at {
                continue;
            }
            cover.told = true;
            let number = question.number;
            let holder = self.holder(seat);
            let call = self.call_now(at).into_iter().filter(|user| Some(*user) != holder);
            let news = News::Relayed { question: number, seat };
            self.tell(topic(number), call.collect(), news);
        }
    }

    /// Reminds those who are waited for, once for each mark that has passed.
    fn remind(&mut self) {
        if self.on.council.paused.is_some() {
            return;
        }
        for at in 0..self.on.council.questions.len() {
            let question = self.on.council.questions[at].clone();
            let mut call = Vec::new();
            for user in self.waited_for(&question) {
                let quiet = self.now.quiet.get(&user).copied();
                let passed = (done(&question, user)..CALLS.len())
                    .filter(|mark| {
                        call_at(&question, *mark, quiet).is_some_and(|m| m <= self.now.at)
                    })
                    .max();
                if let Some(mark) = passed {
                    let reminded = &mut self.on.council.questions[at].reminded;
                    reminded.insert(user, mark as u8 + 1);
                    call.push(user);
                }
            }
            if !call.is_empty() {
                let (question, due) = (question.number, question.due);
                self.tell(topic(question), call, News::Reminder { question, due });
            }
        }
    }
}

/// How many marks a user has heard of.
fn done(question: &Question, user: User) -> usize {
    question.reminded.get(&user).map_or(0, |done| usize::from(*done))
}

/// How many marks lie behind a moment, the opening among them.
pub(super) fn marks_passed(question: &Question, at: Moment) -> u8 {
    let passed = |mark: &usize| call_at(question, *mark, None).is_some_and(|m| m <= at);
    (0..CALLS.len()).filter(passed).max().map_or(1, |last| last as u8 + 1)
}

/// When a user is called for the nth time; never after the deadline.
fn call_at(question: &Question, mark: usize, quiet: Option<Quiet>) -> Option<Moment> {
    let (part, whole) = CALLS.get(mark)?;
    if mark == HALF && question.way == Way::People && question.leader.is_none() {
        // A ballot is short, and people are beside it who are called, too.
        return None;
    }
    let span = match question.due {
        Some(due) => due - question.opened,
        None if mark == 0 => Span::ZERO,
        None => return None,
    };
    let at = question.opened + span.part(*part, *whole);
    let at = quiet.map_or(at, |quiet| quiet.after(at));
    question.due.is_none_or(|due| at < due).then_some(at)
}

impl Campaign {
    /// When something comes of itself next, if nobody does anything.
    pub fn next_wake(&self, quiet: &BTreeMap<User, Quiet>) -> Option<Moment> {
        let council = &self.council;
        if council.stage != Stage::Running || council.paused.is_some() {
            return None;
        }
        let dues = council.questions.iter().filter_map(|question| question.due);
        let motion = council.proposal.iter().filter_map(|proposal| proposal.due);
        let calls = council.questions.iter().filter_map(|q| self.next_call(q, quiet));
        let rest = council.unfinished.then_some(Moment(0));
        let away = council.questions.iter().filter_map(|question| self.away_from(question));
        let covers = council.questions.iter().filter_map(cover_opens);
        let first = dues.chain(motion).chain(calls).chain(rest).chain(covers).chain(away);
        first.chain(self.relay_opens()).chain(self.last_call_due()).min()
    }

    fn relay_opens(&self) -> Option<Moment> {
        let turn = self.council.turn.filter(|turn| !turn.told)?;
        let asked = |q: &Question| q.way == Way::Turn(turn.seat) && q.leader.is_none();
        let relay = self.council.settings.turns == Turns::Relay;
        (relay && self.council.questions.iter().any(asked)).then_some(turn.until)
    }

    fn next_call(&self, question: &Question, quiet: &BTreeMap<User, Quiet>) -> Option<Moment> {
        // Who is waited for may depend on the moment only through the relay, which wakes by itself.
        let known = match question.cover {
            Some(cover) if cover.told => cover.from,
            Some(cover) => cover.from + Span(-1),
            None => self.relay_moment(),
        };
        let waited = self.waited_for(question, known);
        let next = |user: &User| {
            let quiet = quiet.get(user).copied();
            (done(question, *user)..CALLS.len())
                .filter_map(|mark| call_at(question, mark, quiet))
                .min()
        };
        waited.iter().filter_map(next).min()
    }

    /// A moment at which the relay is as the table knows it to be.
    fn relay_moment(&self) -> Moment {
        match self.council.turn {
            Some(turn) if !turn.told => turn.until + Span(-1),
            Some(turn) => turn.until,
            None => Moment(0),
        }
    }
}

/// When the others are to be told that they may answer for a seat.
fn cover_opens(question: &Question) -> Option<Moment> {
    let waits = question.leader.is_none() && matches!(question.way, Way::One(_));
    question.cover.filter(|cover| waits && !cover.told).map(|cover| cover.from)
}
