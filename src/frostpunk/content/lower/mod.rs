//! The authors' nested shapes → flat, numbered blocks with every name resolved.
//!
//! May use: `files`, `names`, `program`. Deliberately absent: rules. An unknown
//! name is noted as a problem and lowered as number 0, so the rest is still
//! looked at; a pack with problems is never handed out.

mod board;
mod cards;
mod effects;
mod options;
mod values;
mod work;

use std::ops::Range;

use toml::Spanned;

use self::work::Work;
use super::files::{Effect, Ref};
use super::names::Names;
use super::problem::Found;
use super::read::{Place, Sources};
use crate::frostpunk::rules::ids::{BlockId, BuildingId, CardId, OptionsId};
use crate::frostpunk::rules::program::{Deck, Op, OptionDef, Pack};

/// Builds a pack, one file after the other.
pub struct Lower<'a> {
    names: &'a Names<'a>,
    place: Place<'a>,
    /// The deck of the card at hand; a few defaults depend on it.
    deck: Option<Deck>,
    pack: Pack,
    work: Work,
    problems: &'a mut Found,
}

/// Lowers everything; the pack is complete only if no problem was found.
pub fn lower<'a>(sources: &'a Sources<'a>, names: &'a Names<'a>, problems: &'a mut Found) -> Pack {
    let mut lower = Lower {
        names,
        place: Place { file: "", text: "" },
        deck: None,
        pack: Pack::default(),
        work: Work::default(),
        problems,
    };
    lower.buildings(sources);
    lower.cards(sources);
    lower.tiles(sources);
    lower.societies(sources);
    lower.advisors(sources);
    lower.tables(sources);
    lower.too_many();
    lower.pack
}

impl Lower<'_> {
    fn problem(&mut self, span: &Range<usize>, message: impl Into<String>) {
        // To find the line takes a while: it is not looked for in vain.
        let place =
            if self.problems.is_full() { Place { text: "", ..self.place } } else { self.place };
        self.problems.push(place.problem(span, message));
    }

    /// A list of effects becomes a block, an empty one too.
    fn block(&mut self, effects: &[Effect]) -> BlockId {
        let ops: Vec<Op> = effects.iter().map(|effect| self.effect(effect)).collect();
        if ops.len() > work::EFFECTS {
            let message = format!("{} effects in one list, at most {}", ops.len(), work::EFFECTS);
            self.problem(&(0..0), message);
        }
        self.keep(ops)
    }

    /// A block, and what it can come to.
    fn keep(&mut self, ops: Vec<Op>) -> BlockId {
        if !self.work.note(&ops) {
            let message = format!(
                "these effects can come to more than {} steps: `for_each` inside `for_each` \
                 multiplies",
                work::STEPS
            );
            self.problem(&(0..0), message);
        }
        self.pack.blocks.push(ops);
        BlockId((self.pack.blocks.len() - 1) as u16)
    }

    /// A list of effects becomes a block, an empty one nothing.
    fn some_block(&mut self, effects: &[Effect]) -> Option<BlockId> {
        (!effects.is_empty()).then(|| self.block(effects))
    }

    fn list(&mut self, options: Vec<OptionDef>) -> OptionsId {
        self.work.note_options(&options);
        self.pack.options.push(options);
        OptionsId((self.pack.options.len() - 1) as u16)
    }

    /// The card of that name, which must belong to one of these decks.
    fn card(&mut self, name: &Ref, decks: &[Deck]) -> CardId {
        match self.names.faces.get(name.get_ref().as_str()) {
            Some((card, deck)) if decks.contains(deck) => *card,
            _ => {
                let names = self.names;
                self.unknown("card", name, || names.ids_of(decks));
                CardId(0)
            }
        }
    }

    fn building(&mut self, name: &Ref) -> BuildingId {
        self.names.building(name.get_ref()).unwrap_or_else(|| {
            let names = self.names;
            self.unknown("building", name, || names.buildings.join(", "));
            BuildingId(0)
        })
    }

    fn unknown(&mut self, kind: &str, name: &Spanned<String>, valid: impl FnOnce() -> String) {
        let valid = if self.problems.is_full() { String::new() } else { valid() };
        let message = format!("unknown {kind} `{}`, expected one of {valid}", name.get_ref());
        self.problem(&name.span(), message);
    }

    /// Numbers are small on purpose; a pack that outgrows them must be told.
    fn too_many(&mut self) {
        let limits = [
            ("cards", self.pack.cards.len(), usize::from(u16::MAX)),
            ("buildings", self.pack.buildings.len(), usize::from(u8::MAX)),
            ("tiles", self.pack.tiles.len(), usize::from(u8::MAX)),
            ("lists of effects", self.pack.blocks.len(), usize::from(u16::MAX)),
            ("lists of options", self.pack.options.len(), usize::from(u16::MAX)),
        ];
        self.place = Place { file: "pack.toml", text: "" };
        for (what, count, most) in limits.into_iter().filter(|(_, count, most)| count > most) {
            self.problem(&(0..0), format!("{count} {what} are too many, at most {most}"));
        }
    }
}
