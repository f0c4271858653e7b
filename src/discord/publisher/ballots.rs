//! The people's ballot: where it stands, who is called to it, and what came of it, days later too.
//!
//! May use: what the courier may. Deliberately absent: votes; they are private answers.

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

/// Ballots of which it is told what came of them later.
const MOST_DECIDED: usize = 24;

impl Publisher {
    /// What came of the people's ballots, each where it stood.
    pub(super) async fn show_returns(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        for (parcel, edition, counted) in &plan.returns {
            let page = returns::page(&sight.tongue, counted, plan.ended.is_some());
            let nonce = format!("r{}-{parcel}", sight.id);
            let message = match desk.take_ballot(*edition) {
                Some(message) => self.close_ballot(sight, message, page, &nonce).await?,
                // Nobody has seen it, and there is nothing to tell of it.
                None if counted.end == BallotEnd::Uncounted => continue,
                None => self.post(sight.charter.channel, page, &nonce).await?,
            };
            remember(desk, *edition, message, counted);
        }
        for (edition, fate) in &plan.fates {
            desk.note_fate(*edition, fate);
        }
        if !plan.returns.is_empty() {
            self.stop_calling(sight, desk).await?;
        }
        self.show_fates(sight, desk).await
    }

    /// The message of a ballot says what came of it; if it has become too old for that, another
    /// one does.
    async fn close_ballot(
        &self,
        sight: &CampaignView,
        message: u64,
        page: OutgoingMessage,
        nonce: &str,
    ) -> Result<u64, SendError> {
        let channel = sight.charter.channel;
        match self.change(channel, message, &page).await {
            Err(SendError::MessageGone | SendError::TooOld) => {
                self.post(channel, page, nonce).await
            }
            done => ignore_stale_edit(done).map(|()| message),
        }
    }

    /// What became of what was decided earlier. What cannot be told now is with the next news.
    async fn show_fates(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
    ) -> Result<(), SendError> {
        for verdict in desk.decided.iter_mut().filter(|verdict| verdict.owed) {
            let after = After { fate: verdict.fate.as_ref(), end: None };
            let page = returns::after(&sight.tongue, &verdict.returns, after);
            let done = self.change(sight.charter.channel, verdict.message, &page).await;
            verdict.owed = matches!(done, Err(SendError::TooOld));
            ignore_stale_edit(done)?;
        }
        Ok(())
    }

    /// How the campaign ended, for every ballot that was decided.
    pub(super) async fn show_last_fates(
        &self,
        sight: &CampaignView,
        desk: &MessageState,
        ended: &Ended,
    ) -> Result<(), SendError> {
        let end = (ended.outcome.as_ref(), sight.panel.progress.round);
        for verdict in desk.decided.iter().filter(|verdict| !verdict.is_undone()) {
            let after = After { fate: verdict.fate.as_ref(), end: Some(end) };
            let page = returns::after(&sight.tongue, &verdict.returns, after);
            ignore_stale_edit(self.change(sight.charter.channel, verdict.message, &page).await)?;
        }
        Ok(())
    }

