//! What the time brings: windows that open, deadlines that pass, reminders.
//!
//! May use: the words of `council`. Deliberately absent: a clock; a deadline
//! that passed while nobody looked is handled like one that passes now.

use std::collections::BTreeMap;

use super::super::log::HouseReason;
use super::super::notice::NoticeKind;
use super::super::question::{Escalation, Question, Resolver};
use super::super::refusal::Refusal;
use super::super::seating::UserId;
use super::super::settings::TurnMode;
use super::super::state::CampaignStatus;
use super::super::time::{QuietHours, Span, Timestamp};
use super::Campaign;
use super::advance::Resolution;
use super::transition::{Transition, topic};
use crate::game::Decision;

/// Calls for one question: when it opens, at half of its time, at four fifths.
const REMINDER_MARKS: [(i64, i64); 3] = [(0, 1), (1, 2), (4, 5)];

/// The call at half of the time.
const HALF_TIME_MARK: usize = 1;

/// Deadlines handled in one go.
const MAX_DEADLINES_PER_WAKE: usize = 64;

impl Transition<'_> {
    /// Handles all that is due.
    pub(super) fn process_due(&mut self) -> Result<(), Refusal> {
        // The rest of what was too much at once, and answers of those who are away by now.
        self.advance()?;
        self.lapse_late_motion();
        for _ in 0..MAX_DEADLINES_PER_WAKE {
            let late = |question: &Question| question.due.is_some_and(|due| due <= self.now.at);
            let Some(at) = self.campaign.council.questions.iter().position(late) else { break };
            self.process_deadline(at)?;
        }
        self.open_relay();
        self.open_substitution();
        self.remind();
        self.send_last_call();
        Ok(())
    }

    fn process_deadline(&mut self, at: usize) -> Result<(), Refusal> {
        let question = self.campaign.council.questions[at].clone();
        let decision = self.decision(&question)?;
        if let Some(settled) = self.resolve_overdue(at, &question, &decision) {
            self.apply_answer(&decision, settled)?;
            self.advance()?;
        }
        Ok(())
    }

    /// What comes of a question whose time is over: an answer, or the leader is asked.
    fn resolve_overdue(
        &mut self,
        at: usize,
        q: &Question,
        decision: &Decision,
    ) -> Option<Resolution> {
        match (&q.escalation, q.resolver) {
            (Some(Escalation::Tie(tied)), _) => {
                self.house_answer_among(q, decision, tied, HouseReason::TieUnbroken)
            }
            (Some(Escalation::Late), _) => self.house_answer(q, decision, HouseReason::Late),
            (None, Resolver::Vote) => self.count_votes(at, decision, true),
            (None, Resolver::Public) => self.close_ballot(at, decision),
            (None, Resolver::Responsible(seat)) => self.escalate_late(at, decision, seat),
            (None, Resolver::Turn(seat))
                if self.campaign.council.settings.turns == TurnMode::Strict =>
            {
                self.escalate_late(at, decision, seat)
            }
            (
                None,
                Resolver::Turn(_) | Resolver::Private(_) | Resolver::Leader | Resolver::Anyone,
            ) => self.house_answer(q, decision, HouseReason::Late),
        }
    }

    /// The leader may settle it now, if that is somebody else.
    fn escalate_late(
        &mut self,
        at: usize,
        decision: &Decision,
        seat: crate::game::Seat,
    ) -> Option<Resolution> {
        let leading = self.leading_user();
        if leading.is_some() && leading != self.holder(seat) {
            return self.escalate(at, decision, Escalation::Late);
        }
        let question = self.campaign.council.questions[at].clone();
        self.house_answer(&question, decision, HouseReason::Late)
    }

    /// The window of the active seat is over: the others may act.
    fn open_relay(&mut self) {
        let Some(turn) = self.campaign.council.turn.filter(|turn| !turn.told) else { return };
        let asked =
            |q: &Question| q.resolver == Resolver::Turn(turn.seat) && q.escalation.is_none();
        let at = self.campaign.council.questions.iter().position(asked);
        let (Some(at), true) = (at, turn.until <= self.now.at) else { return };
        if self.campaign.council.settings.turns != TurnMode::Relay {
            return;
        }
        self.campaign.council.turn = Some(super::super::state::Turn { told: true, ..turn });
        let holder = self.holder(turn.seat);
        let call = self.ping_now(at);
        let call = call.into_iter().filter(|user| Some(*user) != holder).collect();
        let question = self.campaign.council.questions[at].number;
        self.tell(topic(question), call, NoticeKind::Relayed { question, seat: turn.seat });
    }

    /// The window of a responsible seat is over: the others may answer.
    fn open_substitution(&mut self) {
        for at in 0..self.campaign.council.questions.len() {
            let question = &mut self.campaign.council.questions[at];
            let (Resolver::Responsible(seat), None) = (question.resolver, &question.escalation)
            else {
                continue;
            };
            let Some(cover) = question.substitution.as_mut().filter(|cover| !cover.told) else {
                continue;
            };
            if cover.from > self.now.at {
                continue;
            }
            cover.told = true;
            let number = question.number;
            let holder = self.holder(seat);
            let call = self.ping_now(at).into_iter().filter(|user| Some(*user) != holder);
            let news = NoticeKind::Relayed { question: number, seat };
            self.tell(topic(number), call.collect(), news);
        }
    }

    /// Reminds those who are waited for, once for each mark that has passed.
    fn remind(&mut self) {
        if self.campaign.council.paused.is_some() {
            return;
        }
        for at in 0..self.campaign.council.questions.len() {
            let question = self.campaign.council.questions[at].clone();
            let mut call = Vec::new();
            for user in self.waited_for(&question) {
                let quiet = self.now.quiet.get(&user).copied();
                let passed = (marks_done(&question, user)..REMINDER_MARKS.len())
                    .filter(|mark| {
                        reminder_at(&question, *mark, quiet).is_some_and(|m| m <= self.now.at)
                    })
                    .max();
                if let Some(mark) = passed {
                    let reminded = &mut self.campaign.council.questions[at].reminded;
                    reminded.insert(user, mark as u8 + 1);
                    call.push(user);
                }
            }
            if !call.is_empty() {
                let (question, due) = (question.number, question.due);
                self.tell(topic(question), call, NoticeKind::Reminder { question, due });
            }
        }
    }
}

