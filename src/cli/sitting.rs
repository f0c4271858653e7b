//! One campaign at the table in front of us: answers, undo, loading.
//!
//! May use: the boundary. Deliberately absent: input and output. Undo goes back
//! answer by answer to the last one that revealed something hidden or random,
//! and never past it: what was seen cannot be unseen.

use serde_json::Value;

use crate::game::{Answer, Event, Game, Outcome, Refused, Setup, Table};

/// A campaign, and how to go back.
pub(super) struct Sitting<'a> {
    game: &'a dyn Game,
    table: Box<dyn Table>,
    /// The table before each answer that can be taken back.
    past: Vec<Box<dyn Table>>,
}

impl<'a> Sitting<'a> {
    /// Begins a campaign.
    pub(super) fn begin(
        game: &'a dyn Game,
        setup: &Setup,
        seed: u64,
    ) -> Result<(Self, Vec<Event>), Refused> {
        let (table, events) = game.start(setup, seed)?;
        Ok((
            Sitting {
                game,
                table,
                past: Vec::new(),
            },
            events,
        ))
    }

    /// Goes on from a save.
    pub(super) fn resume(game: &'a dyn Game, save: &Value) -> Result<Self, Refused> {
        Ok(Sitting {
            game,
            table: game.load(save)?,
            past: Vec::new(),
        })
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

    /// Answers that can be taken back.
    pub(super) fn undoable(&self) -> usize {
        self.past.len()
    }

    /// Gives an answer; a refused one changes nothing.
    pub(super) fn answer(&mut self, answer: &Answer) -> Result<Vec<Event>, Refused> {
        let before = self.table.duplicate();
        let events = self.table.apply(answer)?;
        if events.iter().any(|event| event.wall) {
            self.past.clear();
        } else {
            self.past.push(before);
        }
        Ok(events)
    }

    /// Takes the last answer back.
    pub(super) fn undo(&mut self) -> Result<(), Refused> {
        let before = self.past.pop().ok_or_else(|| {
            Refused::because(
                "nothing can be taken back: no answer was given since the campaign was begun or \
                 loaded, or since something hidden or random was revealed",
            )
        })?;
        self.table = before;
        Ok(())
    }

    /// Puts a save on the table; a broken one changes nothing.
    pub(super) fn load(&mut self, save: &Value) -> Result<(), Refused> {
        self.table = self.game.load(save)?;
        self.past.clear();
        Ok(())
    }
}
