//! Application commands: registered globally, or in one guild.
//!
//! A `scope` is the guild's id, or 0 for global commands. Permissions of single commands are not
//! covered: members of a guild set them, not the bot.

use serde_json::{Map, Value, json};

use super::{Answered, unknown};
use crate::sandbox::ids::Id;
use crate::sandbox::limits;
use crate::sandbox::request::ApiRequest;
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::world::World;

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    if request.id(0) != world.application {
        return Err(ApiError::new(
            403,
            20_012,
            "You are not authorized to perform this action on this application",
        )
        .blamed());
    }
    let in_guild = request.route.contains("/guilds/");
    let scope = if in_guild { request.id(1) } else { 0 };
    if in_guild && !world.has_bot(scope) {
        return Err(ApiError::no_access());
    }
    let command = request.id(if in_guild { 2 } else { 1 });
    let single = request.route.ends_with("{command_id}");
    match (request.method.as_str(), single) {
        ("GET", false) => {
            ApiResponse::with(json!(world.commands.get(&scope).cloned().unwrap_or_default()))
        }
        ("PUT", false) => replace(world, scope, &request.body),
        ("POST", false) => add(world, scope, &request.body),
        ("GET", true) => ApiResponse::with(known(world, scope, command)?.clone()),
        ("PATCH", true) => change(world, scope, command, &request.body),
        ("DELETE", true) => {
            known(world, scope, command)?;
            let list = world.commands.entry(scope).or_default();
            list.retain(|one| !has_id(one, command));
            ApiResponse::done()
        }
        _ => Err(unknown(request)),
    }
}

fn has_id(command: &Value, id: Id) -> bool {
    command["id"].as_str().and_then(|own| own.parse().ok()) == Some(id)
}

fn same_command(one: &Value, other: &Value) -> bool {
    one["name"] == other["name"] && kind(one) == kind(other)
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}

fn known(world: &World, scope: Id, id: Id) -> Result<&Value, ApiError> {
    let list = world.commands.get(&scope);
    let found = list.into_iter().flatten().find(|one| has_id(one, id));
    found.ok_or_else(ApiError::no_command)
}

fn replace(world: &mut World, scope: Id, list: &Value) -> Answered {
    limits::bulk(list)?;
    let before = world.commands.remove(&scope).unwrap_or_default();
    let mut after = Vec::new();
    for one in list.as_array().into_iter().flatten() {
        let old = before.iter().find(|old| same_command(old, one));
        after.push(registered(world, scope, one, old));
    }
    world.commands.insert(scope, after.clone());
    ApiResponse::with(json!(after))
}

fn add(world: &mut World, scope: Id, body: &Value) -> Answered {
    limits::command(body)?;
    let list = world.commands.get(&scope).cloned().unwrap_or_default();
    let old = list.iter().find(|old| same_command(old, body));
    if old.is_none() && list.len() >= 100 {
        let text = "Maximum number of application commands reached (100).";
        return Err(ApiError::new(400, 30_032, text).blamed());
    }
    let new = registered(world, scope, body, old);
    let list = world.commands.entry(scope).or_default();
    list.retain(|one| !same_command(one, body));
    list.push(new.clone());
    if old.is_some() { ApiResponse::with(new) } else { ApiResponse::created(new) }
}

fn change(world: &mut World, scope: Id, id: Id, body: &Value) -> Answered {
    let mut command = known(world, scope, id)?.clone();
    if let (Value::Object(command), Some(body)) = (&mut command, body.as_object()) {
        command.extend(body.clone());
    }
    limits::command(&command)?;
    for one in world.commands.entry(scope).or_default().iter_mut().filter(|one| has_id(one, id)) {
        *one = command.clone();
    }
    ApiResponse::with(command)
}

/// The stored form of a command. It keeps the id of `old`, the command it replaces.
fn registered(world: &mut World, scope: Id, body: &Value, old: Option<&Value>) -> Value {
    let id = old.and_then(|old| old["id"].as_str().map(str::to_owned));
    let id = id.unwrap_or_else(|| world.ids.next().to_string());
    let mut command = body.as_object().cloned().unwrap_or_else(Map::new);
    command.insert("id".to_owned(), json!(id));
    command.insert("application_id".to_owned(), json!(world.application.to_string()));
    command.insert("version".to_owned(), json!(world.ids.next().to_string()));
    command.insert("type".to_owned(), json!(kind(body)));
    for (name, value) in [
        ("description", json!("")),
        ("nsfw", json!(false)),
        ("default_member_permissions", Value::Null),
        ("integration_types", json!([0])),
        ("contexts", Value::Null),
    ] {
        command.entry(name).or_insert(value);
    }
    if scope != 0 {
        command.insert("guild_id".to_owned(), json!(scope.to_string()));
    }
    Value::Object(command)
}
