//! Kills while backups are made: at every step of one, and at random moments of it. Whatever has
//! the name of a backup afterwards is one.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use emberhall::council::settings::{Pace, PublicVoteMode};
use emberhall::council::{Request, Requester, Span, Timestamp, UserId};
use emberhall::hall::backups::BackupPlan;
use emberhall::hall::clock::{BoxFuture, Clock};
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby, archive};
use emberhall::store::{CampaignId, Store};
use sqlx::Connection as _;

use super::clicks::{Dice, wish};
use super::toy;

const FOLDER: &str = "EMBERHALL_CRASH_BACKUPS";
const HALT_AT: &str = "EMBERHALL_CRASH_BACKUPS_AT";
/// How many times faster time goes by there: a minute is a tenth of a second.
const HASTE: i64 = 600;
/// Kills at random moments of a backup.
const RANDOM: u64 = 16;
const STEPS: [&str; 4] = ["before copy", "after copy", "before name", "after name"];

/// Not a test by itself: the process that is killed.
#[test]
fn backup_child() {
    if let Ok(folder) = std::env::var(FOLDER) {
        play(Path::new(&folder));
    }
}

/// The machine's clock in a hurry: it does not go back when the process starts again.
struct Hurried;

impl Clock for Hurried {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
        Timestamp((since as i64 % 1_000_000_000) * HASTE)
    }

    fn wait(&self, until: Timestamp) -> BoxFuture<'_, ()> {
        let left = u64::try_from((until - self.now()).0 / HASTE + 1).unwrap_or(0);
        Box::pin(tokio::time::sleep(Duration::from_millis(left.min(50))))
    }
}

fn play(folder: &Path) {
    let halt_at = std::env::var(HALT_AT).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&folder.join("hall.sqlite")).await.unwrap();
        let probe = halt_at.clone();
        let store = store.with_write_hook(Arc::new(move |step| {
            if STEPS.contains(&step) {
                println!("STEP {step}");
            }
            if step == probe {
                loop {
                    std::thread::sleep(Duration::from_secs(1));
                }
            }
        }));
        let plan = BackupPlan { every: Span::MINUTE, keep: 2, folder: folder.to_owned() };
        let parts = HallConfig::new(store, super::games(), Arc::new(NullFrontEnd));
        let hall =
            Hall::open(HallConfig { clock: Arc::new(Hurried), backups: Some(plan), ..parts });
        let hall = hall.await.unwrap();
        let mut dice = Dice(Hurried.now().0 as u64 | 1);
        while halt_at != "nowhere" || hall.backups().unwrap().made < 2 {
            click(&hall, &mut dice).await;
        }
        hall.close().await;
    });
}

/// Somebody does something: there is always a campaign that is played.
async fn click(hall: &Hall, dice: &mut Dice) {
    let number = Hurried.now().0;
    let live = hall.store().live_campaign_in(1).await.unwrap();
    let Some(id) = live else { return begin(hall, number).await };
    let user = UserId(1 + dice.below(2) as u64);
    let panel = hall.view(id, Some(user)).await.unwrap();
    match wish(&panel, user, dice) {
        Some(deed) => ask(hall, id, user, deed, dice.below(usize::MAX / 2) as i64).await,
        None => tokio::time::sleep(Duration::from_millis(2)).await,
    }
}

async fn begin(hall: &Hall, number: i64) {
    let mut invitation = NewLobby::new(toy::ID, toy::SCENARIO, 1, 1);
    // As time flies there, the house would soon have to answer for everybody.
    invitation.settings.pace = Pace::Untimed;
    invitation.settings.public_vote.mode = PublicVoteMode::Off;
    let id = hall.open_lobby(&format!("open-{number}"), invitation).await.unwrap();
    for (user, role) in (1..).zip(toy::ROLES.iter().take(2)) {
        let sit = Request::Sit { role: (*role).to_owned(), also: false };
        ask(hall, id, UserId(user), sit, number).await;
    }
    ask(hall, id, UserId(1), Request::Begin, number).await;
}

async fn ask(hall: &Hall, id: CampaignId, user: UserId, deed: Request, number: i64) {
    let name = format!("{number}-{}-{}", user.0, matches!(deed, Request::Begin));
    hall.request(id, &name, Requester::plain(user), deed).await;
}

