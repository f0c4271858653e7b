//! Night and the end of the round (section 16).

use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Ctx, Mark, Step};
use crate::frostpunk::rules::ids::{Kind, Loss, Meeple, Phase};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::program::{Hook, Modifier};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::{Built, NightBook, Place, Placed};

impl Referee<'_> {
    /// everybody comes home, then fuel.
    pub(super) fn night(&mut self) {
        self.enter(Phase::Night);
        self.go(Mark::Shelter);
        for kind in Kind::ALL {
            self.return_spent(*kind);
        }
        self.figures_home(false);
        self.ask_fuel(0);
    }

    /// occupied Spent tokens leave.
    fn return_spent(&mut self, kind: Kind) {
        let mut freed = 0;
        for meeple in Meeple::ALL.iter().filter(|m| m.kind() == Some(kind)) {
            let n = std::mem::take(&mut self.city.figures.spent[meeple.at()]);
            self.city.figures.ready[meeple.at()] += n;
            freed += n;
        }
        self.shift_spent(kind, -i16::from(freed));
    }

    /// placed figures return; those in the Prison only at the end.
    fn figures_home(&mut self, prison_too: bool) {
        let resting = std::mem::take(&mut self.city.figures.resting);
        let (stay, home): (Vec<Placed>, Vec<Placed>) = std::mem::take(&mut self.city.placed)
            .into_iter()
            .partition(|p| !prison_too && self.look().in_prison(p));
        self.city.placed = stay;
        for (at, n) in resting.into_iter().enumerate() {
            self.city.figures.ready[at] += n;
        }
        for placed in &home {
            self.city.figures.ready[placed.meeple.at()] += 1;
        }
        if !home.is_empty() {
            self.tell(Event::FiguresHome { count: home.len() as u8 });
        }
    }

    /// count warm places and those who need one.
    pub(super) fn shelter(&mut self) {
        self.go(Mark::EndOfNight);
        let mut book = self.look().warm_places();
        for kind in Kind::ALL {
            let of_kind = Meeple::ALL.iter().filter(|m| m.kind() == Some(*kind));
            let all: u8 = of_kind.map(|m| self.city.figures.ready[m.at()]).sum();
            book.restless[kind.at()] = all.saturating_sub(book.own[kind.at()]);
        }
        let all: u8 = book.restless.iter().sum();
        book.standing = all.saturating_sub(book.slots);
        self.tell_sleep(&book);
        let standing = book.standing;
        self.city.night = book;
        if standing > 0 {
            self.city.night.cold = true;
            self.push(Step::Stand);
        }
        self.cold_cells();
    }

    fn tell_sleep(&mut self, book: &NightBook) {
        let ready = &self.city.figures.ready;
        let people = Meeple::ALL.iter().filter(|m| m.kind().is_some());
        let all: u8 = people.map(|m| ready[m.at()]).sum();
        self.tell(Event::Slept { warm: all - book.standing, standing: book.standing });
    }

    /// a cold Prison makes its Meeples ill.
    fn cold_cells(&mut self) {
        let look = self.look();
        let kinds: Vec<Kind> = self
            .city
            .placed
            .iter()
            .filter(|p| look.in_prison(p) && !look.place_heated(p.place))
            .filter_map(|p| p.meeple.kind())
            .collect();
        for kind in kinds {
            self.push(Step::Sick(Some(kind), 1, None));
        }
    }

    /// the next one who stays standing; nothing is asked if nobody has a bed.
    pub fn stand(&mut self) {
        let night = &self.city.night;
        if night.standing == 0 {
            return;
        }
        if night.standing < night.restless.iter().sum::<u8>() {
            return self.ask(Ask::Stand);
        }
        let all = night.restless;
        for kind in Kind::ALL.iter().rev().filter(|kind| all[kind.at()] > 0) {
            self.stand_in_cold(*kind, all[kind.at()]);
        }
    }

    /// Somebody of this type stands in the cold.
    pub fn stand_in_cold(&mut self, kind: Kind, n: u8) {
        let night = &mut self.city.night;
        night.standing = night.standing.saturating_sub(n);
        let restless = &mut night.restless[kind.at()];
        *restless = restless.saturating_sub(n);
        self.push(Step::Stand);
        self.push(Step::Sick(Some(kind), n, None));
    }

    /// effects at the end of the Night.
    pub(super) fn end_of_night(&mut self) {
        self.go(Mark::EndOfRound);
        for (card, block) in self.look().hooks(Hook::EndOfNight).into_iter().rev() {
            self.run_block(block, Ctx::of(card));
        }
    }

    /// tidy up; the last Night ends the campaign.
    pub(super) fn end_of_round(&mut self) {
        self.figures_home(true);
        self.city.night = NightBook::default();
        self.city.turn = crate::frostpunk::rules::state::Turn::default();
        self.put_played_away();
        self.free_specials();
        if self.city.round >= self.look().last_round() {
            if self.pack.tables.alive_is_won {
                self.win();
            } else {
                self.lose(Loss::NotWon);
            }
            return;
        }
        self.go(Mark::Dawn);
    }

    fn put_played_away(&mut self) {
        for at in 0..self.city.seats.len() {
            if let Some(card) = self.city.seats[at].played.take() {
                self.city.decks.citizen_discard.push(card);
                self.tell(Event::PlayedAway { card });
            }
        }
    }

    /// a Special Action can be taken again next round, unless it works once.
    fn free_specials(&mut self) {
        let pack = self.pack;
        for open in &mut self.city.in_play {
            let once = pack.card(open.card).special.as_ref().is_some_and(|s| s.once);
            open.used = open.used && once;
        }
    }
}

impl Look<'_> {
    /// Does a figure stand in the Prison?
    pub fn in_prison(self, placed: &Placed) -> bool {
        let Place::Space(space) = placed.place else {
            return false;
        };
        self.built_on(space).is_some_and(|b| self.pack.building(b.building).prison)
    }

    /// Is the Building at a place heated?
    pub fn place_heated(self, place: Place) -> bool {
        let Place::Space(space) = place else {
            return true;
        };
        self.built_on(space).is_some_and(|b| self.building_heated(b))
    }

    /// Warm slots of all heated Shelters.
    pub fn warm_places(self) -> NightBook {
        let mut book = NightBook::default();
        for built in self.city.built.iter().filter(|b| self.building_heated(b)) {
            let (slots, only) = self.slots_of(built);
            match only {
                Some(kind) => add(&mut book.own[kind.at()], slots),
                None => add(&mut book.slots, slots),
            }
            self.other_shelter(built, &mut book);
        }
        book
    }

    /// Slots of a Building, were it heated, and for whom.
    pub fn slots_of(self, built: &Built) -> (u8, Option<Kind>) {
        let extra = self.sum(|m| if let Modifier::ExtraSlots(n) = m { Some(n) } else { None });
        let ruins = self.sum(|m| if let Modifier::RuinsShelter(n) = m { Some(n) } else { None });
        let (slots, only) = match self.side(built) {
            Some(side) => (side.slots, side.slots_for),
            None => (ruins, None),
        };
        if slots > 0 { (slots.saturating_add(extra), only) } else { (0, None) }
    }

    /// Laws may let other Buildings shelter some types.
    fn other_shelter(self, built: &Built, book: &mut NightBook) {
        for modifier in self.modifiers() {
            if let Modifier::Shelters(building, kind, n) = modifier
                && building == built.building
                && !built.ruins
            {
                add(&mut book.own[kind.at()], n);
            }
        }
    }
}

/// A pack may give more warm places than can be counted.
fn add(places: &mut u8, more: u8) {
    *places = places.saturating_add(more);
}
