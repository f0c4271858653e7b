//! Section 28: geometry and adjacency.

use crate::kit::{bare, run};
use crate::table::Table;
use emberhall::frostpunk::rules::ids::{Resource, Ring, Stuff};
use emberhall::frostpunk::rules::map::{Cell, Space};

fn all_tiles() -> Table {
    let mut t = bare();
    for at in 0..12 {
        t.tile(&format!("N{at}"));
    }
    for at in 0..18 {
        t.tile(&format!("F{at}"));
    }
    t
}

fn adjacent(t: &Table, label: &str) -> Vec<String> {
    t.look().adjacent(t.space(label)).map(Space::label).collect()
}

fn parts_near(t: &Table, cell: &str) -> usize {
    let space = t.space(&format!("{cell}a"));
    t.look().adjacent(space).filter(|s| s.ring() == Ring::Generator).count()
}

fn names(cells: impl Iterator<Item = Cell>) -> Vec<String> {
    let mut out: Vec<String> = cells.map(Cell::label).collect();
    out.sort();
    out
}

#[test]
fn the_map_has_twelve_near_and_eighteen_far_cells_and_five_generator_spaces() {
    // the drawer part is no space.
    let t = all_tiles();
    assert_eq!(Cell::of(Ring::Near).count(), 12);
    assert_eq!(Cell::of(Ring::Far).count(), 18);
    let generator: Vec<String> =
        t.look().spaces().filter(|s| s.ring() == Ring::Generator).map(Space::label).collect();
    assert_eq!(generator, ["G0", "G1", "G2", "G4", "G5"]);
    assert_eq!(t.look().spaces().count(), 5 + 2 * 30);
    assert!(!t.look().exists(t.space("G3")));
}

#[test]
fn the_five_generator_spaces_start_with_platform_generator_cookhouse_wood_and_coal() {
    // U-10
    let mut t = Table::fresh(3, 1);
    t.choose("corner-0");
    for (id, label) in [("generator", "G0"), ("cookhouse", "G1"), ("platform", "G5")] {
        assert_eq!(t.built(id)[0].space, t.space(label));
    }
    assert_eq!(t.pile_on("G2"), Some((Stuff::Coal, 5)));
    assert_eq!(t.pile_on("G4"), Some((Stuff::Wood, 5)));
}

#[test]
fn tiles_share_edges_as_the_hexagon_says() {
    // for k = 0, 1 and 5 (around the corner).
    let near = |at: u8| names(Cell::near(at).neighbours());
    let far = |at: u8| names(Cell::far(at).neighbours());
    assert_eq!(near(0), ["F0", "F1", "F17", "N1", "N11"]);
    assert_eq!(near(1), ["F1", "F2", "N0", "N2"]);
    assert_eq!(near(2), ["F2", "F3", "F4", "N1", "N3"]);
    assert_eq!(near(11), ["F16", "F17", "N0", "N10"]);
    assert_eq!(far(0), ["F1", "F17", "N0"]);
    assert_eq!(far(1), ["F0", "F2", "N0", "N1"]);
    assert_eq!(far(2), ["F1", "F3", "N1", "N2"]);
    assert_eq!(far(17), ["F0", "F16", "N0", "N11"]);
}

#[test]
fn adjacency_is_mutual_and_no_space_is_adjacent_to_itself() {
    //
    for a in Space::all() {
        assert!(!a.touches(a), "{}", a.label());
        for b in Space::all() {
            assert_eq!(a.touches(b), b.touches(a), "{} {}", a.label(), b.label());
        }
    }
}

#[test]
fn a_gathering_post_on_a_near_tile_reaches_its_tile_and_all_placed_tiles_on_its_edges() {
    // E-58, R-28.6, R-28.8, R-28.11: F2 is not placed and does not count.
    let mut t = bare();
    for cell in ["N0", "N1", "N2", "F1", "F5"] {
        t.tile(cell);
    }
    let around = adjacent(&t, "N1a");
    assert_eq!(around, ["G0", "G1", "N0a", "N0b", "N1b", "N2a", "N2b", "F1a", "F1b"]);
    t.build("gathering_post", "N1a");
    for label in ["N0a", "N0b", "N1b", "N2a", "F1b", "F5a"] {
        t.pile(label, Stuff::Wood, 2);
    }
    run(&mut t, &["use_building", "N1a", "worker"]);
    assert_eq!(t.has(Resource::Wood), 25);
    assert_eq!(t.pile_on("N0b"), Some((Stuff::Wood, 1)));
    assert_eq!(t.pile_on("F5a"), Some((Stuff::Wood, 2)));
}

#[test]
fn a_post_on_a_side_cell_away_from_the_drawer_touches_two_generator_spaces() {
    // E-59, R-28.10
    assert_eq!(parts_near(&all_tiles(), "N1"), 2);
}

