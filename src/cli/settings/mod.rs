//! What is set, and where it comes from: a flag, the environment, a file, or nobody.
//!
//! May use: the environment, the settings file and the token's file. Deliberately absent:
//! what the values mean; `discord`'s `Config` and the log say that. Flags beat the
//! environment, the environment beats the file, and the file beats what is usual.

mod file;
pub(super) mod known;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use lexopt::Parser;

use super::args::{path, text};
use super::trouble::Trouble;
use super::vault::database;
use crate::discord::Config;
use crate::discord::config::BadConfig;
use crate::hall::backups::BackupPlan;
use known::{DATABASE, Known, TOKEN, TOKEN_FILE};

/// What was set on the command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Flags {
    /// The settings file.
    config: Option<PathBuf>,
    values: BTreeMap<&'static str, String>,
}

impl Flags {
    /// Takes a flag that is a setting; false if it is none.
    pub(super) fn take(&mut self, option: &str, parser: &mut Parser) -> Result<bool, Trouble> {
        if option == "config" {
            self.config = Some(path(parser, option)?);
            return Ok(true);
        }
        if option == TOKEN {
            return Err(Trouble::theirs(
                "everybody on this machine could read a token on the command line; \
                 set DISCORD_TOKEN, or name a file that holds it with --token-file",
            ));
        }
        let Some(known) = known::find(&option.replace('-', "_")) else { return Ok(false) };
        self.values.insert(known.key, text(parser, option)?);
        Ok(true)
    }

