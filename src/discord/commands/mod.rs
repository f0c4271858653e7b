//! Slash commands: `/campaign …`, `/card`, `/rules`, `/advise`, `/privacy`.
//!
//! Each command sends requests to the hall or reads from it, and replies to the invoker.
//!
//! * `spec` describes the commands, `localize` builds them for Discord.
//! * `act` handles every command: once, counted as work in progress, and with a cooldown if it
//!   is expensive. `invocation` is the command with its arguments.
//! * The other files are the commands, one group each.

mod autocomplete;
mod history;
mod invocation;
mod lobby;
mod localize;
mod lookup;
mod manage;
mod privacy;
mod quiet;
mod seats;
mod server;
mod settings;
mod spec;
mod status;
mod tables;
#[cfg(test)]
mod tests;
mod transfer;

use std::sync::Arc;
use std::time::Duration;

use poise::{BoxFuture, CommandInteractionType, FrameworkError};
use serde_json::json;
use serenity::all::CommandInteraction;
use tracing::error;

use super::context::{BotContext, log_lost_reply};
use super::message::OutgoingMessage;
use super::rest_client::InteractionToken;
use crate::game::{Game, Localize as _, Message};
use crate::i18n::hall::hall_catalog;
use invocation::{CommandReply, Invocation};
use spec::{CommandId, CommandSpec, group};

/// Time after which the reply of a command is deferred.
const ACK_AFTER: Duration = Duration::from_millis(1500);
/// Cooldown of an expensive command, per user.
const COOLDOWN: Duration = Duration::from_secs(3);

type Command = poise::Command<Arc<BotContext>, CommandError>;
type Parameter = poise::CommandParameter<Arc<BotContext>, CommandError>;
type Context<'a> = poise::ApplicationContext<'a, Arc<BotContext>, CommandError>;
type Broken<'a> = FrameworkError<'a, Arc<BotContext>, CommandError>;

/// Error of a command that could not be answered.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(pub String);

/// Returns every command of the bot.
pub fn all(context: &BotContext) -> Vec<Command> {
    context.game().map(|game| of(game.as_ref())).unwrap_or_default()
}

/// Returns every command, with the values and texts of a game.
pub fn of(game: &dyn Game) -> Vec<Command> {
    localize::named(list(game), game)
}

fn list(game: &dyn Game) -> Vec<CommandSpec> {
    let mut campaign = lobby::listed(game);
    campaign.push(tables::listed());
    campaign.extend(status::listed());
    campaign.extend(manage::listed());
    campaign.push(settings::listed(game));
    campaign.push(seats::listed());
    campaign.extend(transfer::listed());
    campaign.push(server::listed());
    let mut all = vec![group("campaign", campaign)];
    all.extend(lookup::listed(game));
    all.push(privacy::listed());
    all
}

/// Poise handler of every command.
fn act(ctx: Context<'_>) -> BoxFuture<'_, Result<(), Broken<'_>>> {
    Box::pin(async move {
        let context = ctx.framework.user_data;
        let _work = context.begin_work();
        if !context.interaction_guard.is_first_delivery(ctx.interaction.id.get()) {
            return Ok(());
        }
        context.metrics.command();
        match Invocation::of(&ctx) {
            Some((invocation, id)) => reply_in_time(&invocation, id).await,
            None => reply_error(context, ctx.interaction, "table-not-here").await,
        }
        Ok(())
    })
}

/// Runs a command and replies. Defers the reply if the command takes longer than `ACK_AFTER`:
/// Discord expects a response within 3 seconds.
async fn reply_in_time(invocation: &Invocation<'_>, id: CommandId) {
    let answer = run(invocation, id);
    tokio::pin!(answer);
    let answer = if let Ok(answer) = tokio::time::timeout(ACK_AFTER, &mut answer).await {
        answer
    } else {
        invocation.think().await;
        answer.await
    };
    invocation.send(answer.unwrap_or_else(|no| vec![*no])).await;
}

