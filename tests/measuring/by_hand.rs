//! A short log written by hand: an undo, a pause, a seat that changes hands.

use std::collections::BTreeMap;

use emberhall::council::log::{Answered, DecidedBy, Entry, EntryKind};
use emberhall::council::seating::{SeatState, Seating};
use emberhall::council::settings::{Settings, TurnMode};
use emberhall::council::{CampaignStatus, Charter, Council, Holder, Span, Timestamp, UserId};
use emberhall::game::{Message, Progress, Seat};
use emberhall::simulate::measure::{Kept, Measured, measure, sum};

const ANN: UserId = UserId(1);
const BEN: UserId = UserId(2);
const CLEO: UserId = UserId(3);

fn answer(question: u32, decision: u32, ask: &str, how: DecidedBy) -> EntryKind {
    EntryKind::Answer(Answered {
        question,
        decision,
        ask: ask.to_owned(),
        choice: "yes".to_owned(),
        prompt: Message::new("prompt"),
        label: Message::new("label"),
        private: None,
        decided_by: how,
        undo_barrier: false,
    })
}

fn by(seat: u8, by: UserId) -> DecidedBy {
    DecidedBy::Seat { seat: Seat(seat), by }
}

/// Hours since the beginning, the round, and what was done.
fn log(of: Vec<(i64, u32, EntryKind)>) -> Vec<Entry> {
    let entry = |(seq, (hour, round, what)): (u64, (i64, u32, EntryKind))| Entry {
        seq,
        at: Timestamp(0) + Span::hours(1000 + hour),
        progress: Progress { round, phase: "day".to_owned() },
        kind: what,
    };
    (1..).zip(of).map(entry).collect()
}

fn council(holders: &[UserId], round: u32) -> Council {
    let chair = |user: &UserId| SeatState { role: "r".to_owned(), holder: Holder::User(*user) };
    Council {
        status: CampaignStatus::Running,
        settings: Settings { turns: TurnMode::Strict, ..Settings::default() },
        seating: Seating(holders.iter().map(chair).collect()),
        progress: Progress { round, phase: "day".to_owned() },
        ..Council::default()
    }
}

fn charter() -> Charter {
    Charter {
        game: "unknown".to_owned(),
        pack: String::new(),
        scenario: String::new(),
        options: BTreeMap::new(),
        seed: 1,
        salt: String::new(),
        server: 1,
        channel: 1,
    }
}

fn measured(council: &Council, entries: &[Entry]) -> Option<Measured> {
    measure(&Kept { charter: &charter(), council, entries }, None)
}

fn began() -> EntryKind {
    EntryKind::Began { commitment: String::new() }
}

#[test]
fn undo_pause_and_a_seat_that_changes_hands_are_counted_as_they_were() {
    let votes = [(Seat(0), "yes".to_owned()), (Seat(1), "yes".to_owned())];
    let vote = DecidedBy::Vote { votes: votes.into(), tie: false };
    let entries = log(vec![
        (0, 1, began()),
        (1, 1, answer(1, 1, "build", by(0, ANN))),
        (3, 1, answer(2, 2, "law", vote)),
        (4, 1, EntryKind::Paused { by: ANN }),
        (104, 1, EntryKind::Resumed { by: ANN }),
        (105, 1, answer(3, 3, "build", by(1, BEN))),
        (
            106,
            1,
            EntryKind::SeatChanged {
                seat: Seat(1),
                from: Holder::User(BEN),
                to: Holder::User(CLEO),
                by: BEN,
            },
        ),
        (107, 1, EntryKind::Undo { back_to: 6, answers: 1, by: ANN, unanimous: false }),
        (108, 1, answer(4, 3, "build", by(1, CLEO))),
        (110, 2, answer(5, 4, "build", by(0, ANN))),
    ]);
    let measured = measured(&council(&[ANN, CLEO], 2), &entries).unwrap();
    assert_eq!((measured.players, measured.whole, measured.replayed), (2, false, false));
    assert_eq!(measured.tally.rounds.keys().max(), Some(&1), "the second is not over");
    let round = measured.tally.rounds[&1];
    // Ann, Ann and Ben by vote, pause, its end, Ben, the seat, the undo, Cleo.
    assert_eq!(round.clicks, 9);
    // Ann to Ben in the vote, Ben to Cleo: he held no seat any more.
    assert_eq!((round.changes, round.handovers), (2, 2));
    assert_eq!(round.time, Span::hours(8).0, "a hundred hours the clocks stood");
    let build = &measured.tally.kinds["build"];
    assert_eq!((build.clicks, build.handovers), (3, 1));
    // Ann an hour, Ben two without the pause, Cleo one since the undo.
    assert_eq!(build.time, Span::hours(4).0);
    assert_eq!(measured.tally.kinds["law"].time, Span::hours(2).0);
    assert_eq!(build.how["seat"], 3, "what was taken back was decided, too");
}

#[test]
fn one_person_with_two_seats_votes_by_one_click_and_the_house_by_none() {
    let votes: BTreeMap<Seat, String> = (0..3).map(|n| (Seat(n), "yes".to_owned())).collect();
    let entries = log(vec![
        (0, 1, began()),
        (2, 1, answer(1, 1, "law", DecidedBy::Vote { votes, tie: false })),
        (3, 1, EntryKind::Ended { outcome: Some(emberhall::game::Outcome::Won), by: None }),
    ]);
    let mut council = council(&[ANN, ANN, BEN], 1);
    council.seating.0[2].holder = Holder::House { lent_by: None };
    let measured = measured(&council, &entries).unwrap();
    assert_eq!((measured.players, measured.whole), (1, true));
    let round = measured.tally.rounds[&1];
    assert_eq!((round.clicks, round.changes, round.handovers), (1, 0, 0));
}

#[test]
fn time_in_which_nobody_sits_there_does_not_count() {
    let chair = |from, to| EntryKind::SeatChanged { seat: Seat(0), from, to, by: ANN };
    let (ann, house) = (Holder::User(ANN), Holder::House { lent_by: None });
    let entries = log(vec![
        (0, 1, began()),
        (1, 1, chair(ann, house)),
        (500, 1, chair(house, ann)),
        (502, 1, answer(1, 1, "build", by(0, ANN))),
        (503, 2, answer(2, 2, "build", by(0, ANN))),
    ]);
    let measured = measured(&council(&[ANN], 2), &entries).unwrap();
    assert_eq!(measured.tally.rounds[&1].time, Span::hours(3).0);
}

#[test]
fn what_never_began_or_has_no_whole_round_is_in_no_table() {
    assert_eq!(measured(&council(&[ANN], 0), &[]), None);
    let young = measured(&council(&[ANN], 1), &log(vec![(0, 1, began())])).unwrap();
    let sums = sum(&[young]);
    assert_eq!((sums.tables.len(), sums.without_a_round), (0, 1));
}

#[test]
fn times_that_cannot_be_break_nothing() {
    let mut entries = log(vec![
        (0, 1, began()),
        (1, 1, answer(1, 1, "build", by(0, ANN))),
        (2, 1, answer(2, 2, "build", by(0, ANN))),
        (3, 2, answer(3, 3, "build", by(9, BEN))),
    ]);
    entries[1].at = Timestamp(i64::MIN);
    entries[2].at = Timestamp(i64::MAX);
    let measured = measured(&council(&[ANN], 2), &entries).unwrap();
    assert!(measured.tally.rounds[&1].time >= 0);
}
