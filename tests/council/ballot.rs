//! The people's ballot: standing, on demand, off; who is admitted, what counts.

use std::collections::BTreeMap;

use emberhall::council::log::{DecidedBy, HouseReason};
use emberhall::council::question::{Escalation, Resolver};
use emberhall::council::settings::{
    BallotSecrecy, Decider, Pace, PublicVoteMode, VoterEligibility,
};
use emberhall::council::{Refusal, Request, Settings, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, ROLE, STRANGER};

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

fn preach(hall: &mut Hall) {
    hall.say(2, "work", "preach");
}

fn tallied(hall: &Hall) -> (BTreeMap<String, u32>, bool, bool) {
    match hall.how("edict") {
        DecidedBy::Public { tally, players_only: advisors, tie } => (tally, advisors, tie),
        other => panic!("{other:?}"),
    }
}

fn counts(counts: &[(&str, u32)]) -> BTreeMap<String, u32> {
    counts.iter().map(|(choice, count)| ((*choice).to_owned(), *count)).collect()
}

#[test]
fn a_standing_ballot_is_open_from_the_first_day_and_decides_at_once() {
    let mut hall = Hall::of(3, people(PublicVoteMode::Standing, 2));
    hall.signs(&[(STRANGER, "e3"), (61, "e3"), (1, "e2")]);
    hall.on_to("work");
    preach(&mut hall);
    assert_eq!(hall.last_of("edict").choice, "e3");
    assert_eq!(tallied(&hall), (counts(&[("e2", 1), ("e3", 2)]), false, false));
    assert_eq!(hall.waited("work"), [3], "nobody waits for the people");
}

#[test]
fn one_vote_a_person_that_can_be_changed_and_taken_back() {
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    hall.signs(&[(STRANGER, "e1"), (STRANGER, "e2"), (STRANGER, "e2"), (61, "e1")]);
    let matter = hall.campaign.view(Some(UserId(STRANGER)), hall.now).ballot.unwrap();
    assert_eq!((matter.cast, matter.mine.as_deref()), (2, Some("e2")));
    assert_eq!(matter.tally, Some(counts(&[("e1", 1), ("e2", 1)])));
    hall.ok(61, Request::VotePublic { edition: None, choice: None });
    preach(&mut hall);
    assert_eq!(tallied(&hall).0, counts(&[("e2", 1)]));
}

#[test]
fn what_is_not_on_offer_cannot_be_voted_for() {
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    let sign =
        |choice: &str| Request::VotePublic { edition: None, choice: Some(choice.to_owned()) };
    assert_eq!(hall.no(STRANGER, sign("e9")), Refusal::NotOnOffer);
    hall.sign(1, "e1");
    preach(&mut hall);
    assert_eq!(hall.no(STRANGER, sign("e1")), Refusal::NotOnOffer, "it has been passed");
}

#[test]
fn votes_for_a_passed_law_lapse_and_the_others_carry_over() {
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    hall.signs(&[(STRANGER, "e1"), (61, "e1"), (1, "e2"), (62, "e4")]);
    let edition = hall.council().public_ballot.as_ref().unwrap().edition;
    preach(&mut hall);
    let ballot = hall.council().public_ballot.clone().unwrap();
    assert_eq!(ballot.edition, edition + 1);
    assert_eq!(ballot.offers, ["e2", "e3", "e4", "e5", "e6"]);
    let kept: Vec<u64> = ballot.votes.keys().map(|user| user.0).collect();
    assert_eq!(kept, [1, 62]);
}

#[test]
fn a_role_admits_its_members_and_the_advisors_always() {
    let mut settings = people(PublicVoteMode::Standing, 1);
    settings.public_vote.eligibility = VoterEligibility::Role(ROLE);
    let mut hall = Hall::turn(3, settings);
    let refused =
        hall.no(STRANGER, Request::VotePublic { edition: None, choice: Some("e1".to_owned()) });
    assert_eq!(refused, Refusal::NotAdmitted);
    hall.signs(&[(70, "e5"), (71, "e5"), (1, "e6")]);
    preach(&mut hall);
    assert_eq!(tallied(&hall).0, counts(&[("e5", 2), ("e6", 1)]));
}

