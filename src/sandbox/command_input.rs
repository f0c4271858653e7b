//! Slash command input: command lookup, permission checks and typed options.
//!
//! User and message context menu commands are not supported.

use serde_json::{Value, json};

use super::action_result::ActionRefused;
use super::ids::Id;
use super::payload;
use super::permissions as may;
use super::world::World;

const SUB_COMMAND: u64 = 1;
const SUB_GROUP: u64 = 2;
const ATTACHMENT: u64 = 11;

/// A slash command as a user types it.
pub(super) struct TypedCommand<'a> {
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) path: &'a str,
    pub(super) options: &'a [(&'a str, Value)],
    /// The option being typed, for autocomplete.
    pub(super) focused: Option<&'a str>,
}

/// Builds the `data` of the interaction.
pub(super) fn data(world: &World, typed: &TypedCommand<'_>) -> Result<Value, ActionRefused> {
    let mut words = typed.path.split_whitespace();
    let name = words.next().unwrap_or_default();
    let guild = world.channels.get(&typed.channel).and_then(|channel| channel.guild);
    let command = find_command(world, guild, name)?;
    check_allowed(world, typed, guild, command)?;
    let mut level = command;
    let mut nested = Vec::new();
    for word in words {
        level = find_subcommand(level, word)?;
        nested.push((word, level["type"].as_u64().unwrap_or(SUB_COMMAND)));
    }
    if options_of(level).any(|one| matches!(one["type"].as_u64(), Some(SUB_COMMAND | SUB_GROUP))) {
        return Err(ActionRefused::because(format!("/{} has subcommands", typed.path)));
    }
    let mut ids = Vec::new();
    let mut options = Value::Array(collect_options(world, level, typed, &mut ids)?);
    for (name, kind) in nested.into_iter().rev() {
        options = json!([{ "name": name, "type": kind, "options": options }]);
    }
    let mut data = json!({
        "id": command["id"],
        "name": name,
        "type": 1,
        "options": options,
    });
    if !ids.is_empty() {
        data["resolved"] = payload::resolved(world, guild, &ids);
    }
    if !command["guild_id"].is_null() {
        data["guild_id"] = command["guild_id"].clone();
    }
    Ok(data)
}

/// Commands a client offers to a user in a channel, guild commands first.
pub(super) fn offered(world: &World, user: Id, channel: Id) -> Vec<Value> {
    let guild = world.channels.get(&channel).and_then(|channel| channel.guild);
    let here = guild.and_then(|guild| world.commands.get(&guild));
    let all = here.into_iter().flatten().chain(world.commands.get(&0).into_iter().flatten());
    let typed = TypedCommand { user, channel, path: "", options: &[], focused: None };
    let visible =
        all.filter(|one| one["type"] == 1 && check_allowed(world, &typed, guild, one).is_ok());
    visible.cloned().collect()
}

/// Finds a registered command; guild commands take precedence over global ones.
fn find_command<'a>(
    world: &'a World,
    guild: Option<Id>,
    name: &str,
) -> Result<&'a Value, ActionRefused> {
    let here = guild.and_then(|guild| world.commands.get(&guild));
    let global = world.commands.get(&0);
    let mut all = here.into_iter().flatten().chain(global.into_iter().flatten());
    let found = all.find(|one| one["name"] == name && one["type"] == 1);
    found.ok_or_else(|| ActionRefused::because(format!("/{name} is not registered here")))
}

/// Checks that the client would offer the command to this user.
fn check_allowed(
    world: &World,
    typed: &TypedCommand<'_>,
    guild: Option<Id>,
    command: &Value,
) -> Result<(), ActionRefused> {
    let has = world.may(typed.user, typed.channel);
    let Some(guild) = guild else {
        let direct = command["dm_permission"] != false
            && command["contexts"].as_array().is_none_or(|all| all.contains(&json!(1)));
        let reason = "the command is not for direct messages";
        return if direct { Ok(()) } else { Err(ActionRefused::because(reason)) };
    };
    if !world.has_bot(guild) {
        return Err(ActionRefused::because("the bot is not in this guild"));
    }
    if has & may::USE_APPLICATION_COMMANDS == 0 {
        return Err(ActionRefused::because("the user may not use commands here"));
    }
    let needed = command["default_member_permissions"].as_str().and_then(|bits| bits.parse().ok());
    match needed {
        // Administrators only.
        Some(0_u64) if has & may::ADMINISTRATOR == 0 => {
            Err(ActionRefused::because("the command is for administrators"))
        }
        Some(needed) if has & needed != needed => {
            Err(ActionRefused::because("the user lacks permissions the command asks for"))
        }
        _ => Ok(()),
    }
}

