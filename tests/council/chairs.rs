//! Seats are not users: they change hands, and their votes stay with them.

use emberhall::council::log::{DecidedBy, EntryKind, HouseReason};
use emberhall::council::notice::NoticeKind;
use emberhall::council::{Holder, Refusal, Reply, Request, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, order, quietly};

fn lent(by: Option<u64>) -> Holder {
    Holder::House { lent_by: by.map(UserId) }
}

#[test]
fn a_vote_stays_with_the_seat_and_its_new_holder_may_change_it() {
    let mut hall = Hall::morning(4, quietly());
    hall.say(1, "omen", "bow");
    hall.ok(1, Request::HandOver { seat: Seat(0), to: UserId(STRANGER) });
    assert_eq!(hall.open("omen").unwrap().votes[&Seat(0)], "bow");
    assert_eq!(hall.waited("omen"), [2, 3, 4]);
    assert!(matches!(hall.not(1, "omen", "sing"), Refusal::NotYours { .. }));
    let question = hall.number("omen");
    assert_eq!(hall.say(STRANGER, "omen", "sing"), Reply::Voted { question, changed: true });
    hall.say(2, "omen", "sing");
    let DecidedBy::Vote { votes, .. } = hall.how("omen") else { panic!() };
    assert_eq!((votes.len(), votes[&Seat(0)].as_str()), (2, "sing"));
    let chair =
        hall.log.iter().find(|entry| matches!(entry.kind, EntryKind::SeatChanged { .. })).unwrap();
    let (from, to) = (Holder::User(UserId(1)), Holder::User(UserId(STRANGER)));
    assert_eq!(chair.kind, EntryKind::SeatChanged { seat: Seat(0), from, to, by: UserId(1) });
}

#[test]
fn the_house_leaves_a_vote_that_was_given_and_votes_where_none_was() {
    let mut hall = Hall::morning(4, quietly());
    hall.say(1, "omen", "bow");
    hall.ok(1, Request::Lend { seat: Seat(0) });
    assert_eq!(hall.open("omen").unwrap().votes[&Seat(0)], "bow");
    hall.ok(3, Request::Lend { seat: Seat(2) });
    assert_eq!(hall.open("omen").unwrap().votes[&Seat(2)], "sing");
    // Whoever takes it back may change what the house said.
    hall.ok(3, Request::Claim { seat: Seat(2) });
    hall.say(3, "omen", "bow");
    hall.say(2, "omen", "bow");
    assert_eq!(hall.last_of("omen").choice, "bow");
}

#[test]
fn lending_the_last_silent_seat_closes_the_vote() {
    let mut hall = Hall::morning(3, quietly());
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "sing");
    hall.ok(2, Request::Lend { seat: Seat(1) });
    assert!(hall.open("omen").is_none());
    assert_eq!(hall.last_of("omen").choice, "sing");
}

#[test]
fn somebody_with_several_seats_votes_for_all_or_for_one() {
    let mut hall = Hall::held_by(&[1, 1, 3, 4], quietly(), 1).till("omen");
    let question = hall.number("omen");
    let one = |seat: u8, choice: &str| Request::Choose {
        question,
        choice: choice.to_owned(),
        seat: Some(Seat(seat)),
    };
    hall.ok(1, one(0, "bow"));
    assert_eq!(hall.open("omen").unwrap().votes.len(), 1);
    assert_eq!(hall.waited("omen"), [1, 3, 4], "one of the seats has not voted");
    assert!(matches!(hall.no(1, one(2, "bow")), Refusal::NotYours { .. }));
    hall.ok(1, one(1, "sing"));
    assert_eq!(hall.waited("omen"), [3, 4]);
    hall.say(3, "omen", "bow");
    // Both sing now: two against one with one to come, and the leader's seat is among them.
    let closed = hall.say(1, "omen", "sing");
    assert_eq!(closed, Reply::Answered { question, choice: "sing".to_owned() });
}

#[test]
fn the_house_plays_its_seats_and_says_so() {
    let mut hall = Hall::held_by(&[1, 2, 0], quietly(), 1);
    assert_eq!(hall.how("gift"), DecidedBy::House { reason: HouseReason::Plays(Seat(2)) });
    hall.on_to("work");
    hall.say(2, "work", "wait");
    assert_eq!(hall.how("work"), DecidedBy::House { reason: HouseReason::Plays(Seat(2)) });
    let house = |news: &NoticeKind| {
        matches!(news, NoticeKind::Answered { decided_by: DecidedBy::House { .. }, .. })
    };
    assert!(hall.news().filter(|news| house(news)).count() >= 2);
}

