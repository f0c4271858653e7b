//! Checks the free disk space, and that the database's folder and files are writable.
//!
//! The thresholds are in `store::disk`.

use std::path::{Path, PathBuf};

use super::{Finding, problem, warning, well};
use crate::store::disk::{self, Space, folder_of};

pub(super) fn look(file: &Path) -> Vec<Finding> {
    let folder = folder_of(file);
    let name = folder.display();
    if !folder.is_dir() {
        return vec![problem(
            "disk",
            format!("there is no folder {name} for the database; make it, or name another"),
        )];
    }
    if let Err(why) = try_to_write(&folder) {
        return vec![problem(
            "disk",
            format!("nothing can be written in {name} ({why}); let the bot's user write there"),
        )];
    }
    if let Some((name, why)) = unwritable_file(file) {
        return vec![problem(
            "disk",
            format!("{name} cannot be written ({why}); let it belong to the bot's user"),
        )];
    }
    vec![judge(&folder, disk::free(&folder), disk::size_of(file))]
}

fn judge(folder: &Path, free: Option<u64>, size: u64) -> Finding {
    let name = folder.display();
    let Some(free) = free else {
        return warning("disk", format!("{name} can be written; how much is free is not known"));
    };
    let space = disk::assess(free, size);
    let free = free >> 20;
    match space {
        Space::TooLittle => problem(
            "disk",
            format!("only {free} MiB are free in {name}; make room before the bot stops"),
        ),
        Space::Little => warning(
            "disk",
            format!("{free} MiB are free in {name}; a backup may not fit, make some room"),
        ),
        Space::Enough => well("disk", format!("{name} can be written, {free} MiB are free")),
    }
}

/// Writes and removes a file, to find out whether the folder is writable.
pub(super) fn try_to_write(folder: &Path) -> std::io::Result<()> {
    let file = folder.join(format!(".emberhall-doctor-{}", std::process::id()));
    std::fs::write(&file, "a trial")?;
    std::fs::remove_file(&file)
}

/// Returns the database file or lock file that this user cannot write, with the error. It may have
/// been created by another user.
fn unwritable_file(file: &Path) -> Option<(String, std::io::Error)> {
    let mut lock = file.as_os_str().to_owned();
    lock.push(".lock");
    let files = [file.to_owned(), PathBuf::from(lock)];
    files.into_iter().filter(|file| file.exists()).find_map(|file| {
        let why = std::fs::File::options().append(true).open(&file).err()?;
        Some((file.display().to_string(), why))
    })
}

#[cfg(test)]
mod tests {
    use super::{judge, unwritable_file};
    use crate::cli::doctor::Severity;
    use std::path::Path;

    #[test]
    fn a_file_of_the_database_that_cannot_be_written_is_named() {
        let folder = std::env::temp_dir().join(format!("emberhall-disk-{}", std::process::id()));
        let file = folder.join("hall.sqlite");
        std::fs::create_dir_all(folder.join("hall.sqlite.lock")).unwrap();
        std::fs::write(&file, "a database").unwrap();
        let found = unwritable_file(&file).map(|(name, _)| name);
        assert!(found.is_some_and(|name| name.ends_with("hall.sqlite.lock")), "it is a folder");
        std::fs::remove_dir(folder.join("hall.sqlite.lock")).unwrap();
        assert!(unwritable_file(&file).is_none(), "what is not there yet is made");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "a database");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_disk_that_is_nearly_full_is_a_problem_before_it_is_one() {
        let at = |free, size| judge(Path::new("/srv"), free, size).verdict;
        assert_eq!(at(Some(1 << 20), 0), Severity::Problem);
        assert_eq!(at(Some(100 << 20), 0), Severity::Warning);
        assert_eq!(at(Some(3 << 30), 2 << 30), Severity::Warning, "no room for a copy");
        assert_eq!(at(Some(3 << 30), 0), Severity::Well);
        assert_eq!(at(None, 0), Severity::Warning);
    }
}
