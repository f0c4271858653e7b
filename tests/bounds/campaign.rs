//! Real campaigns, to be forged.

use std::path::Path;
use std::sync::Arc;

use emberhall::council::{Campaign, Reply, Request, Requester, UserId};
use emberhall::game::{Game, Policy};
use emberhall::hall::front_end::NullFrontEnd;
use emberhall::hall::{Hall, HallConfig, NewLobby};
use emberhall::store::{Exported, Store};

fn advised(campaign: &Campaign, policy: Policy) -> Option<Request> {
    let question = campaign.council().questions.first()?;
    let choice = campaign.table()?.choose(question.decision, policy, 1)?;
    Some(Request::Choose { question: question.number, choice, seat: None })
}

/// A campaign of so many chairs of one person, exported after so many answers.
pub async fn exported(
    folder: &Path,
    games: &[Arc<dyn Game>],
    seats: usize,
    answers: usize,
) -> Exported {
    played(folder, games, seats, (answers, Policy::Random)).await
}

/// The same with so many answers of a policy.
pub async fn played(
    folder: &Path,
    games: &[Arc<dyn Game>],
    seats: usize,
    (answers, policy): (usize, Policy),
) -> Exported {
    let file = folder.join(format!("from-{seats}-{answers}.sqlite"));
    let store = Store::open(&file).await.unwrap();
    let hall =
        Hall::open(HallConfig::new(store, games.to_vec(), Arc::new(NullFrontEnd))).await.unwrap();
    let usual = NewLobby::new("frostpunk", "crater", 1, 5);
    let id = hall.open_lobby("open", NewLobby { seed: Some(8), ..usual }).await.unwrap();
    let who = Requester::plain(UserId(1));
    for role in games[0].roles().into_iter().take(seats) {
        let sit = Request::Sit { role: role.clone(), also: true };
        assert_eq!(hall.request(id, &role, who.clone(), sit).await, Reply::Done, "{role}");
    }
    assert_eq!(hall.request(id, "begin", who.clone(), Request::Begin).await, Reply::Done);
    for at in 0..answers {
        let Some(deed) = hall.read(id, move |campaign| advised(campaign, policy)).await.unwrap()
        else {
            break;
        };
        hall.request(id, &format!("r{at}"), who.clone(), deed).await;
    }
    let out = hall.store().export(id).await.unwrap().unwrap();
    hall.close().await;
    out
}

/// The same with something changed, and a checksum that fits again.
pub fn forged(good: &Exported, change: impl FnOnce(&mut Exported)) -> String {
    let mut out = good.clone();
    change(&mut out);
    out.update_checksum().unwrap();
    out.to_text().unwrap()
}

/// The text with a value put in the place of the kept game.
pub fn kept(good: &Exported, value: &str) -> String {
    const MARK: &str = "\"the kept game\"";
    let text = forged(good, |out| out.kept = Some((1, serde_json::json!("the kept game"))));
    assert!(text.contains(MARK));
    text.replacen(MARK, value, 1)
}

/// The same entries again and again, numbered soundly.
pub fn many_entries(good: &Exported, many: usize) -> String {
    forged(good, |out| {
        let all: Vec<_> = out.entries.iter().cycle().take(many).cloned().collect();
        out.entries = all;
        for (entry, seq) in out.entries.iter_mut().zip(1..) {
            entry.seq = seq;
        }
        out.council.seq = many as u64;
    })
}
