//! Start and stop of the bot: the hall, the publisher and the gateway connection.
//!
//! Environment variables and signals are handled by `cli`.

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

/// Timeout of each step of a graceful shutdown.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of one request with its response, which may carry an animation. Without it, a dead
/// connection would block its channel indefinitely.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(2);
/// Delays between attempts to reach Discord at startup, in seconds.
const RETRY_DELAYS: [u64; 5] = [1, 2, 5, 10, 20];

/// Reason why the bot could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// Invalid token.
    #[error("Discord does not know this token; copy it again from the developer portal")]
    BadToken,
    /// Discord cannot be reached or refused a request, or no client can be built.
    #[error("{what} failed: {why}")]
    Discord {
        /// Failed step.
        what: &'static str,
        /// Cause of the failure.
        why: String,
    },
    /// Database error.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The metrics server cannot listen.
    #[error("metrics cannot be served at {place}: {why}")]
    Metrics {
        /// Address to listen on.
        place: SocketAddr,
        /// Cause of the failure.
        why: std::io::Error,
    },
}

/// Running bot.
pub struct Bot {
    host: Arc<BotContext>,
    shards: Arc<ShardManager>,
    gateway: JoinHandle<Result<(), serenity::Error>>,
    /// Resolves when the gateway task ends.
    ended: oneshot::Receiver<()>,
    metrics: Option<JoinHandle<()>>,
    /// Task that counts unreadable gateway frames.
    counting: JoinHandle<()>,
    metrics_at: Option<SocketAddr>,
}

impl Bot {
    /// Starts the bot: opens the hall, registers the commands and connects to the gateway.
    pub async fn start(config: &Config, games: Vec<Arc<dyn Game>>) -> Result<Bot, StartError> {
        Bot::start_at(config, games, Arc::new(SystemClock)).await
    }

    /// Same as [`Bot::start`], with another clock.
    pub async fn start_at(
        config: &Config,
        games: Vec<Arc<dyn Game>>,
        clock: Arc<dyn Clock>,
    ) -> Result<Bot, StartError> {
        Bot::start_over(None, config, games, clock).await
    }

    /// Same as [`Bot::start_at`], with another HTTP client, for example one that trusts a
    /// self-signed certificate.
    pub async fn start_over(
        http_client: Option<reqwest::Client>,
        config: &Config,
        games: Vec<Arc<dyn Game>>,
        clock: Arc<dyn Clock>,
    ) -> Result<Bot, StartError> {
        let http_client = http_client.map_or_else(messenger, Ok)?;
        let metrics = Arc::new(Metrics::default());
        let requests = Arc::new(build_requests(config, &http_client, &metrics));
        let me = introduce(&requests).await?;
        let context =
            build_context(config, games, Arc::clone(&requests), &metrics, (me, clock)).await?;
        register(&requests, config.guild, &context).await?;
        let (metrics_task, metrics_at) = match config.metrics {
            Some(place) => {
                let (task, at) = super::metrics::serve(place, Arc::clone(&context)).await?;
                (Some(task), Some(at))
            }
            None => (None, None),
        };
        let mut gateway = connect(client(config, http_client), &context).await?;
        let shards = Arc::clone(&gateway.shard_manager);
        context.set_shards(Arc::clone(&shards));
        let (end_sender, ended) = oneshot::channel();
        let gateway = tokio::spawn(async move {
            let result = gateway.start_autosharded().await;
            let _ = end_sender.send(());
            result
        });
        let counting = tokio::spawn(unread::count_frames(metrics));
        Ok(Bot {
            host: context,
            shards,
            gateway,
            ended,
            metrics: metrics_task,
            counting,
            metrics_at,
        })
    }

    /// Waits until the gateway connection ends without [`Bot::stop`], which is not expected.
    pub async fn ended(&mut self) {
        let _ = (&mut self.ended).await;
    }

    /// Returns the address of the metrics server. `None` if metrics are off.
    pub fn metrics_at(&self) -> Option<SocketAddr> {
        self.metrics_at
    }

    /// Returns the hall.
    pub fn hall(&self) -> &Arc<Hall> {
        &self.host.hall
    }

    /// Waits until no click or command is being handled. Returns `false` after `most`.
    pub async fn rested(&self, most: Duration) -> bool {
        self.host.wait_idle(most).await
    }

    /// Stops the bot: closes the gateway, finishes the clicks and commands in flight, and closes
    /// the hall.
    pub async fn stop(self) {
        // A dead gateway does not respond, so the wait is bounded.
        if tokio::time::timeout(STOP_TIMEOUT, self.shards.shutdown_all()).await.is_err() {
            warn!("the gateway did not say goodbye");
        }
        match tokio::time::timeout(STOP_TIMEOUT, self.gateway).await {
            Ok(Ok(Err(why))) => warn!("the connection ended with an error: {why}"),
            Ok(Err(why)) => error!("the connection broke: {why}"),
            Ok(Ok(Ok(()))) | Err(_) => {}
        }
        if !self.host.wait_idle(STOP_TIMEOUT).await {
            warn!("some clicks were still at work when the bot stopped");
        }
        self.counting.abort();
        if let Some(metrics) = self.metrics {
            metrics.abort();
        }
        if tokio::time::timeout(STOP_TIMEOUT, self.host.hall.close()).await.is_err() {
            warn!("some news was still on its way; it is told at the next start");
        }
        info!("stopped");
    }
}

/// Creates the HTTP client, with timeouts.
pub(super) fn messenger() -> Result<reqwest::Client, StartError> {
    let built = reqwest::Client::builder()
        .use_rustls_tls()
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(REQUEST_TIMEOUT)
        .build();
    built.map_err(|why| StartError::Discord {
        what: "preparing the connection",
        why: why.to_string(),
    })
}

