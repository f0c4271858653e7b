//! Reminders: at half and at four fifths, once each, only to those waited for,
//! and never in somebody's quiet hours.

use emberhall::council::notice::NoticeKind;
use emberhall::council::settings::{Pace, TurnMode};
use emberhall::council::{QuietHours, Request, Settings, Span, Timestamp, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, STRANGER, at_pace, quietly, with_turns};

fn after(hours: i64) -> Timestamp {
    crate::kit::START + Span::hours(hours)
}

#[test]
fn those_who_are_waited_for_are_reminded_twice_and_once_each() {
    for (pace, half, most) in [
        (Pace::Live, Span::minutes(5), Span::minutes(8)),
        (Pace::Daily, Span::hours(12), Span::minutes(24 * 60 * 4 / 5)),
        (Pace::Relaxed, Span::hours(36), Span::minutes(72 * 60 * 4 / 5)),
    ] {
        let mut hall = Hall::morning(3, at_pace(pace));
        let (number, begun) = (hall.number("omen"), hall.now);
        hall.say(1, "omen", "bow");
        hall.wait(Span(pace.span().unwrap().0 - 1));
        let expected = [(begun + half, vec![2, 3]), (begun + most, vec![2, 3])];
        assert_eq!(hall.reminders(number), expected, "{pace:?}");
    }
}

#[test]
fn whoever_votes_in_between_is_not_reminded_again() {
    let mut hall = Hall::morning(4, quietly());
    let number = hall.number("omen");
    hall.say(1, "omen", "bow");
    hall.wait(Span::hours(15));
    hall.say(2, "omen", "sing");
    hall.wait(Span::hours(8));
    let whom: Vec<_> = hall.reminders(number).into_iter().map(|(_, whom)| whom).collect();
    assert_eq!(whom, [vec![2, 3, 4], vec![3, 4]]);
}

#[test]
fn a_sleeping_hall_reminds_once_not_for_every_mark_it_missed() {
    let mut hall = Hall::morning(3, quietly());
    let number = hall.number("omen");
    hall.sleep(Span::hours(23));
    assert_eq!(hall.reminders(number), [(after(23), vec![1, 2, 3])]);
    hall.wait(Span(Span::hours(1).0 - 1));
    assert_eq!(hall.reminders(number).len(), 1);
}

#[test]
fn nobody_is_reminded_while_the_clocks_stand_and_marks_move_with_them() {
    let mut hall = Hall::morning(3, quietly());
    let number = hall.number("omen");
    hall.wait(Span::hours(11));
    hall.ok(1, Request::Pause);
    hall.wait(Span::hours(100));
    assert!(hall.reminders(number).is_empty());
    hall.ok(1, Request::Resume);
    hall.wait(Span::hours(2));
    assert_eq!(hall.reminders(number), [(after(112), vec![1, 2, 3])]);
}

#[test]
fn quiet_hours_postpone_a_reminder_and_skip_one_past_the_deadline() {
    // Midnight to midnight; half is noon, four fifths 19:12.
    let mut hall = Hall::morning(3, quietly());
    hall.quiet.insert(UserId(1), QuietHours { from: 11 * 60, until: 14 * 60 });
    hall.quiet.insert(UserId(2), QuietHours { from: 18 * 60, until: 7 * 60 });
    let number = hall.number("omen");
    hall.wait(Span(Span::hours(24).0 - 1));
    let four_fifths = after(0) + Span::minutes(24 * 60 * 4 / 5);
    assert_eq!(
        hall.reminders(number),
        [(after(12), vec![2, 3]), (after(14), vec![1]), (four_fifths, vec![1, 3])]
    );
}

#[test]
fn two_reminders_that_fall_into_quiet_hours_become_one() {
    let mut hall = Hall::morning(3, quietly());
    hall.quiet.insert(UserId(1), QuietHours { from: 10 * 60, until: 20 * 60 });
    let number = hall.number("omen");
    hall.wait(Span(Span::hours(24).0 - 1));
    let mine: Vec<_> =
        hall.reminders(number).into_iter().filter(|(_, whom)| whom.contains(&1)).collect();
    assert_eq!(mine, [(after(20), vec![1])]);
}

