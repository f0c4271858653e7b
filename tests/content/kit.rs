//! The built-in files, and what is wrong with them once they are spoilt.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use emberhall::frostpunk::content::{self, Problem, Problems};

pub type Checked = Result<(), Box<dyn std::error::Error>>;
pub type Files = BTreeMap<String, String>;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/frostpunk")
}

/// The built-in files, to be spoilt by a test.
pub fn files() -> std::io::Result<Files> {
    fn walk(folder: &Path, prefix: &str, found: &mut Files) -> std::io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                walk(&path, &format!("{prefix}{name}/"), found)?;
            } else {
                found.insert(format!("{prefix}{name}"), fs::read_to_string(&path)?);
            }
        }
        Ok(())
    }
    let mut found = Files::new();
    walk(&folder(), "", &mut found)?;
    Ok(found)
}

/// The problems of the built-in pack after these changes: file, old words, new words.
pub fn problems_after(
    changes: &[(&str, &str, &str)],
) -> Result<Vec<Problem>, Box<dyn std::error::Error>> {
    let mut files = files()?;
    for (file, old, new) in changes {
        let text = files.get_mut(*file).ok_or(format!("there is no {file}"))?;
        assert!(text.contains(old), "{file} does not hold {old}");
        *text = text.replacen(old, new, 1);
    }
    match content::from_files(&files) {
        Ok(_) => Ok(Vec::new()),
        Err(Problems(problems)) => Ok(problems),
    }
}

/// The one problem of the built-in pack after one change.
pub fn problem_after(
    file: &str,
    old: &str,
    new: &str,
) -> Result<Problem, Box<dyn std::error::Error>> {
    let mut problems = problems_after(&[(file, old, new)])?;
    assert_eq!(problems.len(), 1, "{}", Problems(problems));
    problems.pop().ok_or_else(|| "no problem".into())
}
