//! What happened: one sentence for each event, plain and short.
//!
//! May use: `event`, `program`, the names. Deliberately absent: who may read
//! it; the event itself knows (`public`, `owner`). No catch-all arm.

use crate::frostpunk::rules::event::{CardTo, Event};
use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::{CardId, Kind, Meeple, Mood, Resource, Seat, TileId};
use crate::frostpunk::rules::map::Space;
use crate::frostpunk::rules::program::{Good, Pack};
use crate::game::Message;

mod kinds;

pub use kinds::kind;

use super::{choices, names, owner};

/// The event as a sentence.
pub fn event(pack: &Pack, event: &Event) -> Message {
    match event {
        Event::Phase(phase) => Message::new("event-phase").message("phase", names::phase(*phase)),
        Event::Round(round) => Message::new("event-round").number("round", *round),
        Event::Leader { seat, random: false } => of_seat("event-leader", *seat),
        Event::Leader { seat, random: true } => of_seat("event-leader-random", *seat),
        Event::Turn(seat) => of_seat("event-turn", *seat),
        Event::Taken { ask, pick } => {
            Message::new("event-taken").message("label", choices::label(pack, ask, *pick))
        }
        Event::OpeningChosen { seat, card: None } => of_seat("event-opening-chosen", *seat),
        Event::OpeningChosen { seat, card: Some(card) } => {
            with_card(pack, of_seat("event-opening-chosen-card", *seat), *card)
        }
        Event::OpeningClash { winner, others } => {
            of_seat("event-opening-clash", *winner).list("others", seats(others))
        }
        Event::OpeningPaid { seat, card, paid } => {
            let key = if *paid { "event-opening-paid" } else { "event-opening-unpaid" };
            with_card(pack, of_seat(key, *seat), *card)
        }
        Event::Wall { corner, deposit } => wall(*corner, *deposit),
        Event::Food { by, now } => moved(*by, *now, "event-food-up", "event-food-down"),
        Event::Hunger { by, now } => moved(*by, *now, "event-hunger-up", "event-hunger-down"),
        Event::Corpses { by, now } => moved(*by, *now, "event-corpses-up", "event-corpses-down"),
        Event::Supply { resource, by, now } => supply(*resource, *by, *now),
        Event::Citizens { kind, by, now } => {
            people(*kind, *by, *now, "event-citizens-up", "event-citizens-down")
        }
        Event::Sick { kind, by, now } => {
            people(*kind, *by, *now, "event-sick-up", "event-sick-down")
        }
        Event::Flipped { kind, skull: true } => of_kind("event-flipped-skull", *kind),
        Event::Flipped { kind, skull: false } => of_kind("event-flipped-syringe", *kind),
        Event::Died { kind } => of_kind("event-died", *kind),
        Event::Mourned { card, kind, from } => mourned(pack, *card, *kind, *from),
        Event::TokenPlaced { mood, active } => {
            token(*mood, *active, "event-token-placed-active", "event-token-placed")
        }
        Event::TokenFlipped { mood, active } => {
            token(*mood, *active, "event-token-activated", "event-token-exhausted")
        }
        Event::TokenRemoved { mood, active } => {
            token(*mood, *active, "event-token-removed-active", "event-token-removed")
        }
        Event::Heat { by, now } => moved(*by, *now, "event-heat-up", "event-heat-down"),
        Event::Cold { now } => Message::new("event-cold").number("now", *now),
        Event::RangeMoved { range, now } => {
            Message::new("event-range").message("what", names::range(*range)).number("now", *now)
        }
        Event::Tower { dropped, fallen } => {
            Message::new("event-tower").number("dropped", *dropped).number("fallen", *fallen)
        }
        Event::Stress { by, now } => moved(*by, *now, "event-stress-up", "event-stress-down"),
        Event::Overheated => Message::new("event-overheated"),
        Event::TowerUpgraded => Message::new("event-tower-upgraded"),
        Event::StormMarker { now: None } => Message::new("event-storm-gone"),
        Event::StormMarker { now: Some(round) } => {
            Message::new("event-storm-marker").number("round", *round)
        }
        Event::StormHits => Message::new("event-storm-hits"),
        Event::Trigger { round, card, placed } => {
            let key = if *placed { "event-trigger-placed" } else { "event-trigger" };
            with_card(pack, Message::new(key).number("round", *round), *card)
        }
        Event::TileRevealed { cell, tile } => Message::new("event-tile-revealed")
            .message("cell", names::cell(*cell))
            .message("tile", names::tile(pack, *tile)),
        Event::Pile { space, stuff, by, now } => {
            moved(*by, *now, "event-pile-up", "event-pile-down")
                .message("what", names::some_stuff(*stuff, by.unsigned_abs()))
                .message("space", names::space(*space))
        }
        Event::Built { building, space } => Message::new("event-built")
            .message("building", names::building(pack, *building))
            .message("space", names::space(*space)),
        Event::Unbuilt { building, space, destroyed } => {
            let key = if *destroyed { "event-destroyed" } else { "event-dismantled" };
            at(key, *space).message("building", names::building(pack, *building))
        }
        Event::Upgraded { building, space } => {
            at("event-upgraded", *space).message("building", names::building(pack, *building))
        }
        Event::Ruined { building, space } => {
            at("event-ruined", *space).message("building", names::building(pack, *building))
        }
        Event::BoardRuined { building, count } => Message::new("event-board-ruined")
            .message("building", names::building(pack, *building))
            .number("count", *count),
        Event::Figures { meeple, by } => {
            figure(sign(*by, "event-figures-up", "event-figures-down"), *meeple)
                .number("count", by.unsigned_abs())
        }
        Event::Placed { meeple, place, cold } => {
            let key = if *cold { "event-placed-cold" } else { "event-placed" };
            figure(key, *meeple).message("place", names::place(pack, *place))
        }
        Event::FiguresHome { count } => Message::new("event-figures-home").number("count", *count),
        Event::Resting { meeple } => figure("event-resting", *meeple),
        Event::Spent { kind, by, now } => moved(*by, *now, "event-spent-up", "event-spent-down")
            .message("kind", names::kind(*kind)),
        Event::Exhausted { kind, count } => Message::new("event-exhausted")
            .message("who", names::count_kind(*kind, *count))
            .number("count", *count),
        Event::Revealed { card } => on_card(pack, "event-revealed", *card),
        Event::CardMoved { card, to } => card_moved(pack, *card, *to),
        Event::OnCard { card, resource, by } => {
            let what = names::some(Good::Resource(*resource), by.unsigned_abs());
            on_card(pack, sign(*by, "event-on-card-up", "event-on-card-down"), *card)
                .message("what", what)
        }
        Event::Chosen { options, option, card } => {
            let ctx = card.map(Ctx::of).unwrap_or_default();
            let label = choices::option_label(pack, *options, *option, ctx);
            chosen(pack, owner::of(pack, *options, *card)).message("label", label)
        }
        Event::NoOption { card } => on_card(pack, "event-no-option", *card),
        Event::DuskAdded { card } => marked(pack, "event-dusk-added", *card),
        Event::DuskShuffled { discard: false } => Message::new("event-dusk-shuffled"),
        Event::DuskShuffled { discard: true } => Message::new("event-dusk-shuffled-discard"),
        Event::DisputeAdded { card } => on_card(pack, "event-dispute-added", *card),
        Event::Drew { seat, card: None } => of_seat("event-drew", *seat),
        Event::Drew { seat, card: Some(card) } => {
            with_card(pack, of_seat("event-drew-card", *seat), *card)
        }
        Event::Played { seat, card } => with_card(pack, of_seat("event-played", *seat), *card),
        Event::PlayedAway { card } => on_card(pack, "event-played-away", *card),
        Event::CitizensReshuffled => Message::new("event-citizens-reshuffled"),
        Event::LawPassed { card } => on_card(pack, "event-law-passed", *card),
        Event::LawGone { card } => on_card(pack, "event-law-gone", *card),
        Event::LawCovered { law, covered } => {
            let key = if *covered { "event-law-covered" } else { "event-law-free" };
            on_card(pack, key, *law)
        }
        Event::Development { card, round } => {
            on_card(pack, "event-development", *card).number("round", *round)
        }
        Event::Developed { card } => on_card(pack, "event-developed", *card),
        Event::DevelopmentLost { card } => on_card(pack, "event-development-lost", *card),
        Event::ScoutOut { stack, meeple } => {
            figure("event-scout-out", *meeple).message("stack", names::stack(*stack))
        }
        Event::ScoutMoved { stack, now } => Message::new("event-scout-moved")
            .message("stack", names::stack(*stack))
            .number("now", *now),
        Event::ScoutHome { stack, meeple } => {
            figure("event-scout-home", *meeple).message("stack", names::stack(*stack))
        }
        Event::Trail { stack, card } => {
            on_card(pack, "event-trail", *card).message("stack", names::stack(*stack))
        }
        Event::Explored { stack, card } => {
            on_card(pack, "event-explored", *card).message("stack", names::stack(*stack))
        }
        Event::StackGone { stack } => {
            Message::new("event-stack-gone").message("stack", names::stack(*stack))
        }
        Event::AdvisorUsed { advisor } => {
            Message::new("event-advisor-used").message("advisor", names::advisor(*advisor))
        }
        Event::CallToRise => Message::new("event-call-to-rise"),
        Event::Slept { warm, standing } => {
            Message::new("event-slept").number("warm", *warm).number("standing", *standing)
        }
        Event::TilesSeen { seat, tiles } => tiles_seen(pack, *seat, tiles),
        Event::TilePut { top: true } => Message::new("event-tile-top"),
        Event::TilePut { top: false } => Message::new("event-tile-bottom"),
        Event::DuskSeen { cards } => Message::new("event-dusk-seen")
            .list("cards", cards.iter().map(|card| names::card(pack, *card)).collect()),
        Event::Won => Message::new("event-won"),
        Event::Lost(loss) => Message::new("event-lost").message("why", names::loss(*loss)),
    }
}

