//! Timeouts: deadlines that pass, windows that open, reminders, and the next wake-up time.
//!
//! Pure: no clock. A deadline that passed while the process was down is handled like one that
//! passes now.

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

/// Reminder marks of a question, as fractions of its time: its opening, 1/2 and 4/5.
const REMINDER_MARKS: [(i64, i64); 3] = [(0, 1), (1, 2), (4, 5)];

/// Index of the mark at 1/2.
const HALF_TIME_MARK: usize = 1;

/// Maximum number of deadlines handled in one wake-up.
const MAX_DEADLINES_PER_WAKE: usize = 64;

impl Transition<'_> {
    /// Processes all deadlines, windows and reminders that are due.
    pub(super) fn process_due(&mut self) -> Result<(), Refusal> {
        // Continues an unfinished advance, and gives the away answers that are due by now.
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
        if let Some(resolution) = self.resolve_overdue(at, &question, &decision) {
            self.apply_answer(&decision, resolution)?;
            self.advance()?;
        }
        Ok(())
    }

    /// Settles a question whose deadline has passed. Returns `None` if it stays open, for example
    /// because it is escalated to the leader.
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

    /// Escalates a late question to the leader. The house answers it if no user leads, or if the
    /// leader is the late holder.
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

    /// Announces that the window of the active seat is over and the other players may act.
    fn open_relay(&mut self) {
        let Some(turn) = self.campaign.council.turn.filter(|turn| !turn.announced) else { return };
        let asked =
            |q: &Question| q.resolver == Resolver::Turn(turn.seat) && q.escalation.is_none();
        let at = self.campaign.council.questions.iter().position(asked);
        let (Some(at), true) = (at, turn.until <= self.now.at) else { return };
        if self.campaign.council.settings.turns != TurnMode::Relay {
            return;
        }
        self.campaign.council.turn = Some(super::super::state::Turn { announced: true, ..turn });
        let holder = self.holder(turn.seat);
        let ping = self.ping_now(at);
        let ping = ping.into_iter().filter(|user| Some(*user) != holder).collect();
        let question = self.campaign.council.questions[at].number;
        self.tell(topic(question), ping, NoticeKind::Relayed { question, seat: turn.seat });
    }

    /// Announces that the window of a responsible seat is over and the other players may answer.
    fn open_substitution(&mut self) {
        for at in 0..self.campaign.council.questions.len() {
            let question = &mut self.campaign.council.questions[at];
            let (Resolver::Responsible(seat), None) = (question.resolver, &question.escalation)
            else {
                continue;
            };
            let Some(substitution) =
                question.substitution.as_mut().filter(|substitution| !substitution.announced)
            else {
                continue;
            };
            if substitution.from > self.now.at {
                continue;
            }
            substitution.announced = true;
            let number = question.number;
            let holder = self.holder(seat);
            let ping = self.ping_now(at).into_iter().filter(|user| Some(*user) != holder);
            let kind = NoticeKind::Relayed { question: number, seat };
            self.tell(topic(number), ping.collect(), kind);
        }
    }

    /// Reminds the users that a question waits for. Marks missed in between count as one reminder.
    fn remind(&mut self) {
        if self.campaign.council.paused.is_some() {
            return;
        }
        for at in 0..self.campaign.council.questions.len() {
            let question = self.campaign.council.questions[at].clone();
            let mut ping = Vec::new();
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
                    ping.push(user);
                }
            }
            if !ping.is_empty() {
                let (question, due) = (question.number, question.due);
                self.tell(topic(question), ping, NoticeKind::Reminder { question, due });
            }
        }
    }
}

/// Returns the number of reminder marks already spent on a user.
fn marks_done(question: &Question, user: UserId) -> usize {
    question.reminded.get(&user).map_or(0, |done| usize::from(*done))
}

/// Returns the number of reminder marks passed at `at`, the opening included.
pub(super) fn marks_passed(question: &Question, at: Timestamp) -> u8 {
    let passed = |mark: &usize| reminder_at(question, *mark, None).is_some_and(|m| m <= at);
    (0..REMINDER_MARKS.len()).filter(passed).max().map_or(1, |last| last as u8 + 1)
}

/// Returns the time of a reminder, moved out of the quiet hours. Returns `None` if the mark does
/// not apply or would fall on the deadline or after it.
fn reminder_at(question: &Question, mark: usize, quiet: Option<QuietHours>) -> Option<Timestamp> {
    let (part, whole) = REMINDER_MARKS.get(mark)?;
    if mark == HALF_TIME_MARK
        && question.resolver == Resolver::Public
        && question.escalation.is_none()
    {
        // A ballot is short, and it pings its own subscribers as well.
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
    /// Returns when [`Campaign::wake`] has something to do next without any request. Returns `None`
    /// if the campaign is not running, is paused, or has nothing scheduled.
    pub fn next_wake(&self, quiet: &BTreeMap<UserId, QuietHours>) -> Option<Timestamp> {
        let council = &self.council;
        if council.status != CampaignStatus::Running || council.paused.is_some() {
            return None;
        }
        let dues = council.questions.iter().filter_map(|question| question.due);
        let motion = council.motion.iter().filter_map(|motion| motion.due);
        let reminders = council.questions.iter().filter_map(|q| self.next_reminder(q, quiet));
        let rest = council.unfinished.then_some(Timestamp(0));
        let away = council.questions.iter().filter_map(|question| self.away_answer_due(question));
        let substitutions = council.questions.iter().filter_map(substitution_opens_at);
        let first =
            dues.chain(motion).chain(reminders).chain(rest).chain(substitutions).chain(away);
        first.chain(self.relay_opens_at()).chain(self.last_call_due()).min()
    }

    fn relay_opens_at(&self) -> Option<Timestamp> {
        let turn = self.council.turn.filter(|turn| !turn.announced)?;
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
        // The users waited for change over time only through the relay and the substitution, which
        // have wake-ups of their own: take the state that was last announced.
        let known = match question.substitution {
            Some(substitution) if substitution.announced => substitution.from,
            Some(substitution) => substitution.from + Span(-1),
            None => self.announced_relay_time(),
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

    /// Returns a timestamp at which the relay is open exactly if its opening has been announced.
    fn announced_relay_time(&self) -> Timestamp {
        match self.council.turn {
            Some(turn) if !turn.announced => turn.until + Span(-1),
            Some(turn) => turn.until,
            None => Timestamp(0),
        }
    }
}

/// Returns when to announce that the other players may answer for a responsible seat.
fn substitution_opens_at(question: &Question) -> Option<Timestamp> {
    let waits =
        question.escalation.is_none() && matches!(question.resolver, Resolver::Responsible(_));
    question
        .substitution
        .filter(|substitution| waits && !substitution.announced)
        .map(|substitution| substitution.from)
}
