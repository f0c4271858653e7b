//! Forgetting a person: their number is replaced wherever it stands, in one transaction.
//!
//! May use: `council`'s words for people. Deliberately absent: seats; whoever calls this has
//! vacated them before. Logs stay as they are but for the number, so they replay as before.

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::{CampaignId, signed};
use crate::council::User;

/// What was changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Texts in which the number was replaced.
    pub replaced: u64,
    /// Votes and settings that were removed.
    pub removed: u64,
}

/// A text that holds the number.
struct Row {
    place: String,
    campaign: i64,
    key: String,
    text: String,
}

impl Store {
    /// The campaigns that are not over and mention a person.
    pub async fn live_with(&self, user: User) -> Result<Vec<CampaignId>, StoreError> {
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
    pub async fn lobbies_of(&self, user: User) -> Result<usize, StoreError> {
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
    pub async fn forget(&self, user: User, alias: User) -> Result<Option<Forgotten>, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin(&mut writer).await?;
        let forgotten = self.forget_on(&mut transaction, user, alias).await;
        self.settle(transaction, forgotten).await
    }

    async fn forget_on(
        &self,
        on: &mut SqliteConnection,
        user: User,
        alias: User,
    ) -> Result<Option<Forgotten>, StoreError> {
        let (digits, other) = (user.0.to_string(), alias.0.to_string());
        let rows = self.mentions(on, &digits).await?;
        if rows.iter().any(|row| replaced(&row.text, &other, "").is_some()) {
            return Ok(None);
        }
        let mut done = Forgotten::default();
        for row in rows {
            let Some(text) = replaced(&row.text, &digits, &other) else { continue };
            self.rewrite(on, &row, &unlent(&text, &other)).await?;
            done.replaced += 1;
        }
        done.removed = self.remove(on, user).await?;
        Ok(Some(done))
    }

    async fn mentions(
        &self,
        on: &mut SqliteConnection,
        digits: &str,
    ) -> Result<Vec<Row>, StoreError> {
        sqlx::query_as!(
            Row,
            r#"SELECT 'council' AS "place!: String", id AS "campaign!: i64", '' AS "key!: String",
                      council AS "text!: String"
               FROM campaign WHERE instr(council, ?1) > 0
               UNION ALL SELECT 'log', campaign, CAST(seq AS TEXT), body
               FROM log WHERE instr(body, ?1) > 0
               UNION ALL SELECT 'outbox', campaign, CAST(id AS TEXT), body
               FROM outbox WHERE instr(body, ?1) > 0
               UNION ALL SELECT 'error', campaign, CAST(id AS TEXT), last_error
               FROM outbox WHERE instr(last_error, ?1) > 0
               UNION ALL SELECT 'request', campaign, id, reply
               FROM request WHERE instr(reply, ?1) > 0
               UNION ALL SELECT 'shown', campaign, '', body
               FROM shown WHERE instr(body, ?1) > 0"#,
            digits
        )
        .fetch_all(on)
        .await
        .map_err(|why| self.trouble(why))
    }

    async fn rewrite(
        &self,
        on: &mut SqliteConnection,
        row: &Row,
        text: &str,
    ) -> Result<(), StoreError> {
        let (id, key) = (row.campaign, row.key.as_str());
        let query = match row.place.as_str() {
            "council" => sqlx::query!("UPDATE campaign SET council = ? WHERE id = ?", text, id),
            "log" => sqlx::query!(
                "UPDATE log SET body = ? WHERE campaign = ? AND seq = CAST(? AS INTEGER)",
                text,
                id,
                key
            ),
            "outbox" => {
                sqlx::query!("UPDATE outbox SET body = ? WHERE id = CAST(? AS INTEGER)", text, key)
            }
            "error" => sqlx::query!(
                "UPDATE outbox SET last_error = ? WHERE id = CAST(? AS INTEGER)",
                text,
                key
            ),
            "request" => sqlx::query!(
                "UPDATE request SET reply = ? WHERE campaign = ? AND id = ?",
                text,
                id,
                key
            ),
            _ => sqlx::query!("UPDATE shown SET body = ? WHERE campaign = ?", text, id),
        };
        query.execute(on).await.map_err(|why| self.trouble(why))?;
        Ok(())
    }

    /// Votes on public matters and quiet hours; and that they opened something.
    async fn remove(&self, on: &mut SqliteConnection, user: User) -> Result<u64, StoreError> {
        let user = signed(user.0);
        let removed = sqlx::query!(
            "DELETE FROM ballot WHERE user = ?;
             DELETE FROM street WHERE user = ?;
             DELETE FROM person WHERE user = ?;
             UPDATE campaign SET opener = NULL WHERE opener = ?",
            user,
            user,
            user,
            user
        )
        .execute(on)
        .await
        .map_err(|why| self.trouble(why))?;
        Ok(removed.rows_affected())
    }

    /// Writes the file anew without what was removed: until then it is still in it.
    pub async fn sweep(&self) -> Result<(), StoreError> {
        let mut writer = self.writer().await?;
        // The journal holds old pages too, and is emptied last.
        for statement in ["VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"] {
            sqlx::query(statement).execute(&mut *writer).await.map_err(|why| self.trouble(why))?;
        }
        Ok(())
    }
}

/// A text with a number replaced where it stands alone, not where it is a part of a longer
/// one; none if it does not stand there. A seed is a number of its own.
fn replaced(text: &str, digits: &str, other: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut found) = (text, false);
    while let Some(at) = rest.find(digits) {
        let (before, after) = (&rest[..at], &rest[at + digits.len()..]);
        out.push_str(before);
        let alone = !out.ends_with(|c: char| c.is_ascii_digit())
            && !after.starts_with(|c: char| c.is_ascii_digit())
            && !out.ends_with("\"seed\":");
        out.push_str(if alone { other } else { digits });
        found |= alone;
        rest = after;
    }
    out.push_str(rest);
    found.then_some(out)
}

/// A seat lent to the house by somebody who is gone is anybody's.
fn unlent(text: &str, alias: &str) -> String {
    text.replace(&format!("\"lent_by\":{alias}}}"), "\"lent_by\":null}")
}

#[cfg(test)]
mod tests {
    use super::{replaced, unlent};

    #[test]
    fn a_number_is_replaced_only_where_it_stands_alone() {
        let with = |text: &str| replaced(text, "1234", "7");
        assert_eq!(with("{\"by\":1234,\"x\":\"<@1234>\"}").unwrap(), "{\"by\":7,\"x\":\"<@7>\"}");
        assert_eq!(with("12345 01234 123412345"), None, "parts of other numbers");
        assert_eq!(with("[1234,1234]").unwrap(), "[7,7]");
        assert_eq!(with("{\"seed\":1234}"), None, "a seed is nobody");
        assert_eq!(with("nobody"), None);
    }

    #[test]
    fn a_seat_lent_by_nobody_is_anybodys() {
        let text = "{\"house\":{\"lent_by\":7}},{\"house\":{\"lent_by\":71}}";
        let free = "{\"house\":{\"lent_by\":null}},{\"house\":{\"lent_by\":71}}";
        assert_eq!(unlent(text, "7"), free);
    }
}
