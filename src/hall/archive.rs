//! The archive: replays campaigns against their logs, moves one as one file,
//! and verifies that nobody touched the dice.
//!
//! May use: `council`, `store`, the boundary. Deliberately absent: a running
//! hall; everything here also works beside one, or without.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;

use super::game_cache::GameCache;
use crate::bounds::quoted;
use crate::council::effects::commitment;
use crate::council::log::EntryKind;
use crate::council::public_decision::PublicDecision;
use crate::council::settings::Lessons;
use crate::council::{Campaign, CampaignStatus, Timestamp, consistency};
use crate::game::{Game, Outcome, Table, shorten};
use crate::store::{CampaignId, Exported, Store, StoreError};

/// What replaying every campaign found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayReport {
    /// Campaigns that came out as they are stored.
    pub same: usize,
    /// Campaigns that did not, and how.
    pub different: Vec<(CampaignId, String)>,
}

/// A campaign that was verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The hash its seed is held to.
    pub commitment: String,
    /// The seed.
    pub seed: u64,
    /// Answers that count.
    pub answers: usize,
    /// Is it over?
    pub over: bool,
    /// The round it stands in; 0 before the first.
    pub round: u32,
}

/// Replays every campaign against its log.
pub async fn replay_all(
    store: &Store,
    games: &[Arc<dyn Game>],
) -> Result<ReplayReport, StoreError> {
    Ok(replay_until(store, games, &|| false).await?.unwrap_or_default())
}

/// The same until it shall stop, which is looked for after each campaign; nothing then.
pub(super) async fn replay_until(
    store: &Store,
    games: &[Arc<dyn Game>],
    stopped: &impl Fn() -> bool,
) -> Result<Option<ReplayReport>, StoreError> {
    let packs = GameCache::new(games.to_vec());
    let (mut found, mut last) = (ReplayReport::default(), None);
    for id in store.campaign_ids().await? {
        if stopped() {
            return Ok(None);
        }
        match replay(store, &packs, id, &mut last).await {
            Ok(()) => found.same += 1,
            Err(why) => found.different.push((id, why)),
        }
    }
    Ok(Some(found))
}

/// Replays one. Its game is held for the next, which often has the same content.
async fn replay(
    store: &Store,
    packs: &GameCache,
    id: CampaignId,
    last: &mut Option<Arc<dyn Game>>,
) -> Result<(), String> {
    // One read for all of it: a live hall may go on writing in the meantime.
    let out = store.export(id).await.map_err(|why| why.to_string())?;
    let out = out.ok_or("it is gone")?;
    let game = packs.get(store, &out.charter.game, &out.charter.pack).await?;
    *last = Some(Arc::clone(&game));
    // The program may have the same; another version of it has not.
    if out.files.is_empty() && !game.files().is_empty() {
        return Err(format!("the content {} is not stored", out.charter.pack));
    }
    compare(&out, game).map(|_| ())
}

/// Plays a campaign again from its seed and compares it with what was stored.
fn compare(out: &Exported, game: Arc<dyn Game>) -> Result<Campaign, String> {
    let compared = catch_unwind(AssertUnwindSafe(|| compared(out, game)));
    compared.unwrap_or_else(|_| Err("the rules panicked".to_owned()))
}

fn compared(out: &Exported, game: Arc<dyn Game>) -> Result<Campaign, String> {
    let kept = out.kept.as_ref().map_or(0, |(seq, _)| *seq);
    let tail = out.entries.iter().filter(|entry| entry.seq > kept).cloned().collect();
    let charter = out.charter.clone();
    let campaign = Campaign::restore(charter, game, out.council(), out.kept.clone(), tail)?;
    if campaign.council().seq != out.entries.last().map_or(0, |entry| entry.seq) {
        return Err("its log and its state do not end at the same entry".to_owned());
    }
    let Some(table) = campaign.table() else {
        if has_begun(out) {
            return Err("no copy of its game is stored".to_owned());
        }
        return Ok(campaign);
    };
    check_snapshot(out, &campaign, kept)?;
    let asked: Vec<u32> = table.decisions().iter().map(|decision| decision.id).collect();
    let council = campaign.council();
    let running = council.status == CampaignStatus::Running && council.paused.is_none();
    if running && council.questions.iter().any(|question| !asked.contains(&question.decision)) {
        return Err("a question is open that the game does not ask".to_owned());
    }
    Ok(campaign)
}

