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

use super::message::AttachedFile;
use super::metrics::Metrics;
use crate::game::{Game, Outcome, PosterInput};
use crate::hall::background::lower_thread_priority;

/// Pictures drawn at the same time: one core is left for those who click.
fn worker_count() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).clamp(1, 4)
}

/// Pictures that may wait to be drawn; whoever comes then waits to be let in.
const WAITING: usize = 64;

type Work = Box<dyn FnOnce() + Send>;

/// Draws pictures.
#[derive(Clone)]
pub struct RenderPool {
    work: mpsc::Sender<Work>,
    metrics: Arc<Metrics>,
}

impl RenderPool {
    /// An easel that counts what it draws.
    pub fn new(metrics: Arc<Metrics>) -> Self {
        let (work, waiting) = mpsc::channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        for _ in 0..worker_count() {
            let waiting = Arc::clone(&waiting);
            let painter = thread::Builder::new().name("painter".to_owned());
            if let Err(why) = painter.spawn(move || run_worker(&waiting)) {
                tracing::error!("nobody can draw: {why}");
            }
        }
        RenderPool { work, metrics }
    }

    /// The board, as a view shows it; what changed since another view is marked.
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

    /// The course of a campaign.
    pub async fn chart(
        &self,
        game: Arc<dyn Game>,
        rounds: Vec<Value>,
        language: &str,
    ) -> Option<AttachedFile> {
        let draw = move |game: &dyn Game, language: &str| game.chart(&rounds, language);
        Some(AttachedFile::picture("chart.png", self.draw(game, language, draw).await?))
    }

    /// A piece that can be looked up.
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

    /// How it ended: what to keep of it.
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

    /// The whole campaign, a frame a round.
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

    /// Has something drawn, in its turn, by a thread of the easel's own.
    async fn draw<T: Send + 'static>(
        &self,
        game: Arc<dyn Game>,
        language: &str,
        draw: impl FnOnce(&dyn Game, &str) -> Option<T> + Send + 'static,
    ) -> Option<T> {
        let (done, drawn) = oneshot::channel();
        let (metrics, language) = (Arc::clone(&self.metrics), language.to_owned());
        let work = Box::new(move || {
            let begun = Instant::now();
            let picture = draw(game.as_ref(), &language);
            metrics.drawn(begun.elapsed());
            // Whoever wanted it may have gone.
            let _ = done.send(picture);
        });
        self.work.send(work).await.ok()?;
        // Nothing comes back if the drawing broke; that was said where it did.
        drawn.await.ok().flatten()
    }
}

/// How a campaign ended, for its poster.
pub struct Ended {
    /// The last public view.
    pub view: Value,
    /// One public view a round.
    pub rounds: Vec<Value>,
    /// Those who played.
    pub names: Vec<String>,
    /// What was decided together, a line each.
    pub decreed: Vec<String>,
    /// The outcome.
    pub outcome: Outcome,
}

/// Draws one picture after the other until the easel is gone.
fn run_worker(waiting: &Mutex<mpsc::Receiver<Work>>) {
    // A picture takes many times as long as the answer to a click.
    lower_thread_priority();
    loop {
        let work = waiting.lock().unwrap_or_else(PoisonError::into_inner).blocking_recv();
        let Some(work) = work else { return };
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            tracing::error!("a picture could not be drawn");
        }
    }
}
