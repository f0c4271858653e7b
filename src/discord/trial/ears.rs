//! The gateway of a trial: hears what is pressed in it, and nothing else.
//!
//! May use: serenity's client, `bot`'s way to Discord. Deliberately absent: answers; the bot's
//! events, which the bot that runs beside receives as well.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::all::{
    Client, ComponentInteractionDataKind, Context, EventHandler, GatewayIntents, Interaction,
    Ready, ShardManager,
};
use serenity::gateway::GatewayError;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::step::{Outcome, advice};
use super::{Trial, unix};
use crate::discord::bot;
use crate::discord::config::Config;
use crate::discord::custom_id;
use crate::discord::rest_client::InteractionToken;

/// How long a connection may take until it is ready.
const READY_WITHIN: Duration = Duration::from_secs(30);
/// How long a goodbye may take.
const FAREWELL: Duration = Duration::from_secs(5);

/// Something was pressed.
pub(super) struct Click {
    /// How to answer it.
    pub(super) call: InteractionToken,
    /// The id of the button or menu.
    pub(super) id: String,
    /// The message it stands on.
    pub(super) message: u64,
    /// When it arrived.
    pub(super) came: Instant,
    /// The same by our clock, in milliseconds of Unix time.
    pub(super) at: i64,
    /// It was a menu, and something was picked.
    pub(super) picked: bool,
}

/// What is heard.
pub(super) enum Heard {
    Ready,
    Click(Click),
}

/// A connection that listens.
pub(super) struct Ears {
    pub(super) heard: mpsc::UnboundedReceiver<Heard>,
    shards: Arc<ShardManager>,
    task: JoinHandle<Result<(), serenity::Error>>,
}

struct Mouth(mpsc::UnboundedSender<Heard>);

#[serenity::async_trait]
impl EventHandler for Mouth {
    async fn ready(&self, _: Context, _: Ready) {
        // Nobody listens any more when the trial is over.
        let _ = self.0.send(Heard::Ready);
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let (came, at) = (Instant::now(), unix());
        let Interaction::Component(it) = interaction else { return };
        if custom_id::in_trial(&it.data.custom_id).is_none() {
            return;
        }
        let picked = match &it.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => !values.is_empty(),
            _ => false,
        };
        let call = InteractionToken { id: it.id.get(), token: it.token };
        let (id, message) = (it.data.custom_id, it.message.id.get());
        let _ = self.0.send(Heard::Click(Click { call, id, message, came, at, picked }));
    }
}

impl Trial {
    /// Connects to the gateway, if that is possible today.
    pub(super) async fn listen(&mut self, config: &Config) -> Outcome {
        let about = match self.ask_gateway().await {
            Ok(about) => about,
            Err(why) => {
                return Outcome::problem(format!(
                    "Discord does not say how to reach its gateway: {}",
                    advice(&why)
                ));
            }
        };
        let limit = &about["session_start_limit"];
        if limit["remaining"].as_u64() == Some(0) {
            let hours = limit["reset_after"].as_u64().unwrap_or_default().div_ceil(3_600_000);
            return Outcome::problem(format!(
                "this bot has connected too often today; Discord lets it in again in about {hours} \
                 h. What starts it again and again?"
            ));
        }
        let shards = about["shards"].as_u64().and_then(|all| u32::try_from(all).ok()).unwrap_or(1);
        match self.connect(config, shards.max(1)).await {
            Ok(ears) => {
                self.ears = Some(ears);
                let left = limit["remaining"].as_u64().map_or_else(String::new, |left| {
                    format!("; it may connect {} more times today", left.saturating_sub(1))
                });
                Outcome::well(format!("connected{left}"))
            }
            Err(why) => Outcome::problem(why),
        }
    }

    /// One shard is enough: the one of the channel's server.
    async fn connect(&self, config: &Config, shards: u32) -> Result<Ears, String> {
        let over = bot::messenger().map_err(|why| why.to_string())?;
        let (mouth, heard) = mpsc::unbounded_channel();
        let client = serenity::client::ClientBuilder::new_with_http(
            bot::client(config, over),
            // What is pressed needs no intent, and no privileged one is asked for.
            GatewayIntents::GUILDS,
        );
        let made = client.event_handler(Mouth(mouth)).await;
        let mut client: Client = made.map_err(|_| "the client could not be made".to_owned())?;
        let server = self.about["guild_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(1);
        let shard = ((server as u64 >> super::TIME) % u64::from(shards)) as u32;
        let manager = Arc::clone(&client.shard_manager);
        let task = tokio::spawn(async move { client.start_shard(shard, shards).await });
        let mut ears = Ears { heard, shards: manager, task };
        let mut stop = self.stop.clone();
        let ready = tokio::select! {
            ready = tokio::time::timeout(READY_WITHIN, ears.is_ready()) => ready,
            // A post would be finished first; here nothing is left behind.
            _ = stop.wait_for(|stop| *stop) => Ok(Err("stopped before it was connected".to_owned())),
        };
        match ready {
            Ok(Ok(())) => Ok(ears),
            Ok(Err(why)) => {
                ears.close().await;
                Err(why)
            }
            Err(_) => {
                ears.close().await;
                Err(format!(
                    "no connection in {} s; does a firewall hold back websockets (port 443)?",
                    READY_WITHIN.as_secs()
                ))
            }
        }
    }
}

impl Ears {
    /// Waits until it is ready, or has ended.
    async fn is_ready(&mut self) -> Result<(), String> {
        loop {
            tokio::select! {
                heard = self.heard.recv() => match heard {
                    Some(Heard::Ready) => return Ok(()),
                    Some(Heard::Click(_)) => {}
                    None => return Err("the connection ended at once".to_owned()),
                },
                ended = &mut self.task => return Err(ending(ended.ok())),
            }
        }
    }

    /// Says goodbye.
    pub(super) async fn close(self) {
        // A gateway that is gone does not answer.
        let _ = tokio::time::timeout(FAREWELL, self.shards.shutdown_all()).await;
        self.task.abort();
    }
}

/// Why the connection ended, without what the library says of it: that may hold addresses.
fn ending(ended: Option<Result<(), serenity::Error>>) -> String {
    let why = match ended {
        Some(Err(serenity::Error::Gateway(why))) => match why {
            GatewayError::InvalidAuthentication => "it does not know the token",
            GatewayError::DisallowedGatewayIntents | GatewayError::InvalidGatewayIntents => {
                "it does not want what was asked to be told"
            }
            _ => "it closed the connection",
        },
        _ => "it closed the connection",
    };
    format!("no connection to Discord's gateway: {why}; try again in a few minutes")
}
