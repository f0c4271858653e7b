//! Slash commands: `/campaign …`, `/card`, `/rules`, `/advise`, `/privacy`.
//!
//! May use: poise, `host`, `pages`, the deeds of `council`. Deliberately absent:
//! what is done; each command asks the hall for one thing and shows one page.
//!
//! * `listing` says which commands there are, `naming` finds words for them.
//! * Every command comes in by [`act`]: once, while the host knows that somebody
//!   is at work, and not too often where it is costly. `given` is what came with it.
//! * The other files are the commands, a group each.

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

/// How long a command may take before it is acknowledged first.
const HURRY: Duration = Duration::from_millis(1500);
/// What is costly is done once in this time for each person.
const ONCE_IN: Duration = Duration::from_secs(3);

type Command = poise::Command<Arc<BotContext>, CommandError>;
type Parameter = poise::CommandParameter<Arc<BotContext>, CommandError>;
type Context<'a> = poise::ApplicationContext<'a, Arc<BotContext>, CommandError>;
type Broken<'a> = FrameworkError<'a, Arc<BotContext>, CommandError>;

/// A command that could not even be answered.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(pub String);

/// Every command.
pub fn all(host: &BotContext) -> Vec<Command> {
    host.game().map(|game| of(game.as_ref())).unwrap_or_default()
}

/// Every command, for a game.
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

/// Carries a command out.
fn act(ctx: Context<'_>) -> BoxFuture<'_, Result<(), Broken<'_>>> {
    Box::pin(async move {
        let host = ctx.framework.user_data;
        let _at_work = host.begin_work();
        if !host.doorman.is_first_delivery(ctx.interaction.id.get()) {
            return Ok(());
        }
        host.metrics.command();
        match Invocation::of(&ctx) {
            Some((given, errand)) => attend(&given, errand).await,
            None => apologise(host, ctx.interaction, "table-not-here").await,
        }
        Ok(())
    })
}

/// Answers within the time Discord gives; what takes longer is acknowledged first.
async fn attend(given: &Invocation<'_>, errand: CommandId) {
    let answer = obey(given, errand);
    tokio::pin!(answer);
    let answer = if let Ok(answer) = tokio::time::timeout(HURRY, &mut answer).await {
        answer
    } else {
        given.think().await;
        answer.await
    };
    given.send(answer.unwrap_or_else(|no| vec![*no])).await;
}

async fn obey(given: &Invocation<'_>, errand: CommandId) -> CommandReply {
    let who = given.visitor.person.user.0;
    let gate = &given.host.gate;
    gate.command(who).map_err(|wait| given.wait("command-too-many", wait))?;
    if let Some(what) = costly(errand)
        && !given.host.doorman.try_use(who, what, ONCE_IN)
    {
        return Err(given.no("command-too-soon"));
    }
    if draws(given, errand) {
        gate.picture(who).map_err(|wait| given.wait("pictures-too-many", wait))?;
    }
    match errand {
        CommandId::New => lobby::new(given).await,
        CommandId::Join => lobby::join(given).await,
        CommandId::Leave => lobby::leave(given).await,
        CommandId::Begin => lobby::begin(given).await,
        CommandId::Tables => tables::tables(given).await,
        CommandId::Status => status::status(given).await,
        CommandId::Board => status::board(given).await,
        CommandId::Hand => status::hand(given).await,
        CommandId::Log => status::log(given).await,
        CommandId::Chart => status::chart(given).await,
        CommandId::Undo => manage::undo(given).await,
        CommandId::Pause => manage::pause(given).await,
        CommandId::Resume => manage::resume(given).await,
        CommandId::Extend => manage::extend(given).await,
        CommandId::Strike => manage::strike(given).await,
        CommandId::Abandon => manage::abandon(given).await,
        CommandId::Settings => settings::settings(given).await,
        CommandId::Give => seats::give(given).await,
        CommandId::Claim => seats::claim(given).await,
        CommandId::House => seats::house(given).await,
        CommandId::Back => seats::back(given).await,
        CommandId::Export => transfer::export(given).await,
        CommandId::Import => transfer::import(given).await,
        CommandId::Verify => transfer::verify(given).await,
        CommandId::Server => server::server(given).await,
        CommandId::Card => lookup::card(given).await,
        CommandId::Rules => lookup::rules(given).await,
        CommandId::Advise => lookup::advise(given).await,
        CommandId::Privacy => privacy::privacy(given).await,
    }
}

/// Is a picture drawn for this?
fn draws(given: &Invocation<'_>, errand: CommandId) -> bool {
    match errand {
        CommandId::Board => !given.flag("text"),
        CommandId::Chart | CommandId::Card => true,
        _ => false,
    }
}

/// What draws, reads a whole log or posts: nobody may have it done all the time.
fn costly(errand: CommandId) -> Option<&'static str> {
    match errand {
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

/// A command broke: whoever gave it is told, whatever it was.
pub async fn broken(error: Broken<'_>) {
    let outside = matches!(error, FrameworkError::GuildOnly { .. });
    if !outside {
        error!("a command broke: {}", cause(&error));
    }
    let (host, it, typing) = match (error.ctx(), &error) {
        (Some(poise::Context::Application(ctx)), _) => {
            let typing = ctx.interaction_type == CommandInteractionType::Autocomplete;
            (ctx.framework.user_data, ctx.interaction, typing)
        }
        (_, FrameworkError::UnknownInteraction { framework, interaction, .. }) => {
            (framework.user_data, *interaction, false)
        }
        _ => return,
    };
    if typing {
        // A list that is being typed for takes no sentence: it stays empty.
        let call = InteractionToken { id: it.id.get(), token: it.token.clone() };
        let said = host.wire.complete(&call, json!([])).await;
        return log_lost_reply(said);
    }
    if !outside {
        host.metrics.broken();
    }
    apologise(host, it, if outside { "table-not-here" } else { "table-broken" }).await;
}

/// What broke, in our own words: errors of the libraries may hold addresses with secrets.
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

async fn apologise(host: &BotContext, it: &CommandInteraction, key: &str) {
    let call = InteractionToken { id: it.id.get(), token: it.token.clone() };
    let page = OutgoingMessage::line(hall_catalog(&it.locale).localize(&Message::new(key)));
    if host.wire.reply(&call, &page).await.is_err() {
        // Perhaps it was answered before it broke.
        let said = host.wire.follow_up(&call, &page).await.map(|_| ());
        log_lost_reply(said);
    }
}
