//! `config`: prints the effective settings and their sources.
//!
//! The token and passwords inside URLs are printed as `(hidden)`.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::SettingsArgs;
use super::error::CliError;
use super::logging;
use super::settings::{ProgramSettings, spec};
use crate::bounds::plain;

/// Printed setting.
struct SettingRow {
    spec: &'static spec::SettingSpec,
    value: Option<String>,
    source: String,
    word: &'static str,
}

/// Prints the settings, then the problems of invalid ones.
pub(super) fn show(args: &SettingsArgs) -> Result<ExitCode, CliError> {
    let settings = ProgramSettings::load(&args.flags)?;
    let rows: Vec<SettingRow> = spec::ALL.iter().map(|spec| row(&settings, spec)).collect();
    let token = settings.token().err().map(|error| error.sentence);
    let problems: Vec<String> = token.into_iter().chain(problems(&settings)).collect();
    let mut output = io::stdout().lock();
    if args.json {
        let list: Vec<Value> = rows.iter().map(SettingRow::json).collect();
        let file = settings.file.as_ref().map(|file| file.display().to_string());
        let all = json!({ "file": file, "settings": list, "problems": problems });
        writeln!(output, "{all}")?;
    } else {
        for SettingRow { spec, value, source, .. } in &rows {
            let value = plain(value.as_deref().unwrap_or("(not set)").chars());
            writeln!(output, "{:<22}{value:<28} {source}", spec.key)?;
        }
        problems.iter().try_for_each(|problem| writeln!(output, "problem: {problem}"))?;
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// Returns the problems of invalid settings, one sentence each. The token is checked separately.
pub(super) fn problems(settings: &ProgramSettings) -> Vec<String> {
    let log = [logging::level_of(settings, "info").err(), logging::format_of(settings).err()];
    let log = log.into_iter().flatten().map(|error| error.sentence);
    settings.problems().into_iter().chain(log).collect()
}

fn row(settings: &ProgramSettings, spec: &'static spec::SettingSpec) -> SettingRow {
    let value = settings.get(spec).map(|value| match spec.key {
        spec::TOKEN => "(hidden)".to_owned(),
        _ => without_password(value),
    });
    let source = settings.source(spec.key);
    SettingRow { spec, value, source: source.to_string(), word: source.word() }
}

/// Hides the user name and password of a URL such as `http://user:password@host`.
fn without_password(value: &str) -> String {
    match (value.split_once("://"), value.rsplit_once('@')) {
        (Some((kind, _)), Some((_, place))) => format!("{kind}://(hidden)@{place}"),
        _ => value.to_owned(),
    }
}

impl SettingRow {
    fn json(&self) -> Value {
        json!({
            "key": self.spec.key,
            "variable": self.spec.variable,
            "value": self.value,
            "source": self.word,
            "from": self.source,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn a_password_in_an_address_is_not_shown() {
        assert_eq!(without_password("http://a:b@c:80"), "http://(hidden)@c:80");
        assert_eq!(without_password("http://127.0.0.1:4000"), "http://127.0.0.1:4000");
    }
}
