//! Mistakes in content files: each is told with its file, its line and what would be right.

use std::collections::BTreeSet;
use std::fs;

use emberhall::frostpunk::content::{self, Problems};

use crate::kit::{Checked, files, folder, problem_after, problems_after};

#[test]
fn a_misspelt_effect_is_reported_with_file_line_and_the_valid_names() -> Checked {
    let found =
        problem_after("cards/dusk/D059.toml", "else = [{ cure = 2 }]", "else = [{ kure = 2 }]")?;
    assert_eq!((found.file.as_str(), found.line), ("cards/dusk/D059.toml", 2));
    assert!(found.message.contains("`kure`") && found.message.contains("`cure`"), "{found}");
    assert!(!found.to_string().contains('\n'), "{found}");
    Ok(())
}

#[test]
fn a_misspelt_field_and_a_wrong_number_are_reported_with_their_line() -> Checked {
    let field = problem_after("cards/dusk/D001.toml", "key = \"crowd\"", "kee = \"crowd\"")?;
    assert_eq!(field.line, 11, "{field}");
    assert!(field.message.contains("`kee`") && field.message.contains("`key`"), "{field}");
    let number = problem_after("cards/dusk/D059.toml", "{ cure = 3 }", "{ cure = 300 }")?;
    assert!(number.line == 2 && number.message.contains("a number from 0 to 255"), "{number}");
    Ok(())
}

#[test]
fn an_unknown_card_is_reported_with_the_cards_of_its_deck() -> Checked {
    let change = ("cards/dusk/D002.toml", "\"D003\"", "\"D093\"");
    let found = problems_after(&[change])?;
    let wrong = found.first().ok_or("no problem")?;
    assert_eq!((wrong.file.as_str(), wrong.line), ("cards/dusk/D002.toml", 5));
    assert!(
        wrong.message.starts_with("unknown card `D093`, expected one of D001, D002"),
        "{wrong}"
    );
    // The card that was meant is then named by nobody.
    assert_eq!(found.get(1).map(|problem| problem.file.as_str()), Some("cards/dusk/D003.toml"));
    Ok(())
}

#[test]
fn a_card_of_the_wrong_deck_is_an_unknown_card() -> Checked {
    let change = ("cards/dusk/D007.toml", "\"D059\"", "\"M001\"");
    let found = problems_after(&[change])?;
    let wrong = found.first().ok_or("no problem")?;
    assert!(wrong.message.starts_with("unknown card `M001`, expected one of D001"), "{wrong}");
    Ok(())
}

#[test]
fn an_unknown_building_is_reported_with_the_valid_ones() -> Checked {
    let found = problem_after("cards/citizen/C19.toml", "\"workshop\"", "\"workshed\"")?;
    assert_eq!(found.line, 6, "{found}");
    assert!(found.message.contains("unknown building `workshed`"), "{found}");
    assert!(found.message.contains("workshop"), "{found}");
    Ok(())
}

#[test]
fn every_problem_of_a_pack_is_reported_at_once() -> Checked {
    let found = problems_after(&[
        ("cards/morning/M004.toml", "key = \"ignore\"", "key = \"promise\""),
        ("cards/morning/M015.toml", "after = \"event\"", ""),
        ("cards/law/L01.toml", "pair = \"L02\"", "pair = \"L04\""),
        ("cards/consequence/L02A.toml", "law = \"L02\"", "law = \"L22\""),
        ("cards/expedition/X29.toml", "arrow = \"new_a\"", "arrow = { continue = \"c\" }"),
        ("pack.toml", "  10, 10, 10, 10, 10,\n", ""),
        ("pack.toml", "  \"child\", \"engineer\", \"worker\",\n]", "]"),
        ("pack.toml", "{ from = 5, spent", "{ from = 12, spent"),
        ("societies.toml", "hope = [2, 2]", "hope = [2, 3]"),
        ("advisors.toml", "who = \"social\"", "who = \"health\""),
        ("buildings.toml", "part = 5", "part = 3"),
    ])?;
    let all = Problems(found.clone()).to_string();
    for expected in [
        "cards/morning/M004.toml:7: option key `promise` is used twice",
        "cards/morning/M015.toml:2: option `support` has no effects",
        "cards/law/L01.toml:1: `L04` names L03 as its pair",
        "cards/consequence/L02A.toml:2: unknown card `L22`, expected one of L01, L02",
        "cards/law/L02.toml:1: a Law has 2 Consequences, `L02` has 1",
        "cards/expedition/X29.toml:1: an Expedition card needs an option with a Return",
        "51, never falling",
        "each of the 15 Rounds",
        "`rows` start at 0, ascend",
        "society `1-normal`: more active Hope than Hope",
        "Advisor `social` is missing",
        "Advisor `health` is written twice",
        "part 3 of the Generator tile has 2 uses",
    ] {
        assert!(all.contains(expected), "missing: {expected}\nin:\n{all}");
    }
    assert_eq!(all.lines().count(), found.len(), "one line for each problem");
    Ok(())
}

