//! Exported campaigns: taken in whole and replayable, or refused with nothing changed.

use std::path::Path;
use std::sync::Arc;

use emberhall::council::{Campaign, Deed, Moment, Person, Reply, User};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Policy};
use emberhall::hall::front::Silence;
use emberhall::hall::{Hall, Invitation, Parts, archive};
use emberhall::store::{Exported, Store};
use serde_json::Value;

use crate::chance::{Chance, tries};
use crate::kit::Folder;
use crate::spoil;
use crate::tables::tables;

fn advised(campaign: &Campaign) -> Option<Deed> {
    let question = campaign.council().questions.first()?;
    let choice = campaign.table()?.advise(question.decision, Policy::Random, 1)?;
    Some(Deed::Choose { question: question.number, choice, seat: None })
}

/// A campaign of one person in a hall of its own, exported after so many answers.
async fn exported(file: &Path, games: &[Arc<dyn Game>], answers: usize) -> Exported {
    let store = Store::open(file).await.unwrap();
    let hall = Hall::open(Parts::new(store, games.to_vec(), Arc::new(Silence))).await.unwrap();
    let usual = Invitation::new("frostpunk", "crater", 1, 5);
    let invitation = Invitation { seed: Some(8), ..usual };
    let id = hall.gather("open", invitation).await.unwrap();
    let who = Person::plain(User(1));
    let sit = Deed::Sit { role: "health".to_owned(), also: false };
    for (number, deed) in [("sit", sit), ("begin", Deed::Begin)] {
        assert_eq!(hall.request(id, number, who.clone(), deed).await, Reply::Done);
    }
    for at in 0..answers {
        let Some(deed) = hall.look_at(id, advised).await.unwrap() else { break };
        hall.request(id, &format!("r{at}"), who.clone(), deed).await;
    }
    let out = hall.store().take_out(id).await.unwrap().unwrap();
    hall.close().await;
    out
}

/// The text of an export with something changed; often with a checksum that fits again.
fn spoilt(good: &Exported, chance: &mut Chance) -> String {
    let text = good.to_text().unwrap();
    if chance.one_in(3) {
        return spoil::text(&text, chance);
    }
    let mut value: Value = serde_json::from_str(&text).unwrap();
    for _ in 0..=chance.below(2) {
        let part = ["charter", "council", "entries", "kept", "votes", "files"][chance.below(6)];
        spoil::json(if chance.one_in(10) { &mut value } else { &mut value[part] }, chance);
    }
    let Ok(mut changed) = serde_json::from_value::<Exported>(value.clone()) else {
        return value.to_string();
    };
    // Whoever forges a file can put its checksum right.
    changed.seal().unwrap();
    changed.to_text().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spoilt_export_is_taken_in_whole_or_changes_nothing() {
    let (folder, games) =
        (Folder::new(), vec![Arc::new(Frostpunk::builtin().unwrap()) as Arc<dyn Game>]);
    let good = exported(&folder.0.join("from.sqlite"), &games, 40).await;
    let file = folder.0.join("to.sqlite");
    let store = Store::open(&file).await.unwrap();
    let mut before = tables(&file).await;
    let (mut taken, many) = (0, tries(500));
    for number in 0..many {
        let mut chance = Chance::new(number as u64);
        let text = spoilt(&good, &mut chance);
        let place = Some((1, 1000 + number as u64));
        let done = match Exported::from_text(&text) {
            Ok(out) => archive::import(&store, &games, out, place, Moment(9)).await,
            Err(why) => Err(why.to_string()),
        };
        match done {
            Err(why) => {
                assert!(why.len() < 2000, "{number}: a sentence of {} bytes", why.len());
                assert!(tables(&file).await == before, "{number}: {why}");
            }
            Ok(_) => {
                taken += 1;
                before = tables(&file).await;
            }
        }
    }
    println!("{taken} of {many} were taken in");
    let replays = archive::replay_all(&store, &games).await.unwrap();
    assert_eq!((replays.same, &replays.different), (taken, &Vec::new()));
    store.close().await;
    wakes(&file, &games).await;
}

/// A hall with everything that was taken in opens, and each campaign can be looked at.
async fn wakes(file: &Path, games: &[Arc<dyn Game>]) {
    let store = Store::open(file).await.unwrap();
    let hall = Hall::open(Parts::new(store, games.to_vec(), Arc::new(Silence))).await.unwrap();
    for id in hall.store().all().await.unwrap() {
        hall.look(id, Some(User(1))).await.unwrap_or_else(|why| panic!("{}: {why:?}", id.0));
    }
    hall.close().await;
}

#[test]
fn a_file_without_end_is_not_read_to_its_end() {
    if !Path::new("/dev/zero").exists() {
        return;
    }
    for command in ["import", "verify"] {
        let said = std::process::Command::new(env!("CARGO_BIN_EXE_emberhall"))
            .args([command, "/dev/zero", "--database"])
            .arg(std::env::temp_dir().join("emberhall-never-made.sqlite"))
            .output()
            .unwrap();
        let error = String::from_utf8(said.stderr).unwrap();
        assert_eq!((said.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains("not a regular file"), "{error}");
    }
}
