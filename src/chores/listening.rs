//! Takes chores from a local socket, and has the hall do them.
//!
//! May use: the hall, tokio's local sockets, files. Deliberately absent: doing them.

use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{UnixListener, UnixStream};
use tokio::task::JoinHandle;
use tracing::{info, warn};

use super::{Answer, Chore, Done};
use crate::council::{Span, UserId};
use crate::hall::Hall;

/// How long somebody may take to say what is to be done.
const PATIENCE: Duration = Duration::from_secs(30);

/// Listens at a socket, until the task is stopped.
pub(super) fn listen(hall: Arc<Hall>, socket: &Path) -> io::Result<Option<JoinHandle<()>>> {
    // The database is ours: a socket that is there was left behind.
    if fs::symlink_metadata(socket).is_ok_and(|known| known.file_type().is_socket()) {
        fs::remove_file(socket)?;
    }
    let listener = UnixListener::bind(socket)?;
    fs::set_permissions(socket, fs::Permissions::from_mode(0o600))?;
    Ok(Some(tokio::spawn(async move {
        loop {
            match listener.accept().await {
                Ok((line, _)) => drop(tokio::spawn(attend(Arc::clone(&hall), line))),
                Err(why) => {
                    warn!("a chore could not be taken: {why}");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    })))
}

async fn attend(hall: Arc<Hall>, mut line: UnixStream) {
    let mut text = Vec::new();
    let mut said = (&mut line).take(super::LONGEST);
    let read = tokio::time::timeout(PATIENCE, said.read_to_end(&mut text)).await;
    if !matches!(read, Ok(Ok(_))) {
        return;
    }
    let answer = match serde_json::from_slice(&text) {
        Ok(chore) => perform(&hall, chore).await,
        Err(why) => Err(format!("this version of the bot does not know how to do that: {why}")),
    };
    // The command may have been interrupted; the chore is done anyway.
    if let Ok(answer) = serde_json::to_vec(&answer) {
        let _ = line.write_all(&answer).await;
    }
}

async fn perform(hall: &Hall, chore: Chore) -> Answer {
    match chore {
        Chore::Forget(user) => {
            let done = hall.forget(UserId(user)).await?;
            hall.vacuum().await?;
            info!("a person was forgotten; campaigns left: {}", done.left);
            Ok(Done::Forgotten(done))
        }
        Chore::Prune { days, compact } => {
            let kept = |days| Span::hours(24 * i64::from(days));
            let before = days.map(|days| hall.now() + Span(-kept(days).0));
            let gone = hall.prune(before, compact).await?;
            info!("the database was made smaller; campaigns removed: {gone}");
            Ok(Done::Pruned(gone))
        }
        Chore::Import { text, place } => {
            let id = hall.import_from_operator(text, place).await?;
            info!("campaign {} was imported", id.0);
            Ok(Done::Imported(id.0))
        }
    }
}
