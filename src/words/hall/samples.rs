//! One of everything the hall can say, for the tests.
//!
//! May use: the words of `council`. Deliberately absent: meaning; the tests see
//! to it that no key of this folder is left out here.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Names, decree, how, news, refusal};
use crate::council::decree::{Decree, Fate};
use crate::council::log::{How, Why};
use crate::council::notice::News;
use crate::council::people::Chair;
use crate::council::proposal::Motion;
use crate::council::returns::{End, Returns};
use crate::council::{Holder, Moment, Refusal, Settings, User};
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
    let not_yours = |seats: &[Seat], users: &[User]| R::NotYours {
        seats: seats.to_vec(),
        users: users.to_vec(),
    };
    vec![
        R::Stale { open: Vec::new() },
        R::Stale { open: vec![7] },
        R::Stale { open: vec![7, 9] },
        R::NoSuchChoice,
        R::Blocked(Message::new("lacks-oil")),
        not_yours(&[Seat(0)], &[User(5)]),
        not_yours(&[Seat(0)], &[]),
        not_yours(&[], &[]),
        R::PeopleDecide,
        R::NotTied,
        R::NotAnAdvisor,
        R::NotAllowed,
        R::NotBegun,
        R::BegunAlready,
        R::Over,
        R::Paused,
        R::NotPaused,
        R::NoDeadline,
        R::NoSuchRole,
        R::NoSuchSeat,
        R::Taken(User(5)),
        R::NotFree,
        R::NobodySits,
        R::CannotBegin("five seats are too many".to_owned()),
        R::TimeOutOfRange,
        R::BadQuietHours,
        R::NothingToUndo,
        R::UndoNotYours,
        R::MovedOn,
        R::NoSuchMotion,
        R::MotionOpen,
        R::NoPetition,
        R::NotAdmitted,
        R::BotsDoNotVote,
        R::TooNew { from: None },
        R::TooNew { from: Some(Moment(90_000)) },
        R::Struck,
        R::NoSuchVote,
        R::NotOnOffer,
        R::LeaderCloses,
        R::TooEarly { from: Moment(90_000) },
        R::VotesMissing { users: vec![User(5)] },
        R::ModeratorsCall,
        R::NotAsked,
        R::StreetOver,
        R::AtTheTable,
        R::CalledAnyway,
        R::TooManyCalled,
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
pub fn vote(votes: &[&str], tie: bool) -> How {
    let each = votes.iter().enumerate();
    How::Vote { votes: each.map(|(at, key)| (Seat(at as u8), (*key).to_owned())).collect(), tie }
}

pub fn hows() -> Vec<How> {
    let (seat, by) = (Seat(0), User(5));
    let people = |advisors, tie| How::People {
        tally: BTreeMap::from([("e1".to_owned(), 12), ("e2".to_owned(), 5), ("e3".to_owned(), 0)]),
        advisors,
        tie,
    };
    let whys = [Why::Plays(seat), Why::Late, Why::NoVotes, Why::TieUnbroken, Why::BreaksTie];
    let mut hows = vec![
        vote(&["a", "a", "b", "a"], false),
        vote(&["a", "b"], true),
        vote(&["a"], false),
        vote(&["a", "a"], false),
        vote(&["a", "b", "c", "c"], false),
        vote(&[], false),
        How::Seat { seat, by },
        How::OnBehalf { seat, by },
        How::Leader { seat, by },
        How::Order { seat },
        How::Away { seat },
        How::Only,
        people(false, false),
        people(false, true),
        people(true, false),
        people(true, true),
    ];
    hows.extend(whys.map(|why| How::House { why }));
    hows
}

pub fn all_news() -> Vec<News> {
    let mut all = still_news();
    for due in [None, Some(Moment(90_000))] {
        all.extend(timed_news(due));
    }
    all.extend(changes());
    let ends = [Outcome::Won, Outcome::Lost { cause: "oil".to_owned() }];
    let ranking = Outcome::Ranking(vec![vec![Seat(0)], vec![Seat(1)]]);
    let ends = ends.into_iter().chain([ranking]).map(Some).chain([None]);
    all.extend(ends.map(|outcome| News::Ended { outcome, seed: u64::MAX, salt: "ab".to_owned() }));
    all
}

fn still_news() -> Vec<News> {
    let chair = |holder| Chair { role: "north".to_owned(), holder };
    let (free, held) = (chair(Holder::Nobody), chair(Holder::User(User(5))));
    let asked = (Message::new("ask-where"), Message::new("pick-lake"));
    let answered = |words| News::Answered {
        question: 7,
        ask: "where".to_owned(),
        words,
        how: vote(&["a", "a", "b", "a"], false),
        chapter: Progress::default(),
        events: Vec::new(),
        street: Vec::new(),
    };
    let stopped = |why: &str| News::OrderStopped { seat: Seat(0), why: Message::new(why) };
    vec![
        News::Gathering { chairs: vec![held.clone()] },
        News::Gathering { chairs: vec![free.clone()] },
        News::Gathering { chairs: vec![free.clone(), free, held] },
        News::Began {
            commitment: "cafe".to_owned(),
            chapter: Progress::default(),
            events: Vec::new(),
        },
        News::Voted { question: 7 },
        News::Relayed { question: 7, seat: Seat(0) },
        answered(None),
        answered(Some(asked)),
        News::Withdrawn { question: 7 },
        stopped("lacks-oil"),
        stopped("order-unforeseen"),
        stopped("order-not-offered"),
        News::Tally { edition: 1 },
        News::Street { question: 3 },
        News::Returns { edition: 1, returns: Box::new(returns()) },
        News::LastCall { edition: 1, closes: Moment(90_000), role: None },
        fate(Fate::Seen { after: 1, told: seen() }),
        fate(Fate::Unseen),
        fate(Fate::Undone),
        News::Shown,
        News::Failed { motion: 8 },
    ]
}

fn fate(fate: Fate) -> News {
    News::Fate { edition: 1, fate: Box::new(fate) }
}

fn seen() -> PublicEvent {
    let text = Message::new("pick-lake");
    PublicEvent { kind: "seen".to_owned(), text, data: Value::Null, by_people: false }
}

/// The choice `a`, which some votes of the samples are for.
pub fn decreed(how: How) -> Decree {
    Decree {
        seq: 9,
        edition: Some(1),
        ask: "where".to_owned(),
        choice: "a".to_owned(),
        label: Message::new("pick-lake"),
        round: 2,
        how,
        sealed: false,
        seen: None,
    }
}

fn returns() -> Returns {
    Returns {
        prompt: Some(Message::new("ask-where")),
        tally: vec![(Message::new("pick-lake"), 3)],
        cast: 3,
        turnout: 5,
        voices: Vec::new(),
        leader: None,
        end: End::Counted,
    }
}

fn timed_news(due: Option<Moment>) -> Vec<News> {
    let question = 7;
    let asked = |private| News::Asked { question, ask: "where".to_owned(), private, due };
    let tied = vec!["a".to_owned(), "b".to_owned()];
    vec![
        asked(None),
        asked(Some(Seat(0))),
        News::ToLeader { question, tied: Vec::new(), due },
        News::ToLeader { question, tied, due },
        News::Reminder { question, due },
        News::Petition { edition: 1, closes: due, role: None },
        News::Moved { motion: 8, what: Motion::Undo { back_to: 3 }, due },
        News::Moved { motion: 8, what: Motion::Abandon, due },
        News::Extended { question, due },
    ]
}

fn changes() -> Vec<News> {
    let (seat, by) = (Seat(0), User(5));
    let held = Holder::User(by);
    let house = Holder::House { lent_by: None };
    let undone = |answers, unanimous| News::Undone {
        answers,
        words: Vec::new(),
        by,
        unanimous,
        chapter: Progress::default(),
    };
    vec![
        undone(1, false),
        undone(3, false),
        undone(1, true),
        undone(3, true),
        News::Chair { seat, from: held, to: Holder::Nobody },
        News::Chair { seat, from: house, to: held },
        News::Chair { seat, from: Holder::Nobody, to: house },
        News::Chair { seat, from: held, to: Holder::House { lent_by: Some(by) } },
        News::Settings { settings: Box::new(Settings::default()) },
        News::Struck { by },
        News::Paused { by: None },
        News::Paused { by: Some(by) },
        News::Resumed { by },
    ]
}
