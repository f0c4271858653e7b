//! What pure code may use: nothing but this. The same state and answer give the same result,
//! anywhere, at any time; so no clock, no file, no hash of a random order, no float.
//!
//! A list of what is allowed has no holes: what is on none of these lists is a mistake, however
//! it is reached. To use something new is to write it down here, and to say why it is pure.

use crate::code::{module, read, root, sources, test_modules};
use crate::paths::{Reach, macros, reaches};
use crate::tokens::tokens;

/// A folder, and the paths its code may use beside its own.
struct Pure {
    folder: &'static str,
    may_use: &'static [&'static str],
}

const PURE: &[Pure] = &[
    // The dice are a seeded generator, and a part of the state.
    Pure { folder: "src/frostpunk/rules", may_use: &["rand_chacha"] },
    // The boundary: what a game says of itself is data.
    Pure { folder: "src/game", may_use: &["serde_json::Value"] },
    // Time and chance come in as values; a sum only names what was promised.
    Pure { folder: "src/council", may_use: &["crate::game", "serde_json::Value", "sha2"] },
];

/// What each of them may use.
const ALL: &[&str] = &[
    "clippy",
    "serde",
    "std::cmp::Reverse",
    "std::collections::BTreeMap",
    "std::collections::BTreeSet",
    "std::fmt",
    "std::mem::replace",
    "std::mem::take",
    "std::ops",
    "std::sync::Arc",
    "thiserror::Error",
];

/// Macros that neither print nor look around; `words!` is `rules/ids.rs`'s own.
const MACROS: &[&str] = &["format", "matches", "vec", "words", "write"];

/// Words that need no path: floats, what waits, state that all share, and other languages.
const WORDS: &[&str] = &["f32", "f64", "async", "await", "static", "unsafe", "extern"];

/// What a source at `home` (`crate::game::board`) uses that is on no list.
fn impure(source: &str, home: &str, may_use: &[&str]) -> Vec<String> {
    let tokens = tokens(source);
    let home: Vec<String> = home.split("::").map(str::to_owned).collect();
    let listed = |reach: &Reach| {
        ALL.iter().chain(may_use).any(|allowed| {
            let mut path = reach.path.iter();
            allowed.split("::").all(|part| path.next().is_some_and(|own| own == part))
        })
    };
    let paths = reaches(&tokens, &home).into_iter().filter(|reach| !listed(reach));
    let paths = paths.map(|reach| (reach.line, reach.path.join("::")));
    let macros = macros(&tokens).into_iter().filter(|m| !MACROS.contains(&m.path[0].as_str()));
    let macros = macros.map(|m| (m.line, format!("{}!", m.path[0])));
    let words = tokens.iter().filter(|t| t.is_float() || WORDS.contains(&t.text.as_str()));
    let words = words.map(|token| (token.line, token.text.clone()));
    // `#[path = "../../cli/mod.rs"] mod cli;`
    let far = tokens
        .windows(3)
        .filter(|at| at[0].text == "[" && at[1].text == "path" && at[2].text == "=");
    let far = far.map(|at| (at[0].line, "#[path]".to_owned()));
    paths
        .chain(macros)
        .chain(words)
        .chain(far)
        .map(|(line, what)| format!("{line}: {what}"))
        .collect()
}

#[test]
fn pure_folders_use_only_what_is_listed() {
    let mut found = Vec::new();
    for pure in PURE {
        let own = module(pure.folder.as_ref());
        let may_use = [pure.may_use, &[own.as_str()]].concat();
        let files = sources(pure.folder);
        let tests = test_modules(&files);
        for path in files.iter().filter(|path| !tests.holds(path)) {
            let name = path.strip_prefix(root()).unwrap_or(path);
            let used = impure(&read(path), &module(name), &may_use).into_iter();
            found.extend(used.map(|what| format!("{}:{what}", name.display())));
        }
    }
    assert!(found.is_empty(), "not on the lists of {}:\n{}", file!(), found.join("\n"));
}

#[test]
fn what_is_not_listed_is_found_however_it_is_reached() {
    let found = |source: &str| {
        impure(source, "crate::frostpunk::rules::dice", &["crate::frostpunk::rules"])
    };
    let planted = [
        ("use std::time::Instant;", "std::time::Instant"),
        ("let now = std::time::Instant::now();", "std::time::Instant::now"),
        ("use std::time::*; fn f() { SystemTime::now(); }", "std::time::*"),
        ("use std::time as t; fn f() { t::SystemTime::now(); }", "std::time"),
        ("use std::{fmt, time::{Duration as D}};", "std::time::Duration"),
        ("use std::collections::HashMap;", "std::collections::HashMap"),
        ("let m = std::collections::HashMap::new();", "std::collections::HashMap::new"),
        ("use std::collections::*;", "std::collections::*"),
        ("let n = rand::random();", "rand::random"),
        ("let text = ::std::fs::read(path);", "std::fs::read"),
        ("use super::super::text::Catalog;", "crate::frostpunk::text::Catalog"),
        ("crate::i18n::say(1)", "crate::i18n::say"),
        ("extern crate rand;", "extern"),
        ("let half = 1.5;", "1.5"),
        ("let half = 3 as f64;", "f64"),
        ("async fn f() {}", "async"),
        ("println!(\"{}\", 1)", "println!"),
        ("std::println!(\"{}\", 1)", "println!"),
        ("thread_local! { static A: u8 = 1; }", "thread_local!"),
        ("#[path = \"../cli.rs\"] mod cli;", "#[path]"),
        ("#[derive(strum::Display)] struct A;", "strum::Display"),
    ];
    for (source, what) in planted {
        assert!(found(source).contains(&format!("1: {what}")), "{source}: {:?}", found(source));
    }
}

#[test]
fn what_is_listed_is_let_by() {
    let source = r#"
        //! std::time, 1.5, HashMap
        use std::{collections::BTreeMap, fmt::{self, Write as _}};
        use super::{look::Look, state};
        mod own;
        /* println!("{}", 1.5) */
        #[allow(clippy::unwrap_used)]
        fn f(text: &'static str, pair: (u8, (u8, u8))) -> fmt::Result {
            let all = BTreeMap::<u8, u8>::new();
            let (max, sum) = (u8::MAX, 1..2);
            own::go(state::City::new(), std::mem::take(&mut x), pair.1.0, format!("1.5 f64"));
        }
        #[cfg(test)]
        mod tests { use std::time::Instant; }
    "#;
    let found = impure(source, "crate::frostpunk::rules::dice", &["crate::frostpunk::rules"]);
    assert!(found.is_empty(), "{found:?}");
}
