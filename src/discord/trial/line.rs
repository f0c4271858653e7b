//! Recorded HTTP client of a trial, and the requests that only a trial makes.
//!
//! Requests that the bot makes too go through its own [`RestClient`].

use std::sync::Arc;

use serde_json::{Value, json};
use serenity::all::{ChannelId, Http, HttpBuilder, LightMethod, MessageId};
use serenity::http::{Ratelimiter, Request, Route};
use tokio::sync::{mpsc, watch};

use super::{News, Plan, Trial};
use crate::discord::bot;
use crate::discord::config::Config;
use crate::discord::holds::Place;
use crate::discord::metrics::Metrics;
use crate::discord::requests::Requests;
use crate::discord::rest_client::{RestClient, SendError, classify, with_file};
use crate::discord::witness::Witness;

/// Builds a trial. Returns a sentence if Discord does not say which user the bot is.
pub(super) async fn open(
    config: &Config,
    plan: Plan,
    tell: mpsc::UnboundedSender<News>,
    mut stop: watch::Receiver<bool>,
) -> Result<Trial, String> {
    let client = bot::messenger().map_err(|why| why.to_string())?;
    let (witness, metrics) = (Arc::new(Witness::default()), Arc::new(Metrics::default()));
    let http = Arc::new(recorded_http(config, client.clone(), &witness));
    let other_api = config.api.clone().map(|base| (client, base));
    let requests = Requests::new(http, Arc::clone(&metrics), other_api);
    let requests = Arc::new(requests.watched(Arc::clone(&witness)));
    let me = tokio::select! {
        me = bot::introduce(&requests) => me.map_err(|why| why.to_string())?,
        _ = stop.wait_for(|stop| *stop) => return Err("stopped before it began".to_owned()),
    };
    Ok(Trial {
        wire: RestClient::new(Arc::clone(&requests), metrics, config.patience),
        requests,
        witness,
        plan,
        me: me.0,
        tell,
        stop,
        about: Value::Null,
        posted: Vec::new(),
        first: None,
        thread: None,
        looked_back: false,
        kept: None,
        ahead: None,
        ears: None,
    })
}

/// The bot's own client. Where serenity's rate limiter is used, its waits are recorded too.
fn recorded_http(config: &Config, client: reqwest::Client, witness: &Arc<Witness>) -> Http {
    if config.api.is_some() {
        return bot::client(config, client);
    }
    let mut limiter = Ratelimiter::new(client.clone(), format!("Bot {}", config.token));
    let witness = Arc::clone(witness);
    limiter.set_ratelimit_callback(Box::new(move |limit| witness.waits(limit.timeout)));
    HttpBuilder::new(&config.token).client(client).ratelimiter(limiter).build()
}

impl Trial {
    async fn fetch(&self, place: u64, request: Request<'_>) -> Result<Value, SendError> {
        let result = self.requests.fetch(Place::Channel(place), request).await;
        result.map_err(|why| classify(&why))
    }

    /// Fetches the recommended shard count and the session start limit of the gateway.
    pub(super) async fn ask_gateway(&self) -> Result<Value, SendError> {
        let request = Request::new(Route::GatewayBot, LightMethod::Get);
        let result = self.requests.fetch(Place::Rest, request).await;
        result.map_err(|why| classify(&why))
    }

    /// Fetches a channel.
    pub(super) async fn ask_channel(&self, channel: u64) -> Result<Value, SendError> {
        let channel_id = ChannelId::new(channel.max(1));
        self.fetch(channel, Request::new(Route::Channel { channel_id }, LightMethod::Get)).await
    }

    /// Fetches the current state of a message.
    pub(super) async fn ask_message(&self, channel: u64, message: u64) -> Result<Value, SendError> {
        let (channel_id, message_id) =
            (ChannelId::new(channel.max(1)), MessageId::new(message.max(1)));
        let route = Route::ChannelMessage { channel_id, message_id };
        self.fetch(channel, Request::new(route, LightMethod::Get)).await
    }

    /// Fetches the last 100 messages of the channel, newest first.
    pub(super) async fn ask_history(&self) -> Result<Vec<Value>, SendError> {
        let channel = self.plan.channel;
        let route = Route::ChannelMessages { channel_id: ChannelId::new(channel.max(1)) };
        let request = Request::new(route, LightMethod::Get);
        let request = request.params(Some(vec![("limit", "100".to_owned())]));
        Ok(self.fetch(channel, request).await?.as_array().cloned().unwrap_or_default())
    }

    /// Opens a thread on a message of the trial.
    pub(super) async fn open_thread(&self, message: u64, name: &str) -> Result<Value, SendError> {
        let channel = self.plan.channel;
        let (channel_id, message_id) =
            (ChannelId::new(channel.max(1)), MessageId::new(message.max(1)));
        let route = Route::ChannelMessageThreads { channel_id, message_id };
        let body = json!({ "name": name, "auto_archive_duration": 60 });
        self.fetch(channel, with_file(route, LightMethod::Post, &body, None)).await
    }

    pub(super) async fn archive(&self, thread: u64) -> Result<(), SendError> {
        let route = Route::Channel { channel_id: ChannelId::new(thread.max(1)) };
        let body = json!({ "archived": true });
        self.fetch(thread, with_file(route, LightMethod::Patch, &body, None)).await.map(drop)
    }

    pub(super) async fn delete_thread(&self, thread: u64) -> Result<(), SendError> {
        let route = Route::Channel { channel_id: ChannelId::new(thread.max(1)) };
        self.fetch(thread, Request::new(route, LightMethod::Delete)).await.map(drop)
    }
}
