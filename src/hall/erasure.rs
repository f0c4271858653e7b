//! Erasure of personal data: a user's seats go to the house, their votes and settings are removed,
//! and their ID is replaced by an alias that is no real user's ID.
//!
//! An open hall does it while no campaign handles a request, and reloads every campaign afterwards.
//! Names are never stored. Logs replay as before; they only lose who acted.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};

use serde::{Deserialize, Serialize};
use tracing::warn;

use super::Hall;
use super::game_cache::GameCache;
use super::hall_state::HallState;
use crate::council::{Campaign, Now, Refusal, Request, Requester, Timestamp, UserId};
use crate::game::Game;
pub use crate::store::PersonalData;
use crate::store::{CampaignId, Commit, ErasedRows, Store, StoreError};

/// Smallest possible Discord user ID: the timestamp starts at bit 22.
pub const SMALLEST_USER_ID: u64 = 1 << 22;
/// Aliases of erased users: too small for Discord IDs, too large to be confused with small numbers.
const ALIASES: std::ops::Range<u64> = 1_000_000..SMALLEST_USER_ID;
/// Later than the end of every campaign, even one recorded by a wrong clock.
pub const END_OF_TIME: Timestamp = Timestamp(i64::MAX);
/// Maximum number of random aliases tried before the erasure fails.
const MAX_DRAWS: usize = 100;

/// Whether an ID is the alias of an erased user.
pub fn is_alias(user: UserId) -> bool {
    ALIASES.contains(&user.0)
}

/// Result of an erasure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureReport {
    /// Number of campaigns in which the user left their seats.
    pub left: usize,
    /// ID that replaces the user's from now on.
    pub alias: Option<UserId>,
    /// Number of campaigns that could not be left. The alias holds the user's seats there.
    pub stuck: usize,
    /// Changes made by the store.
    pub rows: ErasedRows,
}

/// Erases a user. The removed data can still be read in the file until the database is vacuumed.
pub async fn forget(
    store: &Store,
    games: &[Arc<dyn Game>],
    user: UserId,
    now: Timestamp,
) -> Result<ErasureReport, String> {
    let to_text = |why: StoreError| why.to_string();
    let games = GameCache::new(games.to_vec());
    let mut report = ErasureReport::default();
    for id in store.live_campaigns_mentioning(user).await.map_err(to_text)? {
        match leave_seats(store, &games, id, user, now).await {
            Ok(left) => report.left += usize::from(left),
            Err(why) => {
                // The erasure must not depend on whether a campaign can be played.
                warn!("campaign {} could not be left: {why}", id.0);
                report.stuck += 1;
            }
        }
    }
    let (alias, rows) = replace_id(store, user).await?;
    Ok(ErasureReport { rows, alias: Some(alias), ..report })
}

impl Hall {
    /// Erases a user while campaigns are running. `maintenance` vacuums the database later.
    pub async fn forget(&self, user: UserId) -> Result<ErasureReport, String> {
        let hall = Arc::clone(&self.state);
        // A separate task: the erasure completes even if the caller is dropped.
        let task = self.state.runtime.spawn(async move { forget_in(&hall, user).await });
        task.await.unwrap_or_else(|why| Err(why.to_string()))
    }

    /// Returns the places that contain a user's ID, with the number of rows in each.
    pub async fn places_of(&self, user: UserId) -> Result<BTreeMap<PersonalData, u64>, Refusal> {
        self.stored(self.state.store.places_of(user).await)
    }

    /// Removes campaigns unchanged since `before`, if given, and vacuums the database. Returns the
    /// number of removed campaigns; running ones are kept. With `compact`, campaigns that are over
    /// keep only what is needed to replay them.
    pub async fn prune(&self, before: Option<Timestamp>, compact: bool) -> Result<u64, String> {
        let store = &self.state.store;
        let to_text = |why: StoreError| why.to_string();
        let gone = match before {
            Some(before) => store.prune(before).await.map_err(to_text)?,
            None => 0,
        };
        if compact {
            store.compact(END_OF_TIME).await.map_err(to_text)?;
        }
        self.vacuum().await?;
        Ok(gone)
    }

    /// Vacuums the database, so that no removed data is left in the file.
    pub async fn vacuum(&self) -> Result<(), String> {
        self.state.vacuum().await.map_err(|why| why.to_string())
    }
}

