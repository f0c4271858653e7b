//! A server with a channel, people in it, and the bot.

// Several test programs share this, and none uses all of it.
#![allow(dead_code)]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::Duration;

use emberhall::council::{Span, Timestamp};
use emberhall::discord::{Bot, Config, Limits};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::Game;
use emberhall::hall::clock::{BoxFuture, Clock};
use emberhall::sandbox::{ActionResult, Id, Options, Sandbox, ShownMessage};
use emberhall::store::CampaignId;
use serde_json::{Value, json};

use crate::contract::Contract;

/// A clock the test moves.
pub struct TestClock(AtomicI64);

impl TestClock {
    pub fn advance(&self, by: Span) {
        self.0.fetch_add(by.0, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }

    fn wait(&self, until: Timestamp) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            while self.now() < until {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        })
    }
}

/// People of the server who do not play.
const CITIZENS: usize = 8;

/// A folder that goes with the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("emberhall-discord-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Everything there is.
pub struct Scene {
    pub sandbox: Sandbox,
    pub bot: Option<Bot>,
    pub clock: Arc<TestClock>,
    pub folder: Folder,
    pub guild: Id,
    pub channel: Id,
    /// Those who play.
    pub people: Vec<Id>,
    /// Somebody who does not.
    pub stranger: Id,
    /// Who owns the server.
    pub owner: Id,
    /// More who do not play.
    pub citizens: Vec<Id>,
    /// What the bot can host.
    pub games: Vec<Arc<dyn Game>>,
}

pub fn games() -> Vec<Arc<dyn Game>> {
    vec![Arc::new(Frostpunk::builtin().unwrap())]
}

impl Scene {
    /// A server with so many people who will play, and the bot.
    pub async fn new(people: usize) -> Scene {
        Scene::with(people, Options::default()).await
    }

    pub async fn with(people: usize, options: Options) -> Scene {
        let mut scene = Scene::without_bot(people, options).await;
        scene.start().await;
        scene
    }

    /// The same, and the bot is not started.
    pub async fn without_bot(people: usize, options: Options) -> Scene {
        Scene::among(CITIZENS, people, options).await
    }

    /// The same among so many who do not play.
    pub async fn among(citizens: usize, people: usize, options: Options) -> Scene {
        let sandbox = Sandbox::start(options).await.unwrap();
        let contract = Contract::load();
        sandbox.on_request(Box::new(move |request| contract.check(request)));
        let names = ["Ada", "Bela", "Cleo", "Dora"];
        let (guild, channel, people, (stranger, owner, citizens)) = sandbox.change(|world| {
            let owner = world.add_user("Owner");
            let guild = world.add_guild("New London", owner);
            world.invite_bot(guild);
            let channel = world.add_channel(guild, "the-city");
            let mut member = |name: &str| {
                let user = world.add_user(name);
                world.add_member(guild, user);
                user
            };
            let people: Vec<Id> = names.iter().take(people).map(|name| member(name)).collect();
            let stranger = member("Stranger");
            // So many that the people are asked.
            let citizens = (0..citizens).map(|at| member(&format!("Citizen {at}"))).collect();
            (guild, channel, people, (stranger, owner, citizens))
        });
        let clock = Arc::new(TestClock(AtomicI64::new(1_800_000_000_000)));
        let folder = Folder::new();
        let games = games();
        Scene {
            sandbox,
            bot: None,
            clock,
            folder,
            guild,
            channel,
            people,
            stranger,
            owner,
            citizens,
            games,
        }
    }

    pub fn config(&self) -> Config {
        Config {
            token: self.sandbox.token().to_owned(),
            database: self.folder.0.join("hall.sqlite"),
            api: Some(self.sandbox.base().to_owned()),
            guild: None,
            metrics: Some("127.0.0.1:0".parse().unwrap()),
            // Long enough for a slow machine: what is answered at once is always the same.
            patience: Some(Duration::from_millis(400)),
            // The clock stands still: a tally that waits would wait for ever.
            hurried: true,
            keep_days: None,
            backups: None,
            // A test clicks faster than any person.
            limits: Limits::none(),
        }
    }

    /// Starts the bot.
    pub async fn start(&mut self) {
        self.start_over(None, &self.config()).await;
    }

