//! Every setting there is: its name in the file, its variable, and what it is if nobody sets it.
//!
//! Deliberately absent: what the values mean; who uses them says so.

/// A setting.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Known {
    /// Its name in the file; as a flag it has dashes.
    pub(in crate::cli) key: &'static str,
    /// Its variable in the environment.
    pub(in crate::cli) variable: &'static str,
    /// What it is if nobody sets it; none is off.
    pub(in crate::cli) usual: Option<&'static str>,
}

const fn known(key: &'static str, variable: &'static str) -> Known {
    Known { key, variable, usual: None }
}

const fn usually(key: &'static str, variable: &'static str, usual: &'static str) -> Known {
    Known { key, variable, usual: Some(usual) }
}

/// The token; never shown, and never a flag: everybody on a machine can read those.
pub(in crate::cli) const TOKEN: &str = "token";
/// The file that holds the token instead.
pub(in crate::cli) const TOKEN_FILE: &str = "token_file";
/// The database.
pub(in crate::cli) const DATABASE: &str = "database";
/// How much is logged.
pub(in crate::cli) const LOG: &str = "log";
/// How it is logged.
pub(in crate::cli) const LOG_FORMAT: &str = "log_format";
/// For how many days what is over is kept.
pub(in crate::cli) const KEEP_DAYS: &str = "keep_days";

/// Every setting, in the order they are shown.
pub(in crate::cli) const ALL: [Known; 19] = [
    known(TOKEN, "DISCORD_TOKEN"),
    known(TOKEN_FILE, "DISCORD_TOKEN_FILE"),
    usually(DATABASE, "DATABASE_URL", "emberhall.sqlite"),
    known("guild", "DISCORD_GUILD_ID"),
    known("api", "DISCORD_API_URL"),
    usually(LOG, "EMBERHALL_LOG", "info"),
    usually(LOG_FORMAT, "EMBERHALL_LOG_FORMAT", "text"),
    known("metrics", "EMBERHALL_METRICS"),
    usually(KEEP_DAYS, "EMBERHALL_KEEP_DAYS", "0"),
    usually("backup_every", "EMBERHALL_BACKUP_EVERY", "24h"),
    usually("backup_keep", "EMBERHALL_BACKUP_KEEP", "7"),
    known("backup_dir", "EMBERHALL_BACKUP_DIR"),
    usually("lobbies_per_user", "EMBERHALL_LOBBIES_PER_USER", "3"),
    usually("lobbies_per_server", "EMBERHALL_LOBBIES_PER_SERVER", "20"),
    usually("campaigns_per_server", "EMBERHALL_CAMPAIGNS_PER_SERVER", "100"),
    usually("commands_per_minute", "EMBERHALL_COMMANDS_PER_MINUTE", "30"),
    usually("pictures_per_minute", "EMBERHALL_PICTURES_PER_MINUTE", "10"),
    usually("clicks_per_minute", "EMBERHALL_CLICKS_PER_MINUTE", "120"),
    usually("refused_clicks_per_minute", "EMBERHALL_REFUSED_CLICKS_PER_MINUTE", "30"),
];

/// The setting of a name.
pub(in crate::cli) fn find(key: &str) -> Option<&'static Known> {
    ALL.iter().find(|known| known.key == key)
}

/// The names of all settings.
pub(in crate::cli) fn keys() -> Vec<String> {
    ALL.iter().map(|known| known.key.to_owned()).collect()
}
