//! Orders for coming turns: run when they are legal, dropped with a reason when not.

use emberhall::council::log::DecidedBy;
use emberhall::council::notice::NoticeKind;
use emberhall::council::orders::{MOST_ORDERS, MOST_STEPS, Step};
use emberhall::council::request::Rehearsal;
use emberhall::council::settings::{Decider, TurnMode};
use emberhall::council::{Refusal, Request, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, order, quietly, with_turns};

fn orders(seat: u8, orders: &[&[(&str, &str)]]) -> Request {
    Request::Order { seat: Seat(seat), orders: orders.iter().map(|steps| order(steps)).collect() }
}

fn stopped(hall: &Hall) -> Vec<(u8, String)> {
    let stopped = hall.news().filter_map(|news| match news {
        NoticeKind::OrderStopped { seat, why } => Some((seat.0, why.key.clone())),
        _ => None,
    });
    stopped.collect()
}

#[test]
fn an_order_runs_when_its_turn_comes_and_only_then() {
    let mut hall = Hall::turn(3, quietly());
    hall.ok(3, orders(2, &[&[("work", "light"), ("where", "wharf")]]));
    assert!(hall.open("work").is_some(), "it is another seat's turn");
    hall.say(2, "work", "wait");
    assert_eq!(hall.how("where"), DecidedBy::Order { seat: Seat(2) });
    assert_eq!(
        (hall.last_of("where").choice, hall.how("work")),
        ("wharf".to_owned(), DecidedBy::Order { seat: Seat(2) })
    );
    assert!(hall.council().orders.is_empty());
    assert_eq!(hall.waited("work"), [1]);
}

#[test]
fn an_order_for_the_turn_at_hand_runs_at_once() {
    let mut hall = Hall::turn(3, quietly());
    hall.ok(2, orders(1, &[&[("work", "wait")], &[("work", "fetch")]]));
    assert_eq!(hall.how("work"), DecidedBy::Order { seat: Seat(1) });
    assert_eq!(hall.council().orders[&Seat(1)].len(), 1, "one order for each turn");
    assert_eq!(hall.waited("work"), [3]);
}

#[test]
fn an_order_that_cannot_be_taken_is_dropped_with_the_games_reason() {
    let mut hall = Hall::turn(3, quietly());
    hall.ok(2, orders(1, &[&[("work", "repair"), ("mend", "patch")], &[("work", "wait")]]));
    assert_eq!(stopped(&hall), [(1, "blocked-no-light".to_owned())]);
    assert_eq!(hall.waited("work"), [2], "its player is asked instead");
    assert_eq!(hall.council().orders[&Seat(1)].len(), 1, "the next turn's order stays");
    let mut hall = Hall::turn(3, quietly());
    hall.ok(2, orders(1, &[&[("work", "dance")]]));
    assert_eq!(stopped(&hall), [(1, "order-not-offered".to_owned())]);
}

#[test]
fn an_order_that_did_not_foresee_a_question_of_its_turn_is_dropped() {
    let mut hall = Hall::turn(3, quietly());
    hall.ok(2, orders(1, &[&[("work", "light"), ("mend", "patch")]]));
    assert_eq!(stopped(&hall), [(1, "order-unforeseen".to_owned())]);
    assert_eq!(hall.waited("where"), [2]);
}

