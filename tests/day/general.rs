//! Section 4: general rules.

use emberhall::frostpunk::rules::decision::{Ask, Blocked, By, KindWhy};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::{Ctx, Mark};
use emberhall::frostpunk::rules::ids::{Kind, Meeple, Mood, Phase, Resource, Seat, TileId, Track};
use emberhall::frostpunk::rules::program::{Cost, Good, Op, Test, Who};
use emberhall::frostpunk::rules::state::{Place, Placed};

use crate::help::*;
use crate::table::Table;

const WOOD: Good = Good::Resource(Resource::Wood);

#[test]
fn the_cards_of_the_day_are_decided_by_the_council() {
    //
    let mut t = Table::turn();
    t.next_morning("M015").go(Mark::Morning);
    assert!(matches!(t.asked(), Ask::Option(..)));
    assert_eq!(t.by(), By::Council);
}

#[test]
fn the_advisor_of_the_round_is_the_councils_choice() {
    //
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, true)]);
    t.go(Mark::Preparation);
    assert!(matches!(t.asked(), Ask::Advisor));
    assert_eq!(t.by(), By::Council);
}

#[test]
fn food_moves_up_and_down_within_its_track() {
    //
    let mut t = Table::turn();
    t.city.food = 7;
    t.effects(&[Op::Gain(Good::Food, n(5))]);
    assert_eq!(t.city.food, 12);
    t.effects(&[Op::Lose(Good::Food, n(3))]);
    assert_eq!(t.city.food, 9);
    t.effects(&[Op::Lose(Good::Food, n(30))]);
    assert_eq!(t.city.food, 0);
    t.effects(&[Op::Gain(Good::Food, n(60))]);
    assert_eq!(t.city.food, 50);
}

#[test]
fn citizens_who_leave_have_not_died() {
    //
    let mut t = Table::turn();
    let (corpses, discards) = (t.city.corpses, t.city.decks.citizen_discard.len());
    t.effects(&[Op::LoseCitizens(Who::Kind(Kind::Worker), n(4))]);
    assert!(matches!(t.asked(), Ask::Turn), "nobody mourns");
    assert_eq!(t.city.citizens[0], 18);
    assert_eq!(t.city.corpses, corpses);
    assert_eq!(t.city.decks.citizen_discard.len(), discards);
    t.effects(&[Op::GainCitizens(Who::Kind(Kind::Worker), n(6))]);
    assert_eq!(t.city.citizens[0], 24);
}

#[test]
fn sick_citizens_come_and_go_without_moving_the_citizen_marker() {
    //
    let mut t = Table::turn();
    t.people(Kind::Engineer, 12, 0, false);
    t.effects(&[Op::Sick(Who::Kind(Kind::Engineer), n(3))]);
    assert_eq!((t.city.sick[1], t.city.citizens[1]), (3, 12));
    t.effects(&[Op::Heal(Who::Kind(Kind::Engineer), n(2))]);
    assert_eq!((t.city.sick[1], t.city.citizens[1]), (1, 12));
    t.effects(&[Op::Heal(Who::Kind(Kind::Engineer), n(5))]);
    assert_eq!(t.city.sick[1], 0);
}

#[test]
fn a_free_type_is_chosen_anew_for_each_one() {
    //
    let mut t = Table::turn();
    t.city.sick = [0; 3];
    t.effects(&[Op::Sick(Who::Any, n(3))]);
    assert!(matches!(t.asked(), Ask::Kind(KindWhy::Sick, 3)));
    t.choose("worker").choose("child").choose("worker");
    assert_eq!(sick(&t), [2, 0, 1]);
    assert!(matches!(t.asked(), Ask::Turn));
    let people = t.city.citizens;
    t.effects(&[Op::LoseCitizens(Who::Any, n(2))]);
    t.choose("engineer").choose("child");
    assert_eq!(t.city.citizens, [people[0], people[1] - 1, people[2] - 1]);
}

#[test]
fn wood_coal_steam_cores_and_steel_come_from_the_bank() {
    //
    let mut t = Table::turn();
    t.city.supply = [0; 4];
    for (resource, count, have) in [
        (Resource::Wood, 20, 20),
        (Resource::Coal, 60, 60),
        (Resource::Core, 12, 12),
        (Resource::Steel, 11, 8),
    ] {
        t.effects(&[Op::Gain(Good::Resource(resource), n(count))]);
        assert_eq!(t.has(resource), have);
    }
    t.effects(&[Op::LoseAny(n(2))]);
    t.choose("wood").choose("steam_core");
    assert_eq!(t.city.supply, [19, 60, 11, 8]);
}

