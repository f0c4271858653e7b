//! What is open at a table that is being played: questions, orders, a motion, a ballot.
//!
//! May use: the words of `council`, the questions of the game. Deliberately absent: who
//! would be right; votes are only held against what can be voted for.

use std::collections::BTreeSet;

use super::super::campaign::Campaign;
use super::super::log::{Entry, EntryKind, effective_answers};
use super::super::motion::{Motion, MotionKind};
use super::super::orders::{LONGEST_WORD, MOST_ORDERS, MOST_STEPS, Order};
use super::super::question::{Escalation, Question, Resolver};
use super::super::state::{Council, PublicBallot};
use super::super::street::Street;
use super::super::time::Span;
use super::{Inconsistency, QuestionFlaw, are_distinct, past, seats};
use crate::game::{Answerer, Audience, Decision, Seat, Table};

/// Questions that are open at once; a game asks each seat one, and the table a few.
const MAX_OPEN_QUESTIONS: usize = 100;
/// Reminders of one question.
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
    council.public_ballot.iter().try_for_each(|ballot| petition(council, ballot, table))
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
            Some(decision) => one(council, question, decision)?,
            // There was too much to do at once: what is no longer asked goes with the rest.
            None if council.unfinished => {}
            None => return Err(Inconsistency::NotAsked),
        }
    }
    if !are_distinct(open.iter().map(|question| question.decision)) {
        return Err(Inconsistency::NotAsked);
    }
    // While the clocks stand nothing is opened.
    let complete = council.paused.is_some() || council.unfinished;
    let is_open = |decision: &Decision| open.iter().any(|q| q.decision == decision.id);
    if complete || decisions.iter().all(is_open) { Ok(()) } else { Err(Inconsistency::NotOpen) }
}

/// Questions and motions share one counter, and no number is used again.
fn numbers(council: &Council, entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut used: Vec<u32> = past::answered(entries).collect();
    used.sort_unstable();
    let motion = council.motion.as_ref().map(|open| open.number);
    let mut before: BTreeSet<u32> = BTreeSet::new();
    for question in &council.questions {
        let number = question.number;
        let free = (1..=council.numbers).contains(&number)
            && used.binary_search(&number).is_err()
            && Some(number) != motion
            && before.insert(number);
        if !free {
            return Err(Inconsistency::Question(number, QuestionFlaw::Number));
        }
    }
    Ok(())
}

/// From a minute to a year, and what it was extended by.
fn time(question: &Question, entries: &[Entry]) -> Result<(), Inconsistency> {
    let Some(due) = question.due else { return Ok(()) };
    let more = entries.iter().map(|entry| match &entry.kind {
        EntryKind::Extended { question: of, span, .. } if *of == question.number => span.0,
        _ => 0,
    });
    let most = Span(more.fold(Span::YEAR.0, i64::saturating_add));
    let waits = due - question.opened;
    let sound = (Span::MINUTE..=most).contains(&waits);
    sound.then_some(()).ok_or(Inconsistency::Question(question.number, QuestionFlaw::Wait))
}

fn one(council: &Council, question: &Question, decision: &Decision) -> Result<(), Inconsistency> {
    let flaw = |flaw| Err(Inconsistency::Question(question.number, flaw));
    let offered = |key: &String| decision.choices.iter().any(|choice| choice.key == *key);
    let given =
        |(seat, key): (&Seat, &String)| council.seating.get(*seat).is_some() && offered(key);
    if !is_resolver(council, question, decision) {
        return flaw(QuestionFlaw::Resolver);
    }
    let heard = |street: &Street| {
        decision.audience == Audience::Everybody && street.voices.values().all(offered)
    };
    if !question.votes.iter().all(given) || !question.street.as_deref().is_none_or(heard) {
        return flaw(QuestionFlaw::Votes);
    }
    let tied = match &question.escalation {
        Some(Escalation::Tie(tied)) => !tied.is_empty() && tied.iter().all(offered),
        Some(Escalation::Late) | None => true,
    };
    let counted = question.counted.iter().flat_map(|count| count.tally.keys()).all(offered);
    let ballot = question.ballot.is_none_or(|edition| edition <= council.editions);
    let reminded = question.reminded.values().all(|times| *times <= MAX_REMINDERS);
    if tied && counted && ballot && reminded { Ok(()) } else { flaw(QuestionFlaw::Past) }
}

/// Is it for those whom the game asks, or whom some setting puts in their place? A secret is
/// nobody else's under any setting.
fn is_resolver(council: &Council, question: &Question, decision: &Decision) -> bool {
    let covered =
        question.substitution.is_none() || matches!(question.resolver, Resolver::Responsible(_));
    let own = match (decision.audience, &decision.answerer) {
        (Audience::Only(seat), _) => {
            return question.private == Some(seat)
                && question.resolver == Resolver::Private(seat)
                && covered;
        }
        (Audience::Everybody, Answerer::Seat(seat)) => Some(*seat),
        (Audience::Everybody, _) => None,
    };
    let way = match (question.resolver, own) {
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
    way && covered && question.private.is_none()
}

fn is_seat(council: &Council, seat: Seat) -> bool {
    council.seating.get(seat).is_some()
}

/// Orders are a person's: they go with whoever gave them.
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
    let what = match open.kind {
        MotionKind::Undo { back_to } => counts(back_to),
        MotionKind::Abandon => true,
    };
    let number = (1..=council.numbers).contains(&open.number);
    let fresh = past::answered(entries).all(|question| question != open.number);
    let voices = open.votes.keys().all(|seat| is_seat(council, *seat));
    let sound = what && number && fresh && voices && open.seq <= council.seq;
    sound.then_some(()).ok_or(Inconsistency::Motion)
}

/// Votes are for what is on offer, nothing is offered twice, and all of it by the game: ahead of
/// the question, or in one that the people are asked. Where the game has no petition any more, an
/// earlier version left its last ballot open; it closes with the next answer.
fn petition(
    council: &Council,
    ballot: &PublicBallot,
    table: &dyn Table,
) -> Result<(), Inconsistency> {
    let offers: BTreeSet<&String> = ballot.offers.iter().collect();
    let sound = ballot.votes.values().all(|vote| offers.contains(vote))
        && offers.len() == ballot.offers.len()
        && (council.unfinished || is_given(council, &offers, table))
        && ballot.edition == council.editions
        && ballot.opened.is_none_or(|opened| ballot.closes.is_some_and(|closes| opened < closes));
    sound.then_some(()).ok_or(Inconsistency::Ballot)
}

fn is_given(council: &Council, offers: &BTreeSet<&String>, table: &dyn Table) -> bool {
    let Some(ahead) = table.standing_ballot() else { return true };
    let polled = |question: &&Question| {
        question.resolver == Resolver::Public || question.ballot == Some(council.editions)
    };
    let people = council.questions.iter().filter(polled);
    let asked: BTreeSet<u32> = people.map(|question| question.decision).collect();
    let open = table.decisions().into_iter().filter(|decision| asked.contains(&decision.id));
    let choices = open.chain([ahead]).flat_map(|decision| decision.choices);
    let given: BTreeSet<String> = choices.map(|choice| choice.key).collect();
    offers.iter().all(|offer| given.contains(*offer))
}
