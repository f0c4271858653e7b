//! Publisher: delivers the hall's outbox to the channel as messages.
//!
//! The hall runs one delivery per campaign at a time, so a channel has one queue, and notices that
//! arrive during a delivery become one edit. Deliveries are idempotent, since one may be repeated
//! after a crash: edits show the newest state, and posts carry a nonce. Clicks and commands are
//! handled elsewhere.

mod ballots;
mod pace;
mod panels;
mod pictures;
mod side_messages;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::SetOnce;
use tracing::{debug, error, warn};

use self::pace::Waits;
use super::localizer::Localizer;
use super::lost_channel;
use super::message::{OutgoingMessage, split_to_fit};
use super::message_plan::{MessagePlan, MessageState};
use super::pages::lobby;
use super::pending_clicks::{PendingClick, PendingClicks};
use super::render_pool::RenderPool;
use super::rest_client::{InteractionToken, RestClient, SendError, Sent};
use crate::council::view::CouncilView;
use crate::council::{CampaignStatus, Charter, Refusal, Timestamp, UserId};
use crate::game::{Game, Viewer};
use crate::hall::Hall;
use crate::hall::clock::BoxFuture;
use crate::hall::front_end::{Delivered, DeliveryError, FrontEnd, OutboxBatch, Redelivery};
use crate::store::CampaignId;

/// Capacity of the content hash cache, which skips edits that would change nothing.
const MAX_PAGE_HASHES: usize = 10_000;

/// Failed attempts, about a minute, after which a missing permission counts as permanent.
const FORBIDDEN_PAUSE: u32 = 6;

/// Attempts to read a busy campaign.
const BUSY_TRIES: u32 = 20;
/// Delay between those attempts.
const BUSY_PAUSE: Duration = Duration::from_millis(50);

/// Time Discord gives to answer an interaction.
const ACK_WITHIN: Duration = Duration::from_secs(3);

/// Front end of the hall that shows campaigns in Discord channels.
pub struct Publisher {
    hall: SetOnce<Weak<Hall>>,
    rest: RestClient,
    pending_clicks: Arc<PendingClicks>,
    render_pool: RenderPool,
    /// Hash of what a message shows, by message.
    printed: Mutex<HashMap<u64, u64>>,
    shown: pictures::ViewCache,
    pace: pace::Pace,
    /// The bot's own user, which pauses campaigns whose channel cannot be used.
    me: UserId,
}

/// Target of a message.
#[derive(Clone, Copy)]
enum Destination<'a> {
    /// A new message with this nonce.
    New(&'a str),
    /// An existing message to edit.
    Old(u64),
}

/// Read model of a campaign, with what is needed to put it into words.
pub(super) struct CampaignView {
    pub(super) id: i64,
    pub(super) charter: Charter,
    pub(super) view: CouncilView,
    pub(super) localizer: Localizer,
    pub(super) now: Timestamp,
}

impl Publisher {
    /// Creates a publisher. Deliveries wait until [`Publisher::serve`] sets the hall.
    pub fn new(
        wire: RestClient,
        tickets: Arc<PendingClicks>,
        easel: RenderPool,
        (me, hurried): (UserId, bool),
    ) -> Self {
        let (printed, shown) = (Mutex::default(), pictures::ViewCache::default());
        let pace = pace::Pace::new(hurried);
        Publisher {
            hall: SetOnce::new(),
            rest: wire,
            pending_clicks: tickets,
            render_pool: easel,
            printed,
            shown,
            pace,
            me,
        }
    }

    /// Sets the hall to read campaigns from.
    pub fn serve(&self, hall: &Arc<Hall>) {
        if self.hall.set(Arc::downgrade(hall)).is_err() {
            error!("the courier was told of a second hall");
        }
    }

    async fn hall(&self) -> Result<Arc<Hall>, DeliveryError> {
        let hall = self.hall.wait().await.upgrade();
        hall.ok_or_else(|| DeliveryError::Temporary("the hall is closed".to_owned()))
    }