#[test]
fn a_post_on_a_corner_cell_touches_one_generator_space() {
    // E-60, R-28.10
    assert_eq!(parts_near(&all_tiles(), "N4"), 1);
}

#[test]
fn a_post_on_a_side_cell_beside_the_drawer_touches_one_generator_space() {
    // E-61, R-28.10
    assert_eq!(parts_near(&all_tiles(), "N5"), 1);
}

#[test]
fn a_post_in_front_of_the_drawer_touches_no_generator_space() {
    // E-62, R-28.10
    assert_eq!(parts_near(&all_tiles(), "N6"), 0);
}

#[test]
fn every_near_cell_touches_as_many_generator_spaces_as_the_drawer_leaves() {
    // V-23, R-28.9, R-28.10
    let t = all_tiles();
    let counts: Vec<usize> = (0..12).map(|at| parts_near(&t, &format!("N{at}"))).collect();
    assert_eq!(counts, [1, 2, 1, 2, 1, 1, 0, 1, 1, 2, 1, 2]);
    let far = (0..18).map(|at| parts_near(&t, &format!("F{at}"))).sum::<usize>();
    assert_eq!(far, 0);
}

#[test]
fn a_post_on_the_generator_tile_reaches_both_placed_near_tiles_and_the_other_parts() {
    // E-63, R-28.6, R-28.9: part 2 has its edges on N3, N4 and N5.
    let mut t = bare();
    t.tile("N3").tile("N4").tile("N7");
    let around = adjacent(&t, "G2");
    assert_eq!(around, ["G0", "G1", "G4", "G5", "N3a", "N3b", "N4a", "N4b"]);
}

#[test]
fn a_deposit_is_adjacent_to_the_tile_in_its_corner_only() {
    // E-64, R-28.12, U-12
    let mut t = all_tiles();
    t.city.deposits[1] = Some(Resource::Coal);
    t.city.deposits[4] = Some(Resource::Wood);
    let sites = |id: &str| -> Vec<String> {
        t.look().building_sites(t.building(id)).map(Space::label).collect()
    };
    assert_eq!(sites("coal_mine"), ["F3a"]);
    assert_eq!(sites("wall_drill"), ["F12a"]);
    let corners: Vec<Option<u8>> = [0, 3, 6, 9, 12, 15, 1, 2].map(|f| Cell::far(f).corner()).into();
    let expected = [Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), None, None];
    assert_eq!(corners, expected);
}

#[test]
fn near_tiles_are_one_tile_away_and_far_tiles_two() {
    // zone B ends with the Near tiles, zone C holds the Far ones.
    let mut t = all_tiles();
    t.heat(2, 9, [0, 1, 2]);
    assert!(t.look().heated(t.space("N6a"), None));
    assert!(!t.look().heated(t.space("F9a"), None));
    t.heat(3, 9, [0, 1, 2]);
    assert!(t.look().heated(t.space("F9a"), None));
}

#[test]
fn the_tiles_show_thirty_trees_and_the_goods_of_the_box() {
    // U-11: Trees, Wood, Coal, Steam Cores on Near and Far tiles, and the Food bonuses. With
    // the Generator tile (5 and 5) that is all the Wood (40) and Coal (50) of the box.
    let t = bare();
    let sum = |far: bool, wanted: Stuff| -> u8 {
        let tiles = t.pack.tiles.iter().filter(|tile| tile.far == far);
        let shown = tiles.flat_map(|tile| tile.spaces).flatten();
        shown.filter(|(stuff, _)| *stuff == wanted).map(|(_, n)| n).sum()
    };
    let near = [Stuff::Trees, Stuff::Wood, Stuff::Coal, Stuff::Core].map(|s| sum(false, s));
    let far = [Stuff::Trees, Stuff::Wood, Stuff::Coal, Stuff::Core].map(|s| sum(true, s));
    assert_eq!((near, far), ([12, 16, 18, 1], [18, 19, 27, 6]));
    assert_eq!(t.pack.tiles.iter().map(|tile| tile.food).sum::<u8>(), 77);
}

#[test]
fn a_tile_at_two_spots_of_the_rim_is_adjacent_to_both() {
    // E-65, R-28.12, R-28.13: what lies on the Rim belongs to the tile at its edge.
    let at = |edge: u8| (0..30).map(Cell).filter(move |c| c.rim_edges().contains(&edge));
    for edge in 0..42 {
        assert_eq!(at(edge).count(), 1, "one tile at edge {edge}");
    }
    let side = Cell::far(1);
    let spots: Vec<u8> = side.rim_edges().collect();
    assert_eq!(spots.len(), 2, "a side tile shares two edges with the Rim");
    assert!(spots.iter().all(|edge| at(*edge).eq([side])), "it is adjacent to both spots");
    assert_eq!(Cell::far(0).rim_edges().count(), 3, "a corner tile shares three");
    assert_eq!(Cell::near(4).rim_edges().count(), 0, "a Near tile none");
}
