//! Gateway events that cannot be parsed: counted and logged by kind.
//!
//! Their content is never logged; it may hold anything.
//!
//! serenity delivers an event of an unknown form as [`Event::Unknown`]. A frame that is not even
//! an event appears only in serenity's log, with its full text: [`watch`] reads the kind from
//! that log line and nothing else.

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

/// Events the bot depends on. If one cannot be parsed, a feature is broken.
pub const USED: [&str; 7] = [
    "CHANNEL_DELETE",
    "GUILD_CREATE",
    "GUILD_DELETE",
    "INTERACTION_CREATE",
    "READY",
    "RESUMED",
    "THREAD_DELETE",
];

/// Name of the metric that counts all unread events.
pub const TOTAL: &str = "emberhall_gateway_events_unread_total";
/// Name of the metric that counts unread events by kind.
pub const BY_KIND: &str = "emberhall_gateway_events_unread_by_kind_total";

/// Kind of a frame that is not JSON or names no kind.
const FRAME: &str = "FRAME";
/// Kind of a compressed frame that cannot be parsed.
const COMPRESSED: &str = "COMPRESSED_FRAME";
/// Capacity of [`PENDING_KINDS`]. Kinds beyond it are not counted.
const MAX_PENDING: usize = 256;
/// Longest name of a kind, in bytes.
const LONGEST: usize = 64;

/// Event handler that counts unread events.
pub(super) struct Unread(pub(super) Arc<Metrics>);

#[serenity::async_trait]
impl RawEventHandler for Unread {
    async fn raw_event(&self, _: Context, event: Event) {
        if let Event::Unknown(event) = event {
            count(&self.0, name(&event.kind).unwrap_or(FRAME));
        }
    }
}

/// Counts an unread event. The first of its kind is logged as a warning.
fn count(metrics: &Metrics, kind: &str) {
    let text = "Discord sent something that cannot be read, and it was skipped";
    if metrics.unread(kind) == 1 {
        warn!("{text}: {kind}");
    } else {
        debug!("{text}: {kind}");
    }
}

/// Counts unread frames, for as long as the future is polled.
pub(super) async fn count_frames(metrics: Arc<Metrics>) {
    loop {
        NOTIFY.notified().await;
        let kinds =
            std::mem::take(&mut *PENDING_KINDS.lock().unwrap_or_else(PoisonError::into_inner));
        kinds.iter().for_each(|kind| count(&metrics, kind));
    }
}

/// Kinds of unread frames on their way to [`count_frames`]. The layer does not count them itself:
/// counting logs, and a log call inside a layer could let the suppressed text through.
static PENDING_KINDS: Mutex<Vec<String>> = Mutex::new(Vec::new());
static NOTIFY: Notify = Notify::const_new();

/// Returns a layer that reads serenity's log lines about frames it cannot parse.
pub fn watch<S>() -> impl Layer<S>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    FrameLayer.with_filter(Targets::new().with_target("serenity::gateway::ws", LevelFilter::WARN))
}

struct FrameLayer;

impl<S: Subscriber> Layer<S> for FrameLayer {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        let mut visitor = KindVisitor(None);
        event.record(&mut visitor);
        let Some(kind) = visitor.0 else { return };
        let mut pending = PENDING_KINDS.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.len() < MAX_PENDING {
            pending.push(kind);
        }
        NOTIFY.notify_one();
    }
}

/// Field visitor that reads the kind of the frame from a log event.
struct KindVisitor(Option<String>);

impl Visit for KindVisitor {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            self.0 = kind(&format!("{value:?}"));
        }
    }
}

/// Returns the kind of the frame that a log line reports. Returns `None` for other lines.
fn kind(line: &str) -> Option<String> {
    if line.starts_with("Err deserializing bytes") || line.starts_with("Err decompressing bytes") {
        return Some(COMPRESSED.to_owned());
    }
    let line = line.strip_prefix("Err deserializing text: ")?;
    // The error precedes the frame and may quote it, so every mark is tried.
    let mut texts = line.match_indices("; text: ").map(|(at, mark)| &line[at + mark.len()..]);
    let header = texts.find_map(|text| serde_json::from_str::<FrameHeader>(text).ok());
    Some(header.and_then(|header| header.kind()).unwrap_or_else(|| FRAME.to_owned()))
}

/// Event name and opcode of a frame.
#[derive(Deserialize)]
struct FrameHeader {
    #[serde(default)]
    t: Value,
    #[serde(default)]
    op: Value,
}

impl FrameHeader {
    fn kind(&self) -> Option<String> {
        let event = self.t.as_str().and_then(name).map(str::to_owned);
        event.or_else(|| self.op.as_u64().map(|op| format!("OP_{op}")))
    }
}

/// Returns `kind` if it is a valid name, safe for the log and the metrics.
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