#[test]
fn whoever_sleeps_when_a_question_opens_hears_of_it_in_the_morning() {
    let mut hall = Hall::of(3, quietly());
    hall.quiet.insert(UserId(3), QuietHours { from: 22 * 60, until: 7 * 60 });
    // The last gift is another's: whoever opens a question knows of it.
    for question in hall.council().questions.clone().iter().rev() {
        hall.settle(question);
    }
    let number = hall.number("omen");
    let asked = hall.told.iter().find(
        |(_, n)| matches!(&n.kind, NoticeKind::Asked { question, .. } if *question == number),
    );
    assert!(!asked.unwrap().1.ping.contains(&UserId(3)));
    hall.wait(Span::hours(8));
    assert_eq!(hall.reminders(number), [(after(7), vec![3])]);
}

#[test]
fn only_the_holder_is_reminded_of_a_turn_and_the_table_once_it_is_relayed() {
    let mut hall = Hall::turn(3, with_turns(TurnMode::Strict));
    let number = hall.number("work");
    hall.wait(Span(Span::hours(24).0 - 1));
    assert!(hall.reminders(number).iter().all(|(_, whom)| *whom == [2]));
    let mut hall = Hall::turn(3, quietly());
    let number = hall.number("work");
    hall.wait(Span(Span::hours(24).0 - 1));
    assert_eq!(hall.reminders(number).len(), 2);
    assert!(hall.reminders(number).iter().all(|(_, whom)| *whom == [1, 2, 3]));
}

#[test]
fn a_long_window_does_not_remind_its_holder_again_when_it_ends() {
    let mut hall = Hall::turn(3, Settings { window: Some(Span::hours(20)), ..quietly() });
    let number = hall.number("work");
    hall.wait(Span(Span::hours(24).0 - 1));
    let four_fifths = after(0) + Span::minutes(24 * 60 * 4 / 5);
    assert_eq!(hall.reminders(number), [(after(12), vec![2]), (four_fifths, vec![2])]);
}

#[test]
fn more_time_moves_the_marks_that_are_to_come_and_repeats_none() {
    let mut hall = Hall::morning(3, quietly());
    let number = hall.number("omen");
    hall.wait(Span::hours(13));
    hall.ok(1, Request::Extend { question: number, span: Span::hours(26) });
    hall.wait(Span(Span::hours(37).0 - 1));
    assert_eq!(hall.reminders(number), [(after(12), vec![1, 2, 3]), (after(40), vec![1, 2, 3])]);
}

#[test]
fn a_new_holder_is_told_of_what_waits_for_them() {
    let mut hall = Hall::morning(3, quietly());
    let number = hall.number("omen");
    hall.wait(Span::hours(1));
    hall.ok(1, Request::HandOver { seat: Seat(0), to: UserId(STRANGER) });
    hall.wait(Span::hours(1));
    assert_eq!(hall.reminders(number), [(after(1), vec![STRANGER])]);
}

#[test]
fn the_leader_is_reminded_of_a_tie_within_its_own_time() {
    let mut hall = Hall::morning(3, quietly());
    let number = hall.number("omen");
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "sing");
    hall.wait(Span::hours(24));
    hall.told.clear();
    hall.wait(Span(Span::hours(6).0 - 1));
    let four_fifths = after(24) + Span::minutes(6 * 60 * 4 / 5);
    assert_eq!(hall.reminders(number), [(after(27), vec![2]), (four_fifths, vec![2])]);
}

#[test]
fn an_untimed_question_reminds_nobody() {
    let mut hall = Hall::morning(3, at_pace(Pace::Untimed));
    let number = hall.number("omen");
    assert_eq!(hall.next_wake(), None);
    hall.wait(Span::hours(500));
    assert!(hall.reminders(number).is_empty());
}
