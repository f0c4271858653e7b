//! The pack: every effect, condition and change once.

use crate::frostpunk::rules::ids::{
    Action, Advisor, BlockId, BuildingId, CardId, Insulation, Kind, Letter, Loss, Meeple, Mood,
    OptionsId, Range, Resource, Stuff, Track,
};
use crate::frostpunk::rules::program::{
    AdvisorCard, After, Amount, Arrow, Body, Building, Card, Citizen, Cost, Count, Deck,
    Expedition, Good, Hint as Reward, Hook, Law, Modifier, Op, OptionDef, Pack, Side, Special,
    StartCost, Test, TileFace, Tokens, Weather, Who,
};

/// Names and labels of the sample pack, as an author would write them.
pub(in crate::frostpunk::text) const NAMES: &str = "
card-M1 = Long Night
    .story = Nobody sleeps.
    .option-pay = Pay for it
    .option-bare = Do nothing
    .option-inner = An inner way
    .special-bring = Bring something
card-D1 = Dark Dusk
    .story = It gets dark.
card-SD1 = Quarrel
    .story = They quarrel.
card-L1 = Soup
    .story = Thin soup.
card-L2 = Stew
    .story = Thick stew.
card-L1A = Grumbling
    .story = They grumble.
card-T1 = Bigger Boiler
    .story = It hisses.
card-C1 = Ada Frost
    .story = She digs.
card-C2 = Bo Frost
    .story = He builds.
card-W1 = Wind
    .story = It blows.
card-X1 = Old Camp
    .story = A tent, a kettle.
    .option-pay = Take it home
    .option-bare = Go on
    .option-inner = A third way
card-S1 = Alone
    .story = No smoke anywhere.
building-hut = Hut
building-hut-pay = Work hard
building-hut-bare = Work
building-hut-inner = Work otherwise
building-hall = Hall
building-hall-treat = Treat them
";

pub(in crate::frostpunk::text) const CARD: CardId = CardId(0);
pub(in crate::frostpunk::text) const COPY: CardId = CardId(1);
pub(in crate::frostpunk::text) const DUSK: CardId = CardId(2);
pub(in crate::frostpunk::text) const DISPUTE: CardId = CardId(3);
pub(in crate::frostpunk::text) const LAW: CardId = CardId(4);
pub(in crate::frostpunk::text) const OTHER_LAW: CardId = CardId(5);
pub(in crate::frostpunk::text) const CONSEQUENCE: CardId = CardId(6);
pub(in crate::frostpunk::text) const TECHNOLOGY: CardId = CardId(7);
pub(in crate::frostpunk::text) const CITIZEN: CardId = CardId(8);
pub(in crate::frostpunk::text) const OTHER_CITIZEN: CardId = CardId(9);
pub(in crate::frostpunk::text) const WEATHER: CardId = CardId(10);
pub(in crate::frostpunk::text) const EXPEDITION: CardId = CardId(11);
pub(in crate::frostpunk::text) const SCENARIO: CardId = CardId(12);
pub(in crate::frostpunk::text) const HUT: BuildingId = BuildingId(0);
pub(in crate::frostpunk::text) const HALL: BuildingId = BuildingId(1);
pub(in crate::frostpunk::text) const ALL_OPS: BlockId = BlockId(0);
pub(in crate::frostpunk::text) const NONE: BlockId = BlockId(1);
pub(in crate::frostpunk::text) const SMALL: BlockId = BlockId(2);
pub(in crate::frostpunk::text) const NESTED: BlockId = BlockId(3);
pub(in crate::frostpunk::text) const OPTIONS: OptionsId = OptionsId(0);
pub(in crate::frostpunk::text) const INNER: OptionsId = OptionsId(1);
pub(in crate::frostpunk::text) const SPECIAL: OptionsId = OptionsId(2);
pub(in crate::frostpunk::text) const WORK: OptionsId = OptionsId(3);
pub(in crate::frostpunk::text) const TREAT: OptionsId = OptionsId(4);
pub(in crate::frostpunk::text) const TRIP: OptionsId = OptionsId(5);
pub(in crate::frostpunk::text) const ADVICE: OptionsId = OptionsId(6);
pub(in crate::frostpunk::text) const NOBODYS: OptionsId = OptionsId(7);
pub(in crate::frostpunk::text) const HOPE: Tokens = Tokens::Any(Track::Hope);
pub(in crate::frostpunk::text) const WOOD: Good = Good::Resource(Resource::Wood);

