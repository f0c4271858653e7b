//! Reads of whole campaigns: the latest snapshot, and the log entries to replay after it.
//!
//! The replay itself is up to the caller.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;
use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::{CampaignId, signed, unsigned};
use crate::council::log::Entry;
use crate::council::{CampaignStatus, Charter, Council, UserId};

/// Stored campaign, ready for replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredCampaign {
    /// Number of the campaign.
    pub id: CampaignId,
    /// Fixed parameters of the campaign.
    pub charter: Charter,
    /// State of the council, with public votes and street voices.
    pub council: Council,
    /// Latest snapshot of the game, and the log entry it was taken after.
    pub base: Option<(u64, Value)>,
    /// Log entries after the snapshot; all of them if there is none.
    pub tail: Vec<Entry>,
}

/// Row of the query that reads a whole campaign.
struct CampaignRow {
    charter: String,
    council: String,
    kept: Option<i64>,
    state: Option<String>,
    tail: Option<String>,
    votes: String,
    street: String,
}

impl Store {
    /// Reads a campaign. Returns `None` if it does not exist.
    pub async fn load(&self, id: CampaignId) -> Result<Option<StoredCampaign>, StoreError> {
        let mut reader = self.reader().await?;
        self.load_on(&mut reader, id).await
    }

    /// Reads the whole log of a campaign. Empty if the campaign does not exist.
    pub async fn history(&self, id: CampaignId) -> Result<Vec<Entry>, StoreError> {
        let mut reader = self.reader().await?;
        self.history_on(&mut reader, id).await
    }

    /// Returns the live campaigns that cannot be read, each with the error as a sentence. They do
    /// not affect the others.
    pub async fn unreadable_campaigns(&self) -> Result<BTreeMap<CampaignId, String>, StoreError> {
        let (mut unreadable, mut pack_errors) = (BTreeMap::new(), BTreeMap::new());
        let summaries = self.summaries().await?;
        for summary in summaries.iter().filter(|summary| summary.stage != CampaignStatus::Over) {
            let pack = match self.load(summary.id).await {
                Ok(stored) => stored.map(|stored| stored.charter.pack),
                Err(why) => {
                    unreadable.insert(summary.id, why.to_string());
                    None
                }
            };
            let Some(pack) = pack else { continue };
            if !pack_errors.contains_key(&pack) {
                let why = match self.pack(&pack).await {
                    Ok(Some(_)) => None,
                    Ok(None) => Some(format!("the content {pack} is not stored")),
                    Err(why) => Some(why.to_string()),
                };
                pack_errors.insert(pack.clone(), why);
            }
            let why = pack_errors.get(&pack).cloned().flatten();
            unreadable.extend(why.map(|why| (summary.id, why)));
        }
        Ok(unreadable)
    }

    /// Reads the game and the files of a content by its hash. Returns `None` if it is not stored.
    pub async fn pack(
        &self,
        hash: &str,
    ) -> Result<Option<(String, BTreeMap<String, String>)>, StoreError> {
        let mut reader = self.reader().await?;
        self.pack_on(&mut reader, hash).await
    }

    pub(super) async fn load_on(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
    ) -> Result<Option<StoredCampaign>, StoreError> {
        let row = sqlx::query_as!(
            CampaignRow,
            r#"SELECT c.charter, c.council, s.seq AS "kept?", s.state AS "state?",
                   (SELECT group_concat(l.body, ',' ORDER BY l.seq) FROM log l
                    WHERE l.campaign = c.id AND l.seq > coalesce(s.seq, 0)) AS "tail?: String",
                   (SELECT json_group_array(json_array(b.user, b.choice)) FROM ballot b
                    WHERE b.campaign = c.id) AS "votes!: String",
                   (SELECT json_group_array(json_array(t.question, t.user, t.choice)) FROM street t
                    WHERE t.campaign = c.id) AS "street!: String"
               FROM campaign c LEFT JOIN snapshot s ON s.campaign = c.id
                   AND s.seq = (SELECT max(n.seq) FROM snapshot n WHERE n.campaign = c.id)
               WHERE c.id = ?"#,
            id.0
        )
        .fetch_optional(on)
        .await
        .map_err(|why| self.map_error(why))?;
        row.map(|row| into_stored(id, row)).transpose()
    }

    pub(super) async fn history_on(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
    ) -> Result<Vec<Entry>, StoreError> {
        let bodies = sqlx::query_scalar!(
            r#"SELECT group_concat(body, ',' ORDER BY seq) AS "bodies?: String"
               FROM log WHERE campaign = ?"#,
            id.0
        )
        .fetch_one(on)
        .await
        .map_err(|why| self.map_error(why))?;
        entries(id, 0, bodies.as_deref())
    }

    pub(super) async fn pack_on(
        &self,
        on: &mut SqliteConnection,
        hash: &str,
    ) -> Result<Option<(String, BTreeMap<String, String>)>, StoreError> {
        let row = sqlx::query!("SELECT game, files FROM pack WHERE hash = ?", hash)
            .fetch_optional(on)
            .await
            .map_err(|why| self.map_error(why))?;
        let Some(row) = row else {
            return Ok(None);
        };
        let files = serde_json::from_str(&row.files).map_err(|why| StoreError::Garbled {
            part: format!("content {hash}"),
            why: why.to_string(),
        })?;
        Ok(Some((row.game, files)))
    }

