//! Every effect, what can be counted, every condition and every lasting change, once.

use super::pack::{CARD, COPY, DUSK, HOPE, HUT, INNER, LAW, NESTED, NONE, SCENARIO, SMALL, WOOD};
use crate::frostpunk::rules::ids::{Insulation, Kind, Loss, Meeple, Mood, Range, Resource, Track};
use crate::frostpunk::rules::program::{Amount, Count, Good, Modifier, Op, Test, Tokens, Who};

fn per(count: Count) -> Amount {
    Amount { plus: 0, times: 1, per: count }
}

pub(super) fn nested() -> Vec<Op> {
    let tests = vec![Test::Hunger(3)];
    vec![Op::If { tests, then: SMALL, otherwise: Some(NONE) }, Op::Fuel]
}

pub(super) fn ops() -> Vec<Op> {
    let n = Amount::fixed(2);
    let mut ops = vec![
        Op::Increase(HOPE, n),
        Op::Increase(Tokens::Of(Mood::Anger), Amount::fixed(1)),
        Op::Decrease { tokens: HOPE, count: n, remove_only: false },
        Op::Decrease { tokens: HOPE, count: n, remove_only: true },
        Op::Activate(HOPE, n),
        Op::Exhaust(HOPE, n),
        Op::FlipAll(Track::Hope),
        Op::FlipAll(Track::Discontent),
        Op::DrawActiveHope,
        Op::DiscardActive(Track::Discontent),
        Op::Sick(Who::Any, n),
        Op::Heal(Who::Round, n),
        Op::Cure(n),
        Op::Treat(n),
        Op::Flip(n),
        Op::FlipSkulls,
        Op::Die { who: Who::Kind(Kind::Child), count: n, silent: false },
        Op::Die { who: Who::Kind(Kind::Worker), count: n, silent: true },
        Op::GainCitizens(Who::Any, n),
        Op::LoseCitizens(Who::Any, n),
        Op::Spent(vec![Kind::Worker], n),
        Op::Spent(vec![Kind::Worker, Kind::Engineer], n),
        Op::RemoveSpent,
        Op::Bury(2, None),
        Op::Bury(2, Some(SMALL)),
        Op::Gain(WOOD, n),
        Op::Lose(Good::Automaton, n),
        Op::LoseAny(n),
        Op::LoseAllResources,
        Op::HungerUp(n),
        Op::HungerDown(n),
        Op::AddStress(n),
        Op::RemoveStress(n, false),
        Op::RemoveStress(n, true),
        Op::PurgeStress,
        Op::TakeFromMap { count: n, only: None, missing: Some(Resource::Coal) },
        Op::TakeFromMap { count: n, only: Some(Resource::Wood), missing: None },
        Op::AddDusk(DUSK),
        Op::ToEvent,
        Op::RemoveThis,
        Op::RemoveCard(COPY),
        Op::PutOnThis { count: n, or_more: true, only: vec![Resource::Wood, Resource::Coal] },
        Op::PutOnThis { count: n, or_more: false, only: vec![] },
        Op::TakeFromCard(CARD, n),
        Op::CoverLaw,
        Op::DiscardThis,
        Op::DrawCitizens(n),
        Op::Reveal(SCENARIO, false),
        Op::Reveal(SCENARIO, true),
        Op::Storm(None),
        Op::Storm(Some(12)),
        Op::Ruin(HUT),
        Op::ColdUp(n),
        Op::RangeUp(Range::Yellow, n),
        Op::Fuel,
        Op::MoveScouts(n),
        Op::PlaceTiles { near: 1, far: 1, far_instead: true },
        Op::PlaceTiles { near: 2, far: 0, far_instead: false },
        Op::RemoveSnow,
    ];
    ops.extend([true, false].map(|or_more| {
        let only = vec![Resource::Wood];
        Op::PutOnThis { count: n, or_more, only }
    }));
    ops.extend(works());
    ops.extend(compounds());
    ops.extend(counts().into_iter().map(|count| Op::Gain(Good::Food, per(count))));
    ops
}

