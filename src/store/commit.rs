//! A change of a campaign: state, log, votes, notices and reply, in one transaction.
//!
//! May use: `council`. Deliberately absent: what the change is; it is written as
//! it comes, if the campaign is still as it was when the change was worked out.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::create::status_word;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::{Store, to_json};
use crate::council::{Council, Effects, Reply, Timestamp, UserId};

/// A change to be stored.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'a> {
    /// The last entry of the log before it.
    pub before_seq: u64,
    /// The hall's state after it.
    pub council: &'a Council,
    /// When the campaign wants to be woken.
    pub wake: Option<Timestamp>,
    /// What else it leads to.
    pub effects: &'a Effects,
    /// The front end's name of the request, so that it is carried out once.
    pub request: Option<&'a str>,
    /// When.
    pub at: Timestamp,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is stored; the number of its first notice, and the others follow it.
    Stored(Option<i64>),
    /// Nothing was done: the same request was answered like this before.
    Repeated(Reply),
}

/// A change in the words of the database, made before anybody has to wait for it.
/// A list may be empty.
pub(super) struct EncodedCommit {
    requests: String,
    reply: String,
    council: String,
    entries: String,
    signed: Option<String>,
    withdrawn: Option<String>,
    pub(super) spoken: Option<String>,
    pub(super) silent: Option<String>,
    pub(super) unasked: Option<String>,
    keep: Option<String>,
    notices: String,
    /// How many rows it makes or changes, votes aside.
    rows: u64,
}

impl EncodedCommit {
    fn of(change: &Commit<'_>) -> Result<Self, StoreError> {
        let effects = change.effects;
        let (signed, withdrawn) = votes(&effects.public_votes);
        let (spoken, silent) = voices(&effects.street_voices);
        let unasked: Vec<u32> = effects.closed_streets.iter().copied().collect();
        let parts = [effects.entries.len(), effects.notices.len()];
        let ones = [change.request.is_some(), effects.snapshot.is_some(), true];
        let rows = parts.iter().sum::<usize>() + ones.iter().filter(|one| **one).count();
        Ok(EncodedCommit {
            requests: to_json("request", &change.request.as_slice())?,
            reply: to_json("reply", &effects.reply)?,
            council: to_json("council", change.council)?,
            entries: to_json("entries", &effects.entries)?,
            signed: json_list("votes", &signed)?,
            withdrawn: json_list("votes", &withdrawn)?,
            spoken: json_list("the street", &spoken)?,
            silent: json_list("the street", &silent)?,
            unasked: json_list("the street", &unasked)?,
            keep: effects.snapshot.as_ref().map(|state| to_json("game", state)).transpose()?,
            notices: to_json("notices", &effects.notices)?,
            rows: rows as u64,
        })
    }
}

/// Votes that count, and users whose votes no longer do.
fn votes(changed: &BTreeMap<UserId, Option<String>>) -> (Vec<(i64, &String)>, Vec<i64>) {
    let given = |(user, vote): (&UserId, &'_ Option<String>)| (signed(user.0), vote.is_some());
    let gone = changed.iter().map(given).filter(|(_, vote)| !vote).map(|(user, _)| user).collect();
    let counting =
        changed.iter().filter_map(|(user, vote)| Some((signed(user.0), vote.as_ref()?))).collect();
    (counting, gone)
}

/// What the street says, and who of it says nothing any more.
type Voices<'a> = (Vec<(u32, i64, &'a String)>, Vec<(u32, i64)>);

fn voices(changed: &BTreeMap<(u32, UserId), Option<String>>) -> Voices<'_> {
    let (mut spoken, mut silent) = (Vec::new(), Vec::new());
    for ((question, user), choice) in changed {
        match choice {
            Some(choice) => spoken.push((*question, signed(user.0), choice)),
            None => silent.push((*question, signed(user.0))),
        }
    }
    (spoken, silent)
}

