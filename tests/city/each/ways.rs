//! The ways through a card: where its effects begin, what must hold for each
//! of them to come, and which answers lead there.

use super::arrange::{Need, payable};
use emberhall::frostpunk::rules::ids::{BlockId, CardId, Kind, Mood, OptionsId};
use emberhall::frostpunk::rules::program::{Amount, Body, Hook, Op, OptionDef, Pack, Test, Tokens};

/// Where the effects of a card begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// It is turned over.
    Reveal,
    /// One of its options.
    Option,
    /// Its Special Action.
    Special,
    /// A standing effect.
    Hook(Hook),
    /// A Trigger token on this Round.
    Trigger(u8),
    /// The main ability of a Citizen card.
    Ability,
    /// A Citizen card tells of the death of one of this type.
    Death(Kind),
}

/// A way to one effect of a card.
#[derive(Clone, Debug)]
pub struct Way {
    pub start: Start,
    /// What must hold.
    pub needs: Vec<Need>,
    /// The options to be chosen.
    pub picks: Vec<(OptionsId, u8)>,
    /// The effect.
    pub op: Op,
}

/// An option of a card with the way to it.
#[derive(Clone, Debug)]
pub struct Offer {
    pub start: Start,
    /// What must hold before it is asked.
    pub needs: Vec<Need>,
    /// The options that lead to it, itself the last.
    pub picks: Vec<(OptionsId, u8)>,
    pub def: OptionDef,
}

/// What an option needs to be offered and open, with its first price.
pub fn needs_of(def: &OptionDef) -> Vec<Need> {
    let tests = def.when.iter().chain(&def.only_if).cloned();
    let price = def.costs.first().into_iter().flatten().map(|cost| payable(*cost));
    tests.chain(price).map(|test| Need::Is(test, true)).collect()
}

/// Every effect of a card with the way to it.
pub fn ways(pack: &Pack, card: CardId) -> Vec<Way> {
    walked(pack, card).found
}

/// Every option of a card, choices inside effects too.
pub fn offers(pack: &Pack, card: CardId) -> Vec<Offer> {
    walked(pack, card).offers
}

fn walked(pack: &Pack, card: CardId) -> Walk<'_> {
    let face = pack.card(card);
    let mut walk = Walk { pack, found: Vec::new(), offers: Vec::new() };
    let begin = |start| Way { start, needs: Vec::new(), picks: Vec::new(), op: Op::Win };
    face.instant.into_iter().for_each(|block| walk.block(block, &begin(Start::Reveal)));
    face.options.into_iter().for_each(|list| walk.list(list, &begin(Start::Option)));
    if let Some(special) = &face.special {
        walk.list(special.options, &begin(Start::Special));
    }
    face.hooks.iter().for_each(|(hook, block)| walk.block(*block, &begin(Start::Hook(*hook))));
    for (round, block) in &face.triggers {
        walk.block(*block, &begin(Start::Trigger(*round)));
    }
    if let Body::Citizen(citizen) = &face.body {
        let needs = citizen.only_if.iter().map(|test| Need::Is(test.clone(), true)).collect();
        walk.block(citizen.ability, &Way { needs, ..begin(Start::Ability) });
        for kind in Kind::ALL {
            walk.block(citizen.death[kind.at()], &begin(Start::Death(*kind)));
        }
    }
    walk
}

struct Walk<'a> {
    pack: &'a Pack,
    found: Vec<Way>,
    offers: Vec<Offer>,
}

impl Walk<'_> {
    fn block(&mut self, block: BlockId, so_far: &Way) {
        for op in self.pack.block(block) {
            let mut way = Way { op: op.clone(), ..so_far.clone() };
            way.needs.extend(possible(op));
            self.found.push(way);
            self.inside(op, so_far);
        }
    }

    fn inside(&mut self, op: &Op, so_far: &Way) {
        match op {
            Op::If { tests, then, otherwise } => {
                let hold = tests.iter().map(|test| Need::Is(test.clone(), true));
                self.block(*then, &and(so_far, hold));
                if let Some(block) = otherwise {
                    let fails = tests.first().map(|test| Need::Is(test.clone(), false));
                    self.block(*block, &and(so_far, fails));
                }
            }
            Op::ForEach(count, block) | Op::With(count, block) => {
                self.block(*block, &and(so_far, [Need::Some(*count)]));
            }
            Op::MostActive(lines) => {
                for (mood, block) in Mood::ALL.iter().zip(lines) {
                    let most = and(so_far, [Need::Most(*mood)]);
                    block.iter().for_each(|block| self.block(*block, &most));
                }
            }
            Op::Bury(_, Some(block)) => {
                self.block(*block, &and(so_far, [Need::Is(Test::Corpses(1), true)]));
            }
            Op::Choose(list) => self.list(*list, so_far),
            _ => {}
        }
    }

    fn list(&mut self, list: OptionsId, so_far: &Way) {
        for (at, def) in self.pack.option_list(list).iter().enumerate() {
            let mut way = and(so_far, needs_of(def));
            way.picks.push((list, at as u8));
            let (start, needs, picks) = (way.start, so_far.needs.clone(), way.picks.clone());
            self.offers.push(Offer { start, needs, picks, def: def.clone() });
            self.block(def.block, &way);
        }
    }
}

fn and(way: &Way, needs: impl IntoIterator<Item = Need>) -> Way {
    let mut way = way.clone();
    way.needs.extend(needs);
    way
}

/// Without these an effect has nothing to change.
fn possible(op: &Op) -> Vec<Need> {
    let token = |tokens: &Tokens, active| match tokens {
        Tokens::Of(mood) => Need::Token(*mood, active),
        Tokens::Any(track) => Need::AnyToken(*track, active),
    };
    let some = |amount: &Amount| Need::Some(*amount);
    match op {
        Op::Activate(tokens, n) => vec![some(n), token(tokens, false)],
        Op::Exhaust(tokens, n) => vec![some(n), token(tokens, true)],
        Op::Increase(_, n)
        | Op::Sick(_, n)
        | Op::Gain(_, n)
        | Op::Lose(_, n)
        | Op::HungerUp(n)
        | Op::AddStress(n) => vec![some(n)],
        _ => Vec::new(),
    }
}