/// Checks the rate limits and runs the command.
async fn run(invocation: &Invocation<'_>, id: CommandId) -> CommandReply {
    let who = invocation.invoker.requester.user.0;
    let limiter = &invocation.context.rate_limiter;
    limiter.command(who).map_err(|wait| invocation.wait("command-too-many", wait))?;
    if let Some(what) = cooldown_key(id)
        && !invocation.context.interaction_guard.try_use(who, what, COOLDOWN)
    {
        return Err(invocation.no("command-too-soon"));
    }
    if draws(invocation, id) {
        limiter.picture(who).map_err(|wait| invocation.wait("pictures-too-many", wait))?;
    }
    match id {
        CommandId::New => lobby::new(invocation).await,
        CommandId::Join => lobby::join(invocation).await,
        CommandId::Leave => lobby::leave(invocation).await,
        CommandId::Begin => lobby::begin(invocation).await,
        CommandId::Tables => tables::tables(invocation).await,
        CommandId::Status => status::status(invocation).await,
        CommandId::Board => status::board(invocation).await,
        CommandId::Hand => status::hand(invocation).await,
        CommandId::Log => status::log(invocation).await,
        CommandId::Chart => status::chart(invocation).await,
        CommandId::Undo => manage::undo(invocation).await,
        CommandId::Pause => manage::pause(invocation).await,
        CommandId::Resume => manage::resume(invocation).await,
        CommandId::Extend => manage::extend(invocation).await,
        CommandId::Strike => manage::strike(invocation).await,
        CommandId::Abandon => manage::abandon(invocation).await,
        CommandId::Settings => settings::settings(invocation).await,
        CommandId::Give => seats::give(invocation).await,
        CommandId::Claim => seats::claim(invocation).await,
        CommandId::House => seats::house(invocation).await,
        CommandId::Back => seats::back(invocation).await,
        CommandId::Export => transfer::export(invocation).await,
        CommandId::Import => transfer::import(invocation).await,
        CommandId::Verify => transfer::verify(invocation).await,
        CommandId::Server => server::server(invocation).await,
        CommandId::Card => lookup::card(invocation).await,
        CommandId::Rules => lookup::rules(invocation).await,
        CommandId::Advise => lookup::advise(invocation).await,
        CommandId::Privacy => privacy::privacy(invocation).await,
    }
}

/// Whether the command draws a picture.
fn draws(invocation: &Invocation<'_>, id: CommandId) -> bool {
    match id {
        CommandId::Board => !invocation.flag("text"),
        CommandId::Chart | CommandId::Card => true,
        _ => false,
    }
}

/// Cooldown key of a command that draws, reads a whole log or posts. Returns `None` if the command
/// has no cooldown.
fn cooldown_key(id: CommandId) -> Option<&'static str> {
    match id {
        CommandId::New => Some("new"),
        CommandId::Status => Some("status"),
        CommandId::Board => Some("board"),
        CommandId::Log => Some("log"),
        CommandId::Chart => Some("chart"),
        CommandId::Export => Some("export"),
        CommandId::Import => Some("import"),
        CommandId::Verify => Some("verify"),
        CommandId::Advise => Some("advise"),
        CommandId::Privacy => Some("privacy"),
        CommandId::Tables => Some("tables"),
        _ => None,
    }
}

/// Error handler of poise: logs the error and tells the user.
pub async fn broken(error: Broken<'_>) {
    let outside = matches!(error, FrameworkError::GuildOnly { .. });
    if !outside {
        error!("a command broke: {}", cause(&error));
    }
    let (context, interaction, completing) = match (error.ctx(), &error) {
        (Some(poise::Context::Application(ctx)), _) => {
            let completing = ctx.interaction_type == CommandInteractionType::Autocomplete;
            (ctx.framework.user_data, ctx.interaction, completing)
        }
        (_, FrameworkError::UnknownInteraction { framework, interaction, .. }) => {
            (framework.user_data, *interaction, false)
        }
        _ => return,
    };
    if completing {
        // The response to an autocompletion has no text; its list stays empty.
        let token = InteractionToken { id: interaction.id.get(), token: interaction.token.clone() };
        let sent = context.rest.complete(&token, json!([])).await;
        return log_lost_reply(sent);
    }
    if !outside {
        context.metrics.broken();
    }
    reply_error(context, interaction, if outside { "table-not-here" } else { "table-broken" })
        .await;
}

/// Description of an error for the log. Errors of the libraries are not printed: they can contain
/// URLs with secrets.
fn cause(error: &Broken<'_>) -> String {
    let what = match error {
        FrameworkError::Setup { .. } => "the start",
        FrameworkError::EventHandler { error, .. } => return error.to_string(),
        FrameworkError::Command { error, .. } => return error.to_string(),
        FrameworkError::CommandPanic { payload, .. } => {
            let why = payload.as_deref().unwrap_or("no reason given");
            return format!("its handler panicked: {why}");
        }
        FrameworkError::ArgumentParse { .. } => "what was given could not be read",
        FrameworkError::CommandStructureMismatch { description, .. } => description,
        FrameworkError::UnknownInteraction { .. } => "there is no such command",
        _ => "poise refused it",
    };
    what.to_owned()
}

/// Sends the sentence `key` as the reply.
async fn reply_error(context: &BotContext, interaction: &CommandInteraction, key: &str) {
    let token = InteractionToken { id: interaction.id.get(), token: interaction.token.clone() };
    let message =
        OutgoingMessage::line(hall_catalog(&interaction.locale).localize(&Message::new(key)));
    if context.rest.reply(&token, &message).await.is_err() {
        // The command may have replied before it failed.
        let sent = context.rest.follow_up(&token, &message).await.map(|_| ());
        log_lost_reply(sent);
    }
}
