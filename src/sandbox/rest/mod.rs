//! The HTTP API: who asks, for what, and which file answers.
//!
//! May use: the world, the limits. Deliberately absent: polls, voice,
//! emoji, webhooks of channels, and everything else a game bot has no use for.

mod channels;
mod commands;
mod guilds;
mod interactions;
mod messages;
mod pins;
mod reactions;
mod speech;
mod threads;

pub(super) use interactions::{AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT};

use serde_json::{Value, json};

use super::answer::{Answer, Refusal};
use super::call::Call;
use super::ids::Id;
use super::permissions as may;
use super::world::{Channel, World};
use super::{server, shapes};

type Answered = Result<Answer, Refusal>;

/// Does what a request asks.
pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    if needs_token(call) && !has_token(world, call) {
        return Err(Refusal::unauthorized());
    }
    if let Some(broken) = &call.broken {
        return Err(broken.clone());
    }
    let route = call.route.as_str();
    if route.starts_with("/interactions") || route.starts_with("/webhooks") {
        interactions::answer(world, call)
    } else if route.starts_with("/applications/{") {
        commands::answer(world, call)
    } else if route.starts_with("/channels") {
        in_channels(world, call)
    } else if route.starts_with("/guilds") || route.starts_with("/users") {
        guilds::answer(world, call)
    } else {
        about_the_bot(world, call)
    }
}

/// Tokens of interactions speak for themselves.
fn needs_token(call: &Call) -> bool {
    let free = ["/interactions", "/webhooks"];
    call.route != "/gateway" && !free.iter().any(|start| call.route.starts_with(start))
}

fn has_token(world: &World, call: &Call) -> bool {
    let token = call.token.as_deref().and_then(|token| token.strip_prefix("Bot "));
    token == Some(world.options.token.as_str())
}

fn in_channels(world: &mut World, call: &Call) -> Answered {
    let route = call.route.as_str();
    if route.contains("pins") {
        pins::answer(world, call)
    } else if route.contains("/reactions") {
        reactions::answer(world, call)
    } else if route.contains("thread") {
        threads::answer(world, call)
    } else if route.contains("/messages") {
        messages::answer(world, call)
    } else {
        channels::answer(world, call)
    }
}

fn about_the_bot(world: &World, call: &Call) -> Answered {
    match (call.method.as_str(), call.route.as_str()) {
        ("GET", "/gateway") => Answer::with(server::gateway_url(world)),
        ("GET", "/gateway/bot") => Answer::with(gateway_bot(world)),
        ("GET", "/applications/@me" | "/oauth2/applications/@me") => {
            Answer::with(application(world))
        }
        _ => Err(unknown(call)),
    }
}

/// No such route, or not with this method.
fn unknown(call: &Call) -> Refusal {
    if call.args.is_empty() && !call.route.contains('@') {
        return Refusal::no_route();
    }
    Refusal::new(405, 0, "405: Method Not Allowed").blamed()
}

fn gateway_bot(world: &World) -> Value {
    let mut body = server::gateway_url(world);
    body["shards"] = json!(world.options.shards);
    body["session_start_limit"] = json!({
        "total": world.options.sessions,
        "remaining": world.options.sessions.saturating_sub(world.identified),
        "reset_after": 86_400_000,
        "max_concurrency": 1,
    });
    body
}

fn application(world: &World) -> Value {
    let bot = world.users.get(&world.bot);
    json!({
        "id": world.application.to_string(),
        "name": world.options.bot_name,
        "icon": null,
        "description": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0".repeat(64),
        "owner": bot.map(shapes::user),
        "bot": bot.map(shapes::user),
        "team": null,
        "summary": "",
        "flags": 0,
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "approximate_guild_count": world.guilds.len(),
        "approximate_user_install_count": 0,
    })
}

/// A channel the bot can see.
fn seen(world: &World, id: Id) -> Result<&Channel, Refusal> {
    let channel = world.channels.get(&id).ok_or_else(Refusal::no_channel)?;
    allow(world, id, may::VIEW_CHANNEL)?;
    Ok(channel)
}

/// The bot has a permission; sight is asked for in other words than the rest.
fn allow(world: &World, channel: Id, needed: u64) -> Result<(), Refusal> {
    let has = world.may(world.bot, channel);
    if has & may::VIEW_CHANNEL == 0 {
        return Err(Refusal::no_access());
    }
    if has & needed == needed { Ok(()) } else { Err(Refusal::no_permission()) }
}

/// A message of a channel.
fn found(world: &World, channel: Id, id: Id) -> Result<&super::world::Message, Refusal> {
    let message = world.messages.get(&id).filter(|message| message.channel == channel);
    message.filter(|message| message.only.is_none()).ok_or_else(Refusal::no_message)
}

/// A message as the bot gets to read it.
fn readable(world: &World, message: &super::world::Message) -> Value {
    let content = world.options.privileged_intents & super::gateway::MESSAGE_CONTENT != 0;
    let open = content || message.author == world.bot || message.pinged.contains(&world.bot);
    let body = message.body.clone();
    Value::Object(if open { body } else { shapes::veiled(body) })
}
