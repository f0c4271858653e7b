//! Client-side checks: channel access, component state, select values and text input lengths.
//!
//! No interaction is sent from here.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::action_result::{ActionRefused, ShownMessage};
use super::ids::Id;
use super::permissions as may;
use super::world::World;

/// Component type of a string select.
pub(super) const STRING_SELECT: u64 = 3;

/// Checks that the user can act in the channel. Unarchives an archived thread, as a client does
/// before it sends anything.
pub(super) fn check_access(world: &mut World, user: Id, channel: Id) -> Result<(), ActionRefused> {
    let has = world.may(user, channel);
    if has & may::VIEW_CHANNEL == 0 {
        return Err(ActionRefused::because("the user does not see the channel"));
    }
    let Some(found) = world.channels.get(&channel) else {
        return Err(ActionRefused::because("there is no such channel"));
    };
    if found.locked && has & may::MANAGE_THREADS == 0 {
        return Err(ActionRefused::because("the thread is locked"));
    }
    if found.archived {
        if has & may::SEND_MESSAGES_IN_THREADS == 0 {
            return Err(ActionRefused::because("the thread is archived"));
        }
        world.archive(channel, false);
    }
    Ok(())
}

/// Finds a component that the user can see and that is enabled, and its channel.
pub(super) fn find_component(
    world: &mut World,
    user: Id,
    message: Id,
    custom_id: &str,
) -> Result<(Id, Value), ActionRefused> {
    let found = world.message(message);
    let found = found.filter(|message: &ShownMessage| message.only.is_none_or(|only| only == user));
    let found = found.ok_or_else(|| ActionRefused::because("the user does not see the message"))?;
    check_access(world, user, found.channel)?;
    let component = found.component(custom_id).cloned();
    let component = component
        .ok_or_else(|| ActionRefused::because(format!("the message has no {custom_id}")))?;
    if component["disabled"] == true {
        return Err(ActionRefused::because(format!("{custom_id} is disabled")));
    }
    Ok((found.channel, component))
}

/// Checks that the values are distinct and within the bounds of the select, and that a string
/// select offers them.
pub(super) fn offered(select: &Value, values: &[String]) -> Result<(), ActionRefused> {
    if !super::limits::is_select(select) {
        return Err(ActionRefused::because("this is no select"));
    }
    let least = select["min_values"].as_u64().unwrap_or(1) as usize;
    let most = select["max_values"].as_u64().unwrap_or(1) as usize;
    let different: BTreeSet<&String> = values.iter().collect();
    if different.len() != values.len() || !(least..=most).contains(&values.len()) {
        return Err(ActionRefused::because(format!("between {least} and {most} different values")));
    }
    let known = |value: &String| {
        let mut options = select["options"].as_array().into_iter().flatten();
        select["type"] != STRING_SELECT || options.any(|one| one["value"] == value.as_str())
    };
    match values.iter().find(|value| !known(value)) {
        Some(value) => Err(ActionRefused::because(format!("{value} is not on offer"))),
        None => Ok(()),
    }
}

/// Builds the submitted row of a text input after checking the length of its value.
pub(super) fn written(input: &Value, values: &[(&str, &str)]) -> Result<Value, ActionRefused> {
    let id = input["custom_id"].as_str().unwrap_or_default();
    let own = values.iter().find(|(name, _)| *name == id).map(|(_, text)| *text);
    let text = own.or_else(|| input["value"].as_str()).unwrap_or_default();
    let length = text.chars().count() as u64;
    let required = input["required"].as_bool().unwrap_or(true);
    let least = input["min_length"].as_u64().unwrap_or(0).max(u64::from(required));
    let most = input["max_length"].as_u64().unwrap_or(4000);
    let blank = length == 0 && !required;
    if !blank && !(least..=most).contains(&length) {
        return Err(ActionRefused::because(format!(
            "{id} needs between {least} and {most} characters"
        )));
    }
    Ok(json!({
        "type": 1,
        "components": [{ "type": 4, "custom_id": id, "value": text }],
    }))
}
