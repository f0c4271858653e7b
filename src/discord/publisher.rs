//! The courier: brings the hall's news to the channel. One delivery for each
//! campaign at a time, so there is one queue a channel, and what came up in the
//! meantime is one change.
//!
//! May use: the hall, `desk`, `pages`, `wire`, `tickets`, `easel`. Deliberately
//! absent: clicks and commands. Everything here may be done twice after a crash:
//! changes show the newest state, and posts carry a nonce.

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

/// Messages whose text is remembered, so that nothing is sent that is there already.
const MAX_PAGE_HASHES: usize = 10_000;

/// After so many vain tries, about a minute, it is no slip that we may not post.
const FORBIDDEN_PAUSE: u32 = 6;

/// How often news looks again at a campaign that is kept busy, and after which pause.
const BUSY_TRIES: u32 = 20;
const BUSY_PAUSE: Duration = Duration::from_millis(50);

/// An interaction that is not answered within this is lost.
const ACK_WITHIN: Duration = Duration::from_secs(3);

/// Brings news to the channels.
pub struct Publisher {
    hall: SetOnce<Weak<Hall>>,
    wire: RestClient,
    tickets: Arc<PendingClicks>,
    easel: RenderPool,
    printed: Mutex<HashMap<u64, u64>>,
    shown: pictures::ViewCache,
    pace: pace::Pace,
    /// Our own user, who pauses campaigns whose channel is gone.
    me: UserId,
}

/// Where a page goes.
#[derive(Clone, Copy)]
enum Destination<'a> {
    /// Into a new message, with this nonce.
    New(&'a str),
    /// Into one that is there.
    Old(u64),
}

/// A campaign as the courier sees it.
pub(super) struct CampaignView {
    pub(super) id: i64,
    pub(super) charter: Charter,
    pub(super) panel: CouncilView,
    pub(super) tongue: Localizer,
    pub(super) now: Timestamp,
}

impl Publisher {
    /// A courier who does not know the hall yet.
    pub fn new(
        wire: RestClient,
        tickets: Arc<PendingClicks>,
        easel: RenderPool,
        (me, hurried): (UserId, bool),
    ) -> Self {
        let (printed, shown) = (Mutex::default(), pictures::ViewCache::default());
        let pace = pace::Pace::new(hurried);
        Publisher { hall: SetOnce::new(), wire, tickets, easel, printed, shown, pace, me }
    }

