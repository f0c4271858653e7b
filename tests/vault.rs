//! Errands at the database, through the program itself: list, replay, backup,
//! export, import, verify, render.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use emberhall::council::settings::PublicVoteMode;
use emberhall::council::{Campaign, Reply, Request, Requester, UserId};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game as _, Policy, Setup, Viewer};
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby};
use emberhall::store::{CampaignId, Exported, Store};
use serde_json::{Value, json};
use sqlx::Connection as _;

/// What the program said, and its exit code.
struct Said {
    out: String,
    error: String,
    code: i32,
}

fn emberhall(args: &[&str]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberhall"));
    let output = command.args(args).env_remove("DATABASE_URL").output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said {
        out: text(output.stdout),
        error: text(output.stderr),
        code: output.status.code().unwrap(),
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("vault").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn invitation(channel: u64) -> NewLobby {
    let usual = NewLobby::new("frostpunk", "crater", 1, channel);
    let mut invitation = NewLobby { seed: Some(channel), ..usual };
    // Nobody else is in that server.
    invitation.settings.public_vote.mode = PublicVoteMode::Off;
    invitation
}

/// The house's advice on the first question, as a click.
fn advised(campaign: &Campaign) -> Option<Request> {
    let question = campaign.council().questions.first()?;
    let choice = campaign.table()?.choose(question.decision, Policy::Greedy, 1)?;
    Some(Request::Choose { question: question.number, choice, seat: None })
}

async fn open(file: &Path) -> Hall {
    let store = Store::open(file).await.unwrap();
    let game = Arc::new(Frostpunk::builtin().unwrap());
    Hall::open(HallConfig::new(store, vec![game], Arc::new(NullFrontEnd))).await.unwrap()
}

/// A campaign of one person with so many answers.
async fn played(hall: &Hall, channel: u64, answers: usize) -> CampaignId {
    let id = hall.open_lobby(&format!("open-{channel}"), invitation(channel)).await.unwrap();
    let who = Requester::plain(UserId(1));
    let sit = Request::Sit { role: "health".to_owned(), also: false };
    assert_eq!(hall.request(id, "sit", who.clone(), sit).await, Reply::Done);
    assert_eq!(hall.request(id, "begin", who.clone(), Request::Begin).await, Reply::Done);
    for at in 0..answers {
        let Some(deed) = hall.read(id, advised).await.unwrap() else { break };
        let reply = hall.request(id, &format!("r{at}"), who.clone(), deed).await;
        assert!(matches!(reply, Reply::Answered { .. }), "{reply:?}");
    }
    id
}

/// A database with two campaigns, one of them played to its end, closed.
fn database(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let file = folder.join("hall.sqlite");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hall = open(&file).await;
        played(&hall, 5, 10_000).await;
        played(&hall, 6, 40).await;
        hall.close().await;
    });
    (folder, file)
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

#[test]
fn every_campaign_is_replayed_and_a_difference_is_named() {
    let (_, file) = database("replay");
    let name = file.to_str().unwrap();
    let listed = emberhall(&["campaigns", "--database", name]);
    assert_eq!(listed.code, 0, "{}", listed.error);
    assert_eq!(listed.out.lines().count(), 2);
    assert!(listed.out.contains("frostpunk\tover") && listed.out.contains("frostpunk\trunning"));
    let said = emberhall(&["replay", "--all", "--database", name]);
    assert_eq!((said.code, said.out.trim()), (0, "2 campaigns replayed as stored, 0 differently"));
    // Another answer than the one that was given.
    alter(
        &file,
        "UPDATE log SET body = json_set(body, '$.what.answer.choice', 'nonsense')
                  WHERE campaign = 2 AND seq = 20",
    );
    let said = emberhall(&["replay", "--all", "--database", name]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.starts_with("campaign 2: entry 20:"), "{}", said.out);
    let said = emberhall(&["replay", "--all", "--json", "--database", name]);
    assert!(said.out.contains("\"same\":1"), "{}", said.out);
}

#[test]
fn a_live_database_is_backed_up_and_nothing_is_overwritten() {
    let folder = folder("backup");
    let file = folder.join("hall.sqlite");
    let copy = folder.join("copy.sqlite");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hall = open(&file).await;
        played(&hall, 5, 30).await;
        let args = ["backup", copy.to_str().unwrap(), "--database", file.to_str().unwrap()];
        let said = emberhall(&args);
        assert_eq!(said.code, 0, "{}", said.error);
        // The hall goes on, and a second backup does not replace the first.
        played(&hall, 6, 10).await;
        let bytes = std::fs::read(&copy).unwrap();
        let said = emberhall(&args);
        assert_eq!(said.code, 2);
        assert_eq!(said.error.lines().count(), 1, "{}", said.error);
        assert_eq!(std::fs::read(&copy).unwrap(), bytes);
        hall.close().await;
    });
    let said = emberhall(&["replay", "--all", "--database", copy.to_str().unwrap()]);
    assert_eq!(said.out.trim(), "1 campaign replayed as stored, 0 differently");
}

