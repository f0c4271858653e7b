//! Numbers of rows: that there are always more of them.
//!
//! May use: sqlx. Deliberately absent: rows whose number nobody gives out (people, servers).
//!
//! SQLite gives no number after the last there is, and says that the disk is full. No hall comes
//! near it, but one damaged row is enough. A campaign keeps its number whatever it is, for it is
//! on buttons: new ones are counted without it. A notice is moved: its number is only its place
//! in the queue.

use sqlx::{Connection as _, SqliteConnection};

/// The last number that is counted on from.
pub(super) const LAST_NUMBER: i64 = 1 << 62;

/// Makes room in the outbox; how many notices were moved.
pub(super) async fn renumber_outbox(on: &mut SqliteConnection) -> Result<u64, sqlx::Error> {
    if !is_needed(on).await? {
        return Ok(0);
    }
    let mut transaction = on.begin().await?;
    let mut moved = 0;
    // Each goes behind those there are, in the order they had.
    loop {
        let done = sqlx::query(
            "UPDATE outbox SET id = 1 + max(
                 coalesce((SELECT max(id) FROM outbox WHERE id <= ?1), 0),
                 coalesce((SELECT max(seq) FROM sqlite_sequence
                           WHERE name = 'outbox' AND seq <= ?1), 0))
             WHERE id = (SELECT min(id) FROM outbox WHERE id > ?1)",
        );
        let done = done.bind(LAST_NUMBER).execute(&mut *transaction).await?.rows_affected();
        if done == 0 {
            break;
        }
        moved += done;
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

/// What is no number at all is greater than any.
async fn is_needed(on: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM outbox WHERE id > ?1)
             OR EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'outbox' AND seq > ?1)",
    )
    .bind(LAST_NUMBER)
    .fetch_one(on)
    .await
}
