//! The bot: hall, courier and gateway put together, started and stopped.
//!
//! May use: everything of this folder, serenity, poise. Deliberately absent:
//! the environment and signals; `cli` knows those.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use poise::FrameworkOptions;
use serenity::all::{
    ApplicationId, Client, GatewayIntents, Http, HttpBuilder, LightMethod, ShardManager,
};
use serenity::http::{Request, Route};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tracing::{error, info, warn};

use super::commands;
use super::config::Config;
use super::context::BotContext;
use super::events;
use super::holds::Place;
use super::metrics::Metrics;
use super::pending_clicks::PendingClicks;
use super::publisher::Publisher;
use super::registering;
use super::render_pool::RenderPool;
use super::requests::{Failure, Requests, id_in};
use super::rest_client::RestClient;
use super::rights::Rights;
use super::unread::{self, Unread};
use crate::council::{Span, UserId};
use crate::game::Game;
use crate::hall::clock::{Clock, SystemClock};
use crate::hall::{Hall, HallConfig};
use crate::store::{Store, StoreError};

/// How long what was begun may take when the bot is stopped.
const FAREWELL: Duration = Duration::from_secs(10);
/// How long a connection may take to be made, and one request over it with its answer, which
/// may be a film. Without an end a connection that has gone silently would hold up its channel
/// for ever.
const CONNECT_WITHIN: Duration = Duration::from_secs(10);
const ASK_WITHIN: Duration = Duration::from_mins(2);
/// Pauses between tries to reach Discord at the start.
const PATIENCE: [u64; 5] = [1, 2, 5, 10, 20];

/// Why the bot could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The token is wrong.
    #[error("Discord does not know this token; copy it again from the developer portal")]
    BadToken,
    /// Discord cannot be reached, or does not want us.
    #[error("{what} failed: {why}")]
    Discord {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        why: String,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The metrics cannot be served.
    #[error("metrics cannot be served at {place}: {why}")]
    Metrics {
        /// Where.
        place: SocketAddr,
        /// Why.
        why: std::io::Error,
    },
}

/// A running bot.
pub struct Bot {
    host: Arc<BotContext>,
    shards: Arc<ShardManager>,
    gateway: JoinHandle<Result<(), serenity::Error>>,
    /// The gateway has ended by itself.
    ended: oneshot::Receiver<()>,
    metrics: Option<JoinHandle<()>>,
    /// Counts what cannot be read.
    counting: JoinHandle<()>,
    metrics_at: Option<SocketAddr>,
}

impl Bot {
    /// Starts: opens the hall, registers the commands, connects.
    pub async fn start(config: &Config, games: Vec<Arc<dyn Game>>) -> Result<Bot, StartError> {
        Bot::start_at(config, games, Arc::new(SystemClock)).await
    }

    /// The same with another clock.
    pub async fn start_at(
        config: &Config,
        games: Vec<Arc<dyn Game>>,
        clock: Arc<dyn Clock>,
    ) -> Result<Bot, StartError> {
        Bot::start_over(None, config, games, clock).await
    }

    /// The same over another HTTP client, such as one that trusts a certificate of its own.
    pub async fn start_over(
        over: Option<reqwest::Client>,
        config: &Config,
        games: Vec<Arc<dyn Game>>,
        clock: Arc<dyn Clock>,
    ) -> Result<Bot, StartError> {
        let over = over.map_or_else(messenger, Ok)?;
        let metrics = Arc::new(Metrics::default());
        let requests = Arc::new(requests(config, &over, &metrics));
        let me = introduce(&requests).await?;
        let host = host(config, games, Arc::clone(&requests), &metrics, (me, clock)).await?;
        register(&requests, config.guild, &host).await?;
        let (serving, metrics_at) = match config.metrics {
            Some(place) => {
                let (task, at) = super::metrics::serve(place, Arc::clone(&host)).await?;
                (Some(task), Some(at))
            }
            None => (None, None),
        };
        let mut gateway = connect(client(config, over), &host).await?;
        let shards = Arc::clone(&gateway.shard_manager);
        host.set_shards(Arc::clone(&shards));
        let (end, ended) = oneshot::channel();
        let gateway = tokio::spawn(async move {
            let done = gateway.start_autosharded().await;
            let _ = end.send(());
            done
        });
        let counting = tokio::spawn(unread::count_frames(metrics));
        Ok(Bot { host, shards, gateway, ended, metrics: serving, counting, metrics_at })
    }

    /// Waits until the connection ends by itself, which it should not.
    pub async fn ended(&mut self) {
        let _ = (&mut self.ended).await;
    }

    /// Where metrics are served.
    pub fn metrics_at(&self) -> Option<SocketAddr> {
        self.metrics_at
    }

    /// The hall.
    pub fn hall(&self) -> &Arc<Hall> {
        &self.host.hall
    }

    /// Waits until no click or command is being carried out; false if that takes too long.
    pub async fn rested(&self, most: Duration) -> bool {
        self.host.wait_idle(most).await
    }

    /// Stops: takes no more clicks, finishes what was acknowledged, closes the hall.
    pub async fn stop(self) {
        // A gateway that is gone does not answer; nobody waits for it for ever.
        if tokio::time::timeout(FAREWELL, self.shards.shutdown_all()).await.is_err() {
            warn!("the gateway did not say goodbye");
        }
        match tokio::time::timeout(FAREWELL, self.gateway).await {
            Ok(Ok(Err(why))) => warn!("the connection ended with an error: {why}"),
            Ok(Err(why)) => error!("the connection broke: {why}"),
            Ok(Ok(Ok(()))) | Err(_) => {}
        }
        if !self.host.wait_idle(FAREWELL).await {
            warn!("some clicks were still at work when the bot stopped");
        }
        self.counting.abort();
        if let Some(metrics) = self.metrics {
            metrics.abort();
        }
        if tokio::time::timeout(FAREWELL, self.host.hall.close()).await.is_err() {
            warn!("some news was still on its way; it is told at the next start");
        }
        info!("stopped");
    }
}

