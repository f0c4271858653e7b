//! Channels and threads themselves.
//!
//! May use: the world. Deliberately absent: making channels; people do that.

use serde_json::Value;

use super::{Answered, allow, seen, unknown};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::Call;
use crate::sandbox::ids::Id;
use crate::sandbox::journal::Change;
use crate::sandbox::permissions as may;
use crate::sandbox::world::World;
use crate::sandbox::{limits, shapes};

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    match (call.method.as_str(), call.route.as_str()) {
        ("GET", "/channels/{channel_id}") => get(world, call.id(0)),
        ("PATCH", "/channels/{channel_id}") => change(world, call),
        ("DELETE", "/channels/{channel_id}") => delete(world, call.id(0)),
        ("POST", "/channels/{channel_id}/typing") => {
            let channel = seen(world, call.id(0))?;
            allow(world, channel.id, may::sending(channel))?;
            let (channel, user) = (channel.id, world.bot);
            world.journal.note(Change::Typing { channel, user });
            Answer::done()
        }
        _ => Err(unknown(call)),
    }
}

fn get(world: &World, id: Id) -> Answered {
    Answer::with(shapes::channel(world, seen(world, id)?))
}

fn change(world: &mut World, call: &Call) -> Answered {
    let (id, body) = (call.id(0), &call.body);
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

/// A thread's owner may archive and rename it; locking is for those who manage threads. An
/// archived thread can be opened by all who may write in it, and changed by nobody else.
fn may_change_thread(world: &World, id: Id, body: &Value) -> Result<(), Refusal> {
    let thread = seen(world, id)?;
    let manages = world.may(world.bot, id) & may::MANAGE_THREADS != 0;
    let opens = body["archived"] == false;
    if thread.archived && !opens {
        return Err(Refusal::archived());
    }
    let locks = !body["locked"].is_null() && body["locked"] != thread.locked;
    if manages {
        return Ok(());
    }
    if locks || thread.locked {
        return Err(Refusal::no_permission());
    }
    if thread.archived {
        return allow(world, id, may::SEND_MESSAGES_IN_THREADS);
    }
    if thread.owner == Some(world.bot) { Ok(()) } else { Err(Refusal::no_permission()) }
}

fn rename(world: &mut World, id: Id, body: &Value) {
    if let (Some(channel), Some(name)) = (world.channels.get_mut(&id), body["name"].as_str()) {
        name.clone_into(&mut channel.name);
    }
}

fn delete(world: &mut World, id: Id) -> Answered {
    let channel = seen(world, id)?;
    let needed = if channel.is_thread() { may::MANAGE_THREADS } else { may::MANAGE_CHANNELS };
    let shape = shapes::channel(world, channel);
    allow(world, id, needed)?;
    world.remove_channel(id);
    Answer::with(shape)
}
