//! The place where chores are taken while a hall is open.
//!
//! May use: the hall, files. Deliberately absent: how they are taken; `listening` knows, where there
//! are local sockets.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::task::JoinHandle;
use tracing::warn;

#[cfg(unix)]
use super::listening::listen;
use crate::hall::Hall;

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

/// Local sockets are not the same everywhere.
#[cfg(not(unix))]
fn listen(_: Arc<Hall>, _: &Path) -> std::io::Result<Option<JoinHandle<()>>> {
    Ok(None)
}
