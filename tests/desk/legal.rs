//! Options that can never be chosen.

use super::kit::{odd_with, problems_after, says};

/// The problems of a Morning card with these lines in its one option.
fn option(lines: &str) -> Vec<String> {
    card(&format!("[[option]]\nkey = \"try\"\n{lines}\neffects = [{{ cure = 1 }}]\n"))
}

fn card(text: &str) -> Vec<String> {
    let plain = "[[option]]\nkey = \"go\"\neffects = [{ cure = 1 }]\nafter = \"remove\"\n";
    odd_with(&[("cards/morning/M901.toml", text), ("cards/morning/M902.toml", plain)])
}

#[test]
fn conditions_that_contradict_each_other_are_reported_with_their_line() {
    let found = option("only_if = [{ active = \"care\" }, { not = { active = \"care\" } }]");
    says(
        &found,
        "option `try` can never be chosen: `active care` and not `active care` contradict",
    );
    assert!(found[0].starts_with("cards/morning/M901.toml:2:"), "{found:?}");
    let found = option(
        "when = [{ not = { active_on = { of = \"hope\", at_least = 1 } } }]\nonly_if = [{ active = \"care\" }]",
    );
    says(&found, "`active care` and not `active_on hope` contradict each other");
    let found = option("only_if = [{ round_from = 8 }, { not = { round_from = 5 } }]");
    says(&found, "`round_from 8` and not `round_from 5` contradict each other");
    let found = option(
        "only_if = [{ not = { have = { what = \"food\", at_least = 2 } } }]\ncost = [{ spend = { what = \"food\", count = 3 } }]",
    );
    says(&found, "option `try` has a price nobody can pay: `food 3` and not `food 2` contradict");
}

#[test]
fn one_way_that_is_left_open_is_enough() {
    let one = "only_if = [{ active = \"care\" }, { any_of = [{ not = { active = \"care\" } }, { round_from = 9 }] }]";
    assert!(option(one).is_empty());
    let none = "only_if = [{ active = \"care\" }, { not = { any_of = [{ active = \"care\" }, { round_from = 9 }] } }]";
    says(&option(none), "contradict each other");
}

#[test]
fn a_test_of_what_can_never_be_is_reported() {
    for (test, expected) in [
        ("{ in_play = \"M902\" }", "that card never lies in a display"),
        ("{ not = { in_play = \"M902\" } }", "that card never lies in a display"),
        ("{ in_force = \"T09\" }", "that Law or Technology never comes into force"),
        ("{ on_this = \"worker\" }", "no Special Action puts such a figure on this card"),
        ("{ goods_on_this = { what = \"wood\", at_least = 1 } }", "nothing puts any on this card"),
        ("{ any_on_this = 1 }", "nothing puts any on this card"),
        ("{ goods_on = { card = \"M902\", at_least = 1 } }", "nothing puts any on that card"),
        ("{ round_from = 16 }", "there are at most 15"),
        ("{ tokens = { of = \"discontent\", at_least = 6 } }", "there are at most 5"),
        ("{ have = { what = \"steel\", at_least = 9 } }", "there are at most 8"),
        ("{ built = { what = \"beacon\", at_least = 2 } }", "there are at most 1"),
        ("{ citizens = { of = \"child\", at_least = 51 } }", "there are at most 50"),
        ("{ corpses = 11 }", "there are at most 10"),
        ("\"tree_in_reach\"", "no Building is in use here"),
    ] {
        says(&option(&format!("only_if = [{test}]")), expected);
        let branch =
            format!("instant = [{{ if = {{ test = [{test}], then = [{{ cure = 1 }}] }} }}]");
        says(&card(&branch), "the `then` of an `if` can never happen");
    }
}

#[test]
fn more_than_can_lie_on_a_card_is_reported_and_what_can_is_not() {
    let put = |more: &str, least: u8| {
        card(&format!(
            "instant = [{{ put_on_this = {{ count = 2{more} }} }}, \"to_event\"]\n[[hook]]\nwhen = \"dusk\"\n\
             effects = [{{ if = {{ test = [{{ any_on_this = {least} }}], then = [{{ cure = 1 }}] }} }}]\n"
        ))
    };
    says(&put("", 3), "`any_on_this 3` can never hold, there are at most 2");
    assert!(put("", 2).is_empty());
    assert!(put(", or_more = true", 3).is_empty());
    // M004 gathers Resources in its display.
    assert!(option("only_if = [{ goods_on = { card = \"M004\", at_least = 4 } }]").is_empty());
}

#[test]
fn a_price_above_all_there_is_is_reported() {
    for (price, expected) in [
        ("{ spend = { what = \"food\", count = 51 } }", "`food 51` can never hold"),
        ("{ spend = { what = \"steel\", count = 9 } }", "`steel 9` can never hold"),
        ("{ spend = { what = \"automaton\", count = 7 } }", "`automaton 7` can never hold"),
    ] {
        says(&option(&format!("cost = [{price}]")), expected);
    }
    let twice = "{ spend = { what = \"steel\", count = 5 } }";
    says(&option(&format!("cost = [{twice}, {twice}]")), "`steel 10` can never hold");
    let other = format!("any_cost = [[{{ spend_any = 1 }}], [{twice}, {twice}]]");
    says(&option(&other), "option `try` has a price nobody can pay");
    assert!(option("cost = [{ spend = { what = \"coal\", count = 60 } }]").is_empty());
}

#[test]
fn an_ability_that_fits_no_action_is_reported() {
    let file = "cards/citizen/C04.toml";
    let found = problems_after(&[(file, "actions = [\"gather\"]", "actions = [\"construct\"]")]);
    says(&found, "the ability can never be used: it says `on_trees` without the action `gather`");
    let found = problems_after(&[(file, "actions = [\"gather\"]", "actions = []")]);
    says(&found, "the ability can never be used: it names no `actions`");
}