fn works() -> Vec<Op> {
    vec![
        Op::ScoutTiles(3),
        Op::Gather(2),
        Op::FellTree(2),
        Op::Saw(3),
        Op::TakeAdjacent,
        // The same again is said once, with how often.
        Op::TakeAdjacent,
        Op::Thump(3, 3),
        Op::Construct(3, false),
        Op::Construct(3, true),
        Op::BuildFree,
        Op::Destroy,
        Op::Upgrade(true),
        Op::Upgrade(false),
        Op::Workshop(2),
        Op::IntroduceLaw,
        Op::BuildingCure,
        Op::ReuseBuilding,
        Op::ReuseWorker,
        Op::FaithKeepers(3),
        Op::GainSpecialist(Meeple::ChildWorker),
        Op::Win,
        Op::LoseGame(Loss::Scenario),
    ]
}

fn compounds() -> Vec<Op> {
    let anger = per(Count::Active(Mood::Anger));
    let many = Amount { plus: 1, ..anger };
    vec![
        Op::If { tests: tests(), then: NESTED, otherwise: None },
        Op::If { tests: opposites(), then: NONE, otherwise: Some(SMALL) },
        Op::If { tests: vec![], then: NONE, otherwise: None },
        Op::ForEach(Amount::fixed(2), SMALL),
        Op::ForEach(anger, NESTED),
        Op::ForEach(many, SMALL),
        Op::With(Amount::fixed(3), SMALL),
        Op::With(anger, SMALL),
        Op::With(many, SMALL),
        Op::MostActive([Some(SMALL), None, Some(NESTED), None, None, None]),
        Op::Choose(INNER),
        Op::Gain(WOOD, many),
    ]
}

fn counts() -> Vec<Count> {
    vec![
        Count::Active(Mood::Greed),
        Count::ActiveOn(Track::Hope),
        Count::Tokens(Track::Discontent),
        Count::Corpses,
        Count::Sick(Kind::Child),
        Count::Citizens(Kind::Worker),
        Count::Used(Kind::Engineer),
        Count::OnThis(Resource::Coal),
        Count::Built(HUT),
        Count::Laws,
        Count::It,
    ]
}

fn tests() -> Vec<Test> {
    vec![
        Test::Active(Mood::Care),
        Test::Tokens(Track::Hope, 1),
        Test::ActiveOn(Track::Discontent, 2),
        Test::Have(WOOD, 2),
        Test::HaveResources(2),
        Test::Citizens(Kind::Worker, 2),
        Test::Sick(Kind::Child, 1),
        Test::SickInAll(4),
        Test::Hunger(5),
        Test::Corpses(3),
        Test::RoundFrom(8),
        Test::Built(HUT, 1),
        Test::OnThis(Kind::Engineer),
        Test::GoodsOnThis(Resource::Wood, 2),
        Test::AnyOnThis(3),
        Test::GoodsOn(CARD, 2),
        Test::Revealed(SCENARIO),
        Test::InPlay(CARD),
        Test::InForce(LAW),
        Test::LawLeft,
        Test::SleptCold,
        Test::TreeInReach,
        Test::AutomatonLeft,
        Test::SpentToken,
        Test::AnyOf(vec![Test::LawLeft, Test::Not(Box::new(Test::SleptCold))]),
    ]
}

fn opposites() -> Vec<Test> {
    tests().into_iter().map(|test| Test::Not(Box::new(test))).collect()
}

pub(super) fn modifiers() -> Vec<Modifier> {
    vec![
        Modifier::ChildrenGather,
        Modifier::ChildrenUse(HUT, 3),
        Modifier::ExtraSlots(1),
        Modifier::RuinsShelter(2),
        Modifier::Shelters(HUT, Kind::Child, 2),
        Modifier::Sleds(1),
        Modifier::HuntingPer(2),
        Modifier::HuntingSymbols(1),
        Modifier::Chainsaw(2),
        Modifier::SafetyValve(2),
        Modifier::ExtraStressRemoved(1),
        Modifier::GatherMore(1),
        Modifier::CureMore(1),
        Modifier::FeedLess(2),
        Modifier::AutomatonsFree,
        Modifier::Bonus(HUT, Good::Food, 1),
        Modifier::Insulate(Insulation::Yellow, Insulation::Orange),
    ]
}
