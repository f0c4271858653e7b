//! Questions with answers, hints and refusals.

use crate::frostpunk::rules::decision::{
    Ask, Blocked, Hint, KindWhy, Pick, ResourceWhy, SpaceWhy, TokenWhy, Within,
};
use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::{
    Action, CardId, Kind, Meeple, Mood, Resource, Ring, Seat, Stuff, Track,
};
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::program::{Good, Test};
use crate::frostpunk::rules::remedy::Remedy;

use super::pack::{
    ADVICE, CARD, CITIZEN, CONSEQUENCE, COPY, DISPUTE, DUSK, EXPEDITION, HALL, HOPE, HUT, INNER,
    LAW, NOBODYS, OPTIONS, OTHER_CITIZEN, OTHER_LAW, SCENARIO, SPECIAL, TECHNOLOGY, TRIP, WOOD,
    WORK,
};

fn card_ctx(card: CardId) -> Ctx {
    Ctx::of(card)
}

/// Questions with an answer that shows their own wording.
pub(in crate::frostpunk::text) fn asks() -> Vec<(Ask, Vec<Pick>)> {
    let mut asks = small_asks();
    asks.extend(option_asks());
    asks.extend(reasons());
    asks.extend(places());
    asks
}

fn small_asks() -> Vec<(Ask, Vec<Pick>)> {
    let seat = Seat(1);
    vec![
        (Ask::StartCorner, vec![Pick::Corner(2)]),
        (Ask::Opening(seat), vec![Pick::Card(CITIZEN)]),
        (Ask::OpeningUnpaid(seat), vec![Pick::Card(CITIZEN)]),
        (Ask::Fuel(0), vec![Pick::Amount(0), Pick::Amount(2), Pick::Done]),
        (Ask::Fuel(2), vec![Pick::Amount(2)]),
        (Ask::Cure(3), vec![Pick::Split([2, 0, 1]), Pick::Split([0; 3]), Pick::Done]),
        (Ask::Treat(1), vec![Pick::Split([1, 0, 0])]),
        (Ask::Turn, vec![Pick::Action(Action::Gather), Pick::Fuel, Pick::End]),
        (Ask::EndActions, vec![Pick::End, Pick::Done]),
        (Ask::PlayCard(seat), vec![Pick::Card(CITIZEN), Pick::Card(OTHER_CITIZEN), Pick::Done]),
        (Ask::Figure, vec![Pick::Meeple(Meeple::ChildWorker)]),
        (Ask::Snow, vec![Pick::Ring(Ring::Near), Pick::Ring(Ring::Far)]),
        (Ask::Cell(Ring::Near), vec![Pick::Cell(Cell::near(3))]),
        (Ask::Cell(Ring::Far), vec![Pick::Cell(Cell::far(3))]),
        (Ask::SubAction(3, false), vec![Pick::Building(HUT), Pick::Dismantle, Pick::Done]),
        (Ask::SubAction(2, true), vec![Pick::Building(HALL), Pick::Upgrade]),
        (Ask::BuildFree, vec![Pick::Building(HUT)]),
        (Ask::Take(2), vec![Pick::Amount(2), Pick::Done]),
        (Ask::Special, vec![Pick::Card(CARD)]),
        (Ask::Deploy, vec![Pick::Stack(0)]),
        (Ask::ScoutOrder(3, 2), vec![Pick::Stack(1)]),
        (Ask::Reach(0, 2), vec![Pick::Skip, Pick::Explore]),
        (Ask::Explore(0, CARD), vec![Pick::Option(0)]),
        (Ask::Law, vec![Pick::Card(LAW), Pick::Card(OTHER_LAW)]),
        (Ask::Technology, vec![Pick::Card(TECHNOLOGY)]),
        (Ask::Advisor, vec![Pick::Advisor(seat), Pick::Done]),
        (Ask::Rise, vec![Pick::Rise, Pick::Done]),
        (Ask::SickOrder(3), vec![Pick::Kind(Kind::Child)]),
        (Ask::DuskOrder, vec![Pick::Card(CARD)]),
        (Ask::Mourn(Kind::Child, seat, 1), vec![Pick::Card(CITIZEN), Pick::Done]),
        (Ask::Stand, vec![Pick::All(Kind::Worker)]),
        (Ask::TileFate(seat), vec![Pick::Top, Pick::Bottom]),
        (Ask::Keepers(seat), vec![Pick::Card(DUSK), Pick::Done]),
        (Ask::MoodType(Track::Hope), vec![Pick::Mood(Mood::Care)]),
        (Ask::MoodType(Track::Discontent), vec![Pick::Mood(Mood::Anger)]),
        (Ask::Bury(2, None, Ctx::default()), vec![Pick::Amount(1)]),
        (Ask::Workshop(2), vec![Pick::Develop, Pick::Done]),
        (Ask::RemoveSpent, vec![Pick::Kind(Kind::Worker), Pick::Amount(1)]),
    ]
}

