//! A bot in a process of its own, so that what it takes can be measured.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use emberhall::discord::{Bot, Config, Limits};
use emberhall::hall::clock::SystemClock;

use crate::kit::{Scene, games};

const VARIABLE: &str = "EMBERHALL_BOUNDS_BOT";

/// Not a test by itself: the bot of another process, which asks what it takes.
#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let Ok(given) = std::env::var(VARIABLE) else { return };
    let (token, api, database) = {
        let mut parts = given.splitn(3, '\n').map(str::to_owned);
        let mut next = || parts.next().unwrap();
        (next(), next(), next())
    };
    let config = Config {
        token,
        database: database.into(),
        api: Some(api),
        guild: None,
        metrics: None,
        patience: Some(Duration::from_millis(400)),
        hurried: false,
        keep_days: None,
        backups: None,
        limits: Limits::none(),
    };
    let bot = Bot::start_over(None, &config, games(), Arc::new(SystemClock)).await.unwrap();
    let asked = tokio::task::spawn_blocking(|| {
        for line in std::io::stdin().lines() {
            match line.unwrap().as_str() {
                "reset" => std::fs::write("/proc/self/clear_refs", "5").unwrap(),
                "stop" => return,
                field => println!("TAKES {}", taken(field)),
            }
        }
    });
    asked.await.unwrap();
    bot.stop().await;
}

/// A line of what the system knows of this process, in kB.
fn taken(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    line.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap()
}

/// The bot of a scene, in its own process.
pub struct Apart {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Apart {
    pub async fn start(scene: &Scene, database: &Path) -> Apart {
        let config = scene.config();
        let given = format!("{}\n{}\n{}", config.token, config.api.unwrap(), database.display());
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "apart::child", "--nocapture"])
            .env(VARIABLE, given)
            // As the unit and the container have it.
            .env("MIMALLOC_PURGE_DELAY", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        assert!(scene.sandbox.connected(1).await, "the bot did not connect");
        Apart { child, input, output: BufReader::new(output) }
    }

    pub fn say(&mut self, word: &str) {
        writeln!(self.input, "{word}").expect("the bot is alive");
    }

    /// What it takes now, in kB: `VmRSS:` or, since the last reset, `VmHWM:`.
    pub fn takes(&mut self, field: &str) -> u64 {
        self.say(field);
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the bot is dead");
            if let Some((_, figure)) = line.split_once("TAKES ") {
                return figure.trim().parse().unwrap();
            }
        }
    }

    pub fn stop(mut self) {
        self.say("stop");
        let ended = self.child.wait().unwrap();
        assert!(ended.success(), "{ended}");
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        // Nothing is left if it was stopped.
        let _ = self.child.kill();
    }
}