    /// The hall is open.
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
        mail: &OutboxBatch,
    ) -> Result<(MessageState, Option<Redelivery>), DeliveryError> {
        let hall = self.hall().await?;
        let sight = with_retry(&hall, mail.campaign).await;
        let sight = sight.map_err(|why| DeliveryError::Temporary(why.to_string()))?;
        let mut desk = remembered(mail);
        let plan = desk.apply_notices(&mail.items, &sight.tongue);
        if let Some(again) = self.only_counts_wait(&desk, &plan, sight.now) {
            return Ok((desk, Some(again)));
        }
        self.disarm_settled(&sight);
        match self.execute(&hall, &sight, &mut desk, &plan).await {
            Ok(waits) => Ok((desk, waits.again(&plan))),
            Err(SendError::ChannelGone) => Err(self.pause_lost_channel(&hall, mail).await),
            Err(SendError::Refused(why)) => {
                self.give_up(sight.id, "some news", &why);
                Err(DeliveryError::Permanent(why))
            }
            Err(why) => {
                if why == SendError::Forbidden {
                    self.pause_if_forbidden(&hall, &sight, mail).await;
                }
                Err(DeliveryError::Temporary(why.to_string()))
            }
        }
    }

    /// We may no longer post there. If that lasts the clocks stop: nobody can see what is
    /// asked, and time must not run out on them. The news waits until we may again.
    async fn pause_if_forbidden(&self, hall: &Hall, sight: &CampaignView, mail: &OutboxBatch) {
        let tried = mail.items.iter().map(|parcel| parcel.attempts).max().unwrap_or(0);
        let running = sight.panel.status == CampaignStatus::Running && sight.panel.paused.is_none();
        if running && tried >= FORBIDDEN_PAUSE {
            let request = format!("shut-out-{}", mail.items.first().map_or(0, |one| one.id));
            let _ = lost_channel::strand(hall, mail.campaign, &request, self.me).await;
            warn!("campaign {} is paused: we may not post in its channel", mail.campaign.0);
        }
    }

    /// Does what is to be shown; what has to wait.
    async fn execute(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<Waits, SendError> {
        if plan.lobby {
            let shown = self.show_lobby(sight, desk, plan).await;
            self.or_give_up(sight, "its lobby", shown)?;
        }
        let counted = self.show_returns(sight, desk, plan).await;
        self.or_give_up(sight, "what came of a ballot", counted)?;
        if let Some(ended) = &plan.ended {
            return self.show_ending(hall, sight, desk, ended).await.map(|()| Waits::default());
        }
        let mut waits = Waits::default();
        if sight.panel.status == CampaignStatus::Running {
            // Above the panel, so that what is asked of the table stands last; but a fault of
            // the ballot hides no question.
            let ballot = self.show_ballot(sight, desk, plan).await;
            let panel = self.show_panel(hall, sight, desk, plan).await;
            let panel = panel.map(|wait| waits.street = wait);
            self.or_give_up(sight, "its panel", panel)?;
            let beside = self.show_beside(hall, sight, desk, plan).await;
            self.or_give_up(sight, "a motion or a reminder", beside)?;
            let ballot = ballot.map(|wait| waits.tally = wait);
            self.or_give_up(sight, "the people's ballot", ballot)?;
            let called = self.call_people(sight, desk, plan).await;
            self.or_give_up(sight, "a call to the ballot", called)?;
            self.send_private_questions(hall, sight, plan).await;
        }
        Ok(waits)
    }

    async fn show_lobby(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let gathering = sight.panel.status == CampaignStatus::Lobby;
        let Some(message) = desk.lobby else {
            return if gathering { self.post_lobby(sight, desk).await } else { Ok(()) };
        };
        if gathering && plan.anew.is_some() {
            // Somebody wants to see it at the bottom: the old one goes.
            self.post_lobby(sight, desk).await?;
            return ignore_stale_edit(self.wire.delete(sight.charter.channel, message).await);
        }
        let page = if gathering {
            lobby::open(&sight.tongue, sight.id, &sight.charter, &sight.panel)
        } else {
            desk.lobby = None;
            lobby::closed(
                &sight.tongue,
                &sight.panel,
                sight.panel.status == CampaignStatus::Running,
            )
        };
        match self.change(sight.charter.channel, message, &page).await {
            Err(SendError::MessageGone) if gathering => self.post_lobby(sight, desk).await,
            done => ignore_stale_edit(done),
        }
    }

    async fn post_lobby(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
    ) -> Result<(), SendError> {
        let page = lobby::open(&sight.tongue, sight.id, &sight.charter, &sight.panel);
        let nonce = format!("l{}-{}", sight.id, desk.lobby.unwrap_or(0) % 1_000_000);
        desk.lobby = Some(self.post(sight.charter.channel, page, &nonce).await?);
        Ok(())
    }

    /// Posts a message, in parts if it is too long; the number of the last.
    async fn post(
        &self,
        channel: u64,
        page: OutgoingMessage,
        nonce: &str,
    ) -> Result<u64, SendError> {
        let mut last = 0;
        let parts = split_to_fit(page);
        for (at, part) in parts.iter().enumerate() {
            let nonce =
                if at + 1 == parts.len() { nonce.to_owned() } else { format!("{nonce}.{at}") };
            let sent = self.show(channel, part, Destination::New(&nonce)).await?;
            if sent.outdated {
                let words = OutgoingMessage { file: None, ..part.clone() };
                self.show(channel, &words, Destination::Old(sent.message)).await?;
            }
            last = sent.message;
        }
        if let Some(page) = parts.last() {
            self.note(last, page);
        }
        Ok(last)
    }

    /// Shows a page; in a plainer form if Discord does not take it as it is, so that nobody
    /// sits at a table without one.
    async fn show(
        &self,
        channel: u64,
        page: &OutgoingMessage,
        to: Destination<'_>,
    ) -> Result<Sent, SendError> {
        let mut done = self.show_as_it_is(channel, page, to).await;
        for (at, plainer) in page.plainer().iter().enumerate() {
            match &done {
                Err(SendError::Refused(why)) => {
                    warn!("a message is tried again in a plainer form: {why}");
                }
                // Perhaps only files are forbidden here: the words matter more.
                Err(SendError::Forbidden) if at == 0 && page.file.is_some() => {}
                _ => break,
            }
            done = self.show_as_it_is(channel, plainer, to).await;
        }
        done
    }

    async fn show_as_it_is(
        &self,
        channel: u64,
        page: &OutgoingMessage,
        to: Destination<'_>,
    ) -> Result<Sent, SendError> {
        match to {
            Destination::New(nonce) => self.wire.post(channel, page, nonce).await,
            Destination::Old(message) => {
                let sent = Sent { message, outdated: false };
                self.wire.edit(channel, message, page).await.map(|()| sent)
            }
        }
    }

    /// What Discord refuses in every form is our mistake, and will not get better: it is said
    /// once, and the campaign goes on without it. The next news of it is tried as ever.
    fn or_give_up(
        &self,
        sight: &CampaignView,
        what: &str,
        done: Result<(), SendError>,
    ) -> Result<(), SendError> {
        match done {
            Err(SendError::Refused(why)) => {
                self.give_up(sight.id, what, &why);
                Ok(())
            }
            done => done,
        }
    }

    fn give_up(&self, campaign: i64, what: &str, why: &str) {
        error!("campaign {campaign} goes on without {what}, which Discord does not take: {why}");
        self.wire.gave_up();
    }

    /// Changes a message: as the answer to whoever clicked it, if somebody waits for one.
    async fn change(
        &self,
        channel: u64,
        message: u64,
        page: &OutgoingMessage,
    ) -> Result<(), SendError> {
        let waiting = self.tickets.take(message);
        if waiting.is_empty() && self.shows(message, page) {
            return Ok(());
        }
        let mut shown = false;
        for ticket in waiting {
            match (shown, ticket.is_nodded()) {
                (true, true) => {}
                // Should it fail, whoever clicked sees the change all the same.
                (true, false) => drop(self.wire.defer_update(&ticket.call).await),
                (false, true) => shown = self.edit_deferred(&ticket, page).await,
                (false, false) => shown = self.answered_with(&ticket.call, page).await,
            }
            ticket.done();
        }
        if !shown {
            let to = Destination::Old(message);
            match self.show(channel, page, to).await {
                Err(SendError::Archived) => {
                    self.wire.wake_thread(channel).await?;
                    self.show(channel, page, to).await?;
                }
                done => drop(done?),
            }
        }
        self.note(message, page);
        Ok(())
    }

    /// Answers a click with the change it led to; if the message cannot be changed any
    /// more, the click is acknowledged at least. Is it changed?
    async fn answered_with(&self, call: &InteractionToken, page: &OutgoingMessage) -> bool {
        match self.wire.update(call, page).await {
            Ok(()) => true,
            Err(SendError::TooLate | SendError::AnsweredAlready) => false,
            Err(_) => {
                let _ = self.wire.defer_update(call).await;
                false
            }
        }
    }

    /// Changes the message of a click that was nodded at; no limit of the channel counts it.
    async fn edit_deferred(&self, ticket: &PendingClick, page: &OutgoingMessage) -> bool {
        ticket.after_nod(ACK_WITHIN).await
            && self.wire.edit_original(&ticket.call, page).await.is_ok()
    }

    fn shows(&self, message: u64, page: &OutgoingMessage) -> bool {
        let printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        printed.get(&message) == Some(&page_hash(page))
    }

    fn note(&self, message: u64, page: &OutgoingMessage) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if printed.len() >= MAX_PAGE_HASHES {
            printed.clear();
        }
        printed.insert(message, page_hash(page));
    }

    fn forget(&self, message: u64) {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner).remove(&message);
    }

    /// The channel is gone: the clocks stop, so that nobody loses anything meanwhile.
    async fn pause_lost_channel(&self, hall: &Hall, mail: &OutboxBatch) -> DeliveryError {
        let request = format!("stranded-{}", mail.items.first().map_or(0, |parcel| parcel.id));
        // It may be paused or over already; that is as good.
        let _ = lost_channel::strand(hall, mail.campaign, &request, self.me).await;
        warn!("the channel of campaign {} is gone; it stands still", mail.campaign.0);
        DeliveryError::Permanent("its channel is gone".to_owned())
    }
}

