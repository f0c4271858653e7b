//! Tickets: clicks that wait to be answered by the change they lead to.
//!
//! May use: std, tokio's notice. Deliberately absent: sending. A click on a
//! message leaves its ticket here before anything is asked of the hall; whoever
//! then changes that message takes the ticket and does it as the answer to the
//! click. That is quicker than two requests, and no limit counts it. A click that had
//! to wait too long is nodded at; its ticket is still good for changing the message.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, SetOnce};

use super::asides::Asides;
use super::rest_client::InteractionToken;
use crate::council::UserId;

/// How long after an interaction its token is still used.
pub const LASTS: std::time::Duration = std::time::Duration::from_mins(14);

/// A click that waits for its answer.
pub struct PendingClick {
    /// The interaction.
    pub call: InteractionToken,
    /// The message that was clicked.
    pub message: u64,
    used: Notify,
    /// It is being nodded at.
    nodding: AtomicBool,
    /// It was.
    nodded: SetOnce<()>,
}

impl PendingClick {
    /// Waits until somebody has answered with it.
    pub async fn used(&self) {
        self.used.notified().await;
    }

    /// It was answered.
    pub fn done(&self) {
        self.used.notify_one();
    }

    /// Is it nodded at, or about to be?
    pub fn is_nodded(&self) -> bool {
        self.nodding.load(Ordering::Acquire)
    }

    /// The nod has arrived, or never will.
    pub fn has_nodded(&self) {
        // A second nod would be the same.
        let _ = self.nodded.set(());
    }

    /// Waits until the nod has arrived: before, there is nothing to change. False if it
    /// does not, as when whoever was to nod broke down: nobody waits for them for ever.
    pub async fn after_nod(&self, most: std::time::Duration) -> bool {
        tokio::time::timeout(most, self.nodded.wait()).await.is_ok()
    }
}

/// All clicks that wait, and who was heard of lately.
#[derive(Default)]
pub struct PendingClicks {
    open: Mutex<HashMap<u64, Vec<Arc<PendingClick>>>>,
    recent: Mutex<HashMap<(i64, UserId), Heard>>,
    /// The private messages people have before them.
    pub asides: Asides,
}

/// When and how somebody was heard of.
struct Heard {
    call: InteractionToken,
    at: std::time::Instant,
    /// The private question they were shown in answer.
    shown: Option<u32>,
}

impl PendingClicks {
    /// A click on a message; perhaps it was nodded at before.
    pub fn register(
        &self,
        call: InteractionToken,
        message: u64,
        before: bool,
    ) -> Arc<PendingClick> {
        let nodded = if before { SetOnce::new_with(Some(())) } else { SetOnce::new() };
        let (used, nodding) = (Notify::new(), AtomicBool::new(before));
        let ticket = Arc::new(PendingClick { call, message, used, nodding, nodded });
        self.lock().entry(message).or_default().push(Arc::clone(&ticket));
        ticket
    }

    /// A ticket is to be nodded at; false if somebody answers with it.
    pub fn claim_nod(&self, ticket: &Arc<PendingClick>) -> bool {
        let open = self.lock();
        let waiting = open.get(&ticket.message);
        let here = waiting.is_some_and(|all| all.iter().any(|one| Arc::ptr_eq(one, ticket)));
        if here {
            ticket.nodding.store(true, Ordering::Release);
        }
        here
    }

    /// Takes a ticket back; false if somebody answers with it.
    pub fn take_back(&self, ticket: &Arc<PendingClick>) -> bool {
        let mut open = self.lock();
        let Some(waiting) = open.get_mut(&ticket.message) else { return false };
        let before = waiting.len();
        waiting.retain(|other| !Arc::ptr_eq(other, ticket));
        let found = waiting.len() < before;
        if waiting.is_empty() {
            open.remove(&ticket.message);
        }
        found
    }

