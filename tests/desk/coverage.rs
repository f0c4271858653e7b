//! What came up in play.

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Coverage, Game, Policy, Setup};
use emberhall::simulate::{Report, RunPlan, run};

use super::kit::files;

fn game() -> Frostpunk {
    Frostpunk::from_files(files()).expect("the box")
}

fn played(game: &Frostpunk, policy: Policy, threads: usize) -> Report {
    let setups = vec![Setup::usual(game, 1), Setup::usual(game, 3)];
    let plan = RunPlan { games: 8, seed: 3, setups, policy, threads, coverage: true, weigh: 0 };
    let mut report = run(game, &plan, &|| {}).expect("no campaign breaks");
    report.seconds = 0.0;
    report
}

#[test]
fn counting_changes_nothing_and_does_not_depend_on_threads() {
    let game = game();
    let one = played(&game, Policy::Mixed, 1);
    assert_eq!(one, played(&game, Policy::Mixed, 3));
    let setup = Setup::usual(&game, 2);
    let mut tally = game.empty_coverage();
    let counted = game.playout_with_coverage(&setup, 5, Policy::Random, 0, &mut tally);
    assert_eq!(counted, game.playout(&setup, 5, Policy::Random));
}

#[test]
fn what_was_chosen_was_open_and_what_was_used_was_seen() {
    let game = game();
    let tally = played(&game, Policy::Mixed, 2).tally.expect("it was counted");
    let sum = |of: fn(&emberhall::game::OptionCount) -> u64| -> u64 {
        tally.pieces.values().flat_map(|seen| seen.options.values()).map(of).sum()
    };
    assert!(sum(|offered| offered.chosen) > 100 && sum(|o| o.legal) > sum(|o| o.chosen));
    for (id, seen) in &tally.pieces {
        for (key, offered) in &seen.options {
            assert!(offered.chosen <= offered.legal, "{id} {key}: {offered:?}");
        }
    }
    assert_eq!(tally.pieces["S01"].seen, 8, "the first Scenario card comes up in every campaign");
    let weather: u64 =
        tally.pieces.values().filter(|seen| seen.kind == "weather").map(|seen| seen.seen).sum();
    assert!(weather >= 8, "{weather}");
    let law = &tally.pieces["L01"];
    assert_eq!(law.seen, 8, "the first Laws are on offer in every campaign");
    assert!(law.options["introduce"].legal > 0, "{law:?}");
    let drawn = tally.pieces.values().filter(|seen| seen.kind == "citizen" && seen.seen > 0);
    assert!(drawn.count() > 10, "hands are drawn");
}

#[test]
fn a_question_with_one_answer_counts_though_nobody_is_asked() {
    let mut files = files();
    let only =
        "[[option]]\nkey = \"only\"\neffects = [{ gain = { what = \"food\", count = 1 } }]\n";
    files.insert("cards/morning/M901.toml".to_owned(), only.to_owned());
    let game = Frostpunk::from_files(files).expect("one card more");
    let mut tally = game.empty_coverage();
    for seed in 0..60 {
        game.playout_with_coverage(&Setup::usual(&game, 1), seed, Policy::Random, 0, &mut tally)
            .expect("it ends");
    }
    let card = &tally.pieces["M901"];
    assert!(card.seen > 0, "it comes up in one of so many campaigns");
    assert_eq!((card.options["only"].legal, card.options["only"].chosen), (card.seen, card.seen));
}

#[test]
fn the_gaps_list_each_thing_once() {
    let game = game();
    let empty = game.empty_coverage().gaps();
    assert_eq!(empty.never_seen.len(), game.empty_coverage().pieces.len());
    assert!(empty.never_legal.is_empty() && empty.never_chosen.is_empty());
    let mut tally: Coverage = game.empty_coverage();
    tally.saw("M001");
    let key = tally.pieces["M001"].options.keys().next().cloned().expect("an option");
    tally.offer("M001", &key);
    let gaps = tally.gaps();
    assert!(gaps.never_chosen.contains(&format!("M001 {key}")), "{gaps:?}");
    assert_eq!(
        gaps.never_legal.len() + gaps.never_chosen.len(),
        tally.pieces["M001"].options.len()
    );
    assert!(!gaps.never_seen.contains(&"M001".to_owned()));
}

#[test]
fn weighing_answers_changes_no_campaign_and_finds_a_gift_that_leaves_no_choice() {
    let mut files = files();
    // Nobody would give up all Hope where bread is to be had.
    let card = "[[option]]\nkey = \"bread\"\neffects = [{ gain = { what = \"food\", count = 9 } }]\n\
                [[option]]\nkey = \"grief\"\neffects = [{ decrease = { what = \"hope\", count = 2 } }]\n";
    for number in 0..90 {
        files.insert(format!("cards/morning/M9{number:02}.toml"), card.to_owned());
    }
    let game = Frostpunk::from_files(files).expect("a box of many such cards");
    let mut tally = game.empty_coverage();
    for seed in 0..6 {
        let weighed = game.playout_with_coverage(
            &Setup::usual(&game, 1),
            seed,
            Policy::Random,
            1,
            &mut tally,
        );
        assert_eq!(weighed, game.playout(&Setup::usual(&game, 1), seed, Policy::Random));
    }
    let options = |key: &str| -> Vec<(u64, u64)> {
        let pieces = tally.pieces.values().filter_map(|seen| seen.options.get(key));
        pieces.map(|offered| (offered.weighed, offered.best)).collect()
    };
    let sum = |key| options(key).into_iter().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let ((weighed, best), (against, worse)) = (sum("bread"), sum("grief"));
    assert!(weighed > 10 && weighed == against, "{weighed} {against}");
    assert!(best > worse * 2, "{best} to {worse}");
}

#[test]
fn a_card_that_never_came_up_is_weighed_in_the_place_of_one_that_did() {
    let game = game();
    let mut tally = game.empty_coverage();
    game.playout_with_coverage(&Setup::usual(&game, 1), 1, Policy::Random, 1, &mut tally)
        .expect("it ends");
    let unseen = tally.pieces.values().filter(|piece| piece.seen == 0);
    let weighed = unseen.flat_map(|piece| piece.options.values()).any(|option| option.weighed > 0);
    assert!(weighed, "every card of a deck is as likely, whatever the campaign turned up");
}

#[test]
fn an_option_is_called_dominant_from_ten_cases_and_over_85_in_a_hundred() {
    let mut tally = game().empty_coverage();
    let option = tally.pieces["M001"].options.keys().next().cloned().expect("an option");
    for case in 0..9 {
        tally.weigh("M001", &option, case < 9);
    }
    assert!(tally.dominant().is_empty(), "nine cases say nothing");
    tally.weigh("M001", &option, false);
    assert_eq!(tally.dominant().len(), 1, "nine of ten");
    tally.weigh("M001", &option, false);
    assert!(tally.dominant().is_empty(), "nine of eleven");
}
