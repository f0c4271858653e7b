//! Messages of a channel.
//!
//! May use: the world, the limits. Deliberately absent: how messages are kept.

use serde_json::{Map, Value, json};

use super::{Answered, allow, found, readable, seen, unknown};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::Call;
use crate::sandbox::ids::Id;
use crate::sandbox::keeping::NONCE_FOR;
use crate::sandbox::limits;
use crate::sandbox::messages::Draft;
use crate::sandbox::permissions as may;
use crate::sandbox::world::World;

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    match (call.method.as_str(), call.route.as_str()) {
        ("POST", "/channels/{channel_id}/messages") => send(world, call),
        ("GET", "/channels/{channel_id}/messages") => list(world, call),
        ("POST", "/channels/{channel_id}/messages/bulk-delete") => delete_many(world, call),
        ("GET", "/channels/{channel_id}/messages/{message_id}") => get(world, call),
        ("PATCH", "/channels/{channel_id}/messages/{message_id}") => edit(world, call),
        ("DELETE", "/channels/{channel_id}/messages/{message_id}") => delete(world, call),
        _ => Err(unknown(call)),
    }
}

fn send(world: &mut World, call: &Call) -> Answered {
    let place = call.id(0);
    let channel = seen(world, place)?;
    allow(world, place, may::sending(channel) | content_needs(call))?;
    if channel.archived && channel.locked {
        allow(world, place, may::MANAGE_THREADS).map_err(|_| Refusal::archived())?;
    }
    let deaf = channel.recipient.and_then(|id| world.users.get(&id)).is_some_and(|one| one.closed);
    if deaf {
        return Err(Refusal::closed_ears());
    }
    limits::message(&call.body, &call.files)?;
    if let Some(before) = sent_before(world, call) {
        return Answer::with(before);
    }
    let extra = reference(world, call)?;
    let kind = if extra.is_empty() { 0 } else { 19 };
    let draft = Draft {
        channel: place,
        author: world.bot,
        body: &call.body,
        files: &call.files,
        only: None,
        kind,
        extra,
    };
    let id = world.post(&draft)?;
    remember(world, call, id);
    Answer::with(read(world, id))
}

fn read(world: &World, id: Id) -> Value {
    world.messages.get(&id).map_or(Value::Null, |message| readable(world, message))
}

/// What a message needs beyond the right to send.
fn content_needs(call: &Call) -> u64 {
    let embeds = call.body["embeds"].as_array().is_some_and(|list| !list.is_empty());
    let attach = if call.files.is_empty() { 0 } else { may::ATTACH_FILES };
    if embeds { attach | may::EMBED_LINKS } else { attach }
}

fn nonce(call: &Call) -> Option<(Id, String)> {
    let nonce = &call.body["nonce"];
    let text = nonce.as_str().map(str::to_owned).or_else(|| nonce.as_u64().map(|n| n.to_string()));
    text.map(|text| (call.id(0), text))
}

/// The message that was sent with the same nonce, if that is to be looked at.
fn sent_before(world: &World, call: &Call) -> Option<Value> {
    let enforced = call.body["enforce_nonce"] == true;
    let (id, at) = world.nonces.get(&nonce(call).filter(|_| enforced)?)?;
    let fresh = world.ids.now().saturating_sub(*at) < NONCE_FOR;
    world.messages.get(id).filter(|_| fresh).map(|message| readable(world, message))
}

fn remember(world: &mut World, call: &Call, id: Id) {
    let now = world.ids.now();
    if let Some(nonce) = nonce(call) {
        world.nonces.insert(nonce, (id, now));
        world.forget_nonces();
    }
}

/// What is answered, if this is an answer.
fn reference(world: &World, call: &Call) -> Result<Map<String, Value>, Refusal> {
    let reference = &call.body["message_reference"];
    let Some(to) = reference["message_id"].as_str().and_then(|id| id.parse::<Id>().ok()) else {
        return Ok(Map::new());
    };
    allow(world, call.id(0), may::READ_MESSAGE_HISTORY).map_err(|_| {
        let text = "Cannot reply without permission to read message history";
        Refusal::new(403, 160_002, text).blamed()
    })?;
    let Ok(message) = found(world, call.id(0), to) else {
        if reference["fail_if_not_exists"] == false {
            return Ok(Map::new());
        }
        let code = "REPLIES_UNKNOWN_MESSAGE";
        return Err(limits::one("message_reference", code, "Unknown message"));
    };
    let mut extra = Map::new();
    extra.insert("message_reference".to_owned(), pointer(world, call.id(0), to));
    extra.insert("referenced_message".to_owned(), readable(world, message));
    Ok(extra)
}

