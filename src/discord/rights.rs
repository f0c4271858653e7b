//! Rights to open and moderate campaigns, per server and by role id.
//!
//! Roles are matched by id, not by name: any role can be given any name. Members who manage the
//! server always have both rights.

use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock};

use crate::store::{Store, StoreError};

pub use crate::store::ServerRights;

/// In-memory copy of the stored rights of all servers.
#[derive(Default)]
pub struct Rights(RwLock<BTreeMap<u64, ServerRights>>);

impl Rights {
    /// Loads the rights of all servers from the store.
    pub async fn load(store: &Store) -> Result<Rights, StoreError> {
        Ok(Rights(RwLock::new(store.server_rights().await?)))
    }

    fn of(&self, server: u64) -> ServerRights {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        all.get(&server).cloned().unwrap_or_default()
    }

    /// Whether these roles allow moderating campaigns of the server.
    pub fn moderates(&self, server: u64, roles: &[u64]) -> bool {
        self.of(server).moderators.is_some_and(|role| roles.contains(&role))
    }

    /// Whether these roles allow opening campaigns in the server. Without a role set, all do.
    pub fn opens(&self, server: u64, roles: &[u64]) -> bool {
        self.of(server).openers.is_none_or(|role| roles.contains(&role))
    }

    /// Returns the rights of a server; the defaults if it has set none.
    pub fn get(&self, server: u64) -> ServerRights {
        self.of(server)
    }

    /// Sets the rights of a server: first in the store, then in memory.
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