/// How many marks a user has heard of.
fn marks_done(question: &Question, user: UserId) -> usize {
    question.reminded.get(&user).map_or(0, |done| usize::from(*done))
}

/// How many marks lie behind a moment, the opening among them.
pub(super) fn marks_passed(question: &Question, at: Timestamp) -> u8 {
    let passed = |mark: &usize| reminder_at(question, *mark, None).is_some_and(|m| m <= at);
    (0..REMINDER_MARKS.len()).filter(passed).max().map_or(1, |last| last as u8 + 1)
}

/// When a user is called for the nth time; never after the deadline.
fn reminder_at(question: &Question, mark: usize, quiet: Option<QuietHours>) -> Option<Timestamp> {
    let (part, whole) = REMINDER_MARKS.get(mark)?;
    if mark == HALF_TIME_MARK
        && question.resolver == Resolver::Public
        && question.escalation.is_none()
    {
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
    pub fn next_wake(&self, quiet: &BTreeMap<UserId, QuietHours>) -> Option<Timestamp> {
        let council = &self.council;
        if council.status != CampaignStatus::Running || council.paused.is_some() {
            return None;
        }
        let dues = council.questions.iter().filter_map(|question| question.due);
        let motion = council.motion.iter().filter_map(|proposal| proposal.due);
        let calls = council.questions.iter().filter_map(|q| self.next_reminder(q, quiet));
        let rest = council.unfinished.then_some(Timestamp(0));
        let away = council.questions.iter().filter_map(|question| self.away_answer_due(question));
        let covers = council.questions.iter().filter_map(substitution_opens_at);
        let first = dues.chain(motion).chain(calls).chain(rest).chain(covers).chain(away);
        first.chain(self.relay_opens_at()).chain(self.last_call_due()).min()
    }

    fn relay_opens_at(&self) -> Option<Timestamp> {
        let turn = self.council.turn.filter(|turn| !turn.told)?;
        let asked =
            |q: &Question| q.resolver == Resolver::Turn(turn.seat) && q.escalation.is_none();
        let relay = self.council.settings.turns == TurnMode::Relay;
        (relay && self.council.questions.iter().any(asked)).then_some(turn.until)
    }

    fn next_reminder(
        &self,
        question: &Question,
        quiet: &BTreeMap<UserId, QuietHours>,
    ) -> Option<Timestamp> {
        // Who is waited for may depend on the moment only through the relay, which wakes by itself.
        let known = match question.substitution {
            Some(cover) if cover.told => cover.from,
            Some(cover) => cover.from + Span(-1),
            None => self.relay_moment(),
        };
        let waited = self.waited_for(question, known);
        let next = |user: &UserId| {
            let quiet = quiet.get(user).copied();
            (marks_done(question, *user)..REMINDER_MARKS.len())
                .filter_map(|mark| reminder_at(question, mark, quiet))
                .min()
        };
        waited.iter().filter_map(next).min()
    }

    /// A moment at which the relay is as the table knows it to be.
    fn relay_moment(&self) -> Timestamp {
        match self.council.turn {
            Some(turn) if !turn.told => turn.until + Span(-1),
            Some(turn) => turn.until,
            None => Timestamp(0),
        }
    }
}

/// When the others are to be told that they may answer for a seat.
fn substitution_opens_at(question: &Question) -> Option<Timestamp> {
    let waits =
        question.escalation.is_none() && matches!(question.resolver, Resolver::Responsible(_));
    question.substitution.filter(|cover| waits && !cover.told).map(|cover| cover.from)
}
