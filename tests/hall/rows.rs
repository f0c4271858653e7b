//! One row that nobody can read: every column of every table is spoilt in turn, and the rest
//! of the hall goes on. The columns are the schema's own, so that a new one is among them.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use emberhall::council::{
    CampaignStatus, QuietHours, Reply, Request, Requester, Span, Timestamp, UserId,
};
use emberhall::game::Game;
use emberhall::hall::backups::BackupPlan;
use emberhall::hall::clock::{BoxFuture, Clock as _};
use emberhall::hall::front_end::{Delivered, DeliveryError, FrontEnd, OutboxBatch};
use emberhall::hall::{Hall, HallConfig, NewLobby, archive, erasure};
use emberhall::store::{CampaignId, ServerRights, Store};
use serde_json::json;
use sqlx::{Connection as _, Row as _, SqliteConnection};
use tokio::time::timeout;

use crate::clicks::{Dice, wish};
use crate::clock::HandClock;
use crate::room::Room;
use crate::toy;

const SPOILT: CampaignId = CampaignId(1);
const SOUND: CampaignId = CampaignId(2);
/// What stands in the place of a text.
const TEXTS: [&str; 6] = ["''", "'nonsense'", "'{}'", "'null'", "'[1]'", "'{\"from\":9999}'"];
/// What stands in the place of a number.
const NUMBERS: [&str; 5] = ["-1", "0", "4294967296", "9223372036854775807", "-9223372036854775808"];
const PATIENCE: Duration = Duration::from_secs(20);

/// A front end that takes everything, and remembers for whom.
#[derive(Default)]
struct Heard(Mutex<Vec<CampaignId>>);

impl FrontEnd for Heard {
    fn deliver<'a>(
        &'a self,
        mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        self.0.lock().unwrap().push(mail.campaign);
        Box::pin(async { Ok(json!({ "seen": true }).into()) })
    }
}

/// Goes on to a question the street is asked; its number.
async fn street(room: &Room, id: CampaignId) -> u32 {
    let mut settings = room.hall.view(id, None).await.unwrap().settings;
    settings.public_vote.street = Some("omens".to_owned());
    assert_eq!(
        room.ask(id, UserId(1), Request::ChangeSettings(Box::new(settings))).await,
        Reply::Done
    );
    for _ in 0..100 {
        let panel = room.hall.view(id, None).await.unwrap();
        if let Some(asked) = panel.questions.iter().find(|asked| asked.street.is_some()) {
            return asked.number;
        }
        let asked = &panel.questions[0];
        let (question, user) = (asked.number, asked.waiting[0]);
        let seen = room.hall.view(id, Some(user)).await.unwrap();
        let asked = seen.questions.into_iter().find(|asked| asked.number == question).unwrap();
        let choices = asked.decision.unwrap().choices;
        let choice = choices.into_iter().find(|choice| choice.blocked.is_none()).unwrap().key;
        room.ask(id, user, Request::Choose { question, choice, seat: None }).await;
    }
    panic!("the street is asked nothing");
}

/// A database with a row in every table, and its clock: campaign 1 is played with content of
/// its own, and has mail that waits, votes, a copy of its game and a request.
async fn specimen(name: &str) -> (PathBuf, Timestamp) {
    let room = Room::new(name).await;
    let spoilt = room.begun(7, 2).await;
    let room = room.with_content(40).await;
    let sound = room.begun_with(8, 2, "3").await;
    assert_eq!((spoilt, sound), (SPOILT, SOUND));
    let petition = room.hall.view(spoilt, None).await.unwrap().ballot.unwrap();
    let vote = petition.decision.choices[0].key.clone();
    let signed = room
        .ask(spoilt, UserId(60), Request::VotePublic { edition: None, choice: Some(vote) })
        .await;
    assert_eq!(signed, Reply::Done);
    let card = street(&room, spoilt).await;
    let voice = Request::Speak { question: card, choice: Some("sing".to_owned()) };
    assert_eq!(room.ask(spoilt, UserId(60), voice).await, Reply::Done);
    room.mail_is_out().await;
    // From here on nothing is delivered: the mail is still there when the hall opens.
    room.board.failures.store(u32::MAX, Ordering::SeqCst);
    assert_eq!(room.ask(spoilt, UserId(1), Request::Pause).await, Reply::Done);
    assert_eq!(room.ask(spoilt, UserId(1), Request::Resume).await, Reply::Done);
    let store = room.hall.store();
    room.hall.set_quiet(UserId(1), Some(QuietHours { from: 60, until: 120 })).await.unwrap();
    store.set_server_rights(1, &ServerRights { openers: Some(5), moderators: None }).await.unwrap();
    let (file, now) = (room.file.clone(), room.clock.now());
    room.hall.close().await;
    (file, now)
}

