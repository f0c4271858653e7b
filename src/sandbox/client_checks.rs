//! What a client lets through: it sees, it opens threads, it counts.
//!
//! May use: the world. Deliberately absent: the bot; nothing is sent here.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::acting::{Message, Refused};
use super::ids::Id;
use super::permissions as may;
use super::world::World;

/// A select of texts.
pub(super) const STRING_SELECT: u64 = 3;

/// The user sees the channel; a client opens an archived thread before it sends anything.
pub(super) fn at_hand(world: &mut World, user: Id, channel: Id) -> Result<(), Refused> {
    let has = world.may(user, channel);
    if has & may::VIEW_CHANNEL == 0 {
        return Err(Refused::because("the user does not see the channel"));
    }
    let Some(place) = world.channels.get(&channel) else {
        return Err(Refused::because("there is no such channel"));
    };
    if place.locked && has & may::MANAGE_THREADS == 0 {
        return Err(Refused::because("the thread is locked"));
    }
    if place.archived {
        if has & may::SEND_MESSAGES_IN_THREADS == 0 {
            return Err(Refused::because("the thread is archived"));
        }
        world.archive(channel, false);
    }
    Ok(())
}

/// The component, if the user sees it and it is not disabled.
pub(super) fn reach(
    world: &mut World,
    user: Id,
    message: Id,
    custom_id: &str,
) -> Result<(Id, Value), Refused> {
    let found = world.message(message);
    let found = found.filter(|message: &Message| message.only.is_none_or(|only| only == user));
    let found = found.ok_or_else(|| Refused::because("the user does not see the message"))?;
    at_hand(world, user, found.channel)?;
    let component = found.component(custom_id).cloned();
    let component =
        component.ok_or_else(|| Refused::because(format!("the message has no {custom_id}")))?;
    if component["disabled"] == true {
        return Err(Refused::because(format!("{custom_id} is disabled")));
    }
    Ok((found.channel, component))
}

/// The values are on offer, and not too few or too many.
pub(super) fn offered(select: &Value, values: &[String]) -> Result<(), Refused> {
    if !super::limits::is_select(select) {
        return Err(Refused::because("this is no select"));
    }
    let least = select["min_values"].as_u64().unwrap_or(1) as usize;
    let most = select["max_values"].as_u64().unwrap_or(1) as usize;
    let different: BTreeSet<&String> = values.iter().collect();
    if different.len() != values.len() || !(least..=most).contains(&values.len()) {
        return Err(Refused::because(format!("between {least} and {most} different values")));
    }
    let known = |value: &String| {
        let mut options = select["options"].as_array().into_iter().flatten();
        select["type"] != STRING_SELECT || options.any(|one| one["value"] == value.as_str())
    };
    match values.iter().find(|value| !known(value)) {
        Some(value) => Err(Refused::because(format!("{value} is not on offer"))),
        None => Ok(()),
    }
}

/// An input as it is sent.
pub(super) fn written(input: &Value, values: &[(&str, &str)]) -> Result<Value, Refused> {
    let id = input["custom_id"].as_str().unwrap_or_default();
    let own = values.iter().find(|(name, _)| *name == id).map(|(_, text)| *text);
    let text = own.or_else(|| input["value"].as_str()).unwrap_or_default();
    let length = text.chars().count() as u64;
    let required = input["required"].as_bool().unwrap_or(true);
    let least = input["min_length"].as_u64().unwrap_or(0).max(u64::from(required));
    let most = input["max_length"].as_u64().unwrap_or(4000);
    let blank = length == 0 && !required;
    if !blank && !(least..=most).contains(&length) {
        return Err(Refused::because(format!("{id} needs between {least} and {most} characters")));
    }
    Ok(json!({
        "type": 1,
        "components": [{ "type": 4, "custom_id": id, "value": text }],
    }))
}
