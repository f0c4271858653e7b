//! HTTP API: authentication, and dispatch of requests to the handlers by route.
//!
//! Covers what a game bot uses: no polls, voice, emoji or channel webhooks.

mod channels;
mod commands;
mod guilds;
mod interaction_messages;
mod interactions;
mod messages;
mod pins;
mod reactions;
mod threads;

pub(super) use interactions::{AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT};

use serde_json::{Value, json};

use super::ids::Id;
use super::permissions as may;
use super::request::ApiRequest;
use super::response::{ApiError, ApiResponse};
use super::world::{Channel, World};
use super::{api_json, server};

type Answered = Result<ApiResponse, ApiError>;

/// Authenticates a request and executes it.
pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    if needs_token(request) && !has_token(world, request) {
        return Err(ApiError::unauthorized());
    }
    if let Some(error) = &request.broken {
        return Err(error.clone());
    }
    let route = request.route.as_str();
    if route.starts_with("/interactions") || route.starts_with("/webhooks") {
        interactions::answer(world, request)
    } else if route.starts_with("/applications/{") {
        commands::answer(world, request)
    } else if route.starts_with("/channels") {
        in_channels(world, request)
    } else if route.starts_with("/guilds") || route.starts_with("/users") {
        guilds::answer(world, request)
    } else {
        about_the_bot(world, request)
    }
}

/// Whether the request needs the bot token. `/gateway` is public, and interaction routes carry a
/// token of their own.
fn needs_token(request: &ApiRequest) -> bool {
    let exempt = ["/interactions", "/webhooks"];
    request.route != "/gateway" && !exempt.iter().any(|prefix| request.route.starts_with(prefix))
}

fn has_token(world: &World, request: &ApiRequest) -> bool {
    let token = request.token.as_deref().and_then(|token| token.strip_prefix("Bot "));
    token == Some(world.options.token.as_str())
}

fn in_channels(world: &mut World, request: &ApiRequest) -> Answered {
    let route = request.route.as_str();
    if route.contains("pins") {
        pins::answer(world, request)
    } else if route.contains("/reactions") {
        reactions::answer(world, request)
    } else if route.contains("thread") {
        threads::answer(world, request)
    } else if route.contains("/messages") {
        messages::answer(world, request)
    } else {
        channels::answer(world, request)
    }
}

fn about_the_bot(world: &World, request: &ApiRequest) -> Answered {
    match (request.method.as_str(), request.route.as_str()) {
        ("GET", "/gateway") => ApiResponse::with(server::gateway_url(world)),
        ("GET", "/gateway/bot") => ApiResponse::with(gateway_bot(world)),
        ("GET", "/applications/@me" | "/oauth2/applications/@me") => {
            ApiResponse::with(application(world))
        }
        _ => Err(unknown(request)),
    }
}

/// The error for a request without a handler: 404 if the route has neither parameters nor an `@`
/// segment, 405 otherwise.
fn unknown(request: &ApiRequest) -> ApiError {
    if request.args.is_empty() && !request.route.contains('@') {
        return ApiError::no_route();
    }
    ApiError::new(405, 0, "405: Method Not Allowed").blamed()
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
        "owner": bot.map(api_json::user),
        "bot": bot.map(api_json::user),
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

/// Looks up a channel that the bot can see.
fn seen(world: &World, id: Id) -> Result<&Channel, ApiError> {
    let channel = world.channels.get(&id).ok_or_else(ApiError::no_channel)?;
    allow(world, id, may::VIEW_CHANNEL)?;
    Ok(channel)
}

/// Checks that the bot has the permissions `needed` in a channel. A missing `VIEW_CHANNEL` has an
/// error of its own.
fn allow(world: &World, channel: Id, needed: u64) -> Result<(), ApiError> {
    let granted = world.may(world.bot, channel);
    if granted & may::VIEW_CHANNEL == 0 {
        return Err(ApiError::no_access());
    }
    if granted & needed == needed { Ok(()) } else { Err(ApiError::no_permission()) }
}

/// Looks up a message of a channel. Ephemeral messages are never found.
fn found(world: &World, channel: Id, id: Id) -> Result<&super::world::Message, ApiError> {
    let message = world.messages.get(&id).filter(|message| message.channel == channel);
    message.filter(|message| message.only.is_none()).ok_or_else(ApiError::no_message)
}

/// A message as the API returns it. Without the message content intent, only the bot's own messages
/// and those that ping it keep their content.
fn readable(world: &World, message: &super::world::Message) -> Value {
    let content = world.options.privileged_intents & super::gateway::MESSAGE_CONTENT != 0;
    let open = content || message.author == world.bot || message.pinged.contains(&world.bot);
    let body = message.body.clone();
    Value::Object(if open { body } else { api_json::veiled(body) })
}
