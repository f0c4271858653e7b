//! A hall in a folder of its own, with a toy game, a fake front end and a clock.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use emberhall::council::{
    CampaignStatus, Refusal, Reply, Request, Requester, Span, Timestamp, UserId,
};
use emberhall::game::Game;
use emberhall::hall::{Hall, HallConfig, NewLobby};
use emberhall::store::{CampaignId, Store};

use crate::clicks::{Dice, wish};
use crate::clock::HandClock;
use crate::front::Noticeboard;
use crate::toy;

/// A hall and everything around it.
pub struct Room {
    pub hall: Hall,
    pub board: Arc<Noticeboard>,
    pub clock: Arc<HandClock>,
    pub file: PathBuf,
    requests: AtomicU64,
}

impl Room {
    pub async fn new(name: &str) -> Room {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hall").join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let clock = Arc::new(HandClock::at(Timestamp(1_800_000_000_000)));
        Room::open(folder.join("hall.sqlite"), clock, Arc::default()).await
    }

    pub async fn open(file: PathBuf, clock: Arc<HandClock>, board: Arc<Noticeboard>) -> Room {
        Room::open_with(file, clock, board, games()).await
    }

    async fn open_with(
        file: PathBuf,
        clock: Arc<HandClock>,
        board: Arc<Noticeboard>,
        games: Vec<Arc<dyn Game>>,
    ) -> Room {
        let store = Store::open(&file).await.unwrap();
        let parts = HallConfig::new(store, games, board.clone());
        Room::of(file, clock, board, parts).await
    }

    /// A hall of these parts.
    pub async fn of(
        file: PathBuf,
        clock: Arc<HandClock>,
        board: Arc<Noticeboard>,
        parts: HallConfig,
    ) -> Room {
        let idle = Duration::from_millis(200);
        let hall = Hall::open(HallConfig { clock: clock.clone(), idle, ..parts }).await.unwrap();
        Room { hall, board, clock, file, requests: AtomicU64::new(0) }
    }

    /// Closes the hall, lets time pass, opens it again.
    pub async fn closed_for(self, span: Span) -> Room {
        let Room { hall, board, clock, file, .. } = self;
        hall.close().await;
        clock.advance(span);
        Room::open(file, clock, board).await
    }

    /// Opens the hall again, with other content for new campaigns.
    pub async fn with_content(self, oil: i32) -> Room {
        let Room { hall, board, clock, file, .. } = self;
        hall.close().await;
        let game = toy::Lanterns::with(&toy::content(oil)).unwrap();
        Room::open_with(file, clock, board, vec![Arc::new(game)]).await
    }

    pub fn next_request(&self) -> String {
        format!("r{}", self.requests.fetch_add(1, Ordering::SeqCst))
    }

    pub async fn lobby(&self, channel: u64) -> CampaignId {
        self.lobby_with(channel, std::collections::BTreeMap::new()).await
    }

    pub async fn lobby_with(
        &self,
        channel: u64,
        options: std::collections::BTreeMap<String, String>,
    ) -> CampaignId {
        self.try_open(&format!("open-{channel}"), channel, options).await.unwrap()
    }

    pub async fn try_lobby(&self, request: &str, channel: u64) -> Result<CampaignId, Refusal> {
        self.try_open(request, channel, std::collections::BTreeMap::new()).await
    }

    async fn try_open(
        &self,
        request: &str,
        channel: u64,
        options: std::collections::BTreeMap<String, String>,
    ) -> Result<CampaignId, Refusal> {
        let usual = NewLobby::new(toy::ID, toy::SCENARIO, 1, channel);
        let invitation = NewLobby { options, seed: Some(channel), ..usual };
        self.hall.open_lobby(request, invitation).await
    }

    /// A campaign that has begun, with users 1, 2, ... in its seats.
    pub async fn begun(&self, channel: u64, seats: usize) -> CampaignId {
        let id = self.lobby(channel).await;
        self.begin(id, seats).await
    }

    /// The same, over so many rounds.
    pub async fn begun_with(&self, channel: u64, seats: usize, rounds: &str) -> CampaignId {
        let options = [("rounds".to_owned(), rounds.to_owned())];
        let id = self.lobby_with(channel, options.into()).await;
        self.begin(id, seats).await
    }

    async fn begin(&self, id: CampaignId, seats: usize) -> CampaignId {
        for (at, role) in toy::ROLES.iter().take(seats).enumerate() {
            let deed = Request::Sit { role: (*role).to_owned(), also: false };
            assert_eq!(self.ask(id, UserId(at as u64 + 1), deed).await, Reply::Done);
        }
        assert_eq!(self.ask(id, UserId(1), Request::Begin).await, Reply::Done);
        id
    }

    pub async fn ask(&self, id: CampaignId, user: UserId, deed: Request) -> Reply {
        self.hall.request(id, &self.next_request(), Requester::plain(user), deed).await
    }

    /// Everybody answers whatever they may, until it is over.
    pub async fn play_out(&self, id: CampaignId, seed: u64) {
        let mut dice = Dice(seed);
        for _ in 0..2000 {
            let panel = self.hall.view(id, None).await.unwrap();
            if panel.status == CampaignStatus::Over {
                return;
            }
            let mut clicked = false;
            for user in (1..=4).map(UserId) {
                let panel = self.hall.view(id, Some(user)).await.unwrap();
                let Some(deed) = wish(&panel, user, &mut dice) else {
                    continue;
                };
                assert!(!matches!(self.ask(id, user, deed).await, Reply::Refused(_)));
                clicked = true;
                break;
            }
            if !clicked {
                self.clock.advance(Span::hours(7));
            }
        }
        panic!("the campaign does not end");
    }

    pub async fn mail_is_out(&self) {
        for _ in 0..2000 {
            if self.hall.outbox_is_empty()
                && self.hall.store().next_delivery().await.unwrap().is_none()
            {
                return;
            }
            // What failed is tried again only when time goes on.
            self.clock.advance(Span::seconds(1));
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("mail is left");
    }

    /// Waits until nothing is overdue.
    pub async fn settled(&self, _id: CampaignId) {
        use emberhall::hall::clock::Clock as _;
        for _ in 0..2000 {
            if self.hall.store().due_campaigns(self.clock.now(), 1).await.unwrap().is_empty() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("something stays overdue");
    }
}

/// The games of the hall.
pub fn games() -> Vec<Arc<dyn Game>> {
    vec![Arc::new(toy::Lanterns::new())]
}
