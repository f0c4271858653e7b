//! Random people who ask for random things: sensible, late, wrong and forbidden.

use emberhall::council::log::{EntryKind, effective_answers};
use emberhall::council::orders::Order;
use emberhall::council::settings::{
    BallotSecrecy, Decider, Pace, PublicVoteMode, Settings, SmallQuestionMode, StreetVisibility,
    TurnMode, VoterEligibility,
};
use emberhall::council::{QuietHours, Request, Span, UserId};
use emberhall::game::{Seat, Table};

use crate::kit::{Hall, MODERATOR, ROLE, STRANGER, order};

#[path = "../chance/mod.rs"]
mod chance;

pub use chance::Dice;

pub fn settings(dice: &mut Dice) -> Settings {
    let mut settings = Settings {
        pace: dice.pick(&[
            Pace::Live,
            Pace::Daily,
            Pace::Relaxed,
            Pace::Untimed,
            Pace::Every(Span::minutes(90)),
        ]),
        turns: dice.pick(&[
            TurnMode::Strict,
            TurnMode::Relay,
            TurnMode::Relay,
            TurnMode::Open,
            TurnMode::Leader,
        ]),
        small_questions: dice.pick(&[
            SmallQuestionMode::Strict,
            SmallQuestionMode::Relay,
            SmallQuestionMode::Relay,
            SmallQuestionMode::Open,
        ]),
        window: dice.pick(&[None, None, Some(Span::hours(20)), Some(Span::MINUTE)]),
        tie_time: dice.pick(&[None, None, Some(Span::hours(2))]),
        secrecy: dice.pick(&[BallotSecrecy::Open, BallotSecrecy::Sealed]),
        ..Settings::default()
    };
    settings.public_vote.mode =
        dice.pick(&[PublicVoteMode::Off, PublicVoteMode::Standing, PublicVoteMode::OnDemand]);
    settings.public_vote.eligibility =
        dice.pick(&[VoterEligibility::Everyone, VoterEligibility::Role(ROLE)]);
    settings.public_vote.turnout = dice.pick(&[0, 1, 2, 5]);
    settings.public_vote.secrecy = dice.pick(&[BallotSecrecy::Open, BallotSecrecy::Sealed]);
    settings.public_vote.duration = dice.pick(&[None, Some(Span::hours(3))]);
    settings.public_vote.opens = !dice.one_in(3);
    settings.public_vote.ping_role = dice.pick(&[None, Some(ROLE)]);
    settings.public_vote.street = (!dice.one_in(3)).then(|| "omens".to_owned());
    settings.public_vote.street_visibility =
        dice.pick(&[StreetVisibility::AtOnce, StreetVisibility::AfterVoting]);
    // Now and then whoever has come lately may not vote.
    let strict = settings.public_vote.turnout == 5 && settings.public_vote.duration.is_some();
    settings.public_vote.membership_days = strict.then_some(10);
    if dice.one_in(3) {
        let ask = dice.pick(&["omen", "work", "mend", "edict", "stop", "answer", "gift", "where"]);
        let decider = dice.pick(&[
            Decider::Vote,
            Decider::Seat,
            Decider::Leader,
            Decider::Anyone,
            Decider::Public,
        ]);
        settings.who.insert(ask.to_owned(), decider);
    }
    settings
}

/// Begun with random holders; some seats are the house's, some people hold two.
pub fn table(dice: &mut Dice, seed: u64) -> Hall {
    let seats = 1 + dice.below(4);
    let mut holders: Vec<u64> =
        (1..=seats as u64).map(|user| if dice.one_in(6) { 0 } else { user }).collect();
    if dice.one_in(4) {
        holders[seats - 1] = holders[0];
    }
    if holders.iter().all(|user| *user == 0) {
        holders[0] = 1;
    }
    let settings = settings(dice);
    let oil = dice.pick(&[7, 9, 100, 100]);
    let mut hall = Hall::lobby_with(oil, settings, seed, 6).begun_by(&holders);
    for user in 1..=4 {
        if dice.one_in(3) {
            let (from, until) = (dice.below(24) as u16 * 60, dice.below(24) as u16 * 60 + 30);
            hall.quiet.insert(UserId(user), QuietHours { from, until });
        }
    }
    hall
}

