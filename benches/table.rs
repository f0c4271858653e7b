//! The table in a channel: how long a click waits for its acknowledgement.
//!
//! One run, one machine: a bot that does nothing but acknowledge, alone; then the
//! same beside the real one with 200 campaigns under way, the same clicks a second
//! on both. Everything goes over loopback: gateway, HTTP, SQLite. Ratios count;
//! times are orientation. The ratio with a limit is the one of the two side by
//! side, where whatever else the machine does is in both; the other is printed too.
//!
//! `cargo bench --bench table`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use emberhall::discord::{Bot, Config};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::Game;
use emberhall::sandbox::{Id, Message, Options, Sandbox};
use serde_json::json;
use serenity::all::{
    ClientBuilder, Context, EventHandler, GatewayIntents, HttpBuilder, Interaction, ShardManager,
};
use tokio::task::JoinHandle;

const CAMPAIGNS: usize = 200;
const CLICKS: usize = 1500;
const A_SECOND: u64 = 50;
const LIMIT: f64 = 3.0;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (alone, beside, full, resident) = runtime.block_on(async {
        let idle = Idle::start().await;
        let alone = waits(idle.clicks().await);
        let (beside, full, resident) = busy_hall(&idle).await;
        idle.stop().await;
        (alone, beside, full, resident)
    });
    println!("{CLICKS} clicks, {A_SECOND} a second, over {CAMPAIGNS} campaigns");
    alone.print("an empty handler alone");
    beside.print("an empty handler beside");
    full.print("the real one");
    let ratio = |to: &Waits| full.p99.as_secs_f64() / to.p99.as_secs_f64();
    println!("ratio of p99 to the empty one alone:  {:.2}", ratio(&alone));
    println!("ratio of p99 to the empty one beside: {:.2} (limit {LIMIT})", ratio(&beside));
    println!("resident, stand-ins and {CAMPAIGNS} live campaigns included: {resident} MB");
    if ratio(&beside) > LIMIT {
        println!("OVER THE LIMIT");
    }
}

/// How long clicks waited.
struct Waits {
    p50: Duration,
    p99: Duration,
    /// Clicks that were really made.
    counted: usize,
}

impl Waits {
    fn print(&self, whose: &str) {
        let Waits { p50, p99, counted } = self;
        println!("{whose:24} p50 {p50:?}, p99 {p99:?}, {counted} clicks");
    }
}

fn waits(mut all: Vec<Duration>) -> Waits {
    all.sort_unstable();
    let at = |percent: usize| all[(all.len() * percent / 100).min(all.len() - 1)];
    Waits { p50: at(50), p99: at(99), counted: all.len() }
}

/// A server with a channel and a person for each campaign.
async fn server() -> (Arc<Sandbox>, Vec<(Id, Id)>) {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let places = sandbox.change(|world| {
        let owner = world.add_user("Owner");
        let guild = world.add_guild("New London", owner);
        world.invite_bot(guild);
        (0..CAMPAIGNS)
            .map(|n| {
                let user = world.add_user(&format!("Person {n}"));
                world.add_member(guild, user);
                (world.add_channel(guild, &format!("city-{n}")), user)
            })
            .collect()
    });
    (Arc::new(sandbox), places)
}

/// Acknowledges everything and does nothing.
struct Nodder;

#[serenity::async_trait]
impl EventHandler for Nodder {
    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        if let Interaction::Component(it) = interaction {
            let answer = serenity::all::CreateInteractionResponse::Acknowledge;
            it.create_response(&ctx.http, answer).await.unwrap();
        }
    }
}

/// A bot that only nods, and a button in every channel.
struct Idle {
    sandbox: Arc<Sandbox>,
    messages: Vec<(Id, Id)>,
    shards: Arc<ShardManager>,
    task: JoinHandle<()>,
}

impl Idle {
    async fn start() -> Self {
        let (sandbox, places) = server().await;
        let http = || {
            let builder = HttpBuilder::new(sandbox.token()).proxy(sandbox.base());
            builder.ratelimiter_disabled(true).build()
        };
        let builder = ClientBuilder::new_with_http(http(), GatewayIntents::GUILDS);
        let mut client = builder.event_handler(Nodder).await.unwrap();
        let shards = Arc::clone(&client.shard_manager);
        let task = tokio::spawn(async move { client.start().await.unwrap() });
        assert!(sandbox.connected(1).await);
        let button = json!({ "content": "x", "components": [{ "type": 1, "components": [
            { "type": 2, "style": 1, "label": "x", "custom_id": "x" }] }] });
        let mut messages = Vec::new();
        for (channel, user) in &places {
            let sent = http().send_message((*channel).into(), Vec::new(), &button).await.unwrap();
            messages.push((*user, sent.id.get()));
        }
        Idle { sandbox, messages, shards, task }
    }

