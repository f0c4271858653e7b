//! The tracks, the people, the stores and the seats as text.
//!
//! May use: the view, the page. Deliberately absent: rules; what the view does
//! not say is not drawn.

use super::headings::{
    COLD, GENERATOR, MOOD, NONE, PEOPLE, ROUND_TRACK, SEATS, STORES, TRACK_LEGEND, WARM,
};
use super::page::Page;
use crate::frostpunk::rules::ids::Resource;
use crate::frostpunk::rules::state::Outcome;
use crate::frostpunk::view::{FigureView, PeopleView, SeatView, TokenView, View};

pub(super) fn header(page: &mut Page, view: &View) {
    let leader = seat_name(page, view, view.leader);
    let phase = page.word("phase", &view.phase);
    let (round, rounds) = (view.round, view.rounds);
    page.title(&format!("Round {round} of {rounds}  |  {phase}  |  Leader: {leader}"));
    match view.outcome {
        None => {}
        Some(Outcome::Won) => page.line("The campaign is won."),
        Some(Outcome::Lost(loss)) => {
            let cause = page.word("loss", loss.key());
            page.line(&format!("The campaign is lost: {cause}"));
        }
    }
}

fn seat_name(page: &Page, view: &View, seat: u8) -> String {
    let role = view.seats.get(usize::from(seat)).map(|s| page.word("advisor", &s.role));
    format!("seat {} ({})", seat + 1, role.unwrap_or_default())
}

pub(super) fn round_track(page: &mut Page, view: &View) {
    page.heading(ROUND_TRACK);
    let spaces = (1..=view.rounds).map(|round| (track_space(view, round), 6));
    let spaces: Vec<(String, usize)> = spaces.collect();
    for row in spaces.chunks(15) {
        page.row(row);
    }
    page.line(TRACK_LEGEND);
}

fn track_space(view: &View, round: u8) -> String {
    let number = if round == view.round { format!("[{round}]") } else { format!(" {round}") };
    let storm = if view.storm == Some(round) { "S" } else { "" };
    let trigger = if view.triggers.iter().any(|t| t.round == round) { "!" } else { "" };
    let token = view.cards.development.as_ref().is_some_and(|d| d.round == round);
    format!("{number}{storm}{trigger}{}", if token { "D" } else { "" })
}

pub(super) fn generator(page: &mut Page, view: &View) {
    let board = &view.generator;
    page.heading(GENERATOR);
    let off = if board.heat == 0 { " (off)" } else { "" };
    let side = if board.overheated { ", overheated once" } else { "" };
    let tower = if board.tower_upgraded { "upgraded" } else { "basic" };
    page.line(&format!(
        "Heat {}{off} of {}{side}  |  Cold {}  |  a stress check drops {}",
        board.heat, board.last, board.cold, board.cubes
    ));
    page.line(&format!(
        "Stress {} of {}, overflow {}  |  tower {tower}",
        board.stress, board.stress_spaces, board.overflow
    ));
    for range in &board.ranges {
        let name = page.word("insulation", &range.range);
        let buildings = format!("{name} Buildings {}", temperature(range.heats_buildings));
        let zone = format!("zone {} {}", range.zone.to_uppercase(), temperature(range.heats_zone));
        let level = format!("Range {name} at {}", range.level);
        page.row(&[(level, 24), (buildings, 26), (zone, 14)]);
    }
}

pub(super) fn temperature(warm: bool) -> &'static str {
    if warm { WARM } else { COLD }
}

