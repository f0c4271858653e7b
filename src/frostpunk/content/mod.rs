//! Content files → a `Pack` the rules can run.
//!
//! May use: `rules::ids`, `rules::program`, `atlas`; alone in knowing TOML. May read
//! files. Deliberately absent: a `Game`, any rule, any text: names and stories
//! live in Fluent files that only `text` reads.
//!
//! The way of a file: `folder` (disk → text), `read` (text → `files`), `names` (who has which number),
//! `lower` (nested → flat), `validate` (across files). All problems of a pack
//! are reported together. `audit` finds what is odd about a pack that can be played.

mod audit;
mod files;
mod folder;
mod lower;
mod names;
mod problem;
mod read;
mod validate;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

pub use audit::{audit, counts};
pub use folder::folder_files;
use problem::Found;
pub use problem::{Problem, Problems};
pub use read::is_content;

use crate::frostpunk::rules::program::Pack;

/// The pack that is part of the program.
static BUILTIN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/data/frostpunk");

/// The pack that is part of the program; needs no files.
pub fn builtin() -> Result<Pack, Problems> {
    from_files(&builtin_files())
}

/// The files of the pack that is part of the program; texts are not content.
pub fn builtin_files() -> BTreeMap<String, String> {
    embedded(is_content)
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

/// Names what a campaign is played with. Texts are left out: a better sentence
/// must not make an old save unreadable.
fn hash(files: &BTreeMap<String, String>) -> String {
    let mut sha = Sha256::new();
    for (file, text) in files.iter().filter(|(file, _)| is_content(file)) {
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
