//! Files → the authors' shapes: which file holds what, and reading each one.
//!
//! May use: `files`, `bounds`, toml. Deliberately absent: the file system (see `mod`),
//! and any look from one file into another.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::de::DeserializeOwned;

use super::files::{
    AdvisorsFile, BuildingsFile, CitizenFile, ConsequenceFile, EventFile, ExpeditionFile, LawFile,
    PackFile, SocietiesFile, TechnologyFile, TilesFile, WeatherFile,
};
use super::problem::{Found, Problem, line_at};
use crate::bounds;
use crate::frostpunk::rules::program::Deck;

/// The files beside the cards, all of them needed.
const TABLES: [&str; 5] =
    ["advisors.toml", "buildings.toml", "pack.toml", "societies.toml", "tiles.toml"];

/// The longest file, in bytes; a card has a few hundred. A campaign brings its own content
/// along, so a stranger may have written it.
pub const LONGEST: usize = bounds::FILE;

/// A file's name and text: where a word was written.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// Path inside the pack.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
}

impl Place<'_> {
    /// A problem at a byte range of this file.
    pub fn problem(&self, span: &Range<usize>, message: impl Into<String>) -> Problem {
        Problem {
            file: self.file.to_owned(),
            line: line_at(self.text, span.start),
            message: message.into(),
        }
    }
}

/// A file that was read; `body` is missing if it could not be understood.
#[derive(Debug)]
pub struct Source<'a, T> {
    /// Where it is.
    pub place: Place<'a>,
    /// What it says.
    pub body: Option<T>,
}

/// A card file by the kind of its deck.
#[derive(Debug)]
pub enum CardFile {
    /// Morning, Dusk, Dispute and Scenario cards.
    Event(EventFile),
    /// A Law Consequence.
    Consequence(ConsequenceFile),
    /// A Law.
    Law(LawFile),
    /// A Technology.
    Technology(TechnologyFile),
    /// A Citizen card.
    Citizen(CitizenFile),
    /// A Weather card.
    Weather(WeatherFile),
    /// An Expedition card.
    Expedition(ExpeditionFile),
}

/// A card file with what its path says.
#[derive(Debug)]
pub struct CardSource<'a> {
    /// The file's stem.
    pub id: &'a str,
    /// The file's folder.
    pub deck: Deck,
    /// The file.
    pub source: Source<'a, CardFile>,
}

/// Every file of a pack.
#[derive(Debug, Default)]
pub struct Sources<'a> {
    /// `advisors.toml`.
    pub advisors: Option<Source<'a, AdvisorsFile>>,
    /// `buildings.toml`.
    pub buildings: Option<Source<'a, BuildingsFile>>,
    /// `pack.toml`.
    pub pack: Option<Source<'a, PackFile>>,
    /// `societies.toml`.
    pub societies: Option<Source<'a, SocietiesFile>>,
    /// `tiles.toml`.
    pub tiles: Option<Source<'a, TilesFile>>,
    /// The cards, by deck and id.
    pub cards: Vec<CardSource<'a>>,
}

impl<'a> Sources<'a> {
    /// Reads every TOML file; texts and other files are not content.
    pub fn read(files: &'a BTreeMap<String, String>, problems: &mut Found) -> Self {
        let mut sources = Sources::default();
        if let Some(problem) = too_much(files) {
            problems.push(problem);
            return sources;
        }
        for (file, text) in files.iter().filter(|(file, _)| is_content(file)) {
            sources.take(Place { file, text }, problems);
        }
        for table in TABLES.iter().filter(|table| !files.contains_key(**table)) {
            let message = "this file is missing".to_owned();
            problems.push(Problem { file: (*table).to_owned(), line: 1, message });
        }
        sources.cards.sort_by_key(|card| (card.deck, card.id));
        sources
    }

    fn take(&mut self, place: Place<'a>, problems: &mut Found) {
        match place.file {
            "advisors.toml" => self.advisors = Some(parse(place, problems)),
            "buildings.toml" => self.buildings = Some(parse(place, problems)),
            "pack.toml" => self.pack = Some(parse(place, problems)),
            "societies.toml" => self.societies = Some(parse(place, problems)),
            "tiles.toml" => self.tiles = Some(parse(place, problems)),
            _ => match card_path(place.file) {
                Ok((deck, id)) => {
                    let source = parse_card(deck, place, problems);
                    self.cards.push(CardSource { id, deck, source });
                }
                Err(message) => problems.push(place.problem(&(0..0), message)),
            },
        }
    }
}

