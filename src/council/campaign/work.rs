//! One piece of work on a copy of a campaign: what all the deeds share.
//!
//! May use: the words of `council`. Deliberately absent: what any one deed does.

use std::sync::Arc;

use super::super::effects::Effects;
use super::super::log::{Entry, What};
use super::super::notice::{News, Notice};
use super::super::people::{Person, User};
use super::super::question::Question;
use super::super::refusal::Refusal;
use super::super::request::{Deed, Reply};
use super::super::state::Stage;
use super::super::time::Moment;
use super::{Campaign, Now, Step};
use crate::game::{Decision, Policy, Seat, Table};

/// Entries after which a copy of the game is kept even within a chapter.
const LONGEST_TAIL: u64 = 16;

/// The copy, the moment, and what it came to so far.
pub(super) struct Work<'a> {
    pub(super) on: Campaign,
    pub(super) now: Now<'a>,
    /// Who is at it, if it is a person: they need not be called.
    pub(super) actor: Option<User>,
    pub(super) effects: Effects,
    /// The seat that gives orders just now: they may be for a question asked already.
    pub(super) orders_of: Option<Seat>,
}

impl<'a> Work<'a> {
    pub(super) fn on(campaign: &Campaign, now: Now<'a>, actor: Option<User>) -> Self {
        let effects = Effects::reply(Reply::Done);
        Work { on: campaign.clone(), now, actor, effects, orders_of: None }
    }

    /// Does what is asked.
    pub(super) fn perform(&mut self, who: &Person, deed: &Deed) -> Result<Reply, Refusal> {
        if self.on.council.stage == Stage::Over {
            return Err(Refusal::Over);
        }
        for seat in self.on.council.chairs.of(who.user) {
            self.on.council.seen.insert(seat, self.now.at);
        }
        match deed {
            Deed::Sit { role, also } => self.sit(who, role, *also),
            Deed::Leave => self.leave(who),
            Deed::Begin => self.begin(who),
            Deed::Choose { question, choice, seat } => self.choose(who, *question, choice, *seat),
            Deed::Sign { edition, choice } => self.sign(who, *edition, choice.as_deref()),
            Deed::Speak { question, choice } => self.speak(who, *question, choice.as_deref()),
            Deed::CloseBallot { edition } => self.close_early(who, *edition),
            Deed::CallMe { on } => self.call_me(who, *on),
            Deed::Strike { user } => self.strike_vote(who, *user),
            Deed::Order { seat, orders } => self.order(who, *seat, orders),
            Deed::Away { seat, ask, choice } => self.go_away(who, *seat, ask, choice.as_deref()),
            Deed::AskUndo { back_to } => self.ask_undo(who, *back_to),
            Deed::Undo { back_to, seen } => self.undo(who, *back_to, *seen),
            Deed::Abandon => self.abandon(who),
            Deed::Voice { motion, agree } => self.voice(who, *motion, *agree),
            Deed::Pause => self.pause(who),
            Deed::Resume => self.resume(who),
            Deed::Extend { question, span } => self.extend(who, *question, *span),
            Deed::Set(settings) => self.set(who, settings),
            Deed::Give { seat, to } => self.give(who, *seat, *to),
            Deed::Show => Ok(self.show()),
            Deed::Lend { seat } => self.lend(who, *seat),
            Deed::Claim { seat } => self.claim(who, *seat),
        }
    }

    /// Keeps a copy of the game if one is due, and hands everything over.
    pub(super) fn finish(mut self, reply: Reply) -> Step {
        let council = &mut self.on.council;
        let moved_on = council.kept_at != council.chapter;
        let long = council.seq.saturating_sub(council.kept) >= LONGEST_TAIL;
        let undone = self.effects.entries.iter().any(|e| matches!(e.what, What::Undo { .. }));
        let played = council.seq > council.kept;
        if let Some(table) =
            self.on.table.as_ref().filter(|_| played && (moved_on || long || undone))
        {
            self.effects.keep = Some(table.save());
            council.kept = council.seq;
            council.kept_at = council.chapter.clone();
        }
        self.effects.reply = reply;
        self.on.let_go();
        Step { campaign: self.on, effects: self.effects }
    }

    /// What has been logged so far becomes part of the past: an undo may be about it.
    pub(super) fn remember(&mut self) {
        if let Some(past) = &mut self.on.past {
            Arc::make_mut(past).entries.extend_from_slice(&self.effects.entries);
        }
    }

    pub(super) fn log(&mut self, what: What) {
        self.on.council.seq += 1;
        let (seq, at) = (self.on.council.seq, self.now.at);
        let chapter = self.on.council.chapter.clone();
        self.effects.entries.push(Entry { seq, at, chapter, what });
    }

    pub(super) fn tell(&mut self, topic: impl Into<String>, call: Vec<User>, news: News) {
        self.effects.notices.push(Notice { topic: topic.into(), fleeting: false, call, news });
    }

    /// Tells what a later notice of the same topic makes pointless.
    pub(super) fn mention(&mut self, topic: impl Into<String>, news: News) {
        let (topic, call) = (topic.into(), Vec::new());
        self.effects.notices.push(Notice { topic, fleeting: true, call, news });
    }

    /// What the clocks show: if they stand, the moment they were stopped at. What is
    /// measured from there moves on with everything else when they go on.
    pub(super) fn clock(&self) -> Moment {
        self.on.council.paused.unwrap_or(self.now.at)
    }

    pub(super) fn next_number(&mut self) -> u32 {
        self.on.council.numbers += 1;
        self.on.council.numbers
    }

    pub(super) fn table(&self) -> Result<&dyn Table, Refusal> {
        self.on.table.as_deref().ok_or(Refusal::NotBegun)
    }

    pub(super) fn leader(&self) -> Seat {
        self.on.table.as_ref().map_or(Seat(0), |table| table.leader())
    }

    /// The user who holds the leader's seat.
    pub(super) fn leading_user(&self) -> Option<User> {
        self.on.council.chairs.holder(self.leader()).user()
    }

    /// What the house would answer: always something that can be taken.
    pub(super) fn advice(&self, question: &Question, decision: &Decision) -> Option<String> {
        let table = self.on.table.as_ref()?;
        let open = open_choices(decision);
        let seed = u64::from(question.number);
        let advised = table.choose(question.decision, Policy::Greedy, seed);
        advised.filter(|choice| open.contains(choice)).or_else(|| open.into_iter().next())
    }

    pub(super) fn running(&self) -> Result<(), Refusal> {
        match self.on.council.stage {
            Stage::Gathering => Err(Refusal::NotBegun),
            Stage::Running if self.on.council.paused.is_some() => Err(Refusal::Paused),
            Stage::Running => Ok(()),
            Stage::Over => Err(Refusal::Over),
        }
    }

    /// Advisors and moderators may tend to the table.
    pub(super) fn may_tend(&self, who: &Person) -> Result<(), Refusal> {
        let may = who.moderator || self.on.council.chairs.is_advisor(who.user);
        may.then_some(()).ok_or(Refusal::NotAnAdvisor)
    }
}

/// The answers that can be taken.
pub(super) fn open_choices(decision: &Decision) -> Vec<String> {
    let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    open.map(|choice| choice.key.clone()).collect()
}

/// The topic of a question.
pub(super) fn topic(question: u32) -> String {
    format!("question-{question}")
}
