//! A campaign at the table: the game and the council around it.
//!
//! May use: the boundary and the words of `council`. Deliberately absent: a
//! clock, storage. Every request works on a copy; what comes back is the next
//! state and all there is to store. Nothing has changed until the caller keeps it.
//!
//! * `lobby`: before it begins. `choosing`: answers and votes. `advance`:
//!   what follows by itself. `deciding`: votes, house, leader. `clock`: deadlines and reminders. `petition`:
//!   who of the people votes. `polling`: their ballot opens and is counted. `calling`: they are called.
//!   `returns`: what came of their votes. `street`: what others say. `decrees`: what became of that later. `undoing`, `motions`, `chairs`, `tending`: the rest.

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

/// The moment something happens at, and who is not to be called then.
#[derive(Clone, Copy)]
pub struct Now<'a> {
    /// The moment.
    pub at: Timestamp,
    /// Quiet hours, by user.
    pub quiet: &'a BTreeMap<UserId, QuietHours>,
}

/// One campaign.
pub struct Campaign {
    charter: Arc<Charter>,
    game: Arc<dyn Game>,
    council: Council,
    table: Option<Box<dyn Table>>,
    /// The whole log, while something is asked that looks back: it is the store's to keep,
    /// and would be the larger part of a campaign that is played for weeks.
    history: Option<Arc<History>>,
}

/// The log, and the game as it was when it began.
struct History {
    start: Box<dyn Table>,
    entries: Vec<Entry>,
}

/// What a request or a deadline came to.
pub struct Transitioned {
    /// The campaign as it is then.
    pub campaign: Campaign,
    /// What is to be stored and told.
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
    /// A new one: a lobby with a chair for every role, and the notice that it is open.
    pub fn open_lobby(
        charter: Charter,
        game: Arc<dyn Game>,
        settings: Settings,
    ) -> Result<(Campaign, Notice), Refusal> {
        settings.check()?;
        let chairs = Seating::empty(game.roles());
        let news = NoticeKind::Lobby { seats: chairs.0.clone() };
        let council = Council { settings, seating: chairs, ..Council::default() };
        let notice =
            Notice { topic: "lobby".to_owned(), fleeting: true, ping: Vec::new(), kind: news };
        Ok((Campaign::assemble(charter, game, council, None), notice))
    }

    /// One that was stored: the newest copy of the game and the entries after it.
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
        let mut table = game.load(&save).map_err(|why| why.to_string())?;
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

    /// What somebody asks for: the next state and what is to be stored, or why not.
    pub fn request(
        &self,
        now: Now<'_>,
        who: &Requester,
        deed: &Request,
    ) -> Result<Transitioned, Refusal> {
        let mut work = Transition::new(self, now, None);
        if self.is_due(now) {
            // Nobody has woken it yet: whoever comes after a deadline is late all the same.
            work.process_due()?;
            work.extend_history();
        }
        work.actor = Some(who.user);
        let reply = work.perform(who, deed)?;
        Ok(work.finish(reply))
    }

    /// What the time brings: deadlines, reminders; none if nothing is due.
    pub fn wake(&self, now: Now<'_>) -> Result<Option<Transitioned>, Refusal> {
        if !self.is_due(now) {
            return Ok(None);
        }
        let mut work = Transition::new(self, now, None);
        work.process_due()?;
        Ok(Some(work.finish(Reply::Done)))
    }

    fn is_due(&self, now: Now<'_>) -> bool {
        self.next_wake(now.quiet).is_some_and(|due| due <= now.at)
    }

