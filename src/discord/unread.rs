//! What comes over the gateway and cannot be read: counted, and its kind said, never its text.
//!
//! May use: serenity's events, tracing, `metrics`. Deliberately absent: what was in it; it may
//! hold anything.
//!
//! An event whose form serenity does not know comes as an unknown one. Of a frame that is not
//! even an event it says so in its log, with all of its text: [`watch`] listens there for the
//! kind and lets nothing else through.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;
use serenity::all::{Context, Event, RawEventHandler};
use tokio::sync::Notify;
use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::{Subscriber, debug, warn};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::registry::LookupSpan;

use super::metrics::Metrics;

/// Events the bot has a use for: if they cannot be read, something does not work.
pub const USED: [&str; 7] = [
    "CHANNEL_DELETE",
    "GUILD_CREATE",
    "GUILD_DELETE",
    "INTERACTION_CREATE",
    "READY",
    "RESUMED",
    "THREAD_DELETE",
];

/// What counts them in the metrics.
pub const TOTAL: &str = "emberhall_gateway_events_unread_total";
/// The same, of one kind.
pub const BY_KIND: &str = "emberhall_gateway_events_unread_by_kind_total";

/// A frame that is no JSON, or none that has a kind.
const FRAME: &str = "FRAME";
/// The same, and it was compressed.
const COMPRESSED: &str = "COMPRESSED_FRAME";
/// Kinds that wait to be counted; more than that say nothing new.
const MOST_WAITING: usize = 256;
/// The longest name of a kind.
const LONGEST: usize = 64;

/// Counts events that cannot be read.
pub(super) struct Unread(pub(super) Arc<Metrics>);

#[serenity::async_trait]
impl RawEventHandler for Unread {
    async fn raw_event(&self, _: Context, event: Event) {
        if let Event::Unknown(event) = event {
            count(&self.0, name(&event.kind).unwrap_or(FRAME));
        }
    }
}

/// Counts one; the first of its kind is worth a line.
fn count(metrics: &Metrics, kind: &str) {
    let text = "Discord sent something that cannot be read, and it was skipped";
    if metrics.unread(kind) == 1 {
        warn!("{text}: {kind}");
    } else {
        debug!("{text}: {kind}");
    }
}

/// Counts frames that cannot be read, for as long as it is polled.
pub(super) async fn count_frames(metrics: Arc<Metrics>) {
    loop {
        RUNG.notified().await;
        let kinds = std::mem::take(&mut *WAITING.lock().unwrap_or_else(PoisonError::into_inner));
        kinds.iter().for_each(|kind| count(&metrics, kind));
    }
}

/// Frames that could not be read, by their kinds. They are told to whoever counts, and counted
/// there: whoever logs while something is being logged may let through what is to be held back.
static WAITING: Mutex<Vec<String>> = Mutex::new(Vec::new());
static RUNG: Notify = Notify::const_new();

/// Listens to what serenity says of frames it cannot read.
pub fn watch<S>() -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    Watch.with_filter(Targets::new().with_target("serenity::gateway::ws", LevelFilter::WARN))
}

struct Watch;

impl<S: Subscriber> Layer<S> for Watch {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        let mut heard = Heard(None);
        event.record(&mut heard);
        let Some(kind) = heard.0 else { return };
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST_WAITING {
            waiting.push(kind);
        }
        RUNG.notify_one();
    }
}

/// The kind of the frame an event speaks of.
struct Heard(Option<String>);

impl Visit for Heard {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.0 = kind(&format!("{value:?}"));
        }
    }
}

/// The kind of the frame a line speaks of; none if it is about something else.
fn kind(line: &str) -> Option<String> {
    if line.starts_with("Err deserializing bytes") || line.starts_with("Err decompressing bytes") {
        return Some(COMPRESSED.to_owned());
    }
    let line = line.strip_prefix("Err deserializing text: ")?;
    // The error comes first, and it may quote the frame.
    let mut texts = line.match_indices("; text: ").map(|(at, mark)| &line[at + mark.len()..]);
    let head = texts.find_map(|text| serde_json::from_str::<Head>(text).ok());
    Some(head.and_then(|head| head.kind()).unwrap_or_else(|| FRAME.to_owned()))
}

/// What a frame says of itself.
#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    t: Value,
    #[serde(default)]
    op: Value,
}

impl Head {
    fn kind(&self) -> Option<String> {
        let event = self.t.as_str().and_then(name).map(str::to_owned);
        event.or_else(|| self.op.as_u64().map(|op| format!("OP_{op}")))
    }
}

/// The name of a kind, if it is one: it stands in the log and in the metrics.
fn name(kind: &str) -> Option<&str> {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    Some(kind).filter(|kind| (1..=LONGEST).contains(&kind.len()) && kind.chars().all(fits))
}

#[cfg(test)]
mod tests {
    use super::{COMPRESSED, FRAME, kind, name};

    #[test]
    fn the_kind_of_a_frame_is_all_that_is_taken_from_a_line() {
        let of = |text: &str| kind(&format!("Err deserializing text: Error(..); text: {text}"));
        let kept = |kind: &str| Some(kind.to_owned());
        assert_eq!(
            of(r#"{"op":0,"t":"GUILD_CREATE","d":{"name":"secret"}}"#),
            kept("GUILD_CREATE")
        );
        assert_eq!(of(r#"{"op":7,"t":null}"#), kept("OP_7"));
        assert_eq!(of(r#"{"op":7,"t":"a secret"}"#), kept("OP_7"), "names are no sentences");
        assert_eq!(of("secret"), kept(FRAME));
        assert_eq!(of(r#"["secret"]"#), kept(FRAME));
        let quoted = r#"{"op":0,"t":"READY","d":"; text: {}"}"#;
        assert_eq!(of(quoted), kept("READY"));
        assert_eq!(kind("Err deserializing bytes: Error(..)"), kept(COMPRESSED));
        assert_eq!(kind("Sending heartbeat"), None);
    }

    #[test]
    fn a_name_is_short_and_large() {
        assert_eq!(name("INTERACTION_CREATE"), Some("INTERACTION_CREATE"));
        for odd in ["", "a", "A B", "A\n", &"A".repeat(65)] {
            assert_eq!(name(odd), None, "{odd}");
        }
    }
}
