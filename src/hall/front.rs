//! The front end, as far as the hall knows it: somebody who delivers notices.
//!
//! May use: the store's parcels. Deliberately absent: Discord, pictures,
//! sentences. Tests put a fake here.

use serde_json::Value;

use super::clock::Later;
use crate::store::Parcel;

/// Why a parcel was not delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// It may work later: the network, a limit, a restart.
    Later(String),
    /// It never will: the channel is gone. The campaign goes on without it.
    Never(String),
}

/// Whoever tells people.
pub trait FrontEnd: Send + Sync {
    /// Delivers a parcel; what it needs to edit or delete the message later comes back
    /// and is stored with it. Parcels of a campaign come one after the other, in order.
    /// The same parcel may come twice, after a crash: its `id` says so.
    fn deliver<'a>(&'a self, parcel: &'a Parcel) -> Later<'a, Result<Option<Value>, Undelivered>>;
}

/// Nobody: for tools that only look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl FrontEnd for Silence {
    fn deliver<'a>(&'a self, _parcel: &'a Parcel) -> Later<'a, Result<Option<Value>, Undelivered>> {
        Box::pin(async { Ok(None) })
    }
}
