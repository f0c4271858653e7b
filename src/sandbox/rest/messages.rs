//! Message endpoints: send, list, read, edit and delete messages of a channel.
//!
//! Message storage lives in `sandbox::messages`.

use serde_json::{Map, Value, json};

use super::{Answered, allow, found, readable, seen, unknown};
use crate::sandbox::ids::Id;
use crate::sandbox::limits;
use crate::sandbox::messages::Draft;
use crate::sandbox::permissions as may;
use crate::sandbox::request::ApiRequest;
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::retention::NONCE_LIFETIME_MS;
use crate::sandbox::world::World;

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    match (request.method.as_str(), request.route.as_str()) {
        ("POST", "/channels/{channel_id}/messages") => send(world, request),
        ("GET", "/channels/{channel_id}/messages") => list(world, request),
        ("POST", "/channels/{channel_id}/messages/bulk-delete") => delete_many(world, request),
        ("GET", "/channels/{channel_id}/messages/{message_id}") => get(world, request),
        ("PATCH", "/channels/{channel_id}/messages/{message_id}") => edit(world, request),
        ("DELETE", "/channels/{channel_id}/messages/{message_id}") => delete(world, request),
        _ => Err(unknown(request)),
    }
}

fn send(world: &mut World, request: &ApiRequest) -> Answered {
    let channel_id = request.id(0);
    let channel = seen(world, channel_id)?;
    allow(world, channel_id, may::sending(channel) | content_needs(request))?;
    if channel.archived && channel.locked {
        allow(world, channel_id, may::MANAGE_THREADS).map_err(|_| ApiError::archived())?;
    }
    let dms_closed =
        channel.recipient.and_then(|id| world.users.get(&id)).is_some_and(|one| one.closed);
    if dms_closed {
        return Err(ApiError::cannot_dm());
    }
    limits::message(&request.body, &request.files)?;
    if let Some(before) = sent_before(world, request) {
        return ApiResponse::with(before);
    }
    let extra = reference(world, request)?;
    let kind = if extra.is_empty() { 0 } else { 19 };
    let draft = Draft {
        channel: channel_id,
        author: world.bot,
        body: &request.body,
        files: &request.files,
        only: None,
        kind,
        extra,
    };
    let id = world.post(&draft)?;
    remember_nonce(world, request, id);
    ApiResponse::with(read(world, id))
}

fn read(world: &World, id: Id) -> Value {
    world.messages.get(&id).map_or(Value::Null, |message| readable(world, message))
}

/// The permissions that the content needs beyond sending: embeds and attachments.
fn content_needs(request: &ApiRequest) -> u64 {
    let embeds = request.body["embeds"].as_array().is_some_and(|list| !list.is_empty());
    let attach = if request.files.is_empty() { 0 } else { may::ATTACH_FILES };
    if embeds { attach | may::EMBED_LINKS } else { attach }
}

fn nonce(request: &ApiRequest) -> Option<(Id, String)> {
    let nonce = &request.body["nonce"];
    let text = nonce.as_str().map(str::to_owned).or_else(|| nonce.as_u64().map(|n| n.to_string()));
    text.map(|text| (request.id(0), text))
}

/// The message already sent with the same nonce. Returns `None` without `enforce_nonce`, or once
/// the nonce has expired.
fn sent_before(world: &World, request: &ApiRequest) -> Option<Value> {
    let enforced = request.body["enforce_nonce"] == true;
    let (id, at) = world.nonces.get(&nonce(request).filter(|_| enforced)?)?;
    let fresh = world.ids.now().saturating_sub(*at) < NONCE_LIFETIME_MS;
    world.messages.get(id).filter(|_| fresh).map(|message| readable(world, message))
}

fn remember_nonce(world: &mut World, request: &ApiRequest, id: Id) {
    let now = world.ids.now();
    if let Some(nonce) = nonce(request) {
        world.nonces.insert(nonce, (id, now));
        world.forget_nonces();
    }
}

