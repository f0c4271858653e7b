//! The Weather Phase (section 10).

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Ctx, Mark, Step};
use crate::frostpunk::rules::ids::{CardId, Phase, Range};
use crate::frostpunk::rules::program::{Body, Hook, Modifier, Weather};
use crate::frostpunk::rules::referee::Referee;

impl Referee<'_> {
    /// the card, cold, traps.
    pub(super) fn weather(&mut self) {
        self.enter(Phase::Weather);
        self.go(Mark::Storm);
        self.go(Mark::Scouts);
        let Some(card) = self.draw_weather() else {
            return;
        };
        self.tell(Event::Revealed { card });
        self.city.decks.weather_discard.push(card);
        let Some(weather) = self.weather_on(card) else {
            return;
        };
        self.shift_cold(weather.cold);
        for range in Range::ALL {
            self.shift_range(*range, weather.ranges[*range as usize]);
        }
        self.hunters_traps();
    }

    fn draw_weather(&mut self) -> Option<CardId> {
        if self.city.decks.weather.is_empty() {
            //
            self.city.decks.weather = std::mem::take(&mut self.city.decks.weather_discard);
            self.city.dice.shuffle(&mut self.city.decks.weather);
        }
        self.city.decks.weather.pop()
    }

    fn weather_on(&self, card: CardId) -> Option<Weather> {
        match self.pack.card(card).body {
            Body::Weather(weather) => Some(weather),
            _ => None,
        }
    }

    /// The card revealed this round lies on the discard pile.
    fn current_weather(&self) -> Option<Weather> {
        self.city.decks.weather_discard.last().and_then(|card| self.weather_on(*card))
    }

    /// 1 Food per Hunting symbol; T02 adds 1 for every 2.
    fn hunters_traps(&mut self) {
        let symbols = self.look().hunting();
        let more = |m| match m {
            Modifier::HuntingPer(per) if per > 0 => Some(symbols / per),
            _ => None,
        };
        let food = symbols.saturating_add(self.look().sum(more));
        self.shift_food(i16::from(food));
    }

    /// Scouts; then cards in play that act in this Phase, before the Storm.
    pub(super) fn weather_scouts(&mut self) {
        for (card, block) in self.look().hooks(Hook::Weather).into_iter().rev() {
            self.run_block(block, Ctx::of(card));
        }
        let steps = self.current_weather().map_or(0, |weather| weather.scouts);
        let stacks = self.city.stacks.iter().enumerate();
        let mask =
            stacks.filter(|(_, s)| s.scout.is_some()).fold(0, |bits, (at, _)| bits | 1 << at);
        self.push(Step::MoveScouts(mask, steps));
    }

    /// the Storm marker, and the Storm.
    pub(super) fn storm(&mut self) {
        self.go(Mark::Preparation);
        let Some(storm) = self.city.storm else { return };
        let steps = self.current_weather().map_or(0, |weather| weather.storm);
        let now = storm.saturating_sub(steps).max(1);
        self.set_storm(Some(now));
        if now <= self.city.round {
            self.tell(Event::StormHits);
            let scenario = self.pack.scenarios.get(usize::from(self.city.scenario));
            if let Some(card) = scenario.map(|s| s.storm_card).filter(|c| self.take_scenario(*c)) {
                self.resolve_card(card);
            }
        }
    }
}
