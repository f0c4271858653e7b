//! Opening a campaign, from a command or from the end of another campaign.
//!
//! The message of the lobby is in `pages::lobby`.

use std::collections::BTreeMap;
use std::sync::Arc;

use serenity::all::Permissions;

use super::context::{BotContext, Invoker};
use super::localizer::Localizer;
use super::message::OutgoingMessage;
use super::rate_limit::has_room;
use crate::council::settings::{Lessons, PublicVote};
use crate::council::{CampaignStatus, Refusal, Reply, Request, Settings};
use crate::game::{Message, PublicVoteEffect};
use crate::hall::NewLobby;
use crate::i18n::hall as words;
use crate::store::{CampaignId, Summary};

/// Options of a new campaign, as far as the opener chose them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignOptions {
    /// Id of the scenario. Default: the first scenario of the game.
    pub scenario: Option<String>,
    /// Options of the game. Default: the first value of each option.
    pub options: BTreeMap<String, String>,
    /// Settings of the council.
    pub settings: Settings,
    /// Whether lessons are shown. Default: on until a campaign of the server has been played.
    pub lessons: Option<Lessons>,
    /// Seed of the game. Default: random.
    pub seed: Option<u64>,
}

/// Opens a lobby in the invoker's channel and seats the invoker in it. Returns the message to
/// reply with, which names the reason if the lobby was refused.
pub async fn open(
    context: &Arc<BotContext>,
    invoker: &Invoker,
    options: CampaignOptions,
) -> OutgoingMessage {
    match try_open(context, invoker, options).await {
        Ok(message) | Err(message) => message,
    }
}

async fn try_open(
    context: &Arc<BotContext>,
    invoker: &Invoker,
    options: CampaignOptions,
) -> Result<OutgoingMessage, OutgoingMessage> {
    let localizer = context.localizer(invoker).ok_or_else(OutgoingMessage::default)?;
    let refused = |reason: &Refusal| {
        OutgoingMessage::line(localizer.named(|names| words::refusal(reason, names)))
    };
    if !(invoker.requester.moderator
        || context.rights.opens(invoker.server, &invoker.requester.roles))
    {
        return Err(refused(&Refusal::NotAllowed));
    }
    may_post(&localizer, invoker).map_err(|message| *message)?;
    let mut options = options;
    options.settings.lessons = match options.lessons {
        Some(lessons) => lessons,
        None => default_lessons(context, invoker).await.map_err(|reason| refused(&reason))?,
    };
    // Boxed: the future of a request to Discord is large and seldom needed.
    Box::pin(fit(context, invoker, &mut options.settings.public_vote)).await;
    let vote = &mut options.settings.public_vote;
    vote.street = vote.street.take().or_else(|| default_street(context));
    let lobby = new_lobby(context, invoker, options).ok_or_else(|| refused(&Refusal::Internal))?;
    let roles = context.game().map(|game| game.roles()).unwrap_or_default();
    // Held from the check of the limits until the lobby is stored: two openings at once must not
    // both take the last free place.
    let opening = context.rate_limiter.openings.lock().await;
    may_open(context, invoker, &localizer).await?;
    let opener = Some(invoker.requester.user);
    let opened = context.hall.open_lobby_by(opener, &invoker.request("new"), lobby).await;
    drop(opening);
    let CampaignId(id) = opened.map_err(|reason| refused(&reason))?;
    context.pending_clicks.heard(id, invoker.requester.user, invoker.token.clone());
    let seat = roles.into_iter().next().map(|role| Request::Sit { role, also: false });
    let seated = match seat {
        Some(sit) => !matches!(context.ask(invoker, id, "sit", sit).await, Reply::Refused(_)),
        None => false,
    };
    let key = if seated { "lobby-opened" } else { "lobby-opened-seatless" };
    Ok(OutgoingMessage::line(localizer.word(key)))
}

/// Fits the public vote to the member count of the server, unless the opener has changed it.
async fn fit(context: &BotContext, invoker: &Invoker, vote: &mut PublicVote) {
    if *vote != PublicVote::default() && vote.members.is_none() {
        return;
    }
    let server = invoker.server;
    if context.member_counts.of(server).is_none()
        && let Some(members) = context.rest.members(server).await
    {
        context.member_counts.note(server, members);
    }
    vote.fit_to_members(context.member_counts.of(server));
}

/// Default question of the street: the game's first advisory public question.
fn default_street(context: &BotContext) -> Option<String> {
    let questions = context.game()?.public_questions();
    let advisory = questions.into_iter().find(|one| one.effect == PublicVoteEffect::Advisory);
    advisory.map(|question| question.id)
}

/// Default of the lessons: on until a campaign of the server has been played. An abandoned lobby
/// does not count; its log has no entry but its end.
async fn default_lessons(context: &BotContext, invoker: &Invoker) -> Result<Lessons, Refusal> {
    let before = context.hall.campaigns_of_server(invoker.server).await?;
    let played = before.iter().any(|one| one.stage == CampaignStatus::Running || one.seq > 1);
    Ok(if played { Lessons::Off } else { Lessons::On })
}

