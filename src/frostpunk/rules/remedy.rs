//! What would open a blocked choice, with the numbers that matter.
//!
//! May use: `look`. Deliberately absent: words (`text` has them), and a promise:
//! it names the nearest way, and there may be others. Worked out only where a
//! choice is shown; those who simulate never ask.

use super::decision::{Ask, Blocked, Choice, KindWhy, Pick};
use super::frame::Ctx;
use super::ids::{Action, BuildingId, CardId, Meeple, Resource, Ring, Track};
use super::look::{Look, active_on};
use super::map::Space;
use super::program::{Good, Test};

/// What would open a blocked choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// More of a good: so much is there.
    Get(Good, u16),
    /// More Resources of any type: so many are there.
    GetAny(u16),
    /// A condition must come to hold, or cease to; what it counts is at so many now.
    Meet(Test, bool, Option<u16>),
    /// The track must grow; so many exhausted tokens could be activated by that.
    Raise(Track, u8),
    /// Figures come home at Night, and their places are free again.
    Night,
    /// An Automaton stands ready, and needs so much Coal.
    FeedAutomaton(u16),
    /// What is free takes Engineers only.
    Engineer,
    /// What is free cannot be paid for.
    Price,
    /// More tiles would uncover some.
    ClearSnow,
    /// The cheapest Building needs so much Wood, and so much is there.
    Wood(u8, u16),
    /// Something must stand first.
    BuildFirst,
    /// This Building must stand first.
    Build(BuildingId),
    /// It takes so many jobs, and so many are left.
    Jobs(u8, u8),
    /// An empty Building, and the price of its upgrade.
    Upgrade,
    /// So many Scouts are out, and so many may be.
    Scouts(u8, u8),
    /// A Scout must come back.
    Return,
    /// Tiles of the other ring can be cleared.
    OtherRing(Ring),
    /// The map is as open as it gets.
    OtherAction,
    /// So many cards in play have a Special Action, but not now.
    Specials(u8),
    /// Heat and Cold both stand here.
    KeepCoal(u8),
    /// An action comes first.
    ActFirst,
    /// A card of the list.
    PlayCard,
    /// A free space, or for a Large Building a whole tile.
    MakeRoom(bool),
    /// The tile beside such a Deposit.
    Deposit(Resource),
    /// This Law must be introduced.
    Law(CardId),
    /// A tile of it must come back from the map.
    Dismantle,
    /// Another card, since this one cannot be taken.
    OtherCard,
    /// Another option.
    OtherOption,
    /// Another type.
    OtherType,
    /// The place must be explored.
    Explore,
    /// The Skull must be treated.
    Treat,
    /// A development must begin.
    Develop,
}

/// The nearest way to open a blocked choice; none if it is open.
pub fn remedy(look: Look, ask: &Ask, choice: &Choice) -> Option<Remedy> {
    let why = choice.blocked.as_ref()?;
    Some(match why {
        Blocked::Lacks(good, _) => Remedy::Get(*good, stock(look, *good)),
        Blocked::LacksResources(_) => Remedy::GetAny(look.city.resources()),
        Blocked::Needs(test) => meet(look, context(ask), test, true),
        Blocked::NoneActive(mood) => Remedy::Raise(mood.track(), look.city.exhausted_of(*mood)),
        Blocked::NoneActiveOn(track) => Remedy::Raise(*track, dark(look, *track)),
        Blocked::NoFigure => no_figure(look, choice.pick),
        Blocked::NoTarget => no_target(look, ask, choice.pick),
        Blocked::NoBeacon => no_beacon(look),
        Blocked::TooManyScouts => Remedy::Scouts(scouts_out(look), look.scouts_allowed()),
        Blocked::NoStack => Remedy::Return,
        Blocked::NoTile => no_tile(look, choice.pick),
        Blocked::NoSpecial => Remedy::Specials(look.specials().count() as u8),
        Blocked::HeatAtCold => Remedy::KeepCoal(look.city.generator.cold),
        Blocked::CouncilGoesOn => Remedy::ActFirst,
        Blocked::CardOnly => Remedy::PlayCard,
        Blocked::NoneLeft | Blocked::NoSpace | Blocked::NoDeposit | Blocked::Locked => {
            no_building(look, ask, choice.pick, why)
        }
        Blocked::CannotPay | Blocked::Barred | Blocked::Red => Remedy::OtherCard,
        Blocked::NoSkip => Remedy::Explore,
        Blocked::DeckEmpty => Remedy::OtherOption,
        Blocked::Skull => Remedy::Treat,
        Blocked::Nobody => Remedy::OtherType,
        Blocked::NoDevelopment => Remedy::Develop,
    })
}

