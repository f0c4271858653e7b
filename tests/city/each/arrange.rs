//! Makes a condition hold or fail in a city, whatever it is about.

use crate::table::Table;
use emberhall::frostpunk::rules::frame::Ctx;
use emberhall::frostpunk::rules::ids::{BuildingId, CardId, Kind, Meeple, Mood, Resource, Track};
use emberhall::frostpunk::rules::program::{Amount, Body, Cost, Count, Deck, Good, Test};
use emberhall::frostpunk::rules::state::{InPlay, Place, Placed, Token, Zone};

/// What a way through a card asks of the city.
#[derive(Clone, Debug, PartialEq)]
pub enum Need {
    /// A condition that holds, or does not.
    Is(Test, bool),
    /// A token of this type that is active, or exhausted.
    Token(Mood, bool),
    /// Any token of a track that is active, or exhausted.
    AnyToken(Track, bool),
    /// Of no type are more tokens active.
    Most(Mood),
    /// A number above 0.
    Some(Amount),
}

/// A price as a condition: can it be paid?
pub fn payable(cost: Cost) -> Test {
    match cost {
        Cost::Spend(good, n) => Test::Have(good, n),
        Cost::SpendAny(n) => Test::HaveResources(n),
        Cost::Exhaust(mood) => Test::Active(mood),
        Cost::ExhaustAny(track) => Test::ActiveOn(track, 1),
    }
}

/// Arranges everything, and looks whether nothing undid something else.
pub fn arrange(t: &mut Table, me: CardId, needs: &[Need]) {
    for first in 0..6 {
        let mut trial = t.clone();
        // Which token comes first decides which one is turned where any would do.
        for track in &mut trial.city.tokens {
            let by = first.min(track.len());
            track.rotate_left(by);
        }
        needs.iter().for_each(|need| meet(&mut trial, me, need));
        if needs.iter().all(|need| is_met(&trial, me, need)) {
            *t = trial;
            return;
        }
    }
    panic!("{}: cannot be had together: {needs:?}", t.pack.card(me).id);
}

fn is_met(t: &Table, me: CardId, need: &Need) -> bool {
    match need {
        Need::Is(test, wanted) => t.look().holds(test, Ctx::of(me)) == *wanted,
        Need::Token(mood, active) => {
            let count = if *active { t.city.active_of(*mood) } else { t.city.exhausted_of(*mood) };
            count > 0
        }
        Need::AnyToken(track, active) => {
            t.city.track(*track).iter().any(|token| token.active == *active)
        }
        Need::Most(mood) => {
            let own = t.city.active_of(*mood);
            own > 0 && Mood::ALL.iter().all(|other| t.city.active_of(*other) <= own)
        }
        Need::Some(amount) => {
            matches!(amount.per, Count::It) || t.look().amount(*amount, Ctx::of(me)) > 0
        }
    }
}

fn meet(t: &mut Table, me: CardId, need: &Need) {
    if is_met(t, me, need) {
        return;
    }
    match need {
        Need::Is(test, wanted) => make(t, me, test, *wanted),
        Need::Token(mood, active) => side(t, *mood, *active),
        Need::AnyToken(track, true) => active(t, *track, 1),
        Need::AnyToken(track, false) => tokens(t, *track, t.city.track(*track).len() as u8 + 1),
        Need::Most(mood) => {
            t.city.tokens.iter_mut().flatten().for_each(|token| token.active = false);
            side(t, *mood, true);
        }
        Need::Some(amount) => count(t, me, amount.per),
    }
}

/// Makes a count positive.
fn count(t: &mut Table, me: CardId, count: Count) {
    match count {
        Count::Active(mood) => side(t, mood, true),
        Count::ActiveOn(track) => make(t, me, &Test::ActiveOn(track, 1), true),
        Count::Corpses => t.city.corpses = 2,
        Count::Sick(kind) => make(t, me, &Test::Sick(kind, 1), true),
        Count::OnThis(resource) => make(t, me, &Test::GoodsOnThis(resource, 1), true),
        Count::Built(building) => build(t, building, 1),
        Count::Laws => make_law(t),
        Count::Used(kind) => t.city.figures.used[figure(kind).at()] = 1,
        Count::One | Count::Tokens(_) | Count::Citizens(_) | Count::It => {}
    }
}

