//! Kept states and how they looked: golden pictures, cards, poster, film, many at once.
//!
//! `EMBERHALL_UPDATE=1 cargo test --lib golden` draws the golden pictures and the
//! samples of the README again; look at them before they are kept. The states stay as they
//! are: only a change of the drawing moves a picture.

#![allow(clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::said::Said;
use super::{card, chart, film, picture, poster};
use crate::canvas::{DrawPermit, MAX_PERMITS, WrittenText};
use crate::frostpunk::{Frostpunk, text};
use crate::game::{Game as _, LONGEST_ALT, Outcome, Picture, PosterInput};

const STATES: [&str; 7] =
    ["start", "midgame", "first-storm", "second-storm", "crowded", "dying", "won"];
/// A pixel is another one if a part of its colour is this far off.
const OFF: u8 = 24;
/// So many of a thousand pixels may be others.
const MAY_DIFFER: usize = 5;

fn home() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn state(name: &str) -> Value {
    let file = home().join(format!("tests/pictures/states/{name}.json"));
    let text = std::fs::read_to_string(file).expect("a state");
    serde_json::from_str(&text).expect("a view")
}

fn rounds() -> Vec<Value> {
    state("rounds").as_array().expect("views").clone()
}

/// Are kept files written, instead of being compared with?
pub(super) fn updating() -> bool {
    std::env::var_os("EMBERHALL_UPDATE").is_some_and(|set| set == "1")
}

/// The size and the pixels of a file, three bytes each.
fn pixels(file: &[u8]) -> ((u32, u32), Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a picture");
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut bytes).expect("pixels");
    bytes.truncate(info.buffer_size());
    ((info.width, info.height), bytes)
}

/// How many of a thousand pixels are others; all, if the sizes are.
fn differ(a: &[u8], b: &[u8]) -> usize {
    let ((size, a), (other, b)) = (pixels(a), pixels(b));
    if size != other {
        return 1000;
    }
    let pairs = a.chunks_exact(3).zip(b.chunks_exact(3));
    let far = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > OFF);
    let others = pairs.filter(far).count();
    (others * 1000).div_ceil(a.len() / 3)
}

fn leave(folder: &str, name: &str, bytes: &[u8]) {
    let folder = home().join(folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), bytes).expect("a file");
}

fn shown(name: &str, since: Option<&Value>) -> Picture {
    picture(&state(name), since, text::words("en")).expect("a picture")
}

#[test]
fn states_look_as_they_did() {
    for name in STATES {
        let now = shown(name, None);
        let alt = now.alt.chars().count();
        assert!(now.png.len() < 150_000 && alt <= LONGEST_ALT, "{name}: {}", now.png.len());
        let file = format!("{name}.png");
        leave("target/pictures", &file, &now.png);
        if updating() {
            leave("tests/pictures/golden", &file, &now.png);
        }
        let kept = std::fs::read(home().join("tests/pictures/golden").join(file)).expect("kept");
        let others = differ(&now.png, &kept);
        let what = "compare it with target/pictures; EMBERHALL_UPDATE=1 draws them again";
        assert!(others <= MAY_DIFFER, "{name}: {others} of 1000 pixels are others; {what}");
    }
}

#[test]
fn a_golden_picture_notices_what_moved() {
    let calm = shown("midgame", None);
    assert_eq!(differ(&calm.png, &calm.png), 0);
    let mut view = state("midgame");
    view["map"]["tiles"].as_array_mut().expect("tiles").pop();
    let moved = picture(&view, None, text::words("en")).expect("a picture");
    assert!(differ(&calm.png, &moved.png) > MAY_DIFFER, "a tile is gone and nobody sees it");
}

