//! The commands as Discord is told of them, and telling it.
//!
//! May use: poise, `commands`, `requests`. Deliberately absent: what the commands do.

use poise::builtins::create_application_commands;
use serde_json::{Map, Value};
use serenity::all::{GuildId, LightMethod};
use serenity::http::{Request, Route};

use super::commands;
use super::holds::Place;
use super::requests::{Failure, Requests, refusal};
use crate::game::Game;

/// Every command for a game, as it is registered.
pub fn commands(game: &dyn Game) -> Value {
    let all = create_application_commands(&commands::of(game));
    // It is made of text, numbers and lists: that is JSON already.
    lean(serde_json::to_value(all).unwrap_or_default())
}

/// Registers commands everywhere, or in one server; those that were there before go.
pub(super) async fn register(
    requests: &Requests,
    guild: Option<u64>,
    commands: &Value,
) -> Result<(), Failure> {
    let application_id = requests.application().ok_or(Failure::Unreadable)?;
    let route = match guild {
        Some(guild) => Route::GuildCommands { application_id, guild_id: GuildId::new(guild) },
        None => Route::Commands { application_id },
    };
    let body = Some(commands.to_string().into_bytes());
    let request = Request::new(route, LightMethod::Put).body(body);
    requests.send(Place::Rest, request).await.map(drop)
}

/// What an answer that refuses them says, in one sentence.
pub fn complaint(status: u16, body: &[u8]) -> String {
    refusal(status, body).to_string()
}

/// Without what says nothing. The libraries write every field of a command, whatever its kind;
/// Discord's document does not list them all, and not every server skips what it does not know.
fn lean(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(lean).collect(),
        Value::Object(fields) => {
            // Options have a kind, and so have commands; only of an option "no" is the default.
            let is_option = fields.contains_key("required");
            let says = |value: &Value| match value {
                Value::Null => false,
                Value::Array(list) => !list.is_empty(),
                Value::Object(inner) => !inner.is_empty(),
                Value::Bool(false) => !is_option,
                _ => true,
            };
            let told = fields.into_iter().filter(|(_, value)| says(value));
            Value::Object(told.map(|(name, value)| (name, lean(value))).collect::<Map<_, _>>())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::lean;
    use serde_json::json;

    #[test]
    fn what_says_nothing_is_not_sent() {
        let written = json!([{
            "type": 1, "name": "campaign", "default_member_permissions": null, "nsfw": false,
            "dm_permission": false, "name_localizations": {}, "options": [{
                "type": 1, "name": "new", "required": false, "autocomplete": false, "choices": [],
                "min_value": null, "options": [{
                    "type": 4, "name": "pace", "required": true, "autocomplete": false,
                    "choices": [{ "name": "a day", "value": 0, "name_localizations": null }],
                }],
            }],
        }]);
        let sent = json!([{
            "type": 1, "name": "campaign", "nsfw": false, "dm_permission": false, "options": [{
                "type": 1, "name": "new", "options": [{
                    "type": 4, "name": "pace", "required": true,
                    "choices": [{ "name": "a day", "value": 0 }],
                }],
            }],
        }]);
        assert_eq!(lean(written), sent);
    }
}
