//! What is said where a table has set something else than usual: Laws put to the
//! people when they are asked for, and stories told in brief.

use emberhall::council::Span;
use emberhall::council::question::Resolver;
use emberhall::council::view::{CouncilView, QuestionView};
use emberhall::sandbox::ShownMessage;
use emberhall::store::CampaignId;
use serde_json::{Value, json};

use crate::book::Book;
use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::turn;

impl Scene {
    /// Opens a table with settings of its own, everybody sits down, and it begins.
    async fn begin_set(&self, seed: u64, set: Vec<(&str, Value)>) -> CampaignId {
        let options = vec![("seed", json!(seed.to_string()))];
        self.command(self.people[0], "campaign new", options).await;
        self.set(set).await;
        let lobby = self.newest();
        for (at, user) in self.people.iter().enumerate().skip(1) {
            self.click(*user, &lobby, &format!(":c:{at}")).await;
        }
        self.click(self.people[0], &lobby, ":g").await;
        self.settled().await;
        self.hall().campaign_in_channel(self.channel).await.unwrap().expect("it began")
    }
}

fn by_the_people(panel: &CouncilView) -> Option<&QuestionView> {
    panel.questions.iter().find(|asked| asked.resolver == Resolver::Public)
}

fn is_ballot(message: &ShownMessage) -> bool {
    message.custom_ids().iter().any(|id| id.contains(":p:"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_people_are_asked_when_a_law_is_due_and_have_their_time() {
    let mut scene = Scene::new(2).await;
    let mode = scene.choice("campaign settings", "mode", "demand");
    let id = scene.begin_set(7, vec![("mode", mode), ("duration", json!(6))]).await;
    let mut dice = Dice(7);
    let mut book = Book::open(&scene, "A vote of the people when a Law is due, for six hours.");
    scene.until(id, &mut dice, turn).await;
    assert!(!scene.messages().iter().any(is_ballot), "nothing is put to them before");
    scene.until(id, &mut dice, |panel| by_the_people(panel).is_some()).await;
    let ballot = scene.ballot();
    book.page("A Law is due: the ballot", &ballot);
    book.page("The panel", &scene.panel().unwrap());
    scene.sign_for(scene.stranger, 0).await;
    scene.sign_for(scene.people[0], 1).await;
    book.page("Two have voted", &scene.again(&ballot));
    scene.wait(Span::hours(5)).await;
    assert!(by_the_people(&scene.look(id).await).is_some(), "it is not time yet");
    book.page("An hour before it closes", &scene.again(&ballot));
    scene.wait(Span::hours(2)).await;
    assert!(by_the_people(&scene.look(id).await).is_none(), "their time is over");
    book.page("The ballot is closed", &scene.again(&ballot));
    book.page("What came of it", &scene.panel().unwrap());
    let closed = scene.again(&ballot);
    assert!(closed.custom_ids().is_empty(), "{:?}", closed.custom_ids());
    let late = ballot.custom_ids().into_iter().find(|id| id.contains(":p:")).unwrap().to_owned();
    let value = ballot.component(&late).unwrap()["options"][0]["value"].as_str().unwrap();
    let late = scene.sandbox.forge(
        scene.stranger,
        scene.channel,
        Some(ballot.id),
        &late,
        Some(vec![value.to_owned()]),
    );
    book.page("A vote that comes too late", &scene.reply(&late.await).await);
    book.close("on-demand");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brief_story_leaves_out_what_only_paints_it() {
    let mut scene = Scene::new(2).await;
    let brief = scene.choice("campaign settings", "story", "brief");
    let id = scene.begin_set(7, vec![("story", brief)]).await;
    let mut dice = Dice(7);
    let mut book = Book::open(&scene, "A round, told in brief.");
    scene.until(id, &mut dice, |panel| panel.progress.round == 2 && turn(panel)).await;
    for message in scene.messages().iter().skip(1) {
        book.page("A message of the first round", message);
        let painted = |line: &str| line.starts_with("*We ") || line.ends_with(".*");
        let text = message.text();
        assert!(!text.lines().any(painted), "{text}");
    }
    book.close("brief");
    scene.assert_clean();
    scene.stop().await;
}
