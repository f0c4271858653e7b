//! REST client for Discord: requests with retries and error classes.
//!
//! Errors are told by code and never contain the address, because it holds interaction tokens.

use std::future::Future;
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use serenity::all::{
    ChannelId, CreateAttachment, GuildId, InteractionId, LightMethod, MessageId, UserId,
};
use serenity::http::{Multipart, MultipartUpload, Request, Route};

use super::asides::Aside;
use super::holds::Place;
use super::message::{AttachedFile, OutgoingMessage};
use super::metrics::Metrics;
use super::requests::{Failure, Requests, id_in};

mod places;
mod trouble;

pub use trouble::SendError;
pub(super) use trouble::classify;

/// Interaction that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteractionToken {
    /// Id of the interaction.
    pub id: u64,
    /// Secret token.
    pub token: String,
}

/// Posted message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Id of the message.
    pub message: u64,
    /// Whether it was posted before, with the same nonce, and has other buttons or menus.
    pub outdated: bool,
}

/// Delays between the attempts of a request. If it still fails then, the caller retries later.
const RETRY_DELAYS: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(3)];

/// Timeout of an edit. Rate limit buckets are full again after 5 seconds. For a message that is
/// too old Discord asks for a much longer wait, and serenity's limiter would wait, with the whole
/// channel behind it: such an edit is given up.
const EDIT_TIMEOUT: Duration = Duration::from_secs(6);

/// Timeout of the first attempt to answer an interaction. A connection that was dropped silently
/// gives no error for minutes; the timeout leaves time for a second attempt.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(1200);

/// Bounds of [`RestClient::ack_delay`].
const MIN_ACK_DELAY: Duration = Duration::from_micros(500);
const MAX_ACK_DELAY: Duration = Duration::from_millis(400);
/// Assumed latency of an answer before the first one was measured.
const INITIAL_LATENCY: Duration = Duration::from_millis(100);

/// REST client for Discord.
#[derive(Clone)]
pub struct RestClient {
    requests: Arc<Requests>,
    metrics: Arc<Metrics>,
    /// Fixed acknowledgement delay of clicks, if any.
    patience: Option<Duration>,
    /// Moving average of the latency of answers, in microseconds.
    way: Arc<AtomicU64>,
    /// Moving average of the time it takes to work out an answer, in microseconds.
    work: Arc<AtomicU64>,
}

impl RestClient {
    /// Creates a client. `patience` fixes the acknowledgement delay of clicks.
    pub fn new(requests: Arc<Requests>, metrics: Arc<Metrics>, patience: Option<Duration>) -> Self {
        let way = Arc::new(AtomicU64::new(INITIAL_LATENCY.as_micros() as u64));
        RestClient { requests, metrics, patience, way, work: Arc::default() }
    }

    /// Returns how long a click may wait for its answer before it is acknowledged without one:
    /// half the latency of an answer. A user then never waits twice as long as necessary, and a
    /// quick answer takes a single request whatever the latency. Zero while answers usually
    /// take longer than that, because waiting would not save the request.
    pub fn ack_delay(&self) -> Duration {
        let average = |stored: &AtomicU64| Duration::from_micros(stored.load(Ordering::Relaxed));
        let half = (average(&self.way) / 2).clamp(MIN_ACK_DELAY, MAX_ACK_DELAY);
        let adaptive = if average(&self.work) > half { Duration::ZERO } else { half };
        self.patience.unwrap_or(adaptive)
    }

    /// Records how long it took to work out an answer.
    pub fn note_work(&self, took: Duration) {
        update_average(&self.work, took);
    }

    /// Posts a message. Idempotent: the same nonce again within minutes posts nothing new.
    pub async fn post(
        &self,
        channel: u64,
        message: &OutgoingMessage,
        nonce: &str,
    ) -> Result<Sent, SendError> {
        let body = message.posted(nonce);
        let post = || async {
            let route = Route::ChannelMessages { channel_id: channel_id(channel)? };
            let request = with_file(route, LightMethod::Post, &body, message.file.as_ref());
            let sent = self.requests.fetch(Place::Channel(channel), request).await;
            let sent = sent.and_then(|sent| Ok((id_in(&sent, "id")?, sent)));
            sent.map_err(|why| self.send_error(&why))
        };
        let (id, sent) = retry(post).await?;
        let outdated = component_ids(&sent["components"]) != component_ids(&body["components"]);
        self.metrics.sent();
        Ok(Sent { message: id, outdated })
    }

