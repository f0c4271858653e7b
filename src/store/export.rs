//! Export and import of single campaigns, to move them between halls.
//!
//! Requests and notices are not exported: they belong to the hall they were made in. Before
//! [`Store::import`], the caller checks by a replay that the log leads to the state.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sqlx::{Acquire as _, SqliteConnection};

use super::create::NewCampaignRow;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::load::{StoredCampaign, StreetVoices, put_voices, take_voices, voice_list, vote_list};
use super::snapshot;
use super::{Store, to_json};
use crate::bounds::{self, TooMuch};
use crate::council::effects::hexadecimal;
use crate::council::log::Entry;
use crate::council::{CampaignStatus, Charter, Council, Timestamp, UserId};
use crate::game::shorten;

const FORMAT: &str = "emberhall-campaign";
const VERSION: u32 = 1;

/// Exported campaign, with all that is needed to continue it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exported {
    /// Name of the file format.
    pub format: String,
    /// Version of the file format.
    pub version: u32,
    /// Fixed properties of the campaign.
    pub charter: Charter,
    /// State of the council, without votes and street opinions.
    pub council: Council,
    /// Whole event log.
    pub entries: Vec<Entry>,
    /// Number of a log entry, and the newest snapshot of the game, taken after that entry.
    #[serde(deserialize_with = "snapshot::read")]
    pub kept: Option<(u64, Value)>,
    /// Votes on the open public ballot.
    pub votes: BTreeMap<UserId, String>,
    /// Opinions of the street, by question.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub street: StreetVoices,
    /// Content files: texts by path.
    pub files: BTreeMap<String, String>,
    /// SHA-256 in hexadecimal over the export as JSON, with this field empty.
    pub checksum: String,
}

/// Fields that every format version has.
#[derive(Deserialize)]
struct ExportHeader {
    format: String,
    version: u64,
}

impl Exported {
    /// Serialises the export as JSON text.
    pub fn to_text(&self) -> Result<String, StoreError> {
        to_json("campaign", self)
    }

    /// Parses and checks an export within the limits of `bounds::EXPORT`.
    pub fn from_text(text: &str) -> Result<Self, StoreError> {
        Self::read(text, &bounds::EXPORT)
    }

    /// Parses and checks an export within the limits of `most`. The text is measured before it is
    /// parsed.
    pub fn read(text: &str, most: &bounds::Json) -> Result<Self, StoreError> {
        bounds::json(text.as_bytes(), most).map_err(|why| StoreError::ExportTooLarge { why })?;
        let exported: Exported =
            serde_json::from_str(text).map_err(|why| parse_error(text, &why))?;
        if exported.entries.len() > bounds::ENTRIES {
            let why = TooMuch::Entries(bounds::ENTRIES);
            return Err(StoreError::ExportTooLarge { why });
        }
        exported.check()?;
        Ok(exported)
    }

    /// Checks the format version, the checksum and the numbers of the log entries.
    pub fn check(&self) -> Result<(), StoreError> {
        check_header(&self.format, u64::from(self.version))?;
        if self.compute_checksum()? != self.checksum {
            return Err(StoreError::ExportChecksum);
        }
        self.check_numbers()
    }

    fn check_numbers(&self) -> Result<(), StoreError> {
        if let Some((at, _)) = (1..).zip(&self.entries).find(|(at, entry)| entry.seq != *at) {
            return Err(StoreError::ExportLog { at });
        }
        let last = self.entries.len() as u64;
        let kept = self.kept.as_ref().map_or(0, |(seq, _)| *seq);
        if self.council.seq != last || kept > last {
            return Err(StoreError::ExportLog { at: last + 1 });
        }
        Ok(())
    }

    /// Returns the council with its votes and street opinions, as it was when exported.
    pub fn council(&self) -> Council {
        let mut council = self.council.clone();
        if let Some(ballot) = &mut council.public_ballot {
            ballot.votes = Arc::new(self.votes.clone());
        }
        put_voices(&mut council, self.street.clone());
        council
    }

    /// Recomputes the checksum after a change.
    pub fn update_checksum(&mut self) -> Result<(), StoreError> {
        self.checksum = self.compute_checksum()?;
        Ok(())
    }

    /// Computes the checksum as a stream, without holding the text in memory.
    fn compute_checksum(&self) -> Result<String, StoreError> {
        let Exported {
            format,
            version,
            charter,
            council,
            entries,
            kept,
            votes,
            street,
            files,
            checksum: _,
        } = self;
        let input = ChecksumInput {
            format,
            version: *version,
            charter,
            council,
            entries,
            kept: kept.as_ref(),
            votes,
            street,
            files,
            checksum: "",
        };
        let mut writer = BufWriter::new(ChecksumWriter(Sha256::new()));
        serde_json::to_writer(&mut writer, &input).map_err(write_error)?;
        let ChecksumWriter(hasher) = writer.into_inner().map_err(write_error)?;
        Ok(hexadecimal(&hasher.finalize()))
    }
}

/// Input of the checksum. Serialises field by field as [`Exported`] does.
#[derive(Serialize)]
struct ChecksumInput<'a> {
    format: &'a str,
    version: u32,
    charter: &'a Charter,
    council: &'a Council,
    entries: &'a [Entry],
    kept: Option<&'a (u64, Value)>,
    votes: &'a BTreeMap<UserId, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    street: &'a StreetVoices,
    files: &'a BTreeMap<String, String>,
    checksum: &'static str,
}