#[test]
fn killed_during_a_backup_it_leaves_only_backups_that_open_and_replay() {
    let folder = super::empty_folder("backups");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        Store::open(&folder.join("hall.sqlite")).await.unwrap().close().await;
        enlarge(&folder.join("hall.sqlite")).await;
    });
    let (mut dice, mut places) = (Dice(5), BTreeMap::<String, u32>::new());
    let moments = (0..RANDOM).map(|_| ("never", dice.below(160) as u64)).collect::<Vec<_>>();
    let steps = STEPS.iter().map(|step| (*step, 0));
    for (halt_at, millis) in steps.chain(moments) {
        // The first of a process may find parts to clear away, so that some are killed at the second.
        let which = 1 + millis as usize % 2;
        let mut child = start(&folder, halt_at);
        // It is listened to up to its end: who finds nobody there any more cannot speak.
        let mut said = BufReader::new(child.stdout.take().unwrap());
        wait_for(&mut said, if halt_at == "never" { "before copy" } else { halt_at }, which);
        std::thread::sleep(Duration::from_millis(millis));
        child.kill().unwrap();
        child.wait().unwrap();
        let last = said.lines().map_while(Result::ok).filter(|line| line.contains("STEP ")).last();
        let last = last.unwrap_or_else(|| "STEP before copy".to_owned());
        let left = if parts(&folder).is_empty() { "nothing left" } else { "something left" };
        let at = if halt_at == "never" { last.as_str() } else { halt_at };
        *places.entry(format!("{at}, {left}")).or_default() += 1;
        runtime.block_on(examine(&folder));
    }
    println!("killed after: {places:#?}");
    let cut_short: u32 =
        places.iter().filter(|(at, _)| at.ends_with("something left")).map(|(_, n)| n).sum();
    assert!(cut_short >= 6, "only {cut_short} kills were in the middle of a backup");
    let child = start(&folder, "nowhere").wait_with_output().unwrap();
    assert!(child.status.success(), "{}", String::from_utf8_lossy(&child.stderr));
    assert_eq!(parts(&folder), [""; 0], "nothing is left of those that were cut short");
    assert_eq!(backups(&folder).len(), 2);
    runtime.block_on(examine(&folder));
}

/// So that a backup takes some time.
async fn enlarge(file: &Path) {
    let url = format!("sqlite:{}", file.display());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let much = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
                INSERT INTO pack (hash, game, files) SELECT i, '', hex(zeroblob(100000)) FROM n";
    sqlx::query(much).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

fn start(folder: &Path, halt_at: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "backups::backup_child", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(HALT_AT, halt_at)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the process has said so often where it is.
fn wait_for(said: &mut impl BufRead, step: &str, times: usize) {
    let lines = said.lines().map_while(Result::ok);
    let found = lines.filter(|line| line.ends_with(&format!("STEP {step}"))).take(times).count();
    assert_eq!(found, times, "it ended before '{step}'");
}

fn named(folder: &Path, ours: impl Fn(&str) -> bool) -> Vec<String> {
    let all = std::fs::read_dir(folder).unwrap();
    let all = all.map(|one| one.unwrap().file_name().into_string().unwrap());
    all.filter(|name| name.contains(".backup-") && ours(name)).collect()
}

fn parts(folder: &Path) -> Vec<String> {
    named(folder, |name| name.contains(".part"))
}

fn backups(folder: &Path) -> Vec<PathBuf> {
    named(folder, |name| name.ends_with(".sqlite")).iter().map(|name| folder.join(name)).collect()
}

/// The database, and whatever is called a backup of it, is whole, and all that was played replays.
async fn examine(folder: &Path) {
    let mut files = backups(folder);
    assert!(files.len() <= 3, "the rotation comes after the name: {files:?}");
    files.push(folder.join("hall.sqlite"));
    for file in files {
        let store = Store::open_shared(&file).await.unwrap();
        store.integrity_check().await.unwrap();
        let replays = archive::replay_all(&store, &super::games()).await.unwrap();
        store.close().await;
        assert!(replays.different.is_empty(), "{}: {replays:?}", file.display());
    }
}
