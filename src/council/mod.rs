//! The council: how a table of people agrees. Seats, votes, deadlines, undo,
//! the people's petition, as one pure state machine for each campaign.
//!
//! May use: the boundary (`game`), serde, sha2. Deliberately absent: any one
//! game, a clock (time comes in as a value), storage, tasks, Discord. The same
//! state, moment and request always lead to the same result.
//!
//! * [`Campaign`] is the whole: a game's table and the [`Council`] around it.
//!   [`Campaign::request`] and [`Campaign::wake`] give the next state and the
//!   [`Effects`] to store and announce; the state they started from is untouched.
//! * [`verdict`] counts votes; [`question`] says who settles what; [`seating`]
//!   are not seats; [`public_decision`] is what the public decided, [`street`] what it only said; [`log`] is the truth a campaign can be replayed from; [`consistency`] holds one that
//!   came from elsewhere against all of that.

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