pub(super) fn people(page: &mut Page, view: &View) {
    page.heading(PEOPLE);
    let titles = ["", "Citizens", "Sick", "Meeples", "Spent tokens"];
    page.row(&titles.map(|title| (title.to_owned(), 14)));
    for people in &view.people {
        people_row(page, people);
    }
    let titles = ["Figures", "Ready", "Resting", "On Spent", "Placed", "Scouting"];
    page.row(&titles.map(|title| (title.to_owned(), if title == "Figures" { 18 } else { 10 })));
    for figure in view.figures.iter().filter(|f| in_city(f)) {
        figure_row(page, figure);
    }
    if let Some(night) = &view.night {
        let [w, e, c] = night.restless;
        page.line(&format!(
            "Night: {} warm places left, without a place {w}/{e}/{c}, standing {}",
            night.slots, night.standing
        ));
    }
}

fn people_row(page: &mut Page, people: &PeopleView) {
    let skull = if people.skull { " (skull)" } else { "" };
    let sick = format!("{}{skull}", people.sick);
    let cells = [
        page.word("kind", &people.kind),
        people.citizens.to_string(),
        sick,
        people.meeples.to_string(),
        people.spent_tokens.to_string(),
    ];
    page.row(&cells.map(|cell| (cell, 14)));
}

fn in_city(figure: &FigureView) -> bool {
    figure.ready + figure.resting + figure.on_spent + figure.placed + figure.scouting > 0
}

fn figure_row(page: &mut Page, figure: &FigureView) {
    let numbers = [figure.ready, figure.resting, figure.on_spent, figure.placed, figure.scouting];
    let mut cells = vec![(page.word("meeple", &figure.meeple), 18)];
    cells.extend(numbers.map(|number| (number.to_string(), 10)));
    page.row(&cells);
}

pub(super) fn stores(page: &mut Page, view: &View) {
    page.heading(STORES);
    let count = |r: &Resource| view.supply.get(r.key()).copied().unwrap_or_default();
    // Steel is in other scenarios only.
    let shown = Resource::ALL.iter().filter(|r| **r != Resource::Steel || count(r) > 0);
    let supply: Vec<String> = shown.map(|r| page.some(r.key(), count(r))).collect();
    page.line(&supply.join("  |  "));
    page.line(&format!(
        "{}  |  Hunger {} (lost from {})  |  Corpses {} of {}",
        page.some("food", view.food),
        view.hunger,
        view.hunger_loss,
        view.corpses,
        view.corpse_last
    ));
    let fed = |kind: &Option<String>| {
        kind.as_ref().map_or_else(|| NONE.to_owned(), |k| page.word("kind-many", k))
    };
    let (now, next) = (fed(&view.fed.now), fed(&view.fed.next));
    page.line(&format!("Fed this round: {now}  |  next round: {next}"));
}

pub(super) fn mood(page: &mut Page, view: &View) {
    page.heading(MOOD);
    for (track, tokens) in [("hope", &view.hope), ("discontent", &view.discontent)] {
        let name = page.word("track", track);
        let tokens: Vec<String> = tokens.iter().map(|t| token(page, t)).collect();
        page.list(&name, &tokens);
    }
}

fn token(page: &Page, token: &TokenView) -> String {
    let side = if token.active { "active" } else { "exhausted" };
    format!("{} ({side})", page.word("mood", &token.mood))
}

pub(super) fn seats(page: &mut Page, view: &View) {
    page.heading(SEATS);
    for seat in &view.seats {
        seat_line(page, view, seat);
    }
    if view.call_to_rise {
        page.line("Call to Rise is there.");
    }
}

fn seat_line(page: &mut Page, view: &View, seat: &SeatView) {
    let name = page.word("advisor", &seat.role);
    let leader = if view.leader == seat.seat { ", leads" } else { "" };
    let turn = if view.phase == "action" && view.active == seat.seat { ", active" } else { "" };
    let played = match &seat.played {
        Some(card) => format!(", played {}", page.card(card)),
        None => String::new(),
    };
    let (number, hand) = (seat.seat + 1, seat.hand_size);
    page.line(&format!("Seat {number}  {name}: {hand} in hand{leader}{turn}{played}"));
    if let Some(hand) = &seat.hand {
        let hand = page.cards(hand);
        page.list("  Hand", &hand);
    }
}