    pub(super) async fn reader(
        &self,
    ) -> Result<sqlx::pool::PoolConnection<sqlx::Sqlite>, StoreError> {
        self.readers.acquire().await.map_err(|why| self.map_error(why))
    }
}

fn into_stored(id: CampaignId, row: CampaignRow) -> Result<StoredCampaign, StoreError> {
    let charter =
        serde_json::from_str(&row.charter).map_err(StoreError::unreadable(id, "charter"))?;
    let mut council: Council =
        serde_json::from_str(&row.council).map_err(StoreError::unreadable(id, "council"))?;
    if let Some(ballot) = &mut council.public_ballot {
        ballot.votes = Arc::new(votes(id, &row.votes)?);
    }
    put_voices(&mut council, voices(id, &row.street)?);
    let base = match (row.kept, row.state) {
        (Some(seq), Some(state)) => {
            let state =
                serde_json::from_str(&state).map_err(StoreError::unreadable(id, "kept game"))?;
            Some((unsigned(seq), state))
        }
        _ => None,
    };
    let base_seq = base.as_ref().map_or(0, |(seq, _)| *seq);
    let tail = entries(id, base_seq, row.tail.as_deref())?;
    check_end(id, base_seq.saturating_add(tail.len() as u64), council.seq)?;
    Ok(StoredCampaign { id, charter, council, base, tail })
}

/// Parses the entries after number `after` from their JSON, joined by commas. Checks that their
/// numbers have no gaps.
fn entries(id: CampaignId, after: u64, bodies: Option<&str>) -> Result<Vec<Entry>, StoreError> {
    let list = format!("[{}]", bodies.unwrap_or_default());
    let entries: Vec<Entry> =
        serde_json::from_str(&list).map_err(StoreError::unreadable(id, "log"))?;
    // Saturates, as `after` comes from the database and may be `u64::MAX`.
    let numbers = after.saturating_add(1)..=u64::MAX;
    match numbers.zip(&entries).find(|(number, entry)| entry.seq != *number) {
        None => Ok(entries),
        Some((number, _)) => {
            let why = format!("entry {number} is missing");
            Err(StoreError::Unreadable { campaign: id, part: "log", why })
        }
    }
}

/// Checks that the log ends at the entry that the state is at.
fn check_end(id: CampaignId, last: u64, seq: u64) -> Result<(), StoreError> {
    if last == seq {
        return Ok(());
    }
    let why = format!("it ends at entry {last} instead of {seq}");
    Err(StoreError::Unreadable { campaign: id, part: "log", why })
}

fn votes(id: CampaignId, list: &str) -> Result<BTreeMap<UserId, String>, StoreError> {
    let votes: Vec<(i64, String)> =
        serde_json::from_str(list).map_err(StoreError::unreadable(id, "ballot"))?;
    Ok(votes.into_iter().map(|(user, choice)| (UserId(unsigned(user)), choice)).collect())
}

/// Street voices, by question and user.
pub type StreetVoices = BTreeMap<u32, BTreeMap<UserId, String>>;

fn voices(id: CampaignId, list: &str) -> Result<StreetVoices, StoreError> {
    let rows: Vec<(u32, i64, String)> =
        serde_json::from_str(list).map_err(StoreError::unreadable(id, "street"))?;
    let mut voices = StreetVoices::new();
    for (question, user, choice) in rows {
        voices.entry(question).or_default().insert(UserId(unsigned(user)), choice);
    }
    Ok(voices)
}

/// Moves street voices into the questions they belong to; drops those of other questions.
pub(super) fn put_voices(council: &mut Council, mut voices: StreetVoices) {
    for question in &mut council.questions {
        let given = voices.remove(&question.number);
        if let (Some(street), Some(given)) = (&mut question.street, given) {
            street.voices = Arc::new(given);
        }
    }
}

/// Removes the street voices from the state and returns them: they are stored apart from it.
pub(super) fn take_voices(council: &mut Council) -> StreetVoices {
    let mut voices = StreetVoices::new();
    for question in &mut council.questions {
        if let Some(street) = &mut question.street
            && !street.voices.is_empty()
        {
            voices.insert(question.number, BTreeMap::clone(&street.voices));
            street.voices = Arc::default();
        }
    }
    voices
}

/// Street voices as rows of the `street` table: question, user, choice.
pub(super) fn voice_list(voices: &StreetVoices) -> Vec<(u32, i64, &String)> {
    let mut list = Vec::new();
    for (question, given) in voices {
        list.extend(given.iter().map(|(user, choice)| (*question, signed(user.0), choice)));
    }
    list
}

/// Votes as rows of the `ballot` table: user, choice.
pub(super) fn vote_list(votes: &BTreeMap<UserId, String>) -> Vec<(i64, &String)> {
    votes.iter().map(|(user, choice)| (signed(user.0), choice)).collect()
}