    /// Edits a message of the bot.
    pub async fn edit(
        &self,
        channel: u64,
        message: u64,
        content: &OutgoingMessage,
    ) -> Result<(), SendError> {
        let body = content.json();
        let edit = || async {
            let (channel_id, message_id) = (channel_id(channel)?, message_id(message)?);
            let route = Route::ChannelMessage { channel_id, message_id };
            let request = with_file(route, LightMethod::Patch, &body, content.file.as_ref());
            let place = Place::Channel(channel);
            match self.requests.send_within(place, request, Some(EDIT_TIMEOUT)).await {
                Ok(_) => Ok(()),
                Err(Failure::Slow) => Err(SendError::TooOld),
                Err(why) => Err(self.send_error(&why)),
            }
        };
        retry(edit).await?;
        self.metrics.edited();
        Ok(())
    }

    /// Deletes a message of the bot. Idempotent: succeeds if the message is gone.
    pub async fn delete(&self, channel: u64, message: u64) -> Result<(), SendError> {
        let delete = || async {
            let (channel_id, message_id) = (channel_id(channel)?, message_id(message)?);
            let route = Route::ChannelMessage { channel_id, message_id };
            let request = Request::new(route, LightMethod::Delete);
            let done = self.requests.send(Place::Channel(channel), request).await;
            done.map(drop).map_err(|why| self.send_error(&why))
        };
        match retry(delete).await {
            Err(SendError::MessageGone) => Ok(()),
            done => done,
        }
    }

    /// Unarchives a thread.
    pub async fn wake_thread(&self, channel: u64) -> Result<(), SendError> {
        let route = Route::Channel { channel_id: channel_id(channel)? };
        let request = with_file(route, LightMethod::Patch, &json!({ "archived": false }), None);
        let done = self.requests.send(Place::Channel(channel), request).await;
        done.map(drop).map_err(|why| self.send_error(&why))
    }

    /// Returns the display name of a user in a server, or `None` if the request fails.
    pub async fn name(&self, server: u64, user: u64) -> Option<String> {
        if server == 0 || user == 0 {
            return None;
        }
        let (guild_id, user_id) = (GuildId::new(server), UserId::new(user));
        let request = Request::new(Route::GuildMember { guild_id, user_id }, LightMethod::Get);
        let member = self.requests.fetch(Place::Server(server), request).await.ok()?;
        let account = &member["user"];
        let names = [&member["nick"], &account["global_name"], &account["username"]];
        names.into_iter().find_map(Value::as_str).map(str::to_owned)
    }

    /// Returns the approximate number of members of a server, or `None` if Discord does not tell
    /// it in time.
    pub async fn members(&self, server: u64) -> Option<u64> {
        if server == 0 {
            return None;
        }
        let request =
            Request::new(Route::Guild { guild_id: GuildId::new(server) }, LightMethod::Get);
        let request = request.params(Some(vec![("with_counts", "true".to_owned())]));
        let response = self.requests.fetch(Place::Server(server), request);
        let guild = tokio::time::timeout(ANSWER_TIMEOUT, response).await.ok()?.ok()?;
        guild["approximate_member_count"].as_u64()
    }

    /// Answers with a private message.
    pub async fn reply(
        &self,
        interaction: &InteractionToken,
        message: &OutgoingMessage,
    ) -> Result<(), SendError> {
        self.answer(
            interaction,
            &json!({ "type": 4, "data": message.private() }),
            message.file.as_ref(),
        )
        .await
    }

    /// Answers a click by editing its message.
    pub async fn update(
        &self,
        interaction: &InteractionToken,
        message: &OutgoingMessage,
    ) -> Result<(), SendError> {
        self.answer(
            interaction,
            &json!({ "type": 7, "data": message.json() }),
            message.file.as_ref(),
        )
        .await
    }

