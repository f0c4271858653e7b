//! The life of one campaign: one task owns it and handles one letter at a time.
//!
//! May use: `council`, `store`. Deliberately absent: rules of the table; they
//! are `council`'s. What is worked out on a copy becomes true when it is stored,
//! and is announced from the store after that.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tokio::sync::mpsc::Receiver;
use tokio::sync::oneshot;
use tracing::{error, warn};

use super::hall_state::HallState;
use crate::council::campaign::Transitioned;
use crate::council::notice::Notice;
use crate::council::{Campaign, Effects, Now, Refusal, Reply, Request, Requester, Timestamp};
use crate::store::{CampaignId, Commit, Committed, OutboxItem, StoreError};

/// What can be sent to a campaign.
pub(super) enum SessionMessage {
    /// Somebody wants something done.
    Request {
        /// The front end's own number of the request.
        request: String,
        who: Requester,
        deed: Request,
        reply: oneshot::Sender<Reply>,
    },
    /// Somebody wants to look.
    Read(ReadFn),
    /// Something may be due; whether that was seen to comes back.
    Wake(oneshot::Sender<bool>),
}

/// What somebody does with a look at a campaign, or with the reason why there is none.
pub(super) type ReadFn = Box<dyn FnOnce(Result<&Campaign, Refusal>) + Send>;

struct Session {
    id: CampaignId,
    hall: Arc<HallState>,
    campaign: Campaign,
    /// Who was forgotten when it was loaded.
    revision: u64,
    /// A change could not be stored: perhaps what is stored is not what is here.
    out_of_sync: bool,
}

/// Lives until it is idle, or the hall closes.
pub(super) async fn run(
    rooms: &Arc<HallState>,
    id: CampaignId,
    mut letters: Receiver<SessionMessage>,
) {
    let mut session: Option<Session> = None;
    loop {
        let letter = match tokio::time::timeout(rooms.idle, letters.recv()).await {
            Ok(Some(letter)) => letter,
            Ok(None) => return,
            Err(_) if rooms.registry.retire(id, &letters) => return,
            Err(_) => continue,
        };
        // Nobody is forgotten while a letter is handled.
        let renames = rooms.renames.read().await;
        let sound = session.take().filter(|one| one.is_current(renames.revision));
        let loaded = match sound {
            Some(sound) => Ok(sound),
            None => Session::load(rooms, id, renames.revision).await,
        };
        match loaded {
            Ok(mut loaded) => {
                loaded.handle(letter).await;
                session = Some(loaded);
            }
            Err(refusal) => {
                drop(renames);
                reject(letter, &refusal);
                return reject_all(rooms, id, &mut letters, &refusal).await;
            }
        }
    }
}

/// Tells somebody why there is nothing here.
fn reject(letter: SessionMessage, refusal: &Refusal) {
    match letter {
        SessionMessage::Request { reply, .. } => drop(reply.send(Reply::Refused(refusal.clone()))),
        SessionMessage::Read(look) => look(Err(refusal.clone())),
        SessionMessage::Wake(done) => drop(done.send(false)),
    }
}

