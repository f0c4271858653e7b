//! One state transition on a copy of a campaign: dispatch of requests, and the helpers they share.

use std::sync::Arc;

use super::super::effects::Effects;
use super::super::log::{Entry, EntryKind};
use super::super::notice::{Notice, NoticeKind};
use super::super::question::Question;
use super::super::refusal::Refusal;
use super::super::request::{Reply, Request};
use super::super::seating::{Requester, UserId};
use super::super::state::CampaignStatus;
use super::super::time::Timestamp;
use super::{Campaign, Now, Transitioned};
use crate::game::{Decision, Policy, Seat, Table};

/// Log entries after which a snapshot is taken even if the progress has not changed.
const SNAPSHOT_INTERVAL: u64 = 16;

/// State transition in progress: the copy, the current time, and the effects so far.
pub(super) struct Transition<'a> {
    pub(super) campaign: Campaign,
    pub(super) now: Now<'a>,
    /// User whose request is being performed, if any. They are not pinged.
    pub(super) actor: Option<UserId>,
    pub(super) effects: Effects,
    /// Seat whose plans are being set. They may apply to a question that is already announced.
    pub(super) orders_of: Option<Seat>,
}

impl<'a> Transition<'a> {
    pub(super) fn new(campaign: &Campaign, now: Now<'a>, actor: Option<UserId>) -> Self {
        let effects = Effects::reply(Reply::Done);
        Transition { campaign: campaign.clone(), now, actor, effects, orders_of: None }
    }

    /// Performs a request.
    pub(super) fn perform(&mut self, who: &Requester, request: &Request) -> Result<Reply, Refusal> {
        if self.campaign.council.status == CampaignStatus::Over {
            return Err(Refusal::Over);
        }
        for seat in self.campaign.council.seating.seats_of(who.user) {
            self.campaign.council.last_active.insert(seat, self.now.at);
        }
        match request {
            Request::Sit { role, also } => self.sit(who, role, *also),
            Request::Leave => self.leave(who),
            Request::Begin => self.begin(who),
            Request::Choose { question, choice, seat } => {
                self.choose(who, *question, choice, *seat)
            }
            Request::VotePublic { edition, choice } => {
                self.vote_public(who, *edition, choice.as_deref())
            }
            Request::Speak { question, choice } => self.speak(who, *question, choice.as_deref()),
            Request::CloseBallot { edition } => self.close_ballot_early(who, *edition),
            Request::SetBallotPing { on } => self.set_ballot_ping(who, *on),
            Request::StrikeVote { user } => self.strike_vote(who, *user),
            Request::Order { seat, orders } => self.order(who, *seat, orders),
            Request::SetAwayAnswer { seat, ask, choice } => {
                self.set_away_answer(who, *seat, ask, choice.as_deref())
            }
            Request::PreviewUndo { back_to } => self.preview_undo(who, *back_to),
            Request::Undo { back_to, seen } => self.undo(who, *back_to, *seen),
            Request::Abandon => self.abandon(who),
            Request::VoteMotion { motion, agree } => self.vote_motion(who, *motion, *agree),
            Request::Pause => self.pause(who),
            Request::Resume => self.resume(who),
            Request::Extend { question, span } => self.extend(who, *question, *span),
            Request::ChangeSettings(settings) => self.change_settings(who, settings),
            Request::HandOver { seat, to } => self.hand_over(who, *seat, *to),
            Request::Show => Ok(self.show()),
            Request::Lend { seat } => self.lend(who, *seat),
            Request::Claim { seat } => self.claim(who, *seat),
        }
    }

    /// Takes a snapshot if one is due, and returns the new state with its effects.
    pub(super) fn finish(mut self, reply: Reply) -> Transitioned {
        let council = &mut self.campaign.council;
        let moved_on = council.snapshot_progress != council.progress;
        let long = council.seq.saturating_sub(council.snapshot_seq) >= SNAPSHOT_INTERVAL;
        let undone = self.effects.entries.iter().any(|e| matches!(e.kind, EntryKind::Undo { .. }));
        let played = council.seq > council.snapshot_seq;
        if let Some(table) =
            self.campaign.table.as_ref().filter(|_| played && (moved_on || long || undone))
        {
            self.effects.snapshot = Some(table.save());
            council.snapshot_seq = council.seq;
            council.snapshot_progress = council.progress.clone();
        }
        self.effects.reply = reply;
        self.campaign.drop_history();
        Transitioned { campaign: self.campaign, effects: self.effects }
    }

