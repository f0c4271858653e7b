//! Bodies of answers, read in pieces and no further than a limit. Who answers says how long its
//! answer is; that may be wrong, and it may never end.
//!
//! May use: reqwest, `bounds`. Deliberately absent: what is asked, and how long it may take.

use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use serde_json::Value;

use crate::bounds::{ANSWER, json};

/// How often a file may be somewhere else than its address says.
const DETOURS: usize = 2;

/// Why there is no body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBody {
    /// It is longer than it may be.
    TooLong,
    /// It is in no form that is known, or holds too much.
    Unreadable,
    /// There is no answer, or it broke off.
    Broken,
}

/// A file at an address, if it is no longer than this.
pub async fn file(address: &str, most: usize) -> Result<Vec<u8>, NoBody> {
    // The error is not told: it holds the address, and that holds a secret.
    let broken = |_| NoBody::Broken;
    let client = Client::builder().redirect(Policy::limited(DETOURS)).build().map_err(broken)?;
    let answer = client.get(address).send().await.map_err(broken)?;
    bytes(answer.error_for_status().map_err(broken)?, most).await
}

/// The bytes of an answer, if they are no more than this.
pub async fn bytes(mut answer: Response, most: usize) -> Result<Vec<u8>, NoBody> {
    if answer.content_length().is_some_and(|length| length > most as u64) {
        return Err(NoBody::TooLong);
    }
    let mut bytes = Vec::new();
    while let Some(piece) = answer.chunk().await.map_err(|_| NoBody::Broken)? {
        if piece.len() > most - bytes.len() {
            return Err(NoBody::TooLong);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// The bytes of an answer of Discord's, whatever they say.
pub async fn said(answer: Response) -> Result<Vec<u8>, NoBody> {
    let bytes = bytes(answer, ANSWER.bytes).await?;
    json(&bytes, &ANSWER).map_err(|_| NoBody::Unreadable)?;
    Ok(bytes)
}

/// What an answer of Discord's holds.
pub async fn value(answer: Response) -> Result<Value, NoBody> {
    let bytes = said(answer).await?;
    serde_json::from_slice(&bytes).map_err(|_| NoBody::Unreadable)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    use super::{NoBody, file, value};

    const MOST: usize = 100_000;

    /// A server that says this to everybody, then the same piece so often; how many bytes of
    /// pieces went out.
    async fn serve(head: &str, piece: &'static [u8], times: usize) -> (String, Arc<AtomicUsize>) {
        let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/file.json", door.local_addr().unwrap());
        let head = head.replace("HERE", &address);
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&sent);
        tokio::spawn(async move {
            while let Ok((mut line, _)) = door.accept().await {
                let _ = line.read(&mut [0; 4096]).await;
                let _ = line.write_all(head.as_bytes()).await;
                for _ in 0..times {
                    if line.write_all(piece).await.is_err() {
                        break;
                    }
                    counted.fetch_add(piece.len(), Ordering::SeqCst);
                }
                let _ = line.shutdown().await;
            }
        });
        (address, sent)
    }

    const LONG: &str = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";

    #[tokio::test]
    async fn a_file_is_fetched_whole_and_one_byte_more_is_too_long() {
        for (more, fetched) in [(0, Ok(MOST)), (1, Err(NoBody::TooLong))] {
            let piece: &[u8] = vec![b'x'; MOST + more].leak();
            let (address, _) = serve(LONG, piece, 1).await;
            assert_eq!(file(&address, MOST).await.map(|bytes| bytes.len()), fetched);
        }
    }

    #[tokio::test]
    async fn a_file_without_an_end_is_left_at_its_limit() {
        let (address, sent) = serve(LONG, &[b'x'; 10_000], 500_000).await;
        assert_eq!(file(&address, MOST).await, Err(NoBody::TooLong));
        tokio::time::sleep(Duration::from_millis(100)).await;
        let sent = sent.load(Ordering::SeqCst);
        // What the system holds for both ends is not ours.
        assert!(sent < 20_000_000, "{sent} bytes of 5 GB went out");
    }

    #[tokio::test]
    async fn a_file_that_says_it_is_too_long_is_not_read_at_all() {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 100001\r\n\r\n";
        let (address, _) = serve(head, b"", 0).await;
        assert_eq!(file(&address, MOST).await, Err(NoBody::TooLong), "and not broken off");
    }

    #[tokio::test]
    async fn a_file_that_is_always_somewhere_else_is_not_looked_for_for_ever() {
        let head = "HTTP/1.1 302 Found\r\nLocation: HERE\r\nContent-Length: 0\r\n\r\n";
        let (address, _) = serve(head, b"", 0).await;
        assert_eq!(file(&address, MOST).await, Err(NoBody::Broken));
        let head = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\n";
        let (address, _) = serve(head, b"{}", 1).await;
        assert_eq!(file(&address, MOST).await, Err(NoBody::Broken), "no file is no file");
    }

    #[tokio::test]
    async fn an_answer_that_holds_too_much_is_none_that_can_be_read() {
        for (piece, times) in [(b"[[[[".as_slice(), 100_000), (b"[0],", 1_000_000), (b"\0x", 5)] {
            let (address, _) = serve(LONG, piece, times).await;
            let answer = reqwest::get(&address).await.unwrap();
            assert_eq!(value(answer).await, Err(NoBody::Unreadable));
        }
        let (address, _) = serve(LONG, &[b' '; 10_000], 100_000).await;
        let answer = reqwest::get(&address).await.unwrap();
        assert_eq!(value(answer).await, Err(NoBody::TooLong));
        let (address, _) = serve(LONG, br#"{"id":"17"}"#, 1).await;
        let answer = reqwest::get(&address).await.unwrap();
        assert_eq!(value(answer).await.unwrap()["id"], "17");
    }
}
