//! A ballot as an event: it opens when the question comes, calls people, closes after a while or by
//! the leader's word, and later says what came of it.

use emberhall::council::ballot_result::BallotEnd;
use emberhall::council::log::DecidedBy;
use emberhall::council::notice::{Notice, NoticeKind};
use emberhall::council::public_decision::DecisionOutcome;
use emberhall::council::question::{Escalation, Resolver};
use emberhall::council::settings::{Decider, Pace, PublicVoteMode};
use emberhall::council::state::MAX_SUBSCRIBERS;
use emberhall::council::{QuietHours, Refusal, Request, Settings, Span, Timestamp, UserId};

use crate::kit::{BOT, Hall, MODERATOR, ROLE, STRANGER};

fn settings(turnout: u32) -> Settings {
    let mut settings = Settings::default();
    settings.public_vote.turnout = turnout;
    settings
}

/// At the turn of user 2, who leads; what is signed before stands when the ballot opens.
fn before(turnout: u32) -> Hall {
    Hall::turn(3, settings(turnout))
}

fn preach(hall: &mut Hall) {
    hall.say(2, "work", "preach");
}

fn edition(hall: &Hall) -> u32 {
    hall.council().public_ballot.as_ref().expect("a ballot is open").edition
}

fn close(hall: &Hall) -> Request {
    Request::CloseBallot { edition: edition(hall) }
}

fn call(on: bool) -> Request {
    Request::SetBallotPing { on }
}

/// Calls to the ballot: when, who, and which role.
fn calls(hall: &Hall) -> Vec<(Timestamp, Vec<u64>, Option<u64>)> {
    let told = hall.told.iter().filter_map(|(at, Notice { ping: call, kind: news, .. })| {
        let role = match news {
            NoticeKind::Ballot { closes: Some(_), role, .. }
            | NoticeKind::LastCall { role, .. } => *role,
            _ => return None,
        };
        Some((*at, call.iter().map(|user| user.0).collect(), role))
    });
    told.collect()
}

#[test]
fn standing_votes_count_as_cast_and_can_be_changed_until_it_closes() {
    let mut hall = before(2);
    hall.signs(&[(STRANGER, "e1"), (61, "e3"), (62, "e3")]);
    let standing = edition(&hall);
    preach(&mut hall);
    assert!(edition(&hall) > standing, "a message of its own");
    let matter = hall.campaign.view(Some(UserId(61)), hall.now).ballot.unwrap();
    assert_eq!((matter.cast, matter.mine.as_deref()), (3, Some("e3")));
    assert_eq!(matter.closes, Some(hall.now + Span::hours(4)), "a sixth of a day");
    assert_eq!(matter.closes, hall.due("edict"));
    hall.signs(&[(62, "e1"), (2, "e3")]);
    hall.wait(Span(Span::hours(4).0 - 1));
    assert!(hall.open("edict").is_some(), "it is open for its whole time");
    hall.sign(63, "e1");
    hall.wait(Span(1));
    assert_eq!(hall.last_of("edict").choice, "e1");
    assert!(matches!(hall.how("edict"), DecidedBy::Public { players_only: false, tie: false, .. }));
    // Those who did not get their way need not say so again.
    let next = hall.council().public_ballot.clone().unwrap();
    assert_eq!((next.closes, next.votes.get(&UserId(61))), (None, Some(&"e3".to_owned())));
}

#[test]
fn it_stays_open_for_a_sixth_of_the_pace_or_as_long_as_is_set() {
    for (pace, lasts, open) in [
        (Pace::Live, None, Span::minutes(2)),
        (Pace::Daily, None, Span::hours(4)),
        (Pace::Relaxed, None, Span::hours(12)),
        (Pace::Untimed, None, Span::hours(4)),
        (Pace::Live, Some(Span::minutes(7)), Span::minutes(7)),
    ] {
        for mode in [PublicVoteMode::Standing, PublicVoteMode::OnDemand] {
            let mut settings = settings(1);
            (settings.pace, settings.public_vote.duration) = (pace, lasts);
            settings.public_vote.mode = mode;
            let mut hall = Hall::turn(3, settings);
            preach(&mut hall);
            assert_eq!(hall.due("edict"), Some(hall.now + open), "{pace:?} {mode:?}");
        }
    }
}

