//! Read-only queries on campaigns: current and past views, logs and lists.

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
    /// Runs `read` on a campaign, in its session, and returns the result.
    pub async fn read<T: Send + 'static>(
        &self,
        id: CampaignId,
        read: impl FnOnce(&Campaign) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (answer, result) = oneshot::channel();
        let message = SessionMessage::Read(Box::new(move |campaign| {
            let _ = answer.send(campaign.map(read));
        }));
        self.state.send(id, message)?;
        result.await.unwrap_or(Err(Refusal::Internal))
    }

    /// Returns the campaign as `viewer` sees it, or its public view for `None`.
    pub async fn view(
        &self,
        id: CampaignId,
        viewer: Option<UserId>,
    ) -> Result<CouncilView, Refusal> {
        let now = self.now();
        self.read(id, move |campaign| campaign.view(viewer, now)).await
    }

    /// Returns the question that a turn of this seat would ask after `steps`, for planning ahead.
    pub async fn rehearse(
        &self,
        id: CampaignId,
        seat: Seat,
        steps: Vec<Step>,
    ) -> Result<Rehearsal, Refusal> {
        self.read(id, move |campaign| campaign.rehearse(seat, &steps)).await?
    }

    /// Returns the whole log of a campaign.
    pub async fn log(&self, id: CampaignId) -> Result<Vec<Entry>, Refusal> {
        self.stored(self.state.store.history(id).await)
    }

    /// Returns the public view at the end of each round so far, followed by the current one.
    pub async fn round_views(&self, id: CampaignId) -> Result<Vec<serde_json::Value>, Refusal> {
        let entries = self.log(id).await?;
        let rounds = self.read(id, move |campaign| campaign.round_views(&entries)).await?;
        rounds.map_err(|why| {
            error!("the rounds of campaign {} cannot be replayed: {why}", id.0);
            Refusal::Internal
        })
    }

    /// Returns the public view as of log entry `seq`.
    pub async fn view_after(&self, id: CampaignId, seq: u64) -> Result<serde_json::Value, Refusal> {
        let entries = self.log(id).await?;
        let view = self.read(id, move |campaign| campaign.view_after(&entries, seq)).await?;
        view.map_err(|why| {
            error!("campaign {} cannot be replayed to entry {seq}: {why}", id.0);
            Refusal::Internal
        })
    }

    /// Returns the live campaign of a channel, if there is one.
    pub async fn campaign_in_channel(&self, channel: u64) -> Result<Option<CampaignId>, Refusal> {
        self.stored(self.state.store.live_campaign_in(channel).await)
    }

    /// Returns the number of lobbies opened by a user that have not begun.
    pub async fn open_lobbies_of(&self, user: UserId) -> Result<usize, Refusal> {
        self.stored(self.state.store.open_lobbies_of(user).await)
    }

    /// Returns the campaigns of a server.
    pub async fn campaigns_of_server(&self, server: u64) -> Result<Vec<Summary>, Refusal> {
        self.stored(self.state.store.campaigns_of(server).await)
    }
}
