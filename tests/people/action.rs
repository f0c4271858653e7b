//! Section 12: the start of the Action Phase and its turns.

use crate::help::*;

fn send_scout(t: &mut Table, stack: usize, meeple: Meeple) {
    t.city.figures.ready[meeple.at()] -= 1;
    t.city.stacks[stack].scout = Some((meeple, 0));
}

/// The shortest action: a Worker dismantles something.
fn act(t: &mut Table) {
    t.build("tent", "N0a");
    t.choose_all(&["construct", "worker"]);
    while matches!(t.asked(), Ask::SubAction(..)) {
        let key = if t.keys().contains(&"done".to_owned()) { "done" } else { "dismantle" };
        t.choose(key);
    }
}

#[test]
fn the_population_track_gives_the_meeples() {
    // E-36, R-12.1: 3 Child, 4 Engineer and 5 Worker Meeples.
    let mut t = bare();
    people(&mut t, [24, 16, 15]);
    t.go(Mark::Action);
    assert_eq!(t.city.figures.ready[..3], [5, 4, 3]);
    assert_eq!(t.city.phase, Phase::Action);
    t.check();
}

#[test]
fn every_five_citizens_are_one_meeple() {
    // U-5
    for (citizens, meeples) in [(0, 0), (1, 1), (5, 1), (6, 2), (22, 5), (25, 5), (26, 6), (50, 10)]
    {
        let mut t = bare();
        people(&mut t, [citizens, 12, 8]);
        t.go(Mark::Action);
        assert_eq!(t.city.figures.ready[W], meeples, "{citizens} Workers");
        assert_eq!(t.city.figures.bank[W], 10 - meeples);
    }
}

#[test]
fn fifty_children_are_only_as_many_meeples_as_there_are() {
    // eight Children, and the two specialists only once they are in the game.
    let mut t = bare();
    people(&mut t, [22, 12, 50]);
    t.go(Mark::Action);
    assert_eq!(t.city.figures.ready[2..5], [8, 0, 0]);
    t.city.figures.specialists = [true, true];
    t.go(Mark::Action);
    assert_eq!(t.city.figures.ready[2..5], [8, 1, 1]);
}

#[test]
fn scouts_count_among_the_meeples_of_their_type() {
    //
    let mut t = bare();
    send_scout(&mut t, 0, Meeple::Worker);
    t.go(Mark::Action);
    assert_eq!((t.city.figures.ready[W], t.city.figures.bank[W]), (4, 5));
}

#[test]
fn scouts_stay_out_even_if_there_are_too_many_of_them() {
    //
    let mut t = bare();
    send_scout(&mut t, 0, Meeple::Engineer);
    send_scout(&mut t, 1, Meeple::Engineer);
    people(&mut t, [22, 4, 8]);
    t.go(Mark::Action);
    assert_eq!(t.city.figures.ready[E], 0);
    assert_eq!(t.city.scouts(Meeple::Engineer), 2);
}

#[test]
fn newcomers_and_deaths_change_the_meeples_only_at_the_next_action_phase() {
    //
    let mut t = bare();
    people(&mut t, [21, 12, 8]);
    t.next_citizen("C04");
    t.effects(&[Op::GainCitizens(Who::Kind(Kind::Engineer), n(4)), die(Kind::Worker, 1)]);
    assert_eq!(t.city.citizens, [20, 16, 8]);
    assert_eq!(t.city.figures.ready[..3], [5, 3, 2]);
    t.go(Mark::Action);
    assert_eq!(t.city.figures.ready[..3], [4, 4, 2]);
}

#[test]
fn spent_tokens_hold_meeples_back_and_empty_ones_wait_for_the_next_round() {
    // V-13, R-12.4, R-16.1
    let mut t = bare();
    people(&mut t, [22, 8, 8]);
    t.city.spent[E] = 3;
    t.go(Mark::Action);
    assert_eq!((t.city.figures.spent[E], t.city.figures.ready[E]), (2, 0));
    assert_eq!(t.blocked("use_building"), Some(Blocked::NoTarget), "only Engineers could");
    t.go(Mark::Night);
    assert_eq!((t.city.spent[E], t.city.figures.spent[E]), (1, 0));
    assert_eq!(t.city.figures.ready[E], 2);
    t.go(Mark::Action);
    assert_eq!((t.city.figures.spent[E], t.city.figures.ready[E]), (1, 1));
}

#[test]
fn turns_go_clockwise_from_the_leader_one_action_each() {
    //
    let mut t = bare();
    t.tile("N0").leader(1).go(Mark::Action);
    for seat in [1, 2, 0, 1] {
        assert!(is_turn_of(&t, seat));
        act(&mut t);
    }
    assert_eq!(t.city.placed.len(), 4);
    assert!(is_turn_of(&t, 2));
}

#[test]
fn a_turn_offers_fuel_six_actions_and_the_end() {
    //
    let t = bare();
    let actions = ["remove_snow", "gather", "construct", "use_building", "deploy_scouts"];
    let mut all = vec!["fuel"];
    all.extend(actions);
    all.extend(["special_action", "end"]);
    assert_eq!(t.all_keys(), all);
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::NoBeacon));
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
}

#[test]
fn the_council_ends_the_action_phase_and_is_not_asked_again_at_once() {
    // a joint decision; going on is not put to the vote again in the same turn.
    let mut t = bare();
    t.tile("N0").choose("end");
    assert!(matches!(t.asked(), Ask::EndActions));
    assert_eq!(t.by(), By::Council);
    assert_eq!(t.keys(), ["end", "done"]);
    t.choose("done");
    assert!(is_turn_of(&t, 0));
    assert_eq!(t.blocked("end"), Some(Blocked::CouncilGoesOn));
    t.supply(Resource::Coal, 1).choose("fuel");
    assert_eq!(t.blocked("end"), Some(Blocked::CouncilGoesOn), "fuelling is the same turn");
    act(&mut t);
    assert!(is_turn_of(&t, 1));
    assert_eq!(t.blocked("end"), None);
    t.choose_all(&["end", "end"]);
    assert_ne!(t.city.phase, Phase::Action);
}

