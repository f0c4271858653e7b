//! The hall: any number of campaigns side by side on one store, each owned by
//! one task. Front ends send requests in and deliver notices out.
//!
//! May use: `council`, `store`, the boundary, tokio. Deliberately absent: any
//! one game, Discord, SQL. Store first, then announce: a reply is given and a
//! notice delivered only for what is on the disk, so the process can be killed
//! at any instant without losing anything that was acknowledged.
//!
//! * [`Hall::request`] carries the front end's own number of a request; the same
//!   number again is answered the same way and changes nothing.
//! * `session` is the life of one campaign, `registry` knows the live ones,
//!   `alarm` wakes those that are due, `postman` delivers, `keeper` looks after the
//!   store, `packs` keeps the content campaigns began with; [`archive`] replays, moves
//!   and verifies; [`forgetting`] removes a person.

mod alarm;
pub mod archive;
pub mod clock;
pub mod forgetting;
pub mod front;
mod keeper;
mod packs;
mod postman;
mod registry;
mod session;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tracing::error;

use crate::council::log::Entry;
use crate::council::look::Panel;
use crate::council::orders::Step;
use crate::council::request::Rehearsal;
use crate::council::{
    Campaign, Charter, Deed, Moment, Person, Quiet, Refusal, Reply, Settings, Span, User,
};
use crate::game::{Game, Seat};
use crate::store::{
    CampaignId, Created, Exported, NewCampaign, Parcel, Store, StoreError, Summary,
};
use clock::{Clock, SystemClock};
use front::FrontEnd;
use packs::Packs;
use registry::Registry;
use session::Letter;

/// How long replies to requests are remembered.
const REMEMBERED: Span = Span::hours(24 * 7);
/// How long delivered notices are kept.
const MAIL_KEPT: Span = Span::hours(24 * 30);
/// The longest number of a request.
const LONGEST_REQUEST: usize = 200;

/// What a hall is made of.
pub struct Parts {
    /// Where everything is kept.
    pub store: Store,
    /// The games, with the content for new campaigns.
    pub games: Vec<Arc<dyn Game>>,
    /// Who tells people.
    pub front: Arc<dyn FrontEnd>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// How long a campaign stays in memory without a letter.
    pub idle: Duration,
    /// How long what is over is kept; for ever, if it is not set.
    pub kept: Option<Span>,
}

impl Parts {
    /// The usual ones.
    pub fn new(store: Store, games: Vec<Arc<dyn Game>>, front: Arc<dyn FrontEnd>) -> Self {
        Parts {
            store,
            games,
            front,
            clock: Arc::new(SystemClock),
            idle: Duration::from_secs(120),
            kept: None,
        }
    }
}

/// What all tasks share.
struct Rooms {
    store: Store,
    packs: Packs,
    front: Arc<dyn FrontEnd>,
    clock: Arc<dyn Clock>,
    idle: Duration,
    kept: Option<Span>,
    registry: Registry<Letter>,
    bell: alarm::Bell,
    post: postman::Post,
    quiet: RwLock<Arc<BTreeMap<User, Quiet>>>,
    closing: watch::Sender<bool>,
    /// Sessions alive and rounds of the postman under way.
    busy: watch::Sender<usize>,
}

/// Somebody is busy until this is dropped, however that comes about.
struct Busy(Arc<Rooms>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.send_modify(|busy| *busy -= 1);
    }
}