async fn raw(file: &Path) -> SqliteConnection {
    let url = format!("sqlite:{}", file.display());
    SqliteConnection::connect(&url).await.unwrap()
}

/// Every column of ours with its type, whether it may be empty, and whose row is spoilt.
async fn columns(file: &Path) -> Vec<(String, String, String, bool)> {
    let mut database = raw(file).await;
    let rows = sqlx::query(
        "SELECT t.name, c.name, c.type, c.\"notnull\" FROM pragma_table_list t
         JOIN pragma_table_info(t.name) c
         WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '_sqlx_%'
         ORDER BY t.name, c.cid",
    );
    let rows = rows.fetch_all(&mut database).await.unwrap();
    let column = |row: &sqlx::sqlite::SqliteRow| {
        (row.get(0), row.get(1), row.get(2), row.get::<i64, _>(3) == 0)
    };
    let all = rows.iter().map(column).collect();
    database.close().await.unwrap();
    all
}

/// Which row of a table is spoilt.
fn whose(table: &str) -> &'static str {
    match table {
        "campaign" => "id = 1",
        "pack" => "hash = (SELECT pack FROM campaign WHERE id = 1)",
        "person" | "server" => "true",
        "outbox" => "id = (SELECT min(id) FROM outbox WHERE campaign = 1 AND done_at IS NULL)",
        "snapshot" => "campaign = 1 AND seq = (SELECT max(seq) FROM snapshot WHERE campaign = 1)",
        "log" => "campaign = 1 AND seq = (SELECT max(seq) FROM log WHERE campaign = 1)",
        _ => "campaign = 1",
    }
}

/// A statement that spoils a column, for each way to do so.
async fn ways(file: &Path) -> Vec<String> {
    let mut ways = Vec::new();
    for (table, column, kind, may_be_empty) in columns(file).await {
        let values: &[&str] = if kind == "TEXT" { &TEXTS } else { &NUMBERS };
        let empty = may_be_empty.then_some("NULL");
        for value in values.iter().copied().chain(empty) {
            let row = whose(&table);
            ways.push(format!("UPDATE \"{table}\" SET \"{column}\" = {value} WHERE {row}"));
        }
    }
    ways
}