    /// Takes the flags of commands that only need the database.
    pub(super) fn take_place(
        &mut self,
        option: &str,
        parser: &mut Parser,
    ) -> Result<bool, Trouble> {
        if matches!(option, "config" | DATABASE) { self.take(option, parser) } else { Ok(false) }
    }
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Flag(&'static str),
    Environment(&'static str),
    File(PathBuf),
    Usual,
}

impl Source {
    /// One word for it.
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

/// What is set.
pub(super) struct Settings {
    /// The settings file, if there is one.
    pub(super) file: Option<PathBuf>,
    values: BTreeMap<&'static str, (String, Source)>,
}

impl Settings {
    /// Everything that is set, by flags, the environment and the file.
    pub(super) fn gather(flags: &Flags) -> Result<Settings, Trouble> {
        let written = file::read(flags.config.as_deref())?;
        readable()?;
        let layers = [
            layer(|known| flags.values.get(known.key).cloned(), |known| Source::Flag(known.key)),
            layer(of_environment, |known| Source::Environment(known.variable)),
            layer(
                |known| written.values.get(known.key).cloned(),
                |_| Source::File(written.path.clone().unwrap_or_default()),
            ),
        ];
        let mut values = BTreeMap::new();
        for layer in layers {
            let token = [TOKEN, TOKEN_FILE].map(|key| layer.contains_key(key));
            if token == [true, true] {
                return Err(Trouble::theirs(
                    "both a token and a file that holds it are set (DISCORD_TOKEN and \
                     DISCORD_TOKEN_FILE, or token and token_file); leave one of them out",
                ));
            }
            // A token that was named before in either way is the token.
            let named = values.contains_key(TOKEN) || values.contains_key(TOKEN_FILE);
            for (key, value) in layer {
                if !(named && matches!(key, TOKEN | TOKEN_FILE)) {
                    values.entry(key).or_insert(value);
                }
            }
        }
        Ok(Settings { file: written.path, values })
    }

    /// What the text of a settings file alone says.
    pub(super) fn of_text(text: &str) -> Result<Settings, Trouble> {
        let mut values = file::parse(text).map_err(Trouble::theirs)?;
        let of_file = |known: &Known| values.remove(known.key);
        let values = layer(of_file, |_| Source::File(PathBuf::new()));
        Ok(Settings { file: None, values })
    }

    /// A value, if it is set or usual.
    pub(super) fn get(&self, known: &Known) -> Option<&str> {
        self.set(known.key).or(known.usual)
    }

    /// A value, if somebody set it.
    pub(super) fn set(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(|(value, _)| value.as_str())
    }

    /// Where a value comes from.
    pub(super) fn source(&self, key: &str) -> Source {
        self.values.get(key).map_or(Source::Usual, |(_, source)| source.clone())
    }

    /// Is there a token?
    pub(super) fn has_token(&self) -> bool {
        self.set(TOKEN).is_some() || self.set(TOKEN_FILE).is_some()
    }

    /// The token, from its file if need be.
    pub(super) fn token(&self) -> Result<Option<String>, Trouble> {
        match (self.set(TOKEN), self.set(TOKEN_FILE)) {
            (Some(token), _) => whole(token, "DISCORD_TOKEN").map(Some),
            (None, Some(file)) => read_token(Path::new(file)).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The file of the database.
    pub(super) fn database(&self) -> Result<PathBuf, Trouble> {
        let named = known::find(DATABASE).and_then(|known| self.get(known));
        database::path(named.unwrap_or_default()).map_err(|why| self.blame(DATABASE, &why.sentence))
    }

    /// For how many days what is over is kept; for ever, if it is 0 or not set.
    pub(super) fn keep_days(&self) -> Result<Option<u32>, Trouble> {
        Ok(self.config_with(Some("(none)".to_owned()))?.keep_days)
    }

    /// When backups are made; never, if that is switched off.
    pub(super) fn backups(&self) -> Result<Option<BackupPlan>, Trouble> {
        Ok(self.config_with(Some("(none)".to_owned()))?.backups)
    }

    /// Everything a bot has to know.
    pub(super) fn config(&self) -> Result<Config, Trouble> {
        self.config_with(self.token()?)
    }

    /// The same with a token that is known already, or with none.
    pub(super) fn config_with(&self, token: Option<String>) -> Result<Config, Trouble> {
        let get = |variable: &str| match known::ALL.iter().find(|k| k.variable == variable) {
            Some(known) if known.key == TOKEN => token.clone(),
            Some(known) => self.get(known).map(str::to_owned),
            None => None,
        };
        Config::read(get, self.database()?).map_err(|why| self.wrong(&why))
    }

    /// Every value that a bot could not understand but the token, a sentence each.
    pub(super) fn problems(&self) -> Vec<String> {
        let alone = |known: &'static Known| {
            let get = |variable: &str| match variable {
                "DISCORD_TOKEN" => Some("(none)".to_owned()),
                _ if variable == known.variable => self.get(known).map(str::to_owned),
                _ => None,
            };
            Config::read(get, PathBuf::new()).err().map(|why| self.wrong(&why))
        };
        let others = known::ALL.iter().filter(|known| known.key != TOKEN).filter_map(alone);
        let all = self.database().err().into_iter().chain(others);
        all.map(|trouble| trouble.sentence).collect()
    }

    fn wrong(&self, why: &BadConfig) -> Trouble {
        let known = known::ALL.iter().find(|known| known.variable == why.variable());
        self.blame(known.map_or("", |known| known.key), &why.to_string())
    }

    /// What is wrong with a value, and where it was set: sentences call it by its variable.
    pub(super) fn blame(&self, key: &str, why: &str) -> Trouble {
        Trouble::theirs(match self.source(key) {
            Source::File(path) => format!("{why} (it is '{key}' in {})", path.display()),
            source @ Source::Flag(_) => format!("{why} (it is the {source})"),
            Source::Environment(_) | Source::Usual => why.to_owned(),
        })
    }
}

type Layer = BTreeMap<&'static str, (String, Source)>;

/// The values one source has; what is empty is not set.
fn layer(
    mut value: impl FnMut(&Known) -> Option<String>,
    source: impl Fn(&'static Known) -> Source,
) -> Layer {
    let of = |known: &'static Known| {
        let value = value(known).map(|value| value.trim().to_owned())?;
        (!value.is_empty()).then(|| (known.key, (value, source(known))))
    };
    known::ALL.iter().filter_map(of).collect()
}

fn of_environment(known: &Known) -> Option<String> {
    std::env::var(known.variable).ok()
}

/// A variable that is no text would else be silently left at its default.
fn readable() -> Result<(), Trouble> {
    let garbled = |known: &&Known| {
        matches!(std::env::var(known.variable), Err(std::env::VarError::NotUnicode(_)))
    };
    match known::ALL.iter().find(garbled) {
        None => Ok(()),
        Some(known) => Err(Trouble::theirs(format!(
            "{} is set to something that is not UTF-8 text; set it again",
            known.variable
        ))),
    }
}

/// No token is nearly as long.
const LONGEST_TOKEN: usize = 64 * 1024;

/// The file may be a pipe: some hand secrets over that way.
fn read_token(file: &Path) -> Result<String, Trouble> {
    let name = file.display();
    let text = file::text_of(file, LONGEST_TOKEN).map_err(|why| {
        Trouble::theirs(format!(
            "the token's file '{name}' cannot be read: {why}; check token_file or DISCORD_TOKEN_FILE"
        ))
    })?;
    match text.trim() {
        "" => Err(Trouble::theirs(format!(
            "the token's file '{name}' is empty; put the bot's token into it"
        ))),
        token => whole(token, &format!("the token's file '{name}'")),
    }
}

/// No token has a gap in it; with one, nothing could be asked of Discord at all.
fn whole(token: &str, place: &str) -> Result<String, Trouble> {
    let bare = token.strip_prefix("Bot ").unwrap_or(token);
    if bare.chars().all(|c| c.is_ascii_graphic()) {
        return Ok(token.to_owned());
    }
    Err(Trouble::theirs(format!(
        "{place} holds more than a token: there is a gap or a strange letter in it; copy the \
         token again from the developer portal"
    )))
}
