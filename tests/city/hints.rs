//! What a blocked choice says would open it really does. The blocked choices are
//! those that come up in campaigns played at random; the remedy is done to a copy
//! of the city, exactly as much of it as the numbers say.

use std::collections::BTreeMap;

use crate::kit::bare;
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Blocked, Choice, KindWhy, Pick};
use emberhall::frostpunk::rules::frame::Ctx;
use emberhall::frostpunk::rules::ids::{Action, Kind, Meeple, Resource, Ring};
use emberhall::frostpunk::rules::program::{Good, Test};
use emberhall::frostpunk::rules::remedy::{Remedy, remedy};
use emberhall::frostpunk::rules::state::Place;
use emberhall::frostpunk::rules::{self, dice::Dice};

/// The campaigns that are played.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=60;

/// Whoever plays at random, and everything that is blocked on the way.
fn blocked_on_the_way(seed: u64, mut see: impl FnMut(&Table, &Ask, &Choice)) {
    let mut t = Table::fresh(1 + (seed % 4) as usize, seed);
    let mut dice = Dice::new(seed);
    while let Some(pending) = t.city.pending.first().cloned() {
        let listed = rules::choices(&t.pack, &t.city, &pending.ask);
        listed.iter().filter(|c| c.blocked.is_some()).for_each(|c| see(&t, &pending.ask, c));
        let open: Vec<Pick> =
            listed.iter().filter(|c| c.blocked.is_none()).map(|c| c.pick).collect();
        let pick = open[dice.below(open.len() as u32) as usize];
        rules::apply_pick(&t.pack, &mut t.city, pending.id, pick).expect("it was listed");
    }
}

/// Why the same choice is blocked at this table; none if it is open.
fn now(t: &Table, ask: &Ask, pick: Pick) -> Option<Blocked> {
    let listed = rules::choices(&t.pack, &t.city, ask);
    let same = listed.into_iter().find(|choice| choice.pick == pick).expect("it is still listed");
    same.blocked
}

/// One more of the open answers is of another sort than nothing.
fn another_is_open(t: &Table, ask: &Ask, fits: impl Fn(Pick) -> bool) -> bool {
    let listed = rules::choices(&t.pack, &t.city, ask);
    listed.iter().any(|choice| choice.blocked.is_none() && fits(choice.pick))
}

fn add(t: &mut Table, good: Good, n: u16) {
    match good {
        Good::Food => t.city.food += n as u8,
        Good::Resource(resource) => t.city.supply[resource.at()] += n,
        Good::Automaton => t.city.figures.ready[Meeple::Automaton.at()] += n as u8,
    }
}

/// All figures but Scouts come home.
fn night(t: &mut Table) {
    for placed in std::mem::take(&mut t.city.placed) {
        match placed.place {
            Place::Card(_) | Place::Snow | Place::Construct | Place::Space(_) => {
                t.city.figures.ready[placed.meeple.at()] += 1;
            }
        }
    }
}

/// Everything on the map that may go goes, and whoever stands in it.
fn dismantle_all(t: &mut Table) {
    let spaces: Vec<_> = t.look().removable(true).collect();
    t.city.built.retain(|built| !spaces.contains(&built.space));
    t.city.placed.clear();
}

/// Does the remedy, with one less than the numbers say if it is `too_little`.
/// None where the remedy is not for this copy to do.
fn performed(t: &Table, ask: &Ask, choice: &Choice, too_little: bool) -> Option<Table> {
    let why = choice.blocked.clone()?;
    let way = remedy(t.look(), ask, choice)?;
    let mut t = t.clone();
    let less = u16::from(too_little);
    match (way, why) {
        (Remedy::Get(good, have), Blocked::Lacks(_, need)) => {
            add(&mut t, good, u16::from(need) - have - less);
        }
        (Remedy::GetAny(have), Blocked::LacksResources(need)) => {
            add(&mut t, Good::Resource(Resource::Wood), u16::from(need) - have - less);
        }
        (Remedy::Meet(Test::Have(good, need), true, Some(have)), _) => {
            add(&mut t, good, u16::from(need) - have - less);
        }
        (Remedy::Meet(Test::RoundFrom(round), true, Some(at)), _) => {
            assert_eq!(at, u16::from(t.city.round));
            t.city.round = round - less as u8;
        }
        (Remedy::FeedAutomaton(coal), _) => {
            t.city.supply[Resource::Coal.at()] = coal - less;
        }
        (Remedy::Wood(need, have), _) => {
            add(&mut t, Good::Resource(Resource::Wood), u16::from(need) - have - less);
        }
        (Remedy::KeepCoal(cold), _) => t.city.generator.cold = cold + 1 - less as u8,
        (way, why) if !too_little => undivided(&mut t, &way, &why)?,
        _ => return None,
    }
    Some(t)
}

