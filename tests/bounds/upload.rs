//! `/campaign import` of files that are made to do harm.

use std::time::Duration;

use emberhall::sandbox::{Ack, Id, Options, ShownMessage, World, permissions};
use emberhall::store::Exported;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::apart::Apart;
use crate::campaign::{exported, forged, kept, many_entries};
use crate::kit::{Scene, games};
use crate::packs;
use crate::tables::tables;

/// What an import takes at most beside the usual, two at a time, in kB.
const MOST: u64 = 64 * 1024;

/// Somebody new who manages the server. (What is costly is done once in a while for each.)
fn steward(scene: &Scene) -> Id {
    scene.sandbox.change(|world| {
        let role = world.add_role(scene.guild, "Stewards", permissions::MANAGE_GUILD, false);
        let user = world.add_user("Steward");
        world.add_member(scene.guild, user);
        world.give_role(scene.guild, user, role);
        user
    })
}

/// Gives a file to `/campaign import` in a channel of its own; what is said to whoever did.
async fn imported(scene: &Scene, bytes: Vec<u8>) -> String {
    let file = scene.sandbox.change(|w| w.pick_file("city.json", "application/json", bytes));
    imported_file(scene, file).await
}

async fn imported_file(scene: &Scene, file: Id) -> String {
    let (user, channel) =
        (steward(scene), scene.sandbox.change(|w| w.add_channel(scene.guild, "exile")));
    let options = vec![("file", json!(file.to_string()))];
    let acted = scene.sandbox.slash(user, channel, "campaign import", options).await.unwrap();
    let private = matches!(
        acted.ack,
        Ack::Reply { ephemeral: true } | Ack::DeferredReply { ephemeral: true }
    );
    assert!(private, "{:?}", acted.ack);
    let words = |message: &ShownMessage| !message.text().is_empty();
    let said = |world: &World| world.said(acted.interaction).iter().any(words);
    assert!(scene.sandbox.until(Duration::from_mins(1), said).await, "nothing was said");
    let said = scene.sandbox.world().said(acted.interaction);
    said.iter().map(ShownMessage::text).collect::<Vec<_>>().join("\n")
}

fn numbers(good: &Exported, piece: &str, times: usize) -> String {
    kept(good, &format!("[{}0]", piece.repeat(times)))
}

