//! Content files → a `Pack` the rules can run.
//!
//! May use: `rules::ids`, `rules::program`, `atlas`; alone in knowing TOML. May read
//! files. Deliberately absent: a `Game`, any rule, any text: names and stories
//! live in Fluent files that only `text` reads.
//!
//! The way of a file: `read` (text → `files`), `names` (who has which number),
//! `lower` (nested → flat), `validate` (across files). All problems of a pack
//! are reported together. `audit` finds what is odd about a pack that can be played.

mod audit;
mod files;
mod lower;
mod names;
mod problem;
mod read;
mod validate;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

pub use audit::{audit, counts};
use problem::Found;
pub use problem::{Problem, Problems};

use crate::frostpunk::rules::program::Pack;

/// The pack that is part of the program.
static BUILTIN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/data/frostpunk");

/// The pack that is part of the program; needs no files.
pub fn builtin() -> Result<Pack, Problems> {
    from_files(&builtin_files())
}

/// The files of the pack that is part of the program; texts are not content.
pub fn builtin_files() -> BTreeMap<String, String> {
    embedded(read::is_content)
}

fn embedded(wanted: fn(&str) -> bool) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![&BUILTIN];
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        for file in folder.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            if wanted(&path) {
                files.insert(path, String::from_utf8_lossy(file.contents()).into_owned());
            }
        }
    }
    files
}

/// The texts of the pack that is part of the program, as files.
pub fn builtin_texts() -> BTreeMap<String, String> {
    embedded(is_text)
}

/// The files of a folder such as `data/frostpunk`, texts among them.
pub fn folder_files(folder: &Path) -> Result<BTreeMap<String, String>, Problems> {
    let mut files = BTreeMap::new();
    let mut problems = Vec::new();
    collect(folder, "", &mut files, &mut problems);
    if problems.is_empty() { Ok(files) } else { Err(Problems(problems)) }
}

/// The pack of these files: path inside the pack folder → text.
pub fn from_files(files: &BTreeMap<String, String>) -> Result<Pack, Problems> {
    let mut problems = Found::default();
    read::check_texts(files, &mut problems);
    let sources = read::Sources::read(files, &mut problems);
    let names = names::Names::of(&sources, &mut problems);
    let mut pack = lower::lower(&sources, &names, &mut problems);
    validate::validate(&sources, &pack, &mut problems);
    let problems = problems.sorted();
    if problems.is_empty() {
        pack.hash = hash(files);
        return Ok(pack);
    }
    Err(Problems(problems))
}

/// Is this a word list? They lie beside the content and are none of it.
pub fn is_text(file: &str) -> bool {
    file.starts_with("text/") && Path::new(file).extension().is_some_and(|end| end == "ftl")
}

/// Reads a folder and the folders in it; names use `/` everywhere.
fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, String>,
    problems: &mut Vec<Problem>,
) {
    let mut unreadable = |file: &str, error: io::Error| {
        let message = format!("cannot be read: {error}");
        problems.push(Problem { file: file.to_owned(), line: 1, message });
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries.flatten(),
        Err(error) => return unreadable(prefix, error),
    };
    let mut below = Vec::new();
    for entry in entries {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let path = entry.path();
        if path.is_dir() {
            below.push((path, format!("{name}/")));
        } else if read::is_content(&name) || is_text(&name) {
            match text_of(&path) {
                Ok(text) => drop(files.insert(name, text)),
                Err(error) => unreadable(&name, error),
            }
        }
    }
    for (path, prefix) in below {
        collect(&path, &prefix, files, problems);
    }
}

/// A file's text, and no more than is needed to see that it is too long.
fn text_of(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(read::LONGEST as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Names what a campaign is played with. Texts are left out: a better sentence
/// must not make an old save unreadable.
fn hash(files: &BTreeMap<String, String>) -> String {
    let mut sha = Sha256::new();
    for (file, text) in files.iter().filter(|(file, _)| read::is_content(file)) {
        for part in [file, text] {
            // The length before each part keeps its border in the sum.
            sha.update((part.len() as u64).to_le_bytes());
            sha.update(part.as_bytes());
        }
    }
    sha.finalize().iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
