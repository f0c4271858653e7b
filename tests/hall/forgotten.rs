//! People are forgotten while everything goes on: deliveries, clicks, other campaigns.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use emberhall::council::view::CouncilView;
use emberhall::council::{CampaignStatus, Holder, Reply, Request, Requester, Timestamp, UserId};
use emberhall::hall::clock::BoxFuture;
use emberhall::hall::front_end::{Delivered, DeliveryError, FrontEnd, OutboxBatch};
use emberhall::hall::{Hall, HallConfig, NewLobby, archive};
use emberhall::store::{CampaignId, Store};
use serde_json::json;
use tokio::sync::Notify;

use crate::clicks::{Dice, wish};
use crate::clock::HandClock;
use crate::room::games;
use crate::toy;

const SOON: Duration = Duration::from_secs(20);
/// Numbers as Discord gives them.
const PEOPLE: [UserId; 4] = [
    UserId(175_928_847_299_117_001),
    UserId(175_928_847_299_117_002),
    UserId(175_928_847_299_117_003),
    UserId(175_928_847_299_117_004),
];

/// Remembers whom it has called, and can be held up in the middle of a delivery.
#[derive(Default)]
struct Slow {
    held: AtomicBool,
    entered: Notify,
    go_on: Notify,
}

impl FrontEnd for Slow {
    fn deliver<'a>(
        &'a self,
        mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        Box::pin(async move {
            if self.held.swap(false, Ordering::SeqCst) {
                self.entered.notify_one();
                self.go_on.notified().await;
            }
            let before = mail
                .state
                .as_ref()
                .and_then(|shown| shown["called"].as_array())
                .into_iter()
                .flatten();
            let mut called: Vec<u64> = before.filter_map(serde_json::Value::as_u64).collect();
            let now = mail.items.iter().flat_map(|parcel| &parcel.notice.ping);
            called.extend(now.map(|user| user.0));
            called.sort_unstable();
            called.dedup();
            Ok(Delivered::from(json!({ "called": called })))
        })
    }
}

async fn open(name: &str) -> (Arc<Hall>, Arc<Slow>, PathBuf) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hall").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("hall.sqlite");
    let (slow, store) = (Arc::new(Slow::default()), Store::open(&file).await.unwrap());
    let clock = Arc::new(HandClock::at(Timestamp(1_800_000_000_000)));
    let parts = HallConfig { clock, ..HallConfig::new(store, games(), Arc::clone(&slow) as _) };
    (Arc::new(Hall::open(parts).await.unwrap()), slow, file)
}

async fn ask(hall: &Hall, id: CampaignId, request: &str, user: UserId, deed: Request) -> Reply {
    hall.request(id, request, Requester::plain(user), deed).await
}

async fn begun(hall: &Hall, channel: u64) -> CampaignId {
    let invitation = NewLobby::new(toy::ID, toy::SCENARIO, 1, channel);
    let options = [("rounds".to_owned(), "90".to_owned())].into();
    let invitation = NewLobby { options, seed: Some(channel), ..invitation };
    let id = hall.open_lobby(&format!("open-{channel}"), invitation).await.unwrap();
    for (at, user) in PEOPLE.iter().enumerate() {
        let deed = Request::Sit { role: toy::ROLES[at].to_owned(), also: false };
        assert_eq!(ask(hall, id, &format!("sit-{channel}-{at}"), *user, deed).await, Reply::Done);
    }
    let began = ask(hall, id, &format!("begin-{channel}"), PEOPLE[0], Request::Begin).await;
    assert_eq!(began, Reply::Done);
    id
}

