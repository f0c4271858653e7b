//! Files on disk, and the saves among them.
//!
//! May use: files. Deliberately absent: what a file holds; whoever asked checks that.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::trouble::Trouble;

/// No save is nearly as large; a larger file is something else.
const LARGEST: u64 = 16 * 1024 * 1024;

/// Reads a save.
pub(super) fn read(path: &Path) -> Result<Value, Trouble> {
    let name = path.display();
    let bytes = bytes(path, LARGEST, "a save")?;
    serde_json::from_slice(&bytes)
        .map_err(|why| Trouble::theirs(format!("'{name}' is not a save: {why}")))
}

/// Reads a file, and no further than a limit: it may be a device, or somebody's film.
pub(super) fn bytes(path: &Path, largest: u64, what: &str) -> Result<Vec<u8>, Trouble> {
    let name = path.display();
    let cannot = |why: io::Error| Trouble::theirs(format!("'{name}' cannot be read: {why}"));
    let mut bytes = Vec::new();
    check_regular(path).map_err(cannot)?;
    File::open(path).map_err(cannot)?.take(largest + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > largest {
        return Err(Trouble::theirs(format!("'{name}' is too large to be {what}")));
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
        |why| Trouble::theirs(format!("the save '{}' cannot be written: {why}", path.display())),
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
        return Err(Trouble::theirs(format!("--save '{}' is not a file", path.display())));
    }
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(Trouble::theirs(format!("--save: there is no folder '{}'", folder.display())))
        }
        _ => check_writable(path),
    }
}

/// Refuses a place where nothing can be written; nothing is left there.
pub(super) fn check_writable(path: &Path) -> Result<(), Trouble> {
    let beside = beside(path);
    let tried = File::create(&beside).and_then(|_| fs::remove_file(&beside));
    tried.map_err(|why| Trouble::theirs(format!("'{}' cannot be written: {why}", path.display())))
}
