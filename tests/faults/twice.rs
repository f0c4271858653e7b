//! Interactions that come twice, or in another order.

use std::time::Duration;

use emberhall::sandbox::Fault;
use serde_json::json;

use crate::kit::Scene;
use crate::players::{Dice, answers};

/// Holds so many clicks back and lets them go in the opposite order. Comes before the
/// clicks: they have to find it there.
async fn turn_round(scene: &Scene, times: u32) {
    let hold = scene.sandbox.fault(Fault::Hold { times });
    while scene.sandbox.hits(hold) < times {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    scene.sandbox.fault(Fault::Release { backwards: true });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_that_comes_twice_counts_once() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(31).await;
    let vote = scene.to_vote(id, &mut Dice(31)).await;
    scene.sandbox.fault(Fault::Twice { times: 4 });
    scene.take(vote.leader, &vote.nay).await;
    scene.take(vote.others[0], &vote.aye).await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.questions[0].cast, 2);
    scene.decide(id, &vote, &vote.others[1..]).await;
    scene.sandbox.quiet(Duration::from_millis(600)).await;
    for user in &scene.people {
        let private = scene.sandbox.private(*user, scene.channel);
        let texts: Vec<String> =
            private.iter().map(emberhall::sandbox::ShownMessage::text).collect();
        let old = texts.iter().filter(|text| text.contains("discord.com/channels")).count();
        assert_eq!(old, 0, "the second copy is no stale click: {texts:?}");
    }
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_and_a_private_page_that_come_twice_are_shown_once() {
    let mut scene = Scene::new(1).await;
    let ada = scene.people[0];
    scene.sandbox.fault(Fault::Twice { times: 1 });
    scene.slash(ada, "campaign new", vec![("pace", json!(3))]).await;
    scene.settled().await;
    assert_eq!(scene.messages().len(), 1, "one lobby");
    assert_eq!(scene.hall().campaigns_of_server(scene.guild).await.unwrap().len(), 1);
    scene.sandbox.fault(Fault::Twice { times: 1 });
    scene.click(ada, &scene.newest(), ":g").await;
    scene.settled().await;
    let before = scene.sandbox.private(ada, scene.channel).len();
    scene.sandbox.fault(Fault::Twice { times: 1 });
    scene.click(ada, &scene.panel().unwrap(), ":h").await;
    scene.sandbox.quiet(Duration::from_millis(600)).await;
    assert_eq!(scene.sandbox.private(ada, scene.channel).len(), before + 1, "one hand is shown");
    assert_eq!(scene.panels().len(), 1);
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_holds_two_seats_is_shown_their_private_questions_one_after_the_other() {
    let mut scene = Scene::new(1).await;
    let ada = scene.people[0];
    scene.slash(ada, "campaign new", vec![("pace", json!(3)), ("seed", json!("34"))]).await;
    let both = vec![("role", json!(1)), ("also", json!(true))];
    scene.slash(ada, "campaign join", both).await;
    scene.settled().await;
    scene.click(ada, &scene.newest(), ":g").await;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    // What is public comes before it, if anything does.
    while scene.look(id).await.questions.iter().all(|asked| asked.private.is_none()) {
        let asked = scene.look(id).await.questions[0].clone();
        let offers = scene.before(id, ada, &asked).await;
        scene.take(ada, &offers[0]).await;
        scene.settled().await;
    }
    assert_eq!(scene.look(id).await.questions.len(), 2, "a card of each seat");
    let asked = |scene: &Scene| {
        let private = scene.sandbox.private(ada, scene.channel);
        let open = private.into_iter().filter(|one| !one.custom_ids().is_empty());
        open.collect::<Vec<emberhall::sandbox::ShownMessage>>()
    };
    scene.sandbox.quiet(Duration::from_millis(600)).await;
    let first = asked(&scene);
    assert_eq!(first.len(), 1, "one at a time");
    let one = scene.look(id).await.questions[0].number;
    scene.take(ada, &answers(&first[0], one)[0]).await;
    scene.settled().await;
    scene.sandbox.quiet(Duration::from_millis(600)).await;
    let second = asked(&scene);
    assert_eq!(second.len(), 1, "in place of the first, and not beside it");
    assert_eq!(second[0].id, first[0].id);
    assert!(answers(&second[0], one).is_empty(), "the first is answered");
    // The card may have a price that is asked for in public.
    let open = scene.look(id).await.questions;
    let two = open.iter().find(|asked| asked.private.is_some()).unwrap().number;
    assert!(!answers(&second[0], two).is_empty(), "the second can be");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn votes_that_arrive_in_another_order_all_count() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(32).await;
    let vote = scene.to_vote(id, &mut Dice(32)).await;
    tokio::join!(
        biased;
        turn_round(&scene, 3),
        scene.take(vote.leader, &vote.nay),
        scene.take(vote.others[0], &vote.aye),
        scene.take(vote.others[1], &vote.aye),
    );
    scene.settled().await;
    assert_eq!(scene.look(id).await.questions[0].cast, 3);
    scene.decide(id, &vote, &vote.others[2..]).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_deciding_votes_in_another_order_decide_once() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(33).await;
    let vote = scene.to_vote(id, &mut Dice(33)).await;
    scene.take(vote.leader, &vote.nay).await;
    tokio::join!(
        biased;
        turn_round(&scene, 3),
        scene.take(vote.others[0], &vote.aye),
        scene.take(vote.others[1], &vote.aye),
        scene.take(vote.others[2], &vote.aye),
    );
    scene.decide(id, &vote, &[]).await;
    scene.assert_clean();
    scene.stop().await;
}