#[test]
fn a_campaign_moves_as_one_file_and_goes_on_where_it_was() {
    let (folder, file) = database("move");
    let (out, other) = (folder.join("campaign.json"), folder.join("other.sqlite"));
    let (out, other) = (out.to_str().unwrap(), other.to_str().unwrap());
    let said = emberhall(&["export", "2", out, "--database", file.to_str().unwrap()]);
    assert_eq!(said.code, 0, "{}", said.error);
    assert!(said.out.contains("keep it secret"), "{}", said.out);
    let said = emberhall(&["import", out, "--database", other]);
    assert_eq!((said.code, said.out.trim()), (0, "imported as campaign 1"), "{}", said.error);
    // Its channel has a live campaign now.
    let said = emberhall(&["import", out, "--database", other]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert_eq!(said.error.lines().count(), 1);
    let said = emberhall(&["import", out, "--server", "3", "--channel", "99", "--database", other]);
    assert_eq!((said.code, said.out.trim()), (0, "imported as campaign 2"), "{}", said.error);
    let said = emberhall(&["replay", "--all", "--database", other]);
    assert_eq!(said.out.trim(), "2 campaigns replayed as stored, 0 differently");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hall = open(Path::new(other)).await;
        let id = hall.campaign_in_channel(99).await.unwrap().unwrap();
        let deed = hall.read(id, advised).await.unwrap().unwrap();
        let reply = hall.request(id, "next", Requester::plain(UserId(1)), deed).await;
        assert!(matches!(reply, Reply::Answered { .. }), "{reply:?}");
        hall.close().await;
    });
}

#[test]
fn broken_and_foreign_files_are_refused_and_change_nothing() {
    let (folder, file) = database("foreign");
    let out = folder.join("campaign.json");
    emberhall(&["export", "1", out.to_str().unwrap(), "--database", file.to_str().unwrap()]);
    let text = std::fs::read_to_string(&out).unwrap();
    let other = folder.join("other.sqlite");
    let broken = folder.join("broken.json");
    let (other_name, broken_name) = (other.to_str().unwrap(), broken.to_str().unwrap());
    let half = &text[..text.len() / 2];
    let files = [
        ("", "not"),
        (half, "not"),
        ("{\"format\":\"something\",\"version\":1}", "format"),
        (&text.replace("\"version\":1,\"charter\"", "\"version\":9,\"charter\""), "version"),
        (&text.replacen("\"seed\":5", "\"seed\":6", 1), "checksum"),
    ];
    for (text, says) in files {
        std::fs::write(&broken, text).unwrap();
        let said = emberhall(&["import", broken_name, "--database", other_name]);
        assert_eq!(said.code, 2, "{}", said.out);
        assert_eq!(said.error.lines().count(), 1, "{}", said.error);
        assert!(said.error.contains(says), "'{says}' in {}", said.error);
        let listed = emberhall(&["campaigns", "--database", other_name]);
        assert!(listed.code == 2 || listed.out.is_empty(), "nothing was imported");
    }
}

#[test]
fn a_campaign_that_is_over_verifies_and_another_seed_does_not() {
    let (folder, file) = database("verify");
    let out = folder.join("campaign.json");
    let name = out.to_str().unwrap();
    emberhall(&["export", "1", name, "--database", file.to_str().unwrap()]);
    let said = emberhall(&["verify", name]);
    assert_eq!(said.code, 0, "{}", said.error);
    assert!(said.out.starts_with("seed 5 fits the hash ") && said.out.contains("it is over"));
    let hash = said.out.split_whitespace().nth(5).unwrap();
    assert_eq!(emberhall(&["verify", name, "--commitment", hash]).code, 0);
    let other = "0".repeat(64);
    let said = emberhall(&["verify", name, "--commitment", &other]);
    assert_eq!(said.code, 1);
    assert!(said.error.contains("not the one you were told"), "{}", said.error);
}

/// An export with something changed, as a forger would: the checksum fits again.
fn forge(from: &Path, to: &Path, change: impl FnOnce(&mut Value)) {
    let mut value: Value = serde_json::from_str(&std::fs::read_to_string(from).unwrap()).unwrap();
    change(&mut value);
    let mut out: Exported = serde_json::from_value(value).unwrap();
    out.update_checksum().unwrap();
    std::fs::write(to, out.to_text().unwrap()).unwrap();
}

