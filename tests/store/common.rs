//! What the tests of the store share: a folder that goes away, and small values.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use emberhall::council::log::{Entry, EntryKind};
use emberhall::council::notice::{Notice, NoticeKind};
use emberhall::council::state::PublicBallot;
use emberhall::council::{CampaignStatus, Charter, Council, Effects, Reply, Timestamp};
use emberhall::game::Progress;
use emberhall::store::{CampaignId, Commit, Committed, Created, NewCampaign, Store, StoreError};

/// A folder of its own for each test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("emberhall-store-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn db(&self) -> PathBuf {
        self.file("hall.db")
    }

    pub async fn store(&self) -> Store {
        Store::open(&self.db()).await.unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// Larger than SQLite's integers.
pub const SERVER: u64 = u64::MAX - 1;

pub fn charter(channel: u64) -> Charter {
    Charter {
        game: "frostpunk".to_owned(),
        pack: "abc".to_owned(),
        scenario: "home".to_owned(),
        options: BTreeMap::from([("society".to_owned(), "order".to_owned())]),
        seed: u64::MAX,
        salt: "salt".to_owned(),
        server: SERVER,
        channel,
    }
}

pub fn files() -> BTreeMap<String, String> {
    BTreeMap::from([("laws.toml".to_owned(), "name = \"Größe\"\n".to_owned())])
}

pub fn council(stage: CampaignStatus, seq: u64) -> Council {
    Council { status: stage, seq, ..Council::default() }
}

pub fn with_ballot(seq: u64) -> Council {
    let petition = Some(PublicBallot { edition: 1, ..PublicBallot::default() });
    Council { public_ballot: petition, ..council(CampaignStatus::Running, seq) }
}

pub fn entry(seq: u64) -> Entry {
    let chapter = Progress { round: 1, phase: "morning".to_owned() };
    Entry {
        seq,
        at: Timestamp(seq as i64 * 10),
        progress: chapter,
        kind: EntryKind::Began { commitment: String::new() },
    }
}

pub fn notice(topic: &str, fleeting: bool, question: u32) -> Notice {
    Notice {
        topic: topic.to_owned(),
        fleeting,
        ping: Vec::new(),
        kind: NoticeKind::Voted { question },
    }
}

pub fn effects(entries: &[u64], notices: Vec<Notice>) -> Effects {
    let entries = entries.iter().copied().map(entry).collect();
    Effects { entries, notices, ..Effects::reply(Reply::Done) }
}

/// Opens a campaign in a channel.
pub async fn open(store: &Store, channel: u64) -> CampaignId {
    match try_open(store, channel, None).await.unwrap() {
        Created::New(id) => id,
        other => panic!("{other:?}"),
    }
}

pub async fn try_open(
    store: &Store,
    channel: u64,
    request: Option<&str>,
) -> Result<Created, StoreError> {
    let new = NewCampaign {
        charter: &charter(channel),
        council: &council(CampaignStatus::Lobby, 0),
        files: &files(),
        notices: &[],
        request,
        opener: None,
        at: Timestamp(1),
    };
    store.create(&new).await
}

/// Commits a change from one entry to the council's.
pub async fn commit(
    store: &Store,
    id: CampaignId,
    before_seq: u64,
    council: &Council,
    effects: &Effects,
) -> Result<Committed, StoreError> {
    let at = Timestamp(100);
    let change = Commit { before_seq, council, wake: None, effects, request: None, at };
    store.commit(id, &change).await
}

/// A connection of the test's own, to look at the file or to spoil it.
pub async fn raw(file: &Path) -> sqlx::SqliteConnection {
    use sqlx::ConnectOptions as _;
    sqlx::sqlite::SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .connect()
        .await
        .unwrap()
}

pub async fn run(file: &Path, sql: &str) {
    use sqlx::Connection as _;
    let mut connection = raw(file).await;
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// The sentence of an error: one line, one sentence.
pub fn sentence<T>(result: Result<T, StoreError>) -> String {
    let Err(why) = result else { panic!("this should not have worked") };
    let text = why.to_string();
    assert!(!text.contains('\n') && !text.contains(". "), "more than a sentence: {text}");
    text
}
