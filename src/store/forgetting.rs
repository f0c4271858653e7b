//! Forgetting a person: their number is replaced wherever it stands, in one transaction.
//!
//! May use: `council`'s words for people. Deliberately absent: seats; whoever calls this has
//! vacated them before. Logs stay as they are but for the number, so they replay as before.

use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use super::personal::{Mention, Place, renamed};
use crate::council::UserId;

/// What was changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forgotten {
    /// Texts in which the number was replaced.
    pub replaced: u64,
    /// Votes and settings that were removed.
    pub removed: u64,
}

impl Store {
    /// The campaigns that are not over and mention a person.
    pub async fn live_with(&self, user: UserId) -> Result<Vec<CampaignId>, StoreError> {
        let digits = user.0.to_string();
        let found = sqlx::query_scalar!(
            "SELECT id FROM campaign WHERE stage <> 'over' AND instr(council, ?) > 0 ORDER BY id",
            digits
        )
        .fetch_all(&self.readers)
        .await
        .map_err(|why| self.trouble(why))?;
        Ok(found.into_iter().map(CampaignId).collect())
    }

    /// How many lobbies a person has opened that have not begun.
    pub async fn lobbies_of(&self, user: UserId) -> Result<usize, StoreError> {
        let user = signed(user.0);
        let found = sqlx::query_scalar!(
            "SELECT count(*) FROM campaign WHERE opener = ? AND stage = 'gathering'",
            user
        )
        .fetch_one(&self.readers)
        .await
        .map_err(|why| self.trouble(why))?;
        Ok(usize::try_from(found).unwrap_or(usize::MAX))
    }

    /// Replaces a person's number by another, and removes what is theirs alone; none if
    /// the other number is taken where they were.
    pub async fn forget(
        &self,
        user: UserId,
        alias: UserId,
    ) -> Result<Option<Forgotten>, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin(&mut writer).await?;
        let forgotten = self.forget_on(&mut transaction, user, alias).await;
        self.settle(transaction, forgotten).await
    }

    async fn forget_on(
        &self,
        on: &mut SqliteConnection,
        user: UserId,
        alias: UserId,
    ) -> Result<Option<Forgotten>, StoreError> {
        let (digits, other) = (user.0.to_string(), alias.0.to_string());
        let mut found = Vec::new();
        for place in Place::ALL {
            let all = self.mentions(on, place, &digits).await?;
            found.extend(all.into_iter().map(|mention| (place, mention)));
        }
        if found.iter().any(|(_, mention)| renamed(&mention.text, &other, "").is_some()) {
            return Ok(None);
        }
        let mut done = Forgotten::default();
        for (place, mention) in found {
            let Some(text) = renamed(&mention.text, &digits, &other) else { continue };
            self.rewrite(on, place, &mention, &unlent(&text, &other)).await?;
            done.replaced += 1;
        }
        for place in Place::ALL {
            done.removed += self.remove(on, place, user).await?;
        }
        self.owe_sweep(on).await?;
        Ok(Some(done))
    }

    async fn rewrite(
        &self,
        on: &mut SqliteConnection,
        place: Place,
        mention: &Mention,
        text: &str,
    ) -> Result<(), StoreError> {
        let (id, key) = (mention.campaign, mention.key.as_str());
        let query = match place {
            Place::Table => sqlx::query!("UPDATE campaign SET council = ? WHERE id = ?", text, id),
            Place::Log => sqlx::query!(
                "UPDATE log SET body = ? WHERE campaign = ? AND seq = CAST(? AS INTEGER)",
                text,
                id,
                key
            ),
            Place::News => {
                sqlx::query!("UPDATE outbox SET body = ? WHERE id = CAST(? AS INTEGER)", text, key)
            }
            Place::Failure => sqlx::query!(
                "UPDATE outbox SET last_error = ? WHERE id = CAST(? AS INTEGER)",
                text,
                key
            ),
            Place::Reply => sqlx::query!(
                "UPDATE request SET reply = ? WHERE campaign = ? AND id = ?",
                text,
                id,
                key
            ),
            Place::Shown => sqlx::query!("UPDATE shown SET body = ? WHERE campaign = ?", text, id),
            Place::Vote | Place::Word | Place::Quiet | Place::Opener => return Ok(()),
        };
        query.execute(on).await.map_err(|why| self.trouble(why))?;
        Ok(())
    }

    /// Removes the rows of a place that are a person's own; that they opened something is only
    /// taken off it.
    async fn remove(
        &self,
        on: &mut SqliteConnection,
        place: Place,
        user: UserId,
    ) -> Result<u64, StoreError> {
        let user = signed(user.0);
        let query = match place {
            Place::Vote => sqlx::query!("DELETE FROM ballot WHERE user = ?", user),
            Place::Word => sqlx::query!("DELETE FROM street WHERE user = ?", user),
            Place::Quiet => sqlx::query!("DELETE FROM person WHERE user = ?", user),
            Place::Opener => {
                sqlx::query!("UPDATE campaign SET opener = NULL WHERE opener = ?", user)
            }
            Place::Table
            | Place::Log
            | Place::News
            | Place::Failure
            | Place::Reply
            | Place::Shown => return Ok(0),
        };
        let removed = query.execute(on).await.map_err(|why| self.trouble(why))?;
        Ok(removed.rows_affected())
    }
}

/// A seat lent to the house by somebody who is gone is anybody's.
fn unlent(text: &str, alias: &str) -> String {
    text.replace(&format!("\"lent_by\":{alias}}}"), "\"lent_by\":null}")
}

#[cfg(test)]
mod tests {
    use super::unlent;

    #[test]
    fn a_seat_lent_by_nobody_is_anybodys() {
        let text = "{\"house\":{\"lent_by\":7}},{\"house\":{\"lent_by\":71}}";
        let free = "{\"house\":{\"lent_by\":null}},{\"house\":{\"lent_by\":71}}";
        assert_eq!(unlent(text, "7"), free);
    }
}
