//! Forgetting a person: their number is replaced wherever it stands, in one transaction.
//!
//! May use: `council`'s words for people. Deliberately absent: seats; whoever calls this has
//! vacated them before. Logs stay as they are but for the number, so they replay as before.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::personal::{Mention, PersonalData, replace_number};
use crate::council::UserId;

/// What was changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErasedRows {
    /// Texts in which the number was replaced.
    pub replaced: u64,
    /// Votes and settings that were removed.
    pub removed: u64,
}

impl Store {
    /// The campaigns that are not over and mention a person.
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

    /// How many lobbies a person has opened that have not begun.
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

    /// Replaces a person's number by another, and removes what is theirs alone; none if
    /// the other number is taken where they were.
    pub async fn forget(
        &self,
        user: UserId,
        alias: UserId,
    ) -> Result<Option<ErasedRows>, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let forgotten = self.forget_on(&mut transaction, user, alias).await;
        self.finish(transaction, forgotten).await
    }

    async fn forget_on(
        &self,
        on: &mut SqliteConnection,
        user: UserId,
        alias: UserId,
    ) -> Result<Option<ErasedRows>, StoreError> {
        let (digits, other) = (user.0.to_string(), alias.0.to_string());
        let mut found = Vec::new();
        for place in PersonalData::ALL {
            let all = self.mentions(on, place, &digits).await?;
            found.extend(all.into_iter().map(|mention| (place, mention)));
        }
        if found.iter().any(|(_, mention)| replace_number(&mention.text, &other, "").is_some()) {
            return Ok(None);
        }
        let mut done = ErasedRows::default();
        for (place, mention) in found {
            let Some(text) = replace_number(&mention.text, &digits, &other) else { continue };
            self.rewrite(on, place, &mention, &without_lender(&text, &other)).await?;
            done.replaced += 1;
        }
        for place in PersonalData::ALL {
            done.removed += self.remove(on, place, user).await?;
        }
        self.mark_vacuum_due(on).await?;
        Ok(Some(done))
    }

    async fn rewrite(
        &self,
        on: &mut SqliteConnection,
        place: PersonalData,
        mention: &Mention,
        text: &str,
    ) -> Result<(), StoreError> {
        let (id, key) = (mention.campaign, mention.key.as_str());
        let query = match place {
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

    /// Removes the rows of a place that are a person's own; that they opened something is only
    /// taken off it.
    async fn remove(
        &self,
        on: &mut SqliteConnection,
        place: PersonalData,
        user: UserId,
    ) -> Result<u64, StoreError> {
        let user = signed(user.0);
        let query = match place {
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

/// A seat lent to the house by somebody who is gone is anybody's.
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
