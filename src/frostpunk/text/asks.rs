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
        Ask::Explore(stack) => on_stack("ask-explore", *stack),
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

/// The stable kind of a question, for settings such as "who decides what".
pub fn kind(pack: &Pack, ask: &Ask) -> String {
    let word = match ask {
        Ask::StartCorner => "start_corner",
        Ask::Opening(_) => "opening",
        Ask::OpeningUnpaid(_) => "opening_unpaid",
        Ask::Option(options, ctx) => return option_kind(pack, *options, *ctx),
        Ask::Price(..) => "price",
        Ask::Resource(why, _) => resource_kind(*why),
        Ask::Fuel(_) => "fuel",
        Ask::Kind(why, _) => kind_kind(*why),
        Ask::Token(why, _, _) => token_kind(*why),
        Ask::Cure(_) => "cure",
        Ask::Treat(_) => "treat",
        Ask::Turn => "turn",
        Ask::EndActions => "end_actions",
        Ask::PlayCard(_) => "play_card",
        Ask::Figure => "figure",
        Ask::Snow => "snow",
        Ask::Cell(_) => "cell",
        Ask::Space(why, _) => space_kind(*why),
        Ask::SubAction(..) => "sub_action",
        Ask::BuildFree => "build_free",
        Ask::Take(_) => "take",
        Ask::Special => "special",
        Ask::Deploy => "deploy",
        Ask::ScoutOrder(..) => "scout_order",
        Ask::Reach(..) => "reach",
        Ask::Explore(_) => "explore",
        Ask::Law => "law",
        Ask::Technology => "technology",
        Ask::Advisor => "advisor",
        Ask::Rise => "rise",
        Ask::SickOrder(_) => "sick_order",
        Ask::DuskOrder => "dusk_order",
        Ask::Mourn(..) => "mourn",
        Ask::Stand => "stand",
        Ask::TileFate(_) => "tile_fate",
        Ask::Keepers(_) => "keepers",
        Ask::MoodType(_) => "mood_type",
        Ask::Bury(..) => "bury",
        Ask::Workshop(_) => "workshop",
        Ask::RemoveSpent => "remove_spent",
    };
    word.to_owned()
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
        Some(Owner::Card(id)) => Message::new(option_key(pack.card(id).deck))
            .message("card", names::card(pack, id)),
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

fn option_kind(pack: &Pack, options: OptionsId, ctx: Ctx) -> String {
    match owner::of(pack, options, ctx.me) {
        Some(Owner::Card(id)) => format!("option_{}", pack.card(id).deck.key()),
        Some(Owner::Special(_)) => "option_special".to_owned(),
        Some(Owner::Building(_)) => "option_building".to_owned(),
        Some(Owner::Advisor(_)) => "option_advisor".to_owned(),
        None => "option".to_owned(),
    }
}

fn price(pack: &Pack, options: OptionsId, at: u8, ctx: Ctx) -> Message {
    match pack.option_list(options).get(usize::from(at)) {
        Some(def) => Message::new("ask-price")
            .message("option", owner::label(pack, options, def, ctx.me)),
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

fn resource_kind(why: ResourceWhy) -> &'static str {
    match why {
        ResourceWhy::Give => "resource_give",
        ResourceWhy::PutOn(..) => "resource_put",
        ResourceWhy::TakeFrom(_) => "resource_take",
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

fn kind_kind(why: KindWhy) -> &'static str {
    match why {
        KindWhy::Sick => "kind_sick",
        KindWhy::Heal => "kind_heal",
        KindWhy::Flip => "kind_flip",
        KindWhy::Die(_) => "kind_die",
        KindWhy::Join => "kind_join",
        KindWhy::Leave => "kind_leave",
        KindWhy::Spent(_) => "kind_spent",
    }
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

fn token_kind(why: TokenWhy) -> &'static str {
    match why {
        TokenWhy::Increase => "token_increase",
        TokenWhy::Decrease(_) => "token_decrease",
        TokenWhy::Activate => "token_activate",
        TokenWhy::Exhaust => "token_exhaust",
        TokenWhy::Price => "token_price",
        TokenWhy::Discard => "token_discard",
    }
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

fn space_kind(why: SpaceWhy) -> &'static str {
    match why {
        SpaceWhy::Act => "space_act",
        SpaceWhy::Build(..) => "space_build",
        SpaceWhy::Dismantle(..) => "space_dismantle",
        SpaceWhy::Destroy => "space_destroy",
        SpaceWhy::Upgrade(_) => "space_upgrade",
        SpaceWhy::FromMap(..) => "space_from_map",
        SpaceWhy::Saw(..) => "space_saw",
        SpaceWhy::Thump(..) => "space_thump",
        SpaceWhy::TakeSome(..) => "space_take",
        SpaceWhy::Reuse(_) => "space_reuse",
        SpaceWhy::ReuseWorker => "space_reuse_worker",
    }
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
