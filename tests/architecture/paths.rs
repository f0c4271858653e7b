//! What a source reaches for: the full paths it imports or writes out, and its macros.

use std::collections::BTreeSet;

use crate::tokens::Token;

/// A path as it is seen from the crate's root, and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    pub line: usize,
    pub path: Vec<String>,
}

/// Roots that are in every program: `u8::MAX` needs nobody's permission.
const PRIMITIVES: [&str; 17] = [
    "bool", "char", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32", "u64",
    "u8", "usize", "f32", "f64",
];

/// Words before a `!` that is no macro's.
const KEYWORDS: [&str; 8] = ["if", "while", "match", "return", "in", "else", "break", "as"];

/// Paths of a source that lies at `home`, such as `crate::game`. Names that the source itself
/// imports or declares are no roots: their import is looked at.
pub fn reaches(tokens: &[Token], home: &[String]) -> Vec<Reach> {
    let (imports, rest) = imports(tokens);
    let mut own: BTreeSet<String> = imports.iter().map(|import| import.name.clone()).collect();
    let modules: BTreeSet<String> = tokens
        .windows(2)
        .filter(|pair| pair[0].text == "mod")
        .map(|pair| pair[1].text.clone())
        .collect();
    own.extend(modules.clone());
    let imported = imports.into_iter().map(|import| import.reach).filter(|reach| {
        // `pub use time::Span` of a module declared here.
        !modules.contains(&reach.path[0])
    });
    let written = written(&rest).into_iter().filter(|reach| {
        let root = reach.path[0].as_str();
        let is_type = root.starts_with(char::is_uppercase);
        !is_type && !own.contains(root) && !PRIMITIVES.contains(&root)
    });
    imported.chain(written).map(|reach| absolute(reach, home)).collect()
}

/// The names of macros that are called.
pub fn macros(tokens: &[Token]) -> Vec<Reach> {
    let called = tokens.windows(3).filter(|three| {
        let opens = ["(", "[", "{"].contains(&three[2].text.as_str());
        three[0].is_name() && three[1].text == "!" && opens
    });
    let reach = |three: &[Token]| Reach { line: three[0].line, path: vec![three[0].text.clone()] };
    called.map(reach).filter(|reach| !KEYWORDS.contains(&reach.path[0].as_str())).collect()
}

struct Import {
    name: String,
    reach: Reach,
}

/// Every name that is imported, groups spelt out, and the tokens outside of imports.
fn imports(tokens: &[Token]) -> (Vec<Import>, Vec<Token>) {
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        // `impl Trait + use<'a>` imports nothing.
        if token.text == "use" && tokens.get(at).is_some_and(|next| next.text != "<") {
            at = tree(tokens, at, &[], &mut found);
        } else {
            rest.push(token.clone());
        }
    }
    (found, rest)
}

/// Reads one tree of an import (`a::{b, c as d}`), and says where it ends.
fn tree(tokens: &[Token], mut at: usize, before: &[String], found: &mut Vec<Import>) -> usize {
    let mut path = before.to_vec();
    let mut name = None;
    let line = tokens.get(at).map_or(0, |token| token.line);
    while let Some(token) = tokens.get(at) {
        match token.text.as_str() {
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| token.text != "}") {
                    at = tree(tokens, at, &path, found);
                    at += usize::from(tokens.get(at).is_some_and(|token| token.text == ","));
                }
                return at + 1;
            }
            "," | "}" | ";" => break,
            "as" => {
                name = tokens.get(at + 1).map(|token| token.text.clone());
                at += 1;
            }
            "self" if !path.is_empty() => {}
            "::" => {}
            text => path.push(text.to_owned()),
        }
        at += 1;
    }
    if let Some(last) = path.last() {
        let name = name.unwrap_or_else(|| last.clone());
        found.push(Import { name, reach: Reach { line, path } });
    }
    at
}

/// Paths that are written out, such as `std::mem::take(x)`.
fn written(tokens: &[Token]) -> Vec<Reach> {
    let mut found = Vec::new();
    let mut at = 0;
    while at + 1 < tokens.len() {
        let before = at.checked_sub(1).map_or("", |before| tokens[before].text.as_str());
        let begins = tokens[at].is_name() && tokens[at + 1].text == "::";
        // A field, a part of a macro's pattern, and what follows `Type<T>` begin no path.
        if !begins || [".", "$"].contains(&before) || follows(tokens, at) {
            at += 1;
            continue;
        }
        let mut path = vec![tokens[at].text.clone()];
        let line = tokens[at].line;
        while tokens.get(at + 1).is_some_and(|sep| sep.text == "::")
            && tokens.get(at + 2).is_some_and(Token::is_name)
        {
            path.push(tokens[at + 2].text.clone());
            at += 2;
        }
        found.push(Reach { line, path });
        at += 1;
    }
    found
}

/// Whether a name goes on with the path before it: `Vec::<u8>::new`, not `(::std::fs`.
fn follows(tokens: &[Token], at: usize) -> bool {
    let Some(colons) = at.checked_sub(1).filter(|before| tokens[*before].text == "::") else {
        return false;
    };
    let before = colons.checked_sub(1).map(|before| &tokens[before]);
    before.is_some_and(|token| token.text == ">" || token.is_name())
}

/// Spells out `self` and `super`.
fn absolute(reach: Reach, home: &[String]) -> Reach {
    let up = reach.path.iter().take_while(|part| *part == "super").count();
    let from_here = up > 0 || reach.path[0] == "self";
    if !from_here {
        return reach;
    }
    let kept = home.len().saturating_sub(up);
    let rest = reach.path.iter().skip_while(|part| *part == "super" || *part == "self");
    let path = home[..kept].iter().chain(rest).cloned().collect();
    Reach { path, ..reach }
}

#[test]
fn every_way_to_reach_something_is_seen() {
    use crate::tokens::tokens;
    let home: Vec<String> = ["crate", "game", "board"].map(str::to_owned).into();
    let found = |source: &str| -> Vec<String> {
        reaches(&tokens(source), &home).iter().map(|reach| reach.path.join("::")).collect()
    };
    assert_eq!(
        found("use std::{fs, io::{self, Read as _}};"),
        ["std::fs", "std::io", "std::io::Read"]
    );
    assert_eq!(found("use std::*; use std as s; fn f() { s::fs::read(1) }"), ["std::*", "std"]);
    assert_eq!(found("let x = ::std::fs::read(p)?;"), ["std::fs::read"]);
    assert_eq!(found("<T as std::fmt::Display>::fmt(a)"), ["std::fmt::Display"]);
    assert_eq!(found("fn f() { use rand::random; random() }"), ["rand::random"]);
    assert_eq!(
        found("super::cards::x(); use super::super::i18n; self::y::z();"),
        ["crate::i18n", "crate::game::cards::x", "crate::game::board::y::z"]
    );
    assert_eq!(
        found("mod time; pub use time::Span; time::now(); u8::MAX; Vec::<u8>::new()"),
        [""; 0]
    );
    assert_eq!(found("fn f() -> impl Fn() + use<'a> { a.b::<T>() }"), [""; 0]);
}

#[test]
fn macros_are_told_from_a_not() {
    use crate::tokens::tokens;
    let source =
        "println!(1); if !(a) { x != (b) } vec![1]; macro_rules! m { () => {} } words! { a }";
    let names: Vec<String> = macros(&tokens(source)).iter().map(|m| m.path[0].clone()).collect();
    assert_eq!(names, ["println", "vec", "words"]);
}
