//! Section 21: Citizen cards, and what the known ones do.

use crate::kit::{C, E, W, bare, n, run, stands};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Kind, Meeple, Mood, Resource, Stuff, Track};
use emberhall::frostpunk::rules::program::{Deck, Op, StartCost, Who};

fn holding(card: &str) -> Table {
    let mut t = bare();
    t.hand(0, &[card]);
    t
}

#[test]
fn every_card_has_type_cost_ability_and_three_death_effects() {
    //
    let t = bare();
    for card in t.pack.deck(Deck::Citizen) {
        let citizen = t.pack.citizen(card).unwrap();
        assert!(!citizen.actions.is_empty(), "{}", t.pack.card(card).id);
        assert!(!t.pack.block(citizen.ability).is_empty());
        assert!(citizen.death.iter().all(|block| !t.pack.block(*block).is_empty()));
    }
}

#[test]
fn the_known_cards_have_their_type_and_starting_cost() {
    // C04, C09, C10, C12, C19, C20, C24, C26
    use StartCost::{FromMap, Hunger, Spend, Spent, Stress};
    let t = bare();
    let rows = [
        ("C04", Kind::Worker, Spend(Resource::Coal, 1)),
        ("C09", Kind::Worker, FromMap(Resource::Wood, 1)),
        ("C10", Kind::Worker, FromMap(Resource::Coal, 2)),
        ("C12", Kind::Engineer, Stress(3)),
        ("C19", Kind::Engineer, Hunger(3)),
        ("C20", Kind::Engineer, Stress(3)),
        ("C24", Kind::Child, Spent(Kind::Worker, 1)),
        ("C26", Kind::Child, Spend(Resource::Wood, 1)),
    ];
    for (id, kind, cost) in rows {
        let citizen = t.pack.citizen(t.card(id)).unwrap();
        assert_eq!((citizen.kind, citizen.cost), (kind, cost), "{id}");
    }
}

#[test]
fn a_hand_serves_its_own_player_only() {
    // the second seat's card is no help in the first seat's turn.
    let mut t = bare();
    t.hand(1, &["C24"]).tile("N1").build("medical_post", "N1a");
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0);
    assert_eq!(t.blocked("use_building"), Some(Blocked::NoTarget));
    t.leader(1);
    assert_eq!(t.blocked("use_building"), None, "its owner's Child may");
}

#[test]
fn margaret_lets_a_child_cure_two() {
    // E-50, R-21.3, R-21.4, C24: at a Medical Post or an Infirmary.
    for (building, label) in [("medical_post", "N1a"), ("infirmary", "N2a")] {
        let mut t = holding("C24");
        t.tile("N1").tile("N2").build(building, label).people(Kind::Worker, 22, 5, false);
        run(&mut t, &["use_building", "C24", label, "child"]);
        assert_eq!(t.city.sick, [3, 0, 0], "{building}");
        assert_eq!(t.city.figures.ready[C], 1);
        assert_eq!(t.city.seats[0].played, Some(t.card("C24")));
    }
}

#[test]
fn margaret_in_the_cold_makes_a_child_ill_first() {
    // heated or cold as usual.
    let mut t = holding("C24");
    t.tile("N1").build("medical_post", "N1a").people(Kind::Worker, 22, 5, false);
    t.heat(0, 4, [0, 1, 2]);
    run(&mut t, &["use_building", "C24", "N1a", "child", "2-0-0"]);
    assert_eq!(t.city.sick, [3, 0, 1]);
}

#[test]
fn paolo_fells_a_tree_in_any_cold() {
    // E-51, R-21.5, R-21.6, C04
    let mut t = holding("C04");
    t.tile("N1").pile("N1a", Stuff::Trees, 2).heat(0, 4, [0, 1, 2]);
    run(&mut t, &["gather", "C04", "N1a", "worker"]);
    assert_eq!((t.has(Resource::Wood), t.pile_on("N1a")), (22, Some((Stuff::Trees, 1))));
    assert_eq!(t.city.sick, [0; 3]);
}

