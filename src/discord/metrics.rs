//! Metrics in Prometheus' text format, and health endpoints.
//!
//! No user or channel is named in them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use axum::routing::get;
use tokio::task::JoinHandle;

use super::bot::StartError;
use super::context::BotContext;
use super::lines::Lines;
use super::rest_client::SendError;
use super::unread::{BY_KIND, TOTAL};
use crate::hall::Hall;

/// Upper bounds of the acknowledgement histogram's buckets, in milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 3000];

/// Maximum number of kinds of unreadable events with a counter of their own.
const MOST_KINDS: usize = 32;
/// Label of the counter shared by all other kinds.
const OTHERS: &str = "OTHER";
/// Timeout of the database's health check.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(3);

/// Counters of the bot.
#[derive(Default)]
pub struct Metrics {
    clicks: AtomicU64,
    commands: AtomicU64,
    sent: AtomicU64,
    edited: AtomicU64,
    unanswered: AtomicU64,
    limited: AtomicU64,
    refused: AtomicU64,
    failed: AtomicU64,
    given_up: AtomicU64,
    broken: AtomicU64,
    turned_away: AtomicU64,
    renders: AtomicU64,
    render_micros: AtomicU64,
    acks: [AtomicU64; BOUNDS.len() + 1],
    ack_micros: AtomicU64,
    unread: Mutex<BTreeMap<String, u64>>,
}

fn increment(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// Counts a click.
    pub fn click(&self) {
        increment(&self.clicks);
    }

    /// Counts a slash command.
    pub fn command(&self) {
        increment(&self.commands);
    }

    /// Counts a posted message.
    pub fn sent(&self) {
        increment(&self.sent);
    }

    /// Counts an edited message.
    pub fn edited(&self) {
        increment(&self.edited);
    }

    /// Counts an interaction that could not be responded to.
    pub fn unanswered(&self) {
        increment(&self.unanswered);
    }

    /// Counts a handler that panicked or failed.
    pub fn broken(&self) {
        increment(&self.broken);
    }

    /// Counts a request beyond the limits of a user or server.
    pub fn turned_away(&self) {
        increment(&self.turned_away);
    }

    /// Counts a request that Discord rate-limited.
    pub fn limited(&self) {
        increment(&self.limited);
    }

    /// Counts a message that was given up, since Discord refused it in every form.
    pub fn given_up(&self) {
        increment(&self.given_up);
    }

    /// Counts a failed request.
    pub fn trouble(&self, error: &SendError) {
        match error {
            // Already counted as limited, or held back by an earlier limit.
            SendError::Later(why) if why.ends_with("429") => {}
            SendError::Refused(_) => increment(&self.refused),
            _ => increment(&self.failed),
        }
    }

    /// Counts a gateway event of this kind that could not be read, and returns the new count. Kinds
    /// beyond `MOST_KINDS` share one counter.
    pub fn unread(&self, kind: &str) -> u64 {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        let has_counter = unread.contains_key(kind) || unread.len() < MOST_KINDS;
        let count = unread.entry(if has_counter { kind } else { OTHERS }.to_owned()).or_default();
        *count += 1;
        *count
    }

    /// Writes the counts of unreadable events, in total and by kind.
    fn write_unread(&self, out: &mut String) {
        let unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "# HELP {TOTAL} Gateway events that could not be read.");
        let _ = writeln!(out, "# TYPE {TOTAL} counter\n{TOTAL} {}", unread.values().sum::<u64>());
        let _ = writeln!(out, "# HELP {BY_KIND} The same, by their kinds.");
        let _ = writeln!(out, "# TYPE {BY_KIND} counter");
        for (kind, times) in unread.iter() {
            let _ = writeln!(out, "{BY_KIND}{{kind=\"{kind}\"}} {times}");
        }
    }

    /// Counts a drawn picture and its drawing time.
    pub fn drawn(&self, took: Duration) {
        increment(&self.renders);
        self.render_micros.fetch_add(micros(took), Ordering::Relaxed);
    }

    /// Counts an acknowledged interaction and its response time.
    pub fn acknowledged(&self, took: Duration) {
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let bucket = BOUNDS.iter().position(|bound| millis < *bound).unwrap_or(BOUNDS.len());
        increment(&self.acks[bucket]);
        self.ack_micros.fetch_add(micros(took), Ordering::Relaxed);
    }

    /// Returns all counters as text, with the hall's `live` campaigns and `queued` deliveries.
    pub fn text(&self, live: usize, queued: usize) -> String {
        let mut out = String::new();
        let counters = [
            ("clicks_total", "Buttons and menus used.", &self.clicks),
            ("commands_total", "Slash commands used.", &self.commands),
            ("messages_sent_total", "Messages posted.", &self.sent),
            ("messages_edited_total", "Messages changed.", &self.edited),
            ("unanswered_total", "Interactions that could not be answered.", &self.unanswered),
            ("rate_limited_total", "Requests Discord limited.", &self.limited),
            ("requests_refused_total", "Requests Discord found wrong.", &self.refused),
            ("requests_failed_total", "Requests that failed otherwise.", &self.failed),
            (
                "messages_given_up_total",
                "Messages Discord found wrong in every form.",
                &self.given_up,
            ),
            ("handlers_broken_total", "Handlers that broke.", &self.broken),
            (
                "turned_away_total",
                "Requests beyond the limits of a user or server.",
                &self.turned_away,
            ),
            ("renders_total", "Pictures drawn.", &self.renders),
        ];
        for (name, help, counter) in counters {
            let value = counter.load(Ordering::Relaxed);
            write_metric(&mut out, name, help, "counter", &value.to_string());
        }
        let seconds = seconds(&self.render_micros);
        write_metric(&mut out, "render_seconds_total", "Time spent drawing.", "counter", &seconds);
        write_metric(
            &mut out,
            "campaigns_open",
            "Campaigns in memory.",
            "gauge",
            &live.to_string(),
        );
        let help = "Campaigns whose messages wait.";
        write_metric(&mut out, "queues_waiting", help, "gauge", &queued.to_string());
        self.write_unread(&mut out);
        self.histogram(&mut out);
        out
    }

    fn histogram(&self, out: &mut String) {
        let name = "emberhall_acknowledge_seconds";
        let _ = writeln!(out, "# HELP {name} From a click arriving to its acknowledgement.");
        let _ = writeln!(out, "# TYPE {name} histogram");
        let mut sum = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.acks) {
            sum += count.load(Ordering::Relaxed);
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", *bound as f64 / 1000.0);
        }
        sum += self.acks[BOUNDS.len()].load(Ordering::Relaxed);
        let _ = writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {sum}");
        let _ = writeln!(out, "{name}_sum {}", seconds(&self.ack_micros));
        let _ = writeln!(out, "{name}_count {sum}");
    }
}

