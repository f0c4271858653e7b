//! Messages are deleted under the bot.

use emberhall::council::CampaignStatus;
use emberhall::sandbox::ShownMessage;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;

fn is_ballot(message: &ShownMessage) -> bool {
    message.custom_ids().iter().any(|id| id.contains(":p:") || id.contains(":s:"))
}

impl Scene {
    fn delete(&self, which: impl Fn(&ShownMessage) -> bool) -> usize {
        let gone: Vec<ShownMessage> = self.messages().into_iter().filter(which).collect();
        self.sandbox.change(|world| gone.iter().for_each(|one| world.delete_message(one.id)));
        gone.len()
    }

    fn ballots(&self) -> usize {
        self.messages().iter().filter(|message| is_ballot(message)).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_click_on_a_deleted_panel_counts_and_brings_it_back() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(41).await;
    let vote = scene.to_vote(id, &mut Dice(41)).await;
    scene.take(vote.leader, &vote.nay).await;
    scene.settled().await;
    assert_eq!(scene.delete(crate::table::is_panel), 1);
    scene.click_blindly(vote.others[0], &vote.aye).await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.questions[0].cast, 2);
    scene.one_panel(id).await;
    scene.goes_on(id, &mut Dice(41), 4).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_panel_comes_back_when_somebody_asks_how_it_stands() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(42).await;
    assert_eq!(scene.delete(crate::table::is_panel), 1);
    scene.slash(scene.people[0], "campaign status", Vec::new()).await;
    scene.settled().await;
    scene.one_panel(id).await;
    scene.goes_on(id, &mut Dice(42), 4).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_lobby_comes_back_with_the_next_who_joins() {
    let mut scene = Scene::new(2).await;
    scene.slash(scene.people[0], "campaign new", vec![("pace", json!(3))]).await;
    scene.settled().await;
    assert_eq!(scene.delete(|_| true), 1);
    scene.slash(scene.people[1], "campaign join", vec![("role", json!(1))]).await;
    scene.settled().await;
    assert_eq!(scene.messages().len(), 1, "one lobby");
    scene.click(scene.people[0], &scene.newest(), ":g").await;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    let panel = scene.look(id).await;
    assert_eq!((panel.status, panel.seats.len()), (CampaignStatus::Running, 2));
    scene.one_panel(id).await;
    scene.assert_clean();
    scene.stop().await;
}

/// A campaign whose laws the people vote on, played until there is a ballot.
async fn with_ballot(seed: u64) -> (Scene, emberhall::store::CampaignId, Dice) {
    let scene = Scene::new(2).await;
    let id = scene.untimed(seed).await;
    let people = vec![("people_vote", json!(1)), ("mode", json!(0))];
    scene.slash(scene.owner, "campaign settings", people).await;
    let mut dice = Dice(seed);
    for _ in 0..400 {
        scene.settled().await;
        if scene.ballots() > 0 {
            return (scene, id, dice);
        }
        assert!(scene.step(id, &mut dice).await, "it ended before there was a ballot");
    }
    panic!("there is no ballot");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_ballot_comes_back_when_somebody_asks_how_it_stands() {
    let (mut scene, id, mut dice) = with_ballot(43).await;
    assert_eq!(scene.delete(is_ballot), 1);
    scene.slash(scene.people[0], "campaign status", Vec::new()).await;
    scene.settled().await;
    assert_eq!(scene.ballots(), 1);
    scene.goes_on(id, &mut dice, 4).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_everything_was_deleted_everything_open_comes_back() {
    let (mut scene, id, mut dice) = with_ballot(44).await;
    assert!(scene.delete(|_| true) > 1);
    scene.slash(scene.people[0], "campaign status", Vec::new()).await;
    scene.settled().await;
    scene.one_panel(id).await;
    assert_eq!(scene.ballots(), 1);
    scene.goes_on(id, &mut dice, 4).await;
    scene.assert_clean();
    scene.stop().await;
}