    /// Acknowledges a click without changing its message.
    pub async fn defer_update(&self, interaction: &InteractionToken) -> Result<(), SendError> {
        self.answer(interaction, &json!({ "type": 6 }), None).await
    }

    /// Acknowledges a command. A private answer follows.
    pub async fn defer_reply(&self, interaction: &InteractionToken) -> Result<(), SendError> {
        self.answer(interaction, &json!({ "type": 5, "data": { "flags": 64 } }), None).await
    }

    /// Answers an autocomplete request.
    pub async fn complete(
        &self,
        interaction: &InteractionToken,
        choices: Value,
    ) -> Result<(), SendError> {
        self.answer(interaction, &json!({ "type": 8, "data": { "choices": choices } }), None).await
    }

    /// Answers an interaction, with one retry.
    async fn answer(
        &self,
        interaction: &InteractionToken,
        body: &Value,
        file: Option<&AttachedFile>,
    ) -> Result<(), SendError> {
        // One retry without a delay: Discord allows 3 seconds. If it was answered already, the
        // first attempt arrived and only its response was lost.
        let last = match self.answer_first(interaction, body, file).await {
            Err(SendError::Later(_)) => match self.answer_once(interaction, body, file).await {
                Err(SendError::AnsweredAlready) => Ok(()),
                second => second,
            },
            first => first,
        };
        if last.as_ref().is_err_and(|why| *why != SendError::AnsweredAlready) {
            self.metrics.unanswered();
        }
        last
    }

    /// Makes the first attempt, with a timeout unless it uploads a file.
    async fn answer_first(
        &self,
        interaction: &InteractionToken,
        body: &Value,
        file: Option<&AttachedFile>,
    ) -> Result<(), SendError> {
        let first = self.answer_once(interaction, body, file);
        if file.is_some() {
            return first.await;
        }
        let first = tokio::time::timeout(ANSWER_TIMEOUT, first).await;
        first.unwrap_or_else(|_| Err(SendError::Later("there was no answer in time".to_owned())))
    }

    /// Makes one attempt and records its latency.
    async fn answer_once(
        &self,
        interaction: &InteractionToken,
        body: &Value,
        file: Option<&AttachedFile>,
    ) -> Result<(), SendError> {
        let interaction_id = InteractionId::new(interaction.id.max(1));
        let route = Route::InteractionResponse { interaction_id, token: &interaction.token };
        let request = with_file(route, LightMethod::Post, body, file);
        let begun = Instant::now();
        let done = self.requests.send(Place::Callback(interaction.id), request).await;
        if done.is_ok() && file.is_none() {
            update_average(&self.way, begun.elapsed());
        }
        done.map(drop).map_err(|why| self.send_error(&why))
    }

    /// Edits the message that answered the interaction or was clicked, after a deferral.
    pub async fn edit_original(
        &self,
        interaction: &InteractionToken,
        message: &OutgoingMessage,
    ) -> Result<(), SendError> {
        let body = message.json();
        let edit = || async {
            let route = self.original_route(interaction)?;
            let request = with_file(route, LightMethod::Patch, &body, message.file.as_ref());
            let done = self.requests.send(Place::Webhook(interaction.id), request).await;
            done.map(drop).map_err(|why| self.send_error(&why))
        };
        retry(edit).await?;
        self.metrics.edited();
        Ok(())
    }

    /// Sends the user of the interaction another private message. Returns its id.
    pub async fn follow_up(
        &self,
        interaction: &InteractionToken,
        message: &OutgoingMessage,
    ) -> Result<u64, SendError> {
        let body = message.private();
        let send = || async {
            let application_id = self.requests.application().ok_or_else(unknown_application)?;
            let route =
                Route::WebhookFollowupMessages { application_id, token: &interaction.token };
            let request = with_file(route, LightMethod::Post, &body, message.file.as_ref());
            let sent = self.requests.fetch(Place::Webhook(interaction.id), request).await;
            sent.and_then(|sent| id_in(&sent, "id")).map_err(|why| self.send_error(&why))
        };
        retry(send).await
    }

