//! Another server than Discord's own limits requests: the library's limiter is off there, and
//! the bot waits as long as it is asked to.

use std::time::{Duration, Instant};

use emberhall::sandbox::{Fault, FaultTrigger, Options, RecordedRequest, World};
use serde_json::json;

use crate::kit::Scene;
use crate::players::{Dice, Offer};
use crate::table::{CALLBACK, POST};

fn too_many(route: &str, seconds: u64) -> Fault {
    let retry_after = Duration::from_secs(seconds);
    Fault::Answer { on: FaultTrigger::new("POST", route), status: 429, retry_after, times: 1 }
}

fn posts(scene: &Scene) -> Vec<RecordedRequest> {
    let all = scene.sandbox.requests();
    all.into_iter().filter(|one| one.method == "POST" && one.route == POST).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_post_is_tried_again_when_its_time_has_come_and_not_before() {
    let mut scene = Scene::new(1).await;
    let waits = [1, 2, 3];
    for seconds in waits {
        scene.sandbox.fault(too_many(POST, seconds));
    }
    scene.slash(scene.people[0], "campaign new", vec![("pace", json!(3))]).await;
    let channel = scene.channel;
    let there = |world: &World| !world.messages(channel).is_empty();
    assert!(scene.sandbox.until(Duration::from_secs(30), there).await, "it was never posted");
    scene.settled().await;
    let tries = posts(&scene);
    assert_eq!(tries.iter().map(|one| one.status).collect::<Vec<_>>(), [429, 429, 429, 200]);
    for (pair, wait) in tries.windows(2).zip(waits) {
        let after = pair[1].at.saturating_sub(pair[0].at);
        assert!(after >= Duration::from_millis(wait * 1000 - 50), "{wait} s: {after:?}");
    }
    assert_eq!(scene.metric("rate_limited_total").await, 3);
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_no_time_at_all_is_not_run_against() {
    let mut scene = Scene::new(1).await;
    let on = FaultTrigger::new("POST", POST);
    let fault = Fault::Answer { on, status: 429, retry_after: Duration::ZERO, times: 15 };
    let fault = scene.sandbox.fault(fault);
    scene.slash(scene.people[0], "campaign new", vec![("pace", json!(3))]).await;
    let channel = scene.channel;
    let there = |world: &World| !world.messages(channel).is_empty();
    assert!(scene.sandbox.until(Duration::from_secs(30), there).await, "it was never posted");
    assert_eq!(scene.sandbox.hits(fault), 15);
    let tries = posts(&scene);
    let took = tries[15].at.saturating_sub(tries[0].at);
    assert!(took >= Duration::from_millis(1400), "15 tries in {took:?}");
    scene.settled().await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_channel_waits_clicks_are_answered_and_other_channels_are_served() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(51).await;
    let ada = scene.people[0];
    let hand = format!("e1:{}:h", id.0);
    let hand = Offer { message: scene.panel().unwrap().id, id: hand, value: None };
    let other = scene.sandbox.change(|world| world.add_channel(scene.guild, "elsewhere"));
    scene.sandbox.fault(too_many(POST, 8));
    let before = posts(&scene).len();
    let begun = Instant::now();
    scene.slash(ada, "campaign status", Vec::new()).await;
    while posts(&scene).len() == before {
        assert!(begun.elapsed() < Duration::from_secs(3), "it is not even tried");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // The panel is closed by now, and the next is on its way.
    let acted = scene.click_blindly(ada, &hand).await;
    assert!(acted.after < Duration::from_secs(2), "{:?}", acted.after);
    let opened = scene.sandbox.slash(scene.stranger, other, "campaign new", Vec::new()).await;
    let opened = opened.unwrap();
    assert!(opened.ack.is_answered());
    let there = |world: &World| !world.messages(other).is_empty();
    assert!(scene.sandbox.until(Duration::from_secs(4), there).await, "the other waits, too");
    assert!(begun.elapsed() < Duration::from_secs(8), "this machine is too slow to tell");
    // A request is noted after what it did can be seen.
    let noted = Instant::now() + Duration::from_secs(1);
    while posts(&scene).len() < before + 2 && Instant::now() < noted {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(posts(&scene).len(), before + 2, "one was limited, one is elsewhere");
    scene.settled().await;
    scene.one_panel(id).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_click_waits_for_its_own_limit_as_long_as_there_is_time() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(52).await;
    let (ada, panel) = (scene.people[0], scene.panel().unwrap());
    let fault = scene.sandbox.fault(too_many(CALLBACK, 1));
    let acted = scene.click(ada, &panel, ":h").await;
    assert_eq!(scene.sandbox.hits(fault), 1);
    assert!(acted.after >= Duration::from_millis(950), "{:?}", acted.after);
    // There are three seconds: what is asked to wait longer is not tried again.
    let before = scene.sandbox.requests().len();
    scene.sandbox.fault(too_many(CALLBACK, 20));
    let acted = scene.sandbox.click(ada, panel.id, &format!("e1:{}:h", id.0)).await.unwrap();
    assert!(!acted.ack.is_answered());
    // The first click's own request may be noted after its click was answered.
    let (this, tried) = (acted.interaction.to_string(), scene.sandbox.requests().split_off(before));
    let tried: Vec<&RecordedRequest> = tried
        .iter()
        .filter(|one| one.route == CALLBACK && one.path.contains(&format!("/{this}/")))
        .collect();
    assert_eq!(tried.len(), 1, "{tried:#?}");
    scene.goes_on(id, &mut Dice(52), 3).await;
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_keeps_its_limits_is_seldom_asked_in_vain() {
    let options = Options { rate_limits: true, ..Options::default() };
    let mut scene = Scene::with(2, options).await;
    let id = scene.untimed(53).await;
    scene.goes_on(id, &mut Dice(53), 8).await;
    let all = scene.sandbox.requests();
    let limited = all.iter().filter(|one| one.status == 429).count();
    assert!(limited * 5 <= all.len(), "{limited} of {}", all.len());
    scene.assert_clean();
    scene.stop().await;
}