#[test]
fn with_one_wood_three_cannot_be_lost_and_the_effect_goes_on() {
    // E-12, R-4.9
    let mut t = Table::turn();
    t.supply(Resource::Wood, 1);
    t.city.food = 4;
    t.effects(&[Op::Lose(WOOD, n(3)), Op::Gain(Good::Food, n(2))]);
    assert_eq!(t.has(Resource::Wood), 0);
    assert_eq!(t.city.food, 6);
}

#[test]
fn of_two_engineers_three_cannot_leave() {
    // E-13, R-4.9
    let mut t = Table::turn();
    t.people(Kind::Engineer, 2, 0, false);
    t.effects(&[Op::LoseCitizens(Who::Kind(Kind::Engineer), n(3))]);
    assert_eq!(t.city.citizens, [22, 0, 8]);
}

#[test]
fn with_one_wood_nothing_that_costs_two_can_be_chosen() {
    // E-14, R-4.10
    let mut t = Table::turn();
    t.supply(Resource::Wood, 1);
    t.effects(&[Op::Construct(1, false)]);
    assert_eq!(t.blocked("tent"), Some(Blocked::Lacks(WOOD, 2)));
    t.supply(Resource::Wood, 2);
    assert_eq!(t.blocked("tent"), None);
}

#[test]
fn an_option_with_two_prices_needs_one_of_them_in_full() {
    //
    let mut t = Table::turn();
    t.city.supply = [1, 1, 0, 0];
    t.city.food = 5;
    t.next_morning("M011").go(Mark::Morning);
    assert!(t.blocked("deal").is_some(), "2 Resources and 5 Food");
    t.city.food = 6;
    assert_eq!(t.blocked("deal"), None);
    t.tokens(&[(Mood::Anger, true)]);
    t.choose("deal");
    assert_eq!(t.city.food, 0, "the only price that can be paid");
    assert_eq!(t.city.supply, [1, 1, 0, 0]);
    assert_eq!(discontent(&t), [(Mood::Anger, false)]);
}

#[test]
fn of_two_payable_prices_the_group_chooses_one() {
    //
    let mut t = Table::turn();
    t.city.supply = [2, 1, 0, 0];
    t.city.food = 6;
    t.tokens(&[(Mood::Anger, true)]);
    t.next_morning("M011").go(Mark::Morning);
    t.choose("deal");
    assert_eq!(t.keys(), ["price-1", "price-2"]);
    t.choose("price-1");
    assert_eq!(t.city.food, 6);
    assert_eq!(t.keys(), ["wood", "coal"]);
    t.choose("wood").choose("wood");
    assert_eq!(t.city.supply, [0; 4], "the last Coal needs no question");
}

/// M011 in the Morning; its deal has this price.
fn priced(price: Vec<Cost>, prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::turn();
    let options = t.pack.card(t.card("M011")).options.unwrap();
    t.pack.options[usize::from(options.0)][0].costs = vec![price];
    prepare(&mut t);
    t.next_morning("M011").go(Mark::Morning);
    t
}

#[test]
fn no_token_and_no_resource_pays_for_two_parts_of_a_price() {
    // the full amount is paid.
    let hope = Cost::ExhaustAny(Track::Hope);
    for price in [vec![Cost::Exhaust(Mood::Care), hope], vec![hope, Cost::Exhaust(Mood::Care)]] {
        let one = [(Mood::Care, true), (Mood::Justice, false)];
        let t = priced(price.clone(), |t| {
            t.tokens(&one);
        });
        assert_eq!(t.blocked("deal"), Some(Blocked::NoneActiveOn(Track::Hope)));
        let both = [(Mood::Care, true), (Mood::Justice, true)];
        let mut t = priced(price, |t| {
            t.tokens(&both);
        });
        t.choose("deal");
        assert_eq!(t.city.active_of(Mood::Care) + t.city.active_of(Mood::Justice), 0);
    }
    for price in [vec![Cost::SpendAny(2), Cost::Spend(WOOD, 1)], vec![Cost::SpendAny(3)]] {
        let t = priced(price, |t| t.city.supply = [2, 0, 0, 0]);
        assert!(matches!(t.blocked("deal"), Some(Blocked::LacksResources(_))));
    }
    let food = Cost::Spend(Good::Food, 3);
    let t = priced(vec![food, food], |t| t.city.food = 5);
    assert_eq!(t.blocked("deal"), Some(Blocked::Lacks(Good::Food, 3)));
    let t = priced(vec![food, food], |t| t.city.food = 6);
    assert_eq!(t.blocked("deal"), None);
}

