//! Pictures of random campaigns: everything in its box, every label drawn.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::said::Said;
use super::scene::Scene;
use super::{SIZE, chart, draw, picture};
use crate::canvas::{Surface, WrittenText};
use crate::frostpunk::content;
use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::dice::Dice;
use crate::frostpunk::rules::ids::{Mood, Track};
use crate::frostpunk::rules::map::{CELLS, Cell};
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::setup::{Setup, start};
use crate::frostpunk::rules::state::{City, Token};
use crate::frostpunk::view::{View, view};
use crate::frostpunk::{policy, text};
use crate::game::{LONGEST_ALT, Viewer};

fn pack() -> Pack {
    content::builtin().expect("the content is good")
}

/// How a campaign of a test is played.
struct Walk {
    players: usize,
    seed: u64,
    /// Of eight answers, how many are good ones.
    wise: u32,
    /// The city is kept alive, so that all rounds are seen.
    nursed: bool,
}

impl Walk {
    /// Plays it, and shows every state with the number of answers before it.
    fn see(&self, pack: &Pack, see: &mut dyn FnMut(usize, &View)) {
        let setup = Setup::usual(self.players);
        let (mut city, _) = start(pack, &setup, self.seed).expect("a campaign begins");
        let mut dice = Dice::new(self.seed);
        for step in 0..5000 {
            see(step, &view(pack, &city, Viewer::Public));
            let Some(pending) = city.pending.first().cloned() else {
                break;
            };
            if self.nursed && matches!(pending.ask, Ask::Turn | Ask::Fuel(0) | Ask::Advisor) {
                nurse(&mut city);
            }
            let wise = dice.below(8) < self.wise;
            let pick = if wise {
                policy::greedy(pack, &city, 0, 7).map(|good| good.pick)
            } else {
                policy::random(pack, &city, 0, &mut dice)
            };
            let pick = pick.expect("something is open");
            let mut out = Vec::new();
            Referee::new(pack, &mut city, &mut out).take(pending.id, pick).expect("it is open");
        }
    }
}

fn nurse(city: &mut City) {
    for kind in 0..3 {
        city.citizens[kind] = city.citizens[kind].max(12);
        city.sick[kind] = city.sick[kind].min(6);
    }
    city.hunger = 0;
    city.food = city.food.max(12);
    city.corpses = city.corpses.min(3);
    city.generator.stress = city.generator.stress.min(4);
    city.supply[0] = city.supply[0].max(6);
    while city.track(Track::Discontent).len() > 3 {
        let token = city.tokens[Track::Discontent.at()].remove(0);
        city.bags[token.mood.at()] += 1;
    }
    while city.track(Track::Hope).len() < 5 {
        let in_bag = |mood: &Mood| city.bags[mood.at()] > 0;
        let Some(mood) = Mood::of(Track::Hope).into_iter().find(in_bag) else {
            return;
        };
        city.bags[mood.at()] -= 1;
        city.tokens[Track::Hope.at()].push(Token { mood, active: true });
    }
}

/// Some of every campaign: hard ones, long ones, each number of players.
fn walks() -> impl Iterator<Item = Walk> {
    (0..8_u32).map(|n| Walk {
        players: 1 + n as usize % 4,
        seed: u64::from(n) + 1,
        wise: n % 3 * 3,
        nursed: n % 2 == 1,
    })
}

fn drawn(view: &View) -> Surface {
    marked(view, None)
}

fn marked(view: &View, before: Option<&View>) -> Surface {
    draw(&Scene { view, before, said: Said(text::words("en")) }).expect("a picture")
}

