//! Guild and user endpoints: guilds, their channels, roles and members, and direct channels.
//!
//! Guilds are read-only here, except that the bot can leave one.

use serde_json::{Value, json};

use super::{Answered, unknown};
use crate::sandbox::api_json;
use crate::sandbox::gateway::GUILD_MEMBERS;
use crate::sandbox::ids::Id;
use crate::sandbox::permissions as may;
use crate::sandbox::request::ApiRequest;
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::world::{Channel, Guild, World};

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    if request.route.starts_with("/users") {
        return users(world, request);
    }
    let guild = joined_guild(world, request.id(0))?;
    match (request.method.as_str(), request.route.as_str()) {
        ("GET", "/guilds/{guild_id}") => {
            let mut body = api_json::guild(guild);
            if request.asked("with_counts") == Some("true") {
                body["approximate_member_count"] = json!(guild.members.len());
                body["approximate_presence_count"] = json!(guild.members.len());
            }
            ApiResponse::with(body)
        }
        ("GET", "/guilds/{guild_id}/channels") => ApiResponse::with(channels(world, guild, false)),
        ("GET", "/guilds/{guild_id}/threads/active") => {
            let threads = channels(world, guild, true);
            ApiResponse::with(json!({ "threads": threads, "members": [] }))
        }
        ("GET", "/guilds/{guild_id}/roles") => ApiResponse::with(
            guild.roles.values().map(|role| api_json::role(guild, role)).collect(),
        ),
        ("GET", "/guilds/{guild_id}/members") => members(world, guild, request),
        ("GET", "/guilds/{guild_id}/members/{user_id}") => {
            let user = request.id(1);
            let member = guild.members.get(&user).ok_or_else(ApiError::no_member)?;
            ApiResponse::with(api_json::member(world, member, user))
        }
        _ => Err(unknown(request)),
    }
}

/// Looks up a guild that the bot is a member of.
fn joined_guild(world: &World, id: Id) -> Result<&Guild, ApiError> {
    let guild = world.guilds.get(&id).ok_or_else(ApiError::no_guild)?;
    if world.has_bot(id) { Ok(guild) } else { Err(ApiError::no_access()) }
}

fn channels(world: &World, guild: &Guild, threads: bool) -> Value {
    let listed = |channel: &&Channel| {
        channel.guild == Some(guild.id) && channel.is_thread() == threads && !channel.archived
    };
    let visible = |channel: &&Channel| {
        !threads || may::in_channel(world, world.bot, channel) & may::VIEW_CHANNEL != 0
    };
    let all = world.channels.values().filter(listed).filter(visible);
    all.map(|channel| api_json::channel(world, channel)).collect()
}

/// Lists members. Needs the privileged members intent; fetching a single member does not.
fn members(world: &World, guild: &Guild, request: &ApiRequest) -> Answered {
    if world.options.privileged_intents & GUILD_MEMBERS == 0 {
        return Err(ApiError::no_access());
    }
    let number = |name: &str| request.asked(name).and_then(|text| text.parse::<u64>().ok());
    let (limit, after) = (number("limit").unwrap_or(1), number("after").unwrap_or(0));
    let page = guild.members.iter().filter(|(id, _)| **id > after).take(limit as usize);
    ApiResponse::with(page.map(|(id, member)| api_json::member(world, member, *id)).collect())
}

fn users(world: &mut World, request: &ApiRequest) -> Answered {
    match (request.method.as_str(), request.route.as_str()) {
        ("GET", "/users/@me") => ApiResponse::with(me(world)),
        ("GET", "/users/@me/guilds") => ApiResponse::with(guilds(world)),
        ("DELETE", "/users/@me/guilds/{guild_id}") => {
            joined_guild(world, request.id(0))?;
            world.part(request.id(0));
            ApiResponse::done()
        }
        ("POST", "/users/@me/channels") => open_direct(world, request),
        ("GET", "/users/{user_id}") => {
            let user = world.users.get(&request.id(0)).ok_or_else(ApiError::no_user)?;
            ApiResponse::with(api_json::user(user))
        }
        _ => Err(unknown(request)),
    }
}

fn me(world: &World) -> Value {
    let mut me = world.users.get(&world.bot).map_or(Value::Null, api_json::user);
    me["mfa_enabled"] = json!(true);
    me["verified"] = json!(true);
    me["email"] = Value::Null;
    me["locale"] = json!("en-US");
    me["flags"] = json!(0);
    me
}

fn guilds(world: &World) -> Value {
    let joined = world.guilds.values().filter(|guild| guild.members.contains_key(&world.bot));
    let to_json = |guild: &Guild| {
        json!({
            "id": guild.id.to_string(),
            "name": guild.name,
            "icon": null,
            "banner": null,
            "owner": guild.owner == world.bot,
            "permissions": may::in_guild(guild, world.bot).to_string(),
            "features": [],
        })
    };
    joined.map(to_json).collect()
}

fn open_direct(world: &mut World, request: &ApiRequest) -> Answered {
    let user = request.body["recipient_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(0);
    if !world.users.contains_key(&user) {
        return Err(ApiError::no_user());
    }
    let id = world.direct_channel(user);
    ApiResponse::with(
        world.channels.get(&id).map_or(Value::Null, |one| api_json::channel(world, one)),
    )
}
