//! A campaign: the game and the council around it, as one state machine.
//!
//! Pure: no clock, no I/O. Every request runs on a copy and returns the next state with its
//! [`Effects`]. Nothing has changed until the caller stores them.
//!
//! * `advance`: automatic steps: opens and closes questions, applies answers that are decided.
//! * `answer`: answers and votes given by players.
//! * `ballot_results`: results of public ballots, kept as counted and announced once decided.
//! * `deadlines`: deadlines, reminders and the next wake-up time.
//! * `eligibility`: who may answer a question, and which users it waits for.
//! * `lifecycle`: progress, end of turns, announcement of questions, end of the campaign.
//! * `lobby`: taking seats before the campaign begins, and the start.
//! * `manage`: pause, resume, more time, settings.
//! * `motions`: motions that the whole table votes on.
//! * `pings`: pings to the public, by subscription or server role.
//! * `plans`: answers planned for later turns, or for a holder who is away.
//! * `public_ballot`: a question put to the public: its ballot opens, closes and is counted.
//! * `public_decisions`: record of public decisions and of their effects seen later.
//! * `public_vote`: votes of server members, who may vote, and the standing ballot.
//! * `resolve`: how a question is settled: vote count, house answer, escalation to the leader.
//! * `seating`: seats that change hands while the campaign runs.
//! * `street`: non-binding voices of server members without a seat.
//! * `transition`: one state transition on a copy, and what all requests share.
//! * `undo`: undo, by replaying the log up to an entry.

mod advance;
mod answer;
mod ballot_results;
mod deadlines;
mod eligibility;
mod lifecycle;
mod lobby;
mod manage;
mod motions;
mod pings;
mod plans;
mod public_ballot;
mod public_decisions;
mod public_vote;
mod resolve;
mod seating;
mod street;
mod transition;
mod undo;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::effects::{Charter, Effects};
use super::log::{Entry, effective_answers};
use super::notice::{Notice, NoticeKind};
use super::refusal::Refusal;
use super::request::{Reply, Request};
use super::seating::{Requester, Seating, UserId};
use super::settings::Settings;
use super::state::{CampaignStatus, Council};
use super::time::{QuietHours, Timestamp};
use crate::game::{Answer, Game, Outcome, Table, Viewer};
use transition::Transition;

/// Current time and quiet hours, as the caller passes them in.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    pub at: Timestamp,
    /// Quiet hours by user: no pings then.
    pub quiet: &'a BTreeMap<UserId, QuietHours>,
}

/// State of one campaign.
pub struct Campaign {
    charter: Arc<Charter>,
    game: Arc<dyn Game>,
    council: Council,
    table: Option<Box<dyn Table>>,
    /// Whole event log, loaded only for a request that looks back. The store owns it; in memory
    /// it would be the larger part of a campaign that is played for weeks.
    history: Option<Arc<History>>,
}

/// Event log and starting state of the game.
struct History {
    start: Box<dyn Table>,
    entries: Vec<Entry>,
}

/// Result of a request or a deadline.
pub struct Transitioned {
    /// New state.
    pub campaign: Campaign,
    /// What the caller must store and announce.
    pub effects: Effects,
}

impl Clone for History {
    fn clone(&self) -> Self {
        History { start: self.start.clone_box(), entries: self.entries.clone() }
    }
}

impl Clone for Campaign {
    fn clone(&self) -> Self {
        Campaign {
            charter: Arc::clone(&self.charter),
            game: Arc::clone(&self.game),
            council: self.council.clone(),
            table: self.table.as_ref().map(|table| table.clone_box()),
            history: self.history.clone(),
        }
    }
}

impl Campaign {
    /// Opens a lobby with an empty seat for every role, and returns the notice that announces it.
    pub fn open_lobby(
        charter: Charter,
        game: Arc<dyn Game>,
        settings: Settings,
    ) -> Result<(Campaign, Notice), Refusal> {
        settings.check()?;
        let seating = Seating::empty(game.roles());
        let kind = NoticeKind::Lobby { seats: seating.0.clone() };
        let council = Council { settings, seating, ..Council::default() };
        let notice = Notice { topic: "lobby".to_owned(), fleeting: true, ping: Vec::new(), kind };
        Ok((Campaign::assemble(charter, game, council, None), notice))
    }

    /// Restores a stored campaign from its latest snapshot and the log entries after it.
    pub fn restore(
        charter: Charter,
        game: Arc<dyn Game>,
        council: Council,
        base: Option<(u64, Value)>,
        tail: Vec<Entry>,
    ) -> Result<Campaign, String> {
        let Some((_, save)) = base else {
            return match council.status {
                CampaignStatus::Running => Err("no copy of its game is stored".to_owned()),
                _ => Ok(Campaign::assemble(charter, game, council, None)),
            };
        };
        let mut table = game.load(&save).map_err(|error| error.to_string())?;
        replay(table.as_mut(), &tail)?;
        Ok(Campaign::assemble(charter, game, council, Some(table)))
    }

    fn assemble(
        charter: Charter,
        game: Arc<dyn Game>,
        council: Council,
        table: Option<Box<dyn Table>>,
    ) -> Campaign {
        Campaign { charter: Arc::new(charter), game, council, table, history: None }
    }

    /// Performs a request: returns the next state with its effects, or the refusal.
    pub fn request(
        &self,
        now: Now<'_>,
        who: &Requester,
        request: &Request,
    ) -> Result<Transitioned, Refusal> {
        let mut transition = Transition::new(self, now, None);
        if self.is_due(now) {
            // The scheduler has not run yet. Apply the deadline first: a request after it is late.
            transition.process_due()?;
            transition.extend_history();
        }
        transition.actor = Some(who.user);
        let reply = transition.perform(who, request)?;
        Ok(transition.finish(reply))
    }

