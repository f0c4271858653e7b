//! Words that are missing, left over, or too long.

use std::fs;

use emberhall::discord::limits;
use emberhall::frostpunk::text::fit;
use emberhall::frostpunk::{check_content, check_files};

use super::kit::{files, problems_after, says};

const CARDS: &str = "text/en/cards.ftl";

#[test]
fn a_missing_and_a_left_over_text_are_reported() {
    let found = problems_after(&[(CARDS, "\ncard-M001 = ", "\ncard-M091 = ")]);
    let all = found.join("\n");
    assert!(all.contains("text/en: no words for 'card-M001'"), "{all}");
    assert!(all.contains("text/en: no words for 'card-M001.story'"), "{all}");
    let line = format!("{CARDS}:{}: nobody uses 'card-M091'", 1 + line_of("card-M001 = "));
    assert!(all.contains(&line), "{line}\n{all}");
    let stray = [("text/en/rules.ftl", "\nhook-dawn = ", "\nhook-noon = noon\nhook-dawn = ")];
    says(&problems_after(&stray), "nobody uses 'hook-noon'");
    let stray =
        [("text/en/picture.ftl", "\npicture-heat = ", "\npicture-hot = hot\npicture-heat = ")];
    says(&problems_after(&stray), "nobody uses 'picture-hot'");
}

fn line_of(words: &str) -> usize {
    files()[CARDS].lines().position(|line| line.starts_with(words)).expect("that line")
}

#[test]
fn a_list_with_a_broken_line_is_reported() {
    let found = problems_after(&[(CARDS, "\ncard-M001 = ", "\ncard-M001 { ")]);
    assert!(found.iter().any(|problem| problem.starts_with("text/en: ")), "{found:?}");
}

#[test]
fn a_label_that_fits_on_no_button_is_reported() {
    let long = format!("\ncard-M001 = {}", "a".repeat(81));
    let mut files = files();
    let text = files.get_mut(CARDS).expect("texts");
    let start = text.find("\ncard-M001 = ").expect("M001");
    let end = start + 1 + text[start + 1..].find('\n').expect("an end");
    text.replace_range(start..end, &long);
    let found = check_files(&files).problems;
    says(&found, "'card-M001': its name has 81 characters, at most 80 fit");
}

#[test]
fn a_card_whose_rules_fill_more_than_a_page_is_reported() {
    // In turn: the same in a row would be said once.
    let effects = "{ take_from_map = { count = 1, missing = \"coal\" } }, { take_from_map = { count = 2, missing = \"coal\" } }, "
        .repeat(45);
    let mut files = files();
    let card = format!("[[option]]\nkey = \"all\"\neffects = [{effects}]\nafter = \"remove\"\n");
    files.insert("cards/morning/M901.toml".to_owned(), card);
    let words = "\ncard-M901 = Everybody\n    .story = All.\n    .option-all = All of them\n";
    files.get_mut(CARDS).expect("texts").push_str(words);
    let found = check_files(&files).problems;
    let long = |what: &str| found.iter().any(|p| p.contains("'card-M901'") && p.contains(what));
    assert!(long("its options with their rules"), "{found:?}");
    let story = format!(".story = {}", "A long story. ".repeat(300));
    let words = files.get_mut(CARDS).expect("texts");
    *words = words.replacen(".story = All.", &story, 1);
    let found = check_files(&files).problems;
    let long = |what: &str| found.iter().any(|p| p.contains("'card-M901'") && p.contains(what));
    assert!(long("its story with its rules"), "{found:?}");
}

#[test]
fn the_widths_are_those_of_the_place_where_most_people_read() {
    assert_eq!((fit::LABEL, fit::ENTRY), (limits::LABEL, limits::OPTION));
    assert_eq!(fit::SHEET, limits::DESCRIPTION);
}

#[test]
fn a_folder_is_checked_with_its_own_texts() {
    let folder = std::env::temp_dir().join(format!("emberhall-desk-{}", std::process::id()));
    for (file, text) in files() {
        let path = folder.join(&file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        // The program has this word; the folder has not.
        let text = if file == CARDS { text.replacen("\ncard-M001 = ", "\n# ", 1) } else { text };
        fs::write(path, text).expect("a file");
    }
    let found = check_content(Some(&folder)).problems;
    fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(found.iter().any(|problem| problem.contains("'card-M001'")), "{found:?}");
}