    /// Every click that waits on a message, for whoever changes it.
    pub fn take(&self, message: u64) -> Vec<Arc<PendingClick>> {
        self.lock().remove(&message).unwrap_or_default()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Vec<Arc<PendingClick>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody was heard of in a campaign: for a while they can be told things privately.
    pub fn heard(&self, campaign: i64, user: UserId, call: InteractionToken) {
        self.heard_and_shown(campaign, user, call, None);
    }

    /// The same, and they were shown a private question in answer.
    pub fn heard_and_shown(
        &self,
        campaign: i64,
        user: UserId,
        call: InteractionToken,
        shown: Option<u32>,
    ) {
        let mut recent = self.recent();
        if recent.len() > 4096 {
            recent.retain(|_, heard| heard.at.elapsed() < LASTS);
        }
        let at = std::time::Instant::now();
        recent.insert((campaign, user), Heard { call, at, shown });
    }

    /// Somebody is about to be shown what they are asked next: nobody else does meanwhile.
    pub fn record_answered(&self, campaign: i64, user: UserId) {
        self.recent().remove(&(campaign, user));
    }

    /// How to show somebody a private question, if that is possible now and they do not
    /// have it before them.
    pub fn followup_token(
        &self,
        campaign: i64,
        user: UserId,
        question: u32,
    ) -> Option<InteractionToken> {
        let recent = self.recent();
        let heard = recent.get(&(campaign, user))?;
        let fits = heard.at.elapsed() < LASTS && heard.shown != Some(question);
        fits.then(|| heard.call.clone())
    }

    fn recent(&self) -> std::sync::MutexGuard<'_, HashMap<(i64, UserId), Heard>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::PendingClicks;
    use crate::council::UserId;
    use crate::discord::rest_client::InteractionToken;

    fn call(id: u64) -> InteractionToken {
        InteractionToken { id, token: String::new() }
    }

    #[test]
    fn a_ticket_is_taken_once_by_whoever_comes_first() {
        let tickets = PendingClicks::default();
        let (one, two) = (tickets.register(call(1), 9, false), tickets.register(call(2), 9, false));
        assert!(tickets.take_back(&one), "nobody took it");
        assert!(!tickets.take_back(&one), "it is back already");
        assert_eq!(tickets.take(9).len(), 1);
        assert!(!tickets.take_back(&two), "somebody answers with it");
        assert!(tickets.take(9).is_empty() && tickets.take(8).is_empty());
    }

    #[test]
    fn a_ticket_that_was_nodded_at_still_changes_the_message() {
        let tickets = PendingClicks::default();
        let (one, two) = (tickets.register(call(1), 9, false), tickets.register(call(2), 9, false));
        assert!(tickets.claim_nod(&one) && one.is_nodded());
        let taken = tickets.take(9);
        assert_eq!(
            taken.iter().map(|ticket| ticket.is_nodded()).collect::<Vec<_>>(),
            [true, false]
        );
        assert!(!tickets.claim_nod(&two), "somebody answers with it");
        assert!(!two.is_nodded());
    }

    #[tokio::test]
    async fn a_nod_that_never_comes_holds_nobody_up() {
        let tickets = PendingClicks::default();
        let ticket = tickets.register(call(1), 9, false);
        assert!(tickets.claim_nod(&ticket));
        assert!(!ticket.after_nod(std::time::Duration::from_millis(1)).await);
        ticket.has_nodded();
        assert!(ticket.after_nod(std::time::Duration::ZERO).await);
        let late = tickets.register(call(2), 9, true);
        assert!(late.is_nodded() && late.after_nod(std::time::Duration::ZERO).await);
    }

    #[test]
    fn the_newest_word_of_somebody_is_the_one_to_whisper_to() {
        let tickets = PendingClicks::default();
        tickets.heard(1, UserId(5), call(1));
        tickets.heard(1, UserId(5), call(2));
        assert_eq!(tickets.followup_token(1, UserId(5), 7), Some(call(2)));
        assert_eq!(tickets.followup_token(2, UserId(5), 7), None);
        tickets.record_answered(1, UserId(5));
        assert_eq!(tickets.followup_token(1, UserId(5), 7), None, "they are being told");
        tickets.heard_and_shown(1, UserId(5), call(3), Some(7));
        assert_eq!(tickets.followup_token(1, UserId(5), 7), None, "they have it before them");
        assert_eq!(tickets.followup_token(1, UserId(5), 8), Some(call(3)));
    }
}