    /// Does this look back on the log? Then [`Campaign::load_history`] comes first.
    pub fn needs_history(&self, deed: &Request) -> bool {
        // A seat that changes hands may be what an open motion waited for.
        let looks_back = match deed {
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

    /// Remembers the whole log, for the request that comes next.
    pub fn load_history(&mut self, entries: Vec<Entry>) -> Result<(), String> {
        let start = self.starting_table()?;
        self.history = Some(Arc::new(History { start, entries }));
        Ok(())
    }

    /// Forgets the log again, whatever came of the request.
    pub fn drop_history(&mut self) {
        self.history = None;
    }

    /// The table as it was when it began.
    pub(in crate::council) fn starting_table(&self) -> Result<Box<dyn Table>, String> {
        let roles = self.council.seating.0.iter().map(|chair| chair.role.clone()).collect();
        let setup = self.charter.setup(roles);
        let started = self.game.start(&setup, self.charter.seed);
        started.map(|(table, _)| table).map_err(|why| why.to_string())
    }

    /// Would the game begin with some of the chairs there are? If not, why not?
    pub fn check_can_begin(&self) -> Result<(), String> {
        let roles: Vec<String> =
            self.council.seating.0.iter().map(|chair| chair.role.clone()).collect();
        let begins = |seats: usize| {
            let setup = self.charter.setup(roles[..seats].to_vec());
            self.game.start(&setup, self.charter.seed).map(|_| ())
        };
        // A game may have more roles than seats.
        let mut tried = (1..=roles.len()).map(begins);
        let first = tried.next().unwrap_or(Ok(()));
        if first.is_ok() || tried.any(|more| more.is_ok()) {
            return Ok(());
        }
        first.map_err(|why| why.to_string())
    }

    /// Plays the whole log again from the seed: the table it leads to.
    pub fn replayed(&self, entries: &[Entry]) -> Result<Box<dyn Table>, String> {
        let mut table = self.starting_table()?;
        replay(table.as_mut(), entries)?;
        Ok(table)
    }

    /// Everybody's view at the end of each round so far, and now: the campaign's course.
    pub fn round_views(&self, entries: &[Entry]) -> Result<Vec<Value>, String> {
        let mut table = self.starting_table()?;
        let mut rounds = Vec::new();
        for (entry, answered) in effective_answers(entries) {
            let before = (table.progress().round, table.clone_box());
            let choice = answered.choice.clone();
            let answer = Answer { decision: Some(answered.decision), choice };
            table.apply(&answer).map_err(|why| format!("entry {}: {why}", entry.seq))?;
            if before.0 != table.progress().round && before.0 > 0 {
                rounds.push(before.1.view(Viewer::Public));
            }
        }
        rounds.push(table.view(Viewer::Public));
        Ok(rounds)
    }

    /// Everybody's view as it was after an entry of the log; what was taken back later
    /// stood then.
    pub fn view_after(&self, entries: &[Entry], seq: u64) -> Result<Value, String> {
        let then: Vec<Entry> = entries.iter().filter(|entry| entry.seq <= seq).cloned().collect();
        let table = self.replayed(&then)?;
        Ok(table.view(Viewer::Public))
    }

    /// The hall's own state.
    pub fn council(&self) -> &Council {
        &self.council
    }

    /// What was fixed when it was opened.
    pub fn charter(&self) -> &Charter {
        &self.charter
    }

    /// The game's table, once it has begun.
    pub fn table(&self) -> Option<&dyn Table> {
        self.table.as_deref()
    }

    /// The game with the content this campaign is played with.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// The same, to be kept while it is shown.
    pub fn shared_game(&self) -> Arc<dyn Game> {
        Arc::clone(&self.game)
    }

    /// How it ended, if it was played to its end.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.as_ref().and_then(|table| table.outcome())
    }
}

impl History {
    /// The game as it was before an entry.
    fn table_before(&self, seq: u64) -> Result<Box<dyn Table>, String> {
        let mut table = self.start.clone_box();
        let kept = self.entries.partition_point(|entry| entry.seq < seq);
        replay(table.as_mut(), &self.entries[..kept])?;
        Ok(table)
    }
}

/// Gives the answers that count to a table.
fn replay(table: &mut dyn Table, entries: &[Entry]) -> Result<(), String> {
    for (entry, answered) in effective_answers(entries) {
        let answer = Answer { decision: Some(answered.decision), choice: answered.choice.clone() };
        table.apply(&answer).map_err(|why| format!("entry {}: {why}", entry.seq))?;
    }
    Ok(())
}
