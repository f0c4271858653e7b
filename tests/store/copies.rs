//! Backups of the whole, and single campaigns moved to another hall.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use emberhall::council::{CampaignStatus, Effects, Timestamp, UserId};
use emberhall::store::{CampaignId, Exported, Store, StoreError};
use serde_json::json;

use super::common::{
    Folder, charter, commit, council, effects, entry, files, notice, open, sentence, with_ballot,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_made_while_the_hall_writes_is_whole() {
    let folder = Folder::new();
    let store = Arc::new(folder.store().await);
    let id = open(&store, 5).await;
    let writing = {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            for seq in 0..200 {
                let did = Effects { snapshot: Some(json!(seq)), ..effects(&[seq + 1], Vec::new()) };
                commit(&store, id, seq, &council(CampaignStatus::Running, seq + 1), &did)
                    .await
                    .unwrap();
            }
        })
    };
    for number in 0..5 {
        let file = folder.file(&format!("copy-{number}.db"));
        store.backup(&file).await.unwrap();
        let copy = Store::open(&file).await.unwrap();
        let stored = copy.load(id).await.unwrap().unwrap();
        assert_eq!(copy.history(id).await.unwrap().len() as u64, stored.council.seq);
        copy.close().await;
    }
    writing.await.unwrap();
    assert_eq!(store.load(id).await.unwrap().unwrap().council.seq, 200);
}

#[tokio::test]
async fn a_backup_never_replaces_a_file() {
    let folder = Folder::new();
    let store = folder.store().await;
    let file = folder.file("copy.db");
    fs::write(&file, "precious").unwrap();
    let why = sentence(store.backup(&file).await);
    assert!(why.contains("exists already"), "{why}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious");
    let why = sentence(store.backup(&folder.file("no/copy.db")).await);
    assert!(why.contains("copy.db"), "{why}");
    // What an interrupted backup left behind is in nobody's way.
    fs::write(folder.file("next.db.part"), "half").unwrap();
    store.backup(&folder.file("next.db")).await.unwrap();
    assert!(!folder.file("next.db.part").exists());
}

/// A campaign with something in every part.
async fn played(store: &Store) -> CampaignId {
    let id = open(store, 5).await;
    let kept = Effects { snapshot: Some(json!({"coal": 3})), ..effects(&[1], Vec::new()) };
    commit(store, id, 0, &with_ballot(1), &kept).await.unwrap();
    let signed = BTreeMap::from([(UserId(u64::MAX), Some("a".to_owned()))]);
    let signed =
        Effects { public_votes: signed, ..Effects::reply(emberhall::council::Reply::Done) };
    commit(store, id, 1, &with_ballot(1), &signed).await.unwrap();
    let mut after = with_ballot(2);
    let votes = BTreeMap::from([(UserId(u64::MAX), "a".to_owned())]);
    after.public_ballot.as_mut().unwrap().votes = Arc::new(votes);
    let told = effects(&[2], vec![notice("q1", false, 1)]);
    commit(store, id, 1, &after, &told).await.unwrap();
    id
}

#[tokio::test]
async fn an_exported_campaign_goes_on_in_another_hall() {
    let (here, there) = (Folder::new(), Folder::new());
    let (from, to) = (here.store().await, there.store().await);
    let id = played(&from).await;
    let exported = from.export(id).await.unwrap().unwrap();
    assert_eq!(exported.entries, [entry(1), entry(2)]);
    let read = Exported::from_text(&exported.to_text().unwrap()).unwrap();
    assert_eq!(read, exported);
    open(&to, 1).await;
    let moved = to.import(&read, Timestamp(77)).await.unwrap();
    assert_ne!(moved, id);
    let before = from.load(id).await.unwrap().unwrap();
    let after = to.load(moved).await.unwrap().unwrap();
    assert_eq!(after.council, before.council);
    assert_eq!(after.council, exported.council());
    assert_eq!((after.base, after.tail), (before.base, before.tail));
    assert_eq!(after.charter, charter(5));
    assert_eq!(to.pack("abc").await.unwrap().unwrap().1, files());
    assert_eq!(to.due_campaigns(Timestamp(77), 5).await.unwrap(), [moved]);
    assert!(to.pending_items(moved, 5).await.unwrap().is_empty());
    assert!(from.export(CampaignId(99)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_changed_or_unknown_export_is_refused_and_nothing_changes() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = played(&store).await;
    let good = store.export(id).await.unwrap().unwrap();
    let at = Timestamp(1);
    let taken = store.import(&good, at).await;
    assert!(
        matches!(taken, Err(StoreError::ChannelTaken { channel: 5, campaign }) if campaign == id)
    );

    let other = Exported { format: "cake".to_owned(), ..good.clone() };
    assert!(sentence(store.import(&other, at).await).contains("not an exported campaign"));
    let later = good.to_text().unwrap().replace("\"version\":1", "\"version\":2,\"new\":true");
    assert!(sentence(Exported::from_text(&later)).contains("version 2"));
    assert!(sentence(Exported::from_text("{}")).contains("not an exported campaign"));
    let mut changed = good.clone();
    changed.charter.seed = 1;
    assert!(sentence(store.import(&changed, at).await).contains("checksum"));
    assert_eq!(store.campaign_ids().await.unwrap(), [id]);
}

type Spoil = fn(&mut Exported);

#[tokio::test]
async fn an_export_with_gaps_or_other_content_is_refused_and_nothing_changes() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = played(&store).await;
    let good = store.export(id).await.unwrap().unwrap();
    commit(&store, id, 2, &council(CampaignStatus::Over, 3), &effects(&[3], Vec::new()))
        .await
        .unwrap();
    let cases: [(&str, Spoil); 5] = [
        ("gaps (at 1)", |gap| drop(gap.entries.remove(0))),
        ("gaps (at 2)", |twice| twice.entries[1].seq = 1),
        ("gaps (at 3)", |short| short.council.seq = 3),
        ("gaps (at 3)", |kept| kept.kept = Some((9, json!(1)))),
        ("content abc", |files| drop(files.files.insert("x".to_owned(), String::new()))),
    ];
    for (expected, spoil) in cases {
        let mut bad = good.clone();
        spoil(&mut bad);
        bad.checksum = sum(&bad);
        let why = sentence(store.import(&bad, Timestamp(1)).await);
        assert!(why.contains(expected), "{why}");
    }
    assert_eq!(store.campaign_ids().await.unwrap(), [id]);
    store.import(&good, Timestamp(1)).await.unwrap();
}

/// The checksum as anybody can work it out.
fn sum(exported: &Exported) -> String {
    use sha2::{Digest as _, Sha256};
    let rest = Exported { checksum: String::new(), ..exported.clone() };
    let sum = Sha256::digest(serde_json::to_vec(&rest).unwrap());
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap();
    sum.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
