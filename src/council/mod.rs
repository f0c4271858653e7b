//! The council: how the players of a campaign reach decisions. Seats, votes, deadlines, undo and
//! public ballots, as one deterministic state machine per campaign.
//!
//! Pure: no clock (time is a parameter), no I/O, no tasks, and nothing of any one game. The same
//! state, time and request always give the same result. Storage and scheduling live in
//! [`hall`](crate::hall).
//!
//! * **State machine**: [`campaign`]. A [`Campaign`] is a game's table and the [`Council`] around
//!   it. [`Campaign::request`] and [`Campaign::wake`] work on a copy and return the next state and
//!   its effects.
//! * **State**: [`state`], with [`settings`], [`seating`] (who holds each seat), [`question`] (who
//!   resolves what), [`motion`], [`orders`] (planned turns), [`street`] (opinions without a vote)
//!   and [`public_decision`].
//! * **Input**: [`request`], with [`refusal`] for requests that are not carried out.
//! * **Output**: [`effects`], with [`log`] (the event log that a campaign is replayed from) and
//!   [`notice`] (outbox entries; [`ballot_result`] is the payload of one).
//! * **Read model**: [`view`], what one viewer may see.
//! * **Import check**: [`consistency`] rejects campaigns that this program could not have written.
//! * **Helpers**: [`verdict`] counts votes; [`time`] has timestamps, spans and quiet hours.

#![allow(missing_docs, reason = "names say it; docs are where they do not")]

pub mod ballot_result;
pub mod campaign;
pub mod consistency;
pub mod effects;
pub mod log;
pub mod motion;
pub mod notice;
pub mod orders;
pub mod public_decision;
pub mod question;
pub mod refusal;
pub mod request;
pub mod seating;
pub mod settings;
pub mod state;
pub mod street;
pub mod time;
pub mod verdict;
pub mod view;

pub use campaign::{Campaign, Now};
pub use effects::{Charter, Effects};
pub use refusal::Refusal;
pub use request::{Reply, Request};
pub use seating::{Holder, Requester, UserId};
pub use settings::Settings;
pub use state::{CampaignStatus, Council};
pub use time::{QuietHours, Span, Timestamp};
