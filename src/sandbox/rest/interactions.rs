//! Interaction responses: the initial callback, then follow-ups and edits by token.
//!
//! A response needs no permissions in the channel, so none are checked.

use std::time::Duration;

use serde_json::{Value, json};

use super::interaction_messages::{callback, say};
use super::{Answered, unknown};
use crate::sandbox::action_result::{Ack, Modal};
use crate::sandbox::ids::Id;
use crate::sandbox::limits;
use crate::sandbox::messages::{EPHEMERAL, LOADING, flags};
use crate::sandbox::request::{ApiRequest, Upload};
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::world::{Interaction, World};

/// Interaction type of a command.
pub(in super::super) const COMMAND: u8 = 2;
/// Interaction type of a button or a select menu.
pub(in super::super) const COMPONENT: u8 = 3;
/// Interaction type of an autocomplete request for an option.
pub(in super::super) const AUTOCOMPLETE: u8 = 4;
/// Interaction type of a submitted modal.
pub(in super::super) const SUBMIT: u8 = 5;

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    if request.route.ends_with("/callback") {
        return callback_response(world, request);
    }
    let id = by_token(world, request)?;
    match (request.method.as_str(), request.args.len(), request.route.ends_with("@original")) {
        ("POST", 2, false) => follow_up(world, id, request),
        ("GET", _, true) => original(world, id).and_then(|message| show(world, message)),
        ("PATCH", _, true) => original(world, id).and_then(|message| edit(world, message, request)),
        ("DELETE", _, true) => original(world, id).and_then(|message| delete(world, message)),
        ("GET", 3, _) => own(world, id, request.id(2)).and_then(|message| show(world, message)),
        ("PATCH", 3, _) => {
            own(world, id, request.id(2)).and_then(|message| edit(world, message, request))
        }
        ("DELETE", 3, _) => {
            own(world, id, request.id(2)).and_then(|message| delete(world, message))
        }
        _ => Err(unknown(request)),
    }
}

/// The interaction a token belongs to. Fails if the token is unknown or expired, or if the
/// interaction has no successful initial response.
fn by_token(world: &World, request: &ApiRequest) -> Result<Id, ApiError> {
    if request.id(0) != world.application {
        return Err(ApiError::no_webhook());
    }
    // The token begins with the id it belongs to.
    let id = request.arg(1).split('.').next().and_then(|id| id.parse::<Id>().ok()).unwrap_or(0);
    let found = world.interactions.get(&id).filter(|one| one.token == request.arg(1));
    let interaction = found.ok_or_else(ApiError::token_void)?;
    let age = Duration::from_millis(world.ids.now().saturating_sub(interaction.born));
    if age > world.options.token_for {
        return Err(ApiError::token_void());
    }
    match interaction.ack {
        None | Some(Ack::Failed(_)) => Err(ApiError::no_webhook()),
        Some(_) => Ok(interaction.id),
    }
}

/// The message that `@original` refers to.
fn original(world: &World, id: Id) -> Result<Id, ApiError> {
    let interaction = world.interactions.get(&id);
    let message = interaction.and_then(|interaction| interaction.original);
    message.filter(|id| world.messages.contains_key(id)).ok_or_else(ApiError::no_message)
}

/// Checks that `message` was sent by the interaction or is its `@original`.
fn own(world: &World, id: Id, message: Id) -> Result<Id, ApiError> {
    let interaction = world.interactions.get(&id).ok_or_else(ApiError::no_webhook)?;
    let own = interaction.said.contains(&message) || interaction.original == Some(message);
    if own && world.messages.contains_key(&message) {
        Ok(message)
    } else {
        Err(ApiError::no_message())
    }
}

fn show(world: &World, message: Id) -> Answered {
    let message = world.messages.get(&message).ok_or_else(ApiError::no_message)?;
    ApiResponse::with(Value::Object(message.body.clone()))
}

fn edit(world: &mut World, message: Id, request: &ApiRequest) -> Answered {
    limits::message(&request.body, &request.files)?;
    rewrite(world, message, &request.body, &request.files)?;
    show(world, message)
}

/// Edits a message, which completes a deferred response. Only ephemeral messages can be edited in
/// an archived thread.
fn rewrite(world: &mut World, id: Id, body: &Value, files: &[Upload]) -> Result<(), ApiError> {
    let message = world.messages.get(&id).ok_or_else(ApiError::no_message)?;
    let archived = world.channels.get(&message.channel).is_some_and(|channel| channel.archived);
    if archived && message.only.is_none() {
        return Err(ApiError::archived());
    }
    world.rewrite(id, body, files)
}

fn delete(world: &mut World, message: Id) -> Answered {
    world.remove(message);
    ApiResponse::done()
}