/// What is too much about the files as such; nothing of them is read then.
fn too_much(files: &BTreeMap<String, String>) -> Option<Problem> {
    let (count, bytes) = (files.len(), files.values().map(String::len).sum::<usize>());
    let (file, message) = if count > bounds::FILES {
        ("pack.toml", format!("too many files: {count}, at most {}", bounds::FILES))
    } else if bytes > bounds::PACK {
        ("pack.toml", format!("these files are too long: {bytes} bytes, at most {}", bounds::PACK))
    } else {
        let file = files.keys().find(|file| file.len() > bounds::NAME)?;
        (file.as_str(), format!("this name is too long: at most {} bytes", bounds::NAME))
    };
    Some(Problem { file: file.to_owned(), line: 1, message })
}

/// Checks the size of the word lists, before anybody reads their words.
pub fn check_texts(files: &BTreeMap<String, String>, problems: &mut Found) {
    for (file, text) in files.iter().filter(|(file, _)| super::is_text(file)) {
        if let Err(why) = bounds::fluent(text.as_bytes()) {
            let message = format!("this file is too much: {why}");
            problems.push(Problem { file: file.clone(), line: 1, message });
        }
    }
}

/// Is this a file that decides how the game is played?
pub fn is_content(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, kind)| kind == "toml")
}

fn parse<'a, T: DeserializeOwned>(place: Place<'a>, problems: &mut Found) -> Source<'a, T> {
    if let Err(why) = bounds::toml(place.text.as_bytes(), &bounds::CARDS) {
        let what = if place.text.len() > LONGEST { "too long" } else { "too much" };
        problems.push(place.problem(&(0..0), format!("this file is {what}: {why}")));
        return Source { place, body: None };
    }
    let body = match toml::from_str(place.text) {
        Ok(body) => Some(body),
        Err(error) => {
            let words: Vec<&str> = error.message().split_whitespace().collect();
            problems.push(place.problem(&error.span().unwrap_or(0..0), words.join(" ")));
            None
        }
    };
    Source { place, body }
}

fn parse_card<'a>(deck: Deck, place: Place<'a>, problems: &mut Found) -> Source<'a, CardFile> {
    match deck {
        Deck::Morning | Deck::DuskStart | Deck::Dusk | Deck::Dispute | Deck::Scenario => {
            parse(place, problems).map(CardFile::Event)
        }
        Deck::Consequence => parse(place, problems).map(CardFile::Consequence),
        Deck::Law => parse(place, problems).map(CardFile::Law),
        Deck::Technology => parse(place, problems).map(CardFile::Technology),
        Deck::Citizen => parse(place, problems).map(CardFile::Citizen),
        Deck::Weather => parse(place, problems).map(CardFile::Weather),
        Deck::Expedition => parse(place, problems).map(CardFile::Expedition),
    }
}

impl<'a, T> Source<'a, T> {
    fn map<U>(self, wrap: impl FnOnce(T) -> U) -> Source<'a, U> {
        Source { place: self.place, body: self.body.map(wrap) }
    }
}

/// `cards/<deck>/<id>.toml` → deck and id.
fn card_path(file: &str) -> Result<(Deck, &str), String> {
    let parts: Vec<&str> = file.trim_end_matches(".toml").split('/').collect();
    let ["cards", folder, id] = parts[..] else {
        return Err(format!(
            "no file belongs here; expected {} or cards/<deck>/<id>.toml",
            TABLES.join(", ")
        ));
    };
    let Some((deck, _)) = Deck::ALL.iter().find(|(_, key)| *key == folder) else {
        let decks: Vec<&str> = Deck::ALL.iter().map(|(_, key)| *key).collect();
        return Err(format!("unknown deck `{folder}`, expected one of {}", decks.join(", ")));
    };
    // A dot is kept for copies (`M001.2`); Fluent names allow no other signs either.
    if id.is_empty() || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-') {
        return Err(format!("card id `{id}` may hold only letters, digits, `-` and `_`"));
    }
    Ok((*deck, id))
}
