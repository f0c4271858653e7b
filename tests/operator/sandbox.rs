//! The sandbox as the program opens it: its file, begun anew.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use emberhall::frostpunk::Frostpunk;
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby};
use emberhall::store::Store;

use crate::program::{folder, program, run};

/// Opens the sandbox, waits until it says where it is, and closes it again.
fn visited(file: &Path, more: &[&str]) {
    let args = [&["sandbox", "--db", file.to_str().unwrap()], more].concat();
    let mut command = program(&std::env::temp_dir(), &[]);
    let mut sandbox = command.args(args).stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(sandbox.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("The sandbox is open: http://127.0.0.1:"), "{said}");
    let id = sandbox.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(sandbox.wait().unwrap().success());
}

#[test]
fn a_sandbox_keeps_its_campaigns_until_it_is_begun_anew() {
    let file = folder("sandbox").join("sandbox.sqlite");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&file).await.unwrap();
        let game = Arc::new(Frostpunk::builtin().unwrap());
        let hall =
            Hall::open(HallConfig::new(store, vec![game], Arc::new(NullFrontEnd))).await.unwrap();
        hall.open_lobby("open", NewLobby::new("frostpunk", "crater", 1, 5)).await.unwrap();
        hall.close().await;
    });
    let count = || {
        let args = ["campaigns", "--json", "--database", file.to_str().unwrap()];
        run(&std::env::temp_dir(), &[], &args).json().as_array().unwrap().len()
    };
    visited(&file, &[]);
    assert_eq!(count(), 1, "a restart forgets nothing");
    visited(&file, &["--fresh"]);
    assert_eq!(count(), 0, "begun anew");
    let args = ["campaigns", "--database", file.to_str().unwrap()];
    assert_eq!(run(&std::env::temp_dir(), &[], &args).out, "no campaigns yet\n");
}
