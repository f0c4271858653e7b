//! Files on disk, and the saves among them.
//!
//! May use: files. Deliberately absent: what a file holds; whoever asked checks that.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::trouble::Trouble;
use crate::bounds::{self, shown};
use crate::game::shorten;

/// Reads a save.
pub(super) fn read(path: &Path) -> Result<Value, Trouble> {
    let name = shown(path);
    let bytes = bytes(path, bounds::SAVE.bytes, "a save")?;
    bounds::json(&bytes, &bounds::SAVE)
        .map_err(|why| Trouble::theirs(format!("'{name}' is too large to be a save: {why}")))?;
    serde_json::from_slice(&bytes).map_err(|why| {
        Trouble::theirs(format!("'{name}' is not a save: {}", shorten(&why.to_string())))
    })
}

/// Reads a file, and no further than a limit: it may be a device, or somebody's film.
pub(super) fn bytes(path: &Path, largest: usize, what: &str) -> Result<Vec<u8>, Trouble> {
    let name = shown(path);
    let cannot = |why: io::Error| Trouble::theirs(format!("'{name}' cannot be read: {why}"));
    let too_large = || Trouble::theirs(format!("'{name}' is too large to be {what}"));
    check_regular(path).map_err(cannot)?;
    let file = File::open(path).map_err(cannot)?;
    let size = file.metadata().map_err(cannot)?.len();
    if size > largest as u64 {
        return Err(too_large());
    }
    // It may grow while it is read.
    let mut bytes = Vec::with_capacity(size as usize + 1);
    file.take(largest as u64 + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() > largest {
        return Err(too_large());
    }
    Ok(bytes)
}

/// Refuses pipes and devices before they are opened: whoever opens one may wait for ever.
pub(super) fn check_regular(path: &Path) -> io::Result<()> {
    let regular = fs::metadata(path)?.is_file();
    regular.then_some(()).ok_or_else(|| io::Error::other("it is not a regular file"))
}

/// Writes a save: beside the old one first, so that a failure leaves that whole.
pub(super) fn write(path: &Path, save: &Value) -> Result<(), Trouble> {
    let beside = beside(path);
    fs::write(&beside, format!("{save}\n")).and_then(|()| fs::rename(&beside, path)).map_err(
        |why| Trouble::theirs(format!("the save '{}' cannot be written: {why}", shown(path))),
    )
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".part");
    path.with_file_name(name)
}

/// Refuses a place where no save can be written, before anything is played.
pub(super) fn check_place(path: &Path) -> Result<(), Trouble> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if path.file_name().is_none() || path.is_dir() {
        return Err(Trouble::theirs(format!("--save '{}' is not a file", shown(path))));
    }
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(Trouble::theirs(format!("--save: there is no folder '{}'", shown(folder))))
        }
        _ => check_writable(path),
    }
}

/// Refuses a place where nothing can be written; nothing is left there.
pub(super) fn check_writable(path: &Path) -> Result<(), Trouble> {
    let beside = beside(path);
    let tried = File::create(&beside).and_then(|_| fs::remove_file(&beside));
    tried.map_err(|why| Trouble::theirs(format!("'{}' cannot be written: {why}", shown(path))))
}
