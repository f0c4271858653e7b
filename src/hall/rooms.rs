//! What all tasks of a hall share, and how they are kept going.
//!
//! May use: the other files of this folder, tokio. Deliberately absent: what any of the
//! tasks does.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{self, watch};
use tracing::error;

use super::alarm::Bell;
use super::backups::Kept;
use super::clock::Clock;
use super::disk::Disk;
use super::front::FrontEnd;
use super::moving::Turns;
use super::packs::Packs;
use super::post::Post;
use super::registry::Registry;
use super::renames::Renames;
use super::session::{self, Letter};
use crate::council::{QuietHours, Refusal, Span, Timestamp, UserId};
use crate::store::{CampaignId, Parcel, Store};

/// The pause before a task that broke begins anew.
const AFTER_A_BREAK: Duration = Duration::from_secs(1);

/// What all tasks share.
pub(super) struct Rooms {
    pub(super) store: Store,
    pub(super) packs: Packs,
    pub(super) front: Arc<dyn FrontEnd>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) idle: Duration,
    pub(super) kept: Option<Span>,
    pub(super) backups: Kept,
    pub(super) disk: Arc<dyn Disk>,
    pub(super) registry: Registry<Letter>,
    pub(super) bell: Bell,
    pub(super) post: Post,
    pub(super) quiet: RwLock<Arc<BTreeMap<UserId, QuietHours>>>,
    /// Held for reading while a campaign or its news is worked on, and for writing while somebody is
    /// forgotten.
    pub(super) renames: sync::RwLock<Renames>,
    /// The file is to be written anew: somebody was forgotten.
    pub(super) unswept: AtomicBool,
    /// The journal still holds what was before that.
    pub(super) unemptied: AtomicBool,
    pub(super) closing: watch::Sender<bool>,
    /// Sessions alive and rounds of the postman under way.
    pub(super) busy: watch::Sender<usize>,
    /// Turns at taking an uploaded campaign in.
    pub(super) turns: Turns,
    /// The runtime that opened the hall. Sessions run on it, even if the request that starts one comes
    /// from another.
    pub(super) threads: Handle,
}

/// Somebody is busy until this is dropped, however that comes about.
pub(super) struct Busy(pub(super) Arc<Rooms>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.send_modify(|busy| *busy -= 1);
    }
}

impl Rooms {
    pub(super) fn quiet(&self) -> Arc<BTreeMap<UserId, QuietHours>> {
        Arc::clone(&self.quiet.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something was stored: whoever has to know is told.
    pub(super) fn announce(&self, id: CampaignId, mail: Vec<Parcel>, wake: Option<Timestamp>) {
        if !mail.is_empty() {
            self.post.ring(id, mail);
        }
        self.bell.set(wake);
    }

    pub(super) fn busy(self: &Arc<Self>) -> Busy {
        self.busy.send_modify(|busy| *busy += 1);
        Busy(Arc::clone(self))
    }

    /// Sends a letter to a campaign, which is loaded if it is not live.
    pub(super) fn send(self: &Arc<Self>, id: CampaignId, letter: Letter) -> Result<(), Refusal> {
        let sent = self.registry.send(id, letter, |letters| {
            let busy = self.busy();
            self.threads.spawn(async move { session::live(&busy.0, id, letters).await });
        });
        sent.map_err(|_| Refusal::Busy)
    }

    /// Keeps a task going until it ends by itself: without the alarm no deadline would pass,
    /// without the postman nobody would hear of anything.
    pub(super) async fn tend<F>(self: Arc<Self>, name: &'static str, task: fn(Arc<Self>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        while let Err(why) = tokio::spawn(task(Arc::clone(&self))).await {
            error!("the {name} broke and begins anew: {why}");
            tokio::time::sleep(AFTER_A_BREAK).await;
        }
    }
}
