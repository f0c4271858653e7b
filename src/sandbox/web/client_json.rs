//! JSON for the web client: Discord's shapes where Discord has one.
//!
//! Holds only what the viewing user may see.

use serde_json::{Map, Value, json};

use super::{QueryParams, Viewer, number, text};
use crate::sandbox::handle::SandboxHandle;
use crate::sandbox::ids::Id;
use crate::sandbox::permissions;
use crate::sandbox::room::Room;
use crate::sandbox::world::{self, World};
use crate::sandbox::{api_json, command_input};

/// Messages per page of a channel's history.
const PAGE_SIZE: usize = 50;

/// Everything but the messages, as user `me` sees it.
pub(super) fn state(sandbox: &SandboxHandle, me: Id, viewer: Viewer) -> Value {
    let room = sandbox.room().filter(|_| viewer == Viewer::Host).map(|room| room_json(room));
    let world = &*sandbox.shared.lock();
    let visible = world.channels.values().filter(|channel| sees(world, me, channel.id));
    let channels: Vec<Value> = visible.map(|channel| api_json::channel(world, channel)).collect();
    let users: Vec<Value> = world
        .users
        .values()
        .filter(|user| !user.crowd)
        .map(|user| user_json(world, user))
        .collect();
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .map(|guild| {
            let roles: Vec<Value> =
                guild.roles.values().map(|role| api_json::role(guild, role)).collect();
            json!({ "id": guild.id.to_string(), "name": guild.name, "roles": roles })
        })
        .collect();
    json!({
        "me": me.to_string(),
        "bot": world.bot.to_string(),
        "users": users,
        "guilds": guilds,
        "channels": channels,
        "levers": levers(world, viewer),
        "marks": marks(world, viewer),
        "ready": world.connected() > 0,
        "guest": viewer != Viewer::Host,
        "room": room,
    })
}

/// The room's links, its QR code and the users that are taken.
fn room_json(room: &Room) -> Value {
    let dark = |row: &Vec<bool>| row.iter().map(|dark| if *dark { '1' } else { '0' }).collect();
    let code: Vec<String> = room.code().iter().map(dark).collect();
    let taken: Vec<String> = room.taken().iter().map(Id::to_string).collect();
    json!({ "links": room.links(), "code": code, "taken": taken })
}

/// A user, with the roles they have in any guild.
fn user_json(world: &World, user: &world::User) -> Value {
    let mut shape = api_json::user(user);
    let members = world.guilds.values().filter_map(|guild| guild.members.get(&user.id));
    let roles: Vec<String> =
        members.flat_map(|member| member.roles.iter().map(Id::to_string)).collect();
    shape["roles"] = json!(roles);
    shape
}

/// Whether a user can see a channel.
pub(super) fn sees(world: &World, user: Id, channel: Id) -> bool {
    world.may(user, channel) & permissions::VIEW_CHANNEL != 0
}

/// The current toggles; empty for guests.
pub(super) fn levers(world: &World, viewer: Viewer) -> Vec<Value> {
    let toggles = world.journal.levers.iter().filter(|_| viewer == Viewer::Host);
    let shape = |toggle: &crate::sandbox::Toggle| json!({ "id": toggle.id, "label": toggle.label, "hint": toggle.hint, "on": toggle.on, "once": toggle.once });
    toggles.map(shape).collect()
}

/// Unread counts as `[user, channel, messages, pings]`; a guest gets only their own.
pub(super) fn marks(world: &World, viewer: Viewer) -> Vec<Value> {
    let own = |user: Id| viewer == Viewer::Host || viewer == Viewer::Guest(user);
    let counts = world.journal.marks.iter().filter(|((user, _), _)| own(*user));
    let shape = |((user, channel), count): (&(Id, Id), &crate::sandbox::journal::UnreadCount)| {
        json!([user.to_string(), channel.to_string(), count.unread, count.pings])
    };
    counts.map(shape).collect()
}

/// A message, with the users it pinged.
pub(super) fn message(message: &world::Message) -> Value {
    let mut body: Map<String, Value> = message.body.clone();
    let pinged: Vec<String> = message.pinged.iter().map(Id::to_string).collect();
    body.insert("pinged".to_owned(), json!(pinged));
    Value::Object(body)
}

/// A page of a channel's messages, newest last: the newest, or those before the query's `before`.
pub(super) fn channel(world: &World, query: &QueryParams) -> Value {
    let (user, channel) = (number(query, "as"), number(query, "channel"));
    if !sees(world, user, channel) {
        return json!({ "refused": "you do not see this channel" });
    }
    let before = text(query, "before").and_then(|id| id.parse().ok()).unwrap_or(Id::MAX);
    let own =
        |one: &&world::Message| one.channel == channel && one.only.is_none_or(|only| only == user);
    let found = world.messages.range(..before).rev().map(|(_, one)| one).filter(own);
    let mut list: Vec<Value> = found.take(PAGE_SIZE + 1).map(message).collect();
    let more = list.len() > PAGE_SIZE;
    list.truncate(PAGE_SIZE);
    list.reverse();
    json!({ "messages": list, "more": more })
}

/// The commands that a user can type in a channel.
pub(super) fn commands(world: &World, query: &QueryParams) -> Value {
    json!(command_input::offered(world, number(query, "as"), number(query, "channel")))
}
