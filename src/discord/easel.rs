//! The easel: pictures are drawn beside the event loop, a few at a time.
//!
//! May use: tokio, the boundary. Deliberately absent: what is drawn; the game
//! knows. A picture that cannot be drawn is left out, never an error.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use tokio::sync::Semaphore;

use super::metrics::Metrics;
use super::page::Attached;
use crate::game::{Game, Picture};

/// Pictures drawn at the same time: one core is left for those who click.
fn at_once() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).clamp(1, 4)
}

/// Draws pictures.
#[derive(Clone)]
pub struct Easel {
    places: Arc<Semaphore>,
    metrics: Arc<Metrics>,
}

impl Easel {
    /// An easel that counts what it draws.
    pub fn new(metrics: Arc<Metrics>) -> Self {
        Easel { places: Arc::new(Semaphore::new(at_once())), metrics }
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
        let _place = self.places.acquire().await.ok()?;
        let begun = Instant::now();
        let drawn = tokio::task::spawn_blocking(work).await;
        self.metrics.drawn(begun.elapsed());
        drawn.unwrap_or_else(|why| {
            tracing::error!("a picture could not be drawn: {why}");
            None
        })
    }
}
