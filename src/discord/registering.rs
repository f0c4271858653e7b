//! Registration of the slash commands with Discord.
//!
//! The commands themselves are in `commands`.

use poise::builtins::create_application_commands;
use serde_json::{Map, Value};
use serenity::all::{GuildId, LightMethod};
use serenity::http::{Request, Route};

use super::commands;
use super::holds::Place;
use super::requests::{Failure, Requests, refusal};
use crate::game::Game;

/// Returns all commands for a game in the JSON form that Discord registers.
pub fn commands(game: &dyn Game) -> Value {
    let all = create_application_commands(&commands::of(game));
    // Cannot fail: the commands hold only text, numbers and lists.
    lean(serde_json::to_value(all).unwrap_or_default())
}

/// Registers the commands globally, or in one server. Replaces all earlier commands there.
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

/// Returns Discord's reason for a rejected registration, in one sentence.
pub fn complaint(status: u16, body: &[u8]) -> String {
    refusal(status, body).to_string()
}

/// Removes fields that are empty or hold their default. The libraries write every field for
/// every kind of command. Discord's documentation does not list all of these, and other servers
/// with its API may reject unknown fields.
fn lean(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(lean).collect(),
        Value::Object(fields) => {
            // `false` is the default only in options, which have `required`; commands do not.
            let is_option = fields.contains_key("required");
            let has_meaning = |value: &Value| match value {
                Value::Null => false,
                Value::Array(list) => !list.is_empty(),
                Value::Object(inner) => !inner.is_empty(),
                Value::Bool(false) => !is_option,
                _ => true,
            };
            let kept = fields.into_iter().filter(|(_, value)| has_meaning(value));
            Value::Object(kept.map(|(name, value)| (name, lean(value))).collect::<Map<_, _>>())
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
