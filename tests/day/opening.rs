//! Section 2: the starting discards, in secret and at the same time.

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::decision::{Ask, Blocked, By};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::ids::{Kind, Meeple, Phase, Resource, Seat, Stuff};
use emberhall::frostpunk::rules::program::{Op, Who};
use emberhall::frostpunk::rules::{self, owner};

use crate::help::*;
use crate::table::Table;

#[test]
fn hands_shrink_by_the_starting_discard() {
    //
    for (players, dealt) in [(1, 7), (2, 6), (3, 5), (4, 4)] {
        let mut t = Table::fresh(players, 3);
        t.choose("corner-0");
        assert!(t.city.seats.iter().all(|chair| chair.hand.len() == dealt));
        assert_eq!(t.city.decks.citizens.len(), 30 - players * dealt);
        t.skip_while(|ask| !matches!(ask, Ask::Turn));
        assert!(t.city.seats.iter().all(|chair| chair.hand.len() == dealt - 1));
        assert_eq!(t.city.decks.citizen_discard.len(), players);
    }
}

const FIVE: [&[&str]; 3] = [
    &["C10", "C19", "C20", "C24", "C04"],
    &["C12", "C09", "C19.2", "C20.2", "C24.2"],
    &["C26", "C12.2", "C19.3", "C20.3", "C04.2"],
];

#[test]
fn three_players_pay_coal_from_the_map_stress_and_wood() {
    // E-9, R-2.40, R-2.44
    let mut t = openings(&FIVE, |t| {
        t.tile("N0").pile("N0a", Stuff::Coal, 2);
    });
    let (coal, wood) = (on_map(&t, Stuff::Coal), t.has(Resource::Wood));
    choose_for(&mut t, 0, "C10");
    choose_for(&mut t, 1, "C12");
    choose_for(&mut t, 2, "C26");
    t.choose("G2").choose("N0a");
    assert_eq!(on_map(&t, Stuff::Coal), coal - 2);
    assert_eq!(t.pile_on("N0a"), Some((Stuff::Coal, 1)));
    assert_eq!(t.pile_on("G2"), Some((Stuff::Coal, 4)));
    assert_eq!(t.has(Resource::Coal), 5, "the map's Coal goes to the bank");
    assert_eq!(t.city.generator.stress, 3);
    assert_eq!(t.has(Resource::Wood), wood - 1);
    assert!(t.city.seats.iter().all(|chair| chair.hand.len() == 4));
    let discards = ids(&t, &t.city.decks.citizen_discard);
    assert_eq!(discards, ["C10", "C12", "C26"]);
}

#[test]
fn hunger_and_a_spent_worker_are_starting_costs_too() {
    //
    let mut t = openings(&FIVE, |_| {});
    choose_for(&mut t, 0, "C24");
    choose_for(&mut t, 1, "C19.2");
    choose_for(&mut t, 2, "C04.2");
    assert_eq!(t.city.hunger, 3);
    assert_eq!(t.has(Resource::Coal), 4);
    assert_eq!(t.city.spent, [1, 0, 0]);
    assert_eq!(ready(&t, Meeple::Worker), 4, "one Worker rests in Round 1");
    assert_eq!(t.city.figures.spent[Meeple::Worker.at()], 1);
}

#[test]
fn starting_discards_are_chosen_in_secret_and_at_the_same_time() {
    //
    let mut t = openings(&FIVE, |_| {});
    assert_eq!(t.city.pending.len(), 3, "all seats at once");
    for seat in 0..3 {
        let (_, ask) = opening_of(&t, seat);
        assert_eq!(owner::audience(&ask), Some(Seat(seat)));
        assert_eq!(owner::by(t.look(), &ask), By::Seat(Seat(seat)));
    }
    choose_for(&mut t, 2, "C26");
    assert_eq!(t.city.pending.len(), 2);
    assert_eq!(t.has(Resource::Wood), 4, "nothing is paid yet");
    assert!(t.city.decks.citizen_discard.is_empty());
    let said = Event::OpeningChosen { seat: Seat(2), card: Some(t.card("C26")) };
    assert!(happened(&t, &said));
    let seen = Event::OpeningChosen { seat: Seat(2), card: None };
    assert_eq!(said.public(), Some(seen), "others see only that it was chosen");
    choose_for(&mut t, 0, "C19");
    choose_for(&mut t, 1, "C12");
    assert_eq!(t.has(Resource::Wood), 3);
    assert_eq!(t.city.decks.citizen_discard.len(), 3);
}

