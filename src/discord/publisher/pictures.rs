//! Pictures of messages: the board with marks for changes since the last picture, and the film and
//! poster of a finished campaign.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::{CampaignView, Publisher};
use crate::council::Campaign;
use crate::discord::message::AttachedFile;
use crate::discord::render_pool;
use crate::game::{Game, Outcome, Seat, Viewer};
use crate::hall::Hall;
use crate::store::CampaignId;

/// Capacity of the view cache. A view that is not cached is rebuilt from the event log.
const MOST_KEPT: usize = 256;

/// Cache of the view last drawn of each campaign, kept as text, which needs less memory.
#[derive(Default)]
pub(super) struct ViewCache(Mutex<HashMap<i64, (u64, String)>>);

impl ViewCache {
    fn keep(&self, campaign: i64, seq: u64, view: &Value) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(campaign, (seq, view.to_string()));
    }

    fn recall(&self, campaign: i64, seq: u64) -> Option<Value> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, view) = kept.get(&campaign).filter(|(at, _)| *at == seq)?;
        serde_json::from_str(view).ok()
    }
}

/// Drawn board.
pub(super) struct RenderedBoard {
    /// Status line of the game.
    pub(super) brief: String,
    /// Picture. `None` if it could not be drawn.
    pub(super) picture: Option<AttachedFile>,
    /// Sequence number of the log entry it shows.
    pub(super) seq: u64,
}

impl Publisher {
    /// Draws the public board, with marks for changes after log entry `since`. Returns `None` if
    /// the campaign cannot be read or has no board.
    pub(super) async fn board(
        &self,
        hall: &Hall,
        view: &CampaignView,
        since: Option<u64>,
    ) -> Option<RenderedBoard> {
        let read = |campaign: &Campaign| {
            let board = campaign.table()?.view(Viewer::Public);
            Some((board, campaign.shared_game(), campaign.council().seq))
        };
        let (board, game, seq) = hall.read(CampaignId(view.id), read).await.ok().flatten()?;
        let before = match since {
            Some(since) => self.past(hall, view.id, since).await,
            None => None,
        };
        self.shown.keep(view.id, seq, &board);
        let language = &view.localizer.language;
        let brief = game.status_line(&board, language);
        let picture = self.render_pool.board(game, board, before, language).await;
        Some(RenderedBoard { brief, picture, seq })
    }

    /// Public view as of a log entry, from the cache or the event log.
    async fn past(&self, hall: &Hall, id: i64, seq: u64) -> Option<Value> {
        match self.shown.recall(id, seq) {
            Some(view) => Some(view),
            // Not cached, for example after a restart. If this fails nothing is marked.
            None => hall.view_after(CampaignId(id), seq).await.ok(),
        }
    }

    /// Film of the campaign and its poster, or a chart if it has no outcome. Each is `None` if it
    /// could not be drawn.
    pub(super) async fn final_media(
        &self,
        hall: &Hall,
        view: &CampaignView,
        game: &Arc<dyn Game>,
        (board, outcome): (Value, Option<&Outcome>),
    ) -> (Option<AttachedFile>, Option<AttachedFile>) {
        let rounds = hall.round_views(CampaignId(view.id)).await.unwrap_or_default();
        let language = &view.localizer.language;
        let film = self.render_pool.film(Arc::clone(game), rounds.clone(), language).await;
        let Some(outcome) = outcome.cloned() else {
            return (film, self.render_pool.chart(Arc::clone(game), rounds, language).await);
        };
        let names = self.names(view).await;
        let localizer = &view.localizer;
        let name = |seat| localizer.of_game(&localizer.seat(seat));
        let decreed = localizer.decrees(&view.view.public_decisions, &name);
        let ended = render_pool::Ended { view: board, rounds, names, decreed, outcome };
        (film, self.render_pool.poster(Arc::clone(game), ended, language).await)
    }

    /// Names of the players: the name in the server with the role, or the role alone if there is
    /// none.
    async fn names(&self, view: &CampaignView) -> Vec<String> {
        let mut names = Vec::new();
        for (at, seat) in view.view.seats.iter().enumerate() {
            let role = view.localizer.of_game(&view.localizer.seat(Seat(at as u8)));
            let name = match seat.holder.user() {
                Some(user) => self.rest.name(view.charter.server, user.0).await,
                None => None,
            };
            names.push(name.map_or_else(|| role.clone(), |name| format!("{name} ({role})")));
        }
        names
    }
}
