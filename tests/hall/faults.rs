//! What goes wrong around a campaign costs that campaign alone, and only for as long as it lasts.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use emberhall::council::notice::NoticeKind;
use emberhall::council::{Campaign, Now, Refusal, Reply, Request, Requester, Span, UserId};
use emberhall::hall::clock::Clock as _;
use emberhall::store::{CampaignId, Commit};
use sqlx::{Connection as _, SqliteConnection};

use crate::room::Room;

/// Waits for something that comes of itself.
async fn until(what: &str, done: impl AsyncFn() -> bool) {
    for _ in 0..1000 {
        if done().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("{what}");
}

async fn seq(room: &Room, id: CampaignId) -> u64 {
    room.hall.view(id, None).await.unwrap().seq
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_of_the_hall_that_breaks_begins_anew() {
    let room = Room::new("anew").await;
    let id = room.begun(7, 2).await;
    let before = seq(&room, id).await;
    // The postman and the keeper wait for the clock all the time.
    for _ in 0..3 {
        room.clock.breaks.store(3, Ordering::SeqCst);
        let broken = async || {
            room.clock.advance(Span::seconds(2));
            room.clock.breaks.load(Ordering::SeqCst) == 0
        };
        until("nothing broke", broken).await;
    }
    room.clock.advance(Span::hours(24 * 3));
    let went_on = async || {
        room.clock.advance(Span::seconds(1));
        seq(&room, id).await > before
    };
    until("no deadline passes any more", went_on).await;
    room.mail_is_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_front_end_that_breaks_over_a_notice_is_asked_less_and_less_often() {
    let room = Room::new("seldom").await;
    room.board.breaks.store(1000, Ordering::SeqCst);
    room.begun(7, 1).await;
    for _ in 0..120 {
        room.clock.advance(Span::seconds(1));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let asked = 1000 - room.board.breaks.load(Ordering::SeqCst);
    assert!((2..12).contains(&asked), "asked {asked} times in two minutes");
    room.board.breaks.store(0, Ordering::SeqCst);
    room.mail_is_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn campaigns_that_cannot_be_woken_do_not_keep_the_others_asleep() {
    const BROKEN: u64 = 70;
    let room = Room::new("asleep").await;
    for channel in 1..=BROKEN {
        room.begun(channel, 1).await;
    }
    room.clock.advance(Span::minutes(1));
    let sound = room.begun(BROKEN + 1, 1).await;
    let before = seq(&room, sound).await;
    room.mail_is_out().await;
    room.hall.close().await;
    let mut database =
        SqliteConnection::connect(&format!("sqlite:{}", room.file.display())).await.unwrap();
    let spoil = sqlx::query("UPDATE campaign SET council = '7' WHERE id <> ?").bind(sound.0);
    assert_eq!(spoil.execute(&mut database).await.unwrap().rows_affected(), BROKEN);
    database.close().await.unwrap();
    let room = room.closed_for(Span::hours(24 * 3)).await;
    let stored = async || {
        let all = room.hall.campaigns_of_server(1).await.unwrap();
        all.iter().find(|one| one.id == sound).unwrap().seq > before
    };
    until("the broken ones are in its way", stored).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replies_are_forgotten_in_a_hall_that_is_never_closed() {
    let room = Room::new("forgotten").await;
    let id = room.lobby(7).await;
    let sit = Request::Sit { role: crate::toy::ROLES[0].to_owned(), also: false };
    let reply = room.hall.request(id, "click", Requester::plain(UserId(1)), sit).await;
    assert_eq!(room.hall.store().reply(id, "click").await.unwrap(), Some(reply));
    room.clock.advance(Span::hours(24 * 8));
    let forgotten = async || room.hall.store().reply(id, "click").await.unwrap().is_none();
    until("it is remembered for ever", forgotten).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_could_not_be_stored_is_followed_by_what_is_stored() {
    let room = Room::new("doubt").await;
    let id = room.begun(7, 1).await;
    // Stored behind the back of whoever holds it, as when a commit is done but not heard of.
    let campaign = room.hall.read(id, Campaign::clone).await.unwrap();
    let (at, quiet) = (room.clock.now(), std::collections::BTreeMap::new());
    let now = Now { at, quiet: &quiet };
    let step = campaign.request(now, &Requester::plain(UserId(1)), &Request::Pause).unwrap();
    let change = Commit {
        before_seq: campaign.council().seq,
        council: step.campaign.council(),
        wake: None,
        effects: &step.effects,
        request: None,
        at,
    };
    room.hall.store().commit(id, &change).await.unwrap();
    let said = room.ask(id, UserId(1), Request::Pause).await;
    // On a slow machine it was idle in between, and is read again by now.
    let known = Reply::Refused(Refusal::Paused);
    assert!(said == Reply::Refused(Refusal::NotStored) || said == known, "{said:?}");
    assert_eq!(
        room.ask(id, UserId(1), Request::Resume).await,
        Reply::Done,
        "it is paused, and known"
    );
    room.mail_is_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn campaigns_that_are_loaded_at_once_share_the_content_they_began_with() {
    let room = Room::new("shared").await;
    let mut ids = Vec::new();
    for channel in 1..=8 {
        ids.push(room.begun(channel, 1).await);
    }
    let room = Arc::new(room.with_content(20).await);
    let looks = ids.into_iter().map(|id| {
        let room = Arc::clone(&room);
        tokio::spawn(async move { room.hall.read(id, Campaign::shared_game).await.unwrap() })
    });
    let mut games = Vec::new();
    for look in looks.collect::<Vec<_>>() {
        games.push(look.await.unwrap());
    }
    assert!(games.iter().all(|game| Arc::ptr_eq(game, &games[0])));
}

#[tokio::test(flavor = "multi_thread")]
async fn mail_that_failed_does_not_wait_for_hours_because_the_clock_was_set_back() {
    let room = Room::new("back").await;
    room.board.failures.store(1, Ordering::SeqCst);
    room.begun(7, 1).await;
    until("nothing failed", async || room.board.failures.load(Ordering::SeqCst) == 0).await;
    room.clock.advance(Span::hours(-2));
    room.begun(8, 1).await;
    room.mail_is_out().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tally_that_is_put_off_holds_nothing_up_and_comes_when_its_time_has_come() {
    let room = Room::new("put-off").await;
    let id = room.begun(7, 2).await;
    room.mail_is_out().await;
    room.board.parcels.lock().unwrap().clear();
    room.board.put_off.store(2, Ordering::SeqCst);
    let told = || -> Vec<NoticeKind> {
        let parcels = room.board.parcels.lock().unwrap();
        parcels.iter().map(|parcel| parcel.notice.kind.clone()).collect()
    };
    let tallies =
        || told().iter().filter(|news| matches!(news, NoticeKind::BallotTally { .. })).count();
    let offers = room.hall.view(id, None).await.unwrap().ballot.unwrap().decision.choices;
    let choice = Some(offers[0].key.clone());
    let sign = Request::VotePublic { edition: None, choice };
    let signed = room.hall.request(id, "sign", Requester::plain(UserId(60)), sign).await;
    assert_eq!(signed, Reply::Done);
    until("it is not put off", async || room.board.put_off.load(Ordering::SeqCst) == 1).await;
    // Other news goes out at once, and the tally is put off once more.
    let pause = room.hall.request(id, "pause", Requester::plain(UserId(1)), Request::Pause).await;
    assert_eq!(pause, Reply::Done);
    let paused = async || told().iter().any(|news| matches!(news, NoticeKind::Paused { .. }));
    until("the pause waits for a tally", paused).await;
    assert_eq!(tallies(), 0);
    room.clock.advance(Span::seconds(4));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(tallies(), 0, "it comes too early");
    room.clock.advance(Span::seconds(2));
    until("it does not come", async || tallies() == 1).await;
    room.mail_is_out().await;
    assert_eq!(tallies(), 1);
    assert_eq!(told().iter().filter(|news| matches!(news, NoticeKind::Paused { .. })).count(), 1);
}
