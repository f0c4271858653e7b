//! Backup files of a database in a folder: names, listing and rotation.
//!
//! Files whose names do not match the pattern are ignored. The hall decides when a backup is
//! made, and checks that its campaigns can be played.

use std::fs;
use std::path::{Path, PathBuf};

use super::backup::part_of;
use super::error::StoreError;
use crate::council::Timestamp;

/// Suffix of a backup's name, after the timestamp.
const SUFFIX: &str = ".sqlite";
/// What follows the suffix while a backup is incomplete or unchecked. All but the first are
/// SQLite's own files beside it.
const UNFINISHED: [&str; 4] = [".part", ".part-journal", ".part-wal", ".part-shm"];
/// Last second of the year 9999. Later timestamps do not fit the name pattern.
const LAST: i64 = 253_402_300_799;
const DAY: i64 = 86_400;

/// Folder with the backups of one database.
#[derive(Clone, Debug)]
pub struct BackupFolder {
    folder: PathBuf,
    prefix: String,
}

/// One backup in a [`BackupFolder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupFile {
    /// Path of the file.
    pub file: PathBuf,
    /// Time at which the backup was started.
    pub at: Timestamp,
    /// Size of the file in bytes.
    pub bytes: u64,
}

impl BackupFolder {
    /// Creates a handle for the backups of `database` in `folder`. Does no I/O.
    pub fn of(database: &Path, folder: &Path) -> Self {
        let stem = database.file_stem().unwrap_or_default().to_string_lossy();
        BackupFolder { folder: folder.to_owned(), prefix: format!("{stem}.backup-") }
    }

    /// Returns the path of the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a backup started at `at`.
    pub fn file(&self, at: Timestamp) -> PathBuf {
        self.folder.join(format!("{}{}{SUFFIX}", self.prefix, stamp(at)))
    }

    /// Returns the path of that backup until it is complete and checked.
    pub fn part(&self, at: Timestamp) -> PathBuf {
        part_of(&self.file(at))
    }

    /// Lists the backups, newest first. One with a timestamp in the future was made before the
    /// clock was set back, and counts as older than all others.
    pub fn list(&self, now: Timestamp) -> Result<Vec<BackupFile>, StoreError> {
        let mut found = Vec::new();
        for (name, path) in self.files()? {
            let Some(at) = self.timestamp_of(&name, &[""]) else { continue };
            let bytes = fs::metadata(&path).map_or(0, |metadata| metadata.len());
            found.push(BackupFile { file: path, at, bytes });
        }
        found.sort_by_key(|backup| std::cmp::Reverse((backup.at <= now, backup.at)));
        Ok(found)
    }

    /// Removes all but the newest `keep` backups. Returns the number of removed files.
    pub fn rotate(&self, keep: usize, now: Timestamp) -> Result<usize, StoreError> {
        let old: Vec<BackupFile> = self.list(now)?.into_iter().skip(keep).collect();
        remove(old.into_iter().map(|backup| backup.file))
    }

    /// Removes the leftovers of interrupted backups. Returns the number of removed files.
    pub fn clear(&self) -> Result<usize, StoreError> {
        let unfinished =
            |(name, _): &(String, PathBuf)| self.timestamp_of(name, &UNFINISHED).is_some();
        remove(self.files()?.into_iter().filter(unfinished).map(|(_, path)| path))
    }

    /// Removes the files of an unfinished backup.
    pub fn discard(&self, at: Timestamp) {
        let file = self.file(at);
        for ending in UNFINISHED {
            let mut name = file.as_os_str().to_owned();
            name.push(ending);
            // Most do not exist. A file that cannot be removed is removed at the next start.
            fs::remove_file(PathBuf::from(name)).ok();
        }
    }

    /// Lists the folder's regular files whose names are Unicode.
    fn files(&self) -> Result<Vec<(String, PathBuf)>, StoreError> {
        if !self.folder.is_dir() {
            return Err(StoreError::NoBackupFolder { folder: self.folder.clone() });
        }
        let map_error = |error| StoreError::of_io(&self.folder, &error);
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder).map_err(map_error)? {
            let entry = entry.map_err(map_error)?;
            let regular = entry.file_type().is_ok_and(|kind| kind.is_file());
            if let Some(name) = entry.file_name().to_str().filter(|_| regular) {
                found.push((name.to_owned(), entry.path()));
            }
        }
        Ok(found)
    }

    /// Parses the timestamp of a file name that matches the pattern, with one of `endings` after
    /// the suffix.
    fn timestamp_of(&self, name: &str, endings: &[&str]) -> Option<Timestamp> {
        let rest = name.strip_prefix(&self.prefix)?;
        let (timestamp, ending) = rest.split_once(SUFFIX)?;
        if endings.contains(&ending) { read(timestamp) } else { None }
    }
}

/// Removes as many files as possible. Returns the first error if any could not be removed.
fn remove(files: impl Iterator<Item = PathBuf>) -> Result<usize, StoreError> {
    let (mut removed, mut first_error) = (0, None);
    for file in files {
        match fs::remove_file(&file) {
            Ok(()) => removed += 1,
            Err(why) => first_error = first_error.or(Some(StoreError::of_io(&file, &why))),
        }
    }
    first_error.map_or(Ok(removed), Err)
}

