//! Requests fail, get lost, or take their time.

use std::time::Duration;

use emberhall::sandbox::{Fault, FaultTrigger};
use serde_json::json;

use crate::kit::Scene;
use crate::players::{Dice, Offer, answers};
use crate::table::{CALLBACK, FOLLOW_UP, MESSAGE, POST, answered_with};

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_fails_is_tried_again_and_posted_once() {
    let mut scene = Scene::new(2).await;
    let faults =
        [429, 500].map(|status| scene.sandbox.fault(answered_with("POST", POST, status, 1)));
    scene.slash(scene.people[0], "campaign new", vec![("pace", json!(3))]).await;
    scene.settled().await;
    assert_eq!(faults.map(|fault| scene.sandbox.hits(fault)), [1, 1]);
    assert_eq!(scene.messages().len(), 1, "one lobby");
    let fault = scene.sandbox.fault(answered_with("POST", POST, 502, 1));
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(scene.people[0], &lobby, ":g").await;
    scene.settled().await;
    assert_eq!(scene.sandbox.hits(fault), 1);
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    scene.one_panel(id).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_fails_is_made_all_the_same() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(21).await;
    let panel = scene.panel().unwrap();
    for (status, command) in [(429, "pause"), (500, "resume"), (502, "pause")] {
        let before = scene.sandbox.message(panel.id).unwrap().text();
        let fault = scene.sandbox.fault(answered_with("PATCH", MESSAGE, status, 1));
        scene.slash(scene.people[0], &format!("campaign {command}"), Vec::new()).await;
        scene.settled().await;
        assert_eq!(scene.sandbox.hits(fault), 1, "{status}");
        assert_ne!(scene.sandbox.message(panel.id).unwrap().text(), before, "{status}");
    }
    scene.one_panel(id).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledgement_that_fails_is_tried_once_more() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(22).await;
    let vote = scene.to_vote(id, &mut Dice(22)).await;
    scene.take(vote.leader, &vote.nay).await;
    for (status, user) in [429, 500, 502].into_iter().zip(&vote.others) {
        let fault = scene.sandbox.fault(answered_with("POST", CALLBACK, status, 1));
        scene.take(*user, &vote.aye).await;
        scene.settled().await;
        assert_eq!(scene.sandbox.hits(fault), 1, "{status}");
    }
    scene.decide(id, &vote, &[]).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_follows_an_answer_comes_in_spite_of_failures() {
    let mut scene = Scene::new(3).await;
    scene.untimed(23).await;
    let mut boards = Vec::new();
    for (user, status) in scene.people.iter().zip([None, Some(500), Some(429)]) {
        let fault =
            status.map(|status| scene.sandbox.fault(answered_with("POST", FOLLOW_UP, status, 1)));
        let acted = scene.slash(*user, "campaign board", vec![("text", json!(true))]).await;
        let said = || scene.sandbox.world().said(acted.interaction);
        let full = |world: &emberhall::sandbox::World| {
            let count = world.said(acted.interaction).len();
            boards.first().map_or(count > 1, |first: &Vec<String>| count >= first.len())
        };
        assert!(scene.sandbox.until(Duration::from_secs(10), full).await, "{:?}", said());
        scene.sandbox.quiet(Duration::from_millis(500)).await;
        if let Some(fault) = fault {
            assert_eq!(scene.sandbox.hits(fault), 1);
        }
        boards.push(said().iter().map(emberhall::sandbox::ShownMessage::text).collect());
    }
    assert_eq!(boards[1], boards[0]);
    assert_eq!(boards[2], boards[0]);
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_whose_answer_is_lost_is_not_posted_twice() {
    let mut scene = Scene::new(1).await;
    let on = || FaultTrigger::new("POST", POST);
    let lobby = scene.sandbox.fault(Fault::DropAfter { on: on(), times: 1 });
    scene.slash(scene.people[0], "campaign new", vec![("pace", json!(3))]).await;
    scene.settled().await;
    assert_eq!((scene.sandbox.hits(lobby), scene.messages().len()), (1, 1));
    let panel = scene.sandbox.fault(Fault::DropAfter { on: on(), times: 2 });
    scene.click(scene.people[0], &scene.newest(), ":g").await;
    scene.settled().await;
    assert_eq!((scene.sandbox.hits(panel), scene.messages().len()), (2, 2));
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    scene.one_panel(id).await;
    scene.goes_on(id, &mut Dice(24), 3).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_that_was_made_and_never_confirmed_shows_what_is_asked_by_then() {
    let mut scene = Scene::new(1).await;
    let (ada, mut dice) = (scene.people[0], Dice(25));
    let options = vec![("pace", json!(3)), ("seed", json!("25"))];
    scene.slash(ada, "campaign new", options).await;
    scene.settled().await;
    // As often as it is tried: the panel is there, and the bot does not know.
    scene.sandbox.fault(Fault::DropAfter { on: FaultTrigger::new("POST", POST), times: 4 });
    scene.click(ada, &scene.newest(), ":g").await;
    scene.told_in_vain().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    // She plays on until something is asked that the panel cannot know of.
    loop {
        let asked = scene.look(id).await.questions[0].clone();
        let known = !answers(&scene.panel().unwrap(), asked.number).is_empty();
        if asked.private.is_none() && !known {
            break;
        }
        let offers = scene.before(id, ada, &asked).await;
        scene.take(ada, &dice.pick(&offers)).await;
    }
    scene.told_at_last().await;
    scene.one_panel(id).await;
    scene.goes_on(id, &mut dice, 5).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledgement_whose_answer_is_lost_counts() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(26).await;
    let vote = scene.to_vote(id, &mut Dice(26)).await;
    let on = || FaultTrigger::new("POST", CALLBACK);
    scene.sandbox.fault(Fault::DropAfter { on: on(), times: 1 });
    scene.take(vote.leader, &vote.nay).await;
    scene.settled().await;
    let (ada, panel) = (scene.people[0], scene.panel().unwrap());
    let before = scene.sandbox.private(ada, scene.channel).len();
    let fault = scene.sandbox.fault(Fault::DropAfter { on: on(), times: 1 });
    scene.click(ada, &panel, ":h").await;
    scene.sandbox.quiet(Duration::from_millis(500)).await;
    assert_eq!(scene.sandbox.hits(fault), 1);
    let tried = scene.sandbox.requests().iter().filter(|one| one.answer["code"] == 40_060).count();
    assert_eq!(tried, 2, "it was tried again, and was answered already");
    assert_eq!(scene.sandbox.private(ada, scene.channel).len(), before + 1, "one hand is shown");
    scene.decide(id, &vote, &vote.others).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_answers_and_slow_posts_keep_nobody_waiting() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(27).await;
    let vote = scene.to_vote(id, &mut Dice(27)).await;
    let slow = |route: &str, times| {
        let by = Duration::from_secs(1);
        scene.sandbox.fault(Fault::Delay { on: FaultTrigger::new("POST", route), by, times })
    };
    let callbacks = slow(CALLBACK, 2);
    for (user, offer) in [(vote.leader, &vote.nay), (vote.others[0], &vote.aye)] {
        let acted = scene.take(user, offer).await;
        assert!(acted.after < Duration::from_secs(3), "{:?}", acted.after);
    }
    assert_eq!(scene.sandbox.hits(callbacks), 2);
    slow(POST, 2);
    scene.decide(id, &vote, &vote.others[1..]).await;
    let hand = format!("e1:{}:h", id.0);
    let hand = Offer { message: scene.panel().unwrap().id, id: hand, value: None };
    scene.slash(scene.people[0], "campaign status", Vec::new()).await;
    // The panel may be closed by now, and the next is on its way.
    let acted = scene.click_blindly(scene.people[1], &hand).await;
    assert!(acted.after < Duration::from_secs(3), "{:?}", acted.after);
    scene.settled().await;
    scene.goes_on(id, &mut Dice(27), 2).await;
    scene.assert_clean();
    scene.stop().await;
}
