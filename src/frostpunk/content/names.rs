//! The number of every card and Building, before anything refers to it.
//!
//! May use: `read`, `ids`. Deliberately absent: effects. A card whose file could
//! not be understood still gets its number, so one mistake is one problem.

use std::collections::BTreeMap;

use super::problem::Found;
use super::read::{CardFile, CardSource, Sources};
use crate::frostpunk::rules::ids::{BuildingId, CardId, Letter};
use crate::frostpunk::rules::program::Deck;

/// Cards of a deck at most, copies included: a copy is a card with all that is on it.
const FULLEST: u16 = 500;

/// One physical card: a card file, or a copy of it.
#[derive(Debug)]
pub struct Copy {
    /// Its id.
    pub id: String,
    /// Number of its file in `Sources::cards`.
    pub source: usize,
    /// Its first copy.
    pub face: CardId,
}

/// Who has which number.
#[derive(Debug, Default)]
pub struct Names<'a> {
    /// Every physical card; its number is its position.
    pub copies: Vec<Copy>,
    /// First copy and deck of each card id.
    pub faces: BTreeMap<&'a str, (CardId, Deck)>,
    /// Every Building; its number is its position.
    pub buildings: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// Numbers everything: decks in the order of the box, in each deck the
    /// cards by id, then their second copies, then the third ones.
    pub fn of(sources: &'a Sources<'a>, problems: &mut Found) -> Self {
        let mut names = Names::default();
        check_fill(sources, problems);
        for (deck, _) in Deck::ALL {
            let groups: &[Option<Letter>] = match deck {
                Deck::Expedition => &[Some(Letter::A), Some(Letter::B), Some(Letter::C)],
                _ => &[None],
            };
            for letter in groups {
                names.deal(sources, *deck, *letter, problems);
            }
        }
        let buildings = sources.buildings.as_ref().and_then(|source| source.body.as_ref());
        let buildings = buildings.map_or(&[][..], |file| &file.building);
        names.buildings = buildings.iter().map(|b| b.id.get_ref().as_str()).collect();
        names
    }

    fn deal(
        &mut self,
        sources: &'a Sources<'a>,
        deck: Deck,
        letter: Option<Letter>,
        problems: &mut Found,
    ) {
        let mut first = Vec::new();
        for (source, card) in sources.cards.iter().enumerate() {
            if card.deck != deck || !fits(card, letter) {
                continue;
            }
            let face = CardId(self.copies.len() as u16);
            if self.faces.insert(card.id, (face, deck)).is_some() {
                let message = format!("card `{}` exists in another deck too", card.id);
                problems.push(card.source.place.problem(&(0..0), message));
            }
            self.copies.push(Copy { id: card.id.to_owned(), source, face });
            first.push((card.id, source, face));
        }
        let missing = wanted(sources, deck, letter).saturating_sub(first.len());
        for (at, (id, source, face)) in first.iter().cycle().take(missing).enumerate() {
            let id = format!("{id}.{}", 2 + at / first.len());
            self.copies.push(Copy { id, source: *source, face: *face });
        }
    }

    /// The number of a Building.
    pub fn building(&self, id: &str) -> Option<BuildingId> {
        self.buildings.iter().position(|known| *known == id).map(|at| BuildingId(at as u8))
    }

    /// The ids of the cards of these decks, for a message.
    pub fn ids_of(&self, decks: &[Deck]) -> String {
        let known = self.faces.iter().filter(|(_, (_, deck))| decks.contains(deck));
        known.map(|(id, _)| *id).collect::<Vec<_>>().join(", ")
    }
}

/// Is this a card of that Expedition letter? One that could not be read counts as A.
fn fits(card: &CardSource<'_>, letter: Option<Letter>) -> bool {
    let own = match &card.source.body {
        Some(CardFile::Expedition(file)) => file.letter,
        _ => Letter::A,
    };
    letter.is_none_or(|letter| letter == own)
}

/// How many cards `pack.toml` wants in a deck.
fn wanted(sources: &Sources<'_>, deck: Deck, letter: Option<Letter>) -> usize {
    let Some(file) = sources.pack.as_ref().and_then(|source| source.body.as_ref()) else {
        return 0;
    };
    let fill = &file.fill;
    let count = match (deck, letter) {
        (Deck::Morning, _) => fill.morning,
        (Deck::Dispute, _) => fill.dispute,
        (Deck::Citizen, _) => fill.citizen,
        (Deck::Weather, _) => fill.weather,
        (Deck::Expedition, Some(Letter::A)) => fill.expedition_a,
        (Deck::Expedition, Some(Letter::B)) => fill.expedition_b,
        (Deck::Expedition, Some(Letter::C)) => fill.expedition_c,
        _ => 0,
    };
    usize::from(count.min(FULLEST))
}

fn check_fill(sources: &Sources<'_>, problems: &mut Found) {
    let Some(source) = &sources.pack else { return };
    let Some(fill) = source.body.as_ref().map(|file| &file.fill) else { return };
    let counts = [
        ("morning", fill.morning),
        ("dispute", fill.dispute),
        ("citizen", fill.citizen),
        ("weather", fill.weather),
        ("expedition_a", fill.expedition_a),
        ("expedition_b", fill.expedition_b),
        ("expedition_c", fill.expedition_c),
    ];
    for (deck, count) in counts.into_iter().filter(|(_, count)| *count > FULLEST) {
        let message = format!("`fill`: {count} cards of `{deck}` are too many, at most {FULLEST}");
        problems.push(source.place.problem(&(0..0), message));
    }
}
