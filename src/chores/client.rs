//! Client: sends a chore to the running bot that has a database open.

use std::path::Path;

use super::{Answer, Chore};

/// Sends a chore to the bot that has this database open. Returns `None` if no bot has.
#[cfg(unix)]
pub async fn ask(database: &Path, chore: &Chore) -> Option<Answer> {
    use std::io::ErrorKind;
    use tokio::net::UnixStream;

    let socket = super::socket(database);
    match UnixStream::connect(&socket).await {
        Ok(stream) => Some(talk(stream, chore).await.unwrap_or_else(|why| {
            Err(format!("the bot that runs gave no answer ({why}); its log may say more"))
        })),
        // No bot, or a stale socket of a killed one.
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
async fn talk(mut stream: tokio::net::UnixStream, chore: &Chore) -> std::io::Result<Answer> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    stream.write_all(&serde_json::to_vec(chore)?).await?;
    stream.shutdown().await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(serde_json::from_slice(&answer)?)
}

/// Always `None`: there is no such socket on this platform.
#[cfg(not(unix))]
pub async fn ask(_: &Path, _: &Chore) -> Option<Answer> {
    None
}
