//! The wire: requests to Discord, tried again where that makes sense, and what
//! their failures mean.
//!
//! May use: `requests`, serenity's routes. Deliberately absent: what is sent. Errors
//! are told by code, never with the address: that holds interaction tokens.

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

/// An interaction that can be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteractionToken {
    /// Its number.
    pub id: u64,
    /// Its secret.
    pub token: String,
}

/// A message that was posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Its number.
    pub message: u64,
    /// It was posted before, with the same nonce, and offers something else.
    pub outdated: bool,
}

/// Pauses between tries; a request that still fails then is for later.
const PAUSES: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_secs(1), Duration::from_secs(3)];

/// How long a change may take. Buckets are full again after five seconds. Of a message that is
/// too old Discord says to come back much later, and serenity's limiter would, with the whole
/// channel behind it: such a message is given up.
const CHANGE_WITHIN: Duration = Duration::from_secs(6);

/// How long the first try of an answer may take. A connection that has gone without a word
/// says nothing for minutes; so there is still time for a second try.
const ANSWER_WITHIN: Duration = Duration::from_millis(1200);

/// The least and the most a click waits for its answer before it is acknowledged by itself.
const LEAST_PATIENCE: Duration = Duration::from_micros(500);
const MOST_PATIENCE: Duration = Duration::from_millis(400);
/// How long an answer is thought to be on its way before one was.
const FIRST_WAY: Duration = Duration::from_millis(100);

/// Requests to Discord.
#[derive(Clone)]
pub struct RestClient {
    requests: Arc<Requests>,
    metrics: Arc<Metrics>,
    /// How long a click waits, if that is fixed.
    patience: Option<Duration>,
    /// How long answers were on their way lately, in microseconds.
    way: Arc<AtomicU64>,
    /// How long it took lately to have one, in microseconds.
    work: Arc<AtomicU64>,
}

impl RestClient {
    /// A wire.
    pub fn new(requests: Arc<Requests>, metrics: Arc<Metrics>, patience: Option<Duration>) -> Self {
        let way = Arc::new(AtomicU64::new(FIRST_WAY.as_micros() as u64));
        RestClient { requests, metrics, patience, way, work: Arc::default() }
    }

    /// How long a click may wait for its answer before it is acknowledged by itself: half
    /// as long as the answer will be on its way. So nobody waits twice as long as they had
    /// to, and of what is quick Discord is told in one request, near or far. While answers
    /// take longer than that anyway, there is nothing to wait for.
    pub fn ack_delay(&self) -> Duration {
        let lately = |kept: &AtomicU64| Duration::from_micros(kept.load(Ordering::Relaxed));
        let half = (lately(&self.way) / 2).clamp(LEAST_PATIENCE, MOST_PATIENCE);
        let worth_it = if lately(&self.work) > half { Duration::ZERO } else { half };
        self.patience.unwrap_or(worth_it)
    }

    /// Keeps in mind how long it took to have an answer.
    pub fn note_work(&self, took: Duration) {
        note(&self.work, took);
    }

    /// Posts a message; the same nonce again within minutes posts nothing new.
    pub async fn post(
        &self,
        channel: u64,
        page: &OutgoingMessage,
        nonce: &str,
    ) -> Result<Sent, SendError> {
        let body = page.posted(nonce);
        let post = || async {
            let route = Route::ChannelMessages { channel_id: channel_id(channel)? };
            let request = with_file(route, LightMethod::Post, &body, page.file.as_ref());
            let sent = self.requests.fetch(Place::Channel(channel), request).await;
            let sent = sent.and_then(|sent| Ok((id_in(&sent, "id")?, sent)));
            sent.map_err(|why| self.trouble(&why))
        };
        let (message, sent) = retry(post).await?;
        let outdated = clickable(&sent["components"]) != clickable(&body["components"]);
        self.metrics.sent();
        Ok(Sent { message, outdated })
    }

    /// Changes a message of ours.
    pub async fn edit(
        &self,
        channel: u64,
        message: u64,
        page: &OutgoingMessage,
    ) -> Result<(), SendError> {
        let body = page.json();
        let edit = || async {
            let (channel_id, message_id) = (channel_id(channel)?, message_id(message)?);
            let route = Route::ChannelMessage { channel_id, message_id };
            let request = with_file(route, LightMethod::Patch, &body, page.file.as_ref());
            let place = Place::Channel(channel);
            match self.requests.send_within(place, request, Some(CHANGE_WITHIN)).await {
                Ok(_) => Ok(()),
                Err(Failure::Slow) => Err(SendError::TooOld),
                Err(why) => Err(self.trouble(&why)),
            }
        };
        retry(edit).await?;
        self.metrics.edited();
        Ok(())
    }