/// Spoils it; false if SQLite does not let anybody.
async fn spoil(file: &Path, way: &str) -> bool {
    let mut database = raw(file).await;
    for pragma in ["PRAGMA foreign_keys = OFF", "PRAGMA ignore_check_constraints = ON"] {
        sqlx::query(pragma).execute(&mut database).await.unwrap();
    }
    let done = sqlx::query(sqlx::AssertSqlSafe(way.to_owned())).execute(&mut database).await;
    database.close().await.unwrap();
    match done {
        Ok(done) => {
            assert!(done.rows_affected() > 0, "there is no such row: {way}");
            true
        }
        Err(_) => false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_spoilt_row_of_any_table_stops_nobody_else() {
    let (file, now) = specimen("rows").await;
    let ways = ways(&file).await;
    assert!(ways.len() > 150, "every column: {}", ways.len());
    let (mut tried, mut waiting) = (0, ways.into_iter().enumerate().collect::<Vec<_>>());
    while !waiting.is_empty() {
        let rest = waiting.split_off(waiting.len().min(8));
        let some = std::mem::replace(&mut waiting, rest);
        let cases = some.into_iter().map(|(at, way)| {
            let copy = file.with_file_name(format!("spoilt-{at}.sqlite"));
            std::fs::copy(&file, &copy).unwrap();
            tokio::spawn(async move {
                let spoilt = spoil(&copy, &way).await;
                if spoilt {
                    goes_on(&copy, now, &way).await;
                }
                for ending in ["", "-wal", "-shm", ".lock"] {
                    let _ = std::fs::remove_file(format!("{}{ending}", copy.display()));
                }
                spoilt
            })
        });
        for case in cases.collect::<Vec<_>>() {
            tried += usize::from(case.await.unwrap());
        }
    }
    assert!(tried > 130, "{tried} ways to spoil a row were tried");
}

/// The hall opens, the other campaign is played and told of, nothing spins, and the errands
/// at the database name what is broken and go on.
async fn goes_on(file: &Path, now: Timestamp, way: &str) {
    let store = Store::open(file).await.unwrap_or_else(|why| panic!("{way}: {why}"));
    store.server_rights().await.unwrap_or_else(|why| panic!("{way}: {why}"));
    let (front, clock) = (Arc::new(Heard::default()), Arc::new(HandClock::at(now)));
    let game = toy::Lanterns::with(&toy::content(40)).unwrap();
    let folder = file.with_extension("copies");
    std::fs::create_dir_all(&folder).unwrap();
    let plan = BackupPlan { every: Span::hours(24), keep: 1, folder: folder.clone() };
    let hall = Hall::open(HallConfig {
        clock: clock.clone(),
        idle: Duration::from_millis(50),
        retention: Some(Span::hours(1)),
        backups: Some(plan),
        ..HallConfig::new(store, vec![Arc::new(game)], front.clone())
    });
    let hall = hall.await.unwrap_or_else(|why| panic!("{way}: {why}"));
    for user in 1..=2 {
        let who = Requester::plain(UserId(user));
        let name = format!("again-{user}");
        let shown = hall.request(SPOILT, &name, who, Request::Show);
        timeout(PATIENCE, shown).await.unwrap_or_else(|_| panic!("{way}: no answer"));
    }
    let _ = timeout(PATIENCE, hall.view(SPOILT, None)).await.expect(way);
    play(&hall, way).await;
    let new = NewLobby::new(toy::ID, toy::SCENARIO, 1, 4242);
    let new =
        hall.open_lobby("a new one", new).await.unwrap_or_else(|why| panic!("{way}: {why:?}"));
    assert!(new.0 > SOUND.0 && new.0 < i64::MAX / 2 + 9, "{way}: {new}");
    heard(&front, &hall, &clock, way).await;
    backed_up(&hall, way).await;
    does_not_spin(&clock, way).await;
    timeout(PATIENCE, hall.close()).await.unwrap_or_else(|_| panic!("{way}: it does not close"));
    errands(file, way).await;
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The backup of the start counts, whatever is spoilt: it is in the backup as in the database.
async fn backed_up(hall: &Hall, way: &str) {
    for _ in 0..2000 {
        let tally = hall.backups().unwrap();
        assert_eq!(tally.failed, 0, "{way}");
        if tally.made == 1 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("{way}: no backup is made");
}

/// Somebody answers three times.
async fn play(hall: &Hall, way: &str) {
    let mut dice = Dice(3);
    for at in 0..3 {
        let mut said = None;
        for user in (1..=2).map(UserId) {
            let panel = hall.view(SOUND, Some(user)).await.unwrap();
            assert_eq!(panel.status, CampaignStatus::Running);
            if let Some(deed) = wish(&panel, user, &mut dice) {
                let who = Requester::plain(user);
                said = Some(hall.request(SOUND, &format!("now-{at}"), who, deed).await);
                break;
            }
        }
        assert!(
            matches!(said, Some(Reply::Answered { .. } | Reply::Voted { .. })),
            "{way}: {said:?}"
        );
    }
}

/// The other campaign's news are told.
async fn heard(front: &Heard, hall: &Hall, clock: &HandClock, way: &str) {
    for _ in 0..400 {
        clock.advance(Span::seconds(1));
        tokio::time::sleep(Duration::from_millis(5)).await;
        let mail =
            hall.store().pending_items(SOUND, 9).await.unwrap_or_else(|why| panic!("{way}: {why}"));
        if mail.is_empty() && front.0.lock().unwrap().contains(&SOUND) {
            return;
        }
    }
    panic!("{way}: the other campaign is not told of");
}

/// While the clock stands, nobody looks at it again and again.
async fn does_not_spin(clock: &HandClock, way: &str) {
    tokio::time::sleep(Duration::from_millis(20)).await;
    let before = clock.waits.load(Ordering::SeqCst);
    tokio::time::sleep(Duration::from_millis(60)).await;
    let waits = clock.waits.load(Ordering::SeqCst) - before;
    assert!(waits < 20, "{way}: {waits} looks at a clock that stands");
}

async fn errands(file: &Path, way: &str) {
    let store = Store::open(file).await.expect(way);
    let games: [Arc<dyn Game>; 1] = [Arc::new(toy::Lanterns::with(&toy::content(40)).unwrap())];
    let all = store.summaries().await.expect(way);
    assert!(all.iter().any(|one| one.id == SOUND), "{way}: {all:?}");
    let unreadable = store.unreadable_campaigns().await.expect(way);
    assert!(!unreadable.contains_key(&SOUND), "{way}: {unreadable:?}");
    let replays = archive::replay_all(&store, &games).await.expect(way);
    assert!(replays.different.iter().all(|(id, _)| *id != SOUND), "{way}: {replays:?}");
    let copy = file.with_extension("copy");
    let _ = std::fs::remove_file(&copy);
    store.backup(&copy).await.expect(way);
    std::fs::remove_file(&copy).unwrap();
    store.prune(Timestamp(5)).await.expect(way);
    erasure::forget(&store, &games, UserId(2), Timestamp(1_900_000_000_000)).await.expect(way);
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_that_cannot_be_read_is_put_aside_for_those_after_it() {
    let (file, now) = specimen("aside").await;
    assert!(
        spoil(&file, &format!("UPDATE outbox SET body = 'nonsense' WHERE {}", whose("outbox")))
            .await
    );
    let (front, clock) = (Arc::new(Heard::default()), Arc::new(HandClock::at(now)));
    let game = toy::Lanterns::with(&toy::content(40)).unwrap();
    let store = Store::open(&file).await.unwrap();
    let parts = HallConfig::new(store, vec![Arc::new(game)], front.clone());
    let hall = Hall::open(HallConfig { clock: clock.clone(), ..parts }).await.unwrap();
    for _ in 0..400 {
        if front.0.lock().unwrap().contains(&SPOILT) {
            break;
        }
        clock.advance(Span::seconds(1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(front.0.lock().unwrap().contains(&SPOILT), "what came after it is told");
    hall.close().await;
    let mut database = raw(&file).await;
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE body = 'nonsense'")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(kept, 1, "the row is still there");
    database.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_lobby_opens_beside_a_campaign_that_is_overdue_and_cannot_be_loaded() {
    let (file, now) = specimen("beside").await;
    let way = "UPDATE campaign SET council = 'nonsense', wake_at = 0 WHERE id = 1";
    assert!(spoil(&file, way).await);
    let game = toy::Lanterns::with(&toy::content(40)).unwrap();
    let store = Store::open(&file).await.unwrap();
    let parts = HallConfig::new(store, vec![Arc::new(game)], Arc::new(Heard::default()));
    let clock = Arc::new(HandClock::at(now));
    let hall = Hall::open(HallConfig { clock: clock.clone(), ..parts }).await.unwrap();
    does_not_spin(&clock, way).await;
    let reply = hall.request(SPOILT, "a", Requester::plain(UserId(1)), Request::Show).await;
    assert_eq!(reply, Reply::Refused(emberhall::council::Refusal::Internal));
    let new = NewLobby::new(toy::ID, toy::SCENARIO, 1, 99);
    hall.open_lobby("new", new).await.unwrap();
    hall.close().await;
}
