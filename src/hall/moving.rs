//! Campaigns that come from another hall, uploaded by somebody: read, replayed and taken in.
//!
//! May use: what the hall may. Deliberately absent: the cards and texts of the upload. Nobody knows
//! who wrote them: a campaign may name a pack that this hall has, and is played with that.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout};
use tracing::error;

use super::rooms::Rooms;
use super::{Hall, archive, beside};
use crate::bounds;
use crate::game::shorten;
use crate::store::{CampaignId, Exported};

/// Campaigns taken in at the same time.
const AT_ONCE: usize = 2;
/// Turns that can be had one right after the other.
const BURST: u32 = 8;
/// After those, how long until the next one.
const BETWEEN: Duration = Duration::from_secs(1);
/// How long somebody waits for their turn.
const PATIENCE: Duration = Duration::from_secs(20);

/// A turn at taking in; the next may when it is dropped.
pub struct Turn {
    _permit: OwnedSemaphorePermit,
}

/// Who may take a campaign in now. A campaign moves once in its life, so nobody notices the pace;
/// without it, strangers could keep this machine busy with refusing their files.
pub(super) struct Turns {
    places: Arc<Semaphore>,
    /// When a whole burst can be had again.
    full_at: Mutex<Instant>,
}

impl Turns {
    pub(super) fn new() -> Self {
        Turns { places: Arc::new(Semaphore::new(AT_ONCE)), full_at: Mutex::new(Instant::now()) }
    }

    async fn next(&self) -> Option<Turn> {
        let permit = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let mut full_at = self.full_at.lock().await;
        sleep(early(*full_at, Instant::now())).await;
        *full_at = Instant::now().max(*full_at) + BETWEEN;
        Some(Turn { _permit: permit })
    }
}

/// How much too early the next turn would be.
fn early(full_at: Instant, now: Instant) -> Duration {
    let missing = full_at.saturating_duration_since(now) + BETWEEN;
    missing.saturating_sub(BETWEEN * BURST)
}

/// A campaign that was read and replayed, and can be taken in.
pub struct Examined {
    out: Exported,
    _turn: Turn,
}

/// Why a campaign was not taken in. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// Its cards are neither part of the program nor stored here.
    #[error("it was played with other cards than this hall knows")]
    OtherCards,
    /// Anything else, in a sentence.
    #[error("{0}")]
    Refused(String),
}

fn refused(why: impl Display) -> NotTaken {
    NotTaken::Refused(shorten(&why.to_string()))
}

impl Hall {
    /// A turn at taking a campaign in, before its file is fetched; none if two others take very long.
    pub async fn turn(&self) -> Option<Turn> {
        timeout(PATIENCE, self.rooms.turns.next()).await.ok()?
    }

    /// Reads an exported campaign and replays it, beside the event loop, to be played in a place
    /// (server and channel).
    pub async fn examine(
        &self,
        turn: Turn,
        text: String,
        place: (u64, u64),
    ) -> Result<Examined, NotTaken> {
        let read = beside::beside("import", move || {
            let read = Exported::read(&text, &bounds::UPLOAD);
            drop(text);
            read.map(|out| (out, turn))
        });
        let (mut out, turn) = done(read.await)?.map_err(refused)?;
        out.files = known_files(&self.rooms, &out).await?;
        let rooms = Arc::clone(&self.rooms);
        let examined = beside::beside("import", move || {
            out.seal().map_err(|why| why.to_string())?;
            archive::admit(rooms.packs.all(), out, Some(place))
        });
        let out = done(examined.await)?.map_err(refused)?;
        Ok(Examined { out, _turn: turn })
    }

