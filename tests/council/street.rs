//! The street: people beside the table say what they would do. It binds nobody.

use std::collections::BTreeMap;

use emberhall::council::notice::NoticeKind;
use emberhall::council::settings::{Decider, PublicVoteMode, StreetVisibility, VoterEligibility};
use emberhall::council::street::StreetRecord;
use emberhall::council::view::StreetView;
use emberhall::council::{Refusal, Request, Settings, Span, UserId};

use crate::kit::{BOT, Hall, MEMBER, ROLE, STRANGER};

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.public_vote.mode = PublicVoteMode::Off;
    settings.public_vote.street = Some("omens".to_owned());
    settings
}

/// In the first Morning, which brings an omen.
fn omen(settings: Settings) -> Hall {
    Hall::of(3, settings).till("omen")
}

fn speak(hall: &Hall, choice: &str) -> Request {
    Request::Speak { question: hall.number("omen"), choice: Some(choice.to_owned()) }
}

fn voices(hall: &Hall, viewer: Option<u64>) -> Option<StreetView> {
    let panel = hall.campaign.view(viewer.map(UserId), hall.now);
    panel.questions.into_iter().find(|asked| asked.ask == "omen")?.street
}

fn tally(counts: &[(&str, u32)]) -> BTreeMap<String, u32> {
    counts.iter().map(|(key, count)| ((*key).to_owned(), *count)).collect()
}

/// What was told of the street when the omen was answered.
fn told(hall: &Hall) -> Vec<(String, u32)> {
    let of = |news: &NoticeKind| match news {
        NoticeKind::Answered { ask, street, .. } if ask == "omen" => Some(street.clone()),
        _ => None,
    };
    let street = hall.news().filter_map(of).last().expect("an omen was answered");
    street.into_iter().map(|(label, count)| (label.key, count)).collect()
}

#[test]
fn everybody_beside_the_table_says_what_they_would_do_and_can_change_it() {
    let mut hall = omen(settings());
    assert_eq!(voices(&hall, None).unwrap().cast, 0);
    let bow = speak(&hall, "bow");
    hall.ok(STRANGER, bow.clone());
    hall.ok(61, bow.clone());
    let sing = speak(&hall, "sing");
    hall.ok(61, sing);
    let seen = voices(&hall, Some(61)).unwrap();
    assert_eq!((seen.cast, seen.mine.as_deref()), (2, Some("sing")));
    assert_eq!(seen.tally, Some(tally(&[("bow", 1), ("sing", 1)])));
    hall.ok(61, Request::Speak { question: hall.number("omen"), choice: None });
    assert_eq!(voices(&hall, None).unwrap().tally, Some(tally(&[("bow", 1)])));
    let before = hall.told.len();
    hall.ok(STRANGER, bow);
    assert_eq!(hall.told.len(), before, "the same again is no news");
}

#[test]
fn it_binds_nobody_and_the_answer_says_what_it_was() {
    let mut hall = omen(settings());
    let bow = speak(&hall, "bow");
    for user in [STRANGER, 61, 62] {
        hall.ok(user, bow.clone());
    }
    let sing = speak(&hall, "sing");
    hall.ok(63, sing.clone());
    for user in 1..=2 {
        hall.say(user, "omen", "sing");
    }
    assert_eq!(hall.last_of("omen").choice, "sing", "the Advisors decide");
    assert_eq!(told(&hall), [("pick-bow".to_owned(), 3), ("pick-sing".to_owned(), 1)]);
    let seq = hall.log.iter().rev().find(|entry| match &entry.kind {
        emberhall::council::log::EntryKind::Answer(answered) => answered.ask == "omen",
        _ => false,
    });
    assert_eq!(
        hall.council().street_records,
        [StreetRecord { seq: seq.unwrap().seq, followed: false, voices: 4 }]
    );
    let late = hall.no(61, sing);
    assert!(matches!(late, Refusal::Stale { .. }), "{late:?}");
}

