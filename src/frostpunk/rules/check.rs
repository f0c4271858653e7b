//! Invariants of a city: what must hold after every step, and what a loaded
//! save must satisfy before the rules touch it.
//!
//! May use: everything of the rules, read only. Deliberately absent: repair.

use super::changes::{STEEL, STRESS, SUPPLY, TOKENS, TRACK_END};
use super::choices;
use super::decision::By;
use super::frame::{Ctx, Frame, Step};
use super::ids::{CardId, Kind, Meeple, Mood, Resource, Track};
use super::look::Look;
use super::map::{CELLS, SPACES, Space};
use super::owner;
use super::program::Pack;
use super::state::{City, Place};

/// Everything that must hold between two answers.
pub fn invariants(pack: &Pack, city: &City) -> Result<(), String> {
    shape(pack, city)?;
    ranges(pack, city)?;
    cards(pack, city)?;
    tiles(pack, city)?;
    pieces(pack, city)?;
    ground(pack, city)?;
    questions(pack, city)
}

/// What a save must satisfy: the same, and nothing in it may point outside the pack.
pub fn loadable(pack: &Pack, city: &City) -> Result<(), String> {
    shape(pack, city)?;
    sizes(city)?;
    stack(pack, city)?;
    invariants(pack, city)
}

fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// Lengths of lists and numbers of things: after this nothing is out of bounds.
fn shape(pack: &Pack, city: &City) -> Result<(), String> {
    let seats = city.seats.len();
    ensure((1..=4).contains(&seats), || format!("{seats} seats"))?;
    ensure(city.leader.at() < seats && city.active.at() < seats, || "no such seat".to_owned())?;
    ensure(usize::from(city.scenario) < pack.scenarios.len(), || "no such scenario".to_owned())?;
    ensure(usize::from(city.society) < pack.societies.len(), || "no such society".to_owned())?;
    ensure(city.cells.len() == usize::from(CELLS), || "wrong number of cells".to_owned())?;
    ensure(city.piles.len() == usize::from(SPACES), || "wrong number of spaces".to_owned())?;
    let kinds = pack.buildings.len();
    ensure(city.stock.len() == kinds && city.ruined.len() == kinds, || "wrong stock".to_owned())?;
    ensure(city.opening.is_empty() || city.opening.len() == seats, || "wrong openings".to_owned())?;
    let known = |card: &CardId| usize::from(card.0) < pack.cards.len();
    ensure(all_cards(city).iter().all(known), || "an unknown card".to_owned())?;
    let mentioned = mentioned_cards(city);
    ensure(mentioned.iter().all(known), || "an unknown card is mentioned".to_owned())?;
    let tiles = all_tiles(city);
    ensure(tiles.iter().all(|t| usize::from(t.0) < pack.tiles.len()), || {
        "an unknown tile".to_owned()
    })?;
    let on_map = |space: Space| space.0 < SPACES;
    let built = city.built.iter().all(|b| on_map(b.space) && usize::from(b.building.0) < kinds);
    ensure(built, || "a Building outside the map".to_owned())?;
    let cells = city.turn.laid.iter().all(|c| c.0 < CELLS);
    let chosen = city.turn.chosen.iter().chain(city.turn.space.iter()).all(|s| on_map(*s));
    ensure(cells && chosen, || "a place outside the map".to_owned())?;
    ensure(city.stacks.len() <= 8, || "too many stacks".to_owned())?;
    ensure(city.round >= 1 && city.round <= pack.tables.fed.len() as u8, || {
        "no such Round".to_owned()
    })
}

/// Numbers no campaign reaches, which could overflow a later sum.
fn sizes(city: &City) -> Result<(), String> {
    let g = &city.generator;
    let tower = g.stuck <= 60 && g.drawer <= 60 && g.stress <= STRESS;
    ensure(tower, || "too many cubes in the Generator".to_owned())?;
    ensure(city.supply.iter().all(|n| *n <= SUPPLY), || "too much in the supply".to_owned())?;
    ensure(city.figures.used.iter().all(|n| *n <= 60), || "too many figures used".to_owned())?;
    let night = &city.night;
    let beds = night.own.iter().chain(&night.restless).all(|n| *n <= 60);
    ensure(beds && night.slots <= 120 && night.standing <= 40, || "a crowded Night".to_owned())?;
    let goods = city.in_play.iter().flat_map(|o| o.goods).all(|n| n <= 60);
    ensure(goods, || "too much on a card".to_owned())?;
    ensure(city.next_decision < 1_000_000_000, || "too many decisions".to_owned())?;
    let lists = city.placed.len() + city.built.len() + city.triggers.len() + city.in_play.len();
    ensure(lists <= 400, || "too many pieces".to_owned())?;
    let tracks = city.tokens.iter().all(|track| track.len() <= TOKENS);
    let legs = city.stacks.iter().all(|s| s.legs.len() <= 40);
    ensure(tracks && legs, || "a track is too long".to_owned())
}

