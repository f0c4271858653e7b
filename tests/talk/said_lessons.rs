//! What a newcomer is taught, when, and that it can be skipped.

use emberhall::council::settings::Lessons;
use emberhall::sandbox::{Id, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::book::Book;
use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::{MORNING, turn, vote_on};

/// The lesson of a message: its title and its text.
fn lesson(message: &ShownMessage) -> Option<(String, String)> {
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let embeds = message.embeds();
    let taught = embeds.iter().find(|embed| text(&embed["title"]).starts_with("🎓"))?;
    Some((text(&taught["title"]), text(&taught["description"])))
}

fn has_skip(message: &ShownMessage) -> bool {
    message.custom_ids().iter().any(|id| id.ends_with(":z"))
}

/// Opens a table and begins, as people do who have never been here.
async fn first(scene: &Scene, seed: u64) -> CampaignId {
    let seed = vec![("seed", json!(seed.to_string()))];
    scene.command(scene.people[0], "campaign new", seed).await;
    let lobby = scene.newest();
    for (at, user) in scene.people.iter().enumerate().skip(1) {
        scene.click(*user, &lobby, &format!(":c:{at}")).await;
    }
    scene.click(scene.people[0], &lobby, ":g").await;
    scene.settled().await;
    scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap()
}

async fn give_up(scene: &Scene, user: Id) {
    let sure = scene.command(user, "campaign abandon", vec![]).await;
    scene.click(user, &sure, ":x").await;
    scene.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_campaign_is_taught_as_it_is_played() {
    let mut scene = Scene::new(4).await;
    let id = first(&scene, 7).await;
    let mut book = Book::open(&scene, "A first campaign: each lesson beside what it helps with.");
    let mut dice = Dice(7);
    let mut told: Vec<(String, String)> = Vec::new();
    for _ in 0..400 {
        scene.settled().await;
        let look = scene.look(id).await;
        if look.status != emberhall::council::CampaignStatus::Running || look.progress.round > 3 {
            break;
        }
        let panel = scene.panel().unwrap();
        let new = lesson(&panel).filter(|new| told.last() != Some(new));
        assert_eq!(lesson(&panel).is_some(), has_skip(&panel), "whoever is taught can skip it");
        if let Some((title, text)) = new {
            assert!(!told.iter().any(|(old, _)| *old == title), "{title} is told twice: {told:?}");
            book.line(&format!("{title}\n\n{text}"));
            told.push((title, text));
        }
        scene.step(id, &mut dice).await;
    }
    assert!(told.len() >= 6, "{told:?}");
    book.close("lessons");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_at_the_table_can_skip_the_lessons_for_good() {
    let mut scene = Scene::new(4).await;
    let id = first(&scene, 7).await;
    let mut dice = Dice(7);
    scene.until(id, &mut dice, turn).await;
    let (title, _) = lesson(&scene.panel().unwrap()).expect("a lesson");
    // A restart and a look at the table tell the same lesson, not the next one.
    scene.stop().await;
    scene.start().await;
    scene.command(scene.people[1], "campaign status", vec![]).await;
    assert_eq!(lesson(&scene.panel().unwrap()).map(|(title, _)| title), Some(title));
    let mut book = Book::open(&scene, "Lessons beside the table, and somebody who knows it all.");
    let panel = scene.panel().unwrap();
    book.page("The first turn", &panel);
    let refused = scene.click(scene.stranger, &panel, ":z").await;
    book.page("A stranger would skip them", &scene.reply(&refused).await);
    assert!(has_skip(&scene.panel().unwrap()));
    let leader = scene.look(id).await.leader;
    let other = (usize::from(leader.0) + 1) % 4;
    scene.click(scene.people[other], &panel, ":z").await;
    scene.settled().await;
    book.page("Somebody who does not lead skips them", &scene.panel().unwrap());
    book.close("skipping");
    scene.stop().await;
    scene.start().await;
    assert_eq!(scene.look(id).await.settings.lessons, Lessons::Off);
    scene.until(id, &mut dice, vote_on(MORNING)).await;
    assert_eq!(lesson(&scene.panel().unwrap()), None, "they do not come back");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_first_campaign_that_was_played_here_has_lessons() {
    let mut scene = Scene::new(4).await;
    // Nobody may open tables one after the other so fast.
    let [_, bela, cleo, dora] = scene.people[..] else { panic!("four people") };
    scene.command(bela, "campaign new", vec![]).await;
    assert!(scene.newest().text().contains("🎓"));
    give_up(&scene, bela).await;
    // Nobody learned anything from a lobby.
    let id = first(&scene, 7).await;
    assert_eq!(scene.look(id).await.settings.lessons, Lessons::On);
    give_up(&scene, scene.owner).await;
    scene.command(cleo, "campaign new", vec![]).await;
    assert!(!scene.newest().text().contains("🎓"));
    give_up(&scene, cleo).await;
    scene.command(dora, "campaign new", vec![("lessons", json!(0))]).await;
    assert!(scene.newest().text().contains("🎓"), "whoever wants them has them");
    scene.assert_clean();
    scene.stop().await;
}