#[test]
fn a_card_that_cannot_be_paid_cannot_be_chosen() {
    //
    let hand: [&[&str]; 1] = [&["C04", "C09", "C10", "C26", "C12", "C19", "C24"]];
    let t = openings(&hand, |t| {
        clear_map(t);
        t.supply(Resource::Coal, 0).supply(Resource::Wood, 1);
        t.pile("G2", Stuff::Coal, 1);
        t.city.spent = [5, 0, 0];
    });
    for id in ["C04", "C09", "C10", "C24"] {
        assert_eq!(t.blocked(id), Some(Blocked::CannotPay), "{id}");
    }
    assert_eq!(t.keys(), ["C26", "C12", "C19"]);
}

const CLASH: [&[&str]; 2] = [
    &["C26", "C12", "C19", "C20", "C24", "C04"],
    &["C26.2", "C12.2", "C19.2", "C20.2", "C24.2", "C04.2"],
];

#[test]
fn two_cards_for_the_last_wood_clash_and_one_is_taken_back() {
    //
    let mut winners = [false; 2];
    for seed in 0..8 {
        let mut t = openings(&CLASH, |t| {
            t.supply(Resource::Wood, 1);
            for _ in 0..seed {
                t.city.dice.below(1000);
            }
        });
        choose_for(&mut t, 0, "C26");
        choose_for(&mut t, 1, "C26.2");
        assert_eq!(t.has(Resource::Wood), 0, "one of them is paid");
        let clash = t.events.iter().find_map(|event| match event {
            Event::OpeningClash { winner, others } => Some((*winner, others.clone())),
            _ => None,
        });
        let (winner, others) = clash.expect("they clash");
        let loser = 1 - winner.0;
        assert_eq!(others, [Seat(loser)]);
        winners[winner.at()] = true;
        assert_eq!(t.city.seats[winner.at()].hand.len(), 5);
        assert_eq!(t.city.seats[usize::from(loser)].hand.len(), 6);
        let back = ["C26", "C26.2"][usize::from(loser)];
        assert_eq!(blocked_for(&t, loser, back), Some(Blocked::Barred));
        let other = ["C12", "C12.2"][usize::from(loser)];
        choose_for(&mut t, loser, other);
        assert_eq!(t.city.generator.stress, 3);
        assert_eq!(t.city.seats[usize::from(loser)].hand.len(), 5);
        assert_eq!(t.city.phase, Phase::Action);
    }
    assert_eq!(winners, [true, true], "chance decides who pays");
}

#[test]
fn the_taken_back_card_stays_barred_even_if_it_could_be_paid_now() {
    // a different card must be chosen.
    let hands: [&[&str]; 2] = [
        &["C10", "C12", "C19", "C20", "C24", "C04"],
        &["C10.2", "C12.2", "C19.2", "C20.2", "C24.2", "C04.2"],
    ];
    let mut t = openings(&hands, |t| {
        clear_map(t);
        t.pile("G2", Stuff::Coal, 3);
    });
    choose_for(&mut t, 0, "C10");
    choose_for(&mut t, 1, "C10.2");
    assert_eq!(t.pile_on("G2"), Some((Stuff::Coal, 1)));
    assert_eq!(t.city.pending.len(), 1);
    let loser = usize::from(t.city.opening[0].done);
    t.pile("G2", Stuff::Coal, 5);
    let back = ["C10", "C10.2"][loser];
    assert_eq!(blocked_for(&t, loser as u8, back), Some(Blocked::Barred));
}

#[test]
fn of_three_rivals_for_two_wood_one_pays_and_two_choose_again() {
    //
    let hands: [&[&str]; 3] = [
        &["C26", "C12", "C19", "C20", "C24"],
        &["C26.2", "C12.2", "C19.2", "C20.2", "C24.2"],
        &["C26.3", "C12.3", "C19.3", "C20.3", "C24.3"],
    ];
    let mut t = openings(&hands, |t| {
        t.supply(Resource::Wood, 2);
    });
    for (seat, id) in [(0, "C26"), (1, "C26.2"), (2, "C26.3")] {
        choose_for(&mut t, seat, id);
    }
    assert_eq!(t.has(Resource::Wood), 1);
    assert_eq!(t.city.pending.len(), 2);
    assert_eq!(t.city.decks.citizen_discard.len(), 1);
}

#[test]
fn a_second_choice_can_clash_with_a_card_already_chosen() {
    //
    let hands: [&[&str]; 3] = [
        &["C26", "C12", "C04", "C20", "C24"],
        &["C26.2", "C12.2", "C04.2", "C20.2", "C24.2"],
        &["C04.3", "C12.3", "C19.3", "C20.3", "C24.3"],
    ];
    let mut t = openings(&hands, |t| {
        t.supply(Resource::Wood, 1).supply(Resource::Coal, 1);
    });
    choose_for(&mut t, 0, "C26");
    choose_for(&mut t, 1, "C26.2");
    choose_for(&mut t, 2, "C04.3");
    assert_eq!(t.has(Resource::Coal), 1, "the third card is not revealed yet");
    let loser = u8::from(t.city.opening[0].done);
    choose_for(&mut t, loser, ["C04", "C04.2"][usize::from(loser)]);
    let clash = |e: &&Event| matches!(e, Event::OpeningClash { .. });
    assert_eq!(t.events.iter().filter(clash).count(), 2);
    assert_eq!(t.has(Resource::Coal), 0);
    assert_eq!(t.city.decks.citizen_discard.len(), 2);
    assert_eq!(t.city.pending.len(), 1, "one of them chooses once more");
}

