//! Who may answer a question, and which users it waits for, under each turn mode.
//!
//! The order of turns belongs to the game.

use super::super::log::DecidedBy;
use super::super::question::{Escalation, Question, Resolver, Substitution};
use super::super::seating::UserId;
use super::super::settings::{SmallQuestionMode, TurnMode};
use super::super::state::{PublicBallot, Turn};
use super::super::time::{Span, Timestamp};
use super::Campaign;
use super::transition::Transition;
use crate::game::Seat;

/// How long a user counts as present after their last action.
pub(super) const PRESENT_FOR: Span = Span::minutes(5);

impl Transition<'_> {
    /// Starts the turn of a seat, and the window in which its holder has priority.
    ///
    /// A holder who is present gets a full window. The window of an absent holder counts from the
    /// start of the round, so that they delay the other players only once in it.
    pub(super) fn start_turn(&mut self, seat: Seat) {
        if self.campaign.council.turn.is_some_and(|turn| turn.seat == seat) {
            return;
        }
        let until = self.priority_until(seat);
        self.campaign.council.turn = Some(Turn { seat, until, announced: until <= self.now.at });
    }

    /// Returns when the priority of the holder of a seat ends.
    fn priority_until(&self, seat: Seat) -> Timestamp {
        let council = &self.campaign.council;
        let window = council.settings.window();
        let seen = self.campaign.last_seen(seat);
        let present = seen.is_some_and(|seen| seen + window.min(PRESENT_FOR) > self.now.at);
        if present { self.now.at + window } else { council.round_since + window }
    }

    /// Returns from when on other players may answer a small question for the seat responsible for
    /// it, or `None` if they never may.
    pub(super) fn substitution(&self, resolver: Resolver) -> Option<Substitution> {
        let Resolver::Responsible(seat) = resolver else { return None };
        let from = match self.campaign.council.settings.small_questions {
            SmallQuestionMode::Strict => return None,
            SmallQuestionMode::Relay => self.priority_until(seat).max(self.now.at),
            SmallQuestionMode::Open => self.now.at,
        };
        Some(Substitution { from, announced: from <= self.now.at })
    }

    pub(super) fn waited_for(&self, question: &Question) -> Vec<UserId> {
        self.campaign.waited_for(question, self.now.at)
    }

    pub(super) fn may_answer(&self, question: &Question, user: UserId) -> Option<DecidedBy> {
        self.campaign.may_answer(question, user, self.now.at)
    }
}

impl Campaign {
    /// Returns when the holder of a seat was last active, from any of their seats.
    pub(super) fn last_seen(&self, seat: Seat) -> Option<Timestamp> {
        let seats = self.council.seating.seats_of(self.holder_of(seat)?);
        seats.iter().filter_map(|seat| self.council.last_active.get(seat)).max().copied()
    }

    fn holder_of(&self, seat: Seat) -> Option<UserId> {
        self.council.seating.holder(seat).user()
    }

    /// Returns the seat with the final say.
    pub fn leader(&self) -> Seat {
        self.table.as_ref().map_or(Seat(0), |table| table.leader())
    }

    /// Whether any player may act for the active seat at `at`.
    fn is_relayed(&self, at: Timestamp) -> bool {
        match self.council.settings.turns {
            TurnMode::Open => true,
            TurnMode::Relay => self.council.turn.is_none_or(|turn| turn.until <= at),
            TurnMode::Strict | TurnMode::Leader => false,
        }
    }

    /// Returns the users that a question waits for.
    pub fn waited_for(&self, question: &Question, at: Timestamp) -> Vec<UserId> {
        let one = |seat: Seat| self.holder_of(seat).into_iter().collect();
        match (&question.escalation, question.resolver) {
            (Some(_), _) | (None, Resolver::Leader) => one(self.leader()),
            (None, Resolver::Vote) => self.players_not_voted(question),
            (None, Resolver::Responsible(_)) if may_substitute(question, at) => {
                self.council.seating.users()
            }
            (None, Resolver::Responsible(seat) | Resolver::Private(seat)) => one(seat),
            (None, Resolver::Turn(_)) if self.council.settings.turns == TurnMode::Leader => {
                one(self.leader())
            }
            (None, Resolver::Turn(_)) if self.is_relayed(at) => self.council.seating.users(),
            (None, Resolver::Turn(seat)) => one(seat),
            (None, Resolver::Anyone) => self.council.seating.users(),
            (None, Resolver::Public) => self.players_not_voted_publicly(question),
        }
    }