fn overlap(a: &WrittenText, b: &WrittenText) -> bool {
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/// Two texts that cover each other, if there are any.
fn clash(written: &[WrittenText]) -> Option<(&WrittenText, &WrittenText)> {
    let pairs = written.iter().enumerate().flat_map(|(at, a)| {
        let others = &written[at + 1..];
        others.iter().map(move |b| (a, b))
    });
    pairs.into_iter().find(|(a, b)| overlap(a, b))
}

/// Every label a question may name.
fn labels(view: &View) -> Vec<String> {
    let open: BTreeSet<&str> = view.map.tiles.iter().map(|tile| tile.label.as_str()).collect();
    let spaces = view.map.tiles.iter().flat_map(|tile| &tile.spaces).filter(|space| !space.drawer);
    let cells = (0..CELLS).map(|cell| Cell(cell).label());
    let bare = cells.filter(|label| !open.contains(label.as_str()));
    spaces.map(|space| space.label.clone()).chain(bare).collect()
}

#[test]
fn every_text_lies_inside_the_picture_and_covers_no_other() {
    let pack = pack();
    let (width, height) = (SIZE.0 as i32, SIZE.1 as i32);
    let mut seen = 0;
    for walk in walks() {
        let mut before: Option<View> = None;
        walk.see(&pack, &mut |step, view| {
            if step % 17 != 0 && view.outcome.is_none() {
                return;
            }
            seen += 1;
            let sheet = marked(view, before.as_ref());
            before = Some(view.clone());
            for text in sheet.written() {
                let inside = text.left >= 0 && text.top >= 0;
                let inside = inside && text.right <= width && text.bottom <= height;
                assert!(inside, "seed {} step {step}: outside: {text:?}", walk.seed);
            }
            let clash = clash(sheet.written());
            assert!(clash.is_none(), "seed {} step {step}: {clash:?}", walk.seed);
        });
    }
    assert!(seen > 100, "only {seen} pictures were looked at");
}

#[test]
fn every_tile_and_space_carries_the_name_questions_call_it_by() {
    let pack = pack();
    for walk in walks().take(4) {
        walk.see(&pack, &mut |step, view| {
            if step % 40 != 0 {
                return;
            }
            let sheet = drawn(view);
            let said: BTreeSet<&str> = sheet.written().iter().map(|w| w.text.as_str()).collect();
            let lacking: Vec<String> =
                labels(view).into_iter().filter(|label| !said.contains(label.as_str())).collect();
            assert!(lacking.is_empty(), "{lacking:?}");
            let unnamed = said.iter().find(|text| text.contains(['⟨', '{']));
            assert_eq!(unnamed, None, "not in the word lists");
        });
    }
}

#[test]
fn key_numbers_are_large_enough_for_a_telephone() {
    let pack = pack();
    let walk = Walk { players: 2, seed: 5, wise: 6, nursed: false };
    walk.see(&pack, &mut |step, view| {
        if step % 60 != 0 {
            return;
        }
        let sheet = drawn(view);
        let high = |word: &str| {
            let text = sheet.written().iter().find(|w| w.text.starts_with(word));
            text.map_or(0, |w| w.bottom - w.top)
        };
        // A third of these is what a picture 400 pixels wide is left with.
        for word in ["HEAT", "COLD", "FOOD", "SICK", "HOPE", "DISCONTENT", "Round "] {
            assert!(high(word) >= 17, "{word} is {} pixels high", high(word));
        }
        // The tallest of several: the same number also stands on tracks.
        let number = |number: usize| {
            let same = sheet.written().iter().filter(|w| w.text == number.to_string());
            same.map(|w| w.bottom - w.top).max().unwrap_or(0)
        };
        let (food, heat, cold) = (view.food, view.generator.heat, view.generator.cold);
        for key in [food.into(), heat.into(), cold.into(), view.hope.len(), view.discontent.len()] {
            assert!(number(key) >= 30, "{key} is {} pixels high", number(key));
        }
    });
}

#[test]
fn the_same_view_gives_the_same_bytes_and_a_small_file() {
    let pack = pack();
    let walk = Walk { players: 4, seed: 2, wise: 6, nursed: true };
    walk.see(&pack, &mut |step, view| {
        if step % 150 != 0 {
            return;
        }
        let shown = json!(view);
        let once = picture(&shown, None, text::words("en")).expect("a picture");
        assert_eq!(picture(&shown, None, text::words("en")), Some(once.clone()));
        assert!(once.png.len() < 150_000, "{} bytes", once.png.len());
        let alt = once.alt.chars().count();
        assert!((100..=LONGEST_ALT).contains(&alt), "{}", once.alt);
        assert!(!once.alt.contains(['⟨', '{']), "{}", once.alt);
    });
}

#[test]
fn the_picture_says_in_words_what_it_shows() {
    let pack = pack();
    let mut first = None;
    let walk = Walk { players: 2, seed: 3, wise: 8, nursed: false };
    walk.see(&pack, &mut |step, view| {
        if step == 30 {
            first = Some(view.clone());
        }
    });
    let view = first.expect("a campaign has thirty answers");
    let alt = picture(&json!(view), None, text::words("en")).expect("a picture").alt;
    let heat = format!("Heat {} against Cold {}", view.generator.heat, view.generator.cold);
    assert!(alt.contains(&heat), "{alt}");
    assert!(alt.contains(&format!("Food {}", view.food)), "{alt}");
}

/// A value with one of its parts replaced by something else.
fn broken(value: &Value, dice: &mut Dice) -> Value {
    match value {
        Value::Object(fields) if !fields.is_empty() && dice.below(8) > 0 => {
            let mut fields = fields.clone();
            let at = dice.below(fields.len() as u32) as usize;
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                *field = broken(field, dice);
            }
            Value::Object(fields)
        }
        Value::Array(list) if !list.is_empty() && dice.below(8) > 0 => {
            let mut list = list.clone();
            let at = dice.below(list.len() as u32) as usize;
            list[at] = broken(&list[at], dice);
            Value::Array(list)
        }
        Value::Array(list) => Value::Array([list.clone(), list.clone(), list.clone()].concat()),
        Value::Number(_) => {
            json!(*[0, 1, 200, 255, 70_000].get(dice.below(5) as usize).expect("five"))
        }
        Value::String(_) => {
            json!(["", "G", "N3", "x y", &"long ".repeat(99)][dice.below(5) as usize])
        }
        _ => Value::Null,
    }
}

