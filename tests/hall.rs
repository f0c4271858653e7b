//! The hall as a whole: campaigns, store and a fake front end, in one process.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "hall/clicks.rs"]
mod clicks;
#[path = "hall/clock.rs"]
mod clock;
#[path = "hall/crowd.rs"]
mod crowd;
#[path = "hall/front.rs"]
mod front;
#[path = "hall/room.rs"]
mod room;
mod toy;

use std::sync::atomic::Ordering;

use emberhall::council::notice::News;
use emberhall::council::{Deed, Person, Refusal, Reply, Span, Stage, User};
use room::Room;

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_campaign_to_its_end() {
    let room = Room::new("whole").await;
    let id = room.begun(7, 4).await;
    room.play_out(id, 1).await;
    let panel = room.hall.look(id, None).await.unwrap();
    assert_eq!(panel.stage, Stage::Over);
    room.mail_is_out().await;
    let parcels = room.board.parcels.lock().unwrap();
    let ids: Vec<i64> = parcels.iter().map(|parcel| parcel.id).collect();
    assert!(ids.is_sorted() && ids.len() > 50, "{ids:?}");
    assert!(matches!(parcels.last().unwrap().notice.news, News::Ended { .. }));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_request_is_answered_the_same_way_and_changes_nothing() {
    let room = Room::new("twice").await;
    let id = room.lobby(7).await;
    let sit = || Deed::Sit { role: "north".to_owned(), also: false };
    let one = Person::plain(User(1));
    assert_eq!(room.hall.request(id, "a", one.clone(), sit()).await, Reply::Done);
    let taken = room.hall.request(id, "b", Person::plain(User(2)), sit()).await;
    assert_eq!(taken, Reply::Refused(Refusal::Taken(User(1))));
    assert_eq!(room.hall.request(id, "c", one.clone(), Deed::Leave).await, Reply::Done);
    // The chair is free now, but this request was refused and stays so.
    let again = room.hall.request(id, "b", Person::plain(User(2)), sit()).await;
    assert_eq!(again, taken);
    assert_eq!(room.hall.request(id, "a", one, sit()).await, Reply::Done);
    assert!(
        room.hall.look(id, None).await.unwrap().chairs.iter().all(|c| c.holder.user().is_none())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deadline_that_passed_while_the_hall_was_closed_is_handled_when_it_opens() {
    let room = Room::new("deadline").await;
    let id = room.begun(7, 2).await;
    let before = room.hall.look(id, None).await.unwrap();
    let room = room.closed_for(Span::hours(24 * 3)).await;
    room.settled(id).await;
    let after = room.hall.look(id, None).await.unwrap();
    assert_ne!(before.questions, after.questions, "the house answered what was overdue");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notice_that_cannot_be_delivered_is_tried_again_and_nothing_overtakes_it() {
    let room = Room::new("failures").await;
    room.board.failures.store(3, Ordering::SeqCst);
    let id = room.begun(7, 2).await;
    for _ in 0..40 {
        room.clock.advance(Span::seconds(1));
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
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
    let before = room.hall.look(id, Some(User(2))).await.unwrap();
    for _ in 0..200 {
        if room.hall.live() == 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    assert_eq!(room.hall.live(), 0);
    assert_eq!(room.hall.look(id, Some(User(2))).await.unwrap(), before);
    assert_eq!(room.hall.live(), 1);
}