fn make(t: &mut Table, me: CardId, test: &Test, hold: bool) {
    // The number that just holds, or just does not.
    let near = |n: u8| if hold { n } else { n.saturating_sub(1) };
    match test {
        Test::Active(mood) if hold => side(t, *mood, true),
        Test::Active(mood) => still(t, |token| token.mood == *mood),
        Test::Tokens(track, n) => tokens(t, *track, near(*n)),
        Test::ActiveOn(track, n) => active(t, *track, near(*n)),
        Test::Have(good, n) => have(t, *good, near(*n)),
        Test::HaveResources(n) => t.city.supply = [u16::from(near(*n)), 0, 0, 0],
        Test::Citizens(kind, n) => {
            t.city.citizens[kind.at()] = near(*n);
            t.city.sick[kind.at()] = t.city.sick[kind.at()].min(near(*n));
        }
        Test::Sick(kind, n) => sick(t, *kind, near(*n)),
        Test::SickInAll(n) => sick_in_all(t, near(*n)),
        Test::Hunger(n) => t.city.hunger = near(*n),
        Test::Corpses(n) => t.city.corpses = near(*n),
        Test::RoundFrom(round) => t.city.round = near(*round),
        Test::Built(building, n) if hold => build(t, *building, *n),
        Test::Built(building, _) => t.city.built.retain(|b| b.building != *building || b.ruins),
        Test::OnThis(kind) => stand(t, me, *kind, hold),
        Test::GoodsOnThis(resource, n) => goods(t, me, *resource, near(*n)),
        Test::AnyOnThis(n) => goods(t, me, Resource::Wood, near(*n)),
        Test::GoodsOn(card, n) => {
            show(t, *card);
            goods(t, *card, Resource::Wood, near(*n));
        }
        Test::Revealed(card) => {
            t.city.revealed.retain(|c| c != card);
            t.city.revealed.extend(hold.then_some(*card));
        }
        Test::InPlay(card) if hold => show(t, *card),
        Test::InPlay(card) => put_away(t, *card),
        Test::InForce(card) => force(t, *card, hold),
        Test::LawLeft => laws_left(t, hold),
        Test::SleptCold => t.city.night.cold = hold,
        Test::AutomatonLeft => {
            t.ready(Meeple::Automaton, if hold { 0 } else { t.pack.tables.figures[5] });
        }
        Test::SpentToken => t.city.spent = [u8::from(hold), 0, 0],
        Test::Not(inner) => make(t, me, inner, !hold),
        Test::AnyOf(list) if hold => make(t, me, &list[0], true),
        Test::AnyOf(list) => list.iter().for_each(|test| make(t, me, test, false)),
        // Of a Building in use, never of a card; the assertion in `arrange` tells.
        Test::TreeInReach => {}
    }
}

/// A token of this type with this side up: a new one if there is room, else one is turned.
fn side(t: &mut Table, mood: Mood, up: bool) {
    let room = if mood.track() == Track::Hope { 6 } else { 4 };
    let track = &mut t.city.tokens[mood.track().at()];
    if track.len() < room && t.city.bags[mood.at()] > 0 {
        t.city.bags[mood.at()] -= 1;
        track.push(Token { mood, active: up });
    } else if let Some(token) = track.iter_mut().find(|token| token.mood == mood) {
        token.active = up;
    }
}

fn still(t: &mut Table, which: impl Fn(&Token) -> bool) {
    t.city.tokens.iter_mut().flatten().filter(|token| which(token)).for_each(|token| {
        token.active = false;
    });
}

/// Exactly so many tokens on a track.
fn tokens(t: &mut Table, track: Track, n: u8) {
    while t.city.track(track).len() > usize::from(n) {
        let token = t.city.tokens[track.at()].remove(0);
        t.city.bags[token.mood.at()] += 1;
    }
    while t.city.track(track).len() < usize::from(n) {
        let in_bag = |mood: &Mood| t.city.bags[mood.at()] > 0;
        let mood = Mood::of(track).into_iter().find(in_bag).expect("a token is left");
        t.city.bags[mood.at()] -= 1;
        t.city.tokens[track.at()].push(Token { mood, active: false });
    }
}

