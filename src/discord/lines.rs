//! TCP listener that limits the number and the lifetime of connections, for the bot's own HTTP
//! server.
//!
//! Without limits an idle client would hold a file descriptor for as long as it likes, and the
//! hall needs those. The routes are in `metrics`.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Sleep;

/// Maximum number of open connections.
const MAX_CONNECTIONS: usize = 32;
/// Lifetime of a connection. A client that polls for longer connects again.
const LIFETIME: Duration = Duration::from_secs(30);
/// Delay after a connection that could not be accepted.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(100);

/// Listener that accepts connections within these limits.
pub struct Lines {
    listener: TcpListener,
    free: Arc<Semaphore>,
    lasts: Duration,
}

/// Connection that fails with `TimedOut` after its lifetime.
pub struct Line {
    stream: TcpStream,
    over: Pin<Box<Sleep>>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Lines {
    /// Wraps a listener.
    pub fn new(listener: TcpListener) -> Self {
        Lines { listener, free: Arc::new(Semaphore::new(MAX_CONNECTIONS)), lasts: LIFETIME }
    }
}

impl Listener for Lines {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        // The semaphore is never closed, so this is always `Some`.
        let permit = Arc::clone(&self.free).acquire_owned().await.ok();
        loop {
            if let Ok((stream, from)) = self.listener.accept().await {
                let over = Box::pin(tokio::time::sleep(self.lasts));
                return (Line { stream, over, _place: permit }, from);
            }
            tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Line {
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        match self.over.as_mut().poll(context) {
            Poll::Ready(()) => Err(io::ErrorKind::TimedOut.into()),
            Poll::Pending => Ok(()),
        }
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check(context)?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::time::Duration;

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{TcpListener, TcpStream};

    use super::{Lines, MAX_CONNECTIONS};

    async fn served() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let lines = Lines { lasts: Duration::from_millis(300), ..Lines::new(listener) };
        let routes = axum::Router::new().route("/live", axum::routing::get(|| async { "ok" }));
        tokio::spawn(async move { axum::serve(lines, routes).await });
        at
    }

    async fn asked(at: SocketAddr) -> String {
        let mut stream = TcpStream::connect(at).await.unwrap();
        let request = b"GET /live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        let mut said = String::new();
        stream.read_to_string(&mut said).await.unwrap();
        said
    }

    #[tokio::test]
    async fn many_who_say_nothing_keep_nobody_out_for_long() {
        let at = served().await;
        let mut silent = Vec::new();
        for _ in 0..3 * MAX_CONNECTIONS {
            silent.push(TcpStream::connect(at).await.unwrap());
        }
        let said = tokio::time::timeout(Duration::from_secs(10), asked(at)).await;
        assert!(said.expect("somebody is answered").starts_with("HTTP/1.1 200"));
        // The first silent connection was closed.
        let mut first = silent.swap_remove(0);
        let heard = tokio::time::timeout(Duration::from_secs(1), first.read(&mut [0; 9])).await;
        assert!(matches!(heard, Ok(Ok(0) | Err(_))), "{heard:?}");
    }
}
