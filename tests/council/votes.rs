//! Votes at the table: changes of mind, late votes, ties, sealed votes.

use emberhall::council::log::{DecidedBy, HouseReason};
use emberhall::council::notice::NoticeKind;
use emberhall::council::question::Escalation;
use emberhall::council::settings::{BallotSecrecy, Decider, Pace, PublicVoteMode};
use emberhall::council::{Refusal, Reply, Request, Settings, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, at_pace, quietly};

// In the first round the leader is the second seat: user 2.

#[test]
fn a_vote_may_be_changed_until_it_closes() {
    let mut hall = Hall::morning(4, quietly());
    let question = hall.number("omen");
    assert_eq!(hall.say(1, "omen", "bow"), Reply::Voted { question, changed: false });
    assert_eq!(hall.say(1, "omen", "sing"), Reply::Voted { question, changed: true });
    assert_eq!(hall.say(3, "omen", "sing"), Reply::Voted { question, changed: false });
    assert_eq!(hall.waited("omen"), [2, 4]);
    let closed = hall.say(2, "omen", "sing");
    assert_eq!(closed, Reply::Answered { question, choice: "sing".to_owned() });
    let DecidedBy::Vote { votes, tie } = hall.how("omen") else { panic!("{:?}", hall.how("omen")) };
    assert_eq!((votes.len(), tie), (3, false));
}

#[test]
fn a_late_vote_gets_a_sentence_and_the_open_questions() {
    let mut hall = Hall::morning(3, quietly());
    let late = hall.click("omen", "bow");
    hall.say(1, "omen", "sing");
    hall.say(2, "omen", "sing");
    let open = vec![hall.number("work")];
    assert_eq!(hall.no(3, late), Refusal::Stale { open });
}

#[test]
fn a_vote_after_the_deadline_is_late_even_if_nobody_woke_the_table() {
    let mut hall = Hall::morning(3, quietly());
    hall.say(1, "omen", "bow");
    hall.now += Span::hours(24);
    let why = hall.not(2, "omen", "sing");
    assert!(matches!(why, Refusal::Stale { .. }), "{why:?}");
    // Anything else that is asked for finds the deadline handled.
    hall.ok(3, Request::Pause);
    assert_eq!(hall.last_of("omen").choice, "bow");
    assert!(hall.open("work").is_some());
}

#[test]
fn a_click_on_a_question_that_never_was_changes_nothing() {
    let mut hall = Hall::morning(3, quietly());
    let open = vec![hall.number("omen")];
    for question in [0, 1, 77, u32::MAX] {
        let deed = Request::Choose { question, choice: "sing".to_owned(), seat: None };
        assert_eq!(hall.no(1, deed), Refusal::Stale { open: open.clone() });
    }
}

#[test]
fn an_answer_that_is_not_there_or_is_blocked_is_refused() {
    let mut hall = Hall::turn(3, quietly());
    assert_eq!(hall.not(2, "work", "dance"), Refusal::NoSuchChoice);
    let why = hall.not(2, "work", "repair");
    assert!(matches!(&why, Refusal::Blocked(why) if why.key == "blocked-no-light"), "{why:?}");
}

#[test]
fn who_holds_no_seat_has_no_vote() {
    let mut hall = Hall::morning(3, quietly());
    for user in [STRANGER, MODERATOR] {
        let Refusal::NotYours { seats, users } = hall.not(user, "omen", "sing") else { panic!() };
        assert_eq!(seats, [Seat(0), Seat(1), Seat(2)]);
        assert_eq!(users, [UserId(1), UserId(2), UserId(3)]);
    }
}

#[test]
fn a_tie_goes_to_the_leaders_own_vote() {
    let mut hall = Hall::morning(4, quietly());
    assert_eq!(hall.leader(), 2);
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "bow");
    hall.say(4, "omen", "sing");
    hall.say(2, "omen", "sing");
    assert_eq!(hall.last_of("omen").choice, "sing");
    assert!(matches!(hall.how("omen"), DecidedBy::Vote { tie: true, .. }));
}

#[test]
fn a_tie_without_the_leaders_vote_is_put_to_the_leader_for_a_shorter_time() {
    let mut hall = Hall::morning(3, quietly());
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "sing");
    hall.wait(Span::hours(24));
    let open = hall.open("omen").unwrap().clone();
    assert_eq!(open.escalation, Some(Escalation::Tie(vec!["bow".to_owned(), "sing".to_owned()])));
    assert_eq!(open.due, Some(hall.now + Span::hours(6)));
    assert_eq!(hall.waited("omen"), [2]);
    assert!(matches!(hall.not(1, "omen", "bow"), Refusal::NotYours { .. }));
    let refused = hall.not(2, "omen", "defy");
    assert!(matches!(refused, Refusal::NotTied | Refusal::Blocked(_)), "{refused:?}");
    hall.say(2, "omen", "bow");
    assert_eq!(hall.last_of("omen").choice, "bow");
    let DecidedBy::Vote { votes, tie } = hall.how("omen") else { panic!() };
    assert_eq!((votes.len(), tie), (2, true));
}

