//! The crash matrix: a child process plays campaigns and is killed (`kill -9`) at
//! every kind of step around every write. After each kill the database is
//! examined, and the next child goes on from it.
//!
//! The child runs everything on one thread. At the chosen step it says so and
//! stands still, so that the kill hits exactly there.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "crash/backups.rs"]
mod backups;
#[path = "crash/child.rs"]
mod child;
#[path = "hall/clicks.rs"]
mod clicks;
#[path = "crash/clients.rs"]
mod clients;
#[path = "crash/examine.rs"]
mod examine;
#[path = "crash/journal.rs"]
mod journal;
mod toy;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use emberhall::frostpunk::Frostpunk;
use emberhall::game::Game;

/// Kills over all campaigns together.
const KILLS: u32 = 240;
/// A campaign that has not ended after so many kills is played on without.
const KILLS_A_CAMPAIGN: u32 = 60;

fn games() -> Vec<Arc<dyn Game>> {
    vec![Arc::new(toy::Lanterns::new()), Arc::new(Frostpunk::builtin().unwrap())]
}

/// Not a test by itself: the process that is killed.
#[test]
fn child() {
    if let Ok(folder) = std::env::var("EMBERHALL_CRASH_FOLDER") {
        child::play(Path::new(&folder));
    }
}

#[test]
fn killed_at_every_step_it_loses_nothing_it_acknowledged() {
    let mut kills = 0;
    let mut places: BTreeMap<String, u32> = BTreeMap::new();
    let mut campaign = 0;
    while kills < KILLS {
        let game = if campaign % 2 == 0 { "lanterns" } else { "frostpunk" };
        let folder = empty_folder(&format!("{campaign}-{game}"));
        std::fs::write(folder.join("game"), game).unwrap();
        std::fs::write(folder.join("seed"), (campaign + 11).to_string()).unwrap();
        let mut here = 0;
        loop {
            // Any order of numbers would do that reaches every step and gets on.
            let at = (here < KILLS_A_CAMPAIGN).then(|| 1 + (kills * 7) % 83);
            match run(&folder, at) {
                Some(place) => *places.entry(place).or_insert(0) += 1,
                None => break,
            }
            kills += 1;
            here += 1;
            examine::after_a_kill(&folder);
        }
        examine::after_the_end(&folder);
        campaign += 1;
    }
    println!("{kills} kills in {campaign} campaigns: {places:#?}");
    for place in PLACES {
        assert!(places.contains_key(*place), "never killed at '{place}': {places:#?}");
    }
}

/// Where it must have been killed at least once.
const PLACES: &[&str] = &[
    "before begin",
    "after begin",
    "after change",
    "before commit",
    "after commit",
    "before mark",
    "after mark",
    "before telling",
    "after telling",
    "before asking",
    "before noting the reply",
];

/// Runs the child until it is over, or kills it at a step; where that was.
fn run(folder: &Path, kill_at: Option<u32>) -> Option<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture", "--test-threads=1"])
        .env("EMBERHALL_CRASH_FOLDER", folder)
        .env("EMBERHALL_CRASH_AT", kill_at.unwrap_or(0).to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let halted = lines.map_while(Result::ok).find_map(|line| {
        // The test harness may have written the name of the test before it.
        line.split_once("HALT ").map(|(_, place)| place.to_owned())
    });
    if halted.is_some() {
        child.kill().unwrap();
    }
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(halted.is_some() || output.status.success(), "the child failed: {said}");
    halted
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("crash").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}
