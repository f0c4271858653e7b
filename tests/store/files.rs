//! Files that can be the hall's, and files that are left alone.

use std::fs;
use std::path::Path;

use emberhall::council::{QuietHours, UserId};
use emberhall::store::{Store, StoreError};

use super::common::{Folder, open, raw, run, sentence};

/// Opening a file says this much, and does not change it.
async fn refused(file: &Path, expected: &str) {
    let before = fs::read(file).unwrap();
    let why = sentence(Store::open(file).await);
    assert!(why.contains(&file.display().to_string()), "it does not name the file: {why}");
    assert!(why.contains(expected), "it does not say '{expected}': {why}");
    let why = sentence(Store::open_shared(file).await);
    assert!(why.contains(expected), "for reading, it does not say '{expected}': {why}");
    assert!(fs::read(file).unwrap() == before, "{expected}: the file was changed");
}

#[tokio::test]
async fn a_new_file_is_created_set_up_and_opened_again() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    assert_eq!(store.file(), folder.db());
    store.close().await;
    fs::write(folder.file("empty.db"), "").unwrap();
    Store::open(&folder.file("empty.db")).await.unwrap().close().await;
    let store = folder.store().await;
    assert_eq!(store.campaign_ids().await.unwrap(), [id]);
    let mut connection = raw(&folder.db()).await;
    let mode: String =
        sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
    assert_eq!(mode, "wal");
}

#[tokio::test]
async fn a_folder_or_a_missing_folder_is_no_database() {
    let folder = Folder::new();
    let why = sentence(Store::open(folder.path()).await);
    assert!(why.contains("is a folder"), "{why}");
    let why = sentence(Store::open(&folder.file("no/such/hall.db")).await);
    assert!(why.contains("does not exist"), "{why}");
    let why = sentence(Store::open_shared(&folder.db()).await);
    assert!(why.contains("there is no database"), "{why}");
    assert!(!folder.db().exists(), "reading created it");
}

#[tokio::test]
async fn a_file_that_is_no_database_is_left_as_it_is() {
    let folder = Folder::new();
    for content in ["shopping list\n".repeat(400), "S".to_owned()] {
        fs::write(folder.db(), content).unwrap();
        refused(&folder.db(), "is not a database").await;
    }
}

#[tokio::test]
async fn a_database_of_another_program_is_left_as_it_is() {
    let folder = Folder::new();
    run(&folder.db(), "CREATE TABLE song (name TEXT)").await;
    refused(&folder.db(), "another program").await;
    run(&folder.file("b.db"), "PRAGMA application_id = 7; CREATE TABLE campaign (id)").await;
    refused(&folder.file("b.db"), "another program").await;
}

#[tokio::test]
async fn a_first_start_that_was_cut_short_is_taken_up_again() {
    let folder = Folder::new();
    let list = "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT \
         NULL, installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT \
         NULL, checksum BLOB NOT NULL, execution_time BIGINT NOT NULL)";
    run(&folder.db(), list).await;
    let why = sentence(Store::open_shared(&folder.db()).await);
    assert!(why.contains("older version"), "{why}");
    open(&folder.store().await, 5).await;
}

#[tokio::test]
async fn a_database_of_a_newer_or_altered_version_is_left_as_it_is() {
    let folder = Folder::new();
    folder.store().await.close().await;
    fs::copy(folder.db(), folder.file("altered.db")).unwrap();
    run(&folder.file("altered.db"), "UPDATE _sqlx_migrations SET checksum = x'00'").await;
    refused(&folder.file("altered.db"), "not the one this version knows").await;
    run(
        &folder.db(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (9999, 'later', true, x'00', 1)",
    )
    .await;
    refused(&folder.db(), "newer version").await;
}

#[tokio::test]
async fn a_damaged_database_is_left_as_it_is() {
    let folder = Folder::new();
    let store = folder.store().await;
    for channel in 0..20 {
        open(&store, channel).await;
    }
    let copy = folder.file("damaged.db");
    store.backup(&copy).await.unwrap();
    let whole = fs::read(&copy).unwrap();
    // All but the list of tables, so that it still looks like ours.
    let mut bytes = whole.clone();
    bytes[2 * 4096..].fill(0x5a);
    fs::write(&copy, &bytes).unwrap();
    refused(&copy, "is damaged").await;
    // Cut short.
    fs::write(&copy, &whole[..whole.len() / 2]).unwrap();
    refused(&copy, "is damaged").await;
}

#[tokio::test]
async fn one_hall_owns_a_database_and_others_may_read_it() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let why = sentence(Store::open(&folder.db()).await);
    assert!(why.contains("another hall"), "{why}");

    let shared = Store::open_shared(&folder.db()).await.unwrap();
    assert_eq!(shared.campaign_ids().await.unwrap(), [id]);
    let later = open(&store, 6).await;
    assert_eq!(shared.campaign_ids().await.unwrap(), [id, later]);
    shared.backup(&folder.file("copy.db")).await.unwrap();
    let quiet = Some(QuietHours { from: 1, until: 2 });
    let refused = shared.set_quiet(UserId(1), quiet).await;
    assert!(matches!(refused, Err(StoreError::Shared { .. })));
    shared.close().await;
    store.close().await;
    folder.store().await;
}

/// Modes do not bind root, so the same test is run once more by somebody else.
#[cfg(unix)]
#[tokio::test]
async fn a_file_or_folder_that_cannot_be_written_is_named_at_the_start() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    let folder = Folder::new();
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    folder.store().await.close().await;
    mode(folder.path(), 0o555);
    if fs::write(folder.file("probe"), "").is_ok() {
        let this = std::env::current_exe().unwrap();
        let name = "files::a_file_or_folder_that_cannot_be_written_is_named_at_the_start";
        let mut other = std::process::Command::new(this);
        match other.args(["--exact", name]).uid(65534).gid(65534).current_dir("/").output() {
            Ok(done) => assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout)),
            Err(why) => {
                eprintln!("skipped: root may write everywhere, and nobody cannot run: {why}");
            }
        }
        return;
    }
    let why = sentence(Store::open(&folder.file("new.db")).await);
    assert!(why.contains("cannot be written"), "{why}");
    let why = sentence(Store::open(&folder.db()).await);
    assert!(why.contains("cannot be written"), "{why}");
    mode(folder.path(), 0o755);
    mode(&folder.db(), 0o444);
    let before = fs::read(folder.db()).unwrap();
    let why = sentence(Store::open(&folder.db()).await);
    assert!(why.contains("cannot be written"), "{why}");
    assert!(fs::read(folder.db()).unwrap() == before);
}
