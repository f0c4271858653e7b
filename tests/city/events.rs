//! Section 23: standard phrases of Event cards.

use crate::kit::{bare, gone, n, resolve, run, shown, stands, stands_at};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::ids::{Kind, Meeple, Mood, Resource, Stuff};
use emberhall::frostpunk::rules::program::{Amount, Count, Deck, Op, Tokens, Who};
use emberhall::frostpunk::rules::state::Place;

#[test]
fn an_event_card_has_at_most_three_options() {
    //
    let t = bare();
    for deck in [Deck::Morning, Deck::Dusk, Deck::Dispute, Deck::Consequence] {
        for card in t.pack.deck(deck) {
            let options = t.pack.card(card).options.map_or(0, |o| t.pack.option_list(o).len());
            assert!(options <= 3, "{}", t.pack.card(card).id);
        }
    }
}

#[test]
fn icons_send_a_card_out_of_the_game_to_the_display_or_to_the_discard_pile() {
    // Remove, Event, none.
    let mut t = bare();
    resolve(&mut t, "M025");
    run(&mut t, &["condition"]);
    assert!(gone(&t, "M025"));
    resolve(&mut t, "M015");
    t.choose("support");
    assert!(shown(&t, "M015"));
    t.city.corpses = 0;
    resolve(&mut t, "D000");
    assert!(t.city.decks.dusk_discard.contains(&t.card("D000")));
}

#[test]
fn the_current_rounds_type_is_the_one_on_the_round_track() {
    // Child, Engineer, Worker.
    for (round, sick) in [(1, [0, 0, 2]), (2, [0, 2, 0]), (3, [2, 0, 0])] {
        let mut t = bare();
        t.city.round = round;
        t.effects(&[Op::Sick(Who::Round, n(2))]);
        assert_eq!(t.city.sick, sick);
    }
}

#[test]
fn an_untyped_death_is_the_groups_choice() {
    //
    let mut t = bare();
    t.people(Kind::Child, 0, 0, false);
    t.effects(&[Op::Die { who: Who::Any, count: n(1), silent: true }]);
    assert_eq!(t.keys(), ["worker", "engineer"]);
    assert_eq!(t.blocked("child"), Some(Blocked::Nobody));
    t.choose("engineer");
    assert_eq!((t.city.citizens, t.city.corpses), ([22, 11, 0], 2));
}

#[test]
fn a_free_building_costs_nothing_but_keeps_every_rule() {
    //
    let mut t = bare();
    t.city.supply = [0; 4];
    t.tile("N1");
    t.effects(&[Op::BuildFree]);
    assert_eq!(t.blocked("coal_mine"), Some(Blocked::NoDeposit));
    assert!(!t.all_keys().contains(&"temple".to_owned()));
    run(&mut t, &["infirmary", "N1a"]);
    assert_eq!((t.built("infirmary").len(), t.city.supply), (1, [0; 4]));
    assert_eq!(t.asked(), &Ask::Turn, "one Building");
}

#[test]
fn a_destroyed_building_returns_to_the_board_and_its_figures_rest() {
    // printed Buildings and the Cookhouse cannot be destroyed.
    let mut t = bare();
    t.tile("N1").tile("N2").build_upgraded("hunters_hut", "N1a").build("tent", "N2a");
    stands(&mut t, Meeple::Worker, "N1a");
    t.effects(&[Op::Destroy]);
    assert_eq!(t.keys(), ["N1a", "N2a"]);
    t.choose("N1a");
    assert!(t.built("hunters_hut").is_empty());
    assert_eq!(t.city.stock[usize::from(t.building("hunters_hut").0)], 5);
    assert_eq!((t.city.figures.ready[0], t.city.figures.resting[0]), (4, 1));
}

#[test]
fn an_effect_places_a_tile_without_a_figure_and_without_cold() {
    //
    let mut t = bare();
    t.heat(0, 4, [0, 1, 2]);
    t.effects(&[Op::PlaceTiles { near: 1, far: 0, far_instead: false }]);
    assert_eq!(t.keys().len(), 12);
    t.choose("N5");
    assert!(t.city.cells[t.cell("N5").at()].is_some());
    assert_eq!((t.city.sick, t.city.placed.len()), ([0; 3], 0));
}

#[test]
fn a_removed_event_card_drops_its_goods_and_sends_its_figures_home() {
    //
    let mut t = bare();
    let card = t.event_card("M015");
    run(&mut t, &["special_action", "M015", "engineer"]);
    t.effects(&[Op::RemoveCard(card)]);
    assert!(gone(&t, "M015") && !shown(&t, "M015"));
    assert_eq!(t.has(Resource::Wood), 19, "the Wood is in the bank");
    assert_eq!((t.city.placed.len(), t.city.figures.resting[1]), (0, 1));
}

/// Kiln with a Worker, Medical Post with an Engineer, Hut with a machine, Sawmill empty.
fn busy() -> Table {
    let mut t = bare();
    t.tile("N1").tile("N2").build("charcoal_kiln", "N1a").build("medical_post", "N1b");
    t.build("hunters_hut", "N2a").build("sawmill", "N2b").heat(0, 4, [0, 1, 2]);
    stands(&mut t, Meeple::Worker, "N1a");
    stands(&mut t, Meeple::Engineer, "N1b");
    t.ready(Meeple::Automaton, 1);
    stands(&mut t, Meeple::Automaton, "N2a");
    t
}

