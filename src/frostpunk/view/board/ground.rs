//! The map by rings and the Buildings board as text.
//!
//! May use: the view, the page. Deliberately absent: a picture of the hexagons;
//! labels say where a tile lies (`N0` is the Near cell at the top, and so on clockwise).

use super::city::temperature;
use super::headings::{BUILDINGS, MAP};
use super::page::Page;
use crate::frostpunk::view::{BuildingView, PlaceView, SpaceView, StockView, TileView, View};

pub(super) fn map(page: &mut Page, view: &View) {
    page.heading(MAP);
    for ring in ["generator", "near", "far"] {
        let name = page.word("ring", ring);
        page.line(&format!("-- {name} --"));
        for tile in view.map.tiles.iter().filter(|tile| tile.ring == ring) {
            tile_lines(page, tile);
        }
    }
    if !view.map.face_down.is_empty() {
        page.list("Face down", &view.map.face_down);
    }
    page.list("Free cells", &view.map.empty);
    deposits(page, view);
    elsewhere(page, view);
}

/// The six parts of the Generator tile each, the two spaces of other tiles together.
fn tile_lines(page: &mut Page, tile: &TileView) {
    if tile.ring == "generator" {
        for space in tile.spaces.iter().filter(|space| !space.drawer) {
            let line = format!("{}  {}", space.label, contents(page, space));
            page.line(&line);
        }
        return;
    }
    let open = temperature(tile.spaces.iter().any(|space| space.warm));
    let shown = tile.spaces.iter().filter(|space| space.part_of.is_none());
    let spaces: Vec<String> =
        shown.map(|space| format!("{} {}", space.label, contents(page, space))).collect();
    page.line(&format!("{:<4}({open})  {}", tile.label, spaces.join("  |  ")));
}

fn contents(page: &Page, space: &SpaceView) -> String {
    let mut parts = Vec::new();
    if let Some(building) = &space.building {
        parts.push(standing(page, building));
    }
    if let Some(pile) = &space.pile {
        parts.push(page.some(&pile.stuff, pile.count));
    }
    parts.extend(space.meeples.iter().map(|meeple| format!("<{}>", page.word("meeple", meeple))));
    if parts.is_empty() { "-".to_owned() } else { parts.join(", ") }
}

fn standing(page: &Page, building: &BuildingView) -> String {
    let name = page.word("building", &building.id);
    let colour = page.word("insulation", &building.insulation);
    let ruins = if building.ruins { ", in ruins" } else { "" };
    let upgraded = if building.upgraded { ", upgraded" } else { "" };
    format!("{name} [{colour}, {}{upgraded}{ruins}]", temperature(building.warm))
}

fn deposits(page: &mut Page, view: &View) {
    let known = view.map.deposits.iter();
    let shown = known.filter_map(|d| Some((d.corner, &d.cell, d.deposit.as_ref()?)));
    let shown: Vec<String> = shown
        .map(|(corner, cell, what)| {
            format!("{} at corner {} ({cell})", page.word("resource", what), corner + 1)
        })
        .collect();
    page.list("Deposits", &shown);
}

/// Figures that stand off the map.
fn elsewhere(page: &mut Page, view: &View) {
    let place = |place: &PlaceView| match place {
        PlaceView::Snow => Some(page.word("action", "remove_snow")),
        PlaceView::Construct => Some(page.word("action", "construct")),
        PlaceView::Card(card) => Some(page.card(card)),
        PlaceView::Space(_) => None,
    };
    let placed = view.placed.iter();
    let shown: Vec<String> = placed
        .filter_map(|p| Some(format!("{}: {}", place(&p.place)?, page.word("meeple", &p.meeple))))
        .collect();
    if !shown.is_empty() {
        page.list("Placed elsewhere", &shown);
    }
}

pub(super) fn buildings(page: &mut Page, view: &View) {
    page.heading(BUILDINGS);
    let shown = |open: bool| view.buildings.iter().filter(move |b| b.unlocked == open);
    let left: Vec<String> =
        shown(true).filter(|b| b.left + b.ruined > 0).map(|b| stock(page, b)).collect();
    page.list("Left", &left);
    let locked: Vec<String> =
        shown(false).filter(|b| b.left > 0).map(|b| page.word("building", &b.id)).collect();
    page.list("Need a Law", &locked);
}

fn stock(page: &Page, kind: &StockView) -> String {
    let name = page.word("building", &kind.id);
    let mut price = vec![page.some("wood", kind.wood)];
    if kind.steam_cores > 0 {
        price.push(page.some("steam_core", kind.steam_cores));
    }
    let large = if kind.large { ", large" } else { "" };
    let ruined =
        if kind.ruined > 0 { format!(", {} in ruins", kind.ruined) } else { String::new() };
    format!("{} x {name} ({}{large}{ruined})", kind.left, price.join(" + "))
}
