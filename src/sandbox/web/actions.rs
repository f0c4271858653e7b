//! Action requests of the web client: JSON in, the action performed, its result as JSON out.
//!
//! What a real client would refuse to send is checked in `client_checks`.

use serde_json::{Value, json};

use super::Viewer;
use crate::sandbox::action_result::{Ack, ActionRefused, ActionResult, Modal};
use crate::sandbox::controls::ControlEvent;
use crate::sandbox::handle::SandboxHandle;
use crate::sandbox::ids::Id;

/// Performs the action in `body` and returns its result as JSON.
pub(super) async fn act(sandbox: &SandboxHandle, body: &Value, viewer: Viewer) -> Value {
    let done = match body["do"].as_str().unwrap_or_default() {
        "click" => click(sandbox, body).await,
        "choose" => choose(sandbox, body).await,
        "submit" => submit(sandbox, body).await,
        "slash" => slash(sandbox, body).await,
        "complete" => complete(sandbox, body).await,
        other @ ("pull" | "free" | "give") if viewer != Viewer::Host => {
            return json!({ "refused": format!("only the host's page can do that ({other})") });
        }
        other => return act_without_bot(sandbox, body, other),
    };
    match done {
        Ok(result) => result_json(&result),
        Err(ActionRefused(why)) => json!({ "refused": why }),
    }
}

/// Performs an action that needs no interaction with the bot.
fn act_without_bot(sandbox: &SandboxHandle, body: &Value, what: &str) -> Value {
    let (user, channel) = (id(&body["as"]), id(&body["channel"]));
    let done = match what {
        "say" => sandbox.say(user, channel, text(&body["text"])).map(|_| ()),
        "read" => {
            sandbox.change(|world| world.read(user, channel));
            Ok(())
        }
        "dismiss" => dismiss(sandbox, user, id(&body["message"])),
        "pull" => {
            let lever = text(&body["lever"]).to_owned();
            let sent = sandbox.shared.lock().trigger(ControlEvent { lever, by: user, channel });
            let refused = || ActionRefused::because("nobody hears this switch");
            sent.then_some(()).ok_or_else(refused)
        }
        "free" => room_result(sandbox.free(id(&body["person"]))),
        "give" => room_result(sandbox.give(id(&body["person"]), id(&body["to"]))),
        _ => Err(ActionRefused::because("a window cannot do that")),
    };
    match done {
        Ok(()) => json!({ "ack": "done" }),
        Err(ActionRefused(why)) => json!({ "refused": why }),
    }
}

fn room_result(done: bool) -> Result<(), ActionRefused> {
    done.then_some(()).ok_or_else(|| ActionRefused::because("nobody in the room is that person"))
}

async fn click(sandbox: &SandboxHandle, body: &Value) -> Result<ActionResult, ActionRefused> {
    sandbox.click(id(&body["as"]), id(&body["message"]), text(&body["custom_id"])).await
}

async fn choose(sandbox: &SandboxHandle, body: &Value) -> Result<ActionResult, ActionRefused> {
    let values = body["values"].as_array().into_iter().flatten();
    let values = values.filter_map(|value| value.as_str().map(str::to_owned)).collect();
    sandbox.choose(id(&body["as"]), id(&body["message"]), text(&body["custom_id"]), values).await
}

async fn slash(sandbox: &SandboxHandle, body: &Value) -> Result<ActionResult, ActionRefused> {
    let options = body["options"].as_object().into_iter().flatten();
    let options = options.map(|(name, value)| (name.as_str(), value.clone())).collect();
    sandbox.slash(id(&body["as"]), id(&body["channel"]), text(&body["path"]), options).await
}

async fn complete(sandbox: &SandboxHandle, body: &Value) -> Result<ActionResult, ActionRefused> {
    let (user, channel) = (id(&body["as"]), id(&body["channel"]));
    let (path, focused) = (text(&body["path"]), text(&body["focused"]));
    sandbox.autocomplete(user, channel, path, focused, text(&body["partial"])).await
}

async fn submit(sandbox: &SandboxHandle, body: &Value) -> Result<ActionResult, ActionRefused> {
    let modal = open_modal(sandbox, id(&body["modal"]));
    let modal = modal.ok_or_else(|| ActionRefused::because("the form is not open any more"))?;
    let values = body["values"].as_object().into_iter().flatten();
    let values = values.map(|(name, value)| (name.as_str(), text(value))).collect();
    sandbox.submit(id(&body["as"]), &modal, values).await
}

/// The modal that answered the interaction `opened_by`. `None` if that was answered otherwise.
fn open_modal(sandbox: &SandboxHandle, opened_by: Id) -> Option<Modal> {
    let world = sandbox.shared.lock();
    match world.interactions.get(&opened_by)?.ack.as_ref()? {
        Ack::Modal(modal) => Some(modal.clone()),
        _ => None,
    }
}

fn dismiss(sandbox: &SandboxHandle, user: Id, message: Id) -> Result<(), ActionRefused> {
    let own = sandbox.message(message).is_some_and(|message| message.only == Some(user));
    if !own {
        return Err(ActionRefused::because("this message is not yours alone"));
    }
    sandbox.change(|world| world.dismiss(message));
    Ok(())
}

/// How the bot answered, as JSON. Messages are left out: the stream sends them, in order.
fn result_json(result: &ActionResult) -> Value {
    let kind = match &result.ack {
        Ack::Reply { .. } => "reply",
        Ack::DeferredReply { .. } => "thinking",
        Ack::Update => "update",
        Ack::DeferredUpdate => "heard",
        Ack::Autocomplete(_) => "choices",
        Ack::Modal(_) => "modal",
        Ack::Failed(_) => "failed",
    };
    let mut shape = json!({
        "ack": kind,
        "after": u64::try_from(result.after.as_millis()).unwrap_or(u64::MAX),
    });
    match &result.ack {
        Ack::Autocomplete(choices) => shape["choices"] = json!(choices),
        Ack::Modal(modal) => shape["modal"] = modal_json(modal),
        Ack::Failed(why) => shape["why"] = json!(why),
        _ => {}
    }
    shape
}

fn modal_json(modal: &Modal) -> Value {
    let inputs: Vec<&Value> = modal.inputs().collect();
    json!({ "id": modal.opened_by.to_string(), "title": modal.title, "inputs": inputs })
}

fn id(value: &Value) -> Id {
    value.as_str().and_then(|id| id.parse().ok()).unwrap_or(0)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
