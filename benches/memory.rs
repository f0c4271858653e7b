//! The memory of the bot alone: a process of its own, against a Discord in this one.
//!
//! 200 campaigns are begun and some hundred clicks made; then what the system says
//! of the process is printed. Figures are orientation: 60 MB.
//!
//! `cargo bench --bench memory`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use emberhall::sandbox::{Id, Options, Sandbox, ShownMessage};
use serde_json::json;

/// As the program has it.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const CAMPAIGNS: usize = 200;
const CLICKS: usize = 800;
/// In megabytes.
const ORIENTATION: f64 = 60.0;

#[tokio::main]
async fn main() {
    let (sandbox, places) = server().await;
    let folder = std::env::temp_dir().join(format!("emberhall-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let bot = Serving::start(&sandbox, &folder.join("hall.sqlite"));
    assert!(sandbox.connected(1).await, "the bot did not connect");
    bot.tell("connected");
    for (channel, user) in &places {
        begin(&sandbox, *channel, *user).await;
    }
    sandbox.quiet(Duration::from_secs(2)).await;
    bot.tell(&format!("{CAMPAIGNS} campaigns begun"));
    let mut made = 0;
    for n in 0..CLICKS {
        let (channel, user) = places[n % places.len()];
        made += usize::from(play(&sandbox, channel, user, n).await);
        if (n + 1) % 400 == 0 {
            sandbox.quiet(Duration::from_secs(1)).await;
            bot.tell(&format!("{made} clicks"));
        }
    }
    let resident = bot.megabytes("VmRSS");
    println!("resident {resident:.1} MB of {ORIENTATION} MB");
    drop(bot);
    let _ = std::fs::remove_dir_all(folder);
}

/// A server with a channel and a person for each campaign.
async fn server() -> (Sandbox, Vec<(Id, Id)>) {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let places = sandbox.change(|world| {
        let owner = world.add_user("Owner");
        let guild = world.add_guild("New London", owner);
        let mut place = |n: usize| {
            let user = world.add_user(&format!("Person {n}"));
            world.add_member(guild, user);
            (world.add_channel(guild, &format!("city-{n}")), user)
        };
        (0..CAMPAIGNS).map(&mut place).collect()
    });
    (sandbox, places)
}

/// `emberhall serve`; it is killed when this is dropped.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Serving {
    fn start(sandbox: &Sandbox, database: &std::path::Path) -> Serving {
        let child = Command::new(env!("CARGO_BIN_EXE_emberhall"))
            .arg("serve")
            .env("DISCORD_TOKEN", sandbox.token())
            .env("DISCORD_API_URL", sandbox.base())
            .env("DATABASE_URL", database)
            .env("EMBERHALL_LOG", "error")
            // All of them in one server, which would be too many for a stranger's.
            .env("EMBERHALL_CAMPAIGNS_PER_SERVER", "0")
            .env("EMBERHALL_LOBBIES_PER_SERVER", "0")
            .env_remove("DISCORD_GUILD_ID")
            .env_remove("EMBERHALL_METRICS")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        Serving(child)
    }

    /// A figure of `/proc`, in megabytes; 0 where there is none.
    fn megabytes(&self, figure: &str) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with(figure)).unwrap_or_default();
        let kilobytes = line.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        kilobytes.unwrap_or(0.0) / 1024.0
    }

    fn tell(&self, when: &str) {
        let [now, most, own, data] =
            ["VmRSS", "VmHWM", "RssAnon", "VmData"].map(|one| self.megabytes(one));
        println!(
            "{when}: resident {now:.1} MB (most {most:.1}), of it anonymous {own:.1}, data {data:.1}"
        );
    }
}

/// Opens a table for one, without deadlines, and begins.
async fn begin(sandbox: &Sandbox, channel: Id, user: Id) {
    let options = vec![("pace", json!(3))];
    let acted = sandbox.slash(user, channel, "campaign new", options).await.unwrap();
    assert!(acted.ack.is_answered(), "{:?}", acted.ack);
    let lobby = |m: &ShownMessage| m.custom_ids().iter().any(|id| id.ends_with(":g"));
    let open = sandbox.until(Duration::from_secs(10), |w| w.messages(channel).iter().any(lobby));
    assert!(open.await, "no lobby");
    let message = sandbox.messages(channel).into_iter().find(lobby).unwrap();
    let id = message.custom_ids().into_iter().find(|id| id.ends_with(":g")).unwrap().to_owned();
    assert!(sandbox.click(user, message.id, &id).await.unwrap().ack.is_answered());
}

/// One click on something that is open to this person; false if nothing was.
async fn play(sandbox: &Sandbox, channel: Id, user: Id, dice: usize) -> bool {
    let mut messages = sandbox.messages(channel);
    messages.extend(sandbox.private(user, channel));
    let mut offers: Vec<(Id, String, Option<String>)> = Vec::new();
    for message in messages.iter().rev().take(6) {
        for part in message.components().filter(|part| part["disabled"] != true) {
            let Some(id) = part["custom_id"].as_str() else { continue };
            let value = part["options"][0]["value"].as_str().map(str::to_owned);
            if [":a:", ":m:"].iter().any(|kind| id.contains(kind)) {
                offers.push((message.id, id.to_owned(), value));
            }
        }
    }
    if offers.is_empty() {
        return false;
    }
    let (message, id, value) = offers.swap_remove(dice.wrapping_mul(7919) % offers.len());
    let acted = match value {
        None => sandbox.click(user, message, &id).await,
        Some(value) => sandbox.choose(user, message, &id, vec![value]).await,
    };
    acted.is_ok_and(|acted| acted.ack.is_answered())
}
