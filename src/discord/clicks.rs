//! Click handlers: what each button and select menu does. The submodules hold one area each;
//! `answering` has how requests to the council are acknowledged.
//!
//! Stateless between clicks, so that every button works after a restart. The council checks the
//! rights of the user at every click.

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

/// Time after which a click is acknowledged even though its campaign could not be read yet.
/// Discord drops an interaction after three seconds.
const LATE: Duration = Duration::from_millis(1500);

/// A click being handled, with the selected value if it was on a menu.
struct Click<'a> {
    context: &'a Arc<BotContext>,
    invoker: Invoker,
    campaign: i64,
    /// Id of the clicked message.
    message: u64,
    /// Whether the clicked message is ephemeral.
    private: bool,
    picked: Option<String>,
    /// Whether the click was acknowledged before the answer was ready.
    nodded: AtomicBool,
    refused: AtomicBool,
    /// The private question that the answer shows.
    shown: OnceLock<u32>,
    /// Whether the clicked message was edited.
    changed: AtomicBool,
    /// The remembered entry of the clicked message, if it is a private question.
    aside: Mutex<Option<(std::time::Instant, Aside)>>,
}

/// Handles a click.
pub async fn click(context: &Arc<BotContext>, interaction: &ComponentInteraction) {
    // A trial runs in parallel with the same bot token and answers its own clicks.
    if custom_id::in_trial(&interaction.data.custom_id).is_some() {
        return;
    }
    context.metrics.click();
    let Some(invoker) = context.invoker_of_click(interaction) else {
        return reply_outside_server(context, interaction).await;
    };
    let Some(localizer) = context.localizer(&invoker) else { return };
    let user = invoker.requester.user.0;
    if let Err(limited) = context.rate_limiter.click(user) {
        return context.tell(&invoker, &rate_limited(context, &localizer, limited)).await;
    }
    let Some(custom_id) = CustomId::read(&interaction.data.custom_id) else {
        let message = OutgoingMessage::line(localizer.word("table-old-button"));
        return context.tell(&invoker, &message).await;
    };
    let click = Click::of(context, interaction, invoker, custom_id.campaign);
    click.take_aside(interaction, &custom_id.action);
    // Boxed: the future is as large as all actions together, and only one of them runs.
    Box::pin(click.perform(custom_id.action)).await;
    if click.private {
        click.put_aside();
        let (invoker, shown) = (&click.invoker, click.shown.get().copied());
        let (who, token) = (invoker.requester.user, invoker.token.clone());
        context.pending_clicks.heard_and_shown(custom_id.campaign, who, token, shown);
    }
    if !click.refused.load(Ordering::Acquire) {
        context.rate_limiter.refund_click(user);
    }
}

/// Answers a click outside of servers, where there are no campaigns.
async fn reply_outside_server(context: &BotContext, interaction: &ComponentInteraction) {
    let token = InteractionToken { id: interaction.id.get(), token: interaction.token.clone() };
    let text = hall_catalog(&interaction.locale).localize(&Message::new("table-not-here"));
    log_lost_reply(context.rest.reply(&token, &OutgoingMessage::line(text)).await);
}

/// The message to a rate-limited user: the reason and the time to wait.
fn rate_limited(
    context: &BotContext,
    localizer: &Localizer,
    limited: RateLimited,
) -> OutgoingMessage {
    match limited {
        RateLimited::Useless(wait) => context.wait_page(localizer, "clicks-too-many", wait),
        RateLimited::Hasty(wait) => context.wait_page(localizer, "clicks-too-fast", wait),
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
        context: &'a Arc<BotContext>,
        interaction: &ComponentInteraction,
        invoker: Invoker,
        campaign: i64,
    ) -> Click<'a> {
        let flags = interaction.message.flags;
        let private = flags.is_some_and(|f| f.contains(MessageFlags::EPHEMERAL));
        if private {
            // The answer shows the next private question: the publisher must not send it, too.
            context.pending_clicks.record_answered(campaign, invoker.requester.user);
        } else {
            context.pending_clicks.heard(campaign, invoker.requester.user, invoker.token.clone());
        }
        Click {
            context,
            invoker,
            campaign,
            message: interaction.message.id.get(),
            private,
            picked: picked(&interaction.data.kind),
            nodded: AtomicBool::new(false),
            refused: AtomicBool::new(false),
            shown: OnceLock::new(),
            changed: AtomicBool::new(false),
            aside: Mutex::default(),
        }
    }
}

