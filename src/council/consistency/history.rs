//! Checks of the log against the state: a beginning, an end, and between them only entries that
//! requests could have caused.

use super::super::campaign::Campaign;
use super::super::log::{Answered, DecidedBy, Entry, EntryKind, HouseReason, effective_answers};
use super::super::state::{CampaignStatus, Council};
use super::super::time::Span;
use super::{Inconsistency, are_distinct, is_possible};
use crate::game::{Answer, Audience, Decision, Seat};

/// Whether the log says that the campaign began.
pub(super) fn has_begun(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(entry.kind, EntryKind::Began { .. }))
}

pub(super) fn check(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    let council = campaign.council();
    beginning(campaign, entries)?;
    ending(campaign, entries)?;
    undos(entries)?;
    let broken = entries.iter().find(|entry| !is_sound(council, entry));
    if let Some(entry) = broken {
        return Err(Inconsistency::Entry(entry.seq));
    }
    if are_distinct(answered(entries)) { Ok(()) } else { Err(Inconsistency::Count("questions")) }
}

/// Replays the answers and checks each log entry against the question it answers: kind, progress,
/// audience and votes.
pub(super) fn answers(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut table = campaign.starting_table().map_err(|_| Inconsistency::Beginning)?;
    for (entry, answered) in effective_answers(entries) {
        let broken = || Inconsistency::Entry(entry.seq);
        let decisions = table.decisions();
        let asked = decisions.iter().find(|decision| decision.id == answered.decision);
        asked.filter(|decision| matches_decision(decision, answered)).ok_or_else(broken)?;
        if entry.progress != table.progress() {
            return Err(broken());
        }
        let answer = Answer { decision: Some(answered.decision), choice: answered.choice.clone() };
        table.apply(&answer).map_err(|_| broken())?;
    }
    Ok(())
}

fn matches_decision(asked: &Decision, answered: &Answered) -> bool {
    let private = match asked.audience {
        Audience::Only(seat) => Some(seat),
        Audience::Everybody => None,
    };
    let offered = |key: &String| asked.choices.iter().any(|choice| choice.key == *key);
    let voted = match &answered.decided_by {
        DecidedBy::Vote { votes, .. } => votes.values().all(offered),
        DecidedBy::Public { tally, .. } => tally.keys().all(offered),
        _ => true,
    };
    asked.ask == answered.ask && private == answered.private && voted
}

/// Returns the seats that decided.
fn deciders(decided_by: &DecidedBy) -> Vec<Seat> {
    match decided_by {
        DecidedBy::Vote { votes, .. } => votes.keys().copied().collect(),
        DecidedBy::Seat { seat, .. }
        | DecidedBy::OnBehalf { seat, .. }
        | DecidedBy::Leader { seat, .. }
        | DecidedBy::Order { seat }
        | DecidedBy::Away { seat }
        | DecidedBy::House { reason: HouseReason::Plays(seat) } => vec![*seat],
        DecidedBy::Only | DecidedBy::Public { .. } | DecidedBy::House { .. } => Vec::new(),
    }
}

/// Iterates over the numbers of answered questions. A number is never reused, not even after an
/// undo.
pub(super) fn answered(entries: &[Entry]) -> impl Iterator<Item = u32> {
    entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Answer(answer) => Some(answer.question),
        _ => None,
    })
}

fn beginning(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    let begun = |entry: &&Entry| matches!(entry.kind, EntryKind::Began { .. });
    let first = entries.first().is_some_and(|first| begun(&first));
    let (status, times) = (campaign.council().status, entries.iter().filter(begun).count());
    let sound = match status {
        CampaignStatus::Lobby => entries.is_empty(),
        CampaignStatus::Running => first && times == 1,
        // A lobby that was given up has only the entry of its end.
        CampaignStatus::Over => first && times == 1 || times == 0 && entries.len() == 1,
    };
    let played = campaign.table().is_some();
    if sound && first == played { Ok(()) } else { Err(Inconsistency::Beginning) }
}

fn ending(campaign: &Campaign, entries: &[Entry]) -> Result<(), Inconsistency> {
    let over = campaign.council().status == CampaignStatus::Over;
    let ends = |entry: &&Entry| matches!(entry.kind, EntryKind::Ended { .. });
    let last = entries.last().filter(ends);
    if entries.iter().filter(ends).count() != usize::from(over) || last.is_some() != over {
        return Err(Inconsistency::Ending);
    }
    match last.map(|entry| &entry.kind) {
        // The log names no outcome if the campaign was given up, and then it names the user.
        Some(EntryKind::Ended { outcome, by })
            if *outcome != campaign.outcome() || (outcome.is_none() && by.is_none()) =>
        {
            Err(Inconsistency::Outcome)
        }
        _ => Ok(()),
    }
}

/// Checks that each undo takes back exactly the answers that counted from `back_to` on.
fn undos(entries: &[Entry]) -> Result<(), Inconsistency> {
    let mut counting: Vec<u64> = Vec::new();
    for entry in entries {
        match &entry.kind {
            EntryKind::Answer(_) => counting.push(entry.seq),
            EntryKind::Undo { back_to, answers, .. } => {
                let Ok(at) = counting.binary_search(back_to) else {
                    return Err(Inconsistency::Entry(entry.seq));
                };
                if counting.len() - at != *answers as usize {
                    return Err(Inconsistency::Entry(entry.seq));
                }
                counting.truncate(at);
            }
            _ => {}
        }
    }
    Ok(())
}

fn is_sound(council: &Council, entry: &Entry) -> bool {
    let is_span = |span: Span| (Span::MINUTE..=Span::YEAR).contains(&span);
    let number = |number: u32| (1..=council.numbers).contains(&number);
    let seat = |seat| council.seating.get(seat).is_some();
    let sound = match &entry.kind {
        EntryKind::Answer(Answered { question, private, decided_by, .. }) => {
            number(*question)
                && private.is_none_or(seat)
                && deciders(decided_by).into_iter().all(seat)
        }
        EntryKind::SeatChanged { seat: of, .. } => seat(*of),
        EntryKind::Settings { settings, .. } => settings.check().is_ok(),
        EntryKind::Extended { question, span, .. } => number(*question) && is_span(*span),
        _ => true,
    };
    sound && is_possible(entry.at)
}
