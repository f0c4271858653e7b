//! Campaigns: opened, changed, read back.

use std::collections::BTreeMap;
use std::sync::Arc;

use emberhall::council::{CampaignStatus, Effects, QuietHours, Refusal, Reply, Timestamp, UserId};
use emberhall::store::{CampaignId, Commit, Committed, Created, Store, StoreError};
use serde_json::json;

use super::common::{
    Folder, SERVER, charter, commit, council, effects, entry, files, open, run, try_open,
    with_ballot,
};

#[tokio::test]
async fn a_campaign_comes_back_as_it_was_stored() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, u64::MAX).await;
    let after = with_ballot(2);
    let signed = BTreeMap::from([
        (UserId(u64::MAX), Some("child_labour".to_owned())),
        (UserId(7), Some("it's \"quoted\"".to_owned())),
    ]);
    let did = Effects {
        public_votes: signed.clone(),
        snapshot: Some(json!({"coal": 3, "seed": u64::MAX})),
        ..effects(&[1, 2], Vec::new())
    };
    commit(&store, id, 0, &after, &did).await.unwrap();
    commit(&store, id, 2, &with_ballot(3), &effects(&[3], Vec::new())).await.unwrap();
    store.close().await;

    let store = folder.store().await;
    let stored = store.load(id).await.unwrap().unwrap();
    assert_eq!((stored.id, &stored.charter), (id, &charter(u64::MAX)));
    assert_eq!(stored.base, Some((2, json!({"coal": 3, "seed": u64::MAX}))));
    assert_eq!(stored.tail, [entry(3)]);
    assert_eq!(stored.council.seq, 3);
    assert_eq!(store.history(id).await.unwrap(), [entry(1), entry(2), entry(3)]);
    assert_eq!(store.pack("abc").await.unwrap(), Some(("frostpunk".to_owned(), files())));
    assert_eq!(store.pack("xyz").await.unwrap(), None);
    assert_eq!(store.load(CampaignId(99)).await.unwrap(), None);
    assert!(store.history(CampaignId(99)).await.unwrap().is_empty());
}

async fn votes(store: &Store, id: CampaignId) -> BTreeMap<UserId, String> {
    let ballot = store.load(id).await.unwrap().unwrap().council.public_ballot.unwrap();
    BTreeMap::clone(&ballot.votes)
}

#[tokio::test]
async fn votes_of_the_people_are_kept_changed_and_taken_back() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let sign = |votes: &[(u64, Option<&str>)]| {
        let signed = votes.iter().map(|(user, vote)| (UserId(*user), vote.map(str::to_owned)));
        Effects { public_votes: signed.collect(), ..Effects::reply(Reply::Done) }
    };
    let ballot = with_ballot(0);
    let first = sign(&[(1, Some("a")), (u64::MAX, Some("b")), (3, Some("c"))]);
    commit(&store, id, 0, &ballot, &first).await.unwrap();
    commit(&store, id, 0, &ballot, &sign(&[(1, Some("b")), (3, None)])).await.unwrap();
    let expected =
        BTreeMap::from([(UserId(1), "b".to_owned()), (UserId(u64::MAX), "b".to_owned())]);
    assert_eq!(votes(&store, id).await, expected);

    // Votes stay while the game goes on, and go with their ballot.
    let mut held = with_ballot(1);
    held.public_ballot.as_mut().unwrap().votes = Arc::new(expected.clone());
    commit(&store, id, 0, &held, &effects(&[1], Vec::new())).await.unwrap();
    assert_eq!(votes(&store, id).await, expected);
    let closed = council(CampaignStatus::Running, 2);
    let lapsed = sign(&[(1, None), (u64::MAX, None)]).public_votes;
    let ends = Effects { public_votes: lapsed, ..effects(&[2], Vec::new()) };
    commit(&store, id, 1, &closed, &ends).await.unwrap();
    commit(&store, id, 2, &with_ballot(3), &effects(&[3], Vec::new())).await.unwrap();
    assert!(votes(&store, id).await.is_empty());
}