async fn told(hall: &Hall) {
    let told = async {
        while !(hall.outbox_is_empty() && hall.store().next_delivery().await.unwrap().is_none()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(SOON, told).await.expect("mail is left");
}

/// What is kept of somebody, but for what they do after this.
async fn is_gone(hall: &Hall, user: UserId) {
    let kept = hall.places_of(user).await.unwrap();
    assert!(kept.is_empty(), "{user:?}: {kept:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delivery_under_way_holds_nothing_up_and_does_not_bring_a_number_back() {
    let (hall, slow, _) = open("forgotten-slow").await;
    let id = begun(&hall, 7).await;
    told(&hall).await;
    let ada = PEOPLE[1];
    slow.held.store(true, Ordering::SeqCst);
    assert_eq!(ask(&hall, id, "shown", PEOPLE[0], Request::Show).await, Reply::Done);
    tokio::time::timeout(SOON, slow.entered.notified()).await.expect("a delivery");
    let kept = hall.store().front_end_state(id).await.unwrap().expect("something was shown");
    assert!(kept.to_string().contains(&ada.0.to_string()), "they were called: {kept}");
    let forgotten = tokio::time::timeout(SOON, hall.forget(ada)).await;
    let done = forgotten.expect("it does not wait for Discord").unwrap();
    assert_eq!((done.left, done.stuck), (1, 0));
    is_gone(&hall, ada).await;
    slow.go_on.notify_one();
    told(&hall).await;
    is_gone(&hall, ada).await;
    // What is remembered of before is not written again with the next news.
    for round in 0..3 {
        ask(&hall, id, &format!("shown-{round}"), PEOPLE[0], Request::Show).await;
        told(&hall).await;
        is_gone(&hall, ada).await;
    }
    let chairs = hall.view(id, None).await.unwrap().seats;
    assert_eq!(chairs[1].holder, Holder::House { lent_by: None });
    hall.close().await;
}

/// Somebody who clicks what they may, until told to stop.
async fn clicks(hall: Arc<Hall>, id: CampaignId, user: UserId, stop: Arc<AtomicBool>) {
    let mut dice = Dice(user.0 ^ id.0.unsigned_abs());
    for at in 0.. {
        if stop.load(Ordering::SeqCst) {
            return;
        }
        let panel = hall.view(id, Some(user)).await.unwrap();
        if let Some(deed) = wish(&panel, user, &mut dice) {
            ask(&hall, id, &format!("{}-{at}", user.0), user, deed).await;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forgotten_again_and_again_amid_clicks_they_leave_nothing_and_every_log_replays() {
    let (hall, _, file) = open("forgotten-often").await;
    let tables = [begun(&hall, 7).await, begun(&hall, 8).await, begun(&hall, 9).await];
    let stop = Arc::new(AtomicBool::new(false));
    let mut others = tokio::task::JoinSet::new();
    for id in tables {
        for user in &PEOPLE[1..] {
            others.spawn(clicks(Arc::clone(&hall), id, *user, Arc::clone(&stop)));
        }
    }
    let ada = PEOPLE[0];
    for round in 0..12 {
        tokio::time::sleep(Duration::from_millis(30)).await;
        let done = hall.forget(ada).await.unwrap();
        assert_eq!(done.stuck, 0);
        is_gone(&hall, ada).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        is_gone(&hall, ada).await;
        // They come back, as somebody new, wherever there is a seat.
        for id in tables {
            let CouncilView { seats, status, .. } = hall.view(id, None).await.unwrap();
            // Who sat there when it ended is not taken out: another number stands for them.
            if status == CampaignStatus::Over {
                continue;
            }
            let free = seats.iter().position(|chair| chair.holder.user().is_none());
            let seat = emberhall::game::Seat(u8::try_from(free.expect("their seat")).unwrap());
            let request = format!("back-{round}-{}", id.0);
            ask(&hall, id, &request, ada, Request::Claim { seat }).await;
        }
    }
    hall.forget(ada).await.unwrap();
    stop.store(true, Ordering::SeqCst);
    while let Some(other) = others.join_next().await {
        other.unwrap();
    }
    told(&hall).await;
    is_gone(&hall, ada).await;
    hall.vacuum().await.unwrap();
    hall.close().await;
    let digits = ada.0.to_string();
    let bytes = std::fs::read(&file).unwrap();
    let of_ada = |found: &[u8]| found == digits.as_bytes() || found == ada.0.to_be_bytes();
    assert!(!bytes.windows(digits.len()).any(of_ada) && !bytes.windows(8).any(of_ada));
    let store = Store::open(&file).await.unwrap();
    let found = archive::replay_all(&store, &games()).await.unwrap();
    assert_eq!((found.same, found.different), (3, Vec::new()));
    store.close().await;
}