/// Remedies that have no number to be short of.
fn undivided(t: &mut Table, way: &Remedy, why: &Blocked) -> Option<()> {
    match (way, why) {
        (Remedy::Raise(track, dark), _) if *dark > 0 => {
            let hit = |mood| match why {
                Blocked::NoneActive(wanted) => mood == *wanted,
                _ => true,
            };
            let tokens = &mut t.city.tokens[track.at()];
            tokens.iter_mut().find(|token| !token.active && hit(token.mood))?.active = true;
        }
        (Remedy::Night | Remedy::Engineer, _) => night(t),
        (Remedy::MakeRoom(_), _) => dismantle_all(t),
        (Remedy::Treat, _) => t.city.skull = [false; 3],
        (Remedy::Scouts(..) | Remedy::Return, _) => {
            t.city.stacks.iter_mut().for_each(|stack| stack.scout = None);
        }
        (Remedy::Build(id), _) => {
            let id = t.pack.building(*id).id.clone();
            t.build(&id, "G4");
        }
        _ => return None,
    }
    Some(())
}

/// A short word for a remedy.
fn word(way: &Remedy) -> String {
    let all = format!("{way:?}");
    all.split(['(', ' ']).next().unwrap_or_default().to_owned()
}

#[test]
fn what_a_blocked_choice_asks_for_opens_it_and_one_less_does_not() {
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    for seed in SEEDS {
        blocked_on_the_way(seed, |t, ask, choice| {
            let way = remedy(t.look(), ask, choice).expect("what is blocked has a remedy");
            let why = choice.blocked.clone();
            if let Some(after) = performed(t, ask, choice, false) {
                // Another reason may stand behind the first; this one is gone.
                assert_ne!(now(&after, ask, choice.pick), why, "{way:?} {choice:?}");
                *done.entry(word(&way)).or_default() += 1;
            }
            if let Some(short) = performed(t, ask, choice, true) {
                assert_eq!(now(&short, ask, choice.pick), why, "{way:?} {choice:?}");
            }
        });
    }
    // Costs, tokens, figures, Heat, Buildings, Scouts.
    for kind in
        ["Get", "GetAny", "Wood", "Raise", "Night", "Engineer", "KeepCoal", "Build", "Scouts"]
    {
        assert!(done.get(kind).is_some_and(|times| *times > 0), "{kind} of {done:?}");
    }
}

/// Is there what the remedy points at? None if it points at nothing in the list.
fn finds_another(t: &Table, ask: &Ask, choice: &Choice) -> Option<bool> {
    let open = |fits: fn(Pick) -> bool| another_is_open(t, ask, fits);
    Some(match remedy(t.look(), ask, choice)? {
        Remedy::OtherRing(ring) => another_is_open(t, ask, |pick| pick == Pick::Ring(ring)),
        Remedy::OtherType => open(|pick| matches!(pick, Pick::Kind(_) | Pick::All(_))),
        Remedy::Explore => open(|pick| pick == Pick::Explore),
        Remedy::PlayCard => open(|pick| matches!(pick, Pick::Card(_))),
        Remedy::ActFirst => open(|pick| matches!(pick, Pick::Action(_))),
        Remedy::OtherCard | Remedy::OtherOption | Remedy::OtherAction => {
            another_is_open(t, ask, |pick| pick != choice.pick)
        }
        _ => return None,
    })
}

#[test]
fn whoever_is_told_to_choose_another_finds_one_that_is_open() {
    let mut pointed = 0;
    for seed in SEEDS {
        blocked_on_the_way(seed, |t, ask, choice| {
            if let Some(found) = finds_another(t, ask, choice) {
                assert!(found, "{choice:?} of {ask:?}");
                pointed += 1;
            }
        });
    }
    assert!(pointed > 50, "{pointed}");
}

/// The remedy of one of the answers to a question put to this table.
fn way(t: &Table, ask: &Ask, pick: Pick) -> Option<Remedy> {
    let listed = rules::choices(&t.pack, &t.city, ask);
    let choice = listed.iter().find(|choice| choice.pick == pick).expect("it is listed");
    let found = finds_another(t, ask, choice);
    assert_ne!(found, Some(false), "{choice:?}");
    remedy(t.look(), ask, choice)
}