/// What a condition of this question is about.
fn context(ask: &Ask) -> Ctx {
    match ask {
        Ask::Option(_, ctx) | Ask::Price(_, _, ctx) => *ctx,
        Ask::Explore(_, card) => Ctx::of(*card),
        _ => Ctx::default(),
    }
}

/// The condition without its "not"; of several one is enough, so the first is named.
fn meet(look: Look, ctx: Ctx, test: &Test, holds: bool) -> Remedy {
    match test {
        Test::Not(inner) => meet(look, ctx, inner, !holds),
        Test::AnyOf(tests) if !tests.is_empty() => meet(look, ctx, &tests[0], holds),
        one => Remedy::Meet(one.clone(), holds, counted(look, ctx, one)),
    }
}

/// How many there are now of what a condition counts.
fn counted(look: Look, ctx: Ctx, test: &Test) -> Option<u16> {
    let city = look.city;
    let here = ctx.me.and_then(|me| city.open_card(me));
    let all = |goods: &[u8; 4]| goods.iter().map(|n| u16::from(*n)).sum::<u16>();
    Some(match test {
        Test::Tokens(track, _) => city.track(*track).len() as u16,
        Test::ActiveOn(track, _) => active_on(city, *track).into(),
        Test::Have(good, _) => stock(look, *good),
        Test::HaveResources(_) => city.resources(),
        Test::Citizens(kind, _) => city.citizens[kind.at()].into(),
        Test::Sick(kind, _) => city.sick[kind.at()].into(),
        Test::SickInAll(_) => city.sick.iter().map(|n| u16::from(*n)).sum(),
        Test::Hunger(_) => city.hunger.into(),
        Test::Corpses(_) => city.corpses.into(),
        Test::RoundFrom(_) => city.round.into(),
        Test::Built(building, _) => look.built_count(*building).into(),
        Test::GoodsOnThis(resource, _) => here.map_or(0, |card| card.goods[resource.at()].into()),
        Test::AnyOnThis(_) => here.map_or(0, |card| all(&card.goods)),
        Test::GoodsOn(card, _) => look.open_copy(*card).map_or(0, |card| all(&card.goods)),
        _ => return None,
    })
}

fn stock(look: Look, good: Good) -> u16 {
    match good {
        Good::Food => look.city.food.into(),
        Good::Resource(resource) => look.city.has(resource),
        Good::Automaton => look.city.figures.ready[Meeple::Automaton.at()].into(),
    }
}

fn dark(look: Look, track: Track) -> u8 {
    look.city.track(track).len() as u8 - active_on(look.city, track)
}

fn scouts_out(look: Look) -> u8 {
    look.city.stacks.iter().filter(|stack| stack.scout.is_some()).count() as u8
}

/// An Automaton that only lacks Coal is nearer than Night; it is no Scout.
fn no_figure(look: Look, pick: Pick) -> Remedy {
    let idle = look.city.figures.ready[Meeple::Automaton.at()] > 0;
    let hungry = idle && !look.ready(Meeple::Automaton);
    if hungry && pick != Pick::Action(Action::Scout) {
        return Remedy::FeedAutomaton(look.automaton_coal());
    }
    Remedy::Night
}

