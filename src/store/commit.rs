//! Commits of campaign changes: state, log, votes, notices and reply in one transaction.
//!
//! Optimistic concurrency: a change is stored only if the campaign is still at the log entry it
//! was computed from.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::create::status_word;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::{Store, to_json};
use crate::council::{Council, Effects, Reply, Timestamp, UserId};

/// Change of a campaign, to be stored.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'a> {
    /// Last log entry before the change.
    pub before_seq: u64,
    /// State of the council after the change.
    pub council: &'a Council,
    /// Next wake-up of the campaign.
    pub wake: Option<Timestamp>,
    /// Log entries, notices, votes and reply of the change.
    pub effects: &'a Effects,
    /// Idempotency key, given by the front end.
    pub request: Option<&'a str>,
    /// Time of the change.
    pub at: Timestamp,
}

/// Outcome of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Committed {
    /// The change is stored. Holds the number of its first notice, if it has any; the others have
    /// the numbers after it.
    Stored(Option<i64>),
    /// Nothing was stored: the same request has this reply already.
    Repeated(Reply),
}

/// Commit serialized to JSON before the writer lock is taken. An optional list is `None` if it is
/// empty.
pub(super) struct EncodedCommit {
    requests: String,
    reply: String,
    council: String,
    entries: String,
    votes: Option<String>,
    withdrawn: Option<String>,
    pub(super) spoken: Option<String>,
    pub(super) silent: Option<String>,
    pub(super) unasked: Option<String>,
    snapshot: Option<String>,
    notices: String,
    /// Number of rows that the commit inserts or updates, without votes and voices.
    rows: u64,
}

impl EncodedCommit {
    fn of(change: &Commit<'_>) -> Result<Self, StoreError> {
        let effects = change.effects;
        let (votes, withdrawn) = split_votes(&effects.public_votes);
        let (spoken, silent) = split_voices(&effects.street_voices);
        let unasked: Vec<u32> = effects.closed_streets.iter().copied().collect();
        let lists = [effects.entries.len(), effects.notices.len()];
        // The last is the row of the campaign.
        let single = [change.request.is_some(), effects.snapshot.is_some(), true];
        let rows = lists.iter().sum::<usize>() + single.iter().filter(|row| **row).count();
        Ok(EncodedCommit {
            requests: to_json("request", &change.request.as_slice())?,
            reply: to_json("reply", &effects.reply)?,
            council: to_json("council", change.council)?,
            entries: to_json("entries", &effects.entries)?,
            votes: json_list("votes", &votes)?,
            withdrawn: json_list("votes", &withdrawn)?,
            spoken: json_list("the street", &spoken)?,
            silent: json_list("the street", &silent)?,
            unasked: json_list("the street", &unasked)?,
            snapshot: effects.snapshot.as_ref().map(|state| to_json("game", state)).transpose()?,
            notices: to_json("notices", &effects.notices)?,
            rows: rows as u64,
        })
    }
}

/// Splits changed votes into those cast and the users whose vote is removed.
fn split_votes(changed: &BTreeMap<UserId, Option<String>>) -> (Vec<(i64, &String)>, Vec<i64>) {
    let cast =
        changed.iter().filter_map(|(user, vote)| Some((signed(user.0), vote.as_ref()?))).collect();
    let withdrawn =
        changed.iter().filter(|(_, vote)| vote.is_none()).map(|(user, _)| signed(user.0)).collect();
    (cast, withdrawn)
}

/// Voices given (question, user, choice) and removed (question, user).
type Voices<'a> = (Vec<(u32, i64, &'a String)>, Vec<(u32, i64)>);

/// Splits changed street voices into those given and those removed.
fn split_voices(changed: &BTreeMap<(u32, UserId), Option<String>>) -> Voices<'_> {
    let (mut spoken, mut silent) = (Vec::new(), Vec::new());
    for ((question, user), choice) in changed {
        match choice {
            Some(choice) => spoken.push((*question, signed(user.0), choice)),
            None => silent.push((*question, signed(user.0))),
        }
    }
    (spoken, silent)
}

/// Serializes `list` to JSON. Returns `None` if it is empty.
fn json_list<T: serde::Serialize>(
    part: &'static str,
    list: &[T],
) -> Result<Option<String>, StoreError> {
    if list.is_empty() { Ok(None) } else { to_json(part, &list).map(Some) }
}

/// Whether the effects are a refusal that changes nothing.
fn is_reply_only(effects: &Effects) -> bool {
    matches!(effects.reply, Reply::Refused(_))
        && effects.entries.is_empty()
        && effects.notices.is_empty()
        && effects.public_votes.is_empty()
        && effects.street_voices.is_empty()
        && effects.closed_streets.is_empty()
        && effects.snapshot.is_none()
}

impl Store {
    /// Stores a change. Idempotent: a repeated request changes nothing and returns the stored
    /// reply.
    pub async fn commit(
        &self,
        id: CampaignId,
        change: &Commit<'_>,
    ) -> Result<Committed, StoreError> {
        if is_reply_only(change.effects) {
            return self.store_refusal(id, change).await;
        }
        let encoded = EncodedCommit::of(change)?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let written = self.write_change(&mut transaction, id, change, &encoded).await;
        let written = self.finish(transaction, written).await;
        // A repeated request fails too, as its rows exist already: look for its reply.
        if let (Err(_), Some(request)) = (&written, change.request)
            && let Some(earlier) = self.reply_on(&mut writer, id, request).await?
        {
            return Ok(Committed::Repeated(earlier));
        }
        written.map(Committed::Stored)
    }

