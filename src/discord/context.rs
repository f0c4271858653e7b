//! Bot context: the state shared by all clicks and commands, and the user who invoked them.
//!
//! The actions live in `clicks` and `commands`.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serenity::all::{
    ChannelType, CommandInteraction, ComponentInteraction, GuildId, Member, PartialChannel,
    Permissions, ShardManager,
};
use serenity::gateway::ConnectionStage;
use tokio::sync::watch;
use tracing::warn;

use super::asides::Aside;
use super::crowds::Crowds;
use super::homes::Homes;
use super::interaction_guard::InteractionGuard;
use super::localizer::{Localizer, link};
use super::message::OutgoingMessage;
use super::metrics::Metrics;
use super::pages::hand::{self, Held};
use super::pending_clicks::PendingClicks;
use super::publisher::{CampaignView, load_view};
use super::rate_limit::{self, Limits, RateLimiter};
use super::render_pool::RenderPool;
use super::rest_client::{InteractionToken, RestClient, SendError};
use super::rights::Rights;
use crate::council::{Refusal, Reply, Request, Requester, Timestamp, UserId};
use crate::game::{Game, Message, Seat, Viewer};
use crate::hall::Hall;
use crate::i18n::hall as words;
use crate::store::CampaignId;

/// State shared by all click and command handlers; poise's `Data`.
pub struct BotContext {
    /// Hall that owns the campaigns.
    pub hall: Arc<Hall>,
    /// Games, the default one first.
    pub games: Vec<Arc<dyn Game>>,
    /// Client for Discord's REST API.
    pub rest: RestClient,
    /// Clicks that wait for their response.
    pub pending_clicks: Arc<PendingClicks>,
    /// Worker threads that draw pictures.
    pub render_pool: RenderPool,
    /// Metrics of the bot.
    pub metrics: Arc<Metrics>,
    /// Roles that may open and moderate campaigns, by server.
    pub rights: Rights,
    /// Member count of each server.
    pub member_counts: Crowds,
    /// Cache of each campaign's server.
    pub campaign_servers: Homes,
    /// Deduplication of interactions, and cooldowns.
    pub interaction_guard: InteractionGuard,
    /// Rate limits of users and servers.
    pub rate_limiter: RateLimiter,
    /// Shards, set once the bot connects.
    shards: OnceLock<Arc<ShardManager>>,
    /// Number of clicks and commands in flight.
    busy: watch::Sender<usize>,
}

/// Counts as a click or command in flight until dropped, also on panic.
pub struct WorkGuard(Arc<BotContext>);

impl Drop for WorkGuard {
    fn drop(&mut self) {
        self.0.busy.send_modify(|busy| *busy -= 1);
    }
}

/// User who clicked or ran a command, with the circumstances of the interaction.
#[derive(Clone, Debug)]
pub struct Invoker {
    /// User with roles and rights.
    pub requester: Requester,
    /// Whether the user may manage the server.
    pub manages: bool,
    /// Server of the interaction.
    pub server: u64,
    /// Channel or thread of the interaction.
    pub channel: u64,
    /// Whether `channel` is a thread.
    pub in_thread: bool,
    /// Language of the user.
    pub language: String,
    /// Language of the server.
    pub server_language: Option<String>,
    /// Token to respond with.
    pub token: InteractionToken,
    /// Permissions of the bot in `channel`.
    pub ours: Option<Permissions>,
    /// Time at which the interaction arrived.
    pub came: Instant,
}

impl Invoker {
    /// Returns the id of a request to the hall. It makes the request idempotent: a redelivered
    /// interaction has no second effect.
    pub fn request(&self, step: &str) -> String {
        format!("{}{step}", self.token.id)
    }
}

fn is_thread(channel: Option<&PartialChannel>) -> bool {
    let threads = [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread];
    channel.is_some_and(|channel| threads.contains(&channel.kind))
}

impl BotContext {
    /// Creates a context with default limits.
    pub fn new(
        hall: Arc<Hall>,
        games: Vec<Arc<dyn Game>>,
        wire: RestClient,
        tickets: Arc<PendingClicks>,
        easel: RenderPool,
        metrics: Arc<Metrics>,
        rights: Rights,
    ) -> Self {
        let busy = watch::Sender::new(0);
        let (doorman, gate, shards) =
            (InteractionGuard::default(), RateLimiter::default(), OnceLock::new());
        let (crowds, homes) = (Crowds::default(), Homes::default());
        BotContext {
            hall,
            games,
            rest: wire,
            pending_clicks: tickets,
            render_pool: easel,
            metrics,
            rights,
            member_counts: crowds,
            campaign_servers: homes,
            interaction_guard: doorman,
            rate_limiter: gate,
            shards,
            busy,
        }
    }

    /// Replaces the limits.
    pub fn with(self, limits: Limits) -> Self {
        BotContext { rate_limiter: RateLimiter::new(limits), ..self }
    }

    /// Sets the shards, after which [`BotContext::is_connected`] can return `true`.
    pub fn set_shards(&self, shards: Arc<ShardManager>) {
        // Set once: a bot connects once, and the manager does the reconnecting.
        let _ = self.shards.set(shards);
    }

