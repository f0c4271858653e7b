//! Undo: back to before an entry of the log. Free up to the last reveal for
//! whoever acted and for the leader; past it, only if all agree.
//!
//! May use: the words of `council`. Deliberately absent: inverse effects; an
//! earlier state is found by playing the log again.

use super::super::log::{Answered, Entry, How, What, effective};
use super::super::notice::News;
use super::super::people::{Person, User};
use super::super::proposal::Motion;
use super::super::refusal::Refusal;
use super::super::request::{Reply, Undoing};
use super::Past;
use super::work::Work;
use crate::game::{Message, Seat};

impl Work<'_> {
    /// What an undo would take back.
    pub(super) fn ask_undo(&self, who: &Person, back_to: Option<u64>) -> Result<Reply, Refusal> {
        self.running()?;
        self.may_tend(who)?;
        let back_to = match back_to {
            Some(seq) => seq,
            None => self.last_deed()?,
        };
        let undone = self.undone(back_to)?;
        let seats = self.on.council.chairs.of(who.user);
        Ok(Reply::WouldUndo(Undoing {
            back_to,
            seen: self.on.council.seq,
            words: words(&undone, &seats),
            answers: undone.len() as u32,
            unanimous: undone.iter().any(|(_, answered)| answered.wall),
        }))
    }

    /// Takes it back at once, or moves that the table agree.
    pub(super) fn undo(&mut self, who: &Person, back_to: u64, seen: u64) -> Result<Reply, Refusal> {
        self.running()?;
        self.may_tend(who)?;
        if seen != self.on.council.seq {
            return Err(Refusal::MovedOn);
        }
        let undone = self.undone(back_to)?;
        if undone.iter().any(|(_, answered)| answered.wall) {
            return self.move_motion(who, Motion::Undo { back_to });
        }
        let leads = self.leading_user() == Some(who.user);
        if !leads && !self.is_own_doing(who.user, &undone) {
            return Err(Refusal::UndoNotYours);
        }
        self.go_back(back_to, who.user, false)?;
        Ok(Reply::Done)
    }

    /// Did this person do it, and nobody else? What followed of itself goes with it; what
    /// the house did alone is the leader's to take back, or anybody's if the house leads.
    fn is_own_doing(&self, user: User, undone: &[(&Entry, &Answered)]) -> bool {
        let chairs = &self.on.council.chairs;
        let (people, seats) = (chairs.peopled(), chairs.of(user));
        let mut chosen = undone.iter().filter(|(_, answered)| !is_automatic(&answered.how));
        match chosen.clone().next() {
            Some(_) => chosen.all(|(_, answered)| acted(&answered.how, user, &seats, &people)),
            None => self.leading_user().is_none() && !seats.is_empty(),
        }
    }

    /// The last answer a person gave; what followed of itself goes with it.
    fn last_deed(&self) -> Result<u64, Refusal> {
        let deeds = effective(&self.past()?.entries);
        let deed = deeds.iter().rev().find(|(_, answered)| !is_automatic(&answered.how));
        deed.map(|(entry, _)| entry.seq).ok_or(Refusal::NothingToUndo)
    }

    /// The log; whoever asks for something that looks back has recalled it.
    fn past(&self) -> Result<&Past, Refusal> {
        self.on.past.as_deref().ok_or(Refusal::Internal)
    }

    /// The answers that would no longer count.
    fn undone(&self, back_to: u64) -> Result<Vec<(&Entry, &Answered)>, Refusal> {
        let counting = effective(&self.past()?.entries);
        let undone: Vec<_> =
            counting.into_iter().filter(|(entry, _)| entry.seq >= back_to).collect();
        match undone.first() {
            Some((entry, _)) if entry.seq == back_to => Ok(undone),
            _ => Err(Refusal::NothingToUndo),
        }
    }

    /// Puts the game back to before an entry, and says so.
    pub(super) fn go_back(
        &mut self,
        back_to: u64,
        by: User,
        unanimous: bool,
    ) -> Result<(), Refusal> {
        let undone = self.undone(back_to)?;
        let (words, answers) = (words(&undone, &[]), undone.len() as u32);
        let table = self.past()?.table_before(back_to).map_err(|_| Refusal::Internal)?;
        let chapter = table.progress();
        let decisions = table.decisions();
        // The next order of a seat was meant for its next turn, not for this one again.
        let acting: Vec<Seat> =
            undone.iter().filter_map(|(_, answered)| seat_of(answered)).collect();
        self.on.council.orders.retain(|seat, _| !acting.contains(seat));
        self.on.table = Some(table);
        // What was asked before and still is keeps its votes and its time.
        self.withdraw(&decisions);
        self.end_turn();
        self.log(What::Undo { back_to, answers, by, unanimous });
        self.enter(&chapter);
        self.tell("undo", Vec::new(), News::Undone { answers, words, by, unanimous, chapter });
        self.undo_decrees(back_to);
        self.on.council.heard.retain(|heard| heard.seq < back_to);
        self.lapse_motion();
        self.advance()
    }
}

/// The seat that acted, if one did.
fn seat_of(answered: &Answered) -> Option<Seat> {
    match &answered.how {
        How::Seat { seat, .. } | How::OnBehalf { seat, .. } | How::Order { seat } => Some(*seat),
        _ => None,
    }
}

/// Did nobody choose it?
fn is_automatic(how: &How) -> bool {
    matches!(how, How::House { .. } | How::Only | How::Away { .. })
}

/// Was it this person's doing? What followed of itself, and a vote of the house, is nobody's.
fn acted(how: &How, user: User, seats: &[Seat], people: &[Seat]) -> bool {
    match how {
        How::Seat { seat, by } | How::OnBehalf { seat, by } => *by == user || seats.contains(seat),
        How::Order { seat } => seats.contains(seat),
        How::Leader { by, .. } => *by == user,
        How::House { .. } | How::Only | How::Away { .. } => true,
        How::Vote { votes, .. } => {
            let mut voters = votes.keys().filter(|seat| people.contains(seat));
            voters.all(|seat| seats.contains(seat)) && !seats.is_empty()
        }
        How::People { .. } => false,
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
