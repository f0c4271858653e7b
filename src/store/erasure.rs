//! Erasure of personal data (GDPR): replaces a user's ID by an alias in one transaction.
//!
//! The caller vacates the user's seats first. Nothing but the ID changes in a log, so it replays
//! as before.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::personal::{Mention, PersonalData, replace_number};
use crate::council::UserId;

/// Counts of what an erasure changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasedRows {
    /// Texts in which the ID was replaced.
    pub replaced: u64,
    /// Removed rows of the user alone, and campaigns whose opener was cleared.
    pub removed: u64,
}

impl Store {
    /// Returns the campaigns that are not over and whose state contains the digits of a user's ID,
    /// possibly as part of a longer number.
    pub async fn live_campaigns_mentioning(
        &self,
        user: UserId,
    ) -> Result<Vec<CampaignId>, StoreError> {
        let digits = user.0.to_string();
        let found = sqlx::query_scalar!(
            "SELECT id FROM campaign WHERE stage <> 'over' AND instr(council, ?) > 0 ORDER BY id",
            digits
        )
        .fetch_all(&self.readers)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(found.into_iter().map(CampaignId).collect())
    }

    /// Counts the lobbies that a user has opened and that have not begun.
    pub async fn open_lobbies_of(&self, user: UserId) -> Result<usize, StoreError> {
        let user = signed(user.0);
        let found = sqlx::query_scalar!(
            "SELECT count(*) FROM campaign WHERE opener = ? AND stage = 'gathering'",
            user
        )
        .fetch_one(&self.readers)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(usize::try_from(found).unwrap_or(usize::MAX))
    }

    /// Replaces a user's ID by `alias` and removes the rows that are the user's alone. Returns
    /// `None`, and changes nothing, if a text that mentions the user already contains `alias`.
    pub async fn forget(
        &self,
        user: UserId,
        alias: UserId,
    ) -> Result<Option<ErasedRows>, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let erased = self.forget_on(&mut transaction, user, alias).await;
        self.finish(transaction, erased).await
    }

    async fn forget_on(
        &self,
        on: &mut SqliteConnection,
        user: UserId,
        alias: UserId,
    ) -> Result<Option<ErasedRows>, StoreError> {
        let (digits, alias) = (user.0.to_string(), alias.0.to_string());
        let mut found = Vec::new();
        for column in PersonalData::ALL {
            let mentions = self.mentions(on, column, &digits).await?;
            found.extend(mentions.into_iter().map(|mention| (column, mention)));
        }
        if found.iter().any(|(_, mention)| replace_number(&mention.text, &alias, "").is_some()) {
            return Ok(None);
        }
        let mut rows = ErasedRows::default();
        for (column, mention) in found {
            let Some(text) = replace_number(&mention.text, &digits, &alias) else { continue };
            self.rewrite(on, column, &mention, &without_lender(&text, &alias)).await?;
            rows.replaced += 1;
        }
        for column in PersonalData::ALL {
            rows.removed += self.remove(on, column, user).await?;
        }
        self.mark_vacuum_due(on).await?;
        Ok(Some(rows))
    }

    async fn rewrite(
        &self,
        on: &mut SqliteConnection,
        column: PersonalData,
        mention: &Mention,
        text: &str,
    ) -> Result<(), StoreError> {
        let (id, key) = (mention.campaign, mention.key.as_str());
        let query = match column {
            PersonalData::Table => {
                sqlx::query!("UPDATE campaign SET council = ? WHERE id = ?", text, id)
            }
            PersonalData::Log => sqlx::query!(
                "UPDATE log SET body = ? WHERE campaign = ? AND seq = CAST(? AS INTEGER)",
                text,
                id,
                key
            ),
            PersonalData::News => {
                sqlx::query!("UPDATE outbox SET body = ? WHERE id = CAST(? AS INTEGER)", text, key)
            }
            PersonalData::Failure => sqlx::query!(
                "UPDATE outbox SET last_error = ? WHERE id = CAST(? AS INTEGER)",
                text,
                key
            ),
            PersonalData::Reply => sqlx::query!(
                "UPDATE request SET reply = ? WHERE campaign = ? AND id = ?",
                text,
                id,
                key
            ),
            PersonalData::Shown => {
                sqlx::query!("UPDATE shown SET body = ? WHERE campaign = ?", text, id)
            }
            PersonalData::Vote
            | PersonalData::Word
            | PersonalData::Quiet
            | PersonalData::Opener => return Ok(()),
        };
        query.execute(on).await.map_err(|why| self.map_error(why))?;
        Ok(())
    }

    /// Removes the rows of a column that belong to the user alone. Campaigns are kept: only their
    /// opener is cleared.
    async fn remove(
        &self,
        on: &mut SqliteConnection,
        column: PersonalData,
        user: UserId,
    ) -> Result<u64, StoreError> {
        let user = signed(user.0);
        let query = match column {
            PersonalData::Vote => sqlx::query!("DELETE FROM ballot WHERE user = ?", user),
            PersonalData::Word => sqlx::query!("DELETE FROM street WHERE user = ?", user),
            PersonalData::Quiet => sqlx::query!("DELETE FROM person WHERE user = ?", user),
            PersonalData::Opener => {
                sqlx::query!("UPDATE campaign SET opener = NULL WHERE opener = ?", user)
            }
            PersonalData::Table
            | PersonalData::Log
            | PersonalData::News
            | PersonalData::Failure
            | PersonalData::Reply
            | PersonalData::Shown => return Ok(0),
        };
        let removed = query.execute(on).await.map_err(|why| self.map_error(why))?;
        Ok(removed.rows_affected())
    }
}

/// Clears the erased user as lender of seats held by the house, so that any player can take them.
fn without_lender(text: &str, alias: &str) -> String {
    text.replace(&format!("\"lent_by\":{alias}}}"), "\"lent_by\":null}")
}

#[cfg(test)]
mod tests {
    use super::without_lender;

    #[test]
    fn a_seat_lent_by_nobody_is_anybodys() {
        let text = "{\"house\":{\"lent_by\":7}},{\"house\":{\"lent_by\":71}}";
        let free = "{\"house\":{\"lent_by\":null}},{\"house\":{\"lent_by\":71}}";
        assert_eq!(without_lender(text, "7"), free);
    }
}