    /// Removes the buttons and menus of a private message. Its text stays.
    pub async fn disarm(&self, aside: &Aside) -> Result<(), SendError> {
        let interaction = &aside.call;
        let body = json!({ "components": [], "allowed_mentions": { "parse": [], "users": [] } });
        let disarm = || async {
            let route = match aside.followed.and_then(NonZeroU64::new) {
                None => self.original_route(interaction)?,
                Some(message) => Route::WebhookFollowupMessage {
                    application_id: self.requests.application().ok_or_else(unknown_application)?,
                    token: &interaction.token,
                    message_id: message.into(),
                },
            };
            let request = with_file(route, LightMethod::Patch, &body, None);
            let done = self.requests.send(Place::Webhook(interaction.id), request).await;
            done.map(drop).map_err(|why| self.send_error(&why))
        };
        retry(disarm).await
    }

    /// Runs [`disarm`](Self::disarm) in the background. A failure loses nothing and is only logged.
    pub fn disarm_beside(&self, aside: Option<Aside>) {
        let Some(aside) = aside else { return };
        let client = self.clone();
        tokio::spawn(async move {
            if let Err(why) = client.disarm(&aside).await {
                tracing::debug!("a private message keeps its buttons: {why}");
            }
        });
    }

    /// Returns the route of the message that answered an interaction or was clicked.
    fn original_route<'a>(
        &self,
        interaction: &'a InteractionToken,
    ) -> Result<Route<'a>, SendError> {
        let application_id = self.requests.application().ok_or_else(unknown_application)?;
        Ok(Route::WebhookOriginalInteractionResponse { application_id, token: &interaction.token })
    }

    /// Counts a message that was given up because Discord takes it in no form.
    pub fn gave_up(&self) {
        self.metrics.given_up();
    }

    /// Classifies a failure and counts it.
    fn send_error(&self, failure: &Failure) -> SendError {
        let error = classify(failure);
        self.metrics.trouble(&error);
        error
    }
}

/// Error while the application id is unknown. No click can arrive before it is known.
fn unknown_application() -> SendError {
    SendError::Later("it is not known yet who we are".to_owned())
}

/// Updates a moving average: each new time counts one eighth.
fn update_average(stored: &AtomicU64, took: Duration) {
    let took = took.as_micros() as u64;
    let before = stored.load(Ordering::Relaxed);
    stored.store((before * 7 + took) / 8, Ordering::Relaxed);
}

/// Returns the custom ids of all buttons and menus in the JSON of `rows`.
fn component_ids(rows: &Value) -> Vec<&str> {
    let rows = rows.as_array().into_iter().flatten();
    let parts = rows.filter_map(|row| row["components"].as_array()).flatten();
    parts.filter_map(|part| part["custom_id"].as_str()).collect()
}

fn channel_id(channel: u64) -> Result<ChannelId, SendError> {
    if channel == 0 { Err(SendError::ChannelGone) } else { Ok(ChannelId::new(channel)) }
}

fn message_id(message: u64) -> Result<MessageId, SendError> {
    if message == 0 { Err(SendError::MessageGone) } else { Ok(MessageId::new(message)) }
}

/// Builds a request with a JSON body and an optional file.
pub(super) fn with_file<'a>(
    route: Route<'a>,
    method: LightMethod,
    body: &Value,
    file: Option<&AttachedFile>,
) -> Request<'a> {
    let request = Request::new(route, method);
    let Some(file) = file else {
        return request.body(Some(body.to_string().into_bytes()));
    };
    let file = CreateAttachment::bytes(file.bytes.clone(), file.name.clone());
    request.multipart(Some(Multipart {
        upload: MultipartUpload::Attachments(vec![file]),
        payload_json: Some(body.to_string()),
        fields: Vec::new(),
    }))
}

/// Retries after each of [`RETRY_DELAYS`] while the error is transient.
async fn retry<T, F>(mut attempt: impl FnMut() -> F) -> Result<T, SendError>
where
    F: Future<Output = Result<T, SendError>>,
{
    for delay in RETRY_DELAYS {
        match attempt().await {
            Err(SendError::Later(_)) => tokio::time::sleep(delay).await,
            done => return done,
        }
    }
    attempt().await
}