/// Unfinished work may only point into the pack.
fn stack(pack: &Pack, city: &City) -> Result<(), String> {
    ensure(city.stack.len() <= 400, || "the stack is too deep".to_owned())?;
    for frame in &city.stack {
        let good = match frame {
            Frame::Run(block, _, ctx) | Frame::Repeat(block, _, ctx) => {
                usize::from(block.0) < pack.blocks.len() && ctx_ok(pack, *ctx)
            }
            Frame::Do(step) => step_ok(pack, city, step),
        };
        ensure(good, || format!("unfinished work points nowhere: {frame:?}"))?;
    }
    ensure(city.pending.iter().all(|p| p.id < city.next_decision), || {
        "a decision of the future".to_owned()
    })?;
    let asks = city.pending.iter().all(|p| ask_ok(pack, city, &p.ask));
    ensure(asks, || "a question points nowhere".to_owned())?;
    let over = city.outcome.is_some();
    ensure(over == city.pending.is_empty(), || "nothing is asked".to_owned())
}

fn ctx_ok(pack: &Pack, ctx: Ctx) -> bool {
    ctx.me.is_none_or(|card| usize::from(card.0) < pack.cards.len())
        && ctx.at.is_none_or(|space| space.0 < SPACES)
}

fn step_ok(pack: &Pack, city: &City, step: &Step) -> bool {
    let card_ok = |card: &CardId| usize::from(card.0) < pack.cards.len();
    let stack_ok = |stack: &u8| usize::from(*stack) < city.stacks.len();
    let seat_ok = |seat: &super::ids::Seat| seat.at() < city.seats.len();
    let list_ok = |options: &super::ids::OptionsId, ctx: &Ctx| {
        usize::from(options.0) < pack.options.len() && ctx_ok(pack, *ctx)
    };
    match step {
        Step::PayOpening(seat) => seat_ok(seat) && seat.at() < city.opening.len(),
        Step::Mourn(_, seat, left) => seat_ok(seat) && usize::from(*left) <= city.seats.len(),
        Step::Draw(seat, _) => seat_ok(seat),
        Step::PutOn(card, ..)
        | Step::TakeFrom(card, _)
        | Step::Options(card)
        | Step::PutAway(card)
        | Step::Clear(card, _) => card_ok(card),
        Step::PlaceBuilding(building, _) => usize::from(building.0) < pack.buildings.len(),
        Step::Thump(_, _, space) | Step::TakeSome(_, space) => space.0 < SPACES,
        Step::Walk(stack, _)
        | Step::Reach(stack, _)
        | Step::Onward(stack, _)
        | Step::Homecoming(stack, _) => stack_ok(stack),
        Step::Option(options, _, ctx)
        | Step::Choose(options, ctx)
        | Step::Pay(options, _, _, ctx) => list_ok(options, ctx),
        Step::Reuse(space, _) => space.is_none_or(|space| space.0 < SPACES),
        _ => true,
    }
}

