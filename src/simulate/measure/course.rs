//! Splits a log into steps: entries with one cause, together with the clock, the round, the seats
//! and the settings.

use super::super::stats::TableStats;
use super::Kept;
use crate::council::log::{DecidedBy, Entry, EntryKind, HouseReason};
use crate::council::{Holder, Settings, Timestamp, UserId};
use crate::game::{Progress, Seat};

/// Upper bound of timestamps, several thousand years in the future.
const LATEST: Timestamp = Timestamp(1 << 48);

/// A request or a deadline, with all entries that followed automatically.
pub(super) struct Step<'a> {
    /// Time by a clock that stops while the campaign is paused.
    pub(super) at: Timestamp,
    /// The round of the step; 0 for the beginning.
    pub(super) round: u32,
    /// Progress of the campaign before the step.
    pub(super) chapter: &'a Progress,
    pub(super) entries: &'a [Entry],
    /// Seat holders before the step.
    pub(super) holders: Vec<Option<UserId>>,
    /// Settings after the step.
    pub(super) settings: &'a Settings,
}

impl Step<'_> {
    /// The holder of a seat, if it has one.
    pub(super) fn holder(&self, seat: Seat) -> Option<UserId> {
        self.holders.get(usize::from(seat.0)).copied().flatten()
    }

    /// Whether the user holds a seat.
    pub(super) fn is_advisor(&self, user: UserId) -> bool {
        self.holders.contains(&Some(user))
    }
}

/// The distinct seat holders.
pub(super) fn people(holders: &[Option<UserId>]) -> Vec<UserId> {
    let mut people = Vec::new();
    for user in holders.iter().flatten() {
        if !people.contains(user) {
            people.push(*user);
        }
    }
    people
}

/// Splits a log into steps.
pub(super) fn steps<'a>(kept: &Kept<'a>) -> Vec<Step<'a>> {
    let mut holders = first_holders(kept);
    let mut settings = first_settings(kept);
    let (mut clock, mut steps) = (Clock::default(), Vec::new());
    let mut rest = kept.entries;
    while let Some(first) = rest.first() {
        let ends =
            |pair: &[Entry]| !matches!(pair, [one, next] if follows(one, next, &holders, settings));
        let length = rest.windows(2).position(ends).map_or(rest.len(), |at| at + 1);
        let (entries, after) = rest.split_at(length);
        rest = after;
        let moment = within(first.at);
        let (at, before) = (clock.read(moment), holders.clone());
        let begins = entries.iter().any(|entry| matches!(entry.kind, EntryKind::Began { .. }));
        let round = if begins { 0 } else { first.progress.round };
        for entry in entries {
            match &entry.kind {
                EntryKind::SeatChanged { seat, to, .. } => take_seat(&mut holders, *seat, *to),
                EntryKind::Settings { settings: set, .. } => settings = set,
                EntryKind::Paused { .. } => clock.stop(moment, false),
                EntryKind::Resumed { .. } => clock.resume(moment),
                _ => {}
            }
        }
        clock.update(&holders, moment);
        let chapter = &first.progress;
        steps.push(Step { at, round, chapter, entries, holders: before, settings });
    }
    steps
}

/// Whether `next` followed automatically from `one`. A click or a deadline starts a new step even
/// at the same time: the table was asked in between.
fn follows(one: &Entry, next: &Entry, holders: &[Option<UserId>], settings: &Settings) -> bool {
    let holds = |seat: &Seat| holders.get(usize::from(seat.0)).copied().flatten().is_some();
    let automatic = match &next.kind {
        EntryKind::Answer(answered) => match &answered.decided_by {
            DecidedBy::Only | DecidedBy::Order { .. } | DecidedBy::Away { .. } => true,
            DecidedBy::House { reason } => {
                matches!(reason, HouseReason::Plays(_) | HouseReason::BreaksTie)
            }
            DecidedBy::Public { .. } => !settings.public_vote.stays_open(),
            DecidedBy::Vote { votes, .. } => !votes.keys().any(holds),
            DecidedBy::Seat { .. } | DecidedBy::OnBehalf { .. } | DecidedBy::Leader { .. } => false,
        },
        // A player who leaves gives up all seats at once.
        EntryKind::SeatChanged { by, .. } => {
            matches!(&one.kind, EntryKind::SeatChanged { by: same, .. } if same == by)
        }
        EntryKind::Ended { by, .. } => by.is_none(),
        _ => false,
    };
    one.at == next.at && automatic
}

