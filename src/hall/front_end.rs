//! The front end, as far as the hall knows it: somebody who delivers notices.
//!
//! May use: the store's parcels. Deliberately absent: Discord, pictures,
//! sentences. Tests put a fake here.

use serde_json::Value;

use super::clock::BoxFuture;
use crate::council::Span;
use crate::store::{CampaignId, OutboxItem};

/// What is to be delivered for one campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxBatch {
    /// The campaign.
    pub campaign: CampaignId,
    /// The parcels, in order; never none. What a later one made pointless is left out.
    pub items: Vec<OutboxItem>,
    /// What the front end remembered after the last delivery.
    pub state: Option<Value>,
}

/// What came of mail that was delivered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delivered {
    /// What is to be remembered, if that has changed.
    pub state: Option<Value>,
    /// Some parcels are to come again.
    pub redeliver: Option<Redelivery>,
}

impl From<Value> for Delivered {
    fn from(shown: Value) -> Self {
        Delivered { state: Some(shown), redeliver: None }
    }
}

/// Parcels that were not delivered yet, and can wait: they may come after those behind them, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redelivery {
    /// Their numbers.
    pub items: Vec<i64>,
    /// How long they wait.
    pub wait: Span,
}

/// Why mail was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryError {
    /// It may work later: the network, a limit, a restart.
    Temporary(String),
    /// It never will: the channel is gone. The campaign goes on without it.
    Permanent(String),
}

/// Whoever tells people.
pub trait FrontEnd: Send + Sync {
    /// Delivers mail; what is to be remembered comes back and is stored with the mark.
    /// Mail of a campaign comes one after the other, in order. The same parcels may come
    /// twice, after a crash, perhaps with more behind them: their `id`s say so.
    fn deliver<'a>(
        &'a self,
        mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>>;
}

/// Nobody: for tools that only look.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullFrontEnd;

impl FrontEnd for NullFrontEnd {
    fn deliver<'a>(
        &'a self,
        _mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        Box::pin(async { Ok(Delivered::default()) })
    }
}
