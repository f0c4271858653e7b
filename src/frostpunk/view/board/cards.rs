//! Laws, Technologies, Expeditions, displays and piles as text.
//!
//! May use: the view, the page. Deliberately absent: what a card does; its
//! title is shown here, its text where it is asked about.

use super::headings::{EXPEDITIONS, IN_PLAY, LAWS, NONE, PILES, TECHNOLOGIES};
use super::page::Page;
use crate::frostpunk::rules::state::Zone;
use crate::frostpunk::view::{ExpeditionCard, ExpeditionView, OpenCard, View};

pub(super) fn laws(page: &mut Page, view: &View) {
    page.heading(LAWS);
    let mut introduced = Vec::new();
    for law in &view.cards.laws {
        let covered = match &law.covered_by {
            Some(card) => format!(" (covered by {})", page.card(card)),
            None => String::new(),
        };
        introduced.push(format!("{}{covered}", page.card(&law.card)));
    }
    page.list("Introduced", &introduced);
    let future = page.cards(&view.cards.future_laws);
    page.list("Future", &future);
}

pub(super) fn technologies(page: &mut Page, view: &View) {
    page.heading(TECHNOLOGIES);
    let token = view.cards.development.as_ref();
    for technology in &view.cards.technologies {
        let running = token.filter(|d| d.card == technology.card);
        let state = match running {
            Some(development) => format!("ready in round {}", development.round),
            None if technology.developed => "developed".to_owned(),
            None => format!("takes {} rounds", technology.cost),
        };
        let name = page.card(&technology.card);
        page.line(&format!("{name}: {state}"));
    }
}

pub(super) fn expeditions(page: &mut Page, view: &View) {
    page.heading(EXPEDITIONS);
    for (at, stack) in view.cards.expeditions.iter().enumerate() {
        let line = expedition(page, stack);
        page.line(&format!("{}. {line}", at + 1));
    }
}

fn expedition(page: &Page, stack: &ExpeditionView) -> String {
    let cards: Vec<String> = stack.cards.iter().map(|card| leg(page, card)).collect();
    let scout = match &stack.scout {
        Some(scout) => {
            format!("  <{} on space {}>", page.word("meeple", &scout.meeple), scout.space + 1)
        }
        None => String::new(),
    };
    if cards.is_empty() { NONE.to_owned() } else { format!("{}{scout}", cards.join(" > ")) }
}

fn leg(page: &Page, card: &ExpeditionCard) -> String {
    let name = page.card(&card.card);
    let letter = card.letter.to_uppercase();
    let side = if card.black { "explored".to_owned() } else { format!("path {}", card.path) };
    format!("{letter} {name} ({side}, {})", card.hint)
}

pub(super) fn displays(page: &mut Page, view: &View) {
    page.heading(IN_PLAY);
    for (zone, name) in [
        (Zone::Scenario, "Scenario"),
        (Zone::Event, "Events"),
        (Zone::Law, "On Laws"),
        (Zone::Resolving, "Being resolved"),
    ] {
        let shown = view.cards.open.iter().filter(|open| open.zone == zone);
        let cards: Vec<String> = shown.map(|open| open_card(page, open)).collect();
        if !cards.is_empty() {
            page.list(name, &cards);
        }
    }
}

fn open_card(page: &Page, open: &OpenCard) -> String {
    let goods = open.goods.iter().map(|(resource, count)| page.some(resource, *count));
    let mut notes: Vec<String> = goods.collect();
    if open.used {
        notes.push("used".to_owned());
    }
    let name = page.card(&open.card);
    if notes.is_empty() { name } else { format!("{name} ({})", notes.join(", ")) }
}

pub(super) fn piles(page: &mut Page, view: &View) {
    page.heading(PILES);
    let decks = &view.cards.decks;
    let [a, b, c] = decks.expeditions;
    page.line(&format!(
        "Morning {}  |  Dusk {}  |  Weather {}  |  Citizens {}  |  Expeditions A {a} B {b} C {c}",
        decks.morning, decks.dusk, decks.weather, decks.citizens
    ));
    page.line(&format!(
        "Social Disputes {}  |  Near tiles {}  |  Far tiles {}  |  out of the game {}",
        decks.disputes, decks.near, decks.far, decks.removed
    ));
    if let Some(dispute) = &view.cards.dispute {
        let name = page.card(dispute);
        page.line(&format!("Social Dispute in the Dusk deck: {name}"));
    }
    if let Some(next) = &view.cards.next_dispute {
        let name = page.card(next);
        page.line(&format!("Next Social Dispute: {name}"));
    }
    for (name, pile) in [
        ("Dusk discard", &view.cards.piles.dusk),
        ("Weather discard", &view.cards.piles.weather),
        ("Citizen discard", &view.cards.piles.citizen),
    ] {
        let cards = page.cards(pile);
        page.list(name, &cards);
    }
}
