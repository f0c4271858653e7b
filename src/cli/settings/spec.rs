//! All settings: key in the file, environment variable and default.
//!
//! Values are interpreted by the modules that use them.

/// Definition of a setting.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct SettingSpec {
    /// Key in the file. The flag has dashes instead of underscores.
    pub(in crate::cli) key: &'static str,
    /// Environment variable.
    pub(in crate::cli) variable: &'static str,
    /// Default value. `None` if the setting is off by default.
    pub(in crate::cli) usual: Option<&'static str>,
}

const fn setting(key: &'static str, variable: &'static str) -> SettingSpec {
    SettingSpec { key, variable, usual: None }
}

const fn with_default(
    key: &'static str,
    variable: &'static str,
    default: &'static str,
) -> SettingSpec {
    SettingSpec { key, variable, usual: Some(default) }
}

/// Bot token. Never printed, and never a flag: every user of the machine can read the command line.
pub(in crate::cli) const TOKEN: &str = "token";
/// File that holds the token.
pub(in crate::cli) const TOKEN_FILE: &str = "token_file";
/// Path or address of the database.
pub(in crate::cli) const DATABASE: &str = "database";
/// Log level.
pub(in crate::cli) const LOG: &str = "log";
/// Log format.
pub(in crate::cli) const LOG_FORMAT: &str = "log_format";
/// Retention of ended campaigns, in days.
pub(in crate::cli) const KEEP_DAYS: &str = "keep_days";

/// All settings, in display order.
pub(in crate::cli) const ALL: [SettingSpec; 19] = [
    setting(TOKEN, "DISCORD_TOKEN"),
    setting(TOKEN_FILE, "DISCORD_TOKEN_FILE"),
    with_default(DATABASE, "DATABASE_URL", "emberhall.sqlite"),
    setting("guild", "DISCORD_GUILD_ID"),
    setting("api", "DISCORD_API_URL"),
    with_default(LOG, "EMBERHALL_LOG", "info"),
    with_default(LOG_FORMAT, "EMBERHALL_LOG_FORMAT", "text"),
    setting("metrics", "EMBERHALL_METRICS"),
    with_default(KEEP_DAYS, "EMBERHALL_KEEP_DAYS", "0"),
    with_default("backup_every", "EMBERHALL_BACKUP_EVERY", "24h"),
    with_default("backup_keep", "EMBERHALL_BACKUP_KEEP", "7"),
    setting("backup_dir", "EMBERHALL_BACKUP_DIR"),
    with_default("lobbies_per_user", "EMBERHALL_LOBBIES_PER_USER", "3"),
    with_default("lobbies_per_server", "EMBERHALL_LOBBIES_PER_SERVER", "20"),
    with_default("campaigns_per_server", "EMBERHALL_CAMPAIGNS_PER_SERVER", "100"),
    with_default("commands_per_minute", "EMBERHALL_COMMANDS_PER_MINUTE", "30"),
    with_default("pictures_per_minute", "EMBERHALL_PICTURES_PER_MINUTE", "10"),
    with_default("clicks_per_minute", "EMBERHALL_CLICKS_PER_MINUTE", "120"),
    with_default("refused_clicks_per_minute", "EMBERHALL_REFUSED_CLICKS_PER_MINUTE", "30"),
];

/// Returns the setting with this key.
pub(in crate::cli) fn find(key: &str) -> Option<&'static SettingSpec> {
    ALL.iter().find(|spec| spec.key == key)
}

/// Returns the keys of all settings.
pub(in crate::cli) fn keys() -> Vec<String> {
    ALL.iter().map(|spec| spec.key.to_owned()).collect()
}
