//! A thread: written in, archived, woken.
//!
//! May use: the wire. Deliberately absent: threads of others, but for the one that was named.

use super::posting::THREADS;
use super::sheet;
use super::step::{Outcome, advice};
use super::{Trial, nonce};
use crate::discord::requests::id_in;
use crate::discord::rest_client::SendError;

/// How to have it tried all the same.
const OTHERWISE: &str = "to try it, give the number of a thread as CHANNEL";

impl Trial {
    /// Writes in a thread and wakes it: in the channel if it is one, else in one of our own.
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
        self.sleeps_and_wakes(thread, posted).await
    }

    /// Archives a thread; a change is refused then, as the bot expects, until it is woken.
    async fn sleeps_and_wakes(&self, thread: u64, message: u64) -> Outcome {
        match self.archive(thread).await {
            Ok(()) => {}
            Err(SendError::Forbidden) => {
                let text = "posted and edited in it; waking was not tried: the bot may not archive \
                            this thread. Close it by hand and run this again";
                return Outcome::warning(text);
            }
            Err(why) => return Outcome::failed("archiving the thread", &why),
        }
        let asleep = self.wire.edit(thread, message, &sheet::threaded(false)).await;
        if let Err(why) = self.wire.wake_thread(thread).await {
            return Outcome::failed("waking the thread", &why);
        }
        if let Err(why) = self.wire.edit(thread, message, &sheet::threaded(true)).await {
            return Outcome::failed("editing in the thread that was woken", &why);
        }
        taken_asleep(asleep)
    }

    async fn in_this_thread(&mut self) -> Outcome {
        let Some((first, _)) = self.first else {
            return Outcome::warning("not tried: nothing was posted");
        };
        if self.sleeps() {
            return Outcome::well("it was archived, was woken, and takes posts and edits");
        }
        match self.place(first.channel, &sheet::threaded(false), &nonce("c")).await {
            Ok(posted) => self.sleeps_and_wakes(first.channel, posted.message).await,
            Err(why) => Outcome::failed("posting in the thread", &why),
        }
    }

    /// Takes our own thread away, if we may; what is left to do by hand.
    pub(super) async fn close_thread(&mut self) -> Vec<String> {
        let Some(thread) = self.thread.take() else { return Vec::new() };
        if self.delete_thread(thread).await.is_ok() {
            return Vec::new();
        }
        // It is out of sight at least.
        let put_away = self.archive(thread).await.is_ok();
        let how = if put_away { "archived" } else { "open" };
        vec![format!(
            "its thread stays, {how}: the bot may not delete threads (Manage Threads), and needs no \
             right to; delete it by hand"
        )]
    }
}

/// What became of a change while the thread was archived.
fn taken_asleep(asleep: Result<(), SendError>) -> Outcome {
    match asleep {
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
