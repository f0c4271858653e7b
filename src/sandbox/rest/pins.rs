//! Pins, by the new route and by the old one that libraries still use.
//!
//! May use: the world. Deliberately absent: who sees the pins.

use serde_json::{Value, json};

use super::{Answered, allow, found, readable, seen, unknown};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::Call;
use crate::sandbox::gateway::GUILDS;
use crate::sandbox::ids::{Id, stamp};
use crate::sandbox::messages::Draft;
use crate::sandbox::permissions as may;
use crate::sandbox::world::{Message, World};

const MOST: usize = 250;

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    let one = call.args.len() == 2;
    match call.method.as_str() {
        "GET" if !one => list(world, call),
        "PUT" if one => pin(world, call),
        "DELETE" if one => unpin(world, call),
        _ => Err(unknown(call)),
    }
}

fn pinned(world: &World, channel: Id) -> Vec<&Message> {
    let ids = world.channels.get(&channel).map(|channel| channel.messages.iter().rev());
    let messages = ids.into_iter().flatten().filter_map(|id| world.messages.get(id));
    messages.filter(|message| message.body.get("pinned") == Some(&json!(true))).collect()
}

fn list(world: &World, call: &Call) -> Answered {
    seen(world, call.id(0))?;
    let pinned = pinned(world, call.id(0));
    if call.route.ends_with("/messages/pins") {
        let item = |message: &&Message| json!({ "pinned_at": stamp(world.ids.now()), "message": readable(world, message) });
        let items: Vec<Value> = pinned.iter().map(item).collect();
        return Answer::with(json!({ "items": items, "has_more": false }));
    }
    Answer::with(pinned.iter().map(|message| readable(world, message)).collect())
}

fn pin(world: &mut World, call: &Call) -> Answered {
    let (channel, id) = (call.id(0), call.id(1));
    check(world, channel, id)?;
    if pinned(world, channel).len() >= MOST {
        return Err(Refusal::new(400, 30_003, "Maximum number of pins reached (250)"));
    }
    if !mark(world, channel, id, true) {
        return Answer::done();
    }
    let mut extra = serde_json::Map::new();
    let pointer = super::messages::pointer(world, channel, id);
    extra.insert("message_reference".to_owned(), pointer);
    let author = world.bot;
    let body = &Value::Null;
    world.post(&Draft { channel, author, body, files: &[], only: None, kind: 6, extra })?;
    Answer::done()
}

fn unpin(world: &mut World, call: &Call) -> Answered {
    let (channel, id) = (call.id(0), call.id(1));
    check(world, channel, id)?;
    mark(world, channel, id, false);
    Answer::done()
}

fn check(world: &World, channel: Id, id: Id) -> Result<(), Refusal> {
    let archived = seen(world, channel)?.archived;
    allow(world, channel, may::PIN_MESSAGES | may::READ_MESSAGE_HISTORY)?;
    found(world, channel, id)?;
    if archived { Err(Refusal::archived()) } else { Ok(()) }
}

/// Marks a message; says whether that changed anything.
fn mark(world: &mut World, channel: Id, id: Id, pinned: bool) -> bool {
    let now = world.ids.now();
    let before = world
        .messages
        .get_mut(&id)
        .and_then(|message| message.body.insert("pinned".to_owned(), json!(pinned)));
    if before == Some(json!(pinned)) {
        return false;
    }
    if let Some(channel) = world.channels.get_mut(&channel).filter(|_| pinned) {
        channel.last_pin = Some(now);
    }
    let guild = world.guild_of(channel).map(|guild| guild.id);
    let data = json!({
        "guild_id": guild.map(|guild| guild.to_string()),
        "channel_id": channel.to_string(),
        "last_pin_timestamp": stamp(now),
    });
    world.tell("CHANNEL_PINS_UPDATE", guild, GUILDS, data);
    world.tell_message("MESSAGE_UPDATE", id);
    true
}
