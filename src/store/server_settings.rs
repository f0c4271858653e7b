//! Settings of servers: the roles that may open and moderate campaigns.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::StoreError;
use super::ids::{signed, unsigned};
use super::{Store, to_json};

/// Roles with rights in a server. Without a role, every member may open campaigns, and only
/// members who manage the server may moderate them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerRights {
    /// Role that may open campaigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openers: Option<u64>,
    /// Role that may moderate campaigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moderators: Option<u64>,
}

impl Store {
    /// Sets the rights of a server.
    pub async fn set_server_rights(
        &self,
        server: u64,
        rights: &ServerRights,
    ) -> Result<(), StoreError> {
        let (server, rights) = (signed(server), to_json("rights", rights)?);
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        self.step("before mark");
        let written = sqlx::query!(
            "INSERT INTO server (id, rights) VALUES (?, ?)
             ON CONFLICT (id) DO UPDATE SET rights = excluded.rights",
            server,
            rights
        )
        .execute(&mut *transaction)
        .await;
        self.step("after mark");
        self.finish(transaction, written.map(|_| ()).map_err(|why| self.map_error(why))).await
    }

    /// Returns the rights that servers have set. A row that cannot be read is logged and left out:
    /// its server has the defaults until it sets them again, and the bot still starts.
    pub async fn server_rights(&self) -> Result<BTreeMap<u64, ServerRights>, StoreError> {
        let rows = sqlx::query!("SELECT id, rights FROM server")
            .fetch_all(&self.readers)
            .await
            .map_err(|why| self.map_error(why))?;
        let parse = |(id, rights): (i64, String)| {
            let id = unsigned(id);
            let log_error = |why| {
                tracing::error!(
                    "the rights of server {id} cannot be read and are put aside; it has the \
                     defaults until /campaign server sets them again: {why}"
                );
            };
            Some((id, serde_json::from_str(&rights).map_err(log_error).ok()?))
        };
        Ok(rows.into_iter().filter_map(|row| parse((row.id, row.rights))).collect())
    }
}
