//! Three whole campaigns as readable text. A change of the rules shows here as
//! a difference that can be read. `EMBERHALL_UPDATE=1 cargo test --test proof golden`
//! writes them again; read the difference before you commit it.

use std::fmt::Write;
use std::path::Path;

use emberhall::frostpunk::Frostpunk;
use emberhall::frostpunk::text;
use emberhall::game::{Answer, Game, Localize, Policy, Setup, Table, Viewer};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
const AGAIN: &str = "EMBERHALL_UPDATE=1 cargo test --test proof golden writes them again";

fn say(message: &emberhall::game::Message) -> String {
    text::words("en").localize(message)
}

fn one_decision(table: &mut Box<dyn Table>, policy: Policy, step: u64, out: &mut String) {
    let decision = table.decisions().swap_remove(0);
    writeln!(
        out,
        "\n#{} {} {:?}: {}",
        decision.id,
        decision.ask,
        decision.answerer,
        say(&decision.prompt)
    )
    .unwrap();
    let chosen = table.choose(decision.id, policy, step).expect("an answer");
    for choice in &decision.choices {
        let mark = if choice.key == chosen { '>' } else { ' ' };
        let blocked = choice.blocked.as_ref().map(|why| format!("  [{}]", say(why)));
        writeln!(
            out,
            "  {mark} {} = {}{}",
            choice.key,
            say(&choice.label),
            blocked.unwrap_or_default()
        )
        .unwrap();
    }
    let answer = Answer { decision: Some(decision.id), choice: chosen };
    for event in table.apply(&answer).expect("an advised answer is accepted") {
        let wall = if event.undo_barrier { "!" } else { "-" };
        let told = event.public.as_ref().map(say);
        writeln!(out, "      {wall} {}", told.unwrap_or_else(|| "(secret)".to_owned())).unwrap();
    }
}

fn playthrough(players: usize, seed: u64, policy: Policy) -> String {
    let game = Frostpunk::builtin().expect("the content loads");
    let (mut table, _) = game.start(&Setup::usual(&game, players), seed).expect("it starts");
    let mut out = format!("Seed {seed}, {players} players, {policy:?} answers\n");
    let mut round = 0;
    for step in 0.. {
        if table.outcome().is_some() {
            break;
        }
        let view = table.view(Viewer::Public);
        if view["round"].as_u64() != Some(round) && view["phase"] == "action" {
            round = view["round"].as_u64().unwrap_or(0);
            writeln!(out, "\n{}", game.text_board(&view, "en")).unwrap();
        }
        one_decision(&mut table, policy, step, &mut out);
    }
    writeln!(out, "\nOutcome: {:?}", table.outcome()).unwrap();
    out
}

fn compare(name: &str, now: &str) {
    let path = Path::new(FOLDER).join(name);
    if std::env::var_os("EMBERHALL_UPDATE").is_some_and(|set| set == "1") {
        std::fs::write(&path, now).expect("the playthrough is written");
        return;
    }
    let golden = std::fs::read_to_string(&path).expect("the playthrough is there");
    let differs = golden.lines().zip(now.lines()).enumerate().find(|(_, (a, b))| a != b);
    if let Some((at, (was, is))) = differs {
        panic!("{name}:{}\n  was: {was}\n  now: {is}\n{AGAIN}", at + 1);
    }
    assert_eq!(golden.lines().count(), now.lines().count(), "{name} has another length\n{AGAIN}");
}

#[test]
fn the_campaign_of_seed_1_is_played_as_written() {
    compare("seed-1-two-players-random.txt", &playthrough(2, 1, Policy::Random));
}

#[test]
fn the_campaign_of_seed_2_is_played_as_written() {
    compare("seed-2-four-players-random.txt", &playthrough(4, 2, Policy::Random));
}

#[test]
fn the_campaign_of_seed_3_is_played_as_written() {
    compare("seed-3-three-players-greedy.txt", &playthrough(3, 3, Policy::Greedy));
}
