//! A folder such as `data/frostpunk`, read into memory: cards, tables and word lists.
//!
//! May use: the file system. Deliberately absent: what the files say. Somebody else may have
//! put the folder together: a link that leads back, a pipe or a disk full of files is named
//! as a problem, and the reading ends.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::problem::{Problem, Problems};
use super::{is_text, read};
use crate::bounds;

/// Folders inside folders; cards lie two deep.
const DEEPEST: usize = 8;
/// Files and folders looked at; a box holds some hundreds.
const MOST: usize = 10_000;

/// The files of a folder, texts among them: path with `/` everywhere → text.
pub fn folder_files(folder: &Path) -> Result<BTreeMap<String, String>, Problems> {
    let mut walk = Walk::default();
    walk.below.push(Folder { path: folder.to_owned(), prefix: String::new(), depth: 0 });
    while let Some(folder) = walk.below.pop() {
        if walk.is_full() {
            walk.problem(&folder.prefix, too_much());
            break;
        }
        if let Err(error) = walk.enter(&folder) {
            walk.problem(&folder.prefix, unreadable(&error));
        }
    }
    walk.problems.sort();
    if walk.problems.is_empty() { Ok(walk.files) } else { Err(Problems(walk.problems)) }
}

/// A folder that is still to be read.
struct Folder {
    path: PathBuf,
    prefix: String,
    depth: usize,
}

#[derive(Default)]
struct Walk {
    below: Vec<Folder>,
    /// By their real paths: a link may lead to one again.
    visited: BTreeSet<PathBuf>,
    seen: usize,
    bytes: usize,
    files: BTreeMap<String, String>,
    problems: Vec<Problem>,
}

impl Walk {
    fn enter(&mut self, folder: &Folder) -> io::Result<()> {
        if !self.visited.insert(fs::canonicalize(&folder.path)?) {
            self.problem(&folder.prefix, "is a link to a folder that was read already".to_owned());
            return Ok(());
        }
        let mut entries = Vec::new();
        for entry in fs::read_dir(&folder.path)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            entries.push((name, entry.path()));
            if self.seen + entries.len() > MOST {
                break;
            }
        }
        // The system lists them in any order; folders are taken from the end.
        entries.sort_by(|one, other| other.cmp(one));
        self.seen += entries.len();
        for (name, path) in entries {
            self.take(folder, &format!("{}{name}", folder.prefix), path);
        }
        Ok(())
    }

    fn take(&mut self, folder: &Folder, name: &str, path: PathBuf) {
        // Asked before it is opened: to open a pipe is to wait for whoever writes to it.
        let known = fs::metadata(&path);
        if known.as_ref().is_ok_and(fs::Metadata::is_dir) {
            if is_hidden(&path) {
                return;
            }
            let (prefix, depth) = (format!("{name}/"), folder.depth + 1);
            match depth {
                0..=DEEPEST => self.below.push(Folder { path, prefix, depth }),
                _ => self.problem(&prefix, format!("lies too deep; at most {DEEPEST} folders")),
            }
            return;
        }
        if self.is_full() || !(read::is_content(name) || is_text(name)) {
            return;
        }
        match known {
            Ok(known) if !known.is_file() => self.problem(name, "is not a regular file".to_owned()),
            Ok(_) => self.keep(name, &path),
            Err(error) => self.problem(name, unreadable(&error)),
        }
    }

    fn keep(&mut self, name: &str, path: &Path) {
        match text_of(path) {
            Ok(text) => {
                self.bytes += text.len();
                self.files.insert(name.to_owned(), text);
                if self.is_full() {
                    self.problem(name, too_much());
                }
            }
            Err(error) => self.problem(name, unreadable(&error)),
        }
    }

    fn is_full(&self) -> bool {
        self.seen > MOST || self.bytes > bounds::PACK
    }

    fn problem(&mut self, file: &str, message: String) {
        self.problems.push(Problem { file: file.to_owned(), line: 1, message });
    }
}

/// What tools keep for themselves, such as `.git` with its thousands of files.
fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'))
}

fn unreadable(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

fn too_much() -> String {
    let megabytes = bounds::PACK / (1024 * 1024);
    format!("this folder holds too much: at most {MOST} files and {megabytes} MB are read")
}

/// A file's text, and no more than is needed to see that it is too long.
fn text_of(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(read::LONGEST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > read::LONGEST {
        // The cut may go through a letter; that it is too long is said anyway.
        return Ok(String::from_utf8_lossy(&bytes).into_owned());
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}
