//! Guilds, their members and roles, and users.
//!
//! May use: the world. Deliberately absent: changing guilds; people do that.

use serde_json::{Value, json};

use super::{Answered, unknown};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::Call;
use crate::sandbox::gateway::GUILD_MEMBERS;
use crate::sandbox::ids::Id;
use crate::sandbox::permissions as may;
use crate::sandbox::shapes;
use crate::sandbox::world::{Channel, Guild, World};

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    if call.route.starts_with("/users") {
        return users(world, call);
    }
    let guild = inside(world, call.id(0))?;
    match (call.method.as_str(), call.route.as_str()) {
        ("GET", "/guilds/{guild_id}") => {
            let mut shape = shapes::guild(guild);
            if call.asked("with_counts") == Some("true") {
                shape["approximate_member_count"] = json!(guild.members.len());
                shape["approximate_presence_count"] = json!(guild.members.len());
            }
            Answer::with(shape)
        }
        ("GET", "/guilds/{guild_id}/channels") => Answer::with(channels(world, guild, false)),
        ("GET", "/guilds/{guild_id}/threads/active") => {
            let threads = channels(world, guild, true);
            Answer::with(json!({ "threads": threads, "members": [] }))
        }
        ("GET", "/guilds/{guild_id}/roles") => {
            Answer::with(guild.roles.values().map(|role| shapes::role(guild, role)).collect())
        }
        ("GET", "/guilds/{guild_id}/members") => members(world, guild, call),
        ("GET", "/guilds/{guild_id}/members/{user_id}") => {
            let user = call.id(1);
            let member = guild.members.get(&user).ok_or_else(Refusal::no_member)?;
            Answer::with(shapes::member(world, member, user))
        }
        _ => Err(unknown(call)),
    }
}

/// A guild the bot is in.
fn inside(world: &World, id: Id) -> Result<&Guild, Refusal> {
    let guild = world.guilds.get(&id).ok_or_else(Refusal::no_guild)?;
    if world.has_bot(id) { Ok(guild) } else { Err(Refusal::no_access()) }
}

fn channels(world: &World, guild: &Guild, threads: bool) -> Value {
    let here = |channel: &&Channel| {
        channel.guild == Some(guild.id) && channel.is_thread() == threads && !channel.archived
    };
    let seen = |channel: &&Channel| {
        !threads || may::in_channel(world, world.bot, channel) & may::VIEW_CHANNEL != 0
    };
    let all = world.channels.values().filter(here).filter(seen);
    all.map(|channel| shapes::channel(world, channel)).collect()
}

/// The list of members is privileged; one member is not.
fn members(world: &World, guild: &Guild, call: &Call) -> Answered {
    if world.options.privileged_intents & GUILD_MEMBERS == 0 {
        return Err(Refusal::no_access());
    }
    let number = |name: &str| call.asked(name).and_then(|text| text.parse::<u64>().ok());
    let (limit, after) = (number("limit").unwrap_or(1), number("after").unwrap_or(0));
    let later = guild.members.iter().filter(|(id, _)| **id > after).take(limit as usize);
    Answer::with(later.map(|(id, member)| shapes::member(world, member, *id)).collect())
}

fn users(world: &mut World, call: &Call) -> Answered {
    match (call.method.as_str(), call.route.as_str()) {
        ("GET", "/users/@me") => Answer::with(me(world)),
        ("GET", "/users/@me/guilds") => Answer::with(guilds(world)),
        ("DELETE", "/users/@me/guilds/{guild_id}") => {
            inside(world, call.id(0))?;
            world.part(call.id(0));
            Answer::done()
        }
        ("POST", "/users/@me/channels") => direct(world, call),
        ("GET", "/users/{user_id}") => {
            let user = world.users.get(&call.id(0)).ok_or_else(Refusal::no_user)?;
            Answer::with(shapes::user(user))
        }
        _ => Err(unknown(call)),
    }
}

fn me(world: &World) -> Value {
    let mut me = world.users.get(&world.bot).map_or(Value::Null, shapes::user);
    me["mfa_enabled"] = json!(true);
    me["verified"] = json!(true);
    me["email"] = Value::Null;
    me["locale"] = json!("en-US");
    me["flags"] = json!(0);
    me
}

fn guilds(world: &World) -> Value {
    let here = world.guilds.values().filter(|guild| guild.members.contains_key(&world.bot));
    let shape = |guild: &Guild| {
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
    here.map(shape).collect()
}

fn direct(world: &mut World, call: &Call) -> Answered {
    let user = call.body["recipient_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(0);
    if !world.users.contains_key(&user) {
        return Err(Refusal::no_user());
    }
    let id = world.direct_channel(user);
    Answer::with(world.channels.get(&id).map_or(Value::Null, |one| shapes::channel(world, one)))
}
