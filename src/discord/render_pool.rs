//! Render pool: draws pictures on background threads, so that the async runtime is never blocked.
//!
//! The game does the drawing. A picture that cannot be drawn is left out; this is never an error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::message::AttachedFile;
use super::metrics::Metrics;
use crate::game::{Game, Outcome, PosterInput};
use crate::hall::background::lower_thread_priority;

/// Number of worker threads: at most 4, with one core left for handling clicks.
fn worker_count() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).clamp(1, 4)
}

/// Capacity of the job queue. Senders wait while it is full.
const QUEUE_CAPACITY: usize = 64;

type Job = Box<dyn FnOnce() + Send>;

/// Handle to the worker threads that draw pictures.
#[derive(Clone)]
pub struct RenderPool {
    work: mpsc::Sender<Job>,
    metrics: Arc<Metrics>,
}

impl RenderPool {
    /// Starts the worker threads. Each drawing is counted in `metrics`.
    pub fn new(metrics: Arc<Metrics>) -> Self {
        let (sender, receiver) = mpsc::channel(QUEUE_CAPACITY);
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..worker_count() {
            let receiver = Arc::clone(&receiver);
            let builder = thread::Builder::new().name("painter".to_owned());
            if let Err(why) = builder.spawn(move || run_worker(&receiver)) {
                tracing::error!("nobody can draw: {why}");
            }
        }
        RenderPool { work: sender, metrics }
    }

    /// Draws the board of a view and marks the changes since an earlier view.
    pub async fn board(
        &self,
        game: Arc<dyn Game>,
        view: Value,
        since: Option<Value>,
        language: &str,
    ) -> Option<AttachedFile> {
        let draw =
            move |game: &dyn Game, language: &str| game.picture(&view, since.as_ref(), language);
        Some(AttachedFile::picture("board.png", self.draw(game, language, draw).await?))
    }

    /// Draws the history of a campaign as a chart, from one public view per round.
    pub async fn chart(
        &self,
        game: Arc<dyn Game>,
        rounds: Vec<Value>,
        language: &str,
    ) -> Option<AttachedFile> {
        let draw = move |game: &dyn Game, language: &str| game.chart(&rounds, language);
        Some(AttachedFile::picture("chart.png", self.draw(game, language, draw).await?))
    }

    /// Draws a piece that can be looked up, such as a card.
    pub async fn card(
        &self,
        game: Arc<dyn Game>,
        id: &str,
        language: &str,
    ) -> Option<AttachedFile> {
        let id = id.to_owned();
        let draw = move |game: &dyn Game, language: &str| game.card_picture(&id, language);
        Some(AttachedFile::picture("card.png", self.draw(game, language, draw).await?))
    }

    /// Draws the poster of a finished campaign.
    pub async fn poster(
        &self,
        game: Arc<dyn Game>,
        ended: Ended,
        language: &str,
    ) -> Option<AttachedFile> {
        let draw = move |game: &dyn Game, language: &str| {
            let Ended { view, rounds, names, decreed, outcome } = &ended;
            game.poster(&PosterInput { view, rounds, names, decreed, outcome }, language)
        };
        Some(AttachedFile::picture("poster.png", self.draw(game, language, draw).await?))
    }

    /// Draws the whole campaign as an animation, one frame per round.
    pub async fn film(
        &self,
        game: Arc<dyn Game>,
        rounds: Vec<Value>,
        language: &str,
    ) -> Option<AttachedFile> {
        let draw = move |game: &dyn Game, language: &str| {
            game.animation(&mut rounds.into_iter(), language)
        };
        let film = self.draw(game, language, draw).await?;
        let name = format!("campaign.{}", film.extension);
        Some(AttachedFile { name, bytes: film.bytes, alt: film.alt })
    }

    /// Runs `draw` on a worker thread. Returns `None` if it draws nothing or panics.
    async fn draw<T: Send + 'static>(
        &self,
        game: Arc<dyn Game>,
        language: &str,
        draw: impl FnOnce(&dyn Game, &str) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let (sender, receiver) = oneshot::channel();
        let (metrics, language) = (Arc::clone(&self.metrics), language.to_owned());
        let job = Box::new(move || {
            let started = Instant::now();
            let picture = draw(game.as_ref(), &language);
            metrics.drawn(started.elapsed());
            // The caller may have been dropped.
            let _ = sender.send(picture);
        });
        self.work.send(job).await.ok()?;
        // `None` if the job panicked; the worker has logged it.
        receiver.await.ok().flatten()
    }
}

/// End of a campaign, as input for its poster.
pub struct Ended {
    /// Last public view.
    pub view: Value,
    /// Public view of each round.
    pub rounds: Vec<Value>,
    /// Names of the players.
    pub names: Vec<String>,
    /// Public decisions, one line each.
    pub decreed: Vec<String>,
    /// Result of the campaign.
    pub outcome: Outcome,
}

/// Runs jobs from the queue until the last [`RenderPool`] is dropped.
fn run_worker(receiver: &Mutex<mpsc::Receiver<Job>>) {
    // Drawing takes many times longer than handling a click.
    lower_thread_priority();
    loop {
        let job = receiver.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a picture could not be drawn");
        }
    }
}
