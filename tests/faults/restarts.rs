//! The bot's process is killed, stopped, and started again.

use std::process::Command;
use std::time::Duration;

use emberhall::council::CampaignStatus;
use emberhall::council::log::EntryKind;
use emberhall::council::question::{Question, Resolver};
use emberhall::sandbox::Options;
use emberhall::store::Exported;

use crate::kit::Scene;
use crate::players::{Dice, Offer, answers};

/// Kills in one campaign.
const LIVES: usize = 10;
/// Clicks in one life are fewer.
const CLICKS: usize = 25;

/// An open vote nobody has voted in: its number and what can be voted for.
fn vote(scene: &Scene, campaign: &Exported) -> Option<(u32, Vec<Offer>)> {
    let open = |question: &&Question| {
        question.resolver == Resolver::Vote
            && question.escalation.is_none()
            && question.votes.is_empty()
    };
    let number = campaign.council.questions.iter().find(open)?.number;
    let offers = answers(&scene.panel()?, number);
    (offers.len() > 1).then_some((number, offers))
}

fn times_answered(campaign: &Exported, number: u32) -> usize {
    let of =
        |what: &EntryKind| matches!(what, EntryKind::Answer(answer) if answer.question == number);
    campaign.entries.iter().filter(|entry| of(&entry.kind)).count()
}

/// Every campaign in the database comes out as it is stored.
pub fn replayed(scene: &Scene) {
    let done = Command::new(env!("CARGO_BIN_EXE_emberhall"))
        .args(["replay", "--all", "--database"])
        .arg(scene.folder.0.join("hall.sqlite"))
        .env_remove("DISCORD_TOKEN")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
    assert!(said.starts_with("1 campaign replayed as stored, 0 "), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_in_the_middle_of_a_vote_it_goes_on_where_it_was() {
    let scene = Scene::without_bot(4, Options::default()).await;
    let life = scene.live().await;
    scene.sit_down(93).await;
    let mut dice = Dice(93);
    let (number, offers) = loop {
        if let Some(found) = vote(&scene, &scene.at_rest().await) {
            break found;
        }
        scene.click_something(&mut dice).await;
    };
    scene.take(scene.people[0], &offers[0]).await;
    scene.take(scene.people[1], &offers[1]).await;
    life.kill();

    let life = scene.live().await;
    // The buttons of before work: nothing waits for them in memory.
    scene.take(scene.people[2], &offers[1]).await;
    println!("first acknowledgement {:?} after the start", life.born.elapsed());
    assert!(life.born.elapsed() < Duration::from_secs(15));
    // It may be decided by then: that is answered too.
    scene.click_blindly(scene.people[3], &offers[1]).await;
    let campaign = scene.at_rest().await;
    assert_eq!(times_answered(&campaign, number), 1);
    assert!(campaign.council.questions.iter().all(|question| question.number != number));
    assert_eq!(scene.panels().len(), 1);
    assert!(answers(&scene.panel().unwrap(), number).is_empty(), "the old question is closed");
    scene.assert_clean();
    assert_eq!(life.terminate().await.code(), Some(0));
    replayed(&scene);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_again_and_again_it_loses_and_doubles_nothing() {
    let scene = Scene::without_bot(2, Options::default()).await;
    let mut life = scene.live().await;
    scene.sit_down(94).await;
    let mut dice = Dice(94);
    for _ in 0..LIVES {
        // Short lives with few clicks: a quick machine would see the end of the city before the
        // last of them.
        let length = Duration::from_millis(dice.next() % 120);
        // In every life something is done, however slow the machine is.
        while !scene.click_something(&mut dice).await.is_some_and(|done| done.ack.is_answered()) {
            assert!(!scene.has_ended(), "the city fell before the last kill: choose another seed");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let most = dice.below(CLICKS);
        let clicking = async {
            let mut clicks = 0;
            while clicks < most {
                match scene.click_something(&mut dice).await {
                    Some(_) => clicks += 1,
                    None => tokio::time::sleep(Duration::from_millis(5)).await,
                }
            }
        };
        let _ = tokio::time::timeout(length, clicking).await;
        life.kill();
        life = scene.live().await;
    }
    let campaign = scene.at_rest().await;
    let running = campaign.council.status == CampaignStatus::Running;
    println!("{LIVES} kills in {} entries", campaign.entries.len());
    assert!(campaign.entries.len() > LIVES / 2, "hardly anything happened");
    assert_eq!(scene.panels().len(), usize::from(running));
    // What the people decide has its menu on their ballot.
    let on_panel = |question: &&Question| {
        question.private.is_none()
            && (question.resolver != Resolver::Public || question.escalation.is_some())
    };
    let public = campaign.council.questions.iter().filter(on_panel);
    for question in public {
        let offers = answers(&scene.panel().unwrap(), question.number);
        assert!(!offers.is_empty(), "question {} has no button", question.number);
    }
    scene.assert_clean();
    assert_eq!(life.terminate().await.code(), Some(0));
    replayed(&scene);
}
