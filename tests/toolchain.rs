//! The Rust version that is asked for is the one that is needed: by the libraries of the lock file,
//! and by nobody's memory of it.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const CARGO: &str = env!("CARGO");
const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// `1.94` and `1.94.0` are the same version.
fn version(text: &str) -> (u32, u32, u32) {
    let mut parts = text.split('.').map(|part| part.parse().unwrap());
    (parts.next().unwrap(), parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

/// The platform this is built for; libraries of others are not fetched here.
fn host() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let told = Command::new(rustc).arg("-vV").output().unwrap().stdout;
    let told = String::from_utf8(told).unwrap();
    told.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Every library of the lock file, for this platform.
fn libraries() -> Vec<Value> {
    let told = Command::new(CARGO)
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform"])
        .arg(host())
        .current_dir(HERE)
        .output()
        .unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let nodes = told["resolve"]["nodes"].as_array().unwrap();
    let here = |package: &&Value| nodes.iter().any(|node| node["id"] == package["id"]);
    told["packages"].as_array().unwrap().iter().filter(here).cloned().collect()
}

#[test]
fn the_rust_version_asked_for_is_the_newest_that_any_library_needs() {
    let asked = env!("CARGO_PKG_RUST_VERSION");
    let libraries = libraries();
    let others = libraries.iter().filter(|one| one["name"] != "emberhall");
    let needs = others.filter_map(|one| {
        let needed = one["rust_version"].as_str()?;
        Some((version(needed), one["name"].as_str()?, needed))
    });
    let (newest, name, needed) = needs.max().expect("some library says what it needs");
    assert_eq!(
        version(asked),
        newest,
        "{name} needs Rust {needed}, and Cargo.toml asks for {asked}"
    );
}

#[test]
fn the_readme_names_the_same_rust_version() {
    let readme = std::fs::read_to_string(Path::new(HERE).join("README.md")).unwrap();
    let asked = env!("CARGO_PKG_RUST_VERSION");
    assert!(readme.contains(&format!("Rust ({asked} or newer)")), "README: Rust {asked}");
}
