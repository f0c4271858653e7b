//! A crowd: 200 campaigns with 4 users each, played at once by random clients
//! on one store, while the clock runs and deadlines pass.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use emberhall::council::{CampaignStatus, Reply, Request, Span, UserId};
use emberhall::game::Seat;
use emberhall::hall::archive;
use emberhall::store::CampaignId;

use crate::clicks;
use crate::room::{self, Room};

const CAMPAIGNS: u64 = 200;
const USERS: u64 = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_campaigns_are_played_at_once_and_all_of_them_end() {
    let room = Arc::new(Room::new("crowd").await);
    let mut ids = Vec::new();
    for channel in 1..=CAMPAIGNS {
        ids.push(room.begun_with(channel, USERS as usize, "2").await);
    }
    let crowd = Arc::new(Crowd::default());
    let clients = ids.iter().flat_map(|id| (1..=USERS).map(|user| (*id, UserId(user))));
    let clients: Vec<_> = clients
        .map(|(id, user)| tokio::spawn(client(Arc::clone(&room), Arc::clone(&crowd), id, user)))
        .collect();
    let time = tokio::spawn(passing_time(Arc::clone(&room), Arc::clone(&crowd)));
    let half = half_time(&room, &ids).await;
    for client in clients {
        // No deadlock: every client comes back.
        tokio::time::timeout(Duration::from_mins(4), client).await.unwrap().unwrap();
    }
    crowd.over.store(true, Ordering::SeqCst);
    time.await.unwrap();
    room.mail_is_out().await;
    fair(&half);
    sound(&room, &ids, &crowd).await;
}

#[derive(Default)]
struct Crowd {
    over: AtomicBool,
    accepted: AtomicU64,
    refused: AtomicU64,
}

/// Somebody who clicks at random until their campaign is over.
async fn client(room: Arc<Room>, crowd: Arc<Crowd>, id: CampaignId, user: UserId) {
    let mut dice = clicks::Dice(id.0 as u64 * 31 + user.0);
    loop {
        let panel = room.hall.view(id, Some(user)).await.unwrap();
        if panel.status == CampaignStatus::Over {
            return;
        }
        let deed = match dice.below(24) {
            0 => Request::Choose { question: 3, choice: "late".to_owned(), seat: None },
            1 => Request::VotePublic {
                edition: None,
                choice: Some(format!("e{}", 1 + dice.below(6))),
            },
            2 => Request::Lend { seat: Seat((user.0 - 1) as u8) },
            3 => Request::Claim { seat: Seat((user.0 - 1) as u8) },
            4 if panel.paused.is_none() => Request::Pause,
            _ if panel.seats.iter().all(|chair| chair.holder.is_house()) => {
                Request::Claim { seat: Seat((user.0 - 1) as u8) }
            }
            _ if panel.paused.is_some() => Request::Resume,
            _ => {
                let Some(deed) = clicks::wish(&panel, user, &mut dice) else {
                    tokio::time::sleep(Duration::from_millis(1 + dice.below(8) as u64)).await;
                    continue;
                };
                deed
            }
        };
        match room.ask(id, user, deed).await {
            Reply::Refused(refusal) => {
                assert!(!refusal.is_internal(), "{refusal:?}");
                crowd.refused.fetch_add(1, Ordering::SeqCst)
            }
            _ => crowd.accepted.fetch_add(1, Ordering::SeqCst),
        };
    }
}

async fn passing_time(room: Arc<Room>, crowd: Arc<Crowd>) {
    while !crowd.over.load(Ordering::SeqCst) {
        room.clock.advance(Span::minutes(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// How far every campaign is when half of them are over.
async fn half_time(room: &Room, ids: &[CampaignId]) -> BTreeMap<CampaignId, u64> {
    loop {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let all = room.hall.campaigns_of_server(1).await.unwrap();
        let over = all.iter().filter(|one| one.stage == CampaignStatus::Over).count();
        if over * 2 >= ids.len() {
            return all.iter().map(|one| (one.id, one.seq)).collect();
        }
    }
}

/// Nobody is left behind: when half have ended, the slowest is well under way.
fn fair(half: &BTreeMap<CampaignId, u64>) {
    let mut entries: Vec<u64> = half.values().copied().collect();
    entries.sort_unstable();
    let (slowest, median) = (entries[0], entries[entries.len() / 2]);
    assert!(slowest * 6 >= median, "the slowest has {slowest} entries, the median {median}");
}

async fn sound(room: &Room, ids: &[CampaignId], crowd: &Crowd) {
    let store = room.hall.store();
    let replays = archive::replay_all(store, &room::games()).await.unwrap();
    assert_eq!((replays.same, replays.different), (ids.len(), Vec::new()));
    assert_eq!(store.next_wake().await.unwrap(), None, "nothing is due in what is over");
    let parcels = room.board.parcels.lock().unwrap();
    let mut newest: BTreeMap<CampaignId, i64> = BTreeMap::new();
    for parcel in parcels.iter() {
        let before = newest.insert(parcel.campaign, parcel.id);
        assert!(before.is_none_or(|before| before < parcel.id), "told out of order, or twice");
    }
    let accepted = crowd.accepted.load(Ordering::SeqCst);
    println!(
        "{accepted} accepted, {} refused, {} notices",
        crowd.refused.load(Ordering::SeqCst),
        parcels.len()
    );
    assert!(accepted > CAMPAIGNS * 10);
}