    /// Stores the reply of a refusal that changes nothing, if the request has an idempotency key.
    async fn store_refusal(
        &self,
        id: CampaignId,
        change: &Commit<'_>,
    ) -> Result<Committed, StoreError> {
        let Some(request) = change.request else { return Ok(Committed::Stored(None)) };
        let reply = to_json("reply", &change.effects.reply)?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_relaxed(&mut writer).await?;
        let earlier = self.write_request(&mut transaction, id, request, change.at, &reply).await;
        let earlier = self.finish(transaction, earlier).await?;
        Ok(earlier.map_or(Committed::Stored(None), Committed::Repeated))
    }

    async fn write_change(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        change: &Commit<'_>,
        encoded: &EncodedCommit,
    ) -> Result<Option<i64>, StoreError> {
        let (rows, last) = self.write_rows(on, id, change, encoded).await?;
        self.step("after change");
        if rows != encoded.rows {
            return Err(StoreError::Overtaken { campaign: id });
        }
        self.write_votes(on, id, encoded).await?;
        let notices = change.effects.notices.len();
        // One statement on the only write connection: the numbers are consecutive.
        Ok((notices > 0).then(|| last + 1 - notices as i64))
    }

    /// Writes everything but votes and voices in one call: SQLite runs on a thread of its own, and
    /// each further call would cost two more thread switches. Returns the number of rows written
    /// and the number of the last notice; without notices, the latter means nothing.
    async fn write_rows(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        change: &Commit<'_>,
        encoded: &EncodedCommit,
    ) -> Result<(u64, i64), StoreError> {
        let (id, at) = (id.0, change.at.0);
        let (before, seq) = (signed(change.before_seq), signed(change.council.seq));
        let status = status_word(change.council.status);
        let wake = change.wake.map(|wake| wake.0);
        let has_snapshot = encoded.snapshot.is_some();
        let written = sqlx::query!(
            "INSERT INTO request (campaign, id, at, reply)
             SELECT ?, value, ?, ? FROM json_each(?) WHERE true ON CONFLICT DO NOTHING;
             INSERT INTO log (campaign, seq, at, body)
             SELECT ?, value ->> 'seq', value ->> 'at', value FROM json_each(?);
             UPDATE campaign SET council = ?, stage = ?, seq = ?, wake_at = ?, changed_at = ?
             WHERE id = ? AND seq = ?;
             INSERT INTO snapshot (campaign, seq, state) SELECT ?, ?, ? WHERE ?
             ON CONFLICT (campaign, seq) DO UPDATE SET state = excluded.state;
             INSERT INTO outbox (campaign, topic, fleeting, body, at, attempts, try_at)
             SELECT ?, value ->> 'topic', value ->> 'fleeting', value, ?, 0, ?
             FROM json_each(?) ORDER BY key",
            id,
            at,
            encoded.reply,
            encoded.requests,
            id,
            encoded.entries,
            encoded.council,
            status,
            seq,
            wake,
            at,
            id,
            before,
            id,
            seq,
            encoded.snapshot,
            has_snapshot,
            id,
            at,
            at,
            encoded.notices
        )
        .execute(on)
        .await
        .map_err(|why| self.map_seq_conflict(CampaignId(id), why))?;
        Ok((written.rows_affected(), written.last_insert_rowid()))
    }

    /// Stores a request with its reply. Returns the earlier reply if the request is known.
    async fn write_request(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        request: &str,
        at: Timestamp,
        reply: &str,
    ) -> Result<Option<Reply>, StoreError> {
        let inserted = sqlx::query!(
            "INSERT INTO request (campaign, id, at, reply) VALUES (?, ?, ?, ?)
             ON CONFLICT DO NOTHING",
            id.0,
            request,
            at.0,
            reply
        )
        .execute(&mut *on)
        .await
        .map_err(|why| self.map_missing_campaign(id, why))?;
        self.step("after request");
        if inserted.rows_affected() > 0 { Ok(None) } else { self.reply_on(on, id, request).await }
    }

    async fn write_votes(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        encoded: &EncodedCommit,
    ) -> Result<(), StoreError> {
        if let Some(withdrawn) = &encoded.withdrawn {
            self.drop_votes(on, id, withdrawn).await?;
        }
        if let Some(votes) = &encoded.votes {
            self.add_votes(on, id, votes).await?;
        }
        self.write_street(on, id, encoded).await
    }

    pub(super) async fn add_votes(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        votes: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO ballot (campaign, user, choice)
             SELECT ?1, value ->> 0, value ->> 1 FROM json_each(?2) WHERE true
             ON CONFLICT (campaign, user) DO UPDATE SET choice = excluded.choice",
            id.0,
            votes
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after votes");
        Ok(())
    }

    async fn drop_votes(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        users: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "DELETE FROM ballot WHERE campaign = ?1 AND user IN (SELECT value FROM json_each(?2))",
            id.0,
            users
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after votes taken back");
        Ok(())
    }

    /// Converts a database error; a foreign key violation means that the campaign does not exist.
    fn map_missing_campaign(&self, campaign: CampaignId, error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(why) if why.is_foreign_key_violation() => StoreError::NoSuchCampaign { campaign },
            _ => self.map_error(error),
        }
    }

    /// Converts a database error; a unique violation means that another process has written the
    /// next log entry.
    pub(super) fn map_seq_conflict(&self, campaign: CampaignId, error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(why) if why.is_unique_violation() => StoreError::Overtaken { campaign },
            _ => self.map_missing_campaign(campaign, error),
        }
    }
}
