//! Payload of the `INTERACTION_CREATE` event.
//!
//! Checks of what the user may do live in `client_checks` and `command_input`.

use serde_json::{Map, Value, json};

use super::api_json;
use super::ids::Id;
use super::permissions as may;
use super::world::{Interaction, World};

/// Upload limit of a response, in bytes.
const MAX_FILE: u64 = 10 << 20;

/// Builds the payload of an interaction around its `data`.
pub(super) fn payload(world: &World, interaction: &Interaction, data: Value) -> Value {
    let user = world.users.get(&interaction.user);
    let guild = interaction.guild.and_then(|id| world.guilds.get(&id));
    let owner = interaction.guild.map_or("0".to_owned(), |guild| guild.to_string());
    let mut payload = json!({
        "id": interaction.id.to_string(),
        "application_id": world.application.to_string(),
        "type": interaction.kind,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": interaction.channel.to_string(),
        "channel": channel_json(world, interaction),
        "locale": user.map(|user| user.locale.clone()),
        "app_permissions": world.may(world.bot, interaction.channel).to_string(),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": { "0": owner },
        "context": u8::from(guild.is_none()),
        "attachment_size_limit": MAX_FILE,
    });
    match guild {
        Some(guild) => {
            payload["guild_id"] = json!(guild.id.to_string());
            payload["guild_locale"] = json!(guild.locale);
            payload["guild"] = json!({
                "id": guild.id.to_string(),
                "locale": guild.locale,
                "features": [],
            });
            payload["member"] = member_json(world, interaction);
        }
        None => payload["user"] = user.map_or(Value::Null, api_json::user),
    }
    let message = interaction.message.and_then(|id| world.messages.get(&id));
    if let Some(message) = message {
        payload["message"] = Value::Object(message.body.clone());
    }
    payload
}

fn channel_json(world: &World, interaction: &Interaction) -> Value {
    let channel = world.channels.get(&interaction.channel);
    let mut shape = channel.map_or(Value::Null, |channel| api_json::channel(world, channel));
    if shape.is_object() {
        let permissions = world.may(interaction.user, interaction.channel);
        shape["permissions"] = json!(permissions.to_string());
    }
    shape
}

fn member_json(world: &World, interaction: &Interaction) -> Value {
    let guild = interaction.guild.and_then(|id| world.guilds.get(&id));
    let member = guild.and_then(|guild| guild.members.get(&interaction.user));
    let mut shape =
        member.map_or(json!({}), |member| api_json::member(world, member, interaction.user));
    shape["permissions"] = json!(world.may(interaction.user, interaction.channel).to_string());
    shape
}

/// Builds the `resolved` map: the users, members, roles, channels and files behind `ids`.
pub(super) fn resolved(world: &World, guild: Option<Id>, ids: &[Id]) -> Value {
    let mut all: Map<String, Value> = Map::new();
    let mut put = |kind: &str, id: Id, shape: Value| {
        let kind = all.entry(kind).or_insert_with(|| json!({}));
        kind[id.to_string()] = shape;
    };
    let guild = guild.and_then(|id| world.guilds.get(&id));
    for id in ids.iter().copied() {
        if let Some(user) = world.users.get(&id) {
            put("users", id, api_json::user(user));
            if let Some((guild, member)) = guild.and_then(|one| Some((one, one.members.get(&id)?)))
            {
                let mut shape = api_json::member_alone(member);
                shape["permissions"] = json!(may::in_guild(guild, id).to_string());
                put("members", id, shape);
            }
        } else if let Some((guild, role)) = guild.and_then(|one| Some((one, one.roles.get(&id)?))) {
            put("roles", id, api_json::role(guild, role));
        } else if let Some(channel) = world.channels.get(&id) {
            let mut shape = api_json::channel(world, channel);
            shape["permissions"] = json!(world.may(world.bot, id).to_string());
            put("channels", id, shape);
        } else if let Some(file) = world.picked.get(&id) {
            put("attachments", id, file.clone());
        }
    }
    Value::Object(all)
}
