//! Requests as they go out, and what came back.
//!
//! May use: serenity's HTTP client, reqwest, `body`, `holds`. Deliberately absent: what is asked for
//! (`wire`, `bot`), and what its failure means. Failures are told without the address: that
//! holds interaction tokens.
//!
//! serenity's limiter knows no server but discord.com. With another base it is off, so a limit
//! (429) is obeyed here: whatever goes to the same place waits as long as the answer asks for.

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

/// The code of a message that was changed too often since it is old. Its limit is its own: no
/// other request has to wait for it.
pub const TOO_OLD: isize = 30_046;

/// A limit that is over at once would be tried again without a pause.
const LEAST: Duration = Duration::from_millis(100);

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It was answered with an error.
    Answered {
        /// The status.
        status: u16,
        /// Discord's own code; -1 if there was none.
        code: isize,
        /// In Discord's words: what, and which fields are wrong.
        why: String,
    },
    /// It was done, and the answer is in no form that is known.
    Unreadable,
    /// There was no answer in the time it had.
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

/// Sends requests.
pub struct Requests {
    http: Arc<Http>,
    metrics: Arc<Metrics>,
    /// How to send them without serenity's limiter.
    own: Option<Own>,
    /// Who looks on, if it matters what was answered.
    witness: Option<Arc<Witness>>,
}

/// A server that is not discord.com, and what it wants us to wait for.
struct Own {
    client: reqwest::Client,
    base: String,
    holds: Holds,
}

impl Requests {
    /// Over serenity's client; with another base over this one, and with limits of our own.
    pub fn new(
        http: Arc<Http>,
        metrics: Arc<Metrics>,
        elsewhere: Option<(reqwest::Client, String)>,
    ) -> Self {
        let own = elsewhere.map(|(client, base)| Own { client, base, holds: Holds::default() });
        Requests { http, metrics, own, witness: None }
    }

    /// The same, and somebody looks on.
    pub fn watched(self, witness: Arc<Witness>) -> Self {
        Requests { witness: Some(witness), ..self }
    }

    /// Our application, once it is known.
    pub fn application(&self) -> Option<ApplicationId> {
        self.http.application_id()
    }

    /// It is known now.
    pub fn set_application(&self, id: ApplicationId) {
        self.http.set_application_id(id);
    }

    /// Sends a request; a limit is waited for as long as the place can wait.
    pub async fn send(&self, place: Place, request: Request<'_>) -> Result<Response, Failure> {
        self.send_within(place, request, None).await
    }

    /// The same, if an answer is of use only within some time. What our own limits take does
    /// not count; what serenity's take cannot be told from what Discord takes.
    pub async fn send_within(
        &self,
        place: Place,
        request: Request<'_>,
        within: Option<Duration>,
    ) -> Result<Response, Failure> {
        let watched = self.witness.as_ref().map(|witness| (witness, named(&request)));
        let begun = Instant::now();
        // It is the largest part of everything that asks something of Discord.
        let done = Box::pin(self.carry(place, request, within)).await;
        if let Some((witness, asked)) = watched {
            witness.saw(asked, begun.elapsed(), &done);
        }
        done
    }

    async fn carry(
        &self,
        place: Place,
        request: Request<'_>,
        within: Option<Duration>,
    ) -> Result<Response, Failure> {
        let Some(own) = &self.own else {
            let sent = timed(within, self.http.request(request)).await?;
            return sent.map_err(failure).inspect_err(|why| {
                if matches!(why, Failure::Answered { status: 429, .. }) {
                    self.metrics.limited();
                }
            });
        };
        let latest = Instant::now() + place.patience();
        while own.holds.pass(place, latest).await {
            let built = request.clone().build(&own.client, self.http.token(), Some(&own.base));
            let built = built.map_err(failure)?;
            let answer = timed(within, built.send()).await?.map_err(|_| Failure::Silent)?;
            match answer.status().as_u16() {
                200..=299 => return Ok(answer),
                429 => self.obey(own, place, answer).await?,
                _ => return Err(refused(answer).await),
            }
        }
        Err(Failure::Answered { status: 429, code: 0, why: String::new() })
    }

    /// Too many requests: those like it wait. Fails if waiting is no use.
    async fn obey(&self, own: &Own, place: Place, answer: Response) -> Result<(), Failure> {
        let header = seconds(answer.headers());
        let global = answer.headers().contains_key("x-ratelimit-global");
        let said = body::said(answer).await.unwrap_or_default();
        let body: Value = serde_json::from_slice(&said).unwrap_or_default();
        let wait = precisely(header, body["retry_after"].as_f64());
        if let (Some(witness), Some(wait)) = (&self.witness, wait) {
            witness.waits(wait);
        }
        if let Ok(error) = serde_json::from_slice::<DiscordJsonError>(&said)
            && error.code == TOO_OLD
        {
            return Err(answered(429, error));
        }
        self.metrics.limited();
        let global = global || body["global"] == true;
        let wait = wait.map(|wait| wait.max(LEAST));
        own.holds.hold(if global { Place::Everywhere } else { place }, wait);
        Ok(())
    }

