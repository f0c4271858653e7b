//! Has a card come up, and answers along a way.

use super::arrange::{display, force, lay, show};
use super::ways::{Start, Way};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Pick};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::{Frame, Mark, Step};
use emberhall::frostpunk::rules::ids::{Action, CardId, Letter, Meeple, OptionsId};
use emberhall::frostpunk::rules::keys;
use emberhall::frostpunk::rules::program::{Arrow, Body, Deck, Hook, Op};
use emberhall::frostpunk::rules::referee::Referee;
use emberhall::frostpunk::rules::state::{Leg, Trigger, Zone};

/// Answers are given until the turn is asked again; more than these are a fault.
const ANSWERS: usize = 200;

/// Which answers to give; whatever else is asked gets the first open one.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    pub picks: Vec<(OptionsId, u8)>,
    pub meeple: Option<Meeple>,
    pub building: Option<String>,
    pub card: Option<CardId>,
    /// Which of several prices is paid.
    pub price: Option<usize>,
}

/// Puts a card where its effects begin.
pub fn place(t: &mut Table, card: CardId, start: Start) {
    let id = t.pack.card(card).id.clone();
    match (start, &t.pack.card(card).body) {
        (Start::Ability, _) => drop(t.hand(0, &[&id])),
        (_, Body::Expedition(_)) => drop(explore(t, card)),
        (Start::Hook(_), Body::Law(_) | Body::Technology(_)) => force(t, card, true),
        (Start::Hook(_), Body::Consequence(law)) => {
            let law = *law;
            force(t, law, true);
            lay(t, card, Zone::Law);
            t.city.laws.iter_mut().for_each(|l| l.covered = (l.card == law).then_some(card));
        }
        (Start::Reveal | Start::Death(_), Body::Consequence(law)) => {
            let law = *law;
            force(t, law, true);
            t.take(&id);
        }
        (Start::Reveal | Start::Death(_), _) => drop(t.take(&id)),
        (Start::Option, _) => lay(t, card, Zone::Resolving),
        (Start::Special | Start::Hook(_) | Start::Trigger(_), _) => {
            show(t, card);
            let zone = display(t, card);
            t.city.in_play.iter_mut().filter(|o| o.card == card).for_each(|o| o.zone = zone);
        }
    }
}

/// A Scout stands at the end of a path with this card on top; on which stack.
pub fn explore(t: &mut Table, card: CardId) -> u8 {
    let there = t.city.stacks.iter().position(|s| s.legs.iter().any(|leg| leg.card == card));
    let stack = there.unwrap_or_else(|| {
        let id = t.pack.card(card).id.clone();
        let leg = Leg { card: t.take(&id), taken: None };
        for old in std::mem::replace(&mut t.city.stacks[0].legs, vec![leg]) {
            let letter = t.pack.expedition(old.card).map_or(Letter::A, |e| e.letter);
            t.city.decks.expeditions[letter.at()].insert(0, old.card);
        }
        0
    });
    let end = t.look().path_end(stack as u8);
    if t.city.stacks[stack].scout.is_none() {
        t.city.figures.ready[Meeple::Worker.at()] -= 1;
    }
    t.city.stacks[stack].scout = Some((Meeple::Worker, end));
    stack as u8
}

/// Starts the way, and answers along it until the turn is asked again.
pub fn follow(t: &mut Table, card: CardId, way: &Way) {
    let guide = Guide { picks: way.picks.clone(), card: Some(card), ..Guide::default() };
    start(t, card, way.start, &guide);
    answer_on(t, &guide);
    if t.pack.card(card).deck == Deck::Expedition {
        come_home(t, card);
    }
}

/// what a Continue promised comes with the Scout.
fn come_home(t: &mut Table, card: CardId) {
    let taken = |t: &Table| {
        let waits = |leg: &Leg| leg.card == card && leg.taken.is_some();
        t.city.stacks.iter().position(|s| s.legs.iter().any(waits))
    };
    while let Some(stack) = taken(t) {
        let end = t.look().path_end(stack as u8);
        t.city.stacks[stack].scout.as_mut().expect("it is on its way").1 = end;
        with(t, |r| r.push(Step::Reach(stack as u8, 0)));
        answer_on(t, &Guide::default());
    }
}

