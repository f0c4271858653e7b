//! The Rust files of this crate, and which of them only tests see.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(&folder)
            .unwrap_or_else(|why| panic!("{} cannot be read: {why}", folder.display()));
        for entry in entries {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The module a line declares in another file.
fn declared(line: &str) -> Option<&str> {
    let line = line.trim().strip_suffix(';')?;
    line.rsplit_once("mod ").map(|(_, name)| name)
}

/// Modules declared under `#[cfg(test)]`: their files without the ending, or their folders.
pub struct TestModules(BTreeSet<PathBuf>);

impl TestModules {
    pub fn holds(&self, path: &Path) -> bool {
        path.ancestors().any(|path| self.0.contains(&path.with_extension("")))
    }
}

pub fn test_modules(files: &[PathBuf]) -> TestModules {
    let mut found = BTreeSet::new();
    for file in files {
        let text = read(file);
        let lines: Vec<&str> = text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[0].trim() == "#[cfg(test)]") {
            let Some(module) = declared(pair[1]) else {
                continue;
            };
            let beside = file.parent().expect("a file has a folder");
            let is_root = file.file_stem().is_some_and(|s| s == "mod" || s == "lib" || s == "main");
            let folder = if is_root { beside.to_owned() } else { file.with_extension("") };
            found.insert(folder.join(module));
        }
    }
    TestModules(found)
}

/// The module of a file: `src/game/board.rs` is `crate::game::board`.
pub fn module(path: &Path) -> String {
    let path = path.with_extension("");
    let parts = path.iter().skip(1).map(|part| part.to_string_lossy().into_owned());
    let own = parts.filter(|part| part != "mod" && part != "lib");
    ["crate".to_owned()].into_iter().chain(own).collect::<Vec<_>>().join("::")
}
