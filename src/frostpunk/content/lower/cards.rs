//! Card files → cards, copies included.
//!
//! May use: `files`, `names`, `program`. Deliberately absent: checks across
//! cards (`validate`).

use super::Lower;
use super::values::good;
use crate::frostpunk::content::files::{
    CitizenFile, ConsequenceFile, DeathFile, EventFile, ExpeditionFile, HintFile, HookFile,
    LawFile, ModifierFile, SpecialFile, StartCostFile, TriggerFile, WeatherFile, WhenFile,
};
use crate::frostpunk::content::read::{CardFile, Sources};
use crate::frostpunk::rules::ids::{Action, BlockId, CardId, Mood, Track};
use crate::frostpunk::rules::program::{
    Amount, Body, Card, Citizen, Deck, Expedition, Hint, Hook, Law, Modifier, Op, Special,
    StartCost, Tokens, Weather,
};

impl<'a> Lower<'a> {
    /// Every card file once; then every physical card in the order of `Names`.
    pub(super) fn cards(&mut self, sources: &'a Sources<'a>) {
        let mut faces = Vec::new();
        for card in &sources.cards {
            self.place = card.source.place;
            self.deck = Some(card.deck);
            let lowered = card.source.body.as_ref().map(|file| self.card_file(card.deck, file));
            faces.push(lowered.unwrap_or_else(|| empty(card.deck)));
        }
        self.deck = None;
        for copy in &self.names.copies {
            let id = copy.id.clone();
            self.pack.cards.push(Card { id, face: copy.face, ..faces[copy.source].clone() });
        }
        let known = self.names.faces.iter();
        self.pack.faces = known.map(|(id, (card, _))| ((*id).to_owned(), *card)).collect();
    }

    fn card_file(&mut self, deck: Deck, file: &CardFile) -> Card {
        match file {
            CardFile::Event(file) => self.event(deck, file),
            CardFile::Consequence(file) => self.consequence(file),
            CardFile::Law(file) => self.law(file),
            CardFile::Technology(file) => Card {
                modifiers: self.modifiers(&file.modifiers),
                body: Body::Technology(file.rounds),
                ..empty(deck)
            },
            CardFile::Citizen(file) => self.citizen(file),
            CardFile::Weather(file) => Card { body: weather(file), ..empty(deck) },
            CardFile::Expedition(file) => self.expedition(file),
        }
    }

    fn event(&mut self, deck: Deck, file: &EventFile) -> Card {
        Card {
            red: file.red,
            instant: self.some_block(&file.instant),
            options: self.card_options(file.option.as_deref()),
            special: file.special.as_ref().map(|special| self.special(special)),
            hooks: self.hooks(&file.hook),
            triggers: self.triggers(&file.trigger),
            ..empty(deck)
        }
    }

    fn consequence(&mut self, file: &ConsequenceFile) -> Card {
        Card {
            red: file.red,
            instant: self.some_block(&file.instant),
            options: self.card_options(file.option.as_deref()),
            hooks: self.hooks(&file.hook),
            body: Body::Consequence(self.card(&file.law, &[Deck::Law])),
            ..empty(Deck::Consequence)
        }
    }

    fn law(&mut self, file: &LawFile) -> Card {
        let law = Law {
            pair: file.pair.as_ref().map(|pair| self.card(pair, &[Deck::Law])),
            always: file.always,
            unlocks: file.unlocks.iter().map(|name| self.building(name)).collect(),
        };
        Card {
            instant: self.some_block(&file.instant),
            hooks: self.hooks(&file.hook),
            modifiers: self.modifiers(&file.modifiers),
            body: Body::Law(law),
            ..empty(Deck::Law)
        }
    }

    fn citizen(&mut self, file: &CitizenFile) -> Card {
        let uses = file.ability.actions.contains(&Action::Use);
        if uses == file.ability.buildings.is_empty() {
            let message = "`buildings` is needed with the action `use_building`, and only then";
            self.problem(&(0..0), message);
        }
        let deaths = [&file.death.worker, &file.death.engineer, &file.death.child];
        let citizen = Citizen {
            kind: file.kind,
            cost: start_cost(&file.cost),
            actions: file.ability.actions.clone(),
            buildings: file.ability.buildings.iter().map(|name| self.building(name)).collect(),
            on_trees: file.ability.on_trees,
            heated: file.ability.heated,
            only_if: self.tests(&file.ability.only_if),
            ability: self.block(&file.ability.effects),
            death: deaths.map(|column| self.death(column)),
        };
        Card { body: Body::Citizen(citizen), ..empty(Deck::Citizen) }
    }

    /// the token first, then Hope.
    fn death(&mut self, column: &DeathFile) -> BlockId {
        let one = |mood: Mood| (Tokens::Of(mood), Amount::fixed(1));
        let mut ops = Vec::new();
        if let Some((tokens, count)) = column.activate.map(one) {
            ops.push(Op::Activate(tokens, count));
        }
        if let Some((tokens, count)) = column.exhaust.map(one) {
            ops.push(Op::Exhaust(tokens, count));
        }
        let count = Amount::fixed(column.hope);
        ops.push(Op::Decrease { tokens: Tokens::Any(Track::Hope), count, remove_only: false });
        self.keep(ops)
    }

