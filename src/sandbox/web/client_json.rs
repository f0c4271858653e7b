//! What a window is told, as JSON: Discord's shapes where there are any.
//!
//! May use: the world. Deliberately absent: what somebody may not see.

use serde_json::{Map, Value, json};

use super::{Asked, Viewer, number, text};
use crate::sandbox::ids::Id;
use crate::sandbox::permissions as may;
use crate::sandbox::room::Room;
use crate::sandbox::stage::Stage;
use crate::sandbox::world::{self, World};
use crate::sandbox::{shapes, typed};

/// So many messages are shown at once.
const PAGE: usize = 50;

/// Everything but the messages, as somebody sees it.
pub(super) fn state(stage: &Stage, me: Id, viewer: Viewer) -> Value {
    let room = stage.room().filter(|_| viewer == Viewer::Host).map(|room| in_room(room));
    let world = &*stage.shared.lock();
    let seen = world.channels.values().filter(|channel| sees(world, me, channel.id));
    let channels: Vec<Value> = seen.map(|channel| shapes::channel(world, channel)).collect();
    let users: Vec<Value> =
        world.users.values().filter(|user| !user.crowd).map(|user| person(world, user)).collect();
    let guilds: Vec<Value> = world
        .guilds
        .values()
        .map(|guild| {
            let roles: Vec<Value> =
                guild.roles.values().map(|role| shapes::role(guild, role)).collect();
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

/// The way into the room, and who is there.
fn in_room(room: &Room) -> Value {
    let dark = |row: &Vec<bool>| row.iter().map(|dark| if *dark { '1' } else { '0' }).collect();
    let code: Vec<String> = room.code().iter().map(dark).collect();
    let taken: Vec<String> = room.taken().iter().map(Id::to_string).collect();
    json!({ "links": room.links(), "code": code, "taken": taken })
}

fn person(world: &World, user: &world::User) -> Value {
    let mut shape = shapes::user(user);
    let members = world.guilds.values().filter_map(|guild| guild.members.get(&user.id));
    let roles: Vec<String> =
        members.flat_map(|member| member.roles.iter().map(Id::to_string)).collect();
    shape["roles"] = json!(roles);
    shape
}

/// Whether somebody sees a channel.
pub(super) fn sees(world: &World, user: Id, channel: Id) -> bool {
    world.may(user, channel) & may::VIEW_CHANNEL != 0
}

/// The levers as they stand; they are the host's.
pub(super) fn levers(world: &World, viewer: Viewer) -> Vec<Value> {
    let levers = world.journal.levers.iter().filter(|_| viewer == Viewer::Host);
    let shape = |lever: &crate::sandbox::Lever| json!({ "id": lever.id, "label": lever.label, "hint": lever.hint, "on": lever.on, "once": lever.once });
    levers.map(shape).collect()
}

/// What everybody has not read: person, channel, messages, pings. A guest knows of their own.
pub(super) fn marks(world: &World, viewer: Viewer) -> Vec<Value> {
    let own = |user: Id| viewer == Viewer::Host || viewer == Viewer::Guest(user);
    let marks = world.journal.marks.iter().filter(|((user, _), _)| own(*user));
    let shape = |((user, channel), mark): (&(Id, Id), &crate::sandbox::journal::Mark)| {
        json!([user.to_string(), channel.to_string(), mark.unread, mark.pings])
    };
    marks.map(shape).collect()
}

/// A message with whom it called.
pub(super) fn message(message: &world::Message) -> Value {
    let mut body: Map<String, Value> = message.body.clone();
    let pinged: Vec<String> = message.pinged.iter().map(Id::to_string).collect();
    body.insert("pinged".to_owned(), json!(pinged));
    Value::Object(body)
}

/// The newest messages of a channel, or those before one, newest last.
pub(super) fn channel(world: &World, query: &Asked) -> Value {
    let (user, channel) = (number(query, "as"), number(query, "channel"));
    if !sees(world, user, channel) {
        return json!({ "refused": "you do not see this channel" });
    }
    let before = text(query, "before").and_then(|id| id.parse().ok()).unwrap_or(Id::MAX);
    let own =
        |one: &&world::Message| one.channel == channel && one.only.is_none_or(|only| only == user);
    let found = world.messages.range(..before).rev().map(|(_, one)| one).filter(own);
    let mut list: Vec<Value> = found.take(PAGE + 1).map(message).collect();
    let more = list.len() > PAGE;
    list.truncate(PAGE);
    list.reverse();
    json!({ "messages": list, "more": more })
}

/// The commands somebody can type in a channel.
pub(super) fn commands(world: &World, query: &Asked) -> Value {
    json!(typed::offered(world, number(query, "as"), number(query, "channel")))
}
