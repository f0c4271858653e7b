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
//! * [`verdict`] counts votes; [`question`] says who settles what; [`people`]
//!   are not seats; [`decree`] is what the public decided, [`street`] what it only said; [`log`] is the truth a campaign can be replayed from; [`sound`] holds one that
//!   came from elsewhere against all of that.

pub mod campaign;
pub mod decree;
pub mod effects;
pub mod log;
pub mod look;
pub mod notice;
pub mod orders;
pub mod people;
pub mod proposal;
pub mod question;
pub mod refusal;
pub mod request;
pub mod returns;
pub mod settings;
pub mod sound;
pub mod state;
pub mod street;
pub mod time;
pub mod verdict;

pub use campaign::{Campaign, Now};
pub use effects::{Charter, Effects};
pub use people::{Holder, Person, User};
pub use refusal::Refusal;
pub use request::{Deed, Reply};
pub use settings::Settings;
pub use state::{Council, Stage};
pub use time::{Moment, Quiet, Span};
