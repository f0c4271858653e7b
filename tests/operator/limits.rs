//! Nobody can have more than an operator allows, and everybody is told what to do.

use std::sync::Arc;
use std::time::Duration;

use emberhall::discord::{Config, Limits};
use emberhall::sandbox::{Ack, ActionResult, Id, Options};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::kit::Scene;
use crate::players::{Dice, answers};
use crate::tables::tables;

async fn limited(limits: Limits) -> Scene {
    let mut scene = Scene::without_bot(2, Options::default()).await;
    let config = Config { limits, ..scene.config() };
    scene.start_over(None, &config).await;
    scene
}

async fn slash(
    scene: &Scene,
    user: Id,
    at: Id,
    path: &str,
    options: Vec<(&str, Value)>,
) -> ActionResult {
    let acted = scene.sandbox.slash(user, at, path, options).await.unwrap();
    assert_eq!(acted.ack, Ack::Reply { ephemeral: true }, "/{path}: {}", acted.text());
    acted
}

/// A new lobby; whoever opens one has to wait a moment before the next.
async fn open(scene: &Scene, user: Id, at: Id) -> String {
    tokio::time::sleep(Duration::from_millis(3100)).await;
    let said = slash(scene, user, at, "campaign new", Vec::new()).await.text();
    scene.settled().await;
    said
}

fn channels(scene: &Scene) -> [Id; 3] {
    let add = |name| scene.sandbox.change(|world| world.add_channel(scene.guild, name));
    [scene.channel, add("second"), add("third")]
}