fn per(count: Count) -> Amount {
    Amount { plus: 0, times: 1, per: count }
}

/// The pack.
pub(in crate::frostpunk::text) fn pack() -> Pack {
    let mut pack = Pack {
        cards: cards(),
        buildings: vec![hut(), hall()],
        tiles: vec![tile(true), tile(false)],
        blocks: vec![ops(), vec![], vec![Op::Gain(Good::Food, Amount::fixed(2))], nested()],
        options: option_lists(),
        ..Pack::default()
    };
    pack.advisors = vec![AdvisorCard { advisor: Advisor::Health, options: ADVICE }];
    pack.tables.call_to_rise = vec![1, 2];
    pack
}

fn tile(full: bool) -> TileFace {
    let spaces =
        if full { [Some((Stuff::Trees, 1)), Some((Stuff::Core, 2))] } else { [None, None] };
    TileFace { id: "t".to_owned(), far: full, spaces, food: u8::from(full) }
}

fn plain(id: &str, deck: Deck, face: CardId, body: Body) -> Card {
    Card {
        id: id.to_owned(),
        face,
        deck,
        red: false,
        instant: None,
        options: None,
        special: None,
        hooks: Vec::new(),
        triggers: Vec::new(),
        modifiers: Vec::new(),
        body,
    }
}

fn cards() -> Vec<Card> {
    let law = Law { pair: Some(OTHER_LAW), always: true, unlocks: vec![HUT, HALL] };
    let other = Law { pair: None, always: true, unlocks: Vec::new() };
    let camp = Expedition { letter: Letter::A, path: 3, hint: Reward::Goods };
    let wind = Weather { cold: 1, ranges: [1, 0, 1], scouts: 2, storm: 1 };
    vec![
        morning("M1"),
        morning("M1.2"),
        plain("D1", Deck::Dusk, DUSK, Body::Event),
        plain("SD1", Deck::Dispute, DISPUTE, Body::Event),
        Card { instant: Some(SMALL), ..plain("L1", Deck::Law, LAW, Body::Law(law)) },
        plain("L2", Deck::Law, OTHER_LAW, Body::Law(other)),
        plain("L1A", Deck::Consequence, CONSEQUENCE, Body::Consequence(LAW)),
        Card {
            modifiers: modifiers(),
            ..plain("T1", Deck::Technology, TECHNOLOGY, Body::Technology(4))
        },
        plain("C1", Deck::Citizen, CITIZEN, Body::Citizen(citizen(true))),
        plain("C2", Deck::Citizen, OTHER_CITIZEN, Body::Citizen(citizen(false))),
        plain("W1", Deck::Weather, WEATHER, Body::Weather(wind)),
        Card {
            options: Some(TRIP),
            ..plain("X1", Deck::Expedition, EXPEDITION, Body::Expedition(camp))
        },
        plain("S1", Deck::Scenario, SCENARIO, Body::Event),
    ]
}

fn morning(id: &str) -> Card {
    let meeples = vec![Meeple::Worker, Meeple::ChildEngineer];
    Card {
        red: true,
        instant: Some(ALL_OPS),
        options: Some(OPTIONS),
        special: Some(Special { meeples, once: false, cold: false, options: SPECIAL }),
        hooks: hooks(),
        triggers: vec![(4, SMALL)],
        ..plain(id, Deck::Morning, CARD, Body::Event)
    }
}

fn hooks() -> Vec<(Hook, BlockId)> {
    let hooks = [
        Hook::Dawn,
        Hook::Weather,
        Hook::Preparation,
        Hook::Dusk,
        Hook::EndOfNight,
        Hook::Built(HUT),
        Hook::ScoutReturns(Letter::B),
    ];
    hooks.map(|hook| (hook, SMALL)).to_vec()
}

fn citizen(trees: bool) -> Citizen {
    Citizen {
        kind: Kind::Engineer,
        cost: StartCost::Spend(Resource::Wood, 1),
        actions: vec![Action::Gather],
        buildings: if trees { Vec::new() } else { vec![HUT] },
        on_trees: trees,
        heated: trees,
        only_if: vec![Test::Active(Mood::Care)],
        ability: SMALL,
        death: [SMALL, NONE, NESTED],
    }
}

fn side(insulation: Insulation, action: Option<OptionsId>) -> Side {
    Side {
        insulation,
        slots: 0,
        slots_for: None,
        hunting: 0,
        expeditions: 0,
        action,
        cure: None,
        reach: false,
    }
}

