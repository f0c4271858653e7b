//! Answers on offer: the text of a choice, and what it costs and does.
//!
//! May use: `decision`, `program`, the names, the descriptions. Deliberately
//! absent: whether a choice is open. A label fits on a button: 80 letters.

use crate::frostpunk::rules::decision::{Ask, Hint, Pick};
use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::{Advisor, Kind, Mood, OptionsId, Resource, Ring, Seat, Track};
use crate::frostpunk::rules::program::{Good, Pack};
use crate::game::Message;

pub use super::notes::{advisor_notes, hint, notes, option_notes};

use super::{describe, names, owner};

/// The text of a choice.
pub fn label(pack: &Pack, ask: &Ask, pick: Pick) -> Message {
    match pick {
        Pick::Done => Message::new(done(ask)),
        Pick::Corner(corner) => names::corner(corner),
        Pick::Card(id) => names::card(pack, id),
        Pick::Option(at) => option(pack, ask, at),
        Pick::Resource(resource) => names::resource(resource),
        Pick::Amount(count) => amount(ask, count),
        Pick::Kind(kind) => names::kind(kind),
        Pick::All(kind) => Message::new("pick-all").message("kinds", names::kinds(kind)),
        Pick::Draw => Message::new("pick-draw"),
        Pick::Activate(mood) => of_mood("pick-activate", mood),
        Pick::Exhaust(mood) => of_mood("pick-exhaust", mood),
        Pick::Remove(mood) => of_mood("pick-remove", mood),
        Pick::RemoveActive(mood) => of_mood("pick-remove-active", mood),
        Pick::Split(counts) => split(counts),
        Pick::Fuel => Message::new("pick-fuel"),
        Pick::Action(action) => names::action(action),
        Pick::End => Message::new("pick-end"),
        Pick::Meeple(meeple) => names::meeple(meeple),
        Pick::Ring(ring) => of_ring(ask, ring),
        Pick::Cell(cell) => names::cell(cell),
        Pick::Space(space) => names::space(space),
        Pick::Building(id) => names::building(pack, id),
        Pick::Dismantle => Message::new("pick-dismantle"),
        Pick::Upgrade => Message::new("pick-upgrade"),
        Pick::Develop => Message::new("pick-develop"),
        Pick::Stack(stack) => names::stack(stack),
        Pick::Skip => Message::new("pick-skip"),
        Pick::Explore => Message::new("pick-explore"),
        Pick::Advisor(seat) => advisor(seat, None),
        Pick::Rise => Message::new("pick-rise"),
        Pick::Top => Message::new("pick-top"),
        Pick::Bottom => Message::new("pick-bottom"),
        Pick::Mood(mood) => all_of(mood),
    }
}

/// The text of a choice with what is known of its place: on a small button, the name of
/// a Building says more than its space.
pub fn label_here(pack: &Pack, ask: &Ask, pick: Pick, hints: &[Hint]) -> Message {
    let label = label(pack, ask, pick);
    let what = match in_label(pick, hints) {
        Some(Hint::Stands(id, _)) => names::building(pack, id),
        Some(Hint::Holds(stuff, count)) => names::some_stuff(stuff, count),
        _ => return label,
    };
    Message::new("pick-place").message("what", what).message("space", label)
}

/// What the label of a space says of it, so that nothing else has to.
pub fn in_label(pick: Pick, hints: &[Hint]) -> Option<Hint> {
    let said = |hint: &&Hint| matches!(hint, Hint::Stands(..) | Hint::Holds(..));
    hints.iter().find(said).copied().filter(|_| matches!(pick, Pick::Space(_)))
}

/// The choice of an Advisor; the question does not know who sits where.
pub fn advisor(seat: Seat, there: Option<Advisor>) -> Message {
    match there {
        Some(advisor) => names::advisor(advisor),
        None => Message::new("pick-advisor").message("seat", names::seat(seat)),
    }
}

/// The text of one option of a list, where the question does not name the list.
pub fn option_label(pack: &Pack, options: OptionsId, at: u8, ctx: Ctx) -> Message {
    match pack.option_list(options).get(usize::from(at)) {
        Some(def) => owner::label(pack, options, def, ctx.me),
        None => numbered(at),
    }
}

