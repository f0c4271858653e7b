//! The line protocol, as a script speaks it that has gone mad.
//!
//! The built program is driven: a panic, a second answer or a missing one ends it here.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::chance::{Chance, tries};
use crate::spoil;

/// A running `play --json`.
struct Driver {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Driver {
    /// It, and the first line it writes.
    fn start(players: &str) -> (Self, Value) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_emberhall"))
            .args(["play", "--json", "--seed", "5", "--players", players])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut driver = Driver { child, input, output };
        let first = driver.read();
        (driver, first)
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line:?}"))
    }

    fn say(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.read()
    }

    /// The most memory it ever had, in KiB; none where that cannot be known.
    fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// The input ends: nothing more is said, and all is well.
    fn end(mut self) {
        drop(self.input);
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "it said more than it was asked");
        assert!(self.child.wait().unwrap().success());
    }
}

fn good_line(now: &Value, chance: &mut Chance) -> Value {
    let decisions = now["decisions"].as_array().unwrap();
    let decision = decisions.get(chance.below(decisions.len()));
    match (decision, chance.below(12)) {
        (_, 0) => json!({ "undo": true }),
        (_, 1) => json!({ "state": now["state"] }),
        (_, 2) => json!({ "view": chance.below(4) }),
        (Some(decision), _) => {
            let choices = decision["choices"].as_array().unwrap();
            json!({ "decision": decision["id"], "choice": choices[chance.below(choices.len())]["key"] })
        }
        (None, _) => json!({ "view": "public" }),
    }
}

fn spoilt_line(now: &Value, chance: &mut Chance) -> Vec<u8> {
    let mut good = good_line(now, chance);
    let mut bytes = match chance.below(4) {
        0 => {
            spoil::json(&mut good, chance);
            good.to_string().into_bytes()
        }
        1 if good["state"].is_object() => {
            spoil::json(&mut good["state"]["city"], chance);
            good.to_string().into_bytes()
        }
        _ => spoil::bytes(good.to_string().as_bytes(), chance),
    };
    bytes.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    bytes
}

#[test]
fn every_spoilt_line_is_answered_once_and_a_refused_one_changes_nothing() {
    for (players, seed) in [("1", 1), ("4", 2)] {
        let (mut driver, mut now) = Driver::start(players);
        let mut refused = 0;
        let many = tries(600);
        for number in 0..many {
            let mut chance = Chance::new(seed << 32 | number as u64);
            let line = spoilt_line(&now, &mut chance);
            let said = driver.say(&line);
            let shown = driver.say(br#"{"view":"public"}"#);
            let line = String::from_utf8_lossy(&line);
            let line: String = line.chars().take(300).collect();
            if said.get("error").is_some() {
                refused += 1;
                let error = said["error"].as_str().unwrap();
                assert!(error.len() < 2000, "{line}: a sentence of {} bytes", error.len());
                assert_eq!(shown["state"], now["state"], "{line}");
            } else {
                assert_eq!(shown["state"], said["state"], "{line}");
            }
            now = shown;
            if chance.one_in(3) {
                // Some honest answers, so that it is not always the same question.
                let line = good_line(&now, &mut chance).to_string();
                driver.say(line.as_bytes());
                now = driver.say(br#"{"view":"public"}"#);
            }
        }
        assert!(refused * 2 > many, "only {refused} of {many} were refused");
        driver.end();
    }
}

#[test]
fn a_line_longer_than_the_limit_is_refused_without_being_held() {
    let (mut driver, first) = Driver::start("2");
    let mut line = br#"{"choice":""#.to_vec();
    line.resize(64 << 20, b'x');
    let said = driver.say(&line);
    assert_eq!(said, json!({ "error": "the line is longer than 4 MiB" }));
    // As much as a line may hold, of what takes the most room when it is understood.
    let most = [br#"{"state":["#.as_slice(), &b"[],".repeat((4 << 20) / 3 - 10), b"0]}"].concat();
    assert!(driver.say(&most)["error"].is_string());
    assert_eq!(driver.say(br#"{"view":"public"}"#)["state"], first["state"]);
    if let Some(most) = driver.most_memory() {
        assert!(most < 400 << 10, "{most} KiB");
    }
    driver.end();
}

#[test]
fn a_refusal_stays_short_however_long_the_line_was() {
    let (mut driver, _) = Driver::start("2");
    let long = "ä".repeat(1 << 20);
    for line in [
        json!({ &long: 1 }),
        json!({ "choice": long }),
        json!({ "state": { &long: 1 } }),
        json!({ "state": { "game": long } }),
    ] {
        let said = driver.say(line.to_string().as_bytes());
        let error = said["error"].as_str().unwrap();
        assert!(error.len() < 1000, "a sentence of {} bytes", error.len());
    }
    driver.end();
}
