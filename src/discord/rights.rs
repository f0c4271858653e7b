//! Whom a server lets open and moderate campaigns, by role number.
//!
//! May use: the store. Deliberately absent: names of roles: anybody could make
//! a role of that name. Who manages the server may always do both.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use crate::store::{Store, StoreError};

pub use crate::store::ServerRights;

/// The rights of all servers that have set some.
#[derive(Default)]
pub struct Rights(RwLock<BTreeMap<u64, ServerRights>>);

impl Rights {
    /// As they are stored.
    pub async fn load(store: &Store) -> Result<Rights, StoreError> {
        Ok(Rights(RwLock::new(store.server_rights().await?)))
    }

    fn of(&self, server: u64) -> ServerRights {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&server).cloned().unwrap_or_default()
    }

    /// May somebody with these roles moderate campaigns of this server?
    pub fn moderates(&self, server: u64, roles: &[u64]) -> bool {
        self.of(server).moderators.is_some_and(|role| roles.contains(&role))
    }

    /// May somebody with these roles open campaigns in this server?
    pub fn opens(&self, server: u64, roles: &[u64]) -> bool {
        self.of(server).openers.is_none_or(|role| roles.contains(&role))
    }

    /// What a server has set.
    pub fn get(&self, server: u64) -> ServerRights {
        self.of(server)
    }

    /// Sets it, stored first.
    pub async fn set(
        &self,
        store: &Store,
        server: u64,
        rights: ServerRights,
    ) -> Result<(), StoreError> {
        store.set_server_rights(server, &rights).await?;
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(server, rights);
        Ok(())
    }
}