fn numbered(at: u8) -> Message {
    Message::new("pick-numbered").number("number", at + 1)
}

fn option(pack: &Pack, ask: &Ask, at: u8) -> Message {
    if let Ask::Option(options, ctx) = ask {
        return option_label(pack, *options, at, *ctx);
    }
    if let Ask::Explore(_, card) = ask
        && let Some(options) = pack.card(*card).options
    {
        return option_label(pack, options, at, Ctx::of(*card));
    }
    if let Ask::Price(options, of, _) = ask {
        return price(pack, *options, *of, at);
    }
    numbered(at)
}

fn price(pack: &Pack, options: OptionsId, of: u8, at: u8) -> Message {
    let def = pack.option_list(options).get(usize::from(of));
    match def.and_then(|def| def.costs.get(usize::from(at))) {
        Some(parts) => Message::new("pick-price").message("what", describe::price(parts)),
        None => numbered(at),
    }
}

fn of_mood(key: &str, mood: Mood) -> Message {
    Message::new(key).message("what", names::mood(mood))
}

/// A whole type: Hope is activated, Discontent exhausted.
fn all_of(mood: Mood) -> Message {
    match mood.track() {
        Track::Hope => of_mood("pick-mood-hope", mood),
        Track::Discontent => of_mood("pick-mood-discontent", mood),
    }
}

fn of_ring(ask: &Ask, ring: Ring) -> Message {
    let snow = *ask == Ask::Snow;
    match ring {
        Ring::Near if snow => Message::new("pick-snow-near"),
        Ring::Far if snow => Message::new("pick-snow-far"),
        Ring::Generator | Ring::Near | Ring::Far => names::ring(ring),
    }
}

fn split(counts: [u8; 3]) -> Message {
    let parts = Kind::ALL.iter().map(|kind| (*kind, counts[kind.at()]));
    let parts = parts.filter(|(_, count)| *count > 0);
    let parts: Vec<Message> = parts.map(|(kind, count)| names::count_kind(kind, count)).collect();
    if parts.is_empty() {
        return Message::new("pick-split-none");
    }
    Message::new("pick-split").list("parts", parts)
}

fn amount(ask: &Ask, count: u8) -> Message {
    if let Ask::Fuel(_) = ask {
        let coal = names::some(Good::Resource(Resource::Coal), count);
        return Message::new("pick-amount-fuel").number("count", count).message("what", coal);
    }
    let key = if let Ask::Take(_) = ask {
        "pick-amount-take"
    } else if let Ask::Bury(..) = ask {
        "pick-amount-bury"
    } else {
        "pick-amount"
    };
    Message::new(key).number("count", count)
}

/// What "nothing" means depends on the question.
fn done(ask: &Ask) -> &'static str {
    match ask {
        Ask::Fuel(_) => "pick-done-fuel",
        Ask::EndActions => "pick-done-go-on",
        Ask::PlayCard(_) => "pick-done-no-card",
        Ask::Mourn(..) => "pick-done-mourn",
        Ask::Advisor => "pick-done-advisor",
        Ask::Rise => "pick-done-rise",
        Ask::Keepers(_) => "pick-done-keepers",
        Ask::SubAction(..) | Ask::Workshop(_) => "pick-done-work",
        Ask::Resource(..) | Ask::Take(_) | Ask::Space(..) => "pick-done-enough",
        Ask::StartCorner
        | Ask::Opening(_)
        | Ask::OpeningUnpaid(_)
        | Ask::Option(..)
        | Ask::Price(..)
        | Ask::Kind(..)
        | Ask::Token(..)
        | Ask::Cure(_)
        | Ask::Treat(_)
        | Ask::Turn
        | Ask::Figure
        | Ask::Snow
        | Ask::Cell(_)
        | Ask::BuildFree
        | Ask::Special
        | Ask::Deploy
        | Ask::ScoutOrder(..)
        | Ask::Reach(..)
        | Ask::Explore(..)
        | Ask::Law
        | Ask::Technology
        | Ask::SickOrder(_)
        | Ask::DuskOrder
        | Ask::Stand
        | Ask::TileFate(_)
        | Ask::MoodType(_)
        | Ask::Bury(..)
        | Ask::RemoveSpent => "pick-done",
    }
}
