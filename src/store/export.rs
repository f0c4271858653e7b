//! A single campaign, to be moved to another hall.
//!
//! May use: `council`, `bounds`, sha2. Deliberately absent: requests and notices; they
//! belong to the hall they were made in. Whether the log really leads to the
//! state is for the caller to see, by a replay before [`Store::put_in`].

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

/// A campaign with everything that is needed to go on with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exported {
    /// What this is.
    pub format: String,
    /// Which version of it.
    pub version: u32,
    /// What is fixed for the campaign.
    pub charter: Charter,
    /// The hall's state.
    pub council: Council,
    /// The whole log.
    pub entries: Vec<Entry>,
    /// The newest kept copy of the game, and the entry it was kept after.
    #[serde(deserialize_with = "snapshot::read")]
    pub kept: Option<(u64, Value)>,
    /// The votes of the people.
    pub votes: BTreeMap<UserId, String>,
    /// What the street says, by question.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub street: StreetVoices,
    /// The content: texts by path.
    pub files: BTreeMap<String, String>,
    /// SHA-256 over all of this, as JSON with an empty checksum, in hexadecimal.
    pub checksum: String,
}

/// As much as every version has.
#[derive(Deserialize)]
struct ExportHeader {
    format: String,
    version: u64,
}

impl Exported {
    /// An exported campaign as text.
    pub fn to_text(&self) -> Result<String, StoreError> {
        to_json("campaign", self)
    }

    /// An exported campaign from text, checked.
    pub fn from_text(text: &str) -> Result<Self, StoreError> {
        Self::read(text, &bounds::EXPORT)
    }

    /// The same, of a text that holds no more than this; it is measured before it is parsed.
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

    /// Is it of this version, unchanged, and numbered soundly?
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

    /// The council with the votes of the people, as it was when it was taken out.
    pub fn council(&self) -> Council {
        let mut council = self.council.clone();
        if let Some(ballot) = &mut council.public_ballot {
            ballot.votes = Arc::new(self.votes.clone());
        }
        put_voices(&mut council, self.street.clone());
        council
    }

    /// Puts the checksum right after a change.
    pub fn update_checksum(&mut self) -> Result<(), StoreError> {
        self.checksum = self.compute_checksum()?;
        Ok(())
    }

    /// The sum over the text with an empty checksum, without ever holding that text.
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
        let summed = ChecksumInput {
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
        let mut sum = BufWriter::new(ChecksumWriter(Sha256::new()));
        serde_json::to_writer(&mut sum, &summed).map_err(write_error)?;
        let ChecksumWriter(sum) = sum.into_inner().map_err(write_error)?;
        Ok(hexadecimal(&sum.finalize()))
    }
}

/// An exported campaign as it is summed: field by field as [`Exported`] is written.
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

/// Sums what is written to it.
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

/// Why a text is no exported campaign. Another format or version is named before its shape is judged.
fn parse_error(text: &str, why: &serde_json::Error) -> StoreError {
    let label = serde_json::from_str::<ExportHeader>(text).ok();
    let foreign = label.and_then(|label| check_header(&label.format, label.version).err());
    foreign.unwrap_or_else(|| StoreError::NotAnExport { why: shorten(&why.to_string()) })
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
    /// A campaign, ready to be put into another hall. It stays in this one.
    pub async fn export(&self, id: CampaignId) -> Result<Option<Exported>, StoreError> {
        let mut reader = self.reader().await?;
        // One transaction: all of it as it was at one moment.
        let mut moment = reader.begin().await.map_err(|why| self.map_error(why))?;
        let Some(stored) = self.load_on(&mut moment, id).await? else {
            return Ok(None);
        };
        let entries = self.history_on(&mut moment, id).await?;
        let pack = self.pack_on(&mut moment, &stored.charter.pack).await?;
        exported(stored, entries, pack.unwrap_or_default().1).map(Some)
    }

    /// Adds an exported campaign under a new number. It is woken at once, to
    /// find out what is overdue.
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
        let founding = NewCampaignRow { charter, council, files, wake, opener: None, at };
        let id = self.write_campaign_and_pack(on, &founding).await?;
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

    /// Is the channel free, and the content what it is here?
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
            Some(known) if (&known.0, &known.1) != (game, &from.files) => {
                Err(StoreError::ExportPack { pack: pack.clone() })
            }
            _ => Ok(()),
        }
    }
}

fn exported(
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
