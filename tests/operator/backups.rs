//! Backups as they are set: made by a bot that runs, told of, restored, and looked for by the doctor.

use std::path::{Path, PathBuf};
use std::time::Duration;

use emberhall::council::{Span, Timestamp};
use emberhall::discord::Config;
use emberhall::hall::backups::BackupPlan;
use emberhall::hall::clock::{Clock as _, SystemClock};
use emberhall::sandbox::Options;
use emberhall::store::{BackupFolder, Store};

use crate::kit::Scene;
use crate::program::{Set, folder, run};

/// A line of the metrics, as a number.
async fn metric(scene: &Scene, name: &str) -> u64 {
    let at = scene.bot.as_ref().unwrap().metrics_at().unwrap();
    let text = reqwest::get(format!("http://{at}/metrics")).await.unwrap().text().await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("emberhall_{name} ")));
    line.unwrap_or_else(|| panic!("no {name}: {text}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_makes_backups_as_it_is_set_and_they_can_be_restored() {
    let mut scene = Scene::without_bot(1, Options::default()).await;
    let copies = scene.folder.0.join("copies");
    std::fs::create_dir(&copies).unwrap();
    let plan = BackupPlan { every: Span::hours(12), keep: 1, folder: copies.clone() };
    let config = Config { backups: Some(plan), ..scene.config() };
    scene.start_over(None, &config).await;
    scene.begin(3).await;
    for made in 1..=2 {
        for _ in 0..500 {
            if metric(&scene, "backups_total").await == made {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(metric(&scene, "backups_total").await, made);
        let at = metric(&scene, "backup_last_timestamp_seconds").await;
        assert_eq!(at, 1_800_000_000 + (made - 1) * 12 * 3600);
        scene.clock.advance(Span::hours(12 * i64::from(made == 1)));
    }
    assert_eq!(metric(&scene, "backups_failed_total").await, 0);
    assert!(metric(&scene, "disk_free_bytes").await > 0);
    let bytes = metric(&scene, "backup_last_bytes").await;
    scene.stop().await;
    let made: Vec<_> = std::fs::read_dir(&copies).unwrap().map(|one| one.unwrap()).collect();
    assert_eq!((made.len(), made[0].metadata().unwrap().len()), (1, bytes), "{made:?}");
    let (name, file) = (made[0].path(), config.database);
    let (name, file) = (name.to_str().unwrap(), file.to_str().unwrap());
    let restored = ["restore", name, "--force", "--database", file];
    let said = run(&scene.folder.0, &[], &restored);
    assert!(said.code == 0 && said.out.contains(": 1 campaign"), "{}{}", said.out, said.error);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_makes_none_tells_of_none() {
    let mut scene = Scene::new(1).await;
    let at = scene.bot.as_ref().unwrap().metrics_at().unwrap();
    let text = reqwest::get(format!("http://{at}/metrics")).await.unwrap().text().await.unwrap();
    assert!(!text.contains("emberhall_backup"), "{text}");
    assert!(metric(&scene, "disk_free_bytes").await > 0);
    scene.stop().await;
}

/// What the doctor says of the backups of a folder.
fn examined(folder: &Path, set: Set<'_>) -> (String, String) {
    let found = run(folder, set, &["doctor", "--json"]).json();
    let all = found["findings"].as_array().unwrap();
    let one = all.iter().find(|one| one["check"] == "backups").unwrap();
    let text = |field: &str| one[field].as_str().unwrap().to_owned();
    (text("verdict"), text("text"))
}

/// A file with the name of a backup that was made so many hours ago.
fn made(folder: &Path, hours: i64) -> PathBuf {
    let at = SystemClock.now() + Span::hours(-hours);
    let file = BackupFolder::of(Path::new("emberhall.sqlite"), folder).file(Timestamp(at.0));
    std::fs::write(&file, vec![0; 4096]).unwrap();
    file
}

#[test]
fn the_doctor_says_how_old_the_newest_backup_is() {
    let folder = folder("newest");
    let set: Set<'_> = &[("EMBERHALL_BACKUP_EVERY", "6h"), ("EMBERHALL_BACKUP_DIR", "copies")];
    let (verdict, text) = examined(&folder, set);
    assert!(verdict == "warning" && text.contains("there is no folder copies"), "{text}");
    let copies = folder.join("copies");
    std::fs::create_dir(&copies).unwrap();
    let (verdict, text) = examined(&folder, set);
    assert!(verdict == "ok" && text.contains("nor is there a database"), "{text}");
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let file = folder.join("emberhall.sqlite");
    runtime.block_on(async { Store::open(&file).await.unwrap().close().await });
    let (verdict, text) = examined(&folder, set);
    assert!(verdict == "ok" && text.contains("the bot makes one at once"), "{text}");
    made(&copies, 13);
    let (verdict, text) = examined(&folder, set);
    assert!(verdict == "warning" && text.contains("13 h old"), "{text}");
    assert!(text.contains("look into its log"), "{text}");
    let newest = made(&copies, 5);
    let (verdict, text) = examined(&folder, set);
    let name = newest.file_name().unwrap().to_str().unwrap();
    assert_eq!(verdict, "ok", "{text}");
    assert_eq!(text, format!("2 in copies; the newest is {name}, 5 h old, 4 KiB"));
    let (verdict, text) = examined(&folder, &[("EMBERHALL_BACKUP_EVERY", "0")]);
    assert!(verdict == "ok" && text.contains("switched off"), "{text}");
    assert_eq!(std::fs::read_dir(&copies).unwrap().count(), 2, "the doctor leaves nothing behind");
}

#[test]
fn what_is_set_of_backups_is_shown_and_what_cannot_be_understood_is_named() {
    let folder = folder("plan");
    let said = run(&folder, &[], &["config"]);
    assert_eq!(said.code, 0, "{}", said.out);
    for (key, value) in [("backup_every", "24h"), ("backup_keep", "7"), ("backup_dir", "(not set)")]
    {
        let line = said.out.lines().find(|line| line.starts_with(key)).unwrap();
        assert!(line.contains(value) && line.ends_with("default"), "{line}");
    }
    let args = ["config", "--backup-every", "weekly", "--backup-keep", "0"];
    let said = run(&folder, &[], &args);
    assert_eq!(said.code, 2);
    for (what, flag) in [("24h", "--backup-every"), ("'0'", "--backup-keep")] {
        let hit = |line: &str| {
            line.starts_with("problem: ") && line.contains(flag) && line.contains(what)
        };
        assert!(said.out.lines().any(hit), "{flag}: {}", said.out);
    }
}
