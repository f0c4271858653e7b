//! Effects of the box in phases where only some cards use them.

use crate::kit::{E, W, bare, gone, n, next_trail, run, scout, shown, stacks, stands};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, By, SpaceWhy};
use emberhall::frostpunk::rules::frame::{Mark, Step};
use emberhall::frostpunk::rules::ids::{Advisor, Kind, Meeple, Phase, Seat};
use emberhall::frostpunk::rules::program::Op;

/// Nobody is sick and nothing but the named Dusk card comes.
fn dusk(id: &str, prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = bare();
    t.only_dusk(id);
    prepare(&mut t);
    t.go(Mark::Dusk);
    t
}

fn morning(id: &str, prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = bare();
    t.next_morning(id);
    t.leader(1);
    prepare(&mut t);
    t.go(Mark::Morning);
    t
}

/// A Scout has explored this card, alone in its stack.
fn explored(id: &str, prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = bare();
    stacks(&mut t, &[&[id], &["X02"], &["X04"]]);
    next_trail(&mut t, "X01");
    next_trail(&mut t, "X16");
    next_trail(&mut t, "X29");
    let end = t.look().path_end(0);
    scout(&mut t, 0, end - 1);
    prepare(&mut t);
    t.effects(&[Op::MoveScouts(n(1))]);
    // a C card leaves no choice but to explore.
    t.skip_while(|ask| matches!(ask, Ask::Reach(..)));
    t
}

#[test]
fn a_building_is_given_up_in_the_white_night() {
    // D028, R-23.6: no boards were put up, so the city chooses; the figure there rests.
    let mut t = dusk("D028", |t| {
        t.tile("N1").tile("N2").build("tent", "N1a").build("hunters_hut", "N2a");
        stands(t, Meeple::Worker, "N2a");
    });
    assert_eq!(t.keys(), ["burn", "huddle", "abandon"]);
    t.choose("abandon");
    assert!(matches!(t.asked(), Ask::Space(SpaceWhy::Destroy, _)));
    assert_eq!(t.by(), By::Responsible(Advisor::Foreman, t.look().responsible(Advisor::Foreman)));
    t.choose("N2a").skip_while(|ask| matches!(ask, Ask::Token(..)));
    assert!(t.built("hunters_hut").is_empty() && t.built("tent").len() == 1);
    assert!(gone(&t, "D028"));
    t.check();
}

#[test]
fn a_law_is_introduced_at_dusk() {
    // D024, R-25.1, R-25.2: with its Consequence in the Dusk deck.
    let mut t = dusk("D024", |_| {});
    run(&mut t, &["law"]);
    t.skip_while(|ask| matches!(ask, Ask::Token(..)));
    assert_eq!((t.asked(), t.by()), (&Ask::Law, By::Electorate));
    let (left, law) = (t.city.decks.future_laws.len(), t.keys()[0].clone());
    t.choose(&law);
    t.skip_while(|ask| matches!(ask, Ask::Token(..)));
    assert_eq!(t.city.laws.len(), 1);
    assert_eq!(t.pack.card(t.city.laws[0].card).id, law);
    assert!(t.city.decks.future_laws.len() < left && gone(&t, "D024"));
    let consequence = t.city.decks.dusk.iter().any(|c| t.pack.card(*c).id.starts_with(&law));
    assert!(consequence);
    t.check();
}

#[test]
fn the_leader_looks_at_the_far_tiles_in_the_morning() {
    // M008: three tiles, each to the top or the bottom, seen by one seat only.
    let mut t = morning("M008", |_| {});
    let top = *t.city.decks.far.last().unwrap();
    run(&mut t, &["shaft"]);
    assert_eq!((t.asked(), t.by()), (&Ask::TileFate(Seat(1)), By::Seat(Seat(1))));
    run(&mut t, &["bottom", "bottom", "bottom"]);
    assert_eq!(t.city.decks.far.len(), 18);
    assert_eq!(t.city.decks.far[0], top, "the top tile was the last to be put below");
    assert!(shown(&t, "M008"));
    t.check();
}

#[test]
fn the_leader_draws_a_citizen_card_in_the_morning() {
    // M013
    let mut t = morning("M013", |_| {});
    t.choose("hand_out");
    let hands: Vec<usize> = t.city.seats.iter().map(|chair| chair.hand.len()).collect();
    assert_eq!(hands, [0, 1, 0]);
    t.check();
}

#[test]
fn the_leader_draws_a_citizen_card_at_dusk_whoever_acted_last() {
    // D052
    let mut t = dusk("D052", |t| {
        t.leader(1);
        t.city.active = Seat(2);
    });
    run(&mut t, &["house"]);
    t.skip_while(|ask| matches!(ask, Ask::Token(..)));
    let hands: Vec<usize> = t.city.seats.iter().map(|chair| chair.hand.len()).collect();
    assert_eq!(hands, [0, 1, 0]);
}

