//! Chores while campaigns are played: nobody has to stop for them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use emberhall::chores::{self, Chores};
use emberhall::council::{Holder, Request, Requester, Span, UserId};
use emberhall::sandbox::{Id, Options, ShownMessage};
use emberhall::store::CampaignId;

use crate::forgetting::{count, emberhall, lived_in};
use crate::kit::Scene;
use crate::players::Dice;
use crate::program::{Said, folder, program, run};

const SOON: Duration = Duration::from_secs(20);

/// A bot that takes chores, as `serve` has it.
fn open(scene: &Scene) -> (Chores, PathBuf) {
    let file = scene.config().database;
    (chores::serve(scene.bot.as_ref().unwrap().hall(), &file), file)
}

/// Runs a command beside the bot, while others play on.
async fn meanwhile(scene: &Scene, id: CampaignId, not: Id, args: &[&str]) -> Said {
    let file = scene.config().database;
    let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
    let errand = tokio::task::spawn_blocking(move || {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        emberhall(&file, &args)
    });
    let mut dice = Dice(7);
    while !errand.is_finished() {
        if !step_of_others(scene, id, not, &mut dice).await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    errand.await.unwrap()
}

/// A click of somebody else who is waited for.
async fn step_of_others(scene: &Scene, id: CampaignId, not: Id, dice: &mut Dice) -> bool {
    scene.settled().await;
    let panel = scene.look(id).await;
    let waits = |asked: &&emberhall::council::view::QuestionView| {
        asked.waiting.first().is_some_and(|user| user.0 != not)
    };
    let Some(asked) = panel.questions.iter().find(waits) else { return false };
    let user = asked.waiting[0].0;
    let offers = scene.before(id, user, asked).await;
    if !offers.is_empty() {
        scene.take(user, &dice.pick(&offers)).await;
    }
    !offers.is_empty()
}

fn said_alone(scene: &Scene, user: Id) -> ShownMessage {
    scene.sandbox.private(user, scene.channel).pop().expect("something is said to them")
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_is_forgotten_while_the_others_play() {
    let (mut scene, lobby) = lived_in().await;
    let (chores, file) = open(&scene);
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    assert!(count(&file, ada) > 20, "there is something to forget");
    let said = meanwhile(&scene, id, ada, &["forget", &ada.to_string()]).await;
    assert_eq!(said.code, 0, "{}", said.error);
    assert!(said.out.starts_with("forgotten: seats left in 2 campaigns"), "{}", said.out);
    scene.settled().await;
    assert_eq!(count(&file, ada), 0, "it still stands in the file of a bot that runs");
    let chairs = scene.look(id).await.seats;
    assert_eq!(chairs[0].holder, Holder::House { lent_by: None }, "the house plays on");
    assert_eq!(chairs[1].holder.user(), Some(UserId(bela)));
    let empty = scene.hall().campaign_in_channel(lobby).await.unwrap().unwrap();
    assert!(scene.look(empty).await.seats.iter().all(|chair| chair.holder == Holder::Nobody));
    let mut dice = Dice(8);
    for _ in 0..20 {
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    assert_eq!(count(&file, ada), 0, "what was in memory has written it again");
    // Who comes back is somebody new, with their own number.
    scene.slash(ada, "campaign seat claim", Vec::new()).await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.seats[0].holder.user(), Some(UserId(ada)));
    chores.close();
    scene.stop().await;
    let said = emberhall(&file, &["replay", "--all"]);
    assert_eq!(said.out.trim(), "2 campaigns replayed as stored, 0 differently");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_sees_what_is_kept_of_oneself_and_has_it_removed_by_two_clicks() {
    let (mut scene, _) = lived_in().await;
    let file = scene.config().database;
    let (ada, bela) = (scene.people[0], scene.people[1]);
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    scene.slash(scene.stranger, "privacy", Vec::new()).await;
    assert!(said_alone(&scene, scene.stranger).text().contains("Nothing is kept of you"));
    scene.slash(ada, "privacy", Vec::new()).await;
    let kept = said_alone(&scene, ada);
    for part in ["at 2 tables", "that stand in logs", "quiet hours", "You opened"] {
        assert!(kept.text().contains(part), "{part}: {}", kept.text());
    }
    scene.click(ada, &kept, ":fg:0").await;
    let sure = said_alone(&scene, ada);
    assert!(sure.text().contains("cannot be taken back"), "{}", sure.text());
    assert_eq!(scene.look(id).await.seats[0].holder.user(), Some(UserId(ada)), "only asked");
    scene.click(ada, &sure, ":fg:1").await;
    assert!(said_alone(&scene, ada).text().contains("You are forgotten"));
    assert_eq!(scene.look(id).await.seats[0].holder, Holder::House { lent_by: None });
    scene.settled().await;
    // The file is written anew a moment later; of Bela nothing is gone.
    let gone = async {
        while count(&file, ada) > 0 {
            scene.clock.advance(Span::seconds(5));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, gone).await.is_ok(), "{} places", count(&file, ada));
    assert!(count(&file, bela) > 20);
    scene.assert_clean();
    scene.stop().await;
    let said = emberhall(&file, &["replay", "--all"]);
    assert_eq!(said.out.trim(), "2 campaigns replayed as stored, 0 differently");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_brought_in_and_what_is_over_removed_without_a_stop() {
    let mut scene = Scene::new(2).await;
    let (chores, file) = open(&scene);
    let id = scene.begin(31).await;
    let mut dice = Dice(31);
    for _ in 0..15 {
        scene.step(id, &mut dice).await;
    }
    scene.settled().await;
    let out = file.with_file_name("campaign.json");
    let said = emberhall(&file, &["export", &id.0.to_string(), out.to_str().unwrap()]);
    assert_eq!(said.code, 0, "{}", said.error);
    let other = scene.sandbox.change(|world| world.add_channel(scene.guild, "other"));
    let (server, channel) = (scene.guild.to_string(), other.to_string());
    let place = ["--server", &server, "--channel", &channel];
    let import = [&["import", out.to_str().unwrap()], &place[..]].concat();
    let said = meanwhile(&scene, id, 0, &import).await;
    assert_eq!(said.code, 0, "{}", said.error);
    let copy = scene.hall().campaign_in_channel(other).await.unwrap().expect("it is there at once");
    assert_eq!(said.out.trim(), format!("imported as campaign {}", copy.0));
    assert_eq!(scene.look(copy).await.progress.round, scene.look(id).await.progress.round);
    let again = meanwhile(&scene, id, 0, &import).await;
    assert_eq!((again.code, again.error.lines().count()), (2, 1), "{}", again.error);
    assert!(again.error.contains("channel"), "{}", again.error);

    let who = Requester { moderator: true, ..Requester::plain(UserId(scene.people[0])) };
    scene.hall().request(copy, "end", who, Request::Abandon).await;
    scene.settled().await;
    let said = emberhall(&file, &["prune", "--days", "2"]);
    assert_eq!(said.out.trim(), "0 campaigns removed, over for 2 days or longer");
    scene.clock.advance(Span::hours(49));
    let before = std::fs::metadata(&file).unwrap().len();
    let said = emberhall(&file, &["prune", "--days", "2"]);
    assert_eq!(said.out.trim(), "1 campaign removed, over for 2 days or longer");
    assert!(std::fs::metadata(&file).unwrap().len() < before, "the file is smaller");
    scene.step(id, &mut dice).await;
    chores.close();
    scene.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn only_the_bots_own_user_reaches_it_and_a_socket_left_behind_is_no_bot() {
    use std::os::unix::fs::PermissionsExt as _;

    let mut scene = Scene::new(2).await;
    let (chores, file) = open(&scene);
    let socket = PathBuf::from(format!("{}.sock", file.display()));
    let mode = std::fs::metadata(&socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // Killed: nobody removes it.
    let kept = socket.with_extension("kept");
    std::fs::rename(&socket, &kept).unwrap();
    chores.close();
    std::fs::rename(&kept, &socket).unwrap();
    let forget = |file: &Path| emberhall(file, &["forget", &scene.people[0].to_string()]);
    let said = forget(&file);
    assert_eq!(said.code, 2, "the bot still has the file: {}", said.out);
    let (chores, _) = open(&scene);
    let talk = chores::ask(&file, &chores::Chore::Prune { days: Some(1), compact: false }).await;
    assert!(matches!(talk, Some(Ok(chores::ChoreResult::Pruned(0)))), "{talk:?}");
    chores.close();
    assert!(!socket.exists());
    let hall = Arc::clone(scene.bot.as_ref().unwrap().hall());
    scene.stop().await;
    drop(hall);
    assert_eq!(emberhall(&file, &["prune", "--days", "1"]).code, 0, "it goes to the file");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_program_that_serves_takes_chores_until_it_is_stopped() {
    let scene = Scene::without_bot(2, Options::default()).await;
    let folder = folder("chores");
    let (token, api) = (scene.sandbox.token(), scene.sandbox.base());
    let set = [("DISCORD_TOKEN", token), ("DISCORD_API_URL", api), ("EMBERHALL_LOG", "error")];
    let mut bot = program(&folder, &set).arg("serve").stdin(Stdio::null()).spawn().unwrap();
    assert!(scene.sandbox.connected(1).await, "it did not connect");
    let socket = folder.join("emberhall.sqlite.sock");
    let there = async {
        while !socket.exists() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    assert!(tokio::time::timeout(SOON, there).await.is_ok(), "it takes no chores");
    scene.slash(scene.people[0], "campaign new", Vec::new()).await;
    let said = run(&folder, &[], &["forget", &scene.people[0].to_string()]);
    assert_eq!(said.code, 0, "{}", said.error);
    assert!(said.out.contains("seats left in 1 campaign"), "{}", said.out);
    let told = Command::new("kill").args(["-TERM", &bot.id().to_string()]).status();
    assert!(told.unwrap().success());
    assert_eq!(bot.wait().unwrap().code(), Some(0));
    assert!(!socket.exists(), "the socket goes with the bot");
}
