//! Campaign numbers, and unsigned numbers in SQLite's signed columns.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Number of a campaign. Never reused within a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CampaignId(pub i64);

impl fmt::Display for CampaignId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

/// Converts a number to SQLite's signed integer with the same 64 bits.
pub(super) fn signed(number: u64) -> i64 {
    number.cast_signed()
}

/// Converts a number stored by [`signed`] back.
pub(super) fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}