#[test]
fn books_from_far_away_bring_four_workshop_effects() {
    // X35, R-13.27: without a Workshop too; developments and upgrades.
    let mut t = explored("X35", |t| {
        t.tile("N1").build("hunters_hut", "N1a").build("workshop", "N1b");
        crate::kit::developing(t, "T01", 9);
    });
    t.choose("read");
    assert_eq!(t.asked(), &Ask::Workshop(4));
    run(&mut t, &["develop"]);
    assert_eq!(t.city.development.map(|(_, round)| round), Some(8));
    assert_eq!(t.asked(), &Ask::Workshop(3));
    t.choose("upgrade");
    t.skip_while(|ask| matches!(ask, Ask::Space(..)));
    assert!(t.city.built.iter().any(|b| b.upgraded));
    t.skip_while(|ask| !matches!(ask, Ask::Turn));
    assert_eq!(t.city.citizens[E], 16);
    t.check();
}

#[test]
fn glass_from_far_away_upgrades_a_building_for_free() {
    // X25
    let mut t = explored("X25", |t| {
        t.tile("N1").tile("N2").build("gathering_post", "N1a").build("hunters_hut", "N2a");
    });
    let before = t.city.supply;
    t.choose("glass");
    assert!(matches!(t.asked(), Ask::Space(SpaceWhy::Upgrade(true), _)));
    t.choose("N2a");
    assert!(t.built("hunters_hut")[0].upgraded && !t.built("gathering_post")[0].upgraded);
    assert_eq!((t.city.supply, t.city.food), (before, 24));
    t.check();
}

#[test]
fn a_scout_that_digs_opens_tiles_without_a_figure_on_them() {
    // X11, R-23.7: one Near and one Far tile.
    let mut t = explored("X11", |_| {});
    run(&mut t, &["dig", "N3"]);
    assert!(matches!(t.asked(), Ask::Cell(_)));
    let far = t.keys()[0].clone();
    t.choose(&far);
    t.skip_while(|ask| !matches!(ask, Ask::Turn));
    assert_eq!(t.city.cells.iter().flatten().count(), 2);
    assert!(t.city.placed.is_empty());
    assert_eq!(t.city.sick, [0; 3]);
    t.check();
}

#[test]
fn a_chart_opens_five_tiles() {
    // X37, R-23.7: two Near, three Far.
    let mut t = explored("X37", |_| {});
    t.choose("chart");
    t.skip_while(|ask| !matches!(ask, Ask::Turn));
    let near = t.city.cells[..12].iter().flatten().count();
    let far = t.city.cells[12..].iter().flatten().count();
    assert_eq!((near, far), (2, 3));
    t.check();
}

#[test]
fn a_card_that_its_special_action_removes_leaves_the_figure_used() {
    // the Engineer is back, but acts no more this round.
    let mut t = bare();
    let card = t.event_card("M015");
    let list = t.pack.card(card).special.as_ref().unwrap().options;
    let block = t.pack.option_list(list)[0].block;
    t.pack.blocks[usize::from(block.0)] = vec![Op::RemoveThis];
    let ready = t.city.figures.ready[E];
    run(&mut t, &["special_action", "M015", "engineer"]);
    assert!(gone(&t, "M015"));
    assert_eq!(t.asked(), &Ask::Turn);
    let figures = &t.city.figures;
    assert_eq!((figures.ready[E], figures.resting[E], figures.used[E]), (ready - 1, 1, 1));
    t.check();
    t.heat(4, 4, [0, 0, 0]).step(Step::Go(Mark::Night));
    assert_eq!(t.city.figures.resting[E], 0, "at Night everybody comes home");
    assert_eq!(t.city.meeples_of(Kind::Engineer), 3);
}

#[test]
fn a_spent_token_taken_away_frees_the_meeple_on_it_for_tomorrow() {
    // told once, and the figure cannot act any more today.
    let mut t = bare();
    t.city.spent[W] = 1;
    t.city.figures.ready[W] -= 1;
    t.city.figures.spent[W] += 1;
    t.phase(Phase::Dusk).effects(&[Op::RemoveSpent]);
    assert_eq!((t.city.spent[W], t.city.figures.spent[W]), (0, 0));
    assert_eq!((t.city.figures.ready[W], t.city.figures.resting[W]), (4, 1));
    t.check();
}

#[test]
fn an_empty_spent_token_goes_before_one_with_a_meeple() {
    //
    let mut t = bare();
    t.city.spent[W] = 2;
    t.city.figures.ready[W] -= 1;
    t.city.figures.spent[W] += 1;
    t.effects(&[Op::RemoveSpent]);
    assert_eq!((t.city.spent[W], t.city.figures.spent[W]), (1, 1));
    assert_eq!(t.city.figures.resting[W], 0);
}
