//! Snapshot of the game in an exported campaign, parsed within limits of its own.
//!
//! JSON of unknown shape can take hundreds of bytes of memory for each few bytes of the file, so
//! values and objects are counted while they are parsed.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::bounds::{KEPT_OBJECTS, KEPT_VALUES, TooMuch};

/// Parses the number of a log entry, and the snapshot taken after that entry.
pub(super) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Option<(u64, Value)>, D::Error> {
    let counts = ParseCounts::default();
    match CountedValue(&counts).deserialize(from)? {
        Value::Null => Ok(None),
        Value::Array(pair) => match <[Value; 2]>::try_from(pair) {
            Ok([seq, game]) => match seq.as_u64() {
                Some(seq) => Ok(Some((seq, game))),
                None => Err(D::Error::custom("the kept game has no number")),
            },
            Err(_) => Err(D::Error::custom("the kept game is not a number and a game")),
        },
        _ => Err(D::Error::custom("the kept game is not a number and a game")),
    }
}

/// Numbers of values and objects parsed so far.
#[derive(Default)]
struct ParseCounts {
    values: Cell<usize>,
    objects: Cell<usize>,
}

/// Seed that parses one JSON value and counts it, with all values inside.
struct CountedValue<'a>(&'a ParseCounts);

impl CountedValue<'_> {
    fn count<E: Error>(&self) -> Result<(), E> {
        more(&self.0.values, KEPT_VALUES, TooMuch::Values)
    }
}

/// Increments a count. Fails beyond `most`.
fn more<E: Error>(count: &Cell<usize>, most: usize, why: fn(usize) -> TooMuch) -> Result<(), E> {
    count.set(count.get() + 1);
    if count.get() > most {
        Err(E::custom(format!("the kept game: {}", why(most))))
    } else {
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for CountedValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        self.count()?;
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for CountedValue<'_> {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a kept game")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(one) = list.next_element_seed(CountedValue(self.0))? {
            all.push(one);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        more(&self.0.objects, KEPT_OBJECTS, TooMuch::Objects)?;
        let mut all = Map::new();
        while let Some(key) = map.next_key::<String>()? {
            all.insert(key, map.next_value_seed(CountedValue(self.0))?);
        }
        Ok(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::Value;

    #[derive(Debug, Deserialize)]
    struct Held {
        #[serde(deserialize_with = "super::read")]
        kept: Option<(u64, Value)>,
    }

    fn read(text: &str) -> Result<Option<(u64, Value)>, String> {
        serde_json::from_str::<Held>(text).map(|held| held.kept).map_err(|why| why.to_string())
    }

    #[test]
    fn a_kept_game_is_read_as_any_other_value() {
        let game =
            r#"{"a":[1,-2,1.5,1e300,18446744073709551615,"b\u00e9",null,true,{}],"":{"c":[[]]}}"#;
        let plain: Value = serde_json::from_str(game).unwrap();
        assert_eq!(read(&format!("{{\"kept\":[7,{game}]}}")), Ok(Some((7, plain))));
        assert_eq!(read(r#"{"kept":null}"#), Ok(None));
    }

    #[test]
    fn a_kept_game_that_is_none_is_refused() {
        for kept in ["7", "[]", "[1]", "[1,2,3]", "[-1,{}]", "[\"a\",{}]", "{}", "\"a\""] {
            assert!(read(&format!("{{\"kept\":{kept}}}")).is_err(), "{kept}");
        }
        assert!(read("{}").is_err(), "it is said where there is none");
    }

    #[test]
    fn a_kept_game_is_read_no_further_than_its_limits() {
        let many =
            |piece: &str, times: usize| format!("{{\"kept\":[1,[{}0]]}}", piece.repeat(times));
        assert!(read(&many("0,", 50_000)).is_ok());
        assert!(read(&many("0,", 70_000)).unwrap_err().contains("60000 values"));
        assert!(read(&many("{},", 7000)).unwrap_err().contains("6000 objects"));
    }
}
