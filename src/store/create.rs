//! Creation of campaigns. The seed and the content come from the caller.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::{Store, numbers, to_json};
use crate::council::notice::Notice;
use crate::council::{CampaignStatus, Charter, Council, Timestamp, UserId};

/// Campaign to be created.
#[derive(Clone, Copy, Debug)]
pub struct NewCampaign<'a> {
    /// Fixed parameters of the campaign: game, content, seed, server and channel.
    pub charter: &'a Charter,
    /// Initial state of the council.
    pub council: &'a Council,
    /// Files of its content, by path.
    pub files: &'a BTreeMap<String, String>,
    /// First notices, for the outbox.
    pub notices: &'a [Notice],
    /// Idempotency key, given by the front end.
    pub request: Option<&'a str>,
    /// User who opens it.
    pub opener: Option<UserId>,
    /// Time of creation.
    pub at: Timestamp,
}

/// Outcome of a creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// The campaign is created.
    New(CampaignId),
    /// Nothing was stored: the channel has this live campaign.
    ChannelTaken(CampaignId),
    /// Nothing was stored: the same request created this campaign already.
    Repeated(CampaignId),
}

/// Values of a new `campaign` row, and the files of its content.
pub(super) struct NewCampaignRow<'a> {
    pub charter: &'a Charter,
    pub council: &'a Council,
    pub files: &'a BTreeMap<String, String>,
    pub wake: Option<Timestamp>,
    pub opener: Option<UserId>,
    pub at: Timestamp,
}

impl Store {
    /// Creates a campaign, unless its channel has a live one. Idempotent: a repeated request
    /// returns the campaign it created.
    pub async fn create(&self, new: &NewCampaign<'_>) -> Result<Created, StoreError> {
        let notices = to_json("notices", &new.notices)?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let written = self.write_new(&mut transaction, new, &notices).await;
        self.finish(transaction, written).await
    }

    async fn write_new(
        &self,
        on: &mut SqliteConnection,
        new: &NewCampaign<'_>,
        notices: &str,
    ) -> Result<Created, StoreError> {
        if let Some(earlier) = self.find_opening(on, new.request).await? {
            return Ok(Created::Repeated(earlier));
        }
        if let Some(other) = self.live_on(on, new.charter.channel).await? {
            return Ok(Created::ChannelTaken(other));
        }
        let NewCampaign { charter, council, files, opener, at, .. } = *new;
        let row = NewCampaignRow { charter, council, files, wake: None, opener, at };
        let id = self.write_campaign_and_pack(on, &row).await?;
        if let Some(request) = new.request {
            self.write_opening(on, id, request, at).await?;
        }
        if !new.notices.is_empty() {
            self.enqueue(on, id, notices, at).await?;
        }
        Ok(Created::New(id))
    }

    /// Writes a `campaign` row, and its content if that is not stored yet.
    pub(super) async fn write_campaign_and_pack(
        &self,
        on: &mut SqliteConnection,
        new: &NewCampaignRow<'_>,
    ) -> Result<CampaignId, StoreError> {
        if !self.has_pack(on, &new.charter.pack).await? {
            self.write_pack(on, new).await?;
        }
        self.step("after pack");
        let id = self.write_campaign(on, new).await?;
        self.step("after campaign");
        Ok(id)
    }

    /// Whether the content is stored. It nearly always is, which saves serializing it again.
    async fn has_pack(&self, on: &mut SqliteConnection, hash: &str) -> Result<bool, StoreError> {
        let found = sqlx::query_scalar!("SELECT count(*) FROM pack WHERE hash = ?", hash)
            .fetch_one(on)
            .await
            .map_err(|why| self.map_error(why))?;
        Ok(found > 0)
    }

    async fn write_pack(
        &self,
        on: &mut SqliteConnection,
        new: &NewCampaignRow<'_>,
    ) -> Result<(), StoreError> {
        let Charter { game, pack, .. } = new.charter;
        let files = to_json("files of the content", new.files)?;
        sqlx::query!(
            "INSERT INTO pack (hash, game, files) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            pack,
            game,
            files
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(())
    }

    /// Writes the `campaign` row. Its number is the next one, as with `AUTOINCREMENT`, except that
    /// numbers above `LAST_NUMBER` do not count.
    async fn write_campaign(
        &self,
        on: &mut SqliteConnection,
        new: &NewCampaignRow<'_>,
    ) -> Result<CampaignId, StoreError> {
        let Charter { game, pack, .. } = new.charter;
        let (server, channel) = (signed(new.charter.server), signed(new.charter.channel));
        let (status, seq) = (status_word(new.council.status), signed(new.council.seq));
        let charter = to_json("charter", new.charter)?;
        let council = to_json("council", new.council)?;
        let wake = new.wake.map(|wake| wake.0);
        let opener = new.opener.map(|user| signed(user.0));
        let id = sqlx::query_scalar!(
            r#"INSERT INTO campaign (id, server, channel, stage, game, pack, charter, council, seq,
                                     wake_at, opener, created_at, changed_at)
               VALUES (1 + max(
                       coalesce((SELECT max(id) FROM campaign WHERE id <= ?12), 0),
                       coalesce((SELECT max(seq) FROM sqlite_sequence
                                 WHERE name = 'campaign' AND seq <= ?12), 0)),
                   ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11) RETURNING id AS "id!""#,
            server,
            channel,
            status,
            game,
            pack,
            charter,
            council,
            seq,
            wake,
            opener,
            new.at.0,
            numbers::LAST_NUMBER
        )
        .fetch_one(on)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(CampaignId(id))
    }

    async fn find_opening(
        &self,
        on: &mut SqliteConnection,
        request: Option<&str>,
    ) -> Result<Option<CampaignId>, StoreError> {
        let Some(request) = request else {
            return Ok(None);
        };
        let found = sqlx::query_scalar!("SELECT campaign FROM opening WHERE request = ?", request)
            .fetch_optional(on)
            .await
            .map_err(|why| self.map_error(why))?;
        Ok(found.map(CampaignId))
    }

    async fn write_opening(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        request: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO opening (request, campaign, at) VALUES (?, ?, ?)",
            request,
            id.0,
            at.0
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after opening");
        Ok(())
    }
}

/// Stored word of a status.
pub(super) fn status_word(status: CampaignStatus) -> &'static str {
    match status {
        CampaignStatus::Lobby => "gathering",
        CampaignStatus::Running => "running",
        CampaignStatus::Over => "over",
    }
}
