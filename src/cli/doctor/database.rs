//! Checks that the database exists, is intact and has the current schema.
//!
//! Read-only: the next start creates or migrates it.

use std::path::Path;

use super::{Finding, problem, warning, well};
use crate::cli::plural::campaigns;
use crate::council::CampaignStatus;
use crate::game::shorten;
use crate::store::{Store, StoreError};

pub(super) async fn look(file: &Path) -> Finding {
    match inspect(file).await {
        Ok((text, None)) => well("database", text),
        Ok((text, Some(broken))) => warning("database", format!("{text}; {broken}")),
        Err(StoreError::Missing { .. }) => well(
            "database",
            format!("{} is not there yet; the first start makes it", file.display()),
        ),
        Err(why @ StoreError::Older { .. }) => warning(
            "database",
            format!("{why}; make a backup with the version that wrote it before you do"),
        ),
        Err(why) => problem("database", why.to_string()),
    }
}

/// Returns a summary of the content, and an error if there are live campaigns that cannot be read.
async fn inspect(file: &Path) -> Result<(String, Option<String>), StoreError> {
    let store = Store::open_shared(file).await?;
    let contents = async {
        store.integrity_check().await?;
        Ok::<_, StoreError>((store.summaries().await?, store.unreadable_campaigns().await?))
    };
    let contents = contents.await;
    store.close().await;
    let (summaries, unreadable) = contents?;
    let live = summaries.iter().filter(|summary| summary.stage != CampaignStatus::Over).count();
    let held = if Store::is_in_use(file) { "; a bot has it open" } else { "" };
    let (name, all) = (file.display(), campaigns(summaries.len()));
    let text = format!("{name} is whole and up to date: {all}, {live} not over{held}");
    let broken = unreadable.into_values().next().map(|why| shorten(&why));
    Ok((text, broken.map(|why| format!("all are played but for what is broken here: {why}"))))
}