fn nonsense(value: &mut Value) {
    for entry in value["entries"].as_array_mut().unwrap() {
        if let Some(answer) = entry["what"].get_mut("answer") {
            answer["choice"] = json!("nonsense");
        }
    }
}

type Forgery<'a> = (&'a str, &'a str, &'a dyn Fn(&mut Value));

#[test]
fn a_forged_campaign_neither_verifies_nor_is_imported() {
    let (folder, file) = database("forged");
    let (over, running) = (folder.join("over.json"), folder.join("running.json"));
    for (id, to) in [("1", &over), ("2", &running)] {
        emberhall(&["export", id, to.to_str().unwrap(), "--database", file.to_str().unwrap()]);
    }
    let stray = |v: &mut Value| v["files"]["text/en/more.ftl"] = json!("a = b");
    let other = |v: &mut Value| v["files"]["notes.md"] = json!("hello");
    let in_no_time = |v: &mut Value| {
        let opened = v["council"]["questions"][0]["opened"].clone();
        v["council"]["questions"][0]["due"] = opened;
    };
    let forgeries: [Forgery<'_>; 6] = [
        ("over", "entry", &nonsense),
        ("over", "no copy", &|v| {
            nonsense(v);
            v["kept"] = Value::Null;
        }),
        ("over", "'text/en/more.ftl' is no part", &stray),
        ("running", "'notes.md' is no part", &other),
        ("running", "question", &in_no_time),
        ("running", "time that cannot be", &|v| {
            v["council"]["questions"][0]["due"] = json!(i64::MAX);
        }),
    ];
    let (forged, to) = (folder.join("forged.json"), folder.join("to.sqlite"));
    let (name, to) = (forged.to_str().unwrap(), to.to_str().unwrap());
    for (which, says, change) in forgeries {
        forge(if which == "over" { &over } else { &running }, &forged, change);
        let said = emberhall(&["verify", name]);
        assert_eq!((said.code, said.error.lines().count()), (1, 1), "{}", said.error);
        assert!(said.error.contains(says), "'{says}' in {}", said.error);
        let said = emberhall(&["import", name, "--database", to]);
        assert_eq!((said.code, said.error.lines().count()), (2, 1), "{}", said.error);
        assert!(said.error.contains(says), "'{says}' in {}", said.error);
    }
    let listed = emberhall(&["campaigns", "--database", to]);
    assert_eq!(listed.out.trim(), "no campaigns yet");
}

#[test]
fn a_lobby_has_nothing_to_verify_and_can_be_moved_but_not_with_sixty_chairs() {
    let folder = folder("lobby");
    let (file, out) = (folder.join("hall.sqlite"), folder.join("lobby.json"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hall = open(&file).await;
        hall.open_lobby("open", invitation(5)).await.unwrap();
        hall.close().await;
    });
    let (name, to) = (out.to_str().unwrap(), folder.join("to.sqlite"));
    emberhall(&["export", "1", name, "--database", file.to_str().unwrap()]);
    let said = emberhall(&["verify", name]);
    assert_eq!((said.code, said.error.lines().count()), (1, 1), "{}", said.error);
    assert!(said.error.contains("never began, so there is nothing to verify"), "{}", said.error);
    let forged = folder.join("forged.json");
    forge(&out, &forged, |v| {
        let chairs = &mut v["council"]["chairs"];
        *chairs = json!(vec![chairs[0].clone(); 60]);
    });
    let to = to.to_str().unwrap();
    let said = emberhall(&["import", forged.to_str().unwrap(), "--database", to]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert!(said.error.contains("chairs are not those of the game"), "{}", said.error);
    let said = emberhall(&["import", name, "--database", to]);
    assert_eq!(said.code, 0, "{}", said.error);
}

#[test]
fn what_is_not_there_is_said_in_one_sentence() {
    let folder = folder("missing");
    let missing = folder.join("none.sqlite");
    let missing = missing.to_str().unwrap();
    for args in [
        vec!["replay", "--all", "--database", missing],
        vec!["export", "1", "x.json", "--database", missing],
        vec!["verify", missing],
        vec!["replay"],
        vec!["backup"],
        vec!["campaigns", "--database", "postgres://elsewhere"],
    ] {
        let said = emberhall(&args);
        assert_eq!(said.code, 2, "{args:?}: {}", said.out);
        assert_eq!(said.error.lines().count(), 1, "{args:?}: {}", said.error);
    }
    assert!(!Path::new(missing).exists(), "looking does not create a database");
}

/// Width and height, as the file says.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n", "a PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn a_campaign_is_drawn_at_any_moment_of_its_log() {
    let (folder, file) = database("render");
    let draw = |name: &str, args: &[&str]| {
        let to = folder.join(name);
        let mut all = vec!["render", "--database", file.to_str().unwrap(), "-o"];
        all.push(to.to_str().unwrap());
        all.extend(args);
        let said = emberhall(&all);
        assert_eq!(said.code, 0, "{args:?}: {}", said.error);
        std::fs::read(to).unwrap()
    };
    let now = draw("now.png", &["--campaign", "1"]);
    assert_eq!(size(&now), (1280, 960));
    assert_eq!(now, draw("again.png", &["--campaign", "1"]), "the same state, the same bytes");
    let first = draw("first.png", &["--campaign", "1", "--round", "1"]);
    assert_ne!(first, now);
    let marked = draw("marked.png", &["--campaign", "1", "--round", "2", "--since", "1"]);
    assert_ne!(marked, draw("plain.png", &["--campaign", "1", "--round", "2"]), "it has marks");
    let early = draw("early.png", &["--campaign", "2", "--entry", "8"]);
    let late = draw("late.png", &["--campaign", "2", "--entry", "30"]);
    let end = draw("end.png", &["--campaign", "2"]);
    assert!(early != late && late != end && early != end, "each entry has its own board");
    assert!(size(&draw("chart.png", &["--campaign", "1", "--chart"])).0 > 0);
    assert!(size(&draw("poster.png", &["--campaign", "1", "--poster"])).0 > 0);
    assert!(draw("film.gif", &["--campaign", "1", "--film"]).starts_with(b"GIF89a"));
    assert!(size(&draw("card.png", &["--card", "M001"])).0 > 0);
}

