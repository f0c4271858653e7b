//! Public ballots: the message of the open ballot, its pings, its result and later outcomes.
//!
//! Single votes are private and are not shown here.

use super::pace::Waits;
use super::{CampaignView, Publisher, ignore_stale_edit};
use crate::council::ballot_result::{BallotEnd, BallotResult};
use crate::council::{Span, Timestamp};
use crate::discord::lessons::{self, LessonsShown};
use crate::discord::localizer::{countdown, link, mentions};
use crate::discord::message::OutgoingMessage;
use crate::discord::message_plan::{Ended, MessagePlan, MessageState, PingList, Verdict};
use crate::discord::pages::ballot::{self, CALLED_AT_ONCE};
use crate::discord::pages::returns::{self, After};
use crate::discord::rest_client::SendError;
use crate::game::Message;
use crate::hall::front_end::Redelivery;

/// Maximum number of decided ballots whose messages still get later outcomes.
const MOST_DECIDED: usize = 24;

impl Publisher {
    /// Shows the results of closed ballots, each in the ballot's own message, and outcomes of
    /// earlier ones.
    pub(super) async fn show_returns(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        for (parcel, edition, result) in &plan.returns {
            let message = returns::page(&view.localizer, result, plan.ended.is_some());
            let nonce = format!("r{}-{parcel}", view.id);
            let message_id = match state.take_ballot(*edition) {
                Some(message_id) => self.close_ballot(view, message_id, message, &nonce).await?,
                // It was never posted and has no result.
                None if result.end == BallotEnd::Uncounted => continue,
                None => self.post(view.charter.channel, message, &nonce).await?,
            };
            record_ballot(state, *edition, message_id, result);
        }
        for (edition, outcome) in &plan.outcomes {
            state.note_fate(*edition, outcome);
        }
        if !plan.returns.is_empty() {
            self.delete_pings(view, state).await?;
        }
        self.show_outcomes(view, state).await
    }

    /// Edits a ballot's message to its result. Posts the result as a new message if the old one is
    /// gone or too old to be edited. Returns the id of the message with the result.
    async fn close_ballot(
        &self,
        view: &CampaignView,
        message_id: u64,
        message: OutgoingMessage,
        nonce: &str,
    ) -> Result<u64, SendError> {
        let channel = view.charter.channel;
        match self.change(channel, message_id, &message).await {
            Err(SendError::MessageGone | SendError::TooOld) => {
                self.post(channel, message, nonce).await
            }
            done => ignore_stale_edit(done).map(|()| message_id),
        }
    }

    /// Shows outcomes of earlier decisions. One whose message is too old to be edited this often
    /// stays owed until the next delivery.
    async fn show_outcomes(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
    ) -> Result<(), SendError> {
        for verdict in state.decided.iter_mut().filter(|verdict| verdict.owed) {
            let after = After { fate: verdict.fate.as_ref(), end: None };
            let message = returns::after(&view.localizer, &verdict.returns, after);
            let done = self.change(view.charter.channel, verdict.message, &message).await;
            verdict.owed = matches!(done, Err(SendError::TooOld));
            ignore_stale_edit(done)?;
        }
        Ok(())
    }

    /// Adds the end of the campaign to every decided ballot whose decision was not undone.
    pub(super) async fn show_last_fates(
        &self,
        view: &CampaignView,
        state: &MessageState,
        ended: &Ended,
    ) -> Result<(), SendError> {
        let end = (ended.outcome.as_ref(), view.view.progress.round);
        for verdict in state.decided.iter().filter(|verdict| !verdict.is_undone()) {
            let after = After { fate: verdict.fate.as_ref(), end: Some(end) };
            let message = returns::after(&view.localizer, &verdict.returns, after);
            ignore_stale_edit(self.change(view.charter.channel, verdict.message, &message).await)?;
        }
        Ok(())
    }

