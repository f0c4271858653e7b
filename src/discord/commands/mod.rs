//! Slash commands: `/campaign …`, `/card`, `/rules`, `/advise`, `/privacy`.
//!
//! May use: poise, `host`, `pages`, the deeds of `council`. Deliberately absent:
//! what is done; each command asks the hall for one thing and shows one page.
//!
//! * `listing` says which commands there are, `naming` finds words for them.
//! * Every command comes in by [`act`]: once, while the host knows that somebody
//!   is at work, and not too often where it is costly. `given` is what came with it.
//! * The other files are the commands, a group each.

mod completing;
mod gathering;
mod given;
mod history;
mod listing;
mod lookup;
mod moving;
mod naming;
mod privacy;
mod quiet;
mod seats;
mod server;
mod settings;
mod tables;
mod tending;
#[cfg(test)]
mod tests;
mod watching;

use std::sync::Arc;
use std::time::Duration;

use poise::{BoxFuture, CommandInteractionType, FrameworkError};
use serde_json::json;
use serenity::all::CommandInteraction;
use tracing::error;

use super::host::{Host, mourn};
use super::page::Page;
use super::wire::Call;
use crate::game::{Game, Localize as _, Message};
use crate::i18n::hall::hall_catalog;
use given::{Answer, Given};
use listing::{Errand, Listed, group};

/// How long a command may take before it is acknowledged first.
const HURRY: Duration = Duration::from_millis(1500);
/// What is costly is done once in this time for each person.
const ONCE_IN: Duration = Duration::from_secs(3);

type Command = poise::Command<Arc<Host>, CommandError>;
type Parameter = poise::CommandParameter<Arc<Host>, CommandError>;
type Context<'a> = poise::ApplicationContext<'a, Arc<Host>, CommandError>;
type Broken<'a> = FrameworkError<'a, Arc<Host>, CommandError>;

/// A command that could not even be answered.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(pub String);

/// Every command.
pub fn all(host: &Host) -> Vec<Command> {
    host.game().map(|game| of(game.as_ref())).unwrap_or_default()
}

/// Every command, for a game.
pub fn of(game: &dyn Game) -> Vec<Command> {
    naming::named(list(game), game)
}

fn list(game: &dyn Game) -> Vec<Listed> {
    let mut campaign = gathering::listed(game);
    campaign.push(tables::listed());
    campaign.extend(watching::listed());
    campaign.extend(tending::listed());
    campaign.push(settings::listed(game));
    campaign.push(seats::listed());
    campaign.extend(moving::listed());
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
        let _at_work = host.at_work();
        if !host.doorman.admits(ctx.interaction.id.get()) {
            return Ok(());
        }
        host.metrics.command();
        match Given::of(&ctx) {
            Some((given, errand)) => attend(&given, errand).await,
            None => apologise(host, ctx.interaction, "table-not-here").await,
        }
        Ok(())
    })
}

/// Answers within the time Discord gives; what takes longer is acknowledged first.
async fn attend(given: &Given<'_>, errand: Errand) {
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

async fn obey(given: &Given<'_>, errand: Errand) -> Answer {
    let who = given.visitor.person.user.0;
    let gate = &given.host.gate;
    gate.command(who).map_err(|wait| given.wait("command-too-many", wait))?;
    if let Some(what) = costly(errand)
        && !given.host.doorman.serves(who, what, ONCE_IN)
    {
        return Err(given.no("command-too-soon"));
    }
    if draws(given, errand) {
        gate.picture(who).map_err(|wait| given.wait("pictures-too-many", wait))?;
    }
    match errand {
        Errand::New => gathering::new(given).await,
        Errand::Join => gathering::join(given).await,
        Errand::Leave => gathering::leave(given).await,
        Errand::Begin => gathering::begin(given).await,
        Errand::Tables => tables::tables(given).await,
        Errand::Status => watching::status(given).await,
        Errand::Board => watching::board(given).await,
        Errand::Hand => watching::hand(given).await,
        Errand::Log => watching::log(given).await,
        Errand::Chart => watching::chart(given).await,
        Errand::Undo => tending::undo(given).await,
        Errand::Pause => tending::pause(given).await,
        Errand::Resume => tending::resume(given).await,
        Errand::Extend => tending::extend(given).await,
        Errand::Strike => tending::strike(given).await,
        Errand::Abandon => tending::abandon(given).await,
        Errand::Settings => settings::settings(given).await,
        Errand::Give => seats::give(given).await,
        Errand::Claim => seats::claim(given).await,
        Errand::House => seats::house(given).await,
        Errand::Back => seats::back(given).await,
        Errand::Export => moving::export(given).await,
        Errand::Import => moving::import(given).await,
        Errand::Verify => moving::verify(given).await,
        Errand::Server => server::server(given).await,
        Errand::Card => lookup::card(given).await,
        Errand::Rules => lookup::rules(given).await,
        Errand::Advise => lookup::advise(given).await,
        Errand::Privacy => privacy::privacy(given).await,
    }
}

/// Is a picture drawn for this?
fn draws(given: &Given<'_>, errand: Errand) -> bool {
    match errand {
        Errand::Board => !given.flag("text"),
        Errand::Chart | Errand::Card => true,
        _ => false,
    }
}

/// What draws, reads a whole log or posts: nobody may have it done all the time.
fn costly(errand: Errand) -> Option<&'static str> {
    match errand {
        Errand::New => Some("new"),
        Errand::Status => Some("status"),
        Errand::Board => Some("board"),
        Errand::Log => Some("log"),
        Errand::Chart => Some("chart"),
        Errand::Export => Some("export"),
        Errand::Import => Some("import"),
        Errand::Verify => Some("verify"),
        Errand::Advise => Some("advise"),
        Errand::Privacy => Some("privacy"),
        Errand::Tables => Some("tables"),
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
        let call = Call { id: it.id.get(), token: it.token.clone() };
        let said = host.wire.complete(&call, json!([])).await;
        return mourn(said);
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

async fn apologise(host: &Host, it: &CommandInteraction, key: &str) {
    let call = Call { id: it.id.get(), token: it.token.clone() };
    let page = Page::line(hall_catalog(&it.locale).localize(&Message::new(key)));
    if host.wire.reply(&call, &page).await.is_err() {
        // Perhaps it was answered before it broke.
        let said = host.wire.follow_up(&call, &page).await.map(|_| ());
        mourn(said);
    }
}
