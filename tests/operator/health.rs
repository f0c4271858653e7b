//! What a machine that watches the bot is told.

use std::time::Duration;

use emberhall::sandbox::{Options, Sandbox};

use crate::kit::Scene;
use crate::players::Dice;
use crate::tables::tables;

/// Status and text of a page.
async fn get(scene: &Scene, page: &str) -> (u16, String) {
    let at = scene.bot.as_ref().unwrap().metrics_at().unwrap();
    let answer = reqwest::get(format!("http://{at}/{page}")).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// The answer once it has this status.
async fn until(scene: &Scene, status: u16) -> String {
    for _ in 0..600 {
        let (found, text) = get(scene, "health").await;
        if found == status {
            return text;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("never {status}: {:?}", get(scene, "health").await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_has_lost_discord_is_ill_and_lives() {
    let mut scene = Scene::new(1).await;
    assert_eq!(until(&scene, 200).await, "ok\n");
    let (_, metrics) = get(&scene, "metrics").await;
    assert!(metrics.contains("\nemberhall_gateway_connected 1\n"), "{metrics}");
    // Discord is gone; another one stands elsewhere.
    scene.sandbox = Sandbox::start(Options::default()).await.unwrap();
    assert!(until(&scene, 503).await.contains("connection to Discord"));
    let (_, metrics) = get(&scene, "metrics").await;
    assert!(metrics.contains("\nemberhall_gateway_connected 0\n"), "{metrics}");
    assert!(metrics.contains("\nemberhall_database_well 1\n"), "{metrics}");
    assert_eq!(get(&scene, "live").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_cannot_be_written_is_told_with_the_reason() {
    let mut scene = Scene::new(1).await;
    let id = scene.begin(5).await;
    assert_eq!(until(&scene, 200).await, "ok\n");
    scene.hall().store().limit_pages(1).await.unwrap();
    let user = scene.people[0];
    for _ in 0..200 {
        let asked = scene.look(id).await.questions.remove(0);
        let offers = scene.before(id, user, &asked).await;
        scene.take(user, &offers[0]).await;
        if get(&scene, "health").await.0 == 503 {
            break;
        }
    }
    let (status, why) = get(&scene, "health").await;
    assert!(status == 503 && why.contains("no room left"), "{status} {why}");
    let (_, metrics) = get(&scene, "metrics").await;
    assert!(metrics.contains("\nemberhall_database_well 0\n"), "{metrics}");
    assert_eq!(get(&scene, "health").await.0, 503, "asking does not make it well");
    let file = scene.folder.0.join("hall.sqlite");
    let rows = tables(&file).await;
    // There is room again, and nobody plays: it is found out all the same.
    scene.hall().store().limit_pages(1_000_000).await.unwrap();
    assert_eq!(get(&scene, "health").await, (200, "ok\n".to_owned()));
    let (_, metrics) = get(&scene, "metrics").await;
    assert!(metrics.contains("\nemberhall_database_well 1\n"), "{metrics}");
    assert_eq!(tables(&file).await, rows, "trying it out leaves nothing behind");
    scene.step(id, &mut Dice(5)).await;
    scene.settled().await;
    assert_eq!(get(&scene, "health").await.0, 200);
    scene.stop().await;
}