/// Is the copy of the game that was kept the one its log leads to? What follows it was
/// played from it when the campaign was restored.
fn check_snapshot(out: &Exported, campaign: &Campaign, kept: u64) -> Result<(), String> {
    let before = out.entries.partition_point(|entry| entry.seq <= kept);
    let (before, after) = out.entries.split_at(before);
    let copy = out.kept.as_ref().map(|(_, copy)| campaign.game().load(copy));
    let copy = copy.ok_or("no copy of its game is stored")?.map_err(|why| why.to_string())?;
    let same = campaign.replayed(before)?.save() == copy.save();
    // An undo may reach back behind the copy.
    let undone = after.iter().any(|entry| matches!(entry.kind, EntryKind::Undo { .. }));
    let stored = campaign.table().map(Table::save);
    if !same || (undone && Some(campaign.replayed(&out.entries)?.save()) != stored) {
        return Err("the log leads to another state than the one stored".to_owned());
    }
    Ok(())
}

/// Does its log say that it began?
pub fn has_begun(out: &Exported) -> bool {
    out.entries.iter().any(|entry| matches!(entry.kind, EntryKind::Began { .. }))
}

/// The course of a campaign, as everybody saw it.
pub struct CampaignHistory {
    /// The game, with the content it is played with.
    pub game: Arc<dyn Game>,
    /// The view at the end of each round, and the last.
    pub rounds: Vec<Value>,
    /// The roles of the seats.
    pub roles: Vec<String>,
    /// What was decided together.
    pub public_decisions: Vec<PublicDecision>,
    /// How it ended, if it did.
    pub outcome: Option<Outcome>,
}

/// Replays a campaign for those who want to look at it; up to an entry of its log, or all.
pub async fn campaign_history(
    store: &Store,
    games: &[Arc<dyn Game>],
    id: CampaignId,
    upto: Option<u64>,
) -> Result<CampaignHistory, String> {
    let packs = GameCache::new(games.to_vec());
    let out = store.export(id).await.map_err(|why| why.to_string())?;
    let mut out = out.ok_or_else(|| format!("there is no campaign {}", id.0))?;
    let game = packs.get(store, &out.charter.game, &out.charter.pack).await?;
    let campaign = compare(&out, Arc::clone(&game))?;
    if campaign.table().is_none() {
        return Err("it has not begun".to_owned());
    }
    out.entries.retain(|entry| upto.is_none_or(|upto| entry.seq <= upto));
    let rounds = campaign.round_views(&out.entries)?;
    let roles = campaign.council().seating.0.iter().map(|chair| chair.role.clone()).collect();
    let outcome = campaign.outcome().filter(|_| upto.is_none());
    let decrees = campaign.council().public_decisions.clone();
    Ok(CampaignHistory { game, rounds, roles, public_decisions: decrees, outcome })
}

/// Checks that an exported campaign is what it says: the seed fits the hash that was
/// published, the log replays from it, and nothing about it is impossible. One that never
/// began has published nothing.
pub fn verify(out: &Exported, game: &dyn Game) -> Result<Verified, String> {
    let verified = check_export(out, game)?;
    if has_begun(out) {
        return Ok(verified);
    }
    Err("it never began, so there is nothing to verify".to_owned())
}

/// The same for one that may not have begun.
fn check_export(out: &Exported, game: &dyn Game) -> Result<Verified, String> {
    check_without_panic_guard(out, game).map_err(|why| shorten(&why))
}