#[test]
fn paolo_needs_an_unoccupied_tree_and_a_worker() {
    // C04
    let mut t = holding("C04");
    t.tile("N1").pile("N1a", Stuff::Trees, 2);
    stands(&mut t, Meeple::Worker, "N1a");
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget));
    let mut t = holding("C04");
    t.tile("N1").pile("N1a", Stuff::Trees, 2).ready(Meeple::Worker, 0);
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget));
}

#[test]
fn a_card_may_be_kept_in_hand() {
    // the player may, and need not.
    let mut t = holding("C04");
    t.tile("N1").pile("N1a", Stuff::Trees, 2).pile("N1b", Stuff::Coal, 2);
    t.choose("gather");
    assert_eq!(t.keys(), ["C04", "done"]);
    run(&mut t, &["done", "N1b", "worker", "2"]);
    assert_eq!((t.has(Resource::Coal), t.city.seats[0].hand.len()), (22, 1));
}

#[test]
fn pat_places_a_near_and_a_far_tile() {
    // C09: cold as every Remove Snow.
    let mut t = holding("C09");
    run(&mut t, &["remove_snow", "C09", "worker", "N4"]);
    assert_eq!(t.keys(), ["F5", "F6", "F7"]);
    t.choose("F6");
    let placed = ["N4", "F6"].map(|c| t.city.cells[t.cell(c).at()].is_some());
    assert_eq!((placed, t.city.sick), ([true, true], [1, 0, 0]));
}

#[test]
fn pat_places_two_far_tiles_when_no_near_cell_is_free() {
    // C09
    let mut t = holding("C09");
    for at in 0..12 {
        t.tile(&format!("N{at}"));
    }
    run(&mut t, &["remove_snow", "C09", "worker", "F0", "F9"]);
    assert_eq!(t.city.cells.iter().skip(12).flatten().count(), 2);
}

#[test]
fn chrissy_spends_two_sub_actions_on_an_upgrade() {
    // C10, R-21.5: as normal besides, the upgrade is paid.
    let mut t = holding("C10");
    t.tile("N1").tile("N2").build("charcoal_kiln", "N1a");
    run(&mut t, &["construct", "C10", "worker", "upgrade", "N1a"]);
    assert!(t.built("charcoal_kiln")[0].upgraded);
    assert_eq!(t.asked(), &Ask::SubAction(1, false));
    assert!(!t.all_keys().contains(&"upgrade".to_owned()), "one Building only");
    run(&mut t, &["hunters_hut", "N1b"]);
    assert_eq!((t.has(Resource::Wood), t.asked()), (18, &Ask::Turn));
}

#[test]
fn chrissy_cannot_upgrade_with_one_sub_action_left() {
    // C10
    let mut t = holding("C10");
    t.tile("N1").tile("N2").build("charcoal_kiln", "N1a");
    run(&mut t, &["construct", "C10", "worker", "tent", "N2a", "tent", "N2b"]);
    assert_eq!(t.blocked("upgrade"), Some(Blocked::NoTarget));
}

#[test]
fn rafael_wakes_care_and_cures_with_the_building() {
    // C12: Medical Post 3, Infirmary 4.
    for (building, left) in [("medical_post", 6), ("infirmary", 5)] {
        let mut t = holding("C12");
        t.tokens(&[(Mood::Care, false), (Mood::Justice, true)]);
        t.tile("N1").build(building, "N1a").people(Kind::Worker, 22, 9, false);
        run(&mut t, &["use_building", "C12", "N1a", "engineer"]);
        assert_eq!((t.city.sick[W], t.city.active_of(Mood::Care)), (left, 1), "{building}");
    }
}

#[test]
fn rafael_may_spend_the_care_he_woke_in_a_care_house() {
    // C12
    let mut t = holding("C12");
    t.tokens(&[(Mood::Care, false), (Mood::Justice, true)]);
    t.tile("N1").build("care_house", "N1a").people(Kind::Worker, 22, 9, false);
    run(&mut t, &["use_building", "C12", "N1a", "engineer", "devoted"]);
    assert_eq!((t.city.sick[W], t.city.active_of(Mood::Care)), (4, 0));
}

