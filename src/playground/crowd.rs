//! The crowd: two hundred people of the server vote on the open ballot, and say what they would do
//! at an open card, all at once.
//!
//! May use: the hall (to look), the bot's buttons. Deliberately absent: votes that go around
//! the bot; each is a choice from the menu that everybody has.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;

use super::host::{Host, PATIENCE};
use crate::discord::custom_id::{self, ButtonAction};
use crate::sandbox::{Id, Message};

/// Messages that are looked through for the ballot.
const LOOKED_AT: usize = 200;
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// Tries to find the button that everybody clicks.
const TRIES: u32 = 20;
/// What ten people want, of what is offered: most are of one mind.
const LEANINGS: [usize; 10] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3];

/// Lets everybody of the crowd vote, and speak where the street is asked.
pub(super) async fn vote(host: &Host, channel: Id) {
    let ballot = ballot(host, channel).await;
    let is_asked = street_button(host, channel).await.is_some();
    if ballot.is_none() && !is_asked {
        let words = json!({ "content": "The people are not asked anything here yet." });
        host.stage.change(|world| world.notice(channel, host.scenery.host, &words));
        return;
    }
    if let Some((menu, take_back)) = ballot {
        let menus = host.scenery.crowd.iter().map(|voter| (*voter, menu.clone()));
        choose(host, menus.collect()).await;
        told_each(host, channel, &take_back).await;
    }
    if is_asked {
        speak(host, channel).await;
    }
    forget(host, channel);
}

/// Everybody says what they would do. While they look for the button the panel may be posted anew.
async fn speak(host: &Host, channel: Id) {
    for _ in 0..TRIES {
        let Some(street) = street_button(host, channel).await else { return };
        let menus = street.ask(host, channel).await;
        if !menus.is_empty() {
            choose(host, menus).await;
            told_each(host, channel, &street.take_back).await;
            return;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// Everybody picks an option of their menu. A pick after the ballot has closed is ignored.
async fn choose(host: &Host, menus: Vec<(Id, Open)>) {
    let mut votes = JoinSet::new();
    for (at, (voter, menu)) in menus.into_iter().enumerate() {
        let leaning = LEANINGS[at % LEANINGS.len()] % menu.values.len();
        let (stage, value) = (host.stage.clone(), vec![menu.values[leaning].clone()]);
        votes.spawn(
            async move { stage.choose(voter, menu.message, &menu.menu, value).await.is_ok() },
        );
    }
    let _ = votes.join_all().await;
}

/// A menu that is open, and what stands in it.
#[derive(Clone)]
struct Open {
    message: Id,
    menu: String,
    values: Vec<String>,
}

impl Open {
    fn of(message: &Message) -> Option<Open> {
        let menu = message.components().find(|part| part["options"].is_array())?;
        let options = menu["options"].as_array()?.iter();
        let values: Vec<String> =
            options.filter_map(|option| Some(option["value"].as_str()?.to_owned())).collect();
        let menu = menu["custom_id"].as_str()?.to_owned();
        (!values.is_empty()).then_some(Open { message: message.id, menu, values })
    }
}

/// The button below a card that opens the menu of the street, for each alone.
struct Street {
    panel: Id,
    button: String,
    menu: String,
    take_back: String,
}

impl Street {
    /// Everybody of the crowd opens the menu; those who have got it.
    async fn ask(&self, host: &Host, channel: Id) -> Vec<(Id, Open)> {
        let mut clicks = JoinSet::new();
        for voter in host.scenery.crowd.iter().copied() {
            let (stage, panel, button) = (host.stage.clone(), self.panel, self.button.clone());
            clicks.spawn(async move { stage.click(voter, panel, &button).await.is_ok() });
        }
        if !clicks.join_all().await.contains(&true) {
            return Vec::new();
        }
        let pages = told_each(host, channel, &self.menu).await;
        pages.into_iter().filter_map(|(voter, page)| Some((voter, Open::of(&page)?))).collect()
    }
}

/// Waits until everybody has a private message with this button or menu, at most as long as
/// `PATIENCE`: the question may close first. Two hundred people are checked, so this polls instead of
/// looking at every change.
async fn told_each(host: &Host, channel: Id, id: &str) -> BTreeMap<Id, Message> {
    let crowd = &host.scenery.crowd;
    let since = Instant::now();
    loop {
        let told = host.stage.world().told_alone(channel);
        let with = told.into_iter().filter_map(|(user, messages)| {
            Some((user, messages.into_iter().find(|one| one.component(id).is_some())?))
        });
        let with: BTreeMap<Id, Message> = with.filter(|(user, _)| crowd.contains(user)).collect();
        if with.len() == crowd.len() || since.elapsed() > PATIENCE {
            return with;
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// The newest message of the bot that has such a button or menu.
fn newest_with(host: &Host, channel: Id, id: &str) -> Option<Message> {
    let newest = host.stage.newest(host.scenery.host, channel, LOOKED_AT);
    newest.into_iter().find(|message| message.component(id).is_some())
}

/// The menu of the ballot that is open, and the button by which a vote is taken back.
async fn ballot(host: &Host, channel: Id) -> Option<(Open, String)> {
    let id = host.hall.campaign_in_channel(channel).await.ok()??;
    let edition = host.hall.view(id, None).await.ok()?.ballot?.edition;
    let mine = custom_id::id(id.0, ButtonAction::Mine { edition });
    let menu = newest_with(host, channel, &mine).as_ref().and_then(Open::of)?;
    Some((menu, custom_id::id(id.0, ButtonAction::Unsign { edition })))
}

/// The card that is open to the street.
async fn street_button(host: &Host, channel: Id) -> Option<Street> {
    let id = host.hall.campaign_in_channel(channel).await.ok()??;
    let questions = host.hall.view(id, None).await.ok()?.questions;
    let question = questions.iter().find(|asked| asked.street.is_some())?.number;
    let [button, menu, take_back] = [
        ButtonAction::Street { question },
        ButtonAction::Speak { question },
        ButtonAction::Unspeak { question },
    ]
    .map(|what| custom_id::id(id.0, what));
    let panel = newest_with(host, channel, &button)?.id;
    Some(Street { panel, button, menu, take_back })
}

/// Dismisses the crowd's private messages: nobody reads them, and they would push out others.
fn forget(host: &Host, channel: Id) {
    host.stage.change(|world| {
        for (user, messages) in world.told_alone(channel) {
            if host.scenery.crowd.contains(&user) {
                messages.iter().for_each(|message| world.dismiss(message.id));
            }
        }
    });
}
