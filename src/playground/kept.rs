//! Saves the guests of a room in a file next to the database. The content is opaque here.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tracing::warn;

use crate::sandbox::Keep;

/// Returns a callback that writes to this file. If a write fails, the room works on, but its guests
/// are lost when it closes.
pub(super) fn in_file(file: PathBuf) -> Keep {
    Arc::new(move |bytes| {
        if let Err(why) = write(&file, bytes) {
            warn!("who was let in is not kept: {}: {why}", file.display());
        }
    })
}

/// Replaces the file atomically: a crash leaves either the old or the new one.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    // The file contains the key and all cookies.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&beside)?.write_all(bytes)?;
    std::fs::rename(&beside, file)
}

#[cfg(test)]
mod tests {
    use super::in_file;

    #[test]
    fn what_is_kept_is_read_by_nobody_else_and_replaces_what_was() {
        let file = std::env::temp_dir().join(format!("emberhall-kept-{}", std::process::id()));
        let keep = in_file(file.clone());
        keep(b"one and more");
        keep(b"two");
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        #[cfg(unix)]
        {
            let known = std::fs::metadata(&file).unwrap();
            let mode = std::os::unix::fs::PermissionsExt::mode(&known.permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        std::fs::remove_file(&file).unwrap();
        // A failed write does not close the room.
        in_file("no/such/folder/room".into())(b"three");
    }
}
