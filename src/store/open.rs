//! Whether a file can be the hall's database, and the connections to it.
//!
//! May use: the file system, sqlx. Deliberately absent: repair. A file that is
//! not ours, not whole or too new is left exactly as it is.

use std::fs::{self, File, TryLockError};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection};

use super::MIGRATIONS;
use super::error::StoreError;
use super::numbers;
use super::vacuum::NOTHING_DUE;
use super::write::{self, Writer};

/// How every SQLite file begins.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// "Embr"; the first migration sets it.
const APPLICATION: i64 = 0x456d_6272;
/// Larger files are not looked through at every start.
const MAX_INTEGRITY_CHECK: u64 = 64 << 20;
/// How long to wait for somebody else's lock.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const READERS: u32 = 4;
/// Pages in the journal before a commit folds them into the file itself: it would have
/// to wait for that, so it is done beside the commits long before.
const AUTOCHECKPOINT_PAGES: &str = "16384";
/// Pages a reader keeps, in KiB with a minus as SQLite wants it: what is read of a campaign is
/// read once and then held by its task, and the system keeps the file in memory anyway.
const READER_CACHE_KIB: &str = "-256";

/// What can be told without opening the database.
pub(super) fn check_file(file: &Path) -> Result<(), StoreError> {
    match fs::metadata(file) {
        Ok(known) if known.is_dir() => Err(StoreError::Folder { file: file.to_owned() }),
        // To open a pipe is to wait for whoever writes to it.
        Ok(known) if !known.is_file() => Err(StoreError::NotADatabase { file: file.to_owned() }),
        Ok(_) => check_magic(file),
        Err(_) => Ok(()),
    }
}

fn check_magic(file: &Path) -> Result<(), StoreError> {
    let mut start = Vec::new();
    File::open(file)
        .and_then(|open| open.take(MAGIC.len() as u64).read_to_end(&mut start))
        .map_err(|why| StoreError::Closed { file: file.to_owned(), why: why.to_string() })?;
    // SQLite takes an empty file for an empty database, and so do we.
    if start.is_empty() || start == MAGIC {
        return Ok(());
    }
    Err(StoreError::NotADatabase { file: file.to_owned() })
}

/// Is there anything in the file?
pub(super) fn has_content(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|known| known.len() > 0)
}

/// Makes this process the owner of the database until the lock is dropped, or
/// the process ends, however it does. The lock file stays: to delete it could
/// take the lock from somebody who has just opened it.
pub(super) fn lock(file: &Path) -> Result<File, StoreError> {
    let name = lock_file(file);
    if fs::metadata(&name).is_ok_and(|known| !known.is_file()) {
        let why = format!("{} is not a regular file", name.display());
        return Err(StoreError::Closed { file: file.to_owned(), why });
    }
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(name)
        .map_err(|why| StoreError::of_io(file, &why))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { file: file.to_owned() }),
        Err(TryLockError::Error(why)) => Err(StoreError::of_io(file, &why)),
    }
}

/// Has somebody made themselves its owner?
pub(super) fn is_locked(file: &Path) -> bool {
    let name = lock_file(file);
    let lock = name.is_file().then(|| File::options().write(true).open(name));
    lock.and_then(Result::ok)
        .is_some_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock)))
}

fn lock_file(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

/// Looks a database over without changing it; whether it needs migrations.
pub(super) async fn inspect(file: &Path) -> Result<bool, StoreError> {
    // Nothing is set but reading: to ask for WAL would write to a foreign file.
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let trouble = |why| StoreError::of(file, why);
    let mut connection = options.busy_timeout(BUSY_TIMEOUT).connect().await.map_err(trouble)?;
    let looked = check_schema(file, &mut connection).await;
    connection.close().await.map_err(trouble)?;
    looked
}

async fn check_schema(file: &Path, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    if !is_ours(connection).await.map_err(|why| StoreError::of(file, why))? {
        return Err(StoreError::Foreign { file: file.to_owned() });
    }
    let pending = check_version(file, connection).await?;
    check_whole(file, connection).await?;
    Ok(pending)
}

// Pragmas and the tables of SQLite and sqlx are no part of the schema that
// statements are checked against, so these few are not checked.

/// A first start that was cut short leaves nothing but the list of migrations.
async fn is_ours(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    let application: i64 =
        sqlx::query_scalar("PRAGMA application_id").fetch_one(&mut *connection).await?;
    let tables: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         AND tbl_name <> '_sqlx_migrations'",
    )
    .fetch_one(connection)
    .await?;
    Ok(application == APPLICATION || (application == 0 && tables == 0))
}

