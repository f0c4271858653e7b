//! What has been over for long is removed, and nothing else.

use std::time::Duration;

use emberhall::council::Span;
use emberhall::discord::Config;
use emberhall::sandbox::{Id, Options};
use serde_json::Value;

use crate::kit::Scene;
use crate::program::run;

/// A campaign that is over, one that is played and a lobby, each in a channel.
async fn three(scene: &Scene) -> [Id; 3] {
    let add = |name| scene.sandbox.change(|world| world.add_channel(scene.guild, name));
    let places = [scene.channel, add("second"), add("third")];
    let act = |user: Id, at: Id, path: &'static str| {
        let asked = scene.sandbox.slash(user, at, path, Vec::new());
        async move { assert!(asked.await.unwrap().ack.is_answered()) }
    };
    for (at, user) in places.iter().zip([scene.people[0], scene.people[1], scene.owner]) {
        act(user, *at, "campaign new").await;
        scene.settled().await;
    }
    act(scene.people[1], places[1], "campaign begin").await;
    let lobby = scene.hall().campaign_in_channel(places[0]).await.unwrap().unwrap();
    let who = emberhall::council::Requester::plain(emberhall::council::UserId(scene.people[0]));
    scene.hall().request(lobby, "end", who, emberhall::council::Request::Abandon).await;
    scene.settled().await;
    places
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_removes_what_is_over_after_as_many_days_as_are_set() {
    let mut scene = Scene::without_bot(2, Options::default()).await;
    let config = Config { keep_days: Some(2), ..scene.config() };
    scene.start_over(None, &config).await;
    let [_, second, _] = three(&scene).await;
    let left = |scene: &Scene| {
        let hall = scene.bot.as_ref().unwrap().hall().clone();
        async move { hall.store().summaries().await.unwrap() }
    };
    scene.clock.advance(Span::hours(25));
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(left(&scene).await.len(), 3, "a day is not two");
    scene.clock.advance(Span::hours(48));
    for _ in 0..200 {
        if left(&scene).await.len() == 1 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let all = left(&scene).await;
    assert_eq!(all.iter().map(|one| one.channel).collect::<Vec<_>>(), [second], "it is played");
    scene.stop().await;
    let file = config.database.to_str().unwrap();
    let said = run(&std::env::temp_dir(), &[], &["replay", "--all", "--database", file]);
    assert_eq!(said.out.trim(), "1 campaign replayed as stored, 0 differently");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_removes_as_much_and_says_how_many() {
    let mut scene = Scene::new(2).await;
    three(&scene).await;
    let file = scene.config().database;
    let prune = |more: &[&str], set: &[(&str, &str)]| {
        let args = [&["prune", "--database", file.to_str().unwrap()], more].concat();
        run(&std::env::temp_dir(), set, &args)
    };
    let said = prune(&["--days", "1"], &[]);
    assert!(said.code == 2 && said.error.contains("stop that one"), "{}", said.error);
    scene.stop().await;
    let said = prune(&[], &[]);
    assert!(said.code == 2 && said.error.contains("--days"), "{}", said.error);
    // What is over has happened, whatever the clock says now; no campaign goes.
    let said = prune(&["--compact"], &[]);
    assert_eq!(said.code, 0, "{}", said.error);
    assert!(said.out.contains(" KiB, and is ") && !said.out.contains("removed"), "{}", said.out);
    // The clock of the scene is years ahead of the program's.
    let said = prune(&["--days", "1"], &[]);
    assert_eq!(said.out.trim(), "0 campaigns removed, over for 1 day or longer", "{}", said.error);
    old(&file).await;
    let said = prune(&[], &[("EMBERHALL_KEEP_DAYS", "1")]);
    assert_eq!(said.out.trim(), "2 campaigns removed, over for 1 day or longer", "{}", said.error);
    let args = ["campaigns", "--json", "--database", file.to_str().unwrap()];
    let left: Value = run(&std::env::temp_dir(), &[], &args).json();
    assert_eq!(left.as_array().unwrap().len(), 1, "{left}");
    assert_eq!(left[0]["stage"], "running");
}

/// Everything last happened in 1970.
async fn old(file: &std::path::Path) {
    use sqlx::Connection as _;
    let url = format!("sqlite:{}", file.display());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    sqlx::query("UPDATE campaign SET changed_at = 1").execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}
