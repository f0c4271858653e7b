//! Messages that are too old to be changed again.

use std::time::Duration;

use emberhall::sandbox::Options;

use crate::kit::Scene;
use crate::players::Dice;

#[tokio::test(flavor = "multi_thread")]
async fn a_panel_too_old_to_be_changed_is_followed_by_a_new_one() {
    let old_edits = Some((0, Duration::from_hours(1)));
    let options = Options { old_edits, old_after: Duration::from_millis(1), ..Options::default() };
    let mut scene = Scene::with(1, options).await;
    let id = scene.untimed(81).await;
    let before = scene.panel().unwrap();
    scene.slash(scene.people[0], "campaign pause", Vec::new()).await;
    scene.settled().await;
    let refused = scene.sandbox.requests().iter().any(|one| one.answer["code"] == 30_046);
    assert!(refused, "nothing was too old");
    assert!(scene.panel().unwrap().id > before.id);
    scene.slash(scene.people[0], "campaign resume", Vec::new()).await;
    scene.settled().await;
    for _ in 0..4 {
        scene.step(id, &mut Dice(81)).await;
    }
    scene.settled().await;
    let asked = scene.look(id).await.questions[0].clone();
    assert!(!scene.before(id, scene.people[0], &asked).await.is_empty());
    scene.assert_clean();
    scene.stop().await;
}
