//! Section 2: the setup of "A New Home: Crater".

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::decision::{Ask, Blocked, By};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{
    Advisor, Kind, Letter, Meeple, Mood, Phase, Resource, Seat, Stuff, TileId, Track,
};
use emberhall::frostpunk::rules::map::Cell;
use emberhall::frostpunk::rules::program::{Op, Pack, Who};
use emberhall::frostpunk::rules::state::{Trigger, Zone};
use emberhall::frostpunk::rules::{self, SetupError, owner};

use crate::help::*;
use crate::table::Table;

/// After the corner, before the starting discards.
fn laid_out(seed: u64) -> Table {
    let mut t = Table::fresh(3, seed);
    t.choose("corner-0");
    t
}

fn walls(t: &Table) -> Vec<(u8, Option<Resource>)> {
    let drawn = t.events.iter().filter_map(|event| match event {
        Event::Wall { corner, deposit } => Some((*corner, *deposit)),
        _ => None,
    });
    drawn.collect()
}

#[test]
fn the_generator_tile_lies_ready_with_three_buildings_and_two_piles() {
    //
    let t = laid_out(1);
    for (id, label) in [("generator", "G0"), ("cookhouse", "G1"), ("platform", "G5")] {
        let built = t.built(id);
        assert_eq!(built.len(), 1, "{id}");
        assert_eq!(built[0].space, t.space(label), "{id}");
        assert!(!built[0].upgraded && !built[0].ruins);
    }
    assert_eq!(t.city.built.len(), 3);
    assert_eq!(t.pile_on("G4"), Some((Stuff::Wood, 5)));
    assert_eq!(t.pile_on("G2"), Some((Stuff::Coal, 5)));
    assert!(!t.city.generator.upgraded);
    assert_eq!((t.city.generator.stuck, t.city.generator.drawer), (0, 0));
}

#[test]
fn any_rim_corner_may_be_the_first() {
    //
    let mut t = Table::fresh(3, 1);
    assert_eq!(t.keys().len(), 6);
    t.choose("corner-4");
    let corners: Vec<u8> = walls(&t).iter().map(|(corner, _)| *corner).collect();
    assert_eq!(corners[..3], [4, 5, 0]);
}

#[test]
fn wall_tiles_are_drawn_until_the_third_deposit() {
    //
    let pack = content::builtin().unwrap();
    for seed in 0..60 {
        let mut t = Table::with_pack(pack.clone(), 3, seed);
        t.choose("corner-2");
        let drawn = walls(&t);
        let deposits = drawn.iter().filter(|(_, d)| d.is_some()).count();
        assert_eq!(deposits, 3);
        assert!((3..=6).contains(&drawn.len()));
        assert!(drawn.last().unwrap().1.is_some(), "the third ends it");
        let standing = t.city.deposits.iter().flatten().count();
        assert_eq!(standing, 3, "three corners with, three without");
        assert!(
            t.city.deposits.iter().flatten().all(|r| matches!(r, Resource::Wood | Resource::Coal))
        );
    }
}

#[test]
fn after_blank_coal_blank_wood_coal_the_sixth_corner_stays_empty() {
    // V-24
    let coal = Some(Resource::Coal);
    let wanted = [None, coal, None, Some(Resource::Wood), coal];
    let pack = content::builtin().unwrap();
    let fits = |t: &Table| walls(t).iter().map(|(_, d)| *d).eq(wanted);
    let t = (0..5000)
        .map(|seed| {
            let mut t = Table::with_pack(pack.clone(), 1, seed);
            t.choose("corner-0");
            t
        })
        .find(fits)
        .expect("this draw occurs");
    let wood = Some(Resource::Wood);
    assert_eq!(t.city.deposits, [None, coal, None, wood, coal, None]);
    let far: Vec<String> = placed(&t).iter().filter(|l| l.starts_with('F')).cloned().collect();
    assert_eq!(far, ["F0", "F6", "F15"]);
}

fn placed(t: &Table) -> Vec<String> {
    let cells = (0..30).map(Cell);
    cells.filter(|c| t.city.cells[c.at()].is_some()).map(Cell::label).collect()
}

#[test]
fn a_far_and_a_near_tile_lie_at_each_corner_without_a_deposit() {
    //
    for seed in 0..5 {
        let t = laid_out(seed);
        let bare = (0..6_u8).filter(|k| t.city.deposits[usize::from(*k)].is_none());
        let mut wanted: Vec<String> = bare.clone().map(|k| format!("N{}", 2 * k)).collect();
        wanted.extend(bare.map(|k| format!("F{}", 3 * k)));
        assert_eq!(placed(&t), wanted);
        assert_eq!((t.city.decks.near.len(), t.city.decks.far.len()), (9, 15));
    }
}

