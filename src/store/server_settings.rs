//! Whom servers let open and moderate campaigns.
//!
//! May use: sqlx. Deliberately absent: what the roles are called.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::StoreError;
use super::ids::{signed, unsigned};
use super::{Store, to_json};

/// Whom a server lets do what; none is everybody for opening, and nobody beside those
/// who manage the server for moderating.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ServerRights {
    /// The role that may open campaigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub openers: Option<u64>,
    /// The role that may moderate them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moderators: Option<u64>,
}

impl Store {
    /// Sets whom a server lets open and moderate campaigns.
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

    /// What every server has set. A row that cannot be read is put aside: its server has the
    /// defaults until it is set again, and the bot starts for all the others.
    pub async fn server_rights(&self) -> Result<BTreeMap<u64, ServerRights>, StoreError> {
        let rows = sqlx::query!("SELECT id, rights FROM server")
            .fetch_all(&self.readers)
            .await
            .map_err(|why| self.map_error(why))?;
        let read = |(id, rights): (i64, String)| {
            let id = unsigned(id);
            let said = |why| {
                tracing::error!(
                    "the rights of server {id} cannot be read and are put aside; it has the \
                     defaults until /campaign server sets them again: {why}"
                );
            };
            Some((id, serde_json::from_str(&rights).map_err(said).ok()?))
        };
        Ok(rows.into_iter().filter_map(|row| read((row.id, row.rights))).collect())
    }
}