pub fn start(t: &mut Table, card: CardId, start: Start, guide: &Guide) {
    match start {
        Start::Reveal => with(t, |r| r.resolve_card(card)),
        Start::Death(kind) => with(t, |r| r.mourn(card, kind, None)),
        Start::Option if t.pack.card(card).deck == Deck::Expedition => {
            let on = |s: &&emberhall::frostpunk::rules::state::Stack| {
                s.legs.last().is_some_and(|leg| leg.card == card)
            };
            let stack = t.city.stacks.iter().position(|s| on(&s)).expect("it lies there");
            with(t, |r| r.push(Step::Reach(stack as u8, 0)));
        }
        Start::Option => with(t, |r| {
            r.push(Step::PutAway(card));
            r.push(Step::Options(card));
        }),
        Start::Special => act(t, Action::Special, guide),
        Start::Ability => {
            let action = t.pack.citizen(card).expect("a Citizen card").actions[0];
            act(t, action, guide);
        }
        Start::Trigger(round) => {
            t.city.round = round - 1;
            t.city.triggers = vec![Trigger { round, card }];
            t.go(Mark::Dawn);
        }
        Start::Hook(hook) => act_of_hook(t, card, hook),
    }
}

/// Something is done, then the turn of the active seat is asked again.
fn with(t: &mut Table, does: impl FnOnce(&mut Referee)) {
    t.city.pending.clear();
    t.city.stack = vec![Frame::Do(Step::Go(Mark::Act))];
    does(&mut Referee::new(&t.pack, &mut t.city, &mut t.events));
    t.begin();
}

/// A turn with this action; the figure and its place as guided.
pub fn act(t: &mut Table, action: Action, guide: &Guide) {
    with(t, |_| {});
    t.choose(action.key());
    answer_on(t, guide);
}

fn act_of_hook(t: &mut Table, card: CardId, hook: Hook) {
    match hook {
        Hook::Dawn => drop(t.go(Mark::Triggers)),
        Hook::Weather => with(t, |r| r.go(Mark::Scouts)),
        Hook::Preparation => drop(t.go(Mark::Preparation)),
        Hook::Dusk => with(t, |r| r.dusk_effect(card)),
        Hook::EndOfNight => drop(t.go(Mark::EndOfNight)),
        Hook::Built(building) => {
            let building = Some(t.pack.building(building).id.clone());
            t.effects(&[Op::BuildFree]);
            answer_on(t, &Guide { building, ..Guide::default() });
        }
        Hook::ScoutReturns(letter) => {
            let own = |c: &CardId| t.pack.expedition(*c).is_some_and(|e| e.letter == letter);
            let trail = t.pack.deck(Deck::Expedition).find(own).expect("each letter has a card");
            let stack = explore(t, trail);
            with(t, |r| r.push(Step::Reach(stack, 0)));
        }
    }
}

/// Answers until the turn is asked again or the campaign ends.
pub fn answer_on(t: &mut Table, guide: &Guide) {
    for _ in 0..ANSWERS {
        if t.city.outcome.is_some() || matches!(t.asked(), Ask::Turn) {
            return;
        }
        let key = answer(t, guide);
        t.choose(&key);
    }
    panic!("no end of questions: {:?}", t.asked());
}

fn answer(t: &Table, guide: &Guide) -> String {
    let (ask, open) = (t.asked(), t.keys());
    let list = match ask {
        Ask::Option(list, _) => Some(*list),
        Ask::Explore(_, card) => t.pack.card(*card).options,
        _ => None,
    };
    let picked = guide.picks.iter().find(|(of, _)| Some(*of) == list);
    if let Some((_, at)) = picked {
        return keys::key(t.look(), ask, Pick::Option(*at));
    }
    let wanted = match ask {
        Ask::Special | Ask::PlayCard(_) => guide.card.map(|card| t.pack.card(card).id.clone()),
        Ask::Figure => guide.meeple.map(|meeple| meeple.key().to_owned()),
        Ask::BuildFree => guide.building.clone(),
        Ask::Price(..) => guide.price.map(|at| format!("price-{}", at + 1)),
        Ask::Explore(..) => home(t, list),
        _ => None,
    };
    wanted.filter(|key| open.contains(key)).unwrap_or_else(|| open[0].clone())
}

/// A Return option of an Expedition card.
fn home(t: &Table, list: Option<OptionsId>) -> Option<String> {
    let mut defs = t.pack.option_list(list?).iter();
    let goes_on = |arrow: &Option<Arrow>| matches!(arrow, Some(Arrow::Continue(_)));
    defs.find(|def| !goes_on(&def.arrow)).map(|def| def.key.clone())
}

/// Has it happened since the city was built?
pub fn happened(t: &Table, fits: impl Fn(&Event) -> bool) -> bool {
    t.events.iter().any(fits)
}