    /// Whether every shard is connected. `false` before the first connection.
    pub async fn is_connected(&self) -> bool {
        let Some(shards) = self.shards.get() else { return false };
        let runners = shards.runners.lock().await;
        !runners.is_empty() && runners.values().all(|info| info.stage == ConnectionStage::Connected)
    }

    /// Counts a click or command as in flight until the guard is dropped.
    pub fn begin_work(self: &Arc<Self>) -> WorkGuard {
        self.busy.send_modify(|busy| *busy += 1);
        WorkGuard(Arc::clone(self))
    }

    /// Waits until no click or command is in flight. Returns `false` after `most`.
    pub async fn wait_idle(&self, most: Duration) -> bool {
        let mut busy = self.busy.subscribe();
        tokio::time::timeout(most, busy.wait_for(|busy| *busy == 0)).await.is_ok()
    }

    /// Returns the user of a click. `None` outside of servers.
    pub fn invoker_of_click(&self, interaction: &ComponentInteraction) -> Option<Invoker> {
        let token = InteractionToken { id: interaction.id.get(), token: interaction.token.clone() };
        let channel = interaction.channel_id.get();
        let place = (interaction.guild_id?, channel, is_thread(interaction.channel.as_ref()));
        let languages = (interaction.locale.clone(), interaction.guild_locale.clone());
        let member = interaction.member.as_ref()?;
        Some(self.invoker(token, place, member, languages, interaction.app_permissions))
    }

    /// Returns the user of a command. `None` outside of servers.
    pub fn invoker_of_command(&self, interaction: &CommandInteraction) -> Option<Invoker> {
        let token = InteractionToken { id: interaction.id.get(), token: interaction.token.clone() };
        let channel = interaction.channel_id.get();
        let place = (interaction.guild_id?, channel, is_thread(interaction.channel.as_ref()));
        let languages = (interaction.locale.clone(), interaction.guild_locale.clone());
        let member = interaction.member.as_ref()?;
        Some(self.invoker(token, place, member, languages, interaction.app_permissions))
    }

    fn invoker(
        &self,
        token: InteractionToken,
        (server, channel, in_thread): (GuildId, u64, bool),
        member: &Member,
        (language, server_language): (String, Option<String>),
        ours: Option<Permissions>,
    ) -> Invoker {
        let server = server.get();
        let roles: Vec<u64> = member.roles.iter().map(|role| role.get()).collect();
        let permissions = member.permissions.unwrap_or_else(Permissions::empty);
        let manages = permissions.manage_guild() || permissions.administrator();
        let moderator = manages || self.rights.moderates(server, &roles);
        let joined = member.joined_at.map(|at| Timestamp(at.unix_timestamp().saturating_mul(1000)));
        let (user, bot) = (UserId(member.user.id.get()), member.user.bot);
        let person = Requester { user, roles, moderator, bot, joined };
        let came = Instant::now();
        Invoker {
            requester: person,
            manages,
            server,
            channel,
            in_thread,
            language,
            server_language,
            token,
            ours,
            came,
        }
    }

    /// Returns the game of new campaigns.
    pub fn game(&self) -> Option<&Arc<dyn Game>> {
        self.games.first()
    }

    /// Returns a localizer in the user's language, without a campaign.
    pub fn localizer(&self, invoker: &Invoker) -> Option<Localizer> {
        let game = Arc::clone(self.game()?);
        Some(Localizer { language: invoker.language.clone(), game, chairs: Vec::new() })
    }

    /// Returns a campaign as the user sees it, in the user's language. Refuses campaigns of other
    /// servers.
    pub async fn load_view(&self, invoker: &Invoker, id: i64) -> Result<CampaignView, Refusal> {
        let mut view = load_view(&self.hall, CampaignId(id), Some(invoker.requester.user)).await?;
        if view.charter.server != invoker.server {
            // A button is valid only in the server of its campaign.
            return Err(Refusal::NoSuchCampaign);
        }
        view.localizer.language.clone_from(&invoker.language);
        Ok(view)
    }

    /// Sends a request to the hall on behalf of the user. `step` distinguishes several requests of
    /// one interaction.
    pub async fn ask(&self, invoker: &Invoker, id: i64, step: &str, request: Request) -> Reply {
        let requester = invoker.requester.clone();
        self.hall.request(CampaignId(id), &invoker.request(step), requester, request).await
    }

    /// Returns the message that a limit was exceeded, with the time to wait, and counts it.
    pub fn wait_page(&self, localizer: &Localizer, key: &str, wait: Duration) -> OutgoingMessage {
        self.metrics.turned_away();
        let seconds = i64::try_from(rate_limit::seconds(wait)).unwrap_or(i64::MAX);
        OutgoingMessage::line(localizer.say(&Message::new(key).number("seconds", seconds)))
    }

    /// Responds with a private message, like [`BotContext::answer`].
    pub async fn tell(&self, invoker: &Invoker, message: &OutgoingMessage) {
        self.answer(invoker, message).await;
    }

