//! The command, through the program itself.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use emberhall::council::settings::{PublicVoteMode, TurnMode};
use emberhall::council::{Campaign, Reply, Request, Requester, UserId};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::Policy;
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby};
use emberhall::simulate::table::wait;
use emberhall::store::Store;
use serde_json::{Value, json};
use sqlx::Connection as _;

use crate::{game, tables};

/// What the program said, and its exit code.
struct Said {
    out: String,
    error: String,
    code: i32,
}

impl Said {
    fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.error);
        serde_json::from_str(&self.out).unwrap_or_else(|why| panic!("{why}: {}", self.out))
    }
}

fn measure(file: &Path, args: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberhall"));
    command.env_remove("DATABASE_URL").arg("campaigns").args(args);
    let output = command.arg("--measure").arg("--database").arg(file).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said {
        out: text(output.stdout),
        error: text(output.stderr),
        code: output.status.code().unwrap(),
    }
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("measuring").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("hall.sqlite")
}

async fn open(file: &Path) -> Hall {
    let store = Store::open(file).await.unwrap();
    let game = Arc::new(Frostpunk::builtin().unwrap());
    Hall::open(HallConfig::new(store, vec![game], Arc::new(NullFrontEnd))).await.unwrap()
}

/// The house's advice on the first question, as a click.
fn advised(campaign: &Campaign) -> Option<Request> {
    let question = campaign.council().questions.first()?;
    let choice = campaign.table()?.choose(question.decision, Policy::Greedy, 1)?;
    Some(Request::Choose { question: question.number, choice, seat: None })
}

/// A campaign of one person, up to this many answers; returns how many were given.
async fn played(hall: &Hall, channel: u64, answers: usize) -> u64 {
    let usual = NewLobby::new("frostpunk", "crater", 1, channel);
    let mut invitation = NewLobby { seed: Some(channel), ..usual };
    invitation.settings.public_vote.mode = PublicVoteMode::Off;
    let id = hall.open_lobby(&format!("open-{channel}"), invitation).await.unwrap();
    let who = Requester::plain(UserId(1));
    let sit = Request::Sit { role: "health".to_owned(), also: false };
    assert_eq!(hall.request(id, "sit", who.clone(), sit).await, Reply::Done);
    assert_eq!(hall.request(id, "begin", who.clone(), Request::Begin).await, Reply::Done);
    let mut given = 0;
    for at in 0..answers {
        let Some(deed) = hall.read(id, advised).await.unwrap() else { break };
        hall.request(id, &format!("r{at}"), who.clone(), deed).await;
        given += 1;
    }
    given
}

fn alter(file: &Path, statement: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = format!("sqlite:{}", file.display());
        let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
        sqlx::query(statement).execute(&mut database).await.unwrap();
        database.close().await.unwrap();
    });
}

