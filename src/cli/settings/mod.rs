//! Effective settings and their sources: flag, environment, file or default, in this order of
//! precedence.
//!
//! Values are interpreted by [`Config`] and by `cli::logging`.

mod file;
pub(super) mod spec;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use lexopt::Parser;

use super::args::{path, text};
use super::database::address;
use super::error::CliError;
use crate::discord::Config;
use crate::discord::config::BadConfig;
use crate::hall::backups::BackupPlan;
use spec::{DATABASE, SettingSpec, TOKEN, TOKEN_FILE};

/// Settings given on the command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    config: Option<PathBuf>,
    values: BTreeMap<&'static str, String>,
}

impl Flags {
    /// Parses a flag that is a setting. Returns `false` if `option` is none.
    pub(super) fn take(&mut self, option: &str, parser: &mut Parser) -> Result<bool, CliError> {
        if option == "config" {
            self.config = Some(path(parser, option)?);
            return Ok(true);
        }
        if option == TOKEN {
            return Err(CliError::usage(
                "everybody on this machine could read a token on the command line; \
                 set DISCORD_TOKEN, or name a file that holds it with --token-file",
            ));
        }
        let Some(spec) = spec::find(&option.replace('-', "_")) else { return Ok(false) };
        self.values.insert(spec.key, text(parser, option)?);
        Ok(true)
    }

    /// Like [`Flags::take`], for commands that need only the database.
    pub(super) fn take_database(
        &mut self,
        option: &str,
        parser: &mut Parser,
    ) -> Result<bool, CliError> {
        if matches!(option, "config" | DATABASE) { self.take(option, parser) } else { Ok(false) }
    }
}

/// Source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Flag(&'static str),
    Environment(&'static str),
    File(PathBuf),
    Usual,
}

impl Source {
    /// Name of the source in JSON output.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Source::Flag(_) => "flag",
            Source::Environment(_) => "environment",
            Source::File(_) => "file",
            Source::Usual => "default",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Flag(key) => write!(out, "flag --{}", key.replace('_', "-")),
            Source::Environment(name) => write!(out, "environment {name}"),
            Source::File(path) => write!(out, "file {}", path.display()),
            Source::Usual => out.write_str("default"),
        }
    }
}

/// Effective settings of the program.
pub(super) struct ProgramSettings {
    /// Settings file that was read.
    pub(super) file: Option<PathBuf>,
    values: BTreeMap<&'static str, (String, Source)>,
}

impl ProgramSettings {
    /// Reads the settings from flags, the environment and the file.
    pub(super) fn load(flags: &Flags) -> Result<ProgramSettings, CliError> {
        let file = file::read(flags.config.as_deref())?;
        check_environment()?;
        let layers = [
            layer(|spec| flags.values.get(spec.key).cloned(), |spec| Source::Flag(spec.key)),
            layer(from_environment, |spec| Source::Environment(spec.variable)),
            layer(
                |spec| file.values.get(spec.key).cloned(),
                |_| Source::File(file.path.clone().unwrap_or_default()),
            ),
        ];
        let mut values = BTreeMap::new();
        for layer in layers {
            let token = [TOKEN, TOKEN_FILE].map(|key| layer.contains_key(key));
            if token == [true, true] {
                return Err(CliError::usage(
                    "both a token and a file that holds it are set (DISCORD_TOKEN and \
                     DISCORD_TOKEN_FILE, or token and token_file); leave one of them out",
                ));
            }
            // A token set by an earlier layer, directly or by file, hides both keys of later ones.
            let has_token = values.contains_key(TOKEN) || values.contains_key(TOKEN_FILE);
            for (key, value) in layer {
                if !(has_token && matches!(key, TOKEN | TOKEN_FILE)) {
                    values.entry(key).or_insert(value);
                }
            }
        }
        Ok(ProgramSettings { file: file.path, values })
    }

    /// Parses the text of a settings file, without flags and environment.
    pub(super) fn of_text(text: &str) -> Result<ProgramSettings, CliError> {
        let mut values = file::parse(text).map_err(CliError::usage)?;
        let from_file = |spec: &SettingSpec| values.remove(spec.key);
        let values = layer(from_file, |_| Source::File(PathBuf::new()));
        Ok(ProgramSettings { file: None, values })
    }

    /// Returns a value or its default.
    pub(super) fn get(&self, spec: &SettingSpec) -> Option<&str> {
        self.set(spec.key).or(spec.usual)
    }

    /// Returns a value if it is set. Ignores defaults.
    pub(super) fn set(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(|(value, _)| value.as_str())
    }

    /// Returns the source of a value.
    pub(super) fn source(&self, key: &str) -> Source {
        self.values.get(key).map_or(Source::Usual, |(_, source)| source.clone())
    }

    /// Whether a token or its file is set.
    pub(super) fn has_token(&self) -> bool {
        self.set(TOKEN).is_some() || self.set(TOKEN_FILE).is_some()
    }

