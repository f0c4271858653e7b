//! The gateway breaks in the middle of a vote.

use std::time::Duration;

use emberhall::sandbox::Fault;

use crate::kit::Scene;
use crate::players::Dice;

const SOON: Duration = Duration::from_secs(20);

/// A click made while the connection is broken is acknowledged after the resume.
async fn resumes_after(fault: Fault, seed: u64) {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(seed).await;
    let vote = scene.to_vote(id, &mut Dice(seed)).await;
    scene.take(vote.leader, &vote.nay).await;
    scene.settled().await;
    let before = scene.messages().len();
    scene.sandbox.fault(fault);
    scene.take(vote.others[0], &vote.aye).await;
    scene.settled().await;
    assert_eq!(scene.messages().len(), before, "a vote posts nothing");
    let world = |world: &emberhall::sandbox::World| world.resumed() == 1 && world.connected() == 1;
    assert!(scene.sandbox.until(SOON, world).await, "it did not resume");
    assert_eq!(scene.sandbox.world().identified(), 1, "it need not introduce itself again");
    scene.decide(id, &vote, &vote.others[1..]).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_cut_is_resumed() {
    resumes_after(Fault::Cut, 101).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_closed_is_resumed() {
    resumes_after(Fault::Close { code: 4000 }, 102).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_asked_to_reconnect_resumes() {
    resumes_after(Fault::Reconnect, 103).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_may_be_resumed_is_resumed() {
    resumes_after(Fault::Invalid { resumable: true }, 104).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_session_is_lost_for_good_the_vote_goes_on() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(105).await;
    let vote = scene.to_vote(id, &mut Dice(105)).await;
    scene.take(vote.leader, &vote.nay).await;
    scene.settled().await;
    let before = (scene.messages().len(), scene.look(id).await);
    scene.sandbox.fault(Fault::Invalid { resumable: false });
    let back =
        |world: &emberhall::sandbox::World| world.identified() == 2 && world.connected() == 1;
    assert!(scene.sandbox.until(SOON, back).await, "it did not come back");
    assert_eq!((scene.messages().len(), scene.look(id).await), before);
    scene.decide(id, &vote, &vote.others).await;
    scene.assert_clean();
    scene.stop().await;
}
