//! The table in a channel: how long a click waits for its acknowledgement.
//!
//! One run, one machine, the same clicks a second on each: a bot that does nothing
//! but acknowledge; one that writes a page to the disk first, as whoever must not
//! lose a vote has to; and the real one with 200 campaigns under way: alone, while a thousand
//! people vote on one ballot within a minute, and with a stream of hostile files given to
//! `/campaign import`. Everything
//! goes over loopback: gateway, HTTP, SQLite. The stand-in for Discord and those who click
//! have threads of their own, as Discord has machines of its own. Ratios count; times are
//! orientation.
//!
//! `cargo bench --bench table`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "table/ballot.rs"]
mod ballot;

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ballot::{Ballot, MOST_EDITS, Polled, VOTES};
use emberhall::discord::{Bot, Config, Limits};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::Game;
use emberhall::sandbox::{Id, Options, Sandbox, ShownMessage};
use serde_json::json;
use serenity::all::{
    ClientBuilder, Context, CreateInteractionResponse, EventHandler, GatewayIntents, HttpBuilder,
    Interaction, ShardManager,
};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

/// As the program has it.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CAMPAIGNS: usize = 200;
const CLICKS: usize = 1500;
const A_SECOND: u64 = 50;
const LIMIT: f64 = 3.0;
/// The same for clicks while files are uploaded, to those without.
const UPLOADS_LIMIT: f64 = 1.5;

