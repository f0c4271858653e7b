//! New campaigns: lobbies that are opened.
//!
//! May use: what the hall may. Deliberately absent: who may open one; a front end knows.

use std::collections::BTreeMap;
use std::sync::Arc;

use tracing::error;

use super::Hall;
use crate::council::{Campaign, Charter, Refusal, Settings, UserId};
use crate::game::Game;
use crate::store::{CampaignId, Created, NewCampaign};

/// A new campaign, as a front end asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLobby {
    /// The server.
    pub server: u64,
    /// The channel.
    pub channel: u64,
    /// The game, by its stable name.
    pub game: String,
    /// The scenario, in the game's own words.
    pub scenario: String,
    /// Everything else the game wants to know.
    pub options: BTreeMap<String, String>,
    /// What is set.
    pub settings: Settings,
    /// The seed; one nobody knows, if it is left out.
    pub seed: Option<u64>,
}

impl NewLobby {
    /// To a campaign of a game and scenario, at a channel of a server; all else is as usual.
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
    /// Opens a lobby in a channel.
    pub async fn open_lobby(&self, request: &str, new: NewLobby) -> Result<CampaignId, Refusal> {
        self.open_lobby_by(None, request, new).await
    }

    /// The same, and who opened it is remembered while it has not begun.
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

/// What is fixed for a new campaign.
fn charter(new: &NewLobby, game: &dyn Game) -> Result<Charter, Refusal> {
    let secret = || {
        getrandom::u64().map_err(|why| {
            error!("the system gives no random numbers: {why}");
            Refusal::Internal
        })
    };
    let seed = match new.seed {
        Some(seed) => seed,
        None => secret()?,
    };
    Ok(Charter {
        game: game.id().to_owned(),
        pack: game.content_hash().to_owned(),
        scenario: new.scenario.clone(),
        options: new.options.clone(),
        seed,
        salt: format!("{:016x}{:016x}", secret()?, secret()?),
        server: new.server,
        channel: new.channel,
    })
}
