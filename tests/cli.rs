//! The built program from outside: arguments, the line protocol, simulation.
//!
//! Knows the protocol and nothing of any game, as a script would.

#![allow(clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

use serde_json::{Value, json};

fn emberhall(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_emberhall"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// A running `play --json`.
struct Driver {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    first: Value,
}

impl Driver {
    fn start(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_emberhall"))
            .args(["play", "--json"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let mut driver = Driver { child, input, output, first: Value::Null };
        driver.first = driver.read();
        driver
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line}"))
    }

    fn say(&mut self, line: &str) -> Value {
        let input = self.input.as_mut().expect("its input is open");
        writeln!(input, "{line}").expect("it listens");
        self.read()
    }

    fn look(&mut self) -> Value {
        self.say(r#"{"view":"public"}"#)
    }

    /// The input ends; how does it end?
    fn end(mut self) -> i32 {
        drop(self.input.take());
        self.child.wait().expect("it ends").code().expect("an exit code")
    }
}

/// Any open choice of any open decision, by a small generator of its own.
fn any_answer(line: &Value, dice: &mut u64) -> Value {
    let mut below = |n: usize| {
        *dice =
            dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*dice >> 33) as usize % n
    };
    let decisions = line["decisions"].as_array().expect("decisions");
    let decision = &decisions[below(decisions.len())];
    let choices = decision["choices"].as_array().expect("choices");
    let open: Vec<&Value> = choices.iter().filter(|choice| choice["blocked"].is_null()).collect();
    assert!(!open.is_empty(), "a dead end: {decision}");
    json!({ "decision": decision["id"], "choice": open[below(open.len())]["key"] })
}

#[test]
fn bad_arguments_files_and_saves_end_with_one_sentence_and_code_2() {
    let folder = std::env::temp_dir().join(format!("emberhall-cli-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (no_json, no_save) = (folder.join("no-json"), folder.join("no-save"));
    std::fs::write(&no_json, "{\"round\":").expect("a file");
    std::fs::write(&no_save, "{\"round\":3}").expect("a file");
    let (no_json, no_save) = (no_json.to_string_lossy(), no_save.to_string_lossy());
    // Where a save is first written there is a folder in the way.
    let blocked = folder.join("blocked.json");
    std::fs::create_dir_all(folder.join("blocked.json.part")).expect("a folder");
    let blocked = blocked.to_string_lossy();
    let cases: &[&[&str]] = &[
        &["dance"],
        &["--dance"],
        &["play", "--players", "0"],
        &["play", "--players", "9"],
        &["play", "--seed", "x"],
        &["play", "--society", "VII"],
        &["play", "--scenario", "nowhere"],
        &["play", "--state", "no/such/file"],
        &["play", "--state", &no_json],
        &["play", "--state", &no_save],
        &["play", "--save", "no/such/folder/save.json"],
        &["play", "--save", &blocked],
        &["simulate", "--players", "5"],
        &["simulate", "--games", "0"],
        &["simulate", "--scenario", "nowhere"],
        &["simulate", "--content", "no/such/folder"],
        &["simulate", "--coverage", "--table"],
        &["check-content", "--content", "no/such/folder"],
        &["card"],
        &["card", "M001", "M004"],
        &["card", "no such card"],
        &["card", "M001", "--content", "no/such/folder"],
        &["render", "--card", "no such card", "-o", "never.png"],
        &["export", "two", "never.json"],
        &["doctor", "--try"],
        &["doctor", "--try", "0"],
        &["doctor", "--try", "the-city"],
        &["doctor", "--report", "never.txt"],
        &["doctor", "--patience", "5"],
        &["doctor", "--try", "1", "--patience", "0"],
        &["doctor", "--try", "1", "--patience", "86400"],
        &["doctor", "--try", "1", "--report", "no/such/folder/try.txt"],
        &["campaigns", "2"],
        &["campaigns", "two", "--measure"],
        &["campaigns", "1", "2", "--measure"],
        &["campaigns", "--measure=yes"],
        &["replay", "--all", "--measure"],
    ];
    for args in cases {
        let ended = emberhall(args);
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
        assert!(ended.stdout.is_empty(), "{args:?}");
    }
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn help_and_version_are_printed() {
    for args in [&["--help"][..], &["play", "--help"], &["sandbox", "--help"]] {
        let ended = emberhall(args);
        assert_eq!(ended.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&ended.stdout).contains("usage:"), "{args:?}");
    }
    assert!(String::from_utf8_lossy(&emberhall(&["--version"]).stdout).starts_with("emberhall "));
}

#[test]
fn bad_lines_are_refused_and_change_nothing() {
    let mut driver = Driver::start(&["--seed", "3", "--players", "2"]);
    let before = driver.first["state"].to_string();
    let broken = json!({ "state": { "round": 99 } }).to_string();
    let mut cut = driver.first["state"].clone();
    if let Some(first) = cut.as_object().and_then(|save| save.keys().next().cloned()) {
        cut.as_object_mut().and_then(|save| save.remove(&first));
    }
    let cut = json!({ "state": cut }).to_string();
    let long = format!("{{\"choice\":\"{}\"}}", "a".repeat(5 * 1024 * 1024));
    for line in [
        "",
        "nonsense",
        "[]",
        "null",
        "{}",
        "{\"choice\":\"no such choice\"}",
        "{\"choice\":7}",
        "{\"decision\":4294967295,\"choice\":\"done\"}",
        "{\"decision\":-1,\"choice\":\"done\"}",
        "{\"choice\":\"done\",\"more\":1}",
        "{\"undo\":\"yes\"}",
        "{\"undo\":true}",
        "{\"state\":7}",
        "{\"view\":99}",
        &broken,
        &cut,
        &long,
    ] {
        let said = driver.say(line);
        let shown: String = line.chars().take(60).collect();
        assert!(said["error"].is_string(), "{shown}: {said}");
        assert_eq!(driver.look()["state"].to_string(), before, "{shown}");
    }
    assert_eq!(driver.end(), 0);
}

#[test]
fn undo_returns_to_the_earlier_state() {
    let mut driver = Driver::start(&["--seed", "5"]);
    let (mut line, mut dice, mut undone) = (driver.first.clone(), 1, 0);
    while line["outcome"].is_null() && undone < 20 {
        let answer = any_answer(&line, &mut dice).to_string();
        let after = driver.say(&answer);
        let back = driver.say(r#"{"undo":true}"#);
        assert_eq!(back["state"].to_string(), line["state"].to_string());
        assert_eq!(back["decisions"], line["decisions"]);
        let again = driver.say(&answer);
        assert_eq!(again["state"].to_string(), after["state"].to_string());
        undone += 1;
        line = after;
    }
    assert_eq!(undone, 20, "answers that revealed something too");
    assert_eq!(driver.end(), 0);
}

#[test]
fn a_scripted_campaign_plays_to_its_end_and_resumes_anywhere() {
    for players in ["1", "2", "3", "4"] {
        let mut driver = Driver::start(&["--seed", "11", "--players", players]);
        let (mut line, mut dice, mut steps) = (driver.first.clone(), 7, 0_u32);
        while line["outcome"].is_null() {
            if steps.is_multiple_of(50) {
                let save = json!({ "state": line["state"] }).to_string();
                assert_eq!(driver.say(&save)["state"], line["state"]);
            }
            let answer = any_answer(&line, &mut dice).to_string();
            line = driver.say(&answer);
            assert!(line["error"].is_null(), "{answer}: {line}");
            steps += 1;
            assert!(steps < 20_000, "a campaign ends");
        }
        assert!(line["outcome"] == "won" || line["outcome"]["lost"].is_string(), "{line}");
        assert_eq!(line["decisions"], json!([]));
        assert_eq!(driver.end(), 0);
    }
}

#[test]
fn a_save_file_is_resumed() {
    let path = std::env::temp_dir().join(format!("emberhall-save-{}.json", std::process::id()));
    let file = path.to_string_lossy().into_owned();
    let mut driver = Driver::start(&["--seed", "8", "--save", &file]);
    let first = driver.first.clone();
    let line = driver.say(&any_answer(&first, &mut 3).to_string());
    assert_eq!(driver.end(), 0);
    let resumed = Driver::start(&["--state", &file]);
    assert_eq!(resumed.first["state"], line["state"]);
    assert_eq!(resumed.first["decisions"], line["decisions"]);
    assert_eq!(resumed.end(), 0);
    std::fs::remove_file(&path).expect("the save goes");
}

#[test]
fn a_campaign_at_the_terminal_explains_itself_unless_nobody_wants_that() {
    let shown = |args: &[&str]| String::from_utf8(emberhall(args).stdout).unwrap();
    let taught = shown(&["play", "--seed", "1"]);
    assert!(taught.contains("Lesson: What this is about. You are the Advisors"), "{taught}");
    let plain = shown(&["play", "--seed", "1", "--no-lessons"]);
    assert!(plain.contains("seed of this campaign is 1") && !plain.contains("Lesson:"), "{plain}");
}

#[test]
fn simulation_reports_the_same_on_any_number_of_threads() {
    let report = |threads: &str, policy: &str| {
        let ended = emberhall(&[
            "simulate",
            "--games",
            "12",
            "--players",
            "all",
            "--seed",
            "40",
            "--policy",
            policy,
            "--threads",
            threads,
            "--json",
        ]);
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(0), "{said}");
        let mut report: Value = serde_json::from_slice(&ended.stdout).expect("one object");
        let seconds = report.as_object_mut().and_then(|fields| fields.remove("seconds"));
        assert!(seconds.is_some_and(|seconds| seconds.is_number()));
        report
    };
    for policy in ["random", "greedy"] {
        let one = report("1", policy);
        assert_eq!(one, report("2", policy));
        assert_eq!(one["games"], 12);
        assert!(one["won"].is_u64() && one["lost"].is_object() && one["decisions"].is_u64());
        assert!(one["rounds"]["mean"].is_number() && one["rounds"]["histogram"].is_object());
    }
}

#[test]
fn the_built_in_content_has_no_problems() {
    let ended = emberhall(&["check-content"]);
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(!said.trim().is_empty());
}

#[test]
fn a_check_lists_the_decks_and_the_problems() {
    let ended = emberhall(&["check-content", "--json"]);
    let found: Value = serde_json::from_slice(&ended.stdout).expect("one object");
    assert!(found["decks"].as_object().is_some_and(|decks| decks.len() > 3), "{found}");
    let problems = found["problems"].as_array().expect("a list");
    assert_eq!(found["ok"] == true, problems.is_empty());
    assert_eq!(ended.status.code(), Some(i32::from(!problems.is_empty())));
}

#[test]
fn a_card_is_printed_with_what_it_leads_to() {
    let ended = emberhall(&["card", "M001"]);
    let said = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(said.starts_with("M001  ") && said.contains("\nleads to\n  "), "{said}");
    let ended = emberhall(&["card", "M001", "--json"]);
    let card: Value = serde_json::from_slice(&ended.stdout).expect("one object");
    for field in ["lines", "from", "leads"] {
        assert!(card[field].as_array().is_some_and(|list| !list.is_empty()), "{field}: {card}");
    }
}

#[test]
fn an_unknown_card_is_answered_with_the_nearest() {
    for args in [&["card", "M00l"][..], &["render", "--card", "M00l", "-o", "never.png"]] {
        let ended = emberhall(args);
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2), "{said}");
        assert!(said.contains("M001") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn a_card_is_drawn_by_every_name_it_can_be_looked_up_by() {
    let file = std::env::temp_dir().join(format!("emberhall-card-{}.png", std::process::id()));
    for id in ["M001", "sawmill", "building-sawmill", "foreman"] {
        let ended = emberhall(&["render", "--card", id, "-o", &file.to_string_lossy()]);
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(0), "{id}: {said}");
        assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"), "{id}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn a_folder_of_cards_is_played_and_counted_without_building_anything() {
    let ended = emberhall(&[
        "simulate",
        "--content",
        concat!(env!("CARGO_MANIFEST_DIR"), "/data/frostpunk"),
        "--games",
        "4",
        "--policy",
        "mixed",
        "--coverage",
        "--json",
    ]);
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(0), "{said}");
    let report: Value = serde_json::from_slice(&ended.stdout).expect("one object");
    assert_eq!(report["games"], 4);
    let pieces = report["coverage"]["pieces"].as_object().expect("pieces");
    assert!(pieces.values().any(|piece| piece["seen"] == 4), "something comes up every time");
    assert!(report["coverage"]["gaps"]["never_seen"].is_array());
}

/// A bot that is started with these settings and no others.
fn serve(set: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberhall"));
    for name in [
        "DISCORD_TOKEN",
        "DISCORD_API_URL",
        "DISCORD_GUILD_ID",
        "DATABASE_URL",
        "EMBERHALL_LOG",
        "EMBERHALL_METRICS",
    ] {
        command.env_remove(name);
    }
    let set = set.iter().copied();
    command.arg("serve").envs(set).stdin(Stdio::null()).output().expect("the program starts")
}

#[test]
fn a_bot_with_bad_settings_does_not_start_and_says_which() {
    for (set, word) in [
        (vec![], "DISCORD_TOKEN"),
        (vec![("DISCORD_TOKEN", " ")], "DISCORD_TOKEN"),
        (vec![("DISCORD_TOKEN", "hush hush")], "holds more than a token"),
        (vec![("DISCORD_TOKEN", "hush"), ("DISCORD_GUILD_ID", "home")], "DISCORD_GUILD_ID"),
        (vec![("DISCORD_TOKEN", "hush"), ("DISCORD_API_URL", "home")], "DISCORD_API_URL"),
        (vec![("DISCORD_TOKEN", "hush"), ("EMBERHALL_LOG", "loud")], "EMBERHALL_LOG"),
        (vec![("DISCORD_TOKEN", "hush"), ("EMBERHALL_METRICS", "9")], "EMBERHALL_METRICS"),
        (vec![("DISCORD_TOKEN", "hush"), ("DATABASE_URL", "mysql://x/y")], "mysql://x/y"),
    ] {
        let ended = serve(&set);
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(2), "{said}");
        assert!(said.contains(word) && said.trim().lines().count() == 1, "{said}");
        assert!(!said.contains("hush"), "{said}");
    }
}

#[test]
fn a_token_discord_does_not_know_is_never_printed() {
    let place = TcpListener::bind("127.0.0.1:0").expect("a port");
    let base = format!("http://{}", place.local_addr().expect("its address"));
    std::thread::spawn(move || {
        for caller in place.incoming().flatten() {
            let mut caller = caller;
            let _ = caller.read(&mut [0; 4096]);
            let body = r#"{"message":"401: Unauthorized","code":0}"#;
            let head = "HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json";
            let length = body.len();
            let _ = write!(
                caller,
                "{head}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
            );
        }
    });
    let token = "MTIz.hush.hush";
    let set = [("DISCORD_TOKEN", token), ("DISCORD_API_URL", &base), ("EMBERHALL_LOG", "trace")];
    let ended = serve(&set);
    let said = [ended.stdout, ended.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("does not know this token") && !said.contains("hush"), "{said}");
}
