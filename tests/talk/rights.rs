//! Who may do what: by Discord's permissions and stored numbers, never by names.

use emberhall::council::CampaignStatus;
use emberhall::sandbox::{Ack, permissions as may};
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;
use crate::stage::turn;

#[tokio::test(flavor = "multi_thread")]
async fn a_click_of_somebody_who_may_not_is_answered_in_private_with_who_may() {
    let mut scene = Scene::new(4).await;
    let id = scene.begin(7).await;
    let panel = scene.until(id, &mut Dice(7), turn).await;
    let active = panel.questions[0].waiting[0].0;
    let before = scene.messages();
    for user in scene.people.iter().copied().chain([scene.stranger]).filter(|user| *user != active)
    {
        let refused = scene.answer(id, user, 0).await;
        assert_eq!(refused.ack, Ack::Reply { ephemeral: true });
        let said = scene.reply(&refused).await;
        assert!(said.text().contains(&format!("<@{active}>")), "{}", said.text());
        assert!(said.pinged.is_empty());
    }
    assert_eq!(scene.messages(), before, "nobody else sees anything of it");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chair_that_is_taken_stays_taken_and_its_holder_is_named() {
    let mut scene = Scene::new(2).await;
    scene.command(scene.people[0], "campaign new", vec![("seed", json!("7"))]).await;
    let lobby = scene.newest();
    let chair = lobby.components().find(|part| part["disabled"] == true).unwrap();
    let chair = chair["custom_id"].as_str().unwrap().to_owned();
    assert!(scene.sandbox.click(scene.people[1], lobby.id, &chair).await.is_err(), "it is grey");
    // Two people may press at the same time: the second one's client did not know.
    let late =
        scene.sandbox.forge(scene.people[1], scene.channel, Some(lobby.id), &chair, None).await;
    let said = scene.reply(&late).await;
    assert_eq!(said.only, Some(scene.people[1]));
    assert!(said.text().contains(&format!("<@{}>", scene.people[0])), "{}", said.text());
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn advisors_move_to_give_up_and_a_role_named_moderator_changes_nothing() {
    let mut scene = Scene::new(2).await;
    let (guild, ada) = (scene.guild, scene.people[0]);
    let named = scene.sandbox.change(|world| {
        let role = world.add_role(guild, "Moderator", may::OF_EVERYONE, true);
        world.give_role(guild, ada, role);
        role
    });
    let id = scene.begin(7).await;
    let sure = scene.command(ada, "campaign abandon", vec![]).await;
    assert_eq!(scene.look(id).await.status, CampaignStatus::Running, "it asks first");
    scene.click(ada, &sure, ":x").await;
    scene.settled().await;
    let table = scene.look(id).await;
    assert!(
        table.status == CampaignStatus::Running && table.motion.is_some(),
        "a motion, nothing more"
    );
    // The same role, stored by its number, makes a moderator.
    let roles = vec![("moderators", json!(named.to_string()))];
    scene.command(scene.owner, "campaign server", roles).await;
    let sure = scene.command(ada, "campaign abandon", vec![]).await;
    scene.click(ada, &sure, ":x").await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.status, CampaignStatus::Over);
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_manage_the_server_gives_up_at_once_and_a_stranger_not_at_all() {
    let mut scene = Scene::new(2).await;
    let (guild, stranger) = (scene.guild, scene.stranger);
    let id = scene.begin(7).await;
    let sure = scene.command(stranger, "campaign abandon", vec![]).await;
    let refused = scene.click(stranger, &sure, ":x").await;
    scene.settled().await;
    let refused = scene.reply(&refused).await;
    assert_eq!(refused.only, Some(stranger));
    let table = scene.look(id).await;
    assert!(
        table.status == CampaignStatus::Running && table.motion.is_none(),
        "{}",
        refused.text()
    );
    // The button was pressed without the right; with it, the same button works.
    scene.sandbox.change(|world| {
        let role = world.add_role(guild, "Night watch", may::MANAGE_GUILD, false);
        world.give_role(guild, stranger, role);
    });
    let sure = scene.command(stranger, "campaign abandon", vec![]).await;
    scene.click(stranger, &sure, ":x").await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.status, CampaignStatus::Over);
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rights_of_a_server_are_set_by_who_manages_it() {
    let mut scene = Scene::new(2).await;
    let (guild, bela) = (scene.guild, scene.people[1]);
    let role = scene.sandbox.change(|world| world.add_role(guild, "Hosts", 0, false));
    let openers = || vec![("openers", json!(role.to_string()))];
    let refused = scene.command(scene.people[0], "campaign server", openers()).await;
    assert!(refused.text().contains("manage this server"), "{}", refused.text());
    let set = scene.command(scene.owner, "campaign server", openers()).await;
    assert!(set.text().contains(&format!("<@&{role}>")), "{}", set.text());
    let refused = scene.command(scene.people[0], "campaign new", vec![]).await;
    assert!(scene.messages().is_empty(), "no lobby: {}", refused.text());
    scene.sandbox.change(|world| world.give_role(guild, bela, role));
    scene.command(bela, "campaign new", vec![]).await;
    assert_eq!(scene.messages().len(), 1, "with the role a lobby opens");
    scene.stop().await;
}
