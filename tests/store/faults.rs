//! Writes that fail, are given up, or are watched step by step.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use emberhall::council::{CampaignStatus, Effects, Timestamp};
use emberhall::store::{Commit, Store, StoreError};
use serde_json::json;

use super::common::{Folder, commit, council, effects, notice, open, sentence};

#[tokio::test]
async fn a_full_disk_changes_nothing_and_the_store_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let before = store.load(id).await.unwrap();
    let after = council(CampaignStatus::Running, 1);
    let large = Effects { snapshot: Some(json!("x".repeat(500_000))), ..effects(&[1], Vec::new()) };
    for _ in 0..3 {
        store.limit_pages(1).await.unwrap();
        let why = sentence(commit(&store, id, 0, &after, &large).await);
        assert!(why.contains("no room"), "{why}");
        assert_eq!(store.load(id).await.unwrap(), before);
        assert!(store.history(id).await.unwrap().is_empty());
    }
    store.limit_pages(1_000_000).await.unwrap();
    commit(&store, id, 0, &after, &large).await.unwrap();
    assert_eq!(store.load(id).await.unwrap().unwrap().council.seq, 1);
}

#[tokio::test]
async fn a_write_nobody_waits_for_any_more_is_whole_or_not_there() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let mut seq = 0;
    for wait in (0..60).map(|n| Duration::from_micros(n * 20)) {
        let after = council(CampaignStatus::Running, seq + 1);
        let did = Effects { snapshot: Some(json!(seq)), ..effects(&[seq + 1], Vec::new()) };
        let written = commit(&store, id, seq, &after, &did);
        let in_time = tokio::time::timeout(wait, written).await.is_ok();
        // Waits for whatever is still on its way.
        store.set_quiet(emberhall::council::UserId(1), None).await.unwrap();
        let stored = store.load(id).await.unwrap().unwrap();
        let whole = stored.council.seq == seq + 1;
        assert!(whole || stored.council.seq == seq);
        assert!(whole || !in_time);
        assert_eq!(store.history(id).await.unwrap().len() as u64, stored.council.seq);
        seq = stored.council.seq;
    }
}

#[tokio::test]
async fn a_probe_sees_every_step_of_a_write_in_order() {
    let folder = Folder::new();
    let seen: Arc<Mutex<Vec<&'static str>>> = Arc::default();
    let probe = {
        let seen = Arc::clone(&seen);
        Arc::new(move |step| seen.lock().unwrap().push(step))
    };
    let store = folder.store().await.with_write_hook(probe);
    let taken = || std::mem::take(&mut *seen.lock().unwrap());
    let id = open(&store, 5).await;
    assert_eq!(
        taken(),
        [
            "before begin",
            "after begin",
            "after pack",
            "after campaign",
            "before commit",
            "after commit"
        ]
    );
    let did = Effects { snapshot: Some(json!(1)), ..effects(&[1], vec![notice("q1", false, 1)]) };
    let change = Commit {
        before_seq: 0,
        council: &council(CampaignStatus::Running, 1),
        wake: None,
        effects: &did,
        request: Some("click"),
        at: Timestamp(1),
    };
    store.commit(id, &change).await.unwrap();
    let steps = ["before begin", "after begin", "after change", "before commit", "after commit"];
    assert_eq!(taken(), steps);
    let parcel = store.pending_items(id, 1).await.unwrap().remove(0);
    store.mark_delivered(id, (parcel.id, &[]), None, Timestamp(2)).await.unwrap();
    let steps = [
        "before begin",
        "after begin",
        "before mark",
        "after mark",
        "before commit",
        "after commit",
    ];
    assert_eq!(taken(), steps);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_writers_at_once_all_get_their_turn() {
    let folder = Folder::new();
    let store = Arc::new(folder.store().await);
    let mut tasks = Vec::new();
    for channel in 0..8 {
        let store = Arc::clone(&store);
        tasks.push(tokio::spawn(async move { play(&store, channel).await }));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

async fn play(store: &Store, channel: u64) {
    let id = open(store, channel).await;
    for seq in 0..10 {
        let after = council(CampaignStatus::Running, seq + 1);
        commit(store, id, seq, &after, &effects(&[seq + 1], Vec::new())).await.unwrap();
        assert_eq!(store.load(id).await.unwrap().unwrap().council.seq, seq + 1);
    }
    let late = council(CampaignStatus::Running, 1);
    let late = commit(store, id, 0, &late, &effects(&[1], Vec::new())).await;
    assert!(matches!(late, Err(StoreError::Overtaken { .. })));
}
