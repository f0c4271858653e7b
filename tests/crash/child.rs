//! The process that is killed: a hall on one thread, clients, and a front end
//! that writes down what it tells.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::Duration;

use emberhall::council::{Span, Timestamp};
use emberhall::hall::clock::{BoxFuture, Clock};
use emberhall::hall::front_end::{Delivered, DeliveryError, FrontEnd, OutboxBatch};
use emberhall::hall::{Hall, HallConfig};
use emberhall::store::Store;
use serde_json::json;

use super::clients;
use super::journal::{self, Told};

/// Counts steps; at the last one it says where it is and stands still.
pub struct Fuse {
    at: u32,
    passed: AtomicU32,
}

impl Fuse {
    pub fn step(&self, place: &str) {
        let passed = self.passed.fetch_add(1, Ordering::SeqCst) + 1;
        if self.at != 0 && passed == self.at {
            println!("HALT {place}");
            loop {
                std::thread::sleep(Duration::from_secs(1));
            }
        }
    }
}

/// A clock that goes on by itself a little with every look, and is kept in a file:
/// time does not go back when the process starts again.
pub struct FileClock {
    now: AtomicI64,
    file: PathBuf,
}

impl FileClock {
    fn new(folder: &Path) -> Self {
        let file = folder.join("clock");
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let now = text.parse().unwrap_or(1_800_000_000_000);
        FileClock { now: AtomicI64::new(now), file }
    }

    pub fn advance(&self, span: Span) {
        let now = self.now.fetch_add(span.0, Ordering::SeqCst) + span.0;
        std::fs::write(&self.file, now.to_string()).unwrap();
    }
}

impl Clock for FileClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::SeqCst))
    }

    fn wait(&self, until: Timestamp) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            while self.now() < until {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        })
    }
}

/// Writes down what it tells, and may be killed before and after.
struct Crier {
    folder: PathBuf,
    fuse: Arc<Fuse>,
}

impl FrontEnd for Crier {
    fn deliver<'a>(
        &'a self,
        mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        Box::pin(async move {
            let first = mail.items.first().map_or(0, |parcel| parcel.id);
            for parcel in &mail.items {
                self.fuse.step("before telling");
                let told = Told { first, parcel: parcel.id, notice: parcel.notice.clone() };
                journal::write(&self.folder, "told", &told);
                self.fuse.step("after telling");
            }
            Ok(json!({ "last": mail.items.last().map(|parcel| parcel.id) }).into())
        })
    }
}

/// Plays until the campaign is over and everything is told.
pub fn play(folder: &Path) {
    let at = std::env::var("EMBERHALL_CRASH_AT").unwrap().parse().unwrap();
    let fuse = Arc::new(Fuse { at, passed: AtomicU32::new(0) });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let probe = Arc::clone(&fuse);
        let store = Store::open(&folder.join("hall.sqlite")).await.unwrap();
        let store = store.with_write_hook(Arc::new(move |place| probe.step(place)));
        let clock = Arc::new(FileClock::new(folder));
        let front = Arc::new(Crier { folder: folder.to_owned(), fuse: Arc::clone(&fuse) });
        let idle = Duration::from_millis(50);
        let games = super::games();
        let parts = HallConfig::new(store, games, front);
        let hall = Hall::open(HallConfig { clock: clock.clone(), idle, ..parts }).await.unwrap();
        clients::play_out(&hall, folder, &clock, &fuse).await;
        while !(hall.outbox_is_empty() && hall.store().next_delivery().await.unwrap().is_none()) {
            clock.advance(Span::seconds(1));
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        hall.close().await;
    });
}
