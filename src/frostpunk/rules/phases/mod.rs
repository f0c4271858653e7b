//! The round, one file per part of the day. Each place does its work and puts
//! the next place on the stack before anything that comes first.
//!
//! May use: `referee`, `changes`. Deliberately absent: loops over rounds; the
//! stack is the round.

mod action;
mod dusk;
mod generator;
mod morning;
mod night;
mod opening;
mod preparation;
mod scouts;
mod turn;
mod weather;
mod works;

use super::event::Event;
use super::frame::Mark;
use super::ids::Phase;
use super::referee::Referee;

impl Referee<'_> {
    /// Goes to a place of the round.
    pub fn advance(&mut self, mark: Mark) {
        match mark {
            Mark::Setup => self.set_up(),
            Mark::Openings => self.openings(),
            Mark::Dawn => self.dawn(),
            Mark::Triggers => self.dawn_triggers(),
            Mark::Morning => self.morning(),
            Mark::Generator => self.generator(),
            Mark::ColdSickness => self.cold_sickness(),
            Mark::Stress => self.stress(),
            Mark::Weather => self.weather(),
            Mark::Scouts => self.weather_scouts(),
            Mark::Storm => self.storm(),
            Mark::Preparation => self.preparation(),
            Mark::Sickness => self.sickness(),
            Mark::Action => self.action(),
            Mark::Turn => self.next_turn(),
            Mark::Act => self.act(),
            Mark::Dusk => self.dusk(),
            Mark::DuskCard => self.dusk_card(),
            Mark::Hunger => self.hunger(),
            Mark::Feed => self.feed(),
            Mark::Night => self.night(),
            Mark::Shelter => self.shelter(),
            Mark::EndOfNight => self.end_of_night(),
            Mark::EndOfRound => self.end_of_round(),
        }
    }

    /// Moves the Phase marker.
    fn enter(&mut self, phase: Phase) {
        self.city.phase = phase;
        self.tell(Event::Phase(phase));
    }
}
