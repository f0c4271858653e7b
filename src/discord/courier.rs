//! The courier: brings the hall's news to the channel. One delivery for each
//! campaign at a time, so there is one queue a channel, and what came up in the
//! meantime is one change.
//!
//! May use: the hall, `desk`, `pages`, `wire`, `tickets`, `easel`. Deliberately
//! absent: clicks and commands. Everything here may be done twice after a crash:
//! changes show the newest state, and posts carry a nonce.

mod ballots;
mod beside;
mod boards;
mod pace;
mod pictures;

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::SetOnce;
use tracing::{debug, error, warn};

use self::pace::Waits;
use super::desk::{Desk, Plan};
use super::easel::Easel;
use super::page::{Page, fitted};
use super::pages::lobby;
use super::stranding;
use super::tickets::{Ticket, Tickets};
use super::tongue::Tongue;
use super::wire::{Call, Sent, Trouble, Wire};
use crate::council::view::CouncilView;
use crate::council::{CampaignStatus, Charter, Refusal, Timestamp, UserId};
use crate::game::{Game, Viewer};
use crate::hall::Hall;
use crate::hall::clock::BoxFuture;
use crate::hall::front_end::{Delivered, DeliveryError, FrontEnd, OutboxBatch, Redelivery};
use crate::store::CampaignId;

/// Messages whose text is remembered, so that nothing is sent that is there already.
const MOST_PRINTED: usize = 10_000;

/// After so many vain tries, about a minute, it is no slip that we may not post.
const SHUT_OUT: u32 = 6;

/// How often news looks again at a campaign that is kept busy, and after which pause.
const BUSY_TRIES: u32 = 20;
const BUSY_PAUSE: Duration = Duration::from_millis(50);

/// An interaction that is not answered within this is lost.
const NOD_WITHIN: Duration = Duration::from_secs(3);

/// Brings news to the channels.
pub struct Courier {
    hall: SetOnce<Weak<Hall>>,
    wire: Wire,
    tickets: Arc<Tickets>,
    easel: Easel,
    printed: Mutex<HashMap<u64, u64>>,
    shown: pictures::Shown,
    pace: pace::Pace,
    /// Our own user, who pauses campaigns whose channel is gone.
    me: UserId,
}

/// Where a page goes.
#[derive(Clone, Copy)]
enum To<'a> {
    /// Into a new message, with this nonce.
    New(&'a str),
    /// Into one that is there.
    Old(u64),
}

/// A campaign as the courier sees it.
pub(super) struct Sight {
    pub(super) id: i64,
    pub(super) charter: Charter,
    pub(super) panel: CouncilView,
    pub(super) tongue: Tongue,
    pub(super) now: Timestamp,
}

impl Courier {
    /// A courier who does not know the hall yet.
    pub fn new(
        wire: Wire,
        tickets: Arc<Tickets>,
        easel: Easel,
        (me, hurried): (UserId, bool),
    ) -> Self {
        let (printed, shown) = (Mutex::default(), pictures::Shown::default());
        let pace = pace::Pace::new(hurried);
        Courier { hall: SetOnce::new(), wire, tickets, easel, printed, shown, pace, me }
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

    async fn bring(&self, mail: &OutboxBatch) -> Result<(Desk, Option<Redelivery>), DeliveryError> {
        let hall = self.hall().await?;
        let sight = patiently(&hall, mail.campaign).await;
        let sight = sight.map_err(|why| DeliveryError::Temporary(why.to_string()))?;
        let mut desk = remembered(mail);
        let plan = desk.take(&mail.items, &sight.tongue);
        if let Some(again) = self.only_counts_wait(&desk, &plan, sight.now) {
            return Ok((desk, Some(again)));
        }
        self.disarm_settled(&sight);
        match self.carry_out(&hall, &sight, &mut desk, &plan).await {
            Ok(waits) => Ok((desk, waits.again(&plan))),
            Err(Trouble::ChannelGone) => Err(self.strand(&hall, mail).await),
            Err(Trouble::Refused(why)) => {
                self.give_up(sight.id, "some news", &why);
                Err(DeliveryError::Permanent(why))
            }
            Err(why) => {
                if why == Trouble::Forbidden {
                    self.shut_out(&hall, &sight, mail).await;
                }
                Err(DeliveryError::Temporary(why.to_string()))
            }
        }
    }

    /// We may no longer post there. If that lasts the clocks stop: nobody can see what is
    /// asked, and time must not run out on them. The news waits until we may again.
    async fn shut_out(&self, hall: &Hall, sight: &Sight, mail: &OutboxBatch) {
        let tried = mail.items.iter().map(|parcel| parcel.attempts).max().unwrap_or(0);
        let running = sight.panel.status == CampaignStatus::Running && sight.panel.paused.is_none();
        if running && tried >= SHUT_OUT {
            let request = format!("shut-out-{}", mail.items.first().map_or(0, |one| one.id));
            let _ = stranding::strand(hall, mail.campaign, &request, self.me).await;
            warn!("campaign {} is paused: we may not post in its channel", mail.campaign.0);
        }
    }

    /// Does what is to be shown; what has to wait.
    async fn carry_out(
        &self,
        hall: &Hall,
        sight: &Sight,
        desk: &mut Desk,
        plan: &Plan,
    ) -> Result<Waits, Trouble> {
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
            self.whisper(hall, sight, plan).await;
        }
        Ok(waits)
    }

