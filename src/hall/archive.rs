//! Archive: replays campaigns against their logs, imports exported campaigns, and verifies that
//! the dice were not tampered with.
//!
//! Needs only a store: works next to a running hall or without one.

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

/// Result of replaying every campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayReport {
    /// Number of campaigns that replay to their stored state.
    pub same: usize,
    /// Campaigns that do not, with the reason.
    pub different: Vec<(CampaignId, String)>,
}

/// Summary of a verified campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Commitment: the hash of the seed and salt, published when the campaign begins.
    pub commitment: String,
    /// Seed of the game's random numbers.
    pub seed: u64,
    /// Number of effective answers; undone ones do not count.
    pub answers: usize,
    /// Whether the campaign is over.
    pub over: bool,
    /// Current round; 0 before the first.
    pub round: u32,
}

/// Replays every campaign against its log.
pub async fn replay_all(
    store: &Store,
    games: &[Arc<dyn Game>],
) -> Result<ReplayReport, StoreError> {
    Ok(replay_until(store, games, &|| false).await?.unwrap_or_default())
}

/// Replays every campaign. `stopped` is polled between campaigns; returns `None` once it returns
/// `true`.
pub(super) async fn replay_until(
    store: &Store,
    games: &[Arc<dyn Game>],
    stopped: &impl Fn() -> bool,
) -> Result<Option<ReplayReport>, StoreError> {
    let games = GameCache::new(games.to_vec());
    let (mut found, mut last) = (ReplayReport::default(), None);
    for id in store.campaign_ids().await? {
        if stopped() {
            return Ok(None);
        }
        match replay(store, &games, id, &mut last).await {
            Ok(()) => found.same += 1,
            Err(why) => found.different.push((id, why)),
        }
    }
    Ok(Some(found))
}

/// Replays one campaign. Keeps its game alive in `last`: the cache holds only weak references, and
/// the next campaign often has the same content.
async fn replay(
    store: &Store,
    games: &GameCache,
    id: CampaignId,
    last: &mut Option<Arc<dyn Game>>,
) -> Result<(), String> {
    // A single export is a consistent snapshot; a live hall may write meanwhile.
    let exported = store.export(id).await.map_err(|why| why.to_string())?;
    let exported = exported.ok_or("it is gone")?;
    let game = games.get(store, &exported.charter.game, &exported.charter.pack).await?;
    *last = Some(Arc::clone(&game));
    // This program may have the same content built in; another version may not.
    if exported.files.is_empty() && !game.files().is_empty() {
        return Err(format!("the content {} is not stored", exported.charter.pack));
    }
    compare(&exported, game).map(|_| ())
}

/// Replays a campaign and compares the result with its stored state. A panic of the rules becomes
/// an error.
fn compare(exported: &Exported, game: Arc<dyn Game>) -> Result<Campaign, String> {
    let campaign = catch_unwind(AssertUnwindSafe(|| replay_and_compare(exported, game)));
    campaign.unwrap_or_else(|_| Err("the rules panicked".to_owned()))
}

fn replay_and_compare(exported: &Exported, game: Arc<dyn Game>) -> Result<Campaign, String> {
    let kept = exported.kept.as_ref().map_or(0, |(seq, _)| *seq);
    let tail = exported.entries.iter().filter(|entry| entry.seq > kept).cloned().collect();
    let charter = exported.charter.clone();
    let campaign =
        Campaign::restore(charter, game, exported.council(), exported.kept.clone(), tail)?;
    if campaign.council().seq != exported.entries.last().map_or(0, |entry| entry.seq) {
        return Err("its log and its state do not end at the same entry".to_owned());
    }
    let Some(table) = campaign.table() else {
        if has_begun(exported) {
            return Err("no copy of its game is stored".to_owned());
        }
        return Ok(campaign);
    };
    check_snapshot(exported, &campaign, kept)?;
    let asked: Vec<u32> = table.decisions().iter().map(|decision| decision.id).collect();
    let council = campaign.council();
    let running = council.status == CampaignStatus::Running && council.paused.is_none();
    if running && council.questions.iter().any(|question| !asked.contains(&question.decision)) {
        return Err("a question is open that the game does not ask".to_owned());
    }
    Ok(campaign)
}

