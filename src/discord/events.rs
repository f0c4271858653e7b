//! Gateway events other than commands: clicks, and changes of servers and channels.
//!
//! Each event is handled in its own task. A click handler that panics is counted and answered, and
//! affects no other.

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

/// Handles a gateway event.
pub async fn event(
    framework: FrameworkContext<'_, Arc<BotContext>, CommandError>,
    event: &FullEvent,
) -> Result<(), CommandError> {
    let context = framework.user_data;
    match event {
        FullEvent::InteractionCreate { interaction: Interaction::Component(interaction) } => {
            handle_click(context, interaction.clone()).await;
        }
        FullEvent::Ready { data_about_bot } => {
            info!("connected; servers: {}", data_about_bot.guilds.len());
        }
        FullEvent::GuildCreate { guild, .. } => {
            context.member_counts.note(guild.id.get(), guild.member_count);
        }
        FullEvent::Resume { .. } => info!("resumed"),
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            handle_server_left(context, incomplete.id.get(), framework.bot_id.get()).await;
        }
        FullEvent::ChannelDelete { channel, .. } => {
            handle_channel_deleted(context, channel.id.get(), framework.bot_id.get()).await;
        }
        FullEvent::ThreadDelete { thread, .. } => {
            handle_channel_deleted(context, thread.id.get(), framework.bot_id.get()).await;
        }
        _ => {}
    }
    Ok(())
}

/// Runs the handler of a click in a separate task. If it panics, the user gets an error message.
async fn handle_click(context: &Arc<BotContext>, interaction: ComponentInteraction) {
    if !context.interaction_guard.is_first_delivery(interaction.id.get()) {
        return;
    }
    let invoker = context.invoker_of_click(&interaction);
    let work_guard = context.begin_work();
    let worker = Arc::clone(context);
    let result = tokio::spawn(async move { clicks::click(&worker, &interaction).await }).await;
    drop(work_guard);
    let Err(why) = result else { return };
    error!("a click broke its handler: {why}");
    context.metrics.broken();
    let Some(invoker) = invoker else { return };
    if let Some(localizer) = context.localizer(&invoker) {
        context.tell(&invoker, &OutgoingMessage::line(localizer.word("table-broken"))).await;
    }
}

/// Pauses the campaigns of a server that removed the bot, and abandons its lobbies.
async fn handle_server_left(context: &Arc<BotContext>, server: u64, me: u64) {
    context.member_counts.forget(server);
    let campaigns = context.hall.campaigns_of_server(server).await.unwrap_or_default();
    for campaign in campaigns.into_iter().filter(|campaign| campaign.stage != CampaignStatus::Over)
    {
        pause_or_abandon(context, campaign.id, me).await;
    }
}

/// Pauses the campaign of a deleted channel or thread, or abandons its lobby.
async fn handle_channel_deleted(context: &Arc<BotContext>, channel: u64, me: u64) {
    if let Ok(Some(campaign)) = context.hall.campaign_in_channel(channel).await {
        pause_or_abandon(context, campaign, me).await;
    }
}

async fn pause_or_abandon(context: &Arc<BotContext>, id: CampaignId, me: u64) {
    // Part of the request id: the same event has an effect once per state of the campaign.
    let seq = context.hall.view(id, None).await.map_or(0, |view| view.seq);
    let reply = lost_channel::strand(&context.hall, id, &format!("gone-{seq}"), UserId(me)).await;
    info!("campaign {} has lost its place: {reply:?}", id.0);
}
