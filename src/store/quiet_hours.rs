//! Quiet hours of users, for all campaigns.

use std::collections::BTreeMap;

use super::error::StoreError;
use super::ids::{signed, unsigned};
use super::{Store, to_json};
use crate::council::{QuietHours, UserId};

impl Store {
    /// Sets the hours in which a user is not pinged. `None` removes them.
    pub async fn set_quiet(
        &self,
        user: UserId,
        quiet: Option<QuietHours>,
    ) -> Result<(), StoreError> {
        let quiet = quiet.map(|quiet| to_json("quiet hours", &quiet)).transpose()?;
        let user = signed(user.0);
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        self.step("before mark");
        let on = &mut *transaction;
        let written = match quiet {
            Some(quiet) => {
                sqlx::query!(
                    "INSERT INTO person (user, quiet) VALUES (?, ?)
                     ON CONFLICT (user) DO UPDATE SET quiet = excluded.quiet",
                    user,
                    quiet
                )
                .execute(on)
                .await
            }
            None => sqlx::query!("DELETE FROM person WHERE user = ?", user).execute(on).await,
        };
        self.step("after mark");
        self.finish(transaction, written.map(|_| ()).map_err(|why| self.map_error(why))).await
    }

    /// Returns the quiet hours of all users who have set them. Rows that cannot be read are logged
    /// and left out, so that the hall still opens; the user can set them again.
    pub async fn quiet_hours(&self) -> Result<BTreeMap<UserId, QuietHours>, StoreError> {
        let rows = sqlx::query!("SELECT user, quiet FROM person")
            .fetch_all(&self.readers)
            .await
            .map_err(|why| self.map_error(why))?;
        let parse = |(user, quiet): (i64, String)| {
            let user = UserId(unsigned(user));
            let log_error = |why: &dyn std::fmt::Display| {
                tracing::error!("quiet hours of user {} cannot be read: {why}", user.0);
            };
            match serde_json::from_str::<QuietHours>(&quiet) {
                Ok(quiet) if quiet.is_valid() => Some((user, quiet)),
                Ok(_) => {
                    log_error(&"no day has such hours");
                    None
                }
                Err(why) => {
                    log_error(&why);
                    None
                }
            }
        };
        Ok(rows.into_iter().filter_map(|row| parse((row.user, row.quiet))).collect())
    }
}
