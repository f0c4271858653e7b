//! What must be true of a database whose process was killed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use emberhall::council::log::{Answered, EntryKind};
use emberhall::council::{Campaign, CampaignStatus, Reply, Request, UserId};
use emberhall::hall::archive;
use emberhall::store::{CampaignId, Exported, Store};
use sqlx::{Connection as _, Row as _};

use super::journal::{self, Ack, Intent, Told};

/// After every kill: everything acknowledged is stored, once; nothing is told that is not.
pub fn after_a_kill(folder: &Path) {
    examine(folder, false);
}

/// After the last run: nothing is left to tell either.
pub fn after_the_end(folder: &Path) {
    examine(folder, true);
}

fn examine(folder: &Path, ended: bool) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let file = folder.join("hall.sqlite");
        if !file.exists() {
            return;
        }
        // A hall that was killed before it had made its tables has promised nothing.
        let Ok(store) = Store::open_shared(&file).await else {
            assert!(journal::read::<Ack>(folder, "acks").is_empty());
            return;
        };
        let ids = store.campaign_ids().await.unwrap();
        assert!(ids.len() <= 1, "one campaign was opened, not {}", ids.len());
        if let Some(id) = ids.first() {
            let out = store.export(*id).await.unwrap().unwrap();
            replies_are_kept(&store, *id, folder).await;
            answers_are_there_once(&out, folder);
            votes_are_kept(&out, folder);
            words_are_kept(&out, folder);
            timers_are_armed(&store, &out).await;
            let replays = archive::replay_all(&store, &super::games()).await.unwrap();
            assert_eq!((replays.same, replays.different.len()), (1, 0), "{replays:?}");
            told_is_stored(&file, folder, ended).await;
            assert!(!ended || out.council.status == CampaignStatus::Over);
        }
        store.close().await;
    });
}

async fn replies_are_kept(store: &Store, id: CampaignId, folder: &Path) {
    for ack in journal::read::<Ack>(folder, "acks") {
        let kept = store.reply(id, &ack.request).await.unwrap();
        assert_eq!(kept, Some(ack.reply), "the reply to {} is lost or changed", ack.request);
    }
}

fn answers(out: &Exported) -> BTreeMap<u32, Vec<&Answered>> {
    let mut answers: BTreeMap<u32, Vec<&Answered>> = BTreeMap::new();
    for entry in &out.entries {
        if let EntryKind::Answer(answered) = &entry.kind {
            answers.entry(answered.question).or_default().push(answered);
        }
    }
    answers
}

fn answers_are_there_once(out: &Exported, folder: &Path) {
    let seqs: Vec<u64> = out.entries.iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, (1..=out.entries.len() as u64).collect::<Vec<_>>());
    let answers = answers(out);
    for (question, answered) in &answers {
        assert_eq!(answered.len(), 1, "question {question} was answered twice");
    }
    for ack in journal::read::<Ack>(folder, "acks") {
        if let Reply::Answered { question, choice } = ack.reply {
            assert_eq!(answers[&question][0].choice, choice, "an acknowledged answer is lost");
        }
    }
}

/// The last vote of each user on each question, if it was acknowledged, counts.
fn votes_are_kept(out: &Exported, folder: &Path) {
    let acks: BTreeMap<String, Reply> =
        journal::read::<Ack>(folder, "acks").into_iter().map(|a| (a.request, a.reply)).collect();
    let mut last: BTreeMap<(u32, UserId), String> = BTreeMap::new();
    let mut signed: BTreeMap<UserId, Option<String>> = BTreeMap::new();
    for intent in journal::read::<Intent>(folder, "intents") {
        match (intent.deed, acks.get(&intent.request)) {
            (Request::Choose { choice, .. }, Some(Reply::Voted { question, .. })) => {
                last.insert((*question, intent.user), choice);
            }
            // Without a reply it may count or not; the vote before it does not any more.
            (Request::Choose { question, .. }, None) => drop(last.remove(&(question, intent.user))),
            (Request::VotePublic { choice, .. }, Some(Reply::Done)) => {
                drop(signed.insert(intent.user, choice));
            }
            (Request::VotePublic { .. }, None) => drop(signed.remove(&intent.user)),
            _ => {}
        }
    }
    let answered = answers(out);
    // An undo, and the end, close questions that were not answered.
    let undone = out.entries.iter().any(|entry| matches!(entry.kind, EntryKind::Undo { .. }));
    let withdrawn = undone || out.council.status == CampaignStatus::Over;
    for ((number, user), choice) in last {
        let open = out.council.questions.iter().find(|question| question.number == number);
        let seats = out.council.seating.seats_of(user);
        match open {
            // A seat that was lent in the meantime keeps its vote, but is not the user's.
            Some(question) => {
                let votes: Vec<_> = seats.iter().filter_map(|s| question.votes.get(s)).collect();
                assert!(votes.iter().all(|vote| **vote == choice), "a vote of {user:?} is lost");
                assert_eq!(votes.len(), seats.len(), "a vote of {user:?} is lost");
            }
            None => {
                assert!(answered.contains_key(&number) || withdrawn, "question {number} vanished");
            }
        }
    }
    let ballot = out.council();
    let Some(ballot) = ballot.public_ballot.as_ref() else { return };
    for (user, choice) in signed {
        // A vote for what has been passed lapses; it never turns into another.
        let kept = ballot.votes.get(&user);
        let lapsed = choice.as_ref().is_some_and(|choice| !ballot.offers.contains(choice));
        assert!(kept == choice.as_ref() || (kept.is_none() && (lapsed || ballot.edition > 1)));
    }
}

