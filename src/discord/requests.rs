//! HTTP transport to Discord: sends requests and reads their responses.
//!
//! The requests themselves, their retries and error classes are in `rest_client`. Failures never
//! contain the address, because it holds interaction tokens.
//!
//! serenity's rate limiter works with discord.com only. With another base URL it is off, and
//! rate limits (429) are applied here: requests to the same place wait as long as the response
//! asks.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Response;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde_json::Value;
use serenity::all::{ApplicationId, Http, HttpError};
use serenity::http::{DiscordJsonError, Request};
use tokio::time::Instant;

use super::body::{self, NoBody};
use super::holds::{Holds, Place};
use super::metrics::Metrics;
use super::witness::{Witness, named};
use crate::bounds::plain;

/// Discord's error code for a message that is old and was edited too often. The limit is that
/// message's alone: no other request has to wait for it.
pub const TOO_OLD: isize = 30_046;

/// Minimum wait after a 429. Without it, a wait of 0 would be retried without a pause.
const MIN_WAIT: Duration = Duration::from_millis(100);

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Discord responded with an error.
    Answered {
        /// HTTP status.
        status: u16,
        /// Discord's error code, or -1 if there was none.
        code: isize,
        /// Discord's error message, with the fields that are wrong.
        why: String,
    },
    /// The request succeeded, but its response could not be parsed.
    Unreadable,
    /// There was no response within the timeout.
    Slow,
    /// There was no connection, or it broke.
    Silent,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Answered { status, why, .. } if why.is_empty() => {
                write!(out, "Discord answered {status}")
            }
            Failure::Answered { status, why, .. } => {
                write!(out, "Discord answered {status}: {why}")
            }
            Failure::Unreadable => {
                write!(out, "Discord answered, but not in a form this program knows")
            }
            Failure::Slow => write!(out, "there was no answer in time"),
            Failure::Silent => write!(out, "there is no connection"),
        }
    }
}

/// HTTP transport to Discord.
pub struct Requests {
    http: Arc<Http>,
    metrics: Arc<Metrics>,
    /// Client and rate limits for another server than discord.com, without serenity's limiter.
    own: Option<Own>,
    /// Recorder of requests and their responses, if any.
    witness: Option<Arc<Witness>>,
}

/// Client of a server that is not discord.com, and the rate limits in force there.
struct Own {
    client: reqwest::Client,
    base: String,
    holds: Holds,
}

impl Requests {
    /// Creates a transport over serenity's client, or over the client and base URL `elsewhere`,
    /// with rate limits applied here.
    pub fn new(
        http: Arc<Http>,
        metrics: Arc<Metrics>,
        elsewhere: Option<(reqwest::Client, String)>,
    ) -> Self {
        let own = elsewhere.map(|(client, base)| Own { client, base, holds: Holds::default() });
        Requests { http, metrics, own, witness: None }
    }

    /// Adds a recorder of requests and their responses.
    pub fn watched(self, witness: Arc<Witness>) -> Self {
        Requests { witness: Some(witness), ..self }
    }

    /// Returns the application id, or `None` while it is unknown.
    pub fn application(&self) -> Option<ApplicationId> {
        self.http.application_id()
    }

    /// Sets the application id.
    pub fn set_application(&self, id: ApplicationId) {
        self.http.set_application_id(id);
    }

    /// Sends a request. Waits for rate limits at most as long as `place` allows.
    pub async fn send(&self, place: Place, request: Request<'_>) -> Result<Response, Failure> {
        self.send_within(place, request, None).await
    }

    /// Like [`send`](Self::send), with an optional timeout for the response. Waiting for the
    /// rate limits applied here does not count. Waiting in serenity's limiter does, because it
    /// cannot be told from the response time.
    pub async fn send_within(
        &self,
        place: Place,
        request: Request<'_>,
        within: Option<Duration>,
    ) -> Result<Response, Failure> {
        let watched = self.witness.as_ref().map(|witness| (witness, named(&request)));
        let begun = Instant::now();
        // Boxed: it would be the largest part of every future that sends a request.
        let done = Box::pin(self.send_limited(place, request, within)).await;
        if let Some((witness, name)) = watched {
            witness.saw(name, begun.elapsed(), &done);
        }
        done
    }

    /// Sends a request within the rate limits.
    async fn send_limited(
        &self,
        place: Place,
        request: Request<'_>,
        within: Option<Duration>,
    ) -> Result<Response, Failure> {
        let Some(own) = &self.own else {
            let sent = with_timeout(within, self.http.request(request)).await?;
            return sent.map_err(serenity_failure).inspect_err(|why| {
                if matches!(why, Failure::Answered { status: 429, .. }) {
                    self.metrics.limited();
                }
            });
        };
        let latest = Instant::now() + place.patience();
        while own.holds.pass(place, latest).await {
            let built = request.clone().build(&own.client, self.http.token(), Some(&own.base));
            let built = built.map_err(serenity_failure)?;
            let response =
                with_timeout(within, built.send()).await?.map_err(|_| Failure::Silent)?;
            match response.status().as_u16() {
                200..=299 => return Ok(response),
                429 => self.apply_rate_limit(own, place, response).await?,
                _ => return Err(error_response(response).await),
            }
        }
        Err(Failure::Answered { status: 429, code: 0, why: String::new() })
    }

