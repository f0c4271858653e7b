//! Names: the words of the board, of cards, Buildings, seats and places.
//!
//! May use: `ids`, `map`, `program`. Deliberately absent: sentences. Every
//! word of a closed list has the key `<list>-<word>`; [`all`] lists them.

use crate::frostpunk::rules::ids::{
    Action, Advisor, BuildingId, CardId, Insulation, Kind, Letter, Loss, Meeple, Mood, Phase,
    Range, Resource, Ring, Seat, Stuff, TileId, Track,
};
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::program::{Deck, Good, Pack, Tokens};
use crate::frostpunk::rules::state::{Place, Zone};
use crate::game::Message;

fn word(list: &str, key: &str) -> Message {
    Message::new(format!("{list}{key}"))
}

/// A card by its title; every copy has the same.
pub fn card(pack: &Pack, id: CardId) -> Message {
    word("card-", face_id(pack, id))
}

/// A card by its number only: its title would tell too much.
pub fn mark(pack: &Pack, id: CardId) -> Message {
    Message::new("board-mark").label("id", face_id(pack, id))
}

/// The id all copies of a card share.
pub fn face_id(pack: &Pack, id: CardId) -> &str {
    &pack.card(pack.face(id)).id
}

/// A kind of Building.
pub fn building(pack: &Pack, id: BuildingId) -> Message {
    word("building-", &pack.building(id).id)
}

/// A Society card by its id.
pub fn society(id: &str) -> Message {
    word("society-", id)
}

/// A scenario.
pub fn scenario(id: &str) -> Message {
    word("scenario-", id)
}

/// An Advisor.
pub fn advisor(advisor: Advisor) -> Message {
    word("advisor-", advisor.key())
}

/// A Citizen type: "Worker".
pub fn kind(kind: Kind) -> Message {
    word("kind-", kind.key())
}

/// One of a type: "a Worker".
pub fn a_kind(kind: Kind) -> Message {
    word("kind-a-", kind.key())
}

/// All of a type: "Workers".
pub fn kinds(kind: Kind) -> Message {
    word("kind-many-", kind.key())
}

/// So many of a type: "2 Workers".
pub fn count_kind(kind: Kind, count: u8) -> Message {
    word("kind-count-", kind.key()).number("count", count)
}

/// A figure: "Child Worker".
pub fn meeple(meeple: Meeple) -> Message {
    word("meeple-", meeple.key())
}

/// One figure: "an Automaton".
pub fn a_meeple(meeple: Meeple) -> Message {
    word("meeple-a-", meeple.key())
}

/// A Resource.
pub fn resource(resource: Resource) -> Message {
    word("resource-", resource.key())
}

/// What can lie on a space.
pub fn stuff(stuff: Stuff) -> Message {
    word("stuff-", stuff.key())
}

/// So much of a good: "3 Food", "1 Steam Core".
pub fn some(good: Good, count: impl Into<i64>) -> Message {
    word("some-", good_key(good)).number("count", count)
}

/// So much of what lies on a space.
pub fn some_stuff(stuff: Stuff, count: impl Into<i64>) -> Message {
    word("some-", stuff.key()).number("count", count)
}

fn good_key(good: Good) -> &'static str {
    match good {
        Good::Food => "food",
        Good::Resource(resource) => resource.key(),
        Good::Automaton => Meeple::Automaton.key(),
    }
}

/// A track of the City's mood.
pub fn track(track: Track) -> Message {
    word("track-", track.key())
}

/// A type of token.
pub fn mood(mood: Mood) -> Message {
    word("mood-", mood.key())
}

/// A type of token, or any of a track.
pub fn tokens(tokens: Tokens) -> Message {
    match tokens {
        Tokens::Any(any) => track(any),
        Tokens::Of(one) => mood(one),
    }
}

/// How well a Building keeps warm.
pub fn insulation(insulation: Insulation) -> Message {
    word("insulation-", insulation.key())
}

/// A Heat Range indicator.
pub fn range(range: Range) -> Message {
    word("range-", range.key())
}

/// A Phase of the round.
pub fn phase(phase: Phase) -> Message {
    word("phase-", phase.key())
}

/// A Main action.
pub fn action(action: Action) -> Message {
    word("action-", action.key())
}

