//! Migrations, against databases that have rows already.
//!
//! `tests/migrations/0001*.sql` holds rows as they were after migration 1, and so
//! on. A new migration is covered by this test as it is; rows that only it can
//! hold come in a new file of its number.

use std::fs;
use std::path::{Path, PathBuf};

use emberhall::store::{MIGRATIONS, Store};
use sqlx::{Connection as _, SqliteConnection};

use super::common::{Folder, raw};

/// The rows kept for a migration.
fn rows_of(version: i64) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migrations");
    let of_version = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let number: String = name.chars().take_while(char::is_ascii_digit).collect();
        number.parse() == Ok(version)
    };
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).find(of_version)
}

async fn apply_until(connection: &mut SqliteConnection, version: i64) {
    MIGRATIONS.run_direct(Some(version), connection, false).await.unwrap();
}

async fn check_whole(file: &Path) {
    let mut connection = raw(file).await;
    let lost = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await.unwrap();
    assert!(lost.is_empty(), "rows have lost what they refer to");
    let found: String =
        sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut connection).await.unwrap();
    assert_eq!(found, "ok");
    connection.close().await.unwrap();
}

#[tokio::test]
async fn every_migration_keeps_the_rows_that_were_there_before_it() {
    let mut with_rows = 0;
    for version in MIGRATIONS.iter().map(|migration| migration.version) {
        let Some(rows) = rows_of(version) else { continue };
        with_rows += 1;
        let folder = Folder::new();
        let mut connection = raw(&folder.db()).await;
        apply_until(&mut connection, version).await;
        let rows = sqlx::AssertSqlSafe(fs::read_to_string(rows).unwrap());
        sqlx::raw_sql(rows).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();

        let store = folder.store().await;
        check_whole(&folder.db()).await;
        check_campaigns(&store).await;
        store.close().await;
    }
    assert!(with_rows > 0, "there are no rows to test with");
}

async fn check_campaigns(store: &Store) {
    let all = store.campaign_ids().await.unwrap();
    assert!(!all.is_empty(), "the rows hold no campaign");
    for id in all {
        let stored = store.load(id).await.unwrap().unwrap();
        let entries = store.history(id).await.unwrap();
        assert_eq!(entries.len() as u64, stored.council.seq);
        assert!(store.pack(&stored.charter.pack).await.unwrap().is_some());
        store.pending_items(id, 1000).await.unwrap();
        store.export(id).await.unwrap().unwrap().check().unwrap();
    }
    store.quiet_hours().await.unwrap();
}
