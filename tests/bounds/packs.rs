//! Packs that are made to do harm: in a folder, and in an exported campaign.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use emberhall::frostpunk::content;

use crate::kit::Folder;
use crate::program::{one_sentence, run, start};

type Files = BTreeMap<String, String>;

/// Nested so deep, closed or not.
fn nested(before: &str, open: &str, inside: &str, close: &str, deep: usize) -> String {
    format!("{before}{}{inside}{}\n", open.repeat(deep), close.repeat(deep))
}

fn word_list(text: String) -> Files {
    Files::from([("text/en/evil.ftl".to_owned(), text)])
}

fn card(text: String) -> Files {
    Files::from([("cards/morning/M001.toml".to_owned(), text)])
}

/// A line again and again, each time with another number.
fn numbered(times: usize, line: &str) -> String {
    let lines: Vec<String> = (0..times).map(|n| line.replace('#', &n.to_string())).collect();
    lines.concat()
}

/// Cards by the hundred, each with mistakes that quote a long name.
fn long_names(length: usize) -> Files {
    let name = "n".repeat(length);
    let effects = format!("{{ add_dusk = \"{name}\" }}, ").repeat(200_000 / (length + 20));
    let text = format!("instant = [{effects}]\n[[option]]\nkey = \"a\"\neffects = [\"fuel\"]\n");
    (0..12).map(|n| (format!("cards/morning/X{n}.toml"), text.clone())).collect()
}

/// A real card with other effects: nothing else is wrong with it.
fn does(effects: &str) -> Files {
    let real = content::builtin_files().remove("cards/morning/M001.toml").unwrap();
    let (_, options) = real.split_once("[[option]]").unwrap();
    card(format!("instant = [{effects}]\n\n[[option]]{options}"))
}

/// Loops in loops, so deep.
fn loops(deep: usize) -> Files {
    let open = "{ for_each = { count = 255, do = [".repeat(deep);
    does(&format!("{open}{{ add_stress = 1 }}{}", "] } }".repeat(deep)))
}

/// What is put beside the real files of a pack.
pub fn hostile() -> Vec<(String, Files)> {
    let mut all = Vec::new();
    for deep in [2_520, 100_000] {
        let lists = [
            nested("a = ", "{", "\"b\"", "}", deep),
            nested("a = ", "{", "", "", deep),
            nested("a = ", "{\n", "\"b\"", "}", deep / 2),
            nested("a = { ", "NUMBER(", "1", ")", deep / 4),
            nested("a = ", "{ $b ->\n *[c] ", "d", "}", deep / 8),
            nested("a = ", "{ -b(c: ", "1", ")}", deep / 8),
        ];
        let lists = lists
            .into_iter()
            .map(|text| (format!("braces {}", start(&text[..40])), word_list(text)));
        all.extend(lists);
        let cards = [
            nested("instant = ", "[", "", "]", deep),
            nested("instant = ", "[", "", "", deep),
            nested("instant = ", "{ a = ", "1", " }", deep / 2),
            nested("instant = ", "[{ if = { test = [], then = ", "[]", "} }]", deep / 16),
            format!("{}a = 1\n", "a.".repeat(deep)),
            format!("[{}a]\n", "a.".repeat(deep)),
            format!("[[{}a]]\n", "a . ".repeat(deep / 2)),
        ];
        let cards =
            cards.into_iter().map(|text| (format!("cards {}", start(&text[..40])), card(text)));
        all.extend(cards);
    }
    let laughs = (1..200).fold("m0 = ha\n".to_owned(), |list, n| {
        format!("{list}m{n} = {}\n", format!("{{ m{} }}", n - 1).repeat(10))
    });
    let circle = "a = { b }\nb = { a }\n-c = { -c }\n".to_owned();
    let singles = [
        ("a list that says itself again and again", word_list(laughs)),
        ("a list in a circle", word_list(circle)),
        ("a list of junk", word_list("junk\n".repeat(50_000))),
        ("a list of very many messages", word_list(numbered(20_000, "m# = a\n"))),
        ("one long message", word_list(format!("a = {}\n", "b ".repeat(120_000)))),
        ("one long word", word_list("b".repeat(250_000))),
        ("numbers", card(format!("instant = [{}]", "1,".repeat(120_000)))),
        ("keys", card(numbered(20_000, "k# = 1\n"))),
        ("tables", card(numbered(15_000, "[[t#]]\n"))),
        ("a long string", card(format!("instant = \"{}\"", "x".repeat(250_000)))),
        ("a long key", card(format!("{} = 1", "x".repeat(250_000)))),
        ("a key that ends nowhere", card(format!("\"{}", "x".repeat(250_000)))),
        ("a large file", card("# snow\n".repeat(100_000))),
        ("NUL and worse", card("\u{0}\u{1b}[2J\u{202e} = \"\u{7}\"\n".to_owned())),
        ("long names", long_names(150)),
        ("longer names", long_names(4000)),
        (
            "one name without end",
            Files::from([(format!("cards/morning/{}.toml", "n".repeat(230)), String::new())]),
        ),
        ("a loop in a loop", loops(2)),
        ("loops in loops", loops(10)),
        ("a loop of very many effects", {
            let many = "{ add_stress = 1 }, ".repeat(100);
            does(&format!("{{ for_each = {{ count = 255, do = [{many}] }} }}"))
        }),
        ("more effects than are counted", does(&"{ add_stress = 1 }, ".repeat(300))),
        (
            "many cards",
            (0..5000).map(|n| (format!("cards/morning/Y{n}.toml"), String::new())).collect(),
        ),
        (
            "large cards",
            (0..30)
                .map(|n| (format!("cards/morning/Z{n}.toml"), "# snow\n".repeat(35_000)))
                .collect(),
        ),
        (
            "wrong names",
            (0..2000).map(|n| (format!("cards/x\u{1b}/{n}.toml"), String::new())).collect(),
        ),
    ];
    all.extend(singles.map(|(what, files)| (what.to_owned(), files)));
    all
}

