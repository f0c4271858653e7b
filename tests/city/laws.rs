//! Section 25: Laws and their Consequences.

use crate::kit::{C, bare, gone, in_dusk, resolve, run, usable, users};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Meeple, Mood, Stuff, Track};
use emberhall::frostpunk::rules::program::Op;
use emberhall::frostpunk::rules::state::{InPlay, Zone};

/// All sixteen Laws wait to be introduced.
fn parliament() -> Table {
    let mut t = bare();
    for at in 1..=16 {
        let card = t.take(&format!("L{at:02}"));
        t.city.decks.future_laws.push(card);
    }
    t
}

fn pass(t: &mut Table, id: &str) {
    t.next_token(Mood::Anger);
    t.effects(&[Op::IntroduceLaw]);
    t.choose(id);
    while !t.keys().contains(&"end".to_owned()) {
        let first = t.keys()[0].clone();
        t.choose(&first);
    }
    t.clear_track(Track::Discontent);
    t.tokens(&[(Mood::Care, true), (Mood::Justice, true)]);
}

#[test]
fn a_law_is_chosen_from_the_open_pile_and_put_in_the_display() {
    // all of them are on offer, no Consequence is.
    let mut t = parliament();
    t.effects(&[Op::IntroduceLaw]);
    assert_eq!(t.keys().len(), 16);
    assert!(t.keys().iter().all(|key| key.len() == 3));
    t.choose("L10");
    assert_eq!(t.city.laws[0].card, t.card("L10"));
    assert!(!t.city.decks.future_laws.contains(&t.card("L10")));
}

#[test]
fn crowded_quarters_brings_one_consequence_and_buries_the_other_unseen() {
    // E-56, R-25.2, L05: over many seeds both come.
    let mut came = [0, 0];
    for seed in 0..20 {
        let mut t = Table::turn_of(1, seed);
        t.next_token(Mood::Anger);
        t.effects(&[Op::IntroduceLaw]).choose("L05");
        let (a, b) = (in_dusk(&t, "L05A"), in_dusk(&t, "L05B"));
        assert!(a != b, "exactly one of the two");
        assert_eq!((gone(&t, "L05A"), gone(&t, "L05B")), (b, a));
        let (a_card, b_card) = (t.card("L05A"), t.card("L05B"));
        let shown =
            |e: &Event| matches!(e, Event::Revealed { card } if [a_card, b_card].contains(card));
        assert!(!t.events.iter().any(shown), "nobody saw which");
        came[usize::from(b)] += 1;
    }
    assert!(came[0] > 0 && came[1] > 0, "{came:?}");
}

#[test]
fn child_labour_costs_hope_and_stirs_discontent_and_its_pair_is_gone() {
    // E-57, R-25.3, R-25.4, L01: left to right, Hope first.
    let mut t = parliament();
    t.effects(&[Op::IntroduceLaw]).choose("L01");
    assert_eq!(t.keys(), ["exhaust-care", "exhaust-justice"]);
    t.choose("exhaust-care");
    assert_eq!(t.keys(), ["activate-greed", "activate-anger", "draw"]);
    t.choose("activate-anger");
    assert_eq!([t.city.active_of(Mood::Care), t.city.active_of(Mood::Anger)], [0, 1]);
    assert!(gone(&t, "L02") && !t.city.decks.future_laws.contains(&t.card("L02")));
}

#[test]
fn four_laws_are_all_and_the_platform_stands_empty() {
    // V-25, R-25.4, R-25.5
    let mut t = parliament();
    assert!(usable(&t, "G5"));
    for law in ["L01", "L03", "L05", "L07"] {
        pass(&mut t, law);
    }
    assert_eq!(t.city.laws.len(), 4);
    for pair in ["L02", "L04", "L06", "L08"] {
        assert!(gone(&t, pair), "{pair}");
    }
    assert_eq!(t.city.decks.future_laws.len(), 8);
    assert!(!usable(&t, "G5"));
    t.effects(&[Op::IntroduceLaw]);
    assert_eq!(t.city.laws.len(), 4, "no effect introduces a fifth");
}

#[test]
fn each_pair_excludes_the_other_way_round_too() {
    //
    let pairs = [("L02", "L01"), ("L04", "L03"), ("L06", "L05"), ("L08", "L07")];
    for (law, pair) in pairs {
        let mut t = parliament();
        pass(&mut t, law);
        assert!(gone(&t, pair), "{pair}");
    }
}

#[test]
fn laws_without_a_pair_exclude_nothing() {
    //
    let mut t = parliament();
    pass(&mut t, "L10");
    assert_eq!(t.city.decks.future_laws.len(), 15);
}

#[test]
fn crowded_quarters_makes_people_angry() {
    // L05: +1 Anger, here drawn and activated.
    let mut t = parliament();
    t.clear_track(Track::Discontent).next_token(Mood::Anger);
    t.effects(&[Op::IntroduceLaw]).choose("L05");
    assert_eq!(t.city.active_of(Mood::Anger), 1);
}

#[test]
fn child_labour_lets_children_gather_and_use_gathering_posts() {
    // L01: at most 3 Resources of a Post for a Child.
    let mut t = bare();
    t.tile("N1").tile("N2").tile("N0").build("gathering_post", "N1a");
    for label in ["N1b", "N2a", "N2b", "N0a"] {
        t.pile(label, Stuff::Wood, 2);
    }
    assert!(!users(&t, "N1a").contains(&Meeple::Child));
    t.law("L01");
    assert_eq!(users(&t, "N1a"), [Meeple::Worker, Meeple::Engineer, Meeple::Child]);
    run(&mut t, &["use_building", "N1a", "child"]);
    assert_eq!(t.keys(), ["N0a", "N1b", "N2a", "N2b"]);
    run(&mut t, &["N0a", "N1b"]);
    assert_eq!(t.keys(), ["N2a", "N2b"], "from each space once");
    t.choose("N2b");
    assert_eq!((t.city.supply[0], t.pile_on("N2a")), (23, Some((Stuff::Wood, 2))));
    run(&mut t, &["gather", "N2a", "child", "2"]);
    assert_eq!(t.city.supply[0], 25);
}

