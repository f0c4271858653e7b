//! The store, against real files: what is written comes back, what cannot be
//! written changes nothing, and what is not ours stays as it is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "store/campaigns.rs"]
mod campaigns;
#[path = "store/common.rs"]
mod common;
#[path = "store/copies.rs"]
mod copies;
#[path = "store/faults.rs"]
mod faults;
#[path = "store/files.rs"]
mod files;
#[path = "store/mail.rs"]
mod mail;
#[path = "store/migrations.rs"]
mod migrations;
#[path = "store/personal.rs"]
mod personal;
#[path = "store/street.rs"]
mod street;
