//! One campaign at the table in front of us: answers, undo, loading.
//!
//! May use: the boundary. Deliberately absent: input and output. Undo goes back
//! answer by answer. An answer that revealed something hidden or random is a
//! wall: who sits at the terminal must say so to go past it, and a program that
//! drives the table is its own referee.

use serde_json::Value;

use crate::game::{Answer, Event, Game, GameError, Outcome, Setup, Table};

/// A campaign, and how to go back.
pub(super) struct Sitting<'a> {
    game: &'a dyn Game,
    table: Box<dyn Table>,
    /// The table before each answer, and whether that answer was a wall.
    past: Vec<(Box<dyn Table>, bool)>,
}

impl<'a> Sitting<'a> {
    /// Begins a campaign.
    pub(super) fn begin(
        game: &'a dyn Game,
        setup: &Setup,
        seed: u64,
    ) -> Result<(Self, Vec<Event>), GameError> {
        let (table, events) = game.start(setup, seed)?;
        Ok((Sitting { game, table, past: Vec::new() }, events))
    }

    /// Goes on from a save.
    pub(super) fn resume(game: &'a dyn Game, save: &Value) -> Result<Self, GameError> {
        Ok(Sitting { game, table: game.load(save)?, past: Vec::new() })
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

    /// Gives an answer; a refused one changes nothing.
    pub(super) fn answer(&mut self, answer: &Answer) -> Result<Vec<Event>, GameError> {
        let before = self.table.clone_box();
        let events = self.table.apply(answer)?;
        let wall = events.iter().any(|event| event.undo_barrier);
        self.past.push((before, wall));
        Ok(events)
    }

    /// Takes the last answer back; one that revealed something only past walls.
    pub(super) fn undo(&mut self, past_walls: bool) -> Result<(), GameError> {
        let why = match self.past.last() {
            None => {
                "nothing can be taken back: no answer was given since the campaign was begun or loaded"
            }
            Some((_, true)) if !past_walls => {
                "the last answer revealed something hidden or random; type u! to take it back all the same"
            }
            Some(_) => "",
        };
        if !why.is_empty() {
            return Err(GameError::new(why));
        }
        if let Some((before, _)) = self.past.pop() {
            self.table = before;
        }
        Ok(())
    }

    /// Puts a save on the table; a broken one changes nothing.
    pub(super) fn load(&mut self, save: &Value) -> Result<(), GameError> {
        self.table = self.game.load(save)?;
        self.past.clear();
        Ok(())
    }
}
