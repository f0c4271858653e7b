//! Undo: free for whoever acted and for the leader, past a reveal only if all
//! agree; it says first what it would take back, and erases nothing.

use emberhall::council::log::{DecidedBy, EntryKind};
use emberhall::council::notice::NoticeKind;
use emberhall::council::request::UndoPreview;
use emberhall::council::settings::TurnMode;
use emberhall::council::{Refusal, Reply, Request, Settings, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, order, quietly, with_turns};

fn preview(hall: &mut Hall, user: u64, back_to: Option<u64>) -> UndoPreview {
    match hall.ok(user, Request::PreviewUndo { back_to }) {
        Reply::WouldUndo(undoing) => undoing,
        other => panic!("{other:?}"),
    }
}

fn undo(hall: &Hall, back_to: u64) -> Request {
    Request::Undo { back_to, seen: hall.council().seq }
}

/// Three turns of the first round, nothing revealed: users 2, 3, 4 waited.
fn three_turns() -> (Hall, u64) {
    let mut hall = Hall::turn(4, with_turns(TurnMode::Strict));
    let first = hall.council().seq + 1;
    for user in [2, 3, 4] {
        hall.say(user, "work", "wait");
    }
    (hall, first)
}

#[test]
fn whoever_acted_or_leads_may_take_it_back_and_nobody_else() {
    let (hall, first) = three_turns();
    let last = first + 2;
    for (user, back_to, may) in [
        (4, last, true),
        (2, last, true),
        (3, last, false),
        (1, last, false),
        (MODERATOR, last, false),
        // What others did since goes with it: only the leader may.
        (2, first, true),
        (3, first + 1, false),
        (4, first + 1, false),
    ] {
        let mut hall = hall.clone();
        let before = hall.log.len();
        let done = hall.ask(user, undo(&hall, back_to));
        assert_eq!(done.is_ok(), may, "user {user} from {back_to}: {done:?}");
        if !may {
            assert_eq!(done, Err(Refusal::UndoNotYours));
            continue;
        }
        let answers = (last + 1 - back_to) as u32;
        let what = EntryKind::Undo { back_to, answers, by: UserId(user), unanimous: false };
        assert_eq!((hall.log.len(), &hall.log[before].kind), (before + 1, &what));
    }
    let mut hall = hall;
    assert_eq!(hall.no(STRANGER, undo(&hall, last)), Refusal::NotSeated);
}

#[test]
fn the_holder_may_take_back_what_was_done_on_the_seats_behalf_and_by_its_order() {
    let mut hall = Hall::turn(4, with_turns(TurnMode::Open));
    hall.say(4, "work", "wait");
    let last = hall.council().seq;
    for user in [2, 4] {
        let mut hall = hall.clone();
        hall.ok(user, undo(&hall, last));
    }
    assert_eq!(hall.no(1, undo(&hall, last)), Refusal::UndoNotYours);
    hall.ok(3, Request::Order { seat: Seat(2), orders: vec![order(&[("work", "wait")])] });
    assert_eq!(hall.how("work"), DecidedBy::Order { seat: Seat(2) });
    let last = hall.council().seq;
    assert_eq!(hall.no(1, undo(&hall, last)), Refusal::UndoNotYours);
    hall.ok(3, undo(&hall, last));
}

#[test]
fn what_the_house_did_is_the_leaders_to_take_back() {
    let mut hall = Hall::turn(4, with_turns(TurnMode::Open));
    hall.wait(Span::hours(24));
    assert!(matches!(hall.how("work"), DecidedBy::House { .. }));
    if hall.last().undo_barrier {
        return;
    }
    let last = hall.council().seq;
    assert_eq!(hall.no(1, undo(&hall, last)), Refusal::UndoNotYours);
    hall.ok(2, undo(&hall, last));
}

#[test]
fn a_vote_is_undone_by_the_leader_or_by_the_only_person_in_it() {
    let mut hall = Hall::turn(3, quietly());
    hall.steer.insert("work", "rest");
    hall.on_to("stop");
    hall.say(1, "stop", "no");
    hall.say(3, "stop", "no");
    let last = hall.last_of("stop");
    let seq = hall.council().seq;
    assert_eq!((last.undo_barrier, last.choice.as_str()), (false, "no"));
    assert_eq!(hall.no(1, undo(&hall, seq)), Refusal::UndoNotYours);
    hall.clone().ok(2, undo(&hall, seq));
    // Alone with the house, and not the leader: nobody else is there to ask.
    let mut hall = Hall::held_by(&[1, 0, 1], quietly(), 1).till("work");
    hall.steer.insert("work", "rest");
    hall.on_to("stop");
    assert_eq!(hall.leader(), 0);
    hall.say(1, "stop", "no");
    let seq = hall.council().seq;
    assert!(matches!(hall.how("stop"), DecidedBy::Vote { .. }) && !hall.last().undo_barrier);
    hall.ok(1, undo(&hall, seq));
    assert!(hall.open("stop").is_some());
}