#[test]
fn the_advisors_vote_on_it_too_and_are_called_and_reminded_near_its_end() {
    let mut hall = before(9);
    hall.sign(1, "e2");
    preach(&mut hall);
    // User 2 is at it, user 1 has voted.
    assert_eq!(hall.waited("edict"), [2, 3]);
    let asked = hall.told.iter().rev().find_map(|(_, notice)| match notice.kind {
        NoticeKind::Asked { .. } => Some(notice.ping.clone()),
        _ => None,
    });
    assert_eq!(asked, Some(vec![UserId(3)]));
    let (number, opened) = (hall.number("edict"), hall.now);
    hall.wait(Span::minutes(200));
    let reminded = vec![(opened + Span::minutes(192), vec![2, 3])];
    assert_eq!(hall.reminders(number), reminded, "once, at four fifths");
    hall.signs(&[(2, "e4"), (3, "e4"), (STRANGER, "e2")]);
    assert_eq!(hall.waited("edict"), [] as [u64; 0]);
    hall.wait(Span::hours(1));
    assert_eq!(hall.last_of("edict").choice, "e4", "under the turnout the advisors decide");
}

#[test]
fn the_leader_may_close_it_after_half_of_its_time_if_every_advisor_has_voted() {
    let mut hall = before(1);
    let standing = Request::CloseBallot { edition: edition(&hall) };
    assert_eq!(hall.no(2, standing.clone()), Refusal::NotOnOffer, "nothing is asked yet");
    preach(&mut hall);
    let half = hall.now + Span::hours(2);
    assert_eq!(hall.no(2, standing), Refusal::NotOnOffer, "that was another one");
    hall.signs(&[(STRANGER, "e5"), (1, "e5"), (2, "e1")]);
    assert_eq!(hall.no(2, close(&hall)), Refusal::TooEarly { from: half });
    hall.wait(Span(Span::hours(2).0 - 1));
    assert_eq!(hall.no(2, close(&hall)), Refusal::TooEarly { from: half });
    hall.wait(Span(1));
    for other in [1, 3, STRANGER, MODERATOR] {
        assert_eq!(hall.no(other, close(&hall)), Refusal::LeaderCloses);
    }
    let missing = Refusal::VotesMissing { users: vec![UserId(3)] };
    assert_eq!(hall.no(2, close(&hall)), missing);
    hall.sign(3, "e5");
    hall.ok(2, close(&hall));
    assert_eq!(hall.last_of("edict").choice, "e5");
    assert_eq!(hall.no(2, Request::CloseBallot { edition: 2 }), Refusal::NotOnOffer, "it is over");
}

#[test]
fn half_of_the_time_moves_on_with_the_clocks() {
    let mut hall = before(1);
    preach(&mut hall);
    let half = hall.now + Span::hours(2);
    hall.signs(&[(1, "e5"), (2, "e5"), (3, "e5")]);
    hall.ok(1, Request::Pause);
    assert_eq!(hall.no(2, close(&hall)), Refusal::Paused);
    hall.wait(Span::hours(30));
    hall.ok(1, Request::Resume);
    assert!(hall.open("edict").is_some());
    assert_eq!(hall.no(2, close(&hall)), Refusal::TooEarly { from: half + Span::hours(30) });
    hall.wait(Span::hours(2));
    hall.ok(2, close(&hall));
    assert_eq!(hall.last_of("edict").choice, "e5");
}

#[test]
fn a_tie_closes_it_and_the_leader_decides_while_the_votes_are_kept() {
    let mut hall = before(1);
    hall.signs(&[(STRANGER, "e3"), (61, "e1")]);
    preach(&mut hall);
    let open = edition(&hall);
    hall.wait(Span::hours(4));
    let tied = Escalation::Tie(vec!["e1".to_owned(), "e3".to_owned()]);
    assert_eq!(hall.open("edict").unwrap().escalation, Some(tied));
    // It has closed: nobody sees it as open, and nobody can vote on it.
    assert!(hall.campaign.view(None, hall.now).ballot.is_none());
    let late = Request::VotePublic { edition: None, choice: Some("e1".to_owned()) };
    assert_eq!(hall.no(62, late), Refusal::NotOnOffer);
    hall.say(2, "edict", "e1");
    let next = hall.council().public_ballot.clone().unwrap();
    assert!(next.edition > open && next.closes.is_none());
    assert_eq!(next.votes.get(&UserId(STRANGER)), Some(&"e3".to_owned()), "for the next time");
    assert_eq!(next.votes.len(), 1);
}