fn option_asks() -> Vec<(Ask, Vec<Pick>)> {
    let every = vec![Pick::Option(0), Pick::Option(1), Pick::Option(2)];
    let mut asks: Vec<(Ask, Vec<Pick>)> = vec![
        (Ask::Option(OPTIONS, card_ctx(COPY)), every.clone()),
        (Ask::Option(SPECIAL, card_ctx(CARD)), vec![Pick::Option(0)]),
        (Ask::Option(INNER, card_ctx(CARD)), vec![Pick::Option(0)]),
        (Ask::Option(WORK, Ctx::default()), every.clone()),
        (Ask::Option(TRIP, card_ctx(EXPEDITION)), every),
        (Ask::Option(ADVICE, Ctx::default()), vec![]),
        (Ask::Option(NOBODYS, Ctx::default()), vec![Pick::Option(0), Pick::Option(9)]),
        (Ask::Price(OPTIONS, 0, card_ctx(CARD)), vec![Pick::Option(0), Pick::Option(1)]),
        (Ask::Price(OPTIONS, 9, card_ctx(CARD)), vec![Pick::Option(0)]),
    ];
    let others = [DUSK, DISPUTE, CONSEQUENCE, SCENARIO, CITIZEN, LAW];
    asks.extend(others.map(|card| (Ask::Option(NOBODYS, card_ctx(card)), vec![])));
    asks
}

fn reasons() -> Vec<(Ask, Vec<Pick>)> {
    let put = |done| ResourceWhy::PutOn(CARD, 3, true, done);
    let kinds = [
        KindWhy::Sick,
        KindWhy::Heal,
        KindWhy::Flip,
        KindWhy::Die(false),
        KindWhy::Die(true),
        KindWhy::Join,
        KindWhy::Leave,
        KindWhy::Spent(3),
    ];
    let tokens = [
        TokenWhy::Increase,
        TokenWhy::Decrease(false),
        TokenWhy::Decrease(true),
        TokenWhy::Activate,
        TokenWhy::Exhaust,
        TokenWhy::Price,
        TokenWhy::Discard,
    ];
    let care = Mood::Care;
    let resources = [ResourceWhy::Give, put(false), put(true), ResourceWhy::TakeFrom(CARD)];
    let resources =
        resources.map(|why| (Ask::Resource(why, 2), vec![Pick::Resource(Resource::Wood)]));
    let kinds = kinds.map(|why| (Ask::Kind(why, 2), vec![Pick::Kind(Kind::Worker)]));
    let picks = vec![
        Pick::Draw,
        Pick::Activate(care),
        Pick::Exhaust(care),
        Pick::Remove(care),
        Pick::RemoveActive(care),
    ];
    let tokens = tokens.map(|why| (Ask::Token(why, HOPE, 1), picks.clone()));
    resources.into_iter().chain(kinds).chain(tokens).collect()
}

fn places() -> Vec<(Ask, Vec<Pick>)> {
    let here = Space::part(1);
    let whys = [
        SpaceWhy::Act,
        SpaceWhy::Build(HUT, false),
        SpaceWhy::Dismantle(2, false),
        SpaceWhy::Destroy,
        SpaceWhy::Upgrade(false),
        SpaceWhy::FromMap(None, 2, Some(Resource::Coal), true),
        SpaceWhy::FromMap(Some(Resource::Wood), 1, None, false),
        SpaceWhy::Saw(here, 3),
        SpaceWhy::Thump(3, 3, here),
        SpaceWhy::TakeSome(3, here),
        SpaceWhy::Reuse(None),
        SpaceWhy::ReuseWorker,
    ];
    let picks = vec![Pick::Space(here), Pick::Ring(Ring::Near), Pick::Building(HUT), Pick::Done];
    let asks = whys.map(|why| (Ask::Space(why, Within::Map), picks.clone()));
    let narrow = [Within::Ring(Ring::Far), Within::Cell(Cell::near(1)), Within::Kind(HUT)];
    let narrow = narrow.map(|within| (Ask::Space(SpaceWhy::Act, within), vec![]));
    asks.into_iter().chain(narrow).collect()
}