#[test]
fn adele_has_three_workshop_effects() {
    // C19
    let mut t = holding("C19");
    t.tile("N1").tile("N2").build("workshop", "N1a").build("charcoal_kiln", "N1b");
    t.build("hunters_hut", "N2a").build("sawmill", "N2b");
    let upgrades = ["upgrade", "N1b", "upgrade", "N2a", "upgrade", "N2b"];
    run(&mut t, &["use_building", "C19", "N1a", "engineer"]);
    run(&mut t, &upgrades);
    assert_eq!(t.city.built.iter().filter(|b| b.upgraded).count(), 3);
    assert_eq!(t.asked(), &Ask::Turn);
}

#[test]
fn pauline_cooks_four_food_into_active_hope() {
    // C20, R-5.16
    let mut t = holding("C20");
    t.tokens(&[(Mood::Anger, true)]);
    run(&mut t, &["use_building", "C20", "G1", "engineer"]);
    assert_eq!(t.keys(), ["hope", "discontent"]);
    t.choose("hope");
    assert_eq!(crate::kit::tokens(&t, Track::Hope), (3, 0));
    assert_eq!(t.city.food, 16);
}

#[test]
fn pauline_cooks_an_active_discontent_away() {
    // C20, R-5.15
    let mut t = holding("C20");
    t.tokens(&[(Mood::Greed, false), (Mood::Anger, true)]);
    run(&mut t, &["use_building", "C20", "G1", "engineer", "discontent"]);
    assert_eq!(crate::kit::tokens(&t, Track::Discontent), (0, 1));
    assert_eq!((t.city.food, t.city.exhausted_of(Mood::Greed)), (16, 1));
}

#[test]
fn pauline_needs_four_food() {
    // C20
    let mut t = holding("C20");
    t.city.food = 3;
    run(&mut t, &["use_building"]);
    assert!(!t.all_keys().contains(&"C20".to_owned()));
}

#[test]
fn phillipa_sorts_the_top_three_far_tiles_and_catches_a_cold() {
    // C26: no tile is placed; the deepest of the three is asked first.
    let mut t = holding("C26");
    let before = t.city.decks.far.clone();
    let top = before.len() - 3;
    run(&mut t, &["remove_snow", "C26", "child", "bottom", "top", "bottom"]);
    let far = &t.city.decks.far;
    assert_eq!(far.len(), before.len());
    assert_eq!(far.last(), Some(&before[top + 1]));
    assert_eq!(far[..2], [before[top + 2], before[top]]);
    assert_eq!(t.city.cells.iter().flatten().count(), 0);
    assert_eq!(t.city.sick, [0, 0, 1]);
}

#[test]
fn one_card_per_player_and_round_lies_open_until_the_night_is_over() {
    //
    let mut t = bare();
    t.hand(0, &["C24", "C04"]).tile("N1").tile("N2").build("medical_post", "N1a");
    t.pile("N2a", Stuff::Trees, 2);
    run(&mut t, &["use_building", "C24", "N1a", "child"]);
    t.leader(0).go(Mark::Turn);
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget), "C04 must wait");
    let card = t.card("C24");
    assert!(!t.city.decks.citizen_discard.contains(&card));
    t.heat(0, 4, [0, 1, 2]).go(Mark::EndOfRound);
    assert_eq!(t.city.seats[0].played, None);
    assert!(t.city.decks.citizen_discard.contains(&card));
}

#[test]
fn discarding_for_a_death_is_free_of_the_limit() {
    // a card was played already, another tells of a death.
    let mut t = bare();
    t.hand(0, &["C24", "C04"]).tile("N1").build("medical_post", "N1a");
    run(&mut t, &["use_building", "C24", "N1a", "child"]);
    t.effects(&[Op::Die { who: Who::Kind(Kind::Worker), count: n(1), silent: false }]);
    assert_eq!(t.keys(), ["C04", "done"]);
    run(&mut t, &["C04", "exhaust-care"]);
    assert_eq!((t.city.citizens[W], t.city.seats[0].hand.len()), (21, 0));
    assert!(t.city.decks.citizen_discard.contains(&t.card("C04")));
}

