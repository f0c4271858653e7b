//! The people's petition: who may sign, and what is seen of it.

use std::time::Duration;

use emberhall::council::Span;
use emberhall::council::view::CouncilView;
use emberhall::sandbox::{Id, Options, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::turn;

/// How often a ballot says that a Law has votes.
fn marks(ballot: &ShownMessage) -> usize {
    let text = ballot.text();
    text.lines().filter(|line| line.contains('█') || line.contains("🗳️ **")).count()
}

async fn cast(scene: &Scene, id: CampaignId) -> usize {
    scene.look(id).await.ballot.expect("a petition").cast
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_without_a_seat_signs_changes_and_takes_back() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(7).await;
    scene.until(id, &mut Dice(7), turn).await;
    let ballot = scene.ballot();
    assert_eq!((marks(&ballot), cast(&scene, id).await), (0, 0));
    scene.sign_for(scene.stranger, 0).await;
    let first = scene.again(&ballot);
    assert_eq!((marks(&first), cast(&scene, id).await), (1, 1), "{}", first.text());
    scene.sign_for(scene.stranger, 1).await;
    let second = scene.again(&ballot);
    assert_eq!((marks(&second), cast(&scene, id).await), (1, 1), "one person, one vote");
    assert_ne!(first.text(), second.text(), "for another Law");
    let told = whispered(&scene, scene.stranger, 2).await;
    scene.click(scene.stranger, &told, &unsign(&told)).await;
    scene.settled().await;
    assert_eq!((marks(&scene.again(&ballot)), cast(&scene, id).await), (0, 0));
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_petition_stands_above_what_is_asked_of_the_table() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(7).await;
    let opening = |panel: &CouncilView| panel.questions.iter().any(|asked| asked.ask == "opening");
    scene.until(id, &mut Dice(7), opening).await;
    let (ballot, newest) = (scene.ballot(), scene.newest());
    assert!(ballot.id < newest.id, "the petition came last");
    assert_eq!(scene.panel().map(|panel| panel.id), Some(newest.id));
    scene.stop().await;
}

/// What somebody was told alone of their vote, newest last.
fn told_alone(scene: &Scene, user: Id) -> Vec<ShownMessage> {
    let mut told = scene.sandbox.private(user, scene.channel);
    told.retain(|message| message.text().contains("vote"));
    told
}

/// The newest of it, once it has so much been told.
pub async fn whispered(scene: &Scene, user: Id, count: usize) -> ShownMessage {
    let there = scene
        .sandbox
        .until(Duration::from_secs(10), |world| {
            let told = world.private(user, scene.channel);
            told.iter().filter(|message| message.text().contains("vote")).count() >= count
        })
        .await;
    assert!(there, "nothing was told: {:#?}", told_alone(scene, user));
    told_alone(scene, user).pop().unwrap()
}

fn menu(message: &ShownMessage) -> serde_json::Value {
    message.components().find(|part| part["type"] == 3).expect("a menu").clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_votes_is_told_alone_what_for_how_many_others_did_and_until_when() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(7).await;
    scene.until(id, &mut Dice(7), turn).await;
    scene.sign_for(scene.people[0], 0).await;
    scene.sign_for(scene.people[1], 1).await;
    let stranger = scene.stranger;
    scene.sign_for(stranger, 0).await;
    let said = whispered(&scene, stranger, 1).await;
    let ballot = scene.ballot();
    let names: Vec<String> = menu(&ballot)["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option["label"].as_str().unwrap().to_owned())
        .collect();
    let text = said.text();
    assert!(text.contains(&format!("You voted for **{}**", names[0])), "{text}");
    assert!(text.contains("2 others have voted, and one of them for the same"), "{text}");
    assert!(text.contains("until the question is asked"), "{text}");
    // It is changed there, and the ballot that everybody sees is changed as well.
    let menu = menu(&said);
    let picked = |at: usize| menu["options"][at]["default"] == true;
    assert!(picked(0) && !picked(1), "one's own vote is marked");
    let (custom, value) =
        (menu["custom_id"].as_str().unwrap(), menu["options"][1]["value"].clone());
    let value = vec![value.as_str().unwrap().to_owned()];
    scene.sandbox.choose(stranger, said.id, custom, value).await.unwrap();
    scene.settled().await;
    let text = scene.again(&said).text();
    assert!(text.contains(&format!("You voted for **{}**", names[1])), "{text}");
    let mine = scene.hall().view(id, Some(emberhall::council::UserId(stranger))).await.unwrap();
    assert_eq!(cast(&scene, id).await, 3);
    assert_eq!(marks(&scene.again(&ballot)), 2);
    let mine = mine.ballot.unwrap();
    let chosen = mine.decision.choices.iter().find(|c| Some(&c.key) == mine.mine.as_ref());
    assert!(chosen.is_some());
    // Pressing again shows it.
    scene.click(stranger, &ballot, &format!(":y:{}", mine.edition)).await;
    let again = whispered(&scene, stranger, 2).await;
    assert!(again.text().contains(&format!("You voted for **{}**", names[1])), "{}", again.text());
    assert_eq!(again.only, Some(stranger));
    scene.click(stranger, &again, &format!(":w:{}", mine.edition)).await;
    scene.settled().await;
    assert_eq!(cast(&scene, id).await, 2);
    let text = scene.again(&again).text();
    assert!(text.contains("taken back") && text.contains("2 others have voted."), "{text}");
    scene.assert_clean();
    scene.stop().await;
}

/// A table of two under such settings, at the first turn, and its first ballot.
pub async fn at_the_first_turn(
    scene: &Scene,
    set: Vec<(&str, serde_json::Value)>,
) -> (CampaignId, Dice) {
    scene.command(scene.people[0], "campaign new", vec![("seed", json!("7"))]).await;
    if !set.is_empty() {
        scene.set(set).await;
    }
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(scene.people[0], &lobby, ":g").await;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    let mut dice = Dice(7);
    scene.until(id, &mut dice, turn).await;
    (id, dice)
}

/// Is the question put to the people?
pub fn polled(panel: &CouncilView) -> bool {
    panel.ballot.as_ref().is_some_and(|matter| matter.closes.is_some())
}

/// What the ballot shows once its time is over; and the first of what it offered.
async fn counted(scene: &Scene, id: CampaignId, dice: &mut Dice) -> (ShownMessage, String) {
    let standing = scene.ballot();
    scene.until(id, dice, polled).await;
    let ballot = scene.ballot();
    assert!(ballot.id > standing.id, "it opens as a message of its own");
    assert!(scene.again(&standing).custom_ids().is_empty(), "and the old one is closed");
    let name = menu(&ballot)["options"][0]["label"].as_str().unwrap().to_owned();
    scene.close_ballot(id).await;
    (scene.again(&ballot), name)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_people_decided_stays_where_the_ballot_stood_and_is_told_in_the_story() {
    let mut scene = Scene::new(2).await;
    let (id, mut dice) = at_the_first_turn(&scene, vec![("turnout", json!(1))]).await;
    scene.sign_for(scene.stranger, 0).await;
    let (ballot, name) = counted(&scene, id, &mut dice).await;
    let text = ballot.text();
    assert!(ballot.custom_ids().is_empty() && marks(&ballot) == 1, "{text}");
    assert!(text.contains(&format!("✅ **{name}**")), "{text}");
    assert!(text.contains("One voted, and that was enough: the people decided"), "{text}");
    // What came of it is told with the next table that is posted.
    let panel = scene.panel().unwrap().id;
    while scene.panel().unwrap().id == panel {
        assert!(scene.step(id, &mut dice).await, "it is over");
        scene.settled().await;
    }
    scene.told(&format!("**The Law is introduced: {name}** · by the people")).await;
    // It stays to the end of the campaign, and after.
    let sure = scene.command(scene.owner, "campaign abandon", Vec::new()).await;
    scene.click(scene.owner, &sure, ":x").await;
    scene.settled().await;
    let end = scene.again(&ballot).text();
    let told = text.strip_suffix("Counted and closed").unwrap();
    assert!(end.starts_with(told) && end.contains("⌛ The campaign ended in round "), "{end}");
    let last = scene.newest().text();
    assert!(last.contains(&format!("{name}: the people, with 1 of 1 votes, in round ")), "{last}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_advisors_decided_since_too_few_voted_names_them() {
    let mut scene = Scene::new(2).await;
    let (id, mut dice) = at_the_first_turn(&scene, vec![("turnout", json!(4))]).await;
    scene.sign_for(scene.stranger, 1).await;
    scene.sign_for(scene.people[0], 0).await;
    let (ballot, name) = counted(&scene, id, &mut dice).await;
    let text = ballot.text();
    assert!(ballot.custom_ids().is_empty() && marks(&ballot) == 2, "{text}");
    assert!(text.contains(&format!("✅ **{name}**")), "{text}");
    assert!(text.contains("Only 2 voted, 4 were needed. So the Advisors decided"), "{text}");
    assert!(text.contains(&format!("<@{}> for **{name}**", scene.people[0])), "{text}");
    assert!(!text.contains(&scene.stranger.to_string()), "nobody of the public is named: {text}");
    scene.stop().await;
}

fn unsign(ballot: &ShownMessage) -> String {
    ballot.custom_ids().into_iter().find(|id| id.contains(":w:")).unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_tally_shows_how_many_signed_and_not_for_what() {
    let mut scene = Scene::new(2).await;
    let sealed = scene.choice("campaign settings", "tally", "sealed");
    scene.command(scene.people[0], "campaign new", vec![("seed", json!("7"))]).await;
    scene.set(vec![("tally", sealed)]).await;
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(scene.people[0], &lobby, ":g").await;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    scene.until(id, &mut Dice(7), turn).await;
    let before = scene.ballot();
    scene.sign_for(scene.stranger, 1).await;
    let after = scene.again(&before);
    assert_eq!(marks(&after), 0, "{}", after.text());
    assert!(after.text().contains("One has voted"), "{}", after.text());
    assert!(after.text().contains("secret"), "{}", after.text());
    // What is said to the voter alone gives nothing away either.
    scene.sign_for(scene.people[0], 1).await;
    scene.sign_for(scene.people[1], 0).await;
    let told = whispered(&scene, scene.people[1], 1).await.text();
    assert!(told.contains("2 others have voted; the tally stays secret"), "{told}");
    assert!(!told.contains("for the same"), "{told}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_with_the_role_may_sign_and_it_is_looked_at_with_every_click() {
    let mut scene = Scene::new(2).await;
    let guild = scene.guild;
    let role = scene.sandbox.change(|world| world.add_role(guild, "Citizens", 0, false));
    let law = scene.choice("campaign settings", "people_vote", "role");
    scene.command(scene.people[0], "campaign new", vec![("seed", json!("7"))]).await;
    scene.set(vec![("people_vote", law), ("role", json!(role.to_string()))]).await;
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(scene.people[0], &lobby, ":g").await;
    scene.settled().await;
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    scene.until(id, &mut Dice(7), turn).await;
    assert!(scene.ballot().text().contains(&format!("<@&{role}>")), "it says who may");
    let refused = scene.sign_for(scene.stranger, 0).await;
    assert_eq!(scene.reply(&refused).await.only, Some(scene.stranger));
    assert_eq!(cast(&scene, id).await, 0);
    let stranger = scene.stranger;
    scene.sandbox.change(|world| world.give_role(guild, stranger, role));
    scene.sign_for(stranger, 0).await;
    assert_eq!(cast(&scene, id).await, 1, "with the role");
    scene.sandbox.change(|world| world.take_role(guild, stranger, role));
    scene.sign_for(stranger, 1).await;
    let matter = scene.hall().view(id, Some(emberhall::council::UserId(stranger))).await.unwrap();
    let matter = matter.ballot.unwrap();
    let first = matter.decision.choices.iter().find(|choice| choice.blocked.is_none()).unwrap();
    assert_eq!(matter.mine.as_deref(), Some(first.key.as_str()), "without it nothing changes");
    scene.sign_for(scene.people[0], 0).await;
    assert_eq!(cast(&scene, id).await, 2, "Advisors may always sign");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_other_laws_are_on_offer_a_new_petition_is_posted_and_the_old_one_closed() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(7).await;
    let mut dice = Dice(7);
    scene.until(id, &mut dice, turn).await;
    let old = scene.ballot();
    let edition = scene.look(id).await.ballot.unwrap().edition;
    let newer = move |panel: &CouncilView| {
        panel.ballot.as_ref().is_some_and(|matter| matter.edition > edition)
    };
    scene.until(id, &mut dice, newer).await;
    let new = scene.ballot();
    assert!(new.id > old.id, "below the old one");
    let closed = scene.again(&old);
    assert!(
        closed.custom_ids().is_empty() && closed.text().contains("the newest one is below"),
        "{}",
        closed.text()
    );
    let menu = old.custom_ids().into_iter().find(|id| id.contains(":p:")).unwrap().to_owned();
    let value = old.component(&menu).unwrap()["options"][0]["value"].as_str().unwrap().to_owned();
    let forged =
        scene.sandbox.forge(scene.stranger, scene.channel, Some(old.id), &menu, Some(vec![value]));
    let said = scene.reply(&forged.await).await;
    assert_eq!(said.only, Some(scene.stranger), "a late click is answered in private");
    assert!(new.pinged.is_empty(), "and nobody is called for it");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_petition_that_is_switched_off_is_closed() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(7).await;
    scene.until(id, &mut Dice(7), turn).await;
    let ballot = scene.ballot();
    let off = scene.choice("campaign settings", "people_vote", "off");
    scene.set(vec![("people_vote", off)]).await;
    scene.settled().await;
    assert!(scene.look(id).await.ballot.is_none());
    let closed = scene.again(&ballot);
    assert!(closed.custom_ids().is_empty(), "it can still be clicked: {}", closed.text());
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_turnout_fits_the_server_and_a_small_one_is_asked_only_if_somebody_wants_it() {
    // The owner, a stranger and those who play are people of the server, too.
    for (citizens, turnout) in [(8, Some(3)), (296, Some(6)), (6, Some(3)), (5, None)] {
        let mut scene = Scene::among(citizens, 2, Options::default()).await;
        scene.start().await;
        let id = scene.begin(7).await;
        let mut dice = Dice(7);
        scene.until(id, &mut dice, turn).await;
        let matter = scene.look(id).await.ballot;
        assert_eq!(matter.map(|matter| matter.turnout), turnout, "{citizens}");
        if turnout.is_none() {
            let said = scene.command(scene.people[0], "campaign settings", Vec::new()).await;
            assert!(said.text().contains("So few people are here"), "{}", said.text());
            let mode = scene.choice("campaign settings", "mode", "standing");
            scene.set(vec![("mode", mode)]).await;
            scene.settled().await;
            assert_eq!(scene.look(id).await.ballot.unwrap().turnout, 3);
            assert!(!scene.ballot().custom_ids().is_empty());
        }
        scene.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_came_just_now_and_programs_may_not_vote() {
    let mut scene = Scene::new(2).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let behind = now.as_millis() as i64 - scene.hall().now().0;
    scene.clock.advance(Span(behind));
    let (id, _) = at_the_first_turn(&scene, vec![("days", json!(3))]).await;
    assert!(scene.ballot().text().contains("in this server for 3 days"));
    // The clock of the table is set to the time of the server: everybody has come just now.
    let refused = scene.sign_for(scene.stranger, 0).await;
    let said = scene.reply(&refused).await;
    assert!(said.text().contains("not been in this server for long enough"), "{}", said.text());
    assert_eq!((said.only, cast(&scene, id).await), (Some(scene.stranger), 0));
    scene.sign_for(scene.people[1], 0).await;
    assert_eq!(cast(&scene, id).await, 1, "Advisors may");
    scene.wait(Span::hours(73)).await;
    scene.sign_for(scene.stranger, 0).await;
    assert_eq!(cast(&scene, id).await, 2, "by now");
    let people = scene.people[0];
    scene.sandbox.change(|world| world.set_bot(people));
    let refused = scene.sign_for(people, 0).await;
    assert!(scene.reply(&refused).await.text().contains("Bots have no vote"));
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderator_strikes_a_vote_and_the_log_says_so() {
    let mut scene = Scene::new(2).await;
    let (id, _) = at_the_first_turn(&scene, vec![("turnout", json!(1))]).await;
    scene.sign_for(scene.stranger, 0).await;
    let strike = vec![("user", json!(scene.stranger.to_string()))];
    let no = scene.command(scene.people[0], "campaign strike", strike.clone()).await;
    assert!(no.text().contains("moderator"), "{}", no.text());
    assert_eq!(cast(&scene, id).await, 1);
    let said = scene.command(scene.owner, "campaign strike", strike.clone()).await;
    assert!(said.text().contains("is struck"), "{}", said.text());
    assert_eq!((cast(&scene, id).await, marks(&scene.ballot())), (0, 0));
    let refused = scene.sign_for(scene.stranger, 1).await;
    assert!(scene.reply(&refused).await.text().contains("A moderator has struck your vote"));
    let log = scene.command(scene.people[0], "campaign log", Vec::new()).await.text();
    let line = format!("<@{}> struck the vote of <@{}>", scene.owner, scene.stranger);
    assert!(log.contains(&line), "{log}");
    let again = scene.command(scene.owner, "campaign strike", strike).await;
    assert!(again.text().contains("no vote on this ballot"), "{}", again.text());
    scene.assert_clean();
    scene.stop().await;
}
