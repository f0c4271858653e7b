//! Whole campaigns, to the end, by people who click at random.

use std::time::Duration;

use emberhall::council::CampaignStatus;
use emberhall::discord::Config;

use crate::kit::Scene;
use crate::players::Dice;

async fn played_out(people: usize, seed: u64) -> Scene {
    let scene = Scene::new(people).await;
    play_out(&scene, people, seed).await;
    scene
}

async fn play_out(scene: &Scene, people: usize, seed: u64) {
    let id = scene.begin(seed).await;
    let mut dice = Dice(seed);
    let mut clicks = 0;
    while scene.step(id, &mut dice).await {
        clicks += 1;
        assert!(clicks < 5000, "it does not end");
    }
    scene.settled().await;
    assert_eq!(scene.look(id).await.status, CampaignStatus::Over);
    scene.assert_clean();
    if let Ok(folder) = std::env::var("EMBERHALL_TRANSCRIPTS") {
        let all: Vec<String> = scene.messages().iter().map(crate::print::print).collect();
        let file = std::path::Path::new(&folder).join(format!("{people}-{seed}.txt"));
        std::fs::write(file, all.join("\n----------------\n")).unwrap();
        for (at, message) in scene.messages().iter().enumerate() {
            for file in message.attachments() {
                let id = file["id"].as_str().and_then(|id| id.parse().ok()).unwrap();
                let name = format!("{people}-{seed}-{at}-{}", file["filename"].as_str().unwrap());
                if let Some(bytes) = scene.sandbox.world().file(id) {
                    std::fs::write(std::path::Path::new(&folder).join(name), bytes).unwrap();
                }
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_for_one_is_played_to_its_end() {
    let mut scene = played_out(1, 11).await;
    let ending = scene.newest();
    assert!(ending.custom_ids().iter().any(|id| id.ends_with(":n")), "{}", ending.text());
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_for_two_is_played_to_its_end() {
    let mut scene = played_out(2, 13).await;
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_for_three_is_played_to_its_end() {
    let mut scene = played_out(3, 14).await;
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_for_four_is_played_to_its_end() {
    let mut scene = played_out(4, 12).await;
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_in_which_every_click_is_acknowledged_before_its_answer_is_played_to_its_end() {
    let mut scene = Scene::new(2).await;
    scene.stop().await;
    // As if the disk and the city took longer than the way to Discord, every time.
    let config = Config { patience: Some(Duration::ZERO), ..scene.config() };
    scene.start_over(None, &config).await;
    play_out(&scene, 2, 13).await;
    scene.stop().await;
}
