//! Reactions: users per emoji and message, and the gateway events.
//!
//! Permissions are checked by `rest`.

use serde_json::{Value, json};

use super::api_json;
use super::gateway::{DIRECT_MESSAGE_REACTIONS, GUILD_MESSAGE_REACTIONS};
use super::ids::Id;
use super::journal::Change;
use super::permissions::VIEW_CHANNEL;
use super::world::{Message, World};

/// Longest emoji, in bytes: family emoji are sequences of several.
const LONGEST: usize = 64;

/// Users who reacted to a message with the same emoji.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reaction {
    pub(super) emoji: String,
    pub(super) users: Vec<Id>,
}

/// Whether the text can be an emoji. Emoji are not ASCII; even a keycap digit has a part that
/// is not.
pub(super) fn is_emoji(text: &str) -> bool {
    let letters = text.chars().any(|c| c.is_alphabetic() || c.is_control() || c == ' ');
    !text.is_ascii() && !letters && text.len() <= LONGEST
}

impl World {
    /// Adds a reaction. Idempotent.
    pub fn react(&mut self, user: Id, message: Id, emoji: &str) {
        let Some(target) = self.messages.get_mut(&message) else { return };
        let at = target.reactions.iter().position(|one| one.emoji == emoji);
        let at = at.unwrap_or_else(|| {
            target.reactions.push(Reaction { emoji: emoji.to_owned(), users: Vec::new() });
            target.reactions.len() - 1
        });
        if !target.reactions[at].users.contains(&user) {
            target.reactions[at].users.push(user);
            self.write_reactions(message);
            self.tell_reaction("MESSAGE_REACTION_ADD", message, Some(user), Some(emoji));
        }
    }

    /// Removes reactions: of one user or all, with one emoji or any.
    pub(super) fn unreact(&mut self, message: Id, emoji: Option<&str>, user: Option<Id>) {
        let Some(target) = self.messages.get_mut(&message) else { return };
        let before = target.reactions.clone();
        for one in target.reactions.iter_mut().filter(|one| emoji.is_none_or(|e| e == one.emoji)) {
            one.users.retain(|who| user.is_some_and(|user| user != *who));
        }
        target.reactions.retain(|one| !one.users.is_empty());
        if target.reactions == before {
            return;
        }
        self.write_reactions(message);
        let event = match (emoji, user) {
            (None, _) => "MESSAGE_REACTION_REMOVE_ALL",
            (Some(_), None) => "MESSAGE_REACTION_REMOVE_EMOJI",
            (Some(_), Some(_)) => "MESSAGE_REACTION_REMOVE",
        };
        self.tell_reaction(event, message, user, emoji);
    }

    /// Rewrites the reactions in the body of the message, as the bot sees them.
    fn write_reactions(&mut self, id: Id) {
        let bot = self.bot;
        if let Some(message) = self.messages.get_mut(&id) {
            let shown: Vec<Value> =
                message.reactions.iter().map(|one| reaction_json(one, bot)).collect();
            if shown.is_empty() {
                message.body.remove("reactions");
            } else {
                message.body.insert("reactions".to_owned(), json!(shown));
            }
        }
        self.journal.note(Change::Message { id, new: false });
    }

    fn tell_reaction(&mut self, event: &str, id: Id, user: Option<Id>, emoji: Option<&str>) {
        let Some(message) = self.messages.get(&id).filter(|one| one.only.is_none()) else { return };
        if self.may(self.bot, message.channel) & VIEW_CHANNEL == 0 {
            return;
        }
        let guild = self.guild_of(message.channel).map(|guild| guild.id);
        let data = self.reaction_event(message, user, emoji);
        let intents =
            if guild.is_some() { GUILD_MESSAGE_REACTIONS } else { DIRECT_MESSAGE_REACTIONS };
        self.tell(event, guild, intents, data);
    }

    fn reaction_event(&self, message: &Message, user: Option<Id>, emoji: Option<&str>) -> Value {
        let mut data = json!({
            "channel_id": message.channel.to_string(),
            "message_id": message.id.to_string(),
        });
        let guild = self.guild_of(message.channel);
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild.id.to_string());
        }
        if let Some(emoji) = emoji {
            data["emoji"] = json!({ "id": null, "name": emoji });
        }
        if let Some(user) = user {
            data["user_id"] = json!(user.to_string());
            data["message_author_id"] = json!(message.author.to_string());
            data["burst"] = json!(false);
            data["type"] = json!(0);
            let member = guild.and_then(|guild| guild.members.get(&user));
            if let Some(member) = member {
                data["member"] = api_json::member(self, member, user);
            }
        }
        data
    }
}

fn reaction_json(reaction: &Reaction, bot: Id) -> Value {
    let count = reaction.users.len();
    json!({
        "emoji": { "id": null, "name": reaction.emoji },
        "count": count,
        "count_details": { "burst": 0, "normal": count },
        "burst_colors": [],
        "me": reaction.users.contains(&bot),
        "me_burst": false,
        "burst_me": false,
        "burst_count": 0,
    })
}

#[cfg(test)]
mod tests {
    use super::is_emoji;

    #[test]
    fn emoji_are_told_from_words() {
        for emoji in ["🔥", "❄️", "1️⃣", "👨‍👩‍👧‍👦", "🇩🇪"] {
            assert!(is_emoji(emoji), "{emoji}");
        }
        for other in ["", "fire", "fire:17", "é", "🔥 ", "1", &"🔥".repeat(17)] {
            assert!(!is_emoji(other), "{other}");
        }
    }
}
