//! Reactions: who reacted to a message with what, and how a bot hears of it.
//!
//! May use: the world. Deliberately absent: who may; `rest` looks at that before.

use serde_json::{Value, json};

use super::gateway::{DIRECT_MESSAGE_REACTIONS, GUILD_MESSAGE_REACTIONS};
use super::ids::Id;
use super::journal::Change;
use super::permissions::VIEW_CHANNEL;
use super::shapes;
use super::world::{Message, World};

/// The longest emoji: families are put together from many.
const LONGEST: usize = 64;

/// All who reacted to a message in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reaction {
    pub(super) emoji: String,
    pub(super) users: Vec<Id>,
}

/// May a text be an emoji? Emoji are beyond ASCII, and so is a part of a digit in a box.
pub(super) fn is_emoji(text: &str) -> bool {
    let letters = text.chars().any(|c| c.is_alphabetic() || c.is_control() || c == ' ');
    !text.is_ascii() && !letters && text.len() <= LONGEST
}

impl World {
    /// Somebody reacts to a message; to do so twice changes nothing.
    pub fn react(&mut self, user: Id, message: Id, emoji: &str) {
        let Some(on) = self.messages.get_mut(&message) else { return };
        let at = on.reactions.iter().position(|one| one.emoji == emoji);
        let at = at.unwrap_or_else(|| {
            on.reactions.push(Reaction { emoji: emoji.to_owned(), users: Vec::new() });
            on.reactions.len() - 1
        });
        if !on.reactions[at].users.contains(&user) {
            on.reactions[at].users.push(user);
            self.reacted(message);
            self.tell_reaction("MESSAGE_REACTION_ADD", message, Some(user), Some(emoji));
        }
    }

    /// Takes reactions away: of one user or of all, with one emoji or with any.
    pub(super) fn unreact(&mut self, message: Id, emoji: Option<&str>, user: Option<Id>) {
        let Some(on) = self.messages.get_mut(&message) else { return };
        let before = on.reactions.clone();
        for one in on.reactions.iter_mut().filter(|one| emoji.is_none_or(|e| e == one.emoji)) {
            one.users.retain(|who| user.is_some_and(|user| user != *who));
        }
        on.reactions.retain(|one| !one.users.is_empty());
        if on.reactions == before {
            return;
        }
        self.reacted(message);
        let event = match (emoji, user) {
            (None, _) => "MESSAGE_REACTION_REMOVE_ALL",
            (Some(_), None) => "MESSAGE_REACTION_REMOVE_EMOJI",
            (Some(_), Some(_)) => "MESSAGE_REACTION_REMOVE",
        };
        self.tell_reaction(event, message, user, emoji);
    }

    /// The message shows its reactions, as the bot sees them.
    fn reacted(&mut self, id: Id) {
        let bot = self.bot;
        if let Some(message) = self.messages.get_mut(&id) {
            let shown: Vec<Value> = message.reactions.iter().map(|one| shape(one, bot)).collect();
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
                data["member"] = shapes::member(self, member, user);
            }
        }
        data
    }
}

fn shape(reaction: &Reaction, bot: Id) -> Value {
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