/// Exactly so many active tokens on a track.
fn active(t: &mut Table, track: Track, n: u8) {
    if t.city.track(track).len() < usize::from(n) {
        tokens(t, track, n);
    }
    let wanted = usize::from(n);
    let mut on: usize = t.city.track(track).iter().filter(|token| token.active).count();
    for token in &mut t.city.tokens[track.at()] {
        if token.active && on > wanted {
            token.active = false;
            on -= 1;
        } else if !token.active && on < wanted {
            token.active = true;
            on += 1;
        }
    }
}

fn have(t: &mut Table, good: Good, n: u8) {
    match good {
        Good::Food => t.city.food = n,
        Good::Resource(resource) => t.city.supply[resource.at()] = u16::from(n),
        Good::Automaton => drop(t.ready(Meeple::Automaton, n)),
    }
}

fn sick(t: &mut Table, kind: Kind, n: u8) {
    t.city.sick[kind.at()] = n;
    t.city.citizens[kind.at()] = t.city.citizens[kind.at()].max(n);
    t.city.skull[kind.at()] &= n > 0;
}

fn sick_in_all(t: &mut Table, n: u8) {
    let each = [n - n / 3 * 2, n / 3, n / 3];
    Kind::ALL.iter().zip(each).for_each(|(kind, n)| sick(t, *kind, n));
}

fn build(t: &mut Table, building: BuildingId, n: u8) {
    let (id, ruins) = (t.pack.building(building).id.clone(), t.pack.building(building).ruins);
    let id = if ruins { "tent".to_owned() } else { id };
    for at in 0..n {
        let cell = format!("N{}", 5 + at);
        t.tile(&cell).build_as(&id, &format!("{cell}a"), false, ruins);
    }
}

fn figure(kind: Kind) -> Meeple {
    Meeple::ALL.iter().copied().find(|m| m.kind() == Some(kind)).expect("each type has a Meeple")
}

fn stand(t: &mut Table, card: CardId, kind: Kind, there: bool) {
    let (meeple, place) = (figure(kind), Place::Card(card));
    if there {
        t.city.figures.ready[meeple.at()] -= 1;
        t.city.placed.push(Placed { meeple, place });
    } else {
        t.city.placed.retain(|p| p.place != place);
    }
}

fn goods(t: &mut Table, card: CardId, resource: Resource, n: u8) {
    if let Some(open) = t.city.in_play.iter_mut().find(|open| open.card == card) {
        open.goods[resource.at()] = n;
    }
}

/// The display a card lies in.
pub fn display(t: &Table, card: CardId) -> Zone {
    if t.pack.card(card).deck == Deck::Scenario { Zone::Scenario } else { Zone::Event }
}

/// Lays a card open, if it does not lie there yet.
pub fn show(t: &mut Table, card: CardId) {
    lay(t, card, display(t, card));
}

pub fn lay(t: &mut Table, card: CardId, zone: Zone) {
    if t.city.open_card(card).is_none() {
        let id = t.pack.card(card).id.clone();
        t.take(&id);
        t.city.in_play.push(InPlay { card, zone, goods: [0; 4], used: false });
    }
}

fn put_away(t: &mut Table, card: CardId) {
    let id = t.pack.card(card).id.clone();
    let card = t.take(&id);
    t.city.decks.removed.push(card);
}

pub fn force(t: &mut Table, card: CardId, hold: bool) {
    let id = t.pack.card(card).id.clone();
    if matches!(t.pack.card(card).body, Body::Technology(_)) {
        t.technology(&id);
        let found = t.city.technologies.iter_mut().find(|tech| tech.card == card);
        found.expect("it was just put there").developed = hold;
    } else if hold && !t.city.laws.iter().any(|law| law.card == card) {
        t.law(&id);
    } else if !hold {
        t.city.laws.retain(|law| law.card != card);
        t.city.decks.removed.push(card);
    }
}

fn make_law(t: &mut Table) {
    if let Some(law) = t.city.decks.future_laws.last().copied() {
        force(t, law, true);
    }
}

fn laws_left(t: &mut Table, hold: bool) {
    let decks = &mut t.city.decks;
    if hold {
        let law = decks.removed.iter().position(|c| t.pack.law(*c).is_some());
        decks.future_laws.extend(law.map(|at| decks.removed.remove(at)));
    } else {
        decks.removed.append(&mut decks.future_laws);
    }
}
