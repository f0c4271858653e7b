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
pub(super) struct Door {
    listener: TcpListener,
    all: Scissors,
}

impl Door {
    /// A door, and what cuts everything that came in by it.
    pub(super) fn new(listener: TcpListener) -> (Door, Scissors) {
        let all = Scissors::default();
        (Door { listener, all: all.clone() }, all)
    }
}

/// A connection.
pub(super) struct Line {
    stream: TcpStream,
    scissors: Scissors,
}

impl Line {
    /// The address that was reached.
    pub(super) fn here(&self) -> Option<SocketAddr> {
        self.stream.local_addr().ok()
    }
}

/// Cuts one connection, or all.
#[derive(Clone, Debug, Default)]
pub(super) struct Scissors {
    own: Arc<AtomicBool>,
    all: Arc<AtomicBool>,
}

impl Scissors {
    /// Nothing is written to the connection any more, and it ends.
    pub(super) fn cut(&self) {
        self.own.store(true, Ordering::Release);
    }

    fn check(&self) -> io::Result<()> {
        let cut = self.own.load(Ordering::Acquire) || self.all.load(Ordering::Acquire);
        if cut { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(()) }
    }
}

impl Listener for Door {
    type Io = Line;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Line, SocketAddr) {
        loop {
            if let Ok((stream, from)) = self.listener.accept().await {
                // Small answers are not to wait for more.
                let _ = stream.set_nodelay(true);
                let all = Arc::clone(&self.all.own);
                let scissors = Scissors { own: Arc::default(), all };
                return (Line { stream, scissors }, from);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
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
