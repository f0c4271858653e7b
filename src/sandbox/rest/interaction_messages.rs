//! Messages that respond to an interaction, and the metadata that links them to it.
//!
//! Whether a response is allowed is checked in `interactions`.

use serde_json::{Map, Value, json};

use super::interactions::{COMMAND, COMPONENT, SUBMIT};
use crate::sandbox::api_json;
use crate::sandbox::ids::Id;
use crate::sandbox::messages::{Draft, EPHEMERAL, LOADING};
use crate::sandbox::request::Upload;
use crate::sandbox::response::ApiError;
use crate::sandbox::world::{Interaction, World};

/// Posts a message in response to an interaction and returns its id.
pub(super) fn say(
    world: &mut World,
    id: Id,
    body: &Value,
    files: &[Upload],
    ephemeral: bool,
    loading: bool,
) -> Result<Id, ApiError> {
    let interaction = world.interactions.get(&id).ok_or_else(ApiError::no_interaction)?;
    let (channel, user) = (interaction.channel, interaction.user);
    let is_follow_up = interaction.ack.is_some();
    let kind = if interaction.kind == COMMAND && !is_follow_up { 20 } else { 19 };
    let mut extra = link_fields(world, interaction, is_follow_up);
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

/// The message fields that link it to its interaction.
fn link_fields(world: &World, interaction: &Interaction, is_follow_up: bool) -> Map<String, Value> {
    let mut extra = Map::new();
    let application = json!(world.application.to_string());
    extra.insert("application_id".to_owned(), application.clone());
    extra.insert("webhook_id".to_owned(), application);
    let mut meta = metadata(world, interaction);
    if let (true, Some(original)) = (is_follow_up, interaction.original) {
        meta["original_response_message_id"] = json!(original.to_string());
    }
    extra.insert("interaction_metadata".to_owned(), meta);
    let replies_to = interaction.message.or(interaction.original.filter(|_| is_follow_up));
    if let Some(message) = replies_to {
        let pointer = super::messages::pointer(world, interaction.channel, message);
        extra.insert("message_reference".to_owned(), pointer);
    }
    extra
}

fn metadata(world: &World, interaction: &Interaction) -> Value {
    let guild = interaction.guild.map_or("0".to_owned(), |guild| guild.to_string());
    let mut meta = json!({
        "id": interaction.id.to_string(),
        "type": interaction.kind,
        "user": world.users.get(&interaction.user).map(api_json::user),
        "authorizing_integration_owners": { "0": guild },
    });
    if let Some(name) = &interaction.command {
        meta["name"] = json!(name);
        meta["command_type"] = json!(1);
    }
    if let (COMPONENT, Some(message)) = (interaction.kind, interaction.message) {
        meta["interacted_message_id"] = json!(message.to_string());
    }
    let opener = interaction.opened_by.and_then(|id| world.interactions.get(&id));
    if let (SUBMIT, Some(opener)) = (interaction.kind, opener) {
        meta["triggering_interaction_metadata"] = metadata(world, opener);
    }
    meta
}

/// The body returned for a callback `with_response`.
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
