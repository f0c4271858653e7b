//! The program: opens the one game there is and hands the arguments to `cli`.
//!
//! Deliberately absent: everything else. Only here is a game named.

use std::process::ExitCode;

use emberhall::cli::{self, GameLoader};
use emberhall::frostpunk::{Frostpunk, check_content};

/// A message is thousands of small pieces that come and go on several threads: the
/// system's own allocator took a quarter of the time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let loader = GameLoader {
        open: || Ok(Box::new(Frostpunk::builtin()?)),
        open_folder: |folder| Ok(Box::new(Frostpunk::from_folder(folder)?)),
        check_content,
    };
    cli::run(&loader, std::env::args_os().skip(1))
}
