//! What came of a ballot of the people: told once, with all that everybody may know of it.

use emberhall::council::ballot_result::{BallotEnd, BallotResult};
use emberhall::council::log::{DecidedBy, HouseReason};
use emberhall::council::notice::NoticeKind;
use emberhall::council::settings::{BallotSecrecy, PublicVoteMode};
use emberhall::council::{Request, Settings, Span};
use emberhall::game::{Message, Seat};

use crate::kit::{Hall, STRANGER};

fn people(mode: PublicVoteMode, turnout: u32) -> Settings {
    let mut settings = Settings::default();
    settings.public_vote.mode = mode;
    settings.public_vote.turnout = turnout;
    // As at tables of version 0.1: a standing ballot is counted at once.
    settings.public_vote.opens = false;
    settings
}

/// At the turn of user 2, who leads, and will preach.
fn pulpit(mode: PublicVoteMode, turnout: u32) -> Hall {
    Hall::turn(3, people(mode, turnout))
}

fn told(hall: &Hall) -> Vec<(u32, BallotResult)> {
    let told = hall.news().filter_map(|news| match news {
        NoticeKind::BallotResult { edition, result: returns } => {
            Some((*edition, BallotResult::clone(returns)))
        }
        _ => None,
    });
    told.collect()
}

fn only(hall: &Hall) -> BallotResult {
    let mut told = told(hall);
    assert_eq!(told.len(), 1, "{told:#?}");
    told.remove(0).1
}

fn label(choice: &str) -> Message {
    Message::new(format!("pick-{choice}"))
}

