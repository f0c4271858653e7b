//! Speed of the hall as ratios of one run: `cargo bench --bench hall`.
//!
//! Machines differ and are noisy, so every figure is measured against something
//! bare on the same disk in the same run, by turns; medians. The limits are
//! printed beside the figures, and a ratio above its limit ends with 1.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use emberhall::council::question::Escalation;
use emberhall::council::{Campaign, CampaignStatus, Reply, Request, Requester, UserId};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Policy};
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby};
use emberhall::store::{CampaignId, Store};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, SqliteConnection};

const FEW: u64 = 10;
const MANY: u64 = 10_000;
const ANSWERS: usize = 300;

struct Figure {
    what: &'static str,
    value: f64,
    limit: Option<f64>,
}

fn main() -> ExitCode {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let figures = runtime.unwrap().block_on(measure());
    let mut code = ExitCode::SUCCESS;
    for Figure { what, value, limit } in figures {
        let limit = match limit {
            Some(limit) if value > limit => {
                code = ExitCode::FAILURE;
                format!("limit {limit}, EXCEEDED")
            }
            Some(limit) => format!("limit {limit}"),
            None => "no limit".to_owned(),
        };
        println!("{what:<72} {value:>10.2}   ({limit})");
    }
    code
}

async fn measure() -> Vec<Figure> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let game: Arc<dyn Game> = Arc::new(Frostpunk::builtin().unwrap());
    let mut figures = answers(&folder, &game).await;
    figures.extend(loading(&folder, &game).await);
    figures.extend(idle(&folder, &game).await);
    figures
}

async fn hall(file: &Path, game: &Arc<dyn Game>, idle: Duration) -> Hall {
    let store = Store::open(file).await.unwrap();
    let parts = HallConfig::new(store, vec![Arc::clone(game)], Arc::new(NullFrontEnd));
    Hall::open(HallConfig { idle, ..parts }).await.unwrap()
}

/// A campaign of one seat, so that every click is an answer.
async fn begun(hall: &Hall, channel: u64) -> CampaignId {
    let invitation = NewLobby::new("frostpunk", "crater", 1, channel);
    let invitation = NewLobby { seed: Some(channel), ..invitation };
    let id = hall.open_lobby(&format!("open-{channel}"), invitation).await.unwrap();
    let who = Requester::plain(UserId(1));
    let sit = Request::Sit { role: "generator".to_owned(), also: false };
    assert_eq!(hall.request(id, "sit", who.clone(), sit).await, Reply::Done);
    assert_eq!(hall.request(id, "begin", who, Request::Begin).await, Reply::Done);
    id
}

/// The house's advice on the first open question, as a click; none when it is over.
async fn click(hall: &Hall, id: CampaignId) -> Option<Request> {
    let advise = |campaign: &Campaign| {
        if campaign.council().status == CampaignStatus::Over {
            return None;
        }
        let question = campaign.council().questions.first()?;
        let advised =
            campaign.table()?.choose(question.decision, Policy::Greedy, u64::from(question.number));
        let choice = match &question.escalation {
            Some(Escalation::Tie(tied)) => tied.first().cloned(),
            _ => advised,
        };
        Some(Request::Choose { question: question.number, choice: choice?, seat: None })
    };
    hall.read(id, advise).await.unwrap()
}

async fn mail_out(hall: &Hall) {
    while !hall.outbox_is_empty() {
        tokio::time::sleep(Duration::from_micros(200)).await;
    }
}

/// One answer after the other in turn, each with the table quiet: microseconds.
struct Player {
    hall: Hall,
    channels: u64,
    at: CampaignId,
    clicks: u64,
}

impl Player {
    async fn answer(&mut self) -> f64 {
        let mut deed = click(&self.hall, self.at).await;
        while deed.is_none() {
            self.channels += 1;
            self.at = begun(&self.hall, self.channels).await;
            deed = click(&self.hall, self.at).await;
        }
        let deed = deed.unwrap();
        mail_out(&self.hall).await;
        self.clicks += 1;
        let request = format!("r{}", self.clicks);
        let begun = Instant::now();
        let reply = self.hall.request(self.at, &request, Requester::plain(UserId(1)), deed).await;
        let took = begun.elapsed();
        assert!(matches!(reply, Reply::Answered { .. }), "{reply:?}");
        took.as_secs_f64() * 1e6
    }
}

