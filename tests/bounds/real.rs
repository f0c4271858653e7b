//! What is real is far from every limit.

use emberhall::bounds::{self, Json};
use emberhall::frostpunk::{Frostpunk, content};
use emberhall::game::{Answer, Game, Policy, Setup};

use crate::campaign::played;
use crate::kit::{Folder, games};

/// A part of what JSON may hold. Nothing real nests by chance.
fn part(of: &Json, by: usize) -> Json {
    let Json { bytes, depth, values, objects, text } = *of;
    Json {
        bytes: bytes / by,
        depth: depth / 3,
        values: values / by,
        objects: objects / by,
        text: text / by,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_campaign_fits_into_an_eighth_of_what_may_be_taken_in() {
    let (folder, games) = (Folder::new(), games());
    for seats in 1..=4 {
        let out = played(&folder.0, &games, seats, (10_000, Policy::Greedy)).await;
        let text = out.to_text().unwrap();
        let entries = out.entries.len();
        println!("{seats} seats: {} bytes, {entries} entries, {}", text.len(), figures(&text));
        bounds::json(text.as_bytes(), &part(&bounds::UPLOAD, 8)).unwrap();
        assert!(entries * 8 < bounds::ENTRIES, "{entries} entries");
    }
}

#[test]
fn every_save_of_a_campaign_fits_into_an_eighth_of_what_is_loaded() {
    let game = Frostpunk::builtin().unwrap();
    for seats in 1..=4 {
        let (mut table, _) = game.start(&Setup::usual(&game, seats), seats as u64).unwrap();
        let mut longest = String::new();
        while let Some(decision) = table.decisions().into_iter().next() {
            let choice = table.choose(decision.id, Policy::Greedy, 1).unwrap();
            table.apply(&Answer { decision: Some(decision.id), choice }).unwrap();
            let text = table.save().to_string();
            bounds::json(text.as_bytes(), &part(&bounds::SAVE, 8)).unwrap();
            if text.len() > longest.len() {
                longest = text;
            }
        }
        println!("{seats} seats: {} bytes, {}", longest.len(), figures(&longest));
    }
}

#[test]
fn the_pack_of_the_program_fits_into_an_eighth_of_what_a_pack_may_hold() {
    let files = content::builtin_files().into_iter().chain(content::builtin_texts());
    let (mut count, mut bytes) = (0, 0);
    for (file, text) in files {
        (count, bytes) = (count + 1, bytes + text.len());
        assert!(text.len() * 8 < bounds::FILE && file.len() * 4 < bounds::NAME, "{file}");
        // Eight times over it is still within the limits of one file.
        let eight = text.repeat(8);
        let scanned = if content::is_text(&file) {
            bounds::fluent(eight.as_bytes())
        } else {
            bounds::toml(eight.as_bytes(), &bounds::CARDS)
        };
        assert_eq!(scanned, Ok(()), "{file}");
    }
    assert!(count * 8 < bounds::FILES && bytes * 8 < bounds::PACK, "{count} files, {bytes} bytes");
}

/// Depth, values and objects, for those who set the limits.
fn figures(text: &str) -> String {
    fn count(value: &serde_json::Value) -> (usize, usize, usize, usize) {
        use serde_json::Value;
        let join = |all: Vec<(usize, usize, usize, usize)>, object, own: usize| {
            let sum = |part: fn(&(usize, usize, usize, usize)) -> usize| {
                all.iter().map(part).sum::<usize>()
            };
            let most = |part: fn(&(usize, usize, usize, usize)) -> usize| {
                all.iter().map(part).max().unwrap_or(0)
            };
            (
                1 + most(|one| one.0),
                1 + sum(|one| one.1),
                object + sum(|one| one.2),
                own.max(most(|one| one.3)),
            )
        };
        match value {
            Value::Array(list) => join(list.iter().map(count).collect(), 0, 0),
            Value::Object(map) => join(map.values().map(count).collect(), 1, 0),
            Value::String(text) => (0, 1, 0, text.len()),
            _ => (0, 1, 0, 0),
        }
    }
    let (depth, values, objects, longest) = count(&serde_json::from_str(text).unwrap());
    format!("depth {depth}, {values} values, {objects} objects, longest text {longest}")
}