#[test]
fn a_tie_the_leader_leaves_is_broken_by_the_house_among_the_tied_and_named() {
    let mut hall = Hall::morning(3, quietly());
    hall.steer.insert("omen", "bow");
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "sing");
    hall.wait(Span::hours(24 + 6));
    assert_eq!(hall.last_of("omen").choice, "sing");
    assert_eq!(hall.how("omen"), DecidedBy::House { reason: HouseReason::TieUnbroken });
    // The house's own advice is "keep" at dusk; here it is not among the tied.
    let mut hall = Hall::seeded(3, Settings { tie_time: Some(Span::minutes(5)), ..quietly() }, 3);
    hall.steer.insert("gift", "wool");
    hall.on_to("omen");
    hall.say(1, "omen", "bow");
    if hall.ask(3, hall.click("omen", "defy")).is_ok() {
        hall.wait(Span::minutes(24 * 60 + 5));
        assert_eq!(hall.last_of("omen").choice, "bow");
        assert_eq!(hall.how("omen"), DecidedBy::House { reason: HouseReason::TieUnbroken });
    }
}

#[test]
fn the_time_for_a_tie_is_never_longer_than_the_pace() {
    let long = Settings { tie_time: Some(Span::hours(5)), ..at_pace(Pace::Live) };
    let mut hall = Hall::morning(3, long);
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "sing");
    hall.wait(Span::minutes(10));
    assert_eq!(hall.due("omen"), Some(hall.now + Span::minutes(10)));
}

#[test]
fn a_vote_nobody_gives_is_the_houses_and_named() {
    let mut hall = Hall::morning(3, quietly());
    hall.wait(Span::hours(24));
    assert_eq!(hall.how("omen"), DecidedBy::House { reason: HouseReason::NoVotes });
    assert_eq!(hall.last_of("omen").choice, "sing");
}

#[test]
fn the_votes_that_are_there_decide_at_the_deadline_and_not_a_moment_before() {
    let mut hall = Hall::morning(4, quietly());
    hall.say(4, "omen", "bow");
    hall.wait(Span(Span::hours(24).0 - 1));
    assert!(hall.open("omen").is_some());
    hall.wait(Span(1));
    assert_eq!(hall.last_of("omen").choice, "bow");
}

#[test]
fn the_house_votes_for_its_seats_and_breaks_ties_if_it_leads() {
    let mut hall = Hall::held_by(&[1, 0, 3], quietly(), 1).till("omen");
    assert_eq!(hall.leader(), 0);
    assert_eq!(hall.open("omen").unwrap().votes.get(&Seat(1)).unwrap(), "sing");
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "bow");
    let DecidedBy::Vote { votes, tie } = hall.how("omen") else { panic!() };
    assert_eq!((votes[&Seat(1)].as_str(), tie), ("sing", false));
    // Four seats, two against two: the house's own vote is among the tied.
    let mut hall = Hall::held_by(&[1, 0, 3, 4], quietly(), 1).till("omen");
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "bow");
    hall.say(4, "omen", "sing");
    assert_eq!(hall.last_of("omen").choice, "sing");
    assert!(matches!(hall.how("omen"), DecidedBy::Vote { tie: true, .. }));
}

#[test]
fn a_house_that_comes_to_lead_breaks_the_open_tie() {
    let mut hall = Hall::morning(3, quietly());
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "sing");
    hall.wait(Span::hours(24));
    assert!(hall.open("omen").unwrap().escalation.is_some());
    hall.ok(2, Request::Lend { seat: Seat(1) });
    assert_eq!(hall.how("omen"), DecidedBy::House { reason: HouseReason::BreaksTie });
    assert_eq!(hall.last_of("omen").choice, "sing");
}

