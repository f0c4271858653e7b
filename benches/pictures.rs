//! Pictures: what a board costs, against the quickest way to write its pixels.
//!
//! One run, one machine, one core. The measure is the PNG encoder that packs
//! least and is quickest (fdeflate), given the very pixels of the board: drawing
//! and packing a board may take six times as long. Times are orientation.
//!
//! The limit is held against the best of many tries on both sides: where others
//! use the machine, a board is interrupted and a bare encoding hardly ever, so
//! that the medians compare neighbours. They are printed beside it all the same.
//!
//! `cargo bench --bench pictures`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use emberhall::canvas::{DrawPermit, MAX_PERMITS};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Outcome, PosterInput};
use serde_json::Value;

const STATES: [&str; 7] =
    ["start", "midgame", "first-storm", "second-storm", "crowded", "dying", "won"];
const TIMES: usize = 60;
const LIMIT: f64 = 6.0;
const LARGEST: usize = 150_000;

fn main() {
    let game = Frostpunk::builtin().unwrap();
    let mut worst = (0.0_f64, 0_usize);
    println!("state          board ms   fdeflate ms   ratio   kB   (medians: ms, ms, ratio)");
    for name in STATES {
        let view = state(name);
        let file = game.picture(&view, None, "en").unwrap().png;
        let (size, pixels) = pixels(&file);
        // Turn by turn, so that what else the machine does is felt by both.
        let (mut board, mut floor) = (Vec::new(), Vec::new());
        for _ in 0..TIMES {
            board.push(time(|| drop(game.picture(&view, None, "en").unwrap())));
            floor.push(time(|| drop(fastest(&pixels, size))));
        }
        let ([board, usual], [floor, usual_floor]) = (times(board), times(floor));
        let ratio = board / floor;
        let kb = file.len() as f64 / 1000.0;
        print!("{name:14} {board:8.2}   {floor:11.2}   {ratio:5.2}   {kb:3.0}");
        println!("   ({usual:.2}, {usual_floor:.2}, {:.2})", usual / usual_floor);
        worst = (worst.0.max(ratio), worst.1.max(file.len()));
    }
    println!("worst: ratio {:.2} (limit {LIMIT}), {} bytes (limit {LARGEST})", worst.0, worst.1);
    others(&game);
    many(&game);
    if worst.0 > LIMIT || worst.1 > LARGEST {
        println!("OVER THE LIMIT");
        std::process::exit(1);
    }
}

/// The other kinds, once each.
fn others(game: &Frostpunk) {
    let rounds: Vec<Value> = state("rounds").as_array().unwrap().clone();
    let won = state("won");
    let names = ["Ada".to_owned(), "Bruno".to_owned()];
    let chart = || game.chart(&rounds, "en").unwrap().png.len();
    let card = || game.card_picture("M001", "en").unwrap().png.len();
    let decreed = ["Child labour: the people, with 14 of 20 votes, in round 2".to_owned()];
    let (view, outcome) = (&won, &Outcome::Won);
    let ending = PosterInput { view, rounds: &rounds, names: &names, decreed: &decreed, outcome };
    let poster = || game.poster(&ending, "en").unwrap().png.len();
    let film = || game.animation(&mut rounds.iter().cloned(), "en").unwrap().bytes.len();
    let kinds: [(&str, &dyn Fn() -> usize); 4] =
        [("chart", &chart), ("card", &card), ("poster", &poster), ("film", &film)];
    for (name, make) in kinds {
        make();
        let begun = Instant::now();
        let bytes = make();
        let took = begun.elapsed().as_secs_f64() * 1000.0;
        println!("{name:7} {took:8.2} ms, {:.0} kB", bytes as f64 / 1000.0);
    }
}

/// Twenty at once.
fn many(game: &Frostpunk) {
    let view = state("crowded");
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..20 {
            scope.spawn(|| game.picture(&view, None, "en").unwrap());
        }
    });
    let took = begun.elapsed().as_secs_f64() * 1000.0;
    println!(
        "20 at once: {took:.1} ms, at most {} in work (limit {MAX_PERMITS})",
        DrawPermit::most()
    );
}

fn state(name: &str) -> Value {
    let file = format!("{}/tests/pictures/states/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn time(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

/// The best and the median, in milliseconds.
fn times(mut all: Vec<Duration>) -> [f64; 2] {
    all.sort_unstable();
    [all[0], all[all.len() / 2]].map(|time| time.as_secs_f64() * 1000.0)
}

fn pixels(file: &[u8]) -> ((u32, u32), Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    ((info.width, info.height), bytes)
}

/// The quickest encoder there is, on the pixels as they are.
fn fastest(pixels: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fastest);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(pixels).unwrap();
    writer.finish().unwrap();
    file
}