async fn answers(folder: &Path, game: &Arc<dyn Game>) -> Vec<Figure> {
    let mut few = player(&folder.join("few.sqlite"), game, FEW).await;
    let mut many = player(&folder.join("many.sqlite"), game, MANY).await;
    let mut bare = Bare::open(&folder.join("bare.sqlite")).await;
    let (mut a, mut b, mut c) = (Vec::new(), Vec::new(), Vec::new());
    let before = bytes(&folder.join("few.sqlite")).await;
    for _ in 0..20 {
        few.answer().await;
    }
    mail_out(&few.hall).await;
    let each = (bytes(&folder.join("few.sqlite")).await - before) / 20;
    for _ in 0..ANSWERS {
        a.push(few.answer().await);
        c.push(bare.write(each as usize).await);
        b.push(many.answer().await);
    }
    let (few_us, many_us, bare_us) = (median(&mut a), median(&mut b), median(&mut c));
    few.hall.close().await;
    many.hall.close().await;
    vec![
        Figure { what: "an answer, microseconds", value: few_us, limit: None },
        Figure { what: "bytes stored for an answer", value: each as f64, limit: None },
        Figure {
            what: "a bare transaction of as many bytes, microseconds",
            value: bare_us,
            limit: None,
        },
        Figure {
            what: "an answer / a bare transaction of as many bytes",
            value: few_us / bare_us,
            limit: Some(2.0),
        },
        Figure {
            what: "an answer with 10,000 campaigns stored / with 10",
            value: many_us / few_us,
            limit: Some(1.2),
        },
    ]
}

async fn player(file: &Path, game: &Arc<dyn Game>, campaigns: u64) -> Player {
    let hall = hall(file, game, Duration::from_millis(500)).await;
    let mut at = CampaignId(0);
    for channel in 1..=campaigns {
        at = begun(&hall, channel).await;
    }
    while hall.store().next_delivery().await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Player { hall, channels: campaigns, at, clicks: 0 }
}

/// Bytes of everything a campaign's answer writes: rows of the log, the state, the
/// request, the notices and kept copies.
async fn bytes(file: &Path) -> u64 {
    let mut database =
        SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let sums = [
        "SELECT total(length(body) + 24) FROM log",
        "SELECT total(length(state) + 16) FROM snapshot",
        "SELECT total(length(id) + length(reply) + 16) FROM request",
        "SELECT total(length(topic) + length(body) + 48) FROM outbox",
        // Written anew with every answer.
        "SELECT total(length(council)) * (SELECT count(*) FROM request)
         / (SELECT count(*) FROM campaign) / (SELECT count(*) FROM campaign) FROM campaign",
    ];
    let mut all = 0.0;
    for sum in sums {
        let part: f64 = sqlx::query_scalar(sum).fetch_one(&mut database).await.unwrap();
        all += part;
    }
    database.close().await.unwrap();
    all as u64
}

/// One row of so many bytes in one transaction, with the same settings.
struct Bare {
    database: SqliteConnection,
}

impl Bare {
    async fn open(file: &Path) -> Bare {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(sqlx::sqlite::SqliteJournalMode::Wal)
            .synchronous(sqlx::sqlite::SqliteSynchronous::Full);
        let mut database = options.connect().await.unwrap();
        database.execute("CREATE TABLE bare (id INTEGER PRIMARY KEY, body TEXT)").await.unwrap();
        Bare { database }
    }

    async fn write(&mut self, bytes: usize) -> f64 {
        let body = "x".repeat(bytes);
        let begun = Instant::now();
        let mut transaction = self.database.begin_with("BEGIN IMMEDIATE").await.unwrap();
        let insert = sqlx::query("INSERT INTO bare (body) VALUES (?)").bind(body);
        insert.execute(&mut *transaction).await.unwrap();
        transaction.commit().await.unwrap();
        begun.elapsed().as_secs_f64() * 1e6
    }
}