    /// Deletes a message of ours; one that is gone is as good.
    pub async fn delete(&self, channel: u64, message: u64) -> Result<(), SendError> {
        let delete = || async {
            let (channel_id, message_id) = (channel_id(channel)?, message_id(message)?);
            let route = Route::ChannelMessage { channel_id, message_id };
            let request = Request::new(route, LightMethod::Delete);
            let done = self.requests.send(Place::Channel(channel), request).await;
            done.map(drop).map_err(|why| self.trouble(&why))
        };
        match retry(delete).await {
            Err(SendError::MessageGone) => Ok(()),
            done => done,
        }
    }

    /// Wakes an archived thread.
    pub async fn wake_thread(&self, channel: u64) -> Result<(), SendError> {
        let route = Route::Channel { channel_id: channel_id(channel)? };
        let request = with_file(route, LightMethod::Patch, &json!({ "archived": false }), None);
        let done = self.requests.send(Place::Channel(channel), request).await;
        done.map(drop).map_err(|why| self.trouble(&why))
    }

    /// What somebody is called in a server; none if it does not say.
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

    /// About how many members a server has; none if it does not say so at once.
    pub async fn members(&self, server: u64) -> Option<u64> {
        if server == 0 {
            return None;
        }
        let request =
            Request::new(Route::Guild { guild_id: GuildId::new(server) }, LightMethod::Get);
        let request = request.params(Some(vec![("with_counts", "true".to_owned())]));
        let asked = self.requests.fetch(Place::Server(server), request);
        let guild = tokio::time::timeout(ANSWER_WITHIN, asked).await.ok()?.ok()?;
        guild["approximate_member_count"].as_u64()
    }

    /// Answers privately.
    pub async fn reply(
        &self,
        call: &InteractionToken,
        page: &OutgoingMessage,
    ) -> Result<(), SendError> {
        self.answer(call, &json!({ "type": 4, "data": page.private() }), page.file.as_ref()).await
    }

    /// Answers by changing the message that was clicked.
    pub async fn update(
        &self,
        call: &InteractionToken,
        page: &OutgoingMessage,
    ) -> Result<(), SendError> {
        self.answer(call, &json!({ "type": 7, "data": page.json() }), page.file.as_ref()).await
    }

    /// Answers a click without a change.
    pub async fn defer_update(&self, call: &InteractionToken) -> Result<(), SendError> {
        self.answer(call, &json!({ "type": 6 }), None).await
    }

    /// Answers a command: more follows, privately.
    pub async fn defer_reply(&self, call: &InteractionToken) -> Result<(), SendError> {
        self.answer(call, &json!({ "type": 5, "data": { "flags": 64 } }), None).await
    }

    /// Offers completions.
    pub async fn complete(&self, call: &InteractionToken, choices: Value) -> Result<(), SendError> {
        self.answer(call, &json!({ "type": 8, "data": { "choices": choices } }), None).await
    }

