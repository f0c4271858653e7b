//! Who may vote among the people, how many have to, and where nobody is asked of itself.

use emberhall::council::log::EntryKind;
use emberhall::council::settings::{PublicVote, PublicVoteMode};
use emberhall::council::{Refusal, Request, Settings, Span, UserId};
use serde_json::json;

use crate::kit::{BOT, Hall, MODERATOR, START, STRANGER};

fn sign(choice: &str) -> Request {
    Request::VotePublic { edition: None, choice: Some(choice.to_owned()) }
}

fn in_a_server_of(members: Option<u32>) -> Settings {
    let mut settings = Settings::default();
    settings.public_vote.fit_to_members(members);
    settings
}

#[test]
fn the_turnout_is_one_in_fifty_but_at_least_three_and_at_most_twenty_five() {
    let turnout = |members| in_a_server_of(members).public_vote.turnout;
    let all = [0, 12, 150, 151, 200, 300, 1000, 1250, 5000, 1_000_000, u32::MAX];
    assert_eq!(all.map(|members| turnout(Some(members))), [3, 3, 3, 4, 4, 6, 20, 25, 25, 25, 25]);
    assert_eq!(turnout(None), 3, "where it is not known the least holds");
    // What somebody has set is not fitted again, nor is a campaign that had begun before.
    let mut people = in_a_server_of(Some(1000)).public_vote;
    people.turnout = 7;
    people.fit_to_members(Some(500));
    assert_eq!(people.turnout, 7);
}

#[test]
fn what_was_stored_without_it_stays_as_it_was() {
    let stored = json!({
        "mode": "standing", "admit": "everyone", "lasts": null, "turnout": 5, "votes": "open",
    });
    let people: PublicVote = serde_json::from_value(stored.clone()).unwrap();
    assert_eq!((people.turnout, people.members, people.membership_days), (5, None, None));
    assert_eq!(serde_json::to_value(&people).unwrap(), stored);
}

#[test]
fn where_fewer_than_eight_are_left_beside_the_seats_nobody_is_asked() {
    for (members, seats, shown) in [(10, 3, false), (11, 3, true), (10, 2, true), (0, 1, false)] {
        let hall = Hall::turn(seats, in_a_server_of(Some(members)));
        assert_eq!(
            hall.council().public_ballot.is_some(),
            shown,
            "{members} people, {seats} seats"
        );
        assert_eq!(hall.council().settings.public_vote.is_too_few(), !shown);
    }
    assert!(Hall::turn(3, in_a_server_of(None)).council().public_ballot.is_some(), "nobody knows");
}

#[test]
fn somebody_switches_it_on_and_then_it_is() {
    let mut hall = Hall::turn(3, in_a_server_of(Some(4)));
    assert_eq!(hall.no(STRANGER, sign("e1")), Refusal::NoBallot);
    hall.set(|settings| settings.public_vote.set_mode(PublicVoteMode::Standing));
    assert_eq!(hall.council().public_ballot.as_ref().unwrap().turnout, 3);
    hall.sign(STRANGER, "e1");
    // Or before it begins.
    let mut settings = in_a_server_of(Some(4));
    settings.public_vote.set_mode(PublicVoteMode::Standing);
    assert!(Hall::turn(3, settings).council().public_ballot.is_some());
    // The next campaign of the same table is fitted anew.
    let mut people = Hall::turn(3, in_a_server_of(Some(4))).council().settings.public_vote.clone();
    people.fit_to_members(Some(500));
    assert_eq!((people.mode, people.turnout), (PublicVoteMode::Standing, 10));
}

#[test]
fn only_those_may_vote_who_have_been_here_for_long_enough() {
    let mut settings = Settings::default();
    settings.public_vote.membership_days = Some(10);
    let mut hall = Hall::turn(3, settings);
    hall.sign(STRANGER, "e1");
    let from = Some(START + Span::hours(24));
    assert_eq!(hall.no(61, sign("e1")), Refusal::TooNew { from }, "a day is missing");
    assert_eq!(hall.no(71, sign("e1")), Refusal::TooNew { from: None }, "nobody knows");
    hall.sign(1, "e2");
    hall.wait(Span::hours(23));
    assert_eq!(hall.no(61, sign("e1")), Refusal::TooNew { from });
    hall.wait(Span::hours(1));
    hall.sign(61, "e1");
    // Fixed when the ballot opens, and what is set now holds for the next one, begun anew.
    hall.set(|settings| settings.public_vote.membership_days = None);
    assert!(matches!(hall.no(62, sign("e1")), Refusal::TooNew { .. }));
    assert_eq!(hall.council().public_ballot.as_ref().unwrap().membership_days, Some(10));
    let mut settings = Settings::default();
    settings.public_vote.membership_days = Some(u16::MAX);
    assert_eq!(settings.check(), Err(Refusal::TimeOutOfRange));
}

#[test]
fn a_program_has_no_vote() {
    let mut hall = Hall::turn(3, Settings::default());
    assert_eq!(hall.no(BOT, sign("e1")), Refusal::BotsDoNotVote);
}

#[test]
fn a_moderator_strikes_a_vote_and_the_log_says_so() {
    let mut hall = Hall::turn(3, Settings::default());
    hall.signs(&[(STRANGER, "e1"), (61, "e2")]);
    let strike = Request::StrikeVote { user: UserId(STRANGER) };
    for user in [1, 61, STRANGER] {
        assert_eq!(hall.no(user, strike.clone()), Refusal::NotAllowed);
    }
    assert_eq!(hall.no(MODERATOR, Request::StrikeVote { user: UserId(62) }), Refusal::NoSuchVote);
    hall.ok(MODERATOR, strike.clone());
    let ballot = hall.council().public_ballot.clone().unwrap();
    assert_eq!((ballot.votes.len(), hall.signed.len()), (1, 1));
    let (edition, user, by) = (ballot.edition, UserId(STRANGER), UserId(MODERATOR));
    assert_eq!(hall.log.last().unwrap().kind, EntryKind::VoteStruck { edition, user, by });
    assert_eq!(hall.no(STRANGER, sign("e3")), Refusal::Struck, "not on this ballot");
    assert_eq!(hall.no(MODERATOR, strike), Refusal::NoSuchVote, "once");
    // When the question is asked it is the same vote; another one is another vote.
    hall.say(2, "work", "preach");
    assert_eq!(hall.no(STRANGER, sign("e3")), Refusal::Struck);
    hall.wait(Span::hours(4));
    assert_eq!(hall.last_of("edict").choice, "e2");
    hall.sign(STRANGER, "e3");
    let mut off = Hall::turn(3, Settings::default());
    off.set(|settings| settings.public_vote.mode = PublicVoteMode::Off);
    assert_eq!(off.no(MODERATOR, Request::StrikeVote { user }), Refusal::NoBallot);
}
