//! Checks that backups exist, that the newest is recent, and that the next one fits on the disk.
//!
//! Does not open the backups: the bot verifies each one by replay before it gives it its name.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use super::{Finding, disk::try_to_write, warning, well};
use crate::council::{Span, Timestamp};
use crate::hall::backups::BackupPlan;
use crate::hall::clock::{Clock as _, SystemClock};
use crate::store::{BackupFile, BackupFolder, disk};

const CHECK: &str = "backups";

pub(super) fn look(plan: Option<&BackupPlan>, file: &Path) -> Finding {
    let Some(plan) = plan else {
        return well(CHECK, "switched off: EMBERHALL_BACKUP_EVERY is 0");
    };
    let now = SystemClock.now();
    let found = match BackupFolder::of(file, &plan.folder).list(now) {
        Ok(found) => found,
        Err(why) => return warning(CHECK, why.to_string()),
    };
    let name = plan.folder.display();
    if let Err(why) = try_to_write(&plan.folder) {
        return warning(
            CHECK,
            format!("nothing can be written in {name} ({why}); let the bot's user write there"),
        );
    }
    let needed = disk::needed(disk::size_with_journal(file));
    if disk::free(&plan.folder).is_some_and(|free| free < needed) {
        let needed = (needed >> 20) + 1;
        return warning(CHECK, format!("the next wants {needed} MiB in {name}; make some room"));
    }
    judge(plan, &found, age_of(file, now), now)
}

/// Judges the newest backup. It may be two intervals old: a missed backup can be made up for until
/// the next one is due. If there is no backup, the age of the database counts. A backup dated in
/// the future is ignored.
fn judge(
    plan: &BackupPlan,
    found: &[BackupFile],
    database: Option<Span>,
    now: Timestamp,
) -> Finding {
    let (folder, late) = (plan.folder.display(), Span(plan.every.0.saturating_mul(2)));
    let newest = found.first().filter(|newest| newest.at <= now);
    let due = format!("one is due every {}: start the bot, or look into its log", plan.every);
    match (newest, database) {
        (None, None) => well(CHECK, format!("none yet in {folder}; nor is there a database")),
        (None, Some(age)) if age > late => warning(CHECK, format!("none in {folder}; {due}")),
        (None, Some(_)) => well(CHECK, format!("none yet in {folder}; the bot makes one at once")),
        (Some(newest), _) => {
            let name = newest.file.file_name().unwrap_or_default().display();
            let age = now - newest.at;
            let text = format!(
                "{} in {folder}; the newest is {name}, {} old, {} KiB",
                found.len(),
                rounded(age),
                newest.bytes >> 10
            );
            if age > late { warning(CHECK, format!("{text}; {due}")) } else { well(CHECK, text) }
        }
    }
}

/// Returns the time since a file was created, or since its last write if the file system does not
/// record the creation time.
fn age_of(file: &Path, now: Timestamp) -> Option<Span> {
    let metadata = fs::metadata(file).ok()?;
    let created = metadata.created().or_else(|_| metadata.modified()).ok()?;
    let created = created.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    Some(now - Timestamp(i64::try_from(created).unwrap_or(i64::MAX)))
}

/// Rounds an age down to the largest unit of which it holds at least two.
fn rounded(age: Span) -> Span {
    let units = [Span::hours(24), Span::hours(1), Span::MINUTE];
    let unit = units.into_iter().find(|unit| age.0 >= unit.0.saturating_mul(2));
    let unit = unit.map_or(1000, |unit| unit.0);
    Span(age.0 / unit * unit)
}

#[cfg(test)]
mod tests {
    use super::{BackupPlan, judge, rounded};
    use crate::cli::doctor::Severity;
    use crate::council::{Span, Timestamp};
    use crate::store::BackupFile;

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    fn judge_ages(hours: &[i64], database: Option<i64>) -> (Severity, String) {
        let plan = BackupPlan { every: Span::hours(24), keep: 7, folder: "/srv".into() };
        let backup = |hours: &i64| BackupFile {
            file: "/srv/hall.backup.sqlite".into(),
            at: NOW + Span::hours(-hours),
            bytes: 5 << 10,
        };
        let found: Vec<BackupFile> = hours.iter().map(backup).collect();
        let finding = judge(&plan, &found, database.map(Span::hours), NOW);
        (finding.verdict, finding.text)
    }

    #[test]
    fn backups_are_missed_after_two_of_them() {
        assert_eq!(judge_ages(&[], None).0, Severity::Well);
        assert_eq!(judge_ages(&[], Some(47)).0, Severity::Well);
        assert_eq!(judge_ages(&[], Some(49)).0, Severity::Warning);
        assert_eq!(judge_ages(&[49, 60], Some(1)).0, Severity::Warning);
        assert_eq!(judge_ages(&[-9], Some(49)).0, Severity::Warning, "it is from the future");
        let (verdict, text) = judge_ages(&[30, 60], Some(400));
        assert_eq!(verdict, Severity::Well);
        assert_eq!(text, "2 in /srv; the newest is hall.backup.sqlite, 30 h old, 5 KiB");
    }

    #[test]
    fn an_age_is_told_in_one_unit() {
        let told = |seconds| rounded(Span::seconds(seconds)).to_string();
        assert_eq!(told(59), "59 s");
        assert_eq!(told(3725), "62 min");
        assert_eq!(told(26 * 3600 + 5), "26 h");
        assert_eq!(told(50 * 3600), "2 d");
    }
}
