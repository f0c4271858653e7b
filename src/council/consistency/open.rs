//! Checks of what is open in a running campaign: questions, planned turns, a motion, a ballot.
//!
//! Votes are checked against what can be voted for, not against who was eligible.

use std::collections::BTreeSet;

use super::super::campaign::Campaign;
use super::super::log::{Entry, EntryKind, effective_answers};
use super::super::motion::{Motion, MotionKind};
use super::super::orders::{LONGEST_WORD, MOST_ORDERS, MOST_STEPS, Order};
use super::super::question::{Escalation, Question, Resolver};
use super::super::state::{Council, PublicBallot};
use super::super::street::Street;
use super::super::time::Span;
use super::{Inconsistency, QuestionFlaw, are_distinct, history, seats};
use crate::game::{Answerer, Audience, Decision, Seat, Table};

/// Most questions open at once. A game asks each seat one, and the table a handful.
const MAX_OPEN_QUESTIONS: usize = 100;
/// Most reminders of one question per user.
const MAX_REMINDERS: u8 = 3;

pub(super) fn check(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    let council = campaign.council();
    let Some(table) = campaign.table() else { return Err(Inconsistency::Beginning) };
    if council.progress != table.progress() {
        return Err(Inconsistency::Progress);
    }
    if council.seating.users().is_empty() && council.paused.is_none() {
        return Err(Inconsistency::Deserted);
    }
    seats(council, council.last_active.keys(), "a last deed")?;
    seats(council, council.turn.iter().map(|turn| &turn.seat), "a turn")?;
    questions(council, table, entries)?;
    orders(council)?;
    away(council)?;
    council.motion.iter().try_for_each(|open| motion(council, open, entries))?;
    council.public_ballot.iter().try_for_each(|ballot| public_ballot(council, ballot, table))
}

fn questions(council: &Council, table: &dyn Table, entries: &[Entry]) -> Result<(), Inconsistency> {
    let (open, decisions) = (&council.questions, table.decisions());
    if open.len() > MAX_OPEN_QUESTIONS {
        return Err(Inconsistency::Count("open questions"));
    }
    numbers(council, entries)?;
    for question in open {
        time(question, entries)?;
        let asked = decisions.iter().find(|d| d.id == question.decision && d.ask == question.ask);
        match asked {
            Some(decision) => check_question(council, question, decision)?,
            // The last transition was cut short. The next one closes what is no longer asked.
            None if council.unfinished => {}
            None => return Err(Inconsistency::NotAsked),
        }
    }
    if !are_distinct(open.iter().map(|question| question.decision)) {
        return Err(Inconsistency::NotAsked);
    }
    // Nothing opens while the clocks are stopped, or until the next transition after a cut.
    let may_lag = council.paused.is_some() || council.unfinished;
    let is_open = |decision: &Decision| open.iter().any(|q| q.decision == decision.id);
    if may_lag || decisions.iter().all(is_open) { Ok(()) } else { Err(Inconsistency::NotOpen) }
}

/// Checks the numbers: questions and motions share one counter, and no number is used twice.
fn numbers(council: &Council, entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut used: Vec<u32> = history::answered(entries).collect();
    used.sort_unstable();
    let motion = council.motion.as_ref().map(|open| open.number);
    let mut seen: BTreeSet<u32> = BTreeSet::new();
    for question in &council.questions {
        let number = question.number;
        let free = (1..=council.numbers).contains(&number)
            && used.binary_search(&number).is_err()
            && Some(number) != motion
            && seen.insert(number);
        if !free {
            return Err(Inconsistency::Question(number, QuestionFlaw::Number));
        }
    }
    Ok(())
}

/// Checks the time to the deadline: from a minute to a year, plus all extensions.
fn time(question: &Question, entries: &[Entry]) -> Result<(), Inconsistency> {
    let Some(due) = question.due else { return Ok(()) };
    let extensions = entries.iter().map(|entry| match &entry.kind {
        EntryKind::Extended { question: of, span, .. } if *of == question.number => span.0,
        _ => 0,
    });
    let most = Span(extensions.fold(Span::YEAR.0, i64::saturating_add));
    let waits = due - question.opened;
    let sound = (Span::MINUTE..=most).contains(&waits);
    sound.then_some(()).ok_or(Inconsistency::Question(question.number, QuestionFlaw::Wait))
}

fn check_question(
    council: &Council,
    question: &Question,
    decision: &Decision,
) -> Result<(), Inconsistency> {
    let flaw = |flaw| Err(Inconsistency::Question(question.number, flaw));
    let offered = |key: &String| decision.choices.iter().any(|choice| choice.key == *key);
    let valid_vote =
        |(seat, key): (&Seat, &String)| council.seating.get(*seat).is_some() && offered(key);
    if !is_resolver(council, question, decision) {
        return flaw(QuestionFlaw::Resolver);
    }
    let valid_street = |street: &Street| {
        decision.audience == Audience::Everybody && street.voices.values().all(offered)
    };
    if !question.votes.iter().all(valid_vote)
        || !question.street.as_deref().is_none_or(valid_street)
    {
        return flaw(QuestionFlaw::Votes);
    }
    let tied = match &question.escalation {
        Some(Escalation::Tie(tied)) => !tied.is_empty() && tied.iter().all(offered),
        Some(Escalation::Late) | None => true,
    };
    let counted = question.counted.iter().flat_map(|count| count.tally.keys()).all(offered);
    let ballot = question.ballot.is_none_or(|edition| edition <= council.editions);
    let reminded = question.reminded.values().all(|times| *times <= MAX_REMINDERS);
    if tied && counted && ballot && reminded { Ok(()) } else { flaw(QuestionFlaw::History) }
}

