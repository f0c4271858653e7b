//! `emberhall campaigns --measure`: the effort of a round in the stored campaigns.
//!
//! The figures come from [`crate::simulate::measure`].

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use crate::cli::error::CliError;
use crate::cli::plural::plural;
use crate::cli::simulate::waiting::{a_round, asked, kinds};
use crate::game::{Game, shorten};
use crate::hall::game_cache::GameCache;
use crate::simulate::measure::{self, Kept, Measured, Measures};
use crate::simulate::waiting::{Mode, WaitReport};
use crate::store::{CampaignId, Store, StoreError};

/// Measures one campaign or all. With all, an unreadable campaign is reported and skipped.
pub(super) async fn measure(
    store: &Store,
    games: &[Arc<dyn Game>],
    only: Option<i64>,
    as_json: bool,
) -> Result<ExitCode, CliError> {
    let store_error = |why: StoreError| CliError::usage(why.to_string());
    let ids = match only {
        Some(campaign) => vec![CampaignId(campaign)],
        None => store.campaign_ids().await.map_err(store_error)?,
    };
    let cache = GameCache::new(games.to_vec());
    let (mut measured, mut last) = (Vec::new(), None);
    for id in ids {
        match measure_one(store, &cache, id, &mut last).await {
            Ok(Some(one)) => measured.extend(one),
            Ok(None) if only.is_some() => {
                let id = id.0;
                let none = format!("there is no campaign {id}; emberhall campaigns lists them");
                return Err(CliError::usage(none));
            }
            // Removed since the IDs were read.
            Ok(None) => {}
            Err(why) if only.is_some() => return Err(store_error(why)),
            Err(why) => writeln!(io::stderr(), "emberhall: {}", shorten(&why.to_string()))?,
        }
    }
    let totals = measure::sum(&measured);
    let mut output = io::stdout().lock();
    if as_json {
        writeln!(output, "{}", json!(totals))?;
    } else {
        print(&mut output, &totals)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Measures one campaign. Returns `None` if it does not exist, and an empty list if it has not
/// begun. `last` keeps its game alive for the next campaign, which often has the same content.
async fn measure_one(
    store: &Store,
    cache: &GameCache,
    id: CampaignId,
    last: &mut Option<Arc<dyn Game>>,
) -> Result<Option<Vec<Measured>>, StoreError> {
    let Some(stored) = store.load(id).await? else { return Ok(None) };
    let mut entries = store.history(id).await?;
    // The bot may have written more entries between the two reads.
    entries.retain(|entry| entry.seq <= stored.council.seq);
    let charter = &stored.charter;
    let game = cache.get(store, &charter.game, &charter.pack).await.ok();
    let kept = Kept { charter, council: &stored.council, entries: &entries };
    let measured = measure::measure(&kept, game.as_deref());
    *last = game.or_else(|| last.take());
    Ok(Some(measured.into_iter().collect()))
}

fn print(output: &mut dyn Write, totals: &Measures) -> io::Result<()> {
    for table in &totals.tables {
        let WaitReport { players, games, modes } = table;
        let games = plural(*games, "campaign", "campaigns");
        let people = plural(*players as u64, "person", "people");
        writeln!(output, "{games} of {people}; mean (p90) a round, whole rounds only")?;
        a_round(output, modes)?;
        if modes.iter().any(has_people) {
            asked(output, modes)?;
        }
        modes.iter().try_for_each(|mode| kinds(output, mode))?;
        writeln!(output)?;
    }
    if totals.tables.is_empty() {
        writeln!(output, "no campaign has played a whole round yet")?;
    } else {
        writeln!(output, "-: not in a log; calls: without reminders")?;
    }
    let young = plural(totals.without_a_round, "campaign has", "campaigns have");
    if totals.without_a_round > 0 && !totals.tables.is_empty() {
        writeln!(output, "{young} not played a whole round yet")?;
    }
    if totals.guessed > 0 {
        let guessed = plural(totals.guessed, "campaign", "campaigns");
        writeln!(output, "{guessed} with unknown cards: who was waited for is guessed")?;
    }
    Ok(())
}

/// Whether the server members were asked or heard.
fn has_people(mode: &Mode) -> bool {
    let people = &mode.people;
    people.matters > 0 || people.heard.is_some_and(|heard| heard.mean > 0.0)
}
