//! The open tables of a server: who is shown which, and sits down by one click.

use std::time::Duration;

use emberhall::council::{CampaignStatus, Holder, UserId};
use emberhall::sandbox::permissions::{MANAGE_THREADS, OF_A_BOT, VIEW_CHANNEL};
use emberhall::sandbox::{Id, Options, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::{Value, json};

use crate::kit::Scene;
use crate::players::Dice;

impl Scene {
    /// Somebody opens a table in a channel.
    async fn opens(&self, user: Id, channel: Id) -> CampaignId {
        let off = vec![("lessons", json!(1))];
        self.sandbox.slash(user, channel, "campaign new", off).await.unwrap();
        self.settled().await;
        let table = self.hall().campaign_in_channel(channel).await.unwrap();
        table.unwrap_or_else(|| {
            let said = self.sandbox.private(user, channel);
            panic!("no table: {:?}", said.iter().map(ShownMessage::text).collect::<Vec<_>>())
        })
    }

    /// The answer to `/campaign tables`, given in a channel.
    async fn tables(&self, user: Id, channel: Id) -> ShownMessage {
        let none: Vec<(&str, Value)> = Vec::new();
        let acted = self.sandbox.slash(user, channel, "campaign tables", none).await.unwrap();
        assert!(acted.ack.is_answered(), "{:?}", acted.ack);
        self.sandbox.quiet(Duration::from_millis(80)).await;
        self.sandbox.private(user, channel).pop().expect("an answer")
    }

    /// Presses the button that sits down at a table; what is said then.
    async fn sits(&self, user: Id, list: &ShownMessage, table: CampaignId) -> String {
        self.click(user, list, &format!(":{}:j", table.0)).await;
        self.settled().await;
        self.sandbox.message(list.id).expect("the list").text()
    }

    async fn holders(&self, table: CampaignId) -> Vec<Holder> {
        self.look(table).await.seats.iter().map(|chair| chair.holder).collect()
    }

    fn channel(&self, name: &str) -> Id {
        self.sandbox.change(|world| world.add_channel(self.guild, name))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_needs_a_fourth_has_one_after_two_clicks_from_another_channel() {
    let mut scene = Scene::new(3).await;
    let (ada, stranger) = (scene.people[0], scene.stranger);
    let square = scene.channel("square");
    let none = scene.tables(stranger, square).await.text();
    assert!(none.contains("No table"), "{none}");
    let id = scene.opens(ada, scene.channel).await;
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(scene.people[2], &lobby, ":c:2").await;
    scene.settled().await;
    let own = scene.tables(ada, square).await;
    assert!(own.text().contains("You sit here") && own.custom_ids().is_empty(), "{}", own.text());
    tokio::time::sleep(Duration::from_secs(3)).await;
    let list = scene.tables(stranger, square).await;
    assert!(list.text().contains("needs a fourth"), "{}", list.text());
    assert!(list.text().contains(&format!("<#{}>", scene.channel)), "{}", list.text());
    let said = scene.sits(stranger, &list, id).await;
    let link = format!("/channels/{}/{}/{}", scene.guild, scene.channel, lobby.id);
    assert!(said.contains(&link), "{said}");
    assert_eq!(scene.holders(id).await[3], Holder::User(UserId(stranger)));
    // Nobody is needed any more, and who comes late is told so.
    let late = scene.tables(scene.citizens[0], square).await.text();
    assert!(late.contains("No table"), "{late}");
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_second_to_the_last_seat_is_told_so_and_nobody_sits_twice() {
    let mut scene = Scene::new(3).await;
    let id = scene.opens(scene.people[0], scene.channel).await;
    let lobby = scene.newest();
    scene.click(scene.people[1], &lobby, ":c:1").await;
    scene.click(scene.people[2], &lobby, ":c:2").await;
    scene.settled().await;
    let square = scene.channel("square");
    let (first, second) = (scene.citizens[0], scene.citizens[1]);
    let lists = [scene.tables(first, square).await, scene.tables(second, square).await];
    scene.sits(first, &lists[0], id).await;
    let said = scene.sits(second, &lists[1], id).await;
    assert!(said.contains("last seat is taken"), "{said}");
    let seats = scene.holders(id).await;
    assert_eq!(seats[3], Holder::User(UserId(first)));
    assert!(!seats.contains(&Holder::User(UserId(second))));
    scene.assert_clean();
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_the_house_plays_is_on_the_list_and_one_that_was_lent_is_not() {
    let mut scene = Scene::new(2).await;
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let id = scene.begin(5).await;
    let mut dice = Dice(3);
    for _ in 0..4 {
        scene.step(id, &mut dice).await;
    }
    let square = scene.channel("square");
    scene.slash(bela, "campaign seat house", Vec::new()).await;
    scene.settled().await;
    let lent = scene.tables(scene.citizens[0], square).await.text();
    assert!(lent.contains("No table"), "{lent}");
    scene.slash(bela, "campaign seat back", Vec::new()).await;
    scene.slash(bela, "campaign leave", Vec::new()).await;
    scene.settled().await;
    let list = scene.tables(scene.stranger, square).await;
    assert!(list.text().contains("the house plays a seat you can have"), "{}", list.text());
    scene.sits(scene.stranger, &list, id).await;
    let seats = scene.holders(id).await;
    assert_eq!(seats, [Holder::User(UserId(ada)), Holder::User(UserId(scene.stranger))]);
    assert_eq!(scene.look(id).await.status, CampaignStatus::Running);
    scene.assert_clean();
    scene.stop().await;
}

/// Eight channels and two threads with a table each, closed to this one and opened to that one at
/// random: everybody is shown exactly those that Discord (here the sandbox, which works it out by
/// itself) lets them see.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_shown_or_let_into_a_channel_they_may_not_see() {
    let options = Options { bot_permissions: OF_A_BOT | MANAGE_THREADS, ..Options::default() };
    // What is costly is done once in a while for each, so that each table has an opener of its own.
    let mut scene = Scene::among(16, 1, options).await;
    scene.start().await;
    let square = scene.channel("square");
    let owner = scene.owner;
    let (guild, viewers) = (scene.guild, scene.citizens[..4].to_vec());
    let mut dice = Dice(11);
    let roles: Vec<Id> = scene.sandbox.change(|world| {
        (0..3).map(|at| world.add_role(guild, &format!("role {at}"), 0, false)).collect()
    });
    let mut places: Vec<Id> = (0..8).map(|at| scene.channel(&format!("room-{at}"))).collect();
    scene.sandbox.change(|world| {
        for private in [false, true] {
            let thread = world.add_thread(places[0], owner, "a thread", private);
            places.push(thread);
        }
        for viewer in &viewers {
            world.give_role(guild, *viewer, roles[dice.below(3)]);
        }
    });
    for (place, opener) in places.iter().zip(scene.citizens[4..].iter().chain([&owner])) {
        // The private thread is the last, and its owner is in it.
        let opener = if Some(place) == places.last() { owner } else { *opener };
        scene.opens(opener, *place).await;
    }
    let bot = scene.sandbox.world().bot();
    scene.sandbox.change(|world| {
        for place in &places[..8] {
            let targets = roles.iter().chain(&viewers).chain([&guild]);
            for target in targets.filter(|_| dice.below(3) == 0).copied().collect::<Vec<_>>() {
                let (allow, deny) =
                    if dice.below(2) == 0 { (VIEW_CHANNEL, 0) } else { (0, VIEW_CHANNEL) };
                world.overwrite(*place, target, allow, deny);
            }
            world.overwrite(*place, bot, VIEW_CHANNEL, 0);
        }
    });
    let (mut shown, mut hidden) = (0, 0);
    let mut lists = Vec::new();
    for viewer in viewers.iter().chain([&owner]) {
        let list = scene.tables(*viewer, square).await;
        for place in &places {
            let sees = scene.sandbox.world().may(*viewer, *place) & VIEW_CHANNEL != 0;
            let listed = list.text().contains(&format!("<#{place}>"));
            assert_eq!(listed, sees, "{viewer} and {place}:\n{}", list.text());
            *(if sees { &mut shown } else { &mut hidden }) += 1;
        }
        lists.push(list);
    }
    assert!(shown >= 10 && hidden >= 10, "{shown} shown, {hidden} hidden");
    // A list that is old opens no door that was closed since.
    let (viewer, list) = (viewers[0], &lists[0]);
    let at = places.iter().find(|place| list.text().contains(&format!("<#{place}>")));
    let at = *at.expect("something is shown");
    let id = scene.hall().campaign_in_channel(at).await.unwrap().unwrap();
    scene.sandbox.change(|world| world.overwrite(at, viewer, 0, VIEW_CHANNEL));
    let said = scene.sits(viewer, list, id).await;
    let threads = places[8..].contains(&at);
    assert!(threads || said.contains("cannot get into"), "{said}");
    assert!(threads || !scene.holders(id).await.contains(&Holder::User(UserId(viewer))));
    scene.assert_clean();
    scene.stop().await;
}
