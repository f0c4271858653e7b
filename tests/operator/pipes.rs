//! Paths that never end: links that lead back, pipes nobody writes to, devices. The program
//! says what they are, and does not wait.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{Said, folder, program};

/// How long anything here may take; without a cure it takes for ever.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs the program to its end, or breaks if that does not come.
fn run(folder: &Path, args: &[&str]) -> Said {
    let mut command = program(folder, &[]);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begun.elapsed() > PATIENCE {
            child.kill().unwrap();
            panic!("{args:?} does not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said {
        out: text(output.stdout),
        error: text(output.stderr),
        code: output.status.code().unwrap(),
    }
}

fn pipe(at: &Path) {
    assert!(Command::new("mkfifo").arg(at).status().unwrap().success());
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The content of the program in a folder of its own.
fn content(name: &str) -> (PathBuf, PathBuf) {
    let folder = folder(name);
    let pack = folder.join("pack");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/frostpunk"), &pack);
    (folder, pack)
}

/// Every command that reads a folder of content.
const READERS: [&[&str]; 3] =
    [&["check-content"], &["simulate", "--games", "1"], &["card", "M001"]];

fn refused(folder: &Path, says: &str) {
    for command in READERS {
        let said = run(folder, &[command, &["--content", "pack"]].concat());
        assert!(said.code == 1 || said.code == 2, "{command:?}: {} {}", said.out, said.error);
        assert!(
            format!("{}{}", said.out, said.error).contains(says),
            "{command:?}: {}",
            said.error
        );
    }
}

#[test]
fn a_folder_with_a_link_to_itself_is_read_once() {
    let (folder, pack) = content("loop");
    let said = run(&folder, &["check-content", "--content", "pack"]);
    assert_eq!(said.code, 0, "{}", said.out);
    symlink(".", pack.join("again")).unwrap();
    symlink("..", pack.join("cards/up")).unwrap();
    refused(&folder, "again/:1: is a link to a folder that was read already");
}

#[test]
fn a_link_to_another_folder_is_followed() {
    let (folder, pack) = content("linked");
    std::fs::rename(pack.join("cards"), folder.join("elsewhere")).unwrap();
    symlink("../elsewhere", pack.join("cards")).unwrap();
    let said = run(&folder, &["check-content", "--content", "pack"]);
    assert_eq!(said.code, 0, "{}", said.out);
}

#[test]
fn pipes_sockets_and_devices_among_the_cards_are_named_and_not_opened() {
    let (folder, pack) = content("pipes");
    pipe(&pack.join("cards/morning/pipe.toml"));
    symlink("/dev/zero", pack.join("cards/dusk/zero.toml")).unwrap();
    let socket = std::os::unix::net::UnixListener::bind(pack.join("text/en/socket.ftl"));
    pipe(&pack.join("notes"));
    let said = run(&folder, &["check-content", "--content", "pack"]);
    assert_eq!(said.code, 1, "{}", said.error);
    let mut named = vec!["cards/dusk/zero.toml:1:", "cards/morning/pipe.toml:1:"];
    // The path of a socket may be no longer than about a hundred bytes.
    named.extend(socket.is_ok().then_some("text/en/socket.ftl:1:"));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines.len(), named.len() + 1, "{}", said.out);
    for (line, name) in lines.iter().zip(named) {
        assert_eq!(*line, format!("{name} is not a regular file"));
    }
}

#[test]
fn a_folder_without_bottom_and_one_without_end_are_not_read_to_their_ends() {
    let (folder, pack) = content("deep");
    std::fs::create_dir_all(pack.join("a/b/c/d/e/f/g/h/i/j/k/l")).unwrap();
    refused(&folder, "a/b/c/d/e/f/g/h/i/:1: lies too deep");
    let (folder, pack) = content("many");
    std::fs::create_dir(pack.join("notes")).unwrap();
    for number in 0..10_000 {
        std::fs::File::create(pack.join(format!("notes/{number}.txt"))).unwrap();
    }
    refused(&folder, "this folder holds too much");
}

#[test]
fn what_tools_keep_in_a_hidden_folder_is_not_looked_at() {
    let (folder, pack) = content("hidden");
    std::fs::create_dir(pack.join(".git")).unwrap();
    for number in 0..10_000 {
        std::fs::File::create(pack.join(format!(".git/{number}"))).unwrap();
    }
    let said = run(&folder, &["check-content", "--content", "pack"]);
    assert_eq!(said.code, 0, "{}", said.out);
}

#[test]
fn a_pipe_or_a_folder_in_the_place_of_a_file_is_refused_in_one_sentence() {
    let folder = folder("named");
    pipe(&folder.join("pipe"));
    std::fs::create_dir(folder.join("dir")).unwrap();
    symlink("/dev/zero", folder.join("zero")).unwrap();
    for path in ["pipe", "dir", "zero"] {
        for args in [
            vec!["import", path, "--database", "x.sqlite"],
            vec!["verify", path],
            vec!["restore", path, "--database", "x.sqlite"],
            vec!["campaigns", "--database", path],
            vec!["replay", "--all", "--database", path],
            vec!["prune", "--days", "3", "--database", path],
            vec!["forget", "80000000000000000", "--database", path],
            vec!["import", path, "--database", path],
            vec!["render", "--state", path, "-o", "x.png"],
            vec!["campaigns", "--config", path],
            vec!["play", "--state", path],
            vec!["check-content", "--content", path],
        ] {
            // A folder is a folder to `--content`, with nothing in it.
            let expected = if args.contains(&"--content") && path == "dir" { 1 } else { 2 };
            let said = run(&folder, &args);
            assert_eq!(said.code, expected, "{args:?}: {} {}", said.out, said.error);
            if expected == 2 {
                assert_eq!(said.error.lines().count(), 1, "{args:?}: {}", said.error);
            }
        }
    }
}

#[test]
fn a_pipe_in_the_place_of_the_lock_is_refused() {
    let folder = folder("lock");
    pipe(&folder.join("x.sqlite.lock"));
    let said = run(&folder, &["prune", "--days", "3", "--database", "x.sqlite"]);
    assert_eq!(said.code, 2, "{}", said.out);
    std::fs::write(folder.join("x.sqlite"), "").unwrap();
    let said = run(&folder, &["prune", "--days", "3", "--database", "x.sqlite"]);
    assert!(said.code == 2 && said.error.contains("not a regular file"), "{}", said.error);
}