#[test]
fn what_cannot_be_drawn_is_said_in_one_sentence() {
    let (_, file) = database("undrawn");
    let file = file.to_str().unwrap();
    for args in [
        vec!["--campaign", "1"],
        vec!["-o", "x.png"],
        vec!["-o", "x.png", "--campaign", "9", "--database", file],
        vec!["-o", "x.png", "--campaign", "1", "--database", file, "--round", "99"],
        vec!["-o", "x.png", "--campaign", "1", "--database", file, "--since", "99"],
        vec!["-o", "x.png", "--campaign", "2", "--database", file, "--poster"],
        vec!["-o", "x.png", "--state", file],
        vec!["-o", "x.png", "--state", "save.json", "--round", "1"],
        vec!["-o", "x.png", "--card", "nothing"],
        vec!["-o", "x.png", "--chart", "--film", "--campaign", "1", "--database", file],
        vec!["-o", "no/such/folder/x.png", "--card", "M001"],
    ] {
        let said = emberhall(&[vec!["render"], args.clone()].concat());
        assert_eq!(said.code, 2, "{args:?}: {} {}", said.out, said.error);
        assert_eq!(said.error.lines().count(), 1, "{args:?}: {}", said.error);
    }
    assert!(!Path::new("x.png").exists());
}

#[test]
fn a_save_is_drawn_as_the_board_it_holds() {
    let folder = folder("save");
    let game = Frostpunk::builtin().unwrap();
    let setup = Setup {
        roles: vec!["health".to_owned()],
        scenario: "crater".to_owned(),
        options: BTreeMap::new(),
    };
    let (table, _) = game.start(&setup, 5).unwrap();
    let (save, to) = (folder.join("save.json"), folder.join("board.png"));
    std::fs::write(&save, table.save().to_string()).unwrap();
    let said =
        emberhall(&["render", "--state", save.to_str().unwrap(), "-o", to.to_str().unwrap()]);
    assert_eq!(said.code, 0, "{}", said.error);
    let expected = game.picture(&table.view(Viewer::Public), None, "en").unwrap();
    assert_eq!(std::fs::read(to).unwrap(), expected.png);
}

#[test]
fn any_past_moment_is_seen_again_as_it_was() {
    let file = folder("past").join("hall.sqlite");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let hall = open(&file).await;
        let id = played(&hall, 7, 0).await;
        let now = |campaign: &Campaign| {
            let view = campaign.table().unwrap().view(Viewer::Public);
            (campaign.council().seq, view)
        };
        let mut seen = Vec::new();
        for at in 0..30 {
            seen.push(hall.read(id, now).await.unwrap());
            let deed = hall.read(id, advised).await.unwrap().unwrap();
            hall.request(id, &format!("r{at}"), Requester::plain(UserId(1)), deed).await;
        }
        for (seq, view) in seen {
            assert_eq!(hall.view_after(id, seq).await.unwrap(), view, "after entry {seq}");
        }
        hall.close().await;
    });
}
