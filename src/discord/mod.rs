//! Discord front end: slash commands, buttons, messages and pictures.
//!
//! Translates between Discord and the hall, and decides nothing. It knows no particular game and
//! no SQL; the rules of the table live in [`council`](crate::council).
//!
//! * In: `clicks` (buttons and menus) and `commands` (slash commands) send requests to the hall on
//!   behalf of a user. There are no collectors, so that every button works after a restart.
//! * Out: the `publisher` delivers the hall's notices. `message_plan` derives which messages
//!   change, `pages` builds them, `rest_client` sends them, and `requests` waits where Discord asks
//!   for it. `pending_clicks` keeps a click, so that the change it causes becomes its response.
//! * `message` is a message before it is JSON; `custom_id` is the meaning of a button.
//! * `bot` starts and stops all of it; `config` is what an operator can set.
//! * `trial` tests all of it in one channel, for an operator; `witness` records the requests.

mod advice;
mod asides;
pub mod body;
pub mod bot;
mod clicks;
mod commands;
pub mod config;
mod context;
mod crowds;
pub mod custom_id;
mod doors;
mod events;
mod holds;
mod homes;
mod interaction_guard;
mod lessons;
pub mod limits;
mod lines;
mod localizer;
mod lost_channel;
pub mod message;
mod message_plan;
mod metrics;
mod open_campaign;
mod pages;
mod pending_clicks;
pub mod permissions;
pub mod piece;
mod privacy;
mod publisher;
pub mod rate_limit;
pub mod registering;
mod render_pool;
mod requests;
mod rest_client;
mod rights;
mod rulebook;
mod tables;
pub mod trial;
pub mod unread;
mod witness;

pub use bot::{Bot, StartError};
pub use config::Config;
pub use message_plan::MessageState;
pub use rate_limit::Limits;