#[test]
fn a_building_with_a_citizen_on_it_is_used_again_in_warmth() {
    // the Wood is paid, no figure is placed, nobody falls ill.
    let mut t = busy();
    t.effects(&[Op::ReuseBuilding]);
    assert_eq!(t.keys(), ["N1a", "N1b"]);
    t.choose("N1a");
    assert_eq!([t.has(Resource::Wood), t.has(Resource::Coal)], [19, 24]);
    assert_eq!((t.city.sick, t.city.placed.len()), ([0; 3], 3));
}

#[test]
fn a_building_whose_price_cannot_be_paid_is_not_used_again() {
    //
    let mut t = busy();
    t.supply(Resource::Wood, 0).people(Kind::Worker, 22, 5, false);
    t.effects(&[Op::ReuseBuilding]);
    assert_eq!(t.city.sick[0], 2, "only the Medical Post was left");
}

#[test]
fn a_worker_does_again_what_it_did_on_map_board_or_building() {
    // not an Engineer, not a machine, not on a card.
    let mut t = busy();
    t.tile("N3").pile("N3a", Stuff::Coal, 3);
    stands(&mut t, Meeple::Worker, "N3a");
    stands_at(&mut t, Meeple::Worker, Place::Snow);
    stands_at(&mut t, Meeple::Worker, Place::Construct);
    let card = t.event_card("M004");
    stands_at(&mut t, Meeple::Worker, Place::Card(card));
    t.effects(&[Op::ReuseWorker]);
    assert_eq!(t.keys(), ["N1a", "N3a", "remove_snow", "construct"]);
    run(&mut t, &["N3a", "2"]);
    assert_eq!((t.has(Resource::Coal), t.city.sick), (22, [0; 3]));
}

#[test]
fn snow_removed_again_is_warm_and_building_again_has_three_sub_actions() {
    //
    let mut t = bare();
    stands_at(&mut t, Meeple::Worker, Place::Snow);
    stands_at(&mut t, Meeple::Worker, Place::Construct);
    t.effects(&[Op::ReuseWorker]);
    let mut build = t.clone();
    run(&mut t, &["remove_snow", "near", "N0", "N5"]);
    assert_eq!((t.city.sick, t.city.cells.iter().flatten().count()), ([0; 3], 2));
    build.choose("construct");
    assert_eq!(build.asked(), &Ask::SubAction(3, false));
}

#[test]
fn a_worker_at_a_tree_saws_again_with_the_chainsaw() {
    // T04
    let mut t = bare();
    t.tile("N1").pile("N1a", Stuff::Trees, 2);
    stands(&mut t, Meeple::Worker, "N1a");
    t.effects(&[Op::ReuseWorker]);
    assert_eq!(t.has(Resource::Wood), 20, "without the chainsaw there is nothing to do");
    t.technology("T04");
    t.effects(&[Op::ReuseWorker]);
    assert_eq!((t.has(Resource::Wood), t.pile_on("N1a")), (22, Some((Stuff::Trees, 1))));
}

#[test]
fn a_spent_token_of_one_of_the_types_shown_is_chosen() {
    //
    let mut t = bare();
    t.effects(&[Op::Spent(vec![Kind::Worker, Kind::Engineer], n(2))]);
    assert_eq!(t.keys(), ["worker", "engineer"]);
    run(&mut t, &["worker", "engineer"]);
    assert_eq!(t.city.spent, [1, 1, 0]);
    t.city.spent = [5, 0, 0];
    t.effects(&[Op::Spent(vec![Kind::Worker, Kind::Engineer], n(1))]);
    assert_eq!(t.city.spent, [5, 1, 0], "no Worker token was left");
}

#[test]
fn for_each_is_counted_when_its_sentence_comes() {
    // the Greed activated one sentence before counts.
    let mut t = bare();
    let each = Amount { plus: 0, times: 2, per: Count::Active(Mood::Greed) };
    t.effects(&[
        Op::HungerUp(each),
        Op::Activate(Tokens::Of(Mood::Greed), n(1)),
        Op::HungerUp(each),
    ]);
    assert_eq!(t.city.hunger, 2);
}

#[test]
fn resources_are_taken_from_any_space_of_the_map_without_a_figure() {
    // Trees are none; what is missing may be replaced.
    let mut t = bare();
    t.tile("N1").tile("F5").pile("N1a", Stuff::Wood, 1).pile("F5b", Stuff::Core, 1);
    t.pile("N1b", Stuff::Trees, 2);
    t.effects(&[Op::TakeFromMap { count: n(3), only: None, missing: Some(Resource::Coal) }]);
    assert_eq!(t.keys(), ["N1a", "F5b"]);
    t.choose("F5b");
    assert_eq!(t.city.supply, [21, 21, 6, 0]);
    assert!(t.city.placed.is_empty());
}

#[test]
fn all_resources_lost_leaves_the_food() {
    //
    let mut t = bare();
    t.effects(&[Op::LoseAllResources]);
    assert_eq!((t.city.supply, t.city.food), ([0; 4], 20));
}
