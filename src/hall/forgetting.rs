//! Forgetting a person, while no hall is open: their seats go to the house, their votes and
//! settings are removed, and their number is replaced by one nobody can have.
//!
//! May use: `council`, `store`, the boundary. Deliberately absent: names; none are kept.
//! Logs replay as before: only who did something is gone from them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tracing::warn;

use super::packs::Packs;
use crate::council::{Campaign, Deed, Moment, Now, Person, User};
use crate::game::Game;
use crate::store::{CampaignId, Commit, Forgotten, Store, StoreError};

/// Discord's numbers begin with the time; smaller ones than this are nobody's.
pub const SMALLEST: u64 = 1 << 22;
/// Numbers for those who were forgotten: too small for Discord, too large to be anything else.
const ALIASES: std::ops::Range<u64> = 1_000_000..SMALLEST;
/// Draws before it is clear that something else is wrong.
const DRAWS: usize = 100;

/// Whether a number is one of somebody who was forgotten.
pub fn is_alias(user: User) -> bool {
    ALIASES.contains(&user.0)
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Campaigns in which they left their seats.
    pub left: usize,
    /// Campaigns that could not be opened to do so; the seat is held by nobody there.
    pub stuck: usize,
    /// What the store changed.
    pub rows: Forgotten,
}

/// Forgets a person.
pub async fn forget(
    store: &Store,
    games: &[Arc<dyn Game>],
    user: User,
    now: Moment,
) -> Result<Done, String> {
    let said = |why: StoreError| why.to_string();
    let packs = Packs::new(games.to_vec());
    let mut done = Done::default();
    for id in store.live_with(user).await.map_err(said)? {
        match vacate(store, &packs, id, user, now).await {
            Ok(left) => done.left += usize::from(left),
            Err(why) => {
                // To be forgotten is not to depend on whether a campaign can be played.
                warn!("campaign {} could not be left: {why}", id.0);
                done.stuck += 1;
            }
        }
    }
    done.rows = replace(store, user).await?;
    store.sweep().await.map_err(said)?;
    Ok(done)
}

/// Leaves the seats they hold in a campaign, as they would themselves; false if they have none.
async fn vacate(
    store: &Store,
    packs: &Packs,
    id: CampaignId,
    user: User,
    at: Moment,
) -> Result<bool, String> {
    let stored = store.load(id).await.map_err(|why| why.to_string())?.ok_or("it is gone")?;
    if !stored.council.chairs.is_advisor(user) {
        return Ok(false);
    }
    let game = packs.get(store, &stored.charter.game, &stored.charter.pack).await?;
    let entries = store.history(id).await.map_err(|why| why.to_string())?;
    let quiet = store.quiet_hours().await.map_err(|why| why.to_string())?;
    let leave = || {
        let (charter, council) = (stored.charter, stored.council);
        let mut campaign = Campaign::restore(charter, game, council, stored.base, stored.tail)?;
        if campaign.needs_past(&Deed::Leave) {
            campaign.recall(entries)?;
        }
        let now = Now { at, quiet: &quiet };
        let step = campaign.request(now, &Person::plain(user), &Deed::Leave);
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
async fn replace(store: &Store, user: User) -> Result<Forgotten, String> {
    for _ in 0..DRAWS {
        let drawn = getrandom::u64().map_err(|why| why.to_string())?;
        let alias = User(ALIASES.start + drawn % (ALIASES.end - ALIASES.start));
        if let Some(done) = store.forget(user, alias).await.map_err(|why| why.to_string())? {
            return Ok(done);
        }
    }
    Err("no number is free to take the place of theirs".to_owned())
}