fn check_without_panic_guard(out: &Exported, game: &dyn Game) -> Result<Verified, String> {
    out.check().map_err(|why| why.to_string())?;
    let game = game_with_content(out, game)?;
    check_files(out, game.as_ref())?;
    let published = out.entries.iter().find_map(|entry| match &entry.kind {
        EntryKind::Began { commitment } => Some(commitment.clone()),
        _ => None,
    });
    let charter = &out.charter;
    let computed = commitment(&charter.game, &charter.pack, charter.seed, &charter.salt);
    if published.is_some_and(|published| published != computed) {
        return Err("its seed does not fit the hash that was published".to_owned());
    }
    let campaign = compare(out, game)?;
    check_consistency(out, &campaign)?;
    let round = campaign.table().map_or(0, |table| table.progress().round);
    let answers = crate::council::log::effective_answers(&out.entries).len();
    let over = out.council.status == CampaignStatus::Over;
    Ok(Verified { commitment: computed, seed: charter.seed, answers, over, round })
}

/// Is it one that a hall could have written?
fn check_consistency(out: &Exported, campaign: &Campaign) -> Result<(), String> {
    if out.council.public_ballot.is_none() && !out.votes.is_empty() {
        return Err("the people have voted, but there is no ballot".to_owned());
    }
    let heard = |number: &u32| {
        out.council.questions.iter().any(|q| q.number == *number && q.street.is_some())
    };
    if !out.street.keys().all(heard) {
        return Err("people were heard who were not asked".to_owned());
    }
    if out.kept.as_ref().map_or(0, |(seq, _)| *seq) != out.council.snapshot_seq {
        return Err("its game was not kept where it says".to_owned());
    }
    let checked = catch_unwind(AssertUnwindSafe(|| {
        consistency::check(campaign, &out.entries)
            .and_then(|()| consistency::check_answers(campaign, &out.entries))
    }));
    let checked = checked.map_err(|_| "the rules panicked".to_owned())?;
    checked.map_err(|why| why.to_string())
}

/// Only what is part of the content's hash comes along with it.
fn check_files(out: &Exported, game: &dyn Game) -> Result<(), String> {
    let content = game.files();
    match out.files.keys().find(|file| !content.contains_key(*file)) {
        Some(file) => Err(format!("its file '{file}' is no part of its content")),
        None => Ok(()),
    }
}

/// The game with the content a file brings.
fn game_with_content(out: &Exported, game: &dyn Game) -> Result<Arc<dyn Game>, String> {
    if game.id() != out.charter.game {
        return Err(format!("it is a campaign of another game, '{}'", quoted(&out.charter.game)));
    }
    let opened =
        game.with_content(&out.files).map_err(|why| format!("its content is broken: {why}"))?;
    if opened.content_hash() != out.charter.pack {
        return Err("its content is not the one it was played with".to_owned());
    }
    Ok(Arc::from(opened))
}

/// Takes an exported campaign in, if it is sound: all or nothing. Its cards are read from the
/// file, so it is for an operator's files only.
pub async fn import(
    store: &Store,
    games: &[Arc<dyn Game>],
    out: Exported,
    place: Option<(u64, u64)>,
    at: Timestamp,
) -> Result<CampaignId, String> {
    let out = prepare_import(games, out, place)?;
    store.import(&out, at).await.map_err(|why| shorten(&why.to_string()))
}

/// An exported campaign as it is taken in, if it is sound: replayed, and moved to a place.
pub(super) fn prepare_import(
    games: &[Arc<dyn Game>],
    mut out: Exported,
    place: Option<(u64, u64)>,
) -> Result<Exported, String> {
    let game = games.iter().find(|game| game.id() == out.charter.game);
    let game =
        game.ok_or_else(|| format!("there is no game '{}' here", quoted(&out.charter.game)))?;
    let verified = check_export(&out, game.as_ref())?;
    if verified.round > 1 {
        // What was told is known only where it was told; nobody is taught the same twice.
        out.council.settings.lessons = Lessons::Off;
        out.update_checksum().map_err(|why| why.to_string())?;
    }
    if let Some((server, channel)) = place {
        out.charter.server = server;
        out.charter.channel = channel;
        out.update_checksum().map_err(|why| why.to_string())?;
    }
    Ok(out)
}
