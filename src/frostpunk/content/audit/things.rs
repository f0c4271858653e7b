//! Conditions and prices as numbers: so much of a thing, or less than so much.
//!
//! May use: `program`. Deliberately absent: how much there can be (`most`).

use crate::frostpunk::rules::ids::{BuildingId, CardId, Kind, Mood, Resource, Track};
use crate::frostpunk::rules::program::{Cost, Good, Pack, Test};

/// Something a condition counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Thing {
    Active(Mood),
    ActiveOn(Track),
    Tokens(Track),
    Food,
    Resource(Resource),
    Resources,
    Automatons,
    Citizens(Kind),
    Sick(Kind),
    SickInAll,
    Hunger,
    Corpses,
    Round,
    Built(BuildingId),
    OnThis(Kind),
    GoodsOnThis(Resource),
    AnyOnThis,
    GoodsOn(CardId),
    Revealed(CardId),
    InPlay(CardId),
    InForce(CardId),
    /// A word without a number, by its name.
    Word(&'static str),
}

/// At least so much of it, or less than so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) thing: Thing,
    pub(super) n: u16,
    pub(super) holds: bool,
}

/// Prices and conditions can branch; no card does so often.
const MOST_WAYS: usize = 64;

/// The ways in which all of the tests hold: in each, all claims hold.
pub(super) fn ways(tests: &[Test]) -> Vec<Vec<Claim>> {
    tests.iter().fold(vec![Vec::new()], |ways, test| joined(&ways, &ways_of(test, true)))
}

fn joined(left: &[Vec<Claim>], right: &[Vec<Claim>]) -> Vec<Vec<Claim>> {
    let pairs =
        left.iter().flat_map(|one| right.iter().map(move |other| [&one[..], other].concat()));
    pairs.take(MOST_WAYS).collect()
}

fn ways_of(test: &Test, holds: bool) -> Vec<Vec<Claim>> {
    match (test, holds) {
        (Test::Not(inner), _) => ways_of(inner, !holds),
        (Test::AnyOf(list), true) => list.iter().flat_map(|test| ways_of(test, true)).collect(),
        (Test::AnyOf(list), false) => {
            let each = list.iter().map(|test| ways_of(test, false));
            each.fold(vec![Vec::new()], |ways, one| joined(&ways, &one))
        }
        _ => {
            let (thing, n) = counted(test);
            vec![vec![Claim { thing, n, holds }]]
        }
    }
}

/// Every plain claim inside the tests, whether it is wanted or not.
pub(super) fn claims(tests: &[Test]) -> Vec<Claim> {
    tests.iter().flat_map(claims_of).collect()
}

fn claims_of(test: &Test) -> Vec<Claim> {
    match test {
        Test::Not(inner) => claims_of(inner),
        Test::AnyOf(list) => claims(list),
        _ => {
            let (thing, n) = counted(test);
            vec![Claim { thing, n, holds: true }]
        }
    }
}

fn counted(test: &Test) -> (Thing, u16) {
    let (thing, n) = match test {
        Test::Active(mood) => (Thing::Active(*mood), 1),
        Test::Tokens(track, n) => (Thing::Tokens(*track), *n),
        Test::ActiveOn(track, n) => (Thing::ActiveOn(*track), *n),
        Test::Have(good, n) => (of_good(*good), *n),
        Test::HaveResources(n) => (Thing::Resources, *n),
        Test::Citizens(kind, n) => (Thing::Citizens(*kind), *n),
        Test::Sick(kind, n) => (Thing::Sick(*kind), *n),
        Test::SickInAll(n) => (Thing::SickInAll, *n),
        Test::Hunger(n) => (Thing::Hunger, *n),
        Test::Corpses(n) => (Thing::Corpses, *n),
        Test::RoundFrom(n) => (Thing::Round, *n),
        Test::Built(building, n) => (Thing::Built(*building), *n),
        Test::OnThis(kind) => (Thing::OnThis(*kind), 1),
        Test::GoodsOnThis(resource, n) => (Thing::GoodsOnThis(*resource), *n),
        Test::AnyOnThis(n) => (Thing::AnyOnThis, *n),
        Test::GoodsOn(card, n) => (Thing::GoodsOn(*card), *n),
        Test::Revealed(card) => (Thing::Revealed(*card), 1),
        Test::InPlay(card) => (Thing::InPlay(*card), 1),
        Test::InForce(card) => (Thing::InForce(*card), 1),
        Test::LawLeft => (Thing::Word("law_left"), 1),
        Test::SleptCold => (Thing::Word("slept_cold"), 1),
        Test::TreeInReach => (Thing::Word("tree_in_reach"), 1),
        Test::AutomatonLeft => (Thing::Word("automaton_left"), 1),
        Test::SpentToken => (Thing::Word("spent_token"), 1),
        // Taken apart before; alone they say nothing.
        Test::Not(_) | Test::AnyOf(_) => (Thing::Word("any_of"), 0),
    };
    (thing, u16::from(n))
}

