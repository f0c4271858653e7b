//! Notices on their way.

use emberhall::council::{Moment, Stage};
use emberhall::store::{CampaignId, Store};
use serde_json::json;

use super::common::{Folder, commit, council, effects, notice, open};

/// A campaign with these notices waiting; topics, and whether they are fleeting.
async fn posted(store: &Store, channel: u64, notices: &[(&str, bool)]) -> CampaignId {
    let id = open(store, channel).await;
    let notices = (1..).zip(notices).map(|(at, (topic, fleeting))| notice(topic, *fleeting, at));
    let did = effects(&[1], notices.collect());
    commit(store, id, 0, &council(Stage::Running, 1), &did).await.unwrap();
    id
}

async fn topics(store: &Store, id: CampaignId) -> Vec<String> {
    let mail = store.mail(id, 100).await.unwrap();
    mail.into_iter().map(|parcel| parcel.notice.topic).collect()
}

#[tokio::test]
async fn notices_come_out_in_order_with_the_latest_receipt_of_their_topic() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = posted(&store, 1, &[("q1", false), ("q2", false), ("q1", true)]).await;
    let mail = store.mail(id, 2).await.unwrap();
    assert_eq!(mail.len(), 2);
    assert_eq!(mail[0].notice, notice("q1", false, 1));
    assert_eq!((mail[0].campaign, mail[0].attempts, &mail[0].earlier), (id, 0, &None));
    assert!(mail[0].id < mail[1].id);

    let message = json!({"message": u64::MAX});
    store.delivered(mail[0].id, Some(&message), Moment(200)).await.unwrap();
    store.delivered(mail[1].id, None, Moment(200)).await.unwrap();
    let rest = store.mail(id, 10).await.unwrap();
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0].notice, notice("q1", true, 3));
    assert_eq!(rest[0].earlier, Some(message.clone()));
    assert_eq!(store.receipt(id, "q1").await.unwrap(), Some(message));
    assert_eq!(store.receipt(id, "q2").await.unwrap(), None);
}

#[tokio::test]
async fn what_failed_is_tried_again_later_and_holds_up_its_campaign_only() {
    let folder = Folder::new();
    let store = folder.store().await;
    let a = posted(&store, 1, &[("q1", false), ("q2", false)]).await;
    let b = posted(&store, 2, &[("q1", false)]).await;
    assert!(store.waiting_mail(Moment(99)).await.unwrap().is_empty());
    assert_eq!(store.waiting_mail(Moment(100)).await.unwrap(), [a, b]);
    let first = store.mail(a, 1).await.unwrap().remove(0);
    store.failed(first.id, "the platform is down", Moment(500)).await.unwrap();
    assert_eq!(store.waiting_mail(Moment(499)).await.unwrap(), [b]);
    assert_eq!(store.next_mail().await.unwrap(), Some(Moment(100)));
    let of_b = store.mail(b, 1).await.unwrap().remove(0);
    store.delivered(of_b.id, None, Moment(101)).await.unwrap();
    assert_eq!(store.next_mail().await.unwrap(), Some(Moment(500)));
    assert_eq!(store.waiting_mail(Moment(500)).await.unwrap(), [a]);
    assert_eq!(store.mail(a, 1).await.unwrap()[0].attempts, 1);
    assert_eq!(topics(&store, a).await, ["q1", "q2"]);
}

#[tokio::test]
async fn an_outdated_fleeting_notice_is_skipped_but_never_the_newest_of_its_topic() {
    let folder = Folder::new();
    let store = folder.store().await;
    let sent = [("tally", true), ("q1", false), ("tally", true), ("q1", true), ("q2", true)];
    let id = posted(&store, 1, &sent).await;
    assert_eq!(store.skip_outdated(id).await.unwrap(), 1);
    assert_eq!(topics(&store, id).await, ["q1", "tally", "q1", "q2"]);
    assert_eq!(store.skip_outdated(id).await.unwrap(), 0);

    // A later one that was delivered already makes it pointless too.
    let id = posted(&store, 2, &[("tally", true), ("tally", true)]).await;
    let last = store.mail(id, 2).await.unwrap()[1].id;
    store.delivered(last, None, Moment(200)).await.unwrap();
    assert_eq!(store.skip_outdated(id).await.unwrap(), 1);
    assert!(topics(&store, id).await.is_empty());
}

#[tokio::test]
async fn old_mail_is_forgotten_but_for_receipts_that_are_still_needed() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = posted(&store, 1, &[("q1", false), ("q1", false), ("q2", false), ("q3", false)]).await;
    let mail = store.mail(id, 10).await.unwrap();
    store.delivered(mail[0].id, Some(&json!(1)), Moment(200)).await.unwrap();
    store.delivered(mail[1].id, Some(&json!(2)), Moment(200)).await.unwrap();
    store.delivered(mail[2].id, None, Moment(200)).await.unwrap();
    assert_eq!(store.forget_mail(Moment(200)).await.unwrap(), 0);
    assert_eq!(store.forget_mail(Moment(201)).await.unwrap(), 2);
    assert_eq!(store.receipt(id, "q1").await.unwrap(), Some(json!(2)));
    assert_eq!(topics(&store, id).await, ["q3"]);

    commit(&store, id, 1, &council(Stage::Over, 2), &effects(&[2], Vec::new())).await.unwrap();
    assert_eq!(store.forget_mail(Moment(201)).await.unwrap(), 1);
    assert_eq!(topics(&store, id).await, ["q3"]);
}