/// A reference to a message.
pub(super) fn pointer(world: &World, channel: Id, message: Id) -> Value {
    let mut pointer = json!({
        "type": 0,
        "channel_id": channel.to_string(),
        "message_id": message.to_string(),
    });
    if let Some(guild) = world.guild_of(channel) {
        pointer["guild_id"] = json!(guild.id.to_string());
    }
    pointer
}

fn get(world: &World, call: &Call) -> Answered {
    seen(world, call.id(0))?;
    allow(world, call.id(0), may::READ_MESSAGE_HISTORY)?;
    Answer::with(readable(world, found(world, call.id(0), call.id(1))?))
}

fn list(world: &World, call: &Call) -> Answered {
    let channel = seen(world, call.id(0))?;
    if allow(world, channel.id, may::READ_MESSAGE_HISTORY).is_err() {
        return Answer::with(json!([]));
    }
    let number = |name: &str| call.asked(name).and_then(|text| text.parse::<u64>().ok());
    let limit = number("limit").unwrap_or(50);
    if !(1..=100).contains(&limit) {
        let text = "int value should be between 1 and 100.";
        return Err(limits::one("limit", "NUMBER_TYPE_MAX", text));
    }
    let before = number("before").unwrap_or(u64::MAX);
    let after = number("after").unwrap_or(0);
    let fits = |id: &&Id| **id < before && **id > after;
    let mut ids: Vec<Id> = channel.messages.iter().filter(fits).copied().collect();
    let limit = limit as usize;
    // After a message the oldest come first in line; the answer is newest first all the same.
    if number("after").is_some() {
        ids.truncate(limit);
    } else {
        ids.drain(..ids.len().saturating_sub(limit));
    }
    let shown = ids.iter().rev().filter_map(|id| world.messages.get(id));
    Answer::with(shown.map(|message| readable(world, message)).collect())
}

fn edit(world: &mut World, call: &Call) -> Answered {
    let (place, id) = (call.id(0), call.id(1));
    let channel = seen(world, place)?;
    let message = found(world, place, id)?;
    if message.author != world.bot {
        return Err(Refusal::not_the_author());
    }
    if channel.archived {
        return Err(Refusal::archived());
    }
    allow(world, place, content_needs(call))?;
    limits::message(&call.body, &call.files)?;
    count_old_edit(world, place, id)?;
    world.rewrite(id, &call.body, &call.files)?;
    Answer::with(read(world, id))
}

/// Edits of old messages are rationed, if that is switched on.
fn count_old_edit(world: &mut World, channel: Id, id: Id) -> Result<(), Refusal> {
    let Some((most, window)) = world.options.old_edits else {
        return Ok(());
    };
    if u128::from(world.age(id)) < world.options.old_after.as_millis() {
        return Ok(());
    }
    let (now, window) = (world.ids.now(), window.as_millis() as u64);
    let edits = world.old_edits.entry(channel).or_default();
    edits.retain(|at| now.saturating_sub(*at) < window);
    if edits.len() >= most as usize {
        let first = edits.first().copied().unwrap_or(now);
        return Err(Refusal::old_edit((first + window).saturating_sub(now) as f64 / 1000.0));
    }
    edits.push(now);
    Ok(())
}

fn delete(world: &mut World, call: &Call) -> Answered {
    let (place, id) = (call.id(0), call.id(1));
    let archived = seen(world, place)?.archived;
    let message = found(world, place, id)?;
    if message.author != world.bot {
        allow(world, place, may::MANAGE_MESSAGES)?;
    }
    if archived {
        return Err(Refusal::archived());
    }
    world.remove(id);
    Answer::done()
}

fn delete_many(world: &mut World, call: &Call) -> Answered {
    seen(world, call.id(0))?;
    allow(world, call.id(0), may::MANAGE_MESSAGES)?;
    let listed = call.body["messages"].as_array().cloned().unwrap_or_default();
    if !(2..=100).contains(&listed.len()) {
        let text = "Must be between 2 and 100 in length.";
        return Err(limits::one("messages", "BASE_TYPE_BAD_LENGTH", text));
    }
    for id in listed.iter().filter_map(|id| id.as_str()?.parse().ok()) {
        if found(world, call.id(0), id).is_ok() {
            world.remove(id);
        }
    }
    Answer::done()
}
