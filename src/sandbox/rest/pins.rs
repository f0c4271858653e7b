//! Pin endpoints: the current route `/messages/pins`, and the old `/pins` that libraries still use.

use serde_json::{Value, json};

use super::{Answered, allow, found, readable, seen, unknown};
use crate::sandbox::gateway::GUILDS;
use crate::sandbox::ids::{Id, stamp};
use crate::sandbox::messages::Draft;
use crate::sandbox::permissions as may;
use crate::sandbox::request::ApiRequest;
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::world::{Message, World};

/// Maximum number of pins in a channel.
const MAX_PINS: usize = 250;

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    let single = request.args.len() == 2;
    match request.method.as_str() {
        "GET" if !single => list(world, request),
        "PUT" if single => pin(world, request),
        "DELETE" if single => unpin(world, request),
        _ => Err(unknown(request)),
    }
}

fn pinned(world: &World, channel: Id) -> Vec<&Message> {
    let ids = world.channels.get(&channel).map(|channel| channel.messages.iter().rev());
    let messages = ids.into_iter().flatten().filter_map(|id| world.messages.get(id));
    messages.filter(|message| message.body.get("pinned") == Some(&json!(true))).collect()
}

fn list(world: &World, request: &ApiRequest) -> Answered {
    seen(world, request.id(0))?;
    let pinned = pinned(world, request.id(0));
    if request.route.ends_with("/messages/pins") {
        let item = |message: &&Message| {
            let pinned_at = stamp(world.ids.now());
            json!({ "pinned_at": pinned_at, "message": readable(world, message) })
        };
        let items: Vec<Value> = pinned.iter().map(item).collect();
        return ApiResponse::with(json!({ "items": items, "has_more": false }));
    }
    ApiResponse::with(pinned.iter().map(|message| readable(world, message)).collect())
}

fn pin(world: &mut World, request: &ApiRequest) -> Answered {
    let (channel, id) = (request.id(0), request.id(1));
    check(world, channel, id)?;
    if pinned(world, channel).len() >= MAX_PINS {
        return Err(ApiError::new(400, 30_003, "Maximum number of pins reached (250)"));
    }
    if !set_pinned(world, channel, id, true) {
        return ApiResponse::done();
    }
    let mut extra = serde_json::Map::new();
    let pointer = super::messages::pointer(world, channel, id);
    extra.insert("message_reference".to_owned(), pointer);
    let author = world.bot;
    let body = &Value::Null;
    world.post(&Draft { channel, author, body, files: &[], only: None, kind: 6, extra })?;
    ApiResponse::done()
}

fn unpin(world: &mut World, request: &ApiRequest) -> Answered {
    let (channel, id) = (request.id(0), request.id(1));
    check(world, channel, id)?;
    set_pinned(world, channel, id, false);
    ApiResponse::done()
}

fn check(world: &World, channel: Id, id: Id) -> Result<(), ApiError> {
    let archived = seen(world, channel)?.archived;
    allow(world, channel, may::PIN_MESSAGES | may::READ_MESSAGE_HISTORY)?;
    found(world, channel, id)?;
    if archived { Err(ApiError::archived()) } else { Ok(()) }
}

/// Sets whether a message is pinned. Returns `false` if it already was as requested.
fn set_pinned(world: &mut World, channel: Id, id: Id, pinned: bool) -> bool {
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
