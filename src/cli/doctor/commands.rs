//! Does Discord take the commands of this version?
//!
//! May use: `discord`'s list of them, the sandbox's limits, HTTP. What is registered already is
//! compared; what differs is tried by registering it, which is what the next start does. While
//! a bot runs nothing is registered: it may be of another version, and people use its commands.

use serde_json::Value;

use super::online::{Caller, Silence};
use super::{Finding, problem, warning, well};
use crate::cli::counting::counted;
use crate::discord::{Config, registering};
use crate::game::Game;
use crate::sandbox;

/// What can be told without Discord.
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

/// The same, and Discord is asked.
pub(super) async fn try_out(
    caller: &Caller,
    (config, running): (&Config, bool),
    game: &dyn Game,
    application: &str,
) -> Finding {
    let offline = look(game);
    if offline.verdict != super::Verdict::Well || application.parse::<u64>().is_err() {
        return offline;
    }
    let commands = registering::commands(game);
    let path = match config.guild {
        Some(guild) => format!("/applications/{application}/guilds/{guild}/commands"),
        None => format!("/applications/{application}/commands"),
    };
    let known = caller.read(&format!("{path}?with_localizations=true")).await;
    match known {
        Ok(known) if is_registered(&known, &commands) => {
            well("commands", format!("{}, registered as they are here", number(&commands)))
        }
        Ok(_) if running => warning(
            "commands",
            "those that are registered differ from those of this version, and a bot runs; \
             restart it with this version to register them",
        ),
        Ok(_) => register(caller, &path, &commands).await,
        Err(silence) => warning("commands", format!("not compared: {}", silence.why())),
    }
}

async fn register(caller: &Caller, path: &str, commands: &Value) -> Finding {
    match caller.put(path, commands).await {
        Ok(()) => {
            let text =
                format!("{}, taken by Discord and registered for the next start", number(commands));
            well("commands", text)
        }
        Err(Silence::Refused(why)) => problem("commands", ours(&why)),
        Err(silence) => warning("commands", format!("not tried: {}", silence.why())),
    }
}

/// It is nothing an operator can put right.
fn ours(why: &str) -> String {
    format!("{why}; the bot cannot start like this. Please report this sentence")
}

fn number(commands: &Value) -> String {
    counted(commands.as_array().map_or(0, Vec::len) as u64, "command", "commands")
}

/// Is what is known all that is ours, and nothing else?
fn is_registered(known: &Value, ours: &Value) -> bool {
    let (Some(known), Some(ours)) = (known.as_array(), ours.as_array()) else { return false };
    let named =
        |one: &Value| known.iter().any(|other| other["name"] == one["name"] && says(other, one));
    known.len() == ours.len() && ours.iter().all(named)
}

/// Does one say all that another says? Discord adds fields, and leaves out what is not so.
fn says(known: &Value, ours: &Value) -> bool {
    match (known, ours) {
        (Value::Object(known), Value::Object(ours)) => ours.iter().all(|(field, value)| {
            *value == Value::Bool(false) || known.get(field).is_some_and(|known| says(known, value))
        }),
        (Value::Array(known), Value::Array(ours)) => {
            known.len() == ours.len()
                && known.iter().zip(ours).all(|(known, ours)| says(known, ours))
        }
        (known, ours) => known == ours,
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
