//! The built program, run to its end, and what it took.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// No command holds more for a file it refuses.
pub const MOST: u64 = 256;

/// What the program said.
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub error: String,
}

/// Runs the program; its input is this text. It ends soon, and has never held too much.
pub fn run(args: &[&str], input: Option<&Path>) -> Said {
    let begun = Instant::now();
    let stdin = input.map_or_else(Stdio::null, |file| std::fs::File::open(file).unwrap().into());
    let child = Command::new(env!("CARGO_BIN_EXE_emberhall"))
        .args(args)
        .env_remove("EMBERHALL_CONFIG")
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let pid = child.id();
    let watch = std::thread::spawn(move || watched(pid));
    let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
    assert!(begun.elapsed() < Duration::from_mins(1), "{args:?}: {:?}", begun.elapsed());
    let peak = watch.join().expect("it was watched");
    PEAK.fetch_max(peak, Ordering::Relaxed);
    assert!(peak < MOST, "{args:?}: {peak} MB");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("what it says is text");
    Said { code: status.code(), out: text(stdout), error: text(stderr) }
}

/// The most that any program run so far has held, in MB.
static PEAK: AtomicU64 = AtomicU64::new(0);

pub fn peak() -> u64 {
    PEAK.load(Ordering::Relaxed)
}

/// The peak of resident memory of a process, in MB. The system keeps it while the process lives,
/// and what holds most is let go of before the end.
fn watched(pid: u32) -> u64 {
    let mut peak = 0;
    while let Ok(status) = std::fs::read_to_string(format!("/proc/{pid}/status")) {
        let Some(line) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) else { break };
        peak = line.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(peak);
        std::thread::sleep(Duration::from_millis(1));
    }
    peak / 1024
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
