//! Can a price be paid? All of its parts at once, nothing counted twice.
//!
//! May use: `state`, `program`. Deliberately absent: the paying itself (`steps`).

use super::decision::Blocked;
use super::ids::{Meeple, Mood, Track};
use super::program::{Cost, Good};
use super::state::City;

/// What is there to be spent and exhausted.
pub struct Purse {
    supply: [u16; 4],
    food: u16,
    automatons: u16,
    active: [u16; 6],
}

impl Purse {
    /// All a city has.
    pub fn of(city: &City) -> Purse {
        let mut active = [0; 6];
        for token in city.tokens.iter().flatten().filter(|token| token.active) {
            active[token.mood.at()] += 1;
        }
        Purse {
            supply: city.supply,
            food: city.food.into(),
            automatons: city.figures.ready[Meeple::Automaton.at()].into(),
            active,
        }
    }

    /// Takes so much of a good out; false if it is not there.
    pub fn take(&mut self, good: Good, n: u16) -> bool {
        match good {
            Good::Food => take(&mut self.food, n),
            Good::Resource(resource) => take(&mut self.supply[resource.at()], n),
            Good::Automaton => take(&mut self.automatons, n),
        }
    }

    /// The first part of a price that cannot be paid beside the others.
    pub fn unpaid(mut self, price: &[Cost]) -> Option<Blocked> {
        let (mut resources, mut tokens) = self.free(price);
        price.iter().find_map(|cost| match *cost {
            Cost::Spend(good, n) => (!self.take(good, n.into())).then_some(Blocked::Lacks(good, n)),
            Cost::SpendAny(n) => {
                (!take(&mut resources, n.into())).then_some(Blocked::LacksResources(n))
            }
            Cost::Exhaust(mood) => {
                (!take(&mut self.active[mood.at()], 1)).then_some(Blocked::NoneActive(mood))
            }
            Cost::ExhaustAny(track) => {
                (!take(&mut tokens[track.at()], 1)).then_some(Blocked::NoneActiveOn(track))
            }
        })
    }

    /// Resources, and active tokens by track, that no part of a price asks for by name:
    /// what is named is paid first, and free parts of what is left.
    fn free(&self, price: &[Cost]) -> (u16, [u16; 2]) {
        let mut resources: u16 = self.supply.iter().sum();
        let active = |track| Mood::of(track).iter().map(|mood| self.active[mood.at()]).sum();
        let mut tokens: [u16; 2] = [active(Track::Hope), active(Track::Discontent)];
        for cost in price {
            match cost {
                Cost::Spend(Good::Resource(_), n) => {
                    resources = resources.saturating_sub((*n).into());
                }
                Cost::Exhaust(mood) => {
                    let own = &mut tokens[mood.track().at()];
                    *own = own.saturating_sub(1);
                }
                _ => {}
            }
        }
        (resources, tokens)
    }
}

fn take(have: &mut u16, n: u16) -> bool {
    let enough = *have >= n;
    *have = have.saturating_sub(n);
    enough
}