/// Checks the limits for one more lobby of the invoker and in the server.
async fn may_open(
    context: &BotContext,
    invoker: &Invoker,
    localizer: &Localizer,
) -> Result<(), OutgoingMessage> {
    let refused = |reason: Refusal| {
        OutgoingMessage::line(localizer.named(|names| words::refusal(&reason, names)))
    };
    let limits = &context.rate_limiter.limits;
    let own = context.hall.open_lobbies_of(invoker.requester.user).await.map_err(refused)?;
    if !has_room(own, limits.lobbies_per_user) {
        return Err(full(context, localizer, "lobbies-too-many", limits.lobbies_per_user));
    }
    let all = context.hall.campaigns_of_server(invoker.server).await.map_err(refused)?;
    let lobbies = all.iter().filter(|one| one.stage == CampaignStatus::Lobby).count();
    if !has_room(lobbies, limits.lobbies_per_server) {
        return Err(full(context, localizer, "lobbies-full", limits.lobbies_per_server));
    }
    fits(context, localizer, &all).map_err(|message| *message)
}

/// Checks the limit for one more campaign in a server. `all` are the campaigns of that server.
pub fn fits(
    context: &BotContext,
    localizer: &Localizer,
    all: &[Summary],
) -> Result<(), Box<OutgoingMessage>> {
    let most = context.rate_limiter.limits.campaigns_per_server;
    let live = all.iter().filter(|one| one.stage != CampaignStatus::Over).count();
    if has_room(live, most) {
        return Ok(());
    }
    Err(Box::new(full(context, localizer, "campaigns-full", most)))
}

/// Counts a request beyond a limit and returns the message that names the limit.
fn full(context: &BotContext, localizer: &Localizer, key: &str, most: u32) -> OutgoingMessage {
    context.metrics.turned_away();
    OutgoingMessage::line(localizer.say(&Message::new(key).number("most", i64::from(most))))
}

/// Fills in the defaults. Returns `None` if there is no game or no scenario.
fn new_lobby(
    context: &BotContext,
    invoker: &Invoker,
    options: CampaignOptions,
) -> Option<NewLobby> {
    let game = context.game()?;
    let default_scenario = || game.scenarios().into_iter().next().map(|scenario| scenario.id);
    let mut game_options = options.options;
    for option in game.options() {
        if let Some(first) = option.values.first() {
            game_options.entry(option.key).or_insert_with(|| first.id.clone());
        }
    }
    let mut settings = options.settings;
    settings.language = settings.language.or_else(|| invoker.server_language.clone());
    Some(NewLobby {
        server: invoker.server,
        channel: invoker.channel,
        game: game.id().to_owned(),
        scenario: options.scenario.or_else(default_scenario)?,
        options: game_options,
        settings,
        seed: options.seed,
    })
}

/// Checks that the bot may post in the invoker's channel. The error names the missing
/// permissions. Passes if Discord did not send the bot's permissions.
pub fn may_post(localizer: &Localizer, invoker: &Invoker) -> Result<(), Box<OutgoingMessage>> {
    let Some(ours) = invoker.ours else { return Ok(()) };
    let (sends, sending) = if invoker.in_thread {
        (ours.contains(Permissions::SEND_MESSAGES_IN_THREADS), "table-right-thread")
    } else {
        (ours.send_messages(), "table-right-send")
    };
    let needed = [
        (ours.view_channel(), "table-right-view"),
        (sends, sending),
        (ours.embed_links(), "table-right-embed"),
        (ours.attach_files(), "table-right-files"),
    ];
    let missing: Vec<String> =
        needed.iter().filter(|(has, _)| !has).map(|(_, key)| localizer.word(key)).collect();
    if missing.is_empty() || ours.administrator() {
        return Ok(());
    }
    let line = Message::new("table-cannot-post").label("rights", missing.join(", "));
    Err(Box::new(OutgoingMessage::line(localizer.say(&line))))
}

/// Opens a campaign with the scenario, options and settings of an earlier one, without lessons.
/// Uses the defaults if the earlier campaign cannot be read or belongs to another server.
pub async fn again(context: &Arc<BotContext>, invoker: &Invoker, campaign: i64) -> OutgoingMessage {
    let copied = |campaign: &crate::council::Campaign| {
        let charter = campaign.charter();
        let settings = campaign.council().settings.clone();
        (charter.server, charter.scenario.clone(), charter.options.clone(), settings)
    };
    let options = match context.hall.read(CampaignId(campaign), copied).await {
        Ok((server, scenario, options, settings)) if server == invoker.server => {
            let lessons = Some(Lessons::Off);
            CampaignOptions { scenario: Some(scenario), options, settings, lessons, seed: None }
        }
        _ => CampaignOptions::default(),
    };
    open(context, invoker, options).await
}
