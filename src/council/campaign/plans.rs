//! Orders for coming turns: given ahead, run when the turn comes, dropped
//! where they no longer fit.
//!
//! May use: the words of `council`. Deliberately absent: what the steps mean.

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
    /// Takes orders in place of those given before.
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
        // It may be this seat's turn already.
        self.orders_of = Some(seat);
        self.advance()?;
        self.orders_of = None;
        Ok(Reply::Done)
    }

    /// Takes down what to answer while somebody is away.
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

    /// What a seat said to answer while its holder is away, if they are.
    pub(super) fn away_answer(&self, q: &Question, d: &Decision, seat: Seat) -> Option<Resolution> {
        let choice = self.campaign.council.away.get(&seat)?.get(&q.ask)?;
        let gone = self.campaign.away_since(seat).is_none_or(|gone| gone <= self.now.at);
        let open = open_choices(d).contains(choice);
        (gone && open).then(|| (choice.clone(), DecidedBy::Away { seat }))
    }

    /// The next step of a seat's orders, if it answers this question.
    pub(super) fn run_order(
        &mut self,
        question: &Question,
        decision: &Decision,
        seat: Seat,
    ) -> Option<Resolution> {
        let order = self.campaign.council.orders.get(&seat)?.first()?.clone();
        if order.taken == 0 && question.announced && self.orders_of != Some(seat) {
            // The seat was asked, because the order for this turn did not fit: the next
            // order is for the next turn.
            return None;
        }
        let own_turn = matches!(question.resolver, Resolver::Turn(_));
        let next = order.steps.get(order.taken).cloned();
        match next {
            Some(step) if step.ask == question.ask => self.run_step(seat, decision, &step),
            // Not begun: another question of this seat is not what the order is about.
            _ if order.taken == 0 => None,
            // Under way, and something else is asked of the same turn: the plan no longer fits.
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

    /// Drops the order at hand and says why; its seat is asked instead.
    fn stop_order(&mut self, seat: Seat, why: Message) {
        let Some(orders) = self.campaign.council.orders.get_mut(&seat) else { return };
        orders.remove(0);
        if orders.is_empty() {
            self.campaign.council.orders.remove(&seat);
        }
        let call = self.holder(seat).into_iter().collect();
        self.tell(format!("orders-{}", seat.0), call, NoticeKind::OrderStopped { seat, why });
    }
}

impl Campaign {
    /// From when on the holder of a seat counts as away; none if they were never there.
    fn away_since(&self, seat: Seat) -> Option<Timestamp> {
        self.last_seen(seat).map(|seen| seen + PRESENT_FOR)
    }

    /// When a question is answered by what its seat said to answer while away.
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

    /// What a turn of this seat would ask next after these steps, to plan it. What the
    /// steps would reveal stays hidden: from there on nothing is planned.
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
        // A new turn of the same seat begins with the question this one began with.
        let again = next.as_ref().zip(steps.first()).is_some_and(|(d, s)| d.ask == s.ask);
        Ok(next.filter(|_| !again).map_or(Rehearsal::Complete, |d| Rehearsal::Asks(Box::new(d))))
    }
}

/// The open question that is this seat's to answer and no secret of another.
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