/// How long nobody does anything.
pub fn pause(dice: &mut Dice, hall: &Hall) -> Span {
    let short = [Span(0), Span(1), Span::seconds(30), Span::MINUTE, Span::minutes(7)];
    let long = [Span::hours(1), Span::hours(5), Span::hours(13), Span::hours(25)];
    match dice.below(10) {
        0..=5 => dice.pick(&short),
        6..=7 => dice.pick(&long),
        // Just before, at, or just after the next thing that is due.
        8 => {
            let due = hall.next_wake().map_or(hall.now, |due| due.max(hall.now));
            Span((due - hall.now).0 + dice.below(3) as i64 - 1).max(Span(0))
        }
        _ => Span(dice.below(1_000_000) as i64),
    }
}

pub fn user(dice: &mut Dice) -> u64 {
    match dice.below(12) {
        0 => MODERATOR,
        1 => STRANGER,
        2 => 70,
        3 => 61,
        other => 1 + other as u64 % 4,
    }
}

pub fn deed(dice: &mut Dice, hall: &Hall) -> Request {
    let seat = Seat(dice.below(5) as u8);
    match dice.below(100) {
        0..=4 if is_polled(hall) => close(hall),
        5..=30 if is_polled(hall) => {
            let offers = hall.council().public_ballot.as_ref().map(|ballot| ballot.offers.clone());
            Request::VotePublic {
                edition: None,
                choice: offers.filter(|o| !o.is_empty()).map(|o| dice.pick(&o)),
            }
        }
        60..=64 if is_heard(hall) => {
            let choice = dice.pick(&["bow", "sing", "defy", "e9"]);
            let question = hall.council().questions.first().map_or(0, |question| question.number);
            Request::Speak { question, choice: (!dice.one_in(6)).then(|| choice.to_owned()) }
        }
        0..=54 => choose(dice, hall),
        55..=66 => {
            let choice = dice.pick(&["e1", "e2", "e3", "e4", "bow", "sing", "e9"]);
            Request::VotePublic {
                edition: None,
                choice: (!dice.one_in(6)).then(|| choice.to_owned()),
            }
        }
        67..=70 => {
            let count = dice.below(3);
            let orders = (0..count).map(|_| plan(dice)).collect();
            Request::Order { seat, orders }
        }
        71 if hall.steps.is_multiple_of(2) => {
            let voter = hall.signed.keys().next().copied();
            Request::StrikeVote { user: voter.unwrap_or(UserId(STRANGER)) }
        }
        71 => Request::PreviewUndo { back_to: None },
        72 => {
            let (ask, choice) = dice.pick(&[
                ("work", "wait"),
                ("work", "light"),
                ("where", "gate"),
                ("mend", "patch"),
                ("grief", "weep"),
                ("omen", "sing"),
            ]);
            let choice = (!dice.one_in(5)).then(|| choice.to_owned());
            Request::SetAwayAnswer { seat, ask: ask.to_owned(), choice }
        }
        73..=78 => undo(dice, hall),
        79..=82 => {
            let open = hall.council().motion.as_ref().map_or(7, |open| open.number);
            Request::VoteMotion {
                motion: if dice.one_in(8) { 3 } else { open },
                agree: !dice.one_in(4),
            }
        }
        83 => {
            if dice.one_in(3) {
                Request::Abandon
            } else {
                Request::Pause
            }
        }
        84 => Request::Pause,
        85..=87 => Request::Resume,
        88..=89 => {
            let numbers: Vec<u32> = hall.council().questions.iter().map(|q| q.number).collect();
            let question = if numbers.is_empty() { 1 } else { dice.pick(&numbers) };
            let span = dice.pick(&[Span::seconds(5), Span::minutes(10), Span::hours(9)]);
            Request::Extend { question, span }
        }
        90..=91 => Request::ChangeSettings(Box::new(settings(dice))),
        92 => Request::HandOver { seat, to: UserId(user(dice)) },
        93..=94 => Request::Lend { seat },
        95..=98 => Request::Claim { seat },
        _ => match dice.below(8) {
            0 => Request::Leave,
            1 => Request::Begin,
            2 => Request::Show,
            3 | 4 => Request::SetBallotPing { on: !dice.one_in(4) },
            5 | 6 => close(hall),
            _ => Request::Sit { role: "north".to_owned(), also: true },
        },
    }
}

/// Is the street asked something?
fn is_heard(hall: &Hall) -> bool {
    hall.council().questions.iter().any(|question| question.street.is_some())
}