#[test]
fn what_changed_is_marked_and_said() {
    let rounds = rounds();
    let words = text::words("en");
    let (before, mut now) = (&rounds[7], rounds[8].clone());
    now["food"] = Value::from(before["food"].as_u64().expect("a number") + 3);
    let plain = picture(&now, None, words).expect("a picture");
    let marked = picture(&now, Some(before), words).expect("a picture");
    leave("target/pictures", "changed.png", &marked.png);
    assert_ne!(plain.png, marked.png);
    assert!(marked.alt.contains("Food +3"), "{}", marked.alt);
    assert!(marked.alt.chars().count() <= LONGEST_ALT && !plain.alt.contains("+3"));
    assert_eq!(picture(&now, Some(&now), words), Some(plain.clone()), "nothing changed");
    assert_eq!(picture(&now, Some(&Value::Null), words), Some(plain), "no view is no change");
}

fn inside(text: &WrittenText, (width, height): (u32, u32)) -> bool {
    let (right, bottom) = (text.right <= width as i32, text.bottom <= height as i32);
    text.left >= 0 && text.top >= 0 && right && bottom
}

fn overlap(a: &WrittenText, b: &WrittenText) -> bool {
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

#[test]
fn every_card_says_all_its_words_and_none_over_another() {
    let game = Frostpunk::builtin().expect("a game");
    let pieces = game.cards();
    assert!(pieces.len() > 100, "{} pieces", pieces.len());
    for piece in &pieces {
        let said = game.card(&piece.id, "en").expect("a sheet");
        let deck = text::lookup::deck(game.pack(), &piece.id);
        let sheet = card::draw(&said, deck).expect("a card");
        let written = sheet.written();
        for (at, text) in written.iter().enumerate() {
            assert!(inside(text, sheet.size()), "{}: outside: {text:?}", piece.id);
            let other = written[..at].iter().find(|other| overlap(text, other));
            assert!(other.is_none(), "{}: {text:?} over {other:?}", piece.id);
        }
        let all: Vec<&str> = written.iter().map(|text| text.text.as_str()).collect();
        let all = all.join(" ");
        for line in said.lines.iter().chain(&said.story) {
            let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(all.contains(&words), "{}: not all is written: {words}", piece.id);
        }
    }
    let kept = ["M001", "L01", "S08"].iter().filter_map(|id| game.card_picture(id, "en"));
    for (at, picture) in kept.enumerate() {
        assert!(picture.png.len() < 150_000 && picture.alt.chars().count() <= LONGEST_ALT);
        leave("target/pictures", &format!("card-{at}.png"), &picture.png);
    }
    assert_eq!(game.card_picture("no such card", "en"), None);
}

#[test]
fn a_card_of_very_many_words_grows_and_loses_none() {
    let long = crate::game::Article {
        title: "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz of the North"
            .to_owned(),
        kind: "Law".to_owned(),
        story: Some("The cold came in the night. ".repeat(60)),
        lines: vec!["Gain 2 Wood, then lose 1 Hope. ".repeat(9); 12],
        more: Vec::new(),
    };
    let sheet = card::draw(&long, "law").expect("a card");
    assert!(sheet.size().1 > 900, "{:?}", sheet.size());
    let nights = sheet.written().iter().flat_map(|text| text.text.split(' '));
    assert_eq!(nights.filter(|word| word.starts_with("night")).count(), 60);
    assert!(sheet.written().iter().all(|text| inside(text, sheet.size())));
}

#[test]
fn a_poster_has_the_verdict_and_the_names() {
    let names: Vec<String> = [
        "Ada",
        "Bohdan",
        "Çelik",
        "a name that is very long indeed, longer than most, \
         and goes on for a while so that it needs a line of its own",
    ]
    .map(str::to_owned)
    .to_vec();
    let decreed = [
        "Child Labour: the people, with 31 of 44 votes, in round 2",
        "Sustain Life: the Advisors, with 2 of 3 votes, in round 4",
    ]
    .map(str::to_owned);
    let (view, rounds, words) = (state("won"), rounds(), text::words("en"));
    let made = |outcome: &Outcome| {
        let decreed = &decreed[..];
        let ending = PosterInput { view: &view, rounds: &rounds, names: &names, decreed, outcome };
        poster(&ending, words).expect("a poster")
    };
    let won = made(&Outcome::Won);
    leave("target/pictures", "poster.png", &won.png);
    assert!(won.alt.contains("Bohdan") && won.alt.contains("31 of 44"), "{}", won.alt);
    assert!(won.png.len() < 400_000, "{}", won.png.len());
    let lost = made(&Outcome::Lost { cause: "hunger".to_owned() });
    assert!(lost.png != won.png && !lost.alt.contains(['⟨', '{']), "{}", lost.alt);
    let view: crate::frostpunk::view::View = serde_json::from_value(view).expect("a view");
    let verdict = poster::verdict(&view, &Outcome::Won, Said(words));
    let views = chart::read(&rounds).expect("views");
    let listed = (&decreed[..], &names[..]);
    let sheet = poster::draw(&view, &views, listed, &verdict, Said(words)).expect("a poster");
    let written = sheet.written();
    assert!(written.iter().all(|text| inside(text, sheet.size())));
    let says = |line: &str| written.iter().any(|text| text.text == line);
    assert!(decreed.iter().all(|line| says(line)), "who wanted which Law");
    let bare = poster::draw(&view, &views, (&[], &names), &verdict, Said(words)).expect("a poster");
    assert!(bare.size().1 < sheet.size().1, "without Laws there is no box for them");
}

#[test]
fn a_film_is_small_and_the_same_every_time() {
    let some = || rounds().into_iter().take(3);
    let once = film(&mut some(), text::words("en")).expect("a film");
    assert!(once.bytes.starts_with(b"GIF89a") && once.extension == "gif");
    assert!(once.alt.chars().count() <= LONGEST_ALT && !once.alt.contains(['⟨', '{']));
    assert_eq!(film(&mut some(), text::words("en")), Some(once.clone()));
    // A campaign has sixteen pictures.
    assert!(once.bytes.len() / 3 * 16 < 8_000_000, "{} bytes of three", once.bytes.len());
    assert_eq!(film(&mut std::iter::empty(), text::words("en")), None);
    leave("target/pictures", "film.gif", &once.bytes);
}

#[test]
fn many_pictures_at_once_wait_for_few_places() {
    let view = state("midgame");
    let alone = picture(&view, None, text::words("en"));
    std::thread::scope(|scope| {
        let draw = || picture(&view, None, text::words("en"));
        let drawn: Vec<_> = (0..20).map(|_| scope.spawn(draw)).collect();
        for one in drawn {
            assert_eq!(one.join().expect("drawn"), alone, "the same among many");
        }
    });
    assert!(DrawPermit::most() <= MAX_PERMITS, "{} at once", DrawPermit::most());
}

/// The pictures the README shows.
#[test]
fn samples_are_drawn_anew_when_asked_for() {
    if !updating() {
        return;
    }
    let game = Frostpunk::builtin().expect("a game");
    // All of one campaign, so that what changed and how it went fit together.
    let rounds = rounds();
    let last = rounds.last().expect("a round");
    let lost = Outcome::Lost { cause: "explosion".to_owned() };
    let names: Vec<String> = ["Ada", "Bruno", "Celia", "Dmitri"].map(str::to_owned).to_vec();
    let decreed = ["Child Labour: the people, with 31 of 44 votes, in round 2".to_owned()];
    let ending = PosterInput {
        view: last,
        rounds: &rounds,
        names: &names,
        decreed: &decreed,
        outcome: &lost,
    };
    let samples = [
        ("board.png", game.picture(&rounds[8], rounds.get(7), "en")),
        ("chart.png", game.chart(&rounds, "en")),
        ("card.png", game.card_picture("M001", "en")),
        ("poster.png", game.poster(&ending, "en")),
    ];
    for (name, sample) in samples {
        leave("assets/samples", name, &sample.expect("a sample").png);
    }
}
