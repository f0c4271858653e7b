//! Section 15: the Hunger Phase.

use crate::help::*;

fn hungry(round: u8, hunger: u8, food: u8) -> Table {
    let mut t = bare();
    (t.city.round, t.city.hunger, t.city.food) = (round, hunger, food);
    t
}

#[test]
fn what_is_left_of_hunger_angers_and_kills_the_type_of_the_last_round() {
    // E-43, R-15.1, R-15.3, R-15.4, R-15.6: Round 8, so a Child of Round 7.
    let mut t = hungry(8, 12, 4);
    t.next_citizen("C24").go(Mark::Hunger);
    assert_eq!((t.city.food, t.city.hunger), (0, 8));
    assert!(matches!(t.asked(), Ask::Token(..)), "Discontent first");
    assert_eq!(t.by(), By::Responsible(Advisor::Social, Seat(2)));
    assert_eq!(t.city.citizens[C], 8);
    t.choose("activate-greed");
    t.choose("exhaust-care");
    assert_eq!((t.city.citizens, t.city.corpses), ([22, 12, 7], 2));
    assert_eq!(active(&t, Track::Discontent), 1);
    let reset = first(&t, |e| matches!(e, Event::Hunger { by: -8, now: 0 }));
    assert!(first(&t, |e| matches!(e, Event::Died { .. })) < reset);
    assert_eq!(t.city.hunger, 12, "then 12 Engineers find no Food");
}

#[test]
fn thirty_two_workers_eat_twenty_four_food_and_eight_go_hungry() {
    // E-44, R-15.7, R-15.8
    let mut t = hungry(6, 0, 24);
    people(&mut t, [32, 12, 8]);
    t.go(Mark::Hunger);
    assert_eq!((t.city.food, t.city.hunger), (0, 8));
    assert_eq!((t.city.corpses, t.city.citizens), (1, [32, 12, 8]));
}

#[test]
fn the_sick_eat_too_and_no_food_is_held_back() {
    // Round 1 feeds 8 Children.
    let mut t = hungry(1, 0, 11);
    t.people(Kind::Child, 8, 3, false);
    t.go(Mark::Hunger);
    assert_eq!((t.city.food, t.city.hunger), (3, 0));
}

#[test]
fn food_stills_hunger_before_anything_happens() {
    // V-16, R-15.1: never more than needed. Round 4 feeds Children, there are none.
    let mut t = hungry(4, 3, 10);
    people(&mut t, [22, 12, 0]);
    t.go(Mark::Hunger);
    assert_eq!((t.city.food, t.city.hunger), (7, 0));
    assert_eq!((t.city.corpses, t.city.track(Track::Discontent).len()), (1, 1));
    assert_eq!(active(&t, Track::Discontent), 0);
}

#[test]
fn forty_hungry_are_no_loss_now_but_next_time() {
    // V-17, R-15.2, R-15.8
    let mut t = hungry(3, 0, 5);
    people(&mut t, [45, 12, 8]);
    t.go(Mark::Hunger);
    assert_eq!((t.city.food, t.city.hunger, lost(&t)), (0, 40, None));
    let mut saved = t.clone();
    t.city.food = 15;
    t.go(Mark::Hunger);
    assert_eq!((t.city.hunger, lost(&t)), (25, Some(Loss::Hunger)));
    saved.city.food = 16;
    saved.city.round = 4;
    saved.go(Mark::Hunger);
    assert_eq!((saved.city.hunger, lost(&saved)), (24, None));
    saved.choose("activate-greed");
    saved.skip_while(|ask| matches!(ask, Ask::Token(..)));
    assert_eq!(saved.city.citizens[W], 42, "three die in section 21-24");
    assert_eq!(saved.city.hunger, 8, "0, then 8 Children without Food");
}

#[test]
fn every_section_of_the_hunger_track_has_its_icons() {
    // with the borders of U-7: (Hunger, Discontent, deaths).
    let rows = [
        (0, 0, 0),
        (3, 0, 0),
        (4, 1, 0),
        (7, 1, 0),
        (8, 1, 1),
        (15, 1, 1),
        (16, 1, 2),
        (20, 1, 2),
        (21, 1, 3),
        (24, 1, 3),
    ];
    for (hunger, discontent, deaths) in rows {
        let mut t = hungry(4, hunger, 0);
        let silent = block(&mut t, &[]);
        let cards: Vec<CardId> = t.pack.deck(Deck::Citizen).collect();
        for card in cards {
            let body = &mut t.pack.cards[usize::from(card.0)].body;
            if let emberhall::frostpunk::rules::program::Body::Citizen(citizen) = body {
                citizen.death = [silent; 3];
            }
        }
        t.go(Mark::Hunger);
        if discontent > 0 {
            t.choose("activate-greed");
        }
        assert_eq!(active(&t, Track::Discontent), discontent, "Discontent at {hunger}");
        assert_eq!(t.city.citizens[W], 22 - deaths, "deaths at {hunger}");
        assert_eq!(t.city.corpses, 1 + deaths);
    }
}

#[test]
fn in_the_first_round_hunger_kills_children() {
    //
    let mut t = hungry(1, 8, 0);
    t.next_citizen("C24").go(Mark::Hunger).choose("activate-greed");
    t.choose("exhaust-care");
    assert_eq!(t.city.citizens, [22, 12, 7]);
}

#[test]
fn hunger_kills_no_more_of_a_type_than_there_are() {
    //
    let mut t = hungry(8, 16, 0);
    people(&mut t, [22, 12, 1]);
    t.next_citizen("C24").go(Mark::Hunger).choose("activate-greed");
    t.choose("exhaust-care");
    assert_eq!((t.city.citizens, t.city.corpses), ([22, 12, 0], 2));
}

#[test]
fn hunger_is_judged_only_in_its_phase() {
    // within 0 and 50.
    let mut t = bare();
    t.effects(&[Op::HungerUp(n(60))]);
    assert_eq!((t.city.hunger, lost(&t)), (50, None));
    t.effects(&[Op::HungerDown(n(49)), Op::HungerDown(n(4))]);
    assert_eq!(t.city.hunger, 0);
}

#[test]
fn the_round_track_feeds_children_engineers_and_workers_in_turn() {
    // U-9: Round 6 Workers, Round 7 Children.
    for (round, left) in [(1, 42), (2, 38), (3, 28), (6, 28), (7, 42), (8, 38), (15, 28)] {
        let mut t = hungry(round, 0, 50);
        t.go(Mark::Hunger);
        assert_eq!(t.city.food, left, "Round {round}");
    }
}
