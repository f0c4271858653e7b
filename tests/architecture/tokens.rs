//! Rust sources as tokens: comments and what is compiled for tests only are left out, and of
//! texts only the quotes are left.

/// A word, a number, a lifetime, `::`, or a sign.
#[derive(Clone, Debug)]
pub struct Token {
    pub line: usize,
    pub text: String,
}

impl Token {
    pub fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    /// `1.5`, `1e9`, `2f32`, `1.`
    pub fn is_float(&self) -> bool {
        let number = self.text.starts_with(|c: char| c.is_ascii_digit());
        let other_base = ["0x", "0b", "0o"].iter().any(|base| self.text.starts_with(base));
        number && !other_base && self.text.contains(['.', 'e', 'E', 'f'])
    }
}

/// The tokens of a source, without what only tests see.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut reader = Reader { rest: source, line: 1, found: Vec::new() };
    while !reader.rest.is_empty() {
        reader.step();
    }
    without_tests(&reader.found)
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    found: Vec<Token>,
}

impl Reader<'_> {
    fn step(&mut self) {
        let rest = self.rest;
        let first = rest.chars().next().unwrap_or(' ');
        if rest.starts_with("//") {
            self.skip(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.skip(block_comment(rest));
        } else if let Some(length) = text(rest) {
            self.take(length, "\"\"");
        } else if rest.starts_with("::") {
            self.take(2, "::");
        } else if first == '\'' {
            let length = 1 + word(&rest[1..]);
            self.take(length, &rest[..length]);
        } else if is_part(first) {
            let length = if first.is_ascii_digit() { self.number() } else { word(rest) };
            self.take(length, &rest[..length]);
        } else if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else {
            self.take(first.len_utf8(), &rest[..first.len_utf8()]);
        }
    }

    /// How long a number is; after a dot (`pair.0.1`) it has no dot of its own.
    fn number(&self) -> usize {
        let whole = word(self.rest);
        let field = self.found.last().is_some_and(|token| token.text == ".");
        let Some(after) = self.rest[whole..].strip_prefix('.').filter(|_| !field) else {
            return whole;
        };
        let goes_on = after.starts_with(|c: char| c == '.' || c == '_' || c.is_alphabetic());
        if goes_on { whole } else { whole + 1 + word(after) }
    }

    fn take(&mut self, length: usize, text: &str) {
        self.found.push(Token { line: self.line, text: text.to_owned() });
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        self.line += self.rest[..length].matches('\n').count();
        self.rest = &self.rest[length..];
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn word(rest: &str) -> usize {
    rest.find(|c| !is_part(c)).unwrap_or(rest.len())
}

/// Where a comment ends, those inside it counted.
fn block_comment(rest: &str) -> usize {
    let mut depth = 0_usize;
    for (at, _) in rest.char_indices() {
        match rest.get(at..at + 2) {
            Some("/*") => depth += 1,
            Some("*/") if depth == 1 => return at + 2,
            Some("*/") => depth -= 1,
            _ => {}
        }
    }
    rest.len()
}

/// How long the text or letter is that begins here: `"a"`, `b"a"`, `r#"a"#`, `'a'`; `'a` is none.
fn text(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        rest.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(['"', '#', '\'']))
    })?;
    let (from, quote) = (prefix.len(), rest[prefix.len()..].trim_start_matches('#'));
    let hashes = rest.len() - from - quote.len();
    match quote.chars().next()? {
        '"' if prefix.ends_with('r') => {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = quote[1..].find(&end)?;
            Some(from + hashes + 1 + inside + end.len())
        }
        '"' if hashes == 0 => Some(from + 1 + quoted(&quote[1..], '"')),
        '\'' if hashes == 0 && (quote.starts_with("'\\") || quote.chars().nth(2) == Some('\'')) => {
            Some(from + 1 + quoted(&quote[1..], '\''))
        }
        _ => None,
    }
}

/// How much lies up to the closing quote, and the quote.
fn quoted(rest: &str, end: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == end => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];

/// Leaves out every item under `#[cfg(test)]`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut rest = tokens;
    while let Some(first) = rest.first() {
        let is_test = rest.len() >= TEST.len() && rest.iter().zip(TEST).all(|(t, w)| t.text == w);
        if is_test {
            rest = &rest[TEST.len()..];
            rest = &rest[item(rest)..];
        } else {
            kept.push(first.clone());
            rest = &rest[1..];
        }
    }
    kept
}

/// How many tokens an item has: up to its `;` or the end of its body.
fn item(tokens: &[Token]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            "}" if depth <= 1 => return at + 1,
            "}" => depth -= 1,
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

#[test]
fn comments_texts_and_tests_are_left_out() {
    let source = r##"
        use a::b; // std::fs
        /* f32 /* f64 */ */ let x: &'a str = "1.5 // \" HashMap"; let y = r#"a " 1.5"#; '"'; b'\'';
        #[cfg(test)]
        #[allow(x)]
        mod tests { fn f() { println!("{}", 1.5); } }
        #[cfg(test)]
        mod far;
        fn g() {}
    "##;
    let found: Vec<String> = tokens(source).into_iter().map(|token| token.text).collect();
    let words = "use a :: b ; let x : & 'a str = \"\" ; let y = \"\" ; \"\" ; \"\" ; fn g ( ) { }";
    assert_eq!(found.join(" "), words);
}

#[test]
fn a_float_is_told_from_other_numbers() {
    let floats = |source: &str| tokens(source).iter().filter(|token| token.is_float()).count();
    assert_eq!(floats("1.5 2. 1e9 1E-9 3f32 4_f64 0.5_f32 (7.)"), 8);
    assert_eq!(floats("1 1..2 1..=2 x.0.1 1.max(2) 0x1E5 0b11 1_000 x1.y 5u8 é"), 0);
}
