//! Before it begins, and after it is over.

use emberhall::council::settings::{Pace, Settings};
use emberhall::council::{Campaign, CampaignStatus, Holder, Refusal, Request, Span, UserId};
use emberhall::game::Seat;

use crate::kit::{Hall, MODERATOR, STRANGER, at_pace, charter, game, order, quietly};

fn sit(role: &str, also: bool) -> Request {
    Request::Sit { role: role.to_owned(), also }
}

fn holders(hall: &Hall) -> Vec<u64> {
    let holder = |chair: &emberhall::council::seating::SeatState| match chair.holder {
        Holder::User(user) => user.0,
        Holder::Nobody => 0,
        Holder::House { .. } => 999,
    };
    hall.council().seating.0.iter().map(holder).collect()
}

#[test]
fn people_take_chairs_change_them_and_may_hold_several() {
    let mut hall = Hall::lobby(quietly(), 1, 4);
    hall.ok(1, sit("north", false));
    assert_eq!(hall.no(2, sit("north", false)), Refusal::Taken(UserId(1)));
    assert_eq!(hall.no(2, sit("cellar", false)), Refusal::NoSuchRole);
    hall.ok(1, sit("east", false));
    assert_eq!(holders(&hall), [0, 1, 0, 0]);
    hall.ok(1, sit("west", true));
    assert_eq!(holders(&hall), [0, 1, 0, 1]);
    hall.ok(2, sit("north", false));
    hall.ok(1, Request::Leave);
    assert_eq!(holders(&hall), [2, 0, 0, 0]);
    assert_eq!(hall.no(1, Request::Leave), Refusal::NotSeated);
}

#[test]
fn empty_chairs_are_left_out_or_given_to_the_house() {
    let mut hall = Hall::lobby(quietly(), 1, 4);
    hall.ok(1, sit("east", false));
    assert_eq!(hall.no(STRANGER, Request::Lend { seat: Seat(3) }), Refusal::NotSeated);
    hall.ok(1, Request::Lend { seat: Seat(3) });
    assert_eq!(hall.no(1, Request::Lend { seat: Seat(4) }), Refusal::NoSuchSeat);
    assert_eq!(holders(&hall), [0, 1, 0, 999]);
    hall.ok(1, Request::Begin);
    let roles: Vec<&str> = hall.council().seating.0.iter().map(|c| c.role.as_str()).collect();
    assert_eq!(roles, ["east", "west"]);
    assert_eq!(holders(&hall), [1, 999]);
}

#[test]
fn it_begins_when_somebody_who_may_says_so_and_only_once() {
    let mut hall = Hall::lobby(quietly(), 1, 4);
    assert_eq!(hall.no(MODERATOR, Request::Begin), Refusal::NoPlayers);
    hall.ok(1, sit("north", false));
    assert_eq!(hall.no(STRANGER, Request::Begin), Refusal::NotSeated);
    hall.ok(1, Request::Begin);
    assert_eq!(hall.council().status, CampaignStatus::Running);
    assert_eq!(hall.no(1, Request::Begin), Refusal::BegunAlready);
    assert_eq!(hall.no(2, sit("east", false)), Refusal::BegunAlready);
}

#[test]
fn a_game_that_cannot_begin_like_this_says_why_and_the_lobby_stays() {
    let mut broken = charter(1, 4);
    broken.scenario = "nowhere".to_owned();
    let (campaign, _) = Campaign::open_lobby(broken, game(100), quietly()).unwrap();
    let mut hall = Hall { campaign, ..Hall::lobby(quietly(), 1, 4) };
    hall.ok(1, sit("north", false));
    assert!(matches!(hall.no(1, Request::Begin), Refusal::CannotBegin(_)));
    assert_eq!(holders(&hall).len(), 4);
}

