//! Creation, editing and deletion of messages, by the bot and by users.
//!
//! Callers check permissions and limits first.

use serde_json::{Map, Value, json};

use super::api_json;
use super::gateway::{GUILD_MESSAGES, GUILDS};
use super::ids::{Id, born, stamp};
use super::journal::Change;
use super::mentions::{self, SILENT};
use super::request::Upload;
use super::response::ApiError;
use super::world::{Message, World};

/// Message flag: visible to one user only.
pub(super) const EPHEMERAL: u64 = 1 << 6;
/// Message flag: deferred response without content yet.
pub(super) const LOADING: u64 = 1 << 7;
/// Flags a bot may set on a message.
const SETTABLE: u64 = 1 << 2 | EPHEMERAL | SILENT;

/// A message to send.
pub(super) struct Draft<'a> {
    pub(super) channel: Id,
    pub(super) author: Id,
    pub(super) body: &'a Value,
    pub(super) files: &'a [Upload],
    /// The only user who sees it, if it is ephemeral.
    pub(super) only: Option<Id>,
    pub(super) kind: u8,
    /// Additional fields of the message, such as those of an interaction response.
    pub(super) extra: Map<String, Value>,
}

impl World {
    /// Sends a message and returns its id.
    pub(super) fn post(&mut self, draft: &Draft<'_>) -> Result<Id, ApiError> {
        let id = self.ids.next();
        let mut body = self.new_body(id, draft);
        fill(&mut body, draft.body);
        let kept = self.attach(draft.channel, draft.body, draft.files, &[])?;
        body.insert("attachments".to_owned(), Value::Array(kept));
        self.link_embeds(&mut body);
        body.extend(draft.extra.clone());
        if is_empty(&body) && draft.kind != 6 && flags(&body) & LOADING == 0 {
            return Err(ApiError::empty());
        }
        let pinged = self.write_mentions(&mut body, draft);
        let message = Message {
            id,
            channel: draft.channel,
            author: draft.author,
            body,
            only: draft.only,
            pinged,
            reactions: Vec::new(),
        };
        self.messages.insert(id, message);
        self.journal.note(Change::Message { id, new: true });
        self.publish(id);
        self.forget_messages();
        Ok(id)
    }

    fn new_body(&self, id: Id, draft: &Draft<'_>) -> Map<String, Value> {
        let set = draft.body["flags"].as_u64().unwrap_or(0) & SETTABLE & !EPHEMERAL;
        let ephemeral = if draft.only.is_some() { EPHEMERAL } else { 0 };
        let value = json!({
            "id": id.to_string(),
            "channel_id": draft.channel.to_string(),
            "author": self.users.get(&draft.author).map(api_json::user),
            "content": "",
            "timestamp": stamp(self.ids.now()),
            "edited_timestamp": null,
            "tts": false,
            "pinned": false,
            "type": draft.kind,
            "flags": set | ephemeral,
            "embeds": [],
            "components": [],
        });
        let Value::Object(mut body) = value else {
            return Map::new();
        };
        if !draft.body["nonce"].is_null() {
            body.insert("nonce".to_owned(), draft.body["nonce"].clone());
        }
        body
    }

    fn write_mentions(&self, body: &mut Map<String, Value>, draft: &Draft<'_>) -> Vec<Id> {
        let text = body.get("content").and_then(Value::as_str).unwrap_or_default().to_owned();
        let allowed = &draft.body["allowed_mentions"];
        let replied = body.get("referenced_message").and_then(|one| one["author"]["id"].as_str());
        let replied = replied.and_then(|id| id.parse().ok());
        let found = mentions::read(self, &text, allowed).and_replied(replied, allowed);
        let may_ping_everyone =
            self.may(draft.author, draft.channel) & super::permissions::MENTION_EVERYONE != 0;
        found.write(self, body, may_ping_everyone);
        let silent = flags(body) & (SILENT | LOADING) != 0 || draft.only.is_some();
        if silent { Vec::new() } else { found.called(self, draft.channel, draft.author) }
    }

