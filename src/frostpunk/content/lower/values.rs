//! Numbers, conditions, prices and small words.
//!
//! May use: `files`, `program`. Deliberately absent: effects, options.

use super::Lower;
use crate::frostpunk::content::files::{
    Amount as AmountFile, CostFile, CountFile, GoodFile, Ref, TestFile, TokensFile, WhoFile,
};
use crate::frostpunk::rules::ids::{CardId, Kind, Mood, Resource, Track};
use crate::frostpunk::rules::program::{Amount, Cost, Count, Deck, Good, Test, Tokens, Who};

/// Decks whose cards can lie in the Event or Scenario display.
pub const DISPLAYED: &[Deck] =
    &[Deck::Morning, Deck::DuskStart, Deck::Dusk, Deck::Dispute, Deck::Consequence, Deck::Scenario];

impl Lower<'_> {
    pub(super) fn amount(&mut self, amount: &AmountFile) -> Amount {
        match &amount.per {
            None => Amount::fixed(amount.plus),
            Some(count) => {
                Amount { plus: amount.plus, times: amount.times, per: self.count(count) }
            }
        }
    }

    fn count(&mut self, count: &CountFile) -> Count {
        match count {
            CountFile::Active(mood) => Count::Active(*mood),
            CountFile::ActiveOn(track) => Count::ActiveOn(*track),
            CountFile::Tokens(track) => Count::Tokens(*track),
            CountFile::Corpses => Count::Corpses,
            CountFile::Sick(kind) => Count::Sick(*kind),
            CountFile::Citizens(kind) => Count::Citizens(*kind),
            CountFile::Used(kind) => Count::Used(*kind),
            CountFile::OnThis(resource) => Count::OnThis(*resource),
            CountFile::Built(name) => Count::Built(self.building(name)),
            CountFile::Laws => Count::Laws,
            CountFile::It => Count::It,
        }
    }

    pub(super) fn tests(&mut self, tests: &[TestFile]) -> Vec<Test> {
        tests.iter().map(|test| self.test(test)).collect()
    }

    fn test(&mut self, test: &TestFile) -> Test {
        match test {
            TestFile::Active(mood) => Test::Active(*mood),
            TestFile::Tokens { of, at_least } => Test::Tokens(*of, *at_least),
            TestFile::ActiveOn { of, at_least } => Test::ActiveOn(*of, *at_least),
            TestFile::Have { what, at_least } => Test::Have(good(*what), *at_least),
            TestFile::HaveResources(n) => Test::HaveResources(*n),
            TestFile::Citizens { of, at_least } => Test::Citizens(*of, *at_least),
            TestFile::Sick { of, at_least } => Test::Sick(*of, *at_least),
            TestFile::SickInAll(n) => Test::SickInAll(*n),
            TestFile::Hunger(n) => Test::Hunger(*n),
            TestFile::Corpses(n) => Test::Corpses(*n),
            TestFile::RoundFrom(n) => Test::RoundFrom(*n),
            TestFile::Built { what, at_least } => Test::Built(self.building(what), *at_least),
            TestFile::OnThis(kind) => Test::OnThis(*kind),
            TestFile::GoodsOnThis { what, at_least } => Test::GoodsOnThis(*what, *at_least),
            TestFile::AnyOnThis(n) => Test::AnyOnThis(*n),
            TestFile::GoodsOn { card, at_least } => Test::GoodsOn(self.shown(card), *at_least),
            TestFile::Revealed(card) => Test::Revealed(self.card(card, &[Deck::Scenario])),
            TestFile::InPlay(card) => Test::InPlay(self.shown(card)),
            TestFile::InForce(card) => {
                Test::InForce(self.card(card, &[Deck::Law, Deck::Technology]))
            }
            TestFile::LawLeft => Test::LawLeft,
            TestFile::SleptCold => Test::SleptCold,
            TestFile::TreeInReach => Test::TreeInReach,
            TestFile::AutomatonLeft => Test::AutomatonLeft,
            TestFile::SpentToken => Test::SpentToken,
            TestFile::Not(test) => Test::Not(Box::new(self.test(test))),
            TestFile::AnyOf(tests) => Test::AnyOf(self.tests(tests)),
        }
    }

    /// A card that can lie in a display.
    pub(super) fn shown(&mut self, name: &Ref) -> CardId {
        self.card(name, DISPLAYED)
    }
}

pub(super) fn cost(cost: &CostFile) -> Cost {
    match cost {
        CostFile::Spend { what, count } => Cost::Spend(good(*what), *count),
        CostFile::SpendAny(n) => Cost::SpendAny(*n),
        CostFile::Exhaust(mood) => Cost::Exhaust(*mood),
        CostFile::ExhaustAny(track) => Cost::ExhaustAny(*track),
    }
}

pub(super) fn good(good: GoodFile) -> Good {
    match good {
        GoodFile::Food => Good::Food,
        GoodFile::Wood => Good::Resource(Resource::Wood),
        GoodFile::Coal => Good::Resource(Resource::Coal),
        GoodFile::SteamCore => Good::Resource(Resource::Core),
        GoodFile::Steel => Good::Resource(Resource::Steel),
        GoodFile::Automaton => Good::Automaton,
    }
}

pub(super) fn who(who: WhoFile) -> Who {
    match who {
        WhoFile::Worker => Who::Kind(Kind::Worker),
        WhoFile::Engineer => Who::Kind(Kind::Engineer),
        WhoFile::Child => Who::Kind(Kind::Child),
        WhoFile::Any => Who::Any,
        WhoFile::Round => Who::Round,
    }
}

pub(super) fn tokens(tokens: TokensFile) -> Tokens {
    match tokens {
        TokensFile::Hope => Tokens::Any(Track::Hope),
        TokensFile::Discontent => Tokens::Any(Track::Discontent),
        TokensFile::Greed => Tokens::Of(Mood::Greed),
        TokensFile::Apathy => Tokens::Of(Mood::Apathy),
        TokensFile::Anger => Tokens::Of(Mood::Anger),
        TokensFile::Motivation => Tokens::Of(Mood::Motivation),
        TokensFile::Care => Tokens::Of(Mood::Care),
        TokensFile::Justice => Tokens::Of(Mood::Justice),
    }
}