    /// Shows the current ballot. Returns how long its tally has to wait, or `None`.
    pub(super) async fn show_ballot(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<Option<Span>, SendError> {
        let over = view.view.ballot.is_none();
        let tally = plan.tally.is_some();
        if !(plan.ballot.is_some() || tally || plan.ballot_moved || plan.again || over) {
            return Ok(None);
        }
        let edition = view.view.ballot.as_ref().map_or(0, |ballot| ballot.edition);
        let shown = state.ballot.is_some() && state.edition == edition;
        if state.edition != 0 && !shown && plan.ballot.is_none() && state.ballot.is_some() {
            // The table has moved on: the result of the shown ballot is still to be delivered.
            return Ok(None);
        }
        let newest = newest_ballot(view, &mut state.taught);
        // A new ballot is open, or there is none at the moment.
        if (plan.ballot.is_some() && !shown) || over {
            self.close_previous(view, state, newest.is_some()).await?;
        }
        match (plan.ballot.filter(|_| !shown), state.ballot, newest) {
            (Some(cause), _, Some(message)) => {
                state.edition = edition;
                self.post_ballot(view, state, plan, (cause, message)).await.map(|()| None)
            }
            (None, Some(message_id), Some(message)) => {
                let waits = self.pace.waits(message_id, view.now);
                if waits.is_some() && !(plan.ballot_moved || plan.again) {
                    return Ok(waits);
                }
                let done = self.edit_ballot(view, message_id, message, plan).await?;
                state.ballot = Some(done);
                Ok(self.pace.refused(done, view.now))
            }
            _ => Ok(None),
        }
    }

    /// Closes the message of the previous ballot. `more` tells whether another ballot is open.
    async fn close_previous(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
        more: bool,
    ) -> Result<(), SendError> {
        let Some(old) = state.ballot.take() else { return Ok(()) };
        let key = if more { "ballot-closed" } else { "ballot-done" };
        let closed = ballot::closed(&view.localizer, key);
        ignore_stale_edit(self.change(view.charter.channel, old, &closed).await)?;
        self.delete_pings(view, state).await
    }

    /// Posts a ballot, which also pings the first `CALLED_AT_ONCE` users.
    async fn post_ballot(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
        (cause, message): (i64, OutgoingMessage),
    ) -> Result<(), SendError> {
        let pings = plan.ballot_call.as_ref().filter(|pings| !pings.again);
        let first = pings.map(|pings| pings.call.iter().take(CALLED_AT_ONCE).copied());
        let call: Vec<_> = first.into_iter().flatten().collect();
        let role = pings.and_then(|pings| pings.role);
        let role_said = role.map(|role| format!("<@&{role}> ")).unwrap_or_default();
        let text = format!("{role_said}{}", mentions(&call)).trim().to_owned();
        let nonce = format!("b{}-{cause}", view.id);
        let message = OutgoingMessage { text, pings: call, role, ..message };
        state.ballot = Some(self.post(view.charter.channel, message, &nonce).await?);
        Ok(())
    }

    /// Edits the ballot to the newest tally. Returns the id of its message, which is a new one if
    /// the old one was deleted.
    async fn edit_ballot(
        &self,
        view: &CampaignView,
        message_id: u64,
        message: OutgoingMessage,
        plan: &MessagePlan,
    ) -> Result<u64, SendError> {
        let nonce = format!("b{}-{}", view.id, message_id % 1_000_000_000);
        if plan.again {
            self.forget(message_id);
        }
        match self.change(view.charter.channel, message_id, &message).await {
            Err(SendError::MessageGone) => self.post(view.charter.channel, message, &nonce).await,
            Err(SendError::TooOld) => {
                self.pace.too_often(message_id, view.now);
                Ok(message_id)
            }
            done => {
                self.pace.edited(message_id, view.now);
                ignore_stale_edit(done).map(|()| message_id)
            }
        }
    }

    /// Redelivery of the whole batch, if it only has counts and all of them have to wait.
    pub(super) fn only_counts_wait(
        &self,
        state: &MessageState,
        plan: &MessagePlan,
        now: Timestamp,
    ) -> Option<Redelivery> {
        let ballot = state.ballot.filter(|_| plan.tally.is_some());
        let panel = state.panel.as_ref().filter(|_| plan.street.is_some());
        let waits = Waits {
            tally: ballot.and_then(|ballot| self.pace.waits(ballot, now)),
            street: panel.and_then(|panel| self.pace.waits(panel.message, now)),
        };
        let all = plan.tally.is_some() == waits.tally.is_some()
            && plan.street.is_some() == waits.street.is_some();
        waits.again(plan).filter(|_| all && plan.is_counts())
    }

    /// Pings the users that the ballot message itself did not ping.
    pub(super) async fn call_people(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let Some(pings) = &plan.ballot_call else { return Ok(()) };
        let open = view.view.ballot.as_ref().filter(|ballot| ballot.edition == pings.edition);
        let (Some(ballot), Some(_)) = (state.ballot, open) else { return Ok(()) };
        if pings.again {
            self.delete_pings(view, state).await?;
        }
        let skipped = if pings.again { 0 } else { CALLED_AT_ONCE.min(pings.call.len()) };
        let mut role = pings.role.filter(|_| pings.again);
        let mut groups: Vec<&[_]> = pings.call[skipped..].chunks(CALLED_AT_ONCE).collect();
        if groups.is_empty() && role.is_some() {
            groups.push(&[]);
        }
        for (at, group) in groups.into_iter().enumerate() {
            let words = ping_text(view, pings, ballot, group.is_empty());
            let message = ballot::call(&view.localizer, view.id, &words, group, role.take());
            let nonce = format!("c{}-{}.{at}", view.id, pings.parcel);
            state.calls.push(self.post(view.charter.channel, message, &nonce).await?);
        }
        Ok(())
    }

    /// Deletes the messages that pinged users for the ballot.
    async fn delete_pings(
        &self,
        view: &CampaignView,
        state: &mut MessageState,
    ) -> Result<(), SendError> {
        for message_id in std::mem::take(&mut state.calls) {
            ignore_stale_edit(self.rest.delete(view.charter.channel, message_id).await)?;
        }
        Ok(())
    }
}

impl Verdict {
    fn is_undone(&self) -> bool {
        self.fate == Some(crate::council::public_decision::DecisionOutcome::Undone)
    }
}

impl MessagePlan {
    /// Whether nothing but counts has changed.
    fn is_counts(&self) -> bool {
        *self == MessagePlan { tally: self.tally, street: self.street, ..MessagePlan::default() }
    }
}

/// Records the message of a closed ballot, for its decision or later outcomes.
fn record_ballot(state: &mut MessageState, edition: u32, message_id: u64, result: &BallotResult) {
    match result.end {
        BallotEnd::Tied(_) | BallotEnd::Counted => state.tied = Some((edition, message_id)),
        BallotEnd::Uncounted => {}
        BallotEnd::Taken { .. } => {
            state.decided.retain(|verdict| verdict.edition != edition);
            state.decided.push(Verdict {
                edition,
                message: message_id,
                returns: result.clone(),
                fate: None,
                owed: false,
            });
            let more = state.decided.len().saturating_sub(MOST_DECIDED);
            state.decided.drain(..more);
        }
    }
}

fn ping_text(view: &CampaignView, pings: &PingList, ballot: u64, only_role: bool) -> Message {
    let key = match (pings.again, only_role) {
        (false, _) => "ballot-call",
        (true, false) => "ballot-last-call",
        (true, true) => "ballot-last-call-role",
    };
    let to = link(view.charter.server, view.charter.channel, ballot);
    Message::new(key).label("link", to).label("due", countdown(pings.closes))
}

/// Message of the open ballot. `None` if there is no ballot or it has no choice to vote for.
fn newest_ballot(view: &CampaignView, taught: &mut LessonsShown) -> Option<OutgoingMessage> {
    let open_ballot = view.view.ballot.as_ref()?;
    open_ballot.decision.choices.iter().find(|choice| choice.blocked.is_none())?;
    let mut message =
        ballot::open(&view.localizer, view.id, open_ballot, view.view.paused.is_some());
    // The lesson goes above the question, as on the panel.
    message.embeds.splice(0..0, lessons::of_ballot(taught, &view.localizer, &view.view));
    Some(message)
}
