//! The Workshop, and what can be upgraded.

use crate::kit::{bare, developing, displays, run, stands};
use crate::table::Table;
use emberhall::frostpunk::rules::ids::{Meeple, Resource};
use emberhall::frostpunk::rules::map::Space;

fn workshop() -> Table {
    let mut t = bare();
    t.tile("N1").tile("N2").build("workshop", "N1a").build("charcoal_kiln", "N1b");
    t.build("hothouse", "N2a");
    t
}

#[test]
fn a_workshop_has_two_effects_and_the_same_may_be_chosen_twice() {
    // 1 Wood for the Kiln, 1 Steam Core for the Hothouse.
    let mut t = workshop();
    run(&mut t, &["use_building", "N1a", "engineer", "upgrade", "N1b", "upgrade", "N2a"]);
    assert_eq!(t.city.supply, [19, 20, 4, 0]);
    assert!(t.built("charcoal_kiln")[0].upgraded && t.built("hothouse")[0].upgraded);
    assert!(t.keys().contains(&"end".to_owned()), "two effects and no third");
}

#[test]
fn some_buildings_cannot_be_upgraded() {
    // no upgrade printed, upgraded already, a Meeple on it, not enough to pay.
    let mut t = workshop();
    t.tile("N3").build("tent", "N3a").build_upgraded("hunters_hut", "N3b");
    let open =
        |t: &Table| -> Vec<String> { t.look().upgradable(false).map(Space::label).collect() };
    assert_eq!(open(&t), ["N1b", "N2a"]);
    stands(&mut t, Meeple::Worker, "N1b");
    assert_eq!(open(&t), ["N2a"]);
    t.supply(Resource::Core, 0);
    assert_eq!(open(&t), Vec::<String>::new());
    assert_eq!(t.look().upgradable(true).count(), 1);
}

#[test]
fn a_building_upgraded_this_round_can_be_used_this_round() {
    //
    let mut t = workshop();
    run(&mut t, &["use_building", "N1a", "engineer", "upgrade", "N1b", "done"]);
    run(&mut t, &["use_building", "N1b", "worker"]);
    assert_eq!(t.has(Resource::Coal), 25);
}

#[test]
fn a_workshop_may_develop_and_go_on_with_the_next_technology() {
    // V-20, R-29.9, R-26.6, R-26.7
    let mut t = workshop();
    t.city.technologies.clear();
    displays(&mut t, &["T02", "T04"]);
    developing(&mut t, "T01", 2);
    run(&mut t, &["use_building", "N1a", "engineer", "develop", "T04"]);
    let (t01, t04) = (t.card("T01"), t.card("T04"));
    assert!(t.city.technologies.iter().any(|tech| tech.card == t01 && tech.developed));
    assert_eq!(t.city.development, Some((t04, 4)));
    t.choose("develop");
    assert_eq!(t.city.development, Some((t04, 3)));
}