    async fn publish(
        &self,
        batch: &OutboxBatch,
    ) -> Result<(MessageState, Option<Redelivery>), DeliveryError> {
        let hall = self.hall().await?;
        let view = load_view_with_retry(&hall, batch.campaign).await;
        let view = view.map_err(|why| DeliveryError::Temporary(why.to_string()))?;
        let mut state = stored_state(batch);
        let plan = state.apply_notices(&batch.items, &view.localizer);
        if let Some(again) = self.only_counts_wait(&state, &plan, view.now) {
            return Ok((state, Some(again)));
        }
        self.disarm_settled(&view);
        match self.execute(&hall, &view, &mut state, &plan).await {
            Ok(waits) => Ok((state, waits.again(&plan))),
            Err(SendError::ChannelGone) => Err(self.pause_lost_channel(&hall, batch).await),
            Err(SendError::Refused(why)) => {
                self.give_up(view.id, "some news", &why);
                Err(DeliveryError::Permanent(why))
            }
            Err(why) => {
                if why == SendError::Forbidden {
                    self.pause_if_forbidden(&hall, &view, batch).await;
                }
                Err(DeliveryError::Temporary(why.to_string()))
            }
        }
    }

    /// Pauses a running campaign if the bot has not been allowed to post for
    /// `FORBIDDEN_PAUSE` attempts: the players cannot see the questions, so no deadline may
    /// pass. The notices stay in the outbox until the bot may post again.
    async fn pause_if_forbidden(&self, hall: &Hall, view: &CampaignView, batch: &OutboxBatch) {
        let tried = batch.items.iter().map(|item| item.attempts).max().unwrap_or(0);
        let running = view.view.status == CampaignStatus::Running && view.view.paused.is_none();
        if running && tried >= FORBIDDEN_PAUSE {
            let request = format!("shut-out-{}", batch.items.first().map_or(0, |item| item.id));
            let _ = lost_channel::strand(hall, batch.campaign, &request, self.me).await;
            warn!("campaign {} is paused: we may not post in its channel", batch.campaign.0);
        }
    }