    async fn answer(
        &self,
        call: &InteractionToken,
        body: &Value,
        with: Option<&AttachedFile>,
    ) -> Result<(), SendError> {
        // Once more at once: there are three seconds. Answered already is as good: the
        // first try arrived and only its answer was lost.
        let last = match self.answer_first(call, body, with).await {
            Err(SendError::Later(_)) => match self.answer_once(call, body, with).await {
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

    /// The first try; a file may take its time.
    async fn answer_first(
        &self,
        call: &InteractionToken,
        body: &Value,
        with: Option<&AttachedFile>,
    ) -> Result<(), SendError> {
        let first = self.answer_once(call, body, with);
        if with.is_some() {
            return first.await;
        }
        let first = tokio::time::timeout(ANSWER_WITHIN, first).await;
        first.unwrap_or_else(|_| Err(SendError::Later("there was no answer in time".to_owned())))
    }

    async fn answer_once(
        &self,
        call: &InteractionToken,
        body: &Value,
        with: Option<&AttachedFile>,
    ) -> Result<(), SendError> {
        let interaction_id = InteractionId::new(call.id.max(1));
        let route = Route::InteractionResponse { interaction_id, token: &call.token };
        let request = with_file(route, LightMethod::Post, body, with);
        let begun = Instant::now();
        let done = self.requests.send(Place::Callback(call.id), request).await;
        if done.is_ok() && with.is_none() {
            note(&self.way, begun.elapsed());
        }
        done.map(drop).map_err(|why| self.trouble(&why))
    }

    /// Changes the message that was clicked, after a nod.
    pub async fn edit_original(
        &self,
        call: &InteractionToken,
        page: &OutgoingMessage,
    ) -> Result<(), SendError> {
        let body = page.json();
        let amend = || async {
            let route = self.original(call)?;
            let request = with_file(route, LightMethod::Patch, &body, page.file.as_ref());
            let done = self.requests.send(Place::Webhook(call.id), request).await;
            done.map(drop).map_err(|why| self.trouble(&why))
        };
        retry(amend).await?;
        self.metrics.edited();
        Ok(())
    }

    /// Sends something more to whoever clicked, for them alone.
    pub async fn follow_up(
        &self,
        call: &InteractionToken,
        page: &OutgoingMessage,
    ) -> Result<u64, SendError> {
        let body = page.private();
        let send = || async {
            let application_id = self.requests.application().ok_or_else(unknown)?;
            let route = Route::WebhookFollowupMessages { application_id, token: &call.token };
            let request = with_file(route, LightMethod::Post, &body, page.file.as_ref());
            let sent = self.requests.fetch(Place::Webhook(call.id), request).await;
            sent.and_then(|sent| id_in(&sent, "id")).map_err(|why| self.trouble(&why))
        };
        retry(send).await
    }

    /// Takes the buttons off a private message; its words stay.
    pub async fn disarm(&self, aside: &Aside) -> Result<(), SendError> {
        let call = &aside.call;
        let body = json!({ "components": [], "allowed_mentions": { "parse": [], "users": [] } });
        let disarm = || async {
            let route = match aside.followed.and_then(NonZeroU64::new) {
                None => self.original(call)?,
                Some(message) => Route::WebhookFollowupMessage {
                    application_id: self.requests.application().ok_or_else(unknown)?,
                    token: &call.token,
                    message_id: message.into(),
                },
            };
            let request = with_file(route, LightMethod::Patch, &body, None);
            let done = self.requests.send(Place::Webhook(call.id), request).await;
            done.map(drop).map_err(|why| self.trouble(&why))
        };
        retry(disarm).await
    }

    /// The same beside everything else: nobody waits for it, and nothing is lost without.
    pub fn disarm_beside(&self, aside: Option<Aside>) {
        let Some(aside) = aside else { return };
        let wire = self.clone();
        tokio::spawn(async move {
            if let Err(why) = wire.disarm(&aside).await {
                tracing::debug!("a private message keeps its buttons: {why}");
            }
        });
    }

    /// The message that answered an interaction, or that was clicked.
    fn original<'a>(&self, call: &'a InteractionToken) -> Result<Route<'a>, SendError> {
        let application_id = self.requests.application().ok_or_else(unknown)?;
        Ok(Route::WebhookOriginalInteractionResponse { application_id, token: &call.token })
    }

    /// A message was given up: Discord takes it in no form.
    pub fn gave_up(&self) {
        self.metrics.given_up();
    }

    fn trouble(&self, failure: &Failure) -> SendError {
        let trouble = classify(failure);
        self.metrics.trouble(&trouble);
        trouble
    }
}

/// Before we know who we are nobody can have clicked.
fn unknown() -> SendError {
    SendError::Later("it is not known yet who we are".to_owned())
}

/// Keeps a time in mind: each counts an eighth.
fn note(kept: &AtomicU64, took: Duration) {
    let took = took.as_micros() as u64;
    let before = kept.load(Ordering::Relaxed);
    kept.store((before * 7 + took) / 8, Ordering::Relaxed);
}

/// The ids of everything that can be clicked, as it stands in JSON.
fn clickable(rows: &Value) -> Vec<&str> {
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

/// A request with a body and perhaps a file.
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

/// Tries again after each pause, as long as that may help.
async fn retry<T, F>(mut attempt: impl FnMut() -> F) -> Result<T, SendError>
where
    F: Future<Output = Result<T, SendError>>,
{
    for pause in PAUSES {
        match attempt().await {
            Err(SendError::Later(_)) => tokio::time::sleep(pause).await,
            done => return done,
        }
    }
    attempt().await
}