#[test]
fn the_electorate_is_fixed_when_the_ballot_opens() {
    let mut hall = pulpit(PublicVoteMode::Standing, 2);
    hall.signs(&[(STRANGER, "e1"), (61, "e2")]);
    hall.set(|settings| {
        settings.public_vote.eligibility = VoterEligibility::Role(ROLE);
        settings.public_vote.turnout = 99;
        settings.public_vote.secrecy = BallotSecrecy::Sealed;
    });
    hall.sign(62, "e1");
    let matter = hall.campaign.view(None, hall.now).ballot.unwrap();
    assert_eq!((matter.eligibility, matter.turnout), (VoterEligibility::Everyone, 2));
    assert!(matter.tally.is_some());
    preach(&mut hall);
    assert_eq!(tallied(&hall), (counts(&[("e1", 2), ("e2", 1)]), false, false));
    // The next ballot is under the new terms, and begins anew: the terms of admission differ.
    let matter = hall.campaign.view(None, hall.now).ballot.unwrap();
    assert_eq!(
        (matter.eligibility, matter.turnout, matter.cast),
        (VoterEligibility::Role(ROLE), 99, 0)
    );
    assert!(matter.tally.is_none());
    let refused =
        hall.no(STRANGER, Request::VotePublic { edition: None, choice: Some("e2".to_owned()) });
    assert_eq!(refused, Refusal::NotAdmitted);
}

#[test]
fn under_the_turnout_only_the_advisors_votes_count() {
    let mut hall = pulpit(PublicVoteMode::Standing, 5);
    hall.signs(&[(STRANGER, "e1"), (61, "e1"), (62, "e1"), (3, "e4")]);
    preach(&mut hall);
    assert_eq!(hall.last_of("edict").choice, "e4");
    assert_eq!(tallied(&hall), (counts(&[("e4", 1)]), true, false));
    // With one more vote it is enough.
    let mut hall = pulpit(PublicVoteMode::Standing, 5);
    hall.signs(&[(STRANGER, "e1"), (61, "e1"), (62, "e1"), (3, "e4"), (63, "e2")]);
    preach(&mut hall);
    assert_eq!(hall.last_of("edict").choice, "e1");
    assert!(!tallied(&hall).1);
}

#[test]
fn with_too_few_and_no_advisor_among_them_the_advisors_vote_now() {
    let mut hall = pulpit(PublicVoteMode::Standing, 5);
    hall.sign(STRANGER, "e1");
    preach(&mut hall);
    assert_eq!(hall.open("edict").unwrap().resolver, Resolver::Vote);
    assert_eq!(hall.waited("edict"), [1, 2, 3]);
    hall.say(1, "edict", "e5");
    hall.say(2, "edict", "e5");
    assert!(matches!(hall.how("edict"), DecidedBy::Vote { .. }));
}

#[test]
fn a_tie_of_the_people_goes_to_the_leaders_own_vote() {
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    hall.signs(&[(STRANGER, "e1"), (61, "e1"), (62, "e2"), (2, "e2")]);
    preach(&mut hall);
    assert_eq!(hall.last_of("edict").choice, "e2");
    assert_eq!(tallied(&hall), (counts(&[("e1", 2), ("e2", 2)]), false, true));
}

#[test]
fn a_tie_of_the_people_without_the_leader_is_put_to_the_leader() {
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    hall.signs(&[(STRANGER, "e3"), (61, "e1")]);
    preach(&mut hall);
    let open = hall.open("edict").unwrap().clone();
    assert_eq!(open.escalation, Some(Escalation::Tie(vec!["e1".to_owned(), "e3".to_owned()])));
    assert_eq!(open.due, Some(hall.now + Span::hours(6)));
    assert_eq!(hall.not(2, "edict", "e2"), Refusal::NotTied);
    assert!(matches!(hall.not(1, "edict", "e1"), Refusal::NotYours { .. }));
    let mut unbroken = hall.clone();
    unbroken.wait(Span::hours(6));
    assert_eq!(unbroken.how("edict"), DecidedBy::House { reason: HouseReason::TieUnbroken });
    assert_eq!(unbroken.last_of("edict").choice, "e1");
    hall.say(2, "edict", "e3");
    assert_eq!(tallied(&hall), (counts(&[("e1", 1), ("e3", 1)]), false, true));
}

