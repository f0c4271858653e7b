//! Notices on their way.

use emberhall::council::{CampaignStatus, Timestamp};
use emberhall::store::{CampaignId, ServerRights, Store};
use serde_json::json;

use super::common::{Folder, commit, council, effects, notice, open};

/// A campaign with these notices waiting; topics, and whether they are fleeting.
async fn posted(store: &Store, channel: u64, notices: &[(&str, bool)]) -> CampaignId {
    let id = open(store, channel).await;
    let notices = (1..).zip(notices).map(|(at, (topic, fleeting))| notice(topic, *fleeting, at));
    let did = effects(&[1], notices.collect());
    commit(store, id, 0, &council(CampaignStatus::Running, 1), &did).await.unwrap();
    id
}

async fn topics(store: &Store, id: CampaignId) -> Vec<String> {
    let mail = store.pending_items(id, 100).await.unwrap();
    mail.into_iter().map(|parcel| parcel.notice.topic).collect()
}

#[tokio::test]
async fn notices_come_out_in_order_and_are_marked_with_what_is_shown() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = posted(&store, 1, &[("q1", false), ("q2", false), ("q1", true)]).await;
    let other = posted(&store, 2, &[("q1", false)]).await;
    let mail = store.pending_items(id, 2).await.unwrap();
    assert_eq!(mail.len(), 2);
    assert_eq!(mail[0].notice, notice("q1", false, 1));
    assert_eq!((mail[0].campaign, mail[0].attempts), (id, 0));
    assert!(mail[0].id < mail[1].id);
    assert_eq!(store.front_end_state(id).await.unwrap(), None);

    let message = json!({"message": u64::MAX});
    store
        .mark_delivered(id, (mail[1].id, &[]), Some(&message.to_string()), Timestamp(200))
        .await
        .unwrap();
    let rest = store.pending_items(id, 10).await.unwrap();
    assert_eq!(rest.len(), 1, "both are marked");
    assert_eq!(rest[0].notice, notice("q1", true, 3));
    assert_eq!(store.front_end_state(id).await.unwrap(), Some(message.clone()));
    store.mark_delivered(id, (rest[0].id, &[]), None, Timestamp(201)).await.unwrap();
    assert_eq!(
        store.front_end_state(id).await.unwrap(),
        Some(message),
        "nothing new is remembered"
    );
    assert_eq!(topics(&store, other).await, ["q1"], "the mail of another is not touched");
    assert_eq!(store.front_end_state(other).await.unwrap(), None);
}

#[tokio::test]
async fn what_is_to_come_again_stays_when_those_behind_it_are_done() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = posted(&store, 1, &[("q1", false), ("tally", true), ("q2", false)]).await;
    let mail = store.pending_items(id, 10).await.unwrap();
    store.mark_delivered(id, (mail[2].id, &[mail[1].id]), None, Timestamp(200)).await.unwrap();
    assert_eq!(topics(&store, id).await, ["tally"]);
    store.mark_delivered(id, (mail[1].id, &[]), None, Timestamp(201)).await.unwrap();
    assert_eq!(topics(&store, id).await, [""; 0]);
}

#[tokio::test]
async fn what_failed_is_tried_again_later_and_holds_up_its_campaign_only() {
    let folder = Folder::new();
    let store = folder.store().await;
    let a = posted(&store, 1, &[("q1", false), ("q2", false)]).await;
    let b = posted(&store, 2, &[("q1", false)]).await;
    assert!(store.campaigns_with_due_items(Timestamp(99)).await.unwrap().is_empty());
    assert_eq!(store.campaigns_with_due_items(Timestamp(100)).await.unwrap(), [a, b]);
    let first = store.pending_items(a, 1).await.unwrap().remove(0);
    store.mark_failed(first.id, "the platform is down", Timestamp(500)).await.unwrap();
    assert_eq!(store.campaigns_with_due_items(Timestamp(499)).await.unwrap(), [b]);
    assert_eq!(store.next_delivery().await.unwrap(), Some(Timestamp(100)));
    let of_b = store.pending_items(b, 1).await.unwrap().remove(0);
    store.mark_delivered(b, (of_b.id, &[]), None, Timestamp(101)).await.unwrap();
    assert_eq!(store.next_delivery().await.unwrap(), Some(Timestamp(500)));
    assert_eq!(store.campaigns_with_due_items(Timestamp(500)).await.unwrap(), [a]);
    assert_eq!(store.pending_items(a, 1).await.unwrap()[0].attempts, 1);
    assert_eq!(topics(&store, a).await, ["q1", "q2"]);
    store.retry_now(b, Timestamp(300)).await.unwrap();
    assert!(
        store.campaigns_with_due_items(Timestamp(300)).await.unwrap().is_empty(),
        "that was another's"
    );
    store.retry_now(a, Timestamp(300)).await.unwrap();
    assert_eq!(
        store.campaigns_with_due_items(Timestamp(300)).await.unwrap(),
        [a],
        "somebody asked for it"
    );
}

#[tokio::test]
async fn old_mail_is_forgotten_and_what_is_shown_is_not() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = posted(&store, 1, &[("q1", false), ("q1", false), ("q2", false), ("q3", false)]).await;
    let mail = store.pending_items(id, 10).await.unwrap();
    store.mark_delivered(id, (mail[2].id, &[]), Some("2"), Timestamp(200)).await.unwrap();
    assert_eq!(store.purge_delivered(Timestamp(200)).await.unwrap(), 0);
    assert_eq!(store.purge_delivered(Timestamp(201)).await.unwrap(), 3);
    assert_eq!(store.front_end_state(id).await.unwrap(), Some(json!(2)));
    assert_eq!(topics(&store, id).await, ["q3"]);
}

#[tokio::test]
async fn the_rights_of_a_server_outlive_the_process() {
    let folder = Folder::new();
    let store = folder.store().await;
    let rights = ServerRights { openers: None, moderators: Some(u64::MAX) };
    store.set_server_rights(u64::MAX - 1, &ServerRights::default()).await.unwrap();
    store.set_server_rights(u64::MAX - 1, &rights).await.unwrap();
    store.close().await;
    let store = folder.store().await;
    let all = store.server_rights().await.unwrap();
    assert_eq!(all.into_iter().collect::<Vec<_>>(), [(u64::MAX - 1, rights)]);
}
