//! Load demo: all 200 crowd members vote on the open ballot and speak on an open card at the same
//! time.
//!
//! Reads from the hall, but acts only through the bot: each vote is a choice in the bot's menu.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;

use super::controller::{Controller, PATIENCE};
use crate::discord::custom_id::{self, ButtonAction};
use crate::sandbox::{Id, ShownMessage};

/// Number of recent messages searched for the ballot.
const LOOKED_AT: usize = 200;
/// Polling interval.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Maximum number of attempts to open the menu of the street.
const TRIES: u32 = 20;
/// Indices of the options that ten voters choose: most choose the first.
const LEANINGS: [usize; 10] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3];

/// Makes all crowd members vote, and speak if the street is asked.
pub(super) async fn vote(controller: &Controller, channel: Id) {
    let ballot = ballot(controller, channel).await;
    let is_asked = street_button(controller, channel).await.is_some();
    if ballot.is_none() && !is_asked {
        let notice = json!({ "content": "The people are not asked anything here yet." });
        controller.stage.change(|world| world.notice(channel, controller.scenery.host, &notice));
        return;
    }
    if let Some((menu, take_back)) = ballot {
        let menus = controller.scenery.crowd.iter().map(|voter| (*voter, menu.clone()));
        choose(controller, menus.collect()).await;
        private_messages(controller, channel, &take_back).await;
    }
    if is_asked {
        speak(controller, channel).await;
    }
    forget(controller, channel);
}

/// Makes all crowd members speak. Retries, because the panel can be reposted while they click.
async fn speak(controller: &Controller, channel: Id) {
    for _ in 0..TRIES {
        let Some(street) = street_button(controller, channel).await else { return };
        let menus = street.ask(controller, channel).await;
        if !menus.is_empty() {
            choose(controller, menus).await;
            private_messages(controller, channel, &street.take_back).await;
            return;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Makes every voter choose an option of their menu. Choices after the ballot has closed are
/// ignored.
async fn choose(controller: &Controller, menus: Vec<(Id, OpenMenu)>) {
    let mut votes = JoinSet::new();
    for (at, (voter, menu)) in menus.into_iter().enumerate() {
        let leaning = LEANINGS[at % LEANINGS.len()] % menu.values.len();
        let (sandbox, value) = (controller.stage.clone(), vec![menu.values[leaning].clone()]);
        votes.spawn(
            async move { sandbox.choose(voter, menu.message, &menu.menu, value).await.is_ok() },
        );
    }
    let _ = votes.join_all().await;
}

/// An open menu and the values of its options.
#[derive(Clone)]
struct OpenMenu {
    message: Id,
    menu: String,
    values: Vec<String>,
}

impl OpenMenu {
    fn of(message: &ShownMessage) -> Option<OpenMenu> {
        let menu = message.components().find(|part| part["options"].is_array())?;
        let options = menu["options"].as_array()?.iter();
        let values: Vec<String> =
            options.filter_map(|option| Some(option["value"].as_str()?.to_owned())).collect();
        let menu = menu["custom_id"].as_str()?.to_owned();
        (!values.is_empty()).then_some(OpenMenu { message: message.id, menu, values })
    }
}

/// The button below a card that opens the private menu of the street.
struct Street {
    panel: Id,
    button: String,
    menu: String,
    take_back: String,
}

impl Street {
    /// Makes all crowd members open the menu, and returns the menus that arrived.
    async fn ask(&self, controller: &Controller, channel: Id) -> Vec<(Id, OpenMenu)> {
        let mut clicks = JoinSet::new();
        for voter in controller.scenery.crowd.iter().copied() {
            let (sandbox, panel, button) =
                (controller.stage.clone(), self.panel, self.button.clone());
            clicks.spawn(async move { sandbox.click(voter, panel, &button).await.is_ok() });
        }
        if !clicks.join_all().await.contains(&true) {
            return Vec::new();
        }
        let messages = private_messages(controller, channel, &self.menu).await;
        messages
            .into_iter()
            .filter_map(|(voter, message)| Some((voter, OpenMenu::of(&message)?)))
            .collect()
    }
}

/// Waits until all crowd members have a private message with this button or menu, or until
/// `PATIENCE` has passed: the question can close first. Polls, because checking 200 members on
/// every change would be too slow.
async fn private_messages(
    controller: &Controller,
    channel: Id,
    id: &str,
) -> BTreeMap<Id, ShownMessage> {
    let crowd = &controller.scenery.crowd;
    let since = Instant::now();
    loop {
        let told = controller.stage.world().told_alone(channel);
        let with = told.into_iter().filter_map(|(user, messages)| {
            Some((user, messages.into_iter().find(|one| one.component(id).is_some())?))
        });
        let with: BTreeMap<Id, ShownMessage> =
            with.filter(|(user, _)| crowd.contains(user)).collect();
        if with.len() == crowd.len() || since.elapsed() > PATIENCE {
            return with;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// The newest message with this button or menu.
fn newest_with(controller: &Controller, channel: Id, id: &str) -> Option<ShownMessage> {
    let newest = controller.stage.newest(controller.scenery.host, channel, LOOKED_AT);
    newest.into_iter().find(|message| message.component(id).is_some())
}

/// The menu of the open ballot, and the id of the button that takes a vote back.
async fn ballot(controller: &Controller, channel: Id) -> Option<(OpenMenu, String)> {
    let id = controller.hall.campaign_in_channel(channel).await.ok()??;
    let edition = controller.hall.view(id, None).await.ok()?.ballot?.edition;
    let mine = custom_id::id(id.0, ButtonAction::Mine { edition });
    let menu = newest_with(controller, channel, &mine).as_ref().and_then(OpenMenu::of)?;
    Some((menu, custom_id::id(id.0, ButtonAction::Unsign { edition })))
}

/// The street button of the open card, if the street is asked.
async fn street_button(controller: &Controller, channel: Id) -> Option<Street> {
    let id = controller.hall.campaign_in_channel(channel).await.ok()??;
    let questions = controller.hall.view(id, None).await.ok()?.questions;
    let question = questions.iter().find(|asked| asked.street.is_some())?.number;
    let [button, menu, take_back] = [
        ButtonAction::Street { question },
        ButtonAction::Speak { question },
        ButtonAction::Unspeak { question },
    ]
    .map(|action| custom_id::id(id.0, action));
    let panel = newest_with(controller, channel, &button)?.id;
    Some(Street { panel, button, menu, take_back })
}

/// Dismisses the crowd's private messages, which would otherwise evict others.
fn forget(controller: &Controller, channel: Id) {
    controller.stage.change(|world| {
        for (user, messages) in world.told_alone(channel) {
            if controller.scenery.crowd.contains(&user) {
                messages.iter().for_each(|message| world.dismiss(message.id));
            }
        }
    });
}
