//! Response bodies, read in chunks up to a size limit.
//!
//! `Content-Length` comes from the server: it may be wrong, and a body may never end. There are
//! no timeouts here; callers set their own.

use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use serde_json::Value;

use crate::bounds::{ANSWER, json};

/// Maximum number of redirects that a download follows.
const MAX_REDIRECTS: usize = 2;

/// Reason why a body could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBody {
    /// It exceeds the size limit.
    TooLong,
    /// It is malformed, or exceeds the bounds of nesting and values.
    Unreadable,
    /// There was no response, or the connection broke.
    Broken,
}

/// Downloads the file at `address`, at most `most` bytes.
pub async fn file(address: &str, most: usize) -> Result<Vec<u8>, NoBody> {
    // The error is dropped: it contains the address, which contains a secret.
    let broken = |_| NoBody::Broken;
    let client =
        Client::builder().redirect(Policy::limited(MAX_REDIRECTS)).build().map_err(broken)?;
    let response = client.get(address).send().await.map_err(broken)?;
    bytes(response.error_for_status().map_err(broken)?, most).await
}

/// Reads the body of a response, at most `most` bytes.
pub async fn bytes(mut response: Response, most: usize) -> Result<Vec<u8>, NoBody> {
    if response.content_length().is_some_and(|length| length > most as u64) {
        return Err(NoBody::TooLong);
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|_| NoBody::Broken)? {
        if chunk.len() > most - bytes.len() {
            return Err(NoBody::TooLong);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// Reads the body of a response from Discord as bytes, within the bounds of an API response.
pub async fn said(response: Response) -> Result<Vec<u8>, NoBody> {
    let bytes = bytes(response, ANSWER.bytes).await?;
    json(&bytes, &ANSWER).map_err(|_| NoBody::Unreadable)?;
    Ok(bytes)
}

/// Reads the body of a response from Discord as JSON.
pub async fn value(response: Response) -> Result<Value, NoBody> {
    let bytes = said(response).await?;
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

    /// Starts a server that answers every request with `head`, then `times` times with `piece`.
    /// Returns its address and the number of bytes of pieces it has sent.
    async fn serve(head: &str, piece: &'static [u8], times: usize) -> (String, Arc<AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/file.json", listener.local_addr().unwrap());
        let head = head.replace("HERE", &address);
        let sent = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&sent);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let _ = stream.read(&mut [0; 4096]).await;
                let _ = stream.write_all(head.as_bytes()).await;
                for _ in 0..times {
                    if stream.write_all(piece).await.is_err() {
                        break;
                    }
                    counted.fetch_add(piece.len(), Ordering::SeqCst);
                }
                let _ = stream.shutdown().await;
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
        // Socket buffers at both ends count as sent.
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