#[test]
fn without_child_labour_no_child_acts() {
    //
    let mut t = bare();
    t.tile("N1").pile("N1a", Stuff::Wood, 2);
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0);
    let free: Vec<_> = t.keys().into_iter().filter(|key| key != "end" && key != "fuel").collect();
    assert!(free.is_empty(), "{free:?}");
    t.law("L01");
    assert_eq!(t.blocked("gather"), None);
}

#[test]
fn a_grown_up_takes_everything_around_a_post() {
    // L01 limits Children only.
    let mut t = bare();
    t.law("L01").tile("N1").tile("N2").tile("N0").build("gathering_post", "N1a");
    for label in ["N1b", "N2a", "N2b", "N0a"] {
        t.pile(label, Stuff::Wood, 2);
    }
    run(&mut t, &["use_building", "N1a", "worker"]);
    assert_eq!(t.city.supply[0], 24);
}

#[test]
fn work_accidents_hurt_a_child_for_each_that_worked_or_two_without_care() {
    // L01A
    for (care, sick) in [(true, 2), (false, 4)] {
        let mut t = bare();
        t.law("L01").tokens(&[(Mood::Care, care), (Mood::Justice, true)]);
        t.city.figures.used[Meeple::Child.at()] = 2;
        resolve(&mut t, "L01A");
        assert_eq!(t.city.sick[C], sick);
        assert!(t.city.decks.dusk_discard.contains(&t.card("L01A")));
    }
}

fn overcrowded(slept_cold: bool) -> Table {
    let mut t = bare();
    t.law("L05").tile("N1").build("tent", "N1a");
    resolve(&mut t, "L05A");
    t.city.night.cold = slept_cold;
    t
}

#[test]
fn overcrowded_covers_its_law_until_the_night_is_over() {
    // L05A, R-25.7
    let mut t = overcrowded(false);
    assert_eq!(t.city.laws[0].covered, Some(t.card("L05A")));
    assert_eq!(t.look().warm_places().slots, 2);
    t.go(Mark::EndOfNight);
    assert_eq!(t.city.laws[0].covered, None);
    assert_eq!(t.look().warm_places().slots, 3);
    assert!(t.city.decks.dusk_discard.contains(&t.card("L05A")));
    assert_eq!(t.city.active_of(Mood::Greed) + t.city.active_of(Mood::Anger), 0);
}

#[test]
fn a_covered_law_unlocks_nothing_until_it_is_free_again() {
    //
    let mut t = bare();
    t.law("L02").tile("N1");
    let shelter = t.building("child_shelter");
    t.city.laws[0].covered = Some(t.card("L02A"));
    assert_eq!(t.look().build_blocked(shelter, false), Some(Blocked::Locked));
    t.city.laws[0].covered = None;
    assert_eq!(t.look().build_blocked(shelter, false), None);
}

#[test]
fn overcrowded_stirs_discontent_if_somebody_slept_in_the_cold() {
    // L05A, R-16.8
    let mut t = overcrowded(true);
    t.go(Mark::EndOfNight);
    assert_eq!(t.keys(), ["activate-greed", "activate-anger", "draw"]);
    t.choose("activate-greed");
    assert_eq!(t.city.active_of(Mood::Greed), 1);
    assert!(t.city.decks.dusk_discard.contains(&t.card("L05A")));
}

#[test]
fn love_thy_neighbour_spreads_sickness_with_anger() {
    // L05B: one, then two for each active Anger.
    let mut t = bare();
    t.clear_track(Track::Discontent).tokens(&[(Mood::Anger, true)]).next_token(Mood::Anger);
    resolve(&mut t, "L05B");
    assert_eq!(t.city.active_of(Mood::Anger), 2);
    t.choose("child").choose("all-worker");
    assert_eq!(t.city.sick, [4, 0, 1]);
    assert!(gone(&t, "L05B"));
}

#[test]
fn a_law_in_force_is_never_discarded() {
    // removing cards of the displays does not touch it.
    let mut t = bare();
    t.law("L05");
    let law = t.card("L05");
    t.effects(&[Op::RemoveCard(law)]);
    assert_eq!(t.city.laws.len(), 1);
    let open = InPlay { card: law, zone: Zone::Law, goods: [0; 4], used: false };
    assert!(!t.city.in_play.contains(&open));
}

#[test]
fn new_faith_and_new_order_unlock_four_buildings_each() {
    // L07, L08; L10 unlocks the Arena.
    let t = bare();
    let unlocks = |id: &str| t.pack.law(t.card(id)).unwrap().unlocks.len();
    assert_eq!(["L07", "L08", "L10"].map(unlocks), [4, 4, 1]);
    let always = |id: &str| t.pack.law(t.card(id)).unwrap().always;
    assert!(always("L08") && !always("L10"));
}

#[test]
fn the_fighting_arena_law_costs_hope_and_opens_the_arena() {
    // L10
    let mut t = parliament();
    t.tile("N1");
    t.effects(&[Op::IntroduceLaw]).choose("L10").choose("exhaust-care");
    assert_eq!(t.city.active_of(Mood::Care), 0);
    let arena = t.building("fighting_arena");
    t.city.stock[usize::from(arena.0)] = 1;
    run(&mut t, &["construct", "worker", "fighting_arena"]);
    assert!(t.keys().contains(&"N1a".to_owned()));
}