    /// Adds a new message to its channel and sends its event. Does nothing if it is ephemeral.
    fn publish(&mut self, id: Id) {
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        if message.only.is_some() {
            return;
        }
        let (channel, author) = (message.channel, message.author);
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.messages.push(id);
            if channel.is_thread() {
                channel.thread_members.insert(author);
            }
        }
        self.wake(channel);
        self.mark(id);
        self.tell_message("MESSAGE_CREATE", id);
    }

    /// Unarchives a thread, as a new message does.
    pub(super) fn wake(&mut self, channel: Id) {
        if self.channels.get(&channel).is_some_and(|channel| channel.archived) {
            self.archive(channel, false);
        }
    }

    /// Archives or unarchives a thread.
    pub(super) fn archive(&mut self, thread: Id, archived: bool) {
        let now = self.ids.now();
        if let Some(channel) = self.channels.get_mut(&thread) {
            channel.archived = archived;
            channel.archived_at = now;
        }
        self.tell_channel("THREAD_UPDATE", thread);
    }

    /// Sends an event with the current state of a channel or thread.
    pub(super) fn tell_channel(&mut self, event: &str, id: Id) {
        self.journal.note(Change::Places);
        if let Some(channel) = self.channels.get(&id) {
            let (guild, value) = (channel.guild, api_json::channel(self, channel));
            if guild.is_some_and(|guild| self.has_bot(guild)) {
                self.tell(event, guild, GUILDS, value);
            }
        }
    }

    /// Edits a message: fields in `change` are replaced, others stay.
    pub(super) fn rewrite(
        &mut self,
        id: Id,
        change: &Value,
        uploads: &[Upload],
    ) -> Result<(), ApiError> {
        let message = self.messages.get(&id).ok_or_else(ApiError::no_message)?;
        let (channel, mut body) = (message.channel, message.body.clone());
        let had = body.get("attachments").and_then(Value::as_array).cloned().unwrap_or_default();
        fill(&mut body, change);
        let kept = self.attach(channel, change, uploads, &had)?;
        body.insert("attachments".to_owned(), Value::Array(kept));
        self.link_embeds(&mut body);
        if is_empty(&body) {
            return Err(ApiError::empty());
        }
        let text = body.get("content").and_then(Value::as_str).unwrap_or_default().to_owned();
        mentions::read(self, &text, &change["allowed_mentions"]).write(self, &mut body, false);
        let current = flags(&body) & !LOADING;
        let suppress = change["flags"].as_u64().map_or(current & 4, |flags| flags & 4);
        body.insert("flags".to_owned(), json!(current & !4 | suppress));
        body.insert("edited_timestamp".to_owned(), json!(stamp(self.ids.now())));
        self.forget_files(&had, &body);
        if let Some(message) = self.messages.get_mut(&id) {
            message.body = body;
        }
        self.journal.note(Change::Message { id, new: false });
        self.tell_message("MESSAGE_UPDATE", id);
        Ok(())
    }

    /// Deletes a message and its files.
    pub(super) fn remove(&mut self, id: Id) {
        let Some(message) = self.messages.remove(&id) else {
            return;
        };
        let had = message.body.get("attachments").and_then(Value::as_array).cloned();
        self.forget_files(&had.unwrap_or_default(), &Map::new());
        let (channel, only) = (message.channel, message.only);
        self.journal.note(Change::Gone { id, channel, only });
        if message.only.is_some() {
            return;
        }
        let guild = self.guild_of(message.channel).map(|guild| guild.id);
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            channel.messages.retain(|one| *one != id);
        }
        let data = json!({
            "id": id.to_string(),
            "channel_id": message.channel.to_string(),
            "guild_id": guild.map(|guild| guild.to_string()),
        });
        self.tell("MESSAGE_DELETE", guild, GUILD_MESSAGES, data);
    }

    /// Age of a message in milliseconds.
    pub(super) fn age(&self, id: Id) -> u64 {
        self.ids.now().saturating_sub(born(id))
    }
}

pub(super) fn flags(body: &Map<String, Value>) -> u64 {
    body.get("flags").and_then(Value::as_u64).unwrap_or(0)
}

/// Copies content, embeds and components from a request into a message.
fn fill(body: &mut Map<String, Value>, request: &Value) {
    if let Some(content) = request.get("content") {
        let text = content.as_str().unwrap_or_default().trim();
        body.insert("content".to_owned(), json!(text));
    }
    for list in ["embeds", "components"] {
        if let Some(value) = request.get(list) {
            let mut all = value.as_array().cloned().unwrap_or_default();
            all.retain(Value::is_object);
            body.insert(list.to_owned(), all.into());
        }
    }
    for embed in body.get_mut("embeds").and_then(Value::as_array_mut).into_iter().flatten() {
        embed["type"] = json!("rich");
    }
}

/// Whether a message has no text, embed or file; components alone do not count.
fn is_empty(body: &Map<String, Value>) -> bool {
    let none = |list: &str| body.get(list).and_then(Value::as_array).is_none_or(Vec::is_empty);
    let text = body.get("content").and_then(Value::as_str).unwrap_or_default();
    text.is_empty() && none("embeds") && none("attachments")
}
