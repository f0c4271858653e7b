//! `config`: what is in force, and where it comes from.
//!
//! May use: the settings. Deliberately absent: the token, in whatever form.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::args::Asked;
use super::logging;
use super::settings::{Settings, known};
use super::trouble::Trouble;
use crate::bounds::plain;

/// A setting as it is shown.
struct Shown {
    known: &'static known::Known,
    value: Option<String>,
    source: String,
    word: &'static str,
}

/// Shows what is set; what cannot be understood is named last.
pub(super) fn show(given: &Asked) -> Result<ExitCode, Trouble> {
    let settings = Settings::gather(&given.flags)?;
    let rows: Vec<Shown> = known::ALL.iter().map(|known| shown(&settings, known)).collect();
    let token = settings.token().err().map(|trouble| trouble.sentence);
    let problems: Vec<String> = token.into_iter().chain(problems(&settings)).collect();
    let mut output = io::stdout().lock();
    if given.json {
        let list: Vec<Value> = rows.iter().map(Shown::json).collect();
        let file = settings.file.as_ref().map(|file| file.display().to_string());
        let all = json!({ "file": file, "settings": list, "problems": problems });
        writeln!(output, "{all}")?;
    } else {
        for Shown { known, value, source, .. } in &rows {
            let value = plain(value.as_deref().unwrap_or("(not set)").chars());
            writeln!(output, "{:<22}{value:<28} {source}", known.key)?;
        }
        problems.iter().try_for_each(|problem| writeln!(output, "problem: {problem}"))?;
    }
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(2) })
}

/// What is set and cannot be understood, as sentences; the token is looked at apart.
pub(super) fn problems(settings: &Settings) -> Vec<String> {
    let log = [logging::level_of(settings, "info").err(), logging::format_of(settings).err()];
    let log = log.into_iter().flatten().map(|trouble| trouble.sentence);
    settings.problems().into_iter().chain(log).collect()
}

fn shown(settings: &Settings, known: &'static known::Known) -> Shown {
    let value = settings.get(known).map(|value| match known.key {
        known::TOKEN => "(hidden)".to_owned(),
        _ => without_password(value),
    });
    let source = settings.source(known.key);
    Shown { known, value, source: source.to_string(), word: source.word() }
}

/// An address may hold a password: `http://somebody:password@place`.
fn without_password(value: &str) -> String {
    match (value.split_once("://"), value.rsplit_once('@')) {
        (Some((kind, _)), Some((_, place))) => format!("{kind}://(hidden)@{place}"),
        _ => value.to_owned(),
    }
}

impl Shown {
    fn json(&self) -> Value {
        json!({
            "key": self.known.key,
            "variable": self.known.variable,
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