#[test]
fn alone_nobody_votes_on_the_end_of_the_phase() {
    //
    let mut t = bare_of(1);
    t.choose("end");
    assert_ne!(t.city.phase, Phase::Action);
}

#[test]
fn the_phase_ends_when_the_last_meeple_has_acted() {
    // Children cannot act.
    let mut t = bare();
    t.tile("N0").ready(Meeple::Worker, 1).ready(Meeple::Engineer, 0);
    t.build("tent", "N0a");
    t.choose("construct");
    assert!(t.built("tent").is_empty(), "one Worker, one Tent: no further question");
    assert_eq!(t.city.figures.ready[C], 2);
    assert_ne!(t.city.phase, Phase::Action);
}

#[test]
fn an_automaton_is_available_only_with_coal() {
    //
    let mut t = bare();
    automatons(&mut t, 1);
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0);
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget));
    t.supply(Resource::Coal, 1);
    t.choose_all(&["gather", "G4"]);
    assert_eq!(t.has(Resource::Coal), 0);
    assert_eq!(t.city.placed[0].meeple, Meeple::Automaton);
}

#[test]
fn the_active_seat_fuels_before_it_acts() {
    // E-37, R-12.9, R-9.2: Coal becomes Heat, no stress check, and the turn goes on.
    let mut t = bare();
    t.supply(Resource::Coal, 3).choose("fuel");
    assert_eq!(t.keys(), ["1", "2", "3"]);
    assert_eq!(t.by(), By::Active(Seat(0)));
    t.choose("2");
    assert_eq!((t.has(Resource::Coal), t.city.generator.heat), (1, 2));
    assert_eq!(t.city.generator.stress, 0);
    assert!(is_turn_of(&t, 0));
}

#[test]
fn fuel_needs_coal_and_room_below_the_cold_marker() {
    //
    let mut t = bare();
    let coal = Blocked::Lacks(Good::Resource(Resource::Coal), 1);
    assert_eq!(t.blocked("fuel"), Some(coal));
    t.supply(Resource::Coal, 5).heat(4, 4, [0, 1, 2]);
    assert_eq!(t.blocked("fuel"), Some(Blocked::HeatAtCold));
    t.heat(2, 4, [0, 1, 2]).choose("fuel");
    assert_eq!(t.keys(), ["1", "2"]);
}

#[test]
fn children_do_not_work_unless_a_law_allows_it() {
    //
    let mut t = bare();
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0);
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget));
    assert_eq!(t.blocked("remove_snow"), Some(Blocked::NoFigure));
    t.law("L01");
    assert_eq!(t.blocked("gather"), None);
    assert_eq!(t.blocked("remove_snow"), Some(Blocked::NoFigure));
}

#[test]
fn an_action_that_cannot_be_paid_cannot_be_taken() {
    // the Cookhouse needs 3 Food.
    let mut t = bare();
    t.city.food = 2;
    t.choose("use_building");
    assert_eq!(t.keys(), ["G0", "G5"]);
    let mut t = bare();
    t.city.food = 3;
    t.choose("use_building");
    assert_eq!(t.keys(), ["G0", "G1", "G5"]);
}

#[test]
fn a_freezing_child_dies_before_the_resources_are_taken() {
    // V-14, R-12.14
    let mut t = bare();
    t.people(Kind::Child, 8, 8, true).law("L01").next_citizen("C04");
    t.choose_all(&["gather", "G2", "child"]);
    // A Child's death on C04 decreases Hope twice; the second has a choice.
    t.choose("exhaust-care");
    assert_eq!((t.city.citizens[C], t.city.sick[C], t.city.skull[C]), (7, 7, false));
    assert_eq!(t.has(Resource::Coal), 0, "nothing is taken yet");
    t.choose("2");
    assert_eq!(t.has(Resource::Coal), 2);
    let placed = first(&t, |e| matches!(e, Event::Placed { .. }));
    assert!(placed < first(&t, |e| matches!(e, Event::Died { kind: Kind::Child })));
}

#[test]
fn only_meeples_of_the_supply_are_laid_on_spent_tokens() {
    // Scouts are out of reach.
    let mut t = bare();
    send_scout(&mut t, 0, Meeple::Engineer);
    send_scout(&mut t, 1, Meeple::Engineer);
    t.city.spent[E] = 2;
    t.go(Mark::Action);
    assert_eq!((t.city.figures.spent[E], t.city.figures.ready[E]), (1, 0));
    assert_eq!(t.city.scouts(Meeple::Engineer), 2);
}

#[test]
fn a_spent_token_of_the_action_phase_waits_for_the_next_round() {
    //
    let mut t = bare();
    t.effects(&[Op::Spent(vec![Kind::Worker], n(1))]);
    assert_eq!((t.city.spent[W], t.city.figures.ready[W]), (1, 5));
    t.go(Mark::Night);
    assert_eq!(t.city.spent[W], 1);
    t.go(Mark::Action);
    assert_eq!((t.city.figures.spent[W], t.city.figures.ready[W]), (1, 4));
}

#[test]
fn with_the_last_coal_burnt_the_automatons_stand_still() {
    // fuelling away the last Coal leaves only the end.
    let mut t = bare();
    automatons(&mut t, 1);
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0);
    t.supply(Resource::Coal, 1).choose("fuel");
    assert_ne!(t.city.phase, Phase::Action);
}
