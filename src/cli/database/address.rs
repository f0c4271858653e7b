//! Parser for the database setting: a path or an SQLite address.

use std::path::{Path, PathBuf};

use super::super::error::CliError;
use crate::bounds::quoted;

/// Parses a path or an address such as `sqlite:hall.sqlite` or `sqlite:///srv/hall.sqlite`.
pub(in super::super) fn path(given: &str) -> Result<PathBuf, CliError> {
    let rest = given.strip_prefix("sqlite:");
    let rest = rest.map(|rest| rest.strip_prefix("//").unwrap_or(rest));
    let foreign = rest.is_none() && given.contains("://");
    let name = rest.unwrap_or(given).split('?').next().unwrap_or_default();
    if foreign || name.is_empty() {
        let given = quoted(given);
        return Err(CliError::usage(format!(
            "'{given}' names no SQLite file; write a path, or sqlite:PATH"
        )));
    }
    Ok(Path::new(name).to_owned())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::path;

    #[test]
    fn a_database_is_named_by_a_path_or_an_sqlite_address() {
        let named = |given: &str| path(given).ok();
        assert_eq!(named("hall.sqlite"), Some(PathBuf::from("hall.sqlite")));
        assert_eq!(named("sqlite:hall.sqlite"), Some(PathBuf::from("hall.sqlite")));
        assert_eq!(named("sqlite://a/hall.db?mode=rwc"), Some(PathBuf::from("a/hall.db")));
        assert_eq!(named("sqlite:///srv/hall.db"), Some(PathBuf::from("/srv/hall.db")));
        assert_eq!(named("postgres://somewhere/hall"), None);
        assert_eq!(named("sqlite:"), None);
    }
}