    async fn show_lobby(&self, sight: &Sight, desk: &mut Desk, plan: &Plan) -> Result<(), Trouble> {
        let gathering = sight.panel.status == CampaignStatus::Lobby;
        let Some(message) = desk.lobby else {
            return if gathering { self.post_lobby(sight, desk).await } else { Ok(()) };
        };
        if gathering && plan.anew.is_some() {
            // Somebody wants to see it at the bottom: the old one goes.
            self.post_lobby(sight, desk).await?;
            return mildly(self.wire.delete(sight.charter.channel, message).await);
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
            Err(Trouble::MessageGone) if gathering => self.post_lobby(sight, desk).await,
            done => mildly(done),
        }
    }

    async fn post_lobby(&self, sight: &Sight, desk: &mut Desk) -> Result<(), Trouble> {
        let page = lobby::open(&sight.tongue, sight.id, &sight.charter, &sight.panel);
        let nonce = format!("l{}-{}", sight.id, desk.lobby.unwrap_or(0) % 1_000_000);
        desk.lobby = Some(self.post(sight.charter.channel, page, &nonce).await?);
        Ok(())
    }

    /// Posts a message, in parts if it is too long; the number of the last.
    async fn post(&self, channel: u64, page: Page, nonce: &str) -> Result<u64, Trouble> {
        let mut last = 0;
        let parts = fitted(page);
        for (at, part) in parts.iter().enumerate() {
            let nonce =
                if at + 1 == parts.len() { nonce.to_owned() } else { format!("{nonce}.{at}") };
            let sent = self.show(channel, part, To::New(&nonce)).await?;
            if sent.outdated {
                let words = Page { file: None, ..part.clone() };
                self.show(channel, &words, To::Old(sent.message)).await?;
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
    async fn show(&self, channel: u64, page: &Page, to: To<'_>) -> Result<Sent, Trouble> {
        let mut done = self.show_as_it_is(channel, page, to).await;
        for (at, plainer) in page.plainer().iter().enumerate() {
            match &done {
                Err(Trouble::Refused(why)) => {
                    warn!("a message is tried again in a plainer form: {why}");
                }
                // Perhaps only files are forbidden here: the words matter more.
                Err(Trouble::Forbidden) if at == 0 && page.file.is_some() => {}
                _ => break,
            }
            done = self.show_as_it_is(channel, plainer, to).await;
        }
        done
    }

    async fn show_as_it_is(&self, channel: u64, page: &Page, to: To<'_>) -> Result<Sent, Trouble> {
        match to {
            To::New(nonce) => self.wire.post(channel, page, nonce).await,
            To::Old(message) => {
                let sent = Sent { message, outdated: false };
                self.wire.edit(channel, message, page).await.map(|()| sent)
            }
        }
    }

    /// What Discord refuses in every form is our mistake, and will not get better: it is said
    /// once, and the campaign goes on without it. The next news of it is tried as ever.
    fn or_give_up(
        &self,
        sight: &Sight,
        what: &str,
        done: Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        match done {
            Err(Trouble::Refused(why)) => {
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
    async fn change(&self, channel: u64, message: u64, page: &Page) -> Result<(), Trouble> {
        let waiting = self.tickets.take(message);
        if waiting.is_empty() && self.shows(message, page) {
            return Ok(());
        }
        let mut shown = false;
        for ticket in waiting {
            match (shown, ticket.is_nodded()) {
                (true, true) => {}
                // Should it fail, whoever clicked sees the change all the same.
                (true, false) => drop(self.wire.nod(&ticket.call).await),
                (false, true) => shown = self.amended(&ticket, page).await,
                (false, false) => shown = self.answered_with(&ticket.call, page).await,
            }
            ticket.done();
        }
        if !shown {
            let to = To::Old(message);
            match self.show(channel, page, to).await {
                Err(Trouble::Archived) => {
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
    async fn answered_with(&self, call: &Call, page: &Page) -> bool {
        match self.wire.update(call, page).await {
            Ok(()) => true,
            Err(Trouble::TooLate | Trouble::AnsweredAlready) => false,
            Err(_) => {
                let _ = self.wire.nod(call).await;
                false
            }
        }
    }

    /// Changes the message of a click that was nodded at; no limit of the channel counts it.
    async fn amended(&self, ticket: &Ticket, page: &Page) -> bool {
        ticket.after_nod(NOD_WITHIN).await && self.wire.amend(&ticket.call, page).await.is_ok()
    }

    fn shows(&self, message: u64, page: &Page) -> bool {
        let printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        printed.get(&message) == Some(&print(page))
    }

    fn note(&self, message: u64, page: &Page) {
        let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
        if printed.len() >= MOST_PRINTED {
            printed.clear();
        }
        printed.insert(message, print(page));
    }

    fn forget(&self, message: u64) {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner).remove(&message);
    }

    /// The channel is gone: the clocks stop, so that nobody loses anything meanwhile.
    async fn strand(&self, hall: &Hall, mail: &OutboxBatch) -> DeliveryError {
        let request = format!("stranded-{}", mail.items.first().map_or(0, |parcel| parcel.id));
        // It may be paused or over already; that is as good.
        let _ = stranding::strand(hall, mail.campaign, &request, self.me).await;
        warn!("the channel of campaign {} is gone; it stands still", mail.campaign.0);
        DeliveryError::Permanent("its channel is gone".to_owned())
    }
}

impl FrontEnd for Courier {
    fn deliver<'a>(
        &'a self,
        mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        Box::pin(async move {
            let (desk, again) = self.bring(mail).await?;
            let shown = serde_json::to_value(&desk).map_err(|why| {
                error!("what is shown of campaign {} cannot be kept: {why}", mail.campaign.0);
                DeliveryError::Permanent(why.to_string())
            })?;
            Ok(Delivered { state: Some(shown), redeliver: again })
        })
    }
}

/// What need not work: an old message keeps its buttons, and they say that they are old.
fn mildly(done: Result<(), Trouble>) -> Result<(), Trouble> {
    match done {
        Err(why @ (Trouble::Later(_) | Trouble::ChannelGone)) => Err(why),
        Err(why) => {
            debug!("an old message was left as it is: {why}");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// A mark of what a message shows.
fn print(page: &Page) -> u64 {
    let mut hasher = DefaultHasher::new();
    page.json().to_string().hash(&mut hasher);
    hasher.finish()
}

fn remembered(mail: &OutboxBatch) -> Desk {
    let Some(shown) = &mail.state else { return Desk::default() };
    serde_json::from_value(shown.clone()).unwrap_or_else(|why| {
        error!("what is shown of campaign {} cannot be read: {why}", mail.campaign.0);
        Desk::default()
    })
}

/// A campaign as somebody sees it, or as everybody does.
pub(super) async fn sight(
    hall: &Hall,
    id: CampaignId,
    viewer: Option<UserId>,
) -> Result<Sight, Refusal> {
    let now = hall.now();
    let look = move |campaign: &crate::council::Campaign| {
        (campaign.view(viewer, now), campaign.charter().clone(), campaign.shared_game())
    };
    let (panel, charter, game) = hall.read(id, look).await?;
    let language = panel.settings.language.clone().unwrap_or_else(|| "en".to_owned());
    let tongue = Tongue { language, game, chairs: panel.seats.clone() };
    Ok(Sight { id: id.0, charter, panel, tongue, now })
}

/// A campaign as everybody sees it, once it has read the votes of a crowd: that it is busy is not
/// a failed delivery, after which news would wait longer each time.
async fn patiently(hall: &Hall, id: CampaignId) -> Result<Sight, Refusal> {
    for _ in 0..BUSY_TRIES {
        match sight(hall, id, None).await {
            Err(Refusal::Busy) => tokio::time::sleep(BUSY_PAUSE).await,
            seen => return seen,
        }
    }
    sight(hall, id, None).await
}

/// What everybody may see of the board.
pub(super) async fn view(hall: &Hall, id: i64, viewer: Viewer) -> Option<(Value, Arc<dyn Game>)> {
    let look = move |campaign: &crate::council::Campaign| {
        let view = campaign.table()?.view(viewer);
        Some((view, campaign.shared_game()))
    };
    hall.read(CampaignId(id), look).await.ok().flatten()
}