#[tokio::test]
async fn a_repeated_request_is_answered_as_before_and_changes_nothing() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let first = Effects {
        reply: Reply::Voted { question: 4, changed: false },
        ..effects(&[1], Vec::new())
    };
    let after = council(CampaignStatus::Running, 1);
    let change = Commit {
        before_seq: 0,
        council: &after,
        wake: None,
        effects: &first,
        request: Some("click-1"),
        at: Timestamp(50),
    };
    assert_eq!(store.commit(id, &change).await.unwrap(), Committed::Stored(None));
    let again = Effects { reply: Reply::Done, ..effects(&[2], Vec::new()) };
    let other = council(CampaignStatus::Running, 2);
    let change = Commit { before_seq: 1, council: &other, effects: &again, ..change };
    let repeated = Committed::Repeated(first.reply.clone());
    assert_eq!(store.commit(id, &change).await.unwrap(), repeated);
    assert_eq!(store.load(id).await.unwrap().unwrap().council.seq, 1);
    assert_eq!(store.reply(id, "click-1").await.unwrap(), Some(first.reply.clone()));
    assert_eq!(store.reply(id, "click-2").await.unwrap(), None);
    assert_eq!(store.purge_requests(Timestamp(50)).await.unwrap(), 0);
    assert_eq!(store.purge_requests(Timestamp(51)).await.unwrap(), 1);
    assert_eq!(store.commit(id, &change).await.unwrap(), Committed::Stored(None));
}

#[tokio::test]
async fn a_bare_refusal_stores_its_reply_and_nothing_else() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let refused = Effects::reply(Reply::Refused(Refusal::Over));
    // Would be an error if it were written: the campaign is not at entry 9.
    let wrong = council(CampaignStatus::Over, 10);
    let change = Commit {
        before_seq: 9,
        council: &wrong,
        wake: None,
        effects: &refused,
        request: Some("late"),
        at: Timestamp(2),
    };
    assert_eq!(store.commit(id, &change).await.unwrap(), Committed::Stored(None));
    assert_eq!(store.reply(id, "late").await.unwrap(), Some(refused.reply.clone()));
    assert_eq!(store.load(id).await.unwrap().unwrap().council.status, CampaignStatus::Lobby);
    let unnamed = Commit { request: None, ..change };
    assert_eq!(store.commit(id, &unnamed).await.unwrap(), Committed::Stored(None));
}

#[tokio::test]
async fn a_change_from_an_outdated_state_is_refused_whole() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    commit(&store, id, 0, &council(CampaignStatus::Running, 1), &effects(&[1], Vec::new()))
        .await
        .unwrap();
    let before = store.load(id).await.unwrap();

    // The number of the entry is taken.
    let late = council(CampaignStatus::Running, 1);
    let refused = commit(&store, id, 0, &late, &effects(&[1], Vec::new())).await;
    assert!(matches!(refused, Err(StoreError::Overtaken { campaign }) if campaign == id));
    // The number is free, but the state is not the one it was made from.
    let late = council(CampaignStatus::Running, 2);
    let refused = commit(&store, id, 0, &late, &effects(&[2], Vec::new())).await;
    assert!(matches!(refused, Err(StoreError::Overtaken { .. })));
    let nobody = commit(&store, CampaignId(77), 0, &late, &effects(&[2], Vec::new())).await;
    assert!(matches!(nobody, Err(StoreError::NoSuchCampaign { .. })));
    assert_eq!(store.load(id).await.unwrap(), before);
    commit(&store, id, 1, &late, &effects(&[2], Vec::new())).await.unwrap();
}

#[tokio::test]
async fn a_channel_has_one_live_campaign_and_a_request_opens_one() {
    let folder = Folder::new();
    let store = folder.store().await;
    let first = match try_open(&store, 5, Some("open-1")).await.unwrap() {
        Created::New(id) => id,
        other => panic!("{other:?}"),
    };
    let again = try_open(&store, 5, Some("open-1")).await.unwrap();
    assert_eq!(again, Created::Repeated(first));
    let other = try_open(&store, 5, Some("open-2")).await.unwrap();
    assert_eq!(other, Created::ChannelTaken(first));
    assert_eq!(store.live_campaign_in(5).await.unwrap(), Some(first));
    assert_eq!(store.live_campaign_in(6).await.unwrap(), None);

    commit(&store, first, 0, &council(CampaignStatus::Over, 1), &effects(&[1], Vec::new()))
        .await
        .unwrap();
    assert_eq!(store.live_campaign_in(5).await.unwrap(), None);
    let second = try_open(&store, 5, Some("open-2")).await.unwrap();
    assert!(matches!(second, Created::New(id) if id > first));
}

