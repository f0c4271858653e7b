//! Discord does not take what it is sent: it is shown in a plainer form, and what is taken in
//! no form is given up. The campaign goes on either way.

use emberhall::council::Span;
use emberhall::sandbox::RecordedRequest;

use crate::kit::Scene;
use crate::players::Dice;
use crate::table::{MESSAGE, POST, answered_with};

impl Scene {
    /// A number of the metrics.
    pub async fn metric(&self, name: &str) -> u64 {
        let at = self.bot.as_ref().unwrap().metrics_at().unwrap();
        let text = reqwest::get(format!("http://{at}/metrics")).await.unwrap().text().await;
        let start = format!("emberhall_{name} ");
        let text = text.unwrap();
        let found = text.lines().find_map(|line| line.strip_prefix(&start));
        found.unwrap_or_else(|| panic!("{name}: {text}")).parse().unwrap()
    }

    /// Requests of a kind so far.
    fn made(&self, method: &str, route: &str) -> usize {
        let fits = |one: &&RecordedRequest| one.method == method && one.route == route;
        self.sandbox.requests().iter().filter(fits).count()
    }

    /// A lobby of one, about to begin.
    async fn about_to_begin(&self, seed: &str) {
        let options = vec![("pace", serde_json::json!(3)), ("seed", serde_json::json!(seed))];
        self.slash(self.people[0], "campaign new", options).await;
        self.settled().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_refused_is_shown_without_its_picture_and_then_as_text() {
    for (times, pictures, boxes) in [(0, 1, true), (1, 0, true), (2, 0, false)] {
        let mut scene = Scene::new(1).await;
        scene.about_to_begin("41").await;
        let fault = scene.sandbox.fault(answered_with("POST", POST, 400, times));
        scene.click(scene.people[0], &scene.newest(), ":g").await;
        scene.settled().await;
        assert_eq!(scene.sandbox.hits(fault), times);
        let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
        scene.one_panel(id).await;
        let panel = scene.panel().unwrap();
        assert_eq!((panel.attachments().len(), !panel.embeds().is_empty()), (pictures, boxes));
        assert!(panel.text().len() > 100, "it says what is asked: {}", panel.text());
        scene.goes_on(id, &mut Dice(41), 6).await;
        assert_eq!(scene.metric("messages_given_up_total").await, 0);
        scene.assert_clean();
        scene.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_refused_in_every_form_is_given_up_and_the_next_news_shows_it() {
    let mut scene = Scene::new(1).await;
    scene.about_to_begin("42").await;
    let before = scene.made("POST", POST);
    scene.sandbox.fault(answered_with("POST", POST, 400, 3));
    scene.click(scene.people[0], &scene.newest(), ":g").await;
    // Nothing is left to be told, however long it takes.
    scene.settled().await;
    for _ in 0..20 {
        scene.clock.advance(Span::minutes(10));
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    scene.settled().await;
    assert_eq!(scene.made("POST", POST), before + 3, "each form once, and never again");
    assert!(scene.panel().is_none());
    assert_eq!(scene.metric("messages_given_up_total").await, 1);
    scene.slash(scene.people[0], "campaign status", Vec::new()).await;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    scene.one_panel(id).await;
    assert_eq!(scene.panel().unwrap().attachments().len(), 1, "as it is meant to be");
    scene.goes_on(id, &mut Dice(42), 4).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_is_refused_is_made_as_text_or_given_up() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(43).await;
    let panel = scene.panel().unwrap();
    let changed = |scene: &Scene| scene.sandbox.message(panel.id).unwrap();
    scene.sandbox.fault(answered_with("PATCH", MESSAGE, 400, 1));
    scene.slash(scene.people[0], "campaign pause", Vec::new()).await;
    scene.settled().await;
    let plain = changed(&scene);
    assert!(plain.embeds().is_empty() && plain.content().len() > 100, "{}", plain.text());
    let before = scene.made("PATCH", MESSAGE);
    scene.sandbox.fault(answered_with("PATCH", MESSAGE, 400, 2));
    scene.slash(scene.people[0], "campaign resume", Vec::new()).await;
    scene.settled().await;
    assert_eq!(scene.made("PATCH", MESSAGE), before + 2);
    assert_eq!(changed(&scene).text(), plain.text(), "it is as it was");
    assert_eq!(scene.metric("messages_given_up_total").await, 1);
    scene.slash(scene.people[0], "campaign pause", Vec::new()).await;
    scene.slash(scene.people[0], "campaign resume", Vec::new()).await;
    scene.settled().await;
    assert!(!changed(&scene).embeds().is_empty(), "the next change is made as ever");
    scene.goes_on(id, &mut Dice(43), 4).await;
    scene.assert_clean();
    scene.stop().await;
}