/// Carries requests, and gives up in the end.
pub(super) fn messenger() -> Result<reqwest::Client, StartError> {
    let made = reqwest::Client::builder()
        .use_rustls_tls()
        .connect_timeout(CONNECT_WITHIN)
        .timeout(ASK_WITHIN)
        .build();
    made.map_err(|why| StartError::Discord {
        what: "preparing the connection",
        why: why.to_string(),
    })
}

/// A client for the HTTP API. Where another base is set, serenity's own limiter is off:
/// with it on, the base would be ignored and the token sent to Discord.
pub(super) fn client(config: &Config, over: reqwest::Client) -> Http {
    let builder = HttpBuilder::new(&config.token).client(over);
    match &config.api {
        Some(api) => builder.proxy(api.clone()).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Sends our own requests; serenity's limiter is used where it works.
fn requests(config: &Config, over: &reqwest::Client, metrics: &Arc<Metrics>) -> Requests {
    let http = Arc::new(client(config, over.clone()));
    let elsewhere = config.api.clone().map(|base| (over.clone(), base));
    Requests::new(http, Arc::clone(metrics), elsewhere)
}

/// Who we are; the application may have another number than its user.
pub(super) async fn introduce(requests: &Requests) -> Result<UserId, StartError> {
    let what = "asking Discord who we are";
    let ask = |route: Route<'static>| async move {
        let request = Request::new(route, LightMethod::Get);
        let about = requests.fetch(Place::Rest, request).await?;
        Ok((id_in(&about, "id")?, about))
    };
    let (application, _) = retry_startup(what, || ask(Route::Oauth2ApplicationCurrent)).await?;
    requests.set_application(ApplicationId::new(application));
    let (me, about) = retry_startup(what, || ask(Route::UserMe)).await?;
    let name = about["username"].as_str().unwrap_or("a bot without a name");
    info!("this is {name} (application {application})");
    Ok(UserId(me))
}

/// Tries again for a while: a bot that is started with the machine may be early.
async fn retry_startup<T, F>(what: &'static str, attempt: impl Fn() -> F) -> Result<T, StartError>
where
    F: Future<Output = Result<T, Failure>>,
{
    let mut pauses = PATIENCE.iter();
    loop {
        let failure = match attempt().await {
            Ok(done) => return Ok(done),
            Err(failure) => failure,
        };
        // What was answered like this will be answered like this again.
        let final_word = match failure {
            Failure::Answered { status: 401, .. } => return Err(StartError::BadToken),
            Failure::Answered { status: 400..=428, .. } | Failure::Unreadable => true,
            _ => false,
        };
        match pauses.next() {
            Some(pause) if !final_word => {
                warn!("{what} failed ({failure}); trying again in {pause} s");
                tokio::time::sleep(Duration::from_secs(*pause)).await;
            }
            _ => return Err(StartError::Discord { what, why: failure.to_string() }),
        }
    }
}

async fn host(
    config: &Config,
    games: Vec<Arc<dyn Game>>,
    requests: Arc<Requests>,
    metrics: &Arc<Metrics>,
    (me, clock): (UserId, Arc<dyn Clock>),
) -> Result<Arc<BotContext>, StartError> {
    let store = Store::open(&config.database).await?;
    let rights = Rights::load(&store).await?;
    let wire = RestClient::new(requests, Arc::clone(metrics), config.patience);
    let tickets = Arc::new(PendingClicks::default());
    let easel = RenderPool::new(Arc::clone(metrics));
    let courier =
        Publisher::new(wire.clone(), Arc::clone(&tickets), easel.clone(), (me, config.hurried));
    let courier = Arc::new(courier);
    let front: Arc<dyn crate::hall::front_end::FrontEnd> = Arc::clone(&courier) as _;
    let kept = config.keep_days.map(|days| Span::hours(24 * i64::from(days)));
    let backups = config.backups.clone();
    let parts = HallConfig {
        clock,
        retention: kept,
        backups,
        ..HallConfig::new(store, games.clone(), front)
    };
    let hall = Arc::new(Hall::open(parts).await?);
    courier.serve(&hall);
    let metrics = Arc::clone(metrics);
    let host = BotContext::new(hall, games, wire, tickets, easel, metrics, rights);
    Ok(Arc::new(host.with(config.limits)))
}

/// Registers the commands before anybody can use them: if that fails, nothing starts.
async fn register(
    requests: &Requests,
    guild: Option<u64>,
    host: &BotContext,
) -> Result<(), StartError> {
    let Some(game) = host.game() else { return Ok(()) };
    let commands = registering::commands(game.as_ref());
    let what = "registering the commands";
    retry_startup(what, || registering::register(requests, guild, &commands)).await
}

async fn connect(http: Http, host: &Arc<BotContext>) -> Result<Client, StartError> {
    let data = Arc::clone(host);
    let options = FrameworkOptions {
        commands: commands::all(host),
        event_handler: |framework, event| Box::pin(events::event(framework, event)),
        on_error: |error| Box::pin(commands::broken(error)),
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    let framework = poise::Framework::builder()
        .options(options)
        .setup(|_, _, _| Box::pin(async move { Ok(data) }))
        .build();
    // Servers and their channels, and interactions, which need no intent. No privileged one.
    let client = serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .framework(framework)
        .raw_event_handler(Unread(Arc::clone(&host.metrics)))
        .await;
    client.map_err(|_| StartError::Discord {
        what: "preparing the connection",
        why: "the client could not be made".to_owned(),
    })
}