fn taken(returns: &BallotResult) -> (Message, DecidedBy) {
    match &returns.end {
        BallotEnd::Taken { label, decided_by: how } => (label.clone(), how.clone()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_people_decided_with_so_many_votes() {
    let mut hall = pulpit(PublicVoteMode::Standing, 2);
    hall.signs(&[(STRANGER, "e3"), (61, "e3"), (1, "e2")]);
    let edition = hall.council().public_ballot.as_ref().unwrap().edition;
    hall.say(2, "work", "preach");
    let returns = only(&hall);
    assert_eq!(told(&hall)[0].0, edition);
    assert_eq!(returns.tally, [(label("e3"), 2), (label("e2"), 1)]);
    assert_eq!((returns.cast, returns.turnout, returns.leader), (3, 2, None));
    assert!(
        matches!(taken(&returns), (won, DecidedBy::Public { players_only: false, .. }) if won == label("e3"))
    );
    assert_eq!(returns.prompt.unwrap().key, "ask-edict");
    // And whoever tells the story hears that it was the people.
    let mut answers = hall.news().filter_map(|news| match news {
        NoticeKind::Answered { ask, events, .. } => Some((ask.as_str(), events)),
        _ => None,
    });
    assert!(
        answers.any(|(ask, events)| ask == "edict" && events.iter().all(|told| told.by_public))
    );
    let mut others = hall.news().filter_map(|news| match news {
        NoticeKind::Answered { ask, events, .. } if ask != "edict" => Some(events),
        _ => None,
    });
    assert!(others.all(|events| events.iter().all(|told| !told.by_public)));
}

#[test]
fn too_few_voted_and_the_advisors_stand_by_name_for_what_they_decided() {
    let mut hall = pulpit(PublicVoteMode::Standing, 5);
    hall.signs(&[(STRANGER, "e1"), (61, "e1"), (3, "e4"), (1, "e4")]);
    hall.say(2, "work", "preach");
    let returns = only(&hall);
    assert_eq!((returns.cast, returns.turnout), (4, 5));
    assert_eq!(returns.tally, [(label("e1"), 2), (label("e4"), 2)], "of all who voted");
    let voices = [(Seat(0), Some(label("e4"))), (Seat(2), Some(label("e4")))];
    assert_eq!(returns.player_votes, voices);
    assert!(matches!(taken(&returns).1, DecidedBy::Public { players_only: true, .. }));
}

#[test]
fn advisors_who_are_asked_later_stand_for_their_votes_too() {
    let mut hall = pulpit(PublicVoteMode::Standing, 5);
    hall.sign(STRANGER, "e1");
    hall.say(2, "work", "preach");
    assert!(told(&hall).is_empty(), "nothing is decided yet");
    // Whoever comes now is no part of what was counted.
    hall.signs(&[(61, "e1"), (62, "e1"), (63, "e1"), (64, "e1"), (65, "e1")]);
    hall.say(1, "edict", "e5");
    hall.say(2, "edict", "e5");
    let returns = only(&hall);
    assert_eq!((returns.cast, returns.tally.clone()), (1, vec![(label("e1"), 1)]));
    assert_eq!(returns.player_votes, [(Seat(0), Some(label("e5"))), (Seat(1), Some(label("e5")))]);
    assert!(matches!(taken(&returns), (won, DecidedBy::Vote { .. }) if won == label("e5")));
}

#[test]
fn a_tie_names_the_leader_who_broke_it() {
    for mode in [PublicVoteMode::Standing, PublicVoteMode::OnDemand] {
        let mut hall = pulpit(mode, 1);
        if mode == PublicVoteMode::OnDemand {
            hall.say(2, "work", "preach");
        }
        hall.signs(&[(STRANGER, "e3"), (61, "e1")]);
        if mode == PublicVoteMode::OnDemand {
            hall.wait(Span::hours(24));
            // It is closed, and says so before the leader has come.
            let tied = only(&hall);
            assert_eq!(tied.end, BallotEnd::Tied(vec![label("e1"), label("e3")]));
            assert_eq!(tied.tally.len(), 2);
        } else {
            hall.say(2, "work", "preach");
            assert!(told(&hall).is_empty(), "its message goes on taking votes");
        }
        hall.say(2, "edict", "e3");
        let (_, returns) = told(&hall).pop().unwrap();
        assert_eq!((returns.leader, returns.cast), (Some(Seat(1)), 2), "{mode:?}");
        assert!(matches!(taken(&returns).1, DecidedBy::Public { tie: true, .. }), "{mode:?}");
        assert!(told(&hall).iter().all(|(_, one)| one.end != BallotEnd::Uncounted), "{mode:?}");
    }
}

#[test]
fn what_nobody_voted_for_is_told_as_well() {
    let mut hall = pulpit(PublicVoteMode::OnDemand, 0);
    hall.say(2, "work", "preach");
    hall.wait(Span::hours(24));
    let returns = only(&hall);
    assert_eq!((returns.cast, returns.tally.len()), (0, 0));
    assert_eq!(taken(&returns).1, DecidedBy::House { reason: HouseReason::NoVotes });
}

#[test]
fn a_ballot_that_closes_uncounted_says_how_many_voted_and_not_for_what() {
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    hall.signs(&[(STRANGER, "e1"), (61, "e1")]);
    hall.set(|settings| settings.public_vote.mode = PublicVoteMode::Off);
    let returns = only(&hall);
    assert_eq!((returns.end, returns.cast), (BallotEnd::Uncounted, 2));
    assert!(returns.tally.is_empty() && returns.player_votes.is_empty());
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    hall.ok(crate::kit::MODERATOR, Request::Abandon);
    assert_eq!(only(&hall).end, BallotEnd::Uncounted, "the campaign is over");
}

#[test]
fn sealed_votes_of_advisors_stay_sealed_and_the_tally_opens_when_it_closes() {
    let mut settings = people(PublicVoteMode::Standing, 5);
    settings.public_vote.secrecy = BallotSecrecy::Sealed;
    let mut hall = Hall::turn(3, settings);
    hall.signs(&[(STRANGER, "e1"), (1, "e2")]);
    hall.say(2, "work", "preach");
    let returns = only(&hall);
    assert_eq!(returns.player_votes, [(Seat(0), None)]);
    assert_eq!(returns.tally.len(), 2);
}

#[test]
fn after_the_last_edict_the_ballot_is_gone_and_its_result_is_told() {
    let mut hall = Hall::lobby(people(PublicVoteMode::Standing, 1), 1, 12).begun_by(&[1, 2, 3]);
    hall.steer.insert("work", "preach");
    for _ in 0..6 {
        hall.on_to("work");
        let offers = hall.council().public_ballot.clone().expect("something is left").offers;
        hall.sign(STRANGER, &offers[0]);
        let leads = hall.council().turn.unwrap().seat;
        let user = hall.council().seating.holder(leads).user().unwrap();
        hall.say(user.0, "work", "preach");
    }
    assert!(hall.council().public_ballot.is_none() && hall.signed.is_empty());
    let told = told(&hall);
    let editions: Vec<u32> = told.iter().map(|(edition, _)| *edition).collect();
    assert_eq!(editions, [1, 2, 3, 4, 5, 6], "each once");
    assert!(told.iter().all(|(_, one)| matches!(one.end, BallotEnd::Taken { .. })));
}
