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

use super::allowance::{self, Gate, Limits};
use super::asides::Aside;
use super::courier::{Sight, sight};
use super::crowds::Crowds;
use super::doorman::Doorman;
use super::easel::Easel;
use super::homes::Homes;
use super::metrics::Metrics;
use super::page::Page;
use super::pages::hand::{self, Held};
use super::rights::Rights;
use super::tickets::Tickets;
use super::tongue::{Tongue, link};
use super::wire::{Call, Trouble, Wire};
use crate::council::{Refusal, Reply, Request, Requester, Timestamp, UserId};
use crate::game::{Game, Message, Seat, Viewer};
use crate::hall::Hall;
use crate::i18n::hall as words;
use crate::store::CampaignId;

/// What clicks and commands work with.
pub struct Host {
    /// The hall.
    pub hall: Arc<Hall>,
    /// The games, the usual one first.
    pub games: Vec<Arc<dyn Game>>,
    /// The wire.
    pub wire: Wire,
    /// Clicks that wait for an answer.
    pub tickets: Arc<Tickets>,
    /// Pictures.
    pub easel: Easel,
    /// Counters.
    pub metrics: Arc<Metrics>,
    /// Whom servers let open and moderate campaigns.
    pub rights: Rights,
    /// How many people there are in each server.
    pub crowds: Crowds,
    /// The server of each campaign.
    pub homes: Homes,
    /// Who came lately.
    pub doorman: Doorman,
    /// How much anybody may ask for.
    pub gate: Gate,
    /// The connections to Discord, once there are some.
    shards: OnceLock<Arc<ShardManager>>,
    /// Clicks and commands being handled.
    busy: watch::Sender<usize>,
}

/// Somebody is at work until this is dropped.
pub struct AtWork(Arc<Host>);

impl Drop for AtWork {
    fn drop(&mut self) {
        self.0.busy.send_modify(|busy| *busy -= 1);
    }
}

/// Somebody who clicked or gave a command.
#[derive(Clone, Debug)]
pub struct Visitor {
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
    pub call: Call,
    /// What we may do in that channel.
    pub ours: Option<Permissions>,
    /// When they came.
    pub came: Instant,
}

impl Visitor {
    /// The number of their request: the same interaction is carried out once.
    pub fn request(&self, step: &str) -> String {
        format!("{}{step}", self.call.id)
    }
}

fn is_thread(channel: Option<&PartialChannel>) -> bool {
    let threads = [ChannelType::PublicThread, ChannelType::PrivateThread, ChannelType::NewsThread];
    channel.is_some_and(|channel| threads.contains(&channel.kind))
}

