//! User actions: slash commands, autocomplete, clicks, selects, modals and plain messages.
//!
//! Actions pass the checks of a real client first (`client_checks`, `command_input`); only
//! [`SandboxHandle::forge`] skips them.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::action_result::{Ack, ActionRefused, ActionResult, Modal};
use super::client_checks::{STRING_SELECT, check_access, find_component, offered, written};
use super::command_input::{self, TypedCommand};
use super::handle::SandboxHandle;
use super::ids::Id;
use super::messages::Draft;
use super::payload::{payload, resolved};
use super::permissions as may;
use super::rest::{AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT};
use super::world::{Interaction, World};

/// Component type of a button.
const BUTTON: u64 = 2;
/// Style of a link button.
const LINK: u64 = 5;
/// Longest message a client sends, in characters.
const MAX_CONTENT: usize = 2000;

/// An interaction that is about to be sent.
#[derive(Default)]
struct UserAction {
    kind: u8,
    user: Id,
    channel: Id,
    message: Option<Id>,
    command: Option<String>,
    opened_by: Option<Id>,
    data: Value,
}

impl SandboxHandle {
    /// Runs a slash command such as `campaign new`. Users, roles, channels and files
    /// (see [`World::pick_file`]) are passed by id.
    pub async fn slash(
        &self,
        user: Id,
        channel: Id,
        path: &str,
        options: Vec<(&str, Value)>,
    ) -> Result<ActionResult, ActionRefused> {
        let typed = TypedCommand { user, channel, path, options: &options, focused: None };
        self.type_in(typed, COMMAND).await
    }

    /// Types part of an option and returns the autocomplete choices.
    pub async fn autocomplete(
        &self,
        user: Id,
        channel: Id,
        path: &str,
        focused: &str,
        partial: &str,
    ) -> Result<ActionResult, ActionRefused> {
        let options = [(focused, json!(partial))];
        let typed = TypedCommand { user, channel, path, options: &options, focused: Some(focused) };
        self.type_in(typed, AUTOCOMPLETE).await
    }

    async fn type_in(
        &self,
        typed: TypedCommand<'_>,
        kind: u8,
    ) -> Result<ActionResult, ActionRefused> {
        let action = {
            let mut world = self.shared.lock();
            check_access(&mut world, typed.user, typed.channel)?;
            let data = command_input::data(&world, &typed)?;
            let command = Some(typed.path.to_owned());
            let (user, channel) = (typed.user, typed.channel);
            UserAction { kind, user, channel, command, data, ..UserAction::default() }
        };
        Ok(self.act(action).await)
    }

    /// Clicks a button.
    pub async fn click(
        &self,
        user: Id,
        message: Id,
        custom_id: &str,
    ) -> Result<ActionResult, ActionRefused> {
        let action = {
            let mut world = self.shared.lock();
            let (channel, component) = find_component(&mut world, user, message, custom_id)?;
            if component["type"] != BUTTON || component["style"] == LINK {
                return Err(ActionRefused::because(format!("{custom_id} is no button")));
            }
            if let Some(result) = world.pulled(message, custom_id, user) {
                return Ok(result);
            }
            component_action(user, channel, Some(message), custom_id, BUTTON, None)
        };
        Ok(self.act(action).await)
    }

    /// Chooses values of a select.
    pub async fn choose(
        &self,
        user: Id,
        message: Id,
        custom_id: &str,
        values: Vec<String>,
    ) -> Result<ActionResult, ActionRefused> {
        let action = {
            let mut world = self.shared.lock();
            let (channel, component) = find_component(&mut world, user, message, custom_id)?;
            offered(&component, &values)?;
            let kind = component["type"].as_u64().unwrap_or(STRING_SELECT);
            let mut action =
                component_action(user, channel, Some(message), custom_id, kind, Some(&values));
            if kind != STRING_SELECT {
                let ids: Vec<Id> = values.iter().filter_map(|id| id.parse().ok()).collect();
                let guild = world.guild_of(channel).map(|guild| guild.id);
                action.data["resolved"] = resolved(&world, guild, &ids);
            }
            action
        };
        Ok(self.act(action).await)
    }

    /// Sends a click or, with values, a choice without the checks of a client.
    pub async fn forge(
        &self,
        user: Id,
        channel: Id,
        message: Option<Id>,
        custom_id: &str,
        values: Option<Vec<String>>,
    ) -> ActionResult {
        let kind = if values.is_some() { STRING_SELECT } else { BUTTON };
        let action = component_action(user, channel, message, custom_id, kind, values.as_deref());
        self.act(action).await
    }

