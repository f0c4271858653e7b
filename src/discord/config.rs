//! Operator settings, by the names of their environment variables.
//!
//! The caller resolves where a value comes from: a flag, the environment or a file. The token is
//! never printed: [`Config`]'s `Debug` output leaves it out.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tracing::level_filters::LevelFilter;

use super::rate_limit::Limits;
use crate::bounds::quoted;
use crate::council::Span;
use crate::hall::backups::BackupPlan;
use crate::store::disk::folder_of;

/// Maximum log level of each library. More verbose levels print whole requests and unreadable
/// events, which contain interaction tokens.
pub const LIBRARIES: [(&str, LevelFilter); 5] = [
    ("serenity", LevelFilter::WARN),
    ("serenity::http", LevelFilter::ERROR),
    ("serenity::gateway::shard", LevelFilter::ERROR),
    ("serenity::gateway::ws", LevelFilter::ERROR),
    ("poise", LevelFilter::ERROR),
];

/// Default interval between backups.
const BACKUP_EVERY: Span = Span::hours(24);
/// Default number of backups to keep.
const BACKUP_KEEP: u32 = 7;

/// Operator settings.
#[derive(Clone, Default)]
pub struct Config {
    /// Token of the bot.
    pub token: String,
    /// Database file.
    pub database: PathBuf,
    /// Base URL of the HTTP API instead of Discord's: a sandbox, a test server or a proxy.
    pub api: Option<String>,
    /// The only server to register the commands in; `None` registers them globally.
    pub guild: Option<u64>,
    /// Address of the metrics server; `None` serves none.
    pub metrics: Option<SocketAddr>,
    /// How long a click waits for its response before it is deferred. `None` adapts the delay to
    /// the measured latency.
    pub patience: Option<Duration>,
    /// Whether ballots show every vote at once, which Discord's limit on edits does not allow.
    pub hurried: bool,
    /// Days for which ended campaigns are kept; `None` keeps them indefinitely.
    pub keep_days: Option<u32>,
    /// Schedule of backups; `None` makes none.
    pub backups: Option<BackupPlan>,
    /// Limits of users and servers.
    pub limits: Limits,
}

impl fmt::Debug for Config {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Config")
            .field("token", &"(hidden)")
            .field("database", &self.database)
            .field("api", &self.api)
            .field("guild", &self.guild)
            .field("metrics", &self.metrics)
            .field("patience", &self.patience)
            .field("hurried", &self.hurried)
            .field("keep_days", &self.keep_days)
            .field("backups", &self.backups)
            .field("limits", &self.limits)
            .finish()
    }
}

/// Invalid or missing setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConfig {
    /// Missing token.
    #[error(
        "there is no DISCORD_TOKEN; set it to the token of your bot, or DISCORD_TOKEN_FILE to a file that holds it"
    )]
    NoToken,
    /// Invalid base URL of the API.
    #[error("DISCORD_API_URL is to be an address such as http://127.0.0.1:4000, not '{0}'")]
    Api(String),
    /// Invalid server id.
    #[error("DISCORD_GUILD_ID is to be the number of a server, not '{0}'")]
    Guild(String),
    /// Invalid address of the metrics server.
    #[error("EMBERHALL_METRICS is to be an address and port such as 127.0.0.1:9090, not '{0}'")]
    Metrics(String),
    /// Invalid whole number.
    #[error("{variable} is to be a whole number, or 0 for none, not '{value}'")]
    Number {
        /// Name of the variable.
        variable: &'static str,
        /// Value, sanitized and shortened.
        value: String,
    },
    /// Invalid interval between backups.
    #[error(
        "EMBERHALL_BACKUP_EVERY is to be a number with m, h or d such as 24h, or 0 for no backups, not '{0}'"
    )]
    BackupEvery(String),
    /// Invalid number of backups to keep.
    #[error(
        "EMBERHALL_BACKUP_KEEP is to be a whole number from 1 on, not '{0}'; EMBERHALL_BACKUP_EVERY=0 makes no backups"
    )]
    BackupKeep(String),
}

impl BadConfig {
    /// Returns the name of the variable that is missing or invalid.
    pub fn variable(&self) -> &'static str {
        match self {
            BadConfig::NoToken => "DISCORD_TOKEN",
            BadConfig::Api(_) => "DISCORD_API_URL",
            BadConfig::Guild(_) => "DISCORD_GUILD_ID",
            BadConfig::Metrics(_) => "EMBERHALL_METRICS",
            BadConfig::Number { variable, .. } => variable,
            BadConfig::BackupEvery(_) => "EMBERHALL_BACKUP_EVERY",
            BadConfig::BackupKeep(_) => "EMBERHALL_BACKUP_KEEP",
        }
    }
}