fn micros(took: Duration) -> u64 {
    u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
}

fn seconds(micros: &AtomicU64) -> String {
    (micros.load(Ordering::Relaxed) as f64 / 1e6).to_string()
}

fn write_metric(out: &mut String, name: &str, help: &str, kind: &str, value: &str) {
    // Writing to a `String` cannot fail.
    let _ = writeln!(out, "# HELP emberhall_{name} {help}");
    let _ = writeln!(out, "# TYPE emberhall_{name} {kind}");
    let _ = writeln!(out, "emberhall_{name} {value}");
}

/// Returns the gauges of the gateway connection and the database, 1 if healthy.
fn health_gauges(connected: bool, stored: bool) -> String {
    let mut out = String::new();
    let value = |healthy: bool| if healthy { "1" } else { "0" };
    let help = "Every connection to Discord is up.";
    write_metric(&mut out, "gateway_connected", help, "gauge", value(connected));
    let help = "The database can be read, and its last write was stored.";
    write_metric(&mut out, "database_well", help, "gauge", value(stored));
    out
}

/// Returns the metrics of backups, if configured, and of free disk space, if known.
fn storage_metrics(hall: &Hall) -> String {
    let mut out = String::new();
    if let Some(stats) = hall.backups() {
        let (at, bytes) = stats.newest.unwrap_or_default();
        let at = at.0 / 1000;
        for (name, help, kind, value) in [
            (
                "backups_total",
                "Backups that were made and count.",
                "counter",
                stats.made.to_string(),
            ),
            (
                "backups_failed_total",
                "Backups that were not begun, or do not count.",
                "counter",
                stats.failed.to_string(),
            ),
            (
                "backup_last_timestamp_seconds",
                "When the newest backup was begun; 0 if there is none.",
                "gauge",
                at.to_string(),
            ),
            ("backup_last_bytes", "How large it is.", "gauge", bytes.to_string()),
        ] {
            write_metric(&mut out, name, help, kind, &value);
        }
    }
    if let Some(free) = hall.free() {
        let help = "Bytes that are free where the database is.";
        write_metric(&mut out, "disk_free_bytes", help, "gauge", &free.to_string());
    }
    out
}

