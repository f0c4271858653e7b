//! Log setup: level, format and filter.
//!
//! The filter keeps secrets out of the log: libraries log only up to the levels in
//! `discord::config::LIBRARIES`, which are known to be safe.

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

use super::error::CliError;
use super::settings::{ProgramSettings, spec};
use crate::bounds::quoted;
use crate::discord::config::LIBRARIES;
use crate::discord::unread;

/// Installs the logger on standard error, with the level and format of the settings. `default` is
/// the level if none is set.
pub(super) fn log(settings: &ProgramSettings, default: &str) -> Result<(), CliError> {
    let (level, format) = (level_of(settings, default)?, format_of(settings)?);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // Unfiltered: counts unreadable gateway frames, whose log events are filtered out because they
    // quote the frame. Only the kind of frame is logged.
    let registry = tracing_subscriber::registry().with(unread::watch());
    // An error means that a logger is already installed; it is kept.
    let _ = match format {
        LogFormat::Text => registry.with(layer.with_filter(targets(level))).try_init(),
        LogFormat::Json => {
            registry.with(layer.event_format(Json).with_filter(targets(level))).try_init()
        }
    };
    Ok(())
}

/// Filter: this program at `level`, each library at most at its safe level, the rest at `ERROR`.
fn targets(level: LevelFilter) -> Targets {
    let libraries = LIBRARIES.iter().map(|(name, max)| (*name, level.min(*max)));
    Targets::new()
        .with_default(LevelFilter::ERROR)
        .with_targets(libraries)
        .with_target("emberhall", level)
}

/// Returns the log level of the settings, or the level named `default` if none is set.
pub(super) fn level_of(settings: &ProgramSettings, default: &str) -> Result<LevelFilter, CliError> {
    let level = level(settings.set(spec::LOG).unwrap_or(default));
    level.map_err(|error| settings.error_for(spec::LOG, &error.sentence))
}

/// Returns the log format of the settings.
pub(super) fn format_of(settings: &ProgramSettings) -> Result<LogFormat, CliError> {
    let format = format(settings.set(spec::LOG_FORMAT));
    format.map_err(|error| settings.error_for(spec::LOG_FORMAT, &error.sentence))
}

/// Parses a log level.
fn level(given: &str) -> Result<LevelFilter, CliError> {
    match given.trim() {
        "error" => Ok(LevelFilter::ERROR),
        "warn" => Ok(LevelFilter::WARN),
        "info" => Ok(LevelFilter::INFO),
        "debug" => Ok(LevelFilter::DEBUG),
        "trace" => Ok(LevelFilter::TRACE),
        other => Err(CliError::usage(format!(
            "EMBERHALL_LOG is error, warn, info, debug or trace, not '{}'",
            quoted(other)
        ))),
    }
}

/// Format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogFormat {
    Text,
    Json,
}

/// Parses a log format. `Text` if none is given.
fn format(given: Option<&str>) -> Result<LogFormat, CliError> {
    match given.map(str::trim) {
        None | Some("text") => Ok(LogFormat::Text),
        Some("json") => Ok(LogFormat::Json),
        Some(other) => Err(CliError::usage(format!(
            "EMBERHALL_LOG_FORMAT is text or json, not '{}'",
            quoted(other)
        ))),
    }
}

/// Formatter that writes one JSON object per line: `at` (milliseconds since 1970), `level`,
/// `target`, `message` and the other fields of the event.
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
        let mut fields = JsonFields(Map::new());
        event.record(&mut fields);
        let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        fields.0.insert("at".to_owned(), json!(u64::try_from(elapsed.as_millis()).unwrap_or(0)));
        let metadata = event.metadata();
        fields.0.insert("level".to_owned(), json!(metadata.level().as_str().to_lowercase()));
        fields.0.insert("target".to_owned(), json!(metadata.target()));
        writeln!(out, "{}", Value::Object(fields.0))
    }
}

/// Fields of an event by name.
struct JsonFields(Map<String, Value>);

impl Visit for JsonFields {
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
    use super::{LogFormat, format, level};
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
        assert_eq!(format(None).ok(), Some(LogFormat::Text));
        assert_eq!(format(Some("json")).ok(), Some(LogFormat::Json));
        assert!(format(Some("xml")).unwrap_err().sentence.contains("EMBERHALL_LOG_FORMAT"));
    }
}
