//! Why a choice cannot be taken, and what would open it.
//!
//! May use: `decision`, `remedy`, `program`, the names. Deliberately absent: the
//! state; the numbers come in with the remedy. No catch-all arm: a new reason or
//! remedy does not compile without its words.

use crate::frostpunk::rules::decision::Blocked;
use crate::frostpunk::rules::ids::{BuildingId, Resource, Ring};
use crate::frostpunk::rules::program::{Good, Pack, Test};
use crate::frostpunk::rules::remedy::Remedy;
use crate::game::Message;

use super::{describe, names};

/// The reason, and what would open it.
pub fn sentence(pack: &Pack, why: &Blocked, way: &Remedy) -> Message {
    Message::new("blocked-with")
        .message("why", blocked(pack, why))
        .message("remedy", remedy(pack, way))
}

/// The reason.
pub fn blocked(pack: &Pack, blocked: &Blocked) -> Message {
    match blocked {
        Blocked::Lacks(good, count) => {
            Message::new("blocked-lacks").message("what", names::some(*good, *count))
        }
        Blocked::LacksResources(count) => {
            Message::new("blocked-lacks-resources").number("count", *count)
        }
        Blocked::Needs(test) => {
            Message::new("blocked-needs").message("test", describe::condition(pack, test))
        }
        Blocked::NoneActive(mood) => {
            Message::new("blocked-none-active").message("what", names::mood(*mood))
        }
        Blocked::NoneActiveOn(track) => {
            Message::new("blocked-none-active").message("what", names::track(*track))
        }
        Blocked::NoFigure => Message::new("blocked-no-figure"),
        Blocked::NoTarget => Message::new("blocked-no-target"),
        Blocked::NoBeacon => Message::new("blocked-no-beacon"),
        Blocked::TooManyScouts => Message::new("blocked-too-many-scouts"),
        Blocked::NoStack => Message::new("blocked-no-stack"),
        Blocked::NoTile => Message::new("blocked-no-tile"),
        Blocked::NoSpecial => Message::new("blocked-no-special"),
        Blocked::HeatAtCold => Message::new("blocked-heat-at-cold"),
        Blocked::CouncilGoesOn => Message::new("blocked-council-goes-on"),
        Blocked::CardOnly => Message::new("blocked-card-only"),
        Blocked::NoneLeft => Message::new("blocked-none-left"),
        Blocked::Locked => Message::new("blocked-locked"),
        Blocked::NoSpace => Message::new("blocked-no-space"),
        Blocked::NoDeposit => Message::new("blocked-no-deposit"),
        Blocked::CannotPay => Message::new("blocked-cannot-pay"),
        Blocked::Barred => Message::new("blocked-barred"),
        Blocked::NoSkip => Message::new("blocked-no-skip"),
        Blocked::DeckEmpty => Message::new("blocked-deck-empty"),
        Blocked::Skull => Message::new("blocked-skull"),
        Blocked::Nobody => Message::new("blocked-nobody"),
        Blocked::Red => Message::new("blocked-red"),
        Blocked::NoDevelopment => Message::new("blocked-no-development"),
    }
}

/// What would open it.
pub fn remedy(pack: &Pack, remedy: &Remedy) -> Message {
    match remedy {
        Remedy::Get(good, have) => there(*have, get(*good)),
        Remedy::GetAny(have) => there(*have, Message::new("remedy-get-any")),
        Remedy::Meet(test, holds, now) => meet(pack, test, *holds, *now),
        Remedy::Raise(track, dark) => {
            Message::new("remedy-raise").message("what", names::track(*track)).number("dark", *dark)
        }
        Remedy::Night => Message::new("remedy-night"),
        Remedy::FeedAutomaton(coal) => Message::new("remedy-feed-automaton").number("coal", *coal),
        Remedy::Engineer => Message::new("remedy-engineer"),
        Remedy::Price => Message::new("remedy-price"),
        Remedy::ClearSnow => Message::new("remedy-clear-snow"),
        Remedy::Wood(need, have) => {
            Message::new("remedy-wood").number("need", *need).number("have", *have)
        }
        Remedy::BuildFirst => Message::new("remedy-build-first"),
        Remedy::Build(id) => build(pack, *id),
        Remedy::Jobs(need, left) => {
            Message::new("remedy-jobs").number("need", *need).number("left", *left)
        }
        Remedy::Upgrade => Message::new("remedy-upgrade"),
        Remedy::Scouts(out, may) => {
            Message::new("remedy-scouts").number("out", *out).number("may", *may)
        }
        Remedy::Return => Message::new("remedy-return"),
        Remedy::OtherRing(Ring::Far) => Message::new("remedy-far"),
        Remedy::OtherRing(Ring::Near | Ring::Generator) => Message::new("remedy-near"),
        Remedy::OtherAction => Message::new("remedy-other-action"),
        Remedy::Specials(count) => Message::new("remedy-specials").number("count", *count),
        Remedy::KeepCoal(cold) => Message::new("remedy-keep-coal").number("cold", *cold),
        Remedy::ActFirst => Message::new("remedy-act-first"),
        Remedy::PlayCard => Message::new("remedy-play-card"),
        Remedy::MakeRoom(false) => Message::new("remedy-room"),
        Remedy::MakeRoom(true) => Message::new("remedy-room-large"),
        Remedy::Deposit(what) => {
            Message::new("remedy-deposit").message("what", names::resource(*what))
        }
        Remedy::Law(law) => Message::new("remedy-law").message("law", names::card(pack, *law)),
        Remedy::Dismantle => Message::new("remedy-dismantle"),
        Remedy::OtherCard => Message::new("remedy-other-card"),
        Remedy::OtherOption => Message::new("remedy-other-option"),
        Remedy::OtherType => Message::new("remedy-other-type"),
        Remedy::Explore => Message::new("remedy-explore"),
        Remedy::Treat => Message::new("remedy-treat"),
        Remedy::Develop => Message::new("remedy-develop"),
    }
}