#[test]
fn the_first_tiles_carry_exactly_what_they_show() {
    //
    for seed in 0..5 {
        let t = laid_out(seed);
        let mut food = 8;
        for cell in (0..30).map(Cell) {
            let Some(tile) = t.city.cells[cell.at()] else {
                continue;
            };
            let face = t.pack.tile(tile);
            food += face.food;
            for (space, shown) in cell.spaces().into_iter().zip(face.spaces) {
                assert_eq!(t.city.pile(space), shown, "{}", space.label());
            }
        }
        assert_eq!(t.city.food, food);
    }
}

/// All Near tiles and all Far tiles show the same.
fn tiles_showing(near: [Option<(Stuff, u8)>; 2], far: [Option<(Stuff, u8)>; 2], food: u8) -> Pack {
    let mut pack = content::builtin().unwrap();
    for tile in &mut pack.tiles {
        tile.spaces = if tile.far { far } else { near };
        tile.food = if tile.far { food } else { 0 };
    }
    pack
}

#[test]
fn one_wood_four_trees_two_coal_and_nothing_are_laid_as_shown() {
    // E-5
    let near = [Some((Stuff::Wood, 1)), Some((Stuff::Trees, 4))];
    let mut t = Table::with_pack(tiles_showing(near, [Some((Stuff::Coal, 2)), None], 0), 3, 1);
    t.choose("corner-0");
    for label in placed(&t) {
        let (a, b) = (t.pile_on(&format!("{label}a")), t.pile_on(&format!("{label}b")));
        if label.starts_with('N') {
            assert_eq!((a, b), (Some((Stuff::Wood, 1)), Some((Stuff::Trees, 4))));
        } else {
            assert_eq!((a, b), (Some((Stuff::Coal, 2)), None));
        }
    }
    assert_eq!(t.city.food, 8);
}

#[test]
fn food_on_a_tile_joins_the_starting_food_and_later_comes_at_once() {
    // E-6, R-2.11, R-2.18, R-2.20
    let near = [Some((Stuff::Coal, 1)), Some((Stuff::Trees, 2))];
    let far = [Some((Stuff::Wood, 2)), Some((Stuff::Core, 1))];
    let mut t = Table::with_pack(tiles_showing(near, far, 3), 3, 1);
    t.choose("corner-0");
    assert_eq!(t.city.food, 8 + 3 * 3);
    let one = placed(&t).into_iter().find(|l| l.starts_with('F')).unwrap();
    assert_eq!(t.pile_on(&format!("{one}a")), Some((Stuff::Wood, 2)));
    assert_eq!(t.pile_on(&format!("{one}b")), Some((Stuff::Core, 1)));
    t.skip_while(|ask| !matches!(ask, Ask::Turn));
    let before = t.city.food;
    t.effects(&[Op::PlaceTiles { near: 0, far: 1, far_instead: false }]);
    let cell = t.keys()[0].clone();
    t.choose(&cell);
    assert_eq!(t.city.food, before + 3);
    assert_eq!(t.pile_on(&format!("{cell}b")), Some((Stuff::Core, 1)));
}

#[test]
fn three_expeditions_begin_with_an_a_card() {
    //
    let t = laid_out(1);
    assert_eq!(t.city.stacks.len(), 3);
    for stack in &t.city.stacks {
        assert_eq!(stack.legs.len(), 1);
        assert!(stack.legs[0].taken.is_none() && stack.scout.is_none());
        let letter = t.pack.expedition(stack.legs[0].card).unwrap().letter;
        assert_eq!(letter, Letter::A);
    }
    let left = t.city.decks.expeditions.each_ref().map(Vec::len);
    assert_eq!(left, [11, 14, 12], "40 cards in all");
}

#[test]
fn four_of_eight_technologies_are_shown_and_never_the_steam_hubs() {
    //
    for seed in 0..20 {
        let t = laid_out(seed);
        assert_eq!(t.city.technologies.len(), 4);
        assert!(t.city.technologies.iter().all(|tech| !tech.developed));
        let hubs = t.card("T09");
        assert!(t.city.technologies.iter().all(|tech| tech.card != hubs));
        assert!(removed(&t, "T09"));
        assert_eq!(t.city.development, None);
    }
}

#[test]
fn society_one_normal_gives_its_printed_start() {
    // E-1, R-2.15, R-2.16, R-2.17, R-2.19, R-2.21, R-2.22, R-2.24
    let t = laid_out(1);
    assert_eq!(t.city.citizens, [22, 12, 8]);
    assert_eq!((t.city.sick, t.city.skull), ([0; 3], [false; 3]));
    assert_eq!((t.city.hunger, t.city.corpses), (0, 1));
    assert_eq!(t.city.supply, [4, 5, 0, 0]);
    assert_eq!(ready(&t, Meeple::Automaton), 0);
    assert_eq!(t.city.spent, [0; 3]);
}