#[test]
fn the_tally_that_was_tied_is_the_one_that_is_recorded() {
    for mode in [PublicVoteMode::Standing, PublicVoteMode::OnDemand] {
        let mut hall = pulpit(mode, 1);
        if mode == PublicVoteMode::OnDemand {
            preach(&mut hall);
        }
        hall.signs(&[(STRANGER, "e3"), (61, "e1")]);
        if mode == PublicVoteMode::OnDemand {
            hall.wait(Span::hours(24));
        } else {
            preach(&mut hall);
        }
        assert!(hall.open("edict").unwrap().escalation.is_some());
        // The vote has closed: whoever comes now cannot make it look otherwise.
        for (user, choice) in [(62, "e3"), (63, "e3")] {
            let _ = hall
                .ask(user, Request::VotePublic { edition: None, choice: Some(choice.to_owned()) });
        }
        hall.say(2, "edict", "e1");
        assert_eq!(tallied(&hall).0, counts(&[("e1", 1), ("e3", 1)]), "{mode:?}");
    }
}

#[test]
fn a_house_that_leads_breaks_the_peoples_tie() {
    let mut hall = Hall::held_by(&[1, 0, 3], people(PublicVoteMode::Standing, 1), 1).till("omen");
    hall.signs(&[(STRANGER, "e3"), (61, "e2")]);
    hall.on_to("work");
    assert_eq!(hall.leader(), 0);
    hall.steer.insert("work", "preach");
    hall.say(3, "work", "preach");
    assert_eq!(hall.how("edict"), DecidedBy::House { reason: HouseReason::BreaksTie });
    assert_eq!(hall.last_of("edict").choice, "e2");
}

#[test]
fn a_ballot_on_demand_opens_when_it_is_asked_and_lasts_its_time() {
    let mut hall = pulpit(PublicVoteMode::OnDemand, 2);
    let sign = Request::VotePublic { edition: None, choice: Some("e1".to_owned()) };
    assert_eq!(hall.no(STRANGER, sign.clone()), Refusal::NoBallot);
    hall.set(|settings| settings.public_vote.duration = Some(Span::hours(2)));
    preach(&mut hall);
    assert_eq!(hall.due("edict"), Some(hall.now + Span::hours(2)));
    let matter = hall.campaign.view(None, hall.now).ballot.unwrap();
    assert_eq!(matter.closes, hall.due("edict"));
    assert_eq!(hall.waited("edict"), [1, 2, 3], "the advisors vote on it, too");
    assert_eq!(hall.not(1, "edict", "e1"), Refusal::PublicDecides);
    hall.signs(&[(STRANGER, "e6"), (61, "e6"), (1, "e2"), (2, "e2"), (3, "e2")]);
    assert!(hall.open("edict").is_some(), "it is open for its whole time");
    hall.signs(&[(1, "e6")]);
    hall.wait(Span(Span::hours(2).0 - 1));
    assert!(hall.open("edict").is_some());
    hall.wait(Span(1));
    assert_eq!(tallied(&hall), (counts(&[("e2", 2), ("e6", 3)]), false, false));
    assert_eq!(hall.no(STRANGER, sign), Refusal::NoBallot);
}

#[test]
fn a_ballot_on_demand_shows_what_is_asked_whatever_it_is() {
    let mut settings = people(PublicVoteMode::OnDemand, 1);
    settings.who.insert("omen".to_owned(), Decider::Public);
    let mut hall = Hall::morning(3, settings);
    let matter = hall.campaign.view(Some(UserId(STRANGER)), hall.now).ballot.unwrap();
    let shown: Vec<_> = matter.decision.choices.iter().map(|c| c.key.clone()).collect();
    assert!(shown.contains(&"bow".to_owned()), "{shown:?}");
    hall.sign(STRANGER, "bow");
    hall.wait(Span::hours(24));
    assert_eq!(hall.last_of("omen").choice, "bow");
}

