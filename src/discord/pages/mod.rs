//! Message builders: turn a view of the campaign into Discord messages.
//!
//! Pure: no serenity, no clock, no I/O. The same input gives the same message.

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