    /// Carries out the plan. Returns how long throttled counts have to wait.
    async fn execute(
        &self,
        hall: &Hall,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<Waits, SendError> {
        if plan.lobby {
            let shown = self.show_lobby(view, state, plan).await;
            self.or_give_up(view, "its lobby", shown)?;
        }
        let results = self.show_returns(view, state, plan).await;
        self.or_give_up(view, "what came of a ballot", results)?;
        if let Some(ended) = &plan.ended {
            return self.show_ending(hall, view, state, ended).await.map(|()| Waits::default());
        }
        let mut waits = Waits::default();
        if view.view.status == CampaignStatus::Running {
            // The ballot goes first, so that the panel with its questions is the last message.
            // Its error is checked later: a failed ballot must not hide a question.
            let ballot = self.show_ballot(view, state, plan).await;
            let panel = self.show_panel(hall, view, state, plan).await;
            let panel = panel.map(|wait| waits.street = wait);
            self.or_give_up(view, "its panel", panel)?;
            let side = self.show_beside(hall, view, state, plan).await;
            self.or_give_up(view, "a motion or a reminder", side)?;
            let ballot = ballot.map(|wait| waits.tally = wait);
            self.or_give_up(view, "the people's ballot", ballot)?;
            let pinged = self.call_people(view, state, plan).await;
            self.or_give_up(view, "a call to the ballot", pinged)?;
            self.send_private_questions(hall, view, plan).await;
        }
        Ok(waits)
    }

    async fn show_lobby(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let in_lobby = view.view.status == CampaignStatus::Lobby;
        let Some(message_id) = state.lobby else {
            return if in_lobby { self.post_lobby(view, state).await } else { Ok(()) };
        };
        if in_lobby && plan.anew.is_some() {
            // A user asked to see it again: post it at the bottom and delete the old one.
            self.post_lobby(view, state).await?;
            return ignore_stale_edit(self.rest.delete(view.charter.channel, message_id).await);
        }
        let message = if in_lobby {
            lobby::open(&view.localizer, view.id, &view.charter, &view.view)
        } else {
            state.lobby = None;
            lobby::closed(&view.localizer, &view.view, view.view.status == CampaignStatus::Running)
        };
        match self.change(view.charter.channel, message_id, &message).await {
            Err(SendError::MessageGone) if in_lobby => self.post_lobby(view, state).await,
            done => ignore_stale_edit(done),
        }
    }

    async fn post_lobby(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
    ) -> Result<(), SendError> {
        let message = lobby::open(&view.localizer, view.id, &view.charter, &view.view);
        let nonce = format!("l{}-{}", view.id, state.lobby.unwrap_or(0) % 1_000_000);
        state.lobby = Some(self.post(view.charter.channel, message, &nonce).await?);
        Ok(())
    }

    /// Posts a message, in parts if it is too long. Returns the id of the last part.
    async fn post(
        &self,
        channel: u64,
        message: OutgoingMessage,
        nonce: &str,
    ) -> Result<u64, SendError> {
        let mut last = 0;
        let parts = split_to_fit(message);
        for (at, part) in parts.iter().enumerate() {
            let nonce =
                if at + 1 == parts.len() { nonce.to_owned() } else { format!("{nonce}.{at}") };
            let sent = self.show(channel, part, Destination::New(&nonce)).await?;
            if sent.outdated {
                let without_file = OutgoingMessage { file: None, ..part.clone() };
                self.show(channel, &without_file, Destination::Old(sent.message)).await?;
            }
            last = sent.message;
        }
        if let Some(message) = parts.last() {
            self.note(last, message);
        }
        Ok(last)
    }

    /// Sends a message, and falls back to plainer forms if Discord rejects it: a table must not
    /// be left without a panel.
    async fn show(
        &self,
        channel: u64,
        message: &OutgoingMessage,
        to: Destination<'_>,
    ) -> Result<Sent, SendError> {
        let mut done = self.show_as_it_is(channel, message, to).await;
        for (at, plainer) in message.plainer().iter().enumerate() {
            match &done {
                Err(SendError::Refused(why)) => {
                    warn!("a message is tried again in a plainer form: {why}");
                }
                // Perhaps only files are forbidden here: try without the file.
                Err(SendError::Forbidden) if at == 0 && message.file.is_some() => {}
                _ => break,
            }
            done = self.show_as_it_is(channel, plainer, to).await;
        }
        done
    }

    async fn show_as_it_is(
        &self,
        channel: u64,
        message: &OutgoingMessage,
        to: Destination<'_>,
    ) -> Result<Sent, SendError> {
        match to {
            Destination::New(nonce) => self.rest.post(channel, message, nonce).await,
            Destination::Old(message_id) => {
                let sent = Sent { message: message_id, outdated: false };
                self.rest.edit(channel, message_id, message).await.map(|()| sent)
            }
        }
    }

    /// Logs and drops a message that Discord rejects in every form. That is a bug of the bot and
    /// no retry helps, so the campaign goes on without it. Later notices are tried as usual.
    fn or_give_up(
        &self,
        view: &CampaignView,
        what: &str,
        done: Result<(), SendError>,
    ) -> Result<(), SendError> {
        match done {
            Err(SendError::Refused(why)) => {
                self.give_up(view.id, what, &why);
                Ok(())
            }
            done => done,
        }
    }

    fn give_up(&self, campaign: i64, what: &str, why: &str) {
        error!("campaign {campaign} goes on without {what}, which Discord does not take: {why}");
        self.rest.gave_up();
    }

    /// Edits a message, as the response to a pending click on it if there is one.
    async fn change(
        &self,
        channel: u64,
        message_id: u64,
        message: &OutgoingMessage,
    ) -> Result<(), SendError> {
        let waiting = self.pending_clicks.take(message_id);
        if waiting.is_empty() && self.shows(message_id, message) {
            return Ok(());
        }
        let mut shown = false;
        for pending in waiting {
            match (shown, pending.is_nodded()) {
                (true, true) => {}
                // If it fails, the user still sees the edit.
                (true, false) => drop(self.rest.defer_update(&pending.call).await),
                (false, true) => shown = self.edit_deferred(&pending, message).await,
                (false, false) => shown = self.answered_with(&pending.call, message).await,
            }
            pending.done();
        }
        if !shown {
            let to = Destination::Old(message_id);
            match self.show(channel, message, to).await {
                Err(SendError::Archived) => {
                    self.rest.wake_thread(channel).await?;
                    self.show(channel, message, to).await?;
                }
                done => drop(done?),
            }
        }
        self.note(message_id, message);
        Ok(())
    }

    /// Responds to a click by editing its message. If the edit fails, acknowledges the click,
    /// unless it is too late for any response. Returns `true` if the message was edited.
    async fn answered_with(&self, token: &InteractionToken, message: &OutgoingMessage) -> bool {
        match self.rest.update(token, message).await {
            Ok(()) => true,
            Err(SendError::TooLate | SendError::AnsweredAlready) => false,
            Err(_) => {
                let _ = self.rest.defer_update(token).await;
                false
            }
        }
    }

    /// Edits the message of a deferred click by its token, which is exempt from the channel's rate
    /// limit. Returns `true` if the message was edited.
    async fn edit_deferred(&self, pending: &PendingClick, message: &OutgoingMessage) -> bool {
        pending.after_nod(ACK_WITHIN).await
            && self.rest.edit_original(&pending.call, message).await.is_ok()
    }

    /// Whether a message is known to show this content already.
    fn shows(&self, message_id: u64, message: &OutgoingMessage) -> bool {
        let printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        printed.get(&message_id) == Some(&page_hash(message))
    }

    /// Records what a message shows now.
    fn note(&self, message_id: u64, message: &OutgoingMessage) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if printed.len() >= MAX_PAGE_HASHES {
            printed.clear();
        }
        printed.insert(message_id, page_hash(message));
    }

