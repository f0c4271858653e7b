//! What the street says, as it is kept beside the questions.

use std::collections::BTreeMap;

use emberhall::council::{CampaignStatus, Council, Effects, Reply, Timestamp, UserId};
use emberhall::store::{CampaignId, Store};
use serde_json::json;

use super::common::{Folder, commit, council, effects, open};

/// At these questions the street is asked.
fn asking(seq: u64, numbers: &[u32]) -> Council {
    let question = |number: &u32| {
        serde_json::from_value(json!({
            "number": number, "decision": number, "ask": "omen", "way": "vote", "opened": 0,
            "street": {},
        }))
        .unwrap()
    };
    Council {
        questions: numbers.iter().map(question).collect(),
        ..council(CampaignStatus::Running, seq)
    }
}

fn says(voices: &[(u32, u64, Option<&str>)]) -> Effects {
    let spoken = voices
        .iter()
        .map(|(question, user, choice)| ((*question, UserId(*user)), choice.map(str::to_owned)));
    Effects { street_voices: spoken.collect(), ..Effects::reply(Reply::Done) }
}

async fn heard(store: &Store, id: CampaignId) -> Vec<(u32, BTreeMap<UserId, String>)> {
    let council = store.load(id).await.unwrap().unwrap().council;
    let said = council.questions.into_iter().map(|question| {
        (question.number, question.street.map(|one| (*one.voices).clone()).unwrap_or_default())
    });
    said.collect()
}

fn of(voices: &[(u64, &str)]) -> BTreeMap<UserId, String> {
    voices.iter().map(|(user, choice)| (UserId(*user), (*choice).to_owned())).collect()
}

#[tokio::test]
async fn voices_are_kept_by_question_changed_taken_back_and_go_with_their_question() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let both = asking(0, &[4, 5]);
    let first = [(4, 1, Some("a")), (4, u64::MAX, Some("it's \"b\"")), (5, 1, Some("c"))];
    commit(&store, id, 0, &both, &says(&first)).await.unwrap();
    commit(&store, id, 0, &both, &says(&[(4, 1, Some("d")), (5, 1, None), (5, 2, Some("c"))]))
        .await
        .unwrap();
    let at_four = of(&[(1, "d"), (u64::MAX, "it's \"b\"")]);
    assert_eq!(heard(&store, id).await, [(4, at_four.clone()), (5, of(&[(2, "c")]))]);
    // One is answered with a last voice in the same breath.
    let answered = Effects {
        closed_streets: [5].into(),
        street_voices: says(&[(5, 3, Some("c"))]).street_voices,
        ..effects(&[1], Vec::new())
    };
    commit(&store, id, 0, &asking(1, &[4]), &answered).await.unwrap();
    commit(&store, id, 1, &asking(2, &[4, 5]), &effects(&[2], Vec::new())).await.unwrap();
    assert_eq!(heard(&store, id).await, [(4, at_four), (5, of(&[]))]);
}

#[tokio::test]
async fn voices_move_with_a_campaign_and_are_forgotten_with_who_spoke() {
    let folder = Folder::new();
    let store = folder.store().await;
    let id = open(&store, 5).await;
    let voices = [(4, 1, Some("a")), (4, 2, Some("b"))];
    commit(&store, id, 0, &asking(0, &[4]), &says(&voices)).await.unwrap();
    let out = store.export(id).await.unwrap().unwrap();
    assert_eq!(out.street, BTreeMap::from([(4, of(&[(1, "a"), (2, "b")]))]));
    assert!(out.council.questions[0].street.as_ref().unwrap().voices.is_empty());
    let text = out.to_text().unwrap();
    let read = emberhall::store::Exported::from_text(&text).unwrap();
    assert_eq!(read, out);
    assert_eq!(
        *read.council().questions[0].street.as_ref().unwrap().voices,
        of(&[(1, "a"), (2, "b")])
    );
    let forged = text.replacen("\"b\"", "\"a\"", 1);
    assert!(emberhall::store::Exported::from_text(&forged).is_err(), "the sum is over them, too");

    let elsewhere = Folder::new();
    let other = elsewhere.store().await;
    let moved = other.import(&read, Timestamp(9)).await.unwrap();
    assert_eq!(heard(&other, moved).await, heard(&store, id).await);
    other.forget(UserId(1), UserId(1_000_001)).await.unwrap();
    assert_eq!(heard(&other, moved).await, [(4, of(&[(2, "b")]))]);
}