/// What is refused, and a word of what is said.
fn hostile(good: &Exported) -> Vec<(String, String, &'static str)> {
    let deep = 100_000;
    let text = |length: usize| format!("\"{}\",", "x".repeat(length));
    let mut all: Vec<(String, String, &str)> = [
        ("deep lists", "[".repeat(deep), "nested more than"),
        ("a deep kept game", kept(good, &"[".repeat(deep)), "nested more than"),
        ("8 MB of numbers", numbers(good, "0,", 3_900_000), "values"),
        ("8 MB of objects", numbers(good, "{\"a\":0},", 950_000), "objects"),
        ("as many numbers as may be", numbers(good, "0,", 240_000), "Nothing was taken in"),
        ("as many objects as may be", numbers(good, "{\"a\":0},", 28_000), "Nothing was taken in"),
        ("as many texts as may be", numbers(good, &text(25), 240_000), "Nothing was taken in"),
        ("long texts", numbers(good, &text(200_000), 38), "Nothing was taken in"),
        ("as many entries as may be", many_entries(good, 9_500), "Nothing was taken in"),
        ("one endless text", numbers(good, &text(7_000_000), 1), "a text in it is longer"),
    ]
    .map(|(what, text, words)| (what.to_owned(), text, words))
    .into();
    let other = "0".repeat(64);
    for (what, files) in packs::hostile().into_iter().filter(|(_, files)| files.len() < 2) {
        let text = forged(good, |out| {
            out.files.extend(files);
            out.charter.pack.clone_from(&other);
        });
        // Some are refused for their size alone.
        let long = text.len() > 256 * 1024 + good.to_text().unwrap().len();
        all.push((what, text, if long { "othing was taken in" } else { "other cards" }));
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_uploads_two_at_a_time_leave_the_bot_alive_and_small() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let database = scene.folder.0.join("hall.sqlite");
    let good = exported(&scene.folder.0, &games(), 2, 10_000).await;
    let mut bot = Apart::start(&scene, &database).await;
    // What is usual: a campaign was taken in and is shown.
    for _ in 0..2 {
        let said = imported(&scene, good.to_text().unwrap().into_bytes()).await;
        assert!(said.contains("Taken in"), "{said}");
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let (usual, mut worst) = (bot.takes("VmRSS:"), 0);
    for (what, text, words) in hostile(&good) {
        bot.say("reset");
        let bytes = text.into_bytes();
        assert!(bytes.len() <= 8 * 1024 * 1024, "{what}: {} bytes", bytes.len());
        let (first, second) =
            tokio::join!(imported(&scene, bytes.clone()), imported(&scene, bytes));
        for said in [first, second] {
            assert!(said.contains(words), "{what}: {said}");
            assert!(said.lines().count() == 1 && said.chars().count() <= 300, "{what}: {said}");
        }
        let more = bot.takes("VmHWM:").saturating_sub(usual);
        println!("{what}: {more} kB more than the usual {usual} kB");
        assert!(more < MOST, "{what}: {more} kB more than {usual} kB");
        worst = worst.max(more);
    }
    println!("the worst took {worst} kB");
    assert_eq!(tables(&database).await["campaign"].len(), 2, "only what is sound was taken in");
    bot.stop();
}

/// Somebody who serves a file that never ends: a piece, and again after a pause.
async fn endless(piece: usize, pause: Duration) -> String {
    let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/city.json", door.local_addr().unwrap());
    let piece = vec![b' '; piece];
    tokio::spawn(async move {
        while let Ok((mut line, _)) = door.accept().await {
            let piece = piece.clone();
            tokio::spawn(async move {
                let _ = line.read(&mut [0; 4096]).await;
                let head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
                let mut sent = line.write_all(head).await;
                while sent.is_ok() {
                    tokio::time::sleep(pause).await;
                    sent = line.write_all(&piece).await;
                }
            });
        }
    });
    address
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_longer_than_was_said_is_let_go_of_while_it_is_fetched() {
    let scene = Scene::without_bot(1, Options::default()).await;
    let database = scene.folder.0.join("hall.sqlite");
    let good = exported(&scene.folder.0, &games(), 1, 20).await;
    let mut bot = Apart::start(&scene, &database).await;
    let said = imported(&scene, good.to_text().unwrap().into_bytes()).await;
    assert!(said.contains("Taken in"), "{said}");
    let (usual, address) = (bot.takes("VmRSS:"), endless(1 << 20, Duration::ZERO).await);
    bot.say("reset");
    let picked = |world: &mut World| world.pick_file_at("a.json", "application/json", 9, &address);
    let (first, second) = (scene.sandbox.change(picked), scene.sandbox.change(picked));
    let (first, second) = tokio::join!(imported_file(&scene, first), imported_file(&scene, second));
    for said in [first, second] {
        assert!(said.contains("too large"), "{said}");
    }
    let more = bot.takes("VmHWM:").saturating_sub(usual);
    assert!(more < MOST, "{more} kB more than {usual} kB");
    bot.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_comes_in_drops_is_given_up_and_keeps_nobody_else_waiting() {
    let mut scene = Scene::new(1).await;
    let good = exported(&scene.folder.0, &scene.games, 1, 5).await.to_text().unwrap();
    let address = endless(1, Duration::from_millis(500)).await;
    let picked = |world: &mut World| world.pick_file_at("a.json", "application/json", 9, &address);
    let slow = scene.sandbox.change(picked);
    let (slow, good) =
        tokio::join!(imported_file(&scene, slow), imported(&scene, good.into_bytes()));
    assert!(good.contains("Taken in"), "{good}");
    assert!(slow.contains("could not be fetched"), "{slow}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_is_played_with_the_cards_of_the_hall_and_its_own_are_dropped_unread() {
    let mut scene = Scene::new(1).await;
    let good = exported(&scene.folder.0, &games(), 1, 20).await;
    let deep = format!("a = {}", "{".repeat(100_000));
    let forged = forged(&good, |out| {
        out.files.insert("text/en/evil.ftl".to_owned(), deep);
        out.files.insert("cards/morning/M001.toml".to_owned(), "instant = [".repeat(5000));
    });
    for text in [forged, good.to_text().unwrap()] {
        let said = imported(&scene, text.into_bytes()).await;
        assert!(said.contains("Taken in"), "{said}");
    }
    let packs = tables(&scene.folder.0.join("hall.sqlite")).await["pack"].len();
    assert_eq!(packs, 1);
    let stored = scene.hall().store().pack(&good.charter.pack).await.unwrap().unwrap();
    assert_eq!(stored.1, scene.games[0].files(), "what is stored is the program's");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_of_other_cards_is_for_the_operator_to_bring_in_once() {
    let mut scene = Scene::new(1).await;
    // A pack of somebody's own: sound, and not this program's.
    let mut files = scene.games[0].files();
    let card = files.get_mut("cards/morning/M001.toml").unwrap();
    card.push_str("\n# our own\n");
    let theirs = scene.games[0].with_content(&files).unwrap();
    let games = vec![std::sync::Arc::from(theirs)];
    let good = exported(&scene.folder.0, &games, 1, 20).await;
    let text = good.to_text().unwrap();
    let said = imported(&scene, text.clone().into_bytes()).await;
    assert!(said.contains("other cards") && said.contains("`emberhall import`"), "{said}");
    assert!(
        tables(&scene.folder.0.join("hall.sqlite")).await["pack"].is_empty(),
        "nothing was stored"
    );
    // The operator brings it in; from then on this hall knows the cards.
    let store = scene.hall().store();
    let now = emberhall::council::Timestamp(1_800_000_000_000);
    emberhall::hall::archive::import(store, &scene.games, good, Some((1, 77)), now).await.unwrap();
    let said = imported(&scene, text.into_bytes()).await;
    assert!(said.contains("Taken in"), "{said}");
    scene.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_campaigns_are_taken_in_at_a_time_and_the_third_waits_for_its_turn() {
    let mut scene = Scene::new(1).await;
    let hall = scene.hall();
    let (first, second) =
        (hall.import_permit().await.unwrap(), hall.import_permit().await.unwrap());
    let waits = tokio::time::timeout(Duration::from_millis(200), hall.import_permit()).await;
    assert!(waits.is_err(), "there is no third turn");
    let text = exported(&scene.folder.0, &scene.games, 1, 5).await.to_text().unwrap();
    let later = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        drop(first);
    };
    let (said, ()) = tokio::join!(imported(&scene, text.into_bytes()), later);
    assert!(said.contains("Taken in"), "{said}");
    drop(second);
    scene.stop().await;
}
