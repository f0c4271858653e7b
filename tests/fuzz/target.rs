//! A target: every file of its corpus, then random inputs for a while, under plain `cargo test`.
//!
//! The corpus of a target is `__fuzz__/NAME/corpus` beside this file; what once broke it is kept in
//! `__fuzz__/NAME/crashes` and tried first. `.ci/fuzz NAME SECONDS` looks for inputs by coverage: it runs `NAME::a_spoilt_…`.
//!
//! An input that is text is taken as it is. One that is not is a recipe: its bytes choose a good
//! specimen and the wounds it gets. Random bytes are hardly ever text, and random text is hardly
//! ever anything, so an ordinary run wounds specimens; the corpus has both kinds.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use crate::chance::Chance;

/// How long random inputs are tried; `BOLERO_RANDOM_TEST_TIME_MS` sets another time.
const TIME: Duration = Duration::from_secs(20);
/// Bytes of a recipe: more choices than a specimen has wounds.
const RECIPE: usize = 256;

/// What a target is given.
pub enum Input<'a> {
    /// Text, as it is.
    Text(&'a str),
    /// How a specimen is spoilt.
    Recipe(Chance<'a>),
}

impl<'a> Input<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        match str::from_utf8(bytes) {
            Ok(text) => Input::Text(text),
            Err(_) => Input::Recipe(Chance::Drawn(bytes)),
        }
    }

    /// The text, or what a recipe makes.
    pub fn bytes(self, made: impl FnOnce(&mut Chance) -> Vec<u8>) -> Vec<u8> {
        match self {
            Input::Text(text) => text.as_bytes().to_vec(),
            Input::Recipe(mut chance) => made(&mut chance),
        }
    }

    /// The same where it has to be text.
    pub fn text(self, made: impl FnOnce(&mut Chance) -> String) -> String {
        match self {
            Input::Text(text) => text.to_owned(),
            Input::Recipe(mut chance) => made(&mut chance),
        }
    }
}

/// A test that is called with one input after another. What it keeps between them is its own: a
/// panic ends the target, and nothing of it is looked at afterwards.
struct Each<T>(AssertUnwindSafe<T>);

impl<T: FnMut(Input<'_>)> Each<T> {
    fn with(&mut self, bytes: &[u8]) {
        (self.0.0)(Input::read(bytes));
    }
}

/// Tries a target; it fails if the test panics.
pub fn target(name: &str, test: impl FnMut(Input<'_>)) {
    let mut each = Each(AssertUnwindSafe(test));
    bolero::check!(name = name)
        .with_test_time(TIME)
        .with_max_len(RECIPE)
        .for_each(move |bytes: &[u8]| each.with(bytes));
}
