//! Opening the database: checks of the file, its lock, and the connections.
//!
//! Does not repair: a file that is foreign, corrupt or too new is left unchanged.

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

/// First bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// `application_id` of the hall's databases ("Embr"), set by the first migration.
const APPLICATION: i64 = 0x456d_6272;
/// Size in bytes above which a file is not checked for corruption at every start.
const MAX_INTEGRITY_CHECK: u64 = 64 << 20;
/// Wait for the SQLite lock of another connection.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const READERS: u32 = 4;
/// Pages in the WAL before a commit checkpoints it. High, because that commit would wait for it:
/// the maintenance task checkpoints in the background long before.
const AUTOCHECKPOINT_PAGES: &str = "16384";
/// Page cache of a reader in KiB, negative as `cache_size` wants it. Small: a campaign is read
/// once and then held by its session, and the operating system caches the file anyway.
const READER_CACHE_KIB: &str = "-256";

/// Refuses a path that cannot be a database, without opening it as one. A missing file passes.
pub(super) fn check_file(file: &Path) -> Result<(), StoreError> {
    match fs::metadata(file) {
        Ok(metadata) if metadata.is_dir() => Err(StoreError::Folder { file: file.to_owned() }),
        // Opening a named pipe would block until another process writes to it.
        Ok(metadata) if !metadata.is_file() => {
            Err(StoreError::NotADatabase { file: file.to_owned() })
        }
        Ok(_) => check_magic(file),
        Err(_) => Ok(()),
    }
}

fn check_magic(file: &Path) -> Result<(), StoreError> {
    let mut start = Vec::new();
    File::open(file)
        .and_then(|open| open.take(MAGIC.len() as u64).read_to_end(&mut start))
        .map_err(|why| StoreError::Closed { file: file.to_owned(), why: why.to_string() })?;
    // SQLite accepts an empty file as an empty database.
    if start.is_empty() || start == MAGIC {
        return Ok(());
    }
    Err(StoreError::NotADatabase { file: file.to_owned() })
}

/// Whether the file exists and is not empty.
pub(super) fn has_content(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|metadata| metadata.len() > 0)
}

/// Makes this process the only owner of the database, until the returned file is dropped or the
/// process ends, also by a crash. The lock file is never deleted: another process may just have
/// opened it, and would then hold a lock on a file that is gone.
pub(super) fn lock(file: &Path) -> Result<File, StoreError> {
    let name = lock_file(file);
    if fs::metadata(&name).is_ok_and(|metadata| !metadata.is_file()) {
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

/// Whether a process owns the database.
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

/// Checks a database without changing it. Returns whether migrations are pending.
pub(super) async fn inspect(file: &Path) -> Result<bool, StoreError> {
    // No journal mode: setting WAL would write to a foreign file.
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let map_error = |error| StoreError::of(file, error);
    let mut connection = options.busy_timeout(BUSY_TIMEOUT).connect().await.map_err(map_error)?;
    let pending = check_schema(file, &mut connection).await;
    connection.close().await.map_err(map_error)?;
    pending
}

async fn check_schema(file: &Path, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    if !is_ours(connection).await.map_err(|why| StoreError::of(file, why))? {
        return Err(StoreError::Foreign { file: file.to_owned() });
    }
    let pending = check_version(file, connection).await?;
    check_whole(file, connection).await?;
    Ok(pending)
}

// Pragmas and the tables of SQLite and sqlx are not part of `migrations/`, so the statements
// below cannot be checked at compile time.

/// Whether the database belongs to the hall. Accepts one without tables of its own: an interrupted
/// first start leaves only the list of migrations.
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

/// Refuses a migration that is unknown here or was altered. Returns whether any are pending.
async fn check_version(file: &Path, connection: &mut SqliteConnection) -> Result<bool, StoreError> {
    let applied = applied_migrations(connection).await.map_err(|why| StoreError::of(file, why))?;
    for (version, checksum) in &applied {
        let (file, version) = (file.to_owned(), *version);
        match MIGRATIONS.iter().find(|migration| migration.version == version) {
            None => return Err(StoreError::Newer { file, version }),
            Some(migration) if *migration.checksum != **checksum => {
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
    let tables: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sqlite_schema WHERE name = '_sqlx_migrations'")
            .fetch_one(&mut *connection)
            .await?;
    if tables == 0 {
        return Ok(Vec::new());
    }
    sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version DESC")
        .fetch_all(connection)
        .await
}

/// Checks for corruption, unless the file is larger than `MAX_INTEGRITY_CHECK`.
async fn check_whole(file: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    if fs::metadata(file).is_ok_and(|metadata| metadata.len() > MAX_INTEGRITY_CHECK) {
        return Ok(());
    }
    integrity_check(file, connection).await
}

/// Checks the whole file for corruption, whatever its size.
pub(super) async fn integrity_check(
    file: &Path,
    connection: &mut SqliteConnection,
) -> Result<(), StoreError> {
    // A value that breaks a CHECK constraint affects its row only: the file is not corrupt.
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
    // SQLite may report several lines; an error is one sentence.
    let why = found.split_whitespace().collect::<Vec<_>>().join(" ");
    Err(StoreError::Corrupt { file: file.to_owned(), why })
}

/// Options shared by all connections. A commit is on the disk when it returns.
fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT)
}

/// Opens the write connection and applies pending migrations. Always writes to the file, so that
/// a disk that cannot be written is reported at the start.
pub(super) async fn writer(file: &Path) -> Result<Writer, StoreError> {
    // The journal mode is stored in the file. Readers do not set it: that would need a write.
    let options = options(file).journal_mode(SqliteJournalMode::Wal).create_if_missing(true);
    let options = options
        .pragma("wal_autocheckpoint", AUTOCHECKPOINT_PAGES)
        .pragma("journal_size_limit", write::MAX_WAL_BYTES.to_string());
    let map_error = |error| StoreError::of(file, error);
    let mut connection = options.connect().await.map_err(map_error)?;
    MIGRATIONS.run_direct(None, &mut connection, false).await.map_err(|why| match why {
        sqlx::migrate::MigrateError::Execute(why)
        | sqlx::migrate::MigrateError::ExecuteMigration(why, _) => StoreError::of(file, why),
        why => StoreError::Failed { file: file.to_owned(), why: why.to_string() },
    })?;
    // Written even if unchanged: this is the write that finds a read-only disk.
    let version: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut connection)
        .await
        .map_err(map_error)?;
    let pragma = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {}", version.max(NOTHING_DUE)));
    sqlx::query(pragma).execute(&mut connection).await.map_err(map_error)?;
    let moved = numbers::renumber_outbox(&mut connection).await.map_err(map_error)?;
    if moved > 0 {
        tracing::error!("{moved} notices had numbers after which there are none; they have others");
    }
    Ok(Writer::new(options, connection))
}

/// Opens a dedicated read connection, for long reads.
pub(super) async fn reader(file: &Path) -> Result<SqliteConnection, StoreError> {
    let options = options(file).read_only(true).pragma("cache_size", READER_CACHE_KIB);
    options.connect().await.map_err(|why| StoreError::of(file, why))
}

/// Opens the pool of read connections.
pub(super) async fn readers(file: &Path) -> Result<SqlitePool, StoreError> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        // A local file needs no liveness checks, unlike a server.
        .test_before_acquire(false)
        .idle_timeout(None)
        .max_lifetime(None)
        .connect_with(options(file).read_only(true).pragma("cache_size", READER_CACHE_KIB))
        .await
        .map_err(|why| StoreError::of(file, why))
}
