//! Checks that Discord accepts the commands of this version.
//!
//! Compares them with the registered ones and, if they differ, registers them, as the next start
//! would. While a bot runs nothing is registered: it may be another version, and its commands are
//! in use.

use serde_json::Value;

use super::online::{DiscordClient, RequestError};
use super::{Finding, problem, warning, well};
use crate::cli::plural::plural;
use crate::discord::{Config, registering};
use crate::game::Game;
use crate::sandbox;

/// Checks the commands against the documented limits, without a request to Discord.
pub(super) fn look(game: &dyn Game) -> Finding {
    let commands = registering::commands(game);
    match sandbox::wrong_commands(&commands).first() {
        Some(first) => problem("commands", ours(&format!("they break Discord's limits: {first}"))),
        None => {
            let text = format!("{}; whether Discord takes them was not tried", number(&commands));
            well("commands", text)
        }
    }
}

/// Like [`look`], and also compares the commands with the registered ones, or registers them.
pub(super) async fn try_out(
    client: &DiscordClient,
    (config, running): (&Config, bool),
    game: &dyn Game,
    application: &str,
) -> Finding {
    let offline = look(game);
    if offline.verdict != super::Severity::Well || application.parse::<u64>().is_err() {
        return offline;
    }
    let commands = registering::commands(game);
    let path = match config.guild {
        Some(guild) => format!("/applications/{application}/guilds/{guild}/commands"),
        None => format!("/applications/{application}/commands"),
    };
    let registered = client.read(&format!("{path}?with_localizations=true")).await;
    match registered {
        Ok(registered) if is_registered(&registered, &commands) => {
            well("commands", format!("{}, registered as they are here", number(&commands)))
        }
        Ok(_) if running => warning(
            "commands",
            "those that are registered differ from those of this version, and a bot runs; \
             restart it with this version to register them",
        ),
        Ok(_) => register(client, &path, &commands).await,
        Err(error) => warning("commands", format!("not compared: {}", error.why())),
    }
}

async fn register(client: &DiscordClient, path: &str, commands: &Value) -> Finding {
    match client.put(path, commands).await {
        Ok(()) => {
            let text =
                format!("{}, taken by Discord and registered for the next start", number(commands));
            well("commands", text)
        }
        Err(RequestError::Refused(why)) => problem("commands", ours(&why)),
        Err(error) => warning("commands", format!("not tried: {}", error.why())),
    }
}

/// Adds a request to report the error: it is a bug that an operator cannot fix.
fn ours(why: &str) -> String {
    format!("{why}; the bot cannot start like this. Please report this sentence")
}

fn number(commands: &Value) -> String {
    plural(commands.as_array().map_or(0, Vec::len) as u64, "command", "commands")
}

/// Whether the registered commands are exactly ours.
fn is_registered(registered: &Value, ours: &Value) -> bool {
    let (Some(registered), Some(ours)) = (registered.as_array(), ours.as_array()) else {
        return false;
    };
    let has_match = |command: &Value| {
        registered.iter().any(|other| other["name"] == command["name"] && contains(other, command))
    };
    registered.len() == ours.len() && ours.iter().all(has_match)
}

/// Whether a registered value contains all of ours. Discord adds fields, and omits those that are
/// `false`.
fn contains(registered: &Value, ours: &Value) -> bool {
    match (registered, ours) {
        (Value::Object(registered), Value::Object(ours)) => ours.iter().all(|(field, value)| {
            *value == Value::Bool(false)
                || registered.get(field).is_some_and(|registered| contains(registered, value))
        }),
        (Value::Array(registered), Value::Array(ours)) => {
            registered.len() == ours.len()
                && registered.iter().zip(ours).all(|(registered, ours)| contains(registered, ours))
        }
        (registered, ours) => registered == ours,
    }
}

#[cfg(test)]
mod tests {
    use super::is_registered;
    use serde_json::json;

    #[test]
    fn commands_are_known_again_whatever_discord_adds() {
        let ours = json!([{ "name": "card", "options": [{ "name": "id", "required": true }] }]);
        let known = json!([{ "id": "1", "name": "card", "nsfw": false,
            "options": [{ "name": "id", "required": true, "type": 3 }] }]);
        assert!(is_registered(&known, &ours));
        for other in [
            json!([]),
            json!(null),
            json!([{ "name": "card", "options": [] }]),
            json!([{ "name": "card", "options": [{ "name": "id" }] }]),
            json!([known[0].clone(), { "name": "old" }]),
        ] {
            assert!(!is_registered(&other, &ours), "{other}");
        }
    }
}
