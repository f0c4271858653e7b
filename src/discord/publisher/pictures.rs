//! The pictures that go with messages: the board with marks of what changed since
//! the last one, and what is kept of a campaign at its end.
//!
//! May use: what the courier may. Deliberately absent: which message gets which.

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

/// Boards that are remembered; the others are worked out from the log.
const MOST_KEPT: usize = 256;

/// What the last picture of a campaign showed, as text: it is smaller so.
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

/// A board that was drawn.
pub(super) struct RenderedBoard {
    /// How it stands, in one line.
    pub(super) brief: String,
    /// The picture, if it could be drawn.
    pub(super) picture: Option<AttachedFile>,
    /// The entry of the log it shows.
    pub(super) seq: u64,
}

impl Publisher {
    /// The board as everybody sees it now, marked where it changed since an entry.
    pub(super) async fn board(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        since: Option<u64>,
    ) -> Option<RenderedBoard> {
        let look = |campaign: &Campaign| {
            let view = campaign.table()?.view(Viewer::Public);
            Some((view, campaign.shared_game(), campaign.council().seq))
        };
        let (view, game, seq) = hall.read(CampaignId(sight.id), look).await.ok().flatten()?;
        let before = match since {
            Some(since) => self.past(hall, sight.id, since).await,
            None => None,
        };
        self.shown.keep(sight.id, seq, &view);
        let language = &sight.tongue.language;
        let brief = game.status_line(&view, language);
        let picture = self.easel.board(game, view, before, language).await;
        Some(RenderedBoard { brief, picture, seq })
    }

    async fn past(&self, hall: &Hall, id: i64, seq: u64) -> Option<Value> {
        match self.shown.recall(id, seq) {
            Some(view) => Some(view),
            // After a restart, say: the log knows. Without it nothing is marked.
            None => hall.view_after(CampaignId(id), seq).await.ok(),
        }
    }

    /// The campaign as a film, and its poster; either may be missing.
    pub(super) async fn final_media(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        game: &Arc<dyn Game>,
        (view, outcome): (Value, Option<&Outcome>),
    ) -> (Option<AttachedFile>, Option<AttachedFile>) {
        let rounds = hall.round_views(CampaignId(sight.id)).await.unwrap_or_default();
        let language = &sight.tongue.language;
        let film = self.easel.film(Arc::clone(game), rounds.clone(), language).await;
        let Some(outcome) = outcome.cloned() else {
            return (film, self.easel.chart(Arc::clone(game), rounds, language).await);
        };
        let names = self.names(sight).await;
        let tongue = &sight.tongue;
        let name = |seat| tongue.of_game(&tongue.seat(seat));
        let decreed = tongue.decrees(&sight.panel.public_decisions, &name);
        let ended = render_pool::Ended { view, rounds, names, decreed, outcome };
        (film, self.easel.poster(Arc::clone(game), ended, language).await)
    }

    /// Those who played, by their names in the server; by their roles, if it does not say.
    async fn names(&self, sight: &CampaignView) -> Vec<String> {
        let mut names = Vec::new();
        for (at, chair) in sight.panel.seats.iter().enumerate() {
            let role = sight.tongue.of_game(&sight.tongue.seat(Seat(at as u8)));
            let name = match chair.holder.user() {
                Some(user) => self.wire.name(sight.charter.server, user.0).await,
                None => None,
            };
            names.push(name.map_or_else(|| role.clone(), |name| format!("{name} ({role})")));
        }
        names
    }
}