/// So many are there, and so one gets more.
fn there(have: u16, how: Message) -> Message {
    Message::new("remedy-there").number("have", have).message("how", how)
}

fn get(good: Good) -> Message {
    Message::new(match good {
        Good::Food => "remedy-get-food",
        Good::Automaton => "remedy-get-automaton",
        Good::Resource(Resource::Wood) => "remedy-get-wood",
        Good::Resource(Resource::Coal) => "remedy-get-coal",
        Good::Resource(Resource::Core | Resource::Steel) => "remedy-get-rare",
    })
}

fn build(pack: &Pack, id: BuildingId) -> Message {
    let building = pack.building(id);
    let parts = [(Resource::Wood, building.wood), (Resource::Core, building.cores)];
    let parts = parts.into_iter().filter(|(_, count)| *count > 0);
    let cost = parts.map(|(what, count)| names::some(Good::Resource(what), count)).collect();
    Message::new("remedy-build").message("what", names::building(pack, id)).list("cost", cost)
}

/// A condition: where it stands now, and what moves it.
fn meet(pack: &Pack, test: &Test, holds: bool, now: Option<u16>) -> Message {
    let how = if holds { bring(pack, test) } else { avoid(pack, test) };
    match now {
        Some(now) => Message::new("remedy-now").number("now", now).message("how", how),
        None => how,
    }
}

/// What makes a condition hold.
fn bring(pack: &Pack, test: &Test) -> Message {
    match test {
        Test::Active(mood) => raise(names::track(mood.track())),
        Test::Tokens(track, _) | Test::ActiveOn(track, _) => raise(names::track(*track)),
        Test::Have(good, _) => get(*good),
        Test::HaveResources(_) => Message::new("remedy-get-any"),
        Test::Citizens(..) => Message::new("remedy-join"),
        Test::RoundFrom(round) => Message::new("remedy-wait").number("round", *round),
        Test::Built(id, _) => build(pack, *id),
        Test::OnThis(kind) => Message::new("remedy-send").message("who", names::a_kind(*kind)),
        Test::GoodsOnThis(..) | Test::AnyOnThis(_) | Test::GoodsOn(..) => {
            Message::new("remedy-put")
        }
        Test::Revealed(_) | Test::InPlay(_) => Message::new("remedy-come"),
        Test::InForce(_) => Message::new("remedy-force"),
        Test::TreeInReach => Message::new("remedy-tree"),
        // Nobody brings that about on purpose.
        Test::Sick(..)
        | Test::SickInAll(_)
        | Test::Hunger(_)
        | Test::Corpses(_)
        | Test::LawLeft
        | Test::SleptCold
        | Test::AutomatonLeft
        | Test::SpentToken
        | Test::Not(_)
        | Test::AnyOf(_) => Message::new("remedy-other-option"),
    }
}

/// What makes it cease.
fn avoid(pack: &Pack, test: &Test) -> Message {
    match test {
        Test::Active(mood) => lower(names::track(mood.track())),
        Test::Tokens(track, _) | Test::ActiveOn(track, _) => lower(names::track(*track)),
        Test::Have(..) | Test::HaveResources(_) => Message::new("remedy-spend"),
        Test::Sick(..) | Test::SickInAll(_) => Message::new("remedy-cure"),
        Test::Hunger(_) => Message::new("remedy-feed"),
        Test::Built(id, _) => {
            Message::new("remedy-take-down").message("what", names::building(pack, *id))
        }
        Test::Citizens(..)
        | Test::Corpses(_)
        | Test::RoundFrom(_)
        | Test::OnThis(_)
        | Test::GoodsOnThis(..)
        | Test::AnyOnThis(_)
        | Test::GoodsOn(..)
        | Test::Revealed(_)
        | Test::InPlay(_)
        | Test::InForce(_)
        | Test::LawLeft
        | Test::SleptCold
        | Test::TreeInReach
        | Test::AutomatonLeft
        | Test::SpentToken
        | Test::Not(_)
        | Test::AnyOf(_) => Message::new("remedy-other-option"),
    }
}

fn raise(what: Message) -> Message {
    Message::new("remedy-grow").message("what", what)
}

fn lower(what: Message) -> Message {
    Message::new("remedy-shrink").message("what", what)
}
