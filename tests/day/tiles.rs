//! Section 2: what lies on the map when the setup is done.

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::decision::Ask;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::ids::{Resource, Stuff};
use emberhall::frostpunk::rules::map::Cell;
use emberhall::frostpunk::rules::program::{Op, Pack};

use crate::help::*;
use crate::table::Table;

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