#[test]
fn twenty_two_workers_twelve_engineers_and_eight_children_field_ten_meeples() {
    // E-2, R-2.23
    let t = laid_out(1);
    let meeples = [Meeple::Worker, Meeple::Engineer, Meeple::Child].map(|m| ready(&t, m));
    assert_eq!(meeples, [5, 3, 2]);
    assert_eq!(ready(&t, Meeple::ChildWorker), 0);
}

#[test]
fn another_society_brings_its_own_numbers() {
    //
    let pack = content::builtin().unwrap();
    let mut setup = Table::setup(2);
    setup.society = "1-hard".to_owned();
    let (city, events) = rules::start(&pack, &setup, 1).unwrap();
    let mut t = Table { pack, city, events };
    t.choose("corner-0");
    assert_eq!(t.city.sick, [2, 1, 1]);
    assert_eq!(t.city.corpses, 2);
    let actives = |track| t.city.track(track).iter().map(|t| t.active).collect::<Vec<_>>();
    assert_eq!(actives(Track::Discontent), [true, false, false]);
    assert_eq!(actives(Track::Hope), [true, false]);
}

#[test]
fn a_society_or_scenario_that_is_not_in_the_box_is_refused() {
    //
    let pack = content::builtin().unwrap();
    let mut setup = Table::setup(2);
    setup.society = "7-normal".to_owned();
    assert!(matches!(rules::start(&pack, &setup, 1), Err(SetupError::Society(..))));
    setup.scenario = "moon".to_owned();
    assert!(matches!(rules::start(&pack, &setup, 1), Err(SetupError::Scenario(..))));
}

#[test]
fn the_buildings_board_holds_the_stated_tiles() {
    //
    let t = laid_out(1);
    assert_eq!((stock(&t, "tent"), stock(&t, "bunkhouse")), (8, 8));
    assert_eq!((stock(&t, "hunters_hut"), stock(&t, "beacon")), (5, 1));
    assert_eq!(stock(&t, "cookhouse"), 0, "it stands on the map");
    assert!(t.city.ruined.iter().all(|count| *count == 0));
    for id in ["workshop", "factory"] {
        assert_eq!(t.pack.building(t.building(id)).upgrade, None, "{id}");
    }
    for id in ["house", "bunkhouse", "tent"] {
        assert!(t.pack.building(t.building(id)).ruinable, "{id}");
    }
}

#[test]
fn two_discontent_tokens_lie_there_and_only_the_left_one_is_active() {
    // E-3, R-2.27
    let t = laid_out(1);
    let active: Vec<bool> = discontent(&t).iter().map(|(_, active)| *active).collect();
    assert_eq!(active, [true, false]);
    let bag: u8 = Mood::of(Track::Discontent).iter().map(|m| t.city.bags[m.at()]).sum();
    assert_eq!(bag, 7);
}

#[test]
fn two_hope_tokens_lie_there_both_active() {
    // E-4, R-2.27
    let t = laid_out(1);
    let active: Vec<bool> = hope(&t).iter().map(|(_, active)| *active).collect();
    assert_eq!(active, [true, true]);
    let bag: u8 = Mood::of(Track::Hope).iter().map(|m| t.city.bags[m.at()]).sum();
    assert_eq!(bag, 7);
}

#[test]
fn the_storm_waits_on_round_nine_while_round_one_begins() {
    // E-7, R-2.28
    let t = laid_out(1);
    assert_eq!((t.city.storm, t.city.round), (Some(9), 1));
    assert_eq!(t.city.decks.morning.len(), 32);
}

#[test]
fn eight_laws_are_always_there_and_four_more_at_random() {
    //
    for seed in 0..10 {
        let t = laid_out(seed);
        let pile = &t.city.decks.future_laws;
        assert_eq!(pile.len(), 12);
        let always = (1..=8).map(|k| t.card(&format!("L0{k}")));
        assert!(always.into_iter().all(|law| pile.contains(&law)));
        let gone = (9..=16).filter(|k| removed(&t, &format!("L{k:02}"))).count();
        assert_eq!(gone, 4);
        assert_eq!(t.city.decks.consequences.len(), 32);
    }
}

#[test]
fn a_law_building_is_in_the_game_only_with_its_law() {
    // E-8, R-2.26, R-2.32, R-2.33
    let mut seen = [false; 2];
    for seed in 0..12 {
        let t = laid_out(seed);
        let among = t.city.decks.future_laws.contains(&t.card("L10"));
        let arena = t.building("fighting_arena");
        let all = t.pack.building(arena).count;
        assert_eq!(stock(&t, "fighting_arena"), if among { all } else { 0 });
        seen[usize::from(among)] = true;
        for id in ["child_shelter", "cemetery", "temple", "snow_pit", "prison"] {
            assert!(stock(&t, id) > 0, "{id} is always there");
        }
    }
    assert_eq!(seen, [true, true]);
}

