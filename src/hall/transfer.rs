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

use super::hall_state::HallState;
use super::{Hall, archive, background};
use crate::bounds;
use crate::game::shorten;
use crate::store::{CampaignId, Exported};

/// Campaigns taken in at the same time.
const MAX_CONCURRENT: usize = 2;
/// Turns that can be had one right after the other.
const BURST: u32 = 8;
/// After those, how long until the next one.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long somebody waits for their turn.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// A turn at taking in; the next may when it is dropped.
pub struct ImportPermit {
    _permit: OwnedSemaphorePermit,
}

/// Who may take a campaign in now. A campaign moves once in its life, so nobody notices the pace;
/// without it, strangers could keep this machine busy with refusing their files.
pub(super) struct ImportLimiter {
    places: Arc<Semaphore>,
    /// When a whole burst can be had again.
    full_at: Mutex<Instant>,
}

impl ImportLimiter {
    pub(super) fn new() -> Self {
        ImportLimiter {
            places: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            full_at: Mutex::new(Instant::now()),
        }
    }

    async fn next(&self) -> Option<ImportPermit> {
        let permit = Arc::clone(&self.places).acquire_owned().await.ok()?;
        let mut full_at = self.full_at.lock().await;
        sleep(too_early_by(*full_at, Instant::now())).await;
        *full_at = Instant::now().max(*full_at) + INTERVAL;
        Some(ImportPermit { _permit: permit })
    }
}

/// How much too early the next turn would be.
fn too_early_by(full_at: Instant, now: Instant) -> Duration {
    let missing = full_at.saturating_duration_since(now) + INTERVAL;
    missing.saturating_sub(INTERVAL * BURST)
}

/// A campaign that was read and replayed, and can be taken in.
pub struct CheckedImport {
    out: Exported,
    _turn: ImportPermit,
}

/// Why a campaign was not taken in. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Its cards are neither part of the program nor stored here.
    #[error("it was played with other cards than this hall knows")]
    UnknownContent,
    /// Anything else, in a sentence.
    #[error("{0}")]
    Refused(String),
}

fn refused(why: impl Display) -> ImportError {
    ImportError::Refused(shorten(&why.to_string()))
}

impl Hall {
    /// A turn at taking a campaign in, before its file is fetched; none if two others take very long.
    pub async fn import_permit(&self) -> Option<ImportPermit> {
        timeout(MAX_WAIT, self.state.import_limiter.next()).await.ok()?
    }

    /// Reads an exported campaign and replays it, beside the event loop, to be played in a place
    /// (server and channel).
    pub async fn check_import(
        &self,
        turn: ImportPermit,
        text: String,
        place: (u64, u64),
    ) -> Result<CheckedImport, ImportError> {
        let read = background::run_in_thread("import", move || {
            let read = Exported::read(&text, &bounds::UPLOAD);
            drop(text);
            read.map(|out| (out, turn))
        });
        let (mut out, turn) = done(read.await)?.map_err(refused)?;
        out.files = known_files(&self.state, &out).await?;
        let rooms = Arc::clone(&self.state);
        let examined = background::run_in_thread("import", move || {
            out.update_checksum().map_err(|why| why.to_string())?;
            archive::prepare_import(rooms.games.all(), out, Some(place))
        });
        let out = done(examined.await)?.map_err(refused)?;
        Ok(CheckedImport { out, _turn: turn })
    }

    /// Takes a campaign in from an operator's file, whose cards are read and kept.
    pub async fn import_from_operator(
        &self,
        text: String,
        place: Option<(u64, u64)>,
    ) -> Result<CampaignId, String> {
        let turn =
            self.import_permit().await.ok_or("others are being taken in; try again in a minute")?;
        let rooms = Arc::clone(&self.state);
        let examined = background::run_in_thread("import", move || {
            let out = Exported::from_text(&text).map_err(|why| why.to_string())?;
            archive::prepare_import(rooms.games.all(), out, place)
        });
        let out = done(examined.await).map_err(|why| why.to_string())??;
        let taken = self.import(CheckedImport { out, _turn: turn }).await;
        taken.map_err(|why| why.to_string())
    }

    /// Takes a campaign in: all or nothing. It wakes at once.
    pub async fn import(&self, examined: CheckedImport) -> Result<CampaignId, ImportError> {
        let rooms = Arc::clone(&self.state);
        let runtime = Handle::current();
        // Not on a thread that makes way: everybody who writes waits for it.
        let stored = tokio::task::spawn_blocking(move || {
            let now = rooms.clock.now();
            let id = runtime.block_on(rooms.store.import(&examined.out, now)).map_err(refused)?;
            rooms.wake_signal.schedule(Some(now));
            Ok(id)
        });
        stored.await.unwrap_or_else(|why| Err(broken(&why)))
    }
}

/// What came back from work that may have broken.
fn done<T>(done: std::io::Result<Option<T>>) -> Result<T, ImportError> {
    done.map_err(|why| broken(&why))?.ok_or_else(|| broken(&"the rules panicked"))
}

fn broken(why: &dyn Display) -> ImportError {
    error!("a campaign could not be looked at: {why}");
    ImportError::Refused("it could not be looked at".to_owned())
}

/// The cards a campaign names, from the program or the store. Those of the upload are not looked at.
async fn known_files(
    rooms: &HallState,
    out: &Exported,
) -> Result<BTreeMap<String, String>, ImportError> {
    let charter = &out.charter;
    let stored = rooms.store.pack(&charter.pack).await.map_err(refused)?;
    if let Some((game, files)) = stored {
        return if game == charter.game { Ok(files) } else { Err(ImportError::UnknownContent) };
    }
    let current = rooms.games.current(&charter.game);
    let current = current.filter(|game| game.content_hash() == charter.pack);
    current.map(|game| game.files()).ok_or(ImportError::UnknownContent)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::{Instant, timeout};

    use super::{BURST, INTERVAL, ImportLimiter, MAX_CONCURRENT, too_early_by};

    #[test]
    fn a_few_campaigns_are_taken_in_at_once_and_then_one_a_second() {
        let start = Instant::now();
        let mut full_at = start;
        let mut next = |now: Instant| {
            let early = too_early_by(full_at, now);
            full_at = (now + early).max(full_at) + INTERVAL;
            early
        };
        for n in 0..BURST {
            assert_eq!(next(start), Duration::ZERO, "{n}");
        }
        for n in 1..=20 {
            assert_eq!(next(start + INTERVAL * (n - 1)), INTERVAL, "{n}");
        }
        let later = start + INTERVAL * (20 + BURST);
        for n in 0..BURST {
            assert_eq!(next(later), Duration::ZERO, "all are back: {n}");
        }
        assert_eq!(next(later), INTERVAL);
    }

    #[tokio::test]
    async fn who_waits_in_vain_takes_nobodys_turn() {
        let (turns, soon) = (ImportLimiter::new(), Duration::from_millis(20));
        let mut held = Vec::new();
        for _ in 0..MAX_CONCURRENT {
            held.extend(turns.next().await);
        }
        assert!(timeout(soon, turns.next()).await.is_err(), "as many as may are at it");
        held.clear();
        *turns.full_at.lock().await += INTERVAL * 1000;
        let before = *turns.full_at.lock().await;
        for _ in 0..2 * MAX_CONCURRENT {
            assert!(timeout(soon, turns.next()).await.is_err(), "too soon after so many");
        }
        assert_eq!(*turns.full_at.lock().await, before);
        *turns.full_at.lock().await = Instant::now();
        assert!(turns.next().await.is_some());
    }
}
