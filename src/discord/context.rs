//! The host: what clicks and commands work with, and who came to the door.
//!
//! May use: the hall, `wire`, `tickets`, serenity's interactions. Deliberately
//! absent: what each click does (`clicks`), what each command does (`commands`).

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

/// What clicks and commands work with.
pub struct BotContext {
    /// The hall.
    pub hall: Arc<Hall>,
    /// The games, the usual one first.
    pub games: Vec<Arc<dyn Game>>,
    /// The wire.
    pub wire: RestClient,
    /// Clicks that wait for an answer.
    pub tickets: Arc<PendingClicks>,
    /// Pictures.
    pub easel: RenderPool,
    /// Counters.
    pub metrics: Arc<Metrics>,
    /// Whom servers let open and moderate campaigns.
    pub rights: Rights,
    /// How many people there are in each server.
    pub crowds: Crowds,
    /// The server of each campaign.
    pub homes: Homes,
    /// Who came lately.
    pub doorman: InteractionGuard,
    /// How much anybody may ask for.
    pub gate: RateLimiter,
    /// The connections to Discord, once there are some.
    shards: OnceLock<Arc<ShardManager>>,
    /// Clicks and commands being handled.
    busy: watch::Sender<usize>,
}

/// Somebody is at work until this is dropped.
pub struct WorkGuard(Arc<BotContext>);

impl Drop for WorkGuard {
    fn drop(&mut self) {
        self.0.busy.send_modify(|busy| *busy -= 1);
    }
}

/// Somebody who clicked or gave a command.
#[derive(Clone, Debug)]
pub struct Invoker {
    /// Who, and with which roles.
    pub person: Requester,
    /// May they manage the server?
    pub manages: bool,
    /// The server.
    pub server: u64,
    /// The channel or thread.
    pub channel: u64,
    /// Is it a thread?
    pub in_thread: bool,
    /// Their own language.
    pub language: String,
    /// The language of the server.
    pub server_language: Option<String>,
    /// How to answer them.
    pub call: InteractionToken,
    /// What we may do in that channel.
    pub ours: Option<Permissions>,
    /// When they came.
    pub came: Instant,
}

impl Invoker {
    /// The number of their request: the same interaction is carried out once.
    pub fn request(&self, step: &str) -> String {
        format!("{}{step}", self.call.id)
    }
}

fn is_thread(channel: Option<&PartialChannel>) -> bool {
    let threads = [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread];
    channel.is_some_and(|channel| threads.contains(&channel.kind))
}