/// Checks the gateway connection and the database. Returns the first problem as an error.
async fn health(context: &BotContext) -> Result<(), String> {
    if !context.is_connected().await {
        return Err("the connection to Discord is down".to_owned());
    }
    database_health(context).await
}

async fn database_health(context: &BotContext) -> Result<(), String> {
    let result = tokio::time::timeout(DATABASE_TIMEOUT, context.hall.store().health()).await;
    result.unwrap_or_else(|_| Err("the database does not answer".to_owned()))
}

async fn answer_health(context: &BotContext) -> (StatusCode, String) {
    match health(context).await {
        Ok(()) => (StatusCode::OK, "ok\n".to_owned()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
    }
}

async fn answer_metrics(context: &BotContext) -> String {
    let mut text = context.metrics.text(context.hall.live_campaigns(), context.hall.outbox_len());
    let connected = context.is_connected().await;
    let stored = database_health(context).await.is_ok();
    text.push_str(&health_gauges(connected, stored));
    text.push_str(&storage_metrics(&context.hall));
    text
}

/// Serves the metrics at `/metrics`, a health check of connection and database at `/health`, and at
/// `/live` that the program runs. Returns the server's task and its actual address.
pub async fn serve(
    place: SocketAddr,
    context: Arc<BotContext>,
) -> Result<(JoinHandle<()>, SocketAddr), StartError> {
    let failed = |why| StartError::Metrics { place, why };
    let listener = tokio::net::TcpListener::bind(place).await.map_err(failed)?;
    let at = listener.local_addr().map_err(failed)?;
    let health_context = Arc::clone(&context);
    let routes = axum::Router::new()
        .route("/metrics", get(move || async move { answer_metrics(&context).await }))
        .route("/health", get(move || async move { answer_health(&health_context).await }))
        .route("/live", get(|| async { "ok\n" }));
    let task = tokio::spawn(async move {
        if let Err(why) = axum::serve(Lines::new(listener), routes).await {
            tracing::error!("metrics are no longer served: {why}");
        }
    });
    Ok((task, at))
}

#[cfg(test)]
mod tests {
    use super::{MOST_KINDS, Metrics};
    use std::time::Duration;

    #[test]
    fn what_cannot_be_read_is_counted_by_its_kind_and_kinds_do_not_pile_up() {
        let metrics = Metrics::default();
        assert!(metrics.text(0, 0).contains("\nemberhall_gateway_events_unread_total 0\n"));
        assert_eq!(["READY", "READY", "RESUMED"].map(|kind| metrics.unread(kind)), [1, 2, 1]);
        for number in 0..2 * MOST_KINDS {
            metrics.unread(&format!("KIND_{number}"));
        }
        let text = metrics.text(0, 0);
        let total = 3 + 2 * MOST_KINDS;
        assert!(text.contains(&format!("\nemberhall_gateway_events_unread_total {total}\n")));
        assert!(text.contains("_by_kind_total{kind=\"READY\"} 2\n"), "{text}");
        assert!(text.contains("_by_kind_total{kind=\"OTHER\"} "), "{text}");
        assert!(text.matches("_by_kind_total{").count() <= MOST_KINDS + 1);
    }

    #[test]
    fn acknowledgements_are_counted_by_how_long_they_took() {
        let metrics = Metrics::default();
        for millis in [0, 3, 3, 700, 9000] {
            metrics.acknowledged(Duration::from_millis(millis));
        }
        let text = metrics.text(2, 1);
        for line in [
            "emberhall_acknowledge_seconds_bucket{le=\"0.001\"} 1",
            "emberhall_acknowledge_seconds_bucket{le=\"0.005\"} 3",
            "emberhall_acknowledge_seconds_bucket{le=\"1\"} 4",
            "emberhall_acknowledge_seconds_bucket{le=\"+Inf\"} 5",
            "emberhall_acknowledge_seconds_count 5",
            "emberhall_campaigns_open 2",
            "emberhall_queues_waiting 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
