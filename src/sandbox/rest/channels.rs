//! Channel endpoints: read, edit and delete channels and threads, and the typing indicator.
//!
//! There is no endpoint to create a channel: only users do that here. Threads are started in
//! `threads`.

use serde_json::Value;

use super::{Answered, allow, seen, unknown};
use crate::sandbox::ids::Id;
use crate::sandbox::journal::Change;
use crate::sandbox::permissions as may;
use crate::sandbox::request::ApiRequest;
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::world::World;
use crate::sandbox::{api_json, limits};

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    match (request.method.as_str(), request.route.as_str()) {
        ("GET", "/channels/{channel_id}") => get(world, request.id(0)),
        ("PATCH", "/channels/{channel_id}") => change(world, request),
        ("DELETE", "/channels/{channel_id}") => delete(world, request.id(0)),
        ("POST", "/channels/{channel_id}/typing") => {
            let channel = seen(world, request.id(0))?;
            allow(world, channel.id, may::sending(channel))?;
            let (channel, user) = (channel.id, world.bot);
            world.journal.note(Change::Typing { channel, user });
            ApiResponse::done()
        }
        _ => Err(unknown(request)),
    }
}

fn get(world: &World, id: Id) -> Answered {
    ApiResponse::with(api_json::channel(world, seen(world, id)?))
}

fn change(world: &mut World, request: &ApiRequest) -> Answered {
    let (id, body) = (request.id(0), &request.body);
    let channel = seen(world, id)?;
    if !channel.is_thread() {
        allow(world, id, may::MANAGE_CHANNELS)?;
        limits::thread(body, false)?;
        rename(world, id, body);
        world.tell_channel("CHANNEL_UPDATE", id);
        return get(world, id);
    }
    may_change_thread(world, id, body)?;
    limits::thread(body, false)?;
    rename(world, id, body);
    let now = world.ids.now();
    if let Some(thread) = world.channels.get_mut(&id) {
        if let Some(archived) = body["archived"].as_bool() {
            thread.archived = archived;
            thread.archived_at = now;
        }
        thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
        thread.auto_archive = body["auto_archive_duration"].as_u64().unwrap_or(thread.auto_archive);
    }
    world.tell_channel("THREAD_UPDATE", id);
    get(world, id)
}

/// Checks whether the bot may change a thread.
///
/// An archived thread must be unarchived by the same change. With `MANAGE_THREADS` everything else
/// is allowed. Without it the lock cannot change and a locked thread is off limits; unarchiving
/// needs the right to send, and any other change needs ownership.
fn may_change_thread(world: &World, id: Id, body: &Value) -> Result<(), ApiError> {
    let thread = seen(world, id)?;
    let manages = world.may(world.bot, id) & may::MANAGE_THREADS != 0;
    let unarchives = body["archived"] == false;
    if thread.archived && !unarchives {
        return Err(ApiError::archived());
    }
    let locks = !body["locked"].is_null() && body["locked"] != thread.locked;
    if manages {
        return Ok(());
    }
    if locks || thread.locked {
        return Err(ApiError::no_permission());
    }
    if thread.archived {
        return allow(world, id, may::SEND_MESSAGES_IN_THREADS);
    }
    if thread.owner == Some(world.bot) { Ok(()) } else { Err(ApiError::no_permission()) }
}

fn rename(world: &mut World, id: Id, body: &Value) {
    if let (Some(channel), Some(name)) = (world.channels.get_mut(&id), body["name"].as_str()) {
        name.clone_into(&mut channel.name);
    }
}

fn delete(world: &mut World, id: Id) -> Answered {
    let channel = seen(world, id)?;
    let needed = if channel.is_thread() { may::MANAGE_THREADS } else { may::MANAGE_CHANNELS };
    let body = api_json::channel(world, channel);
    allow(world, id, needed)?;
    world.remove_channel(id);
    ApiResponse::with(body)
}