#[test]
fn after_a_clash_a_player_may_be_left_with_nothing_to_pay() {
    //
    let hands: [&[&str]; 2] = [
        &["C26", "C04", "C09", "C10", "C09.2", "C10.2"],
        &["C26.2", "C04.2", "C09.3", "C10.3", "C04.3", "C26.3"],
    ];
    let mut t = openings(&hands, |t| {
        clear_map(t);
        t.supply(Resource::Wood, 1).supply(Resource::Coal, 0);
        t.city.sick = [0; 3];
    });
    // Seat 0 can pay only C26: it is taken without a question.
    assert_eq!(t.city.opening[0].chosen, Some(t.card("C26")));
    choose_for(&mut t, 1, "C26.2");
    assert_eq!(t.has(Resource::Wood), 0);
    let loser = u8::from(t.city.opening[0].done);
    assert!(matches!(opening_of(&t, loser).1, Ask::OpeningUnpaid(_)));
    choose_for(&mut t, loser, ["C04", "C04.2"][usize::from(loser)]);
    assert_eq!(sick(&t), [1, 0, 0]);
    assert_eq!(t.city.phase, Phase::Action);
}

#[test]
fn with_enough_for_all_nobody_takes_a_card_back() {
    //
    let mut t = openings(&CLASH, |t| {
        t.supply(Resource::Wood, 2);
    });
    choose_for(&mut t, 0, "C26");
    choose_for(&mut t, 1, "C26.2");
    assert_eq!(t.has(Resource::Wood), 0);
    let clash = |e: &Event| matches!(e, Event::OpeningClash { .. });
    assert!(!t.events.iter().any(clash));
    assert_eq!(t.city.decks.citizen_discard.len(), 2);
}

const POOR: [&[&str]; 1] = [&["C04", "C04.2", "C26", "C26.2", "C09", "C10", "C10.2"]];

fn poor(random: bool) -> Table {
    openings(&POOR, |t| {
        clear_map(t);
        t.supply(Resource::Coal, 0).supply(Resource::Wood, 0);
        t.city.random_discard = random;
    })
}

#[test]
fn who_can_pay_nothing_gives_up_a_card_of_choice_and_one_falls_ill() {
    //
    let mut t = poor(false);
    assert!(matches!(t.asked(), Ask::OpeningUnpaid(Seat(0))));
    assert_eq!(t.keys().len(), 7);
    t.choose("C26");
    assert_eq!(sick(&t), [0, 0, 1], "C26 is a Child");
    assert_eq!(t.city.seats[0].hand.len(), 6);
    assert_eq!(ids(&t, &t.city.decks.citizen_discard), ["C26"]);
    assert_eq!(t.city.supply, [0; 4]);
}

#[test]
fn by_the_other_switch_chance_gives_up_the_card() {
    // switch setup_unpayable_discard
    let t = poor(true);
    assert!(matches!(t.asked(), Ask::Turn), "nothing is asked");
    let card = t.city.decks.citizen_discard[0];
    let mut wanted = [0; 3];
    wanted[t.pack.citizen(card).unwrap().kind.at()] = 1;
    assert_eq!(sick(&t), wanted);
    assert_eq!(t.city.seats[0].hand.len(), 6);
}

#[test]
fn the_switches_come_from_the_setup_or_else_from_the_pack() {
    // U-1
    let pack = content::builtin().unwrap();
    let mut setup = Table::setup(1);
    let (city, _) = rules::start(&pack, &setup, 1).unwrap();
    assert!(!city.random_discard && city.icons_on_steps);
    setup.random_discard = Some(true);
    setup.icons_on_steps = Some(false);
    let (city, _) = rules::start(&pack, &setup, 1).unwrap();
    assert!(city.random_discard && !city.icons_on_steps);
}

#[test]
fn a_starting_cost_is_not_paid_when_the_card_is_discarded_later() {
    //
    let mut t = Table::turn();
    t.no_hands().hand(0, &["C26"]).leader(0);
    let who = Who::Kind(Kind::Child);
    t.effects(&[Op::Die { who, count: n(1), silent: false }]);
    let wood = t.has(Resource::Wood);
    t.choose("C26");
    assert!(t.city.seats[0].hand.is_empty());
    assert_eq!(t.has(Resource::Wood), wood);
}
