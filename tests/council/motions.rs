//! Motions before the whole table: undo past a reveal, and giving up.

use emberhall::council::log::EntryKind;
use emberhall::council::motion::MotionKind;
use emberhall::council::notice::NoticeKind;
use emberhall::council::settings::TurnMode;
use emberhall::council::{CampaignStatus, Refusal, Reply, Request, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, quietly, with_turns};

/// User 2 has fetched: dice were rolled.
fn rolled(seats: usize) -> (Hall, u64) {
    let mut hall = Hall::turn(seats, with_turns(TurnMode::Strict));
    let first = hall.council().seq + 1;
    hall.say(2, "work", "fetch");
    (hall, first)
}

fn moved(hall: &mut Hall, user: u64, back_to: u64) -> u32 {
    match hall.ok(user, Request::Undo { back_to, seen: hall.council().seq }) {
        Reply::Moved { motion } => motion,
        other => panic!("{other:?}"),
    }
}

fn voice(motion: u32, agree: bool) -> Request {
    Request::VoteMotion { motion, agree }
}

fn failed(hall: &Hall) -> usize {
    hall.news().filter(|news| matches!(news, NoticeKind::MotionFailed { .. })).count()
}

#[test]
fn past_a_reveal_all_must_agree() {
    let (mut hall, first) = rolled(3);
    let Reply::WouldUndo(seen) = hall.ok(1, Request::PreviewUndo { back_to: Some(first) }) else {
        panic!()
    };
    assert!(seen.unanimous);
    let motion = moved(&mut hall, 2, first);
    assert!(hall.open("where").is_some(), "nothing is undone yet");
    hall.ok(1, voice(motion, true));
    assert_eq!(hall.no(STRANGER, voice(motion, true)), Refusal::NotSeated);
    assert!(hall.council().motion.is_some());
    hall.ok(3, voice(motion, true));
    assert!(hall.council().motion.is_none());
    let what = EntryKind::Undo { back_to: first, answers: 1, by: UserId(2), unanimous: true };
    assert_eq!(hall.log.last().unwrap().kind, what);
    assert_eq!(hall.waited("work"), [2]);
}

#[test]
fn one_against_it_is_enough() {
    let (mut hall, first) = rolled(4);
    let motion = moved(&mut hall, 3, first);
    hall.ok(1, voice(motion, true));
    hall.ok(2, voice(motion, false));
    assert!(hall.council().motion.is_none());
    assert_eq!(failed(&hall), 1);
    assert_eq!(hall.no(4, voice(motion, true)), Refusal::NoSuchMotion);
    assert!(hall.open("where").is_some());
}

#[test]
fn a_motion_to_undo_lapses_when_the_game_goes_on_and_when_its_time_is_over() {
    let (mut hall, first) = rolled(3);
    let motion = moved(&mut hall, 2, first);
    hall.say(2, "where", "gate");
    assert_eq!((hall.council().motion.is_none(), failed(&hall)), (true, 1));
    assert_eq!(hall.no(1, voice(motion, true)), Refusal::NoSuchMotion);
    let (mut hall, first) = rolled(3);
    let question = hall.number("where");
    hall.ok(1, Request::Extend { question, span: Span::hours(99) });
    moved(&mut hall, 2, first);
    hall.wait(Span(Span::hours(24).0 - 1));
    assert!(hall.council().motion.is_some());
    hall.wait(Span(1));
    assert!(hall.council().motion.is_none());
    assert!(hall.open("where").is_some());
}

#[test]
fn only_one_motion_is_before_the_table_at_a_time() {
    let (mut hall, first) = rolled(3);
    moved(&mut hall, 2, first);
    assert_eq!(hall.no(1, Request::Abandon), Refusal::MotionOpen);
    let again = Request::Undo { back_to: first, seen: hall.council().seq };
    assert_eq!(hall.no(1, again), Refusal::MotionOpen);
}

#[test]
fn only_seats_of_people_have_a_voice() {
    let mut hall = Hall::held_by(&[1, 2, 0, 0], with_turns(TurnMode::Strict), 1).till("work");
    let first = hall.council().seq + 1;
    hall.say(2, "work", "fetch");
    let motion = moved(&mut hall, 2, first);
    hall.ok(1, voice(motion, true));
    assert!(hall.council().motion.is_none());
    assert_eq!(hall.waited("work"), [2]);
}