#[test]
fn orders_are_ones_own_and_within_reason() {
    let mut hall = Hall::turn(3, quietly());
    for user in [1, STRANGER, MODERATOR] {
        let why = hall.no(user, orders(1, &[&[("work", "wait")]]));
        assert!(matches!(why, Refusal::NotYours { .. }), "{why:?}");
    }
    assert!(matches!(hall.no(1, orders(9, &[])), Refusal::NotYours { .. }));
    let many = vec![&[("work", "wait")][..]; MOST_ORDERS + 1];
    assert_eq!(hall.no(1, orders(0, &many)), Refusal::TooManyOrders);
    let long = vec![("work", "wait"); MOST_STEPS + 1];
    for bad in [&long[..], &[], &[("", "wait")], &[("work", "")]] {
        assert_eq!(hall.no(1, orders(0, &[bad])), Refusal::BadOrder);
    }
    let word = "w".repeat(81);
    assert_eq!(hall.no(1, orders(0, &[&[("work", &word)]])), Refusal::BadOrder);
    let mut under_way = order(&[("work", "wait"), ("where", "gate")]);
    under_way.taken = 1;
    let deed = Request::Order { seat: Seat(0), orders: vec![under_way] };
    assert_eq!(hall.no(1, deed), Refusal::BadOrder);
    // None at all takes them back.
    hall.ok(1, orders(0, &many[1..]));
    assert_eq!(hall.council().orders[&Seat(0)].len(), MOST_ORDERS);
    hall.ok(1, orders(0, &[]));
    assert!(hall.council().orders.is_empty());
}

#[test]
fn only_their_giver_sees_orders() {
    let mut hall = Hall::turn(3, quietly());
    hall.ok(1, orders(0, &[&[("work", "fetch")]]));
    let seen = |user: Option<u64>| hall.campaign.view(user.map(UserId), hall.now).orders.len();
    assert_eq!((seen(Some(1)), seen(Some(2)), seen(None)), (1, 0, 0));
}

#[test]
fn an_order_is_never_spent_on_the_turn_of_another_seat() {
    let mut by_leader = quietly();
    by_leader.who.insert("work".to_owned(), Decider::Leader);
    for settings in [with_turns(TurnMode::Leader), by_leader] {
        let mut hall = Hall::turn(3, settings);
        assert_eq!(hall.leader(), 2);
        hall.say(2, "work", "wait");
        // It is the third seat's turn: what the leader ordered for the second one waits.
        hall.ok(2, orders(1, &[&[("work", "fetch")]]));
        assert_eq!(hall.council().orders[&Seat(1)].len(), 1, "the order was spent");
        assert_eq!(hall.waited("work"), [2]);
    }
}

#[test]
fn what_an_undo_takes_back_is_not_done_again_by_the_next_order() {
    let mut hall = Hall::turn(3, quietly());
    hall.ok(2, orders(1, &[&[("work", "wait")], &[("work", "fetch"), ("where", "gate")]]));
    let seq = hall.council().seq;
    hall.ok(2, Request::Undo { back_to: seq, seen: seq });
    assert_eq!(hall.waited("work"), [2], "the player wants to think again");
    assert!(hall.council().orders.is_empty());
}

#[test]
fn a_turn_can_be_rehearsed_up_to_what_is_hidden() {
    let hall = Hall::turn(3, quietly());
    let step = |ask: &str, choice: &str| Step { ask: ask.to_owned(), choice: choice.to_owned() };
    let rehearse = |steps: &[Step]| hall.campaign.rehearse(Seat(2), steps);
    let Ok(Rehearsal::Asks(first)) = rehearse(&[]) else { panic!() };
    assert_eq!(first.ask, "work");
    let Ok(Rehearsal::Asks(next)) = rehearse(&[step("work", "light")]) else { panic!() };
    assert_eq!(next.ask, "where");
    assert_eq!(rehearse(&[step("work", "light"), step("where", "gate")]), Ok(Rehearsal::Complete));
    assert_eq!(rehearse(&[step("work", "fetch")]), Ok(Rehearsal::Complete), "dice end it");
    assert_eq!(rehearse(&[step("work", "repair")]), Err(Refusal::NoSuchChoice));
    assert_eq!(rehearse(&[step("where", "gate")]), Err(Refusal::BadOrder));
    let before = hall.save();
    assert_eq!(before, hall.save());
    let lobby = Hall::lobby(quietly(), 1, 4);
    assert_eq!(lobby.campaign.rehearse(Seat(0), &[]), Err(Refusal::NotBegun));
    let gifts = Hall::of(3, quietly());
    assert_eq!(gifts.campaign.rehearse(Seat(0), &[]), Err(Refusal::CannotPlan));
}