fn no_target(look: Look, ask: &Ask, pick: Pick) -> Remedy {
    match (ask, pick) {
        (_, Pick::Action(Action::Gather)) => no_pile(look, pick),
        (_, Pick::Action(Action::Use)) => no_use(look, pick),
        (_, Pick::Action(Action::Construct)) => no_works(look),
        (_, Pick::Dismantle) => Remedy::BuildFirst,
        // By card, an upgrade takes two of the jobs.
        (Ask::SubAction(left, _), Pick::Upgrade) if *left < 2 => Remedy::Jobs(2, *left),
        (_, Pick::Upgrade) => Remedy::Upgrade,
        _ => Remedy::OtherOption,
    }
}

fn no_pile(look: Look, pick: Pick) -> Remedy {
    let lies_free = Space::all().any(|space| look.is_site(Action::Gather, None, space));
    match () {
        () if lies_free => no_figure(look, pick),
        () if look.snow_possible() => Remedy::ClearSnow,
        () => Remedy::Night,
    }
}

fn no_use(look: Look, pick: Pick) -> Remedy {
    let free = || Space::all().filter(|space| look.is_site(Action::Use, None, *space));
    let there = |space: Space, meeple: &Meeple| {
        look.ready(*meeple) && look.may_act(Action::Use, None, Some(space), *meeple)
    };
    let somebody = free().any(|space| Meeple::ALL.iter().any(|meeple| there(space, meeple)));
    let hands = [Meeple::Worker, Meeple::Automaton].into_iter().any(|meeple| look.ready(meeple));
    match () {
        () if somebody => Remedy::Price,
        () if hands && free().next().is_some() => Remedy::Engineer,
        () => no_figure(look, pick),
    }
}

/// Nothing can be dismantled either, or Construct would be open.
fn no_works(look: Look) -> Remedy {
    let wood = look.city.has(Resource::Wood);
    let offered = look.pack.building_ids().filter(|id| look.is_offered(*id));
    let offered = offered.filter(|id| look.city.stock.get(usize::from(id.0)) > Some(&0));
    let cheapest = offered.map(|id| look.pack.building(id).wood).min().unwrap_or(0);
    if wood < u16::from(cheapest) {
        return Remedy::Wood(cheapest, wood);
    }
    Remedy::MakeRoom(false)
}

fn no_beacon(look: Look) -> Remedy {
    let guides = |id: &BuildingId| look.pack.building(*id).sides[0].expeditions > 0;
    look.pack.building_ids().find(guides).map_or(Remedy::BuildFirst, Remedy::Build)
}

fn no_tile(look: Look, pick: Pick) -> Remedy {
    let other = match pick {
        Pick::Ring(Ring::Far) => Ring::Near,
        Pick::Ring(_) => Ring::Far,
        _ => return Remedy::OtherAction,
    };
    let open = look.free_cells(other).next().is_some();
    if open { Remedy::OtherRing(other) } else { Remedy::OtherAction }
}

/// The same reasons stand for types of people, of whom there can be no more.
fn no_building(look: Look, ask: &Ask, pick: Pick, why: &Blocked) -> Remedy {
    if let Ask::Kind(KindWhy::Join | KindWhy::Spent(_), _) = ask {
        return Remedy::OtherType;
    }
    let Pick::Building(id) = pick else { return Remedy::OtherOption };
    let building = look.pack.building(id);
    let in_wall = |resource: &Resource| look.city.deposits.contains(&Some(*resource));
    match why {
        Blocked::NoneLeft => Remedy::Dismantle,
        Blocked::NoSpace => Remedy::MakeRoom(building.large),
        Blocked::NoDeposit => {
            building.deposit.filter(in_wall).map_or(Remedy::OtherOption, Remedy::Deposit)
        }
        _ => unlocking(look, id).map_or(Remedy::OtherOption, Remedy::Law),
    }
}

/// The Law that unlocks a Building and can still be introduced.
fn unlocking(look: Look, id: BuildingId) -> Option<CardId> {
    let unlocks =
        |card: &&CardId| look.pack.law(**card).is_some_and(|law| law.unlocks.contains(&id));
    look.city.decks.future_laws.iter().find(unlocks).copied()
}
