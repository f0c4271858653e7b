//! Dangling words, pieces nobody can reach, a box that is not full.

use emberhall::frostpunk::check_files;

use super::kit::{Files, changed, files, odd_with, problems_after, says};

#[test]
fn the_box_is_full_and_nothing_in_it_is_odd() {
    let checked = check_files(&files());
    assert!(checked.problems.is_empty(), "{}", checked.problems.join("\n"));
    for (deck, count) in [("morning", 32), ("dusk", 60), ("expedition", 40), ("wall", 7)] {
        assert_eq!(checked.decks[deck], count, "{deck}");
    }
    assert!(checked.summary.contains("content hash"), "{}", checked.summary);
}

#[test]
fn a_word_that_names_nothing_is_found_wherever_it_stands() {
    for (file, old, new, expected) in [
        ("cards/morning/M001.toml", "\"D001\"", "\"D901\"", "unknown card `D901`"),
        ("cards/scenario/S01.toml", "card = \"S02\"", "card = \"S92\"", "unknown card `S92`"),
        ("cards/law/L01.toml", "pair = \"L02\"", "pair = \"L92\"", "unknown card `L92`"),
        ("cards/law/L09.toml", "\"care_house\"", "\"care_home\"", "unknown building `care_home`"),
        ("cards/consequence/L02A.toml", "law = \"L02\"", "law = \"L92\"", "unknown card `L92`"),
        ("cards/scenario/S06.toml", "\"beacon\"", "\"bacon\"", "unknown building `bacon`"),
        ("cards/citizen/C19.toml", "\"workshop\"", "\"workshed\"", "unknown building `workshed`"),
        ("pack.toml", "storm_card = \"S08\"", "storm_card = \"S98\"", "unknown card `S98`"),
        ("pack.toml", "without = [\"T09\"]", "without = [\"T99\"]", "unknown card `T99`"),
    ] {
        let found = problems_after(&[(file, old, new)]);
        let wanted = |problem: &&String| problem.starts_with(file) && problem.contains(expected);
        assert!(found.iter().any(|problem| wanted(&problem)), "{expected}: {found:?}");
    }
}

#[test]
fn two_dusk_cards_that_only_name_each_other_are_reached_by_nobody() {
    let card = |other: &str| {
        format!("[[option]]\nkey = \"on\"\neffects = [{{ add_dusk = \"{other}\" }}]\n")
    };
    let (one, other) = (card("D902"), card("D901"));
    let found = odd_with(&[
        ("cards/dusk/D901.toml", one.as_str()),
        ("cards/dusk/D902.toml", other.as_str()),
    ]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(
        found[0],
        "cards/dusk/D901.toml:1: nobody can reach `D901`: no card that can come up has an `add_dusk` for it"
    );
}

#[test]
fn a_scenario_card_of_no_scenario_is_reported() {
    let first = "[[hook]]\nwhen = \"dusk\"\neffects = [{ reveal = { card = \"S902\" } }]\n";
    let other = "[[hook]]\nwhen = \"dusk\"\neffects = [{ reveal = { card = \"S901\" } }]\n";
    let found =
        odd_with(&[("cards/scenario/S901.toml", first), ("cards/scenario/S902.toml", other)]);
    let all = found.join("\n");
    assert!(
        all.contains("nobody can reach `S901`: no card that can come up has a `reveal`"),
        "{all}"
    );
    assert!(
        all.contains("cards/scenario/S902.toml:1: no scenario has it among its `cards`"),
        "{all}"
    );
}

#[test]
fn a_building_no_law_unlocks_and_one_without_tiles_are_reported() {
    let found = problems_after(&[("cards/law/L09.toml", "unlocks = [\"care_house\"]", "")]);
    says(
        &found,
        "nobody can reach `care_house`: it waits `below` the board, and no Law `unlocks` it",
    );
    let found = problems_after(&[("buildings.toml", "count = 4\nupgrade", "count = 0\nupgrade")]);
    let all = found.join("\n");
    let expected = "buildings.toml:104: nobody can reach `gathering_post`: it has no tile (`count`) and no `part`";
    assert!(all.contains(expected), "{all}");
    assert!(
        all.contains("the ability can never be used: nobody can build its `buildings`"),
        "{all}"
    );
}

#[test]
fn a_law_without_its_pair_is_reported() {
    let found = problems_after(&[
        ("cards/law/L01.toml", "pair = \"L02\"\n", ""),
        ("cards/law/L02.toml", "pair = \"L01\"\n", ""),
    ]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("a Law that is `always` in the pile has a `pair`"), "{found:?}");
    let found = problems_after(&[("cards/law/L01.toml", "pair = \"L02\"", "pair = \"L01\"")]);
    assert!(found.iter().any(|problem| problem.contains("as its pair")), "{found:?}");
}

#[test]
fn a_law_that_unlocks_what_was_never_locked_is_reported() {
    let found =
        problems_after(&[("cards/law/L09.toml", "\"care_house\"", "\"care_house\", \"tent\"")]);
    says(&found, "`unlocks` names `tent`, which is not `below` the board");
}

#[test]
fn a_consequence_without_its_law_and_a_law_without_its_consequences_are_reported() {
    let found =
        problems_after(&[("cards/consequence/L02A.toml", "law = \"L02\"", "law = \"L03\"")]);
    let all = found.join("\n");
    assert!(all.contains("a Law has 2 Consequences, `L02` has 1"), "{all}");
    assert!(all.contains("a Law has 2 Consequences, `L03` has 3"), "{all}");
}

// ---- Is the box full? ------------------------------------------------------

#[test]
fn a_missing_card_is_missed_though_a_copy_fills_its_place() {
    let mut files = files();
    files.remove("cards/weather/W13.toml");
    let checked = check_files(&files);
    let count = "the box holds 13 of `weather`, there are 12";
    assert!(checked.problems.iter().any(|problem| problem.contains(count)), "{checked:?}");
    assert_eq!(checked.decks["weather"], 12, "files are counted, not copies");
}

#[test]
fn a_box_that_declares_nothing_or_nonsense_is_reported_with_its_line() {
    let found = problems_after(&[("pack.toml", "\nwall = 7\n", "\nwalls = 7\n")]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.iter().any(|p| p.contains("unknown word `walls`, expected one of advisor")));
    assert!(found.iter().any(|p| p.contains("`[box]` does not say how many of `wall`")));
    let spoilt = changed(&[("pack.toml", "\ndusk = 60\n", "\ndusk = 61\n")]);
    let line = 1 + line_of(&spoilt, "dusk = 61");
    says(&check_files(&spoilt).problems, &format!("pack.toml:{line}: the box holds 61 of `dusk`"));
}

fn line_of(files: &Files, words: &str) -> usize {
    files["pack.toml"].lines().position(|line| line == words).expect("that line")
}

#[test]
fn a_campaign_can_go_on_with_old_files_that_are_odd() {
    // Only whoever checks is told; a pack that can be played is played.
    let mut old = files();
    let pack = old.get_mut("pack.toml").expect("the tables");
    let (start, end) = (pack.find("[box]").expect("a box"), pack.find("# U-1").expect("U-1"));
    pack.replace_range(start..end, "");
    assert!(emberhall::frostpunk::content::from_files(&old).is_ok());
}
