//! Pending clicks: interactions that are answered by the edit they cause.
//!
//! A click handler registers the click before it sends its request to the hall. The publisher
//! takes the click when it edits the clicked message, and sends the edit as the response to the
//! interaction: that is faster than two requests and counts against no channel rate limit. A
//! click that waits too long is deferred; its token can still edit the message.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, SetOnce};

use super::asides::Asides;
use super::rest_client::InteractionToken;
use crate::council::UserId;

/// How long the token of an interaction is used. Discord accepts it for 15 minutes.
pub const LASTS: std::time::Duration = std::time::Duration::from_mins(14);

/// A click that waits for its response.
pub struct PendingClick {
    /// The interaction to respond to.
    pub call: InteractionToken,
    /// Id of the clicked message.
    pub message: u64,
    used: Notify,
    /// Whether the click is deferred or about to be.
    nodding: AtomicBool,
    /// Set once the deferral has completed.
    nodded: SetOnce<()>,
}

impl PendingClick {
    /// Waits until the publisher has responded with this click.
    pub async fn used(&self) {
        self.used.notified().await;
    }

    /// Wakes the click handler: the publisher is done with this click.
    pub fn done(&self) {
        self.used.notify_one();
    }

    /// Whether the click is deferred or about to be.
    pub fn is_nodded(&self) -> bool {
        self.nodding.load(Ordering::Acquire)
    }

    /// Marks the deferral as completed, whether or not Discord accepted it.
    pub fn has_nodded(&self) {
        // A second call changes nothing.
        let _ = self.nodded.set(());
    }

    /// Waits until the deferral has completed; the token cannot edit the message before. Returns
    /// `false` after `most`, for example if the deferring task panicked.
    pub async fn after_nod(&self, most: std::time::Duration) -> bool {
        tokio::time::timeout(most, self.nodded.wait()).await.is_ok()
    }
}

/// All pending clicks, the last interaction of each user and the private questions on display.
#[derive(Default)]
pub struct PendingClicks {
    open: Mutex<HashMap<u64, Vec<Arc<PendingClick>>>>,
    recent: Mutex<HashMap<(i64, UserId), LastInteraction>>,
    /// The ephemeral messages that show private questions.
    pub asides: Asides,
}

/// Last interaction of a user with a campaign.
struct LastInteraction {
    call: InteractionToken,
    at: std::time::Instant,
    /// The private question its answer showed.
    shown: Option<u32>,
}

impl PendingClicks {
    /// Registers a click on a message. `deferred` if it was acknowledged already.
    pub fn register(
        &self,
        token: InteractionToken,
        message: u64,
        deferred: bool,
    ) -> Arc<PendingClick> {
        let nodded = if deferred { SetOnce::new_with(Some(())) } else { SetOnce::new() };
        let (used, nodding) = (Notify::new(), AtomicBool::new(deferred));
        let pending = Arc::new(PendingClick { call: token, message, used, nodding, nodded });
        self.lock().entry(message).or_default().push(Arc::clone(&pending));
        pending
    }

    /// Reserves a click for being deferred. Returns `false` if the publisher has taken it.
    pub fn claim_nod(&self, pending: &Arc<PendingClick>) -> bool {
        let open = self.lock();
        let waiting = open.get(&pending.message);
        let here = waiting.is_some_and(|all| all.iter().any(|one| Arc::ptr_eq(one, pending)));
        if here {
            pending.nodding.store(true, Ordering::Release);
        }
        here
    }

    /// Removes a click. Returns `false` if the publisher has taken it.
    pub fn take_back(&self, pending: &Arc<PendingClick>) -> bool {
        let mut open = self.lock();
        let Some(waiting) = open.get_mut(&pending.message) else { return false };
        let before = waiting.len();
        waiting.retain(|other| !Arc::ptr_eq(other, pending));
        let found = waiting.len() < before;
        if waiting.is_empty() {
            open.remove(&pending.message);
        }
        found
    }

    /// Removes and returns all pending clicks on a message. The caller responds to them.
    pub fn take(&self, message: u64) -> Vec<Arc<PendingClick>> {
        self.lock().remove(&message).unwrap_or_default()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Vec<Arc<PendingClick>>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records an interaction of a user with a campaign. Until its token expires, private
    /// follow-ups can be sent with it.
    pub fn heard(&self, campaign: i64, user: UserId, token: InteractionToken) {
        self.heard_and_shown(campaign, user, token, None);
    }

    /// Same as `heard`, with the private question the answer showed.
    pub fn heard_and_shown(
        &self,
        campaign: i64,
        user: UserId,
        token: InteractionToken,
        shown: Option<u32>,
    ) {
        let mut recent = self.recent();
        if recent.len() > 4096 {
            recent.retain(|_, last| last.at.elapsed() < LASTS);
        }
        let at = std::time::Instant::now();
        recent.insert((campaign, user), LastInteraction { call: token, at, shown });
    }

    /// Forgets the user's last interaction, so that the publisher does not send the private
    /// question a second time.
    pub fn record_answered(&self, campaign: i64, user: UserId) {
        self.recent().remove(&(campaign, user));
    }

    /// The token with which a private question can be sent to a user. Returns `None` if there is
    /// no valid one, or if the user's last answer showed that question.
    pub fn followup_token(
        &self,
        campaign: i64,
        user: UserId,
        question: u32,
    ) -> Option<InteractionToken> {
        let recent = self.recent();
        let last = recent.get(&(campaign, user))?;
        let usable = last.at.elapsed() < LASTS && last.shown != Some(question);
        usable.then(|| last.call.clone())
    }

    fn recent(&self) -> std::sync::MutexGuard<'_, HashMap<(i64, UserId), LastInteraction>> {
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
