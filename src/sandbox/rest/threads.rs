//! Threads: opened, joined, left.
//!
//! May use: the world. Deliberately absent: forums.

use serde_json::{Value, json};

use super::{Answered, allow, found, seen, unknown};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::Call;
use crate::sandbox::ids::Id;
use crate::sandbox::permissions as may;
use crate::sandbox::world::{Channel, PRIVATE_THREAD, PUBLIC_THREAD, World};
use crate::sandbox::{limits, shapes};

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    let member = match call.arg(1) {
        "" => world.bot,
        id => id.parse().unwrap_or(0),
    };
    match (call.method.as_str(), call.route.as_str()) {
        ("POST", "/channels/{channel_id}/threads") => open(world, call),
        ("POST", "/channels/{channel_id}/messages/{message_id}/threads") => open_on(world, call),
        ("GET", "/channels/{channel_id}/thread-members") => members(world, call.id(0)),
        ("GET", "/channels/{channel_id}/thread-members/{user_id}") => {
            one_member(world, call.id(0), member)
        }
        ("PUT", route) if route.contains("/thread-members/") => {
            join(world, call.id(0), member, true)
        }
        ("DELETE", route) if route.contains("/thread-members/") => {
            join(world, call.id(0), member, false)
        }
        _ => Err(unknown(call)),
    }
}

fn open(world: &mut World, call: &Call) -> Answered {
    let private = call.body["type"].as_u64().unwrap_or(u64::from(PRIVATE_THREAD)) == 12;
    let needed = if private { may::CREATE_PRIVATE_THREADS } else { may::CREATE_PUBLIC_THREADS };
    start(world, call, needed, if private { PRIVATE_THREAD } else { PUBLIC_THREAD }, None)
}

fn open_on(world: &mut World, call: &Call) -> Answered {
    seen(world, call.id(0))?;
    let message = found(world, call.id(0), call.id(1))?.id;
    if world.channels.contains_key(&message) {
        let text = "A thread has already been created for this message";
        return Err(Refusal::new(400, 160_004, text));
    }
    start(world, call, may::CREATE_PUBLIC_THREADS, PUBLIC_THREAD, Some(message))
}

/// A thread on a message has the message's id.
fn start(world: &mut World, call: &Call, needed: u64, kind: u8, on: Option<Id>) -> Answered {
    let parent = seen(world, call.id(0))?;
    if parent.is_thread() {
        return Err(
            Refusal::new(400, 50_024, "Cannot execute action on this channel type").blamed()
        );
    }
    let (parent, guild) = (parent.id, parent.guild);
    allow(world, parent, needed)?;
    limits::thread(&call.body, true)?;
    let id = on.unwrap_or_else(|| world.ids.next());
    let thread = Channel {
        id,
        kind,
        guild,
        parent: Some(parent),
        owner: Some(world.bot),
        name: call.body["name"].as_str().unwrap_or_default().to_owned(),
        auto_archive: call.body["auto_archive_duration"].as_u64().unwrap_or(1440),
        archived_at: world.ids.now(),
        thread_members: [world.bot].into(),
        ..Channel::default()
    };
    world.channels.insert(id, thread);
    world.tell_channel("THREAD_CREATE", id);
    Answer::created(world.channels.get(&id).map_or(Value::Null, |one| shapes::channel(world, one)))
}

fn members(world: &World, id: Id) -> Answered {
    let thread = seen(world, id)?;
    Answer::with(thread.thread_members.iter().map(|one| shapes::thread_member(id, *one)).collect())
}

fn one_member(world: &World, id: Id, user: Id) -> Answered {
    let thread = seen(world, id)?;
    if !thread.thread_members.contains(&user) {
        return Err(Refusal::no_member());
    }
    Answer::with(shapes::thread_member(id, user))
}

fn join(world: &mut World, id: Id, user: Id, joins: bool) -> Answered {
    let archived = seen(world, id)?.archived;
    if archived {
        return Err(Refusal::archived());
    }
    if joins && user != world.bot {
        allow(world, id, may::SEND_MESSAGES_IN_THREADS)?;
        let member = world.guild_of(id).is_some_and(|guild| guild.members.contains_key(&user));
        if !member {
            return Err(Refusal::no_member());
        }
    }
    let Some(thread) = world.channels.get_mut(&id) else {
        return Err(Refusal::no_channel());
    };
    if joins {
        thread.thread_members.insert(user)
    } else {
        thread.thread_members.remove(&user)
    };
    let (guild, count) = (thread.guild, thread.thread_members.len());
    let mut data = json!({
        "id": id.to_string(),
        "guild_id": guild.map(|guild| guild.to_string()),
        "member_count": count.min(50),
    });
    if joins {
        data["added_members"] = json!([shapes::thread_member(id, user)]);
    } else {
        data["removed_member_ids"] = json!([user.to_string()]);
    }
    world.tell("THREAD_MEMBERS_UPDATE", guild, crate::sandbox::gateway::GUILDS, data);
    Answer::done()
}
