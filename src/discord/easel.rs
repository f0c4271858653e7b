//! The easel: pictures are drawn beside the event loop, a few at a time.
//!
//! May use: threads of its own, tokio's channels, the boundary. Deliberately
//! absent: what is drawn; the game knows. A picture that cannot be drawn is left
//! out, never an error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::metrics::Metrics;
use super::page::Attached;
use crate::game::{Game, Picture};

/// Pictures drawn at the same time: one core is left for those who click.
fn at_once() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).clamp(1, 4)
}

/// Pictures that may wait to be drawn; whoever comes then waits to be let in.
const WAITING: usize = 64;

type Work = Box<dyn FnOnce() + Send>;

/// Draws pictures.
#[derive(Clone)]
pub struct Easel {
    work: mpsc::Sender<Work>,
    metrics: Arc<Metrics>,
}

impl Easel {
    /// An easel that counts what it draws.
    pub fn new(metrics: Arc<Metrics>) -> Self {
        let (work, waiting) = mpsc::channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..at_once() {
            let waiting = Arc::clone(&waiting);
            let painter = thread::Builder::new().name("painter".to_owned());
            if let Err(why) = painter.spawn(move || paint(&waiting)) {
                tracing::error!("nobody can draw: {why}");
            }
        }
        Easel { work, metrics }
    }

    /// The board, as a view shows it.
    pub async fn board(
        &self,
        game: Arc<dyn Game>,
        view: Value,
        language: &str,
    ) -> Option<Attached> {
        let language = language.to_owned();
        let drawn = self.draw(move || game.picture(&view, None, &language)).await?;
        Some(Attached::picture("board.png", drawn))
    }

    /// The course of a campaign.
    pub async fn chart(
        &self,
        game: Arc<dyn Game>,
        rounds: Vec<Value>,
        language: &str,
    ) -> Option<Attached> {
        let language = language.to_owned();
        let drawn = self.draw(move || game.chart(&rounds, &language)).await?;
        Some(Attached::picture("chart.png", drawn))
    }

    async fn draw(
        &self,
        work: impl FnOnce() -> Option<Picture> + Send + 'static,
    ) -> Option<Picture> {
        let (done, drawn) = oneshot::channel();
        let metrics = Arc::clone(&self.metrics);
        let work = Box::new(move || {
            let begun = Instant::now();
            let picture = work();
            metrics.drawn(begun.elapsed());
            // Whoever wanted it may have gone.
            let _ = done.send(picture);
        });
        self.work.send(work).await.ok()?;
        // Nothing comes back if the drawing broke; that was said where it did.
        drawn.await.ok().flatten()
    }
}

/// Draws one picture after the other until the easel is gone.
fn paint(waiting: &Mutex<mpsc::Receiver<Work>>) {
    stand_back();
    loop {
        let work = waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(work) = work else { return };
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            tracing::error!("a picture could not be drawn");
        }
    }
}

/// Whoever answers a click goes first: a picture takes many times as long.
#[cfg(target_os = "linux")]
fn stand_back() {
    // Of this thread alone, as Linux has it.
    if let Err(why) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!("pictures are drawn as eagerly as everything else: {why}");
    }
}

#[cfg(not(target_os = "linux"))]
fn stand_back() {}
