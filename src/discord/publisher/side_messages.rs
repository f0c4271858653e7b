//! What stands beside the panel: a motion, reminders, and words for one person alone.
//!
//! May use: what the courier may. Deliberately absent: the panel itself.

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
    pub(super) async fn show_beside(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        self.show_motion(hall, sight, desk, plan).await?;
        let open = |nudge: &&Reminder| {
            sight.panel.questions.iter().any(|asked| asked.number == nudge.question)
        };
        // Only the newest: an older one says nothing that it does not.
        if let Some(nudge) = plan.nudges.iter().rev().find(open) {
            self.nudge(sight, desk, nudge).await?;
        }
        Ok(())
    }

    /// Changes a message, or posts it anew if it is gone; its number then. Whether it is
    /// gone is found out by changing it, even to what it shows already.
    pub(super) async fn keep(
        &self,
        channel: u64,
        message: u64,
        page: OutgoingMessage,
        (nonce, surely): (&str, bool),
    ) -> Result<u64, SendError> {
        if surely {
            self.forget(message);
        }
        match self.change(channel, message, &page).await {
            Err(SendError::MessageGone) => self.post(channel, page, nonce).await,
            done => ignore_stale_edit(done).map(|()| message),
        }
    }

    async fn show_motion(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let channel = sight.charter.channel;
        // Whoever asks to see what is open calls nobody.
        let again = || plan.anew.filter(|_| plan.again).map(|cause| (cause, Vec::new()));
        let moved = plan.motion.clone().or_else(again);
        if let (Some((cause, call)), Some(proposal)) = (moved, &sight.panel.motion) {
            let undone = taken_back(hall, sight, &proposal.kind).await;
            let page = motion::open(&sight.tongue, sight.id, proposal, (&undone, &call));
            let nonce = format!("m{}-{cause}", sight.id);
            desk.motion = Some(match desk.motion {
                Some(message) => self.keep(channel, message, page, (&nonce, plan.again)).await?,
                None => self.post(channel, page, &nonce).await?,
            });
        }
        if sight.panel.motion.is_none()
            && let Some(message) = desk.motion.take()
        {
            let how = plan.motion_closed.unwrap_or("motion-lapsed");
            let page = motion::closed(&sight.tongue, how);
            ignore_stale_edit(self.change(channel, message, &page).await)?;
        }
        Ok(())
    }

    /// A reminder takes the place of the one before.
    async fn nudge(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
        nudge: &Reminder,
    ) -> Result<(), SendError> {
        let channel = sight.charter.channel;
        let of_people = |asked: &&QuestionView| {
            asked.number == nudge.question && asked.resolver == Resolver::Public
        };
        let ballot = desk.ballot.filter(|_| sight.panel.questions.iter().any(|q| of_people(&q)));
        let panel = desk.panel.as_ref().map(|panel| panel.message);
        let message = ballot.or(panel).unwrap_or(0);
        let words = nudge.words.clone().label("link", link(sight.charter.server, channel, message));
        let page = OutgoingMessage {
            text: sight.tongue.say(&words),
            call: nudge.call.clone(),
            ..OutgoingMessage::default()
        };
        let nonce = format!("n{}-{}", sight.id, nudge.parcel);
        let posted = self.post(channel, page, &nonce).await?;
        if let Some(old) = desk.nudge.replace(posted) {
            ignore_stale_edit(self.wire.delete(channel, old).await)?;
        }
        Ok(())
    }

    /// Shows private questions to whoever was heard of lately; all others have a button.
    pub(super) async fn send_private_questions(
        &self,
        hall: &Hall,
        seen: &CampaignView,
        plan: &MessagePlan,
    ) {
        // One at a time: the next comes with the answer to this one.
        let mut told = BTreeSet::new();
        for (question, seat) in &plan.private {
            let chair = seen.panel.seats.get(usize::from(seat.0));
            let Some(Holder::User(user)) = chair.map(|chair| chair.holder) else { continue };
            let Some(call) = self.tickets.followup_token(seen.id, user, *question) else {
                continue;
            };
            if !told.insert(user) {
                continue;
            }
            let Some(page) = private_page(hall, seen.id, user, *question).await else { continue };
            let (wire, tickets) = (self.wire.clone(), Arc::clone(&self.tickets));
            let (id, question) = (seen.id, *question);
            // Others need not wait for it.
            tokio::spawn(async move {
                match wire.follow_up(&call, &page).await {
                    Ok(message) => {
                        let (followed, message) = (Some(message), Some(message));
                        let aside = Aside { call, followed, message, question };
                        wire.disarm_beside(tickets.asides.show(id, user, Some(aside)));
                    }
                    Err(why) => tracing::debug!("a private question could not be shown: {why}"),
                }
            });
        }
    }

    /// Whatever was answered elsewhere, or is somebody else's by now, is asked in private no
    /// longer.
    pub(super) fn disarm_settled(&self, seen: &CampaignView) {
        let is_open = |user: UserId, question: u32| {
            let asked = seen.panel.questions.iter().find(|asked| asked.number == question);
            let chair = asked.and_then(|asked| {
                seen.panel.seats.get(usize::from(asked.private?.0)).map(|chair| chair.holder)
            });
            chair == Some(Holder::User(user))
        };
        for aside in self.tickets.asides.take_settled(seen.id, is_open) {
            self.wire.disarm_beside(Some(aside));
        }
    }
}

/// The private question of somebody, if it is still open.
async fn private_page(
    hall: &Hall,
    id: i64,
    user: UserId,
    question: u32,
) -> Option<OutgoingMessage> {
    let seen = load_view(hall, CampaignId(id), Some(user)).await.ok()?;
    let asked = seen.panel.questions.iter().find(|asked| asked.number == question)?;
    hand::leaf_page(&seen.tongue, id, asked, 0)
}

/// What a motion would take back, latest first; nothing if it is for something else.
async fn taken_back(hall: &Hall, sight: &CampaignView, motion: &MotionKind) -> Vec<Option<Words>> {
    let MotionKind::Undo { back_to } = *motion else { return Vec::new() };
    let log = hall.log(CampaignId(sight.id)).await.unwrap_or_default();
    let words = |answered: &Answered| {
        let open = answered.private.is_none();
        open.then(|| (answered.prompt.clone(), answered.label.clone()))
    };
    let undone =
        effective_answers(&log).into_iter().rev().filter(|(entry, _)| entry.seq >= back_to);
    undone.map(|(_, answered)| words(answered)).collect()
}
