//! Checks that the bot may mention the roles that campaigns ping for public ballots.
//!
//! Read-only: the permissions and the roles are changed by moderators.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use super::online::{DiscordClient, allowed, text};
use super::{Finding, warning};
use crate::council::CampaignStatus;
use crate::store::{Store, StoreError};

/// Permissions that allow mentioning any role: Mention Everyone or Administrator.
const ANY_ROLE: u64 = 1 << 17 | 1 << 3;
/// Maximum number of roles to check; each can cost a request.
const MOST: usize = 50;

pub(super) async fn look(
    client: &DiscordClient,
    servers: &[Value],
    database: &Path,
) -> Vec<Finding> {
    // The database check reports a database that cannot be read.
    let wanted = wanted_roles(database).await.unwrap_or_default();
    let mut found = Vec::new();
    for (server, role) in wanted.into_iter().take(MOST) {
        let id = server.to_string();
        let Some(guild) = servers.iter().find(|guild| text(guild, "id") == id) else { continue };
        if allowed(guild).is_some_and(|allowed| allowed & ANY_ROLE != 0) {
            continue;
        }
        let roles = client.read(&format!("/guilds/{server}/roles")).await;
        found.extend(roles.ok().and_then(|roles| judge(guild, &roles, role)));
    }
    found
}

/// Returns the servers of the campaigns that are not over, with the roles they ping.
async fn wanted_roles(database: &Path) -> Result<BTreeSet<(u64, u64)>, StoreError> {
    let store = Store::open_shared(database).await?;
    let found = async {
        let mut wanted = BTreeSet::new();
        let summaries = store.summaries().await?.into_iter();
        for campaign in summaries.filter(|campaign| campaign.stage != CampaignStatus::Over) {
            // The database check reports a campaign that cannot be read.
            let Ok(Some(stored)) = store.load(campaign.id).await else { continue };
            let role = stored.council.settings.public_vote.ping_role;
            wanted.extend(role.map(|role| (stored.charter.server, role)));
        }
        Ok(wanted)
    };
    let found = found.await;
    store.close().await;
    found
}

fn judge(server: &Value, roles: &Value, role: u64) -> Option<Finding> {
    let named = format!("'{}' ({})", text(server, "name"), text(server, "id"));
    let found = roles.as_array()?.iter().find(|found| text(found, "id") == role.to_string());
    let Some(found) = found else {
        let text = format!(
            "{named} has no role {role} any more, which is to be called when its people vote; \
             name another with call of /campaign settings"
        );
        return Some(warning("calls", text));
    };
    if found.get("mentionable").and_then(Value::as_bool) != Some(false) {
        return None;
    }
    let text = format!(
        "{named} does not let it call its role '{}', so nobody hears when its people vote; let \
         anyone mention that role, or give the bot Mention Everyone there",
        text(found, "name")
    );
    Some(warning("calls", text))
}

#[cfg(test)]
mod tests {
    use super::judge;
    use serde_json::json;

    #[test]
    fn a_role_that_may_not_be_called_or_is_gone_is_named() {
        let server = json!({ "id": "7", "name": "New London" });
        let role = |mentionable: bool| json!([{ "id": "9", "name": "Citizens", "mentionable": mentionable }]);
        assert_eq!(judge(&server, &role(true), 9), None);
        let found = judge(&server, &role(false), 9).unwrap();
        assert!(found.text.contains("'Citizens'") && found.text.contains("New London"));
        assert!(judge(&server, &role(true), 8).unwrap().text.contains("no role 8 any more"));
        assert_eq!(judge(&server, &json!("nonsense"), 9), None);
    }
}
