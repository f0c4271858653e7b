//! Looking at campaigns: as they are, as they were, and which there are.
//!
//! May use: what the hall may. Deliberately absent: anything that changes one.

use tokio::sync::oneshot;
use tracing::error;

use super::Hall;
use super::session::SessionMessage;
use crate::council::log::Entry;
use crate::council::orders::Step;
use crate::council::request::Rehearsal;
use crate::council::view::CouncilView;
use crate::council::{Campaign, Refusal, UserId};
use crate::game::Seat;
use crate::store::{CampaignId, Summary};

impl Hall {
    /// Looks at a campaign. Nothing of it is kept: `look` makes what it needs.
    pub async fn read<T: Send + 'static>(
        &self,
        id: CampaignId,
        look: impl FnOnce(&Campaign) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (answer, seen) = oneshot::channel();
        let letter = SessionMessage::Read(Box::new(move |campaign| {
            let _ = answer.send(campaign.map(look));
        }));
        self.state.send(id, letter)?;
        seen.await.unwrap_or(Err(Refusal::Internal))
    }

    /// The table as this user sees it, or as anybody does.
    pub async fn view(
        &self,
        id: CampaignId,
        viewer: Option<UserId>,
    ) -> Result<CouncilView, Refusal> {
        let now = self.now();
        self.read(id, move |campaign| campaign.view(viewer, now)).await
    }

    /// What a turn of this seat would ask next after these steps, to plan it.
    pub async fn rehearse(
        &self,
        id: CampaignId,
        seat: Seat,
        steps: Vec<Step>,
    ) -> Result<Rehearsal, Refusal> {
        self.read(id, move |campaign| campaign.rehearse(seat, &steps)).await?
    }

    /// The whole log of a campaign.
    pub async fn log(&self, id: CampaignId) -> Result<Vec<Entry>, Refusal> {
        self.stored(self.state.store.history(id).await)
    }

    /// Everybody's view of a campaign at the end of each round, and now.
    pub async fn round_views(&self, id: CampaignId) -> Result<Vec<serde_json::Value>, Refusal> {
        let entries = self.log(id).await?;
        let rounds = self.read(id, move |campaign| campaign.round_views(&entries)).await?;
        rounds.map_err(|why| {
            error!("the rounds of campaign {} cannot be replayed: {why}", id.0);
            Refusal::Internal
        })
    }

    /// Everybody's view of a campaign as it was after an entry of its log.
    pub async fn view_after(&self, id: CampaignId, seq: u64) -> Result<serde_json::Value, Refusal> {
        let entries = self.log(id).await?;
        let view = self.read(id, move |campaign| campaign.view_after(&entries, seq)).await?;
        view.map_err(|why| {
            error!("campaign {} cannot be replayed to entry {seq}: {why}", id.0);
            Refusal::Internal
        })
    }

    /// The live campaign of a channel.
    pub async fn campaign_in_channel(&self, channel: u64) -> Result<Option<CampaignId>, Refusal> {
        self.stored(self.state.store.live_campaign_in(channel).await)
    }

    /// How many lobbies somebody has opened that have not begun.
    pub async fn open_lobbies_of(&self, user: UserId) -> Result<usize, Refusal> {
        self.stored(self.state.store.open_lobbies_of(user).await)
    }

    /// The campaigns of a server.
    pub async fn campaigns_of_server(&self, server: u64) -> Result<Vec<Summary>, Refusal> {
        self.stored(self.state.store.campaigns_of(server).await)
    }
}
