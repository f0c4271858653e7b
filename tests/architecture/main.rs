//! Keeps the walls between the folders, which one crate has no compiler for.
//!
//! Pure folders (`pure.rs`: the rules, the boundary, the council) use only what is listed. Of the
//! others each has a wall, and may not mention what it forbids; comments and tests may. To cross
//! a wall is to change the table below, and to say why.

#![allow(clippy::expect_used, clippy::panic)]

mod code;
mod paths;
mod pure;
mod tokens;

use std::path::{Path, PathBuf};

use code::{read, root, sources, test_modules};

/// A folder and what its code may not mention.
struct Wall {
    folder: &'static str,
    forbidden: &'static [&'static str],
}

const WALLS: &[Wall] = &[
    // Everybody measures with it: it knows nobody, and neither parses nor allocates a tree.
    Wall {
        folder: "src/bounds",
        forbidden: &[
            "frostpunk",
            "crate::",
            "serde",
            "fluent_",
            "toml::from",
            "Vec::",
            "std::fs",
            "std::io",
            "tokio",
        ],
    },
    // Not even in a text: they are for any game.
    Wall { folder: "src/game", forbidden: &["frostpunk"] },
    Wall { folder: "src/council", forbidden: &["frostpunk"] },
    Wall {
        folder: "src/frostpunk/content",
        forbidden: &[
            "frostpunk::desk",
            "frostpunk::picture",
            "frostpunk::policy",
            "frostpunk::text",
            "frostpunk::view",
            "crate::cli",
            "crate::game",
            "rules::state",
            "tokio",
        ],
    },
    Wall {
        folder: "src/frostpunk/text",
        forbidden: &["frostpunk::content", "frostpunk::view", "crate::cli", "City", "tokio"],
    },
    // It joins what others know for authors; it neither plays nor prints.
    Wall {
        folder: "src/frostpunk/desk",
        forbidden: &["frostpunk::policy", "frostpunk::view", "crate::cli", "std::io", "tokio"],
    },
    Wall {
        folder: "src/frostpunk/view",
        forbidden: &["frostpunk::text", "frostpunk::content", "crate::cli", "std::fs", "std::io"],
    },
    // Draws what a view says, and only through the canvas.
    Wall {
        folder: "src/frostpunk/picture",
        forbidden: &[
            "frostpunk::text",
            "frostpunk::content",
            "frostpunk::policy",
            "City",
            "Pack",
            "tiny_skia",
            "ab_glyph",
            "image::",
            "png::",
            "gif::",
            "crate::cli",
            "std::fs",
            "std::io",
            "std::time",
            "tokio",
        ],
    },
    // Pixels for any game: the same strokes give the same bytes.
    Wall {
        folder: "src/canvas",
        forbidden: &[
            "frostpunk",
            "crate::game",
            "crate::cli",
            "crate::simulate",
            "crate::hall",
            "crate::store",
            "crate::i18n",
            "std::fs",
            "std::time",
            "std::env",
            "tokio",
            "serenity",
            "poise",
        ],
    },
    Wall {
        folder: "src/frostpunk/policy",
        forbidden: &[
            "frostpunk::text",
            "frostpunk::content",
            "frostpunk::view",
            "crate::cli",
            "crate::game",
            "std::fs",
            "std::io",
            "std::time",
        ],
    },
    // Words for every game and for the hall, of no one game.
    Wall {
        folder: "src/i18n",
        forbidden: &[
            "frostpunk",
            "crate::cli",
            "crate::simulate",
            "crate::hall",
            "crate::store",
            "std::fs",
            "std::io",
            "tokio",
        ],
    },
    // The only folder that knows SQL; it knows no rule of the table.
    Wall {
        folder: "src/store",
        forbidden: &[
            "frostpunk",
            "crate::cli",
            "crate::simulate",
            "crate::hall",
            "crate::i18n",
            "SystemTime",
            "serenity",
            "poise",
        ],
    },
    Wall {
        folder: "src/hall",
        forbidden: &[
            "frostpunk",
            "crate::cli",
            "crate::simulate",
            "sqlx",
            "std::fs",
            "serenity",
            "poise",
        ],
    },
    // It carries an operator's wish to the hall, and knows neither the terminal nor Discord.
    Wall {
        folder: "src/chores",
        forbidden: &["frostpunk", "sqlx", "serenity", "poise", "crate::cli", "crate::discord"],
    },
    // The only folder that knows Discord; it translates, for any game.
    Wall {
        folder: "src/discord",
        forbidden: &["frostpunk", "sqlx", "crate::simulate", "crate::cli", "std::fs", "std::env"],
    },
    // Only `main` names a game; commands at the database run its tasks, and `serve` the bot.
    Wall { folder: "src/cli", forbidden: &["frostpunk", "sqlx", "serenity", "poise"] },
    // It stands for Discord: it knows neither the bot nor what the bot is for.
    Wall {
        folder: "src/sandbox",
        forbidden: &[
            "frostpunk",
            "crate::cli",
            "crate::council",
            "crate::discord",
            "crate::game",
            "crate::hall",
            "crate::simulate",
            "crate::store",
            "crate::i18n",
            "serenity",
            "poise",
            "sqlx",
            "std::fs",
        ],
    },
    // It plays with what the others offer: no game, no SQL, no library of Discord's.
    Wall {
        folder: "src/playground",
        forbidden: &["frostpunk", "crate::cli", "crate::simulate", "sqlx", "serenity", "poise"],
    },
    Wall {
        folder: "src/simulate",
        forbidden: &[
            "frostpunk",
            "crate::cli",
            "crate::hall",
            "crate::store",
            "std::io",
            "std::fs",
        ],
    },
];

