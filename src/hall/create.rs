//! New campaigns: opening lobbies.
//!
//! Which users may open one is decided by the front end.

use std::collections::BTreeMap;
use std::sync::Arc;

use tracing::error;

use super::Hall;
use crate::council::{Campaign, Charter, Refusal, Settings, UserId};
use crate::game::Game;
use crate::store::{CampaignId, Created, NewCampaign};

/// Options of a new campaign, as requested by a front end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLobby {
    /// Server that the campaign belongs to.
    pub server: u64,
    /// Channel that the campaign is played in.
    pub channel: u64,
    /// Stable ID of the game.
    pub game: String,
    /// Key of the scenario, defined by the game.
    pub scenario: String,
    /// Further options of the game, by key.
    pub options: BTreeMap<String, String>,
    /// Settings of the campaign.
    pub settings: Settings,
    /// Seed of the game. `None` draws a secret one from the system.
    pub seed: Option<u64>,
}

impl NewLobby {
    /// Creates a lobby request with default settings, no options and a secret seed.
    pub fn new(game: &str, scenario: &str, server: u64, channel: u64) -> Self {
        NewLobby {
            server,
            channel,
            game: game.to_owned(),
            scenario: scenario.to_owned(),
            options: BTreeMap::new(),
            settings: Settings::default(),
            seed: None,
        }
    }
}

impl Hall {
    /// Opens a lobby in a channel. Idempotent per `request`, the front end's ID of the request.
    pub async fn open_lobby(&self, request: &str, new: NewLobby) -> Result<CampaignId, Refusal> {
        self.open_lobby_by(None, request, new).await
    }

    /// Opens a lobby and records its opener, which counts against the opener's open lobbies until
    /// the campaign begins.
    pub async fn open_lobby_by(
        &self,
        opener: Option<UserId>,
        request: &str,
        new: NewLobby,
    ) -> Result<CampaignId, Refusal> {
        let game = self.state.games.current(&new.game);
        let game = Arc::clone(game.ok_or_else(|| Refusal::NoSuchGame(new.game.clone()))?);
        let charter = charter(&new, game.as_ref())?;
        let files = game.files();
        let (campaign, notice) = Campaign::open_lobby(charter, game, new.settings)?;
        let created = NewCampaign {
            charter: campaign.charter(),
            council: campaign.council(),
            files: &files,
            notices: &[notice],
            request: Some(request),
            opener,
            at: self.state.clock.now(),
        };
        match self.state.store.create(&created).await {
            Ok(Created::New(id)) => {
                self.state.outbox.enqueue_from_store(id);
                Ok(id)
            }
            Ok(Created::Repeated(id)) => Ok(id),
            Ok(Created::ChannelTaken(id)) => Err(Refusal::ChannelTaken(id.0)),
            Err(why) => {
                error!("a campaign could not be stored: {why}");
                Err(Refusal::NotStored)
            }
        }
    }
}

/// Draws the secrets and builds the immutable charter of a new campaign.
fn charter(new: &NewLobby, game: &dyn Game) -> Result<Charter, Refusal> {
    let random = || {
        getrandom::u64().map_err(|why| {
            error!("the system gives no random numbers: {why}");
            Refusal::Internal
        })
    };
    let seed = match new.seed {
        Some(seed) => seed,
        None => random()?,
    };
    Ok(Charter {
        game: game.id().to_owned(),
        pack: game.content_hash().to_owned(),
        scenario: new.scenario.clone(),
        options: new.options.clone(),
        seed,
        salt: format!("{:016x}{:016x}", random()?, random()?),
        server: new.server,
        channel: new.channel,
    })
}
