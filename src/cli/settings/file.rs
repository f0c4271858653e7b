//! Settings file: TOML with one key per setting.
//!
//! Unknown keys are refused: a misspelt setting would silently keep its default.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::spec;
use crate::bounds::{self, quoted, shown};
use crate::cli::error::CliError;
use crate::cli::files::check_regular;
use crate::cli::suggest::nearest;
use crate::game::shorten;

/// File that is read by default, if it exists.
const DEFAULT_NAME: &str = "emberhall.toml";
/// Environment variable that names another file.
const VARIABLE: &str = "EMBERHALL_CONFIG";

/// Parsed settings file.
#[derive(Debug, Default)]
pub(super) struct SettingsFile {
    /// `None` if no file was read.
    pub(super) path: Option<PathBuf>,
    pub(super) values: BTreeMap<&'static str, String>,
}

/// Reads the file that `--config` or the environment names, else the default one if it exists.
pub(super) fn read(named: Option<&Path>) -> Result<SettingsFile, CliError> {
    let variable = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let default = || Some(PathBuf::from(DEFAULT_NAME)).filter(|path| path.is_file());
    let Some(path) = named.map(Path::to_owned).or(variable).or_else(default) else {
        return Ok(SettingsFile::default());
    };
    let file_error =
        |why: String| CliError::usage(format!("the settings '{}': {why}", shown(&path)));
    let text = check_regular(&path).and_then(|()| text_of(&path, bounds::FILE)).map_err(|why| {
        file_error(format!("the file cannot be read: {why}; check --config or {VARIABLE}"))
    })?;
    let values = parse(&text).map_err(file_error)?;
    Ok(SettingsFile { path: Some(path), values })
}

/// Reads a text file of at most `largest` bytes. The limit also ends the read of an endless device.
pub(super) fn text_of(path: &Path, largest: usize) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(largest as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > largest {
        return Err(io::Error::other("it is too large"));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not text"))
}

/// Parses the text of a settings file. The error is a sentence.
pub(super) fn parse(text: &str) -> Result<BTreeMap<&'static str, String>, String> {
    bounds::toml(text.as_bytes(), &bounds::SETTINGS).map_err(|why| why.to_string())?;
    let table: toml::Table = toml::from_str(text).map_err(|why| syntax(text, &why))?;
    table.into_iter().map(|(key, value)| setting(&key, value)).collect()
}

/// Describes a syntax error by line number. Never quotes the line: it may hold the token.
fn syntax(text: &str, why: &toml::de::Error) -> String {
    let before = why.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let what = shorten(why.message().lines().next().unwrap_or_default());
    format!("line {} is not TOML: {what}", before.matches('\n').count() + 1)
}

fn setting(key: &str, value: toml::Value) -> Result<(&'static str, String), String> {
    let Some(spec) = spec::find(key) else {
        let keys = spec::keys();
        let near = nearest(key, &keys, 1).join("");
        let which = if may_be_shown(key) {
            format!("there is no setting '{}'", quoted(key))
        } else {
            "a name is no setting, and is not shown as it may hold the token".to_owned()
        };
        return Err(format!("{which}; did you mean '{near}'?"));
    };
    match value {
        toml::Value::String(text) => Ok((spec.key, text)),
        toml::Value::Integer(number) => Ok((spec.key, number.to_string())),
        _ => Err(format!("'{key}' is to be a text in quotation marks or a whole number")),
    }
}

/// Whether an unknown key can be quoted. Real keys are lowercase; anything else may be a misplaced
/// token.
fn may_be_shown(name: &str) -> bool {
    name.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '-'))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_token_in_the_place_of_a_name_is_not_shown() {
        let said = |text: &str| parse(text).unwrap_err();
        assert_eq!(
            said("lob_format = \"json\""),
            "there is no setting 'lob_format'; did you mean 'log_format'?"
        );
        for text in ["tokenMTIz.abc = \"x\"", "\"MTIzNDU2.Gabc.def\" = 1", "tokNDU2 = 1"] {
            let said = said(text);
            assert!(!said.contains("MTIz") && !said.contains("NDU2"), "{said}");
        }
    }

    #[test]
    fn a_file_holds_texts_and_numbers_by_name() {
        let read = parse("token_file = \"/run/token\"\nkeep_days = 30 # a month\n").unwrap();
        assert_eq!(read["token_file"], "/run/token");
        assert_eq!(read["keep_days"], "30");
    }

    #[test]
    fn a_name_nobody_knows_is_answered_with_the_nearest() {
        let why = parse("databse = \"x\"").unwrap_err();
        assert!(why.contains("'databse'") && why.contains("'database'"), "{why}");
        assert!(parse("[limits]\nlobbies_per_user = 3").unwrap_err().contains("'limits'"));
        assert!(parse("metrics = true").unwrap_err().contains("'metrics'"));
    }

    #[test]
    fn a_file_that_nests_or_never_ends_is_refused_before_it_is_parsed() {
        for (bad, why) in [
            (format!("token = {}", "[".repeat(100_000)), "it is nested more than 8 deep"),
            (format!("{}a = 1", "a.".repeat(50_000)), "a key in it has more than 16 parts"),
            ("a = 1\n".repeat(2000), "it holds more than 1024 values"),
            (format!("token = \"{}\"", "x".repeat(70_000)), "a text in it is longer than 65536"),
        ] {
            let said = parse(&bad).unwrap_err();
            assert!(said.starts_with(why), "{why}: {said}");
        }
        let long = format!("database = \"/{}\"\n", "folder/".repeat(500));
        assert_eq!(parse(&long).unwrap()["database"].len(), 3501, "paths may be long");
        let odd = parse("\"\\u001b[2J\" = 1").unwrap_err();
        assert!(!odd.contains('\u{1b}'), "{odd}");
    }

    #[test]
    fn a_line_that_is_no_toml_is_named_by_its_number_and_not_shown() {
        let why = parse("log = \"info\"\ntoken = MTIz.secret\n").unwrap_err();
        assert!(why.starts_with("line 2 ") && !why.contains("secret"), "{why}");
    }
}
