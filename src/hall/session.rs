//! Session: the actor that owns one campaign and handles one message at a time.
//!
//! The rules of a campaign live in `council`. A change is computed on a copy, committed to the
//! store, and only then takes effect and is announced.

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

/// Message in the mailbox of a session.
pub(super) enum SessionMessage {
    /// Request of a user.
    Request {
        /// Request id chosen by the front end.
        request_id: String,
        who: Requester,
        request: Request,
        reply: oneshot::Sender<Reply>,
    },
    /// Read of the campaign.
    Read(ReadFn),
    /// Wake-up: something may be due. Answered with whether the result was stored.
    Wake(oneshot::Sender<bool>),
}

/// Closure that reads the campaign, or gets the refusal if it cannot be loaded.
pub(super) type ReadFn = Box<dyn FnOnce(Result<&Campaign, Refusal>) + Send>;

struct Session {
    id: CampaignId,
    hall: Arc<HallState>,
    campaign: Campaign,
    /// Revision of the erased users when the campaign was loaded.
    revision: u64,
    /// Whether a commit has failed. The stored campaign may then differ from the one in memory.
    out_of_sync: bool,
}

/// Runs a session until it is idle, the campaign cannot be loaded or the hall closes.
pub(super) async fn run(
    hall: &Arc<HallState>,
    id: CampaignId,
    mut messages: Receiver<SessionMessage>,
) {
    let mut session: Option<Session> = None;
    loop {
        let message = match tokio::time::timeout(hall.idle, messages.recv()).await {
            Ok(Some(message)) => message,
            Ok(None) => return,
            Err(_) if hall.registry.retire(id, &messages) => return,
            Err(_) => continue,
        };
        // No user is erased while a message is handled.
        let erased = hall.erased_users.read().await;
        let current = session.take().filter(|session| session.is_current(erased.revision));
        let loaded = match current {
            Some(current) => Ok(current),
            None => Session::load(hall, id, erased.revision).await,
        };
        match loaded {
            Ok(mut loaded) => {
                loaded.handle(message).await;
                session = Some(loaded);
            }
            Err(refusal) => {
                drop(erased);
                reject(message, &refusal);
                return reject_all(hall, id, &mut messages, &refusal).await;
            }
        }
    }
}

/// Answers a message with a refusal.
fn reject(message: SessionMessage, refusal: &Refusal) {
    match message {
        SessionMessage::Request { reply, .. } => drop(reply.send(Reply::Refused(refusal.clone()))),
        SessionMessage::Read(read) => read(Err(refusal.clone())),
        SessionMessage::Wake(done) => drop(done.send(false)),
    }
}

/// Refuses all messages in the mailbox, then retires the session.
async fn reject_all(
    hall: &HallState,
    id: CampaignId,
    messages: &mut Receiver<SessionMessage>,
    refusal: &Refusal,
) {
    loop {
        while let Ok(message) = messages.try_recv() {
            reject(message, refusal);
        }
        if hall.registry.retire(id, messages) {
            return;
        }
        tokio::task::yield_now().await;
    }
}

impl Session {
    /// Whether the campaign in memory is the stored one.
    fn is_current(&self, revision: u64) -> bool {
        !self.out_of_sync && self.revision == revision
    }

