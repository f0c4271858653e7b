//! Lifecycle of the chore server. The socket itself is in `listening`, on Unix only.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::task::JoinHandle;
use tracing::warn;

#[cfg(unix)]
use super::listening::listen;
use crate::hall::Hall;

/// Handle to the chore server.
pub struct Chores {
    socket: PathBuf,
    listening: Option<JoinHandle<()>>,
}

impl Chores {
    /// Stops the server and removes the socket.
    pub fn close(self) {
        if let Some(listening) = self.listening {
            listening.abort();
            let _ = std::fs::remove_file(&self.socket);
        }
    }
}

/// Starts the chore server next to a database. A failure is only logged; the hall runs without it.
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

/// Chores need Unix sockets; other platforms do without.
#[cfg(not(unix))]
fn listen(_: Arc<Hall>, _: &Path) -> std::io::Result<Option<JoinHandle<()>>> {
    Ok(None)
}
