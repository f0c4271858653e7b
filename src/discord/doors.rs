//! Channel permissions of members: decides which tables a user may see and join.
//!
//! No cache: the bot does not track changes of roles and channels. A channel whose permissions
//! are unknown counts as closed.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{ChannelId, ChannelType, GenericId, Permissions, UserId};

use super::rest_client::{RestClient, SendError};
use crate::bounds::plain;
use crate::council::Requester;

/// Snapshot of the roles and channels of a server.
pub struct Doors {
    id: u64,
    owner: u64,
    roles: BTreeMap<u64, Permissions>,
    channels: BTreeMap<u64, Channel>,
}

/// Channel or thread.
#[derive(Clone, Debug, Deserialize)]
struct Channel {
    #[serde(rename = "type")]
    kind: ChannelType,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    parent_id: Option<ChannelId>,
    #[serde(default)]
    permission_overwrites: Vec<Overwrite>,
}

/// Permission overwrite of a channel for a role or a member.
#[derive(Clone, Copy, Debug, Deserialize)]
struct Overwrite {
    id: GenericId,
    allow: Permissions,
    deny: Permissions,
}

#[derive(Deserialize)]
struct Server {
    owner_id: UserId,
    roles: Vec<Role>,
}

#[derive(Deserialize)]
struct Role {
    id: GenericId,
    permissions: Permissions,
}

#[derive(Deserialize)]
struct ChannelWithId {
    id: ChannelId,
    #[serde(flatten)]
    channel: Channel,
}

impl Doors {
    /// Fetches the roles and channels of a server.
    pub async fn of(client: &RestClient, server: u64) -> Result<Doors, SendError> {
        let (guild, channels) = (client.server(server).await?, client.channels(server).await?);
        let guild: Server = parse(guild)?;
        let channels: Vec<ChannelWithId> = parse(channels)?;
        Ok(Doors {
            id: server,
            owner: guild.owner_id.get(),
            roles: guild.roles.into_iter().map(|role| (role.id.get(), role.permissions)).collect(),
            channels: channels.into_iter().map(|one| (one.id.get(), one.channel)).collect(),
        })
    }

    /// Returns the name of a channel or thread. Returns `None` if the user may not see it, or if
    /// that is unknown.
    pub async fn open(&self, client: &RestClient, who: &Requester, channel: u64) -> Option<String> {
        let found = match self.channels.get(&channel) {
            Some(found) => found.clone(),
            // A thread, or a deleted channel.
            None => parse(client.channel(channel).await.ok()?).ok()?,
        };
        let parent = match found.parent_id {
            Some(parent) if is_thread(found.kind) => self.channels.get(&parent.get())?,
            _ => &found,
        };
        let may = self.allowed(who, &parent.permission_overwrites);
        let inside = found.kind != ChannelType::PrivateThread
            || may.manage_threads()
            || client.is_in_thread(channel, who.user.0).await;
        (may.view_channel() && inside).then(|| plain(found.name.unwrap_or_default().chars()))
    }

    /// Returns the permissions of a user in a channel, in Discord's order: the roles of the
    /// server, then the overwrites for `@everyone`, for all roles of the user together, and for
    /// the user.
    fn allowed(&self, who: &Requester, overwrites: &[Overwrite]) -> Permissions {
        if who.user.0 == self.owner {
            return Permissions::all();
        }
        let own = || who.roles.iter().chain([&self.id]);
        let base = own().filter_map(|role| self.roles.get(role)).copied().collect::<Permissions>();
        if base.administrator() {
            return Permissions::all();
        }
        let of = |id: u64| overwrites.iter().filter(move |one| one.id.get() == id);
        let changed = |may: Permissions, ids: &[u64]| {
            let all = || ids.iter().flat_map(|id| of(*id));
            let deny = all().map(|one| one.deny).collect::<Permissions>();
            (may - deny) | all().map(|one| one.allow).collect::<Permissions>()
        };
        let may = changed(base, &[self.id]);
        let may = changed(may, &who.roles);
        changed(may, &[who.user.0])
    }
}

fn is_thread(kind: ChannelType) -> bool {
    matches!(kind, ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread)
}

fn parse<T: for<'a> Deserialize<'a>>(value: Value) -> Result<T, SendError> {
    serde_json::from_value(value)
        .map_err(|_| SendError::Later("Discord answered in a form that is not known".to_owned()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Doors, Overwrite};
    use crate::council::{Requester, UserId};
    use serenity::all::Permissions;

    const SEE: Permissions = Permissions::VIEW_CHANNEL;

    /// Server 1 of owner 2: `@everyone` may view all channels, and role 5 is an administrator.
    fn doors() -> Doors {
        let roles = [(1, SEE), (5, Permissions::ADMINISTRATOR), (6, Permissions::empty())].into();
        Doors { id: 1, owner: 2, roles, channels: [].into() }
    }

    fn sees(user: u64, roles: &[u64], overwrites: &serde_json::Value) -> bool {
        let overwrites: Vec<Overwrite> = serde_json::from_value(overwrites.clone()).unwrap();
        let who = Requester { roles: roles.to_vec(), ..Requester::plain(UserId(user)) };
        doors().allowed(&who, &overwrites).view_channel()
    }

    #[test]
    fn a_channel_that_is_closed_to_everybody_is_open_to_a_role_or_a_member_it_names() {
        let see = SEE.bits().to_string();
        let closed = json!({ "id": "1", "type": 0, "allow": "0", "deny": see });
        let of_role = json!({ "id": "6", "type": 0, "allow": see, "deny": "0" });
        let of_user = json!({ "id": "9", "type": 1, "allow": see, "deny": "0" });
        let not_user = json!({ "id": "9", "type": 1, "allow": "0", "deny": see });
        assert!(sees(9, &[], &json!([])));
        assert!(!sees(9, &[6], &json!([closed])));
        assert!(
            sees(9, &[6], &json!([closed, of_role])) && !sees(9, &[], &json!([closed, of_role]))
        );
        assert!(
            sees(9, &[], &json!([closed, of_user])) && !sees(8, &[], &json!([closed, of_user]))
        );
        assert!(!sees(9, &[6], &json!([of_role, not_user])), "the member comes last");
        assert!(sees(2, &[], &json!([closed])), "the owner sees everything");
        assert!(sees(9, &[5], &json!([closed, not_user])), "so does who may do all");
    }
}
