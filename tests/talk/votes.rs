//! Votes: what can be seen of them, and how they end.

use emberhall::council::Span;
use emberhall::council::view::CouncilView;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::{END, vote_on};

/// The leader's user, and the others.
fn led(scene: &Scene, panel: &CouncilView) -> (u64, Vec<u64>) {
    let leader = panel.seats[usize::from(panel.leader.0)].holder.user().unwrap().0;
    (leader, scene.people.iter().copied().filter(|user| *user != leader).collect())
}

/// The words of the answers of the open question.
async fn labels(scene: &Scene, id: emberhall::store::CampaignId) -> Vec<String> {
    let panel = scene.panel().unwrap();
    let offers = scene.offers(id).await;
    let label = |offer: &crate::players::Offer| {
        panel.component(&offer.id).unwrap()["label"].as_str().unwrap().to_owned()
    };
    offers.iter().map(label).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_to_two_is_broken_by_the_leaders_own_vote_and_says_so() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let panel = scene.until(id, &mut Dice(7), vote_on(END)).await;
    let (leader, rest) = led(&scene, &panel);
    let shown = scene.panel().unwrap();
    let labels = labels(&scene, id).await;
    scene.answer(id, rest[0], 0).await;
    scene.answer(id, rest[1], 0).await;
    scene.answer(id, leader, 1).await;
    assert_eq!(scene.asked(id).await.cast, 3, "it is still open");
    scene.answer(id, rest[2], 1).await;
    let text = scene.again(&shown).text();
    assert!(text.contains("2 to 2; the leader broke the tie"), "{text}");
    assert!(text.contains(&format!("**{}**", labels[1])), "the leader's answer is taken: {text}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_vote_shows_nothing_but_how_many_have_voted() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    scene.set(vec![("votes", scene.choice("campaign settings", "votes", "sealed"))]).await;
    scene.until(id, &mut Dice(7), vote_on(END)).await;
    let before = labels(&scene, id).await;
    scene.answer(id, scene.people[0], 0).await;
    scene.answer(id, scene.people[1], 1).await;
    let shown = scene.panel().unwrap();
    let text = shown.text();
    assert!(text.contains("2 of 4 have voted, in secret"), "{text}");
    assert!(!text.contains("🗳️ 1 (") && !text.contains("🗳️ 2 ("), "{text}");
    assert_eq!(labels(&scene, id).await, before, "no button counts votes");
    let waited = &text[text.find("waiting for").unwrap()..];
    let named = |user: &u64| waited.contains(&format!("<@{user}>"));
    assert!(named(&scene.people[2]) && named(&scene.people[3]), "{text}");
    assert!(!named(&scene.people[0]) && !named(&scene.people[1]), "{text}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_can_be_changed_and_three_of_four_close_it_early() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let panel = scene.until(id, &mut Dice(7), vote_on(END)).await;
    // Without the leader, whose vote would break a tie at once.
    let (_, rest) = led(&scene, &panel);
    let number = scene.asked(id).await.number;
    scene.answer(id, rest[0], 0).await;
    let changed = scene.answer(id, rest[0], 1).await;
    assert!(changed.ack.is_answered());
    let asked = scene.asked(id).await;
    assert_eq!((asked.cast, asked.votes.len()), (1, 1), "one voice, however often it is raised");
    scene.answer(id, rest[1], 1).await;
    assert_eq!(scene.asked(id).await.number, number, "two of four may still be met by two");
    scene.answer(id, rest[2], 1).await;
    let open = scene.look(id).await.questions;
    assert!(open.iter().all(|asked| asked.number != number), "three cannot be outvoted");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tie_without_the_leaders_vote_is_put_to_the_leader_who_is_called() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let panel = scene.until(id, &mut Dice(7), vote_on(END)).await;
    let (leader, rest) = led(&scene, &panel);
    let number = scene.asked(id).await.number;
    scene.answer(id, rest[0], 0).await;
    scene.answer(id, rest[1], 1).await;
    scene.wait(Span::hours(25)).await;
    let asked = scene.asked(id).await;
    assert_eq!(
        (asked.number, asked.escalation.is_some()),
        (number, true),
        "it passed to the leader"
    );
    let shown = scene.panel().unwrap();
    assert_eq!(shown.pinged, vec![leader], "the leader and nobody else is called");
    assert!(shown.text().contains("tied"), "{}", shown.text());
    let refused = scene.answer(id, rest[0], 0).await;
    let refused = scene.reply(&refused).await;
    assert!(refused.text().contains(&format!("<@{leader}>")), "{}", refused.text());
    scene.answer(id, leader, 0).await;
    let text = scene.again(&shown).text();
    assert!(text.contains("1 to 1; the leader broke the tie"), "{text}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_council_ends_the_action_phase_by_vote() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let panel = scene.until(id, &mut Dice(7), vote_on(END)).await;
    let phase = panel.progress.clone();
    let shown = scene.panel().unwrap();
    let end = |offer: &crate::players::Offer| offer.id.ends_with(":end");
    let which = scene.offers(id).await.iter().position(end).expect("it can be ended");
    scene.answer(id, scene.people[3], which).await;
    scene.answer(id, scene.people[2], which).await;
    assert_eq!(scene.look(id).await.progress, phase, "two of four do not end it");
    scene.answer(id, scene.people[1], which).await;
    assert_ne!(scene.look(id).await.progress, phase, "it is over");
    let text = scene.again(&shown).text();
    assert!(text.contains("by vote: all 3 votes"), "{text}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_cannot_vote_and_is_told_so_in_private() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin_with(7, vec![("pace", json!(0))]).await;
    scene.until(id, &mut Dice(7), vote_on(END)).await;
    let refused = scene.answer(id, scene.stranger, 0).await;
    let said = scene.reply(&refused).await;
    assert_eq!(said.only, Some(scene.stranger));
    assert!(said.text().contains("Generator Advisor, Health Advisor"), "{}", said.text());
    assert_eq!(scene.asked(id).await.cast, 0);
    scene.stop().await;
}
