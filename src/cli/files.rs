//! File access with size limits, and reading and writing of saves.
//!
//! The caller checks what a file holds.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::error::CliError;
use crate::bounds::{self, shown};
use crate::game::shorten;

/// Reads a save, within the limits of `bounds::SAVE`.
pub(super) fn read(path: &Path) -> Result<Value, CliError> {
    let name = shown(path);
    let bytes = bytes(path, bounds::SAVE.bytes, "a save")?;
    bounds::json(&bytes, &bounds::SAVE)
        .map_err(|why| CliError::usage(format!("'{name}' is too large to be a save: {why}")))?;
    serde_json::from_slice(&bytes).map_err(|why| {
        CliError::usage(format!("'{name}' is not a save: {}", shorten(&why.to_string())))
    })
}

/// Reads a file of at most `largest` bytes. `what` names the expected content in the error.
pub(super) fn bytes(path: &Path, largest: usize, what: &str) -> Result<Vec<u8>, CliError> {
    let name = shown(path);
    let read_error = |why: io::Error| CliError::usage(format!("'{name}' cannot be read: {why}"));
    let too_large = || CliError::usage(format!("'{name}' is too large to be {what}"));
    check_regular(path).map_err(read_error)?;
    let file = File::open(path).map_err(read_error)?;
    let size = file.metadata().map_err(read_error)?.len();
    if size > largest as u64 {
        return Err(too_large());
    }
    // The file may grow while it is read.
    let mut bytes = Vec::with_capacity(size as usize + 1);
    file.take(largest as u64 + 1).read_to_end(&mut bytes).map_err(read_error)?;
    if bytes.len() > largest {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Refuses pipes and devices before they are opened: opening one can block indefinitely.
pub(super) fn check_regular(path: &Path) -> io::Result<()> {
    let regular = fs::metadata(path)?.is_file();
    regular.then_some(()).ok_or_else(|| io::Error::other("it is not a regular file"))
}

/// Writes a save to a temporary file, then renames it, so that a failure keeps the old save intact.
pub(super) fn write(path: &Path, save: &Value) -> Result<(), CliError> {
    let part = part_path(path);
    fs::write(&part, format!("{save}\n")).and_then(|()| fs::rename(&part, path)).map_err(|why| {
        CliError::usage(format!("the save '{}' cannot be written: {why}", shown(path)))
    })
}

/// Temporary file in the same folder.
fn part_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".part");
    path.with_file_name(name)
}

/// Refuses a path where no save can be written. Called before the campaign is played.
pub(super) fn check_place(path: &Path) -> Result<(), CliError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.file_name().is_none() || path.is_dir() {
        return Err(CliError::usage(format!("--save '{}' is not a file", shown(path))));
    }
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(CliError::usage(format!("--save: there is no folder '{}'", shown(folder))))
        }
        _ => check_writable(path),
    }
}

/// Refuses a path that cannot be written, by creating and removing a temporary file next to it.
pub(super) fn check_writable(path: &Path) -> Result<(), CliError> {
    let part = part_path(path);
    let result = File::create(&part).and_then(|_| fs::remove_file(&part));
    result.map_err(|why| CliError::usage(format!("'{}' cannot be written: {why}", shown(path))))
}