#[test]
fn an_empty_citizen_deck_is_made_of_the_discard_pile() {
    // the card before a player is not in it.
    let mut t = bare();
    t.hand(0, &["C24"]).tile("N1").build("medical_post", "N1a");
    run(&mut t, &["use_building", "C24", "N1a", "child"]);
    let deck = std::mem::take(&mut t.city.decks.citizens);
    t.city.decks.citizen_discard.extend(deck);
    let all = t.city.decks.citizen_discard.len();
    t.effects(&[Op::DrawCitizens(n(1))]);
    assert_eq!(t.city.decks.citizens.len(), all - 1);
    assert!(t.city.decks.citizen_discard.is_empty());
    assert!(!t.city.decks.citizens.contains(&t.card("C24")));
}

#[test]
fn an_automaton_has_no_type_and_a_child_worker_is_a_child() {
    // C04 wants a Worker, C24 a Child.
    let mut t = holding("C04");
    t.tile("N1").pile("N1a", Stuff::Trees, 2).ready(Meeple::Worker, 0);
    t.ready(Meeple::Automaton, 1).ready(Meeple::ChildWorker, 1);
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget));
    let mut t = holding("C24");
    t.tile("N1").build("medical_post", "N1a").ready(Meeple::Engineer, 0);
    t.ready(Meeple::Child, 0).ready(Meeple::ChildWorker, 1);
    run(&mut t, &["use_building", "C24", "N1a", "child_worker"]);
    assert_eq!(t.city.figures.ready[Meeple::ChildWorker.at()], 0);
}

/// One of a type dies and this card is drawn; the Hope it costs is taken from Care and Justice.
fn mourn(card: &str, kind: Kind) -> Table {
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, true), (Mood::Care, true), (Mood::Justice, true)]);
    t.tokens(&[(Mood::Greed, false), (Mood::Apathy, false)]);
    t.next_citizen(card);
    t.effects(&[Op::Die { who: Who::Kind(kind), count: n(1), silent: false }]);
    t
}

#[test]
fn each_known_card_tells_its_own_story_of_a_death() {
    // own type only Hope; else a token is flipped first; a Child costs two Hope.
    use Mood::{Apathy, Care, Greed, Justice, Motivation};
    let rows: [(&str, [Option<Mood>; 3]); 8] = [
        ("C04", [None, Some(Greed), Some(Apathy)]),
        ("C09", [None, Some(Motivation), Some(Justice)]),
        ("C10", [None, Some(Justice), Some(Motivation)]),
        ("C12", [Some(Motivation), None, Some(Greed)]),
        ("C19", [Some(Justice), None, Some(Care)]),
        ("C20", [Some(Justice), None, Some(Motivation)]),
        ("C24", [Some(Care), Some(Care), None]),
        ("C26", [Some(Greed), Some(Greed), None]),
    ];
    for (card, flips) in rows {
        for kind in Kind::ALL {
            let t = mourn(card, *kind);
            for mood in Mood::ALL {
                let flipped = flips[kind.at()] == Some(*mood);
                let starts_active = mood.track() == Track::Hope;
                let expected = u8::from(starts_active != flipped && *mood != Mood::Anger);
                assert_eq!(t.city.active_of(*mood), expected, "{card} {kind:?} {mood:?}");
            }
            let hope = if *kind == Kind::Child { 2 } else { 1 };
            assert!(
                matches!(t.asked(), Ask::Token(_, _, left) if *left == hope),
                "{card} {kind:?}"
            );
            assert!(t.city.decks.citizen_discard.contains(&t.card(card)));
        }
    }
}

#[test]
fn the_dead_are_gone_from_the_track() {
    // with C19 for an Engineer
    let t = mourn("C19", Kind::Engineer);
    assert_eq!((t.city.citizens[E], t.city.corpses), (11, 2));
}
