//! Files that were uploaded, the newest of them kept for download.
//!
//! May use: std. Deliberately absent: which message shows them.

use std::collections::BTreeMap;

use axum::body::Bytes;

use super::ids::Id;

/// The kept files, by the id of the attachment.
pub(super) struct Files {
    most: usize,
    kept: BTreeMap<Id, (String, Bytes)>,
}

impl Files {
    pub(super) fn new(most: usize) -> Self {
        Files { most, kept: BTreeMap::new() }
    }

    /// Keeps a file; ids rise, so the first is the oldest.
    pub(super) fn keep(&mut self, id: Id, kind: String, bytes: Bytes) {
        self.kept.insert(id, (kind, bytes));
        while self.kept.len() > self.most {
            self.kept.pop_first();
        }
    }

    pub(super) fn forget(&mut self, id: Id) {
        self.kept.remove(&id);
    }

    /// The kind and the bytes of a file.
    pub(super) fn get(&self, id: Id) -> Option<(String, Bytes)> {
        self.kept.get(&id).cloned()
    }
}

/// A file name as Discord leaves it.
pub(super) fn tame(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    name.chars().map(|c| if plain(c) { c } else { '_' }).collect()
}

/// Width and height of a PNG.
pub(super) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let head = bytes.get(..24)?;
    let number = |at: usize| {
        head.get(at..at + 4).and_then(|part| part.try_into().ok()).map(u32::from_be_bytes)
    };
    if !head.starts_with(b"\x89PNG\r\n\x1a\n") {
        return None;
    }
    Some((number(16)?, number(20)?))
}
