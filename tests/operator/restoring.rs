//! Backups: taken while the hall writes, and worth something after the worst.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use emberhall::council::settings::PublicVoteMode;
use emberhall::council::{Campaign, Reply, Request, Requester, UserId};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::Policy;
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby};
use emberhall::store::{CampaignId, Store};

use crate::program::{Said, folder, run};

async fn open(file: &Path) -> Arc<Hall> {
    let store = Store::open(file).await.unwrap();
    let game = Arc::new(Frostpunk::builtin().unwrap());
    Arc::new(Hall::open(HallConfig::new(store, vec![game], Arc::new(NullFrontEnd))).await.unwrap())
}

async fn begun(hall: &Hall, channel: u64) -> CampaignId {
    let invitation = NewLobby::new("frostpunk", "crater", 1, channel);
    let mut invitation = NewLobby { seed: Some(channel), ..invitation };
    // Nobody else is in that server.
    invitation.settings.public_vote.mode = PublicVoteMode::Off;
    let id = hall.open_lobby(&format!("open-{channel}"), invitation).await.unwrap();
    let sit = Request::Sit { role: "health".to_owned(), also: false };
    let who = Requester::plain(UserId(1));
    assert_eq!(hall.request(id, "sit", who.clone(), sit).await, Reply::Done);
    assert_eq!(hall.request(id, "begin", who, Request::Begin).await, Reply::Done);
    id
}

/// One answer; the last entry of the log once it was acknowledged.
async fn answered(hall: &Hall, id: CampaignId, request: &str) -> u64 {
    let advised = |campaign: &Campaign| {
        let question = campaign.council().questions.first()?;
        let choice = campaign.table()?.choose(question.decision, Policy::Greedy, 1)?;
        Some(Request::Choose { question: question.number, choice, seat: None })
    };
    let deed = hall.read(id, advised).await.unwrap().expect("a question is open");
    let reply = hall.request(id, request, Requester::plain(UserId(1)), deed).await;
    assert!(matches!(reply, Reply::Answered { .. }), "{reply:?}");
    hall.view(id, None).await.unwrap().seq
}

fn emberhall(args: &[&str], file: &Path) -> Said {
    run(&std::env::temp_dir(), &[], &[args, &["--database", file.to_str().unwrap()]].concat())
}

fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_acknowledged_before_a_backup_is_lost_with_the_database() {
    let folder = folder("restore");
    let (file, copy) = (folder.join("hall.sqlite"), folder.join("copy.sqlite"));
    let hall = open(&file).await;
    let ids = [begun(&hall, 5).await, begun(&hall, 6).await, begun(&hall, 7).await];
    let mut acknowledged = BTreeMap::new();
    for id in ids {
        for at in 0..15 {
            acknowledged.insert(id, answered(&hall, id, &format!("a{at}")).await);
        }
    }
    // The hall goes on writing while the copy is made.
    let (writer, file_of, copy_of) = (Arc::clone(&hall), file.clone(), copy.clone());
    let writing = tokio::spawn(async move {
        for at in 0..10 {
            for id in ids {
                answered(&writer, id, &format!("b{at}")).await;
            }
        }
    });
    let backup = move || emberhall(&["backup", copy_of.to_str().unwrap()], &file_of);
    let said = tokio::task::spawn_blocking(backup).await.unwrap();
    assert_eq!(said.code, 0, "{}", said.error);
    writing.await.unwrap();
    let name = copy.to_str().unwrap();
    let said = emberhall(&["restore", name, "--force"], &file);
    assert!(said.code == 2 && said.error.contains("stop that one"), "{}", said.error);
    // A journal as a machine that lost its power leaves it, and a file that is none any more.
    let journal = std::fs::read(beside(&file, "-wal")).unwrap();
    assert!(!journal.is_empty());
    hall.close().await;
    drop(hall);
    std::fs::write(&file, "not a database any more").unwrap();
    std::fs::write(beside(&file, "-wal"), &journal).unwrap();
    let said = emberhall(&["campaigns"], &file);
    assert_eq!(said.code, 2, "it is destroyed: {}", said.out);

    let said = emberhall(&["restore", name], &file);
    assert!(said.code == 2 && said.error.contains("--force"), "{}", said.error);
    let said = emberhall(&["restore", name, "--force"], &file);
    assert_eq!(said.code, 0, "{}", said.error);
    assert!(said.out.contains(": 3 campaigns"), "{}", said.out);
    let aside = beside(&file, ".before-restore-1");
    assert_eq!(std::fs::read_to_string(&aside).unwrap(), "not a database any more");
    assert_eq!(std::fs::read(beside(&aside, "-wal")).unwrap(), journal, "put aside with it");
    let said = emberhall(&["replay", "--all"], &file);
    assert_eq!(said.out.trim(), "3 campaigns replayed as stored, 0 differently");
    let hall = open(&file).await;
    for (id, seq) in acknowledged {
        let found = hall.view(id, None).await.unwrap().seq;
        assert!(found >= seq, "campaign {}: {found} of {seq} entries", id.0);
        assert!(answered(&hall, id, "after").await > found, "it goes on");
    }
    hall.close().await;
}