impl Rooms {
    fn quiet(&self) -> Arc<BTreeMap<User, Quiet>> {
        Arc::clone(&self.quiet.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something was stored: whoever has to know is told.
    fn announce(&self, id: CampaignId, mail: Vec<Parcel>, wake: Option<Moment>) {
        if !mail.is_empty() {
            self.post.ring(id, mail);
        }
        self.bell.set(wake);
    }

    fn busy(self: &Arc<Self>) -> Busy {
        self.busy.send_modify(|busy| *busy += 1);
        Busy(Arc::clone(self))
    }

    /// Sends a letter to a campaign, which is loaded if it is not live.
    fn send(self: &Arc<Self>, id: CampaignId, letter: Letter) -> Result<(), Refusal> {
        if *self.closing.borrow() {
            return Err(Refusal::Busy);
        }
        let sent = self.registry.send(id, letter, |letters| {
            let busy = self.busy();
            tokio::spawn(async move { session::live(&busy.0, id, letters).await });
        });
        sent.map_err(|_| Refusal::Busy)
    }
}

/// A new campaign, as a front end asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The server.
    pub server: u64,
    /// The channel.
    pub channel: u64,
    /// The game, by its stable name.
    pub game: String,
    /// The scenario, in the game's own words.
    pub scenario: String,
    /// Everything else the game wants to know.
    pub options: BTreeMap<String, String>,
    /// What is set.
    pub settings: Settings,
    /// The seed; one nobody knows, if it is left out.
    pub seed: Option<u64>,
}

impl Invitation {
    /// To a campaign of a game and scenario, at a channel of a server; all else is as usual.
    pub fn new(game: &str, scenario: &str, server: u64, channel: u64) -> Self {
        Invitation {
            server,
            channel,
            game: game.to_owned(),
            scenario: scenario.to_owned(),
            options: BTreeMap::new(),
            settings: Settings::default(),
            seed: None,
        }
    }
}

/// The hall.
pub struct Hall {
    rooms: Arc<Rooms>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Hall {
    /// Opens the hall: completes what is due and undelivered, and takes requests.
    pub async fn open(parts: Parts) -> Result<Hall, StoreError> {
        let now = parts.clock.now();
        parts.store.forget_requests(now + Span(-REMEMBERED.0)).await?;
        parts.store.forget_mail(now + Span(-MAIL_KEPT.0)).await?;
        if let Some(kept) = parts.kept {
            keeper::prune(&parts.store, now, kept).await?;
        }
        let quiet = parts.store.quiet_hours().await?;
        let rooms = Arc::new(Rooms {
            store: parts.store,
            packs: Packs::new(parts.games),
            front: parts.front,
            clock: parts.clock,
            idle: parts.idle,
            kept: parts.kept,
            registry: Registry::new(),
            bell: alarm::Bell::new(),
            post: postman::Post::new(),
            quiet: RwLock::new(Arc::new(quiet)),
            closing: watch::Sender::new(false),
            busy: watch::Sender::new(0),
        });
        let tasks = vec![
            tokio::spawn(alarm::watch(Arc::clone(&rooms))),
            tokio::spawn(postman::go_round(Arc::clone(&rooms))),
            tokio::spawn(keeper::keep(Arc::clone(&rooms))),
        ];
        Ok(Hall { rooms, tasks: Mutex::new(tasks) })
    }

    /// Opens a lobby in a channel.
    pub async fn gather(&self, request: &str, new: Invitation) -> Result<CampaignId, Refusal> {
        self.gather_by(None, request, new).await
    }

    /// The same, and who opened it is remembered while it has not begun.
    pub async fn gather_by(
        &self,
        opener: Option<User>,
        request: &str,
        new: Invitation,
    ) -> Result<CampaignId, Refusal> {
        let game = self.rooms.packs.current(&new.game);
        let game = Arc::clone(game.ok_or_else(|| Refusal::NoSuchGame(new.game.clone()))?);
        let charter = charter(&new, game.as_ref())?;
        let files = game.files();
        let (campaign, notice) = Campaign::gather(charter, game, new.settings)?;
        let created = NewCampaign {
            charter: campaign.charter(),
            council: campaign.council(),
            files: &files,
            notices: &[notice],
            request: Some(request),
            opener,
            at: self.rooms.clock.now(),
        };
        match self.rooms.store.create(&created).await {
            Ok(Created::New(id)) => {
                self.rooms.post.look(id);
                Ok(id)
            }
            Ok(Created::Repeated(id)) => Ok(id),
            Ok(Created::ChannelTaken(id)) => Err(Refusal::ChannelTaken(id.0)),
            Err(why) => {
                error!("a campaign could not be stored: {why}");
                Err(Refusal::NotStored)
            }
        }
    }

    /// Does what somebody asks. `request` is the front end's own number of it: the same
    /// number again is answered the same way and changes nothing.
    pub async fn request(&self, id: CampaignId, request: &str, who: Person, deed: Deed) -> Reply {
        if request.is_empty() || request.len() > LONGEST_REQUEST {
            error!("a request without a number, or with one too long");
            return Reply::Refused(Refusal::Internal);
        }
        let (reply, said) = oneshot::channel();
        let letter = Letter::Deed { request: request.to_owned(), who, deed, reply };
        if let Err(busy) = self.rooms.send(id, letter) {
            return Reply::Refused(busy);
        }
        // The session is gone without a word only if it broke.
        said.await.unwrap_or(Reply::Refused(Refusal::Internal))
    }

    /// Looks at a campaign. Nothing of it is kept: `look` makes what it needs.
    pub async fn look_at<T: Send + 'static>(
        &self,
        id: CampaignId,
        look: impl FnOnce(&Campaign) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (answer, seen) = oneshot::channel();
        let letter = Letter::Look(Box::new(move |campaign| {
            let _ = answer.send(campaign.map(look));
        }));
        self.rooms.send(id, letter)?;
        seen.await.unwrap_or(Err(Refusal::Internal))
    }

