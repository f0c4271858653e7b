//! How much room there is on a disk, and whether that is enough.
//!
//! May use: files, and `fs4`, which knows how each system is asked what is free. Deliberately
//! absent: whom that is told. The hall and the doctor judge by the same numbers.

use std::fs;
use std::path::{Path, PathBuf};

/// With less than this a bot soon cannot store anything.
const TOO_LITTLE: u64 = 64 << 20;
/// With less than this, and than twice the database, there is soon no room for a copy.
const LITTLE: u64 = 512 << 20;

/// Whether there is room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// There is.
    Enough,
    /// It should be looked after.
    Little,
    /// Soon nothing can be stored.
    TooLittle,
}

/// Is so much enough for a database of a size?
pub fn assess(free: u64, database: u64) -> Space {
    match free {
        free if free < TOO_LITTLE => Space::TooLittle,
        free if free < LITTLE.max(database.saturating_mul(2)) => Space::Little,
        _ => Space::Enough,
    }
}

/// What has to be free for a copy: the bot has to be able to go on after it.
pub fn needed(copied: u64) -> u64 {
    copied.saturating_add(TOO_LITTLE)
}

/// The bytes that are free for us where a folder is, if that can be known.
pub fn free(folder: &Path) -> Option<u64> {
    fs4::available_space(folder).ok()
}

/// The folder a file is in.
pub fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// The bytes of a file; none if it is not there.
pub fn size_of(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |known| known.len())
}

/// The bytes of a database with its journal: at most so many are in a copy of it.
pub fn size_with_journal(file: &Path) -> u64 {
    let mut journal = file.as_os_str().to_owned();
    journal.push("-wal");
    size_of(file).saturating_add(size_of(Path::new(&journal)))
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
