//! The log in steps: entries made at once, with the clock, the round, the seats and the settings.
//!
//! May use: the words of `council`. Deliberately absent: what is asked (`asked`), and counting
//! clicks (`hands`).

use super::super::tally::Tally;
use super::Kept;
use crate::council::log::{DecidedBy, Entry, EntryKind, HouseReason};
use crate::council::{Holder, Settings, Timestamp, UserId};
use crate::game::{Progress, Seat};

/// Some eight thousand years from now.
const LATEST: Timestamp = Timestamp(1 << 48);

/// What somebody did, or a deadline brought, and all that followed of itself.
pub(super) struct Step<'a> {
    /// When, by a clock that stands while the campaign does.
    pub(super) at: Timestamp,
    /// The round it was made in; 0 for the beginning.
    pub(super) round: u32,
    /// Where the campaign stood before it.
    pub(super) chapter: &'a Progress,
    /// The entries.
    pub(super) entries: &'a [Entry],
    /// Who held which seat before it.
    pub(super) holders: Vec<Option<UserId>>,
    /// What is set after it.
    pub(super) settings: &'a Settings,
}

impl Step<'_> {
    /// Who holds a seat.
    pub(super) fn holder(&self, seat: Seat) -> Option<UserId> {
        self.holders.get(usize::from(seat.0)).copied().flatten()
    }

    /// Does somebody hold a seat?
    pub(super) fn is_advisor(&self, user: UserId) -> bool {
        self.holders.contains(&Some(user))
    }
}

/// Everybody who holds a seat, each once.
pub(super) fn people(holders: &[Option<UserId>]) -> Vec<UserId> {
    let mut people = Vec::new();
    for user in holders.iter().flatten() {
        if !people.contains(user) {
            people.push(*user);
        }
    }
    people
}

/// The log in steps.
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
                EntryKind::Resumed { .. } => clock.go_on(moment),
                _ => {}
            }
        }
        clock.look_at(&holders, moment);
        let chapter = &first.progress;
        steps.push(Step { at, round, chapter, entries, holders: before, settings });
    }
    steps
}

/// Did this follow of itself from the entry before? What somebody clicked, or a deadline brought,
/// is another step even if it comes in the same moment: the table was asked in between.
fn follows(one: &Entry, next: &Entry, holders: &[Option<UserId>], settings: &Settings) -> bool {
    let holds = |seat: &Seat| holders.get(usize::from(seat.0)).copied().flatten().is_some();
    let of_itself = match &next.kind {
        EntryKind::Answer(answered) => match &answered.decided_by {
            DecidedBy::Only | DecidedBy::Order { .. } | DecidedBy::Away { .. } => true,
            DecidedBy::House { reason: why } => {
                matches!(why, HouseReason::Plays(_) | HouseReason::BreaksTie)
            }
            DecidedBy::Public { .. } => !settings.public_vote.stays_open(),
            DecidedBy::Vote { votes, .. } => !votes.keys().any(holds),
            DecidedBy::Seat { .. } | DecidedBy::OnBehalf { .. } | DecidedBy::Leader { .. } => false,
        },
        // Who leaves gives up all seats at once.
        EntryKind::SeatChanged { by, .. } => {
            matches!(&one.kind, EntryKind::SeatChanged { by: same, .. } if same == by)
        }
        EntryKind::Ended { by, .. } => by.is_none(),
        _ => false,
    };
    one.at == next.at && of_itself
}

/// The log is somebody's file: whatever it says, sums of its times can be formed.
fn within(at: Timestamp) -> Timestamp {
    Timestamp(at.0.clamp(0, LATEST.0))
}

fn take_seat(holders: &mut [Option<UserId>], seat: Seat, to: Holder) {
    if let Some(holder) = holders.get_mut(usize::from(seat.0)) {
        *holder = to.user();
    }
}

/// Who sat where at first: what changed hands since goes back.
fn first_holders(kept: &Kept<'_>) -> Vec<Option<UserId>> {
    let chairs = kept.council.seating.0.iter();
    let mut holders: Vec<Option<UserId>> = chairs.map(|chair| chair.holder.user()).collect();
    for entry in kept.entries.iter().rev() {
        if let EntryKind::SeatChanged { seat, from, .. } = &entry.kind {
            take_seat(&mut holders, *seat, *from);
        }
    }
    holders
}

/// What was set at first. What a change replaced is not in the log: until the first one it counts
/// as set already.
fn first_settings<'a>(kept: &Kept<'a>) -> &'a Settings {
    let changed = kept.entries.iter().find_map(|entry| match &entry.kind {
        EntryKind::Settings { settings, .. } => Some(&**settings),
        _ => None,
    });
    changed.unwrap_or(&kept.council.settings)
}

/// A clock that stands while the campaign does, and never goes back.
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

    fn go_on(&mut self, at: Timestamp) {
        if let Some(since) = self.since.take() {
            self.stood = self.stood.saturating_add(at.0.saturating_sub(since).max(0));
        }
    }

    /// It stands while nobody sits there, and goes on when somebody does.
    fn look_at(&mut self, holders: &[Option<UserId>], at: Timestamp) {
        match (holders.iter().all(Option::is_none), self.since) {
            (true, None) => self.stop(at, true),
            (false, Some(_)) if self.deserted => self.go_on(at),
            _ => {}
        }
    }
}

/// Counts the questions the street spoke to, in the rounds they were answered in.
pub(super) fn count_heard(
    kept: &Kept<'_>,
    steps: &[Step<'_>],
    unfinished: Option<u32>,
    tally: &mut Tally,
) {
    for heard in &kept.council.street_records {
        let holds = |step: &&Step<'_>| step.entries.iter().any(|entry| entry.seq == heard.seq);
        let Some(step) = steps.iter().find(holds) else { continue };
        if unfinished.is_none_or(|unfinished| step.round < unfinished) {
            tally.rounds.entry(step.round).or_default().heard += 1;
            tally.polls.voices.extend(Some(u64::from(heard.voices)).filter(|voices| *voices > 0));
        }
    }
}
