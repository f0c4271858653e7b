//! Input limits: size, nesting depth and element counts of untrusted text, checked on the bytes
//! before a parser builds a tree of it.
//!
//! The scans do not allocate or recurse, so no input can exhaust stack or memory. Each count is an
//! upper bound of what the parser can reach: a scan may reject input that only looks too large, but
//! never accepts input that is.
//!
//! The limits are at least 8 times what real campaigns and packs hold, measured over whole
//! campaigns of 1 to 4 seats; `tests/bounds` checks that. Depends on no other module of the crate.

mod fluent;
mod json;
mod quoting;
mod toml;

pub use fluent::fluent;
pub use json::json;
pub use quoting::{plain, quoted, shown};
pub use toml::toml;

/// A limit that was exceeded. Displays as a clause to embed in a sentence, such as "it is larger
/// than 200 bytes".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    /// The input is too large.
    #[error("it is larger than {0} bytes")]
    Bytes(usize),
    /// The nesting is too deep.
    #[error("it is nested more than {0} deep")]
    Depth(usize),
    /// Too many values.
    #[error("it holds more than {0} values")]
    Values(usize),
    /// Too many objects.
    #[error("it holds more than {0} objects")]
    Objects(usize),
    /// A string, name or message is too long.
    #[error("a text in it is longer than {0} bytes")]
    Text(usize),
    /// A dotted key has too many parts.
    #[error("a key in it has more than {0} parts")]
    Parts(usize),
    /// A campaign's log has too many entries.
    #[error("its log has more than {0} entries")]
    Entries(usize),
    /// Too many Fluent messages.
    #[error("it holds more than {0} messages")]
    Messages(usize),
    /// A Fluent message has too many placeables and calls.
    #[error("a message in it has more than {0} braces or brackets")]
    Braces(usize),
}

/// Limits on JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json {
    /// Total size in bytes.
    pub bytes: usize,
    /// Nesting depth of objects and arrays.
    pub depth: usize,
    /// Values of any kind. A number takes 2 bytes in a file and about 40 in memory.
    pub values: usize,
    /// Objects among the values. The smallest takes 600 bytes in memory.
    pub objects: usize,
    /// Length of a string in bytes.
    pub text: usize,
}

/// Limits on a save of one campaign, as a file or a line. Real ones have 6 kB, 8 levels and 900
/// values.
pub const SAVE: Json =
    Json { bytes: 4 * 1024 * 1024, depth: 64, values: 200_000, objects: 40_000, text: 64 * 1024 };

/// Limits on an exported campaign at the command line. One with 770 answers has 0.4 MB, 21,000
/// values, 8,600 objects and 15 levels.
pub const EXPORT: Json =
    Json { bytes: 32 * 1024 * 1024, depth: 64, values: 1_000_000, objects: 300_000, text: FILE };

/// Limits on a response of Discord, or of the server at `DISCORD_API_URL`. Lists of servers and
/// commands are the longest.
pub const ANSWER: Json =
    Json { bytes: 4 * 1024 * 1024, depth: 64, values: 200_000, objects: 60_000, text: FILE };

/// Limits on an uploaded export: 2 of them at a time share 64 MB of the bot's memory.
pub const UPLOAD: Json =
    Json { bytes: 8 * 1024 * 1024, values: 300_000, objects: 100_000, ..EXPORT };

/// Most values in the saved game of an exported campaign; real ones hold 900.
pub const KEPT_VALUES: usize = 60_000;
/// Most objects among these values; real ones hold 100.
pub const KEPT_OBJECTS: usize = 6000;

/// Limits on TOML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toml {
    /// Total size in bytes.
    pub bytes: usize,
    /// Nesting depth of tables, arrays and inline tables.
    pub depth: usize,
    /// Keys, elements and tables.
    pub values: usize,
    /// Length of a string or bare word in bytes.
    pub text: usize,
    /// Parts of a dotted key.
    pub parts: usize,
}

/// Limits on a TOML file of a pack. In real ones effects nest about 10 deep, keys have 2 parts,
/// the largest file holds 900 values, and strings are short: stories are in Fluent files.
pub const CARDS: Toml = Toml { bytes: FILE, depth: 48, values: 8192, text: 200, parts: 16 };

/// Limits on the settings file: 16 lines, with a token and paths among them.
pub const SETTINGS: Toml = Toml { bytes: FILE, depth: 8, values: 1024, text: 64 * 1024, parts: 16 };

/// Most entries of a campaign's log that are replayed.
pub const ENTRIES: usize = 20_000;

/// Largest size of a file of a pack, in bytes; the largest real one has 23 kB.
pub const FILE: usize = 256 * 1024;
/// Largest total size of a pack, in bytes; the built-in packs have 0.3 MB.
pub const PACK: usize = 3 * 1024 * 1024;
/// Most files of a pack, Fluent files included; the built-in packs have 273.
pub const FILES: usize = 4096;
/// Longest file name in a pack, in bytes.
pub const NAME: usize = 200;
/// Most problems that are listed for a pack, so that the list stays readable.
pub const PROBLEMS: usize = 200;

fn within(count: usize, most: usize, too_much: fn(usize) -> TooMuch) -> Result<(), TooMuch> {
    if count > most { Err(too_much(most)) } else { Ok(()) }
}
