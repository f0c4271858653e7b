//! Errors of the store, each a sentence for the operator.
//!
//! Players do not see them: a front end only tells them that nothing was stored.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::ids::CampaignId;
use crate::bounds::TooMuch;

/// Error of a store call. The failed call has changed nothing.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The path of the database is a folder.
    #[error("{} is a folder; name a file for the database", .file.display())]
    Folder {
        /// Path of the folder.
        file: PathBuf,
    },
    /// The folder of the database file does not exist.
    #[error("the folder of {} does not exist; create it or name another file", .file.display())]
    NoFolder {
        /// Path of the file.
        file: PathBuf,
    },
    /// The file does not exist, and the call does not create it.
    #[error("there is no database {}; check the path, or start the hall to create it", .file.display())]
    Missing {
        /// Path of the file.
        file: PathBuf,
    },
    /// Another hall owns the file.
    #[error("{} is in use by another hall; stop that one first, or name another file", .file.display())]
    InUse {
        /// Path of the file.
        file: PathBuf,
    },
    /// The file is not a SQLite database.
    #[error("{} is not a database and was left as it is; name another file", .file.display())]
    NotADatabase {
        /// Path of the file.
        file: PathBuf,
    },
    /// The file is a SQLite database of another program.
    #[error("{} is a database of another program and was left as it is; name another file", .file.display())]
    Foreign {
        /// Path of the file.
        file: PathBuf,
    },
    /// A newer version of the hall migrated the file.
    #[error("{} was written by a newer version (its schema {version} is unknown here) and was left as it is; run that version or restore an older backup", .file.display())]
    Newer {
        /// Path of the file.
        file: PathBuf,
        /// Number of the unknown migration.
        version: i64,
    },
    /// An older version of the hall wrote the file, and it is opened read-only, without migrations.
    #[error("{} was written by an older version; start the hall on it once to bring it up to date", .file.display())]
    Older {
        /// Path of the file.
        file: PathBuf,
    },
    /// An applied migration differs from the one of the same number here.
    #[error("schema {version} of {} is not the one this version knows, and the file was left as it is; run the version that wrote it", .file.display())]
    Altered {
        /// Path of the file.
        file: PathBuf,
        /// Number of the migration.
        version: i64,
    },
    /// The file is corrupt.
    #[error("{} is damaged ({why}) and was left as it is; restore a backup", .file.display())]
    Corrupt {
        /// Path of the file.
        file: PathBuf,
        /// Report of SQLite's check.
        why: String,
    },
    /// The file cannot be written.
    #[error("{} cannot be written ({why}); make the file and its folder writable, or name another file", .file.display())]
    ReadOnly {
        /// Path of the file.
        file: PathBuf,
        /// Cause, as the system reports it.
        why: String,
    },
    /// The file cannot be opened or read.
    #[error("{} cannot be opened ({why}); check the path and who may read it", .file.display())]
    Closed {
        /// Path of the file.
        file: PathBuf,
        /// Cause, as the system reports it.
        why: String,
    },
    /// The disk is full.
    #[error("there is no room left to write {}; free some space on its disk", .file.display())]
    Full {
        /// Path of the file.
        file: PathBuf,
    },
    /// Another program has locked the file for longer than the timeout.
    #[error("{} is locked by another program; find out which one has it open", .file.display())]
    Locked {
        /// Path of the file.
        file: PathBuf,
    },
    /// Any other error of the database.
    #[error("the database {} failed: {why}", .file.display())]
    Failed {
        /// Path of the file.
        file: PathBuf,
        /// Message of the database.
        why: String,
    },
    /// A write on a store that was opened read-only.
    #[error("{} was opened for reading only; stop the hall and open it as the hall does to change it", .file.display())]
    Shared {
        /// Path of the file.
        file: PathBuf,
    },
    /// A stored value of a campaign cannot be parsed.
    #[error("the {part} of campaign {campaign} cannot be read ({why}); restore a backup")]
    Unreadable {
        /// Number of the campaign.
        campaign: CampaignId,
        /// Part of the campaign that is affected.
        part: &'static str,
        /// Cause.
        why: String,
    },
    /// A stored notice cannot be parsed.
    #[error("notice {parcel} of campaign {campaign} cannot be read ({why})")]
    Notice {
        /// Number of the campaign.
        campaign: CampaignId,
        /// Number of the notice.
        parcel: i64,
        /// Cause.
        why: String,
    },
    /// A stored value that belongs to no campaign cannot be parsed.
    #[error("the stored {part} cannot be read ({why}); restore a backup")]
    Garbled {
        /// The value, and the owner it belongs to.
        part: String,
        /// Cause.
        why: String,
    },
    /// A value cannot be serialized to JSON.
    #[error(
        "the {part} cannot be put in words ({why}); this is a defect of the hall, please report it"
    )]
    Unwritable {
        /// The value, by name.
        part: &'static str,
        /// Cause.
        why: String,
    },
    /// Another process has changed the campaign since it was read.
    #[error(
        "another process wrote campaign {campaign} in the meantime; run one hall for each database and restart this one"
    )]
    Overtaken {
        /// Number of the campaign.
        campaign: CampaignId,
    },
    /// The campaign does not exist.
    #[error("there is no campaign {campaign}; list the campaigns to see which there are")]
    NoSuchCampaign {
        /// Requested number.
        campaign: CampaignId,
    },
    /// The channel has a live campaign.
    #[error("channel {channel} already has campaign {campaign}, which is not over; end it first")]
    ChannelTaken {
        /// Number of the channel.
        channel: u64,
        /// Live campaign of the channel.
        campaign: CampaignId,
    },
    /// The file of a new backup exists already.
    #[error("{} exists already and was left as it is; name a new file for the backup", .file.display())]
    BackupExists {
        /// Path of the file.
        file: PathBuf,
    },
    /// The folder for backups does not exist.
    #[error("there is no folder {} for backups; make it, or name another (EMBERHALL_BACKUP_DIR)", .folder.display())]
    NoBackupFolder {
        /// Path of the folder.
        folder: PathBuf,
    },
    /// A restored backup would replace a database.
    #[error("{} holds a database already, which may be newer than the backup; look at it with emberhall campaigns, and add --force to put it aside", .file.display())]
    Occupied {
        /// Path of the file.
        file: PathBuf,
    },
    /// The data is not an exported campaign.
    #[error("this is not an exported campaign ({why}); export it again")]
    NotAnExport {
        /// Cause.
        why: String,
    },
    /// The data exceeds the limits of an exported campaign.
    #[error("this is too large to be an exported campaign: {why}; export it again")]
    ExportTooLarge {
        /// Limit that is exceeded.
        why: TooMuch,
    },
    /// The exported campaign has an unknown format version.
    #[error(
        "this campaign was exported in version {version} of the format, and only version {known} is known here; use the version that exported it"
    )]
    ExportVersion {
        /// Format version of the export.
        version: u64,
        /// Format version known here.
        known: u32,
    },
    /// The exported campaign does not match its checksum.
    #[error(
        "the exported campaign does not match its checksum; it was changed or cut short, export it again"
    )]
    ExportChecksum,
    /// The log of the exported campaign has gaps.
    #[error(
        "the log of the exported campaign is not numbered from 1 without gaps (at {at}); export it again"
    )]
    ExportLog {
        /// First number that is out of sequence.
        at: u64,
    },
    /// The content of the exported campaign differs from what is stored under its hash.
    #[error(
        "content {pack} of the exported campaign differs from what is stored under this hash; export it again"
    )]
    ExportPack {
        /// Hash of the content.
        pack: String,
    },
}