#[tokio::test]
async fn campaigns_are_listed_by_server_and_by_when_they_are_due() {
    let folder = Folder::new();
    let store = folder.store().await;
    let (a, b, c) = (open(&store, 1).await, open(&store, 2).await, open(&store, 3).await);
    assert_eq!(store.next_wake().await.unwrap(), None);
    let after = council(CampaignStatus::Running, 1);
    let did = effects(&[1], Vec::new());
    for (id, wake) in [(a, Some(300)), (b, Some(200)), (c, None)] {
        let wake = wake.map(Timestamp);
        let change = Commit {
            before_seq: 0,
            council: &after,
            wake,
            effects: &did,
            request: None,
            at: Timestamp(9),
        };
        store.commit(id, &change).await.unwrap();
    }
    assert_eq!(store.campaign_ids().await.unwrap(), [a, b, c]);
    assert_eq!(store.next_wake().await.unwrap(), Some(Timestamp(200)));
    for (now, next) in [(0, Some(200)), (200, Some(300)), (300, None)] {
        assert_eq!(store.next_wake_after(Timestamp(now)).await.unwrap(), next.map(Timestamp));
    }
    assert!(store.due_campaigns(Timestamp(199), 10).await.unwrap().is_empty());
    assert_eq!(store.due_campaigns(Timestamp(300), 10).await.unwrap(), [b, a]);
    assert_eq!(store.due_campaigns(Timestamp(300), 1).await.unwrap(), [b]);
    let listed = store.campaigns_of(SERVER).await.unwrap();
    assert_eq!(listed.len(), 3);
    assert_eq!((listed[0].id, listed[0].channel, listed[0].seq), (a, 1, 1));
    assert_eq!((listed[0].stage, listed[0].changed_at), (CampaignStatus::Running, Timestamp(9)));
    assert!(store.campaigns_of(1).await.unwrap().is_empty());
}

#[tokio::test]
async fn quiet_hours_are_kept_changed_and_cleared() {
    let folder = Folder::new();
    let store = folder.store().await;
    let quiet = |from| QuietHours { from, until: 420 };
    store.set_quiet(UserId(u64::MAX), Some(quiet(1320))).await.unwrap();
    store.set_quiet(UserId(1), Some(quiet(1))).await.unwrap();
    store.set_quiet(UserId(1), Some(quiet(2))).await.unwrap();
    let expected = BTreeMap::from([(UserId(u64::MAX), quiet(1320)), (UserId(1), quiet(2))]);
    assert_eq!(store.quiet_hours().await.unwrap(), expected);
    store.set_quiet(UserId(1), None).await.unwrap();
    store.set_quiet(UserId(2), None).await.unwrap();
    assert_eq!(store.quiet_hours().await.unwrap().len(), 1);
}

#[tokio::test]
async fn quiet_hours_that_cannot_be_read_are_nobodys_and_those_of_others_stay() {
    let folder = Folder::new();
    let store = folder.store().await;
    let quiet = QuietHours { from: 1320, until: 420 };
    store.set_quiet(UserId(1), Some(quiet)).await.unwrap();
    store.set_quiet(UserId(2), Some(quiet)).await.unwrap();
    store.close().await;
    run(&folder.db(), "UPDATE person SET quiet = 'always' WHERE user = 1").await;
    let store = folder.store().await;
    assert_eq!(store.quiet_hours().await.unwrap(), BTreeMap::from([(UserId(2), quiet)]));
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_named_with_its_campaign() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let did = Effects { snapshot: Some(json!(1)), ..effects(&[1], Vec::new()) };
    commit(&store, id, 0, &council(CampaignStatus::Running, 1), &did).await.unwrap();
    let whole = council(CampaignStatus::Running, 2);
    commit(&store, id, 1, &whole, &effects(&[2], Vec::new())).await.unwrap();
    let spoil = [
        ("UPDATE campaign SET charter = '{'", "charter"),
        ("UPDATE campaign SET council = '7'", "council"),
        ("UPDATE snapshot SET state = 'coal'", "kept game"),
        ("UPDATE log SET body = '{}' WHERE seq = 2", "log"),
        ("DELETE FROM log WHERE seq = 2", "log"),
    ];
    let good = folder.file("good.db");
    store.backup(&good).await.unwrap();
    for (sql, part) in spoil {
        let bad = folder.file("bad.db");
        std::fs::copy(&good, &bad).unwrap();
        run(&bad, sql).await;
        let store = Store::open(&bad).await.unwrap();
        let why = store.load(id).await.unwrap_err().to_string();
        assert!(why.starts_with(&format!("the {part} of campaign {id} ")), "{sql}: {why}");
        store.close().await;
    }
}