fn sign<'a>(by: i16, up: &'a str, down: &'a str) -> &'a str {
    if by < 0 { down } else { up }
}

/// A marker moved: by how much, and where it is now.
fn moved(by: i16, now: impl Into<i64>, up: &str, down: &str) -> Message {
    Message::new(sign(by, up, down)).number("count", by.unsigned_abs()).number("now", now)
}

fn supply(resource: Resource, by: i16, now: u16) -> Message {
    let what = names::some(Good::Resource(resource), by.unsigned_abs());
    moved(by, now, "event-supply-up", "event-supply-down").message("what", what)
}

fn people(kind: Kind, by: i16, now: u8, up: &str, down: &str) -> Message {
    let who = names::count_kind(kind, by.unsigned_abs() as u8);
    moved(by, now, up, down).message("who", who)
}

fn of_seat(key: &str, seat: Seat) -> Message {
    Message::new(key).message("seat", names::seat(seat))
}

fn seats(seats: &[Seat]) -> Vec<Message> {
    seats.iter().map(|seat| names::seat(*seat)).collect()
}

fn of_kind(key: &str, kind: Kind) -> Message {
    Message::new(key).message("who", names::a_kind(kind)).message("kinds", names::kinds(kind))
}

fn figure(key: &str, meeple: Meeple) -> Message {
    Message::new(key)
        .message("who", names::a_meeple(meeple))
        .message("meeple", names::meeple(meeple))
}