#[test]
fn nothing_is_played_in_a_lobby() {
    let mut hall = Hall::lobby(quietly(), 1, 4);
    hall.ok(1, sit("north", false));
    let choose = Request::Choose { question: 1, choice: "flint".to_owned(), seat: None };
    for deed in [
        choose,
        Request::VotePublic { edition: None, choice: None },
        Request::Order { seat: Seat(0), orders: vec![order(&[("work", "wait")])] },
        Request::PreviewUndo { back_to: None },
        Request::Undo { back_to: 1, seen: 0 },
        Request::Pause,
        Request::Resume,
        Request::Extend { question: 1, span: Span::hours(1) },
    ] {
        assert_eq!(hall.no(1, deed), Refusal::NotBegun);
    }
    assert_eq!(hall.no(1, Request::VoteMotion { motion: 1, agree: true }), Refusal::NoSuchMotion);
    assert_eq!(hall.next_wake(), None);
}

#[test]
fn any_advisor_sets_the_rules_in_the_lobby() {
    let mut hall = Hall::lobby(quietly(), 1, 4);
    let set = Request::ChangeSettings(Box::new(at_pace(Pace::Live)));
    assert_eq!(hall.no(STRANGER, set.clone()), Refusal::NotSeated);
    hall.ok(1, sit("north", false));
    hall.ok(2, sit("east", false));
    hall.ok(2, set);
    assert_eq!(hall.council().settings.pace, Pace::Live);
    assert!(hall.log.is_empty(), "a lobby has no log");
}

#[test]
fn unsound_settings_open_no_lobby() {
    let settings = at_pace(Pace::Every(Span::seconds(59)));
    let refused = Campaign::open_lobby(charter(1, 4), game(100), settings).err();
    assert_eq!(refused, Some(Refusal::TimeOutOfRange));
}

#[test]
fn a_lobby_is_given_up_by_whoever_sits_in_it() {
    let mut hall = Hall::lobby(quietly(), 1, 4);
    assert_eq!(hall.no(STRANGER, Request::Abandon), Refusal::NotSeated);
    hall.ok(1, sit("north", false));
    hall.ok(1, Request::Abandon);
    assert_eq!(hall.council().status, CampaignStatus::Over);
}

#[test]
fn when_it_is_over_everything_is_refused() {
    let mut hall = Hall::morning(3, Settings::default());
    let late = hall.click("omen", "sing");
    hall.ok(MODERATOR, Request::Abandon);
    for deed in [
        sit("north", false),
        Request::Leave,
        Request::Begin,
        late,
        Request::VotePublic { edition: None, choice: Some("e1".to_owned()) },
        Request::Order { seat: Seat(0), orders: Vec::new() },
        Request::PreviewUndo { back_to: None },
        Request::Undo { back_to: 2, seen: hall.council().seq },
        Request::Abandon,
        Request::VoteMotion { motion: 1, agree: true },
        Request::Pause,
        Request::Resume,
        Request::Extend { question: 1, span: Span::hours(1) },
        Request::ChangeSettings(Box::default()),
        Request::HandOver { seat: Seat(0), to: UserId(9) },
        Request::Lend { seat: Seat(0) },
        Request::Claim { seat: Seat(0) },
    ] {
        for user in [1, MODERATOR, STRANGER] {
            assert_eq!(hall.no(user, deed.clone()), Refusal::Over);
        }
    }
    assert!(!hall.sleep(Span::YEAR));
    assert!(hall.council().questions.is_empty() && hall.council().public_ballot.is_none());
}

#[test]
fn a_campaign_played_to_its_end_says_how_it_ended_and_shows_its_seed() {
    use emberhall::council::notice::NoticeKind;
    let mut hall = Hall::of(2, at_pace(Pace::Live));
    hall.check_every = 20;
    hall.wait(Span::hours(2000));
    assert_eq!(hall.council().status, CampaignStatus::Over);
    let ended = hall.news().find_map(|news| match news {
        NoticeKind::Ended { outcome, seed, .. } => Some((outcome.clone(), *seed)),
        _ => None,
    });
    assert_eq!(ended, Some((hall.campaign.outcome(), 1)));
    assert!(hall.campaign.outcome().is_some());
}
