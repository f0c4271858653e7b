//! A change of a campaign: state, log, votes, notices and reply, in one transaction.
//!
//! May use: `council`. Deliberately absent: what the change is; it is written as
//! it comes, if the campaign is still as it was when the change was worked out.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::create::stage_word;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::{Store, json};
use crate::council::log::Entry;
use crate::council::{Council, Effects, Moment, Reply, User};

/// A change to be stored.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'a> {
    /// The last entry of the log before it.
    pub before_seq: u64,
    /// The hall's state after it.
    pub council: &'a Council,
    /// When the campaign wants to be woken.
    pub wake: Option<Moment>,
    /// What else it leads to.
    pub effects: &'a Effects,
    /// The front end's name of the request, so that it is carried out once.
    pub request: Option<&'a str>,
    /// When.
    pub at: Moment,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Committed {
    /// It is stored.
    Stored,
    /// Nothing was done: the same request was answered like this before.
    Repeated(Reply),
}

/// A change in the words of the database, made before anybody has to wait for it.
struct Words {
    reply: String,
    council: String,
    entries: Option<String>,
    signed: Option<String>,
    withdrawn: Option<String>,
    keep: Option<String>,
    notices: Option<String>,
}

impl Words {
    fn of(change: &Commit<'_>) -> Result<Self, StoreError> {
        let effects = change.effects;
        let (signed, withdrawn) = votes(&effects.signed);
        Ok(Words {
            reply: json("reply", &effects.reply)?,
            council: json("council", change.council)?,
            entries: list("entries", &effects.entries)?,
            signed: list("votes", &signed)?,
            withdrawn: list("votes", &withdrawn)?,
            keep: effects.keep.as_ref().map(|state| json("game", state)).transpose()?,
            notices: list("notices", &effects.notices)?,
        })
    }
}

/// Votes that count, and users whose votes no longer do.
fn votes(changed: &BTreeMap<User, Option<String>>) -> (Vec<(i64, &String)>, Vec<i64>) {
    let given = |(user, vote): (&User, &'_ Option<String>)| (signed(user.0), vote.is_some());
    let gone = changed.iter().map(given).filter(|(_, vote)| !vote).map(|(user, _)| user).collect();
    let counting =
        changed.iter().filter_map(|(user, vote)| Some((signed(user.0), vote.as_ref()?))).collect();
    (counting, gone)
}

/// A list as JSON, unless there is nothing on it.
fn list<T: serde::Serialize>(part: &'static str, list: &[T]) -> Result<Option<String>, StoreError> {
    if list.is_empty() { Ok(None) } else { json(part, &list).map(Some) }
}

/// A refusal that changed nothing.
fn is_bare(effects: &Effects) -> bool {
    matches!(effects.reply, Reply::Refused(_))
        && effects.entries.is_empty()
        && effects.notices.is_empty()
        && effects.signed.is_empty()
        && effects.keep.is_none()
}

impl Store {
    /// Stores a change, unless the request was carried out before.
    pub async fn commit(
        &self,
        id: CampaignId,
        change: &Commit<'_>,
    ) -> Result<Committed, StoreError> {
        if change.request.is_none() && is_bare(change.effects) {
            return Ok(Committed::Stored);
        }
        let words = Words::of(change)?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin(&mut writer).await?;
        let written = self.write_change(&mut transaction, id, change, &words).await;
        self.settle(transaction, written).await
    }

    async fn write_change(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        change: &Commit<'_>,
        words: &Words,
    ) -> Result<Committed, StoreError> {
        if let Some(request) = change.request
            && let Some(earlier) = self.write_request(on, id, request, change.at, words).await?
        {
            return Ok(Committed::Repeated(earlier));
        }
        if is_bare(change.effects) {
            return Ok(Committed::Stored);
        }
        if let Some(entries) = &words.entries {
            self.write_entries(on, id, entries).await?;
        }
        self.write_council(on, id, change, &words.council).await?;
        self.write_votes(on, id, words).await?;
        if let Some(state) = &words.keep {
            self.write_snapshot(on, id, change.council.seq, state).await?;
        }
        if let Some(notices) = &words.notices {
            self.post(on, id, notices, change.at).await?;
        }
        Ok(Committed::Stored)
    }

    /// Claims a request; the reply to it, if it was claimed before.
    async fn write_request(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        request: &str,
        at: Moment,
        words: &Words,
    ) -> Result<Option<Reply>, StoreError> {
        let claimed = sqlx::query!(
            "INSERT INTO request (campaign, id, at, reply) VALUES (?, ?, ?, ?)
             ON CONFLICT DO NOTHING",
            id.0,
            request,
            at.0,
            words.reply
        )
        .execute(&mut *on)
        .await
        .map_err(|why| self.orphan(id, why))?;
        self.step("after request");
        if claimed.rows_affected() > 0 { Ok(None) } else { self.reply_on(on, id, request).await }
    }

    pub(super) async fn write_entries(
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
        .map_err(|why| self.overtaken(id, why))?;
        self.step("after log");
        Ok(())
    }

    async fn write_council(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        change: &Commit<'_>,
        council: &str,
    ) -> Result<(), StoreError> {
        let (before, seq) = (signed(change.before_seq), signed(change.council.seq));
        let stage = stage_word(change.council.stage);
        let wake = change.wake.map(|wake| wake.0);
        let written = sqlx::query!(
            "UPDATE campaign SET council = ?, stage = ?, seq = ?, wake_at = ?, changed_at = ?
             WHERE id = ? AND seq = ?",
            council,
            stage,
            seq,
            wake,
            change.at.0,
            id.0,
            before
        )
        .execute(on)
        .await
        .map_err(|why| self.trouble(why))?;
        self.step("after campaign");
        if written.rows_affected() == 1 {
            return Ok(());
        }
        Err(StoreError::Overtaken { campaign: id })
    }

    async fn write_votes(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        words: &Words,
    ) -> Result<(), StoreError> {
        if let Some(withdrawn) = &words.withdrawn {
            self.drop_votes(on, id, withdrawn).await?;
        }
        if let Some(signed) = &words.signed {
            self.add_votes(on, id, signed).await?;
        }
        Ok(())
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
        .map_err(|why| self.trouble(why))?;
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
        .map_err(|why| self.trouble(why))?;
        self.step("after votes taken back");
        Ok(())
    }

    pub(super) async fn write_snapshot(
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
        .map_err(|why| self.trouble(why))?;
        self.step("after snapshot");
        Ok(())
    }

    /// A row that belongs to no campaign means there is no such campaign.
    fn orphan(&self, campaign: CampaignId, error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(why) if why.is_foreign_key_violation() => StoreError::NoSuchCampaign { campaign },
            _ => self.trouble(error),
        }
    }

    /// An entry whose number is taken means that somebody else went on.
    fn overtaken(&self, campaign: CampaignId, error: sqlx::Error) -> StoreError {
        match error.as_database_error() {
            Some(why) if why.is_unique_violation() => StoreError::Overtaken { campaign },
            _ => self.orphan(campaign, error),
        }
    }
}

/// Entries as the database takes them.
pub(super) fn entry_list(entries: &[Entry]) -> Result<Option<String>, StoreError> {
    list("entries", entries)
}
