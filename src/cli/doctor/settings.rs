//! Checks that the settings are valid and that the token's file is private. Prints no values.

use std::path::Path;

use super::{Finding, problem, warning, well};
use crate::cli::config;
use crate::cli::settings::{ProgramSettings, spec};
use crate::cli::suggest::nearest;

/// Environment variables of the program that are not settings: the path of the settings file, and
/// a switch of the tests.
const OTHERS: [&str; 2] = ["EMBERHALL_CONFIG", "EMBERHALL_UPDATE"];

pub(super) fn look(settings: &ProgramSettings) -> Vec<Finding> {
    let problems = config::problems(settings);
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
    found.extend(secret_file(settings).filter(|file| is_world_accessible(file)).map(|file| {
        let name = file.display();
        warning(
            "settings",
            format!("others may read {name}, which holds the token; chmod 600 {name}"),
        )
    }));
    found
}

/// Warns of a variable that has our prefix but is not known.
fn misspelt(name: &str) -> Option<Finding> {
    let variables: Vec<String> = spec::ALL.iter().map(|spec| spec.variable.to_owned()).collect();
    let ours = name.starts_with("EMBERHALL_");
    if !ours || OTHERS.contains(&name) || variables.iter().any(|variable| variable == name) {
        return None;
    }
    let near = nearest(name, &variables, 1).join("");
    Some(warning("settings", format!("{name} is set and means nothing; did you mean {near}?")))
}

/// Returns the file that holds the token: its own, or the settings file.
fn secret_file(settings: &ProgramSettings) -> Option<&Path> {
    let token_file = settings.set(spec::TOKEN_FILE).map(Path::new);
    let in_settings = matches!(settings.source(spec::TOKEN), crate::cli::settings::Source::File(_));
    token_file.or_else(|| settings.file.as_deref().filter(|_| in_settings))
}

/// Whether other users have access to the file.
#[cfg(unix)]
fn is_world_accessible(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(file)
        .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn is_world_accessible(_: &Path) -> bool {
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
