//! The program itself: `emberhall serve`, started and stopped as an operator does.

use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use emberhall::sandbox::{Options, Sandbox};

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_program_serves_until_it_is_told_to_stop_and_keeps_its_secret() {
    let sandbox = Sandbox::start(Options::default()).await.unwrap();
    let file = std::env::temp_dir().join(format!("emberhall-serve-{}.sqlite", std::process::id()));
    let mut bot = Command::new(env!("CARGO_BIN_EXE_emberhall"))
        .arg("serve")
        .env_remove("DISCORD_GUILD_ID")
        .env_remove("EMBERHALL_METRICS")
        .env("DISCORD_TOKEN", sandbox.token())
        .env("DISCORD_API_URL", sandbox.base())
        .env("DATABASE_URL", &file)
        .env("EMBERHALL_LOG", "trace")
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    assert!(sandbox.connected(1).await, "it did not connect");
    let told = Command::new("kill").args(["-TERM", &bot.id().to_string()]).status().unwrap();
    assert!(told.success());
    let mut said = String::new();
    bot.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    let ended = tokio::time::timeout(
        Duration::from_secs(30),
        tokio::task::spawn_blocking(move || bot.wait().unwrap()),
    );
    assert_eq!(ended.await.unwrap().unwrap().code(), Some(0), "{said}");
    assert!(said.contains("stopped") && !said.contains(sandbox.token()), "{said}");
    for ending in ["sqlite", "sqlite-wal", "sqlite-shm"] {
        let _ = std::fs::remove_file(file.with_extension(ending));
    }
}