/// A ring of the map.
pub fn ring(ring: Ring) -> Message {
    word("ring-", ring.key())
}

/// An Expedition deck.
pub fn letter(letter: Letter) -> Message {
    word("letter-", letter.key())
}

/// How a campaign was lost.
pub fn loss(loss: Loss) -> Message {
    word("loss-", loss.key())
}

/// A deck.
pub fn deck(deck: Deck) -> Message {
    word("deck-", deck.key())
}

/// A cell of the map, with its ring.
pub fn cell(cell: Cell) -> Message {
    word("board-cell-", cell.ring().key()).label("label", cell.label())
}

/// A space of the map, with its ring.
pub fn space(space: Space) -> Message {
    word("board-space-", space.ring().key()).label("label", space.label())
}

/// A corner of the Rim.
pub fn corner(corner: u8) -> Message {
    Message::new("board-corner").number("number", corner + 1)
}

/// An Expedition stack.
pub fn stack(stack: u8) -> Message {
    Message::new("board-stack").number("number", stack + 1)
}

/// A seat by its number; `Seated` calls it by its Advisor.
pub fn seat(seat: Seat) -> Message {
    Message::new("board-seat").number("number", seat.0 + 1)
}

/// What a tile shows.
pub fn tile(pack: &Pack, id: TileId) -> Message {
    let face = pack.tile(id);
    let piles = face.spaces.iter().flatten().map(|(what, count)| some_stuff(*what, *count));
    let food = (face.food > 0).then(|| some(Good::Food, face.food));
    let shows: Vec<Message> = piles.chain(food).collect();
    if shows.is_empty() {
        return Message::new("board-tile-empty");
    }
    Message::new("board-tile").list("shows", shows)
}

/// Where a figure is placed.
pub fn place(pack: &Pack, place: Place) -> Message {
    match place {
        Place::Snow => action(Action::Snow),
        Place::Construct => action(Action::Construct),
        Place::Space(at) => space(at),
        Place::Card(id) => card(pack, id),
    }
}

/// Where an open card lies.
pub fn zone(zone: Zone) -> Message {
    Message::new(match zone {
        Zone::Resolving => "board-zone-resolving",
        Zone::Event => "board-zone-event",
        Zone::Scenario => "board-zone-scenario",
        Zone::Law => "board-zone-law",
    })
}

/// Every key that is made from a closed list of words.
pub fn all() -> Vec<String> {
    let mut keys = Vec::new();
    let mut list = |prefix: &str, words: Vec<&str>| {
        keys.extend(words.into_iter().map(|key| format!("{prefix}{key}")));
    };
    let kinds = || Kind::ALL.iter().map(|word| word.key()).collect();
    for prefix in ["kind-", "kind-a-", "kind-many-", "kind-count-"] {
        list(prefix, kinds());
    }
    let meeples = || Meeple::ALL.iter().map(|word| word.key()).collect();
    list("meeple-", meeples());
    list("meeple-a-", meeples());
    let resources = || Resource::ALL.iter().map(|word| word.key()).collect();
    list("resource-", resources());
    list("some-", resources());
    list("some-", vec![Stuff::Trees.key(), "food", Meeple::Automaton.key()]);
    list("stuff-", Stuff::ALL.iter().map(|word| word.key()).collect());
    list("track-", Track::ALL.iter().map(|word| word.key()).collect());
    list("mood-", Mood::ALL.iter().map(|word| word.key()).collect());
    list("insulation-", Insulation::ALL.iter().map(|word| word.key()).collect());
    list("range-", Range::ALL.iter().map(|word| word.key()).collect());
    list("phase-", Phase::ALL.iter().map(|word| word.key()).collect());
    list("action-", Action::ALL.iter().map(|word| word.key()).collect());
    list("letter-", Letter::ALL.iter().map(|word| word.key()).collect());
    list("loss-", Loss::ALL.iter().map(|word| word.key()).collect());
    list("deck-", Deck::ALL.iter().map(|(_, key)| *key).collect());
    let rings = || Ring::ALL.iter().map(|word| word.key()).collect();
    list("ring-", rings());
    list("board-space-", rings());
    list("board-cell-", vec![Ring::Near.key(), Ring::Far.key()]);
    list("advisor-", Advisor::ALL.iter().map(|word| word.key()).collect());
    keys
}
