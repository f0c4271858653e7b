//! Posted, edited, its picture replaced, and posted again with the same nonce.
//!
//! May use: the wire. Deliberately absent: buttons.

use std::time::Instant;

use super::sheet::{self, PICTURES};
use super::step::{Outcome, Verdict, advice};
use super::{Posted, Trial, born, nonce, unix};
use crate::discord::message::OutgoingMessage;
use crate::discord::rest_client::SendError;

/// Kinds of channels: those messages can be written in, and the threads among them.
const WRITTEN_IN: [u64; 6] = [0, 2, 5, 10, 11, 12];
pub(super) const THREADS: [u64; 3] = [10, 11, 12];

impl Trial {
    /// What is known of the channel; a thread that sleeps is woken.
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
        if !WRITTEN_IN.contains(&kind) || self.about["guild_id"].is_null() {
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

    /// Was the channel an archived thread at the start?
    pub(super) fn sleeps(&self) -> bool {
        self.about["thread_metadata"]["archived"] == true
    }

    /// Posts, and keeps in mind what is to be deleted.
    pub(super) async fn place(
        &mut self,
        channel: u64,
        page: &OutgoingMessage,
        nonce: &str,
    ) -> Result<Posted, SendError> {
        let sent = self.wire.post(channel, page, nonce).await?;
        let posted = Posted { channel, message: sent.message };
        self.posted.push(posted);
        Ok(posted)
    }

    pub(super) async fn post(&mut self) -> Outcome {
        let (nonce, asked, begun) = (nonce("a"), unix(), Instant::now());
        let page = sheet::posted(false, Some(0));
        if page.file.is_none() {
            return Outcome::problem("the picture could not be drawn; please report it");
        }
        let posted = match self.place(self.plan.channel, &page, &nonce).await {
            Ok(posted) => posted,
            Err(why) => return Outcome::failed("posting", &why),
        };
        // Discord took it somewhere between the question and the answer.
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
        let page = sheet::posted(true, None);
        match self.wire.edit(posted.channel, posted.message, &page).await {
            Ok(()) => {
                self.shows(posted, PICTURES[0], "the text is changed, the picture stayed").await
            }
            Err(why) => Outcome::failed("editing", &why),
        }
    }

    pub(super) async fn replace_picture(&mut self) -> Outcome {
        let Some((posted, _)) = self.first else {
            return Outcome::problem("there is nothing to edit");
        };
        let page = sheet::posted(true, Some(1));
        match self.wire.edit(posted.channel, posted.message, &page).await {
            Ok(()) => {
                self.shows(posted, PICTURES[1], "the new picture stands in place of the old").await
            }
            Err(why) => Outcome::failed("replacing the picture", &why),
        }
    }

    /// Is this the one picture of a message now?
    async fn shows(&self, posted: Posted, name: &str, well: &str) -> Outcome {
        let message = match self.ask_message(posted.channel, posted.message).await {
            Ok(message) => message,
            Err(why) => return Outcome::failed("reading the message back", &why),
        };
        let files = message["attachments"].as_array().cloned().unwrap_or_default();
        let names: Vec<&str> = files.iter().filter_map(|one| one["filename"].as_str()).collect();
        if names == [name] {
            return Outcome::well(well);
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
        let page = sheet::posted(false, Some(0));
        match self.place(posted.channel, &page, &nonce).await {
            Ok(again) if again.message == posted.message => {
                // It stands in the list already.
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
