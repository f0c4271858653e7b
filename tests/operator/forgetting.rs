//! To be forgotten: nothing of somebody is left, and every campaign goes on.

use std::path::Path;

use emberhall::council::Holder;
use emberhall::hall::erasure::is_alias;
use emberhall::sandbox::Id;
use serde_json::json;

use crate::kit::Scene;
use crate::players::Dice;
use crate::program::{Said, folder, run};

/// How often a number stands in the files of a database: in digits, or as it is stored.
pub fn count(file: &Path, number: Id) -> usize {
    let of = |ending: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        std::fs::read(name).unwrap_or_default()
    };
    let bytes: Vec<u8> = ["", "-wal", "-shm"].iter().flat_map(|ending| of(ending)).collect();
    let digits = number.to_string();
    let find = |what: &[u8]| bytes.windows(what.len()).filter(|at| *at == what).count();
    find(digits.as_bytes()) + find(&number.to_be_bytes())
}

pub fn emberhall(file: &Path, args: &[&str]) -> Said {
    let place = ["--database", file.to_str().unwrap()];
    run(&std::env::temp_dir(), &[], &[args, &place].concat())
}

/// A scene with a campaign, a lobby, quiet hours, a vote and a seat that was lent.
pub async fn lived_in() -> (Scene, Id) {
    let scene = Scene::new(3).await;
    let ada = scene.people[0];
    let id = scene.begin(21).await;
    let mut dice = Dice(21);
    for _ in 0..40 {
        scene.step(id, &mut dice).await;
    }
    let quiet = vec![("quiet_from", json!("22:00")), ("quiet_until", json!("07:00"))];
    scene.slash(ada, "campaign settings", quiet).await;
    let menu =
        |m: &emberhall::sandbox::ShownMessage| m.custom_ids().iter().any(|c| c.contains(":p:"));
    if let Some(ballot) = scene.messages().into_iter().rev().find(menu) {
        let menu = ballot.components().find(|part| part["type"] == 3).unwrap().clone();
        let value = menu["options"][0]["value"].as_str().unwrap().to_owned();
        let custom = menu["custom_id"].as_str().unwrap();
        scene.sandbox.choose(ada, ballot.id, custom, vec![value]).await.unwrap();
    }
    let lobby = scene.sandbox.change(|world| world.add_channel(scene.guild, "lobby"));
    tokio::time::sleep(std::time::Duration::from_millis(3100)).await;
    scene.sandbox.slash(ada, lobby, "campaign new", Vec::new()).await.unwrap();
    scene.settled().await;
    (scene, lobby)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_somebody_is_left_and_every_campaign_goes_on() {
    let (mut scene, lobby) = lived_in().await;
    let (ada, bela, file) = (scene.people[0], scene.people[1], scene.config().database);
    let id = scene.hall().campaign_in_channel(scene.channel).await.unwrap().unwrap();
    let number = ada.to_string();
    let said = emberhall(&file, &["forget", &number]);
    assert_eq!(said.code, 2, "not while a bot has it: {}", said.out);
    assert!(said.error.contains("stop that one first"), "{}", said.error);
    scene.stop().await;
    let (before, of_bela) = (count(&file, ada), count(&file, bela));
    assert!(before > 20, "there is something to forget: {before}");

    let said = emberhall(&file, &["forget", &number]);
    assert_eq!(said.code, 0, "{}", said.error);
    assert!(said.out.starts_with("forgotten: seats left in 2 campaigns"), "{}", said.out);
    assert!(!said.out.contains(" 0 votes"), "quiet hours at least: {}", said.out);
    assert_eq!(count(&file, ada), 0, "it still stands somewhere");
    assert!(count(&file, bela) > of_bela / 2, "of others nothing is gone");
    let said = emberhall(&file, &["replay", "--all"]);
    assert_eq!(said.out.trim(), "2 campaigns replayed as stored, 0 differently");

    scene.start().await;
    let chairs = scene.look(id).await.seats;
    assert_eq!(chairs[0].holder, Holder::House { lent_by: None }, "the house plays on");
    assert_eq!(chairs[1].holder.user().unwrap().0, bela);
    let empty = scene.hall().campaign_in_channel(lobby).await.unwrap().unwrap();
    assert!(scene.look(empty).await.seats.iter().all(|chair| chair.holder == Holder::Nobody));
    let entries = scene.hall().log(id).await.unwrap();
    let text = serde_json::to_string(&entries).unwrap();
    let users: Vec<u64> = text
        .split("\"by\":")
        .skip(1)
        .filter_map(|rest| rest.split([',', '}']).next()?.parse().ok())
        .collect();
    assert!(users.iter().any(|user| is_alias(emberhall::council::UserId(*user))), "{users:?}");
    let mut dice = Dice(22);
    for _ in 0..10 {
        scene.step(id, &mut dice).await;
    }
    // Who comes back is somebody new.
    scene.slash(ada, "campaign seat claim", Vec::new()).await;
    scene.settled().await;
    assert_eq!(scene.look(id).await.seats[0].holder.user().unwrap().0, ada);
    scene.stop().await;
    let said = emberhall(&file, &["replay", "--all"]);
    assert_eq!(said.out.trim(), "2 campaigns replayed as stored, 0 differently");
}

#[test]
fn what_is_no_user_is_refused_with_a_sentence() {
    let file = folder("nobody").join("none.sqlite");
    for user in ["Ada", "7", "-1", ""] {
        let said = emberhall(&file, &["forget", user]);
        assert_eq!((said.code, said.error.lines().count()), (2, 1), "{user}: {}", said.error);
    }
    let said = emberhall(&file, &["forget", "175928847299117063"]);
    assert!(said.code == 2 && said.error.contains("there is no database"), "{}", said.error);
    assert!(!file.exists(), "nothing was made");
}