impl StoreError {
    /// Whether the database itself has failed, and not only this call.
    pub(super) fn is_fatal(&self) -> bool {
        matches!(
            self,
            StoreError::Corrupt { .. }
                | StoreError::ReadOnly { .. }
                | StoreError::Closed { .. }
                | StoreError::Full { .. }
                | StoreError::Locked { .. }
                | StoreError::Failed { .. }
                | StoreError::NotADatabase { .. }
        )
    }

    /// Converts an error of sqlx on `file`.
    pub(super) fn of(file: &Path, error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::Io(error) => StoreError::of_io(file, &error),
            sqlx::Error::Database(error) => {
                let extended = error.code().and_then(|code| code.parse::<i32>().ok());
                StoreError::of_code(file, extended.unwrap_or(1) & 0xff, error.message())
            }
            other => StoreError::Failed { file: file.to_owned(), why: other.to_string() },
        }
    }

    /// Converts a result code of SQLite: <https://sqlite.org/rescode.html>.
    fn of_code(file: &Path, code: i32, why: &str) -> Self {
        let (file, why) = (file.to_owned(), why.to_owned());
        match code {
            3 | 14 | 23 => StoreError::Closed { file, why },
            5 | 6 => StoreError::Locked { file },
            8 => StoreError::ReadOnly { file, why },
            11 => StoreError::Corrupt { file, why },
            13 => StoreError::Full { file },
            26 => StoreError::NotADatabase { file },
            _ => StoreError::Failed { file, why },
        }
    }

    /// Converts an I/O error on `file`.
    pub(super) fn of_io(file: &Path, error: &io::Error) -> Self {
        let (file, why) = (file.to_owned(), error.to_string());
        match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => StoreError::NoFolder { file },
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::ReadOnly { file, why }
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full { file },
            io::ErrorKind::IsADirectory => StoreError::Folder { file },
            _ => StoreError::Failed { file, why },
        }
    }

    /// Returns a converter of JSON errors in `part` of a campaign.
    pub(super) fn unreadable(
        campaign: CampaignId,
        part: &'static str,
    ) -> impl FnOnce(serde_json::Error) -> Self {
        move |why| StoreError::Unreadable { campaign, part, why: why.to_string() }
    }
}