fn at(key: &str, space: Space) -> Message {
    Message::new(key).message("space", names::space(space))
}

fn with_card(pack: &Pack, message: Message, card: CardId) -> Message {
    message.message("card", names::card(pack, card))
}

fn on_card(pack: &Pack, key: &str, card: CardId) -> Message {
    with_card(pack, Message::new(key), card)
}

/// The Dusk deck keeps its secrets: the card goes by its number.
fn marked(pack: &Pack, key: &str, card: CardId) -> Message {
    Message::new(key).message("card", names::mark(pack, card))
}

fn token(mood: Mood, active: bool, yes: &str, no: &str) -> Message {
    Message::new(if active { yes } else { no })
        .message("what", names::mood(mood))
        .message("track", names::track(mood.track()))
}

fn wall(corner: u8, deposit: Option<Resource>) -> Message {
    match deposit {
        None => Message::new("event-wall-blank").message("corner", names::corner(corner)),
        Some(resource) => Message::new("event-wall")
            .message("corner", names::corner(corner))
            .message("what", names::resource(resource)),
    }
}

fn mourned(pack: &Pack, card: CardId, kind: Kind, from: Option<Seat>) -> Message {
    let message = match from {
        None => Message::new("event-mourned"),
        Some(seat) => of_seat("event-mourned-hand", seat),
    };
    with_card(pack, message, card).message("kind", names::kind(kind))
}

fn card_moved(pack: &Pack, card: CardId, to: CardTo) -> Message {
    match to {
        CardTo::Removed => on_card(pack, "event-card-removed", card),
        CardTo::DuskDiscard => on_card(pack, "event-card-dusk-discard", card),
        CardTo::WeatherDiscard => on_card(pack, "event-card-weather-discard", card),
        CardTo::FaceDown => on_card(pack, "event-card-face-down", card),
        CardTo::Zone(zone) => {
            on_card(pack, "event-card-zone", card).message("zone", names::zone(zone))
        }
    }
}

fn chosen(pack: &Pack, owner: Option<owner::Owner>) -> Message {
    let of = match owner {
        Some(owner::Owner::Card(id) | owner::Owner::Special(id)) => names::card(pack, id),
        Some(owner::Owner::Building(id)) => names::building(pack, id),
        Some(owner::Owner::Advisor(advisor)) => names::advisor(advisor),
        None => return Message::new("event-chosen-plain"),
    };
    Message::new("event-chosen").message("of", of)
}

/// Everybody may know that tiles were looked at, one seat which ones.
fn tiles_seen(pack: &Pack, seat: Seat, tiles: &[TileId]) -> Message {
    if tiles.is_empty() {
        return of_seat("event-tiles-seen", seat);
    }
    let shown = tiles.iter().map(|tile| names::tile(pack, *tile));
    let shown = shown.map(|tile| Message::new("rule-group").message("rule", tile));
    of_seat("event-tiles-seen-which", seat).list("tiles", shown.collect())
}