    /// Shows the ballot as it is now. How long the tally has to wait, if it does.
    pub(super) async fn show_ballot(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<Option<Span>, SendError> {
        let over = sight.panel.ballot.is_none();
        let tally = plan.tally.is_some();
        if !(plan.ballot.is_some() || tally || plan.ballot_moved || plan.again || over) {
            return Ok(None);
        }
        let edition = sight.panel.ballot.as_ref().map_or(0, |matter| matter.edition);
        let shown = desk.ballot.is_some() && desk.edition == edition;
        if desk.edition != 0 && !shown && plan.ballot.is_none() && desk.ballot.is_some() {
            // The table has moved on: what came of this one is on its way.
            return Ok(None);
        }
        let newest = newest_ballot(sight, &mut desk.taught);
        // A new one is open, or the people vote on nothing at the moment.
        if (plan.ballot.is_some() && !shown) || over {
            self.close_last(sight, desk, newest.is_some()).await?;
        }
        match (plan.ballot.filter(|_| !shown), desk.ballot, newest) {
            (Some(cause), _, Some(page)) => {
                desk.edition = edition;
                self.post_ballot(sight, desk, plan, (cause, page)).await.map(|()| None)
            }
            (None, Some(message), Some(page)) => {
                let waits = self.pace.waits(message, sight.now);
                if waits.is_some() && !(plan.ballot_moved || plan.again) {
                    return Ok(waits);
                }
                let done = self.tally_up(sight, message, page, plan).await?;
                desk.ballot = Some(done);
                Ok(self.pace.refused(done, sight.now))
            }
            _ => Ok(None),
        }
    }

    /// The ballot before has nothing to vote on any more.
    async fn close_last(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
        more: bool,
    ) -> Result<(), SendError> {
        let Some(old) = desk.ballot.take() else { return Ok(()) };
        let key = if more { "ballot-closed" } else { "ballot-done" };
        let closed = ballot::closed(&sight.tongue, key);
        ignore_stale_edit(self.change(sight.charter.channel, old, &closed).await)?;
        self.stop_calling(sight, desk).await
    }

    /// Posts a ballot; the first of those who are called are called by it.
    async fn post_ballot(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
        (cause, page): (i64, OutgoingMessage),
    ) -> Result<(), SendError> {
        let summons = plan.ballot_call.as_ref().filter(|summons| !summons.again);
        let first = summons.map(|summons| summons.call.iter().take(CALLED_AT_ONCE).copied());
        let call: Vec<_> = first.into_iter().flatten().collect();
        let role = summons.and_then(|summons| summons.role);
        let role_said = role.map(|role| format!("<@&{role}> ")).unwrap_or_default();
        let text = format!("{role_said}{}", mentions(&call)).trim().to_owned();
        let nonce = format!("b{}-{cause}", sight.id);
        let page = OutgoingMessage { text, call, role, ..page };
        desk.ballot = Some(self.post(sight.charter.channel, page, &nonce).await?);
        Ok(())
    }

    /// Changes the ballot to the newest tally; its message then.
    async fn tally_up(
        &self,
        sight: &CampaignView,
        message: u64,
        page: OutgoingMessage,
        plan: &MessagePlan,
    ) -> Result<u64, SendError> {
        let nonce = format!("b{}-{}", sight.id, message % 1_000_000_000);
        if plan.again {
            self.forget(message);
        }
        match self.change(sight.charter.channel, message, &page).await {
            Err(SendError::MessageGone) => self.post(sight.charter.channel, page, &nonce).await,
            Err(SendError::TooOld) => {
                self.pace.too_often(message, sight.now);
                Ok(message)
            }
            done => {
                self.pace.edited(message, sight.now);
                ignore_stale_edit(done).map(|()| message)
            }
        }
    }

    /// What comes again, if nothing is to be told but counts, and all of them have to wait.
    pub(super) fn only_counts_wait(
        &self,
        desk: &MessageState,
        plan: &MessagePlan,
        now: Timestamp,
    ) -> Option<Redelivery> {
        let ballot = desk.ballot.filter(|_| plan.tally.is_some());
        let panel = desk.panel.as_ref().filter(|_| plan.street.is_some());
        let waits = Waits {
            tally: ballot.and_then(|ballot| self.pace.waits(ballot, now)),
            street: panel.and_then(|panel| self.pace.waits(panel.message, now)),
        };
        let all = plan.tally.is_some() == waits.tally.is_some()
            && plan.street.is_some() == waits.street.is_some();
        waits.again(plan).filter(|_| all && plan.is_counts())
    }

    /// Calls the people the ballot message itself did not call.
    pub(super) async fn call_people(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let Some(summons) = &plan.ballot_call else { return Ok(()) };
        let open = sight.panel.ballot.as_ref().filter(|matter| matter.edition == summons.edition);
        let (Some(ballot), Some(_)) = (desk.ballot, open) else { return Ok(()) };
        if summons.again {
            self.stop_calling(sight, desk).await?;
        }
        let skipped = if summons.again { 0 } else { CALLED_AT_ONCE.min(summons.call.len()) };
        let mut role = summons.role.filter(|_| summons.again);
        let mut groups: Vec<&[_]> = summons.call[skipped..].chunks(CALLED_AT_ONCE).collect();
        if groups.is_empty() && role.is_some() {
            groups.push(&[]);
        }
        for (at, group) in groups.into_iter().enumerate() {
            let words = call_words(sight, summons, ballot, group.is_empty());
            let page = ballot::call(&sight.tongue, sight.id, &words, group, role.take());
            let nonce = format!("c{}-{}.{at}", sight.id, summons.parcel);
            desk.calls.push(self.post(sight.charter.channel, page, &nonce).await?);
        }
        Ok(())
    }

    /// Messages that call people to a ballot go with it.
    async fn stop_calling(
        &self,
        sight: &CampaignView,
        desk: &mut MessageState,
    ) -> Result<(), SendError> {
        for message in std::mem::take(&mut desk.calls) {
            ignore_stale_edit(self.wire.delete(sight.charter.channel, message).await)?;
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
    /// Nothing but counts has changed.
    fn is_counts(&self) -> bool {
        *self == MessagePlan { tally: self.tally, street: self.street, ..MessagePlan::default() }
    }
}

/// Keeps in mind where a ballot stood.
fn remember(desk: &mut MessageState, edition: u32, message: u64, counted: &BallotResult) {
    match counted.end {
        BallotEnd::Tied(_) | BallotEnd::Counted => desk.tied = Some((edition, message)),
        BallotEnd::Uncounted => {}
        BallotEnd::Taken { .. } => {
            let returns = counted.clone();
            desk.decided.retain(|verdict| verdict.edition != edition);
            desk.decided.push(Verdict { edition, message, returns, fate: None, owed: false });
            let more = desk.decided.len().saturating_sub(MOST_DECIDED);
            desk.decided.drain(..more);
        }
    }
}

fn call_words(sight: &CampaignView, summons: &PingList, ballot: u64, only_role: bool) -> Message {
    let key = match (summons.again, only_role) {
        (false, _) => "ballot-call",
        (true, false) => "ballot-last-call",
        (true, true) => "ballot-last-call-role",
    };
    let to = link(sight.charter.server, sight.charter.channel, ballot);
    Message::new(key).label("link", to).label("due", countdown(summons.closes))
}

/// What the people vote on; before there is anything to vote on, there is nothing to show.
fn newest_ballot(sight: &CampaignView, taught: &mut LessonsShown) -> Option<OutgoingMessage> {
    let matter = sight.panel.ballot.as_ref()?;
    matter.decision.choices.iter().find(|choice| choice.blocked.is_none())?;
    let mut page = ballot::open(&sight.tongue, sight.id, matter, sight.panel.paused.is_some());
    // Above what is asked, as on the panel.
    page.cards.splice(0..0, lessons::of_ballot(taught, &sight.tongue, &sight.panel));
    Some(page)
}