    async fn load(
        hall: &Arc<HallState>,
        id: CampaignId,
        revision: u64,
    ) -> Result<Session, Refusal> {
        let stored = hall.store.load(id).await.map_err(|why| {
            error!("campaign {} cannot be loaded: {why}", id.0);
            match why {
                // Permanent: a retry would fail too.
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
        let game = hall.games.get(&hall.store, &charter.game, &charter.pack).await;
        let game = game.map_err(broken)?;
        let restore = || Campaign::restore(charter, game, stored.council, stored.base, stored.tail);
        let restored = catch_unwind(AssertUnwindSafe(restore));
        let restored = restored.unwrap_or_else(|_| Err("the rules panicked".to_owned()));
        let (hall, campaign) = (Arc::clone(hall), restored.map_err(broken)?);
        Ok(Session { id, hall, campaign, revision, out_of_sync: false })
    }

    async fn handle(&mut self, message: SessionMessage) {
        match message {
            SessionMessage::Request { request_id, who, request, reply } => {
                let result = self.perform(&request_id, &who, &request).await;
                // Fails if the caller has gone away. The request is carried out all the same.
                let _ = reply.send(result);
            }
            SessionMessage::Read(read) => self.run_read(read),
            SessionMessage::Wake(done) => {
                let stored = self.wake().await;
                let _ = done.send(stored);
            }
        }
    }

    /// Runs a read on the campaign. If it panics, only its caller gets no answer.
    fn run_read(&self, read: ReadFn) {
        if catch_unwind(AssertUnwindSafe(|| read(Ok(&self.campaign)))).is_err() {
            error!("a look at campaign {} broke", self.id.0);
        }
    }

    /// Runs a request on a copy of the campaign and commits the result.
    async fn perform(&mut self, request_id: &str, who: &Requester, request: &Request) -> Reply {
        if let Err(refusal) = self.load_history(request).await {
            return Reply::Refused(refusal);
        }
        let quiet = self.hall.quiet_hours();
        let now = Now { at: self.hall.clock.now(), quiet: &quiet };
        let result = self.catch_panic(|campaign| campaign.request(now, who, request));
        self.campaign.drop_history();
        match result {
            Ok(next) => self.commit(now.at, Some(request_id), next).await,
            // An internal error is not stored as the reply: a retry may succeed.
            Err(refusal) if refusal.is_internal() => Reply::Refused(refusal),
            Err(refusal) => self.commit_refusal(now.at, request_id, refusal).await,
        }
    }

    /// Loads the whole log if the request needs it, such as an undo. Otherwise it is not in memory.
    async fn load_history(&mut self, request: &Request) -> Result<(), Refusal> {
        if !self.campaign.needs_history(request) {
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

    /// Runs a computation that works on a copy of the campaign. A panic loses only the copy and
    /// becomes [`Refusal::Internal`].
    fn catch_panic<T>(
        &self,
        compute: impl FnOnce(&Campaign) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let result = catch_unwind(AssertUnwindSafe(|| compute(&self.campaign)));
        let result = result.unwrap_or_else(|_| {
            error!("the rules panicked in campaign {}", self.id.0);
            Err(Refusal::Internal)
        });
        if let Err(Refusal::Internal) = result {
            error!("campaign {} could not work out a request", self.id.0);
        }
        result
    }

    /// Commits a change, makes it the current state and announces it.
    async fn commit(
        &mut self,
        at: Timestamp,
        request_id: Option<&str>,
        next: Transitioned,
    ) -> Reply {
        let wake = next.campaign.next_wake(&self.hall.quiet_hours());
        let change = Commit {
            before_seq: self.campaign.council().seq,
            council: next.campaign.council(),
            wake,
            effects: &next.effects,
            request: request_id,
            at,
        };
        match self.hall.store.commit(self.id, &change).await {
            Ok(Committed::Stored(first)) => {
                self.campaign = next.campaign;
                let Effects { notices, reply, .. } = next.effects;
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

    /// Stores a refusal as the reply, so that a repeated request gets it again.
    async fn commit_refusal(&self, at: Timestamp, request_id: &str, refusal: Refusal) -> Reply {
        let effects = Effects::reply(Reply::Refused(refusal));
        let council = self.campaign.council();
        let (before_seq, wake, request) = (council.seq, None, Some(request_id));
        let change = Commit { before_seq, council, wake, effects: &effects, request, at };
        match self.hall.store.commit(self.id, &change).await {
            Ok(Committed::Stored(_)) => effects.reply,
            Ok(Committed::Repeated(reply)) => reply,
            Err(why) => {
                // The refusal is correct, as nothing has changed. It is only not stored.
                warn!("a refusal in campaign {} could not be stored: {why}", self.id.0);
                effects.reply
            }
        }
    }

    /// Applies what is due, or stores the next wake time if nothing is. Returns whether the result
    /// was stored.
    async fn wake(&mut self) -> bool {
        let quiet = self.hall.quiet_hours();
        let now = Now { at: self.hall.clock.now(), quiet: &quiet };
        let next = match self.catch_panic(|campaign| campaign.wake(now)) {
            Ok(Some(next)) => next,
            Ok(None) => {
                let campaign = self.campaign.clone();
                Transitioned { campaign, effects: Effects::reply(Reply::Done) }
            }
            Err(_) => return false,
        };
        !matches!(self.commit(now.at, None, next).await, Reply::Refused(_))
    }
}

/// Builds the outbox items of stored notices. Their ids are consecutive from `first`.
fn outbox_items(
    campaign: CampaignId,
    first: Option<i64>,
    notices: Vec<Notice>,
    at: Timestamp,
) -> Vec<OutboxItem> {
    let numbered = (first.unwrap_or(0)..).zip(notices);
    let item = |(id, notice)| OutboxItem { id, campaign, notice, attempts: 0, try_at: at };
    numbered.map(item).collect()
}
