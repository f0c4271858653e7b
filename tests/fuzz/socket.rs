//! A websocket that sends whatever it is told to: no library would.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// A connection to the gateway.
pub struct Socket(TcpStream);

impl Socket {
    pub async fn open(base: &str) -> Socket {
        let address = base.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).await.unwrap();
        let hello = format!(
            "GET /?v=10&encoding=json HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(hello.as_bytes()).await.unwrap();
        let mut socket = Socket(stream);
        socket.heard("\r\n\r\n").await;
        socket
    }

    /// Reads until a text comes by, or the connection ends.
    async fn heard(&mut self, text: &str) {
        let mut all = Vec::new();
        while !String::from_utf8_lossy(&all).contains(text) {
            let Ok(byte) = self.0.read_u8().await else { return };
            all.push(byte);
        }
    }

    /// A frame with any opcode; text is 1.
    pub async fn send(&mut self, opcode: u8, body: &[u8]) {
        let mut frame = vec![0x80 | opcode];
        match u16::try_from(body.len()) {
            Ok(length @ 0..126) => frame.push(0x80 | length as u8),
            Ok(length) => {
                frame.push(0x80 | 0x7e);
                frame.extend(length.to_be_bytes());
            }
            Err(_) => {
                frame.push(0x80 | 0x7f);
                frame.extend((body.len() as u64).to_be_bytes());
            }
        }
        // A mask of zeroes leaves the body as it is.
        frame.extend([0; 4]);
        frame.extend(body);
        self.raw(&frame).await;
    }

    /// Bytes that need not be a frame.
    pub async fn raw(&mut self, bytes: &[u8]) {
        // The other side may have hung up already, which is its right.
        let _ = self.0.write_all(bytes).await;
    }

    /// Whatever comes until the connection ends or nothing more is said.
    pub async fn rest(mut self) -> Vec<u8> {
        let mut all = Vec::new();
        let mut some = [0; 4096];
        let soon = Duration::from_millis(20);
        while let Ok(Ok(read @ 1..)) = tokio::time::timeout(soon, self.0.read(&mut some)).await {
            all.extend(&some[..read]);
        }
        all
    }
}