fn ask_ok(pack: &Pack, city: &City, ask: &super::decision::Ask) -> bool {
    use super::decision::{Ask, ResourceWhy, SpaceWhy, Within};
    let seat_ok = |seat: &super::ids::Seat| seat.at() < city.seats.len();
    let space_ok = |space: &Space| space.0 < SPACES;
    match ask {
        Ask::Opening(seat) | Ask::OpeningUnpaid(seat) => {
            seat_ok(seat) && seat.at() < city.opening.len()
        }
        Ask::PlayCard(seat) | Ask::TileFate(seat) | Ask::Keepers(seat) => seat_ok(seat),
        Ask::Mourn(_, seat, left) => seat_ok(seat) && usize::from(*left) < city.seats.len(),
        Ask::Option(options, ctx) | Ask::Price(options, _, ctx) => {
            usize::from(options.0) < pack.options.len() && ctx_ok(pack, *ctx)
        }
        Ask::Resource(ResourceWhy::PutOn(card, ..) | ResourceWhy::TakeFrom(card), _) => {
            usize::from(card.0) < pack.cards.len()
        }
        Ask::Space(why, within) => {
            let why = match why {
                SpaceWhy::Build(b, _) => usize::from(b.0) < pack.buildings.len(),
                SpaceWhy::Saw(s, _) | SpaceWhy::Thump(_, _, s) | SpaceWhy::TakeSome(_, s) => {
                    space_ok(s)
                }
                SpaceWhy::Reuse(s) => s.as_ref().is_none_or(space_ok),
                _ => true,
            };
            let within = match within {
                Within::Cell(cell) => cell.0 < CELLS,
                Within::Kind(kind) => usize::from(kind.0) < pack.buildings.len(),
                Within::Map | Within::Ring(_) => true,
            };
            why && within
        }
        Ask::Reach(stack, _) => usize::from(*stack) < city.stacks.len(),
        Ask::Explore(stack, card) => {
            usize::from(*stack) < city.stacks.len() && usize::from(card.0) < pack.cards.len()
        }
        Ask::Bury(_, block, ctx) => {
            block.is_none_or(|b| usize::from(b.0) < pack.blocks.len()) && ctx_ok(pack, *ctx)
        }
        _ => true,
    }
}

/// Tracks stay on their boards (section 30).
fn ranges(pack: &Pack, city: &City) -> Result<(), String> {
    for kind in Kind::ALL {
        let (citizens, sick) = (city.citizens[kind.at()], city.sick[kind.at()]);
        ensure(citizens <= TRACK_END && sick <= citizens, || {
            format!("{}: {sick} sick of {citizens}", kind.key())
        })?;
        let spent = city.spent[kind.at()];
        ensure(spent <= pack.tables.spent_each, || format!("{spent} Spent {}", kind.key()))?;
    }
    let on_track = city.food <= TRACK_END && city.hunger <= TRACK_END;
    ensure(on_track, || "Food or Hunger off its track".to_owned())?;
    ensure(city.corpses <= pack.tables.corpse_last, || "Corpses off their track".to_owned())?;
    let over = city.outcome.is_some();
    let g = &city.generator;
    ensure(g.heat <= g.cold && usize::from(g.cold) < pack.tables.heat_cubes.len(), || {
        "Heat above Cold".to_owned()
    })?;
    ensure(g.ranges.iter().all(|r| *r <= pack.tables.range_last), || {
        "a range off its track".to_owned()
    })?;
    let discontent = city.track(Track::Discontent).len();
    ensure(city.track(Track::Hope).len() <= TOKENS && (discontent < TOKENS || over), || {
        "too many tokens".to_owned()
    })?;
    let set_up = city.phase != super::ids::Phase::Setup;
    ensure(over || !set_up || !city.track(Track::Hope).is_empty(), || {
        "no Hope, yet no end".to_owned()
    })?;
    ensure(city.corpses < pack.tables.corpse_last || over, || {
        "too many Corpses, yet no end".to_owned()
    })?;
    ensure(city.laws.len() <= usize::from(pack.tables.laws_most), || "too many Laws".to_owned())?;
    //
    ensure(city.supply[Resource::Steel.at()] <= STEEL, || "too much Steel".to_owned())
}

/// Every card of the pack is in exactly one place.
fn cards(pack: &Pack, city: &City) -> Result<(), String> {
    if city.decks.consequences.is_empty()
        && city.decks.removed.is_empty()
        && city.decks.morning.is_empty()
    {
        // Before the setup has dealt anything.
        return Ok(());
    }
    let mut seen = vec![0_u8; pack.cards.len()];
    for card in all_cards(city) {
        if let Some(n) = seen.get_mut(usize::from(card.0)) {
            *n = n.saturating_add(1);
        }
    }
    let wrong = seen.iter().position(|n| *n != 1);
    ensure(wrong.is_none(), || {
        let at = wrong.unwrap_or(0);
        format!("card {} is in {} places", pack.cards[at].id, seen[at])
    })
}

fn all_cards(city: &City) -> Vec<CardId> {
    let d = &city.decks;
    let mut all = Vec::with_capacity(256);
    for pile in [
        &d.morning,
        &d.dusk,
        &d.dusk_discard,
        &d.dusk_box,
        &d.disputes,
        &d.consequences,
        &d.weather,
        &d.weather_discard,
        &d.citizens,
        &d.citizen_discard,
        &d.expeditions[0],
        &d.expeditions[1],
        &d.expeditions[2],
        &d.future_laws,
        &d.scenario,
        &d.removed,
    ] {
        all.extend(pile);
    }
    for chair in &city.seats {
        all.extend(chair.hand.iter().chain(&chair.played));
    }
    all.extend(city.in_play.iter().map(|open| open.card));
    all.extend(city.laws.iter().map(|law| law.card));
    all.extend(city.technologies.iter().map(|t| t.card));
    all.extend(city.stacks.iter().flat_map(|s| s.legs.iter().map(|leg| leg.card)));
    all
}

