//! The course of a campaign: its chapters, whose turn has ended, who is told
//! that something is asked, and its end.
//!
//! May use: the words of `council`. Deliberately absent: who decides.

use super::super::log::EntryKind;
use super::super::notice::NoticeKind;
use super::super::question::Resolver;
use super::super::seating::{Holder, UserId};
use super::super::state::CampaignStatus;
use super::deadlines::marks_passed;
use super::transition::{Transition, topic};
use crate::game::{Outcome, Seat};

impl Transition<'_> {
    /// Notes where the campaign stands.
    pub(super) fn set_progress(&mut self, chapter: &crate::game::Progress) {
        if self.campaign.council.progress != *chapter {
            if self.campaign.council.progress.round != chapter.round {
                self.campaign.council.round_since = self.stopped_or_now();
            }
            self.campaign.council.progress = chapter.clone();
            // A seat may have the last turn of a chapter and the first of the next: two turns.
            self.end_turn();
        }
    }

    /// The turn is over, unless something of it is still asked.
    pub(super) fn end_turn(&mut self) {
        let council = &mut self.campaign.council;
        let asked =
            |seat: Seat| council.questions.iter().any(|q| q.resolver == Resolver::Turn(seat));
        if council.turn.is_some_and(|turn| !asked(turn.seat)) {
            council.turn = None;
        }
    }

    /// Announces questions nobody has heard of, and calls those they wait for.
    pub(super) fn announce_open(&mut self) {
        for at in 0..self.campaign.council.questions.len() {
            let question = &mut self.campaign.council.questions[at];
            if std::mem::replace(&mut question.announced, true) {
                continue;
            }
            let (number, ask) = (question.number, question.ask.clone());
            let (private, due) = (question.private, question.due);
            if question.escalation.is_none() {
                let call = self.ping_now(at);
                self.tell(
                    topic(number),
                    call,
                    NoticeKind::Asked { question: number, ask, private, due },
                );
            }
        }
    }

    /// Those a question waits for who may be called now. Whoever is at it sees it anyway.
    pub(super) fn ping_now(&mut self, at: usize) -> Vec<UserId> {
        let question = self.campaign.council.questions[at].clone();
        let waited = self.waited_for(&question);
        let all_answer = matches!(question.resolver, Resolver::Vote | Resolver::Public);
        let carries_on = |user: &UserId| waited.contains(user) && !all_answer;
        let taken_up = self.actor.as_ref().is_some_and(carries_on);
        let loud = |user: &UserId| {
            self.now.quiet.get(user).is_none_or(|quiet| quiet.after(self.now.at) <= self.now.at)
        };
        // To be called now stands for every mark that has passed; none is made up for later.
        let passed = marks_passed(&question, self.now.at);
        let mut call = Vec::new();
        for user in waited {
            let here = Some(user) == self.actor || taken_up;
            if here || loud(&user) {
                let heard = self.campaign.council.questions[at].reminded.entry(user).or_insert(0);
                *heard = passed.max(*heard);
            }
            if !here && loud(&user) {
                call.push(user);
            }
        }
        call
    }

    /// Ends the campaign.
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
            let news = NoticeKind::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), news);
        }
        self.log(EntryKind::Ended { outcome: outcome.clone(), by });
        let (seed, salt) = (self.campaign.charter.seed, self.campaign.charter.salt.clone());
        self.tell("campaign", Vec::new(), NoticeKind::Ended { outcome, seed, salt });
    }

    /// The holder of a seat, if it is a person.
    pub(super) fn holder(&self, seat: Seat) -> Option<UserId> {
        match self.campaign.council.seating.holder(seat) {
            Holder::User(user) => Some(user),
            Holder::Nobody | Holder::House { .. } => None,
        }
    }
}
