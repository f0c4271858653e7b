//! Samples of every message of the hall, for the tests.
//!
//! The values are arbitrary. The tests check that every key of this module has a sample.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Names, decided_by, notice, public_decision, refusal};
use crate::council::ballot_result::{BallotEnd, BallotResult};
use crate::council::log::{DecidedBy, HouseReason};
use crate::council::motion::MotionKind;
use crate::council::notice::NoticeKind;
use crate::council::public_decision::{DecisionOutcome, PublicDecision};
use crate::council::seating::SeatState;
use crate::council::{Holder, Refusal, Settings, Timestamp, UserId};
use crate::game::{Localize, Message, Outcome, Progress, PublicEvent, Seat};

/// Localizer of a game with four messages.
pub struct Toy;

impl Localize for Toy {
    fn localize(&self, message: &Message) -> String {
        match message.key.as_str() {
            "role-north" => "the North Keeper".to_owned(),
            "ask-where" => "Where to?".to_owned(),
            "pick-lake" => "To the lake".to_owned(),
            "lacks-oil" => "No oil is left".to_owned(),
            other => format!("⟨{other}⟩"),
        }
    }
}

/// Names in the markup of a chat.
pub fn names() -> Names<'static> {
    Names {
        user: &|user| format!("<@{}>", user.0),
        seat: &|_| Message::new("role-north"),
        timestamp: &|at| format!("<t:{}:R>", at.0 / 1000),
    }
}

/// Every sample, as a message.
pub fn everything() -> Vec<Message> {
    let refused = refusals().into_iter().map(|sample| refusal(&sample, &names()));
    let decided = all_decided_by().into_iter().map(|sample| decided_by(&sample, &names()));
    let notices = notices().into_iter().filter_map(|sample| notice(&sample, &names()));
    let decisions = all_decided_by()
        .into_iter()
        .map(|sample| public_decision(&decision_made(sample), &|_| "Ada".to_owned()));
    refused.chain(decided).chain(notices).chain(decisions).collect()
}

pub fn refusals() -> Vec<Refusal> {
    use Refusal as R;
    let not_yours = |seats: &[Seat], users: &[UserId]| R::NotYours {
        seats: seats.to_vec(),
        users: users.to_vec(),
    };
    vec![
        R::Stale { open: Vec::new() },
        R::Stale { open: vec![7] },
        R::Stale { open: vec![7, 9] },
        R::NoSuchChoice,
        R::Blocked(Message::new("lacks-oil")),
        not_yours(&[Seat(0)], &[UserId(5)]),
        not_yours(&[Seat(0)], &[]),
        not_yours(&[], &[]),
        R::PublicDecides,
        R::NotTied,
        R::NotSeated,
        R::NotAllowed,
        R::NotBegun,
        R::BegunAlready,
        R::Over,
        R::Paused,
        R::NotPaused,
        R::NoDeadline,
        R::NoSuchRole,
        R::NoSuchSeat,
        R::Taken(UserId(5)),
        R::NotFree,
        R::NoPlayers,
        R::CannotBegin("five seats are too many".to_owned()),
        R::TimeOutOfRange,
        R::BadQuietHours,
        R::NothingToUndo,
        R::UndoNotYours,
        R::MovedOn,
        R::NoSuchMotion,
        R::MotionOpen,
        R::NoBallot,
        R::NotAdmitted,
        R::BotsDoNotVote,
        R::TooNew { from: None },
        R::TooNew { from: Some(Timestamp(90_000)) },
        R::Struck,
        R::NoSuchVote,
        R::NotOnOffer,
        R::LeaderCloses,
        R::TooEarly { from: Timestamp(90_000) },
        R::VotesMissing { users: vec![UserId(5)] },
        R::ModeratorsCall,
        R::NotAsked,
        R::StreetOver,
        R::AtTheTable,
        R::PingedAnyway,
        R::TooManySubscribers,
        R::BadOrder,
        R::TooManyOrders,
        R::CannotPlan,
        R::ChannelTaken(12),
        R::NoSuchCampaign,
        R::NoSuchGame("chess".to_owned()),
        R::Busy,
        R::NotStored,
        R::Internal,
    ]
}

/// A vote of the players, with the choice of each seat in order.
pub fn vote(votes: &[&str], tie: bool) -> DecidedBy {
    let choices = votes.iter().enumerate();
    DecidedBy::Vote {
        votes: choices.map(|(seat, key)| (Seat(seat as u8), (*key).to_owned())).collect(),
        tie,
    }
}

pub fn all_decided_by() -> Vec<DecidedBy> {
    let (seat, by) = (Seat(0), UserId(5));
    let public = |players_only, tie| DecidedBy::Public {
        tally: BTreeMap::from([("e1".to_owned(), 12), ("e2".to_owned(), 5), ("e3".to_owned(), 0)]),
        players_only,
        tie,
    };
    let reasons = [
        HouseReason::Plays(seat),
        HouseReason::Late,
        HouseReason::NoVotes,
        HouseReason::TieUnbroken,
        HouseReason::BreaksTie,
    ];
    let mut all = vec![
        vote(&["a", "a", "b", "a"], false),
        vote(&["a", "b"], true),
        vote(&["a"], false),
        vote(&["a", "a"], false),
        vote(&["a", "b", "c", "c"], false),
        vote(&[], false),
        DecidedBy::Seat { seat, by },
        DecidedBy::OnBehalf { seat, by },
        DecidedBy::Leader { seat, by },
        DecidedBy::Order { seat },
        DecidedBy::Away { seat },
        DecidedBy::Only,
        public(false, false),
        public(false, true),
        public(true, false),
        public(true, true),
    ];
    all.extend(reasons.map(|reason| DecidedBy::House { reason }));
    all
}