/// Formats a timestamp for a file name, in UTC: `20260131-235959`.
fn stamp(at: Timestamp) -> String {
    let seconds = at.0.div_euclid(1000).clamp(0, LAST);
    let (year, month, day) = date(seconds / DAY);
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// Parses a timestamp from a file name. Returns `None` if `stamp` would not write it like this.
fn read(text: &str) -> Option<Timestamp> {
    let digits = text.len() == 15 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    let part = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let day = day(part(0, 4)?, part(4, 6)?, part(6, 8)?).filter(|_| digits)?;
    let second = part(9, 11)? * 3600 + part(11, 13)? * 60 + part(13, 15)?;
    let at = Timestamp((day * DAY + second).saturating_mul(1000));
    // A date or a time of day that does not exist is formatted differently.
    (stamp(at) == text).then_some(at)
}

/// Converts days since 1970 to year, month and day. Inside, years begin in March.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// Converts a date to days since 1970. Returns `None` before 1970.
fn day(year: i64, month: i64, day: i64) -> Option<i64> {
    let year = year - i64::from(month <= 2);
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year - 719_468;
    (days >= 0).then_some(days)
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{BackupFolder, LAST, read, stamp};
    use crate::council::Timestamp;

    /// Creates a folder with these files.
    fn folder(name: &str, files: &[&str]) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("emberhall-{name}-{}", std::process::id()));
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(&folder).unwrap();
        for file in files {
            std::fs::write(folder.join(file), "a copy").unwrap();
        }
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let all = std::fs::read_dir(folder).unwrap();
        let mut all: Vec<String> =
            all.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
        all.sort();
        all
    }

    #[test]
    fn a_moment_stands_in_a_name_and_is_read_from_it() {
        for (seconds, written) in [
            (0, "19700101-000000"),
            (951_782_400, "20000229-000000"),
            (1_772_323_199, "20260228-235959"),
            (LAST, "99991231-235959"),
        ] {
            assert_eq!(stamp(Timestamp(seconds * 1000 + 7)), written);
            assert_eq!(read(written), Some(Timestamp(seconds * 1000)), "{written}");
        }
        assert_eq!(stamp(Timestamp(-5)), "19700101-000000");
        assert_eq!(stamp(Timestamp(i64::MAX)), "99991231-235959");
        for day in 0..146_097 {
            let at = Timestamp(day * 86_400_000);
            assert_eq!(read(&stamp(at)), Some(at));
        }
        for odd in [
            "20260229-000000",
            "20261301-000000",
            "20260001-000000",
            "20260101-240000",
            "20260101-000060",
            "20260101_000000",
            "2026-101-000000",
            "20260101-00000",
            "+0260101-000000",
            "19691231-235959",
            "",
            "äöü",
        ] {
            assert_eq!(read(odd), None, "{odd}");
        }
    }

    #[test]
    fn only_files_of_ours_are_counted_rotated_and_cleared() {
        let ours = ["hall.backup-20260101-000000.sqlite", "hall.backup-20260102-000000.sqlite"];
        let others = [
            "hall.backup-20260103-000000.sqlite.part2",
            "hall.backup-20260103-000000.sqlite.gz",
            "hall.backup-20260103.sqlite",
            "hall.backup-20261303-000000.sqlite",
            "hall.backup-20260103-000000.db",
            "hall2.backup-20260103-000000.sqlite",
            "my-hall.backup-20260103-000000.sqlite",
            "hall.sqlite",
            "hall.sqlite.part",
        ];
        let left = [
            "hall.backup-20260103-000000.sqlite.part",
            "hall.backup-20260103-000000.sqlite.part-journal",
        ];
        let folder = folder("ours", &[&ours[..], &others, &left].concat());
        std::fs::create_dir(folder.join("hall.backup-20260104-000000.sqlite")).unwrap();
        let backups = BackupFolder::of(Path::new("/srv/hall.sqlite"), &folder);
        let now = read("20260105-000000").unwrap();
        let listed = backups.list(now).unwrap();
        assert_eq!(listed.iter().map(|one| one.bytes).collect::<Vec<_>>(), [6, 6]);
        assert_eq!(listed[0].file, folder.join(ours[1]));
        assert_eq!(backups.clear().unwrap(), 2);
        assert_eq!(backups.rotate(1, now).unwrap(), 1);
        let mut kept: Vec<&str> = others.to_vec();
        kept.extend([ours[1], "hall.backup-20260104-000000.sqlite"]);
        kept.sort_unstable();
        assert_eq!(names(&folder), kept);
        std::fs::remove_dir_all(&folder).unwrap();
        let why = backups.list(now).unwrap_err().to_string();
        assert!(why.contains("there is no folder"), "{why}");
    }

    #[test]
    fn what_was_made_before_the_clock_was_set_back_is_older_than_what_was_made_since() {
        let file = |day: &str| format!("hall.backup-{day}-000000.sqlite");
        let days = ["20260101", "20260102", "20990101"].map(file);
        let folder = folder("back", &days.each_ref().map(String::as_str));
        let backups = BackupFolder::of(Path::new("hall.sqlite"), &folder);
        let now = read("20260102-120000").unwrap();
        let order: Vec<PathBuf> =
            backups.list(now).unwrap().into_iter().map(|one| one.file).collect();
        assert_eq!(order, [&days[1], &days[0], &days[2]].map(|name| folder.join(name)));
        assert_eq!(backups.rotate(2, now).unwrap(), 1);
        assert_eq!(names(&folder), days[..2]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
