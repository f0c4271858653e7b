//! Exported campaigns: taken in whole and replayable, or refused with nothing changed.

use std::path::Path;
use std::sync::Arc;

use emberhall::council::{Campaign, Reply, Request, Requester, Timestamp, UserId};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Policy};
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby, archive};
use emberhall::store::{Exported, Store};
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::chance::Chance;
use crate::kit::Folder;
use crate::spoil;
use crate::tables::tables;
use crate::target::{Input, target};

fn advised(campaign: &Campaign) -> Option<Request> {
    let question = campaign.council().questions.first()?;
    let choice = campaign.table()?.choose(question.decision, Policy::Random, 1)?;
    Some(Request::Choose { question: question.number, choice, seat: None })
}

/// A campaign of one person in a hall of its own, exported after so many answers.
async fn exported(file: &Path, games: &[Arc<dyn Game>], answers: usize) -> Exported {
    let hall = hall(file, games).await;
    let usual = NewLobby::new("frostpunk", "crater", 1, 5);
    let invitation = NewLobby { seed: Some(8), ..usual };
    let id = hall.open_lobby("open", invitation).await.unwrap();
    let who = Requester::plain(UserId(1));
    let sit = Request::Sit { role: "health".to_owned(), also: false };
    for (number, deed) in [("sit", sit), ("begin", Request::Begin)] {
        assert_eq!(hall.request(id, number, who.clone(), deed).await, Reply::Done);
    }
    for at in 0..answers {
        let Some(deed) = hall.read(id, advised).await.unwrap() else { break };
        hall.request(id, &format!("r{at}"), who.clone(), deed).await;
    }
    let out = hall.store().export(id).await.unwrap().unwrap();
    hall.close().await;
    out
}

/// The text of an export with something changed; often with a checksum that fits again.
fn spoilt(good: &Value, chance: &mut Chance<'_>) -> String {
    if chance.one_in(3) {
        return spoil::text(&good.to_string(), chance);
    }
    let mut value = good.clone();
    for _ in 0..=chance.below(2) {
        let part = ["charter", "council", "entries", "kept", "votes", "files"][chance.below(6)];
        spoil::json(if chance.one_in(10) { &mut value } else { &mut value[part] }, chance);
    }
    let Ok(mut changed) = serde_json::from_value::<Exported>(value.clone()) else {
        return value.to_string();
    };
    // A forger can put the checksum right as well.
    changed.update_checksum().unwrap();
    changed.to_text().unwrap()
}

/// A hall that campaigns are uploaded to, and a database that an operator takes them into.
struct Doors {
    folder: Folder,
    games: Vec<Arc<dyn Game>>,
    hall: Hall,
    store: Store,
    taken: usize,
}

impl Doors {
    async fn open(games: &[Arc<dyn Game>]) -> Self {
        let (folder, games) = (Folder::new(), games.to_vec());
        let hall = hall(&folder.0.join("hall.sqlite"), &games).await;
        let store = Store::open(&folder.0.join("to.sqlite")).await.unwrap();
        Doors { folder, games, hall, store, taken: 0 }
    }

    /// As `/campaign import` does it: nothing of the upload is stored unless all of it is.
    async fn upload(&mut self, text: String) -> Result<(), String> {
        let before = self.hall.store().campaign_ids().await.unwrap();
        let turn = self.hall.import_permit().await.expect("nobody else uploads");
        let examined = self.hall.check_import(turn, text, (1, 1000 + before.len() as u64)).await;
        let taken = match examined {
            Ok(examined) => self.hall.import(examined).await,
            Err(why) => Err(why),
        };
        match taken {
            Ok(id) => {
                self.taken += 1;
                self.hall.view(id, Some(UserId(1))).await.unwrap();
                Ok(())
            }
            Err(why) => {
                assert_eq!(self.hall.store().campaign_ids().await.unwrap(), before, "{why}");
                Err(why.to_string())
            }
        }
    }

    /// As `emberhall import` does it, with the cards that the file brings.
    async fn bring_in(&mut self, text: &str) -> Result<(), String> {
        let file = self.folder.0.join("to.sqlite");
        let before = tables(&file).await;
        let place = Some((1, 1000 + before["campaign"].len() as u64));
        let done = match Exported::from_text(text) {
            Ok(out) => archive::import(&self.store, &self.games, out, place, Timestamp(9)).await,
            Err(why) => Err(why.to_string()),
        };
        match done {
            Ok(_) => self.taken += 1,
            Err(_) => assert!(tables(&file).await == before, "{done:?}"),
        }
        done.map(drop)
    }

    /// Everything that was taken in replays from its seed, and can be looked at.
    async fn close(self) {
        for store in [&self.store, self.hall.store()] {
            let replays = archive::replay_all(store, &self.games).await.unwrap();
            assert_eq!(replays.different, []);
        }
        self.hall.close().await;
        self.store.close().await;
        wakes(&self.folder.0.join("to.sqlite"), &self.games).await;
    }
}

async fn hall(file: &Path, games: &[Arc<dyn Game>]) -> Hall {
    let store = Store::open(file).await.unwrap();
    Hall::open(HallConfig::new(store, games.to_vec(), Arc::new(NullFrontEnd))).await.unwrap()
}

/// A hall with everything that was taken in opens, and each campaign can be looked at.
async fn wakes(file: &Path, games: &[Arc<dyn Game>]) {
    let hall = hall(file, games).await;
    for id in hall.store().campaign_ids().await.unwrap() {
        hall.view(id, Some(UserId(1))).await.unwrap_or_else(|why| panic!("{}: {why:?}", id.0));
    }
    hall.close().await;
}

#[test]
fn a_spoilt_export_is_taken_in_whole_or_changes_nothing() {
    let games = vec![Arc::new(Frostpunk::builtin().unwrap()) as Arc<dyn Game>];
    let runtime = Runtime::new().unwrap();
    let folder = Folder::new();
    let good = runtime.block_on(exported(&folder.0.join("from.sqlite"), &games, 40));
    let whole = serde_json::to_value(&good).unwrap();
    // An upload's cards are dropped unread; without them more campaigns fit into the time.
    let mut bare = good.clone();
    bare.files.clear();
    bare.update_checksum().unwrap();
    let bare = serde_json::to_value(&bare).unwrap();
    let (mut doors, mut tried, mut taken) = (None, 0, 0);
    target("imports", |input: Input<'_>| {
        // The operator's way reads a whole pack each time, so it is tried less often.
        let (text, operator) = match input {
            Input::Text(text) => (text.to_owned(), true),
            Input::Recipe(mut chance) => {
                let operator = chance.one_in(16);
                (spoilt(if operator { &whole } else { &bare }, &mut chance), operator)
            }
        };
        runtime.block_on(async {
            let mut open = match doors.take() {
                Some(open) => open,
                None => Doors::open(&games).await,
            };
            let uploaded = open.upload(text.clone()).await;
            let brought = if operator { Some(open.bring_in(&text).await) } else { None };
            for why in [Some(uploaded), brought].into_iter().flatten().filter_map(Result::err) {
                assert!(why.chars().count() <= 300, "a sentence of {} characters", why.len());
            }
            tried += 1;
            if open.taken < 20 {
                doors = Some(open);
            } else {
                taken += open.taken;
                open.close().await;
            }
        });
    });
    if let Some(open) = doors {
        taken += open.taken;
        runtime.block_on(open.close());
    }
    println!("{taken} of {tried} were taken in");
    assert!(taken * 50 > tried, "only {taken} of {tried} were taken in: it tries nothing");
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
