//! People at their clients: they type, click, choose, and send forms.
//!
//! May use: the world. Deliberately absent: what a client would never send,
//! except by `forge`.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::acting::{Ack, Acted, Modal, Refused};
use super::hands::{STRING_SELECT, at_hand, offered, reach, written};
use super::ids::Id;
use super::messages::Draft;
use super::payload::{payload, resolved};
use super::permissions as may;
use super::rest::{AUTOCOMPLETE, COMMAND, COMPONENT, SUBMIT};
use super::stage::Stage;
use super::typed::{self, Typed};
use super::world::{Interaction, World};

const BUTTON: u64 = 2;
const LINK: u64 = 5;
/// What a client lets somebody write at once.
const LONGEST: usize = 2000;

/// What a person is about to do.
#[derive(Default)]
struct Deed {
    kind: u8,
    user: Id,
    channel: Id,
    message: Option<Id>,
    command: Option<String>,
    opened_by: Option<Id>,
    data: Value,
}

impl Stage {
    /// Types a command such as `campaign new`. Users, roles, channels
    /// and files (see [`World::pick_file`]) are given by id.
    pub async fn slash(
        &self,
        user: Id,
        channel: Id,
        path: &str,
        options: Vec<(&str, Value)>,
    ) -> Result<Acted, Refused> {
        let typed = Typed { user, channel, path, options: &options, focused: None };
        self.type_in(typed, COMMAND).await
    }

    /// Types a part of an option, and reads what is offered.
    pub async fn autocomplete(
        &self,
        user: Id,
        channel: Id,
        path: &str,
        focused: &str,
        partial: &str,
    ) -> Result<Acted, Refused> {
        let options = [(focused, json!(partial))];
        let typed = Typed { user, channel, path, options: &options, focused: Some(focused) };
        self.type_in(typed, AUTOCOMPLETE).await
    }

    async fn type_in(&self, typed: Typed<'_>, kind: u8) -> Result<Acted, Refused> {
        let deed = {
            let mut world = self.shared.lock();
            at_hand(&mut world, typed.user, typed.channel)?;
            let data = typed::data(&world, &typed)?;
            let command = Some(typed.path.to_owned());
            let (user, channel) = (typed.user, typed.channel);
            Deed { kind, user, channel, command, data, ..Deed::default() }
        };
        Ok(self.act(deed).await)
    }

    /// Clicks a button.
    pub async fn click(&self, user: Id, message: Id, custom_id: &str) -> Result<Acted, Refused> {
        let deed = {
            let mut world = self.shared.lock();
            let (channel, component) = reach(&mut world, user, message, custom_id)?;
            if component["type"] != BUTTON || component["style"] == LINK {
                return Err(Refused::because(format!("{custom_id} is no button")));
            }
            if let Some(acted) = world.pulled(message, custom_id, user) {
                return Ok(acted);
            }
            on_component(user, channel, Some(message), custom_id, BUTTON, None)
        };
        Ok(self.act(deed).await)
    }

    /// Chooses from a select.
    pub async fn choose(
        &self,
        user: Id,
        message: Id,
        custom_id: &str,
        values: Vec<String>,
    ) -> Result<Acted, Refused> {
        let deed = {
            let mut world = self.shared.lock();
            let (channel, component) = reach(&mut world, user, message, custom_id)?;
            offered(&component, &values)?;
            let kind = component["type"].as_u64().unwrap_or(STRING_SELECT);
            let mut deed =
                on_component(user, channel, Some(message), custom_id, kind, Some(&values));
            if kind != STRING_SELECT {
                let ids: Vec<Id> = values.iter().filter_map(|id| id.parse().ok()).collect();
                let guild = world.guild_of(channel).map(|guild| guild.id);
                deed.data["resolved"] = resolved(&world, guild, &ids);
            }
            deed
        };
        Ok(self.act(deed).await)
    }

    /// Sends a click or, with values, a choice that no honest client would send.
    pub async fn forge(
        &self,
        user: Id,
        channel: Id,
        message: Option<Id>,
        custom_id: &str,
        values: Option<Vec<String>>,
    ) -> Acted {
        let kind = if values.is_some() { STRING_SELECT } else { BUTTON };
        let deed = on_component(user, channel, message, custom_id, kind, values.as_deref());
        self.act(deed).await
    }

