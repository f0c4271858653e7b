//! Random people who ask for random things: sensible, late, wrong and forbidden.

use emberhall::council::log::{What, effective};
use emberhall::council::orders::Order;
use emberhall::council::settings::{
    Admit, Ballot, Decider, Pace, Petition, Seen, Settings, Small, Turns,
};
use emberhall::council::{Deed, Quiet, Span, User};
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
        turns: dice.pick(&[Turns::Strict, Turns::Relay, Turns::Relay, Turns::Open, Turns::Leader]),
        small: dice.pick(&[Small::Strict, Small::Relay, Small::Relay, Small::Open]),
        window: dice.pick(&[None, None, Some(Span::hours(20)), Some(Span::MINUTE)]),
        tie_time: dice.pick(&[None, None, Some(Span::hours(2))]),
        votes: dice.pick(&[Ballot::Open, Ballot::Sealed]),
        ..Settings::default()
    };
    settings.people.mode = dice.pick(&[Petition::Off, Petition::Standing, Petition::OnDemand]);
    settings.people.admit = dice.pick(&[Admit::Everyone, Admit::Role(ROLE)]);
    settings.people.turnout = dice.pick(&[0, 1, 2, 5]);
    settings.people.votes = dice.pick(&[Ballot::Open, Ballot::Sealed]);
    settings.people.lasts = dice.pick(&[None, Some(Span::hours(3))]);
    settings.people.opens = !dice.one_in(3);
    settings.people.call = dice.pick(&[None, Some(ROLE)]);
    settings.people.street = (!dice.one_in(3)).then(|| "omens".to_owned());
    settings.people.street_seen = dice.pick(&[Seen::AtOnce, Seen::AfterVoting]);
    // Now and then whoever has come lately may not vote.
    let strict = settings.people.turnout == 5 && settings.people.lasts.is_some();
    settings.people.days = strict.then_some(10);
    if dice.one_in(3) {
        let ask = dice.pick(&["omen", "work", "mend", "edict", "stop", "answer", "gift", "where"]);
        let decider = dice.pick(&[
            Decider::Vote,
            Decider::Seat,
            Decider::Leader,
            Decider::Anyone,
            Decider::People,
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
            hall.quiet.insert(User(user), Quiet { from, until });
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

pub fn deed(dice: &mut Dice, hall: &Hall) -> Deed {
    let seat = Seat(dice.below(5) as u8);
    match dice.below(100) {
        0..=4 if is_polled(hall) => close(hall),
        5..=30 if is_polled(hall) => {
            let offers = hall.council().petition.as_ref().map(|ballot| ballot.offers.clone());
            Deed::Sign {
                edition: None,
                choice: offers.filter(|o| !o.is_empty()).map(|o| dice.pick(&o)),
            }
        }
        60..=64 if is_heard(hall) => {
            let choice = dice.pick(&["bow", "sing", "defy", "e9"]);
            let question = hall.council().questions.first().map_or(0, |question| question.number);
            Deed::Speak { question, choice: (!dice.one_in(6)).then(|| choice.to_owned()) }
        }
        0..=54 => choose(dice, hall),
        55..=66 => {
            let choice = dice.pick(&["e1", "e2", "e3", "e4", "bow", "sing", "e9"]);
            Deed::Sign { edition: None, choice: (!dice.one_in(6)).then(|| choice.to_owned()) }
        }
        67..=70 => {
            let count = dice.below(3);
            let orders = (0..count).map(|_| plan(dice)).collect();
            Deed::Order { seat, orders }
        }
        71 if hall.steps.is_multiple_of(2) => {
            let voter = hall.signed.keys().next().copied();
            Deed::Strike { user: voter.unwrap_or(User(STRANGER)) }
        }
        71 => Deed::AskUndo { back_to: None },
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
            Deed::Away { seat, ask: ask.to_owned(), choice }
        }
        73..=78 => undo(dice, hall),
        79..=82 => {
            let open = hall.council().proposal.as_ref().map_or(7, |open| open.number);
            Deed::Voice { motion: if dice.one_in(8) { 3 } else { open }, agree: !dice.one_in(4) }
        }
        83 => {
            if dice.one_in(3) {
                Deed::Abandon
            } else {
                Deed::Pause
            }
        }
        84 => Deed::Pause,
        85..=87 => Deed::Resume,
        88..=89 => {
            let numbers: Vec<u32> = hall.council().questions.iter().map(|q| q.number).collect();
            let question = if numbers.is_empty() { 1 } else { dice.pick(&numbers) };
            let span = dice.pick(&[Span::seconds(5), Span::minutes(10), Span::hours(9)]);
            Deed::Extend { question, span }
        }
        90..=91 => Deed::Set(Box::new(settings(dice))),
        92 => Deed::Give { seat, to: User(user(dice)) },
        93..=94 => Deed::Lend { seat },
        95..=98 => Deed::Claim { seat },
        _ => match dice.below(8) {
            0 => Deed::Leave,
            1 => Deed::Begin,
            2 => Deed::Show,
            3 | 4 => Deed::CallMe { on: !dice.one_in(4) },
            5 | 6 => close(hall),
            _ => Deed::Sit { role: "north".to_owned(), also: true },
        },
    }
}

/// Is the street asked something?
fn is_heard(hall: &Hall) -> bool {
    hall.council().questions.iter().any(|question| question.street.is_some())
}

/// Is a ballot open for a question?
fn is_polled(hall: &Hall) -> bool {
    hall.council().petition.as_ref().is_some_and(|ballot| ballot.closes.is_some())
}

fn close(hall: &Hall) -> Deed {
    Deed::CloseBallot { edition: hall.council().editions }
}

fn choose(dice: &mut Dice, hall: &Hall) -> Deed {
    let questions = &hall.council().questions;
    let decisions = hall.campaign.table().map_or_else(Vec::new, Table::decisions);
    let Some(question) = (!questions.is_empty()).then(|| dice.pick(questions)) else {
        return Deed::Choose { question: 1, choice: "sing".to_owned(), seat: None };
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
    Deed::Choose { question: number, choice, seat }
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

fn undo(dice: &mut Dice, hall: &Hall) -> Deed {
    let answers: Vec<u64> = effective(&hall.log).iter().map(|(entry, _)| entry.seq).collect();
    let back = 1 + dice.below(4);
    let back_to = match answers.len().checked_sub(back) {
        Some(at) if !dice.one_in(10) => answers[at],
        _ => dice.below(hall.log.len() + 2) as u64,
    };
    let late = u64::from(dice.one_in(12));
    Deed::Undo { back_to, seen: hall.council().seq.saturating_sub(late) }
}

/// How often something of each sort is in the log: so that nothing is proved of nothing.
pub fn sorts(hall: &Hall) -> Vec<&'static str> {
    use emberhall::council::log::How;
    let sort = |what: &What| match what {
        What::Began { .. } => "began",
        What::Answer(answer) => match &answer.how {
            How::Vote { tie: false, .. } => "vote",
            How::Vote { tie: true, .. } => "vote with a tie",
            How::Seat { .. } => "seat",
            How::OnBehalf { .. } => "on behalf",
            How::Leader { .. } => "leader",
            How::Order { .. } => "order",
            How::Away { .. } => "away",
            How::Only => "only",
            How::People { advisors: false, .. } => "people",
            How::People { advisors: true, .. } => "people's advisors",
            How::House { why } => match why {
                emberhall::council::log::Why::Plays(_) => "house plays",
                emberhall::council::log::Why::Late => "house late",
                emberhall::council::log::Why::NoVotes => "house without votes",
                emberhall::council::log::Why::TieUnbroken => "house after a tie",
                emberhall::council::log::Why::BreaksTie => "house breaks a tie",
            },
        },
        What::Undo { unanimous: true, .. } => "undo by all",
        What::Undo { .. } => "undo",
        What::Chair { .. } => "chair",
        What::Settings { .. } => "settings",
        What::Paused { .. } => "paused",
        What::Resumed { .. } => "resumed",
        What::Extended { .. } => "extended",
        What::Struck { .. } => "struck",
        What::Ended { outcome: Some(_), .. } => "ended",
        What::Ended { .. } => "given up",
    };
    hall.log.iter().map(|entry| sort(&entry.what)).collect()
}