#[test]
fn a_ballot_on_demand_under_the_turnout_is_the_advisors_or_the_few() {
    let mut hall = pulpit(PublicVoteMode::OnDemand, 9);
    preach(&mut hall);
    let mut few = hall.clone();
    few.signs(&[(STRANGER, "e6"), (61, "e6"), (62, "e1")]);
    few.wait(Span::hours(24));
    assert_eq!(few.last_of("edict").choice, "e6", "no advisor voted: better few than none");
    hall.signs(&[(STRANGER, "e6"), (61, "e6"), (1, "e2")]);
    hall.wait(Span::hours(24));
    assert_eq!(tallied(&hall), (counts(&[("e2", 1)]), true, false));
}

#[test]
fn a_ballot_on_demand_nobody_votes_in_is_the_houses() {
    let mut hall = pulpit(PublicVoteMode::OnDemand, 0);
    preach(&mut hall);
    hall.wait(Span::hours(24));
    assert_eq!(hall.how("edict"), DecidedBy::House { reason: HouseReason::NoVotes });
}

#[test]
fn an_untimed_table_gives_the_people_a_day_or_what_is_set() {
    let mut settings = people(PublicVoteMode::OnDemand, 1);
    settings.pace = Pace::Untimed;
    let mut hall = Hall::turn(3, settings);
    preach(&mut hall);
    assert_eq!(hall.due("edict"), Some(hall.now + Span::hours(24)));
}

#[test]
fn without_the_people_the_advisors_vote_on_laws() {
    let mut hall = pulpit(PublicVoteMode::Off, 1);
    let refused =
        hall.no(STRANGER, Request::VotePublic { edition: None, choice: Some("e1".to_owned()) });
    assert_eq!(refused, Refusal::NoBallot);
    assert!(hall.campaign.view(None, hall.now).ballot.is_none());
    preach(&mut hall);
    assert_eq!(hall.open("edict").unwrap().resolver, Resolver::Vote);
}

#[test]
fn a_sealed_tally_shows_the_number_and_ones_own_vote() {
    let mut settings = people(PublicVoteMode::Standing, 1);
    settings.public_vote.secrecy = BallotSecrecy::Sealed;
    let mut hall = Hall::turn(3, settings);
    hall.signs(&[(STRANGER, "e1"), (1, "e2")]);
    for (viewer, mine) in [(None, None), (Some(1), Some("e2")), (Some(STRANGER), Some("e1"))] {
        let matter = hall.campaign.view(viewer.map(UserId), hall.now).ballot.unwrap();
        assert_eq!((matter.tally, matter.cast), (None, 2));
        assert_eq!(matter.mine.as_deref(), mine);
    }
    hall.set(|settings| settings.public_vote.secrecy = BallotSecrecy::Open);
    assert_eq!(hall.campaign.view(None, hall.now).ballot.unwrap().tally, None);
}

#[test]
fn a_ballot_that_is_switched_off_is_gone_with_its_votes() {
    let mut hall = pulpit(PublicVoteMode::Standing, 1);
    hall.sign(STRANGER, "e1");
    hall.set(|settings| settings.public_vote.mode = PublicVoteMode::Off);
    assert!(hall.council().public_ballot.is_none() && hall.signed.is_empty());
}

#[test]
fn an_open_ballot_on_demand_outlives_a_change_of_the_settings() {
    let mut hall = pulpit(PublicVoteMode::OnDemand, 1);
    preach(&mut hall);
    hall.sign(STRANGER, "e4");
    hall.set(|settings| settings.public_vote.mode = PublicVoteMode::Off);
    hall.sign(61, "e4");
    hall.wait(Span::hours(24));
    assert_eq!(tallied(&hall).0, counts(&[("e4", 2)]));
}

#[test]
fn a_vote_is_a_persons_not_a_seats() {
    let mut hall = Hall::held_by(&[1, 1, 3], people(PublicVoteMode::Standing, 1), 1).till("work");
    hall.signs(&[(1, "e2"), (3, "e3"), (STRANGER, "e3")]);
    hall.ok(3, Request::HandOver { seat: Seat(2), to: UserId(STRANGER) });
    hall.say(1, "work", "preach");
    assert_eq!(tallied(&hall).0, counts(&[("e2", 1), ("e3", 2)]));
}
