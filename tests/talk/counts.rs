//! How many clicks and messages it takes.

use emberhall::council::view::QuestionView;
use emberhall::sandbox::ShownMessage;
use serde_json::json;

use crate::kit::Scene;
use crate::players::{Offer, answers};
use crate::walk::all;

/// Clicks after `/campaign new` until somebody has a turn.
async fn clicks_to_first_turn(players: usize, seed: u64) -> usize {
    let mut scene = Scene::new(players).await;
    let seed = vec![("seed", json!(seed.to_string()))];
    scene.command(scene.people[0], "campaign new", seed).await;
    let lobby = scene.newest();
    let mut clicks = 0;
    for (at, user) in scene.people.iter().enumerate().skip(1) {
        scene.click(*user, &lobby, &format!(":c:{at}")).await;
        clicks += 1;
    }
    scene.click(scene.people[0], &lobby, ":g").await;
    clicks += 1;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    loop {
        let open = scene.look(id).await.questions;
        if open.iter().any(|asked| asked.ask == "turn") {
            scene.stop().await;
            return clicks;
        }
        settle_one(&scene, &open[0]).await;
        clicks += 1;
        assert!(clicks < 30, "it does not begin");
    }
}

/// Does this card cost something that is to be found on the map first?
fn asks_more(shown: &ShownMessage, id: &str) -> bool {
    let label = shown.component(id).and_then(|part| part["label"].as_str()).unwrap_or_default();
    let named = format!("**{label}**");
    shown.text().lines().any(|line| line.contains(&named) && line.contains("from the map"))
}

/// One click: a private question has come to its seat by itself.
async fn settle_one(scene: &Scene, asked: &QuestionView) {
    let user = asked.waiting[0].0;
    let shown = match asked.private {
        Some(_) => scene.whispered(user).await,
        None => scene.panel().unwrap(),
    };
    let offers = answers(&shown, asked.number);
    // A price in Wood from the map asks from where: a question more.
    let plain = |offer: &&Offer| !asks_more(&shown, &offer.id);
    let offer = offers.iter().find(plain).or(offers.first()).expect("an answer").clone();
    scene.take(user, &offer).await;
    scene.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_need_fewer_than_ten_clicks_to_the_first_turn_and_one_needs_three() {
    for seed in [7, 8, 9] {
        assert!(clicks_to_first_turn(4, seed).await < 10, "seed {seed}");
        assert!(clicks_to_first_turn(1, seed).await <= 3, "seed {seed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_of_four_people_takes_at_most_thirty_messages() {
    let mut counts = Vec::new();
    for seen in all().await.iter().filter(|seen| seen.players == 4) {
        for (round, posts) in &seen.posts {
            let count = posts.len();
            assert!(count <= 30, "{}: {count} in round {round}: {posts:#?}", seen.about);
            counts.push(count);
        }
    }
    assert!(counts.len() >= 10, "rounds were played: {counts:?}");
    println!("messages a round: mean {:.1}, most {:?}", mean(&counts), counts.iter().max());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_takes_three_or_four_clicks() {
    let clicks: Vec<usize> = all().await.iter().flat_map(|seen| seen.turns.clone()).collect();
    let mean = mean(&clicks);
    println!("clicks a turn: mean {mean:.1} of {} turns", clicks.len());
    assert!(clicks.len() > 50 && mean <= 4.5, "mean {mean:.1} of {} turns", clicks.len());
}

fn mean(of: &[usize]) -> f64 {
    of.iter().sum::<usize>() as f64 / of.len().max(1) as f64
}
