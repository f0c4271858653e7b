//! TCP connections that can be cut without a response or a close frame.
//!
//! `faults` decides when.

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

/// A TCP listener whose connections can be cut.
pub(super) struct CuttableListener {
    listener: TcpListener,
    all: CutSwitch,
}

impl CuttableListener {
    /// A listener, and the switch that cuts all its connections.
    pub(super) fn new(listener: TcpListener) -> (CuttableListener, CutSwitch) {
        let all = CutSwitch::default();
        (CuttableListener { listener, all: all.clone() }, all)
    }
}

/// An accepted connection.
pub(super) struct CuttableStream {
    stream: TcpStream,
    scissors: CutSwitch,
}

impl CuttableStream {
    /// The local address of the connection.
    pub(super) fn here(&self) -> Option<SocketAddr> {
        self.stream.local_addr().ok()
    }
}

/// Cuts one connection, or all connections of a listener.
#[derive(Clone, Debug, Default)]
pub(super) struct CutSwitch {
    own: Arc<AtomicBool>,
    all: Arc<AtomicBool>,
}

impl CutSwitch {
    /// Cuts: every later read and write fails with a connection reset.
    pub(super) fn cut(&self) {
        self.own.store(true, Ordering::Release);
    }

    fn check(&self) -> io::Result<()> {
        let cut = self.own.load(Ordering::Acquire) || self.all.load(Ordering::Acquire);
        if cut { Err(io::ErrorKind::ConnectionReset.into()) } else { Ok(()) }
    }
}

impl Listener for CuttableListener {
    type Io = CuttableStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (CuttableStream, SocketAddr) {
        loop {
            if let Ok((stream, from)) = self.listener.accept().await {
                // Nagle's algorithm would delay small responses.
                let _ = stream.set_nodelay(true);
                let all = Arc::clone(&self.all.own);
                let scissors = CutSwitch { own: Arc::default(), all };
                return (CuttableStream { stream, scissors }, from);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, CuttableListener>> for CutSwitch {
    fn connect_info(stream: IncomingStream<'_, CuttableListener>) -> Self {
        stream.io().scissors.clone()
    }
}

impl AsyncRead for CuttableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.scissors.check()?;
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl AsyncWrite for CuttableStream {
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
