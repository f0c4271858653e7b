//! What a campaign remembers after it was stored and brought back.

use emberhall::council::log::EntryKind;
use emberhall::council::settings::TurnMode;
use emberhall::council::{Refusal, Reply, Request};
use emberhall::game::Seat;

use crate::kit::{Hall, quietly, with_turns};

/// As after a restart: only the newest copy and the tail are remembered; the
/// rest is recalled if the campaign says that it needs it.
fn asked_after_a_restart(hall: &Hall, user: u64, deed: &Request) -> (Hall, Result<Reply, Refusal>) {
    let mut back = Hall { campaign: hall.restored(), ..hall.clone() };
    if back.campaign.needs_history(deed) {
        back.campaign.load_history(hall.log.clone()).unwrap();
    }
    let reply = back.ask(user, deed.clone());
    (back, reply)
}

#[test]
fn an_undo_reaches_back_past_the_newest_copy() {
    let mut hall = Hall::turn(3, with_turns(TurnMode::Strict));
    hall.ok(1, Request::Pause);
    hall.ok(1, Request::Resume);
    let seq = hall.log.iter().rev().find(|entry| match &entry.kind {
        EntryKind::Answer(answer) => answer.ask == "omen",
        _ => false,
    });
    let seq = seq.unwrap().seq;
    assert!(hall.kept.as_ref().unwrap().0 >= seq, "the copy is newer");
    for deed in [
        Request::PreviewUndo { back_to: Some(seq) },
        Request::Undo { back_to: seq, seen: hall.council().seq },
        Request::PreviewUndo { back_to: None },
    ] {
        let (back, reply) = asked_after_a_restart(&hall, 2, &deed);
        let mut live = hall.clone();
        assert_eq!(reply, live.ask(2, deed));
        assert!(reply.is_ok(), "{reply:?}");
        assert_eq!(back.save(), live.save());
    }
}

#[test]
fn a_seat_that_is_left_carries_an_undo_after_a_restart_too() {
    let mut hall = Hall::morning(3, with_turns(TurnMode::Strict));
    let gift = hall.log.iter().rev().find_map(|entry| match &entry.kind {
        EntryKind::Answer(answer) if answer.ask == "gift" => Some(entry.seq),
        _ => None,
    });
    let back_to = gift.unwrap();
    let Reply::Moved { motion } = hall.ok(2, Request::Undo { back_to, seen: hall.council().seq })
    else {
        panic!("the cold was rolled since")
    };
    hall.ok(1, Request::VoteMotion { motion, agree: true });
    for deed in [Request::Leave, Request::Lend { seat: Seat(2) }] {
        let (back, reply) = asked_after_a_restart(&hall, 3, &deed);
        let mut live = hall.clone();
        assert_eq!(reply, live.ask(3, deed));
        assert_eq!(reply, Ok(Reply::Done));
        assert_eq!((back.save(), back.council()), (live.save(), live.council()));
    }
}

#[test]
fn a_running_campaign_without_a_copy_of_its_game_is_not_restored() {
    let mut hall = Hall::morning(3, quietly());
    hall.kept = None;
    let charter = hall.campaign.charter().clone();
    let restored = emberhall::council::Campaign::restore(
        charter,
        crate::kit::game(100),
        hall.council().clone(),
        None,
        hall.log.clone(),
    );
    assert!(restored.is_err());
}

#[test]
fn a_copy_is_kept_with_every_chapter_and_after_every_undo() {
    let mut hall = Hall::of(3, with_turns(TurnMode::Strict));
    assert_eq!(hall.kept.as_ref().unwrap().0, hall.council().seq);
    hall.on_to("omen");
    assert_eq!(hall.kept.as_ref().unwrap().0, hall.council().seq);
    hall.on_to("work");
    hall.say(2, "work", "wait");
    let seq = hall.council().seq;
    assert!(hall.kept.as_ref().unwrap().0 < seq);
    hall.ok(2, Request::Undo { back_to: seq, seen: seq });
    assert_eq!(hall.kept.as_ref().unwrap().0, hall.council().seq);
}

#[test]
fn a_long_chapter_is_kept_now_and_then() {
    let mut hall = Hall::turn(3, quietly());
    let kept = hall.kept.as_ref().unwrap().0;
    for _ in 0..30 {
        hall.ok(1, Request::Pause);
        hall.ok(1, Request::Resume);
    }
    assert!(hall.kept.as_ref().unwrap().0 > kept);
}
