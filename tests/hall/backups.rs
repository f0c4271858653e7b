//! Backups that the hall makes by itself: made while people play, looked into before they count,
//! and never at the price of an older one.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use emberhall::council::{CampaignStatus, Span, Timestamp};
use emberhall::hall::backups::{BackupPlan, BackupStats};
use emberhall::hall::disk::{Disk, SystemDisk};
use emberhall::hall::{HallConfig, archive};
use emberhall::store::Store;
use sqlx::Connection as _;
use tokio::time::timeout;

use crate::clock::HandClock;
use crate::front::Noticeboard;
use crate::room::{Room, games};

const START: Timestamp = Timestamp(1_800_000_000_000);
const DAY: Span = Span::hours(24);
const SOON: Duration = Duration::from_secs(20);

/// What the next hall is made of.
struct Setting {
    folder: PathBuf,
    clock: Arc<HandClock>,
    disk: Arc<dyn Disk>,
    /// Is told of every step at the store.
    probe: emberhall::store::WriteHook,
}

impl Setting {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("backups").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("copies")).unwrap();
        let clock = Arc::new(HandClock::at(START));
        Setting { folder, clock, disk: Arc::new(SystemDisk), probe: Arc::new(|_| {}) }
    }

    fn file(&self) -> PathBuf {
        self.folder.join("hall.sqlite")
    }

    fn copies(&self) -> PathBuf {
        self.folder.join("copies")
    }

    async fn open(&self) -> Room {
        self.open_with(Some(BackupPlan { every: DAY, keep: 2, folder: self.copies() })).await
    }

    /// Plays so many campaigns to their end; no backup is made meanwhile.
    async fn prepare(&self, campaigns: u64) {
        let room = self.open_with(None).await;
        for channel in 1..=campaigns {
            let id = room.begun(channel, 2).await;
            room.play_out(id, channel).await;
        }
        assert_eq!(room.hall.backups(), None);
        room.hall.close().await;
    }

    async fn open_with(&self, backups: Option<BackupPlan>) -> Room {
        let store = Store::open(&self.file()).await.unwrap();
        let store = store.with_write_hook(Arc::clone(&self.probe));
        let (board, disk) = (Arc::<Noticeboard>::default(), Arc::clone(&self.disk));
        let parts = HallConfig::new(store, games(), Arc::clone(&board) as _);
        let parts = HallConfig { backups, disk, ..parts };
        Room::of(self.file(), Arc::clone(&self.clock), board, parts).await
    }

    /// What is in the folder of the backups.
    fn names(&self) -> Vec<String> {
        let all = std::fs::read_dir(self.copies()).unwrap();
        let mut all: Vec<String> =
            all.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
        all.sort();
        all
    }
}

fn tally(room: &Room) -> BackupStats {
    room.hall.backups().unwrap()
}