/// Whether the resolver is the one the game asks for, or one that some setting puts in its place.
/// No setting passes a private question to another seat.
fn is_resolver(council: &Council, question: &Question, decision: &Decision) -> bool {
    let substitution_fits =
        question.substitution.is_none() || matches!(question.resolver, Resolver::Responsible(_));
    let own = match (decision.audience, &decision.answerer) {
        (Audience::Only(seat), _) => {
            return question.private == Some(seat)
                && question.resolver == Resolver::Private(seat)
                && substitution_fits;
        }
        (Audience::Everybody, Answerer::Seat(seat)) => Some(*seat),
        (Audience::Everybody, _) => None,
    };
    let resolver_fits = match (question.resolver, own) {
        (Resolver::Private(seat), Some(own)) => seat == own,
        (Resolver::Private(_), None) | (_, Some(_)) => false,
        (Resolver::Responsible(seat), None) => {
            matches!(decision.answerer, Answerer::Responsible { .. }) && is_seat(council, seat)
        }
        (Resolver::Turn(seat), None) => {
            matches!(decision.answerer, Answerer::Active(_)) && is_seat(council, seat)
        }
        (Resolver::Vote | Resolver::Leader | Resolver::Anyone | Resolver::Public, None) => true,
    };
    resolver_fits && substitution_fits && question.private.is_none()
}

fn is_seat(council: &Council, seat: Seat) -> bool {
    council.seating.get(seat).is_some()
}

/// Checks planned turns. Only a seat held by a user has any: they are dropped on a handover.
fn orders(council: &Council) -> Result<(), Inconsistency> {
    for (seat, orders) in &council.orders {
        let held = council.seating.holder(*seat).user().is_some();
        let begun = orders.iter().skip(1).all(|order| order.taken == 0);
        let sound = (1..=MOST_ORDERS).contains(&orders.len()) && orders.iter().all(is_order);
        if !(held && begun && sound) {
            return Err(Inconsistency::Seat(seat.0, "an order"));
        }
    }
    Ok(())
}

fn is_order(order: &Order) -> bool {
    let fresh = Order { taken: 0, ..order.clone() };
    fresh.is_sound() && order.taken < order.steps.len()
}

fn away(council: &Council) -> Result<(), Inconsistency> {
    let is_word = |word: &String| !word.is_empty() && word.len() <= LONGEST_WORD;
    for (seat, answers) in &council.away {
        let held = council.seating.holder(*seat).user().is_some();
        let words = answers.iter().all(|(ask, choice)| is_word(ask) && is_word(choice));
        if !held || answers.len() > MOST_STEPS || !words {
            return Err(Inconsistency::Seat(seat.0, "an answer for when it is away"));
        }
    }
    Ok(())
}

fn motion(council: &Council, open: &Motion, entries: &[Entry]) -> Result<(), Inconsistency> {
    let counts =
        |back_to: u64| effective_answers(entries).iter().any(|(entry, _)| entry.seq == back_to);
    let kind = match open.kind {
        MotionKind::Undo { back_to } => counts(back_to),
        MotionKind::Abandon => true,
    };
    let number = (1..=council.numbers).contains(&open.number);
    let fresh = history::answered(entries).all(|question| question != open.number);
    let voters = open.votes.keys().all(|seat| is_seat(council, *seat));
    let sound = kind && number && fresh && voters && open.seq <= council.seq;
    sound.then_some(()).ok_or(Inconsistency::Motion)
}

/// Checks the public ballot: votes are for what is on offer, nothing is offered twice, and the game
/// offers all of it, in its standing ballot or in a question that the public is asked.
///
/// Passes any offers if the game has no standing ballot: an earlier version left its last ballot
/// open, and it closes with the next answer.
fn public_ballot(
    council: &Council,
    ballot: &PublicBallot,
    table: &dyn Table,
) -> Result<(), Inconsistency> {
    let offers: BTreeSet<&String> = ballot.offers.iter().collect();
    let sound = ballot.votes.values().all(|vote| offers.contains(vote))
        && offers.len() == ballot.offers.len()
        && (council.unfinished || are_offered(council, &offers, table))
        && ballot.edition == council.editions
        && ballot.opened.is_none_or(|opened| ballot.closes.is_some_and(|closes| opened < closes));
    sound.then_some(()).ok_or(Inconsistency::Ballot)
}

fn are_offered(council: &Council, offers: &BTreeSet<&String>, table: &dyn Table) -> bool {
    let Some(ahead) = table.standing_ballot() else { return true };
    let polled = |question: &&Question| {
        question.resolver == Resolver::Public || question.ballot == Some(council.editions)
    };
    let questions = council.questions.iter().filter(polled);
    let asked: BTreeSet<u32> = questions.map(|question| question.decision).collect();
    let open = table.decisions().into_iter().filter(|decision| asked.contains(&decision.id));
    let choices = open.chain([ahead]).flat_map(|decision| decision.choices);
    let offered: BTreeSet<String> = choices.map(|choice| choice.key).collect();
    offers.iter().all(|offer| offered.contains(*offer))
}
