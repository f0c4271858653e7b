//! The saved form of a campaign: versioned, tied to its content pack, checked.
//!
//! May use: serde, `check`. Deliberately absent: files. Saved forms are a
//! promise: a save of an unknown version or pack is refused, never guessed at.

use serde::{Deserialize, Serialize};

use super::check;
use super::program::Pack;
use super::state::City;

/// Version of the saved form and of the rules that go on from it.
pub const VERSION: u32 = 1;

/// A complete save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// Which game it is.
    pub game: String,
    /// Version of the rules.
    pub version: u32,
    /// Hash of the content pack.
    pub pack: String,
    /// The campaign.
    pub city: City,
}

/// Why a save is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// Another game.
    #[error("this save is of the game '{0}', not of frostpunk")]
    Game(String),
    /// Another version of the rules.
    #[error("this save was made by rules version {0}; this program knows version {VERSION}")]
    Version(u32),
    /// Another pack.
    #[error("this save was played with another content pack ({0}); this program has {1}")]
    Pack(String, String),
    /// Not a possible city.
    #[error("this save is damaged: {0}")]
    Broken(String),
}

impl Save {
    /// The save of a campaign.
    pub fn of(pack: &Pack, city: &City) -> Save {
        Save {
            game: "frostpunk".to_owned(),
            version: VERSION,
            pack: pack.hash.clone(),
            city: city.clone(),
        }
    }

    /// The campaign, if this program can go on with it.
    pub fn open(self, pack: &Pack) -> Result<City, SaveError> {
        if self.game != "frostpunk" {
            return Err(SaveError::Game(self.game));
        }
        if self.version != VERSION {
            return Err(SaveError::Version(self.version));
        }
        if self.pack != pack.hash {
            return Err(SaveError::Pack(self.pack, pack.hash.clone()));
        }
        check::loadable(pack, &self.city).map_err(SaveError::Broken)?;
        Ok(self.city)
    }
}