fn hut() -> Building {
    let basic = side(Insulation::Yellow, Some(WORK));
    let upgraded = side(Insulation::Red, Some(WORK));
    Building {
        id: "hut".to_owned(),
        large: false,
        engineer: false,
        wood: 1,
        cores: 0,
        upgrade: Some((Resource::Core, 1)),
        count: 3,
        part: None,
        printed: false,
        below: false,
        deposit: None,
        off_generator: false,
        keep: false,
        workshop: false,
        ruinable: false,
        ruins: false,
        kitchen: false,
        prison: false,
        on_build: None,
        sides: [basic, upgraded],
    }
}

/// Everything a Building can have, on one tile.
fn hall() -> Building {
    let gifts = Side { slots: 2, hunting: 1, expeditions: 1, ..side(Insulation::White, None) };
    let own = Side { slots_for: Some(Kind::Child), cure: Some(SMALL), ..gifts.clone() };
    Building {
        id: "hall".to_owned(),
        large: true,
        engineer: true,
        cores: 1,
        deposit: Some(Resource::Coal),
        off_generator: true,
        keep: true,
        workshop: true,
        ruinable: true,
        kitchen: true,
        prison: true,
        on_build: Some(SMALL),
        sides: [gifts, Side { action: Some(TREAT), ..own }],
        ..hut()
    }
}

fn option(key: &str) -> OptionDef {
    OptionDef {
        key: key.to_owned(),
        when: Vec::new(),
        only_if: Vec::new(),
        costs: Vec::new(),
        block: NONE,
        after: After::None,
        arrow: None,
    }
}

fn pay() -> OptionDef {
    OptionDef {
        when: vec![Test::LawLeft],
        only_if: vec![Test::Active(Mood::Justice), Test::RoundFrom(3)],
        costs: vec![vec![Cost::Spend(WOOD, 2), Cost::Exhaust(Mood::Care)], vec![Cost::SpendAny(3)]],
        block: SMALL,
        after: After::Remove,
        arrow: Some(Arrow::NewA),
        ..option("pay")
    }
}

fn bare() -> OptionDef {
    OptionDef {
        costs: vec![vec![Cost::ExhaustAny(Track::Hope)]],
        after: After::Event,
        arrow: Some(Arrow::Continue(Letter::B)),
        ..option("bare")
    }
}

fn inner() -> OptionDef {
    OptionDef {
        costs: vec![Vec::new(), vec![Cost::SpendAny(1)]],
        after: After::Discard,
        arrow: Some(Arrow::Return(Letter::C)),
        ..option("inner")
    }
}

fn option_lists() -> Vec<Vec<OptionDef>> {
    let all = vec![pay(), bare(), inner()];
    vec![
        all.clone(),
        vec![inner()],
        vec![option("bring")],
        all.clone(),
        vec![option("treat")],
        all,
        vec![option("cure")],
        vec![option("lost")],
    ]
}

fn nested() -> Vec<Op> {
    let tests = vec![Test::Hunger(3)];
    vec![Op::If { tests, then: SMALL, otherwise: Some(NONE) }, Op::Fuel]
}

fn ops() -> Vec<Op> {
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

fn modifiers() -> Vec<Modifier> {
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

/// Starting costs and Special Actions the sample cards do not have.
pub(in crate::frostpunk::text) fn start_costs() -> Vec<StartCost> {
    vec![
        StartCost::Spend(Resource::Coal, 1),
        StartCost::FromMap(Resource::Wood, 2),
        StartCost::Stress(3),
        StartCost::Hunger(3),
        StartCost::Spent(Kind::Worker, 1),
    ]
}

/// The pack again, with its first card's Special Action and its Expedition changed.
pub(in crate::frostpunk::text) fn variants() -> Vec<Pack> {
    let rewards = [Reward::Goods, Reward::People, Reward::Mixed];
    let ways = [(true, false), (false, true), (true, true)];
    let variants = rewards.into_iter().zip(ways).map(|(hint, (once, cold))| {
        let mut pack = pack();
        if let Some(special) = &mut pack.cards[0].special {
            (special.once, special.cold) = (once, cold);
        }
        pack.cards[EXPEDITION.0 as usize].body =
            Body::Expedition(Expedition { letter: Letter::C, path: 2, hint });
        pack
    });
    variants.collect()
}
