//! The answers to a question, computed from the state whenever they are needed.
//!
//! May use: `look`. Deliberately absent: writes, and memory of what was listed
//! before. Everything listed without a reason is accepted, nothing else.

mod ground;
mod moods;
mod people;
mod turn;

pub use ground::useful_workshop;

use super::decision::{Ask, Blocked, Choice, Pick};
use super::frame::Ctx;
use super::ids::{Advisor, CardId, Letter, OptionsId, Resource, Ring, Seat};
use super::look::Look;
use super::program::Arrow;

/// Lists longer than this are split along the board.
pub const MOST: usize = 25;

/// How many answers are possible.
pub enum Open {
    /// None: a question that must not be asked.
    None,
    /// Exactly one: it is taken, not asked.
    One(Pick),
    /// Two or more.
    Many,
}

/// How many answers to a question are possible.
pub fn single(look: Look, ask: &Ask) -> Open {
    let listed = list(look, ask);
    let mut open = listed.iter().filter(|c| c.blocked.is_none()).map(|c| c.pick);
    match (open.next(), open.next()) {
        (None, _) => Open::None,
        (Some(one), None) => Open::One(one),
        _ => Open::Many,
    }
}

/// Is any answer possible?
pub fn any(look: Look, ask: &Ask) -> bool {
    list(look, ask).iter().any(|choice| choice.blocked.is_none())
}

/// Everything that can be answered, and what is blocked with its reason.
pub fn list(look: Look, ask: &Ask) -> Vec<Choice> {
    match ask {
        Ask::StartCorner => open((0..6).map(Pick::Corner)),
        Ask::Opening(seat) => turn::opening(look, *seat),
        Ask::OpeningUnpaid(seat) => turn::hand(look, *seat),
        Ask::Option(options, ctx) => option_list(look, *options, *ctx),
        Ask::Price(options, option, _) => prices(look, *options, *option),
        Ask::Resource(why, _) => turn::resources(look, *why),
        Ask::Fuel(least) => open((*least..=look.fuel_most()).map(Pick::Amount)),
        Ask::Kind(why, left) => people::kinds(look, *why, *left),
        Ask::Token(why, tokens, _) => moods::tokens(look, *why, *tokens),
        Ask::Cure(points) => people::cure(look, *points),
        Ask::Treat(_) => people::treat(look),
        Ask::Turn => turn::turn(look),
        Ask::EndActions => open([Pick::End, Pick::Done]),
        Ask::PlayCard(seat) => turn::cards(look, *seat),
        Ask::Figure => turn::figures(look),
        Ask::Snow => snow(look),
        Ask::Cell(ring) => open(look.free_cells(*ring).map(Pick::Cell)),
        Ask::Space(why, within) => ground::spaces(look, *why, *within),
        Ask::SubAction(left, upgrade) => ground::sub_actions(look, *left, *upgrade),
        Ask::BuildFree => ground::buildings(look, true),
        Ask::Take(most) => open((1..=*most).rev().map(Pick::Amount)),
        Ask::Special => open(look.usable_specials().map(Pick::Card)),
        Ask::Deploy => open(look.free_stacks().map(Pick::Stack)),
        Ask::ScoutOrder(mask, _) => open(scouts(look, *mask).map(Pick::Stack)),
        Ask::Reach(stack, _) => reach(look, *stack),
        Ask::Explore(_, card) => explore(look, *card),
        Ask::Law => open(look.city.decks.future_laws.iter().copied().map(Pick::Card)),
        Ask::Technology => technologies(look),
        Ask::Advisor => advisors(look),
        Ask::Rise => open([Pick::Rise, Pick::Done]),
        Ask::SickOrder(mask) => people::sick_order(look, *mask),
        Ask::DuskOrder => open(look.city.turn.queue.iter().copied().map(Pick::Card)),
        Ask::Mourn(kind, seat, _) => {
            let cards = look.hand_of_kind(*seat, *kind).map(Pick::Card);
            open(cards.chain([Pick::Done]))
        }
        Ask::Stand => people::stand(look),
        Ask::TileFate(_) => open([Pick::Top, Pick::Bottom]),
        Ask::Keepers(_) => turn::keepers(look),
        Ask::MoodType(track) => moods::types(look, *track),
        Ask::Bury(most, _, _) => open((1..=*most).rev().map(Pick::Amount)),
        Ask::Workshop(_) => ground::workshop(look),
        Ask::RemoveSpent => people::spent_tokens(look),
    }
}

