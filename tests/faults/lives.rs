//! The bot as a process of its own, that can be killed; and people who know
//! nothing of it but what they see in the channel.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use emberhall::sandbox::{ActionResult, Id, ShownMessage, World};
use emberhall::store::{CampaignId, Exported, Store};
use serde_json::json;

use crate::kit::Scene;
use crate::players::{Dice, Offer, answers};
use crate::table::is_panel;

const SOON: Duration = Duration::from_secs(20);
/// The only campaign there is.
pub const FIRST: CampaignId = CampaignId(1);

/// A process of the bot; it is killed when this is dropped.
pub struct Life {
    child: Child,
    pub born: Instant,
}

impl Drop for Life {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Life {
    /// As `kill -9`.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// As an operator or the system asks; how it ended.
    pub async fn terminate(mut self) -> ExitStatus {
        let process = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &process]).status().unwrap().success());
        for _ in 0..3000 {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("it does not stop");
    }
}

/// Everything a message offers to be clicked as an answer.
fn offers(message: &ShownMessage) -> Vec<Offer> {
    let questions = message.custom_ids();
    let question = |id: &&str| {
        let words: Vec<&str> = id.split(':').collect();
        let answer = matches!(words.get(2), Some(&"a" | &"m"));
        words.get(3).filter(|_| answer).and_then(|word| word.parse().ok())
    };
    let mut questions: Vec<u32> = questions.iter().filter_map(question).collect();
    questions.dedup();
    questions.into_iter().flat_map(|question| answers(message, question)).collect()
}

impl Scene {
    /// Starts the bot as a process, and waits until it is connected.
    pub async fn live(&self) -> Life {
        let none = |world: &World| world.connected() == 0;
        assert!(self.sandbox.until(SOON, none).await, "there is one already");
        let born = Instant::now();
        let child = Command::new(env!("CARGO_BIN_EXE_emberhall"))
            .env("DISCORD_TOKEN", self.sandbox.token())
            .env("DISCORD_API_URL", self.sandbox.base())
            .env("DATABASE_URL", self.folder.0.join("hall.sqlite"))
            .env("EMBERHALL_LOG", "error")
            .env_remove("DISCORD_GUILD_ID")
            .env_remove("EMBERHALL_METRICS")
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let life = Life { child, born };
        assert!(self.sandbox.connected(1).await, "the bot did not connect");
        life
    }

    /// The store, from outside.
    async fn peek(&self) -> (Exported, bool) {
        let store = Store::open_shared(&self.folder.0.join("hall.sqlite")).await.unwrap();
        let campaign = store.export(FIRST).await.unwrap().unwrap();
        let told = store.next_delivery().await.unwrap().is_none();
        store.close().await;
        (campaign, told)
    }

    /// The campaign, when everything of it is told.
    pub async fn at_rest(&self) -> Exported {
        for _ in 0..1000 {
            self.sandbox.quiet(Duration::from_millis(30)).await;
            if let (campaign, true) = self.peek().await {
                return campaign;
            }
        }
        panic!("news is still on its way: {:?}", self.sandbox.violations());
    }

    /// Opens a table for all, and begins.
    pub async fn sit_down(&self, seed: u64) {
        let options = vec![("seed", json!(seed.to_string())), ("pace", json!(3))];
        self.slash(self.people[0], "campaign new", options).await;
        let channel = self.channel;
        let lobby = |world: &World| world.messages(channel).len() == 1;
        assert!(self.sandbox.until(SOON, lobby).await, "there is no lobby");
        let lobby = self.newest();
        for (at, user) in self.people.iter().enumerate().skip(1) {
            self.click(*user, &lobby, &format!(":c:{at}")).await;
        }
        self.click(self.people[0], &lobby, ":g").await;
        let begun = |world: &World| world.messages(channel).iter().any(is_panel);
        assert!(self.sandbox.until(SOON, begun).await, "it did not begin");
    }

    /// What somebody can answer: on the newest panel, or in private.
    fn can_answer(&self, user: Id) -> Vec<Offer> {
        let public = self.panel().map(|panel| offers(&panel)).unwrap_or_default();
        let private = self.sandbox.private(user, self.channel);
        let private = private.last().map(offers).unwrap_or_default();
        if private.is_empty() { public } else { private }
    }

    /// Is the ending shown?
    pub fn has_ended(&self) -> bool {
        let again = |id: &&str| id.ends_with(":n");
        self.messages().iter().any(|message| message.custom_ids().iter().any(again))
    }

    /// Somebody clicks something; none if there was nothing, or it went away.
    pub async fn click_something(&self, dice: &mut Dice) -> Option<ActionResult> {
        let user = dice.pick(&self.people);
        let offers = self.can_answer(user);
        if offers.is_empty() {
            let panel = self.panel()?;
            let hand = panel.custom_ids().into_iter().find(|id| id.ends_with(":h"))?;
            return self.sandbox.click(user, panel.id, hand).await.ok();
        }
        let offer = dice.pick(&offers);
        match offer.value {
            None => self.sandbox.click(user, offer.message, &offer.id).await.ok(),
            Some(value) => {
                self.sandbox.choose(user, offer.message, &offer.id, vec![value]).await.ok()
            }
        }
    }
}