    /// Takes a campaign in from an operator's file, whose cards are read and kept.
    pub async fn bring_in(
        &self,
        text: String,
        place: Option<(u64, u64)>,
    ) -> Result<CampaignId, String> {
        let turn = self.turn().await.ok_or("others are being taken in; try again in a minute")?;
        let rooms = Arc::clone(&self.rooms);
        let examined = beside::beside("import", move || {
            let out = Exported::from_text(&text).map_err(|why| why.to_string())?;
            archive::admit(rooms.packs.all(), out, place)
        });
        let out = done(examined.await).map_err(|why| why.to_string())??;
        let taken = self.take_in(Examined { out, _turn: turn }).await;
        taken.map_err(|why| why.to_string())
    }

    /// Takes a campaign in: all or nothing. It wakes at once.
    pub async fn take_in(&self, examined: Examined) -> Result<CampaignId, NotTaken> {
        let rooms = Arc::clone(&self.rooms);
        let runtime = Handle::current();
        // Not on a thread that makes way: everybody who writes waits for it.
        let stored = tokio::task::spawn_blocking(move || {
            let now = rooms.clock.now();
            let id = runtime.block_on(rooms.store.put_in(&examined.out, now)).map_err(refused)?;
            rooms.bell.set(Some(now));
            Ok(id)
        });
        stored.await.unwrap_or_else(|why| Err(broken(&why)))
    }
}

/// What came back from work that may have broken.
fn done<T>(done: std::io::Result<Option<T>>) -> Result<T, NotTaken> {
    done.map_err(|why| broken(&why))?.ok_or_else(|| broken(&"the rules panicked"))
}

fn broken(why: &dyn Display) -> NotTaken {
    error!("a campaign could not be looked at: {why}");
    NotTaken::Refused("it could not be looked at".to_owned())
}

/// The cards a campaign names, from the program or the store. Those of the upload are not looked at.
async fn known_files(rooms: &Rooms, out: &Exported) -> Result<BTreeMap<String, String>, NotTaken> {
    let charter = &out.charter;
    let stored = rooms.store.pack(&charter.pack).await.map_err(refused)?;
    if let Some((game, files)) = stored {
        return if game == charter.game { Ok(files) } else { Err(NotTaken::OtherCards) };
    }
    let current = rooms.packs.current(&charter.game);
    let current = current.filter(|game| game.content_hash() == charter.pack);
    current.map(|game| game.files()).ok_or(NotTaken::OtherCards)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, timeout};

    use super::{AT_ONCE, BETWEEN, BURST, Turns, early};

    #[test]
    fn a_few_campaigns_are_taken_in_at_once_and_then_one_a_second() {
        let start = Instant::now();
        let mut full_at = start;
        let mut next = |now: Instant| {
            let early = early(full_at, now);
            full_at = (now + early).max(full_at) + BETWEEN;
            early
        };
        for n in 0..BURST {
            assert_eq!(next(start), Duration::ZERO, "{n}");
        }
        for n in 1..=20 {
            assert_eq!(next(start + BETWEEN * (n - 1)), BETWEEN, "{n}");
        }
        let later = start + BETWEEN * (20 + BURST);
        for n in 0..BURST {
            assert_eq!(next(later), Duration::ZERO, "all are back: {n}");
        }
        assert_eq!(next(later), BETWEEN);
    }

    #[tokio::test]
    async fn who_waits_in_vain_takes_nobodys_turn() {
        let (turns, soon) = (Turns::new(), Duration::from_millis(20));
        let mut held = Vec::new();
        for _ in 0..AT_ONCE {
            held.extend(turns.next().await);
        }
        assert!(timeout(soon, turns.next()).await.is_err(), "as many as may are at it");
        held.clear();
        *turns.full_at.lock().await += BETWEEN * 1000;
        let before = *turns.full_at.lock().await;
        for _ in 0..2 * AT_ONCE {
            assert!(timeout(soon, turns.next()).await.is_err(), "too soon after so many");
        }
        assert_eq!(*turns.full_at.lock().await, before);
        *turns.full_at.lock().await = Instant::now();
        assert!(turns.next().await.is_some());
    }
}