/// Choices without a reason against them.
fn open(picks: impl IntoIterator<Item = Pick>) -> Vec<Choice> {
    picks.into_iter().map(|pick| Choice { pick, blocked: None }).collect()
}

/// A choice that may be blocked.
fn maybe(pick: Pick, blocked: Option<Blocked>) -> Choice {
    Choice { pick, blocked }
}

fn option_list(look: Look, options: OptionsId, ctx: Ctx) -> Vec<Choice> {
    let list = look.pack.option_list(options).iter().enumerate();
    list.filter(|(_, option)| look.all(&option.when, ctx))
        .map(|(at, option)| maybe(Pick::Option(at as u8), look.option_blocked(option, ctx, 0)))
        .collect()
}

fn prices(look: Look, options: OptionsId, option: u8) -> Vec<Choice> {
    let def = look.pack.option_list(options).get(usize::from(option));
    let costs = def.map_or(&[][..], |def| &def.costs).iter().enumerate();
    costs.map(|(at, price)| maybe(Pick::Option(at as u8), look.unpayable(price, 0))).collect()
}

fn snow(look: Look) -> Vec<Choice> {
    let blocked = |ring| look.free_cells(ring).next().is_none().then_some(Blocked::NoTile);
    [Ring::Near, Ring::Far].into_iter().map(|ring| maybe(Pick::Ring(ring), blocked(ring))).collect()
}

fn scouts(look: Look<'_>, mask: u8) -> impl Iterator<Item = u8> + use<'_> {
    let stacks = look.city.stacks.iter().enumerate();
    stacks
        .filter(|(_, s)| s.scout.is_some())
        .map(|(at, _)| at as u8)
        .filter(move |at| mask & 1 << at != 0)
}

fn reach(look: Look, stack: u8) -> Vec<Choice> {
    //
    let skip = match look.top_letter(stack).and_then(Letter::next) {
        None => Some(Blocked::NoSkip),
        Some(next) => look.city.expedition_deck(next).is_empty().then_some(Blocked::DeckEmpty),
    };
    vec![maybe(Pick::Explore, None), maybe(Pick::Skip, skip)]
}

fn explore(look: Look, card: CardId) -> Vec<Choice> {
    let Some(options) = look.pack.card(card).options else {
        return Vec::new();
    };
    let ctx = Ctx::of(card);
    let list = look.pack.option_list(options).iter().enumerate();
    list.filter(|(_, option)| look.all(&option.when, ctx))
        .map(|(at, option)| {
            let deck = match option.arrow {
                Some(Arrow::Continue(letter)) if look.city.expedition_deck(letter).is_empty() => {
                    Some(Blocked::DeckEmpty)
                }
                _ => None,
            };
            let blocked = deck.or_else(|| look.option_blocked(option, ctx, 0));
            maybe(Pick::Option(at as u8), blocked)
        })
        .collect()
}

fn technologies(look: Look) -> Vec<Choice> {
    let idle = look.city.technologies.iter().filter(|t| !t.developed);
    open(idle.map(|t| Pick::Card(t.card)))
}

fn advisors(look: Look) -> Vec<Choice> {
    let ctx = Ctx::default();
    let seats = look.city.seats.iter().enumerate();
    let mut listed: Vec<Choice> = seats
        .map(|(at, chair)| {
            let pick = Pick::Advisor(Seat(at as u8));
            maybe(pick, advisor_blocked(look, chair.advisor, ctx))
        })
        .collect();
    listed.push(maybe(Pick::Done, None));
    listed
}

fn advisor_blocked(look: Look, advisor: Advisor, ctx: Ctx) -> Option<Blocked> {
    let card = look.pack.advisors.iter().find(|a| a.advisor == advisor)?;
    let list = look.pack.option_list(card.options).iter();
    let offered = list.filter(|option| look.all(&option.when, ctx));
    let reasons: Vec<_> = offered.map(|option| look.option_blocked(option, ctx, 0)).collect();
    if reasons.is_empty() {
        return Some(Blocked::NoTarget);
    }
    if reasons.iter().any(Option::is_none) {
        return None;
    }
    // The Hope it needs says more than what one of its uses would need besides.
    let price = |reason: &Blocked| !matches!(reason, Blocked::Needs(_));
    let mut all = reasons.into_iter().flatten();
    let first = all.next();
    first.clone().filter(price).or_else(|| all.find(price)).or(first)
}

/// Resources of a bit mask.
fn masked(mask: u8) -> impl Iterator<Item = Resource> {
    Resource::ALL.iter().copied().filter(move |resource| mask & 1 << resource.at() != 0)
}
