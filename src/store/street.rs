//! Opinions of the street on open questions, stored as one row per question and user.
//!
//! The rows of a question are removed once it is answered.

use sqlx::SqliteConnection;

use super::Store;
use super::commit::EncodedCommit;
use super::error::StoreError;
use super::ids::CampaignId;

impl Store {
    /// Writes a commit's changes to the street, within its transaction. Closed questions are
    /// cleared last, so that no row of them stays.
    pub(super) async fn write_street(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        commit: &EncodedCommit,
    ) -> Result<(), StoreError> {
        if let Some(silent) = &commit.silent {
            self.drop_voices(on, id, silent).await?;
        }
        if let Some(spoken) = &commit.spoken {
            self.add_voices(on, id, spoken).await?;
        }
        if let Some(unasked) = &commit.unasked {
            self.clear_street(on, id, unasked).await?;
        }
        Ok(())
    }

    pub(super) async fn add_voices(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        voices: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO street (campaign, question, user, choice)
             SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2) WHERE true
             ON CONFLICT (campaign, question, user) DO UPDATE SET choice = excluded.choice",
            id.0,
            voices
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after voices");
        Ok(())
    }

    async fn drop_voices(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        voices: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "DELETE FROM street WHERE campaign = ?1 AND (question, user) IN
                 (SELECT value ->> 0, value ->> 1 FROM json_each(?2))",
            id.0,
            voices
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after voices taken back");
        Ok(())
    }

    async fn clear_street(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        questions: &str,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "DELETE FROM street
             WHERE campaign = ?1 AND question IN (SELECT value FROM json_each(?2))",
            id.0,
            questions
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after the street");
        Ok(())
    }
}
