//! One connection of a shard.
//!
//! May use: axum's websocket. Deliberately absent: what is told over it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};

use super::super::server::Shared;
use super::sessions::Out;
use super::text;

/// What a connection may send in a minute.
const SENDS: u32 = 120;

/// How long a goodbye may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// One connection, from hello to its end.
pub(in super::super) async fn attend(shared: Arc<Shared>, mut socket: WebSocket) {
    let (out, mut post) = mpsc::unbounded_channel();
    let mut visitor = Visitor { shared, out, session: None, minute: (Instant::now(), 0) };
    let every = visitor.shared.lock().options.heartbeat_every.as_millis() as u64;
    let _ = visitor.out.send(text(json!({ "op": 10, "d": { "heartbeat_interval": every } })));
    let mut goodbye = false;
    loop {
        tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => visitor.hear(&text),
                Some(Ok(Frame::Close(frame))) => {
                    goodbye = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    // The answer to a goodbye goes out with the next look at the line.
                    let _ = tokio::time::timeout(FAREWELL, socket.recv()).await;
                    break;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
            next = post.recv() => match next {
                Some(Out::Text(text)) => {
                    if socket.send(Frame::Text(text.into())).await.is_err() {
                        break;
                    }
                }
                Some(Out::Close(code)) => {
                    let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: "".into() }))).await;
                    break;
                }
                Some(Out::Cut) | None => break,
            },
        }
    }
    visitor.leave(goodbye);
}

struct Visitor {
    shared: Arc<Shared>,
    out: UnboundedSender<Out>,
    session: Option<String>,
    minute: (Instant, u32),
}

impl Visitor {
    fn hear(&mut self, text: &str) {
        if self.minute.0.elapsed().as_secs() >= 60 {
            self.minute = (Instant::now(), 0);
        }
        self.minute.1 += 1;
        let heard = if self.minute.1 > SENDS { Err(4008) } else { self.obey(text) };
        if let Err(code) = heard {
            let _ = self.out.send(Out::Close(code));
        }
        self.shared.changed();
    }

    fn obey(&mut self, heard: &str) -> Result<(), u16> {
        let payload: Value = serde_json::from_str(heard).map_err(|_| 4002_u16)?;
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

    fn heartbeat(&mut self) {
        if !self.shared.lock().faults.on_heartbeat() {
            let _ = self.out.send(text(json!({ "op": 11, "d": null })));
        }
    }

    fn resume(&mut self, data: &Value) -> Result<(), u16> {
        self.session = self.shared.lock().resume(data, &self.out)?;
        if self.session.is_none() {
            let _ = self.out.send(text(json!({ "op": 9, "d": false })));
        }
        Ok(())
    }

    fn leave(&self, goodbye: bool) {
        if let Some(session) = &self.session {
            self.shared.lock().hang_up(session, &self.out, goodbye);
        }
        self.shared.changed();
    }
}
