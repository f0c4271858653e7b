//! WebSocket connection of one shard: opcodes, heartbeats and the send limit.
//!
//! Sessions and events live in `sessions`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};

use super::super::server::Shared;
use super::sessions::OutgoingFrame;
use super::text;

/// Maximum number of frames from one connection per minute.
const MAX_SENDS: u32 = 120;

/// Timeout for the reply to a close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Runs one connection, from hello to its end.
pub(in super::super) async fn run(shared: Arc<Shared>, mut socket: WebSocket) {
    let (out, mut outgoing) = mpsc::unbounded_channel();
    let mut connection = Connection { shared, out, session: None, minute: (Instant::now(), 0) };
    let interval = connection.shared.lock().options.heartbeat_every.as_millis() as u64;
    let _ = connection.out.send(text(json!({ "op": 10, "d": { "heartbeat_interval": interval } })));
    let mut clean = false;
    loop {
        tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => connection.receive(&text),
                Some(Ok(Frame::Close(frame))) => {
                    clean = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    // The reply to a close frame is sent by the next `recv`.
                    let _ = tokio::time::timeout(CLOSE_TIMEOUT, socket.recv()).await;
                    break;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
            next = outgoing.recv() => match next {
                Some(OutgoingFrame::Text(text)) => {
                    if socket.send(Frame::Text(text.into())).await.is_err() {
                        break;
                    }
                }
                Some(OutgoingFrame::Close(code)) => {
                    let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: "".into() }))).await;
                    break;
                }
                Some(OutgoingFrame::Cut) | None => break,
            },
        }
    }
    connection.end(clean);
}

struct Connection {
    shared: Arc<Shared>,
    out: UnboundedSender<OutgoingFrame>,
    /// Id of the session, once the bot has identified or resumed.
    session: Option<String>,
    /// Start of the current minute and the number of frames received in it.
    minute: (Instant, u32),
}

impl Connection {
    /// Handles a frame. Closes with 4008 above the send limit, or with the code of the error.
    fn receive(&mut self, text: &str) {
        if self.minute.0.elapsed().as_secs() >= 60 {
            self.minute = (Instant::now(), 0);
        }
        self.minute.1 += 1;
        let result = if self.minute.1 > MAX_SENDS { Err(4008) } else { self.handle(text) };
        if let Err(code) = result {
            let _ = self.out.send(OutgoingFrame::Close(code));
        }
        self.shared.changed();
    }

    /// Executes the opcode of a frame. Returns the close code if the bot may not send it.
    fn handle(&mut self, raw: &str) -> Result<(), u16> {
        let payload: Value = serde_json::from_str(raw).map_err(|_| 4002_u16)?;
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => self.heartbeat(),
            Some(2) if self.session.is_some() => return Err(4005),
            Some(2) => self.session = Some(self.shared.lock().identify(data, &self.out)?),
            Some(6) => self.resume(data)?,
            Some(3 | 4 | 8 | 31) if self.session.is_some() => {}
            Some(3 | 4 | 8 | 31) => return Err(4003),
            _ => return Err(4001),
        }
        Ok(())
    }

    /// Acknowledges a heartbeat, unless a fault suppresses it.
    fn heartbeat(&mut self) {
        if !self.shared.lock().faults.on_heartbeat() {
            let _ = self.out.send(text(json!({ "op": 11, "d": null })));
        }
    }

    /// Resumes a session, or sends opcode 9 (invalid session) if it cannot be resumed.
    fn resume(&mut self, data: &Value) -> Result<(), u16> {
        self.session = self.shared.lock().resume(data, &self.out)?;
        if self.session.is_none() {
            let _ = self.out.send(text(json!({ "op": 9, "d": false })));
        }
        Ok(())
    }

    fn end(&self, clean: bool) {
        if let Some(session) = &self.session {
            self.shared.lock().hang_up(session, &self.out, clean);
        }
        self.shared.changed();
    }
}