#[test]
fn how_often_the_advisors_went_with_it_is_counted_and_an_undo_takes_that_back() {
    let mut hall = omen(settings());
    let (bow, sing) = (speak(&hall, "bow"), speak(&hall, "sing"));
    hall.ok(STRANGER, bow);
    hall.ok(61, sing);
    hall.say(1, "omen", "bow");
    hall.say(2, "omen", "bow");
    assert!(hall.council().street_records[0].followed, "as many would do either");
    let (back_to, seen) = (hall.council().street_records[0].seq, hall.council().seq);
    hall.undo_by_all(back_to, seen);
    assert!(hall.council().street_records.is_empty());
    // The same question again is another one: who spoke speaks again.
    assert_eq!(voices(&hall, None).unwrap().cast, 0);
}

#[test]
fn where_nobody_spoke_nothing_is_counted() {
    let mut hall = omen(settings());
    hall.say(1, "omen", "bow");
    hall.say(2, "omen", "bow");
    assert!(told(&hall).is_empty() && hall.council().street_records.is_empty());
}

#[test]
fn who_is_not_asked_gets_one_sentence_and_changes_nothing() {
    let mut settings = settings();
    settings.public_vote.eligibility = VoterEligibility::Role(ROLE);
    let mut hall = omen(settings);
    let bow = speak(&hall, "bow");
    assert_eq!(hall.no(1, bow.clone()), Refusal::AtTheTable);
    for user in [BOT, STRANGER] {
        assert_eq!(hall.no(user, bow.clone()), Refusal::NotAsked);
    }
    hall.ok(MEMBER, bow);
    let nonsense = speak(&hall, "nonsense");
    assert_eq!(hall.no(MEMBER, nonsense), Refusal::NoSuchChoice);
    let blocked = hall.campaign.view(None, hall.now).questions[0].decision.clone().unwrap();
    for choice in blocked.choices.iter().filter(|choice| choice.blocked.is_some()) {
        let blocked = speak(&hall, &choice.key);
        assert_eq!(hall.no(MEMBER, blocked), Refusal::NoSuchChoice);
    }
    assert_eq!(voices(&hall, None).unwrap().cast, 1);
}

#[test]
fn only_what_the_game_names_is_put_to_the_street() {
    for (street, asked) in [(Some("omens"), true), (Some("edicts"), false), (None, false)] {
        let mut settings = settings();
        settings.public_vote.street = street.map(str::to_owned);
        let mut hall = omen(settings);
        assert_eq!(voices(&hall, None).is_some(), asked, "{street:?}");
        if !asked {
            let bow = speak(&hall, "bow");
            assert_eq!(hall.no(STRANGER, bow), Refusal::StreetOver);
        }
    }
    let hall = Hall::turn(3, settings());
    let work = hall.campaign.view(None, hall.now).questions.into_iter().next().unwrap();
    assert_eq!((work.ask.as_str(), work.street), ("work", None));
}

#[test]
fn it_is_heard_wherever_the_advisors_decide_but_not_where_the_people_do() {
    for (decider, asked) in
        [(Decider::Leader, true), (Decider::Anyone, true), (Decider::Public, false)]
    {
        let mut settings = settings();
        settings.public_vote.mode = PublicVoteMode::OnDemand;
        settings.who.insert("omen".to_owned(), decider);
        let hall = omen(settings);
        assert_eq!(voices(&hall, None).is_some(), asked, "{decider:?}");
    }
}

#[test]
fn where_it_is_set_so_each_advisor_sees_it_after_voting_and_nobody_else_before_the_end() {
    let mut settings = settings();
    settings.public_vote.street_visibility = StreetVisibility::AfterVoting;
    let mut hall = omen(settings);
    let bow = speak(&hall, "bow");
    hall.ok(STRANGER, bow.clone());
    hall.ok(61, bow);
    let seen = |hall: &Hall, viewer| voices(hall, viewer).unwrap().tally;
    for viewer in [None, Some(STRANGER), Some(61), Some(1), Some(2)] {
        assert_eq!(seen(&hall, viewer), None, "{viewer:?}");
    }
    assert_eq!(voices(&hall, None).unwrap().cast, 2);
    hall.say(1, "omen", "sing");
    assert_eq!(seen(&hall, Some(1)), Some(tally(&[("bow", 2)])));
    assert_eq!((seen(&hall, Some(2)), seen(&hall, None)), (None, None));
    hall.say(2, "omen", "sing");
    assert_eq!(told(&hall), [("pick-bow".to_owned(), 2)], "now everybody reads it");
}

