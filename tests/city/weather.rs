//! The known Weather cards.

use crate::kit::bare;
use crate::table::Table;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::program::Body;

fn under(id: &str) -> Table {
    let mut t = bare();
    t.heat(0, 4, [0, 1, 2]);
    t.city.storm = Some(9);
    t.next_weather(id);
    t.go(Mark::Weather);
    t
}

fn board(t: &Table) -> (u8, [u8; 3], Option<u8>) {
    (t.city.generator.cold, t.city.generator.ranges, t.city.storm)
}

fn scouts(t: &Table, id: &str) -> u8 {
    match t.pack.card(t.card(id)).body {
        Body::Weather(weather) => weather.scouts,
        _ => 0,
    }
}

#[test]
fn w01_and_w03_move_everything_but_the_storm() {
    // W01, W03
    for (id, steps) in [("W01", 4), ("W03", 3)] {
        let t = under(id);
        assert_eq!(board(&t), (5, [1, 2, 3], Some(9)), "{id}");
        assert_eq!(scouts(&t, id), steps);
        assert_eq!(t.city.decks.weather_discard.last(), Some(&t.card(id)));
    }
}

#[test]
fn w05_leaves_red_and_brings_the_storm_nearer() {
    // W05
    let t = under("W05");
    assert_eq!(board(&t), (5, [0, 2, 3], Some(8)));
    assert_eq!(scouts(&t, "W05"), 3);
}

#[test]
fn w11_moves_cold_and_yellow_and_the_storm_by_two() {
    // W11
    let t = under("W11");
    assert_eq!(board(&t), (5, [0, 1, 3], Some(7)));
    assert_eq!(scouts(&t, "W11"), 2);
}

#[test]
fn the_thirteen_weather_cards_sum_up_as_tuned() {
    // U-18: the four known cards alone move Cold 4, Red 2, Orange 3, Yellow 4.
    let t = bare();
    let mut sums = [0; 6];
    let deck = t.pack.deck(emberhall::frostpunk::rules::program::Deck::Weather);
    for card in deck {
        let Body::Weather(w) = t.pack.card(card).body else {
            continue;
        };
        let [red, orange, yellow] = w.ranges;
        for (sum, more) in sums.iter_mut().zip([w.cold, red, orange, yellow, w.scouts, w.storm]) {
            *sum += more;
        }
    }
    assert_eq!(sums, [6, 2, 5, 7, 35, 13]);
}
