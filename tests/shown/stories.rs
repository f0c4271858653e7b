//! What happened, told briefly.

use emberhall::game::{Game, Policy, told};

use crate::kit::{game, play};

#[test]
#[ignore]
fn print() {
    let game = game();
    let seed: u64 = std::env::var("SEED").map_or(3, |s| s.parse().unwrap());
    let policy = if std::env::var("GREEDY").is_ok() { Policy::Greedy } else { Policy::Random };
    play(
        &game,
        seed,
        policy,
        |_| {},
        |table, events| {
            let story = game.story(&told(events), "en");
            if !story.is_empty() {
                println!(
                    "[{}]\n{}",
                    crate::kit::say(&game.chapter_name(&table.chapter())),
                    story.join("\n")
                );
            }
        },
    );
}
