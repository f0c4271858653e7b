//! Are the settings understood, and are secrets kept?
//!
//! May use: the settings, the environment's names, files. Deliberately absent: values.

use std::path::Path;

use super::{Finding, problem, warning, well};
use crate::cli::configuring;
use crate::cli::nearest::nearest;
use crate::cli::settings::{Settings, known};

/// Variables that are ours and no settings: the file, and one of the tests.
const OTHERS: [&str; 2] = ["EMBERHALL_CONFIG", "EMBERHALL_UPDATE"];

pub(super) fn look(settings: &Settings) -> Vec<Finding> {
    let problems = configuring::problems(settings);
    let mut found: Vec<Finding> =
        problems.into_iter().map(|sentence| problem("settings", sentence)).collect();
    if found.is_empty() {
        let from = match &settings.file {
            Some(file) => format!("understood; the file is {}", file.display()),
            None => "understood; there is no settings file".to_owned(),
        };
        found.push(well("settings", from));
    }
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    found.extend(names.filter_map(|name| misspelt(&name)));
    found.extend(secret_file(settings).filter(|file| is_open(file)).map(|file| {
        let name = file.display();
        warning(
            "settings",
            format!("others may read {name}, which holds the token; chmod 600 {name}"),
        )
    }));
    found
}

/// A variable that looks like ours and is none.
fn misspelt(name: &str) -> Option<Finding> {
    let words: Vec<String> = known::ALL.iter().map(|known| known.variable.to_owned()).collect();
    let ours = name.starts_with("EMBERHALL_");
    if !ours || OTHERS.contains(&name) || words.iter().any(|word| word == name) {
        return None;
    }
    let near = nearest(name, &words, 1).join("");
    Some(warning("settings", format!("{name} is set and means nothing; did you mean {near}?")))
}

/// The file that holds the token.
fn secret_file(settings: &Settings) -> Option<&Path> {
    let own = settings.set(known::TOKEN_FILE).map(Path::new);
    let written = matches!(settings.source(known::TOKEN), crate::cli::settings::Source::File(_));
    own.or_else(|| settings.file.as_deref().filter(|_| written))
}

#[cfg(unix)]
fn is_open(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file)
        .is_ok_and(|known| known.is_file() && known.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn is_open(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::misspelt;

    #[test]
    fn a_variable_that_means_nothing_is_named_with_the_nearest() {
        let found = misspelt("EMBERHALL_METRIC").map(|finding| finding.text);
        assert!(found.is_some_and(|text| text.contains("EMBERHALL_METRICS")));
        for fine in ["EMBERHALL_METRICS", "EMBERHALL_CONFIG", "PATH"] {
            assert_eq!(misspelt(fine), None, "{fine}");
        }
    }
}
