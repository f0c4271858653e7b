//! Undo: restores the state before an entry of the event log.
//!
//! The player who acted and the leader may undo back to the last reveal. Going further needs a
//! unanimous motion. There are no inverse effects: the log is replayed up to the entry.

use super::super::log::{Answered, DecidedBy, Entry, EntryKind, effective_answers};
use super::super::motion::MotionKind;
use super::super::notice::NoticeKind;
use super::super::refusal::Refusal;
use super::super::request::{Reply, UndoPreview};
use super::super::seating::{Requester, UserId};
use super::History;
use super::transition::Transition;
use crate::game::{Message, Seat};

impl Transition<'_> {
    /// Previews an undo: what it would take back, and whether it needs a motion.
    ///
    /// Without `back_to` it goes back to the last answer a user chose.
    pub(super) fn preview_undo(
        &self,
        who: &Requester,
        back_to: Option<u64>,
    ) -> Result<Reply, Refusal> {
        self.check_running()?;
        self.check_may_manage(who)?;
        let back_to = match back_to {
            Some(seq) => seq,
            None => self.last_human_answer()?,
        };
        let undone = self.answers_from(back_to)?;
        let seats = self.campaign.council.seating.seats_of(who.user);
        Ok(Reply::WouldUndo(UndoPreview {
            back_to,
            seen: self.campaign.council.seq,
            words: words(&undone, &seats),
            answers: undone.len() as u32,
            unanimous: undone.iter().any(|(_, answered)| answered.undo_barrier),
        }))
    }

    /// Undoes all answers from `back_to` on, or opens a motion if one of them revealed something.
    pub(super) fn undo(
        &mut self,
        who: &Requester,
        back_to: u64,
        seen: u64,
    ) -> Result<Reply, Refusal> {
        self.check_running()?;
        self.check_may_manage(who)?;
        if seen != self.campaign.council.seq {
            return Err(Refusal::MovedOn);
        }
        let undone = self.answers_from(back_to)?;
        if undone.iter().any(|(_, answered)| answered.undo_barrier) {
            return self.move_motion(who, MotionKind::Undo { back_to });
        }
        let leads = self.leading_user() == Some(who.user);
        if !leads && !self.made_every_choice(who.user, &undone) {
            return Err(Refusal::UndoNotYours);
        }
        self.roll_back(back_to, who.user, false)?;
        Ok(Reply::Done)
    }

    /// Whether the user made every choice among the answers; automatic answers go with them.
    ///
    /// If all answers are automatic, they are the leader's to undo, or any player's if the house
    /// leads.
    fn made_every_choice(&self, user: UserId, undone: &[(&Entry, &Answered)]) -> bool {
        let seating = &self.campaign.council.seating;
        let (held, seats) = (seating.held_by_users(), seating.seats_of(user));
        let mut chosen = undone.iter().filter(|(_, answered)| !is_automatic(&answered.decided_by));
        match chosen.clone().next() {
            Some(_) => {
                chosen.all(|(_, answered)| was_done_by(&answered.decided_by, user, &seats, &held))
            }
            None => self.leading_user().is_none() && !seats.is_empty(),
        }
    }

    /// Returns the entry of the last answer a user chose. Automatic answers follow from it.
    fn last_human_answer(&self) -> Result<u64, Refusal> {
        let answers = effective_answers(&self.history()?.entries);
        let last = answers.iter().rev().find(|(_, answered)| !is_automatic(&answered.decided_by));
        last.map(|(entry, _)| entry.seq).ok_or(Refusal::NothingToUndo)
    }

    /// The event log. The caller has loaded it, as [`Campaign::needs_history`] demands.
    ///
    /// [`Campaign::needs_history`]: super::Campaign::needs_history
    fn history(&self) -> Result<&History, Refusal> {
        self.campaign.history.as_deref().ok_or(Refusal::Internal)
    }

    /// Returns the effective answers from entry `back_to` on.
    ///
    /// Fails with [`Refusal::NothingToUndo`] if that entry is not one of them.
    fn answers_from(&self, back_to: u64) -> Result<Vec<(&Entry, &Answered)>, Refusal> {
        let effective = effective_answers(&self.history()?.entries);
        let undone: Vec<_> =
            effective.into_iter().filter(|(entry, _)| entry.seq >= back_to).collect();
        match undone.first() {
            Some((entry, _)) if entry.seq == back_to => Ok(undone),
            _ => Err(Refusal::NothingToUndo),
        }
    }

    /// Rolls the campaign back to before an entry and announces it.
    pub(super) fn roll_back(
        &mut self,
        back_to: u64,
        by: UserId,
        unanimous: bool,
    ) -> Result<(), Refusal> {
        let undone = self.answers_from(back_to)?;
        let (words, answers) = (words(&undone, &[]), undone.len() as u32);
        let table = self.history()?.table_before(back_to).map_err(|_| Refusal::Internal)?;
        let progress = table.progress();
        let decisions = table.decisions();
        // The remaining orders of these seats are for later turns, not for a repeated one.
        let acting: Vec<Seat> =
            undone.iter().filter_map(|(_, answered)| seat_of(answered)).collect();
        self.campaign.council.orders.retain(|seat, _| !acting.contains(seat));
        self.campaign.table = Some(table);
        // Questions that stay open keep their votes and deadlines.
        self.withdraw(&decisions);
        self.end_turn();
        self.log(EntryKind::Undo { back_to, answers, by, unanimous });
        self.set_progress(&progress);
        self.tell(
            "undo",
            Vec::new(),
            NoticeKind::Undone { answers, words, by, unanimous, progress },
        );
        self.undo_decisions(back_to);
        self.campaign.council.street_records.retain(|record| record.seq < back_to);
        self.lapse_motion();
        self.advance()
    }
}

/// Returns the seat that a player or an order answered for, if any.
fn seat_of(answered: &Answered) -> Option<Seat> {
    match &answered.decided_by {
        DecidedBy::Seat { seat, .. }
        | DecidedBy::OnBehalf { seat, .. }
        | DecidedBy::Order { seat } => Some(*seat),
        _ => None,
    }
}

/// Whether no user chose the answer when it was given.
fn is_automatic(decided_by: &DecidedBy) -> bool {
    matches!(decided_by, DecidedBy::House { .. } | DecidedBy::Only | DecidedBy::Away { .. })
}

/// Whether an answer was the user's alone. Automatic answers pass; votes of the house are ignored.
fn was_done_by(decided_by: &DecidedBy, user: UserId, seats: &[Seat], held: &[Seat]) -> bool {
    match decided_by {
        DecidedBy::Seat { seat, by } | DecidedBy::OnBehalf { seat, by } => {
            *by == user || seats.contains(seat)
        }
        DecidedBy::Order { seat } => seats.contains(seat),
        DecidedBy::Leader { by, .. } => *by == user,
        DecidedBy::House { .. } | DecidedBy::Only | DecidedBy::Away { .. } => true,
        DecidedBy::Vote { votes, .. } => {
            let mut voters = votes.keys().filter(|seat| held.contains(seat));
            voters.all(|seat| seats.contains(seat)) && !seats.is_empty()
        }
        DecidedBy::Public { .. } => false,
    }
}

/// Prompts and labels of the answers, latest first. Omits private answers of seats not in `seats`.
fn words(undone: &[(&Entry, &Answered)], seats: &[Seat]) -> Vec<(Message, Message)> {
    let seen = undone
        .iter()
        .rev()
        .filter(|(_, answered)| answered.private.is_none_or(|seat| seats.contains(&seat)));
    seen.map(|(_, answered)| (answered.prompt.clone(), answered.label.clone())).collect()
}