/// The id of the interaction that created a message, if Discord states it.
fn origin(message: &serenity::all::Message) -> Option<u64> {
    match message.interaction_metadata.as_deref()? {
        MessageInteractionMetadata::Command(from) => Some(from.id.get()),
        MessageInteractionMetadata::Component(from) => Some(from.id.get()),
        _ => None,
    }
}

impl Click<'_> {
    /// Takes the entry of the clicked message out of the remembered private questions, so that
    /// no other task removes its buttons before this click has edited it.
    fn take_aside(&self, interaction: &ComponentInteraction, what: &ButtonAction) {
        let asks = matches!(
            what,
            ButtonAction::Answer { .. } | ButtonAction::Answers { .. } | ButtonAction::Turn { .. }
        );
        if self.private && asks {
            let key = (self.campaign, self.invoker.requester.user);
            let from = origin(&interaction.message);
            let taken = self.context.pending_clicks.asides.take(key, self.message, from);
            *self.aside.lock().unwrap_or_else(PoisonError::into_inner) = taken;
        }
    }

    /// Remembers what the message shows now, or restores its entry if it was not edited.
    fn put_aside(&self) {
        let asides = &self.context.pending_clicks.asides;
        let user = self.invoker.requester.user;
        let before = self.aside.lock().unwrap_or_else(PoisonError::into_inner).take();
        if !self.changed.load(Ordering::Acquire) {
            if let Some(before) = before {
                asides.put_back(self.campaign, user, before);
            }
            return;
        }
        if let Some(question) = self.shown.get().copied() {
            let (call, message) = (self.invoker.token.clone(), Some(self.message));
            let aside = Aside { call, followed: None, message, question };
            self.context.rest.disarm_beside(asides.show(self.campaign, user, Some(aside)));
        }
    }

    /// Records that the answer shows `asked`, if that is a private question.
    fn shows(&self, asked: Option<&QuestionView>) {
        if let Some(asked) = asked.filter(|asked| asked.private.is_some()) {
            // A click shows one question: the first one counts.
            let _ = self.shown.set(asked.number);
        }
    }

    /// Replaces an outdated private message by the question that is open now.
    async fn show_current(&self) {
        self.refused.store(true, Ordering::Release);
        let message = self.read_with_ack(self.next_private()).await;
        self.update(&message).await;
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
                self.submit_private(Request::Undo { back_to, seen }).await;
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
                self.submit_private(Request::CloseBallot { edition }).await;
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
                self.submit_private(Request::Claim { seat: Seat(seat) }).await;
            }
            ButtonAction::Again => self.again().await,
            ButtonAction::Advise { question } => self.advise(Some(question)).await,
            ButtonAction::Piece => self.piece().await,
            ButtonAction::Skip => self.skip_lessons().await,
            ButtonAction::Rules { topic } => self.rules(&topic).await,
            ButtonAction::Join => self.join().await,
            ButtonAction::Forget { sure } => self.forget(sure).await,
            ButtonAction::Topics { .. } => {
                self.rules(self.picked.as_deref().unwrap_or_default()).await;
            }
        }
    }

    async fn ask(&self, request: Request) -> Reply {
        self.context.ask(&self.invoker, self.campaign, "", request).await
    }

    async fn refuse(&self, refusal: &Refusal) {
        let message = self.read_with_ack(self.refusal(refusal)).await;
        self.tell(&message).await;
    }

    /// Words a refusal and marks the click as refused.
    async fn refusal(&self, refusal: &Refusal) -> OutgoingMessage {
        self.refused.store(true, Ordering::Release);
        self.context.refusal(&self.invoker, self.campaign, refusal).await
    }

    /// A sentence that needs no read of the campaign.
    fn line(&self, word: &str) -> OutgoingMessage {
        let localizer = self.context.localizer(&self.invoker);
        let text = localizer.map_or_else(|| "…".to_owned(), |localizer| localizer.word(word));
        OutgoingMessage::line(text)
    }

    /// When the click is acknowledged if there is no answer yet.
    fn deadline(&self) -> Instant {
        (self.invoker.came + self.context.rest.ack_delay()).into()
    }

    /// Computes a private answer. Acknowledges the click first if `deadline` passes.
    async fn with_ack<T>(&self, work: impl Future<Output = T>) -> T {
        self.ack_at(self.deadline(), self.timed(work)).await
    }

    /// Runs a read. Acknowledges the click first if it takes longer than `LATE`: reads are quick
    /// unless the campaign is busy, for example with a disk that does not respond.
    async fn read_with_ack<T>(&self, read: impl Future<Output = T>) -> T {
        self.ack_at((self.invoker.came + LATE).into(), read).await
    }

    async fn ack_at<T>(&self, deadline: Instant, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        match tokio::time::timeout_at(deadline, &mut work).await {
            Ok(done) => done,
            Err(_) if self.is_nodded() => work.await,
            Err(_) => tokio::join!(self.defer(), work).1,
        }
    }

    /// The campaign as the invoker sees it.
    async fn sight(&self) -> Result<CampaignView, Refusal> {
        self.read_with_ack(self.context.load_view(&self.invoker, self.campaign)).await
    }

    async fn defer(&self) {
        self.nodded.store(true, Ordering::Release);
        log_lost_reply(self.context.rest.defer_update(&self.invoker.token).await);
        self.context.metrics.acknowledged(self.invoker.came.elapsed());
    }

    /// Runs `work` and notes the time since the click, from which the client derives how long
    /// clicks wait before they are acknowledged.
    async fn timed<T>(&self, work: impl Future<Output = T>) -> T {
        let done = work.await;
        self.context.rest.note_work(self.invoker.came.elapsed());
        done
    }

    fn is_nodded(&self) -> bool {
        self.nodded.load(Ordering::Acquire)
    }

    /// Answers the invoker privately.
    async fn tell(&self, message: &OutgoingMessage) {
        self.tell_whole(message).await;
    }

    /// Answers the invoker privately and splits what does not fit into one message. Returns
    /// where the last part is.
    async fn tell_whole(&self, message: &OutgoingMessage) -> Told {
        let mut parts = split_to_fit(message.clone()).into_iter();
        let mut told = Told::Not;
        if !self.is_nodded()
            && let Some(first) = parts.next()
        {
            told = self.context.answer(&self.invoker, &first).await;
        }
        for part in parts {
            told = self.context.tell_more(&self.invoker, &part).await;
        }
        told
    }

    /// Edits the clicked message.
    async fn update(&self, message: &OutgoingMessage) {
        self.changed.store(true, Ordering::Release);
        // A private message also loses the picture it had before.
        let message = &OutgoingMessage { bare: self.private, ..message.clone() };
        if !self.is_nodded() {
            return self.context.update(&self.invoker, message).await;
        }
        log_lost_reply(self.context.rest.edit_original(&self.invoker.token, message).await);
    }

    /// Edits the clicked message if it is private; otherwise replies privately.
    async fn change_or_tell(&self, message: &OutgoingMessage) {
        if self.private {
            self.update(message).await;
        } else {
            self.tell(message).await;
        }
    }

    /// Opens a new campaign with the scenario and settings of this one.
    async fn again(&self) {
        // Boxed: a large future that would otherwise be part of every click's.
        let opened = Box::pin(open_campaign::again(self.context, &self.invoker, self.campaign));
        let message = self.with_ack(opened).await;
        self.tell(&message).await;
    }

    async fn sit(&self, seat: usize) {
        let role = self.sight().await;
        let role = role.map(|view| view.view.seats.get(seat).map(|state| state.role.clone()));
        match role {
            Ok(Some(role)) => self.submit_public(Request::Sit { role, also: false }).await,
            Ok(None) => self.refuse(&Refusal::NoSuchSeat).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
