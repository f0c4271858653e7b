//! Reaction endpoints: list, add and remove reactions to a message.
//!
//! Unicode emoji only: guilds have no emoji of their own here. Super reactions are not covered.

use serde_json::{Value, json};

use super::{Answered, allow, found, seen, unknown};
use crate::sandbox::ids::Id;
use crate::sandbox::permissions as may;
use crate::sandbox::reactions::is_emoji;
use crate::sandbox::request::ApiRequest;
use crate::sandbox::response::{ApiError, ApiResponse};
use crate::sandbox::world::World;
use crate::sandbox::{api_json, limits};

/// Maximum number of different reactions to a message.
const MAX_REACTIONS: usize = 20;

pub(super) fn answer(world: &mut World, request: &ApiRequest) -> Answered {
    let (channel, id) = (request.id(0), request.id(1));
    let archived = seen(world, channel)?.archived;
    found(world, channel, id)?;
    let emoji = emoji(request)?;
    let own = request.route.ends_with("/@me");
    let user = request.args.get(3).map(|_| request.id(3));
    match (request.method.as_str(), emoji, own, user) {
        ("GET", Some(emoji), false, None) => list(world, request, &emoji),
        ("PUT", Some(emoji), true, None) if !archived => add(world, channel, id, &emoji),
        ("DELETE", Some(emoji), true, None) if !archived => {
            world.unreact(id, Some(&emoji), Some(world.bot));
            ApiResponse::done()
        }
        ("DELETE", emoji, false, user) if !archived => {
            allow(world, channel, may::MANAGE_MESSAGES)?;
            world.unreact(id, emoji.as_deref(), user);
            ApiResponse::done()
        }
        ("PUT" | "DELETE", ..) if archived => Err(ApiError::archived()),
        _ => Err(unknown(request)),
    }
}

/// The emoji in the path. Returns `None` if the route has none; fails if it is not an emoji.
fn emoji(request: &ApiRequest) -> Result<Option<String>, ApiError> {
    let Some(encoded) = request.args.get(2) else { return Ok(None) };
    let emoji = decoded(encoded).filter(|emoji| is_emoji(emoji));
    let error = || ApiError::new(400, 10_014, "Unknown Emoji").blamed();
    emoji.ok_or_else(error).map(Some)
}

/// Percent-decodes a path segment. Returns `None` if an escape is malformed or the result is not
/// UTF-8.
fn decoded(encoded: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push((high * 16 + low) as u8);
    }
    String::from_utf8(bytes).ok()
}

/// Adds the bot's reaction. A new emoji needs `ADD_REACTIONS`; joining an existing reaction needs
/// only `READ_MESSAGE_HISTORY`.
fn add(world: &mut World, channel: Id, id: Id, emoji: &str) -> Answered {
    allow(world, channel, may::READ_MESSAGE_HISTORY)?;
    let message = found(world, channel, id)?;
    if !message.reactions.iter().any(|one| one.emoji == emoji) {
        allow(world, channel, may::ADD_REACTIONS)?;
        if message.reactions.len() >= MAX_REACTIONS {
            return Err(ApiError::new(400, 30_010, "Maximum number of reactions reached (20)"));
        }
    }
    world.react(world.bot, id, emoji);
    ApiResponse::done()
}

fn list(world: &World, request: &ApiRequest, emoji: &str) -> Answered {
    allow(world, request.id(0), may::READ_MESSAGE_HISTORY)?;
    let number = |name: &str| request.asked(name).and_then(|text| text.parse::<u64>().ok());
    let limit = number("limit").unwrap_or(25);
    if !(1..=100).contains(&limit) {
        let text = "int value should be between 1 and 100.";
        return Err(limits::one("limit", "NUMBER_TYPE_MAX", text));
    }
    let after = number("after").unwrap_or(0);
    let message = found(world, request.id(0), request.id(1))?;
    let users = message.reactions.iter().filter(|one| one.emoji == emoji);
    let mut users: Vec<Id> = users.flat_map(|one| one.users.iter().copied()).collect();
    users.sort_unstable();
    let users = users.into_iter().filter(|user| *user > after).take(limit as usize);
    let shown: Vec<Value> =
        users.filter_map(|user| world.users.get(&user)).map(api_json::user).collect();
    ApiResponse::with(json!(shown))
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn escapes_of_a_path_are_read() {
        assert_eq!(decoded("%F0%9F%94%A5").as_deref(), Some("🔥"));
        assert_eq!(decoded("a%2Fb").as_deref(), Some("a/b"));
        for broken in ["%", "%F", "%GG", "%FF"] {
            assert_eq!(decoded(broken), None, "{broken}");
        }
    }
}