/// Loading a campaign shortly before its end, against a copy of its state and one read.
async fn loading(folder: &Path, game: &Arc<dyn Game>) -> Vec<Figure> {
    let file = folder.join("few.sqlite");
    let store = Store::open(&file).await.unwrap();
    let mut plain = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let mut worst = (0.0, 0.0, 0.0);
    for id in late_campaigns(&store).await {
        let (mut whole, mut least) = (Vec::new(), Vec::new());
        let loaded = restored(&store, id, game).await;
        for _ in 0..100 {
            let begun = Instant::now();
            std::hint::black_box(restored(&store, id, game).await);
            whole.push(begun.elapsed().as_secs_f64() * 1e6);
            let begun = Instant::now();
            std::hint::black_box(loaded.table().unwrap().clone_box());
            std::hint::black_box(one_read(&mut plain, id).await);
            least.push(begun.elapsed().as_secs_f64() * 1e6);
        }
        let (whole, least) = (median(&mut whole), median(&mut least));
        if whole / least > worst.0 {
            worst = (whole / least, whole, least);
        }
    }
    plain.close().await.unwrap();
    store.close().await;
    vec![
        Figure {
            what: "loading a campaign in its last round, microseconds",
            value: worst.1,
            limit: None,
        },
        Figure {
            what: "a clone of its state and one read, microseconds",
            value: worst.2,
            limit: None,
        },
        Figure {
            what: "loading / a clone and one read, the worst of all",
            value: worst.0,
            limit: Some(5.0),
        },
    ]
}

/// The stored copy of its game, and nothing else.
async fn one_read(database: &mut SqliteConnection, id: CampaignId) -> String {
    let newest = "SELECT state FROM snapshot WHERE campaign = ? ORDER BY seq DESC LIMIT 1";
    sqlx::query_scalar(newest).bind(id.0).fetch_one(database).await.unwrap()
}

async fn late_campaigns(store: &Store) -> Vec<CampaignId> {
    let all = store.summaries().await.unwrap();
    let mut played: Vec<_> = all.iter().filter(|one| one.seq > 60).map(|one| one.id).collect();
    played.truncate(5);
    assert!(!played.is_empty(), "no campaign got far");
    played
}

async fn restored(store: &Store, id: CampaignId, game: &Arc<dyn Game>) -> Campaign {
    let stored = store.load(id).await.unwrap().unwrap();
    let game = Arc::clone(game);
    Campaign::restore(stored.charter, game, stored.council, stored.base, stored.tail).unwrap()
}

/// What is left in memory of campaigns that went idle.
async fn idle(folder: &Path, game: &Arc<dyn Game>) -> Vec<Figure> {
    const CAMPAIGNS: u64 = 2000;
    let hall = hall(&folder.join("idle.sqlite"), game, Duration::from_hours(1)).await;
    let mut ids = Vec::new();
    for channel in 1..=CAMPAIGNS {
        ids.push(begun(&hall, channel).await);
    }
    let live = hall.live_campaigns();
    let full = resident();
    hall.close().await;
    let hall = self::hall(&folder.join("idle.sqlite"), game, Duration::from_millis(50)).await;
    for id in &ids {
        hall.view(*id, None).await.unwrap();
    }
    while hall.live_campaigns() > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let after = hall.live_campaigns();
    hall.close().await;
    vec![
        Figure {
            what: "campaigns in memory after 2000 were opened",
            value: live as f64,
            limit: None,
        },
        Figure { what: "resident memory with them, MB", value: full, limit: None },
        Figure {
            what: "campaigns in memory after all went idle",
            value: after as f64,
            limit: Some(0.0),
        },
    ]
}

/// Resident memory in MB.
fn resident() -> f64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = statm.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0.0);
    pages * 4096.0 / 1e6
}

fn median(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    samples[samples.len() / 2]
}