/// Checks that the stored snapshot of the game is the state its log leads to. The entries after it
/// were already replayed from it when the campaign was restored.
fn check_snapshot(exported: &Exported, campaign: &Campaign, kept: u64) -> Result<(), String> {
    let before = exported.entries.partition_point(|entry| entry.seq <= kept);
    let (before, after) = exported.entries.split_at(before);
    let copy = exported.kept.as_ref().map(|(_, copy)| campaign.game().load(copy));
    let copy = copy.ok_or("no copy of its game is stored")?.map_err(|why| why.to_string())?;
    let same = campaign.replayed(before)?.save() == copy.save();
    // An undo may reach back before the snapshot; then the whole log is replayed as well.
    let undone = after.iter().any(|entry| matches!(entry.kind, EntryKind::Undo { .. }));
    let stored = campaign.table().map(Table::save);
    if !same || (undone && Some(campaign.replayed(&exported.entries)?.save()) != stored) {
        return Err("the log leads to another state than the one stored".to_owned());
    }
    Ok(())
}

/// Whether the log records that the campaign began.
pub fn has_begun(exported: &Exported) -> bool {
    exported.entries.iter().any(|entry| matches!(entry.kind, EntryKind::Began { .. }))
}

/// Course of a campaign, from public views.
pub struct CampaignHistory {
    /// Game with the content that the campaign is played with.
    pub game: Arc<dyn Game>,
    /// Public view at the end of each round, followed by the last one.
    pub rounds: Vec<Value>,
    /// Role of each seat.
    pub roles: Vec<String>,
    /// Public decisions of the whole campaign.
    pub public_decisions: Vec<PublicDecision>,
    /// How the campaign ended. `None` if it is not over or the replay stops at an entry.
    pub outcome: Option<Outcome>,
}

/// Replays a campaign and returns its course. With `upto`, the round views end at that log entry.
pub async fn campaign_history(
    store: &Store,
    games: &[Arc<dyn Game>],
    id: CampaignId,
    upto: Option<u64>,
) -> Result<CampaignHistory, String> {
    let games = GameCache::new(games.to_vec());
    let exported = store.export(id).await.map_err(|why| why.to_string())?;
    let mut exported = exported.ok_or_else(|| format!("there is no campaign {}", id.0))?;
    let game = games.get(store, &exported.charter.game, &exported.charter.pack).await?;
    let campaign = compare(&exported, Arc::clone(&game))?;
    if campaign.table().is_none() {
        return Err("it has not begun".to_owned());
    }
    exported.entries.retain(|entry| upto.is_none_or(|upto| entry.seq <= upto));
    let rounds = campaign.round_views(&exported.entries)?;
    let roles = campaign.council().seating.0.iter().map(|seat| seat.role.clone()).collect();
    let outcome = campaign.outcome().filter(|_| upto.is_none());
    let public_decisions = campaign.council().public_decisions.clone();
    Ok(CampaignHistory { game, rounds, roles, public_decisions, outcome })
}

/// Verifies an exported campaign: its seed matches the published commitment, its log replays from
/// that seed, and its state is consistent. Returns an error for a campaign that never began,
/// because it has published no commitment.
pub fn verify(exported: &Exported, game: &dyn Game) -> Result<Verified, String> {
    let verified = check_export(exported, game)?;
    if has_begun(exported) {
        return Ok(verified);
    }
    Err("it never began, so there is nothing to verify".to_owned())
}

/// Verifies an export whose campaign may not have begun; shortens the error.
fn check_export(exported: &Exported, game: &dyn Game) -> Result<Verified, String> {
    check_export_unshortened(exported, game).map_err(|why| shorten(&why))
}

