//! The hall as a whole: campaigns, store and a fake front end, in one process.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "hall/backups.rs"]
mod backups;
#[path = "hall/clicks.rs"]
mod clicks;
#[path = "hall/clock.rs"]
mod clock;
#[path = "hall/crowd.rs"]
mod crowd;
#[path = "hall/faults.rs"]
mod faults;
#[path = "hall/forgotten.rs"]
mod forgotten;
#[path = "hall/front.rs"]
mod front;
#[path = "hall/room.rs"]
mod room;
#[path = "hall/rows.rs"]
mod rows;
#[path = "hall/thin.rs"]
mod thin;
mod toy;

use std::sync::atomic::Ordering;

use emberhall::council::notice::NoticeKind;
use emberhall::council::{
    CampaignStatus, QuietHours, Refusal, Reply, Request, Requester, Span, UserId,
};
use room::Room;

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_campaign_to_its_end() {
    let room = Room::new("whole").await;
    let id = room.begun(7, 4).await;
    room.play_out(id, 1).await;
    let panel = room.hall.view(id, None).await.unwrap();
    assert_eq!(panel.status, CampaignStatus::Over);
    room.mail_is_out().await;
    let parcels = room.board.parcels.lock().unwrap();
    let ids: Vec<i64> = parcels.iter().map(|parcel| parcel.id).collect();
    assert!(ids.is_sorted() && ids.len() > 50, "{ids:?}");
    assert!(matches!(parcels.last().unwrap().notice.kind, NoticeKind::Ended { .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_request_is_answered_the_same_way_and_changes_nothing() {
    let room = Room::new("twice").await;
    let id = room.lobby(7).await;
    let sit = || Request::Sit { role: "north".to_owned(), also: false };
    let one = Requester::plain(UserId(1));
    assert_eq!(room.hall.request(id, "a", one.clone(), sit()).await, Reply::Done);
    let taken = room.hall.request(id, "b", Requester::plain(UserId(2)), sit()).await;
    assert_eq!(taken, Reply::Refused(Refusal::Taken(UserId(1))));
    assert_eq!(room.hall.request(id, "c", one.clone(), Request::Leave).await, Reply::Done);
    // The chair is free now, but this request was refused and stays so.
    let again = room.hall.request(id, "b", Requester::plain(UserId(2)), sit()).await;
    assert_eq!(again, taken);
    assert_eq!(room.hall.request(id, "a", one, sit()).await, Reply::Done);
    assert!(
        room.hall.view(id, None).await.unwrap().seats.iter().all(|c| c.holder.user().is_none())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_passed_while_the_hall_was_closed_is_handled_when_it_opens() {
    let room = Room::new("deadline").await;
    let id = room.begun(7, 2).await;
    let before = room.hall.view(id, None).await.unwrap();
    let room = room.closed_for(Span::hours(24 * 3)).await;
    room.settled(id).await;
    let after = room.hall.view(id, None).await.unwrap();
    assert_ne!(before.questions, after.questions, "the house answered what was overdue");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_that_cannot_be_delivered_is_tried_again_and_nothing_overtakes_it() {
    let room = Room::new("failures").await;
    room.board.failures.store(3, Ordering::SeqCst);
    let id = room.begun(7, 2).await;
    room.mail_is_out().await;
    assert_eq!(room.board.failures.load(Ordering::SeqCst), 0);
    let parcels = room.board.parcels.lock().unwrap();
    assert!(!parcels.is_empty() && parcels.iter().map(|p| p.id).is_sorted());
    assert!(parcels.iter().all(|parcel| parcel.campaign == id));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_campaign_leaves_the_memory_and_comes_back_as_it_was() {
    let room = Room::new("idle").await;
    let id = room.begun(7, 3).await;
    let before = room.hall.view(id, Some(UserId(2))).await.unwrap();
    for _ in 0..200 {
        if room.hall.live_campaigns() == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(room.hall.live_campaigns(), 0);
    assert_eq!(room.hall.view(id, Some(UserId(2))).await.unwrap(), before);
    assert_eq!(room.hall.live_campaigns(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_campaign_keeps_the_cards_it_began_with() {
    let room = Room::new("packs").await;
    let old = room.begun(7, 2).await;
    let pack = room.hall.read(old, |c| c.charter().pack.clone()).await.unwrap();
    let room = room.with_content(20).await;
    let new = room.begun(8, 2).await;
    let packs = |c: &emberhall::council::Campaign| {
        (c.charter().pack.clone(), c.game().content_hash().to_owned())
    };
    assert_eq!(room.hall.read(old, packs).await.unwrap(), (pack.clone(), pack.clone()));
    let (newer, hash) = room.hall.read(new, packs).await.unwrap();
    assert!(newer == hash && newer != pack);
    room.play_out(old, 3).await;
    room.play_out(new, 3).await;
    let games = room::games();
    let replays = emberhall::hall::archive::replay_all(room.hall.store(), &games).await.unwrap();
    assert_eq!((replays.same, replays.different), (2, Vec::new()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_has_one_live_campaign_and_a_server_any_number() {
    let room = Room::new("channels").await;
    let first = room.begun(7, 2).await;
    let again = room.try_lobby("another", 7).await;
    assert_eq!(again, Err(Refusal::ChannelTaken(first.0)));
    // The same request opened it already.
    assert_eq!(room.try_lobby("open-7", 7).await, Ok(first));
    let second = room.begun(8, 2).await;
    let all = room.hall.campaigns_of_server(1).await.unwrap();
    assert_eq!(all.iter().map(|one| one.id).collect::<Vec<_>>(), [first, second]);
    room.play_out(first, 5).await;
    assert!(room.try_lobby("third", 7).await.is_ok(), "the channel is free again");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_clicks_at_once_one_counts_and_the_other_gets_a_sentence() {
    let room = Room::new("two").await;
    let id = room.begun(7, 1).await;
    let panel = room.hall.view(id, Some(UserId(1))).await.unwrap();
    let mut dice = clicks::Dice(1);
    let click = clicks::wish(&panel, UserId(1), &mut dice).unwrap();
    let (one, two) =
        tokio::join!(room.ask(id, UserId(1), click.clone()), room.ask(id, UserId(1), click));
    let answered = |reply: &Reply| matches!(reply, Reply::Answered { .. });
    let stale = |reply: &Reply| matches!(reply, Reply::Refused(Refusal::Stale { .. }));
    assert!(answered(&one) && stale(&two) || answered(&two) && stale(&one), "{one:?} {two:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_disk_is_full_nothing_is_acknowledged_and_nothing_changes() {
    let room = Room::new("full").await;
    let id = room.begun(7, 1).await;
    room.mail_is_out().await;
    let before = room.hall.view(id, Some(UserId(1))).await.unwrap();
    let click = clicks::wish(&before, UserId(1), &mut clicks::Dice(1)).unwrap();
    room.hall.store().limit_pages(1).await.unwrap();
    let mut refused = false;
    for at in 0..4000 {
        let deed = if at % 2 == 0 { Request::Pause } else { Request::Resume };
        refused = room.ask(id, UserId(1), deed).await == Reply::Refused(Refusal::NotStored);
        if refused {
            break;
        }
    }
    assert!(refused, "the disk was never full");
    room.hall.store().limit_pages(1_000_000).await.unwrap();
    let panel = room.hall.view(id, Some(UserId(1))).await.unwrap();
    assert_eq!(panel.questions, before.questions);
    if panel.paused.is_some() {
        assert_eq!(room.ask(id, UserId(1), Request::Resume).await, Reply::Done);
    }
    assert!(matches!(room.ask(id, UserId(1), click).await, Reply::Answered { .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_front_end_that_breaks_delays_a_notice_and_loses_none() {
    let room = Room::new("breaks").await;
    room.board.breaks.store(2, Ordering::SeqCst);
    room.begun(7, 2).await;
    room.mail_is_out().await;
    assert_eq!(room.board.breaks.load(Ordering::SeqCst), 0);
    let parcels = room.board.parcels.lock().unwrap();
    assert!(!parcels.is_empty() && parcels.iter().map(|p| p.id).is_sorted());
}

#[tokio::test(flavor = "multi_thread")]
async fn quiet_hours_outlive_the_process_and_a_call_comes_after_them() {
    let room = Room::new("quiet").await;
    // The clock stands at eight in the morning, UTC.
    let quiet = Some(QuietHours { from: 7 * 60, until: 9 * 60 });
    room.hall.set_quiet(UserId(2), quiet).await.unwrap();
    let unsound = Some(QuietHours { from: 5, until: 5 });
    assert_eq!(room.hall.set_quiet(UserId(2), unsound).await, Err(Refusal::BadQuietHours));
    let room = room.closed_for(Span::ZERO).await;
    let id = room.begun(7, 2).await;
    room.mail_is_out().await;
    let called = |parcel: &emberhall::store::OutboxItem| parcel.notice.ping.contains(&UserId(2));
    assert!(!room.board.parcels.lock().unwrap().iter().any(called), "it is quiet");
    room.clock.advance(Span::minutes(61));
    room.settled(id).await;
    room.mail_is_out().await;
    let parcels = room.board.parcels.lock().unwrap();
    let reminders = parcels.iter().filter(|parcel| called(parcel));
    let reminders: Vec<_> = reminders.map(|parcel| &parcel.notice.kind).collect();
    assert!(matches!(reminders[..], [NoticeKind::Reminder { .. }]), "{reminders:?}");
}
