//! The boards of the built-in pack: Buildings, tiles, Societies and tracks.

use std::collections::BTreeSet;

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::ids::{Insulation, Kind, Resource, Stuff};
use emberhall::frostpunk::rules::program::Building;

use crate::kit::Checked;

#[test]
fn the_building_tiles_are_those_of_the_box() -> Checked {
    let pack = content::builtin()?;
    let sum = |own: &dyn Fn(&&Building) -> bool| -> u32 {
        pack.buildings.iter().filter(own).map(|b| u32::from(b.count)).sum()
    };
    assert_eq!(sum(&|b| !b.large && !b.below && !b.printed), 42, "small Basic tiles");
    assert_eq!(sum(&|b| b.large && !b.below), 11, "large Basic tiles");
    assert_eq!(sum(&|b| b.ruinable), 20, "U-14: Shelters");
    // Faith and Order are two sides of the same tiles.
    assert_eq!(sum(&|b| !b.large && b.below), 10 + 6, "small Special tiles, six of them two-sided");
    assert_eq!(sum(&|b| b.large && b.below), 1 + 1, "large Special tile, two-sided");
    Ok(())
}

#[test]
fn upgrades_cost_what_their_column_says() -> Checked {
    let pack = content::builtin()?;
    for building in &pack.buildings {
        // U-13
        let expected = match (building.wood, building.cores) {
            (1 | 2, 0) => (Resource::Wood, 1),
            (3, 0) | (4, 1) => (Resource::Core, 1),
            _ => (Resource::Core, 2),
        };
        assert!(building.upgrade.is_none_or(|cost| cost == expected), "{}", building.id);
        let acts = building.sides[0].action.is_some();
        let white = building.sides[0].insulation == Insulation::White;
        assert!(!(acts && white), "R-13.28: {}", building.id);
    }
    Ok(())
}

#[test]
fn the_map_holds_what_the_tiles_hold() -> Checked {
    //
    let pack = content::builtin()?;
    let total = |far: bool, what: Stuff| -> u32 {
        let own = pack.tiles.iter().filter(|tile| tile.far == far);
        let spaces = own.flat_map(|tile| tile.spaces.iter().flatten());
        spaces.filter(|space| space.0 == what).map(|space| u32::from(space.1)).sum()
    };
    // U-11: the sum of the two rows of faces.
    assert_eq!((total(false, Stuff::Trees), total(true, Stuff::Trees)), (12, 18));
    assert_eq!((total(false, Stuff::Coal), total(true, Stuff::Coal)), (18, 27));
    assert_eq!((total(false, Stuff::Wood), total(true, Stuff::Wood)), (16, 19));
    assert_eq!((total(false, Stuff::Core), total(true, Stuff::Core)), (1, 6));
    let food =
        |far| pack.tiles.iter().filter(|t| t.far == far).map(|t| u32::from(t.food)).sum::<u32>();
    assert_eq!((food(false), food(true)), (27, 50));
    let first = &pack.tiles.iter().find(|tile| tile.id == "far-01").ok_or("no far-01")?;
    assert_eq!(first.spaces, [Some((Stuff::Trees, 3)), Some((Stuff::Coal, 2))]); // E-39
    Ok(())
}

#[test]
fn society_one_is_as_printed() -> Checked {
    let pack = content::builtin()?;
    let society = pack.societies.iter().find(|s| s.id == "1-normal").ok_or("no Society I")?;
    //
    assert_eq!((society.citizens, society.sick), ([22, 12, 8], [0, 0, 0]));
    assert_eq!((society.food, society.resources, society.automatons), (8, [4, 5, 0], 0));
    assert_eq!((society.discontent, society.hope, society.corpses), ([2, 1], [2, 2], 1));
    Ok(())
}

#[test]
fn the_heat_track_fits_what_the_books_say() -> Checked {
    let tables = content::builtin()?.tables;
    // U-1: number = index up to 4; Cold starts on index 4.
    assert_eq!(tables.heat_cubes[..5], [0, 1, 2, 3, 4]);
    assert_eq!(tables.cold_start, 4);
    assert_eq!(tables.heat_icons.len(), tables.heat_cubes.len());
    assert_eq!(tables.heat_icons[0], None);
    // E-23: some pair of positions has exactly one Child and one Engineer between.
    let between: BTreeSet<_> = tables.heat_icons[10..=13].iter().copied().flatten().collect();
    assert_eq!(between, [Kind::Engineer, Kind::Child].into());
    // U-2: the first three spaces.
    assert_eq!(tables.range_start, [0, 1, 2]);
    // U-3: ten single spaces.
    assert_eq!(tables.stress_spaces, 10);
    // U-4: the upgrade keeps more cubes.
    let [basic, upgraded] = tables.tower;
    assert!(upgraded.through < basic.through && upgraded.cap > basic.cap);
    Ok(())
}

#[test]
fn the_population_track_fits_what_the_books_say() -> Checked {
    let tables = content::builtin()?.tables;
    // U-5
    assert_eq!(tables.meeples.len(), 51);
    assert_eq!([0, 8, 12, 22, 50].map(|n| tables.meeples[n]), [0, 2, 3, 5, 10]);
    let row = |rows: &[(u8, u8, u8)], at: u8| {
        rows.iter().rev().find(|row| row.0 <= at).map(|row| (row.1, row.2))
    };
    // U-6
    assert_eq!(row(&tables.sickness, 4), Some((0, 0)));
    assert_ne!(row(&tables.sickness, 5), Some((0, 0)));
    assert_eq!(row(&tables.sickness, 6), Some((0, 1)));
    assert_eq!(row(&tables.sickness, 15), Some((2, 2)));
    assert_eq!(tables.sickness_loss, 26);
    // U-7
    assert_eq!(row(&tables.hunger, 0), Some((0, 0)));
    assert_eq!(row(&tables.hunger, 8), Some((1, 1)));
    assert_eq!(tables.hunger_loss, 25);
    // U-8
    assert!((10..=15).contains(&tables.corpse_last));
    Ok(())
}

#[test]
fn the_round_track_and_the_box_fit_what_the_books_say() -> Checked {
    let pack = content::builtin()?;
    let tables = &pack.tables;
    // U-9: Round 6 Workers, Round 7 Children, Round 1 Children.
    assert_eq!(tables.fed.len(), 15);
    assert_eq!(
        [1, 6, 7].map(|round| tables.fed[round - 1]),
        [Kind::Child, Kind::Worker, Kind::Child]
    );
    // U-10: five spaces and the drawer.
    let mut parts: Vec<u8> = pack.buildings.iter().filter_map(|building| building.part).collect();
    parts.extend(tables.generator_stuff.iter().map(|stuff| stuff.0));
    parts.push(tables.drawer);
    parts.sort_unstable();
    assert_eq!(parts, [0, 1, 2, 3, 4, 5]);
    // U-17, R-1.6, R-1.8, R-2.5, R-2.39
    assert_eq!(tables.tokens_each, 3);
    assert_eq!(tables.figures, [10, 10, 8, 1, 1, 6]);
    assert_eq!((tables.walls.len(), tables.walls.iter().flatten().count()), (7, 4));
    assert_eq!(tables.hands, [7, 6, 5, 4]);
    let crater = pack.scenarios.first().ok_or("no scenario")?;
    assert_eq!((crater.id.as_str(), crater.storm, crater.cards.len()), ("crater", 9, 8));
    assert_eq!(crater.without, [pack.find("T09").ok_or("no T09")?]);
    Ok(())
}