    /// Returns the token, read from its file if necessary.
    pub(super) fn token(&self) -> Result<Option<String>, CliError> {
        match (self.set(TOKEN), self.set(TOKEN_FILE)) {
            (Some(token), _) => check_token(token, "DISCORD_TOKEN").map(Some),
            (None, Some(file)) => read_token(Path::new(file)).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// Returns the path of the database.
    pub(super) fn database(&self) -> Result<PathBuf, CliError> {
        let value = spec::find(DATABASE).and_then(|spec| self.get(spec));
        address::path(value.unwrap_or_default())
            .map_err(|why| self.error_for(DATABASE, &why.sentence))
    }

    /// Retention of ended campaigns, in days. `None` keeps them all.
    pub(super) fn keep_days(&self) -> Result<Option<u32>, CliError> {
        Ok(self.config_with(Some("(none)".to_owned()))?.keep_days)
    }

    /// Schedule of backups. `None` if they are off.
    pub(super) fn backups(&self) -> Result<Option<BackupPlan>, CliError> {
        Ok(self.config_with(Some("(none)".to_owned()))?.backups)
    }

    /// Configuration of the bot.
    pub(super) fn config(&self) -> Result<Config, CliError> {
        self.config_with(self.token()?)
    }

    /// Configuration of the bot with a token that the caller has read, or without one.
    pub(super) fn config_with(&self, token: Option<String>) -> Result<Config, CliError> {
        let get = |variable: &str| match spec::ALL.iter().find(|spec| spec.variable == variable) {
            Some(spec) if spec.key == TOKEN => token.clone(),
            Some(spec) => self.get(spec).map(str::to_owned),
            None => None,
        };
        Config::read(get, self.database()?).map_err(|why| self.config_error(&why))
    }

    /// Checks every setting but the token, each on its own. Returns a sentence for each bad value.
    pub(super) fn problems(&self) -> Vec<String> {
        let problem = |spec: &'static SettingSpec| {
            let get = |variable: &str| match variable {
                "DISCORD_TOKEN" => Some("(none)".to_owned()),
                _ if variable == spec.variable => self.get(spec).map(str::to_owned),
                _ => None,
            };
            Config::read(get, PathBuf::new()).err().map(|why| self.config_error(&why))
        };
        let others = spec::ALL.iter().filter(|spec| spec.key != TOKEN).filter_map(problem);
        let errors = self.database().err().into_iter().chain(others);
        errors.map(|error| error.sentence).collect()
    }

    fn config_error(&self, why: &BadConfig) -> CliError {
        let spec = spec::ALL.iter().find(|spec| spec.variable == why.variable());
        self.error_for(spec.map_or("", |spec| spec.key), &why.to_string())
    }

    /// Error about a value, with its source. `why` already names the environment variable.
    pub(super) fn error_for(&self, key: &str, why: &str) -> CliError {
        CliError::usage(match self.source(key) {
            Source::File(path) => format!("{why} (it is '{key}' in {})", path.display()),
            source @ Source::Flag(_) => format!("{why} (it is the {source})"),
            Source::Environment(_) | Source::Usual => why.to_owned(),
        })
    }
}

type Layer = BTreeMap<&'static str, (String, Source)>;

/// Values from one source, trimmed. Empty values count as not set.
fn layer(
    mut value: impl FnMut(&SettingSpec) -> Option<String>,
    source: impl Fn(&'static SettingSpec) -> Source,
) -> Layer {
    let entry = |spec: &'static SettingSpec| {
        let value = value(spec).map(|value| value.trim().to_owned())?;
        (!value.is_empty()).then(|| (spec.key, (value, source(spec))))
    };
    spec::ALL.iter().filter_map(entry).collect()
}

fn from_environment(spec: &SettingSpec) -> Option<String> {
    std::env::var(spec.variable).ok()
}

/// Refuses variables that are not UTF-8; such a setting would silently keep its default.
fn check_environment() -> Result<(), CliError> {
    let not_text = |spec: &&SettingSpec| {
        matches!(std::env::var(spec.variable), Err(std::env::VarError::NotUnicode(_)))
    };
    match spec::ALL.iter().find(not_text) {
        None => Ok(()),
        Some(spec) => Err(CliError::usage(format!(
            "{} is set to something that is not UTF-8 text; set it again",
            spec.variable
        ))),
    }
}

/// Size limit of the token's file, in bytes; far more than any token.
const LONGEST_TOKEN: usize = 64 * 1024;

/// Reads the token from a file, which may be a pipe: some secret managers use one.
fn read_token(file: &Path) -> Result<String, CliError> {
    let name = file.display();
    let text = file::text_of(file, LONGEST_TOKEN).map_err(|why| {
        CliError::usage(format!(
            "the token's file '{name}' cannot be read: {why}; check token_file or DISCORD_TOKEN_FILE"
        ))
    })?;
    match text.trim() {
        "" => Err(CliError::usage(format!(
            "the token's file '{name}' is empty; put the bot's token into it"
        ))),
        token => check_token(token, &format!("the token's file '{name}'")),
    }
}

/// Refuses tokens with spaces or special characters, which would break every request to Discord.
fn check_token(token: &str, place: &str) -> Result<String, CliError> {
    let bare = token.strip_prefix("Bot ").unwrap_or(token);
    if bare.chars().all(|c| c.is_ascii_graphic()) {
        return Ok(token.to_owned());
    }
    Err(CliError::usage(format!(
        "{place} holds more than a token: there is a gap or a strange letter in it; copy the \
         token again from the developer portal"
    )))
}