impl HallState {
    /// Vacuums the database. What fails stays due and is retried by `maintenance`.
    async fn vacuum(&self) -> Result<(), StoreError> {
        self.vacuum_due.store(false, Ordering::Release);
        let result = self.store.vacuum().await;
        self.vacuum_due.fetch_or(result.is_err(), Ordering::AcqRel);
        self.wal_truncate_due.store(!*result.as_ref().unwrap_or(&true), Ordering::Release);
        result.map(|_| ())
    }

    /// Truncates the WAL if that is due, then vacuums if that is due and `may` is set. Returns
    /// `true` if it vacuumed.
    pub(super) async fn vacuum_if_due(&self, may: bool) -> Result<bool, StoreError> {
        if self.wal_truncate_due.load(Ordering::Acquire) && self.store.truncate_wal().await? {
            self.wal_truncate_due.store(false, Ordering::Release);
        }
        if !may || !self.vacuum_due.load(Ordering::Acquire) {
            return Ok(false);
        }
        self.vacuum().await.map(|()| true)
    }
}

async fn forget_in(hall: &HallState, user: UserId) -> Result<ErasureReport, String> {
    // While the write lock is held, no campaign changes and no delivery is recorded.
    let mut erased = hall.erased_users.write().await;
    let report = forget(&hall.store, hall.games.all(), user, hall.clock.now()).await;
    erased.invalidate();
    if let Ok(ErasureReport { alias: Some(alias), .. }) = &report {
        erased.add(user, *alias);
        let mut quiet_hours = hall.quiet_hours.write().unwrap_or_else(PoisonError::into_inner);
        Arc::make_mut(&mut quiet_hours).remove(&user);
    }
    // A vacated seat can create notices and move deadlines: drop the cached outbox state and wake
    // the scheduler.
    hall.outbox.clear_cache();
    hall.wake_signal.schedule(Some(hall.clock.now()));
    hall.vacuum_due.store(true, Ordering::Release);
    report
}

/// Leaves the user's seats in a campaign with a regular [`Request::Leave`]. Returns `false` if the
/// user holds none.
async fn leave_seats(
    store: &Store,
    games: &GameCache,
    id: CampaignId,
    user: UserId,
    at: Timestamp,
) -> Result<bool, String> {
    let stored = store.load(id).await.map_err(|why| why.to_string())?.ok_or("it is gone")?;
    if !stored.council.seating.holds_seat(user) {
        return Ok(false);
    }
    let game = games.get(store, &stored.charter.game, &stored.charter.pack).await?;
    let entries = store.history(id).await.map_err(|why| why.to_string())?;
    let quiet = store.quiet_hours().await.map_err(|why| why.to_string())?;
    let leave = || {
        let (charter, council) = (stored.charter, stored.council);
        let mut campaign = Campaign::restore(charter, game, council, stored.base, stored.tail)?;
        if campaign.needs_history(&Request::Leave) {
            campaign.load_history(entries)?;
        }
        let now = Now { at, quiet: &quiet };
        let transitioned = campaign.request(now, &Requester::plain(user), &Request::Leave);
        Ok((campaign.council().seq, transitioned.map_err(|why| why.to_string())?))
    };
    let left = catch_unwind(AssertUnwindSafe(leave));
    let (before_seq, transitioned) =
        left.unwrap_or_else(|_| Err("the rules panicked".to_owned()))?;
    let change = Commit {
        before_seq,
        council: transitioned.campaign.council(),
        wake: transitioned.campaign.next_wake(&quiet),
        effects: &transitioned.effects,
        request: None,
        at,
    };
    store.commit(id, &change).await.map_err(|why| why.to_string())?;
    Ok(true)
}

/// Replaces the user's ID by a random alias that occurs in none of the affected rows.
async fn replace_id(store: &Store, user: UserId) -> Result<(UserId, ErasedRows), String> {
    for _ in 0..MAX_DRAWS {
        let drawn = getrandom::u64().map_err(|why| why.to_string())?;
        let alias = UserId(ALIASES.start + drawn % (ALIASES.end - ALIASES.start));
        if let Some(rows) = store.forget(user, alias).await.map_err(|why| why.to_string())? {
            return Ok((alias, rows));
        }
    }
    Err("no number is free to take the place of theirs".to_owned())
}
