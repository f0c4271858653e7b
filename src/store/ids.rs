//! Numbers as the database keeps them.
//!
//! May use: nothing. Deliberately absent: what the numbers stand for.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of a campaign; never given twice in one database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CampaignId(pub i64);

impl fmt::Display for CampaignId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// SQLite's integers are signed: the same 64 bits, so that no number is lost.
pub(super) fn signed(number: u64) -> i64 {
    number.cast_signed()
}

/// The number that was stored by [`signed`].
pub(super) fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}