/// Is a ballot open for a question?
fn is_polled(hall: &Hall) -> bool {
    hall.council().public_ballot.as_ref().is_some_and(|ballot| ballot.closes.is_some())
}

fn close(hall: &Hall) -> Request {
    Request::CloseBallot { edition: hall.council().editions }
}

fn choose(dice: &mut Dice, hall: &Hall) -> Request {
    let questions = &hall.council().questions;
    let decisions = hall.campaign.table().map_or_else(Vec::new, Table::decisions);
    let Some(question) = (!questions.is_empty()).then(|| dice.pick(questions)) else {
        return Request::Choose { question: 1, choice: "sing".to_owned(), seat: None };
    };
    let decision = decisions.iter().find(|decision| decision.id == question.decision);
    let keys: Vec<String> = decision
        .map(|d| d.choices.iter().map(|choice| choice.key.clone()).collect())
        .unwrap_or_default();
    let choice = match dice.below(25) {
        0 => "nonsense".to_owned(),
        _ if keys.is_empty() => "sing".to_owned(),
        // Most people agree on most things.
        1..=8 => keys[0].clone(),
        _ => dice.pick(&keys),
    };
    let number = match dice.below(20) {
        0 => dice.below(hall.council().numbers as usize + 3) as u32,
        _ => question.number,
    };
    let seat = dice.one_in(6).then(|| Seat(dice.below(4) as u8));
    Request::Choose { question: number, choice, seat }
}

fn plan(dice: &mut Dice) -> Order {
    dice.pick(&[
        order(&[("work", "wait")]),
        order(&[("work", "light"), ("where", "gate")]),
        order(&[("work", "light"), ("where", "tower")]),
        order(&[("work", "repair"), ("mend", "patch")]),
        order(&[("work", "fetch"), ("work", "wait")]),
        order(&[("work", "preach")]),
        order(&[("mend", "trim")]),
    ])
}

fn undo(dice: &mut Dice, hall: &Hall) -> Request {
    let answers: Vec<u64> =
        effective_answers(&hall.log).iter().map(|(entry, _)| entry.seq).collect();
    let back = 1 + dice.below(4);
    let back_to = match answers.len().checked_sub(back) {
        Some(at) if !dice.one_in(10) => answers[at],
        _ => dice.below(hall.log.len() + 2) as u64,
    };
    let late = u64::from(dice.one_in(12));
    Request::Undo { back_to, seen: hall.council().seq.saturating_sub(late) }
}

/// How often something of each sort is in the log: so that nothing is proved of nothing.
pub fn sorts(hall: &Hall) -> Vec<&'static str> {
    use emberhall::council::log::DecidedBy;
    let sort = |what: &EntryKind| match what {
        EntryKind::Began { .. } => "began",
        EntryKind::Answer(answer) => match &answer.decided_by {
            DecidedBy::Vote { tie: false, .. } => "vote",
            DecidedBy::Vote { tie: true, .. } => "vote with a tie",
            DecidedBy::Seat { .. } => "seat",
            DecidedBy::OnBehalf { .. } => "on behalf",
            DecidedBy::Leader { .. } => "leader",
            DecidedBy::Order { .. } => "order",
            DecidedBy::Away { .. } => "away",
            DecidedBy::Only => "only",
            DecidedBy::Public { players_only: false, .. } => "people",
            DecidedBy::Public { players_only: true, .. } => "people's advisors",
            DecidedBy::House { reason: why } => match why {
                emberhall::council::log::HouseReason::Plays(_) => "house plays",
                emberhall::council::log::HouseReason::Late => "house late",
                emberhall::council::log::HouseReason::NoVotes => "house without votes",
                emberhall::council::log::HouseReason::TieUnbroken => "house after a tie",
                emberhall::council::log::HouseReason::BreaksTie => "house breaks a tie",
            },
        },
        EntryKind::Undo { unanimous: true, .. } => "undo by all",
        EntryKind::Undo { .. } => "undo",
        EntryKind::SeatChanged { .. } => "chair",
        EntryKind::Settings { .. } => "settings",
        EntryKind::Paused { .. } => "paused",
        EntryKind::Resumed { .. } => "resumed",
        EntryKind::Extended { .. } => "extended",
        EntryKind::VoteStruck { .. } => "struck",
        EntryKind::Ended { outcome: Some(_), .. } => "ended",
        EntryKind::Ended { .. } => "given up",
    };
    hall.log.iter().map(|entry| sort(&entry.kind)).collect()
}
