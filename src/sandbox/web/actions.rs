//! What somebody does in a window: read, done by `people`, and its outcome told.
//!
//! May use: the stage. Deliberately absent: what a client would not let through.

use serde_json::{Value, json};

use super::Viewer;
use crate::sandbox::acting::{Ack, Acted, Modal, Refused};
use crate::sandbox::ids::Id;
use crate::sandbox::levers::Pull;
use crate::sandbox::stage::Stage;

/// Does what a request of the page says.
pub(super) async fn act(stage: &Stage, body: &Value, viewer: Viewer) -> Value {
    let done = match body["do"].as_str().unwrap_or_default() {
        "click" => click(stage, body).await,
        "choose" => choose(stage, body).await,
        "submit" => submit(stage, body).await,
        "slash" => slash(stage, body).await,
        "complete" => complete(stage, body).await,
        other @ ("pull" | "free" | "give") if viewer != Viewer::Host => {
            return json!({ "refused": format!("only the host's page can do that ({other})") });
        }
        other => return at_once(stage, body, other),
    };
    match done {
        Ok(acted) => outcome(&acted),
        Err(Refused(why)) => json!({ "refused": why }),
    }
}

/// What needs no bot.
fn at_once(stage: &Stage, body: &Value, what: &str) -> Value {
    let (user, channel) = (id(&body["as"]), id(&body["channel"]));
    let done = match what {
        "say" => stage.say(user, channel, text(&body["text"])).map(|_| ()),
        "read" => {
            stage.change(|world| world.read(user, channel));
            Ok(())
        }
        "dismiss" => dismiss(stage, user, id(&body["message"])),
        "pull" => {
            let lever = text(&body["lever"]).to_owned();
            let heard = stage.shared.lock().pull(Pull { lever, by: user, channel });
            let deaf = || Refused::because("nobody hears this switch");
            heard.then_some(()).ok_or_else(deaf)
        }
        "free" => in_room(stage.free(id(&body["person"]))),
        "give" => in_room(stage.give(id(&body["person"]), id(&body["to"]))),
        _ => Err(Refused::because("a window cannot do that")),
    };
    match done {
        Ok(()) => json!({ "ack": "done" }),
        Err(Refused(why)) => json!({ "refused": why }),
    }
}

fn in_room(done: bool) -> Result<(), Refused> {
    done.then_some(()).ok_or_else(|| Refused::because("nobody in the room is that person"))
}

async fn click(stage: &Stage, body: &Value) -> Result<Acted, Refused> {
    stage.click(id(&body["as"]), id(&body["message"]), text(&body["custom_id"])).await
}

async fn choose(stage: &Stage, body: &Value) -> Result<Acted, Refused> {
    let values = body["values"].as_array().into_iter().flatten();
    let values = values.filter_map(|value| value.as_str().map(str::to_owned)).collect();
    stage.choose(id(&body["as"]), id(&body["message"]), text(&body["custom_id"]), values).await
}

async fn slash(stage: &Stage, body: &Value) -> Result<Acted, Refused> {
    let options = body["options"].as_object().into_iter().flatten();
    let options = options.map(|(name, value)| (name.as_str(), value.clone())).collect();
    stage.slash(id(&body["as"]), id(&body["channel"]), text(&body["path"]), options).await
}

async fn complete(stage: &Stage, body: &Value) -> Result<Acted, Refused> {
    let (user, channel) = (id(&body["as"]), id(&body["channel"]));
    let (path, focused) = (text(&body["path"]), text(&body["focused"]));
    stage.autocomplete(user, channel, path, focused, text(&body["partial"])).await
}

async fn submit(stage: &Stage, body: &Value) -> Result<Acted, Refused> {
    let modal = open_modal(stage, id(&body["modal"]));
    let modal = modal.ok_or_else(|| Refused::because("the form is not open any more"))?;
    let values = body["values"].as_object().into_iter().flatten();
    let values = values.map(|(name, value)| (name.as_str(), text(value))).collect();
    stage.submit(id(&body["as"]), &modal, values).await
}

/// A form is remembered as the answer to what opened it.
fn open_modal(stage: &Stage, opened_by: Id) -> Option<Modal> {
    let world = stage.shared.lock();
    match world.interactions.get(&opened_by)?.ack.as_ref()? {
        Ack::Modal(modal) => Some(modal.clone()),
        _ => None,
    }
}

fn dismiss(stage: &Stage, user: Id, message: Id) -> Result<(), Refused> {
    let own = stage.message(message).is_some_and(|message| message.only == Some(user));
    if !own {
        return Err(Refused::because("this message is not yours alone"));
    }
    stage.change(|world| world.dismiss(message));
    Ok(())
}

/// How it was answered; what was said comes by the stream, in its order.
fn outcome(acted: &Acted) -> Value {
    let kind = match &acted.ack {
        Ack::Reply { .. } => "reply",
        Ack::DeferredReply { .. } => "thinking",
        Ack::Update => "update",
        Ack::DeferredUpdate => "heard",
        Ack::Autocomplete(_) => "choices",
        Ack::Modal(_) => "modal",
        Ack::Failed(_) => "failed",
    };
    let mut told = json!({
        "ack": kind,
        "after": u64::try_from(acted.after.as_millis()).unwrap_or(u64::MAX),
    });
    match &acted.ack {
        Ack::Autocomplete(choices) => told["choices"] = json!(choices),
        Ack::Modal(modal) => told["modal"] = form(modal),
        Ack::Failed(why) => told["why"] = json!(why),
        _ => {}
    }
    told
}

fn form(modal: &Modal) -> Value {
    let inputs: Vec<&Value> = modal.inputs().collect();
    json!({ "id": modal.opened_by.to_string(), "title": modal.title, "inputs": inputs })
}

fn id(value: &Value) -> Id {
    value.as_str().and_then(|id| id.parse().ok()).unwrap_or(0)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
