//! Asks the hall that has a database open.
//!
//! May use: tokio's local sockets. Deliberately absent: doing it without a hall.

use std::path::Path;

use super::{Answer, Chore};

/// What the hall says that has this database open; none if there is no such hall.
#[cfg(unix)]
pub async fn ask(database: &Path, chore: &Chore) -> Option<Answer> {
    use std::io::ErrorKind;
    use tokio::net::UnixStream;

    let socket = super::socket(database);
    match UnixStream::connect(&socket).await {
        Ok(line) => Some(talk(line, chore).await.unwrap_or_else(|why| {
            Err(format!("the bot that runs gave no answer ({why}); its log may say more"))
        })),
        // Left behind by one that was killed.
        Err(why) if matches!(why.kind(), ErrorKind::NotFound | ErrorKind::ConnectionRefused) => {
            None
        }
        Err(why) => Some(Err(format!(
            "{} cannot be opened ({why}); run this as the bot's user, or as root",
            socket.display()
        ))),
    }
}

#[cfg(unix)]
async fn talk(mut line: tokio::net::UnixStream, chore: &Chore) -> std::io::Result<Answer> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    line.write_all(&serde_json::to_vec(chore)?).await?;
    line.shutdown().await?;
    let mut answer = Vec::new();
    line.read_to_end(&mut answer).await?;
    Ok(serde_json::from_slice(&answer)?)
}

/// Halls have no such socket here.
#[cfg(not(unix))]
pub async fn ask(_: &Path, _: &Chore) -> Option<Answer> {
    None
}
