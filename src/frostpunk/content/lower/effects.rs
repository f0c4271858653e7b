//! One arm for each effect.
//!
//! May use: `files`, `program`. Deliberately absent: what the effects do. The
//! dispatcher is long because the vocabulary is; each arm is one call.

use super::Lower;
use super::values::{good, tokens, who};
use crate::frostpunk::content::files::Effect;
use crate::frostpunk::rules::ids::BlockId;
use crate::frostpunk::rules::program::{Deck, Op};

impl Lower<'_> {
    pub(super) fn effect(&mut self, effect: &Effect) -> Op {
        match effect {
            Effect::Increase { what, count } => Op::Increase(tokens(*what), self.amount(count)),
            Effect::Decrease { what, count, remove_only } => Op::Decrease {
                tokens: tokens(*what),
                count: self.amount(count),
                remove_only: *remove_only,
            },
            Effect::Activate { what, count } => Op::Activate(tokens(*what), self.amount(count)),
            Effect::Exhaust { what, count } => Op::Exhaust(tokens(*what), self.amount(count)),
            Effect::FlipAll(track) => Op::FlipAll(*track),
            Effect::DrawActiveHope => Op::DrawActiveHope,
            Effect::DiscardActive(track) => Op::DiscardActive(*track),
            Effect::Sick { who: w, count } => Op::Sick(who(*w), self.amount(count)),
            Effect::Heal { who: w, count } => Op::Heal(who(*w), self.amount(count)),
            Effect::Cure(count) => Op::Cure(self.amount(count)),
            Effect::Treat(count) => Op::Treat(self.amount(count)),
            Effect::Flip(count) => Op::Flip(self.amount(count)),
            Effect::FlipSkulls => Op::FlipSkulls,
            Effect::Die { who: w, count, silent } => {
                Op::Die { who: who(*w), count: self.amount(count), silent: *silent }
            }
            Effect::GainCitizens { who: w, count } => Op::GainCitizens(who(*w), self.amount(count)),
            Effect::LoseCitizens { who: w, count } => Op::LoseCitizens(who(*w), self.amount(count)),
            Effect::Spent { of, count } => Op::Spent(of.clone(), self.amount(count)),
            Effect::RemoveSpent => Op::RemoveSpent,
            Effect::Bury { up_to, then } => Op::Bury(*up_to, self.some_block(then)),
            Effect::Gain { what, count } => Op::Gain(good(*what), self.amount(count)),
            Effect::Lose { what, count } => Op::Lose(good(*what), self.amount(count)),
            Effect::LoseAny(count) => Op::LoseAny(self.amount(count)),
            Effect::LoseAllResources => Op::LoseAllResources,
            Effect::HungerUp(count) => Op::HungerUp(self.amount(count)),
            Effect::HungerDown(count) => Op::HungerDown(self.amount(count)),
            Effect::AddStress(count) => Op::AddStress(self.amount(count)),
            Effect::RemoveStress { count, technology } => {
                Op::RemoveStress(self.amount(count), *technology)
            }
            Effect::PurgeStress => Op::PurgeStress,
            Effect::TakeFromMap { count, only, missing } => {
                Op::TakeFromMap { count: self.amount(count), only: *only, missing: *missing }
            }
            Effect::AddDusk(card) => Op::AddDusk(self.card(card, &[Deck::Dusk])),
            Effect::ToEvent => Op::ToEvent,
            Effect::RemoveThis => Op::RemoveThis,
            Effect::RemoveCard(card) => Op::RemoveCard(self.shown(card)),
            Effect::PutOnThis { count, or_more, only } => {
                Op::PutOnThis { count: self.amount(count), or_more: *or_more, only: only.clone() }
            }
            Effect::TakeFromCard { card, count } => {
                Op::TakeFromCard(self.shown(card), self.amount(count))
            }
            Effect::CoverLaw => Op::CoverLaw,
            Effect::DiscardThis => Op::DiscardThis,
            Effect::DrawCitizens(count) => Op::DrawCitizens(self.amount(count)),
            Effect::Reveal { card, resolve } => {
                Op::Reveal(self.card(card, &[Deck::Scenario]), *resolve)
            }
            Effect::StormTo(round) => Op::Storm(Some(*round)),
            Effect::StormAway => Op::Storm(None),
            Effect::Ruin(building) => Op::Ruin(self.building(building)),
            Effect::ColdUp(count) => Op::ColdUp(self.amount(count)),
            Effect::RangeUp { which, count } => Op::RangeUp(*which, self.amount(count)),
            Effect::Fuel => Op::Fuel,
            Effect::MoveScouts(count) => Op::MoveScouts(self.amount(count)),
            Effect::PlaceTiles { near, far, far_instead } => {
                Op::PlaceTiles { near: *near, far: *far, far_instead: *far_instead }
            }
            Effect::RemoveSnow => Op::RemoveSnow,
            Effect::ScoutTiles(n) => Op::ScoutTiles(*n),
            Effect::Gather(n) => Op::Gather(*n),
            Effect::FellTree(n) => Op::FellTree(*n),
            Effect::Saw(n) => Op::Saw(*n),
            Effect::TakeAdjacent => Op::TakeAdjacent,
            Effect::Thump { spaces, cubes } => Op::Thump(*spaces, *cubes),
            Effect::Construct { times, upgrade } => Op::Construct(*times, *upgrade),
            Effect::BuildFree => Op::BuildFree,
            Effect::Destroy => Op::Destroy,
            Effect::Upgrade { free } => Op::Upgrade(*free),
            Effect::Workshop(n) => Op::Workshop(*n),
            Effect::IntroduceLaw => Op::IntroduceLaw,
            Effect::BuildingCure => Op::BuildingCure,
            Effect::ReuseBuilding => Op::ReuseBuilding,
            Effect::ReuseWorker => Op::ReuseWorker,
            Effect::FaithKeepers(n) => Op::FaithKeepers(*n),
            Effect::GainSpecialist(meeple) => Op::GainSpecialist(*meeple),
            Effect::Win => Op::Win,
            Effect::LoseGame(loss) => Op::LoseGame(*loss),
            Effect::If { test, then, otherwise } => Op::If {
                tests: self.tests(test),
                then: self.block(then),
                otherwise: self.maybe(otherwise.as_ref()),
            },
            Effect::ForEach { count, body } => Op::ForEach(self.amount(count), self.block(body)),
            Effect::With { count, body } => Op::With(self.amount(count), self.block(body)),
            Effect::MostActive { greed, apathy, anger, motivation, care, justice } => {
                // The order of `Mood::ALL`, in which SD01 prints its lines.
                let lines = [greed, apathy, anger, motivation, care, justice];
                Op::MostActive(lines.map(|line| self.maybe(line.as_ref())))
            }
            Effect::Choose(options) => Op::Choose(self.choice(options)),
        }
    }

    fn maybe(&mut self, effects: Option<&Vec<Effect>>) -> Option<BlockId> {
        effects.map(|effects| self.block(effects))
    }
}
