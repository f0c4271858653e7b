//! The line protocol, as a script speaks it that has gone mad.
//!
//! A panic, a second answer or a missing one ends it here.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

use emberhall::cli::play_lines;
use emberhall::frostpunk::Frostpunk;
use emberhall::game::Setup;
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::spoil;
use crate::target::{Input, target};

/// One that speaks it.
struct Driver {
    input: Box<dyn Write>,
    output: Box<dyn BufRead>,
}

impl Driver {
    fn over(input: impl Write + 'static, output: impl Read + 'static) -> Self {
        Driver { input: Box::new(input), output: Box::new(BufReader::new(output)) }
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

    /// The input ends: nothing more is said.
    fn end(self) {
        let Driver { input, mut output } = self;
        drop(input);
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "it said more than it was asked");
    }
}

/// A running `play --json`.
struct Program {
    child: Child,
    driver: Driver,
}

impl Program {
    /// It, and the first line it writes.
    fn start(players: &str) -> (Self, Value) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_emberhall"))
            .args(["play", "--json", "--seed", "5", "--players", players])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let mut driver = Driver::over(input, output);
        let first = driver.read();
        (Program { child, driver }, first)
    }

    /// The most memory it ever had, in KiB; none where that cannot be known.
    fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// The input ends, and all is well.
    fn end(mut self) {
        self.driver.end();
        assert!(self.child.wait().unwrap().success());
    }
}

fn good_line(now: &Value, chance: &mut Chance<'_>) -> Value {
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

fn spoilt_line(now: &Value, chance: &mut Chance<'_>) -> Vec<u8> {
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

/// Says a line that may be anything; a refused one changes nothing. Was it refused?
fn said(driver: &mut Driver, now: &mut Value, line: &[u8]) -> bool {
    let said = driver.say(line);
    let shown = driver.say(br#"{"view":"public"}"#);
    let line: String = String::from_utf8_lossy(line).chars().take(300).collect();
    let refused = said.get("error").is_some();
    if refused {
        let error = said["error"].as_str().unwrap();
        assert!(error.len() < 2000, "{line}: a sentence of {} bytes", error.len());
        assert_eq!(shown["state"], now["state"], "{line}");
    } else {
        assert_eq!(shown["state"], said["state"], "{line}");
    }
    *now = shown;
    refused
}

/// A campaign by lines, on a thread of its own.
fn spoken(game: &Frostpunk, players: usize, talk: impl FnOnce(Driver, Value)) {
    let (lines, to) = std::io::pipe().unwrap();
    let (from, mut answers) = std::io::pipe().unwrap();
    let setup = Setup::usual(game, players);
    std::thread::scope(|threads| {
        let mut lines = BufReader::new(lines);
        threads.spawn(move || play_lines(game, &setup, 5, &mut lines, &mut answers));
        let mut driver = Driver::over(to, from);
        let first = driver.read();
        talk(driver, first);
    });
}

#[test]
fn a_spoilt_line_is_answered_once_and_a_refused_one_changes_nothing() {
    let game = Frostpunk::builtin().unwrap();
    let (mut tried, mut refused) = (0, 0);
    target("protocol", |input: Input<'_>| {
        let mut count = |driver: &mut Driver, now: &mut Value, line: &[u8]| {
            tried += 1;
            refused += usize::from(said(driver, now, line));
        };
        match input {
            Input::Text(text) => spoken(&game, 2, |mut driver, mut now| {
                for line in text.split('\n') {
                    count(&mut driver, &mut now, line.as_bytes());
                }
                driver.end();
            }),
            Input::Recipe(mut chance) => {
                let players = 1 + chance.below(4);
                spoken(&game, players, |mut driver, mut now| {
                    for _ in 0..=chance.below(4) {
                        // Some honest answers, so that it is not always the same question.
                        for _ in 0..chance.below(8) {
                            driver.say(good_line(&now, &mut chance).to_string().as_bytes());
                            now = driver.say(br#"{"view":"public"}"#);
                        }
                        let line = spoilt_line(&now, &mut chance);
                        count(&mut driver, &mut now, &line);
                    }
                    driver.end();
                });
            }
        }
    });
    println!("{refused} of {tried} lines were refused");
    assert!(refused * 2 > tried && refused < tried, "{refused} of {tried} were refused");
}

#[test]
fn a_line_that_is_no_text_is_answered_like_any_other() {
    let (mut program, mut now) = Program::start("3");
    for line in [b"\xff\xfe".as_slice(), b"{\"choice\":\"\xc3\"}", b"\0", b""] {
        assert!(said(&mut program.driver, &mut now, line), "{line:?}");
    }
    program.end();
}

#[test]
fn a_line_longer_than_the_limit_is_refused_without_being_held() {
    let (mut program, first) = Program::start("2");
    let mut line = br#"{"choice":""#.to_vec();
    line.resize(64 << 20, b'x');
    let said = program.driver.say(&line);
    assert_eq!(said, json!({ "error": "the line is longer than 4 MiB" }));
    // As much as a line may hold, of what takes the most room when it is understood.
    let most = [br#"{"state":["#.as_slice(), &b"[],".repeat((4 << 20) / 3 - 10), b"0]}"].concat();
    assert!(program.driver.say(&most)["error"].is_string());
    assert_eq!(program.driver.say(br#"{"view":"public"}"#)["state"], first["state"]);
    if let Some(most) = program.most_memory() {
        assert!(most < 400 << 10, "{most} KiB");
    }
    program.end();
}

#[test]
fn a_refusal_stays_short_however_long_the_line_was() {
    let (mut program, _) = Program::start("2");
    let long = "ä".repeat(1 << 20);
    for line in [
        json!({ &long: 1 }),
        json!({ "choice": long }),
        json!({ "state": { &long: 1 } }),
        json!({ "state": { "game": long } }),
    ] {
        let said = program.driver.say(line.to_string().as_bytes());
        let error = said["error"].as_str().unwrap();
        assert!(error.len() < 1000, "a sentence of {} bytes", error.len());
    }
    program.end();
}
