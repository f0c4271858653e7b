//! What the hall borrows from the game: petition, rehearsal, chapter, content.

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Answer, Answerer, Decision, Game, Policy, Seat, Setup, Table};

use crate::offers;

fn game() -> Frostpunk {
    Frostpunk::builtin().expect("the built-in content is good")
}

fn answer(table: &mut dyn Table, seed: u64) {
    let decision = table.decisions().remove(0);
    let choice = table.choose(decision.id, Policy::Random, seed).expect("something is open");
    table.apply(&Answer { decision: Some(decision.id), choice }).expect("it was listed");
}

/// Plays on until a kind of question is asked; none if it never is.
fn until(game: &Frostpunk, seed: u64, asked: &dyn Fn(&Decision) -> bool) -> Option<Box<dyn Table>> {
    let (mut table, _) = game.start(&Setup::usual(game, 3), seed).expect("it starts");
    for step in 0..2000 {
        if table.outcome().is_some() {
            return None;
        }
        if table.decisions().iter().any(asked) {
            return Some(table);
        }
        answer(table.as_mut(), seed ^ step);
    }
    None
}

#[test]
fn the_people_may_vote_ahead_on_exactly_the_laws_they_will_be_asked_about() {
    let game = game();
    let law = |decision: &Decision| decision.answerer == Answerer::Electorate;
    let tables: Vec<_> = (0..60).filter_map(|seed| until(&game, seed, &law)).collect();
    assert!(tables.len() >= 3, "a Law was asked for in {} campaigns only", tables.len());
    for table in tables {
        let asked = table.decisions().into_iter().find(|d| law(d)).expect("it is asked");
        let ahead = table.standing_ballot().expect("Laws are left");
        assert_eq!(ahead.choices, asked.choices);
        assert_eq!((ahead.ask, ahead.answerer), (asked.ask, asked.answerer));
    }
}

#[test]
fn a_turn_can_be_rehearsed_for_any_seat_and_nothing_has_happened() {
    let game = game();
    let turn = |decision: &Decision| decision.ask == "turn";
    let table = until(&game, 3, &turn).expect("a turn comes");
    let before = table.save();
    for seat in (0..3).map(Seat) {
        let mut copy = table.rehearse(seat).expect("a turn can be planned");
        let asked = copy.decisions().remove(0);
        assert_eq!((asked.ask.as_str(), asked.answerer), ("turn", Answerer::Active(seat)));
        answer(copy.as_mut(), 1);
    }
    assert_eq!(table.save(), before);
    assert!(table.rehearse(Seat(3)).is_none(), "there is no such seat");
}

#[test]
fn the_content_of_a_game_can_be_kept_as_files_and_opened_again() {
    let game = game();
    let again = game.with_content(&game.files()).expect("the same files");
    assert_eq!(again.content_hash(), game.content_hash());
    let (table, _) = game.start(&Setup::usual(&game, 2), 9).expect("it starts");
    assert_eq!(again.load(&table.save()).expect("the same content").save(), table.save());
    let mut files = game.files();
    assert!(files.keys().all(|file| file.rsplit('.').next() == Some("toml")));
    files.retain(|file, _| !file.starts_with("cards/morning"));
    assert!(game.with_content(&files).is_err(), "content with holes is refused");
}

#[test]
fn the_chapter_follows_the_round_and_its_phases() {
    let game = game();
    let (mut table, _) = game.start(&Setup::usual(&game, 2), 9).expect("it starts");
    let mut rounds = vec![table.progress().round];
    for step in 0..200 {
        if table.outcome().is_some() {
            break;
        }
        answer(table.as_mut(), step);
        rounds.push(table.progress().round);
    }
    assert!(rounds.is_sorted() && rounds.last() > rounds.first());
}

#[test]
fn a_ballot_offers_only_what_can_still_be_chosen_and_ends_after_the_last_law() {
    let game = game();
    let mut ran_out = 0;
    for seed in 0..4 {
        let went = offers::keep_their_promise(&game, &Setup::usual(&game, 3), seed);
        assert!(went.answered <= 4, "seed {seed}: four Laws are the most");
        ran_out += u32::from(went.ran_out);
    }
    assert!(ran_out > 0, "in no campaign all Laws were passed");
}

#[test]
fn laws_are_the_electorates_and_morning_cards_are_only_put_to_the_street() {
    let game = Frostpunk::builtin().unwrap();
    let (mut binding, mut heard) = (0, 0);
    for seed in 0..12 {
        let setup = Setup::usual(&game, 3);
        let came_up = offers::what_is_public_is_as_the_game_says(&game, &setup, seed);
        binding += came_up.0;
        heard += came_up.1;
    }
    assert!(binding > 0 && heard > 12, "{binding} Laws and {heard} cards");
}