impl Host {
    /// A host.
    pub fn new(
        hall: Arc<Hall>,
        games: Vec<Arc<dyn Game>>,
        wire: Wire,
        tickets: Arc<Tickets>,
        easel: Easel,
        metrics: Arc<Metrics>,
        rights: Rights,
    ) -> Self {
        let busy = watch::Sender::new(0);
        let (doorman, gate, shards) = (Doorman::default(), Gate::default(), OnceLock::new());
        let (crowds, homes) = (Crowds::default(), Homes::default());
        Host {
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
        Host { gate: Gate::new(limits), ..self }
    }

    /// There are connections to Discord now.
    pub fn connects(&self, shards: Arc<ShardManager>) {
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
    pub fn at_work(self: &Arc<Self>) -> AtWork {
        self.busy.send_modify(|busy| *busy += 1);
        AtWork(Arc::clone(self))
    }

    /// Waits until nobody is at work; false if that takes too long.
    pub async fn rest(&self, most: Duration) -> bool {
        let mut busy = self.busy.subscribe();
        tokio::time::timeout(most, busy.wait_for(|busy| *busy == 0)).await.is_ok()
    }

    /// Who clicked; none outside of servers.
    pub fn visitor_of_click(&self, it: &ComponentInteraction) -> Option<Visitor> {
        let call = Call { id: it.id.get(), token: it.token.clone() };
        let at = (it.guild_id?, it.channel_id.get(), is_thread(it.channel.as_ref()));
        let languages = (it.locale.clone(), it.guild_locale.clone());
        Some(self.visitor(call, at, it.member.as_ref()?, languages, it.app_permissions))
    }

    /// Who gave a command; none outside of servers.
    pub fn visitor_of_command(&self, it: &CommandInteraction) -> Option<Visitor> {
        let call = Call { id: it.id.get(), token: it.token.clone() };
        let at = (it.guild_id?, it.channel_id.get(), is_thread(it.channel.as_ref()));
        let languages = (it.locale.clone(), it.guild_locale.clone());
        Some(self.visitor(call, at, it.member.as_ref()?, languages, it.app_permissions))
    }

    fn visitor(
        &self,
        call: Call,
        (server, channel, in_thread): (GuildId, u64, bool),
        member: &Member,
        (language, server_language): (String, Option<String>),
        ours: Option<Permissions>,
    ) -> Visitor {
        let server = server.get();
        let roles: Vec<u64> = member.roles.iter().map(|role| role.get()).collect();
        let may = member.permissions.unwrap_or_else(Permissions::empty);
        let manages = may.manage_guild() || may.administrator();
        let moderator = manages || self.rights.moderates(server, &roles);
        let joined = member.joined_at.map(|at| Timestamp(at.unix_timestamp().saturating_mul(1000)));
        let (user, bot) = (UserId(member.user.id.get()), member.user.bot);
        let person = Requester { user, roles, moderator, bot, joined };
        let came = Instant::now();
        Visitor {
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
    pub fn tongue(&self, visitor: &Visitor) -> Option<Tongue> {
        let game = Arc::clone(self.game()?);
        Some(Tongue { language: visitor.language.clone(), game, chairs: Vec::new() })
    }

    /// A campaign as this person sees it, in their own language.
    pub async fn sight(&self, visitor: &Visitor, id: i64) -> Result<Sight, Refusal> {
        let mut seen = sight(&self.hall, CampaignId(id), Some(visitor.person.user)).await?;
        if seen.charter.server != visitor.server {
            // A button of one server's campaign means nothing in another.
            return Err(Refusal::NoSuchCampaign);
        }
        seen.tongue.language.clone_from(&visitor.language);
        Ok(seen)
    }

    /// Asks something of the hall in somebody's name.
    pub async fn ask(&self, visitor: &Visitor, id: i64, step: &str, deed: Request) -> Reply {
        let who = visitor.person.clone();
        self.hall.request(CampaignId(id), &visitor.request(step), who, deed).await
    }

    /// That somebody has to wait, and how long.
    pub fn wait_page(&self, tongue: &Tongue, key: &str, wait: Duration) -> Page {
        self.metrics.turned_away();
        let seconds = i64::try_from(allowance::seconds(wait)).unwrap_or(i64::MAX);
        Page::line(tongue.say(&Message::new(key).number("seconds", seconds)))
    }

    /// Answers privately.
    pub async fn tell(&self, visitor: &Visitor, page: &Page) {
        self.answer(visitor, page).await;
    }

    /// The same; if it was answered already, it is sent after. Where it is comes back.
    pub async fn answer(&self, visitor: &Visitor, page: &Page) -> Told {
        let said = match self.wire.reply(&visitor.call, page).await {
            Err(Trouble::AnsweredAlready) => {
                self.wire.follow_up(&visitor.call, page).await.map(Some)
            }
            said => said.map(|()| None),
        };
        self.metrics.acknowledged(visitor.came.elapsed());
        told(said)
    }

    /// Sends more privately, after the answer.
    pub async fn tell_more(&self, visitor: &Visitor, page: &Page) -> Told {
        told(self.wire.follow_up(&visitor.call, page).await.map(Some))
    }

    /// Somebody was told something that asks them a private question, or no longer does: of
    /// what they were told before the buttons go.
    pub fn asked_aside(&self, visitor: &Visitor, id: i64, told: Told, asks: Option<u32>) {
        let Told::At(followed) = told else { return };
        let (user, call) = (visitor.person.user, visitor.call.clone());
        let aside = asks.map(|question| Aside { call, followed, message: None, question });
        self.wire.disarm_beside(self.tickets.asides.show(id, user, aside));
    }

    /// Answers by changing the message that was clicked.
    pub async fn update(&self, visitor: &Visitor, page: &Page) {
        let said = self.wire.update(&visitor.call, page).await;
        self.metrics.acknowledged(visitor.came.elapsed());
        mourn(said);
    }

    /// A refusal in words; a stale click is shown the way to what is open.
    pub async fn refusal(&self, visitor: &Visitor, id: i64, refusal: &Refusal) -> Page {
        let seen = self.sight(visitor, id).await.ok();
        let tongue = match &seen {
            Some(seen) => Some(seen.tongue.clone()),
            None => self.tongue(visitor),
        };
        let Some(tongue) = tongue else { return Page::line("…") };
        if matches!(refusal, Refusal::Stale { .. })
            && let Some(to) = self.panel_link(id, seen.as_ref()).await
        {
            return Page::line(tongue.say(&Message::new("table-stale").label("link", to)));
        }
        Page::line(tongue.named(|names| words::refusal(refusal, names)))
    }

    /// A link to the newest panel.
    pub async fn panel_link(&self, id: i64, seen: Option<&Sight>) -> Option<String> {
        let charter = &seen?.charter;
        let shown = self.hall.store().front_end_state(CampaignId(id)).await.ok()??;
        let message = shown.get("panel")?.get("message")?.as_u64()?;
        Some(link(charter.server, charter.channel, message))
    }

    /// A link to the newest message that shows a table: its panel, or its lobby.
    pub(super) async fn table_link(&self, seen: &Sight) -> Option<String> {
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
        visitor: &Visitor,
        id: i64,
    ) -> Result<(Page, Option<u32>), Refusal> {
        let seen = self.sight(visitor, id).await?;
        let user = visitor.person.user;
        let of_user = |(at, chair): (usize, &crate::council::seating::SeatState)| {
            (chair.holder.user() == Some(user)).then_some(Seat(at as u8))
        };
        let seats: Vec<Seat> = seen.panel.seats.iter().enumerate().filter_map(of_user).collect();
        let mut hands = Vec::new();
        for seat in seats {
            let held = super::courier::view(&self.hall, id, Viewer::Seat(seat)).await;
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

fn told(said: Result<Option<u64>, Trouble>) -> Told {
    said.map_or_else(
        |why| {
            mourn(Err(why));
            Told::Not
        },
        Told::At,
    )
}

/// An answer that did not arrive: nothing is lost by it.
pub fn mourn(said: Result<(), Trouble>) {
    if let Err(why) = said {
        warn!("an answer did not arrive: {why}");
    }
}