fn follow_up(world: &mut World, id: Id, request: &ApiRequest) -> Answered {
    limits::message(&request.body, &request.files)?;
    let Some(interaction) = world.interactions.get(&id) else {
        return Err(ApiError::no_webhook());
    };
    let is_loading =
        |id: &Id| world.messages.get(id).is_some_and(|message| flags(&message.body) & LOADING != 0);
    if let Some(message) = interaction.original.filter(is_loading) {
        rewrite(world, message, &request.body, &request.files)?;
        return show(world, message);
    }
    let ephemeral = request.body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    let message = say(world, id, &request.body, &request.files, ephemeral, false)?;
    show(world, message)
}

/// Handles the callback, which is the initial response.
fn callback_response(world: &mut World, request: &ApiRequest) -> Answered {
    let id = request.id(0);
    let found = world.interactions.get(&id).filter(|one| one.token == request.arg(1));
    let interaction = found.ok_or_else(ApiError::no_interaction)?;
    let late = interaction.since.elapsed() > world.options.ack_within;
    match interaction.ack {
        Some(Ack::Failed(_)) => return Err(ApiError::no_interaction()),
        Some(_) => return Err(ApiError::already_answered()),
        None if late => return Err(ApiError::no_interaction()),
        None => {}
    }
    let kind = request.body["type"].as_u64().unwrap_or(0);
    fits(kind, interaction)?;
    let ack = respond(world, id, kind, &request.body["data"], &request.files)?;
    acknowledge(world, id, ack);
    if request.asked("with_response") == Some("true") {
        return ApiResponse::with(callback(world, id, kind));
    }
    ApiResponse::done()
}

/// Checks that the response type is valid for the type of interaction.
fn fits(response: u64, interaction: &Interaction) -> Result<(), ApiError> {
    let on_message = interaction.message.is_some();
    let fits = match (response, interaction.kind) {
        (8, kind) => kind == AUTOCOMPLETE,
        (_, AUTOCOMPLETE) => false,
        (4 | 5, _) => true,
        (6 | 7, COMPONENT) => true,
        (6 | 7, SUBMIT) => on_message,
        (9, COMMAND | COMPONENT) => true,
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let text = "Value must be one of those that fit the interaction.";
    Err(limits::one("type", "BASE_TYPE_CHOICES", text))
}

fn respond(
    world: &mut World,
    id: Id,
    kind: u64,
    data: &Value,
    files: &[Upload],
) -> Result<Ack, ApiError> {
    let ephemeral = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    match kind {
        4 => {
            limits::message(data, files).map_err(in_data)?;
            let message = say(world, id, data, files, ephemeral, false)?;
            set_original(world, id, Some(message));
            Ok(Ack::Reply { ephemeral })
        }
        5 => {
            let message = say(world, id, &Value::Null, &[], ephemeral, true)?;
            set_original(world, id, Some(message));
            Ok(Ack::DeferredReply { ephemeral })
        }
        6 | 7 => update(world, id, kind, data, files),
        8 => {
            limits::choices(data)?;
            Ok(Ack::Autocomplete(data["choices"].as_array().cloned().unwrap_or_default()))
        }
        _ => {
            limits::modal(data)?;
            Ok(Ack::Modal(modal(world, id, data)))
        }
    }
}

/// Nests the errors under `data`, where a callback carries its message.
fn in_data(mut error: ApiError) -> ApiError {
    error.errors = error.errors.map(|errors| json!({ "data": errors }));
    error
}

fn update(
    world: &mut World,
    id: Id,
    kind: u64,
    data: &Value,
    files: &[Upload],
) -> Result<Ack, ApiError> {
    let message = world.interactions.get(&id).and_then(|one| one.message);
    if kind == 6 {
        set_original(world, id, message);
        return Ok(Ack::DeferredUpdate);
    }
    limits::message(data, files).map_err(in_data)?;
    rewrite(world, message.ok_or_else(ApiError::no_message)?, data, files)?;
    set_original(world, id, message);
    Ok(Ack::Update)
}

fn set_original(world: &mut World, id: Id, message: Option<Id>) {
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.original = message;
    }
}

fn modal(world: &World, id: Id, data: &Value) -> Modal {
    let interaction = world.interactions.get(&id);
    Modal {
        opened_by: id,
        user: interaction.map_or(0, |one| one.user),
        channel: interaction.map_or(0, |one| one.channel),
        message: interaction.and_then(|one| one.message),
        custom_id: data["custom_id"].as_str().unwrap_or_default().to_owned(),
        title: data["title"].as_str().unwrap_or_default().to_owned(),
        components: data["components"].as_array().cloned().unwrap_or_default(),
    }
}

/// Records the response and wakes the waiting action.
fn acknowledge(world: &mut World, id: Id, ack: Ack) {
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.ack = Some(ack);
        interaction.acked_after = Some(interaction.since.elapsed());
        if let Some(waiter) = interaction.waiter.take() {
            // Fails only if the receiver has stopped waiting.
            let _ = waiter.send(());
        }
    }
}
