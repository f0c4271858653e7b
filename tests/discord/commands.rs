//! Slash commands, given by people in a channel.

use std::time::Duration;

use emberhall::council::CampaignStatus;
use emberhall::hall::ImportError;
use emberhall::sandbox::{Ack, ActionResult, Fault, Id, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::{Value, json};

use crate::kit::Scene;

impl Scene {
    /// A command; all that its giver was told in private, first answer and what followed.
    async fn told(&self, user: Id, path: &str, options: Vec<(&str, Value)>) -> Vec<ShownMessage> {
        let before = self.sandbox.private(user, self.channel).len();
        let acted = self.slash(user, path, options).await;
        let private = match acted.ack {
            Ack::Reply { ephemeral } | Ack::DeferredReply { ephemeral } => ephemeral,
            _ => false,
        };
        assert!(private, "/{path} is answered in private: {:?}", acted.ack);
        self.sandbox.quiet(Duration::from_millis(80)).await;
        self.sandbox.private(user, self.channel).split_off(before)
    }

    /// The same as one text.
    async fn text(&self, user: Id, path: &str, options: Vec<(&str, Value)>) -> String {
        let told = self.told(user, path, options).await;
        assert!(!told.is_empty(), "/{path} said nothing");
        told.iter().map(ShownMessage::text).collect::<Vec<_>>().join("\n")
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nothing_is_played_every_command_says_so() {
    let mut scene = Scene::new(1).await;
    let ada = scene.people[0];
    for path in "leave begin status hand log chart undo pause resume export verify abandon \
                 seat%claim seat%house seat%back settings"
        .split_whitespace()
    {
        let path = format!("campaign {}", path.replace('%', " "));
        let said = scene.text(ada, &path, Vec::new()).await;
        assert!(said.contains("No campaign is being played"), "/{path}: {said}");
    }
    let said = scene.text(ada, "advise", Vec::new()).await;
    assert!(said.contains("No campaign"), "{said}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_opened_joined_and_begun_by_commands_alone() {
    let mut scene = Scene::new(2).await;
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let wrong = scene.text(ada, "campaign new", vec![("seed", json!("twelve"))]).await;
    assert!(wrong.contains("whole number"), "{wrong}");
    tokio::time::sleep(Duration::from_secs(3)).await;
    let said = scene.text(ada, "campaign new", vec![("pace", json!(0))]).await;
    assert!(said.contains("you sit at it"), "{said}");
    let taken = scene.text(bela, "campaign new", Vec::new()).await;
    assert!(taken.contains("already"), "{taken}");
    let said = scene.text(bela, "campaign join", vec![("role", json!(0))]).await;
    assert!(said.contains("holds that seat"), "{said}");
    let said = scene.text(bela, "campaign join", vec![("role", json!(2))]).await;
    assert!(said.contains("sit as"), "{said}");
    let status = scene.text(scene.stranger, "campaign status", Vec::new()).await;
    assert!(status.contains("gathers") && status.contains(&format!("<@{bela}>")), "{status}");
    let said = scene.text(scene.stranger, "campaign begin", Vec::new()).await;
    assert!(said.contains("holds a seat"), "{said}");
    scene.text(bela, "campaign begin", Vec::new()).await;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    let panel = scene.look(id).await;
    assert_eq!((panel.status, panel.seats.len()), (CampaignStatus::Running, 2));
    assert!(panel.questions.iter().all(|asked| asked.due.is_some()), "live has deadlines");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_campaign_can_be_looked_at_from_all_sides() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(5).await;
    let mut dice = crate::players::Dice(3);
    for _ in 0..12 {
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    let ada = scene.people[0];
    let before = scene.panel().unwrap().id;
    let status = scene.text(ada, "campaign status", Vec::new()).await;
    assert!(status.contains(&format!("Campaign {}", id.0)) && status.contains('❓'), "{status}");
    scene.settled().await;
    assert!(scene.panel().unwrap().id > before, "the table is shown again");
    let board = scene.told(ada, "campaign board", Vec::new()).await;
    assert_eq!(board[0].attachments()[0]["filename"], "board.png");
    assert!(board[0].attachments()[0]["description"].is_string());
    let soon = scene.text(ada, "campaign board", Vec::new()).await;
    assert!(soon.contains("One moment"), "{soon}");
    let text = scene.told(scene.stranger, "campaign board", vec![("text", json!(true))]).await;
    assert!(text.iter().all(|page| page.content().starts_with("```")), "{text:?}");
    let log = scene.text(ada, "campaign log", vec![("round", json!(1))]).await;
    assert!(log.contains("The campaign began.") && log.contains('✔'), "{log}");
    let chart = scene.told(ada, "campaign chart", Vec::new()).await;
    assert_eq!(chart[0].attachments()[0]["filename"], "chart.png");
    scene.text(ada, "campaign hand", Vec::new()).await;
    let none = scene.text(scene.stranger, "campaign hand", Vec::new()).await;
    assert!(none.contains("no seat"), "{none}");
    scene.text(ada, "advise", Vec::new()).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_tended_by_commands() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(5).await;
    let (ada, owner) = (scene.people[0], scene.owner);
    let undo = scene.text(ada, "campaign undo", Vec::new()).await;
    assert!(undo.contains("take"), "{undo}");
    scene.text(ada, "campaign pause", Vec::new()).await;
    assert!(scene.look(id).await.paused.is_some());
    scene.text(ada, "campaign resume", Vec::new()).await;
    let due = scene.look(id).await.questions[0].due.unwrap();
    let how_long = scene.text(ada, "campaign extend", Vec::new()).await;
    assert!(how_long.contains("how much"), "{how_long}");
    scene.text(ada, "campaign extend", vec![("hours", json!(2)), ("minutes", json!(30))]).await;
    let later = scene.look(id).await.questions[0].due.unwrap();
    assert_eq!((later - due).0, 150 * 60 * 1000);
    let only = scene.text(scene.stranger, "campaign pause", Vec::new()).await;
    assert!(only.contains("seat"), "{only}");
    let set = vec![("votes", json!(1)), ("people_vote", json!(0)), ("hours", json!(6))];
    let said = scene.text(owner, "campaign settings", set).await;
    assert!(said.contains("changed") && said.contains("6 h"), "{said}");
    let half = scene.text(owner, "campaign settings", vec![("by", json!(0))]).await;
    assert!(half.contains("both"), "{half}");
    let quiet = vec![("quiet_from", json!("22:00")), ("quiet_until", json!("7:00"))];
    let said = scene.text(scene.stranger, "campaign settings", quiet).await;
    assert!(said.contains("22:00 to 07:00"), "{said}");
    let sure = scene.told(owner, "campaign abandon", Vec::new()).await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.status, CampaignStatus::Running, "it asks first");
    scene.click(owner, &sure[0], ":x").await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.status, CampaignStatus::Over);
    let over = scene.text(ada, "campaign status", Vec::new()).await;
    assert!(over.contains("given up") && over.contains(&id.0.to_string()), "{over}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_change_hands_by_commands() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(5).await;
    let (ada, bela, stranger) = (scene.people[0], scene.people[1], scene.stranger);
    let holder = async |at: usize| scene.look(id).await.seats[at].holder.user().map(|user| user.0);
    let none = scene.text(stranger, "campaign seat claim", Vec::new()).await;
    assert!(none.contains("no seat"), "{none}");
    scene.text(bela, "campaign seat house", Vec::new()).await;
    assert_eq!(holder(1).await, None);
    let lent = scene.text(stranger, "campaign seat back", Vec::new()).await;
    assert!(lent.contains("no seat"), "{lent}");
    scene.text(bela, "campaign seat back", Vec::new()).await;
    assert_eq!(holder(1).await, Some(bela));
    let found = scene.sandbox.autocomplete(ada, scene.channel, "campaign seat give", "seat", "gen");
    let Ack::Autocomplete(found) = found.await.unwrap().ack else { panic!("nothing is offered") };
    let seat = found[0]["value"].clone();
    let give = |who: Id| vec![("seat", seat.clone()), ("user", json!(who.to_string()))];
    let not_yours = scene.text(bela, "campaign seat give", give(bela)).await;
    assert!(not_yours.contains("moderator"), "{not_yours}");
    scene.text(ada, "campaign seat give", give(stranger)).await;
    assert_eq!(holder(0).await, Some(stranger));
    scene.assert_clean();
    scene.stop().await;
}

async fn take_in(scene: &Scene, text: String, at: Id) -> Result<CampaignId, ImportError> {
    let hall = scene.hall();
    let turn = hall.import_permit().await.expect("nobody else takes anything in");
    let examined = hall.check_import(turn, text, (scene.guild, at)).await?;
    hall.import(examined).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_taken_out_verified_and_taken_in_elsewhere() {
    let mut scene = Scene::new(1).await;
    let id = scene.begin(77).await;
    let (ada, owner) = (scene.people[0], scene.owner);
    let not_yet = scene.text(ada, "campaign export", Vec::new()).await;
    assert!(not_yet.contains("only a moderator"), "{not_yet}");
    let stranger = scene.text(scene.stranger, "campaign export", Vec::new()).await;
    assert!(stranger.contains("moderator"), "{stranger}");
    let running = scene.text(ada, "campaign verify", Vec::new()).await;
    let hash = scene.look(id).await.commitment;
    assert!(running.contains(&hash) && !running.contains("77`"), "{running}");
    let sent = scene.told(owner, "campaign export", Vec::new()).await;
    assert!(sent[0].text().contains("Keep this file"), "{}", sent[0].text());
    let file: Id = sent[0].attachments()[0]["id"].as_str().unwrap().parse().unwrap();
    let text = String::from_utf8(scene.sandbox.world().file(file).unwrap()).unwrap();
    let elsewhere = scene.sandbox.change(|world| world.add_channel(scene.guild, "exile"));
    let here = take_in(&scene, text.clone(), scene.channel).await;
    assert!(here.is_err(), "a campaign is being played here");
    let changed = text.replacen("\"seed\":77", "\"seed\":78", 1);
    assert_ne!(changed, text);
    assert!(take_in(&scene, changed, elsewhere).await.is_err());
    let copy = take_in(&scene, text, elsewhere).await.unwrap();
    assert_eq!(scene.hall().campaign_in_channel(elsewhere).await.unwrap(), Some(copy));
    assert_eq!(scene.look(copy).await.seq, scene.look(id).await.seq);
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_manages_the_server_says_who_may_open_campaigns() {
    let mut scene = Scene::new(1).await;
    let (ada, owner, guild) = (scene.people[0], scene.owner, scene.guild);
    let role = scene.sandbox.change(|world| world.add_role(guild, "Founders", 0, false));
    let openers = |role: Id| vec![("openers", json!(role.to_string()))];
    let no = scene.text(ada, "campaign server", openers(role)).await;
    assert!(no.contains("manage this server"), "{no}");
    let said = scene.text(owner, "campaign server", openers(role)).await;
    assert!(said.contains(&format!("<@&{role}>")), "{said}");
    let no = scene.text(ada, "campaign new", Vec::new()).await;
    assert!(no.contains("moderator"), "{no}");
    let said = scene.text(owner, "campaign server", openers(guild)).await;
    assert!(said.contains("Everybody may open"), "{said}");
    tokio::time::sleep(Duration::from_secs(3)).await;
    let said = scene.text(ada, "campaign new", Vec::new()).await;
    assert!(said.contains("you sit at it"), "{said}");
    scene.assert_clean();
    scene.stop().await;
}

fn offered(acted: &ActionResult) -> Vec<(String, String)> {
    let Ack::Autocomplete(all) = &acted.ack else { panic!("{:?}", acted.ack) };
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
    all.iter().map(|one| (text(one, "name"), text(one, "value"))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_and_rules_are_found_while_they_are_typed() {
    let mut scene = Scene::new(1).await;
    let ada = scene.people[0];
    for (path, option) in [("card", "name"), ("rules", "topic")] {
        let all = scene.sandbox.autocomplete(ada, scene.channel, path, option, "").await.unwrap();
        let all = offered(&all);
        assert!((1..=25).contains(&all.len()), "/{path}: {}", all.len());
        let (name, value) = all.last().unwrap().clone();
        // In the list it may say what kind of thing it is.
        let title = name.split(" (").next().unwrap();
        let typed = name.to_uppercase();
        let found = scene.sandbox.autocomplete(ada, scene.channel, path, option, &typed).await;
        assert_eq!(offered(&found.unwrap())[0].0, name);
        let said = scene.text(ada, path, vec![(option, json!(value))]).await;
        assert!(said.contains(title), "{name}: {said}");
        // Whoever does not wait for the list is understood too.
        let said = scene.text(ada, path, vec![(option, json!(typed))]).await;
        assert!(said.contains(title), "{name}: {said}");
        let none = scene.text(ada, path, vec![(option, json!("no such thing"))]).await;
        assert!(none.contains("pick one") || none.contains("There is no topic"), "{none}");
    }
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_that_arrives_twice_is_answered_once() {
    let mut scene = Scene::new(1).await;
    scene.begin(5).await;
    scene.sandbox.fault(Fault::Twice { times: 1 });
    let told = scene.told(scene.people[0], "campaign log", Vec::new()).await;
    assert_eq!(told.len(), 1, "{told:?}");
    scene.assert_clean();
    scene.stop().await;
}
