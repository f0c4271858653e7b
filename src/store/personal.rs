//! Personal data in the database: one list of columns, both for showing and for erasing it.
//!
//! A test fails if a column that can hold a user ID is missing from the list.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::signed;
use crate::council::UserId;

/// Column that can hold user IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PersonalData {
    /// State of a campaign, such as seats, open questions and pings.
    Table,
    /// Event log of a campaign.
    Log,
    /// Notices of a campaign.
    News,
    /// Delivery errors of notices.
    Failure,
    /// Replies to requests.
    Reply,
    /// State that the front end keeps of a campaign's messages.
    Shown,
    /// Votes on open public ballots.
    Vote,
    /// Opinions given from the street.
    Word,
    /// Quiet hours of a user.
    Quiet,
    /// User who opened a campaign.
    Opener,
}

impl PersonalData {
    /// All columns.
    pub const ALL: [PersonalData; 10] = [
        PersonalData::Table,
        PersonalData::Log,
        PersonalData::News,
        PersonalData::Failure,
        PersonalData::Reply,
        PersonalData::Shown,
        PersonalData::Vote,
        PersonalData::Word,
        PersonalData::Quiet,
        PersonalData::Opener,
    ];

    /// Returns the names of the table and of the column.
    pub const fn column(self) -> (&'static str, &'static str) {
        match self {
            PersonalData::Table => ("campaign", "council"),
            PersonalData::Log => ("log", "body"),
            PersonalData::News => ("outbox", "body"),
            PersonalData::Failure => ("outbox", "last_error"),
            PersonalData::Reply => ("request", "reply"),
            PersonalData::Shown => ("shown", "body"),
            PersonalData::Vote => ("ballot", "user"),
            PersonalData::Word => ("street", "user"),
            PersonalData::Quiet => ("person", "user"),
            PersonalData::Opener => ("campaign", "opener"),
        }
    }
}

/// Text that contains a number, and the key of its row.
pub(super) struct Mention {
    pub(super) campaign: i64,
    pub(super) key: String,
    pub(super) text: String,
}

impl Store {
    /// Counts the rows of each column that hold a user's ID. Columns without any are left out.
    pub async fn places_of(&self, user: UserId) -> Result<BTreeMap<PersonalData, u64>, StoreError> {
        let digits = user.0.to_string();
        let mut reader = self.reader().await?;
        let mut counts = BTreeMap::new();
        for column in PersonalData::ALL {
            let found = self.mentions(&mut reader, column, &digits).await?;
            let holds_id =
                |mention: &&Mention| replace_number(&mention.text, &digits, "").is_some();
            let texts = found.iter().filter(holds_id).count() as u64;
            let rows = texts + self.rows_of(&mut reader, column, user).await?;
            if rows > 0 {
                counts.insert(column, rows);
            }
        }
        Ok(counts)
    }