    async fn clicks(&self) -> Vec<Duration> {
        // Half a beat after the real ones, so that no two ask at the same instant.
        let off = Duration::from_micros(500_000 / A_SECOND);
        paced(off, self.messages.len(), |at| {
            let (sandbox, (user, message)) = (Arc::clone(&self.sandbox), self.messages[at]);
            async move {
                let acted = sandbox.click(user, message, "x").await.unwrap();
                assert!(acted.ack.is_answered());
                Some(acted.after)
            }
        })
        .await
    }

    async fn stop(self) {
        self.shards.shutdown_all().await;
        let _ = self.task.await;
    }
}

/// Clicks at an even pace, each place in turn, whether or not the last has been answered.
async fn paced<F>(after: Duration, places: usize, click: impl Fn(usize) -> F) -> Vec<Duration>
where
    F: Future<Output = Option<Duration>> + Send + 'static,
{
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for n in 0..CLICKS {
        let due = after + Duration::from_micros(1_000_000 / A_SECOND * n as u64);
        tokio::time::sleep(due.saturating_sub(begun.elapsed())).await;
        tasks.push(tokio::spawn(click(n % places)));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap());
    }
    all
}

async fn busy_hall(idle: &Idle) -> (Waits, Waits, u64) {
    let (sandbox, places) = server().await;
    let folder = std::env::temp_dir().join(format!("emberhall-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let config = Config {
        token: sandbox.token().to_owned(),
        database: folder.join("hall.sqlite"),
        api: Some(sandbox.base().to_owned()),
        guild: None,
        metrics: None,
    };
    let game: Arc<dyn Game> = Arc::new(Frostpunk::builtin().unwrap());
    let bot = Bot::start(&config, vec![game]).await.unwrap();
    assert!(sandbox.connected(1).await);
    for (channel, user) in &places {
        begin(&sandbox, *channel, *user).await;
    }
    settle(&bot).await;
    let dice = Arc::new(AtomicU64::new(7));
    let real = paced(Duration::ZERO, places.len(), |at| {
        let (sandbox, dice, (channel, user)) =
            (Arc::clone(&sandbox), Arc::clone(&dice), places[at]);
        async move { play(&sandbox, channel, user, &dice).await }
    });
    let (real, beside) = tokio::join!(real, idle.clicks());
    let resident = resident();
    bot.stop().await;
    let _ = std::fs::remove_dir_all(folder);
    (waits(beside), waits(real), resident)
}

async fn begin(sandbox: &Sandbox, channel: Id, user: Id) {
    // The fourth pace: untimed. Choices go by number.
    let options = vec![("pace", json!(3))];
    let acted = sandbox.slash(user, channel, "campaign new", options).await.unwrap();
    assert!(acted.ack.is_answered());
    let lobby = |m: &Message| m.custom_ids().iter().any(|id| id.ends_with(":g"));
    let open = sandbox.until(Duration::from_secs(5), |w| w.messages(channel).iter().any(lobby));
    assert!(open.await, "no lobby");
    let message = sandbox.messages(channel).into_iter().find(lobby).unwrap();
    let id = message.custom_ids().into_iter().find(|id| id.ends_with(":g")).unwrap().to_owned();
    assert!(sandbox.click(user, message.id, &id).await.unwrap().ack.is_answered());
}

async fn settle(bot: &Bot) {
    while !bot.hall().mail_is_out() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Clicks something that is open to this person: an answer, in the channel or in private.
/// None if nothing was clicked: that is no time to count.
async fn play(sandbox: &Sandbox, channel: Id, user: Id, dice: &AtomicU64) -> Option<Duration> {
    let messages = sandbox.newest(user, channel, 6);
    let mut offers: Vec<(Id, String, Option<String>)> = Vec::new();
    for message in &messages {
        for part in message.components().filter(|part| part["disabled"] != true) {
            let Some(id) = part["custom_id"].as_str() else { continue };
            if id.contains(":a:") {
                offers.push((message.id, id.to_owned(), None));
            } else if id.contains(":m:") {
                let value = part["options"][0]["value"].as_str().map(str::to_owned);
                offers.push((message.id, id.to_owned(), value));
            }
        }
    }
    if offers.is_empty() {
        // The next question is on its way, or in the hand: that is a click too.
        let panel = messages.iter().find_map(|message| {
            let id = message.custom_ids().into_iter().find(|id| id.ends_with(":h"))?;
            Some((message.id, id.to_owned()))
        });
        let (message, id) = panel?;
        return sandbox.click(user, message, &id).await.ok().map(|acted| acted.after);
    }
    let at = dice.fetch_add(0x9e37_79b9, Ordering::Relaxed) as usize % offers.len();
    let (message, id, value) = offers.swap_remove(at);
    let acted = match value {
        None => sandbox.click(user, message, &id).await,
        Some(value) => sandbox.choose(user, message, &id, vec![value]).await,
    };
    match acted {
        Ok(acted) => {
            assert!(acted.ack.is_answered(), "{id}: {:?}", acted.ack);
            Some(acted.after)
        }
        // The message changed in between; no client would have sent it.
        Err(_) => None,
    }
}

/// Memory of this process, in megabytes.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or_default();
    let kilobytes: u64 =
        line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    kilobytes / 1024
}