/// Clamps a time. Logs can be untrusted files; sums of clamped times cannot overflow.
fn within(at: Timestamp) -> Timestamp {
    Timestamp(at.0.clamp(0, LATEST.0))
}

fn take_seat(holders: &mut [Option<UserId>], seat: Seat, to: Holder) {
    if let Some(holder) = holders.get_mut(usize::from(seat.0)) {
        *holder = to.user();
    }
}

/// The first seat holders: reverts all seat changes from the current state.
fn first_holders(kept: &Kept<'_>) -> Vec<Option<UserId>> {
    let seating = kept.council.seating.0.iter();
    let mut holders: Vec<Option<UserId>> = seating.map(|state| state.holder.user()).collect();
    for entry in kept.entries.iter().rev() {
        if let EntryKind::SeatChanged { seat, from, .. } = &entry.kind {
            take_seat(&mut holders, *seat, *from);
        }
    }
    holders
}

/// The settings at the start. The log does not have the settings that a change replaced, so those
/// of the first change count from the start.
fn first_settings<'a>(kept: &Kept<'a>) -> &'a Settings {
    let changed = kept.entries.iter().find_map(|entry| match &entry.kind {
        EntryKind::Settings { settings, .. } => Some(&**settings),
        _ => None,
    });
    changed.unwrap_or(&kept.council.settings)
}

/// Monotonic clock that stops while the campaign is paused.
#[derive(Default)]
struct Clock {
    stood: i64,
    since: Option<i64>,
    deserted: bool,
    last: Option<i64>,
}

impl Clock {
    fn read(&mut self, at: Timestamp) -> Timestamp {
        let shown = self.since.unwrap_or(at.0).saturating_sub(self.stood);
        let shown = self.last.map_or(shown, |last| last.max(shown));
        self.last = Some(shown);
        Timestamp(shown)
    }

    fn stop(&mut self, at: Timestamp, deserted: bool) {
        if self.since.is_none() {
            (self.since, self.deserted) = (Some(at.0), deserted);
        }
    }

    fn resume(&mut self, at: Timestamp) {
        if let Some(since) = self.since.take() {
            self.stood = self.stood.saturating_add(at.0.saturating_sub(since).max(0));
        }
    }

    /// Stops the clock while all seats are empty.
    fn update(&mut self, holders: &[Option<UserId>], at: Timestamp) {
        match (holders.iter().all(Option::is_none), self.since) {
            (true, None) => self.stop(at, true),
            (false, Some(_)) if self.deserted => self.resume(at),
            _ => {}
        }
    }
}

/// Counts the questions with voices of the street, in the rounds of their answers.
pub(super) fn count_heard(
    kept: &Kept<'_>,
    steps: &[Step<'_>],
    unfinished: Option<u32>,
    tally: &mut TableStats,
) {
    for record in &kept.council.street_records {
        let holds = |step: &&Step<'_>| step.entries.iter().any(|entry| entry.seq == record.seq);
        let Some(step) = steps.iter().find(holds) else { continue };
        if unfinished.is_none_or(|unfinished| step.round < unfinished) {
            tally.rounds.entry(step.round).or_default().heard += 1;
            tally.polls.voices.extend(Some(u64::from(record.voices)).filter(|voices| *voices > 0));
        }
    }
}
