//! Port to a front end, which delivers notices to players.
//!
//! The hall knows no front end beyond this trait. Tests implement it with a fake.

use serde_json::Value;

use super::clock::BoxFuture;
use crate::council::Span;
use crate::store::{CampaignId, OutboxItem};

/// Outbox items of one campaign, delivered together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxBatch {
    /// Campaign the items belong to.
    pub campaign: CampaignId,
    /// Items in order, at least one. Items superseded by a later one are left out.
    pub items: Vec<OutboxItem>,
    /// Front-end state stored with the last delivery.
    pub state: Option<Value>,
}

/// Result of a delivery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delivered {
    /// New front-end state to store. `None` if it has not changed.
    pub state: Option<Value>,
    /// Items to deliver again later. `None` if all were delivered.
    pub redeliver: Option<Redelivery>,
}

impl From<Value> for Delivered {
    fn from(state: Value) -> Self {
        Delivered { state: Some(state), redeliver: None }
    }
}

/// Items that were not delivered and can wait. Items behind them may be delivered first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redelivery {
    /// Ids of the items.
    pub items: Vec<i64>,
    /// Delay before the next attempt.
    pub wait: Span,
}

/// Reason why a batch was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryError {
    /// A retry may succeed: a network error, a rate limit, a restart.
    Temporary(String),
    /// No retry can succeed: the channel is gone. The items are dropped and the campaign goes on.
    Permanent(String),
}

/// Front end that delivers notices to players.
pub trait FrontEnd: Send + Sync {
    /// Delivers a batch and returns the state to store when its items are marked as delivered.
    ///
    /// At most one batch per campaign is delivered at a time, in order. Delivery is at least once:
    /// after a crash the same items are delivered again, perhaps with more behind them. Compare
    /// their `id`s to recognise them.
    fn deliver<'a>(
        &'a self,
        batch: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>>;
}

/// Front end that discards all notices, for tools that only read.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullFrontEnd;

impl FrontEnd for NullFrontEnd {
    fn deliver<'a>(
        &'a self,
        _batch: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        Box::pin(async { Ok(Delivered::default()) })
    }
}
