//! Seats that change hands while the campaign runs. Votes stay with the seat.
//!
//! May use: the words of `council`. Deliberately absent: what a seat can do.

use super::super::log::What;
use super::super::notice::News;
use super::super::people::{Holder, Person, User};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::state::Stage;
use super::work::Work;
use crate::game::Seat;

impl Work<'_> {
    pub(super) fn leave(&mut self, who: &Person) -> Result<Reply, Refusal> {
        if self.on.council.stage == Stage::Gathering {
            return self.stand_up(who);
        }
        let held = self.on.council.chairs.of(who.user);
        if held.is_empty() {
            return Err(Refusal::NotAnAdvisor);
        }
        for seat in held {
            // Left for good: anybody may claim it.
            self.hand_over(who.user, seat, Holder::House { lent_by: None });
        }
        self.settle_in()
    }

    pub(super) fn give(&mut self, who: &Person, seat: Seat, to: User) -> Result<Reply, Refusal> {
        self.own_seat(who, seat)?;
        self.hand_over(who.user, seat, Holder::User(to));
        self.settle_in()
    }

    pub(super) fn lend(&mut self, who: &Person, seat: Seat) -> Result<Reply, Refusal> {
        let holder = self.chair(seat)?;
        let (lent_by, empty) = (holder.user(), holder == Holder::Nobody);
        match self.on.council.stage {
            Stage::Gathering if empty => self.may_tend(who)?,
            _ => self.own_seat(who, seat)?,
        }
        self.hand_over(who.user, seat, Holder::House { lent_by });
        self.settle_in()
    }

    pub(super) fn claim(&mut self, who: &Person, seat: Seat) -> Result<Reply, Refusal> {
        match self.chair(seat)? {
            Holder::House { lent_by } => {
                let free = lent_by.is_none_or(|user| user == who.user) || who.moderator;
                if !free {
                    return Err(Refusal::NotFree);
                }
            }
            Holder::User(user) if user != who.user => return Err(Refusal::Taken(user)),
            Holder::User(_) | Holder::Nobody => return Err(Refusal::NotFree),
        }
        self.hand_over(who.user, seat, Holder::User(who.user));
        self.on.council.seen.insert(seat, self.now.at);
        self.settle_in()
    }

    fn chair(&self, seat: Seat) -> Result<Holder, Refusal> {
        let chair = self.on.council.chairs.get(seat).ok_or(Refusal::NoSuchSeat)?;
        Ok(chair.holder)
    }

    /// Only its holder, or a moderator, disposes of a seat.
    fn own_seat(&self, who: &Person, seat: Seat) -> Result<(), Refusal> {
        let mine = self.chair(seat)?.user() == Some(who.user);
        (mine || who.moderator).then_some(()).ok_or(Refusal::NotAllowed)
    }

    fn hand_over(&mut self, by: User, seat: Seat, to: Holder) {
        let Some(from) = self.on.council.chairs.hand_over(seat, to) else { return };
        if from == to {
            return;
        }
        // Orders were its former holder's; so was the time it had been given.
        self.on.council.orders.remove(&seat);
        self.on.council.away.remove(&seat);
        self.on.council.seen.remove(&seat);
        if self.on.council.stage == Stage::Gathering {
            return self.tell_lobby();
        }
        self.leave_the_street(to.user());
        self.log(What::Chair { seat, from, to, by });
        let call = to.user().filter(|user| *user != by).into_iter().collect();
        self.tell("seats", call, News::Chair { seat, from, to });
    }

    /// After a seat changed hands: motions count anew, the house plays what it was given.
    fn settle_in(&mut self) -> Result<Reply, Refusal> {
        if self.on.council.stage != Stage::Running {
            return Ok(Reply::Done);
        }
        self.weigh(Reply::Done)?;
        if self.on.council.deserted && !self.on.council.chairs.users().is_empty() {
            self.restart_clocks();
        }
        self.advance()?;
        Ok(Reply::Done)
    }
}
