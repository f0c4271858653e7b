//! The log: how much, and as lines for people or for programs.
//!
//! May use: tracing. Deliberately absent: what is logged. Secrets are kept out where they
//! are: of the libraries only what is known to be safe is let through.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value, json};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::settings::{Settings, known};
use super::trouble::Trouble;
use crate::bounds::quoted;
use crate::discord::config::LIBRARIES;
use crate::discord::unread;

/// Logs to the error stream as is set, or as much as is usual here.
pub(super) fn log(settings: &Settings, usual: &str) -> Result<(), Trouble> {
    let (level, lines) = (level_of(settings, usual)?, format_of(settings)?);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // It hears what the log does not show, and says nothing of it but the kind.
    let registry = tracing_subscriber::registry().with(unread::watch());
    // If somebody logs already, that is as good.
    let _ = match lines {
        Lines::Text => registry.with(layer.with_filter(targets(level))).try_init(),
        Lines::Json => {
            registry.with(layer.event_format(Json).with_filter(targets(level))).try_init()
        }
    };
    Ok(())
}

/// All of ours, and of the libraries what is known to be safe.
fn targets(level: LevelFilter) -> Targets {
    let libraries = LIBRARIES.iter().map(|(name, most)| (*name, level.min(*most)));
    Targets::new()
        .with_default(LevelFilter::ERROR)
        .with_targets(libraries)
        .with_target("emberhall", level)
}

/// How much is logged, as it is set or as is usual here.
pub(super) fn level_of(settings: &Settings, usual: &str) -> Result<LevelFilter, Trouble> {
    let level = level(settings.set(known::LOG).unwrap_or(usual));
    level.map_err(|why| settings.blame(known::LOG, &why.sentence))
}

/// How a line looks, as it is set.
pub(super) fn format_of(settings: &Settings) -> Result<Lines, Trouble> {
    let lines = format(settings.set(known::LOG_FORMAT));
    lines.map_err(|why| settings.blame(known::LOG_FORMAT, &why.sentence))
}

/// The level of that name.
fn level(given: &str) -> Result<LevelFilter, Trouble> {
    match given.trim() {
        "error" => Ok(LevelFilter::ERROR),
        "warn" => Ok(LevelFilter::WARN),
        "info" => Ok(LevelFilter::INFO),
        "debug" => Ok(LevelFilter::DEBUG),
        "trace" => Ok(LevelFilter::TRACE),
        other => Err(Trouble::theirs(format!(
            "EMBERHALL_LOG is error, warn, info, debug or trace, not '{}'",
            quoted(other)
        ))),
    }
}

/// How a line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lines {
    Text,
    Json,
}

/// The look of that name; text, if none is given.
fn format(given: Option<&str>) -> Result<Lines, Trouble> {
    match given.map(str::trim) {
        None | Some("text") => Ok(Lines::Text),
        Some("json") => Ok(Lines::Json),
        Some(other) => Err(Trouble::theirs(format!(
            "EMBERHALL_LOG_FORMAT is text or json, not '{}'",
            quoted(other)
        ))),
    }
}

/// One JSON object for each line: `at` (milliseconds since 1970), `level`, `target`,
/// `message`, and what else was noted.
struct Json;

impl<S, N> FormatEvent<S, N> for Json
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut out: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut noted = Noted(Map::new());
        event.record(&mut noted);
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        noted.0.insert("at".to_owned(), json!(u64::try_from(since.as_millis()).unwrap_or(0)));
        let about = event.metadata();
        noted.0.insert("level".to_owned(), json!(about.level().as_str().to_lowercase()));
        noted.0.insert("target".to_owned(), json!(about.target()));
        writeln!(out, "{}", Value::Object(noted.0))
    }
}

/// What an event says, by name.
struct Noted(Map<String, Value>);

impl Visit for Noted {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name().to_owned(), json!(format!("{value:?}")));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), json!(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.0.insert(field.name().to_owned(), json!(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), json!(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.0.insert(field.name().to_owned(), json!(value));
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, format, level};
    use tracing_subscriber::filter::LevelFilter;

    #[test]
    fn the_log_level_is_one_of_five_words() {
        assert_eq!(level("info").ok(), Some(LevelFilter::INFO));
        assert_eq!(level(" trace ").ok(), Some(LevelFilter::TRACE));
        let why = level("loud").unwrap_err();
        assert!(why.code == 2 && why.sentence.contains("EMBERHALL_LOG"), "{why:?}");
    }

    #[test]
    fn lines_are_text_unless_json_is_set() {
        assert_eq!(format(None).ok(), Some(Lines::Text));
        assert_eq!(format(Some("json")).ok(), Some(Lines::Json));
        assert!(format(Some("xml")).unwrap_err().sentence.contains("EMBERHALL_LOG_FORMAT"));
    }
}
