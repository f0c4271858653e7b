//! Who is mentioned, and who of them is really called.
//!
//! May use: the world. Deliberately absent: edits; they call nobody.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::ids::Id;
use super::permissions as may;
use super::shapes;
use super::world::World;

/// Does not ring.
pub(super) const SILENT: u64 = 1 << 12;

/// Whom a text mentions, as far as it may.
#[derive(Default)]
pub(super) struct Mentioned {
    users: BTreeSet<Id>,
    roles: BTreeSet<Id>,
    everyone: bool,
}

/// What `allowed_mentions` lets through.
struct Allowed<'a>(Option<&'a Map<String, Value>>);

impl Allowed<'_> {
    /// A kind is parsed, or this one is listed.
    fn lets(&self, kind: &str, id: Id) -> bool {
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

/// Reads the mentions of a text.
pub(super) fn read(world: &World, text: &str, allowed: &Value) -> Mentioned {
    let allowed = Allowed(allowed.as_object());
    let mut found = Mentioned::default();
    for part in text.split("<@").skip(1) {
        let Some((inside, _)) = part.split_once('>') else {
            continue;
        };
        if let Some(Ok(role)) = inside.strip_prefix('&').map(str::parse) {
            if allowed.lets("roles", role) {
                found.roles.insert(role);
            }
        } else if let Ok(user) = inside.trim_start_matches('!').parse()
            && world.users.contains_key(&user)
            && allowed.lets("users", user)
        {
            found.users.insert(user);
        }
    }
    let loud = text.contains("@everyone") || text.contains("@here");
    found.everyone = loud && allowed.lets("everyone", 0);
    found
}

impl Mentioned {
    /// Counts the author of the message that is answered, too.
    pub(super) fn and_replied(mut self, author: Option<Id>, allowed: &Value) -> Self {
        let wanted = match allowed.as_object() {
            None => true,
            Some(allowed) => allowed.get("replied_user").and_then(Value::as_bool) == Some(true),
        };
        self.users.extend(author.filter(|_| wanted));
        self
    }

    /// Writes it into a message.
    pub(super) fn write(&self, world: &World, body: &mut Map<String, Value>, loud: bool) {
        let users: Vec<Value> =
            self.users.iter().filter_map(|id| world.users.get(id)).map(shapes::user).collect();
        let roles: Vec<String> = self.roles.iter().map(Id::to_string).collect();
        body.insert("mentions".to_owned(), json!(users));
        body.insert("mention_roles".to_owned(), json!(roles));
        body.insert("mention_everyone".to_owned(), json!(self.everyone && loud));
    }

    /// Who is called in a channel by an author.
    pub(super) fn called(&self, world: &World, channel: Id, author: Id) -> Vec<Id> {
        let mut called = self.users.clone();
        let loud = world.may(author, channel) & may::MENTION_EVERYONE != 0;
        if let Some(guild) = world.guild_of(channel) {
            let rings = |id: &&Id| guild.roles.get(id).is_some_and(|role| loud || role.mentionable);
            let roles: BTreeSet<Id> = self.roles.iter().filter(rings).copied().collect();
            let holds = guild.members.iter().filter(|(_, one)| !one.roles.is_disjoint(&roles));
            called.extend(holds.map(|(id, _)| *id));
            if self.everyone && loud {
                called.extend(guild.members.keys());
            }
        }
        let hears = |id: &Id| *id != author && world.may(*id, channel) & may::VIEW_CHANNEL != 0;
        called.into_iter().filter(hears).collect()
    }
}