/// Hints.
pub(in crate::frostpunk::text) fn hints() -> Vec<Hint> {
    vec![
        Hint::Cold(None),
        Hint::Cold(Some(Kind::Engineer)),
        Hint::Heated,
        Hint::Cost(WOOD, 2),
        Hint::CostAny(2),
        Hint::CostExhaust(Mood::Care),
        Hint::CostExhaustAny(Track::Hope),
        Hint::Holds(Stuff::Trees, 1),
        Hint::Stands(HUT, false),
        Hint::Stands(HUT, true),
        Hint::Now(3),
        Hint::ReadyIn(7),
        Hint::StressAt(2),
    ]
}

/// Refusals.
pub(in crate::frostpunk::text) fn refusals() -> Vec<Blocked> {
    vec![
        Blocked::Lacks(Good::Resource(Resource::Core), 1),
        Blocked::LacksResources(3),
        Blocked::Needs(Test::Active(Mood::Justice)),
        Blocked::NoneActive(Mood::Care),
        Blocked::NoneActiveOn(Track::Hope),
        Blocked::NoFigure,
        Blocked::NoTarget,
        Blocked::NoBeacon,
        Blocked::TooManyScouts,
        Blocked::NoStack,
        Blocked::NoTile,
        Blocked::NoSpecial,
        Blocked::HeatAtCold,
        Blocked::CouncilGoesOn,
        Blocked::CardOnly,
        Blocked::NoneLeft,
        Blocked::Locked,
        Blocked::NoSpace,
        Blocked::NoDeposit,
        Blocked::CannotPay,
        Blocked::Barred,
        Blocked::NoSkip,
        Blocked::DeckEmpty,
        Blocked::Skull,
        Blocked::Nobody,
        Blocked::Red,
        Blocked::NoDevelopment,
    ]
}

/// Remedies.
pub(in crate::frostpunk::text) fn remedies() -> Vec<Remedy> {
    let mut all = vec![
        Remedy::GetAny(1),
        Remedy::Raise(Track::Hope, 0),
        Remedy::Raise(Track::Discontent, 2),
        Remedy::Night,
        Remedy::FeedAutomaton(1),
        Remedy::Engineer,
        Remedy::Price,
        Remedy::ClearSnow,
        Remedy::Wood(2, 1),
        Remedy::BuildFirst,
        Remedy::Build(HUT),
        Remedy::Jobs(2, 1),
        Remedy::Upgrade,
        Remedy::Scouts(1, 1),
        Remedy::Scouts(2, 2),
        Remedy::Return,
        Remedy::OtherRing(Ring::Near),
        Remedy::OtherRing(Ring::Far),
        Remedy::OtherAction,
        Remedy::Specials(0),
        Remedy::Specials(2),
        Remedy::KeepCoal(4),
        Remedy::ActFirst,
        Remedy::PlayCard,
        Remedy::MakeRoom(false),
        Remedy::MakeRoom(true),
        Remedy::Deposit(Resource::Coal),
        Remedy::Law(CARD),
        Remedy::Dismantle,
        Remedy::OtherCard,
        Remedy::OtherOption,
        Remedy::OtherType,
        Remedy::Explore,
        Remedy::Treat,
        Remedy::Develop,
    ];
    let goods = Resource::ALL.iter().map(|one| Good::Resource(*one));
    let goods = goods.chain([Good::Food, Good::Automaton]);
    all.extend(goods.map(|good| Remedy::Get(good, 0)));
    for holds in [true, false] {
        all.extend(tests().into_iter().map(|test| Remedy::Meet(test, holds, Some(1))));
    }
    all
}

fn tests() -> Vec<Test> {
    vec![
        Test::Active(Mood::Justice),
        Test::Tokens(Track::Hope, 3),
        Test::ActiveOn(Track::Discontent, 2),
        Test::Have(WOOD, 2),
        Test::HaveResources(3),
        Test::Citizens(Kind::Worker, 5),
        Test::Sick(Kind::Child, 2),
        Test::SickInAll(4),
        Test::Hunger(3),
        Test::Corpses(2),
        Test::RoundFrom(7),
        Test::Built(HUT, 1),
        Test::OnThis(Kind::Engineer),
        Test::GoodsOnThis(Resource::Wood, 2),
        Test::AnyOnThis(2),
        Test::GoodsOn(CARD, 2),
        Test::Revealed(CARD),
        Test::InPlay(CARD),
        Test::InForce(CARD),
        Test::LawLeft,
        Test::SleptCold,
        Test::TreeInReach,
        Test::AutomatonLeft,
        Test::SpentToken,
    ]
}