/// Tells everybody who wrote why there is nothing here.
async fn reject_all(
    rooms: &HallState,
    id: CampaignId,
    letters: &mut Receiver<SessionMessage>,
    refusal: &Refusal,
) {
    loop {
        while let Ok(letter) = letters.try_recv() {
            reject(letter, refusal);
        }
        if rooms.registry.retire(id, letters) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

impl Session {
    /// Is what is here what is stored?
    fn is_current(&self, revision: u64) -> bool {
        !self.out_of_sync && self.revision == revision
    }

    async fn load(
        rooms: &Arc<HallState>,
        id: CampaignId,
        revision: u64,
    ) -> Result<Session, Refusal> {
        let stored = rooms.store.load(id).await.map_err(|why| {
            error!("campaign {} cannot be loaded: {why}", id.0);
            match why {
                // It will not be better the next time somebody asks.
                StoreError::Unreadable { .. } => Refusal::Internal,
                _ => Refusal::NotStored,
            }
        })?;
        let stored = stored.ok_or(Refusal::NoSuchCampaign)?;
        let broken = |why: String| {
            error!("campaign {} cannot be restored: {why}", id.0);
            Refusal::Internal
        };
        let charter = stored.charter;
        let game = rooms.games.get(&rooms.store, &charter.game, &charter.pack).await;
        let game = game.map_err(broken)?;
        let restore = || Campaign::restore(charter, game, stored.council, stored.base, stored.tail);
        let restored = catch_unwind(AssertUnwindSafe(restore));
        let restored = restored.unwrap_or_else(|_| Err("the rules panicked".to_owned()));
        let (rooms, campaign) = (Arc::clone(rooms), restored.map_err(broken)?);
        Ok(Session { id, hall: rooms, campaign, revision, out_of_sync: false })
    }

    async fn handle(&mut self, letter: SessionMessage) {
        match letter {
            SessionMessage::Request { request, who, deed, reply } => {
                let said = self.perform(&request, &who, &deed).await;
                // Whoever asked may have gone; it is done all the same.
                let _ = reply.send(said);
            }
            SessionMessage::Read(look) => self.run_read(look),
            SessionMessage::Wake(done) => {
                let seen_to = self.wake().await;
                let _ = done.send(seen_to);
            }
        }
    }

    /// Lets somebody look. If that breaks, whoever looks hears nothing, and the others go on.
    fn run_read(&self, look: ReadFn) {
        if catch_unwind(AssertUnwindSafe(|| look(Ok(&self.campaign)))).is_err() {
            error!("a look at campaign {} broke", self.id.0);
        }
    }

    /// Does what is asked, stores it, and only then makes it true.
    async fn perform(&mut self, request: &str, who: &Requester, deed: &Request) -> Reply {
        if let Err(refusal) = self.load_history(deed).await {
            return Reply::Refused(refusal);
        }
        let quiet = self.hall.quiet_hours();
        let now = Now { at: self.hall.clock.now(), quiet: &quiet };
        let worked_out = self.catch_panic(|campaign| campaign.request(now, who, deed));
        self.campaign.drop_history();
        match worked_out {
            Ok(step) => self.commit(now.at, Some(request), step).await,
            // Our own trouble is not an answer to remember: the next try may work.
            Err(refusal) if refusal.is_internal() => Reply::Refused(refusal),
            Err(refusal) => self.commit_refusal(now.at, request, refusal).await,
        }
    }

    /// The whole log is needed to undo; it is not kept in memory before.
    async fn load_history(&mut self, deed: &Request) -> Result<(), Refusal> {
        if !self.campaign.needs_history(deed) {
            return Ok(());
        }
        let entries = self.hall.store.history(self.id).await.map_err(|why| {
            error!("the log of campaign {} cannot be read: {why}", self.id.0);
            Refusal::NotStored
        })?;
        self.campaign.load_history(entries).map_err(|why| {
            error!("the log of campaign {} cannot be replayed: {why}", self.id.0);
            Refusal::Internal
        })
    }

    /// Works on a copy; if the rules break, only the copy is lost.
    fn catch_panic<T>(
        &self,
        work: impl FnOnce(&Campaign) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let done = catch_unwind(AssertUnwindSafe(|| work(&self.campaign)));
        let result = done.unwrap_or_else(|_| {
            error!("the rules panicked in campaign {}", self.id.0);
            Err(Refusal::Internal)
        });
        if let Err(Refusal::Internal) = result {
            error!("campaign {} could not work out a request", self.id.0);
        }
        result
    }

    async fn commit(&mut self, at: Timestamp, request: Option<&str>, step: Transitioned) -> Reply {
        let wake = step.campaign.next_wake(&self.hall.quiet_hours());
        let change = Commit {
            before_seq: self.campaign.council().seq,
            council: step.campaign.council(),
            wake,
            effects: &step.effects,
            request,
            at,
        };
        match self.hall.store.commit(self.id, &change).await {
            Ok(Committed::Stored(first)) => {
                self.campaign = step.campaign;
                let Effects { notices, reply, .. } = step.effects;
                self.hall.announce(self.id, outbox_items(self.id, first, notices, at), wake);
                reply
            }
            Ok(Committed::Repeated(reply)) => reply,
            Err(why) => {
                error!("campaign {} could not be stored: {why}", self.id.0);
                self.out_of_sync = true;
                self.hall.outbox.enqueue_from_store(self.id);
                Reply::Refused(Refusal::NotStored)
            }
        }
    }

    /// A refusal is remembered too: the same request is answered the same way again.
    async fn commit_refusal(&self, at: Timestamp, request: &str, refusal: Refusal) -> Reply {
        let effects = Effects::reply(Reply::Refused(refusal));
        let council = self.campaign.council();
        let (before_seq, wake, request) = (council.seq, None, Some(request));
        let change = Commit { before_seq, council, wake, effects: &effects, request, at };
        match self.hall.store.commit(self.id, &change).await {
            Ok(Committed::Stored(_)) => effects.reply,
            Ok(Committed::Repeated(reply)) => reply,
            Err(why) => {
                // Nothing was done, and that is what is said; it is only not remembered.
                warn!("a refusal in campaign {} could not be stored: {why}", self.id.0);
                effects.reply
            }
        }
    }

    /// Handles what is due; if nothing is, stores when it will be. Was it stored?
    async fn wake(&mut self) -> bool {
        let quiet = self.hall.quiet_hours();
        let now = Now { at: self.hall.clock.now(), quiet: &quiet };
        let step = match self.catch_panic(|campaign| campaign.wake(now)) {
            Ok(Some(step)) => step,
            Ok(None) => {
                let campaign = self.campaign.clone();
                Transitioned { campaign, effects: Effects::reply(Reply::Done) }
            }
            Err(_) => return false,
        };
        !matches!(self.commit(now.at, None, step).await, Reply::Refused(_))
    }
}

/// Notices as they were stored: numbered in a row.
fn outbox_items(
    campaign: CampaignId,
    first: Option<i64>,
    notices: Vec<Notice>,
    at: Timestamp,
) -> Vec<OutboxItem> {
    let numbered = (first.unwrap_or(0)..).zip(notices);
    let parcel = |(id, notice)| OutboxItem { id, campaign, notice, attempts: 0, try_at: at };
    numbered.map(parcel).collect()
}