#[test]
fn where_nobody_voted_the_advisors_vote_with_all_their_time() {
    for mode in [PublicVoteMode::Standing, PublicVoteMode::OnDemand] {
        let mut settings = settings(3);
        settings.public_vote.mode = mode;
        let mut hall = Hall::turn(3, settings);
        preach(&mut hall);
        let closes = hall.due("edict").unwrap();
        hall.wait(Span::hours(4));
        assert_eq!(hall.open("edict").unwrap().resolver, Resolver::Vote, "{mode:?}");
        assert_eq!(hall.due("edict"), Some(closes + Span::hours(24)), "{mode:?}");
        assert_eq!(hall.waited("edict"), [1, 2, 3]);
        let empty = |news: &NoticeKind| matches!(news, NoticeKind::BallotResult { result, .. } if result.end == BallotEnd::Counted);
        assert_eq!(hall.news().filter(|news| empty(news)).count(), 1, "{mode:?}");
        let called = hall.told.iter().rev().find_map(|(_, notice)| match &notice.kind {
            NoticeKind::Asked { ask, .. } if ask == "edict" => Some(notice.ping.len()),
            _ => None,
        });
        assert_eq!(called, Some(3), "all are called again: {mode:?}");
        hall.say(1, "edict", "e5");
        hall.say(3, "edict", "e5");
        assert!(matches!(hall.how("edict"), DecidedBy::Vote { .. }));
        let last = hall.news().filter_map(|news| match news {
            NoticeKind::BallotResult { result: returns, .. } => Some(returns.end.clone()),
            _ => None,
        });
        assert!(
            matches!(
                last.last(),
                Some(BallotEnd::Taken { decided_by: DecidedBy::Vote { .. }, .. })
            ),
            "{mode:?}"
        );
    }
}

#[test]
fn those_who_pressed_call_me_are_called_when_it_opens_and_shortly_before_it_closes() {
    let mut hall = before(9);
    for user in [STRANGER, 61, 62] {
        hall.ok(user, call(true));
    }
    hall.ok(62, call(false));
    hall.ok(61, call(true));
    preach(&mut hall);
    let opened = hall.now;
    assert_eq!(calls(&hall), [(opened, vec![STRANGER, 61], None)]);
    hall.sign(61, "e1");
    hall.wait(Span::hours(4));
    let last = (opened + Span::minutes(192), vec![STRANGER], None);
    assert_eq!(calls(&hall)[1..], [last], "who has voted is left alone, and nobody hears twice");
}

#[test]
fn nobody_is_called_in_quiet_hours() {
    let mut hall = before(9);
    for user in [STRANGER, 61] {
        hall.ok(user, call(true));
    }
    // From midnight, when every test begins, to noon.
    hall.quiet.insert(UserId(STRANGER), QuietHours { from: 0, until: 12 * 60 });
    preach(&mut hall);
    hall.wait(Span::hours(4));
    let called: Vec<u64> = calls(&hall).into_iter().flat_map(|(_, users, _)| users).collect();
    assert_eq!(called, [61, 61]);
}

#[test]
fn a_role_is_called_and_once_more_only_if_votes_are_needed() {
    for (turnout, again) in [(2, false), (3, true)] {
        let mut settings = settings(turnout);
        settings.public_vote.ping_role = Some(ROLE);
        let mut hall = Hall::turn(3, settings);
        preach(&mut hall);
        let opened = hall.now;
        hall.signs(&[(STRANGER, "e1"), (61, "e1")]);
        hall.wait(Span::hours(4));
        let mut expected = vec![(opened, Vec::new(), Some(ROLE))];
        expected.extend(again.then(|| (opened + Span::minutes(192), Vec::new(), Some(ROLE))));
        assert_eq!(calls(&hall), expected);
    }
}

#[test]
fn advisors_bots_and_too_many_are_not_put_on_the_list() {
    let mut hall = before(1);
    assert_eq!(hall.no(1, call(true)), Refusal::PingedAnyway);
    assert_eq!(hall.no(BOT, call(true)), Refusal::BotsDoNotVote);
    for user in 0..MAX_SUBSCRIBERS as u64 {
        hall.ok(100 + user, call(true));
    }
    assert_eq!(hall.no(61, call(true)), Refusal::TooManySubscribers);
    hall.ok(100, call(true));
    hall.ok(100, call(false));
    hall.ok(61, call(true));
    let mine = |user: u64| hall.campaign.view(Some(UserId(user)), hall.now).ballot.unwrap().pinged;
    assert!(mine(61) && !mine(100) && !mine(62));
}

