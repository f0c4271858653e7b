//! Whole campaigns of simulated people: what was counted while they were played against what their
//! logs tell.
//!
//! `cargo test --test measuring simulated -- --nocapture` prints the figures.

use emberhall::council::notice::NoticeKind;
use emberhall::council::settings::TurnMode;
use emberhall::game::Game;
use emberhall::simulate::measure::{Kept, Measured, measure};
use emberhall::simulate::stats::{QuestionStats, TableStats};
use emberhall::simulate::table::{Followed, follow};

use crate::{game, sum, tables};

const SEEDS: u64 = 4;

/// People at the table, and beside it.
const SIZES: [(usize, Option<u32>); 5] =
    [(1, None), (2, None), (3, None), (4, None), (4, Some(60))];

fn measured(followed: &Followed, game: Option<&dyn Game>) -> Measured {
    let Followed { charter, council, entries, .. } = followed;
    measure(&Kept { charter, council, entries }, game).expect("it began")
}

/// Sums over several campaigns, a line of a table.
#[derive(Default)]
struct Line {
    clicks: u64,
    votes_ahead: u64,
    questions: u64,
    changes: u64,
    handovers: u64,
    calls: u64,
    minutes: i64,
}

impl Line {
    fn add(&mut self, tally: &TableStats) {
        let sum = sum(tally);
        let answers: u64 = tally.kinds.values().map(|kind| kind.clicks).sum();
        self.clicks += answers;
        self.votes_ahead += sum.clicks - answers;
        self.questions += sum.questions;
        self.changes += sum.changes;
        self.handovers += sum.handovers;
        self.calls += sum.calls;
        self.minutes += sum.time / 60_000;
    }

    fn print(&self, name: &str, rounds: u64) {
        let each = |n: u64| n as f64 / rounds as f64;
        println!(
            "  {name:<8} clicks {:.2} (+{:.2} on ballots) questions {:.2} changes {:.2} \
             handovers {:.2} calls {:.2} hours {:.2}",
            each(self.clicks),
            each(self.votes_ahead),
            each(self.questions),
            each(self.changes),
            each(self.handovers),
            each(self.calls),
            self.minutes as f64 / 60.0 / rounds as f64
        );
    }
}

/// Calls of these notices.
fn calls(followed: &Followed, wanted: impl Fn(&NoticeKind) -> bool) -> u64 {
    let wanted = followed.told.iter().filter(|(_, notice)| wanted(&notice.kind));
    wanted.map(|(_, notice)| notice.ping.len() as u64).sum()
}

/// What a log tells for certain.
fn assert_exact(followed: &Followed, known: &TableStats) {
    let counted = &followed.tally;
    assert_eq!(counted.rounds.keys().collect::<Vec<_>>(), known.rounds.keys().collect::<Vec<_>>());
    for (number, round) in &counted.rounds {
        let of = &known.rounds[number];
        let exact =
            |round: &emberhall::simulate::stats::Round| (round.questions, round.heard, round.time);
        assert_eq!(exact(round), exact(of), "round {number}");
    }
    // All but the handovers, and the Advisors' votes on the ballots of the people.
    let exact = |(ask, kind): (&String, &QuestionStats)| {
        (ask.clone(), kind.questions, kind.clicks, kind.time, kind.how.clone())
    };
    let all = |tally: &TableStats| tally.kinds.iter().map(exact).collect::<Vec<_>>();
    assert_eq!(all(counted), all(known));
    let (counted, known) = (&counted.polls, &known.polls);
    assert_eq!(counted.ballots, known.ballots);
    assert_eq!(counted.times, known.times);
    assert_eq!(counted.by_people, known.by_people);
    assert_eq!(counted.voices, known.voices);
    assert_eq!(counted.votes.len(), known.votes.len());
    // Where too few voted the log holds only the votes that counted.
    assert!(known.votes.iter().zip(&counted.votes).all(|(known, all)| known <= all));
}

/// Within this percentage, plus a fixed number.
fn near(name: &str, counted: u64, derived: u64, percent: u64, more: u64) {
    let off = counted.abs_diff(derived);
    assert!(off * 100 <= counted * percent + more * 100, "{name}: {derived}, not {counted}");
}