/// Cards that are named without lying there.
fn mentioned_cards(city: &City) -> Vec<CardId> {
    let turn = &city.turn;
    let mut all: Vec<CardId> = city.revealed.clone();
    all.extend(turn.queue.iter().chain(&turn.looked).chain(&turn.card).chain(&turn.special));
    all.extend(city.laws.iter().filter_map(|law| law.covered));
    all.extend(city.triggers.iter().map(|t| t.card));
    all.extend(city.development.iter().map(|(card, _)| *card));
    all.extend(city.opening.iter().flat_map(|o| o.chosen.iter().chain(&o.barred)));
    all.extend(
        city.placed.iter().filter_map(
            |p| {
                if let Place::Card(c) = p.place { Some(c) } else { None }
            },
        ),
    );
    all
}

fn all_tiles(city: &City) -> Vec<super::ids::TileId> {
    let d = &city.decks;
    let on_map = city.cells.iter().flatten();
    d.near.iter().chain(&d.far).chain(&city.turn.tiles).chain(on_map).copied().collect()
}

/// Every map tile is in exactly one place.
fn tiles(pack: &Pack, city: &City) -> Result<(), String> {
    let mut all = all_tiles(city);
    if all.is_empty() {
        return Ok(());
    }
    all.sort_unstable();
    let count = all.len();
    all.dedup();
    ensure(count == pack.tiles.len() && all.len() == count, || "tiles lost or doubled".to_owned())
}

/// Tokens, figures and Building tiles are conserved.
fn pieces(pack: &Pack, city: &City) -> Result<(), String> {
    for mood in Mood::ALL {
        let lying = city.active_of(*mood) + city.exhausted_of(*mood);
        let all = lying.saturating_add(city.bags[mood.at()]);
        ensure(all == pack.tables.tokens_each, || format!("{all} {} tokens", mood.key()))?;
    }
    for meeple in Meeple::ALL {
        let all = city.in_city(*meeple).saturating_add(city.figures.bank[meeple.at()]);
        ensure(all == pack.tables.figures[meeple.at()], || {
            format!("{all} {} figures", meeple.key())
        })?;
    }
    for id in pack.building_ids() {
        let at = usize::from(id.0);
        let standing = city.built.iter().filter(|b| b.building == id).count() as u8;
        let all = standing.saturating_add(city.stock[at]).saturating_add(city.ruined[at]);
        ensure(all <= pack.building(id).count, || {
            format!("{all} tiles of {}", pack.building(id).id)
        })?;
    }
    Ok(())
}

/// Nothing stands where it cannot stand.
fn ground(pack: &Pack, city: &City) -> Result<(), String> {
    let look = Look::new(pack, city);
    for space in Space::all() {
        let covering =
            city.built.iter().filter(|b| look.built_on(space).is_some_and(|c| c == *b)).count();
        ensure(covering <= 1, || format!("two Buildings on {}", space.label()))?;
        if let Some((_, n)) = city.pile(space) {
            ensure(look.exists(space) && look.built_on(space).is_none(), || {
                format!("a pile under {}", space.label())
            })?;
            ensure((1..=pack.tables.per_space).contains(&n), || {
                format!("{n} pieces on {}", space.label())
            })?;
        }
    }
    ensure(city.built.iter().all(|b| look.exists(b.space)), || {
        "a Building without a tile".to_owned()
    })
}

/// Every open question has an answer, and an owner who sits at the table.
fn questions(pack: &Pack, city: &City) -> Result<(), String> {
    let look = Look::new(pack, city);
    for pending in &city.pending {
        let many = matches!(choices::single(look, &pending.ask), choices::Open::Many);
        ensure(many, || format!("fewer than two answers to {:?}", pending.ask))?;
        let seat = match owner::by(look, &pending.ask) {
            By::Council | By::Electorate => continue,
            By::Responsible(_, seat) | By::Active(seat) | By::Seat(seat) => seat,
        };
        ensure(seat.at() < city.seats.len(), || format!("nobody owns {:?}", pending.ask))?;
    }
    ensure(city.outcome.is_some() || !city.pending.is_empty(), || "a dead end".to_owned())
}