    /// Responds with a private message, or sends it as a follow-up if there already is a response.
    /// Returns where the message is.
    pub async fn answer(&self, invoker: &Invoker, message: &OutgoingMessage) -> Told {
        let result = match self.rest.reply(&invoker.token, message).await {
            Err(SendError::AnsweredAlready) => {
                self.rest.follow_up(&invoker.token, message).await.map(Some)
            }
            result => result.map(|()| None),
        };
        self.metrics.acknowledged(invoker.came.elapsed());
        to_told(result)
    }

    /// Sends a private follow-up after the response.
    pub async fn tell_more(&self, invoker: &Invoker, message: &OutgoingMessage) -> Told {
        to_told(self.rest.follow_up(&invoker.token, message).await.map(Some))
    }

    /// Records the private question asked by the message just sent (`None` if it asks none), and
    /// removes the buttons of the user's previous private question. Does nothing if the message was
    /// not sent.
    pub fn asked_aside(&self, invoker: &Invoker, id: i64, told: Told, asks: Option<u32>) {
        let Told::At(followed) = told else { return };
        let (user, call) = (invoker.requester.user, invoker.token.clone());
        let aside = asks.map(|question| Aside { call, followed, message: None, question });
        self.rest.disarm_beside(self.pending_clicks.asides.show(id, user, aside));
    }

    /// Responds by changing the clicked message.
    pub async fn update(&self, invoker: &Invoker, message: &OutgoingMessage) {
        let result = self.rest.update(&invoker.token, message).await;
        self.metrics.acknowledged(invoker.came.elapsed());
        log_lost_reply(result);
    }

    /// Returns the message for a refusal. The refusal of a stale click links to the newest panel.
    pub async fn refusal(&self, invoker: &Invoker, id: i64, refusal: &Refusal) -> OutgoingMessage {
        let view = self.load_view(invoker, id).await.ok();
        let localizer = match &view {
            Some(view) => Some(view.localizer.clone()),
            None => self.localizer(invoker),
        };
        let Some(localizer) = localizer else { return OutgoingMessage::line("…") };
        if matches!(refusal, Refusal::Stale { .. })
            && let Some(to) = self.panel_link(id, view.as_ref()).await
        {
            return OutgoingMessage::line(
                localizer.say(&Message::new("table-stale").label("link", to)),
            );
        }
        OutgoingMessage::line(localizer.named(|names| words::refusal(refusal, names)))
    }

    /// Returns a link to the newest panel. `None` if there is no view or no panel.
    pub async fn panel_link(&self, id: i64, view: Option<&CampaignView>) -> Option<String> {
        let charter = &view?.charter;
        let shown = self.hall.store().front_end_state(CampaignId(id)).await.ok()??;
        let message = shown.get("panel")?.get("message")?.as_u64()?;
        Some(link(charter.server, charter.channel, message))
    }

    /// Returns a link to the newest panel of a campaign, or to its lobby if it has no panel.
    pub(super) async fn table_link(&self, view: &CampaignView) -> Option<String> {
        if let Some(link) = self.panel_link(view.id, Some(view)).await {
            return Some(link);
        }
        let shown = self.hall.store().front_end_state(CampaignId(view.id)).await.ok()??;
        let message = shown.get("lobby")?.as_u64()?;
        Some(link(view.charter.server, view.charter.channel, message))
    }

    /// Returns the private page of the user: the hands of all their seats and their first private
    /// question, with the number of that question.
    pub async fn hand_page(
        &self,
        invoker: &Invoker,
        id: i64,
    ) -> Result<(OutgoingMessage, Option<u32>), Refusal> {
        let view = self.load_view(invoker, id).await?;
        let user = invoker.requester.user;
        let of_user = |(at, state): (usize, &crate::council::seating::SeatState)| {
            (state.holder.user() == Some(user)).then_some(Seat(at as u8))
        };
        let seats: Vec<Seat> = view.view.seats.iter().enumerate().filter_map(of_user).collect();
        let mut hands = Vec::new();
        for seat in seats {
            let board = super::publisher::view(&self.hall, id, Viewer::Seat(seat)).await;
            let (board, game) = board.ok_or(Refusal::NotBegun)?;
            let lines = game.hand(&board, seat, &view.localizer.language);
            hands.push(Held { seat, lines });
        }
        let message = hand::page(&view.localizer, id, &view.view, &hands);
        Ok((message, hand::asked(&view.view).map(|asked| asked.number)))
    }
}

/// Whether a private message was sent, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It was not sent.
    Not,
    /// It is the response (`None`), or a follow-up with this message id.
    At(Option<u64>),
}

fn to_told(result: Result<Option<u64>, SendError>) -> Told {
    result.map_or_else(
        |why| {
            log_lost_reply(Err(why));
            Told::Not
        },
        Told::At,
    )
}

/// Logs a reply that could not be sent. The change it reports is already stored.
pub fn log_lost_reply(result: Result<(), SendError>) {
    if let Err(why) = result {
        warn!("an answer did not arrive: {why}");
    }
}