/// The fields that make a message a reply. Empty if it is none, or if the message replied to does
/// not exist and the request tolerates that.
fn reference(world: &World, request: &ApiRequest) -> Result<Map<String, Value>, ApiError> {
    let reference = &request.body["message_reference"];
    let Some(to) = reference["message_id"].as_str().and_then(|id| id.parse::<Id>().ok()) else {
        return Ok(Map::new());
    };
    allow(world, request.id(0), may::READ_MESSAGE_HISTORY).map_err(|_| {
        let text = "Cannot reply without permission to read message history";
        ApiError::new(403, 160_002, text).blamed()
    })?;
    let Ok(message) = found(world, request.id(0), to) else {
        if reference["fail_if_not_exists"] == false {
            return Ok(Map::new());
        }
        let code = "REPLIES_UNKNOWN_MESSAGE";
        return Err(limits::one("message_reference", code, "Unknown message"));
    };
    let mut extra = Map::new();
    extra.insert("message_reference".to_owned(), pointer(world, request.id(0), to));
    extra.insert("referenced_message".to_owned(), readable(world, message));
    Ok(extra)
}

/// A `message_reference` object.
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

fn get(world: &World, request: &ApiRequest) -> Answered {
    seen(world, request.id(0))?;
    allow(world, request.id(0), may::READ_MESSAGE_HISTORY)?;
    ApiResponse::with(readable(world, found(world, request.id(0), request.id(1))?))
}

fn list(world: &World, request: &ApiRequest) -> Answered {
    let channel = seen(world, request.id(0))?;
    if allow(world, channel.id, may::READ_MESSAGE_HISTORY).is_err() {
        return ApiResponse::with(json!([]));
    }
    let number = |name: &str| request.asked(name).and_then(|text| text.parse::<u64>().ok());
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
    // With `after` the page starts at the oldest match; the response is newest first either way.
    if number("after").is_some() {
        ids.truncate(limit);
    } else {
        ids.drain(..ids.len().saturating_sub(limit));
    }
    let shown = ids.iter().rev().filter_map(|id| world.messages.get(id));
    ApiResponse::with(shown.map(|message| readable(world, message)).collect())
}

fn edit(world: &mut World, request: &ApiRequest) -> Answered {
    let (channel_id, id) = (request.id(0), request.id(1));
    let channel = seen(world, channel_id)?;
    let message = found(world, channel_id, id)?;
    if message.author != world.bot {
        return Err(ApiError::not_the_author());
    }
    if channel.archived {
        return Err(ApiError::archived());
    }
    allow(world, channel_id, content_needs(request))?;
    limits::message(&request.body, &request.files)?;
    count_old_edit(world, channel_id, id)?;
    world.rewrite(id, &request.body, &request.files)?;
    ApiResponse::with(read(world, id))
}

/// Applies the rate limit on edits of old messages, if one is configured.
fn count_old_edit(world: &mut World, channel: Id, id: Id) -> Result<(), ApiError> {
    let Some((limit, window)) = world.options.old_edits else {
        return Ok(());
    };
    if u128::from(world.age(id)) < world.options.old_after.as_millis() {
        return Ok(());
    }
    let (now, window) = (world.ids.now(), window.as_millis() as u64);
    let edits = world.old_edits.entry(channel).or_default();
    edits.retain(|at| now.saturating_sub(*at) < window);
    if edits.len() >= limit as usize {
        let first = edits.first().copied().unwrap_or(now);
        return Err(ApiError::old_edit((first + window).saturating_sub(now) as f64 / 1000.0));
    }
    edits.push(now);
    Ok(())
}

fn delete(world: &mut World, request: &ApiRequest) -> Answered {
    let (channel_id, id) = (request.id(0), request.id(1));
    let archived = seen(world, channel_id)?.archived;
    let message = found(world, channel_id, id)?;
    if message.author != world.bot {
        allow(world, channel_id, may::MANAGE_MESSAGES)?;
    }
    if archived {
        return Err(ApiError::archived());
    }
    world.remove(id);
    ApiResponse::done()
}

fn delete_many(world: &mut World, request: &ApiRequest) -> Answered {
    seen(world, request.id(0))?;
    allow(world, request.id(0), may::MANAGE_MESSAGES)?;
    let ids = request.body["messages"].as_array().cloned().unwrap_or_default();
    if !(2..=100).contains(&ids.len()) {
        let text = "Must be between 2 and 100 in length.";
        return Err(limits::one("messages", "BASE_TYPE_BAD_LENGTH", text));
    }
    for id in ids.iter().filter_map(|id| id.as_str()?.parse().ok()) {
        if found(world, request.id(0), id).is_ok() {
            world.remove(id);
        }
    }
    ApiResponse::done()
}
