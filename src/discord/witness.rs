//! Recorder of requests to Discord: route, response and duration.
//!
//! Requests are recorded by route name, without URL or token, so that a record can be published.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reqwest::Response;
use reqwest::header::HeaderMap;
use serenity::http::{Request, Route};

use super::requests::Failure;

/// Record of a request and its response.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// Method and route, such as `POST /channels/…/messages`.
    pub asked: String,
    /// Time until the response, including all waiting.
    pub took: Duration,
    /// HTTP status. `None` without a response.
    pub status: Option<u16>,
    /// Discord's JSON error code, if it sent one.
    pub code: Option<isize>,
    /// Reason of a failure. Empty after success.
    pub said: String,
    /// State of the rate limit, if the headers report it.
    pub limit: Option<Limit>,
}

/// Rate limit as reported by the headers of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// Requests allowed per window.
    pub of: u32,
    /// Requests left in this window.
    pub left: u32,
    /// Seconds until the window resets.
    pub again: f64,
}

/// Buffer of records until they are taken.
#[derive(Default)]
pub struct Witness(Mutex<Vec<Seen>>);

impl Witness {
    /// Takes the records since the last call.
    pub fn take(&self) -> Vec<Seen> {
        std::mem::take(&mut *self.lock())
    }

    /// Records that a rate limit makes requests wait.
    pub fn waits(&self, wait: Duration) {
        let said = format!("a limit is used up: {:.1} s to wait", wait.as_secs_f64());
        let asked = "(a pause)".to_owned();
        self.note(Seen {
            asked,
            took: Duration::ZERO,
            status: None,
            code: None,
            said,
            limit: None,
        });
    }

    /// Records the result of a request.
    pub(super) fn saw(&self, asked: String, took: Duration, result: &Result<Response, Failure>) {
        let seen = match result {
            Ok(response) => {
                let (status, limit) = (Some(response.status().as_u16()), limit(response.headers()));
                Seen { asked, took, status, code: None, said: String::new(), limit }
            }
            Err(Failure::Answered { status, code, why }) => {
                let code = Some(*code).filter(|code| *code > 0);
                let (status, said) = (Some(*status), why.clone());
                Seen { asked, took, status, code, said, limit: None }
            }
            Err(failure) => {
                let said = failure.to_string();
                Seen { asked, took, status: None, code: None, said, limit: None }
            }
        };
        self.note(seen);
    }

    fn note(&self, seen: Seen) {
        self.lock().push(seen);
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Seen>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the method and route name of a request.
pub(super) fn named(request: &Request<'_>) -> String {
    let what = match request.route_ref() {
        Route::Channel { .. } => "/channels/…",
        Route::ChannelMessages { .. } => "/channels/…/messages",
        Route::ChannelMessage { .. } => "/channels/…/messages/…",
        Route::ChannelMessageThreads { .. } => "/channels/…/messages/…/threads",
        Route::InteractionResponse { .. } => "/interactions/…/callback",
        Route::WebhookFollowupMessages { .. } => "/webhooks/…",
        Route::WebhookFollowupMessage { .. } => "/webhooks/…/messages/…",
        Route::WebhookOriginalInteractionResponse { .. } => "/webhooks/…/messages/@original",
        Route::GatewayBot => "/gateway/bot",
        Route::UserMe => "/users/@me",
        Route::Oauth2ApplicationCurrent => "/oauth2/applications/@me",
        _ => "(another route)",
    };
    format!("{} {what}", request.method_ref().reqwest_method())
}

fn limit(headers: &HeaderMap) -> Option<Limit> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    Some(Limit {
        of: text("x-ratelimit-limit")?.parse().ok()?,
        left: text("x-ratelimit-remaining")?.parse().ok()?,
        again: text("x-ratelimit-reset-after")?.parse().ok().filter(|at: &f64| at.is_finite())?,
    })
}

#[cfg(test)]
mod tests {
    use super::{Limit, Witness, limit, named};
    use crate::discord::requests::Failure;
    use reqwest::header::{HeaderMap, HeaderValue};
    use serenity::all::{InteractionId, LightMethod};
    use serenity::http::{Request, Route};
    use std::time::Duration;

    #[test]
    fn a_request_is_named_without_the_token_in_its_address() {
        let route =
            Route::InteractionResponse { interaction_id: InteractionId::new(7), token: "secret" };
        let name = named(&Request::new(route, LightMethod::Post));
        assert_eq!(name, "POST /interactions/…/callback");
    }

    #[test]
    fn what_was_seen_is_there_until_it_is_taken() {
        let witness = Witness::default();
        let why = "Missing Access".to_owned();
        let refused = Err(Failure::Answered { status: 403, code: 50_001, why });
        witness.saw("GET /x".to_owned(), Duration::from_millis(3), &refused);
        witness.waits(Duration::from_millis(1500));
        let seen = witness.take();
        assert_eq!((seen[0].status, seen[0].code), (Some(403), Some(50_001)));
        assert!(seen[1].said.ends_with("1.5 s to wait"), "{}", seen[1].said);
        assert!(witness.take().is_empty());
    }

    #[test]
    fn limits_are_read_from_headers_that_make_sense() {
        let of = |again: &str| {
            let mut headers = HeaderMap::new();
            let mut put = |name, value: &str| {
                headers.insert(name, HeaderValue::from_str(value).unwrap());
            };
            put("x-ratelimit-limit", "5");
            put("x-ratelimit-remaining", "4");
            put("x-ratelimit-reset-after", again);
            limit(&headers)
        };
        assert_eq!(of("1.25"), Some(Limit { of: 5, left: 4, again: 1.25 }));
        assert_eq!(of("soon"), None);
        assert_eq!(of("inf"), None);
        assert_eq!(limit(&HeaderMap::new()), None);
    }
}
