//! Questions about a city: counts, conditions, modifiers, prices.
//!
//! May use: every type of the rules. Deliberately absent: writes. Whatever a
//! Law, a Technology or a Building changes is asked for here, in one place.

use super::decision::Blocked;
use super::frame::Ctx;
use super::ids::{Advisor, BlockId, CardId, Kind, Mood, Resource, Seat, Track};
use super::program::{
    Amount, Body, Cost, Count, Good, Hook, Modifier, OptionDef, Pack, Special, Test,
};
use super::purse::Purse;
use super::state::{Built, City, InPlay, Zone};

/// A city seen with the pack it is played with.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The content.
    pub pack: &'a Pack,
    /// The state.
    pub city: &'a City,
}

impl<'a> Look<'a> {
    /// Looks at a city.
    pub fn new(pack: &'a Pack, city: &'a City) -> Self {
        Look { pack, city }
    }

    /// Laws that are not covered, and developed Technologies.
    pub fn in_force(self) -> impl Iterator<Item = CardId> + 'a {
        let laws = self.city.laws.iter().filter(|law| law.covered.is_none()).map(|law| law.card);
        let developed = self.city.technologies.iter().filter(|t| t.developed).map(|t| t.card);
        laws.chain(developed)
    }

    /// Everything that Laws and Technologies change now.
    pub fn modifiers(self) -> impl Iterator<Item = Modifier> + 'a {
        self.in_force().flat_map(move |card| self.pack.card(card).modifiers.iter().copied())
    }

    /// The sum of one kind of modifier.
    pub fn sum(self, of: impl Fn(Modifier) -> Option<u8>) -> u8 {
        total(self.modifiers().filter_map(of))
    }

    /// The type fed in a Round (U-9).
    pub fn fed_in(self, round: u8) -> Kind {
        let fed = &self.pack.tables.fed;
        let at = usize::from(round.max(1) - 1).min(fed.len().saturating_sub(1));
        fed.get(at).copied().unwrap_or(Kind::Worker)
    }

    /// The last Round of the track.
    pub fn last_round(self) -> u8 {
        self.pack.tables.fed.len() as u8
    }

    /// How many of a kind of Building stand on the map; Ruins count as Ruins only.
    pub fn built_count(self, building: super::ids::BuildingId) -> u8 {
        let ruins = self.pack.building(building).ruins;
        let same = |b: &&Built| {
            if ruins { b.ruins } else { b.building == building && !b.ruins }
        };
        self.city.built.iter().filter(same).count() as u8
    }

    /// A number of a card, counted now.
    pub fn amount(self, amount: Amount, ctx: Ctx) -> u8 {
        let counted = self.count(amount.per, ctx);
        amount.plus.saturating_add(amount.times.saturating_mul(counted))
    }

    fn count(self, count: Count, ctx: Ctx) -> u8 {
        let city = self.city;
        match count {
            Count::One => 1,
            Count::Active(mood) => city.active_of(mood),
            Count::ActiveOn(track) => active_on(city, track),
            Count::Tokens(track) => city.track(track).len() as u8,
            Count::Corpses => city.corpses,
            Count::Sick(kind) => city.sick[kind.at()],
            Count::Citizens(kind) => city.citizens[kind.at()],
            Count::Used(kind) => self.used(kind),
            Count::OnThis(resource) => self.goods_on(ctx.me, resource),
            Count::Built(building) => self.built_count(building),
            Count::Laws => city.laws.len() as u8,
            Count::It => ctx.it,
        }
    }

    fn used(self, kind: Kind) -> u8 {
        let all = super::ids::Meeple::ALL.iter().filter(|m| m.kind() == Some(kind));
        all.map(|m| self.city.figures.used[m.at()]).sum()
    }

    fn goods_on(self, card: Option<CardId>, resource: Resource) -> u8 {
        let open = card.and_then(|card| self.city.open_card(card));
        open.map_or(0, |open| open.goods[resource.at()])
    }

    /// Any copy of a card lying open in a display.
    pub fn open_copy(self, face: CardId) -> Option<&'a InPlay> {
        let same = |open: &&InPlay| self.pack.face(open.card) == face;
        self.city.in_play.iter().find(same)
    }

    /// Do all conditions hold?
    pub fn all(self, tests: &[Test], ctx: Ctx) -> bool {
        tests.iter().all(|test| self.holds(test, ctx))
    }

    /// Does a condition hold?
    pub fn holds(self, test: &Test, ctx: Ctx) -> bool {
        let city = self.city;
        match test {
            Test::Active(mood) => city.active_of(*mood) > 0,
            Test::Tokens(track, n) => city.track(*track).len() >= usize::from(*n),
            Test::ActiveOn(track, n) => active_on(city, *track) >= *n,
            Test::Have(good, n) => self.has_good(*good, *n),
            Test::HaveResources(n) => city.resources() >= u16::from(*n),
            Test::Citizens(kind, n) => city.citizens[kind.at()] >= *n,
            Test::Sick(kind, n) => city.sick[kind.at()] >= *n,
            Test::SickInAll(n) => total(city.sick.iter().copied()) >= *n,
            Test::Hunger(n) => city.hunger >= *n,
            Test::Corpses(n) => city.corpses >= *n,
            Test::RoundFrom(round) => city.round >= *round,
            Test::Built(building, n) => self.built_count(*building) >= *n,
            Test::OnThis(kind) => self.stands_on(ctx.me, *kind),
            Test::GoodsOnThis(resource, n) => self.goods_on(ctx.me, *resource) >= *n,
            Test::AnyOnThis(n) => any_goods(ctx.me.and_then(|me| city.open_card(me))) >= *n,
            Test::GoodsOn(card, n) => any_goods(self.open_copy(*card)) >= *n,
            Test::Revealed(card) => city.revealed.contains(card),
            Test::InPlay(card) => self.open_copy(*card).is_some(),
            Test::InForce(card) => self.in_force().any(|c| self.pack.face(c) == *card),
            Test::LawLeft => self.law_left(),
            Test::SleptCold => city.night.cold,
            Test::TreeInReach => ctx.at.is_some_and(|at| self.trees_in_reach(at).next().is_some()),
            Test::SpentToken => city.spent.iter().any(|n| *n > 0),
            Test::AutomatonLeft => city.figures.bank[super::ids::Meeple::Automaton.at()] > 0,
            Test::Not(inner) => !self.holds(inner, ctx),
            Test::AnyOf(list) => list.iter().any(|test| self.holds(test, ctx)),
        }
    }

    fn stands_on(self, card: Option<CardId>, kind: Kind) -> bool {
        let Some(card) = card else { return false };
        let place = super::state::Place::Card(card);
        self.city.placed.iter().any(|p| p.place == place && p.meeple.kind() == Some(kind))
    }

    /// Can one more Law be introduced?
    pub fn law_left(self) -> bool {
        self.city.laws.len() < usize::from(self.pack.tables.laws_most)
            && !self.city.decks.future_laws.is_empty()
    }

    /// Is there so much of a good?
    pub fn has_good(self, good: Good, n: u8) -> bool {
        match good {
            Good::Food => self.city.food >= n,
            Good::Resource(resource) => self.city.has(resource) >= u16::from(n),
            Good::Automaton => self.city.figures.ready[super::ids::Meeple::Automaton.at()] >= n,
        }
    }

    /// Why a price cannot be paid, with some Coal already promised to an Automaton.
    pub fn unpayable(self, price: &[Cost], promised: u16) -> Option<Blocked> {
        let coal = Good::Resource(Resource::Coal);
        let mut purse = Purse::of(self.city);
        if !purse.take(coal, promised) {
            return Some(Blocked::Lacks(coal, promised as u8));
        }
        purse.unpaid(price)
    }

    /// Why an option cannot be chosen.
    pub fn option_blocked(self, option: &OptionDef, ctx: Ctx, promised: u16) -> Option<Blocked> {
        if let Some(test) = option.only_if.iter().find(|test| !self.holds(test, ctx)) {
            return Some(Blocked::Needs(test.clone()));
        }
        if option.costs.is_empty() {
            return None;
        }
        let mut reasons = option.costs.iter().map(|price| self.unpayable(price, promised));
        let first = reasons.next().flatten();
        if first.is_none() || reasons.any(|reason| reason.is_none()) { None } else { first }
    }

    /// Does a list of options have one that can be chosen?
    pub fn any_open(self, options: super::ids::OptionsId, ctx: Ctx, promised: u16) -> bool {
        let list = self.pack.option_list(options).iter();
        let mut offered = list.filter(|option| self.all(&option.when, ctx));
        offered.any(|option| self.option_blocked(option, ctx, promised).is_none())
    }

    /// Standing effects of a sort, in the order of the displays.
    pub fn hooks(self, hook: Hook) -> Vec<(CardId, BlockId)> {
        let open = self.city.in_play.iter().filter(|o| o.zone != Zone::Resolving).map(|o| o.card);
        let mut found = Vec::new();
        for card in open.chain(self.in_force()) {
            let hooks = &self.pack.card(card).hooks;
            found.extend(hooks.iter().filter(|(h, _)| *h == hook).map(|(_, block)| (card, *block)));
        }
        found
    }

    /// Cards with a Special Action that lie in a display.
    pub fn specials(self) -> impl Iterator<Item = (&'a InPlay, &'a Special)> {
        let shown = |open: &&InPlay| matches!(open.zone, Zone::Event | Zone::Scenario);
        let open = self.city.in_play.iter().filter(shown);
        open.filter_map(move |open| Some((open, self.pack.card(open.card).special.as_ref()?)))
    }

    /// The seat responsible for a field: its Advisor's, or spread evenly.
    pub fn responsible(self, field: Advisor) -> Seat {
        let seats = &self.city.seats;
        if let Some(at) = seats.iter().position(|chair| chair.advisor == field) {
            return Seat(at as u8);
        }
        let vacant = Advisor::ALL.iter().filter(|a| seats.iter().all(|c| c.advisor != **a));
        let nth = vacant.take_while(|a| **a != field).count();
        Seat((nth % seats.len().max(1)) as u8)
    }

    /// Sick Citizens of a type that can be cured: the Skull keeps one.
    pub fn curable(self, kind: Kind) -> u8 {
        let at = kind.at();
        self.city.sick[at].saturating_sub(u8::from(self.city.skull[at]))
    }

    /// Cards of a type in a hand.
    pub fn hand_of_kind(self, seat: Seat, kind: Kind) -> impl Iterator<Item = CardId> + 'a {
        let hand = self.city.seats.get(seat.at()).map_or(&[][..], |chair| &chair.hand);
        let of_kind = move |card: CardId| matches!(&self.pack.card(card).body, Body::Citizen(c) if c.kind == kind);
        hand.iter().copied().filter(move |card| of_kind(*card))
    }
}

/// Active tokens of a track.
pub fn active_on(city: &City, track: Track) -> u8 {
    city.track(track).iter().filter(|token| token.active).count() as u8
}

/// The types of a track that have a token with this side up.
pub fn moods_with(city: &City, track: Track, active: bool) -> impl Iterator<Item = Mood> + '_ {
    let has =
        move |mood: &Mood| city.track(track).iter().any(|t| t.mood == *mood && t.active == active);
    Mood::of(track).into_iter().filter(has)
}

/// Resources on an open card.
/// All of them together; a pack may add up to more than can be counted.
pub fn total(numbers: impl Iterator<Item = u8>) -> u8 {
    numbers.fold(0, u8::saturating_add)
}

fn any_goods(open: Option<&InPlay>) -> u8 {
    open.map_or(0, |open| total(open.goods.iter().copied()))
}
