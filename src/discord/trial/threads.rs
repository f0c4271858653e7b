//! Step that posts in a thread, archives it and wakes it.
//!
//! It uses the thread named by the operator, or else one of its own; never another.

use super::posting::THREADS;
use super::sheet;
use super::step::{Outcome, advice};
use super::{Trial, nonce};
use crate::discord::requests::id_in;
use crate::discord::rest_client::SendError;

/// Advice for a skipped step: how to run it anyway.
const OTHERWISE: &str = "to try it, give the number of a thread as CHANNEL";

impl Trial {
    /// Tests the channel itself if it is a thread, else a thread opened for this.
    pub(super) async fn in_thread(&mut self) -> Outcome {
        let kind = self.about["type"].as_u64().unwrap_or_default();
        if THREADS.contains(&kind) {
            return self.in_this_thread().await;
        }
        let Some((first, _)) = self.first else {
            return Outcome::warning(format!(
                "not tried: there is nothing to open one on; {OTHERWISE}"
            ));
        };
        let opened = match self.open_thread(first.message, &sheet::thread_name()).await {
            Ok(opened) => opened,
            Err(SendError::Forbidden) => {
                let text = "not tried: the bot may not open threads here, and needs no right to";
                return Outcome::warning(format!("{text}; {OTHERWISE}"));
            }
            Err(SendError::Refused(said)) => {
                return Outcome::warning(format!("not tried: {said}; {OTHERWISE}"));
            }
            Err(why) => return Outcome::failed("opening a thread", &why),
        };
        match id_in(&opened, "id") {
            Ok(thread) => {
                self.thread = Some(thread);
                self.in_own_thread(thread).await
            }
            Err(why) => Outcome::problem(format!("a thread was opened, and then: {why}")),
        }
    }

    async fn in_own_thread(&mut self, thread: u64) -> Outcome {
        let posted = match self.wire.post(thread, &sheet::threaded(false), &nonce("c")).await {
            Ok(sent) => sent.message,
            Err(why) => return Outcome::failed("posting in a thread", &why),
        };
        if let Err(why) = self.wire.edit(thread, posted, &sheet::threaded(true)).await {
            return Outcome::failed("editing in a thread", &why);
        }
        self.archive_and_wake(thread, posted).await
    }

    /// Archives a thread, checks that Discord refuses an edit, wakes it and edits again.
    async fn archive_and_wake(&self, thread: u64, message: u64) -> Outcome {
        match self.archive(thread).await {
            Ok(()) => {}
            Err(SendError::Forbidden) => {
                let text = "posted and edited in it; waking was not tried: the bot may not archive \
                            this thread. Close it by hand and run this again";
                return Outcome::warning(text);
            }
            Err(why) => return Outcome::failed("archiving the thread", &why),
        }
        let archived_edit = self.wire.edit(thread, message, &sheet::threaded(false)).await;
        if let Err(why) = self.wire.wake_thread(thread).await {
            return Outcome::failed("waking the thread", &why);
        }
        if let Err(why) = self.wire.edit(thread, message, &sheet::threaded(true)).await {
            return Outcome::failed("editing in the thread that was woken", &why);
        }
        judge_archived_edit(archived_edit)
    }

    async fn in_this_thread(&mut self) -> Outcome {
        let Some((first, _)) = self.first else {
            return Outcome::warning("not tried: nothing was posted");
        };
        if self.sleeps() {
            return Outcome::well("it was archived, was woken, and takes posts and edits");
        }
        match self.place(first.channel, &sheet::threaded(false), &nonce("c")).await {
            Ok(posted) => self.archive_and_wake(first.channel, posted.message).await,
            Err(why) => Outcome::failed("posting in the thread", &why),
        }
    }

    /// Deletes or archives the trial's own thread. Returns what the operator has to do by hand.
    pub(super) async fn close_thread(&mut self) -> Vec<String> {
        let Some(thread) = self.thread.take() else { return Vec::new() };
        if self.delete_thread(thread).await.is_ok() {
            return Vec::new();
        }
        // Archived, it is at least out of sight.
        let archived = self.archive(thread).await.is_ok();
        let how = if archived { "archived" } else { "open" };
        vec![format!(
            "its thread stays, {how}: the bot may not delete threads (Manage Threads), and needs no \
             right to; delete it by hand"
        )]
    }
}

/// Rates the result of an edit made while the thread was archived.
fn judge_archived_edit(result: Result<(), SendError>) -> Outcome {
    match result {
        Err(SendError::Archived) => {
            Outcome::well("posted and edited; archived it took no change, and woken it did")
        }
        Ok(()) => Outcome::warning(
            "posted and edited; Discord took a change even while it was archived, and it was woken",
        ),
        Err(why) => Outcome::problem(format!(
            "while it was archived a change was refused in another way than the bot expects: {}",
            advice(&why)
        )),
    }
}
