//! The table in a Discord channel: slash commands, buttons, messages, pictures.
//!
//! May use: the hall, `council`'s words, `words`, the boundary; serenity, poise.
//! Deliberately absent: any one game, SQL, rules of the table. It translates
//! and decides nothing.
//!
//! * In: `clicks` (buttons and menus; no collectors, so all work after a restart)
//!   and `commands` (slash commands). Both ask the hall, in somebody's name.
//! * Out: the hall's news comes to the `courier`, who works out with the `desk`
//!   which messages it changes, makes `pages` of them and sends them over the
//!   `wire`; `requests` waits where Discord asks for it. A click leaves a `ticket`, so that the change it leads to is its answer.
//! * `page` is a message before it is JSON; `press` is what a button means.
//! * `bot` puts it all together; `config` is what an operator can set.
//! * `trial` tries all of it in one channel, for an operator; `witness` keeps what Discord answered.

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
