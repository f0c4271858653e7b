//! Hope and Discontent tokens (section 5).

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::{Loss, Mood, Track};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::Token;

/// Tokens a track can hold: with more Discontent the Advisors are banished.
pub const TOKENS: usize = 6;

impl Referee<'_> {
    /// Draws a random token onto the leftmost empty space.
    pub fn draw_token(&mut self, track: Track, active: bool) {
        let moods = Mood::of(track);
        let left: u32 = moods.iter().map(|m| u32::from(self.city.bags[m.at()])).sum();
        if left == 0 {
            return;
        }
        let mut at = self.city.dice.below(left);
        for mood in moods {
            let count = u32::from(self.city.bags[mood.at()]);
            if at < count {
                return self.place_token(mood, active);
            }
            at -= count;
        }
    }

    fn place_token(&mut self, mood: Mood, active: bool) {
        self.city.bags[mood.at()] -= 1;
        let track = mood.track();
        self.city.tokens[track.at()].push(Token { mood, active });
        self.tell(Event::TokenPlaced { mood, active });
        if track == Track::Discontent && self.city.track(track).len() >= TOKENS {
            self.lose(Loss::Banished);
        }
    }

    /// Flips the leftmost fitting token; false if there is none.
    pub fn flip_token(&mut self, mood: Mood, active: bool) -> bool {
        let track = &mut self.city.tokens[mood.track().at()];
        let found = track.iter_mut().find(|t| t.mood == mood && t.active != active);
        let Some(token) = found else { return false };
        token.active = active;
        self.tell(Event::TokenFlipped { mood, active });
        true
    }

    /// Takes a token off its track and closes the gap.
    pub fn remove_token(&mut self, mood: Mood, active: bool) {
        let track = mood.track();
        let tokens = &mut self.city.tokens[track.at()];
        let Some(at) = tokens.iter().position(|t| t.mood == mood && t.active == active) else {
            return;
        };
        tokens.remove(at);
        let empty = tokens.is_empty();
        self.city.bags[mood.at()] += 1;
        self.tell(Event::TokenRemoved { mood, active });
        if track == Track::Hope && empty {
            self.lose(Loss::NoHope);
        }
    }
}
