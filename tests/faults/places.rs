//! Channels that go, servers that throw the bot out, members who leave, and
//! servers on several shards.

use std::time::Duration;

use emberhall::council::{CampaignStatus, UserId};
use emberhall::sandbox::{Id, Options};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_whose_channel_is_deleted_is_paused_and_kept() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(71).await;
    let channel = scene.channel;
    scene.sandbox.change(|world| world.delete_channel(channel));
    scene.until_paused(id).await;
    scene.settled().await;
    let panel = scene.look(id).await;
    assert_eq!(panel.status, CampaignStatus::Running);
    assert!(!panel.questions.is_empty());
    scene.assert_clean();
    scene.stop().await;
}

impl Scene {
    /// Ada opens a table here and nobody begins it.
    async fn lobby(&self) -> CampaignId {
        self.slash(self.people[0], "campaign new", vec![("pace", json!(3))]).await;
        self.settled().await;
        self.hall().campaign_in_channel(self.channel).await.unwrap().unwrap()
    }

    async fn until_over(&self, id: CampaignId) {
        for _ in 0..500 {
            if self.look(id).await.status == CampaignStatus::Over {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the lobby is still open");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_whose_channel_is_deleted_is_given_up_and_counts_no_more() {
    let mut scene = Scene::new(1).await;
    let (id, ada, channel) = (scene.lobby().await, UserId(scene.people[0]), scene.channel);
    assert_eq!(scene.hall().open_lobbies_of(ada).await.unwrap(), 1);
    scene.sandbox.change(|world| world.delete_channel(channel));
    scene.until_over(id).await;
    assert_eq!(scene.hall().open_lobbies_of(ada).await.unwrap(), 0, "she may open another");
    scene.settled().await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lobby_of_a_server_that_threw_the_bot_out_is_given_up() {
    let mut scene = Scene::new(1).await;
    let (id, guild) = (scene.lobby().await, scene.guild);
    scene.sandbox.change(|world| world.kick_bot(guild));
    scene.until_over(id).await;
    assert_eq!(scene.hall().open_lobbies_of(UserId(scene.people[0])).await.unwrap(), 0);
    scene.assert_clean_but(&["50001", "50013"]);
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_was_thrown_out_pauses_and_goes_on_when_it_is_back() {
    let mut scene = Scene::new(1).await;
    let id = scene.untimed(72).await;
    let (guild, ada) = (scene.guild, scene.people[0]);
    let log = scene.hall().log(id).await.unwrap().len();
    scene.sandbox.change(|world| world.kick_bot(guild));
    scene.until_paused(id).await;
    assert!(scene.hall().log(id).await.unwrap().len() > log, "nothing is lost");
    scene.sandbox.change(|world| world.invite_bot(guild));
    scene.slash(ada, "campaign status", Vec::new()).await;
    scene.slash(ada, "campaign resume", Vec::new()).await;
    scene.told_at_last().await;
    assert!(scene.look(id).await.paused.is_none());
    scene.one_panel(id).await;
    scene.goes_on(id, &mut Dice(72), 4).await;
    scene.assert_clean_but(&["50001", "50013"]);
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seat_of_a_member_who_left_can_be_given_and_the_others_go_on() {
    let mut scene = Scene::new(4).await;
    let id = scene.untimed(73).await;
    let vote = scene.to_vote(id, &mut Dice(73)).await;
    let (guild, gone) = (scene.guild, vote.others[2]);
    scene.sandbox.change(|world| world.remove_member(guild, gone));
    scene.take(vote.leader, &vote.nay).await;
    scene.take(vote.others[0], &vote.aye).await;
    scene.take(vote.others[1], &vote.aye).await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.questions[0].waiting.len(), 1);
    let panel = scene.look(id).await;
    let held =
        |chair: &emberhall::council::seating::SeatState| chair.holder.user() == Some(UserId(gone));
    let role = panel.seats.iter().find(|chair| held(chair)).unwrap().role.clone();
    let give = vec![("seat", json!(role)), ("user", json!(scene.stranger))];
    let refused = scene.slash(scene.people[0], "campaign seat give", give.clone()).await;
    let still = scene.look(id).await.seats.iter().any(held);
    assert!(still, "only moderators give away another's seat: {}", refused.text());
    scene.slash(scene.owner, "campaign seat give", give).await;
    scene.settled().await;
    let place = scene.people.iter().position(|user| *user == gone).unwrap();
    scene.people[place] = scene.stranger;
    scene.decide(id, &vote, &[scene.stranger]).await;
    scene.goes_on(id, &mut Dice(73), 6).await;
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_on_different_shards_are_both_served() {
    let mut scene = Scene::with(1, Options { shards: 2, ..Options::default() }).await;
    let shard = |guild: Id| (guild >> 22) % 2;
    let (here, owner, guest) = (scene.guild, scene.owner, scene.stranger);
    assert!(scene.sandbox.connected(2).await, "both shards connect");
    let other = loop {
        let guild = scene.sandbox.change(|world| world.add_guild("Winterhome", owner));
        if shard(guild) != shard(here) {
            break guild;
        }
    };
    let place = scene.sandbox.change(|world| {
        world.add_member(other, guest);
        world.add_channel(other, "the-city")
    });
    let first = scene.untimed(74).await;
    scene.goes_on(first, &mut Dice(74), 3).await;
    (scene.guild, scene.channel, scene.people[0]) = (other, place, guest);
    let second = scene.untimed(75).await;
    assert_ne!(first, second);
    scene.goes_on(second, &mut Dice(75), 3).await;
    assert_eq!(scene.sandbox.world().identified(), 2);
    scene.assert_clean();
    scene.stop().await;
}