#[test]
fn otherwise_is_carried_out_only_if_the_first_condition_fails() {
    //
    for (care, cured) in [(true, 3), (false, 2)] {
        let mut t = Table::turn();
        t.people(Kind::Worker, 22, 9, false);
        t.tokens(&[(Mood::Care, care), (Mood::Justice, true)]);
        let block = t.pack.card(t.card("D059")).instant.unwrap();
        let ops = t.pack.block(block)[..1].to_vec();
        t.effects(&ops);
        assert_eq!(sick(&t)[0], 9 - cured);
    }
}

#[test]
fn conditions_of_a_card_are_tested_from_the_top_and_one_applies() {
    // M015 without its Engineer is gone, whatever Wood lies on it.
    let mut t = Table::turn();
    let card = t.event_card("M015");
    let last = t.city.in_play.len() - 1;
    t.city.in_play[last].goods[Resource::Wood.at()] = 2;
    t.only_dusk("D059").next_token(Mood::Greed);
    t.tokens(&[(Mood::Greed, true)]);
    let mut other = t.clone();
    t.go(Mark::Dusk);
    assert!(removed(&t, "M015"));
    assert!(t.city.decks.dusk_box.contains(&t.card("D030")), "not added");
    assert_eq!(t.city.tokens[1].len(), 2, "+1 Apathy");
    // With an Engineer on it the second condition applies.
    other.city.figures.ready[Meeple::Engineer.at()] -= 1;
    let place = Place::Card(card);
    other.city.placed.push(Placed { meeple: Meeple::Engineer, place });
    other.city.decks.dusk.clear();
    other.go(Mark::Dusk);
    assert_eq!(other.city.tokens[1].len(), 1, "no Apathy");
    let added = Event::DuskAdded { card: other.card("D030") };
    assert!(happened(&other, &added));
    // the Meeple on a removed card goes to the supply.
    assert!(removed(&other, "M015") && other.city.placed.is_empty());
}

#[test]
fn tied_types_of_a_dispute_are_carried_out_in_printed_order() {
    // the card says that every tied type counts; Greed is printed before Anger.
    let mut t = Table::turn();
    t.city.sick = [0; 3];
    t.city.hunger = 0;
    t.clear_track(Track::Hope);
    t.tokens(&[(Mood::Anger, true), (Mood::Greed, true), (Mood::Care, false)]);
    let card = t.card("SD01");
    let block = t.pack.card(card).instant.unwrap();
    let ops = t.pack.block(block).to_vec();
    t.effects_with(&ops, Ctx::of(card));
    assert_eq!(t.city.hunger, 3, "Greed came first");
    assert!(matches!(t.asked(), Ask::Kind(KindWhy::Sick, 2)));
    t.choose("all-worker");
    assert_eq!(sick(&t), [2, 0, 0]);
}

#[test]
fn drawn_cards_and_seen_tiles_are_told_only_to_their_owner() {
    //
    let card = Some(Table::turn().card("C04"));
    let drew = Event::Drew { seat: Seat(1), card };
    assert_eq!(drew.owner(), Some(Seat(1)));
    assert_eq!(drew.public(), Some(Event::Drew { seat: Seat(1), card: None }));
    let seen = Event::TilesSeen { seat: Seat(2), tiles: vec![TileId(3)] };
    let public = Event::TilesSeen { seat: Seat(2), tiles: Vec::new() };
    assert_eq!(seen.public(), Some(public));
    assert_eq!(Event::Phase(Phase::Dusk).owner(), None);
}

#[test]
fn a_state_test_pays_nothing() {
    //
    let mut t = Table::turn();
    t.tokens(&[(Mood::Justice, false), (Mood::Care, true)]);
    t.next_morning("M025").go(Mark::Morning);
    let needs = Blocked::Needs(Test::Active(Mood::Justice));
    assert_eq!(t.blocked("condition"), Some(needs), "exhausted is not active");
}