/// What stops the program instead of saying what is wrong.
const STOPS: &[&str] =
    &[".unwrap()", ".expect(", "panic!", "todo!", "unimplemented!", "unreachable!"];

/// A line of code with its place; comments, and what is compiled for tests only, are left out.
struct Code {
    file: String,
    line: usize,
    text: String,
}

/// The code of a folder, tests left out.
fn code(folder: &str) -> Vec<Code> {
    let files = sources(folder);
    assert!(!files.is_empty(), "{folder} holds no Rust file; the wall around it is out of date");
    let tests = test_modules(&files);
    files.iter().filter(|path| !tests.holds(path)).flat_map(|path| code_of(path)).collect()
}

fn code_of(path: &Path) -> Vec<Code> {
    let text = read(path);
    let file = path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let mut found = Vec::new();
    let mut skipping: Option<usize> = None;
    let mut after_cfg_test = false;
    for (at, line) in text.lines().enumerate() {
        let indent = line.len() - line.trim_start().len();
        if let Some(depth) = skipping {
            // rustfmt closes an item at the column where it was opened.
            if indent == depth && line.trim_start().starts_with('}') {
                skipping = None;
            }
            continue;
        }
        if after_cfg_test {
            after_cfg_test = line.trim_start().starts_with("#[");
            if line.trim_end().ends_with('{') {
                skipping = Some(indent);
            }
            continue;
        }
        if line.trim() == "#[cfg(test)]" {
            after_cfg_test = true;
        } else if !line.trim_start().starts_with("//") {
            found.push(Code { file: file.clone(), line: at + 1, text: line.to_owned() });
        }
    }
    found
}

fn hits(code: &[Code], forbidden: &[&str]) -> Vec<String> {
    let mut hits = Vec::new();
    for line in code {
        // A remark at the end of a line is a comment too.
        let text = spelt(line.text.split(" // ").next().unwrap_or_default());
        for word in forbidden.iter().filter(|word| reaches(&text, word)) {
            hits.push(format!("{}:{}: '{word}' in: {}", line.file, line.line, line.text.trim()));
        }
    }
    hits
}

/// A line with the names of a group in braces each behind its path.
fn spelt(text: &str) -> String {
    let Some((before, group)) = text.split_once("::{") else { return text.to_owned() };
    let path = before.rsplit(' ').next().unwrap_or_default();
    let names = group.trim_end_matches([';', '}']).split(',').map(str::trim);
    names.fold(text.to_owned(), |line, name| format!("{line} {path}::{name}"))
}

/// Whether a text mentions a word, a neighbour by its way up (`super::text`) too.
fn reaches(text: &str, word: &str) -> bool {
    let up = || mentions(&text.replace("super::", "frostpunk::"), word);
    mentions(text, word) || (word.starts_with("frostpunk::") && up())
}

/// Whether a text mentions a word; `City` is not mentioned by `Cityscape` or `has_City`.
fn mentions(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let starts = word.starts_with(part);
    let ends = word.ends_with(part);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(part);
        let after = text[at + word.len()..].chars().next().is_some_and(part);
        !(starts && before || ends && after)
    })
}

#[test]
fn folders_do_not_reach_over_their_walls() {
    let found: Vec<String> =
        WALLS.iter().flat_map(|wall| hits(&code(wall.folder), wall.forbidden)).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn nothing_stops_the_program_outside_tests() {
    let found = hits(&code("src"), STOPS);
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<PathBuf> =
        sources("src").into_iter().filter(|path| !read(path).starts_with("//!")).collect();
    assert!(silent.is_empty(), "these files do not open with '//!': {silent:#?}");
}

#[test]
fn the_walls_are_high_enough_to_see_a_hit() {
    let line = |text: &str| Code { file: "a.rs".to_owned(), line: 7, text: text.to_owned() };
    assert_eq!(hits(&[line("use std::fs::File;")], &["std::fs"]).len(), 1);
    assert_eq!(hits(&[line("let city: &City = x;")], &["City"]).len(), 1);
    assert_eq!(
        hits(&[line("let x = y.unwrap();")], STOPS),
        ["a.rs:7: '.unwrap()' in: let x = y.unwrap();"]
    );
    for way in ["use super::text::Catalog;", "use super::super::text;", "use super::{look, text};"]
    {
        assert_eq!(hits(&[line(way)], &["frostpunk::text"]).len(), 1, "{way}");
    }
    assert_eq!(hits(&[line("use crate::{cli, i18n};")], &["crate::i18n"]).len(), 1);
    assert!(hits(&[line("use super::texts;")], &["frostpunk::text"]).is_empty());
    assert!(hits(&[line("let x = 1; // no City here")], &["City"]).is_empty());
    assert!(hits(&[line("y.unwrap_or(0); Cityscape; operand::x")], &["City", "rand::"]).is_empty());
}
