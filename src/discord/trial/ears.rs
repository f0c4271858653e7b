//! Gateway connection of a trial: receives clicks on the trial's own components, nothing else.
//!
//! `pressing` sends the answers. A bot that runs at the same time receives the same events.

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

/// Timeout until the gateway connection is ready.
const READY_WITHIN: Duration = Duration::from_secs(30);
/// Timeout of closing the connection.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// A click on a component of the trial.
pub(super) struct Click {
    pub(super) call: InteractionToken,
    /// `custom_id` of the button or menu.
    pub(super) id: String,
    /// Message that holds the component.
    pub(super) message: u64,
    /// Time of arrival.
    pub(super) came: Instant,
    /// Time of arrival by the local clock, in milliseconds of Unix time.
    pub(super) at: i64,
    /// Whether it was a menu and an option was picked.
    pub(super) picked: bool,
}

/// What the gateway reports to the trial.
pub(super) enum Heard {
    Ready,
    Click(Click),
}

/// An open gateway connection.
pub(super) struct Ears {
    pub(super) heard: mpsc::UnboundedReceiver<Heard>,
    shards: Arc<ShardManager>,
    task: JoinHandle<Result<(), serenity::Error>>,
}

/// Forwards gateway events to the trial.
struct EventSender(mpsc::UnboundedSender<Heard>);

#[serenity::async_trait]
impl EventHandler for EventSender {
    async fn ready(&self, _: Context, _: Ready) {
        // The receiver is gone once the trial is over.
        let _ = self.0.send(Heard::Ready);
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let (came, at) = (Instant::now(), unix());
        let Interaction::Component(interaction) = interaction else { return };
        if custom_id::in_trial(&interaction.data.custom_id).is_none() {
            return;
        }
        let picked = match &interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => !values.is_empty(),
            _ => false,
        };
        let token = InteractionToken { id: interaction.id.get(), token: interaction.token };
        let (id, message) = (interaction.data.custom_id, interaction.message.id.get());
        let _ = self.0.send(Heard::Click(Click { call: token, id, message, came, at, picked }));
    }
}

impl Trial {
    /// Connects to the gateway, unless the bot's daily session starts are used up.
    pub(super) async fn listen(&mut self, config: &Config) -> Outcome {
        let gateway = match self.ask_gateway().await {
            Ok(gateway) => gateway,
            Err(why) => {
                return Outcome::problem(format!(
                    "Discord does not say how to reach its gateway: {}",
                    advice(&why)
                ));
            }
        };
        let limit = &gateway["session_start_limit"];
        if limit["remaining"].as_u64() == Some(0) {
            let hours = limit["reset_after"].as_u64().unwrap_or_default().div_ceil(3_600_000);
            return Outcome::problem(format!(
                "this bot has connected too often today; Discord lets it in again in about {hours} \
                 h. What starts it again and again?"
            ));
        }
        let shards =
            gateway["shards"].as_u64().and_then(|count| u32::try_from(count).ok()).unwrap_or(1);
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

    /// Starts one shard, the one of the channel's server, and waits until it is ready.
    async fn connect(&self, config: &Config, shards: u32) -> Result<Ears, String> {
        let http = bot::messenger().map_err(|why| why.to_string())?;
        let (sender, heard) = mpsc::unbounded_channel();
        let client = serenity::client::ClientBuilder::new_with_http(
            bot::client(config, http),
            // Interactions need no intent, and privileged ones are not requested.
            GatewayIntents::GUILDS,
        );
        let built = client.event_handler(EventSender(sender)).await;
        let mut client: Client = built.map_err(|_| "the client could not be made".to_owned())?;
        let server = self.about["guild_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or(1);
        let shard = ((server as u64 >> super::TIME) % u64::from(shards)) as u32;
        let manager = Arc::clone(&client.shard_manager);
        let task = tokio::spawn(async move { client.start_shard(shard, shards).await });
        let mut ears = Ears { heard, shards: manager, task };
        let mut stop = self.stop.clone();
        let ready = tokio::select! {
            ready = tokio::time::timeout(READY_WITHIN, ears.wait_ready()) => ready,
            // Can stop at once, unlike a post: nothing is left behind in the channel.
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
    /// Waits until the connection is ready. Returns an error if it ends before.
    async fn wait_ready(&mut self) -> Result<(), String> {
        loop {
            tokio::select! {
                heard = self.heard.recv() => match heard {
                    Some(Heard::Ready) => return Ok(()),
                    Some(Heard::Click(_)) => {}
                    None => return Err("the connection ended at once".to_owned()),
                },
                ended = &mut self.task => return Err(describe_end(ended.ok())),
            }
        }
    }

    /// Closes the connection.
    pub(super) async fn close(self) {
        // A gateway that is gone does not answer; the task is aborted after the timeout.
        let _ = tokio::time::timeout(CLOSE_WITHIN, self.shards.shutdown_all()).await;
        self.task.abort();
    }
}

/// Explains why the connection ended. Omits the library's own text: that may contain addresses.
fn describe_end(ended: Option<Result<(), serenity::Error>>) -> String {
    let why = match ended {
        Some(Err(serenity::Error::Gateway(error))) => match error {
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
