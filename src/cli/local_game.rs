//! Local campaign of `emberhall play`: answers, undo and loading. Pure: no input and output.
//!
//! Undo takes back one answer at a time. An answer that revealed something hidden or random is a
//! barrier: at the terminal the user must confirm to pass it; a client of the line protocol is its
//! own referee and always passes.

use serde_json::Value;

use crate::game::{Answer, Event, Game, GameError, Outcome, Setup, Table};

/// Campaign with its undo history.
pub(super) struct LocalGame<'a> {
    game: &'a dyn Game,
    table: Box<dyn Table>,
    /// Table before each answer, and whether that answer is an undo barrier.
    history: Vec<(Box<dyn Table>, bool)>,
}

impl<'a> LocalGame<'a> {
    /// Begins a campaign.
    pub(super) fn begin(
        game: &'a dyn Game,
        setup: &Setup,
        seed: u64,
    ) -> Result<(Self, Vec<Event>), GameError> {
        let (table, events) = game.start(setup, seed)?;
        Ok((LocalGame { game, table, history: Vec::new() }, events))
    }

    /// Resumes a campaign from a save.
    pub(super) fn resume(game: &'a dyn Game, save: &Value) -> Result<Self, GameError> {
        Ok(LocalGame { game, table: game.load(save)?, history: Vec::new() })
    }

    pub(super) fn game(&self) -> &'a dyn Game {
        self.game
    }

    pub(super) fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// Applies an answer. A refused answer changes nothing.
    pub(super) fn answer(&mut self, answer: &Answer) -> Result<Vec<Event>, GameError> {
        let before = self.table.clone_box();
        let events = self.table.apply(answer)?;
        let barrier = events.iter().any(|event| event.undo_barrier);
        self.history.push((before, barrier));
        Ok(events)
    }

    /// Takes the last answer back. Refuses an undo barrier unless `past_barriers` is set.
    pub(super) fn undo(&mut self, past_barriers: bool) -> Result<(), GameError> {
        let refusal = match self.history.last() {
            None => {
                "nothing can be taken back: no answer was given since the campaign was begun or loaded"
            }
            Some((_, true)) if !past_barriers => {
                "the last answer revealed something hidden or random; type u! to take it back all the same"
            }
            Some(_) => "",
        };
        if !refusal.is_empty() {
            return Err(GameError::new(refusal));
        }
        if let Some((before, _)) = self.history.pop() {
            self.table = before;
        }
        Ok(())
    }

    /// Replaces the campaign with a save and clears the undo history. A broken save changes
    /// nothing.
    pub(super) fn load(&mut self, save: &Value) -> Result<(), GameError> {
        self.table = self.game.load(save)?;
        self.history.clear();
        Ok(())
    }
}
