//! How many people there are in each server, as Discord says when it tells of the server.
//!
//! May use: nothing of ours. Deliberately absent: who they are. Nobody tells us who comes and
//! goes without a privileged intent, so the number is that of the last connection.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// The members of each server, without ourselves.
#[derive(Default)]
pub struct Crowds(Mutex<HashMap<u64, u32>>);

impl Crowds {
    /// Discord tells of a server and its members; one of them is this bot.
    pub fn note(&self, server: u64, members: u64) {
        let people = u32::try_from(members.saturating_sub(1)).unwrap_or(u32::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(server, people);
    }

    /// We are not in a server any more.
    pub fn forget(&self, server: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&server);
    }

    /// How many people there are, if that is known.
    pub fn of(&self, server: u64) -> Option<u32> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&server).copied()
    }
}