/// A list as JSON, unless there is nothing on it.
fn json_list<T: serde::Serialize>(
    part: &'static str,
    list: &[T],
) -> Result<Option<String>, StoreError> {
    if list.is_empty() { Ok(None) } else { to_json(part, &list).map(Some) }
}

/// A refusal that changed nothing.
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
    /// Stores a change, unless the request was carried out before.
    pub async fn commit(
        &self,
        id: CampaignId,
        change: &Commit<'_>,
    ) -> Result<Committed, StoreError> {
        if is_reply_only(change.effects) {
            return self.store_refusal(id, change).await;
        }
        let words = EncodedCommit::of(change)?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let written = self.write_change(&mut transaction, id, change, &words).await;
        let written = self.finish(transaction, written).await;
        // It does not add up: was it the same request once more?
        if let (Err(_), Some(request)) = (&written, change.request)
            && let Some(earlier) = self.reply_on(&mut writer, id, request).await?
        {
            return Ok(Committed::Repeated(earlier));
        }
        written.map(Committed::Stored)
    }

    /// Remembers a refusal that changed nothing, if it was asked for by name.
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
        words: &EncodedCommit,
    ) -> Result<Option<i64>, StoreError> {
        let (rows, last) = self.write_rows(on, id, change, words).await?;
        self.step("after change");
        if rows != words.rows {
            return Err(StoreError::Overtaken { campaign: id });
        }
        self.write_votes(on, id, words).await?;
        let notices = change.effects.notices.len();
        // One statement of the only writer: the numbers are in a row.
        Ok((notices > 0).then(|| last + 1 - notices as i64))
    }

    /// Everything a change always has, in one go: every statement of its own would cost
    /// two more waits for another thread. How many rows, and the last notice.
    async fn write_rows(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        change: &Commit<'_>,
        words: &EncodedCommit,
    ) -> Result<(u64, i64), StoreError> {
        let (id, at) = (id.0, change.at.0);
        let (before, seq) = (signed(change.before_seq), signed(change.council.seq));
        let stage = status_word(change.council.status);
        let wake = change.wake.map(|wake| wake.0);
        let keeps = words.keep.is_some();
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
            words.reply,
            words.requests,
            id,
            words.entries,
            words.council,
            stage,
            seq,
            wake,
            at,
            id,
            before,
            id,
            seq,
            words.keep,
            keeps,
            id,
            at,
            at,
            words.notices
        )
        .execute(on)
        .await
        .map_err(|why| self.map_seq_conflict(CampaignId(id), why))?;
        Ok((written.rows_affected(), written.last_insert_rowid()))
    }

    /// Claims a request; the reply to it, if it was claimed before.
    async fn write_request(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        request: &str,
        at: Timestamp,
        reply: &str,
    ) -> Result<Option<Reply>, StoreError> {
        let claimed = sqlx::query!(
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
        if claimed.rows_affected() > 0 { Ok(None) } else { self.reply_on(on, id, request).await }
    }

    async fn write_votes(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        words: &EncodedCommit,
    ) -> Result<(), StoreError> {
        if let Some(withdrawn) = &words.withdrawn {
            self.drop_votes(on, id, withdrawn).await?;
        }
        if let Some(signed) = &words.signed {
            self.add_votes(on, id, signed).await?;
        }
        self.write_street(on, id, words).await
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

    /// A row that belongs to no campaign means there is no such campaign.
    fn map_missing_campaign(&self, campaign: CampaignId, error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(why) if why.is_foreign_key_violation() => StoreError::NoSuchCampaign { campaign },
            _ => self.map_error(error),
        }
    }

    /// An entry whose number is taken means that somebody else went on.
    pub(super) fn map_seq_conflict(&self, campaign: CampaignId, error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(why) if why.is_unique_violation() => StoreError::Overtaken { campaign },
            _ => self.map_missing_campaign(campaign, error),
        }
    }
}
