//! An event as plain data: the ids of cards, Buildings, tiles and places by
//! their names, so that a page or a script can read it without the pack.
//!
//! May use: `rules`. Deliberately absent: words of a language.

use serde_json::{Map, Value, json};

use super::rules::event::Event;
use super::rules::ids::{BuildingId, CardId, TileId};
use super::rules::map::{CELLS, Cell, SPACES, Space};
use super::rules::program::Pack;

/// The data of an event; ids are words.
pub fn record(pack: &Pack, event: &Event) -> Value {
    if let Event::Taken { .. } = event {
        // The sentence says what was taken; question and answer are not a stable form.
        return json!({ "taken": {} });
    }
    serde_json::to_value(event).map_or(Value::Null, |value| named(pack, "", value))
}

/// Replaces numbers by the names their field stands for.
fn named(pack: &Pack, field: &str, value: Value) -> Value {
    match value {
        Value::Object(map) => Value::Object(
            map.into_iter()
                .map(|(key, inner)| {
                    let inner = named(pack, &key, inner);
                    (key, inner)
                })
                .collect::<Map<String, Value>>(),
        ),
        Value::Array(list) => list.into_iter().map(|inner| named(pack, field, inner)).collect(),
        Value::Number(number) => {
            let id = number.as_u64().and_then(|id| u16::try_from(id).ok());
            id.and_then(|id| name(pack, field, id)).map_or(Value::Number(number), Value::String)
        }
        other => other,
    }
}

fn name(pack: &Pack, field: &str, id: u16) -> Option<String> {
    let small = u8::try_from(id).ok();
    match field {
        "card" | "cards" | "law" => {
            (usize::from(id) < pack.cards.len()).then(|| pack.card(CardId(id)).id.clone())
        }
        "building" => small
            .filter(|id| usize::from(*id) < pack.buildings.len())
            .map(|id| pack.building(BuildingId(id)).id.clone()),
        "tile" | "tiles" => small
            .filter(|id| usize::from(*id) < pack.tiles.len())
            .map(|id| pack.tile(TileId(id)).id.clone()),
        "space" => small.filter(|id| *id < SPACES).map(|id| Space(id).label()),
        "cell" => small.filter(|id| *id < CELLS).map(|id| Cell(id).label()),
        _ => None,
    }
}

/// The event a record was made of; none if it is of another version or pack, or was
/// never kept whole (an answer that was the only one).
pub fn recall(pack: &Pack, data: &Value) -> Option<Event> {
    serde_json::from_value(numbered(pack, "", data)).ok()
}

/// Replaces names by the numbers their field stands for.
fn numbered(pack: &Pack, field: &str, value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let fields = map.iter().map(|(key, inner)| (key.clone(), numbered(pack, key, inner)));
            Value::Object(fields.collect::<Map<String, Value>>())
        }
        Value::Array(list) => list.iter().map(|inner| numbered(pack, field, inner)).collect(),
        Value::String(name) => {
            let id = number(pack, field, name);
            id.map_or_else(|| value.clone(), |id| Value::Number(id.into()))
        }
        other => other.clone(),
    }
}

fn number(pack: &Pack, field: &str, name: &str) -> Option<usize> {
    match field {
        "card" | "cards" | "law" => pack.cards.iter().position(|card| card.id == name),
        "building" => pack.buildings.iter().position(|building| building.id == name),
        "tile" | "tiles" => pack.tiles.iter().position(|tile| tile.id == name),
        "space" => (0..SPACES).position(|id| Space(id).label() == name),
        "cell" => (0..CELLS).position(|id| Cell(id).label() == name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{recall, record};
    use crate::frostpunk::content;
    use crate::frostpunk::rules::event::Event;
    use crate::frostpunk::rules::ids::{Meeple, Phase};
    use crate::frostpunk::rules::map::Space;
    use crate::frostpunk::rules::state::Place;

    #[test]
    fn a_record_names_cards_buildings_and_places() {
        let pack = content::builtin().unwrap();
        let card = pack.find("M001").unwrap();
        assert_eq!(
            record(&pack, &Event::Revealed { card }).to_string(),
            r#"{"revealed":{"card":"M001"}}"#
        );
        let building = pack.find_building("tent").unwrap();
        let built = record(&pack, &Event::Built { building, space: Space(7) });
        assert_eq!(built["built"]["building"], "tent");
        assert_eq!(built["built"]["space"], "N0b");
        assert_eq!(record(&pack, &Event::Round(3)).to_string(), r#"{"round":3}"#);
    }

    #[test]
    fn a_record_can_be_read_back_and_a_foreign_one_is_not_an_event() {
        let pack = content::builtin().unwrap();
        let card = pack.find("D022").unwrap();
        let events = [
            Event::DuskSeen { cards: vec![card] },
            Event::Placed { meeple: Meeple::Worker, place: Place::Space(Space(7)), cold: true },
            Event::StormHits,
            Event::Phase(Phase::Dusk),
        ];
        for event in events {
            assert_eq!(recall(&pack, &record(&pack, &event)), Some(event));
        }
        let foreign = serde_json::json!({ "revealed": { "card": "Q99" } });
        assert_eq!(recall(&pack, &foreign), None);
        assert_eq!(recall(&pack, &serde_json::Value::Null), None);
    }
}
