//! `emberhall campaigns --measure`: what a round of the campaigns of a database takes.
//!
//! May use: `simulate`'s measuring and its tables, the store, `hall`'s packs. Deliberately absent:
//! counting.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use crate::cli::counting::counted;
use crate::cli::simulating::waiting::{a_round, asked, kinds};
use crate::cli::trouble::Trouble;
use crate::game::{Game, shorten};
use crate::hall::game_cache::GameCache;
use crate::simulate::measure::{self, Kept, Measured, Measures};
use crate::simulate::waiting::{Mode, Waiting};
use crate::store::{CampaignId, Store, StoreError};

/// Measures one campaign, or all; what cannot be read is named and hides no other.
pub(super) async fn measure(
    store: &Store,
    games: &[Arc<dyn Game>],
    only: Option<i64>,
    as_json: bool,
) -> Result<ExitCode, Trouble> {
    let theirs = |why: StoreError| Trouble::theirs(why.to_string());
    let all = match only {
        Some(campaign) => vec![CampaignId(campaign)],
        None => store.campaign_ids().await.map_err(theirs)?,
    };
    let packs = GameCache::new(games.to_vec());
    let (mut measured, mut last) = (Vec::new(), None);
    for id in all {
        match one(store, &packs, id, &mut last).await {
            Ok(Some(found)) => measured.extend(found),
            Ok(None) if only.is_some() => {
                let id = id.0;
                let none = format!("there is no campaign {id}; emberhall campaigns lists them");
                return Err(Trouble::theirs(none));
            }
            // It was removed in the meantime.
            Ok(None) => {}
            Err(why) if only.is_some() => return Err(theirs(why)),
            Err(why) => writeln!(io::stderr(), "emberhall: {}", shorten(&why.to_string()))?,
        }
    }
    let sums = measure::sum(&measured);
    let mut output = io::stdout().lock();
    if as_json {
        writeln!(output, "{}", json!(sums))?;
    } else {
        print(&mut output, &sums)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One campaign: nothing if there is none, an empty list if it has not begun. Its game is held
/// for the next, which often has the same content.
async fn one(
    store: &Store,
    packs: &GameCache,
    id: CampaignId,
    last: &mut Option<Arc<dyn Game>>,
) -> Result<Option<Vec<Measured>>, StoreError> {
    let Some(stored) = store.load(id).await? else { return Ok(None) };
    let mut entries = store.history(id).await?;
    // A hall may have gone on writing between the two.
    entries.retain(|entry| entry.seq <= stored.council.seq);
    let charter = &stored.charter;
    let game = packs.get(store, &charter.game, &charter.pack).await.ok();
    let kept = Kept { charter, council: &stored.council, entries: &entries };
    let measured = measure::measure(&kept, game.as_deref());
    *last = game.or_else(|| last.take());
    Ok(Some(measured.into_iter().collect()))
}

fn print(output: &mut dyn Write, sums: &Measures) -> io::Result<()> {
    for table in &sums.tables {
        let Waiting { players, games, modes } = table;
        let games = counted(*games, "campaign", "campaigns");
        let people = counted(*players as u64, "person", "people");
        writeln!(output, "{games} of {people}; mean (p90) a round, whole rounds only")?;
        a_round(output, modes)?;
        if modes.iter().any(has_people) {
            asked(output, modes)?;
        }
        modes.iter().try_for_each(|mode| kinds(output, mode))?;
        writeln!(output)?;
    }
    if sums.tables.is_empty() {
        writeln!(output, "no campaign has played a whole round yet")?;
    } else {
        writeln!(output, "-: not in a log; calls: without reminders")?;
    }
    let young = counted(sums.without_a_round, "campaign has", "campaigns have");
    if sums.without_a_round > 0 && !sums.tables.is_empty() {
        writeln!(output, "{young} not played a whole round yet")?;
    }
    if sums.guessed > 0 {
        let guessed = counted(sums.guessed, "campaign", "campaigns");
        writeln!(output, "{guessed} with unknown cards: who was waited for is guessed")?;
    }
    Ok(())
}

/// Was anything asked of the people beside the table?
fn has_people(mode: &Mode) -> bool {
    let people = &mode.people;
    people.matters > 0 || people.heard.is_some_and(|heard| heard.mean > 0.0)
}
