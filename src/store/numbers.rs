//! Protection against exhausted row numbers.
//!
//! After the largest rowid SQLite assigns no more and reports a full disk. No hall comes near it,
//! but one damaged row is enough. A campaign with such a number keeps it, because buttons carry
//! it, and new campaigns are numbered as if it did not exist. A notice is renumbered: its number
//! is only its place in the queue. Users and servers have numbers that SQLite does not assign.

use sqlx::{Connection as _, SqliteConnection};

/// Largest row number that new numbers continue from.
pub(super) const LAST_NUMBER: i64 = 1 << 62;

/// Renumbers notices above `LAST_NUMBER`. Returns how many.
pub(super) async fn renumber_outbox(on: &mut SqliteConnection) -> Result<u64, sqlx::Error> {
    if !is_needed(on).await? {
        return Ok(0);
    }
    let mut transaction = on.begin().await?;
    let mut moved = 0;
    // Each moves behind the notices up to `LAST_NUMBER`, lowest first, so their order stays.
    loop {
        let statement = sqlx::query(
            "UPDATE outbox SET id = 1 + max(
                 coalesce((SELECT max(id) FROM outbox WHERE id <= ?1), 0),
                 coalesce((SELECT max(seq) FROM sqlite_sequence
                           WHERE name = 'outbox' AND seq <= ?1), 0))
             WHERE id = (SELECT min(id) FROM outbox WHERE id > ?1)",
        );
        let result = statement.bind(LAST_NUMBER).execute(&mut *transaction).await?;
        if result.rows_affected() == 0 {
            break;
        }
        moved += result.rows_affected();
    }
    sqlx::query(
        "UPDATE sqlite_sequence SET seq = max(0, coalesce((SELECT max(id) FROM outbox), 0))
         WHERE name = 'outbox' AND seq > ?1",
    )
    .bind(LAST_NUMBER)
    .execute(&mut *transaction)
    .await?;
    transaction.commit().await?;
    Ok(moved)
}

/// Whether a number of the outbox, or its sequence, is above `LAST_NUMBER`. A sequence that is
/// not a number counts too: SQLite compares it as greater than any.
async fn is_needed(on: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM outbox WHERE id > ?1)
             OR EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'outbox' AND seq > ?1)",
    )
    .bind(LAST_NUMBER)
    .fetch_one(on)
    .await
}