    /// Returns the users with a seat that has not voted.
    fn players_not_voted(&self, question: &Question) -> Vec<UserId> {
        let mut users = Vec::new();
        for seat in self.council.seating.held_by_users() {
            let user = self.holder_of(seat).filter(|_| !question.votes.contains_key(&seat));
            users.extend(user.filter(|user| !users.contains(user)));
        }
        users
    }

    /// Returns the players who have not voted on the public ballot that is open for a question.
    fn players_not_voted_publicly(&self, question: &Question) -> Vec<UserId> {
        let open = |ballot: &&PublicBallot| {
            question.ballot == Some(ballot.edition) && ballot.closes.is_some() && !ballot.counted
        };
        let ballot = self.council.public_ballot.as_ref().filter(open);
        ballot.map(|ballot| self.players_without_vote(ballot)).unwrap_or_default()
    }

    /// Returns how an answer of this user would be recorded, or `None` if they may not give one.
    /// Votes are not answers.
    pub(in crate::council) fn may_answer(
        &self,
        question: &Question,
        user: UserId,
        at: Timestamp,
    ) -> Option<DecidedBy> {
        let holds = |seat: Seat| self.holder_of(seat) == Some(user);
        let leads = || {
            let seat = self.leader();
            holds(seat).then_some(DecidedBy::Leader { seat, by: user })
        };
        let own = |seat: Seat| holds(seat).then_some(DecidedBy::Seat { seat, by: user });
        match (&question.escalation, question.resolver) {
            // A late holder may still answer until the leader does.
            (Some(Escalation::Late), Resolver::Responsible(seat) | Resolver::Turn(seat)) => {
                own(seat).or_else(leads)
            }
            (Some(_), _) | (None, Resolver::Leader) => leads(),
            (None, Resolver::Private(seat)) => own(seat),
            (None, Resolver::Responsible(seat)) => {
                let substitutes =
                    may_substitute(question, at) && self.council.seating.holds_seat(user);
                own(seat).or_else(|| substitutes.then_some(DecidedBy::OnBehalf { seat, by: user }))
            }
            (None, Resolver::Turn(seat)) => self.may_act(seat, user, at),
            (None, Resolver::Anyone) => self.any_seat_holder(user),
            (None, Resolver::Vote | Resolver::Public) => None,
        }
    }

    /// Returns how an answer of this user for the active seat would be recorded, or `None` if they
    /// may not give one.
    fn may_act(&self, seat: Seat, user: UserId, at: Timestamp) -> Option<DecidedBy> {
        let leader = self.leader();
        if self.council.settings.turns == TurnMode::Leader {
            let leads = self.holder_of(leader) == Some(user);
            return leads.then_some(DecidedBy::Leader { seat: leader, by: user });
        }
        if self.holder_of(seat) == Some(user) {
            return Some(DecidedBy::Seat { seat, by: user });
        }
        let helps = self.council.seating.holds_seat(user) && self.is_relayed(at);
        helps.then_some(DecidedBy::OnBehalf { seat, by: user })
    }

    fn any_seat_holder(&self, user: UserId) -> Option<DecidedBy> {
        let seat = self.council.seating.seats_of(user).first().copied()?;
        Some(DecidedBy::Seat { seat, by: user })
    }

    /// Returns the seats that a question is for, as told to a user who may not answer it.
    pub(super) fn addressees(&self, question: &Question) -> Vec<Seat> {
        match (&question.escalation, question.resolver) {
            (Some(_), _) | (None, Resolver::Leader) => vec![self.leader()],
            (None, Resolver::Turn(_)) if self.council.settings.turns == TurnMode::Leader => {
                vec![self.leader()]
            }
            (
                None,
                Resolver::Responsible(seat) | Resolver::Private(seat) | Resolver::Turn(seat),
            ) => vec![seat],
            (None, Resolver::Vote | Resolver::Anyone | Resolver::Public) => {
                self.council.seating.seats().collect()
            }
        }
    }
}

/// Whether any player may answer for the responsible seat at `at`.
fn may_substitute(question: &Question, at: Timestamp) -> bool {
    question.substitution.is_some_and(|substitution| substitution.from <= at)
}
