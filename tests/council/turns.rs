//! Who may click for the active seat: strict, relay, open, leader.

use emberhall::council::log::{DecidedBy, HouseReason};
use emberhall::council::notice::NoticeKind;
use emberhall::council::question::Escalation;
use emberhall::council::settings::{Pace, TurnMode};
use emberhall::council::{Refusal, Request, Settings, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, quietly, with_turns};

/// Which of the advisors may act now.
fn may(hall: &Hall, ask: &str) -> Vec<u64> {
    let able = |user: &u64| hall.clone().ask(*user, hall.click(ask, "wait")).is_ok();
    let can: Vec<u64> = [1, 2, 3, 4, STRANGER, MODERATOR].into_iter().filter(able).collect();
    for user in [1, 2, 3, 4, STRANGER] {
        let panel = hall.campaign.view(Some(UserId(user)), hall.now);
        let yours = panel.questions.iter().find(|asked| asked.ask == ask).unwrap().yours;
        assert_eq!(yours, can.contains(&user), "the panel says otherwise for {user}");
    }
    can
}

// The turns of the first round go from the second seat on: users 2, 3, 4, 1.

#[test]
fn each_mode_says_who_may_click_for_the_active_seat() {
    for (turns, first, later) in [
        (TurnMode::Strict, vec![2], vec![2]),
        (TurnMode::Relay, vec![2], vec![1, 2, 3, 4]),
        (TurnMode::Open, vec![1, 2, 3, 4], vec![1, 2, 3, 4]),
        (TurnMode::Leader, vec![2], vec![2]),
    ] {
        let mut hall = Hall::turn(4, with_turns(turns));
        assert_eq!(may(&hall, "work"), first, "{turns:?} at once");
        assert_eq!(hall.waited("work"), first, "{turns:?} at once");
        hall.wait(Span::hours(2));
        assert_eq!(may(&hall, "work"), later, "{turns:?} later");
        assert_eq!(hall.waited("work"), later, "{turns:?} later");
    }
}

#[test]
fn the_leader_acts_for_every_seat_in_leader_mode() {
    let mut hall = Hall::turn(4, with_turns(TurnMode::Leader));
    for seat in [1, 2, 3, 0] {
        assert_eq!(may(&hall, "work"), [2]);
        assert_eq!(
            hall.open("work").unwrap().resolver,
            emberhall::council::question::Resolver::Turn(Seat(seat))
        );
        hall.say(2, "work", "wait");
        assert_eq!(hall.how("work"), DecidedBy::Leader { seat: Seat(1), by: UserId(2) });
    }
}

#[test]
fn an_answer_for_another_seat_is_named_as_such() {
    let mut hall = Hall::turn(4, with_turns(TurnMode::Open));
    hall.say(4, "work", "wait");
    assert_eq!(hall.how("work"), DecidedBy::OnBehalf { seat: Seat(1), by: UserId(4) });
    hall.say(3, "work", "wait");
    assert_eq!(hall.how("work"), DecidedBy::Seat { seat: Seat(2), by: UserId(3) });
}

#[test]
fn a_turn_nobody_takes_is_the_houses_or_the_leaders_in_strict_mode() {
    for turns in [TurnMode::Relay, TurnMode::Open, TurnMode::Leader] {
        let mut hall = Hall::turn(3, with_turns(turns));
        hall.wait(Span::hours(24));
        assert_eq!(hall.how("work"), DecidedBy::House { reason: HouseReason::Late }, "{turns:?}");
    }
    let mut hall = Hall::turn(3, with_turns(TurnMode::Strict));
    hall.say(2, "work", "wait");
    hall.wait(Span::hours(24));
    assert_eq!(hall.open("work").unwrap().escalation, Some(Escalation::Late));
    assert_eq!(may(&hall, "work"), [2, 3], "the leader, and the holder who comes late");
    hall.wait(Span::hours(6));
    assert_eq!(hall.how("work"), DecidedBy::House { reason: HouseReason::Late });
}

#[test]
fn the_window_of_the_relay_is_its_holders_to_the_millisecond() {
    let window = Settings { window: Some(Span::minutes(30)), ..quietly() };
    let mut hall = Hall::turn(4, window);
    let until = hall.council().turn.unwrap().until;
    assert_eq!(until, hall.now + Span::minutes(30));
    assert_eq!(hall.next_wake(), Some(until));
    hall.wait(Span(Span::minutes(30).0 - 1));
    assert!(matches!(hall.not(4, "work", "wait"), Refusal::NotYours { .. }));
    hall.wait(Span(1));
    hall.say(4, "work", "wait");
}