async fn begin(scene: &Scene, user: Id, at: Id) {
    slash(scene, user, at, "campaign begin", Vec::new()).await;
    scene.settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_with_enough_lobbies_begins_one_before_the_next() {
    let mut scene = limited(Limits { lobbies_per_user: 1, ..Limits::none() }).await;
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let [first, second, third] = channels(&scene);
    assert!(open(&scene, ada, first).await.contains("open"));
    // To leave it is not to have not opened it.
    slash(&scene, ada, first, "campaign leave", Vec::new()).await;
    let said = open(&scene, ada, second).await;
    assert!(said.contains("you opened") && said.contains("/campaign abandon"), "{said}");
    assert!(
        scene.hall().campaign_in_channel(second).await.unwrap().is_none(),
        "nothing was opened"
    );
    assert!(open(&scene, bela, second).await.contains("open"), "others may");
    slash(&scene, ada, first, "campaign join", vec![("role", json!(0))]).await;
    begin(&scene, ada, first).await;
    let said = open(&scene, ada, third).await;
    assert!(scene.hall().campaign_in_channel(third).await.unwrap().is_some(), "{said}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_has_as_many_lobbies_and_campaigns_as_it_may() {
    let limits = Limits { lobbies_per_server: 1, campaigns_per_server: 2, ..Limits::none() };
    let mut scene = limited(limits).await;
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let [first, second, third] = channels(&scene);
    open(&scene, ada, first).await;
    let said = open(&scene, bela, second).await;
    assert!(said.contains("of this server has not begun"), "{said}");
    begin(&scene, ada, first).await;
    open(&scene, bela, second).await;
    begin(&scene, bela, second).await;
    assert!(scene.hall().campaign_in_channel(second).await.unwrap().is_some());
    let said = open(&scene, ada, third).await;
    assert!(said.contains("2 campaigns are under way"), "{said}");
    assert!(scene.hall().campaign_in_channel(third).await.unwrap().is_none(), "nothing was opened");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn several_lobbies_at_once_are_still_counted() {
    let mut scene = limited(Limits { lobbies_per_server: 1, ..Limits::none() }).await;
    let (ada, bela, owner) = (scene.people[0], scene.people[1], scene.owner);
    let [first, second, third] = channels(&scene);
    let new = |user, at| slash(&scene, user, at, "campaign new", Vec::new());
    let _ = tokio::join!(new(ada, first), new(bela, second), new(owner, third));
    scene.settled().await;
    let open = scene.hall().campaigns_of_server(scene.guild).await.unwrap().len();
    assert_eq!(open, 1, "whoever came first");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn very_many_commands_are_answered_with_how_long_to_wait() {
    let mut scene = limited(Limits { commands_per_minute: 3, ..Limits::none() }).await;
    let (ada, bela, at) = (scene.people[0], scene.people[1], scene.channel);
    for _ in 0..3 {
        let said = slash(&scene, ada, at, "campaign hand", Vec::new()).await.text();
        assert!(!said.contains("seconds"), "{said}");
    }
    let said = slash(&scene, ada, at, "campaign hand", Vec::new()).await.text();
    let wait: u64 = said.split_whitespace().find_map(|word| word.parse().ok()).unwrap();
    assert!(said.contains("very many commands") && (50..=60).contains(&wait), "{said}");
    let said = slash(&scene, bela, at, "campaign hand", Vec::new()).await.text();
    assert!(!said.contains("very many"), "somebody else: {said}");
    let at = scene.bot.as_ref().unwrap().metrics_at().unwrap();
    let text = reqwest::get(format!("http://{at}/metrics")).await.unwrap().text().await.unwrap();
    assert!(text.lines().any(|line| line == "emberhall_turned_away_total 1"), "{text}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn very_many_pictures_are_answered_with_how_long_to_wait() {
    let mut scene = limited(Limits { pictures_per_minute: 2, ..Limits::none() }).await;
    let id = scene.begin(3).await;
    let (ada, at) = (scene.people[0], scene.channel);
    let card = || vec![("name", json!("M001"))];
    for _ in 0..2 {
        let acted = scene.sandbox.slash(ada, at, "card", card()).await.unwrap();
        assert!(!acted.text().contains("pictures"), "{}", acted.text());
    }
    let said = slash(&scene, ada, at, "card", card()).await.text();
    assert!(said.contains("pictures") && said.contains("seconds"), "{said}");
    let said = scene.slash(ada, "campaign board", vec![("text", json!(true))]).await.text();
    assert!(!said.contains("Very many"), "words are no picture: {said}");
    // What the table is shown by itself is nobody's.
    assert!(scene.hall().view(id, None).await.is_ok());
    let said = scene.sandbox.slash(scene.people[1], at, "card", card()).await.unwrap().text();
    assert!(!said.contains("Very many"), "somebody else: {said}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_picture_of_the_card_in_question_is_one_of_the_pictures_of_a_minute() {
    let mut scene = limited(Limits { pictures_per_minute: 2, ..Limits::none() }).await;
    let id = scene.begin(3).await;
    let mut dice = Dice(3);
    let is_card = |id: &&str| id.ends_with(":d");
    while !scene.panel().unwrap().custom_ids().iter().any(is_card) {
        assert!(scene.step(id, &mut dice).await, "no card was ever in question");
        scene.settled().await;
    }
    let (ada, bela, panel) = (scene.people[0], scene.people[1], scene.panel().unwrap());
    for _ in 0..2 {
        let said = scene.click(ada, &panel, ":d").await.text();
        assert!(!said.contains("Very many"), "{said}");
    }
    let said = scene.click(ada, &panel, ":d").await.text();
    assert!(said.contains("Very many pictures") && said.contains("seconds"), "{said}");
    let said = scene.click(bela, &panel, ":d").await.text();
    assert!(!said.contains("Very many"), "somebody else: {said}");
    scene.stop().await;
}

/// How many answers are remembered.
async fn remembered(scene: &Scene) -> usize {
    tables(&scene.folder.0.join("hall.sqlite")).await["request"].len()
}

#[tokio::test(flavor = "multi_thread")]
async fn very_many_clicks_of_a_stranger_are_turned_away_and_nothing_is_kept_of_them() {
    let scene = limited(Limits { refused_clicks_per_minute: 5, ..Limits::none() }).await;
    let scene = Arc::new(scene);
    let id = scene.begin(3).await;
    let asked = scene.look(id).await.questions.remove(0);
    let offer = answers(&scene.panel().unwrap(), asked.number).remove(0);
    let before = remembered(&scene).await;
    for _ in 0..5 {
        let said = scene.take(scene.stranger, &offer).await.text();
        assert!(!said.contains("Very many"), "{said}");
    }
    let kept = remembered(&scene).await;
    assert_eq!(kept, before + 5);
    let click = |_| {
        let (scene, offer) = (Arc::clone(&scene), offer.clone());
        async move { scene.take(scene.stranger, &offer).await }
    };
    let at_once: JoinSet<ActionResult> = (0..200).map(click).collect();
    for acted in at_once.join_all().await {
        assert_eq!(acted.ack, Ack::Reply { ephemeral: true });
        let said = acted.text();
        assert!(said.contains("Very many of your clicks") && said.contains("seconds"), "{said}");
    }
    assert_eq!(remembered(&scene).await, kept, "nothing is stored of what is turned away");
    Arc::into_inner(scene).unwrap().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quick_player_is_never_turned_away_for_clicks_that_count() {
    let mut scene = limited(Limits { refused_clicks_per_minute: 2, ..Limits::none() }).await;
    let id = scene.begin(3).await;
    let mut dice = Dice(7);
    for _ in 0..60 {
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    let at = scene.bot.as_ref().unwrap().metrics_at().unwrap();
    let text = reqwest::get(format!("http://{at}/metrics")).await.unwrap().text().await.unwrap();
    assert!(text.lines().any(|line| line == "emberhall_turned_away_total 0"), "{text}");
    scene.stop().await;
}

async fn metric(scene: &Scene, line: &str) -> bool {
    let at = scene.bot.as_ref().unwrap().metrics_at().unwrap();
    let text = reqwest::get(format!("http://{at}/metrics")).await.unwrap().text().await.unwrap();
    text.lines().any(|found| found == line)
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sits_down_and_gets_up_without_end_is_told_when_to_go_on() {
    let mut scene = limited(Limits { clicks_per_minute: 4, ..Limits::none() }).await;
    let (ada, bela, at) = (scene.people[0], scene.people[1], scene.channel);
    slash(&scene, ada, at, "campaign new", Vec::new()).await;
    scene.settled().await;
    let lobby = scene.newest();
    for press in [":c:1", ":l", ":c:1", ":l"] {
        let said = scene.click(bela, &lobby, press).await.text();
        assert!(!said.contains("one click after the other"), "{said}");
        scene.settled().await;
    }
    let id = scene.hall().campaign_in_channel(at).await.unwrap().unwrap();
    let before = (scene.look(id).await, scene.messages(), remembered(&scene).await);
    for _ in 0..3 {
        let acted = scene.click(bela, &lobby, ":c:1").await;
        assert_eq!(acted.ack, Ack::Reply { ephemeral: true });
        let said = acted.text();
        let wait = said.split_whitespace().find_map(|word| word.parse().ok());
        let wait: u64 = wait.unwrap_or_else(|| u64::from(said.contains("a second")));
        assert!(said.contains("one click after the other") && (1..=15).contains(&wait), "{said}");
    }
    scene.settled().await;
    let after = (scene.look(id).await, scene.messages(), remembered(&scene).await);
    assert_eq!(after, before, "nothing was done, shown or kept");
    assert!(metric(&scene, "emberhall_turned_away_total 3").await);
    // Nobody else notices.
    scene.click(scene.stranger, &lobby, ":c:1").await;
    scene.settled().await;
    let seated =
        scene.look(id).await.seats.iter().filter(|one| one.holder.user().is_some()).count();
    assert_eq!(seated, 2);
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_very_many_clicks_at_once_only_so_many_are_looked_at() {
    let scene = limited(Limits { clicks_per_minute: 6, ..Limits::none() }).await;
    let scene = Arc::new(scene);
    scene.begin(3).await;
    // Whoever begins has clicked already: somebody else looks at the hand of nobody.
    let (user, panel) = (scene.stranger, scene.panel().unwrap());
    let click = |_| {
        let (scene, panel) = (Arc::clone(&scene), panel.clone());
        async move { scene.click(user, &panel, ":h").await.text() }
    };
    let at_once: JoinSet<String> = (0..100).map(click).collect();
    let said = at_once.join_all().await;
    let late = said.iter().filter(|said| said.contains("one click after the other")).count();
    // On a slow machine one or two come back meanwhile.
    assert!((90..=94).contains(&late), "{late} of 100 were turned away");
    assert!(metric(&scene, &format!("emberhall_turned_away_total {late}")).await);
    Arc::into_inner(scene).unwrap().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_usual_limits_are_not_met_by_somebody_who_plays_alone_and_fast() {
    let mut scene = Scene::without_bot(1, Options::default()).await;
    let config = Config { limits: Limits::default(), ..scene.config() };
    scene.start_over(None, &config).await;
    let id = scene.begin(3).await;
    let mut dice = Dice(7);
    for _ in 0..80 {
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    assert!(metric(&scene, "emberhall_turned_away_total 0").await);
    scene.stop().await;
}
