//! Commands: registered everywhere, or in one guild.
//!
//! May use: the world, the limits. Deliberately absent: permissions of single
//! commands; the people of a guild set them, not the bot.

use serde_json::{Map, Value, json};

use super::{Answered, unknown};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::Call;
use crate::sandbox::ids::Id;
use crate::sandbox::limits;
use crate::sandbox::world::World;

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    if call.id(0) != world.application {
        return Err(Refusal::new(
            403,
            20_012,
            "You are not authorized to perform this action on this application",
        )
        .blamed());
    }
    let in_guild = call.route.contains("/guilds/");
    let place = if in_guild { call.id(1) } else { 0 };
    if in_guild && !world.has_bot(place) {
        return Err(Refusal::no_access());
    }
    let command = call.id(if in_guild { 2 } else { 1 });
    let one = call.route.ends_with("{command_id}");
    match (call.method.as_str(), one) {
        ("GET", false) => {
            Answer::with(json!(world.commands.get(&place).cloned().unwrap_or_default()))
        }
        ("PUT", false) => replace(world, place, &call.body),
        ("POST", false) => add(world, place, &call.body),
        ("GET", true) => Answer::with(known(world, place, command)?.clone()),
        ("PATCH", true) => change(world, place, command, &call.body),
        ("DELETE", true) => {
            known(world, place, command)?;
            let list = world.commands.entry(place).or_default();
            list.retain(|one| !has_id(one, command));
            Answer::done()
        }
        _ => Err(unknown(call)),
    }
}

fn has_id(command: &Value, id: Id) -> bool {
    command["id"].as_str().and_then(|own| own.parse().ok()) == Some(id)
}

fn same(one: &Value, other: &Value) -> bool {
    one["name"] == other["name"] && kind(one) == kind(other)
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}

fn known(world: &World, place: Id, id: Id) -> Result<&Value, Refusal> {
    let list = world.commands.get(&place);
    let found = list.into_iter().flatten().find(|one| has_id(one, id));
    found.ok_or_else(Refusal::no_command)
}

fn replace(world: &mut World, place: Id, list: &Value) -> Answered {
    limits::bulk(list)?;
    let before = world.commands.remove(&place).unwrap_or_default();
    let mut after = Vec::new();
    for one in list.as_array().into_iter().flatten() {
        let old = before.iter().find(|old| same(old, one));
        after.push(registered(world, place, one, old));
    }
    world.commands.insert(place, after.clone());
    Answer::with(json!(after))
}

fn add(world: &mut World, place: Id, body: &Value) -> Answered {
    limits::command(body)?;
    let list = world.commands.get(&place).cloned().unwrap_or_default();
    let old = list.iter().find(|old| same(old, body));
    if old.is_none() && list.len() >= 100 {
        let text = "Maximum number of application commands reached (100).";
        return Err(Refusal::new(400, 30_032, text).blamed());
    }
    let new = registered(world, place, body, old);
    let list = world.commands.entry(place).or_default();
    list.retain(|one| !same(one, body));
    list.push(new.clone());
    if old.is_some() { Answer::with(new) } else { Answer::created(new) }
}

fn change(world: &mut World, place: Id, id: Id, body: &Value) -> Answered {
    let mut command = known(world, place, id)?.clone();
    if let (Value::Object(command), Some(body)) = (&mut command, body.as_object()) {
        command.extend(body.clone());
    }
    limits::command(&command)?;
    for one in world.commands.entry(place).or_default().iter_mut().filter(|one| has_id(one, id)) {
        *one = command.clone();
    }
    Answer::with(command)
}

/// A command as Discord keeps it; one of the same name keeps its id.
fn registered(world: &mut World, place: Id, body: &Value, old: Option<&Value>) -> Value {
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
    if place != 0 {
        command.insert("guild_id".to_owned(), json!(place.to_string()));
    }
    Value::Object(command)
}
