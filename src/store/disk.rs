//! Free disk space, and whether it is enough.
//!
//! The hall and the doctor use the same thresholds.

use std::fs;
use std::path::{Path, PathBuf};

/// Free space below which the bot soon cannot store anything.
const TOO_LITTLE: u64 = 64 << 20;
/// Free space below which there is soon no room for a backup, unless twice the size of the
/// database is more: then that is the threshold.
const LITTLE: u64 = 512 << 20;

/// Assessment of the free disk space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Enough to go on.
    Enough,
    /// Low: the operator should free some.
    Little,
    /// So low that writes will soon fail.
    TooLittle,
}

/// Assesses `free` bytes for a database of `database` bytes.
pub fn assess(free: u64, database: u64) -> Space {
    match free {
        free if free < TOO_LITTLE => Space::TooLittle,
        free if free < LITTLE.max(database.saturating_mul(2)) => Space::Little,
        _ => Space::Enough,
    }
}

/// Returns the free space that a copy of `copied` bytes needs. Includes a reserve, so that the
/// bot can still write afterwards.
pub fn needed(copied: u64) -> u64 {
    copied.saturating_add(TOO_LITTLE)
}

/// Returns the bytes available to this process on a folder's disk, or `None` if unknown.
pub fn free(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

/// Returns the folder of a file; `.` for a bare file name.
pub fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// Returns the size of a file in bytes, or 0 if it cannot be read.
pub fn size_of(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |metadata| metadata.len())
}

/// Returns the size of a database with its WAL: the most that a copy of it can need.
pub fn size_with_journal(file: &Path) -> u64 {
    let mut wal = file.as_os_str().to_owned();
    wal.push("-wal");
    size_of(file).saturating_add(size_of(Path::new(&wal)))
}

#[cfg(test)]
mod tests {
    use super::{Space, assess, folder_of, free, needed};
    use std::path::Path;

    #[test]
    fn what_is_free_is_known_of_a_folder_that_is_there() {
        assert!(free(&std::env::temp_dir()).is_some_and(|bytes| bytes > 0));
        assert_eq!(free(Path::new("no/such/folder")), None);
        assert_eq!(folder_of(Path::new("hall.sqlite")), Path::new("."));
        assert_eq!(folder_of(Path::new("/srv/hall.sqlite")), Path::new("/srv"));
    }

    #[test]
    fn a_disk_is_judged_before_it_is_full() {
        assert_eq!(assess(1 << 20, 0), Space::TooLittle);
        assert_eq!(assess(100 << 20, 0), Space::Little);
        assert_eq!(assess(3 << 30, 2 << 30), Space::Little, "no room for a copy");
        assert_eq!(assess(3 << 30, 0), Space::Enough);
        assert_eq!(assess(u64::MAX, u64::MAX), Space::Enough);
        assert_eq!(needed(0), 64 << 20);
        assert_eq!(needed(u64::MAX), u64::MAX);
    }
}
