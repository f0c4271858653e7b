//! Answers to interactions: the first one, and what follows by the token.
//!
//! May use: the world, the limits. Deliberately absent: permissions of the
//! channel; an answer needs none.

use std::time::Duration;

use serde_json::{Value, json};

use super::speech::{callback, say};
use super::{Answered, unknown};
use crate::sandbox::acting::{Ack, Modal};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::{Call, Upload};
use crate::sandbox::ids::Id;
use crate::sandbox::limits;
use crate::sandbox::messages::{EPHEMERAL, LOADING, flags};
use crate::sandbox::world::{Interaction, World};

/// Kinds of interactions.
pub(in super::super) const COMMAND: u8 = 2;
/// A button or a select.
pub(in super::super) const COMPONENT: u8 = 3;
/// Somebody is typing an option.
pub(in super::super) const AUTOCOMPLETE: u8 = 4;
/// A modal that was sent.
pub(in super::super) const SUBMIT: u8 = 5;

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    if call.route.ends_with("/callback") {
        return first(world, call);
    }
    let id = valid(world, call)?;
    match (call.method.as_str(), call.args.len(), call.route.ends_with("@original")) {
        ("POST", 2, false) => follow_up(world, id, call),
        ("GET", _, true) => original(world, id).and_then(|message| show(world, message)),
        ("PATCH", _, true) => original(world, id).and_then(|message| edit(world, message, call)),
        ("DELETE", _, true) => original(world, id).and_then(|message| delete(world, message)),
        ("GET", 3, _) => own(world, id, call.id(2)).and_then(|message| show(world, message)),
        ("PATCH", 3, _) => {
            own(world, id, call.id(2)).and_then(|message| edit(world, message, call))
        }
        ("DELETE", 3, _) => own(world, id, call.id(2)).and_then(|message| delete(world, message)),
        _ => Err(unknown(call)),
    }
}

/// The interaction a token belongs to, if it can still be used.
fn valid(world: &World, call: &Call) -> Result<Id, Refusal> {
    if call.id(0) != world.application {
        return Err(Refusal::no_webhook());
    }
    // The token begins with the id it belongs to.
    let id = call.arg(1).split('.').next().and_then(|id| id.parse::<Id>().ok()).unwrap_or(0);
    let found = world.interactions.get(&id).filter(|one| one.token == call.arg(1));
    let interaction = found.ok_or_else(Refusal::token_void)?;
    let age = Duration::from_millis(world.ids.now().saturating_sub(interaction.born));
    if age > world.options.token_for {
        return Err(Refusal::token_void());
    }
    match interaction.ack {
        None | Some(Ack::Failed(_)) => Err(Refusal::no_webhook()),
        Some(_) => Ok(interaction.id),
    }
}

/// What `@original` stands for.
fn original(world: &World, id: Id) -> Result<Id, Refusal> {
    let interaction = world.interactions.get(&id);
    let message = interaction.and_then(|interaction| interaction.original);
    message.filter(|id| world.messages.contains_key(id)).ok_or_else(Refusal::no_message)
}

/// A message that the interaction has sent, or sits on.
fn own(world: &World, id: Id, message: Id) -> Result<Id, Refusal> {
    let interaction = world.interactions.get(&id).ok_or_else(Refusal::no_webhook)?;
    let own = interaction.said.contains(&message) || interaction.original == Some(message);
    if own && world.messages.contains_key(&message) {
        Ok(message)
    } else {
        Err(Refusal::no_message())
    }
}

fn show(world: &World, message: Id) -> Answered {
    let message = world.messages.get(&message).ok_or_else(Refusal::no_message)?;
    Answer::with(Value::Object(message.body.clone()))
}

fn edit(world: &mut World, message: Id, call: &Call) -> Answered {
    limits::message(&call.body, &call.files)?;
    rewrite(world, message, &call.body, &call.files)?;
    show(world, message)
}

/// Changes a message; a deferral is filled by it.
fn rewrite(world: &mut World, id: Id, body: &Value, files: &[Upload]) -> Result<(), Refusal> {
    let message = world.messages.get(&id).ok_or_else(Refusal::no_message)?;
    let archived = world.channels.get(&message.channel).is_some_and(|channel| channel.archived);
    if archived && message.only.is_none() {
        return Err(Refusal::archived());
    }
    world.rewrite(id, body, files)
}

fn delete(world: &mut World, message: Id) -> Answered {
    world.remove(message);
    Answer::done()
}

fn follow_up(world: &mut World, id: Id, call: &Call) -> Answered {
    limits::message(&call.body, &call.files)?;
    let Some(interaction) = world.interactions.get(&id) else {
        return Err(Refusal::no_webhook());
    };
    let hollow =
        |id: &Id| world.messages.get(id).is_some_and(|message| flags(&message.body) & LOADING != 0);
    if let Some(message) = interaction.original.filter(hollow) {
        rewrite(world, message, &call.body, &call.files)?;
        return show(world, message);
    }
    let ephemeral = call.body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0;
    let message = say(world, id, &call.body, &call.files, ephemeral, false)?;
    show(world, message)
}

/// The first answer.
fn first(world: &mut World, call: &Call) -> Answered {
    let id = call.id(0);
    let found = world.interactions.get(&id).filter(|one| one.token == call.arg(1));
    let interaction = found.ok_or_else(Refusal::no_interaction)?;
    let late = interaction.since.elapsed() > world.options.ack_within;
    match interaction.ack {
        Some(Ack::Failed(_)) => return Err(Refusal::no_interaction()),
        Some(_) => return Err(Refusal::already_answered()),
        None if late => return Err(Refusal::no_interaction()),
        None => {}
    }
    let kind = call.body["type"].as_u64().unwrap_or(0);
    fits(kind, interaction)?;
    let ack = take(world, id, kind, &call.body["data"], &call.files)?;
    settle(world, id, ack);
    if call.asked("with_response") == Some("true") {
        return Answer::with(callback(world, id, kind));
    }
    Answer::done()
}

/// Not every answer fits every interaction.
fn fits(answer: u64, interaction: &Interaction) -> Result<(), Refusal> {
    let on_message = interaction.message.is_some();
    let fits = match (answer, interaction.kind) {
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

fn take(
    world: &mut World,
    id: Id,
    kind: u64,
    data: &Value,
    files: &[Upload],
) -> Result<Ack, Refusal> {
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

/// A first answer has its message one level down.
fn in_data(mut refusal: Refusal) -> Refusal {
    refusal.errors = refusal.errors.map(|errors| json!({ "data": errors }));
    refusal
}

fn update(
    world: &mut World,
    id: Id,
    kind: u64,
    data: &Value,
    files: &[Upload],
) -> Result<Ack, Refusal> {
    let message = world.interactions.get(&id).and_then(|one| one.message);
    if kind == 6 {
        set_original(world, id, message);
        return Ok(Ack::DeferredUpdate);
    }
    limits::message(data, files).map_err(in_data)?;
    rewrite(world, message.ok_or_else(Refusal::no_message)?, data, files)?;
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

/// Notes how it was answered and tells whoever waits.
fn settle(world: &mut World, id: Id, ack: Ack) {
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.ack = Some(ack);
        interaction.acked_after = Some(interaction.since.elapsed());
        if let Some(waiter) = interaction.waiter.take() {
            // Whoever does not wait any more does not mind.
            let _ = waiter.send(());
        }
    }
}