#[test]
fn an_undo_of_the_question_leaves_a_standing_ballot_with_its_votes() {
    let mut hall = before(1);
    hall.signs(&[(STRANGER, "e1"), (2, "e1")]);
    preach(&mut hall);
    let open = edition(&hall);
    let (back_to, seen) = (hall.log.last().unwrap().seq, hall.council().seq);
    hall.ok(2, Request::Undo { back_to, seen });
    assert!(hall.open("edict").is_none());
    let standing = hall.council().public_ballot.clone().unwrap();
    assert!(standing.edition > open && standing.closes.is_none());
    assert_eq!(standing.votes.len(), 2);
}

#[test]
fn what_came_of_it_is_told_once_and_taken_back_with_an_undo() {
    let mut hall = before(1);
    hall.sign(STRANGER, "e2");
    preach(&mut hall);
    let ballot = edition(&hall);
    hall.wait(Span::hours(4));
    let decree = hall.council().public_decisions.last().cloned().unwrap();
    assert_eq!(
        (decree.choice.as_str(), decree.edition, decree.first_seen),
        ("e2", Some(ballot), None)
    );
    assert_eq!(Some(decree.seq), hall.log.last().map(|entry| entry.seq));
    let fates = |hall: &Hall| -> Vec<DecisionOutcome> {
        let of = |news: &NoticeKind| match news {
            NoticeKind::DecisionOutcome { edition, outcome: fate } if *edition == ballot => {
                Some(DecisionOutcome::clone(fate))
            }
            _ => None,
        };
        hall.news().filter_map(of).collect()
    };
    // In the toy game an edict shows the next morning.
    hall.steer.insert("work", "wait");
    for _ in 0..200 {
        if !fates(&hall).is_empty() {
            break;
        }
        let question = hall.council().questions[0].clone();
        hall.settle(&question);
    }
    let [DecisionOutcome::Seen { after: 1, event: told }] = &fates(&hall)[..] else {
        panic!("{:?}", fates(&hall))
    };
    assert_eq!(told.kind, "edict_shows");
    let seen = hall.council().public_decisions[0].first_seen.unwrap();
    let (back_to, at) = (seen, hall.council().seq);
    let mut unseen = hall.clone();
    unseen.undo_by_all(back_to, at);
    assert_eq!(unseen.council().public_decisions[0].first_seen, None);
    assert_eq!(fates(&unseen).last(), Some(&DecisionOutcome::Unseen));
    hall.undo_by_all(decree.seq, at);
    assert!(hall.council().public_decisions.is_empty());
    assert_eq!(fates(&hall).last(), Some(&DecisionOutcome::Undone));
}

#[test]
fn where_others_are_to_decide_nobody_is_asked_ahead() {
    for (decider, asked) in
        [(Decider::Leader, false), (Decider::Vote, false), (Decider::Public, true)]
    {
        let mut settings = settings(1);
        settings.who.insert("edict".to_owned(), decider);
        let hall = Hall::turn(3, settings);
        assert_eq!(hall.council().public_ballot.is_some(), asked, "{decider:?}");
    }
    let mut hall = before(1);
    hall.sign(STRANGER, "e1");
    hall.set(|settings| {
        settings.who.insert("edict".to_owned(), Decider::Leader);
    });
    assert!(hall.council().public_ballot.is_none(), "it is over when that is set");
    preach(&mut hall);
    hall.say(2, "edict", "e5");
    assert!(matches!(hall.how("edict"), DecidedBy::Leader { .. }));
}

#[test]
fn what_the_advisors_alone_decided_is_noted_too() {
    let mut settings = settings(1);
    settings.public_vote.mode = PublicVoteMode::Off;
    let mut hall = Hall::turn(3, settings);
    preach(&mut hall);
    hall.say(1, "edict", "e5");
    hall.say(2, "edict", "e5");
    let decree = hall.council().public_decisions.last().cloned().unwrap();
    assert_eq!((decree.choice.as_str(), decree.edition), ("e5", None));
    assert!(matches!(decree.decided_by, DecidedBy::Vote { .. }));
}

#[test]
fn a_vote_for_a_ballot_that_has_closed_on_the_way_counts_on_no_other() {
    let mut hall = before(1);
    let standing = edition(&hall);
    preach(&mut hall);
    let late =
        |edition| Request::VotePublic { edition: Some(edition), choice: Some("e3".to_owned()) };
    assert_eq!(hall.no(STRANGER, late(standing)), Refusal::NotOnOffer);
    let open = edition(&hall);
    hall.ok(STRANGER, late(open));
    hall.sign(61, "e1");
    hall.sign(62, "e1");
    hall.wait(Span::hours(4));
    assert_eq!(hall.no(63, late(open)), Refusal::NotOnOffer);
    let next = hall.council().public_ballot.clone().unwrap();
    assert!(!next.votes.contains_key(&UserId(63)));
}