    /// Submits a modal; inputs left out keep their prefilled value.
    pub async fn submit(
        &self,
        user: Id,
        modal: &Modal,
        values: Vec<(&str, &str)>,
    ) -> Result<ActionResult, ActionRefused> {
        if modal.user != user {
            return Err(ActionRefused::because("the form stands before somebody else"));
        }
        let unknown =
            values.iter().find(|(id, _)| !modal.inputs().any(|one| one["custom_id"] == *id));
        if let Some((id, _)) = unknown {
            return Err(ActionRefused::because(format!("the form has no input {id}")));
        }
        let rows = modal.inputs().map(|input| written(input, &values));
        let rows = rows.collect::<Result<Vec<Value>, ActionRefused>>()?;
        let action = UserAction {
            kind: SUBMIT,
            user,
            channel: modal.channel,
            message: modal.message,
            opened_by: Some(modal.opened_by),
            data: json!({ "custom_id": modal.custom_id, "components": rows }),
            ..UserAction::default()
        };
        Ok(self.act(action).await)
    }

    /// Posts a plain message.
    pub fn say(&self, user: Id, channel: Id, text: &str) -> Result<Id, ActionRefused> {
        let mut world = self.shared.lock();
        check_access(&mut world, user, channel)?;
        let target = world.channels.get(&channel);
        if target.is_none_or(|target| world.may(user, channel) & may::sending(target) == 0) {
            return Err(ActionRefused::because("the user may not write here"));
        }
        let length = text.chars().count();
        if length > MAX_CONTENT {
            let reason =
                format!("a message has at most {MAX_CONTENT} characters, and this has {length}");
            return Err(ActionRefused::because(reason));
        }
        let body = &json!({ "content": text });
        let draft = Draft {
            channel,
            author: user,
            body,
            files: &[],
            only: None,
            kind: 0,
            extra: serde_json::Map::new(),
        };
        let id = world.post(&draft).map_err(|error| ActionRefused::because(error.text));
        drop(world);
        self.shared.changed();
        id
    }

    /// Sends the action and waits for the first response, at most `ack_within`.
    async fn act(&self, action: UserAction) -> ActionResult {
        let (answered, wait) = oneshot::channel();
        let (id, within) = {
            let mut world = self.shared.lock();
            (dispatch(&mut world, action, answered), world.options.ack_within)
        };
        self.shared.changed();
        let _ = tokio::time::timeout(within, wait).await;
        let result = outcome(&mut self.shared.lock(), id);
        self.shared.changed();
        result
    }
}

/// Registers the interaction and dispatches it to the bot.
fn dispatch(world: &mut World, action: UserAction, waiter: oneshot::Sender<()>) -> Id {
    let id = world.ids.next();
    let guild = world.guild_of(action.channel).map(|guild| guild.id);
    let interaction = Interaction {
        id,
        // As long as a real token; starts with the id.
        token: format!("{id}.{}", "sandbox".repeat(24)),
        kind: action.kind,
        user: action.user,
        channel: action.channel,
        guild,
        message: action.message.filter(|id| world.messages.contains_key(id)),
        command: action.command,
        opened_by: action.opened_by,
        since: Instant::now(),
        born: world.ids.now(),
        ack: None,
        acked_after: None,
        original: None,
        said: Vec::new(),
        waiter: Some(waiter),
    };
    let mut payload = payload(world, &interaction, action.data);
    if action.kind == COMPONENT && payload.get("message").is_none() {
        let message = action.message.unwrap_or_else(|| world.ids.next());
        payload["message"] = deleted_message(world, action.channel, message);
    }
    world.interactions.insert(id, interaction);
    world.forget_interactions();
    world.tell_interaction(guild, payload);
    id
}

/// Placeholder for a deleted message: a component interaction always carries its message.
fn deleted_message(world: &World, channel: Id, message: Id) -> Value {
    json!({
        "id": message.to_string(),
        "channel_id": channel.to_string(),
        "author": world.users.get(&world.bot).map(super::api_json::user),
        "content": "",
        "timestamp": super::ids::stamp(super::ids::born(message)),
        "edited_timestamp": null,
        "tts": false,
        "mention_everyone": false,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": false,
        "type": 0,
        "flags": 0,
    })
}

/// Result of the interaction. One without a response is marked as failed here, so a late
/// response is refused.
fn outcome(world: &mut World, id: Id) -> ActionResult {
    let reason = "the application did not respond";
    let (ack, after, said) = match world.interactions.get_mut(&id) {
        Some(one) => {
            let ack = one.ack.get_or_insert_with(|| Ack::Failed(reason.to_owned())).clone();
            (ack, one.acked_after.unwrap_or_else(|| one.since.elapsed()), one.original)
        }
        None => (Ack::Failed(reason.to_owned()), std::time::Duration::ZERO, None),
    };
    let shown = matches!(ack, Ack::Reply { .. } | Ack::Update);
    let said = said.filter(|_| shown).and_then(|message| world.message(message));
    ActionResult { interaction: id, ack, after, said }
}

fn component_action(
    user: Id,
    channel: Id,
    message: Option<Id>,
    custom_id: &str,
    kind: u64,
    values: Option<&[String]>,
) -> UserAction {
    let mut data = json!({ "custom_id": custom_id, "component_type": kind });
    if let Some(values) = values {
        data["values"] = json!(values);
    }
    UserAction { kind: COMPONENT, user, channel, message, data, ..UserAction::default() }
}
