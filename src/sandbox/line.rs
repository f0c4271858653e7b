//! Connections that can be cut: no answer, no goodbye.
//!
//! May use: axum and tokio. Deliberately absent: when; that is a fault's.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// The door: takes connections.
pub(super) struct Door(pub(super) TcpListener);

/// A connection.
pub(super) struct Line {
    stream: TcpStream,
    scissors: Scissors,
}

/// Cuts one connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Scissors(Arc<AtomicBool>);

impl Scissors {
    /// Nothing is written to the connection any more, and it ends.
    pub(super) fn cut(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn check(&self) -> io::Result<()> {
        let cut = self.0.load(Ordering::Acquire);
        if cut { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(()) }
    }
}

impl Listener for Door {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        loop {
            if let Ok((stream, from)) = self.0.accept().await {
                // Small answers are not to wait for more.
                let _ = stream.set_nodelay(true);
                return (Line { stream, scissors: Scissors::default() }, from);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Door>> for Scissors {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        stream.io().scissors.clone()
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.scissors.check()?;
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.scissors.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.scissors.check()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
