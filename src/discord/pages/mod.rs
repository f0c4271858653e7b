//! Pages: what is seen in the channel, from what is known of the table. Pure.
//!
//! May use: `page`, `press`, `tongue`, the looks of `council`. Deliberately
//! absent: serenity, the hall, time. The same table gives the same page.

pub mod ballot;
pub mod ending;
pub mod hand;
pub mod lobby;
pub mod motion;
pub mod panel;
pub mod question;
pub mod returns;
pub mod settings;
pub mod street;
