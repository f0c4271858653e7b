//! The people's petition: who may sign, and what is seen of it.

use emberhall::council::look::Panel;
use emberhall::sandbox::Message;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::turn;

/// How often a ballot says that a Law has votes.
fn marks(ballot: &Message) -> usize {
    ballot.text().matches("🗳️ **").count()
}

async fn cast(scene: &Scene, id: emberhall::store::CampaignId) -> usize {
    scene.look(id).await.petition.expect("a petition").cast
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
    scene.click(scene.stranger, &ballot, &unsign(&second)).await;
    scene.settled().await;
    assert_eq!((marks(&scene.again(&ballot)), cast(&scene, id).await), (0, 0));
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_petition_stands_above_what_is_asked_of_the_table() {
    let mut scene = Scene::new(2).await;
    let id = scene.begin(7).await;
    let opening = |panel: &Panel| panel.questions.iter().any(|asked| asked.ask == "opening");
    scene.until(id, &mut Dice(7), opening).await;
    let (ballot, newest) = (scene.ballot(), scene.newest());
    assert!(ballot.id < newest.id, "the petition came last");
    assert_eq!(scene.panel().map(|panel| panel.id), Some(newest.id));
    scene.stop().await;
}

fn unsign(ballot: &Message) -> String {
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
    let id = scene.hall().in_channel(scene.channel).await.unwrap().unwrap();
    scene.until(id, &mut Dice(7), turn).await;
    let before = scene.ballot();
    scene.sign_for(scene.stranger, 1).await;
    let after = scene.again(&before);
    assert_eq!(marks(&after), 0, "{}", after.text());
    assert!(after.text().contains("One has signed"), "{}", after.text());
    assert!(after.text().contains("secret"), "{}", after.text());
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_those_with_the_role_may_sign_and_it_is_looked_at_with_every_click() {
    let mut scene = Scene::new(2).await;
    let guild = scene.guild;
    let role = scene.sandbox.change(|world| world.add_role(guild, "Citizens", 0, false));
    let law = scene.choice("campaign settings", "law_votes", "role");
    scene.command(scene.people[0], "campaign new", vec![("seed", json!("7"))]).await;
    scene.set(vec![("law_votes", law), ("role", json!(role.to_string()))]).await;
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(scene.people[0], &lobby, ":g").await;
    scene.settled().await;
    let id = scene.hall().in_channel(scene.channel).await.unwrap().unwrap();
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
    let matter = scene.hall().look(id, Some(emberhall::council::User(stranger))).await.unwrap();
    let matter = matter.petition.unwrap();
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
    let edition = scene.look(id).await.petition.unwrap().edition;
    let newer =
        move |panel: &Panel| panel.petition.as_ref().is_some_and(|matter| matter.edition > edition);
    scene.until(id, &mut dice, newer).await;
    let new = scene.ballot();
    assert!(new.id > old.id, "below the old one");
    let closed = scene.again(&old);
    assert!(
        closed.custom_ids().is_empty() && closed.text().contains("closed"),
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
    let off = scene.choice("campaign settings", "law_votes", "off");
    scene.set(vec![("law_votes", off)]).await;
    scene.settled().await;
    assert!(scene.look(id).await.petition.is_none());
    let closed = scene.again(&ballot);
    assert!(closed.custom_ids().is_empty(), "it can still be clicked: {}", closed.text());
    scene.stop().await;
}
