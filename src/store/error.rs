//! What can go wrong with the store: one sentence each, for whoever runs the hall.
//!
//! May use: sqlx's errors. Deliberately absent: words for players; a front end
//! tells them that nothing was stored, and the operator finds the sentence.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::ids::CampaignId;
use crate::bounds::TooMuch;

/// What went wrong. Nothing was changed by the call that returns it.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The path is a folder.
    #[error("{} is a folder; name a file for the database", .file.display())]
    Folder {
        /// The path.
        file: PathBuf,
    },
    /// The folder the file is to be in is missing.
    #[error("the folder of {} does not exist; create it or name another file", .file.display())]
    NoFolder {
        /// The file.
        file: PathBuf,
    },
    /// There is no such file, and it is not to be created.
    #[error("there is no database {}; check the path, or start the hall to create it", .file.display())]
    Missing {
        /// The file.
        file: PathBuf,
    },
    /// Another hall has the file.
    #[error("{} is in use by another hall; stop that one first, or name another file", .file.display())]
    InUse {
        /// The file.
        file: PathBuf,
    },
    /// It is not a SQLite file.
    #[error("{} is not a database and was left as it is; name another file", .file.display())]
    NotADatabase {
        /// The file.
        file: PathBuf,
    },
    /// It is a SQLite file of something else.
    #[error("{} is a database of another program and was left as it is; name another file", .file.display())]
    Foreign {
        /// The file.
        file: PathBuf,
    },
    /// A later version of the hall has changed it.
    #[error("{} was written by a newer version (its schema {version} is unknown here) and was left as it is; run that version or restore an older backup", .file.display())]
    Newer {
        /// The file.
        file: PathBuf,
        /// The unknown migration.
        version: i64,
    },
    /// An earlier version of the hall wrote it, and it may only be read.
    #[error("{} was written by an older version; start the hall on it once to bring it up to date", .file.display())]
    Older {
        /// The file.
        file: PathBuf,
    },
    /// A migration is not the one that was applied.
    #[error("schema {version} of {} is not the one this version knows, and the file was left as it is; run the version that wrote it", .file.display())]
    Altered {
        /// The file.
        file: PathBuf,
        /// The migration.
        version: i64,
    },
    /// It is damaged.
    #[error("{} is damaged ({why}) and was left as it is; restore a backup", .file.display())]
    Corrupt {
        /// The file.
        file: PathBuf,
        /// What SQLite says.
        why: String,
    },
    /// It cannot be written.
    #[error("{} cannot be written ({why}); make the file and its folder writable, or name another file", .file.display())]
    ReadOnly {
        /// The file.
        file: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It cannot be opened.
    #[error("{} cannot be opened ({why}); check the path and who may read it", .file.display())]
    Closed {
        /// The file.
        file: PathBuf,
        /// What the system says.
        why: String,
    },
    /// There is no room.
    #[error("there is no room left to write {}; free some space on its disk", .file.display())]
    Full {
        /// The file.
        file: PathBuf,
    },
    /// Somebody holds it for longer than one can wait.
    #[error("{} is locked by another program; find out which one has it open", .file.display())]
    Locked {
        /// The file.
        file: PathBuf,
    },
    /// Anything else the database says.
    #[error("the database {} failed: {why}", .file.display())]
    Failed {
        /// The file.
        file: PathBuf,
        /// What it says.
        why: String,
    },
    /// It was opened for reading.
    #[error("{} was opened for reading only; stop the hall and open it as the hall does to change it", .file.display())]
    Shared {
        /// The file.
        file: PathBuf,
    },
    /// A stored value cannot be understood.
    #[error("the {part} of campaign {campaign} cannot be read ({why}); restore a backup")]
    Unreadable {
        /// The campaign.
        campaign: CampaignId,
        /// What part of it.
        part: &'static str,
        /// Why not.
        why: String,
    },
    /// A notice cannot be understood.
    #[error("notice {parcel} of campaign {campaign} cannot be read ({why})")]
    Notice {
        /// The campaign.
        campaign: CampaignId,
        /// The notice.
        parcel: i64,
        /// Why not.
        why: String,
    },
    /// A stored value that belongs to no campaign cannot be understood.
    #[error("the stored {part} cannot be read ({why}); restore a backup")]
    Garbled {
        /// What it is, and whose.
        part: String,
        /// Why not.
        why: String,
    },
    /// A value cannot be written as JSON.
    #[error(
        "the {part} cannot be put in words ({why}); this is a defect of the hall, please report it"
    )]
    Unwritable {
        /// What it is.
        part: &'static str,
        /// Why not.
        why: String,
    },
    /// The campaign is no longer as it was.
    #[error(
        "another process wrote campaign {campaign} in the meantime; run one hall for each database and restart this one"
    )]
    Overtaken {
        /// The campaign.
        campaign: CampaignId,
    },
    /// There is no such campaign.
    #[error("there is no campaign {campaign}; list the campaigns to see which there are")]
    NoSuchCampaign {
        /// The number asked for.
        campaign: CampaignId,
    },
    /// A live campaign is in the channel.
    #[error("channel {channel} already has campaign {campaign}, which is not over; end it first")]
    ChannelTaken {
        /// The channel.
        channel: u64,
        /// Its campaign.
        campaign: CampaignId,
    },
    /// The file for a copy is there already.
    #[error("{} exists already and was left as it is; name a new file for the backup", .file.display())]
    BackupExists {
        /// The file.
        file: PathBuf,
    },
    /// The folder for backups is missing.
    #[error("there is no folder {} for backups; make it, or name another (EMBERHALL_BACKUP_DIR)", .folder.display())]
    NoBackupFolder {
        /// The folder.
        folder: PathBuf,
    },
    /// A backup would take the place of a database.
    #[error("{} holds a database already, which may be newer than the backup; look at it with emberhall campaigns, and add --force to put it aside", .file.display())]
    Occupied {
        /// The file.
        file: PathBuf,
    },
    /// It is no exported campaign.
    #[error("this is not an exported campaign ({why}); export it again")]
    NotAnExport {
        /// Why not.
        why: String,
    },
    /// It is more than any campaign is.
    #[error("this is too large to be an exported campaign: {why}; export it again")]
    ExportTooLarge {
        /// What is too much.
        why: TooMuch,
    },
    /// An exported campaign of a version that is not known.
    #[error(
        "this campaign was exported in version {version} of the format, and only version {known} is known here; use the version that exported it"
    )]
    ExportVersion {
        /// Its version.
        version: u64,
        /// Ours.
        known: u32,
    },
    /// An exported campaign was changed.
    #[error(
        "the exported campaign does not match its checksum; it was changed or cut short, export it again"
    )]
    ExportChecksum,
    /// The log of an exported campaign has gaps.
    #[error(
        "the log of the exported campaign is not numbered from 1 without gaps (at {at}); export it again"
    )]
    ExportLog {
        /// The first wrong number.
        at: u64,
    },
    /// The content of an exported campaign is not what is stored under its hash.
    #[error(
        "content {pack} of the exported campaign differs from what is stored under this hash; export it again"
    )]
    ExportPack {
        /// The hash.
        pack: String,
    },
}

impl StoreError {
    /// Is the database itself in trouble, and not only what it was asked for?
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

    /// What an error of sqlx means for a file.
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

    /// What a result code of SQLite means: <https://sqlite.org/rescode.html>.
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

    /// What an error of the system means for a file.
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

    /// A part of a campaign that cannot be understood.
    pub(super) fn unreadable(
        campaign: CampaignId,
        part: &'static str,
    ) -> impl FnOnce(serde_json::Error) -> Self {
        move |why| StoreError::Unreadable { campaign, part, why: why.to_string() }
    }
}
