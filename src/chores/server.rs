//! Listens for chores, and has the hall do them.
//!
//! May use: the hall, tokio's local sockets, files. Deliberately absent: doing them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tracing::{info, warn};

use super::{Answer, Chore, Done};
use crate::council::Span;
use crate::hall::Hall;

/// How long somebody may take to say what is to be done.
const PATIENCE: Duration = Duration::from_secs(30);

/// Listens until it is closed.
pub struct Chores {
    socket: PathBuf,
    listening: Option<JoinHandle<()>>,
}

impl Chores {
    /// Takes no more chores.
    pub fn close(self) {
        if let Some(listening) = self.listening {
            listening.abort();
            let _ = std::fs::remove_file(&self.socket);
        }
    }
}

/// Listens beside a database. If that cannot be, the hall goes on without.
pub fn serve(hall: &Arc<Hall>, database: &Path) -> Chores {
    let socket = super::socket(database);
    let listening = listen(Arc::clone(hall), &socket).map_err(|why| {
        warn!(
            "{} cannot be made ({why}): forget, prune and import want the bot stopped",
            socket.display()
        );
    });
    Chores { socket, listening: listening.ok().flatten() }
}

#[cfg(unix)]
fn listen(hall: Arc<Hall>, socket: &Path) -> std::io::Result<Option<JoinHandle<()>>> {
    use std::fs;
    use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
    use tokio::net::UnixListener;

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

/// Local sockets are not the same everywhere.
#[cfg(not(unix))]
fn listen(_: Arc<Hall>, _: &Path) -> std::io::Result<Option<JoinHandle<()>>> {
    Ok(None)
}

#[cfg(unix)]
async fn attend(hall: Arc<Hall>, mut line: tokio::net::UnixStream) {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

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
    // Whoever asked may have gone; it is done all the same.
    if let Ok(answer) = serde_json::to_vec(&answer) {
        let _ = line.write_all(&answer).await;
    }
}

async fn perform(hall: &Hall, chore: Chore) -> Answer {
    match chore {
        Chore::Forget(user) => {
            let done = hall.forget(crate::council::User(user)).await?;
            hall.sweep().await?;
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
            let id = hall.bring_in(text, place).await?;
            info!("campaign {} was imported", id.0);
            Ok(Done::Imported(id.0))
        }
    }
}
