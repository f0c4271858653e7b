//! Deadlines: every pace, pause and resume, more time, and time that passed
//! while nobody looked.

use emberhall::council::log::{DecidedBy, HouseReason};
use emberhall::council::settings::{Pace, PublicVoteMode, TurnMode};
use emberhall::council::{CampaignStatus, Refusal, Request, Settings, Span};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, at_pace, quietly};

#[test]
fn every_pace_has_its_time_and_untimed_has_none() {
    for (pace, span) in [
        (Pace::Live, Some(Span::minutes(10))),
        (Pace::Daily, Some(Span::hours(24))),
        (Pace::Relaxed, Some(Span::hours(72))),
        (Pace::Untimed, None),
        (Pace::Every(Span::minutes(1)), Some(Span::minutes(1))),
        (Pace::Every(Span::YEAR), Some(Span::YEAR)),
    ] {
        let mut hall = Hall::morning(3, at_pace(pace));
        assert_eq!(hall.due("omen"), span.map(|span| hall.now + span), "{pace:?}");
        let Some(span) = span else {
            hall.wait(Span::YEAR);
            assert!(hall.open("omen").is_some());
            continue;
        };
        hall.wait(Span(span.0 - 1));
        assert!(hall.open("omen").is_some(), "{pace:?}");
        hall.wait(Span(1));
        assert!(hall.open("omen").is_none(), "{pace:?}");
    }
}

#[test]
fn times_go_from_a_minute_to_a_year() {
    let wrong = [Span::ZERO, Span(-5), Span(Span::MINUTE.0 - 1), Span(Span::YEAR.0 + 1)];
    let mut hall = Hall::morning(3, quietly());
    for span in wrong {
        let mut lasting = quietly();
        lasting.public_vote.duration = Some(span);
        for settings in [
            at_pace(Pace::Every(span)),
            Settings { window: Some(span), ..quietly() },
            Settings { tie_time: Some(span), ..quietly() },
            lasting,
        ] {
            assert_eq!(settings.check(), Err(Refusal::TimeOutOfRange));
            let why = hall.no(MODERATOR, Request::ChangeSettings(Box::new(settings)));
            assert_eq!(why, Refusal::TimeOutOfRange);
        }
        let question = hall.number("omen");
        assert_eq!(hall.no(1, Request::Extend { question, span }), Refusal::TimeOutOfRange);
    }
}

#[test]
fn more_time_is_given_to_one_question() {
    let mut hall = Hall::morning(3, quietly());
    let (question, due) = (hall.number("omen"), hall.due("omen").unwrap());
    hall.ok(3, Request::Extend { question, span: Span::hours(5) });
    assert_eq!(hall.due("omen"), Some(due + Span::hours(5)));
    let why = hall.no(STRANGER, Request::Extend { question, span: Span::hours(5) });
    assert_eq!(why, Refusal::NotSeated);
    let why = hall.no(3, Request::Extend { question: 999, span: Span::hours(5) });
    assert_eq!(why, Refusal::Stale { open: vec![question] });
    hall.wait(Span(Span::hours(29).0 - 1));
    assert!(hall.open("omen").is_some());
    hall.wait(Span(1));
    assert!(hall.open("omen").is_none());
    let mut untimed = Hall::morning(3, at_pace(Pace::Untimed));
    let question = untimed.number("omen");
    let why = untimed.no(1, Request::Extend { question, span: Span::hours(5) });
    assert_eq!(why, Refusal::NoDeadline);
}

#[test]
fn more_time_for_the_people_moves_the_end_of_their_ballot() {
    let mut settings = Settings::default();
    settings.public_vote.mode = PublicVoteMode::OnDemand;
    let mut hall = Hall::turn(3, settings);
    hall.say(2, "work", "preach");
    let question = hall.number("edict");
    hall.ok(1, Request::Extend { question, span: Span::hours(7) });
    let matter = hall.campaign.view(None, hall.now).ballot.unwrap();
    assert_eq!(matter.closes, hall.due("edict"));
    assert_eq!(matter.closes, Some(hall.now + Span::hours(4 + 7)));
}

#[test]
fn a_pause_stops_every_clock_and_nothing_else_is_lost() {
    let mut hall = Hall::turn(4, quietly());
    hall.wait(Span::minutes(20));
    let (due, until) = (hall.due("work").unwrap(), hall.council().turn.unwrap().until);
    let opened = hall.open("work").unwrap().opened;
    hall.ok(4, Request::Pause);
    assert_eq!(hall.no(1, Request::Pause), Refusal::Paused);
    assert_eq!(hall.next_wake(), None);
    assert_eq!(hall.not(2, "work", "wait"), Refusal::Paused);
    let question = hall.number("work");
    assert_eq!(hall.no(2, Request::Extend { question, span: Span::hours(1) }), Refusal::Paused);
    assert!(!hall.sleep(Span::hours(400)), "nothing is due while the clocks stand");
    assert_eq!(hall.no(STRANGER, Request::Resume), Refusal::NotSeated);
    hall.ok(1, Request::Resume);
    assert_eq!(hall.due("work"), Some(due + Span::hours(400)));
    assert_eq!(hall.open("work").unwrap().opened, opened + Span::hours(400));
    assert_eq!(hall.council().turn.unwrap().until, until + Span::hours(400));
    assert_eq!(hall.no(1, Request::Resume), Refusal::NotPaused);
    assert_eq!(hall.waited("work"), [2], "the holder still has forty minutes");
    hall.wait(Span::minutes(40));
    assert_eq!(hall.waited("work"), [1, 2, 3, 4]);
}

