//! How a good specimen is spoilt: as text, as bytes, or as JSON.

use serde_json::{Map, Value, json};

use crate::chance::Chance;

/// Numbers at and beyond the edges of every type.
const NUMBERS: [&str; 16] = [
    "-1",
    "0",
    "127",
    "128",
    "255",
    "256",
    "32768",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "0.5",
];

/// Pieces of text nobody expects there.
const PIECES: [&str; 14] = [
    "\0", "\u{feff}", "🜂", "e\u{301}", "\u{202e}", "\"", "\\", "{", "}", "[", "]", "null", ",",
    "\\u0000",
];

/// A specimen with one to three wounds.
pub fn bytes(good: &[u8], chance: &mut Chance<'_>) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=chance.below(3) {
        wound(&mut bytes, chance);
    }
    bytes
}

/// The same for what has to be text.
pub fn text(good: &str, chance: &mut Chance<'_>) -> String {
    String::from_utf8_lossy(&bytes(good.as_bytes(), chance)).into_owned()
}

fn wound(bytes: &mut Vec<u8>, chance: &mut Chance<'_>) {
    let at = chance.below(bytes.len() + 1);
    let end = (at + chance.below(40)).min(bytes.len());
    match chance.below(10) {
        0 => bytes.truncate(at),
        1 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
        2 if at < bytes.len() => bytes[at] = chance.byte(),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let copy = bytes[at..end].to_vec();
            bytes.splice(at..at, copy);
        }
        5 => drop(bytes.splice(at..at, chance.pick(&PIECES).bytes())),
        6 => drop(bytes.splice(at..at, "[".repeat(1 + chance.below(3000)).into_bytes())),
        7 => drop(bytes.splice(at..at, "ä".repeat(1 + chance.below(3000)).into_bytes())),
        8 => doubled_key(bytes, at),
        _ => number_in(bytes, at, chance),
    }
}

/// A text that is still well formed, with some of its numbers changed.
pub fn numbers(good: &str, chance: &mut Chance<'_>) -> String {
    let mut bytes = good.as_bytes().to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len());
        number_in(&mut bytes, at, chance);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Another number in the place of the next one.
fn number_in(bytes: &mut Vec<u8>, from: usize, chance: &mut Chance<'_>) {
    let Some(at) = (from..bytes.len()).find(|at| bytes[*at].is_ascii_digit()) else { return };
    let end = (at..bytes.len()).find(|at| !bytes[*at].is_ascii_digit()).unwrap_or(bytes.len());
    let small = chance.below(40).to_string();
    let other = if chance.one_in(2) { small.as_str() } else { chance.pick(&NUMBERS) };
    bytes.splice(at..end, other.bytes());
}

/// The next object gets its first key twice.
fn doubled_key(bytes: &mut Vec<u8>, from: usize) {
    let Some(at) = (from..bytes.len()).find(|at| bytes[*at..].starts_with(b"{\"")) else { return };
    let Some(end) = (at + 2..bytes.len()).find(|end| bytes[*end] == b'"') else { return };
    let twice = [&bytes[at + 1..=end], b":0,"].concat();
    bytes.splice(at + 1..=at, twice.into_iter().chain([b'"']));
}

/// Changes one value somewhere inside: its type, its size, its place.
pub fn json(value: &mut Value, chance: &mut Chance<'_>) {
    let deeper = !chance.one_in(12);
    match value {
        Value::Object(map) if !map.is_empty() && deeper => {
            let at = chance.below(map.len());
            if let Some((_, inner)) = map.iter_mut().nth(at) {
                json(inner, chance);
            }
        }
        Value::Array(list) if !list.is_empty() && deeper => {
            let at = chance.below(list.len());
            json(&mut list[at], chance);
        }
        Value::Object(map) => spoil_object(map, chance),
        Value::Array(list) => spoil_list(list, chance),
        Value::Number(_) if !chance.one_in(4) => *value = number(chance),
        other => *other = anything(chance),
    }
}

fn spoil_object(map: &mut Map<String, Value>, chance: &mut Chance<'_>) {
    let names: Vec<String> = map.keys().cloned().collect();
    match (names.get(chance.below(names.len())), chance.below(3)) {
        (Some(name), 0) => drop(map.remove(name)),
        (Some(name), 1) => drop(map.insert(name.clone(), anything(chance))),
        _ => drop(map.insert(chance.pick(&PIECES).to_owned(), anything(chance))),
    }
}

fn spoil_list(list: &mut Vec<Value>, chance: &mut Chance<'_>) {
    let (one, two) = (chance.below(list.len()), chance.below(list.len()));
    match chance.below(5) {
        0 if !list.is_empty() => drop(list.remove(one)),
        1 if !list.is_empty() => list.push(list[one].clone()),
        2 if !list.is_empty() => list.swap(one, two),
        3 if !list.is_empty() => {
            let whole = list.len() * (1 + chance.below(50));
            *list = list.iter().cloned().cycle().take(whole).collect();
        }
        _ => list.insert(one, anything(chance)),
    }
}

fn number(chance: &mut Chance<'_>) -> Value {
    if chance.one_in(2) {
        return json!(chance.below(300));
    }
    serde_json::from_str(chance.pick(&NUMBERS)).unwrap()
}

fn anything(chance: &mut Chance<'_>) -> Value {
    match chance.below(9) {
        0 => Value::Null,
        1 => json!(chance.one_in(2)),
        2 => number(chance),
        3 => json!(chance.pick(&PIECES).repeat(1 + chance.below(2000))),
        4 => json!("x"),
        5 => (0..100).fold(json!(1), |inner, _| json!([inner])),
        6 => (0..60).fold(json!(1), |inner, _| json!({ "in": inner })),
        7 => json!(vec![0; chance.below(500)]),
        _ => json!({}),
    }
}
