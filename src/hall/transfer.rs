//! Import of campaigns exported by another hall: parsed, verified by replay and stored.
//!
//! An upload's cards and texts are ignored, because their author is unknown: it must name a content
//! pack that this hall has, and is played with that one.

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

/// Maximum number of concurrent imports.
const MAX_CONCURRENT: usize = 2;
/// Number of imports that may follow each other without a pause.
const BURST: u32 = 8;
/// Interval between imports after a burst.
const INTERVAL: Duration = Duration::from_secs(1);
/// Maximum wait for a permit.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Permit for one import. Dropping it frees the place for the next.
pub struct ImportPermit {
    _permit: OwnedSemaphorePermit,
}

/// Rate limiter for imports: at most [`MAX_CONCURRENT`] at once, [`BURST`] in a row, then one per
/// [`INTERVAL`].
///
/// Imports are rare, so players do not notice the limit; without it, strangers could keep this
/// machine busy with refusing their files.
pub(super) struct ImportLimiter {
    permits: Arc<Semaphore>,
    /// When a full burst is available again.
    full_at: Mutex<Instant>,
}

impl ImportLimiter {
    pub(super) fn new() -> Self {
        ImportLimiter {
            permits: Arc::new(Semaphore::new(MAX_CONCURRENT)),
            full_at: Mutex::new(Instant::now()),
        }
    }

    async fn next(&self) -> Option<ImportPermit> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok()?;
        let mut full_at = self.full_at.lock().await;
        sleep(too_early_by(*full_at, Instant::now())).await;
        *full_at = Instant::now().max(*full_at) + INTERVAL;
        Some(ImportPermit { _permit: permit })
    }
}

/// Returns how long the next import has to wait at `now`.
fn too_early_by(full_at: Instant, now: Instant) -> Duration {
    let missing = full_at.saturating_duration_since(now) + INTERVAL;
    missing.saturating_sub(INTERVAL * BURST)
}

/// Verified campaign, ready to be imported. Holds its permit until then.
pub struct CheckedImport {
    exported: Exported,
    _permit: ImportPermit,
}

/// Reason why a campaign was not imported. The store is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// The content is neither built into this program nor stored here.
    #[error("it was played with other cards than this hall knows")]
    UnknownContent,
    /// Any other reason, as a sentence.
    #[error("{0}")]
    Refused(String),
}

fn refused(why: impl Display) -> ImportError {
    ImportError::Refused(shorten(&why.to_string()))
}

impl Hall {
    /// Waits for an import permit; callers take it before they download the file. Returns `None`
    /// after `MAX_WAIT`.
    pub async fn import_permit(&self) -> Option<ImportPermit> {
        timeout(MAX_WAIT, self.state.import_limiter.next()).await.ok()?
    }

    /// Parses an exported campaign and verifies it by replay on a background thread. `place` is the
    /// server and channel it is imported to.
    pub async fn check_import(
        &self,
        permit: ImportPermit,
        text: String,
        place: (u64, u64),
    ) -> Result<CheckedImport, ImportError> {
        let parsed = background::run_in_thread("import", move || {
            let parsed = Exported::read(&text, &bounds::UPLOAD);
            drop(text);
            parsed.map(|exported| (exported, permit))
        });
        let (mut exported, permit) = job_result(parsed.await)?.map_err(refused)?;
        exported.files = known_files(&self.state, &exported).await?;
        let hall = Arc::clone(&self.state);
        let checked = background::run_in_thread("import", move || {
            exported.update_checksum().map_err(|why| why.to_string())?;
            archive::prepare_import(hall.games.all(), exported, Some(place))
        });
        let exported = job_result(checked.await)?.map_err(refused)?;
        Ok(CheckedImport { exported, _permit: permit })
    }

    /// Imports a campaign from an operator's file, with the cards in it.
    pub async fn import_from_operator(
        &self,
        text: String,
        place: Option<(u64, u64)>,
    ) -> Result<CampaignId, String> {
        let permit =
            self.import_permit().await.ok_or("others are being taken in; try again in a minute")?;
        let hall = Arc::clone(&self.state);
        let checked = background::run_in_thread("import", move || {
            let exported = Exported::from_text(&text).map_err(|why| why.to_string())?;
            archive::prepare_import(hall.games.all(), exported, place)
        });
        let exported = job_result(checked.await).map_err(|why| why.to_string())??;
        let imported = self.import(CheckedImport { exported, _permit: permit }).await;
        imported.map_err(|why| why.to_string())
    }

    /// Imports a campaign in one transaction, and wakes the scheduler for it.
    pub async fn import(&self, checked: CheckedImport) -> Result<CampaignId, ImportError> {
        let hall = Arc::clone(&self.state);
        let runtime = Handle::current();
        // Not on a low-priority thread: all other writers wait for this one.
        let stored = tokio::task::spawn_blocking(move || {
            let now = hall.clock.now();
            let id =
                runtime.block_on(hall.store.import(&checked.exported, now)).map_err(refused)?;
            hall.wake_signal.schedule(Some(now));
            Ok(id)
        });
        stored.await.unwrap_or_else(|why| Err(internal_error(&why)))
    }
}

/// Unwraps the result of a background job; a job that failed or panicked becomes an error.
fn job_result<T>(result: std::io::Result<Option<T>>) -> Result<T, ImportError> {
    result.map_err(|why| internal_error(&why))?.ok_or_else(|| internal_error(&"the rules panicked"))
}

fn internal_error(why: &dyn Display) -> ImportError {
    error!("a campaign could not be looked at: {why}");
    ImportError::Refused("it could not be looked at".to_owned())
}

/// Returns the content a campaign names, from the store or the program. The files of the upload are
/// ignored.
async fn known_files(
    hall: &HallState,
    exported: &Exported,
) -> Result<BTreeMap<String, String>, ImportError> {
    let charter = &exported.charter;
    let stored = hall.store.pack(&charter.pack).await.map_err(refused)?;
    if let Some((game, files)) = stored {
        return if game == charter.game { Ok(files) } else { Err(ImportError::UnknownContent) };
    }
    let current = hall.games.current(&charter.game);
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
        let (limiter, soon) = (ImportLimiter::new(), Duration::from_millis(20));
        let mut held = Vec::new();
        for _ in 0..MAX_CONCURRENT {
            held.extend(limiter.next().await);
        }
        assert!(timeout(soon, limiter.next()).await.is_err(), "as many as may are at it");
        held.clear();
        *limiter.full_at.lock().await += INTERVAL * 1000;
        let before = *limiter.full_at.lock().await;
        for _ in 0..2 * MAX_CONCURRENT {
            assert!(timeout(soon, limiter.next()).await.is_err(), "too soon after so many");
        }
        assert_eq!(*limiter.full_at.lock().await, before);
        *limiter.full_at.lock().await = Instant::now();
        assert!(limiter.next().await.is_some());
    }
}