fn main() {
    let runtime = || tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let (discord, bots) = (runtime(), runtime());
    let on = bots.handle();
    let folder = std::env::temp_dir().join(format!("emberhall-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (empty, storing, uploaded, (voting, polled)) = discord.block_on(async {
        let empty = Idle::start(None, on).await.measure().await;
        let storing = Idle::start(Some(&folder.join("page")), on).await.measure().await;
        let uploaded = under_uploads(&folder, on).await;
        (empty, storing, uploaded, beside_votes(&folder, on).await)
    });
    let Uploaded { full, uploads, files, resident } = uploaded;
    let _ = std::fs::remove_dir_all(folder);
    println!("{CLICKS} clicks, {A_SECOND} a second, over {CAMPAIGNS} campaigns");
    empty.print("an empty handler");
    storing.print("one that stores first");
    full.print("the real one");
    voting.print("while they vote");
    polled.waits.print("the votes");
    uploads.print("under hostile uploads");
    let ratio = |to: &Waits| full.p99.as_secs_f64() / to.p99.as_secs_f64();
    println!("ratio of p99 to the empty one: {:.2} (limit {LIMIT})", ratio(&empty));
    println!("ratio of p99 to the one that stores first: {:.2}", ratio(&storing));
    let voted = voting.p99.as_secs_f64() / empty.p99.as_secs_f64();
    println!("ratio of p99 to the empty one while {VOTES} vote: {voted:.2} (limit {LIMIT})");
    let Polled { edits, counted, .. } = polled;
    println!(
        "edits of the ballot in that minute: {edits} (limit {MOST_EDITS}); {counted} votes count"
    );
    let under = uploads.p99.as_secs_f64() / full.p99.as_secs_f64();
    println!(
        "ratio of p99 under {files} hostile uploads to that without: {under:.2} (limit {UPLOADS_LIMIT})"
    );
    println!("resident, stand-ins and {CAMPAIGNS} live campaigns included: {resident} MB");
    let slow = ratio(&empty) > LIMIT || voted > LIMIT || under > UPLOADS_LIMIT;
    if slow || edits > MOST_EDITS || counted < VOTES {
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
async fn server() -> (Arc<Sandbox>, Id, Vec<(Id, Id)>) {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let (guild, places) = sandbox.change(|world| {
        let owner = world.add_user("Owner");
        let guild = world.add_guild("New London", owner);
        world.invite_bot(guild);
        let places = (0..CAMPAIGNS).map(|n| {
            let user = world.add_user(&format!("Person {n}"));
            world.add_member(guild, user);
            (world.add_channel(guild, &format!("city-{n}")), user)
        });
        (guild, places.collect())
    });
    (Arc::new(sandbox), guild, places)
}

/// Acknowledges everything and does nothing, or writes a page to the disk before.
struct Nodder {
    page: Option<Mutex<File>>,
}

#[serenity::async_trait]
impl EventHandler for Nodder {
    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        if let Some(page) = &self.page {
            tokio::task::block_in_place(|| {
                let mut page = page.lock().unwrap();
                page.write_all(&[b'x'; 4096]).unwrap();
                page.sync_data().unwrap();
            });
        }
        if let Interaction::Component(it) = interaction {
            let answer = CreateInteractionResponse::Acknowledge;
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
    async fn start(page: Option<&Path>, on: &Handle) -> Self {
        let page = page.map(|page| Mutex::new(File::create(page).unwrap()));
        let (sandbox, _, places) = server().await;
        let http = || {
            let builder = HttpBuilder::new(sandbox.token()).proxy(sandbox.base());
            builder.ratelimiter_disabled(true).build()
        };
        let builder = ClientBuilder::new_with_http(http(), GatewayIntents::GUILDS);
        let client = on.spawn(async { builder.event_handler(Nodder { page }).await.unwrap() });
        let mut client = client.await.unwrap();
        let shards = Arc::clone(&client.shard_manager);
        let task = on.spawn(async move { client.start().await.unwrap() });
        assert!(sandbox.connected(1).await);
        let button = table();
        let mut messages = Vec::new();
        for (channel, user) in &places {
            let sent = http().send_message((*channel).into(), Vec::new(), &button).await.unwrap();
            messages.push((*user, sent.id.get()));
        }
        Idle { sandbox, messages, shards, task }
    }

    async fn measure(self) -> Waits {
        let all = paced(self.messages.len(), |at| {
            let (sandbox, (user, message)) = (Arc::clone(&self.sandbox), self.messages[at]);
            async move {
                let acted = sandbox.click(user, message, "x").await.unwrap();
                assert!(acted.ack.is_answered());
                Some(acted.after)
            }
        });
        let all = all.await;
        self.shards.shutdown_all().await;
        let _ = self.task.await;
        waits(all)
    }
}

/// A message as large as those of a table: whoever clicks it sends all of it along.
fn table() -> serde_json::Value {
    let choice = |n: u32| {
        let (label, value) = (format!("Gather at N{n}a"), format!("N{n}a"));
        json!({ "label": label, "value": value, "description": "1 or 2 Coal, in the cold" })
    };
    let choices: Vec<_> = (0..15).map(choice).collect();
    let buttons = ["x", "y", "z"]
        .map(|id| json!({ "type": 2, "style": 2, "label": "Show my hand", "custom_id": id }));
    let story = "The shift comes home from the rim with frost in the beard. ".repeat(20);
    json!({
        "embeds": [{ "title": "Round 4: the Action Phase", "description": story }],
        "components": [
            { "type": 1, "components": [{ "type": 3, "custom_id": "m", "options": choices }] },
            { "type": 1, "components": buttons },
        ],
    })
}

/// Clicks at an even pace, each place in turn, whether or not the last has been answered.
async fn paced<F>(places: usize, click: impl Fn(usize) -> F) -> Vec<Duration>
where
    F: Future<Output = Option<Duration>> + Send + 'static,
{
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for n in 0..CLICKS {
        let due = Duration::from_micros(1_000_000 / A_SECOND * n as u64);
        tokio::time::sleep(due.saturating_sub(begun.elapsed())).await;
        tasks.push(tokio::spawn(click(n % places)));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap());
    }
    all
}

/// The real one: campaigns that have begun, and those who click.
struct Busy {
    sandbox: Arc<Sandbox>,
    bot: Bot,
    guild: Id,
    places: Vec<(Id, Id)>,
    dice: Arc<AtomicU64>,
}

impl Busy {
    async fn open(database: PathBuf, on: &Handle) -> Busy {
        let (sandbox, guild, places) = server().await;
        let config = Config {
            token: sandbox.token().to_owned(),
            database,
            api: Some(sandbox.base().to_owned()),
            limits: Limits::none(),
            ..Config::default()
        };
        let game: Arc<dyn Game> = Arc::new(Frostpunk::builtin().unwrap());
        let bot = on.spawn(async move { Bot::start(&config, vec![game]).await.unwrap() });
        let bot = bot.await.unwrap();
        assert!(sandbox.connected(1).await);
        for (channel, user) in &places {
            begin(&sandbox, *channel, *user).await;
        }
        settle(&bot).await;
        Busy { sandbox, bot, guild, places, dice: Arc::new(AtomicU64::new(7)) }
    }

    async fn clicks(&self, places: &[(Id, Id)]) -> Vec<Duration> {
        let click = |at: usize| {
            let (sandbox, dice) = (Arc::clone(&self.sandbox), Arc::clone(&self.dice));
            let (channel, user) = places[at];
            async move { play(&sandbox, channel, user, &dice).await }
        };
        paced(places.len(), click).await
    }
}

/// Clicks alone and beside uploads, how many of these, and memory in MB.
struct Uploaded {
    full: Waits,
    uploads: Waits,
    files: usize,
    resident: u64,
}

async fn under_uploads(folder: &Path, on: &Handle) -> Uploaded {
    let busy = Busy::open(folder.join("uploads.sqlite"), on).await;
    let real = busy.clicks(&busy.places).await;
    let resident = resident();
    let files = hostile(&busy.bot).await;
    let uploaded = Arc::new(AtomicU64::new(0));
    let streams: Vec<JoinHandle<()>> = (0..3)
        .map(|n| {
            let (sandbox, uploaded) = (Arc::clone(&busy.sandbox), Arc::clone(&uploaded));
            tokio::spawn(upload(sandbox, files.clone(), n, uploaded))
        })
        .collect();
    let harried = busy.clicks(&busy.places).await;
    streams.iter().for_each(JoinHandle::abort);
    busy.bot.stop().await;
    let files = uploaded.load(Ordering::Relaxed) as usize;
    Uploaded { full: waits(real), uploads: waits(harried), files, resident }
}

/// Clicks while a ballot is voted on, and the votes.
async fn beside_votes(folder: &Path, on: &Handle) -> (Waits, Polled) {
    let busy = Busy::open(folder.join("votes.sqlite"), on).await;
    // After some clicks a ballot stands in most channels.
    busy.clicks(&busy.places).await;
    settle(&busy.bot).await;
    let find = |(channel, _): &(Id, Id)| Ballot::find(&busy.sandbox, busy.guild, *channel);
    let ballot = busy.places.iter().find_map(find).expect("a ballot stands somewhere");
    // Where it stands nobody answers meanwhile: another ballot would take its place.
    let others = busy.places.iter().filter(|(channel, _)| *channel != ballot.channel);
    let others: Vec<(Id, Id)> = others.copied().collect();
    let clicking = async { [busy.clicks(&others).await, busy.clicks(&others).await].concat() };
    let (voting, polled) = tokio::join!(clicking, ballot.poll(&busy.sandbox, busy.bot.hall()));
    busy.bot.stop().await;
    (waits(voting), polled)
}

/// Files as a stranger makes them: too much of everything, and just not too much.
async fn hostile(bot: &Bot) -> Vec<Vec<u8>> {
    let id = bot.hall().store().campaign_ids().await.unwrap()[0];
    let good = bot.hall().store().export(id).await.unwrap().unwrap();
    let kept = |value: serde_json::Value| {
        let mut out = good.clone();
        out.kept = Some((1, value));
        out.update_checksum().unwrap();
        out.to_text().unwrap().into_bytes()
    };
    vec![
        "[".repeat(8_000_000).into_bytes(),
        kept(json!(vec![0; 3_000_000])),
        kept(json!(vec![0; 200_000])),
        kept(json!(vec![json!({ "a": 0 }); 25_000])),
        kept(json!(vec!["x".repeat(200_000); 35])),
        kept(json!({})),
    ]
}

/// One file after the other, each by another moderator into a channel of its own.
async fn upload(sandbox: Arc<Sandbox>, files: Vec<Vec<u8>>, first: usize, count: Arc<AtomicU64>) {
    for bytes in files.into_iter().cycle().skip(first) {
        let (user, channel, file) = sandbox.change(|world| {
            let owner = world.add_user("Stranger");
            let guild = world.add_guild("Elsewhere", owner);
            world.invite_bot(guild);
            let channel = world.add_channel(guild, "exile");
            (owner, channel, world.pick_file("city.json", "application/json", bytes))
        });
        let options = vec![("file", json!(file.to_string()))];
        let acted = sandbox.slash(user, channel, "campaign import", options).await.unwrap();
        let told = |world: &emberhall::sandbox::World| {
            world.said(acted.interaction).iter().any(|message| !message.text().is_empty())
        };
        assert!(sandbox.until(Duration::from_mins(1), told).await, "nothing was said");
        count.fetch_add(1, Ordering::Relaxed);
    }
}

async fn begin(sandbox: &Sandbox, channel: Id, user: Id) {
    // The fourth pace: untimed. Choices go by number.
    let options = vec![("pace", json!(3))];
    let acted = sandbox.slash(user, channel, "campaign new", options).await.unwrap();
    assert!(acted.ack.is_answered());
    let lobby = |m: &ShownMessage| m.custom_ids().iter().any(|id| id.ends_with(":g"));
    let open = sandbox.until(Duration::from_secs(5), |w| w.messages(channel).iter().any(lobby));
    assert!(open.await, "no lobby");
    let message = sandbox.messages(channel).into_iter().find(lobby).unwrap();
    let id = message.custom_ids().into_iter().find(|id| id.ends_with(":g")).unwrap().to_owned();
    assert!(sandbox.click(user, message.id, &id).await.unwrap().ack.is_answered());
}

async fn settle(bot: &Bot) {
    while !bot.hall().outbox_is_empty() {
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
