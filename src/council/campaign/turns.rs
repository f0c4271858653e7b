//! Who may answer, and who is waited for: the modes of the turn among it.
//!
//! May use: the words of `council`. Deliberately absent: the order of the
//! turns; the game keeps that.

use super::super::log::How;
use super::super::people::User;
use super::super::question::{Cover, Question, ToLeader, Way};
use super::super::settings::{Small, Turns};
use super::super::state::{PeoplesBallot, Turn};
use super::super::time::{Moment, Span};
use super::Campaign;
use super::work::Work;
use crate::game::Seat;

/// Somebody who did something so lately is still there.
pub(super) const AT_THE_TABLE: Span = Span::minutes(5);

impl Work<'_> {
    /// Notes that it is a seat's turn, and how long its holder comes first.
    ///
    /// Whoever was at the table a moment ago gets the whole window; whoever was not has
    /// one since the round began, and does not hold the others up again after that.
    pub(super) fn note_turn(&mut self, seat: Seat) {
        if self.on.council.turn.is_some_and(|turn| turn.seat == seat) {
            return;
        }
        let until = self.first_until(seat);
        self.on.council.turn = Some(Turn { seat, until, told: until <= self.now.at });
    }

    /// How long the holder of a seat comes first, from now on.
    fn first_until(&self, seat: Seat) -> Moment {
        let council = &self.on.council;
        let window = council.settings.window();
        let seen = self.on.last_seen(seat);
        let present = seen.is_some_and(|seen| seen + window.min(AT_THE_TABLE) > self.now.at);
        if present { self.now.at + window } else { council.round_since + window }
    }

    /// When others may answer a small question for the seat responsible for it.
    pub(super) fn cover(&self, way: Way) -> Option<Cover> {
        let Way::One(seat) = way else { return None };
        let from = match self.on.council.settings.small {
            Small::Strict => return None,
            Small::Relay => self.first_until(seat).max(self.now.at),
            Small::Open => self.now.at,
        };
        Some(Cover { from, told: from <= self.now.at })
    }

    pub(super) fn waited_for(&self, question: &Question) -> Vec<User> {
        self.on.waited_for(question, self.now.at)
    }

    pub(super) fn may_answer(&self, question: &Question, user: User) -> Option<How> {
        self.on.may_answer(question, user, self.now.at)
    }
}

impl Campaign {
    /// When the holder of a seat last did something, from any of their seats.
    pub(super) fn last_seen(&self, seat: Seat) -> Option<Moment> {
        let seats = self.council.chairs.of(self.holder_of(seat)?);
        seats.iter().filter_map(|seat| self.council.seen.get(seat)).max().copied()
    }

    fn holder_of(&self, seat: Seat) -> Option<User> {
        self.council.chairs.holder(seat).user()
    }

    /// The seat with the final say.
    pub fn leader(&self) -> Seat {
        self.table.as_ref().map_or(Seat(0), |table| table.leader())
    }

    /// May any advisor act for the active seat by now?
    fn relayed(&self, at: Moment) -> bool {
        match self.council.settings.turns {
            Turns::Open => true,
            Turns::Relay => self.council.turn.is_none_or(|turn| turn.until <= at),
            Turns::Strict | Turns::Leader => false,
        }
    }

    /// The people a question waits for.
    pub fn waited_for(&self, question: &Question, at: Moment) -> Vec<User> {
        let one = |seat: Seat| self.holder_of(seat).into_iter().collect();
        match (&question.leader, question.way) {
            (Some(_), _) | (None, Way::Leader) => one(self.leader()),
            (None, Way::Vote) => self.silent(question),
            (None, Way::One(_)) if is_covered(question, at) => self.council.chairs.users(),
            (None, Way::One(seat) | Way::Own(seat)) => one(seat),
            (None, Way::Turn(_)) if self.council.settings.turns == Turns::Leader => {
                one(self.leader())
            }
            (None, Way::Turn(_)) if self.relayed(at) => self.council.chairs.users(),
            (None, Way::Turn(seat)) => one(seat),
            (None, Way::Anyone) => self.council.chairs.users(),
            (None, Way::People) => self.silent_people(question),
        }
    }

    /// Those with a seat that has not voted.
    fn silent(&self, question: &Question) -> Vec<User> {
        let mut users = Vec::new();
        for seat in self.council.chairs.peopled() {
            let user = self.holder_of(seat).filter(|_| !question.votes.contains_key(&seat));
            users.extend(user.filter(|user| !users.contains(user)));
        }
        users
    }

    /// The advisors who have not voted on the ballot that is open for a question.
    fn silent_people(&self, question: &Question) -> Vec<User> {
        let open = |ballot: &&PeoplesBallot| {
            question.ballot == Some(ballot.edition) && ballot.closes.is_some() && !ballot.counted
        };
        let ballot = self.council.petition.as_ref().filter(open);
        ballot.map(|ballot| self.not_voted(ballot)).unwrap_or_default()
    }

    /// How an answer of this user would count, if they may give one. Votes are not answers.
    pub(in crate::council) fn may_answer(
        &self,
        question: &Question,
        user: User,
        at: Moment,
    ) -> Option<How> {
        let holds = |seat: Seat| self.holder_of(seat) == Some(user);
        let leads = || {
            let seat = self.leader();
            holds(seat).then_some(How::Leader { seat, by: user })
        };
        let own = |seat: Seat| holds(seat).then_some(How::Seat { seat, by: user });
        match (&question.leader, question.way) {
            // A holder who comes late may still answer, until the leader has.
            (Some(ToLeader::Late), Way::One(seat) | Way::Turn(seat)) => own(seat).or_else(leads),
            (Some(_), _) | (None, Way::Leader) => leads(),
            (None, Way::Own(seat)) => own(seat),
            (None, Way::One(seat)) => {
                let covers = is_covered(question, at) && self.council.chairs.is_advisor(user);
                own(seat).or_else(|| covers.then_some(How::OnBehalf { seat, by: user }))
            }
            (None, Way::Turn(seat)) => self.may_act(seat, user, at),
            (None, Way::Anyone) => self.any_advisor(user),
            (None, Way::Vote | Way::People) => None,
        }
    }

    fn may_act(&self, seat: Seat, user: User, at: Moment) -> Option<How> {
        let leader = self.leader();
        if self.council.settings.turns == Turns::Leader {
            let leads = self.holder_of(leader) == Some(user);
            return leads.then_some(How::Leader { seat: leader, by: user });
        }
        if self.holder_of(seat) == Some(user) {
            return Some(How::Seat { seat, by: user });
        }
        let helps = self.council.chairs.is_advisor(user) && self.relayed(at);
        helps.then_some(How::OnBehalf { seat, by: user })
    }

    fn any_advisor(&self, user: User) -> Option<How> {
        let seat = self.council.chairs.of(user).first().copied()?;
        Some(How::Seat { seat, by: user })
    }

    /// The seats a question is for, for those who may not answer it.
    pub(super) fn meant(&self, question: &Question) -> Vec<Seat> {
        match (&question.leader, question.way) {
            (Some(_), _) | (None, Way::Leader) => vec![self.leader()],
            (None, Way::Turn(_)) if self.council.settings.turns == Turns::Leader => {
                vec![self.leader()]
            }
            (None, Way::One(seat) | Way::Own(seat) | Way::Turn(seat)) => vec![seat],
            (None, Way::Vote | Way::Anyone | Way::People) => self.council.chairs.seats().collect(),
        }
    }
}

/// May any advisor answer for the seat responsible by now?
fn is_covered(question: &Question, at: Moment) -> bool {
    question.cover.is_some_and(|cover| cover.from <= at)
}