/// Creates serenity's client for the HTTP API.
///
/// With another base URL, serenity's own rate limiter is off: with it on, the base would be ignored
/// and the token sent to Discord.
pub(super) fn client(config: &Config, http_client: reqwest::Client) -> Http {
    let builder = HttpBuilder::new(&config.token).client(http_client);
    match &config.api {
        Some(api) => builder.proxy(api.clone()).ratelimiter_disabled(true).build(),
        None => builder.build(),
    }
}

/// Creates the sender of the bot's own requests. Uses serenity's rate limiter unless another base
/// URL is set.
fn build_requests(
    config: &Config,
    http_client: &reqwest::Client,
    metrics: &Arc<Metrics>,
) -> Requests {
    let http = Arc::new(client(config, http_client.clone()));
    let other_base = config.api.clone().map(|base| (http_client.clone(), base));
    Requests::new(http, Arc::clone(metrics), other_base)
}

/// Fetches the ids of the application and of its user, which may differ. Stores the first in
/// `requests` and returns the second.
pub(super) async fn introduce(requests: &Requests) -> Result<UserId, StartError> {
    let what = "asking Discord who we are";
    let fetch = |route: Route<'static>| async move {
        let request = Request::new(route, LightMethod::Get);
        let body = requests.fetch(Place::Rest, request).await?;
        Ok((id_in(&body, "id")?, body))
    };
    let (application, _) = retry_startup(what, || fetch(Route::Oauth2ApplicationCurrent)).await?;
    requests.set_application(ApplicationId::new(application));
    let (me, body) = retry_startup(what, || fetch(Route::UserMe)).await?;
    let name = body["username"].as_str().unwrap_or("a bot without a name");
    info!("this is {name} (application {application})");
    Ok(UserId(me))
}

/// Retries a startup request with growing delays: a bot that starts with the machine may be up
/// before the network. Errors that a retry cannot fix fail at once.
async fn retry_startup<T, F>(what: &'static str, attempt: impl Fn() -> F) -> Result<T, StartError>
where
    F: Future<Output = Result<T, Failure>>,
{
    let mut delays = RETRY_DELAYS.iter();
    loop {
        let failure = match attempt().await {
            Ok(done) => return Ok(done),
            Err(failure) => failure,
        };
        // A retry would get the same response.
        let is_permanent = match failure {
            Failure::Answered { status: 401, .. } => return Err(StartError::BadToken),
            Failure::Answered { status: 400..=428, .. } | Failure::Unreadable => true,
            _ => false,
        };
        match delays.next() {
            Some(pause) if !is_permanent => {
                warn!("{what} failed ({failure}); trying again in {pause} s");
                tokio::time::sleep(Duration::from_secs(*pause)).await;
            }
            _ => return Err(StartError::Discord { what, why: failure.to_string() }),
        }
    }
}

/// Opens the store and the hall, and connects the hall to the publisher.
async fn build_context(
    config: &Config,
    games: Vec<Arc<dyn Game>>,
    requests: Arc<Requests>,
    metrics: &Arc<Metrics>,
    (me, clock): (UserId, Arc<dyn Clock>),
) -> Result<Arc<BotContext>, StartError> {
    let store = Store::open(&config.database).await?;
    let rights = Rights::load(&store).await?;
    let rest = RestClient::new(requests, Arc::clone(metrics), config.patience);
    let pending = Arc::new(PendingClicks::default());
    let render_pool = RenderPool::new(Arc::clone(metrics));
    let publisher = Publisher::new(
        rest.clone(),
        Arc::clone(&pending),
        render_pool.clone(),
        (me, config.hurried),
    );
    let publisher = Arc::new(publisher);
    let front: Arc<dyn crate::hall::front_end::FrontEnd> = Arc::clone(&publisher) as _;
    let retention = config.keep_days.map(|days| Span::hours(24 * i64::from(days)));
    let backups = config.backups.clone();
    let hall_config =
        HallConfig { clock, retention, backups, ..HallConfig::new(store, games.clone(), front) };
    let hall = Arc::new(Hall::open(hall_config).await?);
    publisher.serve(&hall);
    let metrics = Arc::clone(metrics);
    let context = BotContext::new(hall, games, rest, pending, render_pool, metrics, rights);
    Ok(Arc::new(context.with(config.limits)))
}

/// Registers the slash commands, before the bot connects. If this fails, the bot does not start.
async fn register(
    requests: &Requests,
    guild: Option<u64>,
    context: &BotContext,
) -> Result<(), StartError> {
    let Some(game) = context.game() else { return Ok(()) };
    let commands = registering::commands(game.as_ref());
    let what = "registering the commands";
    retry_startup(what, || registering::register(requests, guild, &commands)).await
}

/// Creates the gateway client with the command framework and the event handlers.
async fn connect(http: Http, context: &Arc<BotContext>) -> Result<Client, StartError> {
    let data = Arc::clone(context);
    let options = FrameworkOptions {
        commands: commands::all(context),
        event_handler: |framework, event| Box::pin(events::event(framework, event)),
        on_error: |error| Box::pin(commands::broken(error)),
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    let framework = poise::Framework::builder()
        .options(options)
        .setup(|_, _, _| Box::pin(async move { Ok(data) }))
        .build();
    // `GUILDS` covers servers and their channels; interactions need no intent. None is privileged.
    let client = serenity::client::ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .framework(framework)
        .raw_event_handler(Unread(Arc::clone(&context.metrics)))
        .await;
    client.map_err(|_| StartError::Discord {
        what: "preparing the connection",
        why: "the client could not be made".to_owned(),
    })
}