#[test]
fn a_motion_counts_anew_when_a_seat_changes_hands() {
    let (mut hall, first) = rolled(3);
    let motion = moved(&mut hall, 2, first);
    hall.ok(1, voice(motion, true));
    hall.ok(3, Request::Lend { seat: Seat(2) });
    assert!(hall.council().motion.is_none(), "all the people who are left agree");
    assert!(matches!(hall.log.last().unwrap().kind, EntryKind::Undo { unanimous: true, .. }));
}

#[test]
fn whoever_is_alone_agrees_at_once() {
    let mut hall = Hall::held_by(&[0, 2], with_turns(TurnMode::Strict), 1).till("work");
    let first = hall.council().seq + 1;
    hall.say(2, "work", "fetch");
    hall.ok(2, Request::Undo { back_to: first, seen: hall.council().seq });
    assert_eq!(hall.waited("work"), [2]);
}

#[test]
fn more_than_half_must_agree_to_give_up() {
    let mut hall = Hall::morning(4, quietly());
    let Reply::Moved { motion } = hall.ok(1, Request::Abandon) else { panic!() };
    assert!(matches!(hall.council().motion.as_ref().unwrap().kind, MotionKind::Abandon));
    hall.ok(2, voice(motion, true));
    assert_eq!(hall.council().status, CampaignStatus::Running, "half is not more than half");
    hall.say(1, "omen", "sing");
    hall.say(2, "omen", "sing");
    assert!(hall.council().motion.is_some(), "the game may go on meanwhile");
    hall.ok(3, voice(motion, true));
    assert_eq!(hall.council().status, CampaignStatus::Over);
    assert_eq!(
        hall.log.last().unwrap().kind,
        EntryKind::Ended { outcome: None, by: Some(UserId(1)) }
    );
}

#[test]
fn half_against_it_is_enough_to_go_on() {
    let mut hall = Hall::morning(4, quietly());
    let Reply::Moved { motion } = hall.ok(1, Request::Abandon) else { panic!() };
    hall.ok(2, voice(motion, false));
    assert!(hall.council().motion.is_some());
    hall.ok(1, voice(motion, false));
    assert!(hall.council().motion.is_none(), "whoever moved it may change their mind");
    assert_eq!(hall.council().status, CampaignStatus::Running);
}

#[test]
fn a_moderator_ends_a_campaign_at_once_and_a_stranger_never() {
    let mut hall = Hall::morning(4, quietly());
    assert_eq!(hall.no(STRANGER, Request::Abandon), Refusal::NotSeated);
    hall.ok(MODERATOR, Request::Abandon);
    assert_eq!(hall.council().status, CampaignStatus::Over);
    assert_eq!(hall.next_wake(), None);
}

#[test]
fn the_seed_that_is_revealed_is_the_one_that_was_promised() {
    let mut hall = Hall::morning(4, quietly());
    hall.ok(MODERATOR, Request::Abandon);
    let promised = hall.news().find_map(|news| match news {
        NoticeKind::Began { commitment, .. } => Some(commitment.clone()),
        _ => None,
    });
    let revealed = hall.news().find_map(|news| match news {
        NoticeKind::Ended { seed, salt, .. } => Some((*seed, salt.clone())),
        _ => None,
    });
    let (seed, salt) = revealed.unwrap();
    let charter = hall.campaign.charter();
    let hash = |seed, salt: &str| {
        emberhall::council::effects::commitment(&charter.game, &charter.pack, seed, salt)
    };
    assert_eq!(promised.as_deref(), Some(hash(seed, &salt).as_str()));
    assert_ne!(hash(seed + 1, &salt), hash(seed, &salt));
    assert_ne!(hash(seed, "pepper"), hash(seed, &salt));
    assert_eq!(hall.campaign.view(None, hall.now).commitment, promised.unwrap());
}

#[test]
fn a_deserted_table_keeps_its_motion_and_a_seat_that_was_for_it_carries_it_when_it_is_claimed() {
    let (mut hall, first) = rolled(3);
    moved(&mut hall, 1, first);
    for user in [1, 3, 2] {
        hall.ok(user, Request::Leave);
    }
    assert!(hall.council().deserted && hall.council().motion.is_some());
    hall.ok(STRANGER, Request::Claim { seat: Seat(0) });
    let what = EntryKind::Undo { back_to: first, answers: 1, by: UserId(1), unanimous: true };
    assert!(hall.log.iter().any(|entry| entry.kind == what), "a voice stays with its seat");
}