#[test]
fn it_says_first_exactly_what_would_go() {
    let (mut hall, first) = three_turns();
    let seen = preview(&mut hall, 4, None);
    assert_eq!((seen.back_to, seen.seen, seen.answers), (first + 2, first + 2, 1));
    assert!(!seen.unanimous);
    let all = preview(&mut hall, 2, Some(first));
    assert_eq!((all.answers, all.words.len()), (3, 3));
    let before = hall.clone();
    hall.ok(2, undo(&hall, first));
    let NoticeKind::Undone { answers, words, .. } =
        hall.news().find(|news| matches!(news, NoticeKind::Undone { .. })).unwrap()
    else {
        panic!()
    };
    assert_eq!((*answers, words), (3, &all.words));
    assert_eq!(before.log[..], hall.log[..before.log.len()], "the log keeps everything");
    assert_eq!(hall.waited("work"), [2]);
}

#[test]
fn an_undo_shown_before_the_table_moved_on_does_nothing() {
    let (mut hall, first) = three_turns();
    let stale = undo(&hall, first + 2);
    hall.say(1, "work", "wait");
    assert_eq!(hall.no(4, stale), Refusal::MovedOn);
}

#[test]
fn there_is_nothing_to_undo_before_anything_was_done_or_at_an_entry_that_is_no_answer() {
    let mut hall = Hall::of(3, quietly());
    assert_eq!(hall.no(1, Request::PreviewUndo { back_to: None }), Refusal::NothingToUndo);
    for back_to in [0, 1, 2, 99, u64::MAX] {
        assert_eq!(hall.no(1, undo(&hall, back_to)), Refusal::NothingToUndo);
        let ask = Request::PreviewUndo { back_to: Some(back_to) };
        assert_eq!(hall.no(1, ask), Refusal::NothingToUndo);
    }
    let (mut hall, first) = three_turns();
    hall.ok(4, undo(&hall, first + 2));
    assert_eq!(hall.no(4, undo(&hall, first + 2)), Refusal::NothingToUndo, "it is gone already");
}

#[test]
fn the_number_of_a_question_never_comes_back() {
    let (mut hall, first) = three_turns();
    let late = hall.click("work", "wait");
    let numbers = hall.council().numbers;
    hall.ok(2, undo(&hall, first));
    assert!(hall.number("work") > numbers);
    assert!(matches!(hall.no(2, late), Refusal::Stale { .. }));
    hall.say(2, "work", "wait");
    hall.say(3, "work", "wait");
    let mut seen: Vec<u32> = Vec::new();
    for entry in &hall.log {
        if let EntryKind::Answer(answer) = &entry.kind {
            assert!(!seen.contains(&answer.question), "number {} came back", answer.question);
            seen.push(answer.question);
        }
    }
}

#[test]
fn a_secret_is_left_out_of_what_others_are_told() {
    let mut hall = Hall::of(3, quietly());
    let question = hall.council().questions[0].number;
    hall.ok(1, Request::Choose { question, choice: "wool".to_owned(), seat: None });
    let seq = hall.council().seq;
    let own = preview(&mut hall, 1, Some(seq));
    let other = preview(&mut hall, 2, Some(seq));
    assert_eq!((own.answers, own.words.len()), (1, 1));
    assert_eq!((other.answers, other.words.len()), (1, 0));
    hall.ok(1, undo(&hall, seq));
    let told = hall.news().find(|news| matches!(news, NoticeKind::Undone { .. })).unwrap();
    assert!(matches!(told, NoticeKind::Undone { answers: 1, words, .. } if words.is_empty()));
}

#[test]
fn votes_on_another_question_are_not_lost_by_an_undo() {
    // A dusk at which somebody grieves beside the vote.
    let mut hall = (1..60)
        .map(|seed| {
            let mut hall = Hall::seeded(3, quietly(), seed);
            hall.on_to("answer");
            hall
        })
        .find(|hall| hall.open("grief").is_some())
        .expect("somebody grieves");
    hall.say(1, "answer", "share");
    let number = hall.number("answer");
    let due = hall.due("answer");
    let mourner = hall.waited("grief")[0];
    hall.wait(Span::hours(1));
    hall.say(mourner, "grief", "weep");
    let seq = hall.council().seq;
    assert!(!hall.last().undo_barrier);
    hall.ok(mourner, undo(&hall, seq));
    assert!(hall.open("grief").is_some());
    assert_eq!(hall.open("answer").unwrap().votes.len(), 1, "a vote was lost");
    assert_eq!((hall.number("answer"), hall.due("answer")), (number, due));
}

#[test]
fn an_undo_gives_the_questions_time_anew() {
    let (mut hall, first) = three_turns();
    hall.wait(Span::hours(3));
    hall.ok(2, undo(&hall, first));
    assert_eq!(hall.due("work"), Some(hall.now + Span::hours(24)));
}

#[test]
fn the_people_can_vote_again_for_a_law_whose_passing_was_undone() {
    let mut settings = Settings { turns: TurnMode::Strict, ..Settings::default() };
    settings.public_vote.turnout = 1;
    let mut hall = Hall::turn(3, settings);
    hall.sign(STRANGER, "e1");
    hall.sign(61, "e2");
    hall.sign(62, "e1");
    let first = hall.council().seq + 1;
    hall.say(2, "work", "preach");
    hall.wait(Span::hours(4));
    assert_eq!(hall.council().public_ballot.as_ref().unwrap().offers.len(), 5);
    hall.ok(2, undo(&hall, first));
    assert_eq!(hall.council().public_ballot.as_ref().unwrap().offers.len(), 6);
    hall.sign(STRANGER, "e1");
}
