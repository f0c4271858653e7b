//! Clicks: what each button and menu does. `looking`, `ballot`, `setting` and `undoing` hold
//! what belongs to one matter, `answering` how answers are acknowledged.
//!
//! May use: `host`, `press`, `pages`, the deeds of `council`. Deliberately
//! absent: waiting for somebody; every click stands for itself and works after
//! a restart. Rights are checked by the council at every click.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use serenity::all::{
    ComponentInteraction, ComponentInteractionDataKind, MessageFlags, MessageInteractionMetadata,
};
use tokio::time::Instant;

use super::asides::Aside;
use super::context::{BotContext, Invoker, Told, log_lost_reply};
use super::custom_id::{self, ButtonAction, ChoiceRef, CustomId};
use super::localizer::Localizer;
use super::message::{OutgoingMessage, split_to_fit};
use super::open_campaign;
use super::publisher::CampaignView;
use super::rate_limit::RateLimited;
use super::rest_client::InteractionToken;
use crate::council::view::QuestionView;
use crate::council::{Refusal, Reply, Request};
use crate::game::{Localize as _, Message, Seat};
use crate::i18n::hall::hall_catalog;

mod answering;
mod ballot;
mod looking;
mod privacy;
mod setting;
mod street;
mod tables;
mod undoing;

pub use undoing::would_undo;

/// A click whose campaign could not even be looked at by now is acknowledged first: after
/// three seconds it would be lost.
const LATE: Duration = Duration::from_millis(1500);

/// A click, and what was picked if it was a menu.
struct Click<'a> {
    host: &'a Arc<BotContext>,
    visitor: Invoker,
    campaign: i64,
    /// The message that was clicked.
    message: u64,
    /// Only the visitor sees that message.
    private: bool,
    picked: Option<String>,
    /// It was acknowledged before there was an answer.
    nodded: AtomicBool,
    /// It came to nothing.
    refused: AtomicBool,
    /// The private question that is shown in answer.
    shown: OnceLock<u32>,
    /// The message that was clicked has changed.
    changed: AtomicBool,
    /// What is known of that message, if it asks whoever clicked something in private.
    aside: Mutex<Option<(std::time::Instant, Aside)>>,
}

/// Handles a click.
pub async fn click(host: &Arc<BotContext>, it: &ComponentInteraction) {
    // A trial runs beside us with the same token, and answers for itself.
    if custom_id::in_trial(&it.data.custom_id).is_some() {
        return;
    }
    host.metrics.click();
    let Some(visitor) = host.visitor_of_click(it) else {
        return reply_outside_server(host, it).await;
    };
    let Some(tongue) = host.tongue(&visitor) else { return };
    let user = visitor.person.user.0;
    if let Err(halt) = host.gate.click(user) {
        return host.tell(&visitor, &turned_away(host, &tongue, halt)).await;
    }
    let Some(press) = CustomId::read(&it.data.custom_id) else {
        return host.tell(&visitor, &OutgoingMessage::line(tongue.word("table-old-button"))).await;
    };
    let click = Click::of(host, it, visitor, press.campaign);
    click.take_aside(it, &press.what);
    // What each click does is large together, and only one of them is done.
    Box::pin(click.perform(press.what)).await;
    if click.private {
        click.put_aside();
        let (visitor, shown) = (&click.visitor, click.shown.get().copied());
        let (who, call) = (visitor.person.user, visitor.call.clone());
        host.tickets.heard_and_shown(press.campaign, who, call, shown);
    }
    if !click.refused.load(Ordering::Acquire) {
        host.gate.refund_click(user);
    }
}

/// A click where there are no campaigns.
async fn reply_outside_server(host: &BotContext, it: &ComponentInteraction) {
    let call = InteractionToken { id: it.id.get(), token: it.token.clone() };
    let page =
        OutgoingMessage::line(hall_catalog(&it.locale).localize(&Message::new("table-not-here")));
    log_lost_reply(host.wire.reply(&call, &page).await);
}

/// Somebody has clicked too often: why, and how long to wait.
fn turned_away(host: &BotContext, tongue: &Localizer, halt: RateLimited) -> OutgoingMessage {
    match halt {
        RateLimited::Useless(wait) => host.wait_page(tongue, "clicks-too-many", wait),
        RateLimited::Hasty(wait) => host.wait_page(tongue, "clicks-too-fast", wait),
    }
}

fn picked(kind: &ComponentInteractionDataKind) -> Option<String> {
    match kind {
        ComponentInteractionDataKind::StringSelect { values } => values.first().cloned(),
        _ => None,
    }
}

impl<'a> Click<'a> {
    fn of(
        host: &'a Arc<BotContext>,
        it: &ComponentInteraction,
        visitor: Invoker,
        campaign: i64,
    ) -> Click<'a> {
        let private = it.message.flags.is_some_and(|f| f.contains(MessageFlags::EPHEMERAL));
        if private {
            // The answer shows what is asked next: it must not be shown beside it, too.
            host.tickets.record_answered(campaign, visitor.person.user);
        } else {
            host.tickets.heard(campaign, visitor.person.user, visitor.call.clone());
        }
        Click {
            host,
            visitor,
            campaign,
            message: it.message.id.get(),
            private,
            picked: picked(&it.data.kind),
            nodded: AtomicBool::new(false),
            refused: AtomicBool::new(false),
            shown: OnceLock::new(),
            changed: AtomicBool::new(false),
            aside: Mutex::default(),
        }
    }
}

