//! Section 2: the setup of "A New Home: Crater", boards and decks.

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::decision::{Ask, By};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{
    Advisor, Letter, Meeple, Mood, Phase, Resource, Seat, TileId, Track,
};
use emberhall::frostpunk::rules::state::{Trigger, Zone};
use emberhall::frostpunk::rules::{self, SetupError};

use crate::help::*;
use crate::table::Table;

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