/// What somebody beside the table would do is kept as long as the question is open.
fn words_are_kept(out: &Exported, folder: &Path) {
    let acks: BTreeMap<String, Reply> =
        journal::read::<Ack>(folder, "acks").into_iter().map(|a| (a.request, a.reply)).collect();
    let mut said: BTreeMap<(u32, UserId), Option<String>> = BTreeMap::new();
    for intent in journal::read::<Intent>(folder, "intents") {
        let Request::Speak { question, choice } = intent.deed else { continue };
        match acks.get(&intent.request) {
            Some(Reply::Done) => drop(said.insert((question, intent.user), choice)),
            // Without a reply it may be heard or not.
            None => drop(said.remove(&(question, intent.user))),
            Some(_) => {}
        }
    }
    let council = out.council();
    for ((number, user), choice) in said {
        let open = council.questions.iter().find(|question| question.number == number);
        let Some(street) = open.and_then(|question| question.street.as_ref()) else { continue };
        assert_eq!(street.voices.get(&user), choice.as_ref(), "a word of {user:?} is lost");
    }
}

async fn timers_are_armed(store: &Store, out: &Exported) {
    let game = super::games().into_iter().find(|game| game.id() == out.charter.game).unwrap();
    let kept = out.kept.as_ref().map_or(0, |(seq, _)| *seq);
    let tail = out.entries.iter().filter(|entry| entry.seq > kept).cloned().collect();
    let (charter, council) = (out.charter.clone(), out.council());
    let campaign = Campaign::restore(charter, game, council, out.kept.clone(), tail).unwrap();
    let wake = store.next_wake().await.unwrap();
    assert_eq!(wake, campaign.next_wake(&BTreeMap::new()), "the alarm is not set as it should be");
}

async fn told_is_stored(file: &Path, folder: &Path, ended: bool) {
    let url = format!("sqlite:{}?mode=ro", file.display());
    let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
    let rows = sqlx::query("SELECT id, body, fleeting, done_at FROM outbox ORDER BY id");
    let rows = rows.fetch_all(&mut database).await.unwrap();
    let stored: BTreeMap<i64, String> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let (mut mail, mut newest) = (0, 0);
    let told = journal::read::<Told>(folder, "told");
    for told in &told {
        let body = stored.get(&told.parcel).expect("something was told that is not stored");
        assert_eq!(serde_json::to_string(&told.notice).unwrap(), *body);
        // In order; only the last mail before a crash may come again, from its beginning.
        let again = told.parcel == told.first && told.first >= mail;
        assert!(told.parcel > newest || again, "{} was told after {newest}", told.parcel);
        (mail, newest) = (told.first, told.parcel);
    }
    if ended {
        let told: BTreeSet<i64> = told.iter().map(|told| told.parcel).collect();
        for row in &rows {
            let (id, fleeting): (i64, i64) = (row.get(0), row.get(2));
            assert!(row.get::<Option<i64>, _>(3).is_some(), "notice {id} is left");
            assert!(fleeting == 1 || told.contains(&id), "notice {id} was never told");
        }
    }
    database.close().await.unwrap();
}
