//! One of everything the hall can say, for the tests.
//!
//! May use: the words of `council`. Deliberately absent: meaning; the tests see
//! to it that no key of this folder is left out here.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Names, decree, how, news, refusal};
use crate::council::ballot_result::{BallotEnd, BallotResult};
use crate::council::log::{DecidedBy, HouseReason};
use crate::council::motion::MotionKind;
use crate::council::notice::NoticeKind;
use crate::council::public_decision::{DecisionOutcome, PublicDecision};
use crate::council::seating::SeatState;
use crate::council::{Holder, Refusal, Settings, Timestamp, UserId};
use crate::game::{Localize, Message, Outcome, Progress, PublicEvent, Seat};

/// The game of the samples knows four words.
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

/// As a chat would name them.
pub fn names() -> Names<'static> {
    Names {
        user: &|user| format!("<@{}>", user.0),
        seat: &|_| Message::new("role-north"),
        moment: &|at| format!("<t:{}:R>", at.0 / 1000),
    }
}

/// Every message.
pub fn everything() -> Vec<Message> {
    let refused = refusals().into_iter().map(|sample| refusal(&sample, &names()));
    let decided = hows().into_iter().map(|sample| how(&sample, &names()));
    let told = all_news().into_iter().filter_map(|sample| news(&sample, &names()));
    let decreed = hows().into_iter().map(|how| decree(&decreed(how), &|_| "Ada".to_owned()));
    refused.chain(decided).chain(told).chain(decreed).collect()
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

/// A vote of the advisors: what each seat voted, in order.
pub fn vote(votes: &[&str], tie: bool) -> DecidedBy {
    let each = votes.iter().enumerate();
    DecidedBy::Vote {
        votes: each.map(|(at, key)| (Seat(at as u8), (*key).to_owned())).collect(),
        tie,
    }
}

pub fn hows() -> Vec<DecidedBy> {
    let (seat, by) = (Seat(0), UserId(5));
    let people = |advisors, tie| DecidedBy::Public {
        tally: BTreeMap::from([("e1".to_owned(), 12), ("e2".to_owned(), 5), ("e3".to_owned(), 0)]),
        players_only: advisors,
        tie,
    };
    let whys = [
        HouseReason::Plays(seat),
        HouseReason::Late,
        HouseReason::NoVotes,
        HouseReason::TieUnbroken,
        HouseReason::BreaksTie,
    ];
    let mut hows = vec![
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
        people(false, false),
        people(false, true),
        people(true, false),
        people(true, true),
    ];
    hows.extend(whys.map(|why| DecidedBy::House { reason: why }));
    hows
}

pub fn all_news() -> Vec<NoticeKind> {
    let mut all = still_news();
    for due in [None, Some(Timestamp(90_000))] {
        all.extend(timed_news(due));
    }
    all.extend(changes());
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

fn still_news() -> Vec<NoticeKind> {
    let chair = |holder| SeatState { role: "north".to_owned(), holder };
    let (free, held) = (chair(Holder::Nobody), chair(Holder::User(UserId(5))));
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
        NoticeKind::BallotResult { edition: 1, result: Box::new(returns()) },
        NoticeKind::LastCall { edition: 1, closes: Timestamp(90_000), role: None },
        fate(DecisionOutcome::Seen { after: 1, event: seen() }),
        fate(DecisionOutcome::Unseen),
        fate(DecisionOutcome::Undone),
        NoticeKind::Shown,
        NoticeKind::MotionFailed { motion: 8 },
    ]
}

fn fate(fate: DecisionOutcome) -> NoticeKind {
    NoticeKind::DecisionOutcome { edition: 1, outcome: Box::new(fate) }
}

fn seen() -> PublicEvent {
    let text = Message::new("pick-lake");
    PublicEvent { kind: "seen".to_owned(), text, data: Value::Null, by_public: false }
}

/// The choice `a`, which some votes of the samples are for.
pub fn decreed(how: DecidedBy) -> PublicDecision {
    PublicDecision {
        seq: 9,
        edition: Some(1),
        ask: "where".to_owned(),
        choice: "a".to_owned(),
        label: Message::new("pick-lake"),
        round: 2,
        decided_by: how,
        sealed: false,
        first_seen: None,
    }
}

fn returns() -> BallotResult {
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

fn timed_news(due: Option<Timestamp>) -> Vec<NoticeKind> {
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

fn changes() -> Vec<NoticeKind> {
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
