//! The files of the box, to be spoilt by a test.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use emberhall::frostpunk::check_files;

pub type Files = BTreeMap<String, String>;

pub fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(folder)
}

fn walk(folder: &Path, prefix: &str, found: &mut Files) {
    for entry in fs::read_dir(folder).expect("a folder of the box") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            walk(&path, &format!("{prefix}{name}/"), found);
        } else if path.extension().is_some_and(|end| end == "toml" || end == "ftl") {
            let text = fs::read_to_string(&path).expect("a file of the box");
            found.insert(format!("{prefix}{name}"), text);
        }
    }
}

/// The whole box: what is loaded, and the drafts as long as there are any.
pub fn files() -> Files {
    let mut found = Files::new();
    walk(&data("frostpunk"), "", &mut found);
    if data("drafts").is_dir() {
        walk(&data("drafts"), "", &mut found);
    }
    found
}

/// The box after these changes: file, old words, new words.
pub fn changed(changes: &[(&str, &str, &str)]) -> Files {
    let mut files = files();
    for (file, old, new) in changes {
        let text = files.get_mut(*file).unwrap_or_else(|| panic!("there is no {file}"));
        assert!(text.contains(old), "{file} does not hold {old}");
        *text = text.replacen(old, new, 1);
    }
    files
}

/// The problems of the box after these changes.
pub fn problems_after(changes: &[(&str, &str, &str)]) -> Vec<String> {
    check_files(&changed(changes)).problems
}

/// The problems of the box with these files added; of missing texts and counts none.
pub fn odd_with(added: &[(&str, &str)]) -> Vec<String> {
    let mut files = files();
    files.extend(added.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())));
    let expected = |problem: &String| {
        problem.starts_with("text/en: no words for") || problem.contains("the box holds")
    };
    let mut problems = check_files(&files).problems;
    problems.retain(|problem| !expected(problem));
    problems
}

/// Asserts that exactly one problem is reported, and that it says this.
pub fn says(problems: &[String], expected: &str) {
    assert!(
        matches!(problems, [one] if one.contains(expected)),
        "wanted: {expected}\nfound:\n{}",
        problems.join("\n")
    );
}