#[test]
fn a_pause_stops_the_ballot_and_the_motion_too() {
    let mut settings = Settings::default();
    settings.public_vote.mode = PublicVoteMode::OnDemand;
    let mut hall = Hall::turn(3, settings);
    hall.say(2, "work", "preach");
    hall.ok(1, Request::Abandon);
    let due = hall.council().motion.as_ref().unwrap().due.unwrap();
    let closes = hall.due("edict").unwrap();
    hall.ok(1, Request::Pause);
    hall.sleep(Span::hours(50));
    hall.ok(1, Request::Resume);
    assert_eq!(hall.council().motion.as_ref().unwrap().due, Some(due + Span::hours(50)));
    let matter = hall.campaign.view(None, hall.now).ballot.unwrap();
    assert_eq!((matter.closes, matter.closes), (hall.due("edict"), Some(closes + Span::hours(50))));
}

#[test]
fn a_motion_made_while_the_clocks_stand_has_its_time_from_the_resume_on() {
    let mut hall = Hall::morning(3, quietly());
    hall.ok(1, Request::Pause);
    hall.sleep(Span::hours(30));
    hall.ok(1, Request::Abandon);
    hall.sleep(Span::hours(30));
    hall.ok(1, Request::Resume);
    let due = hall.council().motion.as_ref().unwrap().due;
    assert_eq!(due, Some(hall.now + Span::hours(24)));
}

#[test]
fn a_new_pace_counts_from_the_next_question_on() {
    let mut hall = Hall::morning(3, quietly());
    let due = hall.due("omen");
    hall.set(|settings| settings.pace = Pace::Live);
    assert_eq!(hall.due("omen"), due);
    hall.say(1, "omen", "sing");
    hall.say(2, "omen", "sing");
    assert_eq!(hall.due("work"), Some(hall.now + Span::minutes(10)));
}

#[test]
fn only_the_leader_or_a_moderator_changes_the_settings_of_a_campaign_that_runs() {
    let mut hall = Hall::morning(3, quietly());
    let set = Request::ChangeSettings(Box::new(at_pace(Pace::Live)));
    assert_eq!(hall.no(1, set.clone()), Refusal::NotAllowed);
    assert_eq!(hall.no(STRANGER, set.clone()), Refusal::NotSeated);
    hall.ok(2, set.clone());
    hall.ok(MODERATOR, set);
}

#[test]
fn a_deadline_that_passed_while_nobody_looked_is_handled_by_one_wake() {
    for turns in [TurnMode::Strict, TurnMode::Relay, TurnMode::Open, TurnMode::Leader] {
        let mut hall = Hall::of(3, Settings { turns, ..quietly() });
        assert!(hall.sleep(Span::hours(24 * 300)));
        assert_eq!(hall.how("gift"), DecidedBy::House { reason: HouseReason::Late });
        // What follows has its own time: nobody is robbed of a question they never saw.
        assert_eq!(hall.due("omen"), Some(hall.now + Span::hours(24)));
        assert!(hall.next_wake().unwrap() > hall.now);
        assert!(!hall.wake());
        hall.on_to("work");
        assert!(hall.sleep(Span::YEAR));
        let open = hall.council().questions.clone();
        assert!(open.iter().all(|question| question.due.unwrap() > hall.now), "{turns:?}");
    }
}

#[test]
fn a_wake_before_anything_is_due_does_nothing() {
    let mut hall = Hall::morning(3, quietly());
    assert!(!hall.wake());
    assert!(!hall.sleep(Span::hours(11)));
    assert_eq!(hall.next_wake(), Some(hall.due("omen").unwrap() + Span(-Span::hours(12).0)));
}

#[test]
fn an_untouched_campaign_ends_by_itself_in_every_mode() {
    for pace in [Pace::Live, Pace::Daily, Pace::Relaxed, Pace::Every(Span::MINUTE)] {
        for turns in [TurnMode::Strict, TurnMode::Relay, TurnMode::Open, TurnMode::Leader] {
            for mode in [PublicVoteMode::Off, PublicVoteMode::Standing, PublicVoteMode::OnDemand] {
                let mut settings = Settings { pace, turns, ..Settings::default() };
                settings.public_vote.mode = mode;
                let mut hall = Hall::seeded(4, settings, 7);
                hall.check_every = 25;
                let mut wakes = 0;
                while let Some(due) = hall.next_wake() {
                    assert!(due > hall.now, "a wake at the same moment: {due:?}");
                    hall.now = due;
                    assert!(hall.wake());
                    wakes += 1;
                    assert!(wakes < 2000, "it never ends: {pace:?} {turns:?} {mode:?}");
                }
                assert_eq!(
                    hall.council().status,
                    CampaignStatus::Over,
                    "{pace:?} {turns:?} {mode:?}"
                );
                assert!(hall.campaign.outcome().is_some());
            }
        }
    }
}

#[test]
fn a_table_of_one_person_and_the_house_never_stalls() {
    let mut hall = Hall::held_by(&[0, 0, 3, 0], Settings::default(), 5);
    hall.check_every = 10;
    hall.wait(Span(Span::YEAR.0));
    assert_eq!(hall.council().status, CampaignStatus::Over);
    assert!(hall.council().seating.holder(Seat(0)).is_house());
}
