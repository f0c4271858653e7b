//! Uploaded files; only the newest are kept for download.

use std::collections::BTreeMap;

use axum::body::Bytes;

use super::ids::Id;

/// The newest uploads by attachment id, at most `most`.
pub(super) struct UploadedFiles {
    most: usize,
    kept: BTreeMap<Id, (String, Bytes)>,
}

impl UploadedFiles {
    pub(super) fn new(most: usize) -> Self {
        UploadedFiles { most, kept: BTreeMap::new() }
    }

    /// Stores a file and evicts the oldest beyond the limit. Ids ascend, so the first entry is the
    /// oldest.
    pub(super) fn keep(&mut self, id: Id, kind: String, bytes: Bytes) {
        self.kept.insert(id, (kind, bytes));
        while self.kept.len() > self.most {
            self.kept.pop_first();
        }
    }

    pub(super) fn forget(&mut self, id: Id) {
        self.kept.remove(&id);
    }

    /// Content type and bytes of a file.
    pub(super) fn get(&self, id: Id) -> Option<(String, Bytes)> {
        self.kept.get(&id).cloned()
    }
}

/// Replaces the characters that Discord does not keep in file names with `_`.
pub(super) fn sanitize_name(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    name.chars().map(|c| if plain(c) { c } else { '_' }).collect()
}

/// Width and height of a PNG. Returns `None` for other formats.
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
