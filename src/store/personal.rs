//! Where the number of a person can stand in the database: one list for showing what is kept and
//! for forgetting it.
//!
//! May use: sqlx. Deliberately absent: what a place is called in a sentence. A column that may hold
//! such a number and is not in this list fails a test.

use std::collections::BTreeMap;

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::signed;
use crate::council::UserId;

/// A column that can hold the numbers of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PersonalData {
    /// Seats, open questions and whom to call, of a campaign.
    Table,
    /// What was done in a campaign.
    Log,
    /// News of a campaign.
    News,
    /// Why news could not be delivered.
    Failure,
    /// Answers to requests.
    Reply,
    /// What the front end remembers of a campaign's messages.
    Shown,
    /// Votes on an open ballot.
    Vote,
    /// What somebody beside a table would do.
    Word,
    /// Quiet hours.
    Quiet,
    /// Who opened a table.
    Opener,
}

impl PersonalData {
    /// All of them.
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

    /// Table and column.
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

/// A text that holds a number, and where it is.
pub(super) struct Mention {
    pub(super) campaign: i64,
    pub(super) key: String,
    pub(super) text: String,
}

impl Store {
    /// In how many rows of each place a person's number stands; places without any are left out.
    pub async fn places_of(&self, user: UserId) -> Result<BTreeMap<PersonalData, u64>, StoreError> {
        let digits = user.0.to_string();
        let mut reader = self.reader().await?;
        let mut kept = BTreeMap::new();
        for place in PersonalData::ALL {
            let texts = self.mentions(&mut reader, place, &digits).await?;
            let texts = texts.iter().filter(|one| replace_number(&one.text, &digits, "").is_some());
            let rows = texts.count() as u64 + self.rows_of(&mut reader, place, user).await?;
            if rows > 0 {
                kept.insert(place, rows);
            }
        }
        Ok(kept)
    }

    /// The texts of a place in which these digits stand; they may be part of a longer number.
    pub(super) async fn mentions(
        &self,
        on: &mut SqliteConnection,
        place: PersonalData,
        digits: &str,
    ) -> Result<Vec<Mention>, StoreError> {
        let found = match place {
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

    /// How many rows of a place are a person's own.
    async fn rows_of(
        &self,
        on: &mut SqliteConnection,
        place: PersonalData,
        user: UserId,
    ) -> Result<u64, StoreError> {
        let user = signed(user.0);
        let found = match place {
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

/// A text with a number replaced where it stands alone, not where it is a part of a longer
/// one; none if it does not stand there. A seed is a number of its own.
pub fn replace_number(text: &str, digits: &str, other: &str) -> Option<String> {
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