#[test]
fn the_first_dusk_deck_is_the_inevitable_and_one_dispute() {
    //
    let t = laid_out(1);
    let decks = &t.city.decks;
    assert_eq!(decks.dusk.len(), 2);
    assert!(decks.dusk.contains(&t.card("D000")));
    assert_eq!(decks.disputes.len(), 9);
    assert!(decks.dusk_discard.is_empty());
    assert!(decks.dusk_box.contains(&t.card("D001")));
    assert!(!decks.dusk_box.contains(&t.card("D000")));
}

#[test]
fn the_generator_is_off_and_the_cold_waits_on_the_fifth_space() {
    //
    let t = laid_out(1);
    let g = &t.city.generator;
    assert_eq!((g.heat, g.overheated, g.cold), (0, false, 4));
    assert_eq!(g.ranges, [0, 1, 2], "first, second and third space");
    assert_eq!(g.stress, 0);
    assert_eq!(t.city.decks.weather.len(), 13);
    assert!(t.city.decks.weather_discard.is_empty());
}

#[test]
fn each_advisor_sits_once_and_one_to_four_can_play() {
    //
    let pack = content::builtin().unwrap();
    let mut setup = Table::setup(2);
    setup.advisors = vec![Advisor::Health, Advisor::Health];
    assert_eq!(rules::start(&pack, &setup, 1).unwrap_err(), SetupError::Twice("health"));
    setup.advisors = Vec::new();
    assert_eq!(rules::start(&pack, &setup, 1).unwrap_err(), SetupError::Seats(0));
    for players in 1..=4 {
        let t = Table::fresh(players, 1);
        assert_eq!(t.city.seats.len(), players);
        assert_eq!(t.city.call_to_rise, players == 1, "Call to Rise is for one");
    }
}

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

#[test]
fn play_begins_in_the_action_phase_of_round_one() {
    //
    let mut t = Table::fresh(3, 1);
    t.skip_while(|ask| !matches!(ask, Ask::Turn));
    assert_eq!((t.city.phase, t.city.round), (Phase::Action, 1));
    let phases = t.events.iter().filter_map(|event| match event {
        Event::Phase(phase) => Some(*phase),
        _ => None,
    });
    assert_eq!(phases.collect::<Vec<_>>(), [Phase::Action]);
    t.check();
}

#[test]
fn the_first_scenario_card_puts_triggers_on_rounds_four_and_eleven() {
    // E-10, R-2.47, R-2.48
    let t = laid_out(1);
    let s01 = t.card("S01");
    assert_eq!(zone(&t, "S01"), Some(Zone::Scenario));
    let tokens = [4, 11].map(|round| Trigger { round, card: s01 });
    assert_eq!(t.city.triggers, tokens);
    assert_eq!(t.city.decks.scenario.len(), 7, "S02 to S08 lie face down");
    assert!(t.city.decks.scenario.contains(&t.card("S08")));
    assert_eq!(t.city.revealed, [s01]);
}

#[test]
fn chance_gives_the_leadership_marker() {
    //
    let pack = content::builtin().unwrap();
    let mut led = [false; 3];
    for seed in 0..20 {
        let mut t = Table::with_pack(pack.clone(), 3, seed);
        t.choose("corner-0");
        led[t.city.leader.at()] = true;
        assert_eq!(t.city.active, t.city.leader);
    }
    assert_eq!(led, [true; 3]);
}

#[test]
fn the_generator_advisor_answers_for_the_fuel() {
    // E-11, R-2.50
    let mut t = Table::turn();
    t.supply(Resource::Coal, 3).heat(0, 4, [0, 1, 2]);
    t.go(Mark::Generator);
    assert!(matches!(t.asked(), Ask::Fuel(0)));
    assert_eq!(t.by(), By::Responsible(Advisor::Generator, Seat(0)));
    let foreman = t.look().responsible(Advisor::Foreman);
    assert!(foreman.at() < 3, "a vacant field has a seat too");
}

#[test]
fn every_tile_and_card_is_somewhere_after_the_setup() {
    //
    for players in 1..=4 {
        let mut t = Table::fresh(players, 9);
        t.choose("corner-5");
        t.check();
        let all = t.city.decks.near.len() + t.city.decks.far.len();
        assert_eq!(all + placed(&t).len(), 30);
        assert!(!t.city.decks.near.contains(&TileId(29)));
    }
}
