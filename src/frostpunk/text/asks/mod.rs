//! Questions: what is asked and why, in a form a newcomer understands.
//!
//! May use: `decision`, `program`, the names. Deliberately absent: who is
//! asked (the decision says that) and the answers. No catch-all arm: a new
//! question does not compile without its sentence.

use crate::frostpunk::rules::decision::{Ask, KindWhy, ResourceWhy, SpaceWhy, TokenWhy, Within};
use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::{Kind, OptionsId, Resource, Ring, Track};
use crate::frostpunk::rules::program::{Deck, Pack, Tokens};
use crate::game::Message;

mod kinds;

pub use kinds::kind;

use super::names;
use super::owner::{self, Owner};

/// The question as a sentence.
pub fn prompt(pack: &Pack, ask: &Ask) -> Message {
    match ask {
        Ask::StartCorner => Message::new("ask-start-corner"),
        Ask::Opening(_) => Message::new("ask-opening"),
        Ask::OpeningUnpaid(_) => Message::new("ask-opening-unpaid"),
        Ask::Option(options, ctx) => option(pack, *options, *ctx),
        Ask::Price(options, at, ctx) => price(pack, *options, *at, *ctx),
        Ask::Resource(why, left) => several(*left, resource(pack, *why)),
        Ask::Fuel(least) => number("ask-fuel", "least", *least),
        Ask::Kind(why, left) => several(*left, kind_why(*why)),
        Ask::Token(why, tokens, left) => several(*left, token(*why, *tokens)),
        Ask::Cure(points) => number("ask-cure", "count", *points),
        Ask::Treat(points) => number("ask-treat", "count", *points),
        Ask::Turn => Message::new("ask-turn"),
        Ask::EndActions => Message::new("ask-end-actions"),
        Ask::PlayCard(_) => Message::new("ask-play-card"),
        Ask::Figure => Message::new("ask-figure"),
        Ask::Snow => Message::new("ask-snow"),
        Ask::Cell(Ring::Far) => Message::new("ask-cell-far"),
        Ask::Cell(Ring::Near | Ring::Generator) => Message::new("ask-cell-near"),
        Ask::Space(why, within) => narrowed(pack, space(pack, *why), *within),
        Ask::SubAction(left, upgrade) => sub_action(*left, *upgrade),
        Ask::BuildFree => Message::new("ask-build-free"),
        Ask::Take(most) => number("ask-take", "count", *most),
        Ask::Special => Message::new("ask-special"),
        Ask::Deploy => Message::new("ask-deploy"),
        Ask::ScoutOrder(_, steps) => number("ask-scout-order", "steps", *steps),
        Ask::Reach(stack, steps) => on_stack("ask-reach", *stack).number("steps", *steps),
        Ask::Explore(stack, _) => on_stack("ask-explore", *stack),
        Ask::Law => Message::new("ask-law"),
        Ask::Technology => Message::new("ask-technology"),
        Ask::Advisor => Message::new("ask-advisor"),
        Ask::Rise => Message::new("ask-rise"),
        Ask::SickOrder(_) => Message::new("ask-sick-order"),
        Ask::DuskOrder => Message::new("ask-dusk-order"),
        Ask::Mourn(kind, _, _) => with_kind("ask-mourn", *kind),
        Ask::Stand => Message::new("ask-stand"),
        Ask::TileFate(_) => Message::new("ask-tile-fate"),
        Ask::Keepers(_) => Message::new("ask-keepers"),
        Ask::MoodType(Track::Hope) => Message::new("ask-mood-hope"),
        Ask::MoodType(Track::Discontent) => Message::new("ask-mood-discontent"),
        Ask::Bury(most, _, _) => number("ask-bury", "count", *most),
        Ask::Workshop(left) => number("ask-workshop", "count", *left),
        Ask::RemoveSpent => Message::new("ask-remove-spent"),
    }
}

fn number(key: &str, name: &str, value: u8) -> Message {
    Message::new(key).number(name, value)
}

fn with_kind(key: &str, kind: Kind) -> Message {
    Message::new(key).message("kind", names::kind(kind)).message("who", names::a_kind(kind))
}

fn on_stack(key: &str, stack: u8) -> Message {
    Message::new(key).message("stack", names::stack(stack))
}

/// The question, with how many are still to be chosen if it is more than one.
fn several(left: u8, question: Message) -> Message {
    if left < 2 {
        return question;
    }
    Message::new("ask-left").message("question", question).number("left", left)
}

fn option(pack: &Pack, options: OptionsId, ctx: Ctx) -> Message {
    match owner::of(pack, options, ctx.me) {
        Some(Owner::Card(id)) => {
            Message::new(option_key(pack.card(id).deck)).message("card", names::card(pack, id))
        }
        Some(Owner::Special(id)) => {
            Message::new("ask-option-special").message("card", names::card(pack, id))
        }
        Some(Owner::Building(id)) => {
            Message::new("ask-option-building").message("building", names::building(pack, id))
        }
        Some(Owner::Advisor(advisor)) => {
            Message::new("ask-option-advisor").message("advisor", names::advisor(advisor))
        }
        None => Message::new("ask-option"),
    }
}

