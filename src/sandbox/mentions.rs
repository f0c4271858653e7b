//! Mentions in a message, and the users they ping.
//!
//! Edits update the mentions but never ping.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::api_json;
use super::ids::Id;
use super::permissions as may;
use super::world::World;

/// Message flag `SUPPRESS_NOTIFICATIONS`: mentions do not ping.
pub(super) const SILENT: u64 = 1 << 12;

/// Mentions of a message that `allowed_mentions` permits.
#[derive(Default)]
pub(super) struct Mentions {
    users: BTreeSet<Id>,
    roles: BTreeSet<Id>,
    everyone: bool,
}

/// Filter of mentions from `allowed_mentions`; `None` allows all.
struct AllowedMentions<'a>(Option<&'a Map<String, Value>>);

impl AllowedMentions<'_> {
    /// Whether `parse` includes the kind or its list includes the id.
    fn allows(&self, kind: &str, id: Id) -> bool {
        let Some(allowed) = self.0 else {
            return true;
        };
        let list = |name: &str| allowed.get(name).and_then(Value::as_array);
        let parsed = list("parse").is_some_and(|all| all.iter().any(|one| one == kind));
        let (number, id) = (id, id.to_string());
        let named = list(kind).is_some_and(|all| {
            all.iter()
                .any(|one| one == id.as_str() || one.as_u64().is_some_and(|one| one == number))
        });
        parsed || named
    }
}

/// Parses the allowed mentions of a text.
pub(super) fn read(world: &World, text: &str, allowed: &Value) -> Mentions {
    let allowed = AllowedMentions(allowed.as_object());
    let mut found = Mentions::default();
    for part in text.split("<@").skip(1) {
        let Some((inside, _)) = part.split_once('>') else {
            continue;
        };
        if let Some(Ok(role)) = inside.strip_prefix('&').map(str::parse) {
            if allowed.allows("roles", role) {
                found.roles.insert(role);
            }
        } else if let Ok(user) = inside.trim_start_matches('!').parse()
            && world.users.contains_key(&user)
            && allowed.allows("users", user)
        {
            found.users.insert(user);
        }
    }
    let loud = text.contains("@everyone") || text.contains("@here");
    found.everyone = loud && allowed.allows("everyone", 0);
    found
}

impl Mentions {
    /// Adds the author of the message replied to, if `allowed_mentions` permits it.
    pub(super) fn and_replied(mut self, author: Option<Id>, allowed: &Value) -> Self {
        let wanted = match allowed.as_object() {
            None => true,
            Some(allowed) => allowed.get("replied_user").and_then(Value::as_bool) == Some(true),
        };
        self.users.extend(author.filter(|_| wanted));
        self
    }

    /// Writes the mentions into a message; `loud` allows `@everyone`.
    pub(super) fn write(&self, world: &World, body: &mut Map<String, Value>, loud: bool) {
        let users: Vec<Value> =
            self.users.iter().filter_map(|id| world.users.get(id)).map(api_json::user).collect();
        let roles: Vec<String> = self.roles.iter().map(Id::to_string).collect();
        body.insert("mentions".to_owned(), json!(users));
        body.insert("mention_roles".to_owned(), json!(roles));
        body.insert("mention_everyone".to_owned(), json!(self.everyone && loud));
    }

    /// Users that are pinged: they see the channel and are not the author.
    pub(super) fn called(&self, world: &World, channel: Id, author: Id) -> Vec<Id> {
        let mut pinged = self.users.clone();
        let loud = world.may(author, channel) & may::MENTION_EVERYONE != 0;
        if let Some(guild) = world.guild_of(channel) {
            let pingable =
                |id: &&Id| guild.roles.get(id).is_some_and(|role| loud || role.mentionable);
            let roles: BTreeSet<Id> = self.roles.iter().filter(pingable).copied().collect();
            let holders = guild.members.iter().filter(|(_, one)| !one.roles.is_disjoint(&roles));
            pinged.extend(holders.map(|(id, _)| *id));
            if self.everyone && loud {
                pinged.extend(guild.members.keys());
            }
        }
        let reachable = |id: &Id| *id != author && world.may(*id, channel) & may::VIEW_CHANNEL != 0;
        pinged.into_iter().filter(reachable).collect()
    }
}