/// Root restores, and the bot that is to write it is somebody else.
#[cfg(unix)]
#[test]
fn a_restored_database_belongs_to_whom_its_folder_does() {
    use std::os::unix::fs::{MetadataExt as _, chown};
    const BOT: u32 = 10_001;
    let folder = folder("owner");
    let (file, home) = (folder.join("hall.sqlite"), folder.join("home"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async { open(&file).await.close().await });
    std::fs::create_dir(&home).unwrap();
    let whose = match chown(&home, Some(BOT), Some(BOT)) {
        Ok(()) => BOT,
        // Only root can give something away; then it stays with whoever restores.
        Err(_) => std::fs::metadata(&home).unwrap().uid(),
    };
    let restored = home.join("hall.sqlite");
    let said = emberhall(&["restore", file.to_str().unwrap()], &restored);
    assert_eq!((said.code, said.out.lines().count()), (0, 1), "{}{}", said.out, said.error);
    for left in std::fs::read_dir(&home).unwrap() {
        let left = left.unwrap();
        assert_eq!(left.metadata().unwrap().uid(), whose, "{:?}", left.file_name());
    }
}

#[test]
fn what_is_no_backup_changes_nothing() {
    let folder = folder("no-backup");
    let (file, from) = (folder.join("hall.sqlite"), folder.join("copy.sqlite"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        for path in [&file, &from] {
            let hall = open(path).await;
            begun(&hall, 5).await;
            hall.close().await;
        }
    });
    let (before, whole) = (std::fs::read(&file).unwrap(), std::fs::read(&from).unwrap());
    let mut holed = whole.clone();
    let middle = holed.len() / 2;
    holed[middle..].fill(0xa5);
    let newer = {
        let later = folder.join("later.sqlite");
        std::fs::write(&later, &whole).unwrap();
        runtime.block_on(async {
            use sqlx::Connection as _;
            let url = format!("sqlite:{}", later.display());
            let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
            let row = "INSERT INTO _sqlx_migrations VALUES (999, 'x', 0, 1, x'00', 0)";
            sqlx::query(row).execute(&mut database).await.unwrap();
            database.close().await.unwrap();
        });
        std::fs::read(&later).unwrap()
    };
    for (bytes, says) in [
        (b"some text".to_vec(), "not a database"),
        (holed, "damaged"),
        (newer, "newer version"),
        (Vec::new(), "there is no backup"),
    ] {
        std::fs::write(&from, bytes).unwrap();
        let said = emberhall(&["restore", from.to_str().unwrap(), "--force"], &file);
        assert_eq!((said.code, said.error.lines().count()), (2, 1), "{says}: {}", said.error);
        assert!(said.error.contains(says), "{says}: {}", said.error);
        assert_eq!(std::fs::read(&file).unwrap(), before, "{says}");
    }
    let said = emberhall(&["restore", "none.sqlite"], &file);
    assert_eq!(said.code, 2, "{}", said.out);
    let nowhere = folder.join("no/folder.sqlite");
    let said = emberhall(&["backup", nowhere.to_str().unwrap()], &file);
    assert_eq!((said.code, said.error.lines().count()), (2, 1), "{}", said.error);
    assert!(said.error.contains("folder.sqlite' cannot be written"), "{}", said.error);
}
