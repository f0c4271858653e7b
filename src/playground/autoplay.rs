//! Playing on for everybody: one click at a time, as the house advises.
//!
//! May use: the hall (to look), the bot's buttons. Deliberately absent: answers that go
//! around the bot; each is a click of the person who is waited for.

use super::host::Host;
use crate::council::question::{Escalation, Resolver};
use crate::council::view::{CouncilView, QuestionView};
use crate::council::{CampaignStatus, UserId};
use crate::discord::custom_id::{self, ButtonAction};
use crate::game::Decision;
use crate::sandbox::Id;
use crate::store::CampaignId;

/// Messages that are looked through for the newest panel.
const LOOKED_AT: usize = 20;

/// One click; false if there is nothing to play any more.
pub(super) async fn step(host: &Host, channel: Id) -> bool {
    let Ok(Some(id)) = host.hall.campaign_in_channel(channel).await else { return false };
    let Ok(panel) = host.hall.view(id, None).await else { return false };
    if panel.status == CampaignStatus::Over {
        return false;
    }
    let waited = panel.questions.iter().find(|asked| !asked.waiting.is_empty());
    match waited.and_then(|asked| asked.waiting.first().map(|user| (asked.number, *user))) {
        Some((question, user)) => answer(host, channel, id, question, user).await,
        None if may_close(host, &panel) => close(host, channel, id, &panel).await,
        None => sign(host, channel, id, &panel).await,
    }
    true
}

/// Answers in the name of whoever is waited for.
async fn answer(host: &Host, channel: Id, id: CampaignId, question: u32, user: UserId) {
    let Ok(panel) = host.hall.view(id, Some(user)).await else { return };
    let asked = panel.questions.iter().find(|asked| asked.number == question);
    let Some((asked, decision)) = asked.and_then(|asked| Some((asked, asked.decision.as_ref()?)))
    else {
        return;
    };
    let Some(choice) = choice(host, id, asked, decision).await else { return };
    let polled = asked.resolver == Resolver::Public && asked.escalation.is_none();
    let button = match panel.ballot.as_ref().filter(|_| polled) {
        Some(matter) => custom_id::sign(id.0, matter.edition, &choice),
        None => custom_id::answer(id.0, question, &choice),
    };
    click(host, channel, user.0, &button).await;
}

/// What the house advises, if that can be chosen; else the first that can.
async fn choice(
    host: &Host,
    id: CampaignId,
    asked: &QuestionView,
    decision: &Decision,
) -> Option<String> {
    let (number, seed) = (decision.id, u64::from(asked.number));
    let counsel = host
        .hall
        .read(id, move |campaign| campaign.table().and_then(|table| table.advice(number, seed)));
    let advised = counsel.await.ok().flatten().map(|counsel| counsel.choice);
    let tied = match &asked.escalation {
        Some(Escalation::Tie(tied)) => Some(tied),
        _ => None,
    };
    let open: Vec<&String> = decision
        .choices
        .iter()
        .filter(|choice| choice.blocked.is_none())
        .map(|choice| &choice.key)
        .filter(|key| tied.is_none_or(|tied| tied.contains(key)))
        .collect();
    advised.filter(|key| open.contains(&key)).or_else(|| open.first().map(|key| (*key).clone()))
}

/// Nobody is waited for but the people: somebody of the public votes.
async fn sign(host: &Host, channel: Id, id: CampaignId, panel: &CouncilView) {
    let Some(matter) = &panel.ballot else { return };
    let open = matter.decision.choices.iter().find(|choice| choice.blocked.is_none());
    let everybody: Vec<Id> =
        host.scenery.public.iter().chain(&host.scenery.advisors).copied().collect();
    let voter = everybody.get(matter.cast % everybody.len().max(1));
    if let (Some(choice), Some(voter)) = (open, voter) {
        click(host, channel, *voter, &custom_id::sign(id.0, matter.edition, &choice.key)).await;
    }
}

/// Have the Advisors voted, and for half of the time everybody else could?
fn may_close(host: &Host, panel: &CouncilView) -> bool {
    let half = panel.ballot.as_ref().and_then(|matter| matter.half_time);
    half.is_some_and(|half| half <= host.hall.now())
}

/// The leader closes the people's vote.
async fn close(host: &Host, channel: Id, id: CampaignId, panel: &CouncilView) {
    let leader = panel.seats.get(usize::from(panel.leader.0));
    let leader = leader.and_then(|chair| chair.holder.user());
    if let (Some(matter), Some(leader)) = (&panel.ballot, leader) {
        let button = custom_id::id(id.0, ButtonAction::Close { edition: matter.edition });
        click(host, channel, leader.0, &button).await;
    }
}

/// A click on the newest panel; an answer that stands in a menu is clicked like a button.
async fn click(host: &Host, channel: Id, user: Id, custom_id: &str) {
    let newest = host.stage.newest(user, channel, LOOKED_AT);
    let bot = host.stage.world().bot().to_string();
    let own = newest.iter().filter(|message| message.value["author"]["id"] == bot.as_str());
    let panel = own.filter(|message| message.only.is_none());
    let panel = panel.filter(|message| !message.custom_ids().is_empty()).max_by_key(|one| one.id);
    let panel = panel.map(|message| message.id);
    host.stage.forge(user, channel, panel, custom_id, None).await;
}
