//! Steps that look at the channel, post, edit, replace a picture, and repeat a nonce.
//!
//! Messages with buttons are in `pressing`.

use std::time::Instant;

use super::sheet::{self, PICTURES};
use super::step::{Outcome, Verdict, advice};
use super::{Posted, Trial, born, nonce, unix};
use crate::discord::message::OutgoingMessage;
use crate::discord::rest_client::SendError;

/// Discord's types of channels that take messages, threads included.
const WRITABLE: [u64; 6] = [0, 2, 5, 10, 11, 12];
/// Discord's types of threads.
pub(super) const THREADS: [u64; 3] = [10, 11, 12];

impl Trial {
    /// Fetches the channel and checks its type. Unarchives an archived thread.
    pub(super) async fn look(&mut self) -> Outcome {
        let channel = self.plan.channel;
        self.about = match self.ask_channel(channel).await {
            Ok(about) => about,
            Err(SendError::Forbidden) => {
                let text = "the bot does not see this channel; let its role have View Channel \
                            there, or name another channel";
                return Outcome::problem(text);
            }
            Err(why) => return Outcome::problem(advice(&why)),
        };
        let kind = self.about["type"].as_u64().unwrap_or(u64::MAX);
        if !WRITABLE.contains(&kind) || self.about["guild_id"].is_null() {
            let text = "campaigns are not played in this kind of channel; name a text channel or \
                        a thread of a server";
            return Outcome::problem(text);
        }
        let what = if THREADS.contains(&kind) { "a thread" } else { "a channel" };
        if !self.sleeps() {
            return Outcome::well(format!("the bot sees it: {what} of a server"));
        }
        match self.wire.wake_thread(channel).await {
            Ok(()) => Outcome::well("a thread that was archived, and is woken now"),
            Err(why) => Outcome::failed("waking the thread", &why),
        }
    }

    /// Whether the channel was an archived thread at the start.
    pub(super) fn sleeps(&self) -> bool {
        self.about["thread_metadata"]["archived"] == true
    }

    /// Posts a message and registers it for deletion.
    pub(super) async fn place(
        &mut self,
        channel: u64,
        message: &OutgoingMessage,
        nonce: &str,
    ) -> Result<Posted, SendError> {
        let sent = self.wire.post(channel, message, nonce).await?;
        let posted = Posted { channel, message: sent.message };
        self.posted.push(posted);
        Ok(posted)
    }

    pub(super) async fn post(&mut self) -> Outcome {
        let (nonce, asked, begun) = (nonce("a"), unix(), Instant::now());
        let message = sheet::posted(false, Some(0));
        if message.file.is_none() {
            return Outcome::problem("the picture could not be drawn; please report it");
        }
        let posted = match self.place(self.plan.channel, &message, &nonce).await {
            Ok(posted) => posted,
            Err(why) => return Outcome::failed("posting", &why),
        };
        // Discord stamped the message between request and response: accurate to half a round trip.
        let half = i64::try_from(begun.elapsed().as_millis() / 2).unwrap_or(i64::MAX);
        let ahead = born(posted.message) - (asked + half);
        self.ahead = Some((ahead, half));
        self.first = Some((posted, nonce));
        Outcome::well(format!(
            "box and picture are posted; Discord's clock differs from this one by {ahead} ms (give or \
             take {half} ms)"
        ))
    }

    pub(super) async fn edit(&mut self) -> Outcome {
        let Some((posted, _)) = self.first else {
            return Outcome::problem("there is nothing to edit");
        };
        let message = sheet::posted(true, None);
        match self.wire.edit(posted.channel, posted.message, &message).await {
            Ok(()) => {
                self.check_picture(posted, PICTURES[0], "the text is changed, the picture stayed")
                    .await
            }
            Err(why) => Outcome::failed("editing", &why),
        }
    }

    pub(super) async fn replace_picture(&mut self) -> Outcome {
        let Some((posted, _)) = self.first else {
            return Outcome::problem("there is nothing to edit");
        };
        let message = sheet::posted(true, Some(1));
        match self.wire.edit(posted.channel, posted.message, &message).await {
            Ok(()) => {
                self.check_picture(
                    posted,
                    PICTURES[1],
                    "the new picture stands in place of the old",
                )
                .await
            }
            Err(why) => Outcome::failed("replacing the picture", &why),
        }
    }

    /// Checks that the message has one attachment, called `name`. `success` is the text then.
    async fn check_picture(&self, posted: Posted, name: &str, success: &str) -> Outcome {
        let message = match self.ask_message(posted.channel, posted.message).await {
            Ok(message) => message,
            Err(why) => return Outcome::failed("reading the message back", &why),
        };
        let files = message["attachments"].as_array().cloned().unwrap_or_default();
        let names: Vec<&str> = files.iter().filter_map(|file| file["filename"].as_str()).collect();
        if names == [name] {
            return Outcome::well(success);
        }
        let text = format!(
            "taken by Discord, and yet the message shows {} files, not the one it should; please \
             report it with this report",
            names.len()
        );
        Outcome::problem(text)
    }

    pub(super) async fn post_again(&mut self) -> Outcome {
        let Some((posted, nonce)) = self.first.clone() else {
            return Outcome::problem("there is nothing to post again");
        };
        let message = sheet::posted(false, Some(0));
        match self.place(posted.channel, &message, &nonce).await {
            Ok(again) if again.message == posted.message => {
                // Already registered for deletion by the first post.
                self.posted.pop();
                Outcome::well("the same nonce again posted nothing new")
            }
            Ok(_) => Outcome {
                verdict: Verdict::Problem,
                text: "the same nonce again posted a second message; after a broken connection \
                       players may see one twice. Please report it with this report"
                    .to_owned(),
            },
            Err(why) => Outcome::failed("posting again", &why),
        }
    }
}
