//! Where people's numbers stand: nowhere but where they are shown and forgotten.

use std::collections::BTreeSet;

use emberhall::council::{Timestamp, UserId};
use emberhall::store::{PersonalData, Store};
use sqlx::{ConnectOptions as _, Connection as _};

use super::common::{Folder, commit, council, effects, open};

/// Columns that never hold the number of a person, and why.
const NOBODYS: &[(&str, &[&str])] = &[
    // Content.
    ("pack", &["hash", "game", "files"]),
    // Numbers of servers, channels and entries, words of ours, times; seed, salt and size.
    (
        "campaign",
        &[
            "id",
            "server",
            "channel",
            "stage",
            "game",
            "pack",
            "charter",
            "seq",
            "wake_at",
            "created_at",
            "changed_at",
        ],
    ),
    // A request is known by the number of its interaction.
    ("opening", &["request", "campaign", "at"]),
    ("log", &["campaign", "seq", "at"]),
    // A game knows seats, not people.
    ("snapshot", &["campaign", "seq", "state"]),
    ("ballot", &["campaign", "choice"]),
    ("street", &["campaign", "question", "choice"]),
    ("request", &["campaign", "id", "at"]),
    ("outbox", &["id", "campaign", "topic", "fleeting", "at", "attempts", "try_at", "done_at"]),
    ("shown", &["campaign"]),
    ("person", &["quiet"]),
    // Numbers of roles.
    ("server", &["id", "rights"]),
];

#[tokio::test]
async fn every_column_is_forgotten_or_never_holds_a_person() {
    let folder = Folder::new();
    let store = folder.store().await;
    let file = store.file().to_owned();
    store.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(file).read_only(true);
    let mut connection = options.connect().await.unwrap();
    let there: Vec<(String, String)> = sqlx::query_as(
        "SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '_sqlx%'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let there: BTreeSet<(&str, &str)> =
        there.iter().map(|(table, column)| (table.as_str(), column.as_str())).collect();
    let forgotten: BTreeSet<(&str, &str)> = PersonalData::ALL.map(PersonalData::column).into();
    let nobodys: BTreeSet<(&str, &str)> = NOBODYS
        .iter()
        .flat_map(|(table, columns)| columns.iter().map(move |column| (*table, *column)))
        .collect();
    assert_eq!(forgotten.len(), PersonalData::ALL.len(), "a place is listed twice");
    assert!(forgotten.is_disjoint(&nobodys));
    let known: BTreeSet<_> = forgotten.union(&nobodys).copied().collect();
    assert_eq!(there, known, "is there a person in it? Then it is a `Place`");
}

#[tokio::test]
async fn what_is_kept_of_somebody_is_counted_and_gone_once_they_are_forgotten() {
    let folder = Folder::new();
    let store = folder.store().await;
    let (ada, other) = (UserId(175_928_847_299_117_063), UserId(175_928_847_299_117_064));
    open(&store, 5).await;
    for user in [ada, other] {
        let quiet = emberhall::council::QuietHours { from: 60, until: 120 };
        store.set_quiet(user, Some(quiet)).await.unwrap();
    }
    assert_eq!(store.places_of(ada).await.unwrap(), [(PersonalData::Quiet, 1)].into());
    assert!(!store.is_vacuum_due().await.unwrap());
    let done = store.forget(ada, UserId(1_000_001)).await.unwrap().expect("the number is free");
    assert_eq!((done.replaced, done.removed), (0, 1));
    assert!(store.places_of(ada).await.unwrap().is_empty());
    assert_eq!(store.places_of(other).await.unwrap(), [(PersonalData::Quiet, 1)].into());
    // The process ends before the file is written anew: the next one knows.
    let file = store.file().to_owned();
    store.close().await;
    let store = Store::open(&file).await.unwrap();
    assert!(store.is_vacuum_due().await.unwrap());
    store.vacuum().await.unwrap();
    assert!(!store.is_vacuum_due().await.unwrap());
    store.purge_delivered(Timestamp(0)).await.unwrap();
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn others_write_while_the_journal_waits_for_a_reader() {
    let folder = Folder::new();
    let store = std::sync::Arc::new(folder.store().await);
    let id = open(&store, 5).await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(store.file());
    let mut backup = options.connect().await.unwrap();
    let mut reading = backup.begin().await.unwrap();
    let seen: i64 =
        sqlx::query_scalar("SELECT count(*) FROM campaign").fetch_one(&mut *reading).await.unwrap();
    assert_eq!(seen, 1);
    assert!(
        store.forget(UserId(175_928_847_299_117_063), UserId(1_000_001)).await.unwrap().is_some()
    );
    let sweeping = tokio::spawn({
        let store = std::sync::Arc::clone(&store);
        async move { store.vacuum().await.unwrap() }
    });
    let soon = std::time::Duration::from_secs(4);
    for seq in 0..20 {
        let did = effects(&[seq + 1], Vec::new());
        let at = council(emberhall::council::CampaignStatus::Running, seq + 1);
        let stored = tokio::time::timeout(soon, commit(&store, id, seq, &at, &did)).await;
        stored.expect("it waits for whoever reads").unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(!sweeping.is_finished() && store.is_vacuum_due().await.unwrap());
    reading.rollback().await.unwrap();
    backup.close().await.unwrap();
    assert!(sweeping.await.unwrap());
    assert!(!store.is_vacuum_due().await.unwrap());
}
