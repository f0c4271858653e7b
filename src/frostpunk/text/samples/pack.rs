//! The pack: its names, the numbers of its pieces, and the whole of it.

use super::effects::{nested, ops};
use super::pieces::{cards, hall, hut, option_lists, tile};
use crate::frostpunk::rules::ids::{
    Advisor, BlockId, BuildingId, CardId, Kind, Letter, OptionsId, Resource, Track,
};
use crate::frostpunk::rules::program::{
    AdvisorCard, Amount, Body, Expedition, Good, Hint as Reward, Op, Pack, StartCost, Tokens,
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