    /// Applies a 429: requests to the same place wait. Returns an error if waiting is useless.
    async fn apply_rate_limit(
        &self,
        own: &Own,
        place: Place,
        response: Response,
    ) -> Result<(), Failure> {
        let header = retry_after(response.headers());
        let global = response.headers().contains_key("x-ratelimit-global");
        let bytes = body::said(response).await.unwrap_or_default();
        let body: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        let wait = wait_of(header, body["retry_after"].as_f64());
        if let (Some(witness), Some(wait)) = (&self.witness, wait) {
            witness.waits(wait);
        }
        if let Ok(error) = serde_json::from_slice::<DiscordJsonError>(&bytes)
            && error.code == TOO_OLD
        {
            return Err(api_failure(429, error));
        }
        self.metrics.limited();
        let global = global || body["global"] == true;
        let wait = wait.map(|wait| wait.max(MIN_WAIT));
        own.holds.hold(if global { Place::Everywhere } else { place }, wait);
        Ok(())
    }

    /// Sends a request and reads its response as JSON.
    pub async fn fetch(&self, place: Place, request: Request<'_>) -> Result<Value, Failure> {
        read(self.send(place, request).await?).await
    }
}

/// Reads a response as JSON.
pub async fn read(response: Response) -> Result<Value, Failure> {
    body::value(response).await.map_err(|why| match why {
        NoBody::Broken => Failure::Silent,
        NoBody::TooLong | NoBody::Unreadable => Failure::Unreadable,
    })
}

/// Returns the id in a field. Discord writes ids as strings.
pub fn id_in(value: &Value, field: &str) -> Result<u64, Failure> {
    let found = value[field].as_str().and_then(|id| id.parse().ok());
    found.filter(|id| *id != 0).ok_or(Failure::Unreadable)
}

async fn with_timeout<T>(
    within: Option<Duration>,
    work: impl Future<Output = T>,
) -> Result<T, Failure> {
    match within {
        Some(within) => tokio::time::timeout(within, work).await.map_err(|_| Failure::Slow),
        None => Ok(work.await),
    }
}

/// Returns the seconds in `Retry-After`.
fn retry_after(headers: &HeaderMap) -> Option<f64> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()
}

/// Returns how long to wait after a 429, or `None` if the response names no valid time. The body
/// repeats the header to the millisecond. If they differ by more than the rounding, the header
/// counts, because it is standard HTTP.
fn wait_of(header: Option<f64>, body: Option<f64>) -> Option<Duration> {
    let wait = match (header, body) {
        (Some(header), Some(body)) if (header - 1.0..=header).contains(&body) => body,
        (Some(header), _) => header,
        (None, body) => body?,
    };
    Duration::try_from_secs_f64(wait).ok()
}

/// Converts an error of serenity.
fn serenity_failure(error: serenity::Error) -> Failure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            api_failure(response.status_code.as_u16(), response.error)
        }
        _ => Failure::Silent,
    }
}

/// Reads the failure from an error response.
async fn error_response(response: Response) -> Failure {
    let status = response.status().as_u16();
    let body = body::said(response).await.unwrap_or_default();
    refusal(status, &body)
}

/// Returns the failure in an error response whose body was read already.
pub fn refusal(status: u16, body: &[u8]) -> Failure {
    match serde_json::from_slice(body) {
        Ok(error) => api_failure(status, error),
        Err(_) => Failure::Answered { status, code: -1, why: String::new() },
    }
}

/// Converts an API error of Discord.
fn api_failure(status: u16, error: DiscordJsonError) -> Failure {
    let code = error.code;
    let fields = error.errors.iter().map(|field| format!("{}: {}", field.path, field.message));
    let fields: Vec<String> = fields.collect();
    // With code -1 serenity could not parse the body, and the message is its own.
    let message = if code == -1 { String::new() } else { error.message };
    let why =
        if fields.is_empty() { message } else { format!("{message} ({})", fields.join("; ")) };
    // It is logged and shown in a terminal, and the server at DISCORD_API_URL is not trusted.
    Failure::Answered { status, code, why: plain(why.chars().take(500)) }
}

#[cfg(test)]
mod tests {
    use super::{Failure, api_failure, id_in, wait_of};
    use serde_json::json;
    use std::time::Duration;

    #[test]
    fn the_body_says_to_the_millisecond_what_the_header_says_in_seconds() {
        let wait = |header, body| wait_of(header, body).map(|wait| wait.as_millis());
        assert_eq!(wait(Some(1.0), Some(0.05)), Some(50));
        assert_eq!(wait(Some(7.0), Some(0.007)), Some(7000), "one of them is in other units");
        assert_eq!(wait(Some(7.0), None), Some(7000));
        assert_eq!(wait(None, Some(2.5)), Some(2500));
        assert_eq!(wait(None, None), None);
        assert_eq!(wait_of(Some(-1.0), None), None);
        assert_eq!(wait_of(Some(f64::NAN), None), None);
        assert_eq!(wait_of(Some(1e300), None), None);
        assert_eq!(wait_of(Some(0.0), None), Some(Duration::ZERO));
    }

    #[test]
    fn a_refusal_names_the_fields() {
        let error = json!({ "code": 50_035, "message": "Invalid Form Body", "errors":
            { "0": { "options": { "2": { "name": { "_errors":
                [{ "code": "X", "message": "Command name is invalid" }] } } } } } });
        let failure = api_failure(400, serde_json::from_value(error).unwrap());
        assert_eq!(
            failure.to_string(),
            "Discord answered 400: Invalid Form Body (0.options.2.name: Command name is invalid)"
        );
        let bare = Failure::Answered { status: 502, code: -1, why: String::new() };
        assert_eq!(bare.to_string(), "Discord answered 502");
    }

    #[test]
    fn numbers_are_read_from_text_and_from_nothing_else() {
        assert_eq!(id_in(&json!({ "id": "17" }), "id"), Ok(17));
        for odd in [json!({}), json!({ "id": 17 }), json!({ "id": "0" }), json!("x")] {
            assert_eq!(id_in(&odd, "id"), Err(Failure::Unreadable), "{odd}");
        }
    }
}