    /// Appends the entries logged so far to the loaded history: a later undo may cover them.
    pub(super) fn extend_history(&mut self) {
        if let Some(history) = &mut self.campaign.history {
            Arc::make_mut(history).entries.extend_from_slice(&self.effects.entries);
        }
    }

    pub(super) fn log(&mut self, kind: EntryKind) {
        self.campaign.council.seq += 1;
        let (seq, at) = (self.campaign.council.seq, self.now.at);
        let progress = self.campaign.council.progress.clone();
        self.effects.entries.push(Entry { seq, at, progress, kind });
    }

    pub(super) fn tell(&mut self, topic: impl Into<String>, ping: Vec<UserId>, kind: NoticeKind) {
        self.effects.notices.push(Notice { topic: topic.into(), fleeting: false, ping, kind });
    }

    /// Adds a notice that a later one of the same topic supersedes.
    pub(super) fn tell_transient(&mut self, topic: impl Into<String>, kind: NoticeKind) {
        let (topic, ping) = (topic.into(), Vec::new());
        self.effects.notices.push(Notice { topic, fleeting: true, ping, kind });
    }

    /// Returns the time at which the clocks stopped, or the current time if they run. A deadline
    /// measured from it shifts with all others on resume.
    pub(super) fn stopped_or_now(&self) -> Timestamp {
        self.campaign.council.paused.unwrap_or(self.now.at)
    }

    pub(super) fn next_number(&mut self) -> u32 {
        self.campaign.council.numbers += 1;
        self.campaign.council.numbers
    }

    pub(super) fn table(&self) -> Result<&dyn Table, Refusal> {
        self.campaign.table.as_deref().ok_or(Refusal::NotBegun)
    }

    pub(super) fn leader(&self) -> Seat {
        self.campaign.table.as_ref().map_or(Seat(0), |table| table.leader())
    }

    /// Returns the user who holds the leader's seat.
    pub(super) fn leading_user(&self) -> Option<UserId> {
        self.campaign.council.seating.holder(self.leader()).user()
    }

    /// Returns the choice the house would take: the policy's if it is open, otherwise the first
    /// open one.
    pub(super) fn advice(&self, question: &Question, decision: &Decision) -> Option<String> {
        let table = self.campaign.table.as_ref()?;
        let open = open_choices(decision);
        let seed = u64::from(question.number);
        let advised = table.choose(question.decision, Policy::Greedy, seed);
        advised.filter(|choice| open.contains(choice)).or_else(|| open.into_iter().next())
    }

    pub(super) fn check_running(&self) -> Result<(), Refusal> {
        match self.campaign.council.status {
            CampaignStatus::Lobby => Err(Refusal::NotBegun),
            CampaignStatus::Running if self.campaign.council.paused.is_some() => {
                Err(Refusal::Paused)
            }
            CampaignStatus::Running => Ok(()),
            CampaignStatus::Over => Err(Refusal::Over),
        }
    }

    /// Checks that the requester holds a seat or is a moderator.
    pub(super) fn check_may_manage(&self, who: &Requester) -> Result<(), Refusal> {
        let may = who.moderator || self.campaign.council.seating.holds_seat(who.user);
        may.then_some(()).ok_or(Refusal::NotSeated)
    }
}

/// Returns the keys of the choices that are not blocked.
pub(super) fn open_choices(decision: &Decision) -> Vec<String> {
    let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
    open.map(|choice| choice.key.clone()).collect()
}

/// Returns the topic of the notices about a question.
pub(super) fn topic(question: u32) -> String {
    format!("question-{question}")
}
