//! Member counts of servers, as Discord last reported them.
//!
//! Discord sends joins and leaves only with a privileged intent, which the bot does not have. A
//! count is therefore as old as the last `GUILD_CREATE` event or lookup of the server.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Member count of each server, without this bot.
#[derive(Default)]
pub struct Crowds(Mutex<HashMap<u64, u32>>);

impl Crowds {
    /// Stores the member count of a server. `members` includes this bot.
    pub fn note(&self, server: u64, members: u64) {
        let count = u32::try_from(members.saturating_sub(1)).unwrap_or(u32::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(server, count);
    }

    /// Drops the count of a server that the bot has left.
    pub fn forget(&self, server: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&server);
    }

    /// Returns the member count of a server, or `None` if it is unknown.
    pub fn of(&self, server: u64) -> Option<u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&server).copied()
    }
}