    /// Forgets what a message shows, so that the next edit is sent in any case.
    fn forget(&self, message_id: u64) {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner).remove(&message_id);
    }

    /// Pauses a campaign whose channel is gone, so that no deadline passes. A lobby is abandoned.
    async fn pause_lost_channel(&self, hall: &Hall, batch: &OutboxBatch) -> DeliveryError {
        let request = format!("stranded-{}", batch.items.first().map_or(0, |item| item.id));
        // Errors are ignored: the campaign may be paused or over already.
        let _ = lost_channel::strand(hall, batch.campaign, &request, self.me).await;
        warn!("the channel of campaign {} is gone; it stands still", batch.campaign.0);
        DeliveryError::Permanent("its channel is gone".to_owned())
    }
}

impl FrontEnd for Publisher {
    fn deliver<'a>(
        &'a self,
        batch: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        Box::pin(async move {
            let (state, again) = self.publish(batch).await?;
            let shown = serde_json::to_value(&state).map_err(|why| {
                error!("what is shown of campaign {} cannot be kept: {why}", batch.campaign.0);
                DeliveryError::Permanent(why.to_string())
            })?;
            Ok(Delivered { state: Some(shown), redeliver: again })
        })
    }
}

/// Ignores permanent failures of an edit that only cleans up: stale buttons are refused when
/// clicked.
fn ignore_stale_edit(done: Result<(), SendError>) -> Result<(), SendError> {
    match done {
        Err(why @ (SendError::Later(_) | SendError::ChannelGone)) => Err(why),
        Err(why) => {
            debug!("an old message was left as it is: {why}");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Hash of a message's content.
fn page_hash(message: &OutgoingMessage) -> u64 {
    let mut hasher = DefaultHasher::new();
    message.json().to_string().hash(&mut hasher);
    hasher.finish()
}

/// State stored with the last delivery. Empty if there is none or it cannot be read.
fn stored_state(batch: &OutboxBatch) -> MessageState {
    let Some(shown) = &batch.state else { return MessageState::default() };
    serde_json::from_value(shown.clone()).unwrap_or_else(|why| {
        error!("what is shown of campaign {} cannot be read: {why}", batch.campaign.0);
        MessageState::default()
    })
}

/// Reads a campaign as `viewer` sees it. `None` is the public view.
pub(super) async fn load_view(
    hall: &Hall,
    id: CampaignId,
    viewer: Option<UserId>,
) -> Result<CampaignView, Refusal> {
    let now = hall.now();
    let read = move |campaign: &crate::council::Campaign| {
        (campaign.view(viewer, now), campaign.charter().clone(), campaign.shared_game())
    };
    let (panel, charter, game) = hall.read(id, read).await?;
    let language = panel.settings.language.clone().unwrap_or_else(|| "en".to_owned());
    let localizer = Localizer { language, game, chairs: panel.seats.clone() };
    Ok(CampaignView { id: id.0, charter, view: panel, localizer, now })
}

/// Reads a campaign as the public sees it, with retries while it is busy, for example with the
/// votes of a crowd. A failed delivery would be retried with growing delays instead.
async fn load_view_with_retry(hall: &Hall, id: CampaignId) -> Result<CampaignView, Refusal> {
    for _ in 0..BUSY_TRIES {
        match load_view(hall, id, None).await {
            Err(Refusal::Busy) => tokio::time::sleep(BUSY_PAUSE).await,
            result => return result,
        }
    }
    load_view(hall, id, None).await
}

/// The board as `viewer` sees it. `None` if the campaign has none or cannot be read.
pub(super) async fn view(hall: &Hall, id: i64, viewer: Viewer) -> Option<(Value, Arc<dyn Game>)> {
    let read = move |campaign: &crate::council::Campaign| {
        let board = campaign.table()?.view(viewer);
        Some((board, campaign.shared_game()))
    };
    hall.read(CampaignId(id), read).await.ok().flatten()
}
