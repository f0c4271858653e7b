//! What is over takes little room, and still replays.

use std::path::Path;
use std::time::Duration;

use emberhall::council::{Span, UserId};
use emberhall::hall::archive;
use emberhall::hall::clock::Clock as _;
use emberhall::store::CampaignId;
use sqlx::{Connection as _, SqliteConnection};

use crate::room::{Room, games};

async fn connect(file: &Path) -> SqliteConnection {
    SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap()
}

/// How many rows a campaign has in each of these tables.
async fn rows(file: &Path, id: CampaignId) -> [i64; 4] {
    let mut database = connect(file).await;
    let mut found = [0; 4];
    for (at, table) in ["outbox", "request", "snapshot", "log"].iter().enumerate() {
        let sql = format!("SELECT count(*) FROM {table} WHERE campaign = {}", id.0);
        let count = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut database).await;
        found[at] = count.unwrap();
    }
    database.close().await.unwrap();
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_after_its_end_a_campaign_has_only_what_it_replays_from() {
    let room = Room::new("thin").await;
    let over = room.begun_with(7, 4, "9").await;
    room.play_out(over, 1).await;
    let played = room.begun(8, 4).await;
    room.mail_is_out().await;
    let room = room.closed_for(Span::hours(1)).await;
    let before = [rows(&room.file, over).await, rows(&room.file, played).await];
    assert!(before[0][2] > 1, "several copies: {before:?}");
    let log = room.hall.log(over).await.unwrap();
    let rounds = room.hall.round_views(over).await.unwrap();
    let room = room.closed_for(Span::hours(24)).await;
    let [outbox, request, snapshot, entries] = rows(&room.file, over).await;
    assert_eq!([outbox, request, snapshot, entries], [0, 0, 1, before[0][3]]);
    let kept = rows(&room.file, played).await;
    assert!(kept.iter().zip(before[1]).all(|(now, before)| *now >= before), "it is played");
    assert_eq!(room.hall.log(over).await.unwrap(), log);
    assert_eq!(room.hall.round_views(over).await.unwrap(), rounds);
    assert!(room.hall.view(over, Some(UserId(1))).await.unwrap().outcome.is_some());
    let found = archive::replay_all(room.hall.store(), &games()).await.unwrap();
    assert_eq!((found.same, found.different), (2, Vec::new()));
    let out = room.hall.store().export(over).await.unwrap().unwrap();
    let place = Some((1, 99));
    let moved = archive::import(room.hall.store(), &games(), out, place, room.clock.now()).await;
    assert_eq!(room.hall.log(moved.unwrap()).await.unwrap(), log);
    room.hall.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_has_grown_before_shrinks_at_the_start() {
    let room = Room::new("shrinks").await;
    let over = room.begun(7, 4).await;
    room.play_out(over, 1).await;
    room.mail_is_out().await;
    room.hall.close().await;
    let mut database = connect(&room.file).await;
    let much = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
                INSERT INTO outbox (campaign, topic, fleeting, body, at, attempts, try_at, done_at)
                SELECT 1, '', 0, hex(zeroblob(50000)), 1, 0, 1, 1800000000000 FROM n";
    sqlx::query(much).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    let large = std::fs::metadata(&room.file).unwrap().len();
    assert!(large > 12_000_000);
    let Room { board, clock, file, .. } = room;
    clock.advance(Span::hours(25));
    let room = Room::open(file.clone(), clock, board).await;
    let shrunk = async {
        while std::fs::metadata(&file).unwrap().len() > large / 8 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let shrunk = tokio::time::timeout(Duration::from_secs(20), shrunk).await;
    assert!(shrunk.is_ok(), "{} bytes", std::fs::metadata(&file).unwrap().len());
    let found = archive::replay_all(room.hall.store(), &games()).await.unwrap();
    assert_eq!((found.same, found.different), (1, Vec::new()));
    room.hall.close().await;
}