#[test]
fn sealed_votes_show_ones_own_and_the_number_until_it_closes() {
    let sealed = Settings { secrecy: BallotSecrecy::Sealed, ..quietly() };
    let mut hall = Hall::morning(4, sealed);
    hall.say(1, "omen", "bow");
    hall.say(3, "omen", "sing");
    let seen = |hall: &Hall, viewer: Option<u64>| {
        let panel = hall.campaign.view(viewer.map(UserId), hall.now);
        let asked = panel.questions[0].clone();
        let seats: Vec<u8> = asked.votes.keys().map(|seat| seat.0).collect();
        (asked.cast, seats)
    };
    assert_eq!(seen(&hall, Some(1)), (2, vec![0]));
    assert_eq!(seen(&hall, Some(2)), (2, vec![]));
    assert_eq!(seen(&hall, Some(3)), (2, vec![2]));
    assert_eq!(seen(&hall, None), (2, vec![]));
    assert_eq!(seen(&hall, Some(STRANGER)), (2, vec![]));
    let votes = |news: &NoticeKind| matches!(news, NoticeKind::Voted { .. });
    assert_eq!(hall.news().filter(|news| votes(news)).count(), 2);
    // Whoever opens the votes from now on does not open what was sealed.
    hall.set(|settings| settings.secrecy = BallotSecrecy::Open);
    assert_eq!(seen(&hall, Some(2)), (2, vec![]), "a sealed vote was opened before it closed");
    hall.say(2, "omen", "sing");
    let DecidedBy::Vote { votes, .. } = hall.how("omen") else { panic!() };
    assert_eq!(votes.len(), 3, "all is told when it has closed");
}

#[test]
fn open_votes_are_seen_by_all_as_they_come() {
    let mut hall = Hall::morning(4, quietly());
    hall.say(1, "omen", "bow");
    let panel = hall.campaign.view(None, hall.now);
    assert_eq!(panel.questions[0].votes.get(&Seat(0)).unwrap(), "bow");
    assert_eq!((panel.questions[0].cast, panel.questions[0].voters), (1, 4));
}

#[test]
fn a_campaign_may_say_who_decides_what() {
    for (decider, may) in
        [(Decider::Leader, vec![2]), (Decider::Anyone, vec![1, 2, 3]), (Decider::Seat, vec![])]
    {
        let mut settings = quietly();
        settings.who.insert("omen".to_owned(), decider);
        let hall = Hall::morning(3, settings);
        for user in 1..=3 {
            let mut hall = hall.clone();
            let reply = hall.ask(user, hall.click("omen", "bow")).unwrap_or(Reply::Done);
            let answered = matches!(reply, Reply::Answered { .. });
            assert_eq!(answered, may.contains(&user), "{decider:?} user {user}");
        }
        let mut late = hall.clone();
        late.wait(Span::hours(24));
        assert!(late.open("omen").is_none());
    }
    // What the seat would settle is put to a vote, and what is for the people to the advisors.
    let mut settings = quietly();
    settings.who.insert("work".to_owned(), Decider::Vote);
    settings.public_vote.mode = PublicVoteMode::Standing;
    settings.who.insert("edict".to_owned(), Decider::Vote);
    let mut hall = Hall::turn(3, settings);
    hall.steer.insert("work", "preach");
    for user in [3, 1] {
        hall.say(user, "work", "preach");
    }
    assert!(matches!(hall.how("work"), DecidedBy::Vote { .. }));
    hall.say(1, "edict", "e2");
    hall.say(3, "edict", "e2");
    assert!(matches!(hall.how("edict"), DecidedBy::Vote { .. }));
}

#[test]
fn a_secret_is_its_seats_own_whatever_the_campaign_says() {
    let mut settings = quietly();
    for decider in [Decider::Vote, Decider::Leader, Decider::Anyone, Decider::Public] {
        settings.who.insert("gift".to_owned(), decider);
        let mut hall = Hall::of(3, settings.clone());
        let questions = hall.council().questions.clone();
        assert_eq!(questions.len(), 3);
        for (at, question) in questions.iter().enumerate() {
            for user in [1, 2, 3, MODERATOR, STRANGER] {
                let seat = hall.campaign.view(Some(UserId(user)), hall.now).questions[at].clone();
                let own = user == at as u64 + 1;
                assert_eq!((seat.decision.is_some(), seat.yours), (own, own));
                let choice = "bell-or-nothing".to_owned();
                let deed = Request::Choose { question: question.number, choice, seat: None };
                let why = hall.no(user, deed);
                // Nobody else learns so much as which answers there are.
                assert_eq!(matches!(why, Refusal::NoSuchChoice), own, "{why:?}");
            }
        }
        hall.wait(Span::hours(24));
        assert!(matches!(hall.how("gift"), DecidedBy::House { reason: HouseReason::Late }));
        let said = hall.news().filter_map(|news| match news {
            NoticeKind::Answered { ask, words, .. } if ask == "gift" => Some(words.is_some()),
            _ => None,
        });
        assert_eq!(said.collect::<Vec<bool>>(), [false; 3]);
    }
}