    /// Starts the bot with other settings, and perhaps over a client of ours.
    pub async fn start_over(&mut self, client: Option<reqwest::Client>, config: &Config) {
        let clock: Arc<dyn Clock> = Arc::clone(&self.clock) as _;
        let bot = Bot::start_over(client, config, self.games.clone(), clock).await.unwrap();
        self.bot = Some(bot);
        assert!(self.sandbox.connected(1).await, "the bot did not connect");
    }

    /// Stops the bot, as an operator does.
    pub async fn stop(&mut self) {
        if let Some(bot) = self.bot.take() {
            bot.stop().await;
        }
    }

    pub fn hall(&self) -> &emberhall::hall::Hall {
        self.bot.as_ref().unwrap().hall()
    }

    /// Waits until everything was told.
    pub async fn settled(&self) {
        // A click may have been acknowledged before it was carried out.
        self.bot.as_ref().unwrap().rested(Duration::from_secs(1)).await;
        for _ in 0..5000 {
            let out = self.hall().outbox_is_empty();
            if out && self.hall().store().next_delivery().await.unwrap().is_none() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        let next = self.hall().store().next_delivery().await.unwrap();
        let waits = next.map(|next| next - self.clock.now());
        let odd = self.sandbox.violations();
        panic!(
            "news is on its way: out {}, waits {waits:?}; {odd:?}",
            self.hall().outbox_is_empty()
        );
    }

    /// A command; it must be answered.
    pub async fn slash(&self, user: Id, path: &str, options: Vec<(&str, Value)>) -> ActionResult {
        let acted = self.sandbox.slash(user, self.channel, path, options).await.unwrap();
        assert!(acted.ack.is_answered(), "/{path}: {:?}", acted.ack);
        acted
    }

    /// Opens a lobby, everybody sits down, and it begins.
    pub async fn begin(&self, seed: u64) -> CampaignId {
        self.begin_with(seed, Vec::new()).await
    }

    pub async fn begin_with(&self, seed: u64, more: Vec<(&str, Value)>) -> CampaignId {
        let mut options = vec![("seed", json!(seed.to_string()))];
        if !more.iter().any(|(name, _)| *name == "lessons") {
            // These people know the game: 1 is off.
            options.push(("lessons", json!(1)));
        }
        options.extend(more);
        self.slash(self.people[0], "campaign new", options).await;
        self.settled().await;
        let lobby = self.newest();
        for (at, user) in self.people.iter().enumerate().skip(1) {
            self.click(*user, &lobby, &format!(":c:{at}")).await;
        }
        self.click(self.people[0], &lobby, ":g").await;
        self.settled().await;
        let id = self.hall().campaign_in_channel(self.channel).await.unwrap();
        id.expect("a campaign is being played")
    }

    /// Clicks the button whose id ends like this; it must be answered.
    pub async fn click(&self, user: Id, message: &ShownMessage, ending: &str) -> ActionResult {
        let message = self.sandbox.message(message.id).expect("the message is there");
        let ids = message.custom_ids();
        let id = ids.iter().find(|id| id.ends_with(ending)).unwrap_or_else(|| {
            panic!("no button {ending} in {ids:?}:\n{}", message.text());
        });
        let acted = self.sandbox.click(user, message.id, id).await.unwrap();
        assert!(acted.ack.is_answered(), "{id}: {:?}", acted.ack);
        acted
    }

    /// The bot's messages in the channel, newest last.
    pub fn messages(&self) -> Vec<ShownMessage> {
        self.sandbox.messages(self.channel)
    }

    /// The newest message of the channel.
    pub fn newest(&self) -> ShownMessage {
        self.messages().pop().expect("a message")
    }

    /// The newest message that shows the table.
    pub fn panel(&self) -> Option<ShownMessage> {
        let shows = |m: &ShownMessage| m.custom_ids().iter().any(|id| id.ends_with(":h"));
        self.messages().into_iter().rev().find(shows)
    }

    /// Nothing the bot sent was wrong, in Discord's eyes.
    pub fn assert_clean(&self) {
        let wrong = self.sandbox.violations();
        assert!(
            wrong.is_empty(),
            "{} violations, first: {:#?}",
            wrong.len(),
            &wrong[..wrong.len().min(5)]
        );
    }
}
