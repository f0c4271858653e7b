//! The built program, with these settings and no others.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// What the program said, and its exit code.
pub struct Said {
    pub out: String,
    pub error: String,
    pub code: i32,
}

impl Said {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|why| panic!("{why}: {}", self.out))
    }
}

/// Variables and their values.
pub type Set<'a> = &'a [(&'a str, &'a str)];

/// A folder of its own for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("operator").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program in a folder, with these variables and no others of ours.
pub fn program(folder: &std::path::Path, set: Set<'_>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_emberhall"));
    command.current_dir(folder);
    for (name, _) in std::env::vars() {
        if ["DISCORD_", "EMBERHALL_", "DATABASE_URL"].iter().any(|start| name.starts_with(start)) {
            command.env_remove(name);
        }
    }
    command.envs(set.iter().copied());
    command
}

/// Runs it to its end.
pub fn run(folder: &std::path::Path, set: Set<'_>, args: &[&str]) -> Said {
    let output = program(folder, set).args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said {
        out: text(output.stdout),
        error: text(output.stderr),
        code: output.status.code().unwrap(),
    }
}