    fn expedition(&mut self, file: &ExpeditionFile) -> Card {
        let hint = match file.hint {
            HintFile::Goods => Hint::Goods,
            HintFile::People => Hint::People,
            HintFile::Mixed => Hint::Mixed,
        };
        let body = Expedition { letter: file.letter, path: file.path, hint };
        Card {
            options: self.card_options(file.option.as_deref()),
            body: Body::Expedition(body),
            ..empty(Deck::Expedition)
        }
    }

    fn special(&mut self, file: &SpecialFile) -> Special {
        if file.meeples.is_empty() {
            self.problem(&(0..0), "the Special Action names no `meeples`, so nobody can take it");
        }
        Special {
            meeples: file.meeples.clone(),
            once: file.once,
            cold: file.cold,
            options: self.choice(&file.option),
        }
    }

    fn hooks(&mut self, hooks: &[HookFile]) -> Vec<(Hook, BlockId)> {
        hooks.iter().map(|hook| (self.when(&hook.when), self.block(&hook.effects))).collect()
    }

    fn when(&mut self, when: &WhenFile) -> Hook {
        match when {
            WhenFile::Dawn => Hook::Dawn,
            WhenFile::Weather => Hook::Weather,
            WhenFile::Preparation => Hook::Preparation,
            WhenFile::Dusk => Hook::Dusk,
            WhenFile::EndOfNight => Hook::EndOfNight,
            WhenFile::Built(name) => Hook::Built(self.building(name)),
            WhenFile::ScoutReturns(letter) => Hook::ScoutReturns(*letter),
        }
    }

    fn triggers(&mut self, triggers: &[TriggerFile]) -> Vec<(u8, BlockId)> {
        triggers.iter().map(|trigger| (trigger.round, self.block(&trigger.effects))).collect()
    }

    fn modifiers(&mut self, modifiers: &[ModifierFile]) -> Vec<Modifier> {
        modifiers.iter().map(|modifier| self.modifier(modifier)).collect()
    }

    fn modifier(&mut self, modifier: &ModifierFile) -> Modifier {
        match modifier {
            ModifierFile::ChildrenGather => Modifier::ChildrenGather,
            ModifierFile::ChildrenUse { building, most } => {
                Modifier::ChildrenUse(self.building(building), *most)
            }
            ModifierFile::ExtraSlots(n) => Modifier::ExtraSlots(*n),
            ModifierFile::RuinsShelter(n) => Modifier::RuinsShelter(*n),
            ModifierFile::Shelters { building, of, count } => {
                Modifier::Shelters(self.building(building), *of, *count)
            }
            ModifierFile::Sleds(n) => Modifier::Sleds(*n),
            ModifierFile::HuntingPer(n) => Modifier::HuntingPer(*n),
            ModifierFile::HuntingSymbols(n) => Modifier::HuntingSymbols(*n),
            ModifierFile::Chainsaw(n) => Modifier::Chainsaw(*n),
            ModifierFile::SafetyValve(n) => Modifier::SafetyValve(*n),
            ModifierFile::ExtraStressRemoved(n) => Modifier::ExtraStressRemoved(*n),
            ModifierFile::GatherMore(n) => Modifier::GatherMore(*n),
            ModifierFile::CureMore(n) => Modifier::CureMore(*n),
            ModifierFile::FeedLess(n) => Modifier::FeedLess(*n),
            ModifierFile::AutomatonsFree => Modifier::AutomatonsFree,
            ModifierFile::Bonus { building, what, count } => {
                Modifier::Bonus(self.building(building), good(*what), *count)
            }
            ModifierFile::Insulate { from, to } => Modifier::Insulate(*from, *to),
        }
    }
}

/// A card of which nothing is known yet; id and face come with its copies.
fn empty(deck: Deck) -> Card {
    Card {
        id: String::new(),
        face: CardId(0),
        deck,
        red: false,
        instant: None,
        options: None,
        special: None,
        hooks: Vec::new(),
        triggers: Vec::new(),
        modifiers: Vec::new(),
        body: Body::Event,
    }
}

fn weather(file: &WeatherFile) -> Body {
    Body::Weather(Weather {
        cold: file.cold,
        ranges: [file.red, file.orange, file.yellow],
        scouts: file.scouts,
        storm: file.storm,
    })
}

fn start_cost(cost: &StartCostFile) -> StartCost {
    match cost {
        StartCostFile::Spend { what, count } => StartCost::Spend(*what, *count),
        StartCostFile::FromMap { what, count } => StartCost::FromMap(*what, *count),
        StartCostFile::Stress(n) => StartCost::Stress(*n),
        StartCostFile::Hunger(n) => StartCost::Hunger(*n),
        StartCostFile::Spent { of, count } => StartCost::Spent(*of, *count),
    }
}