#[test]
fn what_is_no_view_is_no_picture_and_what_is_odd_stops_nothing() {
    let words = text::words("en");
    for odd in [Value::Null, json!({ "round": 1 }), json!([]), json!("x")] {
        assert_eq!(picture(&odd, None, words), None);
        assert_eq!(chart(&[odd], words), None);
    }
    assert_eq!(chart(&[], words), None);
    let pack = pack();
    let mut dice = Dice::new(11);
    let mut drawn = 0;
    let walk = Walk { players: 3, seed: 6, wise: 6, nursed: true };
    walk.see(&pack, &mut |step, view| {
        if step % 30 == 0 {
            let odd = broken(&json!(view), &mut dice);
            drawn += usize::from(picture(&odd, None, words).is_some());
            let _ = chart(&[odd, json!(view)], words);
        }
    });
    assert!(drawn > 0, "some odd views are views");
}

/// One view a round.
fn course(pack: &Pack, walk: &Walk) -> Vec<View> {
    let mut rounds: Vec<View> = Vec::new();
    walk.see(pack, &mut |_, view| {
        if rounds.last().is_none_or(|last| last.round != view.round) {
            rounds.push(view.clone());
        }
    });
    rounds
}

#[test]
fn a_chart_is_drawn_for_any_number_of_rounds() {
    let pack = pack();
    let views = course(&pack, &Walk { players: 2, seed: 2, wise: 6, nursed: true });
    assert!(views.len() > 10, "{} rounds", views.len());
    for rounds in 1..=views.len() {
        let said = Said(text::words("en"));
        let sheet = chart::draw(&views[..rounds], said).expect("a chart");
        let (width, height) = sheet.size();
        for text in sheet.written() {
            let inside = text.left >= 0 && text.top >= 0;
            let inside = inside && text.right <= width as i32 && text.bottom <= height as i32;
            assert!(inside, "{rounds} rounds: outside: {text:?}");
        }
        let clash = clash(sheet.written());
        assert!(clash.is_none(), "{rounds} rounds: {clash:?}");
    }
    let shown: Vec<Value> = views.iter().map(|view| json!(view)).collect();
    let once = chart(&shown, text::words("en")).expect("a chart");
    assert_eq!(chart(&shown, text::words("en")), Some(once.clone()));
    assert!(once.alt.contains("Hope from"), "{}", once.alt);
}

#[test]
fn every_word_of_the_pictures_is_used_and_there() {
    let sources = [
        include_str!("alt.rs"),
        include_str!("card.rs"),
        include_str!("chart.rs"),
        include_str!("film.rs"),
        include_str!("gauges.rs"),
        include_str!("happened.rs"),
        include_str!("layer.rs"),
        include_str!("lists.rs"),
        include_str!("map.rs"),
        include_str!("marks.rs"),
        include_str!("mood.rs"),
        include_str!("people.rs"),
        include_str!("poster.rs"),
        include_str!("said.rs"),
        include_str!("top.rs"),
    ];
    let literals = sources.iter().flat_map(|source| source.split('"').skip(1).step_by(2));
    let used: BTreeSet<&str> = literals.filter(|text| text.starts_with("picture-")).collect();
    let english = text::words("en");
    // The closed lists are asked for by their beginning.
    let lists = ["picture-figure", "picture-insulation", "picture-store", "picture-track"];
    let lacking: Vec<&&str> =
        used.iter().filter(|key| !lists.contains(key) && !english.has(key)).collect();
    assert!(lacking.is_empty(), "{lacking:?}");
    let known = |key: &str| {
        used.contains(key) || lists.iter().any(|list| key.starts_with(&format!("{list}-")))
    };
    let stray: Vec<&str> =
        english.keys().filter(|key| key.starts_with("picture-") && !known(key)).collect();
    assert!(stray.is_empty(), "{stray:?}");
}