#[test]
fn broken_files_do_not_hide_the_problems_of_other_files() -> Checked {
    let found = problems_after(&[
        ("cards/dusk/D003.toml", "instant = [", "instant = "),
        ("cards/dusk/D030.toml", "upgrade = { free = true }", "upgrade = { fre = true }"),
        ("cards/weather/W01.toml", "cold = 1", "cold = \"one\""),
    ])?;
    let files: BTreeSet<&str> = found.iter().map(|problem| problem.file.as_str()).collect();
    let broken = ["cards/dusk/D003.toml", "cards/dusk/D030.toml", "cards/weather/W01.toml"];
    assert_eq!(files, broken.into(), "{}", Problems(found.clone()));
    Ok(())
}

#[test]
fn the_authors_guide_explains_every_word() -> Checked {
    let guide = fs::read_to_string(folder().join("../README.md"))?;
    let card = "cards/dusk/D059.toml";
    for wrong in [
        problem_after(card, "{ cure = 3 }", "{ x = 3 }")?,
        problem_after(card, "{ active = \"care\" }", "\"x\"")?,
        problem_after(card, "{ cure = 3 }", "{ cure = { per = \"x\" } }")?,
        problem_after("cards/law/L05.toml", "{ extra_slots = 1 }", "\"x\"")?,
        problem_after("cards/morning/M015.toml", "when = \"dusk\"", "when = \"x\"")?,
        problem_after("advisors.toml", "{ exhaust_any = \"hope\" }", "\"x\"")?,
    ] {
        let words: Vec<&str> = wrong.message.split('`').skip(3).step_by(2).collect();
        assert!(words.len() > 3, "{wrong}");
        for word in words {
            assert!(guide.contains(word), "the guide does not explain `{word}`");
        }
    }
    Ok(())
}

#[test]
fn more_expedition_stacks_than_the_rules_can_keep_are_refused() -> Checked {
    let found = problem_after("pack.toml", "stacks = 3", "stacks = 9")?;
    assert_eq!(found.message, "at most 8 Expedition stacks (R-2.13)");
    assert!(problems_after(&[("pack.toml", "stacks = 3", "stacks = 8")])?.is_empty());
    Ok(())
}

#[test]
fn a_card_nobody_can_reach_is_reported() -> Checked {
    let found = problem_after("cards/dusk/D007.toml", "    { add_dusk = \"D059\" },\n", "")?;
    assert_eq!(
        found.to_string(),
        "cards/dusk/D059.toml:1: nobody can reach `D059`: no `add_dusk` names this card"
    );
    Ok(())
}

#[test]
fn what_could_never_be_played_as_written_is_refused() -> Checked {
    let instant =
        problem_after("cards/expedition/X01.toml", "hint =", "instant = [{ cure = 1 }]\nhint =")?;
    assert!(instant.message.contains("unknown field `instant`"), "{instant}");
    for action in ["special_action", "deploy_scouts"] {
        let list = format!("actions = [\"construct\", \"{action}\"]");
        let wrong = problem_after("cards/citizen/C28.toml", "actions = [\"construct\"]", &list)?;
        assert!(wrong.message.contains(&format!("`{action}` is no action for it")), "{wrong}");
    }
    let fourth =
        "[[option]]\nkey = \"more\"\neffects = [{ cure = 1 }]\n\n[[option]]\nkey = \"keep\"";
    let crowded = problem_after("cards/morning/M009.toml", "[[option]]\nkey = \"keep\"", fourth)?;
    assert_eq!(
        crowded.to_string(),
        "cards/morning/M009.toml:1: an Event card has at most 3 options, not 4 (R-23.1)"
    );
    Ok(())
}

#[test]
fn files_in_the_wrong_place_and_missing_files_are_reported() -> Checked {
    let mut files = files()?;
    files.remove("tiles.toml");
    files.insert("cards/nightfall/N001.toml".into(), String::new());
    files.insert("weather.toml".into(), String::new());
    let Err(problems) = content::from_files(&files) else {
        return Err("no problem".into());
    };
    let all = problems.to_string();
    assert!(all.contains(
        "cards/nightfall/N001.toml:1: unknown deck `nightfall`, expected one of morning"
    ));
    assert!(all.contains("tiles.toml:1: this file is missing"), "{all}");
    assert!(all.contains("weather.toml:1: no file belongs here"), "{all}");
    Ok(())
}

#[test]
fn no_cut_file_makes_the_loader_panic() -> Checked {
    let files = files()?;
    for (name, text) in files.iter().filter(|(name, _)| !name.starts_with("text/")) {
        for part in [0, 1, 2] {
            let mut cut = files.clone();
            let end = (0..=text.len() * part / 3).rev().find(|at| text.is_char_boundary(*at));
            cut.insert(name.clone(), text[..end.unwrap_or(0)].to_owned());
            // Some cut files are still a card; none may bring the program down.
            let _ = content::from_files(&cut);
        }
    }
    Ok(())
}
