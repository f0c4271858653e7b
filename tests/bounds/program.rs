//! The built program, run to its end, and what it took.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::kit::Folder;

/// No command holds more for a file it refuses.
pub const MOST: u64 = 256;

/// What the program said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub error: String,
}

/// What a program is run with, given to the process that measures it.
const VARIABLE: &str = "EMBERHALL_BOUNDS_RUN";

/// Runs the program; its input is this text. It ends soon, and has never held too much.
pub fn run(args: &[&str], input: Option<&Path>) -> Said {
    let (folder, begun) = (Folder::new(), Instant::now());
    let place = |name: &str| folder.0.join(name);
    let order = json!({ "args": args, "input": input, "folder": folder.0 });
    let measured = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "program::measured", "--nocapture"])
        .env(VARIABLE, order.to_string())
        .output()
        .expect("a process that measures");
    let took = begun.elapsed();
    assert!(took < Duration::from_mins(1), "{args:?}: {took:?}");
    let told = fs::read_to_string(place("told")).unwrap_or_else(|_| panic!("{measured:?}"));
    let told: Value = serde_json::from_str(&told).expect("what was measured");
    let peak = told["kilobytes"].as_u64().expect("a peak") / 1024;
    PEAK.fetch_max(peak, Ordering::Relaxed);
    assert!(peak < MOST, "{args:?}: {peak} MB");
    let code = told["code"].as_i64().map(|code| code as i32);
    let text = |name| fs::read_to_string(place(name)).expect("what it says is text");
    Said { code, out: text("out"), error: text("error") }
}

/// Not a test by itself: runs the program, and says how much it held at most. The system keeps
/// one figure for all the children a process had, so each program has a parent of its own.
#[test]
fn measured() {
    let Ok(order) = std::env::var(VARIABLE) else { return };
    let order: Value = serde_json::from_str(&order).unwrap();
    let folder = Path::new(order["folder"].as_str().unwrap());
    let args = order["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap());
    let input =
        order["input"].as_str().map_or_else(Stdio::null, |file| File::open(file).unwrap().into());
    let status = Command::new(env!("CARGO_BIN_EXE_emberhall"))
        .args(args)
        .env_remove("EMBERHALL_CONFIG")
        .env_remove(VARIABLE)
        .stdin(input)
        .stdout(File::create(folder.join("out")).unwrap())
        .stderr(File::create(folder.join("error")).unwrap())
        .status()
        .expect("the program starts");
    let told = json!({ "kilobytes": held(), "code": status.code() });
    fs::write(folder.join("told"), told.to_string()).unwrap();
}

/// The most that the one child of this process held, in kB (`ru_maxrss`).
#[cfg(unix)]
fn held() -> u64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let peak = getrusage(UsageWho::RUSAGE_CHILDREN).unwrap().max_rss() as u64;
    if cfg!(target_os = "macos") { peak / 1024 } else { peak }
}

#[cfg(not(unix))]
fn held() -> u64 {
    panic!("this system does not say what a process held")
}

/// The most that any program run so far has held, in MB.
static PEAK: AtomicU64 = AtomicU64::new(0);

pub fn peak() -> u64 {
    PEAK.load(Ordering::Relaxed)
}

#[test]
fn what_a_program_held_is_measured() {
    let folder = Folder::new();
    let small = run(&["--version"], None);
    assert_eq!(small.code, Some(0));
    // A file that is taken in whole before it is looked at: 30 MB of spaces.
    let file = folder.0.join("spaces.json");
    fs::write(&file, " ".repeat(30 << 20)).unwrap();
    run(&["verify", &file.display().to_string()], None);
    assert!((30..MOST).contains(&peak()), "{} MB", peak());
}

/// It was refused with this code and one short sentence, in which nothing moves a cursor.
pub fn refused(what: &str, args: &[&str], input: Option<&Path>, code: i32) -> String {
    let said = run(args, input);
    assert_eq!(said.code, Some(code), "{what}: {} {}", start(&said.error), start(&said.out));
    one_sentence(what, &said.error, args);
    said.error
}

/// One line of at most 300 characters beside the name of the file.
pub fn one_sentence(what: &str, error: &str, args: &[&str]) {
    let line = error.strip_suffix('\n').unwrap_or_else(|| panic!("{what}: nothing was said"));
    assert!(!line.chars().any(char::is_control), "{what}: {line:?}");
    let line = args.iter().fold(line.to_owned(), |line, arg| line.replace(*arg, ""));
    let length = line.chars().count();
    assert!((20..=300).contains(&length), "{what}: {length} characters: {}", start(&line));
}

pub fn start(text: &str) -> String {
    text.chars().take(400).collect()
}