/// For eyes: boards of a well and of a badly led campaign, and a chart, under `target/pictures`.
#[test]
fn samples_are_left_for_eyes() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    let words = text::words("en");
    let pack = pack();
    let wanted = [(1, "setup"), (2, "action"), (7, "weather"), (10, "action"), (15, "night")];
    for (name, seed, wise) in [("well", 2, 8), ("badly", 7, 3)] {
        let walk = Walk { players: 4, seed, wise, nursed: true };
        walk.see(&pack, &mut |_, view| {
            if wanted.contains(&(view.round, view.phase.as_str())) || view.outcome.is_some() {
                let file = format!("{name}-{:02}-{}.png", view.round, view.phase);
                let shown = picture(&json!(view), None, words).expect("a picture");
                std::fs::write(folder.join(file), shown.png).expect("a file");
            }
        });
        let views: Vec<Value> = course(&pack, &walk).iter().map(|view| json!(view)).collect();
        let shown = chart(&views, words).expect("a chart");
        std::fs::write(folder.join(format!("{name}-chart.png")), shown.png).expect("a file");
    }
}

/// States worth a picture, by name: the first one that is like it.
type Wanted = (&'static str, fn(&View) -> bool);

const STATES: [Wanted; 5] = [
    ("start", |view| view.round == 1 && view.phase == "action"),
    ("midgame", |view| view.round == 8 && view.phase == "action" && view.placed.len() > 3),
    ("first-storm", |view| view.storm == Some(view.round) && view.round < 11),
    ("dying", |view| {
        let sick: u32 = view.people.iter().map(|people| u32::from(people.sick)).sum();
        view.hunger > 8 && sick > 14 && view.outcome.is_none()
    }),
    ("won", |view| view.outcome == Some(crate::frostpunk::rules::state::Outcome::Won)),
];

/// Keeps the states of play that the golden pictures, the bench and the samples show. One that is
/// there stays: pictures that are drawn again are still pictures of the same states. To have
/// another, delete its file and set `EMBERHALL_UPDATE=1`. `second-storm` and `crowded` are arranged
/// by hand: no walk meets them.
#[test]
fn every_state_that_pictures_show_is_kept() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures/states");
    let file = |name: &str| folder.join(format!("{name}.json"));
    let mut lacking: Vec<Wanted> = STATES.to_vec();
    lacking.retain(|(name, _)| !file(name).exists());
    let no_rounds = !file("rounds").exists();
    if !super::golden::updating() || lacking.is_empty() && !no_rounds {
        let names: Vec<&str> = lacking.iter().map(|(name, _)| *name).collect();
        assert!(lacking.is_empty() && !no_rounds, "not there: {names:?}, or the rounds");
        return;
    }
    let pack = pack();
    let mut rounds: Vec<View> = Vec::new();
    for seed in 1..60 {
        let nursed = seed % 3 != 0;
        let walk =
            Walk { players: 4 - seed as usize % 2, seed, wise: 8 - (seed as u32 % 3), nursed };
        let (mut course, mut won) = (Vec::<View>::new(), false);
        walk.see(&pack, &mut |_, view| {
            won |= view.outcome.is_some();
            if course.last().is_none_or(|last| last.round != view.round) || won {
                course.push(view.clone());
            }
            lacking.retain(|(name, like)| {
                if like(view) {
                    let text = serde_json::to_string(view).expect("a view");
                    std::fs::write(file(name), text).expect("a file");
                }
                !like(view)
            });
        });
        if course.len() > rounds.len() {
            rounds = course;
        }
        if lacking.is_empty() && !no_rounds {
            break;
        }
    }
    if no_rounds {
        let text = serde_json::to_string(&rounds).expect("views");
        std::fs::write(file("rounds"), text).expect("a file");
    }
    let names: Vec<&str> = lacking.iter().map(|(name, _)| *name).collect();
    assert!(names.is_empty(), "not met: {names:?}");
}
