//! Small questions: the responsible seat, the leader after the deadline, the
//! house after that.

use emberhall::council::log::{DecidedBy, HouseReason};
use emberhall::council::question::Escalation;
use emberhall::council::settings::TurnMode;
use emberhall::council::{Refusal, Request, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, STRANGER, quietly, with_turns};

/// At a question for the last seat: what to mend.
fn mending(turns: TurnMode) -> Hall {
    Hall::mending(with_turns(turns))
}

#[test]
fn the_responsible_seat_answers_alone_until_the_deadline() {
    let mut hall = mending(TurnMode::Open);
    assert_eq!(hall.waited("mend"), [3]);
    for user in [1, 2, STRANGER] {
        let why = hall.not(user, "mend", "patch");
        assert_eq!(why, Refusal::NotYours { seats: vec![Seat(2)], users: vec![UserId(3)] });
    }
    hall.say(3, "mend", "trim");
    assert_eq!(hall.how("mend"), DecidedBy::Seat { seat: Seat(2), by: UserId(3) });
}

#[test]
fn the_leader_settles_what_waits_too_long_and_the_house_after_that() {
    let mut hall = mending(TurnMode::Open);
    assert_eq!(hall.leader(), 2);
    hall.wait(Span(Span::hours(24).0 - 1));
    assert!(matches!(hall.not(2, "mend", "patch"), Refusal::NotYours { .. }));
    hall.wait(Span(1));
    assert_eq!(hall.open("mend").unwrap().escalation, Some(Escalation::Late));
    assert_eq!(hall.due("mend"), Some(hall.now + Span::hours(6)));
    assert_eq!(hall.waited("mend"), [2]);
    assert!(matches!(hall.not(1, "mend", "patch"), Refusal::NotYours { .. }));
    let mut by_leader = hall.clone();
    by_leader.say(2, "mend", "trim");
    assert_eq!(by_leader.how("mend"), DecidedBy::Leader { seat: Seat(1), by: UserId(2) });
    // Its holder may still come, as long as the leader has not.
    let mut by_holder = hall.clone();
    by_holder.say(3, "mend", "trim");
    assert_eq!(by_holder.how("mend"), DecidedBy::Seat { seat: Seat(2), by: UserId(3) });
    hall.wait(Span::hours(6));
    assert_eq!(hall.how("mend"), DecidedBy::House { reason: HouseReason::Late });
}

#[test]
fn nobody_is_asked_twice_where_the_leader_is_the_late_one() {
    let mut hall = mending(TurnMode::Open);
    hall.ok(3, Request::HandOver { seat: Seat(2), to: UserId(2) });
    assert_eq!(hall.waited("mend"), [2]);
    hall.wait(Span::hours(24));
    assert_eq!(hall.how("mend"), DecidedBy::House { reason: HouseReason::Late });
}

#[test]
fn a_leader_played_by_the_house_settles_a_late_question_at_once() {
    let mut hall = mending(TurnMode::Open);
    hall.ok(2, Request::Lend { seat: Seat(1) });
    assert!(hall.open("mend").is_some());
    hall.wait(Span::hours(24));
    assert_eq!(hall.how("mend"), DecidedBy::House { reason: HouseReason::Late });
}

#[test]
fn a_seat_given_to_the_house_answers_its_open_question() {
    let mut hall = mending(TurnMode::Open);
    hall.ok(3, Request::Lend { seat: Seat(2) });
    assert_eq!(hall.how("mend"), DecidedBy::House { reason: HouseReason::Plays(Seat(2)) });
}

#[test]
fn a_private_question_passes_to_nobody() {
    let mut hall = Hall::of(3, quietly());
    let question = hall.council().questions[1].number;
    let deed = |choice: &str| Request::Choose { question, choice: choice.to_owned(), seat: None };
    for user in [1, 3, STRANGER, 50] {
        assert!(matches!(hall.no(user, deed("flint")), Refusal::NotYours { .. }));
    }
    hall.wait(Span(Span::hours(24).0 - 1));
    assert!(matches!(hall.no(1, deed("flint")), Refusal::NotYours { .. }));
    hall.wait(Span(1));
    let late = |how: &DecidedBy| *how == DecidedBy::House { reason: HouseReason::Late };
    let gifts: Vec<DecidedBy> = hall
        .log
        .iter()
        .filter_map(|entry| match &entry.kind {
            emberhall::council::log::EntryKind::Answer(answer) if answer.ask == "gift" => {
                Some(answer.decided_by.clone())
            }
            _ => None,
        })
        .collect();
    assert!(gifts.len() == 3 && gifts.iter().all(late), "{gifts:?}");
    // The log keeps the secret as the seat's own.
    assert_eq!(hall.last_of("gift").private, Some(Seat(2)));
}
