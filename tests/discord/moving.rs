//! A campaign as a file, carried from one channel to another.

use std::time::Duration;

use emberhall::council::settings::Lessons;
use emberhall::council::{Campaign, CampaignStatus};
use emberhall::sandbox::{Ack, Id, ShownMessage, permissions};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;

impl Scene {
    /// Somebody new who manages the server. (What is costly is done once in a while for each.)
    fn steward(&self) -> Id {
        let guild = self.guild;
        self.sandbox.change(|world| {
            let role = world.add_role(guild, "Stewards", permissions::MANAGE_GUILD, false);
            let user = world.add_user("Steward");
            world.add_member(guild, user);
            world.give_role(guild, user, role);
            user
        })
    }

    /// Another channel of the server.
    fn elsewhere(&self, name: &str) -> Id {
        self.sandbox.change(|world| world.add_channel(self.guild, name))
    }

    /// What `/campaign export` sends.
    async fn exported(&self) -> Vec<u8> {
        let steward = self.steward();
        self.slash(steward, "campaign export", Vec::new()).await;
        let sent = |world: &emberhall::sandbox::World| {
            let told = world.private(steward, self.channel);
            told.last().is_some_and(|message| !message.attachments().is_empty())
        };
        assert!(self.sandbox.until(Duration::from_secs(20), sent).await, "there is no file");
        let sent = self.sandbox.private(steward, self.channel).pop().unwrap();
        let file: Id = sent.attachments()[0]["id"].as_str().unwrap().parse().unwrap();
        self.sandbox.world().file(file).unwrap()
    }

    /// Gives a file to `/campaign import`; what is said to whoever did, and to nobody else.
    async fn imported(&self, user: Id, channel: Id, bytes: Vec<u8>) -> String {
        let file = self.sandbox.change(|w| w.pick_file("city.json", "application/json", bytes));
        let options = vec![("file", json!(file.to_string()))];
        let acted = self.sandbox.slash(user, channel, "campaign import", options).await.unwrap();
        let private = matches!(
            acted.ack,
            Ack::Reply { ephemeral: true } | Ack::DeferredReply { ephemeral: true }
        );
        assert!(private, "{:?}", acted.ack);
        let of = acted.interaction;
        let words = |message: &ShownMessage| !message.text().is_empty();
        let said = |world: &emberhall::sandbox::World| world.said(of).iter().any(words);
        assert!(self.sandbox.until(Duration::from_secs(20), said).await, "nothing was said");
        self.settled().await;
        let said = self.sandbox.world().said(of);
        said.iter().map(ShownMessage::text).collect::<Vec<_>>().join("\n")
    }

    async fn in_channel(&self, channel: Id) -> Option<CampaignId> {
        self.hall().campaign_in_channel(channel).await.unwrap()
    }
}

