//! The four Advisors and Call to Rise.

use crate::kit::{bare_of, run};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Kind, Mood, Resource, Track};

fn council(hope: &[(Mood, bool)]) -> Table {
    let mut t = bare_of(4);
    t.tokens(hope);
    t.city.generator.stress = 7;
    t.people(Kind::Worker, 22, 4, false);
    t
}

#[test]
fn the_generator_advisor_vents_three_cubes_for_any_hope() {
    // Generator Advisor, R-20.3
    let mut t = council(&[(Mood::Care, true), (Mood::Justice, true)]);
    t.go(Mark::Preparation);
    run(&mut t, &["generator", "exhaust-justice"]);
    assert_eq!((t.city.generator.stress, t.city.active_of(Mood::Justice)), (4, 0));
    assert_eq!(t.city.active_of(Mood::Care), 1);
}

#[test]
fn the_health_advisor_cures_two_for_care() {
    // Health Advisor, R-20.3
    let mut t = council(&[(Mood::Care, true), (Mood::Justice, true)]);
    t.go(Mark::Preparation);
    run(&mut t, &["health"]);
    assert_eq!((t.city.sick, t.city.active_of(Mood::Care)), ([2, 0, 0], 0));
}

#[test]
fn the_social_advisor_exhausts_two_discontent_for_justice() {
    // Social Advisor, U-21
    let mut t = council(&[(Mood::Justice, true)]);
    t.tokens(&[(Mood::Greed, true), (Mood::Anger, true), (Mood::Apathy, true)]);
    t.go(Mark::Preparation);
    run(&mut t, &["social", "exhaust-anger", "exhaust-apathy"]);
    let active = [Mood::Greed, Mood::Anger, Mood::Apathy].map(|m| t.city.active_of(m));
    assert_eq!((active, t.city.active_of(Mood::Justice)), ([1, 0, 0], 0));
}

#[test]
fn the_foreman_frees_somebody_or_brings_wood_or_coal_for_motivation() {
    // Foreman Advisor, U-21
    for (key, spent, wood, coal) in [("rest", 1, 20, 20), ("wood", 2, 22, 20), ("coal", 2, 20, 22)]
    {
        let mut t = council(&[(Mood::Motivation, true)]);
        t.city.spent[0] = 2;
        t.go(Mark::Preparation);
        run(&mut t, &["foreman", key]);
        assert_eq!(t.city.spent[0], spent, "{key}");
        assert_eq!([t.has(Resource::Wood), t.has(Resource::Coal)], [wood, coal]);
        assert_eq!(t.city.active_of(Mood::Motivation), 0);
    }
}

#[test]
fn an_advisor_without_the_named_hope_cannot_be_used() {
    //
    let mut t = council(&[(Mood::Care, false), (Mood::Justice, true)]);
    t.go(Mark::Preparation);
    assert_eq!(t.blocked("health"), Some(Blocked::NoneActive(Mood::Care)));
    assert_eq!(t.blocked("foreman"), Some(Blocked::NoneActive(Mood::Motivation)));
    assert_eq!((t.blocked("social"), t.blocked("generator")), (None, None));
}

#[test]
fn call_to_rise_draws_by_the_hope_on_the_track_once_per_game() {
    // Call to Rise, R-20.5: active or exhausted, 1/2/3/4 cards for 1/2/4/6 tokens.
    use Mood::{Care, Justice, Motivation};
    let six = [Care, Care, Justice, Justice, Motivation, Motivation].map(|m| (m, false));
    for (hope, cards) in [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)] {
        let mut t = bare_of(1);
        t.tokens(&six[..hope]);
        t.go(Mark::Preparation);
        t.skip_while(|ask| matches!(ask, Ask::Advisor));
        t.choose("rise");
        assert_eq!(t.city.seats[0].hand.len(), cards, "{hope} Hope");
        assert_eq!(t.city.track(Track::Hope).len(), hope);
        t.go(Mark::Preparation);
        assert!(!t.keys().contains(&"rise".to_owned()), "it left the game");
    }
}