#[test]
fn a_building_without_room_is_opened_by_the_tile_it_asks_for() {
    //
    let mut t = bare();
    let works = Ask::SubAction(3, false);
    let (large, mine) = (t.building("infirmary"), t.building("coal_mine"));
    assert_eq!(way(&t, &works, Pick::Building(large)), Some(Remedy::MakeRoom(true)));
    assert_eq!(way(&t, &works, Pick::Building(mine)), Some(Remedy::OtherOption), "no Coal there");
    t.tile("N1");
    assert_eq!(now(&t, &works, Pick::Building(large)), None);
    t.city.deposits[0] = Some(Resource::Coal);
    assert_eq!(
        way(&t, &works, Pick::Building(mine)),
        Some(Remedy::Deposit(Resource::Coal)),
        "there is some, under snow"
    );
    for label in ["G2", "G3", "G4"] {
        if t.look().is_free(t.space(label)) {
            t.build("tent", label);
        }
    }
    t.build("tent", "N1a").build("tent", "N1b");
    let hut = t.building("hunters_hut");
    assert_eq!(way(&t, &works, Pick::Building(hut)), Some(Remedy::MakeRoom(false)));
    dismantle_all(&mut t);
    assert_eq!(now(&t, &works, Pick::Building(hut)), None);
}

#[test]
fn who_cannot_be_chosen_points_at_who_can() {
    //
    let mut t = bare();
    t.people(Kind::Child, 0, 0, false).people(Kind::Worker, 50, 1, true);
    t.people(Kind::Engineer, 12, 1, false);
    let die = Ask::Kind(KindWhy::Die(false), 1);
    assert_eq!(way(&t, &die, Pick::Kind(Kind::Child)), Some(Remedy::OtherType));
    let join = Ask::Kind(KindWhy::Join, 1);
    assert_eq!(way(&t, &join, Pick::Kind(Kind::Worker)), Some(Remedy::OtherType));
    let heal = Ask::Kind(KindWhy::Heal, 1);
    assert_eq!(way(&t, &heal, Pick::Kind(Kind::Worker)), Some(Remedy::Treat));
    t.city.skull = [false; 3];
    assert_eq!(now(&t, &heal, Pick::Kind(Kind::Worker)), None);
}

#[test]
fn snow_that_cannot_be_cleared_in_one_ring_points_at_the_other() {
    //
    let mut t = bare();
    t.tile("N1").tile("N2").tile("N3");
    t.city.decks.near.clear();
    let far = Some(Remedy::OtherRing(Ring::Far));
    assert_eq!(way(&t, &Ask::Snow, Pick::Ring(Ring::Near)), far);
    t.city.decks.far.clear();
    let turn = Ask::Turn;
    assert_eq!(way(&t, &turn, Pick::Action(Action::Snow)), Some(Remedy::OtherAction));
}

#[test]
fn an_automaton_that_only_lacks_coal_is_named() {
    //
    let mut t = bare();
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0).ready(Meeple::Child, 0);
    t.ready(Meeple::Automaton, 1).supply(Resource::Coal, 0);
    let feed = Some(Remedy::FeedAutomaton(1));
    assert_eq!(way(&t, &Ask::Turn, Pick::Action(Action::Snow)), feed);
    assert_ne!(way(&t, &Ask::Turn, Pick::Action(Action::Scout)), feed);
    t.supply(Resource::Coal, 1);
    assert_eq!(t.blocked("remove_snow"), None);
}

#[test]
fn a_condition_is_shown_with_where_it_stands_and_opens_when_it_is_met() {
    //
    let mut t = bare();
    t.city.round = 3;
    let tests = [Test::RoundFrom(7), Test::Have(Good::Food, 30)];
    for (test, at) in tests.into_iter().zip([3, 20]) {
        let choice = Choice { pick: Pick::Option(0), blocked: Some(Blocked::Needs(test.clone())) };
        let ask = t.asked().clone();
        let meet = Remedy::Meet(test.clone(), true, Some(at));
        assert_eq!(remedy(t.look(), &ask, &choice), Some(meet));
        let missing = |t: &Table| !t.look().holds(&test, Ctx::default());
        assert!(missing(&performed(&t, &ask, &choice, true).expect("almost")), "{test:?}");
        assert!(!missing(&performed(&t, &ask, &choice, false).expect("all of it")), "{test:?}");
    }
}