fn of_good(good: Good) -> Thing {
    match good {
        Good::Food => Thing::Food,
        Good::Resource(resource) => Thing::Resource(resource),
        Good::Automaton => Thing::Automatons,
    }
}

/// What must be there for a price to be paid; parts of the same kind add up.
pub(super) fn needed(price: &[Cost]) -> Vec<Claim> {
    let mut all: Vec<Claim> = Vec::new();
    let mut need = |thing: Thing, n: u16| match all.iter_mut().find(|claim| claim.thing == thing) {
        Some(claim) => claim.n += n,
        None => all.push(Claim { thing, n, holds: true }),
    };
    for cost in price {
        match cost {
            Cost::Spend(good, n) => {
                need(of_good(*good), u16::from(*n));
                if let Good::Resource(_) = good {
                    need(Thing::Resources, u16::from(*n));
                }
            }
            Cost::SpendAny(n) => need(Thing::Resources, u16::from(*n)),
            Cost::Exhaust(mood) => {
                need(Thing::Active(*mood), 1);
                need(Thing::ActiveOn(mood.track()), 1);
            }
            Cost::ExhaustAny(track) => need(Thing::ActiveOn(*track), 1),
        }
    }
    all
}

impl Thing {
    /// What is at least as much as this: all tokens are more than the active ones.
    pub(super) fn within(self) -> Vec<Thing> {
        match self {
            Thing::Active(mood) => {
                vec![Thing::ActiveOn(mood.track()), Thing::Tokens(mood.track())]
            }
            Thing::ActiveOn(track) => vec![Thing::Tokens(track)],
            Thing::Resource(_) => vec![Thing::Resources],
            Thing::Sick(kind) => vec![Thing::SickInAll, Thing::Citizens(kind)],
            Thing::GoodsOnThis(_) => vec![Thing::AnyOnThis],
            _ => Vec::new(),
        }
    }

    /// As an author writes it.
    pub(super) fn word(self, pack: &Pack) -> String {
        let card = |id: CardId| pack.card(id).id.clone();
        match self {
            Thing::Active(mood) => format!("active {}", mood.key()),
            Thing::ActiveOn(track) => format!("active_on {}", track.key()),
            Thing::Tokens(track) => format!("tokens {}", track.key()),
            Thing::Food => "food".to_owned(),
            Thing::Resource(resource) => resource.key().to_owned(),
            Thing::Resources => "resources".to_owned(),
            Thing::Automatons => "automaton".to_owned(),
            Thing::Citizens(kind) => format!("citizens {}", kind.key()),
            Thing::Sick(kind) => format!("sick {}", kind.key()),
            Thing::SickInAll => "sick_in_all".to_owned(),
            Thing::Hunger => "hunger".to_owned(),
            Thing::Corpses => "corpses".to_owned(),
            Thing::Round => "round_from".to_owned(),
            Thing::Built(building) => format!("built {}", pack.building(building).id),
            Thing::OnThis(kind) => format!("on_this {}", kind.key()),
            Thing::GoodsOnThis(resource) => format!("goods_on_this {}", resource.key()),
            Thing::AnyOnThis => "any_on_this".to_owned(),
            Thing::GoodsOn(id) => format!("goods_on {}", card(id)),
            Thing::Revealed(id) => format!("revealed {}", card(id)),
            Thing::InPlay(id) => format!("in_play {}", card(id)),
            Thing::InForce(id) => format!("in_force {}", card(id)),
            Thing::Word(word) => word.to_owned(),
        }
    }
}
