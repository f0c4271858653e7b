//! How much of a text is read: its size, how deep it nests and how much it holds, checked on the
//! bytes before any parser builds a tree of it.
//!
//! May use: nothing of ours; everybody may use it. Deliberately absent: parsing. The scans allocate
//! nothing and call nothing that calls itself, so no text can make them run out of stack or memory.
//! Each count is an upper bound of what the parser can come to: a scan may refuse a text that only
//! looks like too much, and never lets one through that is.
//!
//! The numbers are at least eight times what real campaigns and packs hold (measured over whole
//! campaigns of one to four seats): `tests/bounds` keeps that true.

mod fluent;
mod json;
mod quoting;
mod toml;

pub use fluent::fluent;
pub use json::json;
pub use quoting::{plain, quoted, shown};
pub use toml::toml;

/// What is too much, in words that fit into any sentence: "it ...".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TooMuch {
    /// Too large.
    #[error("it is larger than {0} bytes")]
    Bytes(usize),
    /// Too deep.
    #[error("it is nested more than {0} deep")]
    Depth(usize),
    /// Too many values.
    #[error("it holds more than {0} values")]
    Values(usize),
    /// Too many objects.
    #[error("it holds more than {0} objects")]
    Objects(usize),
    /// A string, a name or a message is too long.
    #[error("a text in it is longer than {0} bytes")]
    Text(usize),
    /// A key of too many parts.
    #[error("a key in it has more than {0} parts")]
    Parts(usize),
    /// Too many entries of a log.
    #[error("its log has more than {0} entries")]
    Entries(usize),
    /// Too many messages.
    #[error("it holds more than {0} messages")]
    Messages(usize),
    /// A message with too many placeables and calls.
    #[error("a message in it has more than {0} braces or brackets")]
    Braces(usize),
}

/// How much JSON may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json {
    /// Bytes in all.
    pub bytes: usize,
    /// Objects and lists in each other.
    pub depth: usize,
    /// Values of any kind; a number takes a few bytes in a file and some forty in memory.
    pub values: usize,
    /// Objects among them; the smallest takes six hundred bytes in memory.
    pub objects: usize,
    /// Bytes of one string.
    pub text: usize,
}

/// A save of one campaign, as a file or as a line: real ones have 6 kB, 8 levels, 900 values.
pub const SAVE: Json =
    Json { bytes: 4 * 1024 * 1024, depth: 64, values: 200_000, objects: 40_000, text: 64 * 1024 };

/// An exported campaign at the command line; one of 770 answers has 0.4 MB, 21,000 values, 8,600
/// objects and 15 levels.
pub const EXPORT: Json =
    Json { bytes: 32 * 1024 * 1024, depth: 64, values: 1_000_000, objects: 300_000, text: FILE };

/// An answer of Discord's, or of whatever speaks its language at `DISCORD_API_URL`:
/// lists of servers and of commands are the longest.
pub const ANSWER: Json =
    Json { bytes: 4 * 1024 * 1024, depth: 64, values: 200_000, objects: 60_000, text: FILE };

/// An exported campaign that somebody uploads: two of them at a time share 64 MB of the bot.
pub const UPLOAD: Json =
    Json { bytes: 8 * 1024 * 1024, values: 300_000, objects: 100_000, ..EXPORT };

/// Values of the kept game of an exported campaign; real ones hold 900.
pub const KEPT_VALUES: usize = 60_000;
/// Objects among them; real ones hold 100.
pub const KEPT_OBJECTS: usize = 6000;

/// How much TOML may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Toml {
    /// Bytes in all.
    pub bytes: usize,
    /// Tables, lists and inline tables in each other.
    pub depth: usize,
    /// Keys, elements and tables.
    pub values: usize,
    /// Bytes of one string or bare word.
    pub text: usize,
    /// Parts of a dotted key.
    pub parts: usize,
}

/// A file of a pack: effects nest some ten deep, the fullest real one holds 900 values, names and
/// words are short (stories are in word lists), and keys have two parts.
pub const CARDS: Toml = Toml { bytes: FILE, depth: 48, values: 8192, text: 200, parts: 16 };

/// The settings file: sixteen lines, with a token and paths among them.
pub const SETTINGS: Toml = Toml { bytes: FILE, depth: 8, values: 1024, text: 64 * 1024, parts: 16 };

/// Entries of a campaign's log that are replayed.
pub const ENTRIES: usize = 20_000;

/// The largest file of a pack, in bytes; the largest real one has 23 kB.
pub const FILE: usize = 256 * 1024;
/// All files of a pack together, in bytes; the program's own are 0.3 MB.
pub const PACK: usize = 3 * 1024 * 1024;
/// Files of a pack, word lists among them; the program's own are 273.
pub const FILES: usize = 4096;
/// The longest name of a file in a pack, in bytes.
pub const NAME: usize = 200;
/// Problems of a pack that are listed; nobody reads more at once.
pub const PROBLEMS: usize = 200;

fn within(count: usize, most: usize, too_much: fn(usize) -> TooMuch) -> Result<(), TooMuch> {
    if count > most { Err(too_much(most)) } else { Ok(()) }
}
