//! Messages beside the panel: the open motion, reminders and private questions.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{CampaignView, Publisher, ignore_stale_edit, load_view};
use crate::council::log::{Answered, effective_answers};
use crate::council::motion::MotionKind;
use crate::council::question::Resolver;
use crate::council::view::QuestionView;
use crate::council::{Holder, UserId};
use crate::discord::asides::Aside;
use crate::discord::localizer::link;
use crate::discord::message::OutgoingMessage;
use crate::discord::message_plan::{MessagePlan, MessageState, Reminder};
use crate::discord::pages::motion::Words;
use crate::discord::pages::{hand, motion};
use crate::discord::rest_client::SendError;
use crate::hall::Hall;
use crate::store::CampaignId;

impl Publisher {
    /// Shows the motion and the newest reminder.
    pub(super) async fn show_beside(
        &self,
        hall: &Hall,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        self.show_motion(hall, view, state, plan).await?;
        let open = |reminder: &&Reminder| {
            view.view.questions.iter().any(|asked| asked.number == reminder.question)
        };
        // Only the newest reminder: older ones add nothing to it.
        if let Some(reminder) = plan.reminders.iter().rev().find(open) {
            self.post_reminder(view, state, reminder).await?;
        }
        Ok(())
    }

    /// Edits a message, or posts it again if it was deleted. Returns its id. With `surely`, the
    /// edit is sent even if nothing has changed, since only an edit shows that a message is gone.
    pub(super) async fn keep(
        &self,
        channel: u64,
        message_id: u64,
        message: OutgoingMessage,
        (nonce, surely): (&str, bool),
    ) -> Result<u64, SendError> {
        if surely {
            self.forget(message_id);
        }
        match self.change(channel, message_id, &message).await {
            Err(SendError::MessageGone) => self.post(channel, message, nonce).await,
            done => ignore_stale_edit(done).map(|()| message_id),
        }
    }

    async fn show_motion(
        &self,
        hall: &Hall,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let channel = view.charter.channel;
        // Showing the motion again pings no one.
        let again = || plan.anew.filter(|_| plan.again).map(|cause| (cause, Vec::new()));
        let moved = plan.motion.clone().or_else(again);
        if let (Some((cause, call)), Some(open_motion)) = (moved, &view.view.motion) {
            let undone = taken_back(hall, view, &open_motion.kind).await;
            let message = motion::open(&view.localizer, view.id, open_motion, (&undone, &call));
            let nonce = format!("m{}-{cause}", view.id);
            state.motion = Some(match state.motion {
                Some(message_id) => {
                    self.keep(channel, message_id, message, (&nonce, plan.again)).await?
                }
                None => self.post(channel, message, &nonce).await?,
            });
        }
        if view.view.motion.is_none()
            && let Some(message_id) = state.motion.take()
        {
            let outcome = plan.motion_closed.unwrap_or("motion-lapsed");
            let message = motion::closed(&view.localizer, outcome);
            ignore_stale_edit(self.change(channel, message_id, &message).await)?;
        }
        Ok(())
    }

    /// Posts a reminder and deletes the previous one.
    async fn post_reminder(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
        reminder: &Reminder,
    ) -> Result<(), SendError> {
        let channel = view.charter.channel;
        let is_public = |asked: &&QuestionView| {
            asked.number == reminder.question && asked.resolver == Resolver::Public
        };
        let ballot = state.ballot.filter(|_| view.view.questions.iter().any(|q| is_public(&q)));
        let panel = state.panel.as_ref().map(|panel| panel.message);
        let message_id = ballot.or(panel).unwrap_or(0);
        let words =
            reminder.words.clone().label("link", link(view.charter.server, channel, message_id));
        let message = OutgoingMessage {
            text: view.localizer.say(&words),
            pings: reminder.call.clone(),
            ..OutgoingMessage::default()
        };
        let nonce = format!("n{}-{}", view.id, reminder.parcel);
        let posted = self.post(channel, message, &nonce).await?;
        if let Some(old) = state.nudge.replace(posted) {
            ignore_stale_edit(self.rest.delete(channel, old).await)?;
        }
        Ok(())
    }

    /// Sends private questions to users with a usable interaction token; the others have a button.
    pub(super) async fn send_private_questions(
        &self,
        hall: &Hall,
        view: &CampaignView,
        plan: &MessagePlan,
    ) {
        // One question per user: the next is sent with the answer to this one.
        let mut sent_to = BTreeSet::new();
        for (question, seat) in &plan.private {
            let holder = view.view.seats.get(usize::from(seat.0)).map(|seat| seat.holder);
            let Some(Holder::User(user)) = holder else { continue };
            let Some(token) = self.pending_clicks.followup_token(view.id, user, *question) else {
                continue;
            };
            if !sent_to.insert(user) {
                continue;
            }
            let Some(message) = private_page(hall, view.id, user, *question).await else {
                continue;
            };
            let (client, clicks) = (self.rest.clone(), Arc::clone(&self.pending_clicks));
            let (id, question) = (view.id, *question);
            // In the background, so that it delays nothing else.
            tokio::spawn(async move {
                match client.follow_up(&token, &message).await {
                    Ok(message_id) => {
                        let (followed, message) = (Some(message_id), Some(message_id));
                        let aside = Aside { call: token, followed, message, question };
                        client.disarm_beside(clicks.asides.show(id, user, Some(aside)));
                    }
                    Err(why) => tracing::debug!("a private question could not be shown: {why}"),
                }
            });
        }
    }

    /// Disarms private messages whose question was answered elsewhere or is now asked of another
    /// user.
    pub(super) fn disarm_settled(&self, view: &CampaignView) {
        let is_open = |user: UserId, question: u32| {
            let asked = view.view.questions.iter().find(|asked| asked.number == question);
            let holder = asked.and_then(|asked| {
                view.view.seats.get(usize::from(asked.private?.0)).map(|seat| seat.holder)
            });
            holder == Some(Holder::User(user))
        };
        for aside in self.pending_clicks.asides.take_settled(view.id, is_open) {
            self.rest.disarm_beside(Some(aside));
        }
    }
}

/// Message with a user's private question. `None` if it is no longer open.
async fn private_page(
    hall: &Hall,
    id: i64,
    user: UserId,
    question: u32,
) -> Option<OutgoingMessage> {
    let view = load_view(hall, CampaignId(id), Some(user)).await.ok()?;
    let asked = view.view.questions.iter().find(|asked| asked.number == question)?;
    hand::leaf_page(&view.localizer, id, asked, 0)
}

/// Answers that a motion would take back, latest first; a private one is `None`. Empty if the
/// motion is not an undo.
async fn taken_back(hall: &Hall, view: &CampaignView, motion: &MotionKind) -> Vec<Option<Words>> {
    let MotionKind::Undo { back_to } = *motion else { return Vec::new() };
    let log = hall.log(CampaignId(view.id)).await.unwrap_or_default();
    let words = |answered: &Answered| {
        let open = answered.private.is_none();
        open.then(|| (answered.prompt.clone(), answered.label.clone()))
    };
    let undone =
        effective_answers(&log).into_iter().rev().filter(|(entry, _)| entry.seq >= back_to);
    undone.map(|(_, answered)| words(answered)).collect()
}