/// Within every limit: Fluent itself breaks off.
pub fn is_bearable(what: &str) -> bool {
    ["a list that says itself again and again", "a list in a circle"].contains(&what)
}

fn write(folder: &Path, files: &Files) {
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

#[test]
fn a_hostile_folder_is_checked_in_little_memory_and_each_problem_is_a_line() {
    let real: Files =
        content::builtin_files().into_iter().chain(content::builtin_texts()).collect();
    for (what, files) in hostile() {
        let folder = Folder::new();
        write(&folder.0, &real);
        write(&folder.0, &files);
        let name = folder.0.display().to_string();
        let said = run(&["check-content", "--content", &name], None);
        assert_eq!(said.code, Some(1), "{what}: {} {}", start(&said.out), start(&said.error));
        assert!(said.out.lines().count() <= 450, "{what}: {} lines", said.out.lines().count());
        let longest = said.out.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        assert!(longest < 2500, "{what}: {longest}");
        let told = |c: char| c.is_control() && c != '\n';
        assert!(!said.out.contains(told), "{what}: {:?}", start(&said.out));
        let args = ["card", "M002", "--content", &name];
        let card = run(&args, None);
        match card.code {
            // A mistake in words does not keep a pack from being played.
            Some(0) => {}
            code => {
                assert_eq!(code, Some(2), "{what}: {}", start(&card.error));
                one_sentence(&what, &card.error, &args);
            }
        }
    }
}

#[test]
fn a_pack_that_gives_without_end_is_played_like_any_other() {
    let folder = Folder::new();
    let mut files: Files =
        content::builtin_files().into_iter().chain(content::builtin_texts()).collect();
    let much = "{ gain = { what = \"coal\", count = 255 } }, { add_stress = 255 }, ".repeat(50);
    for (file, text) in &mut files {
        if file.starts_with("cards/morning/") || file == "advisors.toml" {
            *text = text.replace("\neffects = [", &format!("\neffects = [{much}"));
        }
    }
    write(&folder.0, &files);
    let name = folder.0.display().to_string();
    let said = run(&["simulate", "--games", "4", "--threads", "1", "--content", &name], None);
    assert_eq!(said.code, Some(0), "{}", start(&said.error));
}

/// The real pack with one word of its tables changed, in a folder of its own.
fn with_table(from: &str, to: &str) -> (Folder, String) {
    let folder = Folder::new();
    let mut files: Files =
        content::builtin_files().into_iter().chain(content::builtin_texts()).collect();
    let tables = files.get_mut("pack.toml").unwrap();
    assert!(tables.contains(from), "{from}");
    *tables = tables.replacen(from, to, 1);
    write(&folder.0, &files);
    let name = folder.0.display().to_string();
    (folder, name)
}

#[test]
fn resources_on_no_part_of_the_generator_are_a_problem_and_not_an_end() {
    let (_folder, name) = with_table("part = 2, what", "part = 200, what");
    let said = run(&["check-content", "--content", &name], None);
    assert_eq!(said.code, Some(1), "{}", start(&said.error));
    assert!(said.out.contains("parts of the Generator tile are 0 to 5"), "{}", start(&said.out));
}

#[test]
fn ranges_far_beyond_their_track_warm_nobody_and_break_nothing() {
    for offset in ["building_offset", "zone_offset"] {
        let (_folder, name) =
            with_table(&format!("{offset} = [0, 0, 0]"), &format!("{offset} = [255, 255, 255]"));
        let args = ["simulate", "--games", "4", "--threads", "1", "--content", &name];
        let said = run(&args, None);
        assert_eq!(said.code, Some(0), "{}", start(&said.error));
    }
}