/// Refuses a schema this version does not know; whether there is more to apply.
async fn check_version(file: &Path, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let applied = applied_migrations(connection).await.map_err(|why| StoreError::of(file, why))?;
    for (version, checksum) in &applied {
        let (file, version) = (file.to_owned(), *version);
        match MIGRATIONS.iter().find(|known| known.version == version) {
            None => return Err(StoreError::Newer { file, version }),
            Some(known) if *known.checksum != **checksum => {
                return Err(StoreError::Altered { file, version });
            }
            Some(_) => {}
        }
    }
    Ok(applied.len() < MIGRATIONS.iter().count())
}

async fn applied_migrations(
    connection: &mut SqliteConnection,
) -> Result<Vec<(i64, Vec<u8>)>, sqlx::Error> {
    let listed: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(&mut *connection)
            .await?;
    if listed == 0 {
        return Ok(Vec::new());
    }
    sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version DESC")
        .fetch_all(connection)
        .await
}

async fn check_whole(file: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    if fs::metadata(file).is_ok_and(|known| known.len() > MAX_INTEGRITY_CHECK) {
        return Ok(());
    }
    integrity_check(file, connection).await
}

/// Looks the whole file through, however large it is.
pub(super) async fn integrity_check(
    file: &Path,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    // A word in a row that nobody knows is that row's trouble and not the file's.
    sqlx::query("PRAGMA ignore_check_constraints = ON")
        .execute(&mut *connection)
        .await
        .map_err(|why| StoreError::of(file, why))?;
    let found: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(connection)
        .await
        .map_err(|why| StoreError::of(file, why))?;
    if found == "ok" {
        return Ok(());
    }
    // One sentence, however many lines SQLite has to say.
    let why = found.split_whitespace().collect::<Vec<_>>().join(" ");
    Err(StoreError::Corrupt { file: file.to_owned(), why })
}

/// How every connection is set: a commit is on the disk when it returns.
fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
}

/// The connection that writes, to a database that is up to date and was just written.
pub(super) async fn writer(file: &Path) -> Result<Writer, StoreError> {
    // The mode stays with the file; a reader that asked for it would want to write.
    let options = options(file).journal_mode(SqliteJournalMode::Wal).create_if_missing(true);
    let options = options
        .pragma("wal_autocheckpoint", AUTOCHECKPOINT_PAGES)
        .pragma("journal_size_limit", write::MAX_WAL_BYTES.to_string());
    let trouble = |why| StoreError::of(file, why);
    let mut connection = options.connect().await.map_err(trouble)?;
    MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|why| match why {
        sqlx::migrate::MigrateError::Execute(why)
        | sqlx::migrate::MigrateError::ExecuteMigration(why, _) => StoreError::of(file, why),
        why => StoreError::Failed { file: file.to_owned(), why: why.to_string() },
    })?;
    // Written even if it says so already: a disk that cannot be written is named at the start.
    let version: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut connection)
        .await
        .map_err(trouble)?;
    let same = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {}", version.max(NOTHING_DUE)));
    sqlx::query(same).execute(&mut connection).await.map_err(trouble)?;
    let moved = numbers::renumber_outbox(&mut connection).await.map_err(trouble)?;
    if moved > 0 {
        tracing::error!("{moved} notices had numbers after which there are none; they have others");
    }
    Ok(Writer::new(options, connection))
}

/// A connection of its own that reads, for what takes long.
pub(super) async fn reader(file: &Path) -> Result<SqliteConnection, StoreError> {
    let options = options(file).read_only(true).pragma("cache_size", READER_CACHE_KIB);
    options.connect().await.map_err(|why| StoreError::of(file, why))
}

/// The connections that read.
pub(super) async fn readers(file: &Path) -> Result<SqlitePool, StoreError> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        // A file does not go away as a server does.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options(file).read_only(true).pragma("cache_size", READER_CACHE_KIB))
        .await
        .map_err(|why| StoreError::of(file, why))
}