/// Waits until so many were made and so many failed.
async fn until(room: &Room, made: u64, failed: u64) {
    let reached = async {
        while (tally(room).made, tally(room).failed) != (made, failed) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        // The rotation comes after it.
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    let reached = timeout(SOON, reached).await;
    assert!(reached.is_ok(), "{made} and {failed} are expected: {:?}", tally(room));
    assert_eq!((tally(room).made, tally(room).failed), (made, failed));
}

/// How many campaigns a backup has; all of them come out as they are stored.
async fn replayed(file: &Path) -> usize {
    let store = Store::open_shared(file).await.unwrap();
    let replays = archive::replay_all(&store, &games()).await.unwrap();
    store.close().await;
    assert!(replays.different.is_empty(), "{replays:?}");
    replays.same
}

async fn change(file: &Path, sql: &str) {
    let url = format!("sqlite:{}", file.display());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    for pragma in ["PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON"] {
        sqlx::query(pragma).execute(&mut database).await.unwrap();
    }
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_made_while_people_play_and_every_campaign_in_it_replays() {
    let setting = Setting::new("played");
    let plan = BackupPlan { every: Span::MINUTE, keep: 2, folder: setting.copies() };
    let room = setting.open_with(Some(plan)).await;
    until(&room, 1, 0).await;
    let first = "hall.backup-20270115-080000.sqlite";
    assert_eq!(setting.names(), [first], "at once, for there is none");
    let ids = [room.begun(7, 4).await, room.begun(8, 2).await, room.begun(9, 3).await];
    let playing = async {
        for (seed, id) in (1..).zip(ids) {
            room.play_out(id, seed).await;
            assert_eq!(room.hall.view(id, None).await.unwrap().status, CampaignStatus::Over);
        }
    };
    let time_going_on = async {
        while tally(&room).made < 4 {
            setting.clock.advance(Span::MINUTE);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, async { tokio::join!(playing, time_going_on) }).await.unwrap();
    room.hall.close().await;
    assert_eq!(tally(&room).failed, 0);
    let names = setting.names();
    assert!(names.len() == 2 && !names.contains(&first.to_owned()), "{names:?}");
    for name in &names {
        assert_eq!(replayed(&setting.copies().join(name)).await, 3, "{name}");
    }
    let (_, bytes) = tally(&room).newest.unwrap();
    assert_eq!(bytes, std::fs::metadata(setting.copies().join(&names[1])).unwrap().len());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newest_are_kept_and_what_is_not_ours_is_left_alone() {
    let setting = Setting::new("rotated");
    let others = [
        "hall.backup-20200101-000000.sqlite.gz",
        "hall.backup-by-hand.sqlite",
        "other.backup-20200101-000000.sqlite",
        "other.backup-20200101-000000.sqlite.part",
    ];
    let ours = [
        "hall.backup-20200101-000000.sqlite",
        "hall.backup-20200101-000000.sqlite.part",
        "hall.backup-20200101-000000.sqlite.part-journal",
    ];
    for name in others.iter().chain(&ours) {
        std::fs::write(setting.copies().join(name), "somebody's").unwrap();
    }
    let room = setting.open().await;
    for made in 1..=3 {
        until(&room, made, 0).await;
        setting.clock.advance(DAY);
    }
    until(&room, 4, 0).await;
    room.hall.close().await;
    let kept = ["hall.backup-20270117-080000.sqlite", "hall.backup-20270118-080000.sqlite"];
    let mut expected = [&others[..], &kept].concat();
    expected.sort_unstable();
    assert_eq!(setting.names(), expected);
}

/// A way to spoil a copy before it is looked into.
#[derive(Clone, Copy)]
enum Spoil {
    Bytes,
    Sql(&'static str),
}

impl Spoil {
    fn spoil(self, folder: &Path) {
        let copies = std::fs::read_dir(folder).unwrap().map(|one| one.unwrap().path());
        let part = copies.into_iter().find(|path| path.extension().is_some_and(|e| e == "part"));
        let part = part.unwrap();
        match self {
            Spoil::Bytes => {
                let mut bytes = std::fs::read(&part).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle..].fill(0xa5);
                std::fs::write(&part, bytes).unwrap();
            }
            Spoil::Sql(sql) => {
                // The probe is called in the middle of something that waits.
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let work = move || runtime.unwrap().block_on(change(&part, sql));
                std::thread::spawn(work).join().unwrap();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_is_not_as_the_database_does_not_count_and_older_ones_stay() {
    let mut setting = Setting::new("spoilt");
    let (ways, next) = (
        [
            Spoil::Bytes,
            Spoil::Sql("DELETE FROM campaign WHERE id = 2"),
            Spoil::Sql("UPDATE campaign SET council = 'nonsense' WHERE id = 1"),
            Spoil::Sql("DELETE FROM log WHERE campaign = 1 AND seq = 2"),
            Spoil::Sql("UPDATE snapshot SET state = '{}' WHERE campaign = 1"),
            Spoil::Sql("UPDATE campaign SET charter = json_set(charter, '$.seed', 5) WHERE id = 2"),
            Spoil::Sql("DELETE FROM pack"),
            Spoil::Sql("DELETE FROM _sqlx_migrations WHERE version = 4"),
        ],
        Arc::new(AtomicU64::new(u64::MAX)),
    );
    let (folder, at) = (setting.copies(), Arc::clone(&next));
    setting.probe = Arc::new(move |step| {
        let way = ways.get(at.load(Ordering::SeqCst) as usize);
        if let Some(way) = way.filter(|_| step == "after copy") {
            way.spoil(&folder);
        }
    });
    setting.prepare(2).await;
    let room = setting.open().await;
    until(&room, 1, 0).await;
    setting.clock.advance(DAY);
    until(&room, 2, 0).await;
    let before = setting.names();
    for (failed, way) in (1..).zip(0..ways.len() as u64) {
        next.store(way, Ordering::SeqCst);
        setting.clock.advance(DAY);
        until(&room, 2, failed).await;
        assert_eq!(setting.names(), before, "way {way}");
    }
    next.store(u64::MAX, Ordering::SeqCst);
    setting.clock.advance(Span::hours(1));
    until(&room, 3, ways.len() as u64).await;
    assert_eq!(setting.names().len(), 2);
    room.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_cannot_be_replayed_does_not_stop_the_backups() {
    let setting = Setting::new("ill");
    setting.prepare(3).await;
    // It can be read, and its log leads elsewhere.
    change(&setting.file(), "UPDATE snapshot SET state = '{}' WHERE campaign = 1").await;
    change(&setting.file(), "DELETE FROM log WHERE campaign = 2 AND seq = 3").await;
    let room = setting.open().await;
    until(&room, 1, 0).await;
    room.hall.close().await;
    let names = setting.names();
    let copy = Store::open_shared(&setting.copies().join(&names[0])).await.unwrap();
    let replays = archive::replay_all(&copy, &games()).await.unwrap();
    copy.close().await;
    assert_eq!((replays.same, replays.different.len()), (1, 2), "{replays:?}");
}

/// A disk with so many bytes free.
struct Shelf(AtomicU64);

impl Disk for Shelf {
    fn free(&self, _: &Path) -> Option<u64> {
        Some(self.0.load(Ordering::SeqCst))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_room_no_backup_is_begun_and_it_is_tried_again_in_an_hour() {
    let mut setting = Setting::new("room");
    let disk = Arc::new(Shelf(AtomicU64::new(64 << 20)));
    let copied = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&copied);
    setting.probe = Arc::new(move |step| {
        seen.fetch_or(step == "before copy", Ordering::SeqCst);
    });
    setting.disk = Arc::clone(&disk) as Arc<dyn Disk>;
    let room = setting.open().await;
    until(&room, 0, 1).await;
    assert!(!copied.load(Ordering::SeqCst) && setting.names().is_empty());
    assert_eq!(room.hall.free(), Some(64 << 20));
    disk.0.store(1 << 30, Ordering::SeqCst);
    setting.clock.advance(Span::minutes(59));
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(tally(&room).made, 0);
    setting.clock.advance(Span::minutes(1));
    until(&room, 1, 1).await;
    room.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_was_set_back_puts_no_backup_off() {
    let setting = Setting::new("back");
    let room = setting.open().await;
    until(&room, 1, 0).await;
    room.hall.close().await;
    setting.clock.advance(Span::hours(-24 * 10));
    let room = setting.open().await;
    until(&room, 1, 0).await;
    room.hall.close().await;
    let room = setting.open().await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(tally(&room).made, 0, "there is one of now");
    setting.clock.advance(DAY);
    until(&room, 1, 0).await;
    room.hall.close().await;
    let names = ["hall.backup-20270105-080000.sqlite", "hall.backup-20270106-080000.sqlite"];
    assert_eq!(setting.names(), names, "the one from the future is the oldest");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_that_closes_gives_its_backup_up_and_leaves_nothing_of_it() {
    let mut setting = Setting::new("given-up");
    setting.open().await.hall.close().await;
    std::fs::remove_dir_all(setting.copies()).unwrap();
    std::fs::create_dir(setting.copies()).unwrap();
    let much = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
                INSERT INTO pack (hash, game, files) SELECT i, '', hex(zeroblob(200000)) FROM n";
    change(&setting.file(), much).await;
    let begun = Arc::new(tokio::sync::Notify::new());
    let told = Arc::clone(&begun);
    setting.probe = Arc::new(move |step| {
        if step == "before copy" {
            told.notify_one();
        }
    });
    let room = setting.open().await;
    timeout(SOON, begun.notified()).await.unwrap();
    timeout(SOON, room.hall.close()).await.unwrap();
    assert_eq!((tally(&room).made, tally(&room).failed), (0, 0), "given up is not failed");
    assert_eq!(setting.names(), [""; 0]);
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_as_secret_as_the_database() {
    use std::os::unix::fs::PermissionsExt as _;
    let setting = Setting::new("secret");
    std::fs::write(setting.file(), "").unwrap();
    std::fs::set_permissions(setting.file(), std::fs::Permissions::from_mode(0o640)).unwrap();
    let room = setting.open().await;
    until(&room, 1, 0).await;
    room.hall.close().await;
    let made = std::fs::metadata(setting.copies().join(&setting.names()[0])).unwrap();
    assert_eq!(made.permissions().mode() & 0o777, 0o640);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_is_not_there_stops_nobody() {
    let setting = Setting::new("nowhere");
    std::fs::remove_dir_all(setting.copies()).unwrap();
    let room = setting.open().await;
    until(&room, 0, 1).await;
    let id = room.begun(7, 2).await;
    room.play_out(id, 3).await;
    room.hall.close().await;
    assert!(!setting.copies().exists(), "it is not for us to make it");
}
