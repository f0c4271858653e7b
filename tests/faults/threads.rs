//! A campaign in a thread.

use emberhall::council::Request;
use emberhall::sandbox::Id;
use emberhall::store::CampaignId;

use crate::kit::Scene;
use crate::players::Dice;

/// A campaign in a thread of somebody's.
async fn in_thread(people: usize, seed: u64) -> (Scene, CampaignId) {
    let mut scene = Scene::new(people).await;
    let (channel, owner) = (scene.channel, scene.people[0]);
    scene.channel =
        scene.sandbox.change(|world| world.add_thread(channel, owner, "the-city", false));
    let id = scene.untimed(seed).await;
    (scene, id)
}

impl Scene {
    fn archive(&self, archived: bool, locked: bool) {
        let thread: Id = self.channel;
        self.sandbox.change(|world| world.set_thread(thread, archived, locked));
    }

    fn archived(&self) -> bool {
        let all = self.sandbox.world().channels(self.guild);
        let id = self.channel.to_string();
        let thread = all.iter().find(|one| one["id"] == id.as_str()).unwrap();
        thread["thread_metadata"]["archived"] == true
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_is_played_in_a_thread() {
    let (mut scene, id) = in_thread(2, 61).await;
    let mut dice = Dice(61);
    let round = scene.look(id).await.progress.round;
    let mut clicks = 0;
    while scene.look(id).await.progress.round <= round.max(1) {
        assert!(clicks < 500, "the round does not end");
        clicks += 1;
        if !scene.step(id, &mut dice).await {
            break;
        }
    }
    scene.settled().await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn news_wakes_a_thread_that_was_archived() {
    let (mut scene, id) = in_thread(1, 62).await;
    scene.archive(true, false);
    // A change of the panel.
    scene.behind_the_scenes(id, "pause", Request::Pause).await;
    scene.settled().await;
    assert!(!scene.archived());
    let paused = scene.panel().unwrap().text();
    scene.archive(true, false);
    scene.behind_the_scenes(id, "resume", Request::Resume).await;
    scene.settled().await;
    assert_ne!(scene.panel().unwrap().text(), paused);
    // A new panel.
    scene.archive(true, false);
    scene.behind_the_scenes(id, "show", Request::Show).await;
    scene.settled().await;
    assert!(!scene.archived());
    scene.goes_on(id, &mut Dice(62), 3).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_locked_thread_nothing_is_harmed() {
    let (mut scene, id) = in_thread(1, 63).await;
    scene.archive(true, true);
    scene.behind_the_scenes(id, "pause", Request::Pause).await;
    scene.told_in_vain().await;
    scene.behind_the_scenes(id, "resume", Request::Resume).await;
    scene.behind_the_scenes(id, "show", Request::Show).await;
    assert!(scene.look(id).await.paused.is_none());
    scene.archive(false, false);
    scene.told_at_last().await;
    scene.goes_on(id, &mut Dice(63), 3).await;
    scene.assert_clean_but(&["50013"]);
    scene.stop().await;
}