    /// What time it is here.
    pub fn now(&self) -> Moment {
        self.rooms.clock.now()
    }

    /// The table as this user sees it, or as anybody does.
    pub async fn look(&self, id: CampaignId, viewer: Option<User>) -> Result<Panel, Refusal> {
        let now = self.now();
        self.look_at(id, move |campaign| campaign.look(viewer, now)).await
    }

    /// What a turn of this seat would ask next after these steps, to plan it.
    pub async fn rehearse(
        &self,
        id: CampaignId,
        seat: Seat,
        steps: Vec<Step>,
    ) -> Result<Rehearsal, Refusal> {
        self.look_at(id, move |campaign| campaign.rehearse(seat, &steps)).await?
    }

    /// The whole log of a campaign.
    pub async fn log(&self, id: CampaignId) -> Result<Vec<Entry>, Refusal> {
        self.stored(self.rooms.store.history(id).await)
    }

    /// Everybody's view of a campaign at the end of each round, and now.
    pub async fn rounds(&self, id: CampaignId) -> Result<Vec<serde_json::Value>, Refusal> {
        let entries = self.log(id).await?;
        let rounds = self.look_at(id, move |campaign| campaign.rounds(&entries)).await?;
        rounds.map_err(|why| {
            error!("the rounds of campaign {} cannot be replayed: {why}", id.0);
            Refusal::Internal
        })
    }

    /// Everybody's view of a campaign as it was after an entry of its log.
    pub async fn view_after(&self, id: CampaignId, seq: u64) -> Result<serde_json::Value, Refusal> {
        let entries = self.log(id).await?;
        let view = self.look_at(id, move |campaign| campaign.view_after(&entries, seq)).await?;
        view.map_err(|why| {
            error!("campaign {} cannot be replayed to entry {seq}: {why}", id.0);
            Refusal::Internal
        })
    }

    /// Tries at once to deliver what a campaign has waiting: somebody looks for it.
    pub async fn try_again(&self, id: CampaignId) {
        if let Err(why) = self.rooms.store.try_again(id, self.rooms.clock.now()).await {
            error!("mail of campaign {} still waits: {why}", id.0);
        }
        self.rooms.post.look(id);
    }