#[test]
fn only_its_holder_or_a_moderator_disposes_of_a_seat() {
    let hall = Hall::morning(3, quietly());
    for user in [1, 3, STRANGER] {
        let mut hall = hall.clone();
        assert_eq!(hall.no(user, Request::Lend { seat: Seat(1) }), Refusal::NotAllowed);
        let give = Request::HandOver { seat: Seat(1), to: UserId(user) };
        assert_eq!(hall.no(user, give), Refusal::NotAllowed);
        assert_eq!(hall.no(user, Request::Claim { seat: Seat(1) }), Refusal::Taken(UserId(2)));
    }
    for user in [2, MODERATOR] {
        let mut hall = hall.clone();
        hall.ok(user, Request::HandOver { seat: Seat(1), to: UserId(STRANGER) });
        assert_eq!(hall.council().seating.holder(Seat(1)).user(), Some(UserId(STRANGER)));
    }
    let mut hall = hall.clone();
    assert_eq!(hall.no(2, Request::Claim { seat: Seat(1) }), Refusal::NotFree);
    for deed in [
        Request::Lend { seat: Seat(7) },
        Request::Claim { seat: Seat(7) },
        Request::HandOver { seat: Seat(7), to: UserId(1) },
    ] {
        assert_eq!(hall.no(MODERATOR, deed), Refusal::NoSuchSeat);
    }
    assert_eq!(hall.no(STRANGER, Request::Leave), Refusal::NotSeated);
}

#[test]
fn a_lent_seat_is_for_its_lender_and_a_left_one_for_anybody() {
    let mut hall = Hall::morning(4, quietly());
    hall.ok(2, Request::Lend { seat: Seat(1) });
    assert_eq!(hall.council().seating.holder(Seat(1)), lent(Some(2)));
    assert_eq!(hall.no(STRANGER, Request::Claim { seat: Seat(1) }), Refusal::NotFree);
    assert_eq!(hall.no(1, Request::Claim { seat: Seat(1) }), Refusal::NotFree);
    hall.ok(2, Request::Claim { seat: Seat(1) });
    hall.ok(3, Request::Leave);
    assert_eq!(hall.council().seating.holder(Seat(2)), lent(None));
    hall.ok(STRANGER, Request::Claim { seat: Seat(2) });
    assert_eq!(hall.council().seating.holder(Seat(2)), Holder::User(UserId(STRANGER)));
    // A moderator may take a seat that was lent.
    hall.ok(4, Request::Lend { seat: Seat(3) });
    hall.ok(MODERATOR, Request::Claim { seat: Seat(3) });
    assert_eq!(hall.council().seating.seats_of(UserId(MODERATOR)), [Seat(3)]);
}

#[test]
fn orders_do_not_outlive_their_giver() {
    let mut hall = Hall::turn(3, quietly());
    hall.ok(1, Request::Order { seat: Seat(0), orders: vec![order(&[("work", "fetch")])] });
    hall.ok(1, Request::HandOver { seat: Seat(0), to: UserId(STRANGER) });
    assert!(hall.council().orders.is_empty());
}

#[test]
fn a_table_without_people_waits_until_somebody_takes_a_seat() {
    let mut hall = Hall::turn(2, quietly());
    let due = hall.due("work").unwrap();
    hall.wait(Span::hours(1));
    hall.ok(1, Request::Leave);
    hall.ok(2, Request::Leave);
    assert!(hall.council().paused.is_some());
    assert_eq!(hall.next_wake(), None);
    hall.wait(Span::hours(1000));
    assert!(hall.open("work").is_some(), "the house does not play alone");
    assert_eq!(hall.no(1, hall.click("work", "wait")), Refusal::Paused);
    hall.ok(STRANGER, Request::Claim { seat: Seat(1) });
    assert_eq!(hall.council().paused, None);
    assert_eq!(hall.due("work"), Some(due + Span::hours(1000)));
    hall.say(STRANGER, "work", "wait");
}

#[test]
fn a_deserted_table_that_a_moderator_seats_goes_on() {
    let mut hall = Hall::morning(2, quietly());
    hall.ok(1, Request::Leave);
    hall.ok(2, Request::Lend { seat: Seat(1) });
    assert!(hall.council().paused.is_some());
    assert_eq!(hall.no(MODERATOR, Request::Resume), Refusal::NoPlayers);
    hall.ok(MODERATOR, Request::HandOver { seat: Seat(0), to: UserId(9) });
    assert_eq!(hall.council().paused, None);
}

#[test]
fn a_pause_made_by_hand_outlasts_a_change_of_seats() {
    let mut hall = Hall::morning(2, quietly());
    hall.ok(1, Request::Pause);
    hall.ok(1, Request::Lend { seat: Seat(0) });
    hall.ok(1, Request::Claim { seat: Seat(0) });
    assert!(hall.council().paused.is_some());
    hall.ok(1, Request::Resume);
    assert_eq!(hall.council().paused, None);
}
