//! A channel in which the bot may not do what it did before.

use emberhall::sandbox::permissions as may;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;

const NOT_ALLOWED: [&str; 2] = ["50001", "50013"];

impl Scene {
    /// Takes something from the bot in the channel; 0 gives it back.
    fn deny(&self, rights: u64) {
        let channel = self.channel;
        self.sandbox.change(|world| {
            let bot = world.bot();
            world.overwrite(channel, bot, 0, rights);
        });
    }
}

async fn plays_on_without(rights: u64, seed: u64) {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(seed).await;
    let vote = scene.to_vote(id, &mut Dice(seed)).await;
    scene.deny(rights);
    scene.take(vote.leader, &vote.nay).await;
    for user in &vote.others {
        scene.take(*user, &vote.aye).await;
    }
    assert_eq!(scene.times_answered(id, vote.question).await, 1);
    // What is news by itself cannot be shown; the table waits for it.
    scene.behind_the_scenes(id, "shown", emberhall::council::Request::Show).await;
    scene.told_in_vain().await;
    scene.deny(0);
    scene.told_at_last().await;
    scene.one_panel(id).await;
    scene.goes_on(id, &mut Dice(seed), 4).await;
    scene.assert_clean_but(&NOT_ALLOWED);
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_it_may_not_send_clicks_count_and_the_table_is_shown_when_it_may_again() {
    plays_on_without(may::SEND_MESSAGES, 51).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_it_may_not_even_look_clicks_count_all_the_same() {
    plays_on_without(may::VIEW_CHANNEL, 52).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_it_may_not_send_for_long_no_time_runs_out() {
    let mut scene = Scene::new(1).await;
    let id = scene.begin_with(54, vec![("pace", json!(1))]).await;
    scene.deny(may::SEND_MESSAGES);
    scene.behind_the_scenes(id, "shown", emberhall::council::Request::Show).await;
    scene.told_in_vain().await;
    assert!(scene.look(id).await.paused.is_none(), "it may be a slip");
    let question = scene.look(id).await.questions[0].number;
    let mut minutes = 0;
    while scene.look(id).await.paused.is_none() {
        assert!(minutes < 30, "the clocks run on");
        minutes += 1;
        scene.clock.advance(emberhall::council::Span::minutes(1));
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    scene.clock.advance(emberhall::council::Span::hours(100));
    assert_eq!(scene.look(id).await.questions[0].number, question, "nobody answered for her");
    scene.deny(0);
    scene.told_at_last().await;
    scene.slash(scene.people[0], "campaign resume", Vec::new()).await;
    scene.settled().await;
    scene.goes_on(id, &mut Dice(54), 4).await;
    scene.assert_clean_but(&NOT_ALLOWED);
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_opens_a_table_where_it_may_not_post_is_told_which_rights_are_missing() {
    let mut scene = Scene::new(4).await;
    let missing = [
        (may::SEND_MESSAGES, "Send Messages"),
        (may::VIEW_CHANNEL, "View Channel"),
        (may::EMBED_LINKS, "Embed Links"),
        (may::ATTACH_FILES, "Attach Files"),
    ];
    for ((rights, named), user) in missing.into_iter().zip(&scene.people) {
        scene.deny(rights);
        let acted = scene.slash(*user, "campaign new", vec![("pace", json!(3))]).await;
        assert!(acted.text().contains(named), "{named}: {}", acted.text());
        assert!(scene.hall().campaigns_of_server(scene.guild).await.unwrap().is_empty());
    }
    scene.settled().await;
    assert!(scene.messages().is_empty());
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_it_may_send_no_files_the_table_is_shown_without_a_picture() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(53).await;
    assert_eq!(scene.panel().unwrap().attachments().len(), 1, "a picture");
    scene.deny(may::ATTACH_FILES);
    scene.slash(scene.people[0], "campaign status", Vec::new()).await;
    scene.settled().await;
    scene.one_panel(id).await;
    assert!(scene.panel().unwrap().attachments().is_empty());
    scene.goes_on(id, &mut Dice(53), 3).await;
    scene.assert_clean_but(&NOT_ALLOWED);
    scene.stop().await;
}