impl BotContext {
    /// A host.
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
            wire,
            tickets,
            easel,
            metrics,
            rights,
            crowds,
            homes,
            doorman,
            gate,
            shards,
            busy,
        }
    }

    /// The same with other limits.
    pub fn with(self, limits: Limits) -> Self {
        BotContext { gate: RateLimiter::new(limits), ..self }
    }

    /// There are connections to Discord now.
    pub fn set_shards(&self, shards: Arc<ShardManager>) {
        // A bot connects once; what follows is the manager's.
        let _ = self.shards.set(shards);
    }

    /// Is every connection to Discord up?
    pub async fn is_connected(&self) -> bool {
        let Some(shards) = self.shards.get() else { return false };
        let runners = shards.runners.lock().await;
        !runners.is_empty() && runners.values().all(|one| one.stage == ConnectionStage::Connected)
    }

    /// Somebody begins to work.
    pub fn begin_work(self: &Arc<Self>) -> WorkGuard {
        self.busy.send_modify(|busy| *busy += 1);
        WorkGuard(Arc::clone(self))
    }

    /// Waits until nobody is at work; false if that takes too long.
    pub async fn wait_idle(&self, most: Duration) -> bool {
        let mut busy = self.busy.subscribe();
        tokio::time::timeout(most, busy.wait_for(|busy| *busy == 0)).await.is_ok()
    }

    /// Who clicked; none outside of servers.
    pub fn visitor_of_click(&self, it: &ComponentInteraction) -> Option<Invoker> {
        let call = InteractionToken { id: it.id.get(), token: it.token.clone() };
        let at = (it.guild_id?, it.channel_id.get(), is_thread(it.channel.as_ref()));
        let languages = (it.locale.clone(), it.guild_locale.clone());
        Some(self.visitor(call, at, it.member.as_ref()?, languages, it.app_permissions))
    }

    /// Who gave a command; none outside of servers.
    pub fn visitor_of_command(&self, it: &CommandInteraction) -> Option<Invoker> {
        let call = InteractionToken { id: it.id.get(), token: it.token.clone() };
        let at = (it.guild_id?, it.channel_id.get(), is_thread(it.channel.as_ref()));
        let languages = (it.locale.clone(), it.guild_locale.clone());
        Some(self.visitor(call, at, it.member.as_ref()?, languages, it.app_permissions))
    }

    fn visitor(
        &self,
        call: InteractionToken,
        (server, channel, in_thread): (GuildId, u64, bool),
        member: &Member,
        (language, server_language): (String, Option<String>),
        ours: Option<Permissions>,
    ) -> Invoker {
        let server = server.get();
        let roles: Vec<u64> = member.roles.iter().map(|role| role.get()).collect();
        let may = member.permissions.unwrap_or_else(Permissions::empty);
        let manages = may.manage_guild() || may.administrator();
        let moderator = manages || self.rights.moderates(server, &roles);
        let joined = member.joined_at.map(|at| Timestamp(at.unix_timestamp().saturating_mul(1000)));
        let (user, bot) = (UserId(member.user.id.get()), member.user.bot);
        let person = Requester { user, roles, moderator, bot, joined };
        let came = Instant::now();
        Invoker {
            person,
            manages,
            server,
            channel,
            in_thread,
            language,
            server_language,
            call,
            ours,
            came,
        }
    }

    /// The game new campaigns are played with.
    pub fn game(&self) -> Option<&Arc<dyn Game>> {
        self.games.first()
    }

    /// How to speak to somebody where no campaign is in sight.
    pub fn tongue(&self, visitor: &Invoker) -> Option<Localizer> {
        let game = Arc::clone(self.game()?);
        Some(Localizer { language: visitor.language.clone(), game, chairs: Vec::new() })
    }

    /// A campaign as this person sees it, in their own language.
    pub async fn sight(&self, visitor: &Invoker, id: i64) -> Result<CampaignView, Refusal> {
        let mut seen = load_view(&self.hall, CampaignId(id), Some(visitor.person.user)).await?;
        if seen.charter.server != visitor.server {
            // A button of one server's campaign means nothing in another.
            return Err(Refusal::NoSuchCampaign);
        }
        seen.tongue.language.clone_from(&visitor.language);
        Ok(seen)
    }

    /// Asks something of the hall in somebody's name.
    pub async fn ask(&self, visitor: &Invoker, id: i64, step: &str, deed: Request) -> Reply {
        let who = visitor.person.clone();
        self.hall.request(CampaignId(id), &visitor.request(step), who, deed).await
    }

    /// That somebody has to wait, and how long.
    pub fn wait_page(&self, tongue: &Localizer, key: &str, wait: Duration) -> OutgoingMessage {
        self.metrics.turned_away();
        let seconds = i64::try_from(rate_limit::seconds(wait)).unwrap_or(i64::MAX);
        OutgoingMessage::line(tongue.say(&Message::new(key).number("seconds", seconds)))
    }

    /// Answers privately.
    pub async fn tell(&self, visitor: &Invoker, page: &OutgoingMessage) {
        self.answer(visitor, page).await;
    }

    /// The same; if it was answered already, it is sent after. Where it is comes back.
    pub async fn answer(&self, visitor: &Invoker, page: &OutgoingMessage) -> Told {
        let said = match self.wire.reply(&visitor.call, page).await {
            Err(SendError::AnsweredAlready) => {
                self.wire.follow_up(&visitor.call, page).await.map(Some)
            }
            said => said.map(|()| None),
        };
        self.metrics.acknowledged(visitor.came.elapsed());
        told(said)
    }

    /// Sends more privately, after the answer.
    pub async fn tell_more(&self, visitor: &Invoker, page: &OutgoingMessage) -> Told {
        told(self.wire.follow_up(&visitor.call, page).await.map(Some))
    }

    /// Somebody was told something that asks them a private question, or no longer does: of
    /// what they were told before the buttons go.
    pub fn asked_aside(&self, visitor: &Invoker, id: i64, told: Told, asks: Option<u32>) {
        let Told::At(followed) = told else { return };
        let (user, call) = (visitor.person.user, visitor.call.clone());
        let aside = asks.map(|question| Aside { call, followed, message: None, question });
        self.wire.disarm_beside(self.tickets.asides.show(id, user, aside));
    }

    /// Answers by changing the message that was clicked.
    pub async fn update(&self, visitor: &Invoker, page: &OutgoingMessage) {
        let said = self.wire.update(&visitor.call, page).await;
        self.metrics.acknowledged(visitor.came.elapsed());
        log_lost_reply(said);
    }

    /// A refusal in words; a stale click is shown the way to what is open.
    pub async fn refusal(&self, visitor: &Invoker, id: i64, refusal: &Refusal) -> OutgoingMessage {
        let seen = self.sight(visitor, id).await.ok();
        let tongue = match &seen {
            Some(seen) => Some(seen.tongue.clone()),
            None => self.tongue(visitor),
        };
        let Some(tongue) = tongue else { return OutgoingMessage::line("…") };
        if matches!(refusal, Refusal::Stale { .. })
            && let Some(to) = self.panel_link(id, seen.as_ref()).await
        {
            return OutgoingMessage::line(
                tongue.say(&Message::new("table-stale").label("link", to)),
            );
        }
        OutgoingMessage::line(tongue.named(|names| words::refusal(refusal, names)))
    }

    /// A link to the newest panel.
    pub async fn panel_link(&self, id: i64, seen: Option<&CampaignView>) -> Option<String> {
        let charter = &seen?.charter;
        let shown = self.hall.store().front_end_state(CampaignId(id)).await.ok()??;
        let message = shown.get("panel")?.get("message")?.as_u64()?;
        Some(link(charter.server, charter.channel, message))
    }

    /// A link to the newest message that shows a table: its panel, or its lobby.
    pub(super) async fn table_link(&self, seen: &CampaignView) -> Option<String> {
        if let Some(link) = self.panel_link(seen.id, Some(seen)).await {
            return Some(link);
        }
        let shown = self.hall.store().front_end_state(CampaignId(seen.id)).await.ok()??;
        let message = shown.get("lobby")?.as_u64()?;
        Some(link(seen.charter.server, seen.charter.channel, message))
    }

    /// Hands and private questions of somebody; and the one that can be answered there.
    pub async fn hand_page(
        &self,
        visitor: &Invoker,
        id: i64,
    ) -> Result<(OutgoingMessage, Option<u32>), Refusal> {
        let seen = self.sight(visitor, id).await?;
        let user = visitor.person.user;
        let of_user = |(at, chair): (usize, &crate::council::seating::SeatState)| {
            (chair.holder.user() == Some(user)).then_some(Seat(at as u8))
        };
        let seats: Vec<Seat> = seen.panel.seats.iter().enumerate().filter_map(of_user).collect();
        let mut hands = Vec::new();
        for seat in seats {
            let held = super::publisher::view(&self.hall, id, Viewer::Seat(seat)).await;
            let (view, game) = held.ok_or(Refusal::NotBegun)?;
            let lines = game.hand(&view, seat, &seen.tongue.language);
            hands.push(Held { seat, lines });
        }
        let page = hand::page(&seen.tongue, id, &seen.panel, &hands);
        Ok((page, hand::asked(&seen.panel).map(|asked| asked.number)))
    }
}

/// What became of something that was to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It did not arrive.
    Not,
    /// It is the answer; or it followed that, with this number.
    At(Option<u64>),
}

fn told(said: Result<Option<u64>, SendError>) -> Told {
    said.map_or_else(
        |why| {
            log_lost_reply(Err(why));
            Told::Not
        },
        Told::At,
    )
}

/// An answer that did not arrive: nothing is lost by it.
pub fn log_lost_reply(said: Result<(), SendError>) {
    if let Err(why) = said {
        warn!("an answer did not arrive: {why}");
    }
}
