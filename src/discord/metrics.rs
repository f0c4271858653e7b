//! Counters for the operator, as Prometheus reads them, and whether all is well.
//!
//! May use: std, axum, the hall's own numbers. Deliberately absent: names of people and channels.

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

/// Upper bounds of the times of acknowledgements, in milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 3000];

/// Kinds of events that are counted by their names; others are counted together.
const MOST_KINDS: usize = 32;
/// What those others are called.
const OTHERS: &str = "OTHER";
/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// What is counted.
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

fn up(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Metrics {
    /// A click arrived.
    pub fn click(&self) {
        up(&self.clicks);
    }

    /// A command arrived.
    pub fn command(&self) {
        up(&self.commands);
    }

    /// A message was posted.
    pub fn sent(&self) {
        up(&self.sent);
    }

    /// A message was changed.
    pub fn edited(&self) {
        up(&self.edited);
    }

    /// An interaction could not be answered.
    pub fn unanswered(&self) {
        up(&self.unanswered);
    }

    /// A handler broke.
    pub fn broken(&self) {
        up(&self.broken);
    }

    /// Somebody asked for more than they may have.
    pub fn turned_away(&self) {
        up(&self.turned_away);
    }

    /// Discord limited a request.
    pub fn limited(&self) {
        up(&self.limited);
    }

    /// A message was given up: Discord found it wrong in every form.
    pub fn given_up(&self) {
        up(&self.given_up);
    }

    /// A request failed.
    pub fn trouble(&self, trouble: &SendError) {
        match trouble {
            // It was counted when it was limited, or waits for that.
            SendError::Later(why) if why.ends_with("429") => {}
            SendError::Refused(_) => up(&self.refused),
            _ => up(&self.failed),
        }
    }

    /// Discord sent something of this kind that cannot be read; how often it has by now.
    pub fn unread(&self, kind: &str) -> u64 {
        let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
        let known = unread.contains_key(kind) || unread.len() < MOST_KINDS;
        let times = unread.entry(if known { kind } else { OTHERS }.to_owned()).or_default();
        *times += 1;
        *times
    }

    /// What could not be read, all of it and by its kinds.
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

    /// A picture was drawn.
    pub fn drawn(&self, took: Duration) {
        up(&self.renders);
        self.render_micros.fetch_add(micros(took), Ordering::Relaxed);
    }

    /// An interaction was acknowledged.
    pub fn acknowledged(&self, took: Duration) {
        let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let at = BOUNDS.iter().position(|bound| millis < *bound).unwrap_or(BOUNDS.len());
        up(&self.acks[at]);
        self.ack_micros.fetch_add(micros(took), Ordering::Relaxed);
    }

    /// Everything, as text; the hall's own numbers come in.
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
            plain(&mut out, name, help, "counter", &value.to_string());
        }
        let seconds = seconds(&self.render_micros);
        plain(&mut out, "render_seconds_total", "Time spent drawing.", "counter", &seconds);
        plain(&mut out, "campaigns_open", "Campaigns in memory.", "gauge", &live.to_string());
        let help = "Campaigns whose messages wait.";
        plain(&mut out, "queues_waiting", help, "gauge", &queued.to_string());
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

fn plain(out: &mut String, name: &str, help: &str, kind: &str, value: &str) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "# HELP emberhall_{name} {help}");
    let _ = writeln!(out, "# TYPE emberhall_{name} {kind}");
    let _ = writeln!(out, "emberhall_{name} {value}");
}

/// The connection and the database, as gauges: 1 is well.
fn gauges(connected: bool, stored: bool) -> String {
    let mut out = String::new();
    let word = |well: bool| if well { "1" } else { "0" };
    let help = "Every connection to Discord is up.";
    plain(&mut out, "gateway_connected", help, "gauge", word(connected));
    let help = "The database can be read, and its last write was stored.";
    plain(&mut out, "database_well", help, "gauge", word(stored));
    out
}

/// The backups, if any are made, and the room on the disk.
fn copies(hall: &Hall) -> String {
    let mut out = String::new();
    if let Some(tally) = hall.backups() {
        let (at, bytes) = tally.newest.unwrap_or_default();
        let at = at.0 / 1000;
        for (name, help, kind, value) in [
            (
                "backups_total",
                "Backups that were made and count.",
                "counter",
                tally.made.to_string(),
            ),
            (
                "backups_failed_total",
                "Backups that were not begun, or do not count.",
                "counter",
                tally.failed.to_string(),
            ),
            (
                "backup_last_timestamp_seconds",
                "When the newest backup was begun; 0 if there is none.",
                "gauge",
                at.to_string(),
            ),
            ("backup_last_bytes", "How large it is.", "gauge", bytes.to_string()),
        ] {
            plain(&mut out, name, help, kind, &value);
        }
    }
    if let Some(free) = hall.free() {
        let help = "Bytes that are free where the database is.";
        plain(&mut out, "disk_free_bytes", help, "gauge", &free.to_string());
    }
    out
}

/// Nothing is wrong; or what is.
async fn health(host: &BotContext) -> Result<(), String> {
    if !host.is_connected().await {
        return Err("the connection to Discord is down".to_owned());
    }
    stored(host).await
}

async fn stored(host: &BotContext) -> Result<(), String> {
    let asked = tokio::time::timeout(PATIENCE, host.hall.store().health()).await;
    asked.unwrap_or_else(|_| Err("the database does not answer".to_owned()))
}

async fn answer_health(host: &BotContext) -> (StatusCode, String) {
    match health(host).await {
        Ok(()) => (StatusCode::OK, "ok\n".to_owned()),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
    }
}

async fn answer_metrics(host: &BotContext) -> String {
    let mut text = host.metrics.text(host.hall.live_campaigns(), host.hall.outbox_len());
    text.push_str(&gauges(host.is_connected().await, stored(host).await.is_ok()));
    text.push_str(&copies(&host.hall));
    text
}

/// Serves the counters at `/metrics`, whether all is well at `/health`, and that the
/// program runs, whatever else is wrong, at `/live`.
pub async fn serve(
    place: SocketAddr,
    host: Arc<BotContext>,
) -> Result<(JoinHandle<()>, SocketAddr), StartError> {
    let failed = |why| StartError::Metrics { place, why };
    let listener = tokio::net::TcpListener::bind(place).await.map_err(failed)?;
    let at = listener.local_addr().map_err(failed)?;
    let ill = Arc::clone(&host);
    let routes = axum::Router::new()
        .route("/metrics", get(move || async move { answer_metrics(&host).await }))
        .route("/health", get(move || async move { answer_health(&ill).await }))
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