    /// Returns the texts of a column that contain `digits`, possibly as part of a longer number.
    pub(super) async fn mentions(
        &self,
        on: &mut SqliteConnection,
        column: PersonalData,
        digits: &str,
    ) -> Result<Vec<Mention>, StoreError> {
        let found = match column {
            PersonalData::Table => sqlx::query_as!(
                Mention,
                r#"SELECT id AS "campaign!: i64", '' AS "key!: String", council AS "text!: String"
                   FROM campaign WHERE instr(council, ?) > 0"#,
                digits
            )
            .fetch_all(on)
            .await,
            PersonalData::Log => {
                sqlx::query_as!(
                    Mention,
                    r#"SELECT campaign AS "campaign!: i64", CAST(seq AS TEXT) AS "key!: String",
                          body AS "text!: String"
                   FROM log WHERE instr(body, ?) > 0"#,
                    digits
                )
                .fetch_all(on)
                .await
            }
            PersonalData::News => {
                sqlx::query_as!(
                    Mention,
                    r#"SELECT campaign AS "campaign!: i64", CAST(id AS TEXT) AS "key!: String",
                          body AS "text!: String"
                   FROM outbox WHERE instr(body, ?) > 0"#,
                    digits
                )
                .fetch_all(on)
                .await
            }
            PersonalData::Failure => {
                sqlx::query_as!(
                    Mention,
                    r#"SELECT campaign AS "campaign!: i64", CAST(id AS TEXT) AS "key!: String",
                          last_error AS "text!: String"
                   FROM outbox WHERE instr(last_error, ?) > 0"#,
                    digits
                )
                .fetch_all(on)
                .await
            }
            PersonalData::Reply => {
                sqlx::query_as!(
                    Mention,
                    r#"SELECT campaign AS "campaign!: i64", id AS "key!: String",
                          reply AS "text!: String"
                   FROM request WHERE instr(reply, ?) > 0"#,
                    digits
                )
                .fetch_all(on)
                .await
            }
            PersonalData::Shown => {
                sqlx::query_as!(
                    Mention,
                    r#"SELECT campaign AS "campaign!: i64", '' AS "key!: String",
                          body AS "text!: String"
                   FROM shown WHERE instr(body, ?) > 0"#,
                    digits
                )
                .fetch_all(on)
                .await
            }
            PersonalData::Vote
            | PersonalData::Word
            | PersonalData::Quiet
            | PersonalData::Opener => return Ok(Vec::new()),
        };
        found.map_err(|why| self.map_error(why))
    }

    /// Counts the rows of a column that belong to the user alone.
    async fn rows_of(
        &self,
        on: &mut SqliteConnection,
        column: PersonalData,
        user: UserId,
    ) -> Result<u64, StoreError> {
        let user = signed(user.0);
        let found = match column {
            PersonalData::Vote => {
                sqlx::query_scalar!("SELECT count(*) FROM ballot WHERE user = ?", user)
                    .fetch_one(on)
                    .await
            }
            PersonalData::Word => {
                sqlx::query_scalar!("SELECT count(*) FROM street WHERE user = ?", user)
                    .fetch_one(on)
                    .await
            }
            PersonalData::Quiet => {
                sqlx::query_scalar!("SELECT count(*) FROM person WHERE user = ?", user)
                    .fetch_one(on)
                    .await
            }
            PersonalData::Opener => {
                sqlx::query_scalar!("SELECT count(*) FROM campaign WHERE opener = ?", user)
                    .fetch_one(on)
                    .await
            }
            PersonalData::Table
            | PersonalData::Log
            | PersonalData::News
            | PersonalData::Failure
            | PersonalData::Reply
            | PersonalData::Shown => return Ok(0),
        };
        let rows = found.map_err(|why| self.map_error(why))?;
        Ok(u64::try_from(rows).unwrap_or(0))
    }
}

/// Replaces a number wherever it is not part of a longer one. Returns `None` if it does not occur.
/// The value of `"seed"` is left alone: it is never a user ID.
pub fn replace_number(text: &str, digits: &str, replacement: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut found) = (text, false);
    while let Some(at) = rest.find(digits) {
        let (before, after) = (&rest[..at], &rest[at + digits.len()..]);
        out.push_str(before);
        let alone = !out.ends_with(|c: char| c.is_ascii_digit())
            && !after.starts_with(|c: char| c.is_ascii_digit())
            && !out.ends_with("\"seed\":");
        out.push_str(if alone { replacement } else { digits });
        found |= alone;
        rest = after;
    }
    out.push_str(rest);
    found.then_some(out)
}

#[cfg(test)]
mod tests {
    use super::replace_number;

    #[test]
    fn a_number_is_replaced_only_where_it_stands_alone() {
        let with = |text: &str| replace_number(text, "1234", "7");
        assert_eq!(with("{\"by\":1234,\"x\":\"<@1234>\"}").unwrap(), "{\"by\":7,\"x\":\"<@7>\"}");
        assert_eq!(with("12345 01234 123412345"), None, "parts of other numbers");
        assert_eq!(with("[1234,1234]").unwrap(), "[7,7]");
        assert_eq!(with("{\"seed\":1234}"), None, "a seed is nobody");
        assert_eq!(with("nobody"), None);
    }
}
