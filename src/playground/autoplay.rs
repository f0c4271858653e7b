//! Autoplay: answers for all players, one click at a time, as the house advises.
//!
//! Reads from the hall, but acts only through the bot: each answer is a click by a player the game
//! waits for.

use super::controller::Controller;
use crate::council::question::{Escalation, Resolver};
use crate::council::view::{CouncilView, QuestionView};
use crate::council::{CampaignStatus, UserId};
use crate::discord::custom_id::{self, ButtonAction};
use crate::game::Decision;
use crate::sandbox::Id;
use crate::store::CampaignId;

/// Number of recent messages searched for the newest panel.
const LOOKED_AT: usize = 20;

/// Makes one click. Returns `false` if there is no campaign to play.
pub(super) async fn step(controller: &Controller, channel: Id) -> bool {
    let Ok(Some(id)) = controller.hall.campaign_in_channel(channel).await else { return false };
    let Ok(view) = controller.hall.view(id, None).await else { return false };
    if view.status == CampaignStatus::Over {
        return false;
    }
    let waited = view.questions.iter().find(|asked| !asked.waiting.is_empty());
    match waited.and_then(|asked| asked.waiting.first().map(|user| (asked.number, *user))) {
        Some((question, user)) => answer(controller, channel, id, question, user).await,
        None if may_close(controller, &view) => close(controller, channel, id, &view).await,
        None => sign(controller, channel, id, &view).await,
    }
    true
}

/// Answers a question as a player it waits for.
async fn answer(controller: &Controller, channel: Id, id: CampaignId, question: u32, user: UserId) {
    let Ok(view) = controller.hall.view(id, Some(user)).await else { return };
    let asked = view.questions.iter().find(|asked| asked.number == question);
    let Some((asked, decision)) = asked.and_then(|asked| Some((asked, asked.decision.as_ref()?)))
    else {
        return;
    };
    let Some(choice) = choice(controller, id, asked, decision).await else { return };
    let polled = asked.resolver == Resolver::Public && asked.escalation.is_none();
    let button = match view.ballot.as_ref().filter(|_| polled) {
        Some(ballot) => custom_id::sign(id.0, ballot.edition, &choice),
        None => custom_id::answer(id.0, question, &choice),
    };
    click(controller, channel, user.0, &button).await;
}

/// The choice the house advises, or the first open choice if that one is not open.
async fn choice(
    controller: &Controller,
    id: CampaignId,
    asked: &QuestionView,
    decision: &Decision,
) -> Option<String> {
    let (number, seed) = (decision.id, u64::from(asked.number));
    let advice = controller
        .hall
        .read(id, move |campaign| campaign.table().and_then(|table| table.advice(number, seed)));
    let advised = advice.await.ok().flatten().map(|advice| advice.choice);
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

/// Casts one vote on the public ballot, as one of the public or of the Advisors.
async fn sign(controller: &Controller, channel: Id, id: CampaignId, view: &CouncilView) {
    let Some(ballot) = &view.ballot else { return };
    let open = ballot.decision.choices.iter().find(|choice| choice.blocked.is_none());
    let voters: Vec<Id> =
        controller.scenery.public.iter().chain(&controller.scenery.advisors).copied().collect();
    let voter = voters.get(ballot.cast % voters.len().max(1));
    if let (Some(choice), Some(voter)) = (open, voter) {
        click(controller, channel, *voter, &custom_id::sign(id.0, ballot.edition, &choice.key))
            .await;
    }
}

/// Whether the public ballot has passed its half time, so that the leader may close it.
fn may_close(controller: &Controller, view: &CouncilView) -> bool {
    let half = view.ballot.as_ref().and_then(|ballot| ballot.half_time);
    half.is_some_and(|half| half <= controller.hall.now())
}

/// Closes the public ballot as the leader.
async fn close(controller: &Controller, channel: Id, id: CampaignId, view: &CouncilView) {
    let leader = view.seats.get(usize::from(view.leader.0));
    let leader = leader.and_then(|state| state.holder.user());
    if let (Some(ballot), Some(leader)) = (&view.ballot, leader) {
        let button = custom_id::id(id.0, ButtonAction::Close { edition: ballot.edition });
        click(controller, channel, leader.0, &button).await;
    }
}

/// Clicks on the newest panel. An option of a menu is clicked like a button.
async fn click(controller: &Controller, channel: Id, user: Id, custom_id: &str) {
    let newest = controller.stage.newest(user, channel, LOOKED_AT);
    let bot = controller.stage.world().bot().to_string();
    let own = newest.iter().filter(|message| message.value["author"]["id"] == bot.as_str());
    let panel = own.filter(|message| message.only.is_none());
    let panel = panel.filter(|message| !message.custom_ids().is_empty()).max_by_key(|one| one.id);
    let panel = panel.map(|message| message.id);
    controller.stage.forge(user, channel, panel, custom_id, None).await;
}