    /// Sends a form; what is left out stays as it was filled in before.
    pub async fn submit(
        &self,
        user: Id,
        modal: &Modal,
        values: Vec<(&str, &str)>,
    ) -> Result<Acted, Refused> {
        if modal.user != user {
            return Err(Refused::because("the form stands before somebody else"));
        }
        let strange =
            values.iter().find(|(id, _)| !modal.inputs().any(|one| one["custom_id"] == *id));
        if let Some((id, _)) = strange {
            return Err(Refused::because(format!("the form has no input {id}")));
        }
        let rows = modal.inputs().map(|input| written(input, &values));
        let rows = rows.collect::<Result<Vec<Value>, Refused>>()?;
        let deed = Deed {
            kind: SUBMIT,
            user,
            channel: modal.channel,
            message: modal.message,
            opened_by: Some(modal.opened_by),
            data: json!({ "custom_id": modal.custom_id, "components": rows }),
            ..Deed::default()
        };
        Ok(self.act(deed).await)
    }

    /// Writes an ordinary message.
    pub fn say(&self, user: Id, channel: Id, text: &str) -> Result<Id, Refused> {
        let mut world = self.shared.lock();
        at_hand(&mut world, user, channel)?;
        let place = world.channels.get(&channel);
        if place.is_none_or(|place| world.may(user, channel) & may::sending(place) == 0) {
            return Err(Refused::because("the user may not write here"));
        }
        let length = text.chars().count();
        if length > LONGEST {
            let why = format!("a message has at most {LONGEST} characters, and this has {length}");
            return Err(Refused::because(why));
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
        let id = world.post(&draft).map_err(|refusal| Refused::because(refusal.text));
        drop(world);
        self.shared.changed();
        id
    }

    /// Does it, and waits for the first answer.
    async fn act(&self, deed: Deed) -> Acted {
        let (answered, wait) = oneshot::channel();
        let (id, within) = {
            let mut world = self.shared.lock();
            (begin(&mut world, deed, answered), world.options.ack_within)
        };
        self.shared.changed();
        let _ = tokio::time::timeout(within, wait).await;
        let acted = outcome(&mut self.shared.lock(), id);
        self.shared.changed();
        acted
    }
}

/// Tells the bot of a deed.
fn begin(world: &mut World, deed: Deed, waiter: oneshot::Sender<()>) -> Id {
    let id = world.ids.next();
    let guild = world.guild_of(deed.channel).map(|guild| guild.id);
    let interaction = Interaction {
        id,
        // As long as the real ones, and begins with the id.
        token: format!("{id}.{}", "sandbox".repeat(24)),
        kind: deed.kind,
        user: deed.user,
        channel: deed.channel,
        guild,
        message: deed.message.filter(|id| world.messages.contains_key(id)),
        command: deed.command,
        opened_by: deed.opened_by,
        since: Instant::now(),
        born: world.ids.now(),
        ack: None,
        acked_after: None,
        original: None,
        said: Vec::new(),
        waiter: Some(waiter),
    };
    let mut payload = payload(world, &interaction, deed.data);
    if deed.kind == COMPONENT && payload.get("message").is_none() {
        let message = deed.message.unwrap_or_else(|| world.ids.next());
        payload["message"] = missing(world, deed.channel, message);
    }
    world.interactions.insert(id, interaction);
    world.forget_interactions();
    world.tell_interaction(guild, payload);
    id
}

/// A message that is not there any more still comes with a click on it.
fn missing(world: &World, channel: Id, message: Id) -> Value {
    json!({
        "id": message.to_string(),
        "channel_id": channel.to_string(),
        "author": world.users.get(&world.bot).map(super::shapes::user),
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

/// What came of it; nothing comes of it any more after this.
fn outcome(world: &mut World, id: Id) -> Acted {
    let why = "the application did not respond";
    let (ack, after, said) = match world.interactions.get_mut(&id) {
        Some(one) => {
            let ack = one.ack.get_or_insert_with(|| Ack::Failed(why.to_owned())).clone();
            (ack, one.acked_after.unwrap_or_else(|| one.since.elapsed()), one.original)
        }
        None => (Ack::Failed(why.to_owned()), std::time::Duration::ZERO, None),
    };
    let shown = matches!(ack, Ack::Reply { .. } | Ack::Update);
    let said = said.filter(|_| shown).and_then(|message| world.message(message));
    Acted { interaction: id, ack, after, said }
}

fn on_component(
    user: Id,
    channel: Id,
    message: Option<Id>,
    custom_id: &str,
    kind: u64,
    values: Option<&[String]>,
) -> Deed {
    let mut data = json!({ "custom_id": custom_id, "component_type": kind });
    if let Some(values) = values {
        data["values"] = json!(values);
    }
    Deed { kind: COMPONENT, user, channel, message, data, ..Deed::default() }
}
