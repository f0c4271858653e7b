//! A playground, a browser, and people who click what they are asked.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use emberhall::council::UserId;
use emberhall::council::view::{CouncilView, QuestionView};
use emberhall::discord::custom_id;
use emberhall::frostpunk::Frostpunk;
use emberhall::game::Game;
use emberhall::playground::{self, Opening, Playground, RoomAt};
use emberhall::sandbox::{Id, ShownMessage, World};
use emberhall::store::CampaignId;
use serde_json::json;

use crate::browser::Window;
use crate::contract::Contract;

pub const DESK: (u32, u32) = (1200, 860);

/// A playground on a database of its own.
pub struct Ground {
    pub play: Option<Playground>,
    folder: PathBuf,
    opening: Opening,
}

impl Ground {
    pub async fn open() -> Ground {
        Ground::opened(None).await
    }

    /// The same, and friends are let in at this address.
    pub async fn with_room(address: &str) -> Ground {
        let address = Some(address.parse().unwrap());
        Ground::opened(Some(RoomAt { address, port: 0 })).await
    }

    async fn opened(room: Option<RoomAt>) -> Ground {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("emberhall-page-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let database = folder.join("sandbox.sqlite");
        let opening = Opening { port: 0, database, pace: Duration::from_millis(60), room };
        let mut ground = Ground { play: None, folder, opening };
        ground.start().await;
        ground
    }

    async fn start(&mut self) {
        let sandbox = loop {
            // The old one may still be closing its door.
            match playground::start(self.opening.port).await {
                Ok(sandbox) => break sandbox,
                Err(why) => println!("{why}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let contract = Contract::load();
        sandbox.on_request(Box::new(move |request| contract.check(request)));
        let games: Vec<Arc<dyn Game>> = vec![Arc::new(Frostpunk::builtin().unwrap())];
        self.play = Some(Playground::open_in(sandbox, &self.opening, games).await.unwrap());
    }

    /// Closes it and opens it again at the same place, as after Ctrl-C.
    pub async fn restart(&mut self) {
        self.opening.port = self.address().rsplit(':').next().unwrap().parse().unwrap();
        self.assert_clean();
        self.play.take().unwrap().close().await;
        self.start().await;
    }

    pub async fn close(&mut self) {
        self.assert_clean();
        self.play.take().unwrap().close().await;
    }

    pub fn play(&self) -> &Playground {
        self.play.as_ref().unwrap()
    }

    pub fn address(&self) -> String {
        self.play().address().to_owned()
    }

    pub fn channel(&self) -> Id {
        self.play().scenery().channels[0]
    }

    /// The campaign, and the table as everybody sees it.
    pub async fn look(&self) -> (CampaignId, CouncilView) {
        let hall = self.play().bot().hall();
        let id = hall.campaign_in_channel(self.channel()).await.unwrap().expect("a campaign");
        (id, hall.view(id, None).await.unwrap())
    }

    /// Waits until a table is shown.
    pub async fn begun(&self) {
        let is_table = |one: &ShownMessage| one.custom_ids().iter().any(|id| id.ends_with(":h"));
        let shown = |world: &World| world.messages(self.channel()).iter().any(is_table);
        assert!(self.play().sandbox().until(Duration::from_secs(30), shown).await);
    }

    /// What the house would choose.
    pub async fn counsel(&self, id: CampaignId, user: UserId, question: u32) -> Option<String> {
        let hall = self.play().bot().hall();
        let panel = hall.view(id, Some(user)).await.unwrap();
        let asked = panel.questions.iter().find(|asked| asked.number == question)?;
        let decision = asked.decision.as_ref()?;
        let number = decision.id;
        let seed = u64::from(question);
        let look = move |campaign: &emberhall::council::Campaign| {
            campaign.table().and_then(|table| table.advice(number, seed))
        };
        let advised = hall.read(id, look).await.unwrap().map(|counsel| counsel.choice);
        advised.or_else(|| open_choices(asked).first().cloned())
    }

    /// Nothing the bot sent was wrong, in Discord's eyes.
    pub fn assert_clean(&self) {
        let wrong = self.play().sandbox().violations();
        assert!(
            wrong.is_empty(),
            "{} violations: {:#?}",
            wrong.len(),
            &wrong[..wrong.len().min(5)]
        );
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The answers that can be taken.
pub fn open_choices(asked: &QuestionView) -> Vec<String> {
    let all = asked.decision.iter().flat_map(|decision| &decision.choices);
    all.filter(|choice| choice.blocked.is_none()).map(|choice| choice.key.clone()).collect()
}

impl Window {
    /// Becomes somebody, by a click on their name.
    pub async fn be(&self, user: Id) {
        let me = format!(".person.me[data-person='{user}']");
        if self.has(&me).await {
            return;
        }
        let there = format!("document.body.dataset.at?.startsWith('{user} ')");
        self.click(&format!(".person[data-person='{user}']")).await;
        self.until(&there).await;
    }

    /// Clicks an answer: its button, or its line in a menu, on whatever page that is.
    pub async fn answer(&self, id: CampaignId, question: u32, choice: &str) {
        let button = format!(
            "[data-custom-id='{}']:not(:disabled)",
            custom_id::answer(id.0, question, choice)
        );
        let menu = format!("[data-custom-id^='e1:{}:m:{question}:']", id.0);
        let hand = format!("[data-custom-id='e1:{}:h']", id.0);
        let seen = format!(
            "document.querySelector({0}) ? 'button' : document.querySelector({1}) ? 'menu' :
             document.querySelector({2}) ? 'hand' : null",
            json!(button),
            json!(menu),
            json!(hand)
        );
        match self.until(&seen).await.as_str() {
            Some("button") => self.click(&button).await,
            Some("menu") => self.pick(id, question, choice, &menu).await,
            _ => {
                // A question for one person alone is in their hand.
                self.click(&hand).await;
                let both = format!(
                    "!!document.querySelector({}) || !!document.querySelector({})",
                    json!(button),
                    json!(menu)
                );
                self.until(&both).await;
                if self.has(&button).await {
                    self.click(&button).await;
                } else {
                    self.pick(id, question, choice, &menu).await;
                }
            }
        }
    }

    async fn pick(&self, id: CampaignId, question: u32, choice: &str, menu: &str) {
        for page in 1..9 {
            self.open_menu(menu).await;
            let line = format!(
                ".options [data-value='{}']",
                custom_id::ChoiceRef::of(choice, 100).as_str()
            );
            if self.has(&line).await {
                return self.click(&line).await;
            }
            self.press("Escape").await;
            self.click(&format!("[data-custom-id='e1:{}:t:{question}:{page}']", id.0)).await;
            let turned = format!("[data-custom-id='e1:{}:m:{question}:{page}']", id.0);
            self.until(&format!("!!document.querySelector({})", json!(turned))).await;
        }
        panic!("{choice} is on no page");
    }

    /// Begins to look at the clock; [`Window::effect`] says how long the next change took.
    pub async fn watch(&self) {
        self.eval(
            "window.effect = new Promise((done) => {
               let start = null;
               document.addEventListener('mousedown', () => { start = performance.now(); }, { once: true, capture: true });
               const seen = new MutationObserver(async (changes) => {
                 const nodes = changes.flatMap((one) => [...one.addedNodes]).filter((n) => n.nodeType === 1 && n.closest('.message'));
                 if (start === null || !nodes.length) return;
                 seen.disconnect();
                 const pictures = nodes.flatMap((n) => [...n.querySelectorAll('img')]);
                 await Promise.all(pictures.map((one) => one.decode().catch(() => {})));
                 done(performance.now() - start);
               });
               seen.observe(document.getElementById('messages'), { childList: true, subtree: true });
             }), 0",
        )
        .await;
    }

    /// Milliseconds from the click to its effect, pictures and all; none if nothing came of it.
    pub async fn effect(&self) -> Option<f64> {
        let late = "new Promise((done) => setTimeout(() => done(null), 3000))";
        self.eval(&format!("Promise.race([window.effect, {late}])")).await.as_f64()
    }
}

/// The one in the middle.
pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(0.0)
}