    /// Takes an exported campaign in, to be played in a place (server and channel): all or
    /// nothing. It is replayed first, beside the event loop, and wakes at once.
    pub async fn take_in(&self, text: String, place: (u64, u64)) -> Result<CampaignId, String> {
        let rooms = Arc::clone(&self.rooms);
        let taken = tokio::task::spawn_blocking(move || {
            let exported = Exported::from_text(&text).map_err(|why| why.to_string())?;
            let (now, games) = (rooms.clock.now(), rooms.packs.all());
            let import = archive::import(&rooms.store, games, exported, Some(place), now);
            let id = tokio::runtime::Handle::current().block_on(import)?;
            rooms.bell.set(Some(now));
            Ok(id)
        });
        taken.await.unwrap_or_else(|why| Err(why.to_string()))
    }

    /// The live campaign of a channel.
    pub async fn in_channel(&self, channel: u64) -> Result<Option<CampaignId>, Refusal> {
        self.stored(self.rooms.store.live_in(channel).await)
    }

    /// How many lobbies somebody has opened that have not begun.
    pub async fn lobbies_of(&self, user: User) -> Result<usize, Refusal> {
        self.stored(self.rooms.store.lobbies_of(user).await)
    }

    /// The campaigns of a server.
    pub async fn of_server(&self, server: u64) -> Result<Vec<Summary>, Refusal> {
        self.stored(self.rooms.store.campaigns_of(server).await)
    }

    /// Sets or ends the quiet hours of a user, in all campaigns.
    pub async fn set_quiet(&self, user: User, quiet: Option<Quiet>) -> Result<(), Refusal> {
        if quiet.is_some_and(|quiet| !quiet.is_sound()) {
            return Err(Refusal::BadQuietHours);
        }
        self.stored(self.rooms.store.set_quiet(user, quiet).await)?;
        let mut all = self.rooms.quiet.write().unwrap_or_else(PoisonError::into_inner);
        let hours = Arc::make_mut(&mut all);
        match quiet {
            Some(quiet) => drop(hours.insert(user, quiet)),
            None => drop(hours.remove(&user)),
        }
        Ok(())
    }

    fn stored<T>(&self, result: Result<T, StoreError>) -> Result<T, Refusal> {
        result.map_err(|why| {
            error!("the store {} failed: {why}", self.rooms.store.file().display());
            Refusal::NotStored
        })
    }

    /// How many campaigns are in memory.
    pub fn live(&self) -> usize {
        self.rooms.registry.live()
    }

    /// Is all mail delivered that can be?
    pub fn mail_is_out(&self) -> bool {
        self.mail_waiting() == 0
    }

    /// How many campaigns have mail on its way.
    pub fn mail_waiting(&self) -> usize {
        self.rooms.post.busy()
    }

    /// The store, for tools.
    pub fn store(&self) -> &Store {
        &self.rooms.store
    }

    /// Closes: takes nothing new, finishes what was sent, lets go of the database.
    pub async fn close(&self) {
        let rooms = &self.rooms;
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        rooms.closing.send_replace(true);
        rooms.registry.close();
        for task in tasks {
            if let Err(why) = task.await {
                error!("a task of the hall broke: {why}");
            }
        }
        let mut busy = rooms.busy.subscribe();
        if busy.wait_for(|busy| *busy == 0).await.is_err() {
            error!("the hall closed before its last campaign did");
        }
        rooms.store.close().await;
    }
}

/// What is fixed for a new campaign.
fn charter(new: &Invitation, game: &dyn Game) -> Result<Charter, Refusal> {
    let secret = || {
        getrandom::u64().map_err(|why| {
            error!("the system gives no random numbers: {why}");
            Refusal::Internal
        })
    };
    let seed = match new.seed {
        Some(seed) => seed,
        None => secret()?,
    };
    Ok(Charter {
        game: game.id().to_owned(),
        pack: game.content_hash().to_owned(),
        scenario: new.scenario.clone(),
        options: new.options.clone(),
        seed,
        salt: format!("{:016x}{:016x}", secret()?, secret()?),
        server: new.server,
        channel: new.channel,
    })
}
