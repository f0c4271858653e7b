//! What an operator can set, by the names of the environment; where a value came from is
//! not known here.
//!
//! May use: std, tracing, `allowance`, `bounds`. Deliberately absent: what it is used for. The token is never
//! shown: printing the settings leaves it out.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use tracing::level_filters::LevelFilter;

use super::allowance::Limits;
use crate::bounds::quoted;

/// How much may be logged of what our libraries say. Of requests, and of what they cannot
/// read, they print everything, and that holds the secrets of interactions.
pub const LIBRARIES: [(&str, LevelFilter); 5] = [
    ("serenity", LevelFilter::WARN),
    ("serenity::http", LevelFilter::ERROR),
    ("serenity::gateway::shard", LevelFilter::ERROR),
    ("serenity::gateway::ws", LevelFilter::ERROR),
    ("poise", LevelFilter::ERROR),
];

/// What an operator can set.
#[derive(Clone, Default)]
pub struct Config {
    /// The bot's token.
    pub token: String,
    /// The database file.
    pub database: PathBuf,
    /// Another base for the HTTP API: a sandbox, a test server, a proxy.
    pub api: Option<String>,
    /// Register the commands in this server only.
    pub guild: Option<u64>,
    /// Where to serve metrics.
    pub metrics: Option<SocketAddr>,
    /// How long a click waits for its answer before it is acknowledged by itself; if not
    /// set, half as long as an answer is on its way to Discord.
    pub patience: Option<Duration>,
    /// Ballots show every vote at once. Discord does not take that many changes of a message.
    pub hurried: bool,
    /// For how many days what is over is kept; for ever, if not set.
    pub keep_days: Option<u32>,
    /// How much anybody may ask for.
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
            .field("limits", &self.limits)
            .finish()
    }
}

/// A setting that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConfig {
    /// There is no token.
    #[error(
        "there is no DISCORD_TOKEN; set it to the token of your bot, or DISCORD_TOKEN_FILE to a file that holds it"
    )]
    NoToken,
    /// Not an address.
    #[error("DISCORD_API_URL is to be an address such as http://127.0.0.1:4000, not '{0}'")]
    Api(String),
    /// Not a number.
    #[error("DISCORD_GUILD_ID is to be the number of a server, not '{0}'")]
    Guild(String),
    /// Not a place to listen.
    #[error("EMBERHALL_METRICS is to be an address and port such as 127.0.0.1:9090, not '{0}'")]
    Metrics(String),
    /// Not a number of something.
    #[error("{variable} is to be a whole number, or 0 for none, not '{value}'")]
    Number {
        /// What it is called.
        variable: &'static str,
        /// What it was set to.
        value: String,
    },
}

impl BadConfig {
    /// The variable that is wrong.
    pub fn variable(&self) -> &'static str {
        match self {
            BadConfig::NoToken => "DISCORD_TOKEN",
            BadConfig::Api(_) => "DISCORD_API_URL",
            BadConfig::Guild(_) => "DISCORD_GUILD_ID",
            BadConfig::Metrics(_) => "EMBERHALL_METRICS",
            BadConfig::Number { variable, .. } => variable,
        }
    }
}

impl Config {
    /// From the environment, or whatever answers like it; the database comes in.
    pub fn read(
        get: impl Fn(&str) -> Option<String>,
        database: PathBuf,
    ) -> Result<Config, BadConfig> {
        let get = |name: &str| get(name).map(|v| v.trim().to_owned()).filter(|v| !v.is_empty());
        let token = get("DISCORD_TOKEN").ok_or(BadConfig::NoToken)?;
        // Serenity wants the bare token; many copy it with its kind.
        let token = token.strip_prefix("Bot ").unwrap_or(&token).to_owned();
        let api = get("DISCORD_API_URL").map(base).transpose()?;
        let guild = get("DISCORD_GUILD_ID").map(number).transpose()?;
        let metrics = get("EMBERHALL_METRICS").map(place).transpose()?;
        let keep_days = count("EMBERHALL_KEEP_DAYS", &get)?.filter(|days| *days > 0);
        let limits = limits(&get)?;
        let (patience, hurried) = (None, false);
        Ok(Config { token, database, api, guild, metrics, patience, hurried, keep_days, limits })
    }
}

/// How much anybody may ask for; what is not set is as usual.
fn limits(get: &impl Fn(&str) -> Option<String>) -> Result<Limits, BadConfig> {
    let usual = Limits::default();
    let or = |variable, usual| Ok(count(variable, get)?.unwrap_or(usual));
    Ok(Limits {
        lobbies_per_user: or("EMBERHALL_LOBBIES_PER_USER", usual.lobbies_per_user)?,
        lobbies_per_server: or("EMBERHALL_LOBBIES_PER_SERVER", usual.lobbies_per_server)?,
        campaigns_per_server: or("EMBERHALL_CAMPAIGNS_PER_SERVER", usual.campaigns_per_server)?,
        commands_per_minute: or("EMBERHALL_COMMANDS_PER_MINUTE", usual.commands_per_minute)?,
        pictures_per_minute: or("EMBERHALL_PICTURES_PER_MINUTE", usual.pictures_per_minute)?,
        clicks_per_minute: or("EMBERHALL_CLICKS_PER_MINUTE", usual.clicks_per_minute)?,
        refused_clicks_per_minute: or(
            "EMBERHALL_REFUSED_CLICKS_PER_MINUTE",
            usual.refused_clicks_per_minute,
        )?,
    })
}

fn count(
    variable: &'static str,
    get: &impl Fn(&str) -> Option<String>,
) -> Result<Option<u32>, BadConfig> {
    let Some(value) = get(variable) else { return Ok(None) };
    value.parse().map(Some).map_err(|_| BadConfig::Number { variable, value: quoted(&value) })
}

fn base(text: String) -> Result<String, BadConfig> {
    let bare = text.trim_end_matches('/').to_owned();
    let named = bare.strip_prefix("http://").or_else(|| bare.strip_prefix("https://"));
    match named {
        Some(host) if !host.is_empty() => Ok(bare),
        _ => Err(BadConfig::Api(quoted(&text))),
    }
}

fn number(text: String) -> Result<u64, BadConfig> {
    text.parse().ok().filter(|id| *id != 0).ok_or_else(|| BadConfig::Guild(quoted(&text)))
}

fn place(text: String) -> Result<SocketAddr, BadConfig> {
    text.parse().map_err(|_| BadConfig::Metrics(quoted(&text)))
}

#[cfg(test)]
mod tests {
    use super::{BadConfig, Config};
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
