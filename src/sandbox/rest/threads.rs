//! Thread endpoints: start threads, list, add and remove their members. Forums are not covered.

use serde_json::{Value, json};

use super::{Answered, allow, found, seen, unknown};
use crate::sandbox::ids::Id;
use crate::sandbox::permissions as may;
use crate::sandbox::request::ApiRequest;
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::world::{Channel, PRIVATE_THREAD, PUBLIC_THREAD, World};
use crate::sandbox::{api_json, limits};

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    let member = match request.arg(1) {
        "" => world.bot,
        id => id.parse().unwrap_or(0),
    };
    match (request.method.as_str(), request.route.as_str()) {
        ("POST", "/channels/{channel_id}/threads") => open(world, request),
        ("POST", "/channels/{channel_id}/messages/{message_id}/threads") => open_on(world, request),
        ("GET", "/channels/{channel_id}/thread-members") => members(world, request.id(0)),
        ("GET", "/channels/{channel_id}/thread-members/{user_id}") => {
            one_member(world, request.id(0), member)
        }
        ("PUT", route) if route.contains("/thread-members/") => {
            set_membership(world, request.id(0), member, true)
        }
        ("DELETE", route) if route.contains("/thread-members/") => {
            set_membership(world, request.id(0), member, false)
        }
        _ => Err(unknown(request)),
    }
}

fn open(world: &mut World, request: &ApiRequest) -> Answered {
    let private = request.body["type"].as_u64().unwrap_or(u64::from(PRIVATE_THREAD)) == 12;
    let needed = if private { may::CREATE_PRIVATE_THREADS } else { may::CREATE_PUBLIC_THREADS };
    start(world, request, needed, if private { PRIVATE_THREAD } else { PUBLIC_THREAD }, None)
}

fn open_on(world: &mut World, request: &ApiRequest) -> Answered {
    seen(world, request.id(0))?;
    let message = found(world, request.id(0), request.id(1))?.id;
    if world.channels.contains_key(&message) {
        let text = "A thread has already been created for this message";
        return Err(ApiError::new(400, 160_004, text));
    }
    start(world, request, may::CREATE_PUBLIC_THREADS, PUBLIC_THREAD, Some(message))
}

/// Starts a thread. A thread on a message takes the message's id.
fn start(
    world: &mut World,
    request: &ApiRequest,
    needed: u64,
    kind: u8,
    message: Option<Id>,
) -> Answered {
    let parent = seen(world, request.id(0))?;
    if parent.is_thread() {
        return Err(
            ApiError::new(400, 50_024, "Cannot execute action on this channel type").blamed()
        );
    }
    let (parent, guild) = (parent.id, parent.guild);
    allow(world, parent, needed)?;
    limits::thread(&request.body, true)?;
    let id = message.unwrap_or_else(|| world.ids.next());
    let thread = Channel {
        id,
        kind,
        guild,
        parent: Some(parent),
        owner: Some(world.bot),
        name: request.body["name"].as_str().unwrap_or_default().to_owned(),
        auto_archive: request.body["auto_archive_duration"].as_u64().unwrap_or(1440),
        archived_at: world.ids.now(),
        thread_members: [world.bot].into(),
        ..Channel::default()
    };
    world.channels.insert(id, thread);
    world.tell_channel("THREAD_CREATE", id);
    ApiResponse::created(
        world.channels.get(&id).map_or(Value::Null, |one| api_json::channel(world, one)),
    )
}

fn members(world: &World, id: Id) -> Answered {
    let thread = seen(world, id)?;
    ApiResponse::with(
        thread.thread_members.iter().map(|one| api_json::thread_member(id, *one)).collect(),
    )
}

fn one_member(world: &World, id: Id, user: Id) -> Answered {
    let thread = seen(world, id)?;
    if !thread.thread_members.contains(&user) {
        return Err(ApiError::no_member());
    }
    ApiResponse::with(api_json::thread_member(id, user))
}

fn set_membership(world: &mut World, id: Id, user: Id, joins: bool) -> Answered {
    let archived = seen(world, id)?.archived;
    if archived {
        return Err(ApiError::archived());
    }
    if joins && user != world.bot {
        allow(world, id, may::SEND_MESSAGES_IN_THREADS)?;
        let member = world.guild_of(id).is_some_and(|guild| guild.members.contains_key(&user));
        if !member {
            return Err(ApiError::no_member());
        }
    }
    let Some(thread) = world.channels.get_mut(&id) else {
        return Err(ApiError::no_channel());
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
        data["added_members"] = json!([api_json::thread_member(id, user)]);
    } else {
        data["removed_member_ids"] = json!([user.to_string()]);
    }
    world.tell("THREAD_MEMBERS_UPDATE", guild, crate::sandbox::gateway::GUILDS, data);
    ApiResponse::done()
}
