//! Messages sent for an interaction, and how they show it.
//!
//! May use: the world. Deliberately absent: when they may be sent.

use serde_json::{Map, Value, json};

use super::interactions::{COMMAND, COMPONENT, SUBMIT};
use crate::sandbox::answer::Refusal;
use crate::sandbox::call::Upload;
use crate::sandbox::ids::Id;
use crate::sandbox::messages::{Draft, EPHEMERAL, LOADING};
use crate::sandbox::shapes;
use crate::sandbox::world::{Interaction, World};

/// Sends a message for an interaction.
pub(super) fn say(
    world: &mut World,
    id: Id,
    body: &Value,
    files: &[Upload],
    ephemeral: bool,
    loading: bool,
) -> Result<Id, Refusal> {
    let interaction = world.interactions.get(&id).ok_or_else(Refusal::no_interaction)?;
    let (channel, user) = (interaction.channel, interaction.user);
    let follows = interaction.ack.is_some();
    let kind = if interaction.kind == COMMAND && !follows { 20 } else { 19 };
    let mut extra = signature(world, interaction, follows);
    let only = ephemeral.then_some(user);
    if loading {
        let flags = LOADING | if ephemeral { EPHEMERAL } else { 0 };
        extra.insert("flags".to_owned(), json!(flags));
    }
    let author = world.bot;
    let message = world.post(&Draft { channel, author, body, files, only, kind, extra })?;
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.said.push(message);
    }
    Ok(message)
}

/// What shows that a message belongs to an interaction.
fn signature(world: &World, interaction: &Interaction, follows: bool) -> Map<String, Value> {
    let mut extra = Map::new();
    let application = json!(world.application.to_string());
    extra.insert("application_id".to_owned(), application.clone());
    extra.insert("webhook_id".to_owned(), application);
    let mut about = metadata(world, interaction);
    if let (true, Some(original)) = (follows, interaction.original) {
        about["original_response_message_id"] = json!(original.to_string());
    }
    extra.insert("interaction_metadata".to_owned(), about);
    let answers = interaction.message.or(interaction.original.filter(|_| follows));
    if let Some(message) = answers {
        let pointer = super::messages::pointer(world, interaction.channel, message);
        extra.insert("message_reference".to_owned(), pointer);
    }
    extra
}

fn metadata(world: &World, interaction: &Interaction) -> Value {
    let guild = interaction.guild.map_or("0".to_owned(), |guild| guild.to_string());
    let mut about = json!({
        "id": interaction.id.to_string(),
        "type": interaction.kind,
        "user": world.users.get(&interaction.user).map(shapes::user),
        "authorizing_integration_owners": { "0": guild },
    });
    if let Some(name) = &interaction.command {
        about["name"] = json!(name);
        about["command_type"] = json!(1);
    }
    if let (COMPONENT, Some(message)) = (interaction.kind, interaction.message) {
        about["interacted_message_id"] = json!(message.to_string());
    }
    let opened = interaction.opened_by.and_then(|id| world.interactions.get(&id));
    if let (SUBMIT, Some(opened)) = (interaction.kind, opened) {
        about["triggering_interaction_metadata"] = metadata(world, opened);
    }
    about
}

/// What an answer is answered with, if that is asked for.
pub(super) fn callback(world: &World, id: Id, kind: u64) -> Value {
    let interaction = world.interactions.get(&id);
    let message = interaction.and_then(|one| one.original).filter(|_| matches!(kind, 4 | 5 | 7));
    let message = message.and_then(|id| world.messages.get(&id));
    let mut body = json!({
        "interaction": {
            "id": id.to_string(),
            "type": interaction.map(|one| one.kind),
            "response_message_id": message.map(|message| message.id.to_string()),
            "response_message_loading": kind == 5,
            "response_message_ephemeral": message.is_some_and(|message| message.only.is_some()),
        },
        "resource": { "type": kind },
    });
    if let Some(message) = message {
        body["resource"]["message"] = Value::Object(message.body.clone());
    }
    body
}