fn options_of(level: &Value) -> impl Iterator<Item = &Value> {
    level["options"].as_array().into_iter().flatten()
}

fn find_subcommand<'a>(level: &'a Value, word: &str) -> Result<&'a Value, ActionRefused> {
    let sub = |one: &&Value| {
        one["name"] == word && matches!(one["type"].as_u64(), Some(SUB_COMMAND | SUB_GROUP))
    };
    let found = options_of(level).find(sub);
    found.ok_or_else(|| ActionRefused::because(format!("there is no subcommand {word}")))
}

/// Builds the options of the payload and collects the ids they refer to.
fn collect_options(
    world: &World,
    level: &Value,
    typed: &TypedCommand<'_>,
    ids: &mut Vec<Id>,
) -> Result<Vec<Value>, ActionRefused> {
    let mut sent = Vec::new();
    for (name, value) in typed.options {
        let option = options_of(level).find(|one| one["name"] == *name);
        let option =
            option.ok_or_else(|| ActionRefused::because(format!("there is no option {name}")))?;
        let focused = typed.focused == Some(*name);
        if focused && option["autocomplete"] != true {
            return Err(ActionRefused::because(format!("{name} offers nothing while it is typed")));
        }
        let value = if focused { value.clone() } else { convert(world, option, value, ids)? };
        let mut one = json!({ "name": name, "type": option["type"], "value": value });
        if focused {
            one["focused"] = json!(true);
        }
        sent.push(one);
    }
    let missing = options_of(level).find(|one| {
        one["required"] == true && !typed.options.iter().any(|(name, _)| one["name"] == *name)
    });
    match missing.filter(|_| typed.focused.is_none()) {
        Some(one) => Err(ActionRefused::because(format!("{} is required", one["name"]))),
        None => Ok(sent),
    }
}

/// Checks a value against its option and converts it to the form it is sent in.
fn convert(
    world: &World,
    option: &Value,
    value: &Value,
    ids: &mut Vec<Id>,
) -> Result<Value, ActionRefused> {
    let wrong = || ActionRefused::because(format!("{} cannot be {value}", option["name"]));
    let chosen = option["choices"].as_array().filter(|all| !all.is_empty());
    if chosen.is_some_and(|all| !all.iter().any(|one| one["value"] == *value)) {
        return Err(wrong());
    }
    let fits = match option["type"].as_u64() {
        Some(3) => value.as_str().is_some_and(|text| long_enough(option, text)),
        Some(4) => value.is_i64() || value.is_u64(),
        Some(5) => value.is_boolean(),
        Some(10) => value.is_number(),
        Some(kind @ (6..=9 | ATTACHMENT)) => {
            let id = value.as_u64().or_else(|| value.as_str()?.parse().ok()).ok_or_else(wrong)?;
            if !exists(world, kind, id) {
                return Err(wrong());
            }
            ids.push(id);
            return Ok(json!(id.to_string()));
        }
        _ => false,
    };
    let number = value.as_f64();
    let above =
        option["min_value"].as_f64().zip(number).is_none_or(|(least, found)| found >= least);
    let below = option["max_value"].as_f64().zip(number).is_none_or(|(most, found)| found <= most);
    if fits && above && below { Ok(value.clone()) } else { Err(wrong()) }
}

fn long_enough(option: &Value, text: &str) -> bool {
    let length = text.chars().count() as u64;
    let (least, most) = (&option["min_length"], &option["max_length"]);
    length > 0 && length >= least.as_u64().unwrap_or(0) && length <= most.as_u64().unwrap_or(6000)
}

fn exists(world: &World, kind: u64, id: Id) -> bool {
    let user = || world.users.contains_key(&id);
    let role = || world.guilds.values().any(|guild| guild.roles.contains_key(&id));
    match kind {
        6 => user(),
        7 => world.channels.contains_key(&id),
        8 => role(),
        9 => user() || role(),
        _ => world.picked.contains_key(&id),
    }
}
