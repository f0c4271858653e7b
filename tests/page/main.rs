//! The page in a real browser: clicks from the welcome to the end of the second round.
//!
//! Without a browser there is nothing to try; that is said loudly, and is a failure in CI.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../contract/mod.rs"]
mod contract;

mod ballot;
mod browser;
mod crowd;
mod door;
mod kit;
mod odd;
mod others;
mod playing;
mod room;
mod typing;

use std::sync::Arc;

use browser::Browser;

/// The browser, or nothing where there is none.
fn browser() -> Option<Arc<Browser>> {
    let found = browser::program();
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "there is no chromium, and this is CI");
        eprintln!("!!! no chromium: the page was NOT tried (apt-get install chromium)");
    }
    found.map(Browser::start)
}