fn keys(of: &Value) -> BTreeSet<&str> {
    of.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn a_database_is_measured_while_a_hall_has_it_open() {
    let file = scratch("live");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let given = runtime.block_on(async {
        let hall = open(&file).await;
        let given = played(&hall, 5, 10_000).await;
        played(&hall, 6, 150).await;
        played(&hall, 7, 3).await;
        let said = measure(&file, &["--json"]).json();
        let all = &said["tables"][0];
        assert_eq!((&all["players"], &all["games"]), (&json!(1), &json!(2)), "{said}");
        assert_eq!((&said["without_a_round"], &said["guessed"]), (&json!(1), &json!(0)));
        hall.close().await;
        given
    });
    let said = measure(&file, &["1", "--json"]).json();
    let mode = &said["tables"][0]["modes"][0];
    assert_eq!((&mode["turns"], &mode["games"]), (&json!("relay"), &json!(1)));
    let rounds = mode["rounds"].as_u64().unwrap();
    let clicks = mode["clicks"]["mean"].as_f64().unwrap() * rounds as f64;
    // The first answers come before the first round.
    assert!(rounds > 2 && clicks <= given as f64 && clicks > given as f64 - 20.0, "{said}");
    assert_eq!(mode["handovers"]["mean"], 0.0, "nobody else was there");
    let questions = mode["questions"]["mean"].as_f64().unwrap() * rounds as f64;
    assert!((questions - clicks).abs() <= 1.0, "each was asked, however fast it was answered");
    assert_eq!(measure(&file, &["2", "--json"]).json()["tables"][0]["games"], 1);
    let young = measure(&file, &["3"]);
    assert_eq!((young.code, young.out.trim()), (0, "no campaign has played a whole round yet"));
    let said = measure(&file, &[]);
    assert_eq!(said.code, 0, "{}", said.error);
    for word in ["2 campaigns of 1 person", "clicks", "handovers", "days a round", "hours"] {
        assert!(said.out.contains(word), "'{word}' in {}", said.out);
    }
    let line = |name: &str| said.out.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(line("notices").ends_with(" -") && line("messages").ends_with(" -"), "{}", said.out);
    assert!(said.out.contains("1 campaign has not played a whole round yet"), "{}", said.out);
}

#[test]
fn the_keys_are_those_of_a_simulation_without_what_a_log_does_not_hold() {
    let file = scratch("keys");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hall = open(&file).await;
        played(&hall, 5, 10_000).await;
        hall.close().await;
    });
    let said = measure(&file, &["--json"]).json();
    let game = game();
    let mut tables = tables(&game, TurnMode::Relay, 1, None);
    tables.games = 1;
    let simulated = json!(wait(&game, &tables, &|| {}).unwrap());
    assert_eq!(keys(&said["tables"][0]), keys(&simulated));
    let (ours, theirs) = (&said["tables"][0]["modes"][0], &simulated["modes"][0]);
    let beside = |one: &Value, other: &Value| -> Vec<String> {
        keys(one).difference(&keys(other)).map(|key| (*key).to_owned()).collect()
    };
    assert_eq!(beside(theirs, ours), ["messages", "notices", "refused"]);
    assert_eq!(beside(ours, theirs), ["games"]);
    assert_eq!(beside(&theirs["people"], &ours["people"]), ["turnout"]);
    assert_eq!(beside(&ours["people"], &theirs["people"]), ["heard"]);
    let kind = |mode: &Value| keys(&mode["kinds"]["act"]).len();
    assert!(theirs["kinds"]["act"].is_null() || kind(ours) == kind(theirs));
}

#[test]
fn what_cannot_be_read_is_named_and_hides_no_other() {
    let file = scratch("broken");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hall = open(&file).await;
        for channel in [5, 6, 7] {
            played(&hall, channel, 150).await;
        }
        hall.close().await;
    });
    alter(&file, "UPDATE log SET body = '{\"seq\":9}' WHERE campaign = 2 AND seq = 9");
    // Whose cards are gone is measured all the same, as far as the answers tell.
    alter(&file, "UPDATE campaign SET charter = json_set(charter, '$.pack', 'gone') WHERE id = 3");
    let said = measure(&file, &["--json"]);
    assert_eq!(said.error.lines().count(), 1, "{}", said.error);
    assert!(said.error.contains("the log of campaign 2 cannot be read"), "{}", said.error);
    let sums = said.json();
    assert_eq!((&sums["tables"][0]["games"], &sums["guessed"]), (&json!(2), &json!(1)), "{sums}");
    let alone = measure(&file, &["2"]);
    assert_eq!((alone.code, alone.error.lines().count()), (2, 1), "{}", alone.error);
    let none = measure(&file, &["9"]);
    assert_eq!((none.code, none.error.lines().count()), (2, 1), "{}", none.error);
    assert!(none.error.contains("there is no campaign 9"), "{}", none.error);
}

#[test]
fn a_database_of_the_first_version_is_measured() {
    let file = scratch("old");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0.1.0/hall.sqlite.gz");
    let mut bytes = Vec::new();
    let packed = std::fs::File::open(kept).unwrap();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    std::fs::write(&file, bytes).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    // As a hall does at its start: what only looks does not change what is there.
    runtime.block_on(async { Store::open(&file).await.unwrap().close().await });
    let said = measure(&file, &["--json"]);
    assert_eq!(said.error, "");
    let sums = said.json();
    assert_eq!(sums["guessed"], 0, "all of it is played again: {sums}");
    let tables = sums["tables"].as_array().unwrap();
    assert!(!tables.is_empty(), "{sums}");
    for mode in tables.iter().flat_map(|table| table["modes"].as_array().unwrap()) {
        assert!(mode["rounds"].as_u64() > Some(0) && mode["clicks"]["mean"].as_f64() > Some(0.0));
    }
    println!("{}", measure(&file, &[]).out);
}
