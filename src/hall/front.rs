//! The front end, as far as the hall knows it: somebody who delivers notices.
//!
//! May use: the store's parcels. Deliberately absent: Discord, pictures,
//! sentences. Tests put a fake here.

use serde_json::Value;

use super::clock::Later;
use crate::council::Span;
use crate::store::{CampaignId, Parcel};

/// What is to be delivered for one campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The campaign.
    pub campaign: CampaignId,
    /// The parcels, in order; never none. What a later one made pointless is left out.
    pub parcels: Vec<Parcel>,
    /// What the front end remembered after the last delivery.
    pub shown: Option<Value>,
}

/// What came of mail that was delivered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delivered {
    /// What is to be remembered, if that has changed.
    pub shown: Option<Value>,
    /// Some parcels are to come again.
    pub again: Option<Again>,
}

impl From<Value> for Delivered {
    fn from(shown: Value) -> Self {
        Delivered { shown: Some(shown), again: None }
    }
}

/// Parcels that were not delivered yet, and can wait: they may come after those behind them, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Again {
    /// Their numbers.
    pub parcels: Vec<i64>,
    /// How long they wait.
    pub wait: Span,
}

/// Why mail was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// It may work later: the network, a limit, a restart.
    Later(String),
    /// It never will: the channel is gone. The campaign goes on without it.
    Never(String),
}

/// Whoever tells people.
pub trait FrontEnd: Send + Sync {
    /// Delivers mail; what is to be remembered comes back and is stored with the mark.
    /// Mail of a campaign comes one after the other, in order. The same parcels may come
    /// twice, after a crash, perhaps with more behind them: their `id`s say so.
    fn deliver<'a>(&'a self, mail: &'a Mail) -> Later<'a, Result<Delivered, Undelivered>>;
}

/// Nobody: for tools that only look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl FrontEnd for Silence {
    fn deliver<'a>(&'a self, _mail: &'a Mail) -> Later<'a, Result<Delivered, Undelivered>> {
        Box::pin(async { Ok(Delivered::default()) })
    }
}