impl Config {
    /// Reads the settings from `get`, which returns the value of a variable. Empty values count as
    /// not set.
    pub fn read(
        get: impl Fn(&str) -> Option<String>,
        database: PathBuf,
    ) -> Result<Config, BadConfig> {
        let get = |name: &str| get(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        let token = get("DISCORD_TOKEN").ok_or(BadConfig::NoToken)?;
        // Serenity expects the bare token; many users copy it with the prefix.
        let token = token.strip_prefix("Bot ").unwrap_or(&token).to_owned();
        let api = get("DISCORD_API_URL").map(parse_base_url).transpose()?;
        let guild = get("DISCORD_GUILD_ID").map(parse_server_id).transpose()?;
        let metrics = get("EMBERHALL_METRICS").map(parse_address).transpose()?;
        let keep_days = read_count("EMBERHALL_KEEP_DAYS", &get)?.filter(|days| *days > 0);
        let (backups, limits) = (read_backups(&get, &database)?, read_limits(&get)?);
        let (patience, hurried) = (None, false);
        Ok(Config {
            token,
            database,
            api,
            guild,
            metrics,
            patience,
            hurried,
            keep_days,
            backups,
            limits,
        })
    }
}

/// Reads the schedule and folder of backups. The default folder is that of the database.
fn read_backups(
    get: &impl Fn(&str) -> Option<String>,
    database: &Path,
) -> Result<Option<BackupPlan>, BadConfig> {
    let every =
        get("EMBERHALL_BACKUP_EVERY").map(parse_interval).transpose()?.unwrap_or(BACKUP_EVERY);
    let keep = get("EMBERHALL_BACKUP_KEEP").map(parse_keep).transpose()?.unwrap_or(BACKUP_KEEP);
    let folder = get("EMBERHALL_BACKUP_DIR").map(PathBuf::from);
    let folder = folder.unwrap_or_else(|| folder_of(database));
    Ok((every > Span::ZERO).then_some(BackupPlan { every, keep: keep as usize, folder }))
}

/// Parses a number with the unit `m`, `h` or `d`; a bare 0 needs no unit.
fn parse_interval(text: String) -> Result<Span, BadConfig> {
    if text == "0" {
        return Ok(Span::ZERO);
    }
    let units = [('m', Span::MINUTE), ('h', Span::hours(1)), ('d', Span::hours(24))];
    let interval = units.iter().find_map(|(unit, span)| {
        let number: u32 = text.strip_suffix(*unit)?.trim_end().parse().ok()?;
        Some(Span(span.0 * i64::from(number)))
    });
    interval.ok_or_else(|| BadConfig::BackupEvery(quoted(&text)))
}

fn parse_keep(text: String) -> Result<u32, BadConfig> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| BadConfig::BackupKeep(quoted(&text)))
}

/// Reads the limits; those not set keep their defaults.
fn read_limits(get: &impl Fn(&str) -> Option<String>) -> Result<Limits, BadConfig> {
    let defaults = Limits::default();
    let limit = |variable, default| Ok(read_count(variable, get)?.unwrap_or(default));
    Ok(Limits {
        lobbies_per_user: limit("EMBERHALL_LOBBIES_PER_USER", defaults.lobbies_per_user)?,
        lobbies_per_server: limit("EMBERHALL_LOBBIES_PER_SERVER", defaults.lobbies_per_server)?,
        campaigns_per_server: limit(
            "EMBERHALL_CAMPAIGNS_PER_SERVER",
            defaults.campaigns_per_server,
        )?,
        commands_per_minute: limit("EMBERHALL_COMMANDS_PER_MINUTE", defaults.commands_per_minute)?,
        pictures_per_minute: limit("EMBERHALL_PICTURES_PER_MINUTE", defaults.pictures_per_minute)?,
        clicks_per_minute: limit("EMBERHALL_CLICKS_PER_MINUTE", defaults.clicks_per_minute)?,
        refused_clicks_per_minute: limit(
            "EMBERHALL_REFUSED_CLICKS_PER_MINUTE",
            defaults.refused_clicks_per_minute,
        )?,
    })
}

fn read_count(
    variable: &'static str,
    get: &impl Fn(&str) -> Option<String>,
) -> Result<Option<u32>, BadConfig> {
    let Some(value) = get(variable) else { return Ok(None) };
    value.parse().map(Some).map_err(|_| BadConfig::Number { variable, value: quoted(&value) })
}