fn compare(turns: TurnMode, players: usize, public: Option<u32>) {
    let game = game();
    let tables = tables(&game, turns, players, public);
    let (mut counted, mut known, mut guessed) = (Line::default(), Line::default(), Line::default());
    let (mut rounds, mut at_once, mut later) = (0, 0, 0);
    for n in 0..SEEDS {
        let followed = follow(&game, &tables, n).unwrap();
        let (by_game, by_log) = (measured(&followed, Some(&*game)), measured(&followed, None));
        assert!(by_game.whole && by_game.replayed && !by_log.replayed);
        assert_eq!((by_game.players, by_game.turns), (players, turns));
        assert_exact(&followed, &by_game.tally);
        rounds += followed.tally.rounds.range(1..).count() as u64;
        at_once += calls(&followed, |news| matches!(news, NoticeKind::Asked { .. }));
        later += calls(&followed, |news| matches!(news, NoticeKind::Reminder { .. }));
        counted.add(&followed.tally);
        known.add(&by_game.tally);
        guessed.add(&by_log.tally);
    }
    println!("{turns:?}, {players} people, {public:?} beside, {rounds} rounds");
    counted.print("counted", rounds);
    known.print("measured", rounds);
    guessed.print("guessed", rounds);
    let each = |n: u64| n as f64 / rounds as f64;
    println!("  of the calls {:.2} at once, {:.2} as reminders", each(at_once), each(later));
    assert_eq!(known.votes_ahead, 0, "votes on ballots are not in the log");
    near("handovers", counted.handovers, known.handovers, 4, 2);
    near("changes", counted.changes, known.changes, 10, 2);
    assert!(known.changes <= counted.changes, "an order of votes is taken that has fewest");
    near("calls", at_once, known.calls, 15, 4);
    near("all calls", counted.calls, known.calls, 12, 2);
    assert!(known.calls >= at_once, "some are asleep and called later, or never");
    // Without the game: all but whose question it was.
    assert_eq!(guessed.clicks, known.clicks);
    assert_eq!(guessed.questions, known.questions);
    assert_eq!(guessed.minutes, known.minutes);
    assert_eq!(guessed.changes, known.changes);
}

#[test]
fn where_only_the_holder_of_a_seat_acts_the_log_tells_what_was_counted() {
    SIZES.into_iter().for_each(|(players, public)| compare(TurnMode::Strict, players, public));
}

#[test]
fn where_others_may_act_after_a_while_the_log_tells_what_was_counted() {
    SIZES.into_iter().for_each(|(players, public)| compare(TurnMode::Relay, players, public));
}

#[test]
fn where_anybody_or_the_leader_acts_the_log_tells_what_was_counted() {
    compare(TurnMode::Open, 4, None);
    compare(TurnMode::Leader, 4, None);
}

#[test]
fn a_round_that_is_not_over_is_left_out() {
    let game = game();
    let followed = follow(&game, &tables(&game, TurnMode::Relay, 2, None), 1).unwrap();
    let whole = measured(&followed, Some(&*game)).tally;
    // As it was in the middle of the third round.
    let third: Vec<u64> = followed
        .entries
        .iter()
        .filter(|entry| entry.progress.round == 3)
        .map(|entry| entry.seq)
        .collect();
    let until = third[third.len() / 2];
    let entries: Vec<_> =
        followed.entries.iter().filter(|entry| entry.seq <= until).cloned().collect();
    let mut council = followed.council.clone();
    council.progress.round = 3;
    let kept = Kept { charter: &followed.charter, council: &council, entries: &entries };
    let part = measure(&kept, Some(&*game)).unwrap();
    assert!(!part.whole);
    assert_eq!(part.tally.rounds.keys().max(), Some(&2));
    for number in [1, 2] {
        assert_eq!(part.tally.rounds[&number], whole.rounds[&number], "round {number}");
    }
    let clicks = |tally: &TableStats| tally.kinds.values().map(|kind| kind.clicks).sum::<u64>();
    assert_eq!(clicks(&part.tally), sum(&part.tally).clicks, "of two rounds as well");
}