pub fn notices() -> Vec<NoticeKind> {
    let mut all = untimed_notices();
    for due in [None, Some(Timestamp(90_000))] {
        all.extend(timed_notices(due));
    }
    all.extend(change_notices());
    let ends = [Outcome::Won, Outcome::Lost { cause: "oil".to_owned() }];
    let ranking = Outcome::Ranking(vec![vec![Seat(0)], vec![Seat(1)]]);
    let ends = ends.into_iter().chain([ranking]).map(Some).chain([None]);
    all.extend(ends.map(|outcome| NoticeKind::Ended {
        outcome,
        seed: u64::MAX,
        salt: "ab".to_owned(),
    }));
    all
}

fn untimed_notices() -> Vec<NoticeKind> {
    let state = |holder| SeatState { role: "north".to_owned(), holder };
    let (free, held) = (state(Holder::Nobody), state(Holder::User(UserId(5))));
    let asked = (Message::new("ask-where"), Message::new("pick-lake"));
    let answered = |words| NoticeKind::Answered {
        question: 7,
        ask: "where".to_owned(),
        words,
        decided_by: vote(&["a", "a", "b", "a"], false),
        progress: Progress::default(),
        events: Vec::new(),
        street: Vec::new(),
    };
    let stopped = |why: &str| NoticeKind::OrderStopped { seat: Seat(0), why: Message::new(why) };
    vec![
        NoticeKind::Lobby { seats: vec![held.clone()] },
        NoticeKind::Lobby { seats: vec![free.clone()] },
        NoticeKind::Lobby { seats: vec![free.clone(), free, held] },
        NoticeKind::Began {
            commitment: "cafe".to_owned(),
            progress: Progress::default(),
            events: Vec::new(),
        },
        NoticeKind::Voted { question: 7 },
        NoticeKind::Relayed { question: 7, seat: Seat(0) },
        answered(None),
        answered(Some(asked)),
        NoticeKind::Withdrawn { question: 7 },
        stopped("lacks-oil"),
        stopped("order-unforeseen"),
        stopped("order-not-offered"),
        NoticeKind::BallotTally { edition: 1 },
        NoticeKind::StreetSpoke { question: 3 },
        NoticeKind::BallotResult { edition: 1, result: Box::new(ballot_result()) },
        NoticeKind::LastCall { edition: 1, closes: Timestamp(90_000), role: None },
        decision_outcome(DecisionOutcome::Seen { after: 1, event: seen_event() }),
        decision_outcome(DecisionOutcome::Unseen),
        decision_outcome(DecisionOutcome::Undone),
        NoticeKind::Shown,
        NoticeKind::MotionFailed { motion: 8 },
    ]
}

fn decision_outcome(outcome: DecisionOutcome) -> NoticeKind {
    NoticeKind::DecisionOutcome { edition: 1, outcome: Box::new(outcome) }
}

fn seen_event() -> PublicEvent {
    let text = Message::new("pick-lake");
    PublicEvent { kind: "seen".to_owned(), text, data: Value::Null, by_public: false }
}

/// A decision for choice `a`, which some of the sample votes are for.
pub fn decision_made(decided_by: DecidedBy) -> PublicDecision {
    PublicDecision {
        seq: 9,
        edition: Some(1),
        ask: "where".to_owned(),
        choice: "a".to_owned(),
        label: Message::new("pick-lake"),
        round: 2,
        decided_by,
        sealed: false,
        first_seen: None,
    }
}

fn ballot_result() -> BallotResult {
    BallotResult {
        prompt: Some(Message::new("ask-where")),
        tally: vec![(Message::new("pick-lake"), 3)],
        cast: 3,
        turnout: 5,
        player_votes: Vec::new(),
        leader: None,
        end: BallotEnd::Counted,
    }
}

fn timed_notices(due: Option<Timestamp>) -> Vec<NoticeKind> {
    let question = 7;
    let asked = |private| NoticeKind::Asked { question, ask: "where".to_owned(), private, due };
    let tied = vec!["a".to_owned(), "b".to_owned()];
    vec![
        asked(None),
        asked(Some(Seat(0))),
        NoticeKind::Escalated { question, tied: Vec::new(), due },
        NoticeKind::Escalated { question, tied, due },
        NoticeKind::Reminder { question, due },
        NoticeKind::Ballot { edition: 1, closes: due, role: None },
        NoticeKind::Motion { motion: 8, kind: MotionKind::Undo { back_to: 3 }, due },
        NoticeKind::Motion { motion: 8, kind: MotionKind::Abandon, due },
        NoticeKind::Extended { question, due },
    ]
}

fn change_notices() -> Vec<NoticeKind> {
    let (seat, by) = (Seat(0), UserId(5));
    let held = Holder::User(by);
    let house = Holder::House { lent_by: None };
    let undone = |answers, unanimous| NoticeKind::Undone {
        answers,
        words: Vec::new(),
        by,
        unanimous,
        progress: Progress::default(),
    };
    vec![
        undone(1, false),
        undone(3, false),
        undone(1, true),
        undone(3, true),
        NoticeKind::SeatChanged { seat, from: held, to: Holder::Nobody },
        NoticeKind::SeatChanged { seat, from: house, to: held },
        NoticeKind::SeatChanged { seat, from: Holder::Nobody, to: house },
        NoticeKind::SeatChanged { seat, from: held, to: Holder::House { lent_by: Some(by) } },
        NoticeKind::Settings { settings: Box::new(Settings::default()) },
        NoticeKind::VoteStruck { by },
        NoticeKind::Paused { by: None },
        NoticeKind::Paused { by: Some(by) },
        NoticeKind::Resumed { by },
    ]
}