#[test]
fn a_change_of_settings_is_for_the_next_question() {
    let mut hall = omen(settings());
    let bow = speak(&hall, "bow");
    hall.ok(STRANGER, bow);
    hall.set(|settings| settings.public_vote.street = None);
    assert_eq!(voices(&hall, None).unwrap().cast, 1);
    hall.say(1, "omen", "bow");
    hall.say(2, "omen", "bow");
    assert_eq!(hall.council().street_records.len(), 1);
    let hall = hall.till("omen");
    assert_eq!(voices(&hall, None), None);
}

#[test]
fn a_pause_a_tie_and_the_leaders_word_leave_it_as_it_is() {
    let mut hall = Hall::of(2, settings()).till("omen");
    let bow = speak(&hall, "bow");
    hall.ok(1, Request::Pause);
    hall.ok(STRANGER, bow.clone());
    hall.ok(1, Request::Resume);
    let leader = hall.leader();
    let other = 3 - leader;
    hall.say(other, "omen", "bow");
    hall.wait(Span::hours(23));
    assert_eq!(voices(&hall, None).unwrap().cast, 1);
    hall.ok(61, bow);
    hall.say(leader, "omen", "sing");
    assert_eq!(told(&hall), [("pick-bow".to_owned(), 2)]);
}

#[test]
fn a_campaign_that_is_given_up_leaves_no_voice_behind() {
    let mut hall = omen(settings());
    let bow = speak(&hall, "bow");
    hall.ok(STRANGER, bow);
    let motion = hall.ok(1, Request::Abandon);
    if let emberhall::council::Reply::Moved { motion } = motion {
        hall.ok(2, Request::VoteMotion { motion, agree: true });
        if hall.council().motion.is_some() {
            hall.ok(3, Request::VoteMotion { motion, agree: true });
        }
    }
    assert!(hall.council().questions.is_empty());
    assert!(hall.spoken.is_empty(), "the rows of the question go with it");
}

#[test]
fn who_sits_down_at_the_table_is_the_street_no_more() {
    let mut hall = omen(settings());
    let bow = speak(&hall, "bow");
    hall.ok(STRANGER, bow.clone());
    hall.ok(61, bow);
    hall.ok(3, Request::HandOver { seat: emberhall::game::Seat(2), to: UserId(STRANGER) });
    assert_eq!(voices(&hall, None).unwrap().tally, Some(tally(&[("bow", 1)])));
}

#[test]
fn of_tied_answers_the_street_says_one_of_those_and_the_leader_reads_it() {
    let mut settings = settings();
    settings.public_vote.street_visibility = StreetVisibility::AfterVoting;
    let mut hall = Hall::of(4, settings).till("omen");
    let leader = hall.leader();
    let others: Vec<u64> = (1..=4).filter(|user| *user != leader).collect();
    hall.say(others[0], "omen", "bow");
    hall.say(others[1], "omen", "sing");
    hall.wait(Span::hours(24));
    assert!(
        hall.open("omen").unwrap().escalation.is_some(),
        "two against two, and nobody leads yet"
    );
    let sing = speak(&hall, "sing");
    hall.ok(STRANGER, sing);
    let seen = voices(&hall, Some(leader)).unwrap().tally;
    assert_eq!(seen, Some(tally(&[("sing", 1)])), "who decides hears them");
    assert_eq!(voices(&hall, None).unwrap().tally, None);
}

#[test]
fn where_the_leader_decides_alone_the_leader_hears_the_street() {
    let mut settings = settings();
    settings.public_vote.street_visibility = StreetVisibility::AfterVoting;
    settings.who.insert("omen".to_owned(), Decider::Leader);
    let mut hall = omen(settings);
    let bow = speak(&hall, "bow");
    hall.ok(STRANGER, bow);
    assert!(voices(&hall, Some(hall.leader())).unwrap().tally.is_some());
    assert!(voices(&hall, Some(61)).unwrap().tally.is_none());
}
