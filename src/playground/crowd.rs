//! The crowd: two hundred people of the server vote on the open ballot, all at once.
//!
//! May use: the hall (to look), the bot's buttons. Deliberately absent: votes that go around
//! the bot; each is a choice from the menu that everybody has.

use std::time::Duration;

use serde_json::json;
use tokio::task::JoinSet;

use super::host::{Host, PATIENCE};
use crate::discord::press::{self, What};
use crate::sandbox::{Id, Message};

/// Messages that are looked through for the ballot.
const LOOKED_AT: usize = 200;
/// What ten people want, of what is offered: most are of one mind.
const LEANINGS: [usize; 10] = [0, 0, 0, 0, 1, 1, 1, 2, 2, 3];

/// Lets everybody of the crowd vote.
pub(super) async fn vote(host: &Host, channel: Id) {
    let Some((ballot, menu, values)) = menu(host, channel).await else {
        let words = json!({ "content": "No ballot is open here yet." });
        host.stage.change(|world| world.notice(channel, host.scenery.host, &words));
        return;
    };
    let mut votes = JoinSet::new();
    for (at, voter) in host.scenery.crowd.iter().copied().enumerate() {
        let leaning = LEANINGS[at % LEANINGS.len()] % values.len();
        let (stage, menu, value) = (host.stage.clone(), menu.clone(), values[leaning].clone());
        // Whoever comes too late for this ballot has no vote on it.
        votes.spawn(async move { stage.choose(voter, ballot, &menu, vec![value]).await.is_ok() });
    }
    let _ = votes.join_all().await;
    forget(host, channel).await;
}

/// The ballot that is open: its message, its menu, and what stands in it.
async fn menu(host: &Host, channel: Id) -> Option<(Id, String, Vec<String>)> {
    let id = host.hall.in_channel(channel).await.ok()??;
    let edition = host.hall.look(id, None).await.ok()?.petition?.edition;
    let mine = press::id(id.0, What::Mine { edition });
    let newest = host.stage.newest(host.scenery.host, channel, LOOKED_AT);
    let ballot = newest.into_iter().find(|message| message.component(&mine).is_some())?;
    let menu = ballot.components().find(|part| part["options"].is_array())?;
    let options = menu["options"].as_array()?.iter();
    let values: Vec<String> =
        options.filter_map(|option| Some(option["value"].as_str()?.to_owned())).collect();
    let menu = menu["custom_id"].as_str()?.to_owned();
    (!values.is_empty()).then_some((ballot.id, menu, values))
}

/// What each of them was told alone is read by nobody, and would crowd out what is.
async fn forget(host: &Host, channel: Id) {
    let told = |message: &Message| message.only.is_some();
    let crowd = &host.scenery.crowd;
    let all = |world: &crate::sandbox::World| {
        crowd.iter().all(|user| world.private(*user, channel).iter().any(told))
    };
    host.stage.until(PATIENCE, all).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    host.stage.change(|world| {
        for user in crowd {
            for message in world.private(*user, channel) {
                world.dismiss(message.id);
            }
        }
    });
}
