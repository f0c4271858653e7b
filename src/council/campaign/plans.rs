//! Orders for later turns (premoves): queued per seat, run when the turn comes, dropped when they
//! no longer fit. Also the answers a seat gives while its holder is away.
//!
//! A step is an opaque pair of the game's keys, for a kind of question and a choice.

use super::super::log::DecidedBy;
use super::super::notice::NoticeKind;
use super::super::orders::{MOST_ORDERS, MOST_STEPS, Order, Step};
use super::super::question::{Question, Resolver};
use super::super::refusal::Refusal;
use super::super::request::{Rehearsal, Reply};
use super::super::seating::Requester;
use super::super::settings::TurnMode;
use super::super::time::Timestamp;
use super::Campaign;
use super::advance::Resolution;
use super::eligibility::PRESENT_FOR;
use super::transition::{Transition, open_choices};
use crate::game::{Answer, Answerer, Audience, Decision, Message, Seat, Table};

impl Transition<'_> {
    /// Replaces the orders of a seat. An empty list removes them.
    pub(super) fn order(
        &mut self,
        who: &Requester,
        seat: Seat,
        orders: &[Order],
    ) -> Result<Reply, Refusal> {
        self.check_running()?;
        self.check_own_seat(who, seat)?;
        if orders.len() > MOST_ORDERS {
            return Err(Refusal::TooManyOrders);
        }
        if !orders.iter().all(Order::is_sound) {
            return Err(Refusal::BadOrder);
        }
        if orders.is_empty() {
            self.campaign.council.orders.remove(&seat);
        } else {
            self.campaign.council.orders.insert(seat, orders.to_vec());
        }
        // The seat may have been asked already: let the new orders answer that question.
        self.orders_of = Some(seat);
        self.advance()?;
        self.orders_of = None;
        Ok(Reply::Done)
    }

    /// Sets a seat's answer to a kind of question while its holder is away; `None` removes it.
    pub(super) fn set_away_answer(
        &mut self,
        who: &Requester,
        seat: Seat,
        ask: &str,
        choice: Option<&str>,
    ) -> Result<Reply, Refusal> {
        self.check_running()?;
        self.check_own_seat(who, seat)?;
        let answers = self.campaign.council.away.entry(seat).or_default();
        match choice {
            Some(choice) => {
                let step = Step { ask: ask.to_owned(), choice: choice.to_owned() };
                if !(Order { steps: vec![step], taken: 0 }).is_sound() {
                    return Err(Refusal::BadOrder);
                }
                answers.insert(ask.to_owned(), choice.to_owned());
            }
            None => drop(answers.remove(ask)),
        }
        if answers.len() > MOST_STEPS {
            return Err(Refusal::TooManyOrders);
        }
        self.campaign.council.away.retain(|_, answers| !answers.is_empty());
        Ok(Reply::Done)
    }

    fn check_own_seat(&self, who: &Requester, seat: Seat) -> Result<(), Refusal> {
        let holder = self.holder(seat);
        let mine = holder == Some(who.user);
        let users = holder.into_iter().collect();
        mine.then_some(()).ok_or(Refusal::NotYours { seats: vec![seat], users })
    }

    /// Returns the seat's away answer to this question.
    ///
    /// Returns `None` if there is none, if the choice is not open, or if the holder is present.
    pub(super) fn away_answer(&self, q: &Question, d: &Decision, seat: Seat) -> Option<Resolution> {
        let choice = self.campaign.council.away.get(&seat)?.get(&q.ask)?;
        let away = self.campaign.away_since(seat).is_none_or(|since| since <= self.now.at);
        let open = open_choices(d).contains(choice);
        (away && open).then(|| (choice.clone(), DecidedBy::Away { seat }))
    }

    /// Takes the next step of a seat's first order if it answers this question.
    ///
    /// Stops the order if it no longer fits. Returns `None` if the seat has to be asked.
    pub(super) fn run_order(
        &mut self,
        question: &Question,
        decision: &Decision,
        seat: Seat,
    ) -> Option<Resolution> {
        let order = self.campaign.council.orders.get(&seat)?.first()?.clone();
        if order.taken == 0 && question.announced && self.orders_of != Some(seat) {
            // The order for this turn did not fit, so the seat was asked. The order that is first
            // now is for the next turn.
            return None;
        }
        let own_turn = matches!(question.resolver, Resolver::Turn(_));
        let next = order.steps.get(order.taken).cloned();
        match next {
            Some(step) if step.ask == question.ask => self.run_step(seat, decision, &step),
            // Not started: the order is about another question of this seat.
            _ if order.taken == 0 => None,
            // Under way, and the same turn asks something else: the order no longer fits.
            Some(_) if own_turn => {
                self.stop_order(seat, Message::new("order-unforeseen"));
                None
            }
            _ => None,
        }
    }

    fn run_step(&mut self, seat: Seat, decision: &Decision, step: &Step) -> Option<Resolution> {
        if open_choices(decision).contains(&step.choice) {
            self.step_taken(seat);
            return Some((step.choice.clone(), DecidedBy::Order { seat }));
        }
        let listed = decision.choices.iter().find(|choice| choice.key == step.choice);
        let why = listed.and_then(|choice| choice.blocked.clone());
        self.stop_order(seat, why.unwrap_or_else(|| Message::new("order-not-offered")));
        None
    }

    fn step_taken(&mut self, seat: Seat) {
        let Some(orders) = self.campaign.council.orders.get_mut(&seat) else { return };
        let Some(order) = orders.first_mut() else { return };
        order.taken += 1;
        if order.taken >= order.steps.len() {
            orders.remove(0);
        }
        if orders.is_empty() {
            self.campaign.council.orders.remove(&seat);
        }
    }

    /// Drops the first order and announces the reason. The seat is asked instead.
    fn stop_order(&mut self, seat: Seat, why: Message) {
        let Some(orders) = self.campaign.council.orders.get_mut(&seat) else { return };
        orders.remove(0);
        if orders.is_empty() {
            self.campaign.council.orders.remove(&seat);
        }
        let ping = self.holder(seat).into_iter().collect();
        self.tell(format!("orders-{}", seat.0), ping, NoticeKind::OrderStopped { seat, why });
    }
}

