//! What comes over the gateway beside commands: clicks, and news of servers
//! and channels.
//!
//! May use: serenity, poise, `host`, `clicks`, `stranding`. Deliberately absent: waiting for
//! anything. Each event is handled by a task of its own; one that breaks is
//! counted and answered, and harms no other.

use std::sync::Arc;

use poise::FrameworkContext;
use serenity::all::{ComponentInteraction, FullEvent, Interaction};
use tracing::{error, info};

use super::clicks;
use super::commands::CommandError;
use super::context::BotContext;
use super::lost_channel;
use super::message::OutgoingMessage;
use crate::council::{CampaignStatus, UserId};
use crate::store::CampaignId;

/// Handles an event.
pub async fn event(
    framework: FrameworkContext<'_, Arc<BotContext>, CommandError>,
    event: &FullEvent,
) -> Result<(), CommandError> {
    let host = framework.user_data;
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(it) } => {
            guarded(host, it.clone()).await;
        }
        FullEvent::Ready { data_about_bot } => {
            info!("connected; servers: {}", data_about_bot.guilds.len());
        }
        FullEvent::GuildCreate { guild, .. } => {
            host.crowds.note(guild.id.get(), guild.member_count);
        }
        FullEvent::Resume { .. } => info!("resumed"),
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            leave(host, incomplete.id.get(), framework.bot_id.get()).await;
        }
        FullEvent::ChannelDelete { channel, .. } => {
            strand(host, channel.id.get(), framework.bot_id.get()).await;
        }
        FullEvent::ThreadDelete { thread, .. } => {
            strand(host, thread.id.get(), framework.bot_id.get()).await;
        }
        _ => {}
    }
    Ok(())
}

/// A click in a task of its own: if it breaks, whoever clicked hears of it.
async fn guarded(host: &Arc<BotContext>, it: ComponentInteraction) {
    if !host.doorman.is_first_delivery(it.id.get()) {
        return;
    }
    let visitor = host.visitor_of_click(&it);
    let at_work = host.begin_work();
    let worker = Arc::clone(host);
    let done = tokio::spawn(async move { clicks::click(&worker, &it).await }).await;
    drop(at_work);
    let Err(why) = done else { return };
    error!("a click broke its handler: {why}");
    host.metrics.broken();
    let Some(visitor) = visitor else { return };
    if let Some(tongue) = host.tongue(&visitor) {
        host.tell(&visitor, &OutgoingMessage::line(tongue.word("table-broken"))).await;
    }
}

/// We were thrown out of a server: its campaigns stand still until we are back.
async fn leave(host: &Arc<BotContext>, server: u64, me: u64) {
    host.crowds.forget(server);
    let campaigns = host.hall.campaigns_of_server(server).await.unwrap_or_default();
    for campaign in campaigns.into_iter().filter(|campaign| campaign.stage != CampaignStatus::Over)
    {
        gone(host, campaign.id, me).await;
    }
}

/// A channel is gone: its campaign stands still.
async fn strand(host: &Arc<BotContext>, channel: u64, me: u64) {
    if let Ok(Some(campaign)) = host.hall.campaign_in_channel(channel).await {
        gone(host, campaign, me).await;
    }
}

async fn gone(host: &Arc<BotContext>, id: CampaignId, me: u64) {
    let seq = host.hall.view(id, None).await.map_or(0, |panel| panel.seq);
    let reply = lost_channel::strand(&host.hall, id, &format!("gone-{seq}"), UserId(me)).await;
    info!("campaign {} has lost its place: {reply:?}", id.0);
}
