//! Lifecycle of a campaign: progress, end of turns, announcement of questions, end of the campaign.
//!
//! Who may answer a question lives in [`super::eligibility`].

use super::super::log::EntryKind;
use super::super::notice::NoticeKind;
use super::super::question::Resolver;
use super::super::seating::{Holder, UserId};
use super::super::state::CampaignStatus;
use super::deadlines::marks_passed;
use super::transition::{Transition, topic};
use crate::game::{Outcome, Seat};

impl Transition<'_> {
    /// Stores the progress. If it has changed, ends the turn and records the start of a new round.
    pub(super) fn set_progress(&mut self, progress: &crate::game::Progress) {
        if self.campaign.council.progress != *progress {
            if self.campaign.council.progress.round != progress.round {
                self.campaign.council.round_since = self.stopped_or_now();
            }
            self.campaign.council.progress = progress.clone();
            // A seat may have the last turn of a phase and the first of the next: two turns.
            self.end_turn();
        }
    }

    /// Ends the current turn, unless one of its questions is still open.
    pub(super) fn end_turn(&mut self) {
        let council = &mut self.campaign.council;
        let asked =
            |seat: Seat| council.questions.iter().any(|q| q.resolver == Resolver::Turn(seat));
        if council.turn.is_some_and(|turn| !asked(turn.seat)) {
            council.turn = None;
        }
    }

    /// Announces new questions and pings the users they wait for.
    pub(super) fn announce_open(&mut self) {
        for at in 0..self.campaign.council.questions.len() {
            let question = &mut self.campaign.council.questions[at];
            if std::mem::replace(&mut question.announced, true) {
                continue;
            }
            let (number, ask) = (question.number, question.ask.clone());
            let (private, due) = (question.private, question.due);
            if question.escalation.is_none() {
                let ping = self.ping_now(at);
                self.tell(
                    topic(number),
                    ping,
                    NoticeKind::Asked { question: number, ask, private, due },
                );
            }
        }
    }

    /// Returns the users to ping for a question, and records their reminder marks.
    ///
    /// Leaves out users in quiet hours: they are reminded later. Leaves out the acting user, who
    /// sees the question anyway, and all others if the acting user can settle it alone.
    pub(super) fn ping_now(&mut self, at: usize) -> Vec<UserId> {
        let question = self.campaign.council.questions[at].clone();
        let waited = self.waited_for(&question);
        let all_answer = matches!(question.resolver, Resolver::Vote | Resolver::Public);
        let carries_on = |user: &UserId| waited.contains(user) && !all_answer;
        let taken_up = self.actor.as_ref().is_some_and(carries_on);
        let is_awake = |user: &UserId| {
            self.now.quiet.get(user).is_none_or(|quiet| quiet.after(self.now.at) <= self.now.at)
        };
        // This ping replaces all reminders that are already due.
        let passed = marks_passed(&question, self.now.at);
        let mut ping = Vec::new();
        for user in waited {
            let here = Some(user) == self.actor || taken_up;
            if here || is_awake(&user) {
                let marks = self.campaign.council.questions[at].reminded.entry(user).or_insert(0);
                *marks = passed.max(*marks);
            }
            if !here && is_awake(&user) {
                ping.push(user);
            }
        }
        ping
    }

    /// Ends the campaign: closes everything open, and reveals the seed and its salt.
    pub(super) fn end_campaign(&mut self, outcome: Option<Outcome>, by: Option<UserId>) {
        let council = &mut self.campaign.council;
        council.status = CampaignStatus::Over;
        council.motion = None;
        council.paused = None;
        council.turn = None;
        council.orders.clear();
        council.away.clear();
        council.ping_subscribers.clear();
        self.close_public_ballot();
        let open = std::mem::take(&mut self.campaign.council.questions);
        for question in open {
            self.close_street(&question);
            let kind = NoticeKind::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), kind);
        }
        self.log(EntryKind::Ended { outcome: outcome.clone(), by });
        let (seed, salt) = (self.campaign.charter.seed, self.campaign.charter.salt.clone());
        self.tell("campaign", Vec::new(), NoticeKind::Ended { outcome, seed, salt });
    }

    /// Returns the user who holds a seat, or `None` if no user does.
    pub(super) fn holder(&self, seat: Seat) -> Option<UserId> {
        match self.campaign.council.seating.holder(seat) {
            Holder::User(user) => Some(user),
            Holder::Nobody | Holder::House { .. } => None,
        }
    }
}