/// Writer that hashes its input.
struct ChecksumWriter(Sha256);

impl Write for ChecksumWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn write_error(why: impl std::fmt::Display) -> StoreError {
    StoreError::Unwritable { part: "campaign", why: why.to_string() }
}

/// Explains why a text is not an export. Another format or version is reported before any error
/// in the shape.
fn parse_error(text: &str, why: &serde_json::Error) -> StoreError {
    let header = serde_json::from_str::<ExportHeader>(text).ok();
    let header_error = header.and_then(|header| check_header(&header.format, header.version).err());
    header_error.unwrap_or_else(|| StoreError::NotAnExport { why: shorten(&why.to_string()) })
}

fn check_header(format: &str, version: u64) -> Result<(), StoreError> {
    if format != FORMAT {
        let why = format!("its format is '{}' instead of '{FORMAT}'", bounds::quoted(format));
        return Err(StoreError::NotAnExport { why });
    }
    if version != u64::from(VERSION) {
        return Err(StoreError::ExportVersion { version, known: VERSION });
    }
    Ok(())
}

impl Store {
    /// Exports a campaign, which also stays in this database. Returns `None` if it does not exist.
    pub async fn export(&self, id: CampaignId) -> Result<Option<Exported>, StoreError> {
        let mut reader = self.reader().await?;
        // One read transaction, so that all parts are from the same moment.
        let mut transaction = reader.begin().await.map_err(|why| self.map_error(why))?;
        let Some(stored) = self.load_on(&mut transaction, id).await? else {
            return Ok(None);
        };
        let entries = self.history_on(&mut transaction, id).await?;
        let pack = self.pack_on(&mut transaction, &stored.charter.pack).await?;
        build_export(stored, entries, pack.unwrap_or_default().1).map(Some)
    }

    /// Adds an exported campaign under a new number. One that is not over is due at once, so that
    /// overdue deadlines are processed.
    pub async fn import(&self, from: &Exported, at: Timestamp) -> Result<CampaignId, StoreError> {
        from.check()?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let written = self.write_export(&mut transaction, from, at).await;
        self.finish(transaction, written).await
    }

    async fn write_export(
        &self,
        on: &mut SqliteConnection,
        from: &Exported,
        at: Timestamp,
    ) -> Result<CampaignId, StoreError> {
        let live = from.council.status != CampaignStatus::Over;
        self.check_target(on, from, live).await?;
        let Exported { charter, council, files, .. } = from;
        let wake = live.then_some(at);
        let row = NewCampaignRow { charter, council, files, wake, opener: None, at };
        let id = self.write_campaign_and_pack(on, &row).await?;
        self.write_entries(on, id, &to_json("entries", &from.entries)?).await?;
        if let Some((seq, state)) = &from.kept {
            self.write_snapshot(on, id, *seq, &to_json("game", state)?).await?;
        }
        self.add_votes(on, id, &to_json("votes", &vote_list(&from.votes))?).await?;
        self.add_voices(on, id, &to_json("the street", &voice_list(&from.street))?).await?;
        Ok(id)
    }

    async fn write_entries(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        entries: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO log (campaign, seq, at, body)
             SELECT ?1, value ->> 'seq', value ->> 'at', value FROM json_each(?2)",
            id.0,
            entries
        )
        .execute(on)
        .await
        .map_err(|why| self.map_seq_conflict(id, why))?;
        self.step("after log");
        Ok(())
    }

    async fn write_snapshot(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        seq: u64,
        state: &str,
    ) -> Result<(), StoreError> {
        let seq = signed(seq);
        sqlx::query!(
            "INSERT INTO snapshot (campaign, seq, state) VALUES (?, ?, ?)
             ON CONFLICT (campaign, seq) DO UPDATE SET state = excluded.state",
            id.0,
            seq,
            state
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after snapshot");
        Ok(())
    }

    /// Checks that the channel is free for a live campaign, and that content stored under the same
    /// hash is the same.
    async fn check_target(
        &self,
        on: &mut SqliteConnection,
        from: &Exported,
        live: bool,
    ) -> Result<(), StoreError> {
        let Charter { channel, pack, game, .. } = &from.charter;
        if live && let Some(campaign) = self.live_on(on, *channel).await? {
            return Err(StoreError::ChannelTaken { channel: *channel, campaign });
        }
        match self.pack_on(on, pack).await? {
            Some(stored) if (&stored.0, &stored.1) != (game, &from.files) => {
                Err(StoreError::ExportPack { pack: pack.clone() })
            }
            _ => Ok(()),
        }
    }
}

fn build_export(
    stored: StoredCampaign,
    entries: Vec<Entry>,
    files: BTreeMap<String, String>,
) -> Result<Exported, StoreError> {
    let ballot = stored.council.public_ballot.as_ref();
    let votes = ballot.map(|ballot| BTreeMap::clone(&ballot.votes)).unwrap_or_default();
    let mut council = stored.council;
    if let Some(ballot) = &mut council.public_ballot {
        ballot.votes = Arc::default();
    }
    let street = take_voices(&mut council);
    let mut exported = Exported {
        format: FORMAT.to_owned(),
        version: VERSION,
        charter: stored.charter,
        council,
        entries,
        kept: stored.base,
        votes,
        street,
        files,
        checksum: String::new(),
    };
    exported.checksum = exported.compute_checksum()?;
    Ok(exported)
}