impl Campaign {
    /// When the holder of a seat starts to count as away. Returns `None` if they were never active,
    /// and so have always been away.
    fn away_since(&self, seat: Seat) -> Option<Timestamp> {
        self.last_seen(seat).map(|seen| seen + PRESENT_FOR)
    }

    /// When a question gets its seat's away answer. Returns `None` if there is none to give.
    pub(super) fn away_answer_due(&self, question: &Question) -> Option<Timestamp> {
        let (Resolver::Responsible(seat) | Resolver::Private(seat) | Resolver::Turn(seat)) =
            question.resolver
        else {
            return None;
        };
        let choice = self.council.away.get(&seat)?.get(&question.ask)?;
        let decisions = self.table.as_ref()?.decisions();
        let decision = decisions.iter().find(|decision| decision.id == question.decision)?;
        let waits = question.escalation.is_none() && open_choices(decision).contains(choice);
        let leads = matches!(question.resolver, Resolver::Turn(_))
            && self.council.settings.turns == TurnMode::Leader;
        if !waits || leads {
            return None;
        }
        Some(self.away_since(seat).unwrap_or(Timestamp(0)))
    }

    /// Returns the question that a turn of this seat would ask after `steps`, for planning ahead.
    ///
    /// Returns [`Rehearsal::Complete`] at the end of the turn, and as soon as a step would reveal
    /// something: hidden information must not leak into a plan.
    pub fn rehearse(&self, seat: Seat, steps: &[Step]) -> Result<Rehearsal, Refusal> {
        let table = self.table.as_ref().ok_or(Refusal::NotBegun)?;
        let mut copy = table.rehearse(seat).ok_or(Refusal::CannotPlan)?;
        for step in steps {
            let Some(decision) = own_question(copy.as_ref(), seat) else {
                return Err(Refusal::BadOrder);
            };
            if decision.ask != step.ask {
                return Err(Refusal::BadOrder);
            }
            let answer = Answer { decision: Some(decision.id), choice: step.choice.clone() };
            let events = copy.apply(&answer).map_err(|_| Refusal::NoSuchChoice)?;
            if events.iter().any(|event| event.undo_barrier) {
                return Ok(Rehearsal::Complete);
            }
        }
        let next = own_question(copy.as_ref(), seat);
        // The question of the first step again means that a new turn of the seat has started.
        let again = next.as_ref().zip(steps.first()).is_some_and(|(d, s)| d.ask == s.ask);
        Ok(next.filter(|_| !again).map_or(Rehearsal::Complete, |d| Rehearsal::Asks(Box::new(d))))
    }
}

/// The open question that this seat answers, unless it is another seat's secret.
fn own_question(table: &dyn Table, seat: Seat) -> Option<Decision> {
    table.decisions().into_iter().find(|decision| {
        let hidden = matches!(decision.audience, Audience::Only(other) if other != seat);
        let own = match decision.answerer {
            Answerer::Active(other)
            | Answerer::Seat(other)
            | Answerer::Responsible { seat: other, .. } => other == seat,
            Answerer::Council | Answerer::Electorate => false,
        };
        own && !hidden
    })
}