fn parse_base_url(text: String) -> Result<String, BadConfig> {
    let base = text.trim_end_matches('/').to_owned();
    let rest = base.strip_prefix("http://").or_else(|| base.strip_prefix("https://"));
    match rest {
        Some(host) if !host.is_empty() => Ok(base),
        _ => Err(BadConfig::Api(quoted(&text))),
    }
}

fn parse_server_id(text: String) -> Result<u64, BadConfig> {
    text.parse().ok().filter(|id| *id != 0).ok_or_else(|| BadConfig::Guild(quoted(&text)))
}

fn parse_address(text: String) -> Result<SocketAddr, BadConfig> {
    text.parse().map_err(|_| BadConfig::Metrics(quoted(&text)))
}

#[cfg(test)]
mod tests {
    use super::{BackupPlan, BadConfig, Config};
    use crate::council::Span;
    use std::path::PathBuf;

    fn read(set: &[(&str, &str)]) -> Result<Config, BadConfig> {
        let get = |name: &str| {
            set.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        };
        Config::read(get, PathBuf::from("hall.sqlite"))
    }

    #[test]
    fn the_token_is_needed_and_never_shown() {
        assert_eq!(read(&[]).unwrap_err(), BadConfig::NoToken);
        let config = read(&[("DISCORD_TOKEN", "Bot abc.def")]).unwrap();
        assert_eq!(config.token, "abc.def");
        assert!(!format!("{config:?}").contains("abc"), "{config:?}");
    }

    #[test]
    fn backups_are_daily_beside_the_database_unless_somebody_says_otherwise() {
        let plan = |set: &[(&str, &str)]| {
            let set = [&[("DISCORD_TOKEN", "t")], set].concat();
            read(&set).unwrap().backups
        };
        let usual = BackupPlan { every: Span::hours(24), keep: 7, folder: PathBuf::from(".") };
        assert_eq!(plan(&[]), Some(usual));
        let set = [
            ("EMBERHALL_BACKUP_EVERY", "90m"),
            ("EMBERHALL_BACKUP_KEEP", "1"),
            ("EMBERHALL_BACKUP_DIR", "/mnt/copies"),
        ];
        let other = BackupPlan { every: Span::minutes(90), keep: 1, folder: "/mnt/copies".into() };
        assert_eq!(plan(&set), Some(other));
        let every = |text| plan(&[("EMBERHALL_BACKUP_EVERY", text)]).map(|plan| plan.every);
        assert_eq!(every("12h"), Some(Span::hours(12)));
        assert_eq!(every("4294967295d"), Some(Span(4_294_967_295 * Span::hours(24).0)));
        for off in ["0", "0m", "0h", "0d"] {
            assert_eq!(every(off), None, "{off}");
        }
        assert_eq!(Config::default().backups, None, "tests and sandboxes make none");
    }

    #[test]
    fn what_cannot_be_understood_is_named() {
        let with = |name, value| read(&[("DISCORD_TOKEN", "t"), (name, value)]);
        let api = with("DISCORD_API_URL", "http://127.0.0.1:4000/").unwrap().api;
        assert_eq!(api.as_deref(), Some("http://127.0.0.1:4000"));
        for (name, value) in [
            ("DISCORD_API_URL", "127.0.0.1"),
            ("DISCORD_API_URL", "http://"),
            ("DISCORD_GUILD_ID", "my server"),
            ("DISCORD_GUILD_ID", "0"),
            ("EMBERHALL_METRICS", "9090"),
            ("EMBERHALL_KEEP_DAYS", "a month"),
            ("EMBERHALL_LOBBIES_PER_USER", "-1"),
            ("EMBERHALL_PICTURES_PER_MINUTE", "1.5"),
            ("EMBERHALL_CLICKS_PER_MINUTE", "many"),
            ("EMBERHALL_BACKUP_EVERY", "24"),
            ("EMBERHALL_BACKUP_EVERY", "daily"),
            ("EMBERHALL_BACKUP_EVERY", "-1h"),
            ("EMBERHALL_BACKUP_EVERY", "h"),
            ("EMBERHALL_BACKUP_KEEP", "0"),
            ("EMBERHALL_BACKUP_KEEP", "all"),
        ] {
            let why = with(name, value).unwrap_err();
            assert_eq!(why.variable(), name);
            let why = why.to_string();
            assert!(why.contains(name) && why.contains(value), "{why}");
        }
        let why = with("DISCORD_API_URL", &"x".repeat(5000)).unwrap_err().to_string();
        assert!(why.chars().count() < 300, "{why}");
    }
}