    /// Sends a request and reads the answer to it.
    pub async fn fetch(&self, place: Place, request: Request<'_>) -> Result<Value, Failure> {
        read(self.send(place, request).await?).await
    }
}

/// What an answer holds.
pub async fn read(answer: Response) -> Result<Value, Failure> {
    body::value(answer).await.map_err(|why| match why {
        NoBody::Broken => Failure::Silent,
        NoBody::TooLong | NoBody::Unreadable => Failure::Unreadable,
    })
}

/// The number in a field, as Discord writes numbers: as text.
pub fn id_in(value: &Value, field: &str) -> Result<u64, Failure> {
    let found = value[field].as_str().and_then(|id| id.parse().ok());
    found.filter(|id| *id != 0).ok_or(Failure::Unreadable)
}

async fn timed<T>(within: Option<Duration>, work: impl Future<Output = T>) -> Result<T, Failure> {
    match within {
        Some(within) => tokio::time::timeout(within, work).await.map_err(|_| Failure::Slow),
        None => Ok(work.await),
    }
}

/// How long to wait, as the header says it.
fn seconds(headers: &HeaderMap) -> Option<f64> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()
}

/// How long to wait: the body says the same as the header, to the millisecond. If they differ
/// by more, the header counts, which is everybody's.
fn precisely(header: Option<f64>, body: Option<f64>) -> Option<Duration> {
    let wait = match (header, body) {
        (Some(header), Some(body)) if (header - 1.0..=header).contains(&body) => body,
        (Some(header), _) => header,
        (None, body) => body?,
    };
    Duration::try_from_secs_f64(wait).ok()
}

/// What an error of serenity's says.
fn failure(error: serenity::Error) -> Failure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            answered(answer.status_code.as_u16(), answer.error)
        }
        _ => Failure::Silent,
    }
}

/// What an answer that is an error says.
async fn refused(answer: Response) -> Failure {
    let status = answer.status().as_u16();
    let body = body::said(answer).await.unwrap_or_default();
    refusal(status, &body)
}

/// The same, of an answer that was read.
pub fn refusal(status: u16, body: &[u8]) -> Failure {
    match serde_json::from_slice(body) {
        Ok(error) => answered(status, error),
        Err(_) => Failure::Answered { status, code: -1, why: String::new() },
    }
}

fn answered(status: u16, error: DiscordJsonError) -> Failure {
    let code = error.code;
    let fields = error.errors.iter().map(|field| format!("{}: {}", field.path, field.message));
    let fields: Vec<String> = fields.collect();
    // A body that serenity could not read is no word of Discord's.
    let said = if code == -1 { String::new() } else { error.message };
    let why = if fields.is_empty() { said } else { format!("{said} ({})", fields.join("; ")) };
    // It is logged and shown in a terminal, and who speaks at DISCORD_API_URL may be anybody.
    Failure::Answered { status, code, why: plain(why.chars().take(500)) }
}

#[cfg(test)]
mod tests {
    use super::{Failure, answered, id_in, precisely};
    use serde_json::json;
    use std::time::Duration;

    #[test]
    fn the_body_says_to_the_millisecond_what_the_header_says_in_seconds() {
        let wait = |header, body| precisely(header, body).map(|wait| wait.as_millis());
        assert_eq!(wait(Some(1.0), Some(0.05)), Some(50));
        assert_eq!(wait(Some(7.0), Some(0.007)), Some(7000), "one of them is in other units");
        assert_eq!(wait(Some(7.0), None), Some(7000));
        assert_eq!(wait(None, Some(2.5)), Some(2500));
        assert_eq!(wait(None, None), None);
        assert_eq!(precisely(Some(-1.0), None), None);
        assert_eq!(precisely(Some(f64::NAN), None), None);
        assert_eq!(precisely(Some(1e300), None), None);
        assert_eq!(precisely(Some(0.0), None), Some(Duration::ZERO));
    }

    #[test]
    fn a_refusal_names_the_fields() {
        let error = json!({ "code": 50_035, "message": "Invalid Form Body", "errors":
            { "0": { "options": { "2": { "name": { "_errors":
                [{ "code": "X", "message": "Command name is invalid" }] } } } } } });
        let failure = answered(400, serde_json::from_value(error).unwrap());
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
