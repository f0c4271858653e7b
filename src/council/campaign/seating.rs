//! Seats that change hands while the campaign runs. Votes stay with the seat.

use super::super::log::EntryKind;
use super::super::notice::NoticeKind;
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::{Holder, Requester, UserId};
use super::super::state::CampaignStatus;
use super::transition::Transition;
use crate::game::Seat;

impl Transition<'_> {
    pub(super) fn leave(&mut self, who: &Requester) -> Result<Reply, Refusal> {
        if self.campaign.council.status == CampaignStatus::Lobby {
            return self.leave_lobby(who);
        }
        let held = self.campaign.council.seating.seats_of(who.user);
        if held.is_empty() {
            return Err(Refusal::NotSeated);
        }
        for seat in held {
            // The user leaves for good: any user may claim the seat.
            self.change_holder(who.user, seat, Holder::House { lent_by: None });
        }
        self.after_handover()
    }

    pub(super) fn hand_over(
        &mut self,
        who: &Requester,
        seat: Seat,
        to: UserId,
    ) -> Result<Reply, Refusal> {
        self.check_may_hand_over(who, seat)?;
        self.change_holder(who.user, seat, Holder::User(to));
        self.after_handover()
    }

    pub(super) fn lend(&mut self, who: &Requester, seat: Seat) -> Result<Reply, Refusal> {
        let holder = self.holder_of(seat)?;
        let (lent_by, empty) = (holder.user(), holder == Holder::Nobody);
        match self.campaign.council.status {
            CampaignStatus::Lobby if empty => self.check_may_manage(who)?,
            _ => self.check_may_hand_over(who, seat)?,
        }
        self.change_holder(who.user, seat, Holder::House { lent_by });
        self.after_handover()
    }

    pub(super) fn claim(&mut self, who: &Requester, seat: Seat) -> Result<Reply, Refusal> {
        match self.holder_of(seat)? {
            Holder::House { lent_by } => {
                let free = lent_by.is_none_or(|user| user == who.user) || who.moderator;
                if !free {
                    return Err(Refusal::NotFree);
                }
            }
            Holder::User(user) if user != who.user => return Err(Refusal::Taken(user)),
            Holder::User(_) | Holder::Nobody => return Err(Refusal::NotFree),
        }
        self.change_holder(who.user, seat, Holder::User(who.user));
        self.campaign.council.last_active.insert(seat, self.now.at);
        self.after_handover()
    }

    fn holder_of(&self, seat: Seat) -> Result<Holder, Refusal> {
        let state = self.campaign.council.seating.get(seat).ok_or(Refusal::NoSuchSeat)?;
        Ok(state.holder)
    }

    /// Checks that the requester holds the seat or is a moderator.
    fn check_may_hand_over(&self, who: &Requester, seat: Seat) -> Result<(), Refusal> {
        let mine = self.holder_of(seat)?.user() == Some(who.user);
        (mine || who.moderator).then_some(()).ok_or(Refusal::NotAllowed)
    }

    fn change_holder(&mut self, by: UserId, seat: Seat, to: Holder) {
        let Some(from) = self.campaign.council.seating.hand_over(seat, to) else { return };
        if from == to {
            return;
        }
        // Orders, away answers and the last activity were those of the former holder.
        self.campaign.council.orders.remove(&seat);
        self.campaign.council.away.remove(&seat);
        self.campaign.council.last_active.remove(&seat);
        if self.campaign.council.status == CampaignStatus::Lobby {
            return self.tell_lobby();
        }
        self.remove_from_street(to.user());
        self.log(EntryKind::SeatChanged { seat, from, to, by });
        let ping = to.user().filter(|user| *user != by).into_iter().collect();
        self.tell("seats", ping, NoticeKind::SeatChanged { seat, from, to });
    }

    /// Updates a running campaign after a handover.
    ///
    /// Recounts the open motion, resumes a deserted campaign, and lets the house play its seats.
    fn after_handover(&mut self) -> Result<Reply, Refusal> {
        if self.campaign.council.status != CampaignStatus::Running {
            return Ok(Reply::Done);
        }
        self.tally_motion(Reply::Done)?;
        if self.campaign.council.deserted && !self.campaign.council.seating.users().is_empty() {
            self.shift_deadlines();
        }
        self.advance()?;
        Ok(Reply::Done)
    }
}
