//! Answering for the absent: small questions that others cover, and what
//! somebody said to answer while away.

use emberhall::council::log::DecidedBy;
use emberhall::council::notice::NoticeKind;
use emberhall::council::settings::SmallQuestionMode;
use emberhall::council::{Refusal, Request, Settings, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, STRANGER, quietly};

fn mending(small: SmallQuestionMode) -> Hall {
    Hall::mending(Settings { small_questions: small, ..quietly() })
}

#[test]
fn a_small_question_is_for_any_advisor_when_the_window_of_its_seat_is_over() {
    let mut hall = mending(SmallQuestionMode::Relay);
    assert_eq!(hall.waited("mend"), [3]);
    assert!(matches!(hall.not(1, "mend", "patch"), Refusal::NotYours { .. }));
    let number = hall.number("mend");
    let from = hall.open("mend").unwrap().substitution.unwrap().from;
    hall.wait(from - hall.now);
    assert_eq!(hall.waited("mend"), [1, 2, 3]);
    let told = |news: &NoticeKind| *news == NoticeKind::Relayed { question: number, seat: Seat(2) };
    assert_eq!(hall.news().filter(|news| told(news)).count(), 1);
    assert!(matches!(hall.not(STRANGER, "mend", "patch"), Refusal::NotYours { .. }));
    hall.say(1, "mend", "trim");
    assert_eq!(hall.how("mend"), DecidedBy::OnBehalf { seat: Seat(2), by: UserId(1) });
}

#[test]
fn whoever_was_there_a_moment_ago_gets_the_whole_window() {
    let mut hall = mending(SmallQuestionMode::Relay);
    let opened = hall.open("mend").unwrap().opened;
    let from = hall.open("mend").unwrap().substitution.unwrap().from;
    assert!(from - opened <= Span::hours(1), "never more than the window");
    hall.say(3, "mend", "trim");
    assert_eq!(hall.how("mend"), DecidedBy::Seat { seat: Seat(2), by: UserId(3) });
}

#[test]
fn small_questions_that_are_open_are_for_any_advisor_at_once() {
    let mut hall = mending(SmallQuestionMode::Open);
    assert_eq!(hall.waited("mend"), [1, 2, 3]);
    hall.say(2, "mend", "patch");
    assert_eq!(hall.how("mend"), DecidedBy::OnBehalf { seat: Seat(2), by: UserId(2) });
}

#[test]
fn the_cover_stands_still_while_the_campaign_is_paused() {
    let mut hall = mending(SmallQuestionMode::Relay);
    let from = hall.open("mend").unwrap().substitution.unwrap().from;
    hall.ok(1, Request::Pause);
    hall.wait(Span::hours(10));
    hall.ok(1, Request::Resume);
    assert_eq!(hall.open("mend").unwrap().substitution.unwrap().from, from + Span::hours(10));
    assert_eq!(hall.waited("mend"), [3]);
}

fn away(seat: u8, ask: &str, choice: &str) -> Request {
    Request::SetAwayAnswer {
        seat: Seat(seat),
        ask: ask.to_owned(),
        choice: Some(choice.to_owned()),
    }
}

#[test]
fn what_somebody_said_to_answer_is_taken_when_they_are_away_and_not_before() {
    let mut hall = mending(SmallQuestionMode::Strict);
    hall.ok(3, away(2, "mend", "trim"));
    assert!(hall.open("mend").is_some(), "whoever is there is asked");
    hall.wait(Span(Span::minutes(5).0 - 1));
    assert!(hall.open("mend").is_some());
    hall.wait(Span(1));
    assert_eq!(hall.how("mend"), DecidedBy::Away { seat: Seat(2) });
    assert_eq!(hall.last_of("mend").choice, "trim");
}

#[test]
fn whoever_is_away_already_does_not_hold_the_table_up() {
    let mut hall = Hall::of(3, quietly());
    hall.steer.insert("work", "light");
    hall.on_to("where");
    hall.ok(3, away(2, "mend", "patch"));
    let question = hall.open("where").unwrap().clone();
    hall.settle(&question);
    hall.wait(Span::minutes(6));
    // The seat's own turn first; then others' turns, with its holder gone again.
    hall.say(3, "work", "wait");
    hall.wait(Span::minutes(6));
    let active = hall.waited("work")[0];
    hall.say(active, "work", "repair");
    assert_eq!(hall.how("mend"), DecidedBy::Away { seat: Seat(2) });
    assert!(hall.open("mend").is_none());
}

#[test]
fn only_the_holder_says_what_to_answer_and_a_new_holder_starts_afresh() {
    let mut hall = mending(SmallQuestionMode::Strict);
    assert!(matches!(hall.no(1, away(2, "mend", "trim")), Refusal::NotYours { .. }));
    hall.ok(3, away(2, "mend", "trim"));
    assert_eq!(hall.council().away[&Seat(2)]["mend"], "trim");
    hall.ok(3, Request::HandOver { seat: Seat(2), to: UserId(9) });
    assert!(hall.council().away.is_empty());
    hall.wait(Span::hours(1));
    assert_eq!(hall.waited("mend"), [9]);
}

#[test]
fn an_answer_that_cannot_be_taken_is_not_taken_and_does_not_wake_the_table_for_ever() {
    let mut hall = mending(SmallQuestionMode::Strict);
    hall.ok(3, away(2, "mend", "burn"));
    hall.wait(Span::hours(1));
    assert_eq!(hall.waited("mend"), [3]);
    assert!(hall.next_wake().is_some_and(|wake| wake > hall.now));
    hall.ok(3, Request::SetAwayAnswer { seat: Seat(2), ask: "mend".to_owned(), choice: None });
    assert!(hall.council().away.is_empty());
    let long = away(2, "mend", &"x".repeat(100));
    assert_eq!(hall.no(3, long), Refusal::BadOrder);
}