#[test]
fn only_a_moderator_says_which_role_is_called() {
    let mut hall = before(1);
    let mut settings = hall.council().settings.clone();
    settings.public_vote.ping_role = Some(ROLE);
    let set = Request::ChangeSettings(Box::new(settings));
    assert_eq!(hall.no(hall.leader(), set.clone()), Refusal::ModeratorsCall);
    hall.ok(MODERATOR, set);
    hall.set(|settings| settings.public_vote.turnout = 5);
    assert_eq!(
        hall.council().settings.public_vote.ping_role,
        Some(ROLE),
        "the leader may set the rest"
    );
}

#[test]
fn who_wants_to_be_called_after_the_last_call_is_not_called_for_that() {
    let mut hall = before(9);
    preach(&mut hall);
    hall.wait(Span::minutes(230));
    hall.ok(STRANGER, call(true));
    hall.wait(Span::minutes(9));
    assert!(calls(&hall).iter().all(|(_, users, _)| users.is_empty()), "{:?}", calls(&hall));
}

#[test]
fn an_advisor_who_takes_a_vote_back_is_not_called_for_that() {
    let mut hall = before(9);
    hall.sign(1, "e2");
    preach(&mut hall);
    let number = hall.number("edict");
    hall.ok(1, Request::VotePublic { edition: None, choice: None });
    hall.wait(Span::minutes(180));
    assert_eq!(hall.reminders(number), []);
    hall.wait(Span::minutes(20));
    assert_eq!(hall.reminders(number).len(), 1, "at four fifths");
}

#[test]
fn the_leader_is_reminded_of_a_tie_at_half_of_the_time_too() {
    let mut hall = before(1);
    hall.signs(&[(STRANGER, "e3"), (61, "e1")]);
    preach(&mut hall);
    hall.wait(Span::hours(4));
    let (number, tied) = (hall.number("edict"), hall.now);
    let time = hall.due("edict").unwrap() - tied;
    hall.wait(time.part(3, 5));
    assert_eq!(hall.reminders(number).last(), Some(&(tied + time.part(1, 2), vec![2])));
}

#[test]
fn when_a_decision_is_taken_back_everybody_votes_anew() {
    let mut hall = before(1);
    hall.signs(&[(STRANGER, "e1"), (61, "e1"), (62, "e3")]);
    preach(&mut hall);
    hall.wait(Span::hours(4));
    let decree = hall.council().public_decisions[0].clone();
    assert_eq!(decree.choice, "e1");
    hall.undo_by_all(decree.seq, hall.council().seq);
    assert!(hall.open("edict").is_some());
    let ballot = hall.council().public_ballot.clone().unwrap();
    assert!(ballot.votes.is_empty(), "or only those who did not get their way would have a vote");
}

#[test]
fn an_undo_of_what_led_to_a_tie_says_so_where_the_ballot_stood() {
    let mut hall = before(1);
    hall.signs(&[(STRANGER, "e3"), (61, "e1")]);
    preach(&mut hall);
    let (ballot, back_to) = (edition(&hall), hall.log.last().unwrap().seq);
    hall.wait(Span::hours(4));
    hall.ok(2, Request::Undo { back_to, seen: hall.council().seq });
    let ends = hall.news().filter_map(|news| match news {
        NoticeKind::BallotResult { edition, result: returns } if *edition == ballot => {
            Some(returns.end.clone())
        }
        _ => None,
    });
    assert_eq!(ends.last(), Some(BallotEnd::Uncounted));
}

#[test]
fn a_ballot_about_something_else_takes_no_votes_away() {
    let mut settings = settings(1);
    settings.who.insert("work".to_owned(), Decider::Public);
    let mut hall = Hall::turn(3, settings);
    assert_eq!(hall.open("work").unwrap().resolver, Resolver::Vote, "no ballot stands for it");
    hall.sign(STRANGER, "e1");
    hall.say(2, "work", "preach");
    hall.say(1, "work", "preach");
    let ballot = hall.council().public_ballot.clone().unwrap();
    assert_eq!(ballot.votes.get(&UserId(STRANGER)), Some(&"e1".to_owned()));
}