/// The interaction a message says it came from.
fn origin(message: &serenity::all::Message) -> Option<u64> {
    match message.interaction_metadata.as_deref()? {
        MessageInteractionMetadata::Command(from) => Some(from.id.get()),
        MessageInteractionMetadata::Component(from) => Some(from.id.get()),
        _ => None,
    }
}

impl Click<'_> {
    /// The message may be a private question that is remembered: until it is changed here
    /// nobody else takes its buttons off.
    fn take_aside(&self, it: &ComponentInteraction, what: &ButtonAction) {
        let asks = matches!(
            what,
            ButtonAction::Answer { .. } | ButtonAction::Answers { .. } | ButtonAction::Turn { .. }
        );
        if self.private && asks {
            let key = (self.campaign, self.visitor.person.user);
            let taken = self.host.tickets.asides.take(key, self.message, origin(&it.message));
            *self.aside.lock().unwrap_or_else(PoisonError::into_inner) = taken;
        }
    }

    /// Remembers what the message shows now; if it is as before, that.
    fn put_aside(&self) {
        let asides = &self.host.tickets.asides;
        let user = self.visitor.person.user;
        let before = self.aside.lock().unwrap_or_else(PoisonError::into_inner).take();
        if !self.changed.load(Ordering::Acquire) {
            if let Some(before) = before {
                asides.put_back(self.campaign, user, before);
            }
            return;
        }
        if let Some(question) = self.shown.get().copied() {
            let (call, message) = (self.visitor.call.clone(), Some(self.message));
            let aside = Aside { call, followed: None, message, question };
            self.host.wire.disarm_beside(asides.show(self.campaign, user, Some(aside)));
        }
    }

    /// What is shown is a private question.
    fn shows(&self, asked: Option<&QuestionView>) {
        if let Some(asked) = asked.filter(|asked| asked.private.is_some()) {
            // A click shows one page.
            let _ = self.shown.set(asked.number);
        }
    }

    /// An old private message shows what is open now.
    async fn show_current(&self) {
        self.refused.store(true, Ordering::Release);
        let page = self.read_with_ack(self.next_private()).await;
        self.update(&page).await;
    }

    async fn perform(&self, what: ButtonAction) {
        match what {
            ButtonAction::Answer { question, choice } => self.answer(question, choice).await,
            ButtonAction::Answers { question, .. } => {
                let choice = ChoiceRef::read(self.picked.as_deref().unwrap_or_default());
                self.answer(question, choice).await;
            }
            ButtonAction::Turn { question, page } => self.turn(question, page).await,
            ButtonAction::Hand => self.hand().await,
            ButtonAction::Back => self.back().await,
            ButtonAction::Undo { back_to, seen } => {
                self.submit_private(Request::Undo { back_to, seen }).await
            }
            ButtonAction::Voice { motion, agree } => {
                self.submit_public(Request::VoteMotion { motion, agree }).await;
            }
            ButtonAction::Ballot { edition, .. } => {
                let choice = ChoiceRef::read(self.picked.as_deref().unwrap_or_default());
                self.sign(edition, Some(choice)).await;
            }
            ButtonAction::Sign { edition, choice } => self.sign(edition, Some(choice)).await,
            ButtonAction::Unsign { edition } => self.sign(edition, None).await,
            ButtonAction::Mine { edition } => self.my_vote(edition).await,
            ButtonAction::BallotTurn { page, .. } => self.read_ballot(page).await,
            ButtonAction::Close { edition } => {
                self.submit_private(Request::CloseBallot { edition }).await
            }
            ButtonAction::CallMe { on } => self.call_me(on).await,
            ButtonAction::Street { question } => self.street(question).await,
            ButtonAction::Speak { question } => {
                let choice = ChoiceRef::read(self.picked.as_deref().unwrap_or_default());
                self.speak(question, Some(choice)).await;
            }
            ButtonAction::Unspeak { question } => self.speak(question, None).await,
            ButtonAction::Sit { chair } => self.sit(chair).await,
            ButtonAction::Leave => self.submit_public(Request::Leave).await,
            ButtonAction::Begin => self.submit_public(Request::Begin).await,
            ButtonAction::Settings => self.settings().await,
            ButtonAction::Set { which } => self.set(&which).await,
            ButtonAction::Abandon => self.submit_private(Request::Abandon).await,
            ButtonAction::Claim { seat } => {
                self.submit_private(Request::Claim { seat: Seat(seat) }).await
            }
            ButtonAction::Again => self.again().await,
            ButtonAction::Advise { question } => self.advise(Some(question)).await,
            ButtonAction::Piece => self.piece().await,
            ButtonAction::Skip => self.skip_lessons().await,
            ButtonAction::Rules { topic } => self.rules(&topic).await,
            ButtonAction::Join => self.join().await,
            ButtonAction::Forget { sure } => self.forget(sure).await,
            ButtonAction::Topics { .. } => {
                self.rules(self.picked.as_deref().unwrap_or_default()).await
            }
        }
    }

    async fn ask(&self, deed: Request) -> Reply {
        self.host.ask(&self.visitor, self.campaign, "", deed).await
    }

    async fn refuse(&self, refusal: &Refusal) {
        let page = self.read_with_ack(self.refusal(refusal)).await;
        self.tell(&page).await;
    }

    /// The words of a refusal; from here on the click is one that came to nothing.
    async fn refusal(&self, refusal: &Refusal) -> OutgoingMessage {
        self.refused.store(true, Ordering::Release);
        self.host.refusal(&self.visitor, self.campaign, refusal).await
    }

    /// A sentence that needs no look at the campaign.
    fn line(&self, word: &str) -> OutgoingMessage {
        let tongue = self.host.tongue(&self.visitor);
        OutgoingMessage::line(tongue.map_or_else(|| "…".to_owned(), |tongue| tongue.word(word)))
    }

    /// When a click is acknowledged, whether or not there is an answer.
    fn deadline(&self) -> Instant {
        (self.visitor.came + self.host.wire.ack_delay()).into()
    }

    /// Works out a private answer; if that takes too long, the click is acknowledged first.
    async fn with_ack<T>(&self, work: impl Future<Output = T>) -> T {
        self.ack_at(self.deadline(), self.timed(work)).await
    }

    /// Looks at something before anything is done. That is quick unless the campaign is kept
    /// busy, as by a disk that does not answer; then the click is acknowledged first.
    async fn read_with_ack<T>(&self, look: impl Future<Output = T>) -> T {
        self.ack_at((self.visitor.came + LATE).into(), look).await
    }

    async fn ack_at<T>(&self, deadline: Instant, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        match tokio::time::timeout_at(deadline, &mut work).await {
            Ok(done) => done,
            Err(_) if self.is_nodded() => work.await,
            Err(_) => tokio::join!(self.nod(), work).1,
        }
    }

    /// The campaign as whoever clicked sees it.
    async fn sight(&self) -> Result<CampaignView, Refusal> {
        self.read_with_ack(self.host.sight(&self.visitor, self.campaign)).await
    }

    async fn nod(&self) {
        self.nodded.store(true, Ordering::Release);
        log_lost_reply(self.host.wire.defer_update(&self.visitor.call).await);
        self.host.metrics.acknowledged(self.visitor.came.elapsed());
    }

    /// Works, and keeps in mind how long that took.
    async fn timed<T>(&self, work: impl Future<Output = T>) -> T {
        let done = work.await;
        self.host.wire.note_work(self.visitor.came.elapsed());
        done
    }

    fn is_nodded(&self) -> bool {
        self.nodded.load(Ordering::Acquire)
    }

    /// Tells whoever clicked, and nobody else.
    async fn tell(&self, page: &OutgoingMessage) {
        self.tell_whole(page).await;
    }

    /// The same; what is too long for one message is several, and where the last is comes back.
    async fn tell_whole(&self, page: &OutgoingMessage) -> Told {
        let mut parts = split_to_fit(page.clone()).into_iter();
        let mut told = Told::Not;
        if !self.is_nodded()
            && let Some(first) = parts.next()
        {
            told = self.host.answer(&self.visitor, &first).await;
        }
        for part in parts {
            told = self.host.tell_more(&self.visitor, &part).await;
        }
        told
    }

    /// Changes the message that was clicked.
    async fn update(&self, page: &OutgoingMessage) {
        self.changed.store(true, Ordering::Release);
        // What was shown to one person before goes with its picture.
        let page = &OutgoingMessage { bare: self.private, ..page.clone() };
        if !self.is_nodded() {
            return self.host.update(&self.visitor, page).await;
        }
        log_lost_reply(self.host.wire.edit_original(&self.visitor.call, page).await);
    }

    /// On a private message its change is the answer; on a public one a private reply.
    async fn change_or_tell(&self, page: &OutgoingMessage) {
        if self.private {
            self.update(page).await;
        } else {
            self.tell(page).await;
        }
    }

    /// A new campaign like this one.
    async fn again(&self) {
        // It is large: a click that does something else need not carry it.
        let opened = Box::pin(open_campaign::again(self.host, &self.visitor, self.campaign));
        let page = self.with_ack(opened).await;
        self.tell(&page).await;
    }

    async fn sit(&self, chair: usize) {
        let role = self.sight().await;
        let role = role.map(|seen| seen.panel.seats.get(chair).map(|chair| chair.role.clone()));
        match role {
            Ok(Some(role)) => self.submit_public(Request::Sit { role, also: false }).await,
            Ok(None) => self.refuse(&Refusal::NoSuchSeat).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
