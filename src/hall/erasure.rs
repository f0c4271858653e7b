//! Forgetting a person: their seats go to the house, their votes and settings are removed, and
//! their number is replaced by one nobody can have. An open hall does it while no campaign handles a
//! request, and reloads every campaign afterwards.
//!
//! May use: `council`, `store`, the boundary. Deliberately absent: names; none are kept.
//! Logs replay as before: only who did something is gone from them.

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

/// Discord's numbers begin with the time; smaller ones than this are nobody's.
pub const SMALLEST_USER_ID: u64 = 1 << 22;
/// Numbers for those who were forgotten: too small for Discord, too large to be anything else.
const ALIASES: std::ops::Range<u64> = 1_000_000..SMALLEST_USER_ID;
/// Later than whatever ended: a clock may have been wrong.
pub const END_OF_TIME: Timestamp = Timestamp(i64::MAX);
/// Draws before it is clear that something else is wrong.
const MAX_DRAWS: usize = 100;

/// Whether a number is one of somebody who was forgotten.
pub fn is_alias(user: UserId) -> bool {
    ALIASES.contains(&user.0)
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasureReport {
    /// Campaigns in which they left their seats.
    pub left: usize,
    /// The number that stands for them from now on.
    pub alias: Option<UserId>,
    /// Campaigns that could not be opened to do so; the seat is held by nobody there.
    pub stuck: usize,
    /// What the store changed.
    pub rows: ErasedRows,
}

/// Forgets a person. Until the file is swept, what was removed can still be read in it.
pub async fn forget(
    store: &Store,
    games: &[Arc<dyn Game>],
    user: UserId,
    now: Timestamp,
) -> Result<ErasureReport, String> {
    let said = |why: StoreError| why.to_string();
    let packs = GameCache::new(games.to_vec());
    let mut done = ErasureReport::default();
    for id in store.live_campaigns_mentioning(user).await.map_err(said)? {
        match leave_seats(store, &packs, id, user, now).await {
            Ok(left) => done.left += usize::from(left),
            Err(why) => {
                // To be forgotten is not to depend on whether a campaign can be played.
                warn!("campaign {} could not be left: {why}", id.0);
                done.stuck += 1;
            }
        }
    }
    let (alias, rows) = replace_id(store, user).await?;
    Ok(ErasureReport { rows, alias: Some(alias), ..done })
}

impl Hall {
    /// Forgets a person while campaigns are played. The file is written anew a little later.
    pub async fn forget(&self, user: UserId) -> Result<ErasureReport, String> {
        let rooms = Arc::clone(&self.state);
        // Whoever asked for it may go away in the middle.
        let done = self.state.runtime.spawn(async move { forget_in(&rooms, user).await });
        done.await.unwrap_or_else(|why| Err(why.to_string()))
    }

    /// Where a person's number stands, and in how many rows.
    pub async fn places_of(&self, user: UserId) -> Result<BTreeMap<PersonalData, u64>, Refusal> {
        self.stored(self.state.store.places_of(user).await)
    }

    /// Removes what has been over since a moment, if one is given, and makes the file smaller; how
    /// many campaigns. Where it is to be compact, what is over keeps only what it replays from.
    pub async fn prune(&self, before: Option<Timestamp>, compact: bool) -> Result<u64, String> {
        let store = &self.state.store;
        let said = |why: StoreError| why.to_string();
        let gone = match before {
            Some(before) => store.prune(before).await.map_err(said)?,
            None => 0,
        };
        if compact {
            store.compact(END_OF_TIME).await.map_err(said)?;
        }
        self.vacuum().await?;
        Ok(gone)
    }

    /// Writes the file anew, so that nothing of what was removed is left in it.
    pub async fn vacuum(&self) -> Result<(), String> {
        self.state.vacuum().await.map_err(|why| why.to_string())
    }
}

impl HallState {
    /// Writes the file anew. What cannot be done now is done later.
    async fn vacuum(&self) -> Result<(), StoreError> {
        self.vacuum_due.store(false, Ordering::Release);
        let done = self.store.vacuum().await;
        self.vacuum_due.fetch_or(done.is_err(), Ordering::AcqRel);
        self.wal_truncate_due.store(!*done.as_ref().unwrap_or(&true), Ordering::Release);
        done.map(|_| ())
    }

    /// The same, if somebody was forgotten since and it may be done now. Was it done?
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

async fn forget_in(rooms: &HallState, user: UserId) -> Result<ErasureReport, String> {
    // From here on no campaign is changed, and no delivery remembered.
    let mut renames = rooms.renames.write().await;
    let done = forget(&rooms.store, rooms.games.all(), user, rooms.clock.now()).await;
    renames.invalidate();
    if let Ok(ErasureReport { alias: Some(alias), .. }) = &done {
        renames.add(user, *alias);
        let mut quiet = rooms.quiet_hours.write().unwrap_or_else(PoisonError::into_inner);
        Arc::make_mut(&mut quiet).remove(&user);
    }
    // What a seat that was left leads to is news, and may be due at another time.
    rooms.outbox.clear_cache();
    rooms.wake_signal.schedule(Some(rooms.clock.now()));
    rooms.vacuum_due.store(true, Ordering::Release);
    done
}

/// Leaves the seats they hold in a campaign, as they would themselves; false if they have none.
async fn leave_seats(
    store: &Store,
    packs: &GameCache,
    id: CampaignId,
    user: UserId,
    at: Timestamp,
) -> Result<bool, String> {
    let stored = store.load(id).await.map_err(|why| why.to_string())?.ok_or("it is gone")?;
    if !stored.council.seating.holds_seat(user) {
        return Ok(false);
    }
    let game = packs.get(store, &stored.charter.game, &stored.charter.pack).await?;
    let entries = store.history(id).await.map_err(|why| why.to_string())?;
    let quiet = store.quiet_hours().await.map_err(|why| why.to_string())?;
    let leave = || {
        let (charter, council) = (stored.charter, stored.council);
        let mut campaign = Campaign::restore(charter, game, council, stored.base, stored.tail)?;
        if campaign.needs_history(&Request::Leave) {
            campaign.load_history(entries)?;
        }
        let now = Now { at, quiet: &quiet };
        let step = campaign.request(now, &Requester::plain(user), &Request::Leave);
        Ok((campaign.council().seq, step.map_err(|why| why.to_string())?))
    };
    let left = catch_unwind(AssertUnwindSafe(leave));
    let (before_seq, step) = left.unwrap_or_else(|_| Err("the rules panicked".to_owned()))?;
    let change = Commit {
        before_seq,
        council: step.campaign.council(),
        wake: step.campaign.next_wake(&quiet),
        effects: &step.effects,
        request: None,
        at,
    };
    store.commit(id, &change).await.map_err(|why| why.to_string())?;
    Ok(true)
}

/// Replaces their number by one that nobody else has where they were.
async fn replace_id(store: &Store, user: UserId) -> Result<(UserId, ErasedRows), String> {
    for _ in 0..MAX_DRAWS {
        let drawn = getrandom::u64().map_err(|why| why.to_string())?;
        let alias = UserId(ALIASES.start + drawn % (ALIASES.end - ALIASES.start));
        if let Some(done) = store.forget(user, alias).await.map_err(|why| why.to_string())? {
            return Ok((alias, done));
        }
    }
    Err("no number is free to take the place of theirs".to_owned())
}