    /// Processes deadlines and reminders. Returns `None` if nothing is due.
    pub fn wake(&self, now: Now<'_>) -> Result<Option<Transitioned>, Refusal> {
        if !self.is_due(now) {
            return Ok(None);
        }
        let mut transition = Transition::new(self, now, None);
        transition.process_due()?;
        Ok(Some(transition.finish(Reply::Done)))
    }

    fn is_due(&self, now: Now<'_>) -> bool {
        self.next_wake(now.quiet).is_some_and(|due| due <= now.at)
    }

    /// Whether a request needs the whole log and it is not loaded. The caller then runs
    /// [`Campaign::load_history`] first.
    pub fn needs_history(&self, request: &Request) -> bool {
        // A seat that changes hands can carry the open motion.
        let looks_back = match request {
            Request::PreviewUndo { .. } | Request::Undo { .. } => true,
            Request::VoteMotion { .. }
            | Request::Leave
            | Request::HandOver { .. }
            | Request::Lend { .. }
            | Request::Claim { .. } => self.council.motion.is_some(),
            _ => false,
        };
        looks_back && self.table.is_some() && self.history.is_none()
    }

    /// Loads the whole log for the next request.
    pub fn load_history(&mut self, entries: Vec<Entry>) -> Result<(), String> {
        let start = self.starting_table()?;
        self.history = Some(Arc::new(History { start, entries }));
        Ok(())
    }

    /// Drops the loaded log. Needed after every request, also after a refused one.
    pub fn drop_history(&mut self) {
        self.history = None;
    }

    /// Returns the table as it was at the start of the campaign.
    pub(in crate::council) fn starting_table(&self) -> Result<Box<dyn Table>, String> {
        let roles = self.council.seating.0.iter().map(|state| state.role.clone()).collect();
        let setup = self.charter.setup(roles);
        let started = self.game.start(&setup, self.charter.seed);
        started.map(|(table, _)| table).map_err(|error| error.to_string())
    }

    /// Checks that the game can start with the first `n` seats for some `n`. The error is the
    /// game's reason for refusing `n` = 1.
    pub fn check_can_begin(&self) -> Result<(), String> {
        let roles: Vec<String> =
            self.council.seating.0.iter().map(|state| state.role.clone()).collect();
        let begins = |seats: usize| {
            let setup = self.charter.setup(roles[..seats].to_vec());
            self.game.start(&setup, self.charter.seed).map(|_| ())
        };
        // A game may have more roles than it allows seats, so every `n` is tried.
        let mut tried = (1..=roles.len()).map(begins);
        let first = tried.next().unwrap_or(Ok(()));
        if first.is_ok() || tried.any(|more| more.is_ok()) {
            return Ok(());
        }
        first.map_err(|error| error.to_string())
    }

    /// Replays the whole log from the seed and returns the resulting table.
    pub fn replayed(&self, entries: &[Entry]) -> Result<Box<dyn Table>, String> {
        let mut table = self.starting_table()?;
        replay(table.as_mut(), entries)?;
        Ok(table)
    }

    /// Returns the public view at the end of each round so far, followed by the current one.
    pub fn round_views(&self, entries: &[Entry]) -> Result<Vec<Value>, String> {
        let mut table = self.starting_table()?;
        let mut rounds = Vec::new();
        for (entry, answered) in effective_answers(entries) {
            let before = (table.progress().round, table.clone_box());
            let choice = answered.choice.clone();
            let answer = Answer { decision: Some(answered.decision), choice };
            table.apply(&answer).map_err(|error| format!("entry {}: {error}", entry.seq))?;
            if before.0 != table.progress().round && before.0 > 0 {
                rounds.push(before.1.view(Viewer::Public));
            }
        }
        rounds.push(table.view(Viewer::Public));
        Ok(rounds)
    }

    /// Returns the public view as of a log entry. Includes answers that were undone later.
    pub fn view_after(&self, entries: &[Entry], seq: u64) -> Result<Value, String> {
        let then: Vec<Entry> = entries.iter().filter(|entry| entry.seq <= seq).cloned().collect();
        let table = self.replayed(&then)?;
        Ok(table.view(Viewer::Public))
    }

    /// Returns the state of the council.
    pub fn council(&self) -> &Council {
        &self.council
    }

    /// Returns the data fixed when the campaign was opened.
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// Returns the table of the game, or `None` if the game has not begun.
    pub fn table(&self) -> Option<&dyn Table> {
        self.table.as_deref()
    }

    /// Returns the game with the content that this campaign uses.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// Returns a shared handle to the game, for use beyond the borrow of the campaign.
    pub fn shared_game(&self) -> Arc<dyn Game> {
        Arc::clone(&self.game)
    }

    /// Returns the outcome of the game, or `None` if it was not played to its end.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.as_ref().and_then(|table| table.outcome())
    }
}

impl History {
    /// Returns the table as it was before an entry.
    fn table_before(&self, seq: u64) -> Result<Box<dyn Table>, String> {
        let mut table = self.start.clone_box();
        let kept = self.entries.partition_point(|entry| entry.seq < seq);
        replay(table.as_mut(), &self.entries[..kept])?;
        Ok(table)
    }
}

/// Applies the effective answers of a log to a table.
fn replay(table: &mut dyn Table, entries: &[Entry]) -> Result<(), String> {
    for (entry, answered) in effective_answers(entries) {
        let answer = Answer { decision: Some(answered.decision), choice: answered.choice.clone() };
        table.apply(&answer).map_err(|error| format!("entry {}: {error}", entry.seq))?;
    }
    Ok(())
}