async fn played_a_while(scene: &Scene, seed: u64, clicks: u32) -> CampaignId {
    let id = scene.begin(seed).await;
    let mut dice = Dice(seed);
    for _ in 0..clicks {
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_is_taken_in_from_a_file_goes_on_in_its_new_channel() {
    let mut scene = Scene::new(2).await;
    let old = played_a_while(&scene, 41, 14).await;
    let (before, home) = (scene.look(old).await, scene.messages());
    let file = scene.exported().await;
    let exile = scene.elsewhere("exile");
    let said = scene.imported(scene.steward(), exile, file).await;
    let new = scene.in_channel(exile).await.expect("it is played there");
    assert!(new != old && said.contains(&format!("campaign {}", new.0)), "{said}");
    assert_eq!(scene.look(new).await.seq, before.seq, "from where it stood");
    assert_eq!(scene.messages(), home, "nothing changed where it came from");
    let from = std::mem::replace(&mut scene.channel, exile);
    let panel = scene.panel().expect("the table is shown");
    assert_eq!(panel.attachments()[0]["filename"], "board.png", "with its board");
    let status = scene.slash(scene.people[0], "campaign status", Vec::new()).await;
    assert!(status.text().contains(&format!("Campaign {}", new.0)), "{}", status.text());
    let mut dice = Dice(42);
    for _ in 0..12 {
        scene.step(new, &mut dice).await;
    }
    assert!(scene.look(new).await.seq > before.seq, "clicks are answered");
    let verified = scene.slash(scene.people[1], "campaign verify", Vec::new()).await;
    assert!(verified.text().contains('✅'), "{}", verified.text());
    scene.channel = from;
    assert_eq!(scene.look(old).await.seq, before.seq, "the old one was not touched");
    scene.step(old, &mut dice).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_past_its_first_round_is_not_taught_again_where_it_is_taken_in() {
    let scene = Scene::new(1).await;
    let id = scene.begin_with(44, vec![("lessons", json!(0))]).await;
    let mut dice = Dice(44);
    let early = scene.exported().await;
    let round = |campaign: &Campaign| campaign.table().map_or(0, |table| table.progress().round);
    while scene.hall().read(id, round).await.unwrap() < 2 {
        assert!(scene.step(id, &mut dice).await, "it ended in its first round");
        scene.settled().await;
    }
    let late = scene.exported().await;
    for (file, lessons) in [(early, Lessons::On), (late, Lessons::Off)] {
        let there = scene.elsewhere("exile");
        scene.imported(scene.steward(), there, file).await;
        let new = scene.in_channel(there).await.expect("it is played there");
        assert_eq!(scene.look(new).await.settings.lessons, lessons);
        let shown = scene.sandbox.messages(there).pop().expect("the table is shown").text();
        assert_eq!(shown.contains('🎓'), lessons == Lessons::On, "{shown}");
    }
    assert_eq!(scene.look(id).await.settings.lessons, Lessons::On, "it goes on where it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_is_over_is_taken_in_to_be_looked_at() {
    let mut scene = Scene::new(1).await;
    let id = played_a_while(&scene, 43, 6).await;
    let owner = scene.owner;
    let sure = scene.slash(owner, "campaign abandon", Vec::new()).await.said.unwrap();
    scene.click(owner, &sure, ":x").await;
    scene.settled().await;
    let file = scene.exported().await;
    let archive = scene.elsewhere("archive");
    let said = scene.imported(scene.steward(), archive, file).await;
    assert!(said.contains("Taken in"), "{said}");
    assert_eq!(scene.in_channel(archive).await, None, "the channel is free for another");
    scene.channel = archive;
    let ada = scene.people[0];
    let log = scene.slash(ada, "campaign log", Vec::new()).await;
    assert!(log.text().contains('✔') || log.text().contains("given up"), "{}", log.text());
    let verified = scene.slash(ada, "campaign verify", Vec::new()).await;
    assert!(verified.text().contains("`43`"), "the seed is told: {}", verified.text());
    assert_eq!(scene.look(id).await.status, CampaignStatus::Over);
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_no_campaign_changes_nothing_and_its_giver_is_told_why() {
    let mut scene = Scene::new(1).await;
    let id = played_a_while(&scene, 44, 4).await;
    let file = scene.exported().await;
    let text = String::from_utf8(file.clone()).unwrap();
    let forged = text.replacen("\"seed\":44", "\"seed\":45", 1).into_bytes();
    let mut cut = file.clone();
    cut.truncate(file.len() / 2);
    let exile = scene.elsewhere("exile");
    let wrong: Vec<(&str, Vec<u8>, &str)> = vec![
        ("not even text", vec![0xff, 0xfe, 0x00], "not an exported campaign"),
        ("an empty file", Vec::new(), "not an exported campaign"),
        ("another text", b"Dear diary".to_vec(), "not an exported campaign"),
        ("JSON of somebody else", b"{\"a\": 1}".to_vec(), "not an exported campaign"),
        ("half of it", cut, "Nothing was taken in"),
        ("with another seed", forged, "Nothing was taken in"),
        ("a very large one", vec![b' '; 8 * 1024 * 1024 + 1], "too large"),
    ];
    for (what, bytes, words) in wrong {
        let said = scene.imported(scene.steward(), exile, bytes).await;
        assert!(said.contains(words), "{what}: {said}");
        assert!(said.lines().count() == 1 && said.len() < 300, "{what}: {said}");
        assert_eq!(scene.in_channel(exile).await, None, "{what}");
    }
    let said = scene.imported(scene.people[0], exile, file.clone()).await;
    assert!(said.contains("moderator"), "not by anybody: {said}");
    let said = scene.imported(scene.steward(), scene.channel, file).await;
    assert!(said.contains("already"), "where it is being played: {said}");
    assert_eq!(scene.in_channel(scene.channel).await, Some(id));
    assert!(scene.sandbox.messages(exile).is_empty(), "nobody else was bothered");
    assert_eq!(scene.hall().store().campaign_ids().await.unwrap(), [id]);
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_file_taken_in_twice_makes_two_campaigns_that_part_ways() {
    let mut scene = Scene::new(1).await;
    played_a_while(&scene, 46, 6).await;
    let file = scene.exported().await;
    let (north, south) = (scene.elsewhere("north"), scene.elsewhere("south"));
    scene.imported(scene.steward(), north, file.clone()).await;
    scene.imported(scene.steward(), south, file).await;
    let (first, second) = (scene.in_channel(north).await, scene.in_channel(south).await);
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_ne!(first, second);
    let before = scene.look(second).await;
    scene.channel = north;
    for _ in 0..4 {
        scene.step(first, &mut Dice(4)).await;
    }
    assert!(scene.look(first).await.seq > before.seq);
    assert_eq!(scene.look(second).await.seq, before.seq);
    scene.assert_clean();
    scene.stop().await;
}
