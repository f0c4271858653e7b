//! Undo: back to before an entry of the log. Free up to the last reveal for
//! whoever acted and for the leader; past it, only if all agree.
//!
//! May use: the words of `council`. Deliberately absent: inverse effects; an
//! earlier state is found by playing the log again.

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
    /// What an undo would take back.
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

    /// Takes it back at once, or moves that the table agree.
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
        if !leads && !self.is_own_doing(who.user, &undone) {
            return Err(Refusal::UndoNotYours);
        }
        self.roll_back(back_to, who.user, false)?;
        Ok(Reply::Done)
    }

    /// Did this person do it, and nobody else? What followed of itself goes with it; what
    /// the house did alone is the leader's to take back, or anybody's if the house leads.
    fn is_own_doing(&self, user: UserId, undone: &[(&Entry, &Answered)]) -> bool {
        let chairs = &self.campaign.council.seating;
        let (people, seats) = (chairs.held_by_people(), chairs.seats_of(user));
        let mut chosen = undone.iter().filter(|(_, answered)| !is_automatic(&answered.decided_by));
        match chosen.clone().next() {
            Some(_) => {
                chosen.all(|(_, answered)| was_done_by(&answered.decided_by, user, &seats, &people))
            }
            None => self.leading_user().is_none() && !seats.is_empty(),
        }
    }

    /// The last answer a person gave; what followed of itself goes with it.
    fn last_human_answer(&self) -> Result<u64, Refusal> {
        let deeds = effective_answers(&self.history()?.entries);
        let deed = deeds.iter().rev().find(|(_, answered)| !is_automatic(&answered.decided_by));
        deed.map(|(entry, _)| entry.seq).ok_or(Refusal::NothingToUndo)
    }

    /// The log; whoever asks for something that looks back has recalled it.
    fn history(&self) -> Result<&History, Refusal> {
        self.campaign.history.as_deref().ok_or(Refusal::Internal)
    }

    /// The answers that would no longer count.
    fn answers_from(&self, back_to: u64) -> Result<Vec<(&Entry, &Answered)>, Refusal> {
        let counting = effective_answers(&self.history()?.entries);
        let undone: Vec<_> =
            counting.into_iter().filter(|(entry, _)| entry.seq >= back_to).collect();
        match undone.first() {
            Some((entry, _)) if entry.seq == back_to => Ok(undone),
            _ => Err(Refusal::NothingToUndo),
        }
    }

    /// Puts the game back to before an entry, and says so.
    pub(super) fn roll_back(
        &mut self,
        back_to: u64,
        by: UserId,
        unanimous: bool,
    ) -> Result<(), Refusal> {
        let undone = self.answers_from(back_to)?;
        let (words, answers) = (words(&undone, &[]), undone.len() as u32);
        let table = self.history()?.table_before(back_to).map_err(|_| Refusal::Internal)?;
        let chapter = table.progress();
        let decisions = table.decisions();
        // The next order of a seat was meant for its next turn, not for this one again.
        let acting: Vec<Seat> =
            undone.iter().filter_map(|(_, answered)| seat_of(answered)).collect();
        self.campaign.council.orders.retain(|seat, _| !acting.contains(seat));
        self.campaign.table = Some(table);
        // What was asked before and still is keeps its votes and its time.
        self.withdraw(&decisions);
        self.end_turn();
        self.log(EntryKind::Undo { back_to, answers, by, unanimous });
        self.set_progress(&chapter);
        self.tell(
            "undo",
            Vec::new(),
            NoticeKind::Undone { answers, words, by, unanimous, chapter },
        );
        self.undo_decisions(back_to);
        self.campaign.council.street_records.retain(|heard| heard.seq < back_to);
        self.lapse_motion();
        self.advance()
    }
}

/// The seat that acted, if one did.
fn seat_of(answered: &Answered) -> Option<Seat> {
    match &answered.decided_by {
        DecidedBy::Seat { seat, .. }
        | DecidedBy::OnBehalf { seat, .. }
        | DecidedBy::Order { seat } => Some(*seat),
        _ => None,
    }
}

/// Did nobody choose it?
fn is_automatic(how: &DecidedBy) -> bool {
    matches!(how, DecidedBy::House { .. } | DecidedBy::Only | DecidedBy::Away { .. })
}

/// Was it this person's doing? What followed of itself, and a vote of the house, is nobody's.
fn was_done_by(how: &DecidedBy, user: UserId, seats: &[Seat], people: &[Seat]) -> bool {
    match how {
        DecidedBy::Seat { seat, by } | DecidedBy::OnBehalf { seat, by } => {
            *by == user || seats.contains(seat)
        }
        DecidedBy::Order { seat } => seats.contains(seat),
        DecidedBy::Leader { by, .. } => *by == user,
        DecidedBy::House { .. } | DecidedBy::Only | DecidedBy::Away { .. } => true,
        DecidedBy::Vote { votes, .. } => {
            let mut voters = votes.keys().filter(|seat| people.contains(seat));
            voters.all(|seat| seats.contains(seat)) && !seats.is_empty()
        }
        DecidedBy::Public { .. } => false,
    }
}

/// Questions and answers in words, latest first, without the secrets of other seats.
fn words(undone: &[(&Entry, &Answered)], seats: &[Seat]) -> Vec<(Message, Message)> {
    let seen = undone
        .iter()
        .rev()
        .filter(|(_, answered)| answered.private.is_none_or(|seat| seats.contains(&seat)));
    seen.map(|(_, answered)| (answered.prompt.clone(), answered.label.clone())).collect()
}
