//! Reactions to messages.
//!
//! May use: the world. Deliberately absent: emoji of guilds, of which there are none, and
//! reactions that cost something.

use serde_json::{Value, json};

use super::{Answered, allow, found, seen, unknown};
use crate::sandbox::answer::{Answer, Refusal};
use crate::sandbox::call::Call;
use crate::sandbox::ids::Id;
use crate::sandbox::permissions as may;
use crate::sandbox::reactions::is_emoji;
use crate::sandbox::world::World;
use crate::sandbox::{limits, shapes};

/// Different reactions a message may have.
const MOST: usize = 20;

pub(super) fn answer(world: &mut World, call: &Call) -> Answered {
    let (channel, id) = (call.id(0), call.id(1));
    let archived = seen(world, channel)?.archived;
    found(world, channel, id)?;
    let emoji = emoji(call)?;
    let own = call.route.ends_with("/@me");
    let who = call.args.get(3).map(|_| call.id(3));
    match (call.method.as_str(), emoji, own, who) {
        ("GET", Some(emoji), false, None) => list(world, call, &emoji),
        ("PUT", Some(emoji), true, None) if !archived => add(world, channel, id, &emoji),
        ("DELETE", Some(emoji), true, None) if !archived => {
            world.unreact(id, Some(&emoji), Some(world.bot));
            Answer::done()
        }
        ("DELETE", emoji, false, who) if !archived => {
            allow(world, channel, may::MANAGE_MESSAGES)?;
            world.unreact(id, emoji.as_deref(), who);
            Answer::done()
        }
        ("PUT" | "DELETE", ..) if archived => Err(Refusal::archived()),
        _ => Err(unknown(call)),
    }
}

/// The emoji of the path, if there is to be one.
fn emoji(call: &Call) -> Result<Option<String>, Refusal> {
    let Some(written) = call.args.get(2) else { return Ok(None) };
    let emoji = decoded(written).filter(|emoji| is_emoji(emoji));
    let refusal = || Refusal::new(400, 10_014, "Unknown Emoji").blamed();
    emoji.ok_or_else(refusal).map(Some)
}

/// A part of a path with its escapes read.
fn decoded(written: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = written.bytes();
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

/// Whoever is the first with an emoji needs the right to react; to join in, only to read.
fn add(world: &mut World, channel: Id, id: Id, emoji: &str) -> Answered {
    allow(world, channel, may::READ_MESSAGE_HISTORY)?;
    let message = found(world, channel, id)?;
    if !message.reactions.iter().any(|one| one.emoji == emoji) {
        allow(world, channel, may::ADD_REACTIONS)?;
        if message.reactions.len() >= MOST {
            return Err(Refusal::new(400, 30_010, "Maximum number of reactions reached (20)"));
        }
    }
    world.react(world.bot, id, emoji);
    Answer::done()
}

fn list(world: &World, call: &Call, emoji: &str) -> Answered {
    allow(world, call.id(0), may::READ_MESSAGE_HISTORY)?;
    let number = |name: &str| call.asked(name).and_then(|text| text.parse::<u64>().ok());
    let limit = number("limit").unwrap_or(25);
    if !(1..=100).contains(&limit) {
        let text = "int value should be between 1 and 100.";
        return Err(limits::one("limit", "NUMBER_TYPE_MAX", text));
    }
    let after = number("after").unwrap_or(0);
    let message = found(world, call.id(0), call.id(1))?;
    let users = message.reactions.iter().filter(|one| one.emoji == emoji);
    let mut users: Vec<Id> = users.flat_map(|one| one.users.iter().copied()).collect();
    users.sort_unstable();
    let users = users.into_iter().filter(|user| *user > after).take(limit as usize);
    let shown: Vec<Value> =
        users.filter_map(|user| world.users.get(&user)).map(shapes::user).collect();
    Answer::with(json!(shown))
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