impl FrontEnd for Publisher {
    fn deliver<'a>(
        &'a self,
        mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        Box::pin(async move {
            let (desk, again) = self.publish(mail).await?;
            let shown = serde_json::to_value(&desk).map_err(|why| {
                error!("what is shown of campaign {} cannot be kept: {why}", mail.campaign.0);
                DeliveryError::Permanent(why.to_string())
            })?;
            Ok(Delivered { state: Some(shown), redeliver: again })
        })
    }
}

/// What need not work: an old message keeps its buttons, and they say that they are old.
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

/// A mark of what a message shows.
fn page_hash(page: &OutgoingMessage) -> u64 {
    let mut hasher = DefaultHasher::new();
    page.json().to_string().hash(&mut hasher);
    hasher.finish()
}

fn remembered(mail: &OutboxBatch) -> MessageState {
    let Some(shown) = &mail.state else { return MessageState::default() };
    serde_json::from_value(shown.clone()).unwrap_or_else(|why| {
        error!("what is shown of campaign {} cannot be read: {why}", mail.campaign.0);
        MessageState::default()
    })
}

/// A campaign as somebody sees it, or as everybody does.
pub(super) async fn load_view(
    hall: &Hall,
    id: CampaignId,
    viewer: Option<UserId>,
) -> Result<CampaignView, Refusal> {
    let now = hall.now();
    let look = move |campaign: &crate::council::Campaign| {
        (campaign.view(viewer, now), campaign.charter().clone(), campaign.shared_game())
    };
    let (panel, charter, game) = hall.read(id, look).await?;
    let language = panel.settings.language.clone().unwrap_or_else(|| "en".to_owned());
    let tongue = Localizer { language, game, chairs: panel.seats.clone() };
    Ok(CampaignView { id: id.0, charter, panel, tongue, now })
}

/// A campaign as everybody sees it, once it has read the votes of a crowd: that it is busy is not
/// a failed delivery, after which news would wait longer each time.
async fn with_retry(hall: &Hall, id: CampaignId) -> Result<CampaignView, Refusal> {
    for _ in 0..BUSY_TRIES {
        match load_view(hall, id, None).await {
            Err(Refusal::Busy) => tokio::time::sleep(BUSY_PAUSE).await,
            seen => return seen,
        }
    }
    load_view(hall, id, None).await
}

/// What everybody may see of the board.
pub(super) async fn view(hall: &Hall, id: i64, viewer: Viewer) -> Option<(Value, Arc<dyn Game>)> {
    let look = move |campaign: &crate::council::Campaign| {
        let view = campaign.table()?.view(viewer);
        Some((view, campaign.shared_game()))
    };
    hall.read(CampaignId(id), look).await.ok().flatten()
}
