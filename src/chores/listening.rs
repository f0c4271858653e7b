//! Server: accepts chores on a Unix socket and runs them on the hall.

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

use super::{Answer, Chore, ChoreResult};
use crate::council::{Span, UserId};
use crate::hall::Hall;

/// Timeout for reading a request.
const PATIENCE: Duration = Duration::from_secs(30);

/// Listens on a socket until the task is aborted.
pub(super) fn listen(hall: Arc<Hall>, socket: &Path) -> io::Result<Option<JoinHandle<()>>> {
    // This process holds the database, so an existing socket is stale.
    if fs::symlink_metadata(socket).is_ok_and(|metadata| metadata.file_type().is_socket()) {
        fs::remove_file(socket)?;
    }
    let listener = UnixListener::bind(socket)?;
    fs::set_permissions(socket, fs::Permissions::from_mode(0o600))?;
    Ok(Some(tokio::spawn(async move {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => drop(tokio::spawn(serve_connection(Arc::clone(&hall), stream))),
                Err(why) => {
                    warn!("a chore could not be taken: {why}");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    })))
}

async fn serve_connection(hall: Arc<Hall>, mut stream: UnixStream) {
    let mut text = Vec::new();
    let mut limited = (&mut stream).take(super::LONGEST);
    let read = tokio::time::timeout(PATIENCE, limited.read_to_end(&mut text)).await;
    if !matches!(read, Ok(Ok(_))) {
        return;
    }
    let answer = match serde_json::from_slice(&text) {
        Ok(chore) => perform(&hall, chore).await,
        Err(why) => Err(format!("this version of the bot does not know how to do that: {why}")),
    };
    // The client may have been interrupted; the chore is done anyway.
    if let Ok(answer) = serde_json::to_vec(&answer) {
        let _ = stream.write_all(&answer).await;
    }
}

async fn perform(hall: &Hall, chore: Chore) -> Answer {
    match chore {
        Chore::Forget(user) => {
            let done = hall.forget(UserId(user)).await?;
            hall.vacuum().await?;
            info!("a person was forgotten; campaigns left: {}", done.left);
            Ok(ChoreResult::Forgotten(done))
        }
        Chore::Prune { days, compact } => {
            let kept = |days| Span::hours(24 * i64::from(days));
            let before = days.map(|days| hall.now() + Span(-kept(days).0));
            let gone = hall.prune(before, compact).await?;
            info!("the database was made smaller; campaigns removed: {gone}");
            Ok(ChoreResult::Pruned(gone))
        }
        Chore::Import { text, place } => {
            let id = hall.import_from_operator(text, place).await?;
            info!("campaign {} was imported", id.0);
            Ok(ChoreResult::Imported(id.0))
        }
    }
}