#[test]
fn the_others_are_called_once_when_the_window_is_over() {
    let mut hall = Hall::turn(4, quietly());
    let number = hall.number("work");
    hall.wait(Span::hours(3));
    let relayed: Vec<_> = hall
        .told
        .iter()
        .filter(
            |(_, n)| matches!(n.kind, NoticeKind::Relayed { question, .. } if question == number),
        )
        .collect();
    assert_eq!(relayed.len(), 1);
    let called: Vec<u64> = relayed[0].1.ping.iter().map(|user| user.0).collect();
    assert_eq!(called, [1, 3, 4]);
}

#[test]
fn whoever_was_here_gets_a_window_and_whoever_was_not_holds_nobody_up_twice() {
    let mut hall = Hall::turn(4, quietly());
    hall.wait(Span::hours(5));
    // User 4 acts for the second seat; user 3 has not been seen for five hours.
    hall.say(4, "work", "wait");
    assert_eq!(may(&hall, "work"), [1, 2, 3, 4], "the window of this chapter has passed");
    // User 4 is here: the window is theirs.
    hall.say(1, "work", "wait");
    assert_eq!(may(&hall, "work"), [4]);
    hall.wait(Span::hours(1));
    assert_eq!(may(&hall, "work"), [1, 2, 3, 4]);
}

#[test]
fn the_questions_that_follow_a_turn_share_its_window() {
    let mut hall = Hall::turn(4, quietly());
    hall.wait(Span::minutes(40));
    hall.say(2, "work", "light");
    assert_eq!(hall.waited("where"), [2]);
    hall.wait(Span::minutes(20));
    assert_eq!(hall.waited("where"), [1, 2, 3, 4]);
}

#[test]
fn a_seat_with_two_turns_in_a_row_gets_a_window_for_each() {
    // With two seats the last of a round is the first of the next.
    let mut hall = Hall::turn(2, quietly());
    hall.say(2, "work", "wait");
    hall.wait(Span::hours(5));
    hall.say(1, "work", "wait");
    hall.on_to("omen");
    hall.say(2, "omen", "sing");
    hall.wait(Span::hours(2));
    hall.say(1, "omen", "sing");
    assert_eq!(hall.leader(), 1);
    let turn = hall.council().turn.unwrap();
    assert_eq!((turn.seat, turn.until), (Seat(0), hall.now + Span::hours(1)));
    assert_eq!(hall.waited("work"), [1], "a new turn begins with its holder's window");
}

#[test]
fn an_untimed_table_has_a_window_of_an_hour_and_waits_for_ever() {
    let mut hall = Hall::turn(3, Settings { pace: Pace::Untimed, ..quietly() });
    assert_eq!(hall.waited("work"), [2]);
    hall.wait(Span::hours(1));
    assert_eq!(hall.waited("work"), [1, 2, 3]);
    hall.wait(Span::hours(10_000));
    assert!(hall.open("work").is_some());
    hall.say(3, "work", "wait");
}

#[test]
fn the_shortest_window_is_a_minute() {
    let hall = Hall::turn(3, Settings { pace: Pace::Live, ..quietly() });
    assert_eq!(hall.council().turn.unwrap().until, hall.now + Span::MINUTE);
}

#[test]
fn a_mode_that_is_changed_in_a_turn_counts_at_once() {
    let mut hall = Hall::turn(4, with_turns(TurnMode::Strict));
    assert_eq!(may(&hall, "work"), [2]);
    hall.set(|settings| settings.turns = TurnMode::Open);
    assert_eq!(may(&hall, "work"), [1, 2, 3, 4]);
}

#[test]
fn a_seat_of_the_house_takes_its_turn_at_once() {
    for turns in [TurnMode::Strict, TurnMode::Relay, TurnMode::Open] {
        let mut hall = Hall::held_by(&[1, 2, 0], with_turns(turns), 1).till("work");
        hall.say(2, "work", "wait");
        assert_eq!(
            hall.last_of("work").decided_by,
            DecidedBy::House { reason: HouseReason::Plays(Seat(2)) }
        );
    }
    let mut hall = Hall::turn(3, with_turns(TurnMode::Relay));
    hall.ok(2, Request::Lend { seat: Seat(1) });
    assert_eq!(
        hall.last_of("work").decided_by,
        DecidedBy::House { reason: HouseReason::Plays(Seat(1)) }
    );
}
