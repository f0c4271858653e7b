//! A campaign that is kept busy, and answers that get stuck: every click is acknowledged in time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use emberhall::sandbox::{Fault, FaultTrigger};
use emberhall::store::CampaignId;

use crate::kit::Scene;
use crate::players::Dice;
use crate::table::CALLBACK;

/// Discord gives no more.
const IN_TIME: Duration = Duration::from_secs(3);
/// As when a disk does not answer.
const BUSY: Duration = Duration::from_secs(5);

impl Scene {
    /// Keeps the task of a campaign busy; it is when this returns.
    async fn keep_busy(&self, id: CampaignId) {
        let hall = Arc::clone(self.bot.as_ref().unwrap().hall());
        let (begun, busy) = tokio::sync::oneshot::channel();
        let look = move |_: &emberhall::council::Campaign| {
            let _ = begun.send(());
            std::thread::sleep(BUSY);
        };
        tokio::spawn(async move { hall.read(id, look).await });
        busy.await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn clicks_on_a_busy_campaign_are_acknowledged_in_time_and_all_the_same_carried_out() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(31).await;
    let vote = scene.to_vote(id, &mut Dice(31)).await;
    let (ada, panel) = (scene.people[0], scene.panel().unwrap());
    let before = scene.sandbox.private(ada, scene.channel).len();
    scene.keep_busy(id).await;
    let since = Instant::now();
    let advise = format!(":i:{}", vote.question);
    let (voted, hand, advice) = tokio::join!(
        scene.take(vote.others[0], &vote.aye),
        scene.click(ada, &panel, ":h"),
        scene.click(ada, &panel, &advise),
    );
    for (what, acted) in [("a vote", voted), ("hand", hand), ("advice", advice)] {
        assert!(acted.ack.is_answered(), "{what}: {:?}", acted.ack);
        assert!(acted.after < IN_TIME, "{what}: {:?}", acted.after);
    }
    assert!(since.elapsed() < BUSY, "it was busy all the while");
    tokio::time::sleep(BUSY).await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.questions[0].cast, 1, "the vote counts");
    let told = scene.sandbox.private(ada, scene.channel).len();
    assert_eq!(told, before + 2, "what was asked for follows");
    scene.goes_on(id, &mut Dice(31), 3).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_acknowledgement_that_gets_stuck_is_made_anew_in_time() {
    let mut scene = Scene::new(2).await;
    let id = scene.untimed(32).await;
    let on = FaultTrigger::new("POST", CALLBACK);
    let stuck = Fault::Delay { on, by: Duration::from_secs(20), times: 1 };
    let stuck = scene.sandbox.fault(stuck);
    let acted = scene.click(scene.people[0], &scene.panel().unwrap(), ":h").await;
    assert_eq!(scene.sandbox.hits(stuck), 1);
    assert!(acted.ack.is_answered() && acted.after < IN_TIME, "{:?}", acted.after);
    scene.goes_on(id, &mut Dice(32), 3).await;
    scene.stop().await;
}