fn option_key(deck: Deck) -> &'static str {
    match deck {
        Deck::Morning => "ask-option-morning",
        Deck::DuskStart | Deck::Dusk => "ask-option-dusk",
        Deck::Dispute => "ask-option-dispute",
        Deck::Consequence => "ask-option-consequence",
        Deck::Expedition => "ask-option-expedition",
        Deck::Scenario => "ask-option-scenario",
        Deck::Citizen => "ask-option-citizen",
        Deck::Law | Deck::Technology | Deck::Weather => "ask-option-card",
    }
}

fn price(pack: &Pack, options: OptionsId, at: u8, ctx: Ctx) -> Message {
    match pack.option_list(options).get(usize::from(at)) {
        Some(def) => {
            Message::new("ask-price").message("option", owner::label(pack, options, def, ctx.me))
        }
        None => Message::new("ask-price-plain"),
    }
}

fn resource(pack: &Pack, why: ResourceWhy) -> Message {
    match why {
        ResourceWhy::Give => Message::new("ask-resource-give"),
        ResourceWhy::PutOn(card, _, _, done) => {
            let key = if done { "ask-resource-put-more" } else { "ask-resource-put" };
            Message::new(key).message("card", names::card(pack, card))
        }
        ResourceWhy::TakeFrom(card) => {
            Message::new("ask-resource-take").message("card", names::card(pack, card))
        }
    }
}

fn kind_why(why: KindWhy) -> Message {
    Message::new(match why {
        KindWhy::Sick => "ask-kind-sick",
        KindWhy::Heal => "ask-kind-heal",
        KindWhy::Flip => "ask-kind-flip",
        KindWhy::Die(false) => "ask-kind-die",
        KindWhy::Die(true) => "ask-kind-die-silent",
        KindWhy::Join => "ask-kind-join",
        KindWhy::Leave => "ask-kind-leave",
        KindWhy::Spent(_) => "ask-kind-spent",
    })
}

fn token(why: TokenWhy, tokens: Tokens) -> Message {
    let key = match why {
        TokenWhy::Increase => "ask-token-increase",
        TokenWhy::Decrease(false) => "ask-token-decrease",
        TokenWhy::Decrease(true) => "ask-token-remove",
        TokenWhy::Activate => "ask-token-activate",
        TokenWhy::Exhaust => "ask-token-exhaust",
        TokenWhy::Price => "ask-token-price",
        TokenWhy::Discard => "ask-token-discard",
    };
    Message::new(key).message("what", names::tokens(tokens))
}

fn space(pack: &Pack, why: SpaceWhy) -> Message {
    match why {
        SpaceWhy::Act => Message::new("ask-space-act"),
        SpaceWhy::Build(id, _) => {
            Message::new("ask-space-build").message("building", names::building(pack, id))
        }
        SpaceWhy::Dismantle(..) => Message::new("ask-space-dismantle"),
        SpaceWhy::Destroy => Message::new("ask-space-destroy"),
        SpaceWhy::Upgrade(_) => Message::new("ask-space-upgrade"),
        SpaceWhy::FromMap(only, count, _, into_supply) => from_map(only, count, into_supply),
        SpaceWhy::Saw(_, wood) => number("ask-space-saw", "count", wood),
        SpaceWhy::Thump(left, cubes, _) => {
            number("ask-space-thump", "count", left).number("cubes", cubes)
        }
        SpaceWhy::TakeSome(left, _) => number("ask-space-take", "count", left),
        SpaceWhy::Reuse(_) => Message::new("ask-space-reuse"),
        SpaceWhy::ReuseWorker => Message::new("ask-space-reuse-worker"),
    }
}

/// Resources of the map go into the supply, or are lost as a price.
fn from_map(only: Option<Resource>, count: u8, into_supply: bool) -> Message {
    let what = only.map_or_else(|| Message::new("ask-any-resource"), names::resource);
    let key = if into_supply { "ask-space-from-map" } else { "ask-space-off-map" };
    several(count, Message::new(key).message("what", what))
}

fn narrowed(pack: &Pack, question: Message, within: Within) -> Message {
    let here = match within {
        Within::Map => return question,
        Within::Ring(ring) => names::ring(ring),
        Within::Cell(cell) => names::cell(cell),
        Within::Kind(id) => names::building(pack, id),
    };
    Message::new("ask-within").message("question", question).message("where", here)
}

fn sub_action(left: u8, upgrade: bool) -> Message {
    let key = if upgrade { "ask-sub-action-upgrade" } else { "ask-sub-action" };
    number(key, "count", left)
}