fn check_export_unshortened(exported: &Exported, game: &dyn Game) -> Result<Verified, String> {
    exported.check().map_err(|why| why.to_string())?;
    let game = game_with_content(exported, game)?;
    check_files(exported, game.as_ref())?;
    let published = exported.entries.iter().find_map(|entry| match &entry.kind {
        EntryKind::Began { commitment } => Some(commitment.clone()),
        _ => None,
    });
    let charter = &exported.charter;
    let computed = commitment(&charter.game, &charter.pack, charter.seed, &charter.salt);
    if published.is_some_and(|published| published != computed) {
        return Err("its seed does not fit the hash that was published".to_owned());
    }
    let campaign = compare(exported, game)?;
    check_consistency(exported, &campaign)?;
    let round = campaign.table().map_or(0, |table| table.progress().round);
    let answers = crate::council::log::effective_answers(&exported.entries).len();
    let over = exported.council.status == CampaignStatus::Over;
    Ok(Verified { commitment: computed, seed: charter.seed, answers, over, round })
}

/// Checks that a hall could have written this export.
fn check_consistency(exported: &Exported, campaign: &Campaign) -> Result<(), String> {
    if exported.council.public_ballot.is_none() && !exported.votes.is_empty() {
        return Err("the people have voted, but there is no ballot".to_owned());
    }
    let has_street = |number: &u32| {
        exported.council.questions.iter().any(|q| q.number == *number && q.street.is_some())
    };
    if !exported.street.keys().all(has_street) {
        return Err("people were heard who were not asked".to_owned());
    }
    if exported.kept.as_ref().map_or(0, |(seq, _)| *seq) != exported.council.snapshot_seq {
        return Err("its game was not kept where it says".to_owned());
    }
    let checked = catch_unwind(AssertUnwindSafe(|| {
        consistency::check(campaign, &exported.entries)
            .and_then(|()| consistency::check_answers(campaign, &exported.entries))
    }));
    let checked = checked.map_err(|_| "the rules panicked".to_owned())?;
    checked.map_err(|why| why.to_string())
}

/// Checks that every file of the export is part of its content, and so covered by the content hash.
fn check_files(exported: &Exported, game: &dyn Game) -> Result<(), String> {
    let content = game.files();
    match exported.files.keys().find(|file| !content.contains_key(*file)) {
        Some(file) => Err(format!("its file '{file}' is no part of its content")),
        None => Ok(()),
    }
}

/// Opens the game with the content in the export.
fn game_with_content(exported: &Exported, game: &dyn Game) -> Result<Arc<dyn Game>, String> {
    if game.id() != exported.charter.game {
        return Err(format!(
            "it is a campaign of another game, '{}'",
            quoted(&exported.charter.game)
        ));
    }
    let opened = game
        .with_content(&exported.files)
        .map_err(|why| format!("its content is broken: {why}"))?;
    if opened.content_hash() != exported.charter.pack {
        return Err("its content is not the one it was played with".to_owned());
    }
    Ok(Arc::from(opened))
}

/// Imports an exported campaign if it is valid, in one transaction. Reads the cards from the
/// export, so it is for an operator's files only. `place` is the new server and channel.
pub async fn import(
    store: &Store,
    games: &[Arc<dyn Game>],
    exported: Exported,
    place: Option<(u64, u64)>,
    at: Timestamp,
) -> Result<CampaignId, String> {
    let exported = prepare_import(games, exported, place)?;
    store.import(&exported, at).await.map_err(|why| shorten(&why.to_string()))
}

/// Verifies an exported campaign by replay and moves it to `place`, a server and channel.
pub(super) fn prepare_import(
    games: &[Arc<dyn Game>],
    mut exported: Exported,
    place: Option<(u64, u64)>,
) -> Result<Exported, String> {
    let game = games.iter().find(|game| game.id() == exported.charter.game);
    let game =
        game.ok_or_else(|| format!("there is no game '{}' here", quoted(&exported.charter.game)))?;
    let verified = check_export(&exported, game.as_ref())?;
    if verified.round > 1 {
        // Which lessons were shown is known only to the hall that showed them. Turn them off, so
        // that players do not get the same ones again.
        exported.council.settings.lessons = Lessons::Off;
        exported.update_checksum().map_err(|why| why.to_string())?;
    }
    if let Some((server, channel)) = place {
        exported.charter.server = server;
        exported.charter.channel = channel;
        exported.update_checksum().map_err(|why| why.to_string())?;
    }
    Ok(exported)
}
