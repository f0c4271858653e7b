//! Edits of a message older than an hour, repeated as the bot repeats them on a panel.
//!
//! Only the message that an earlier trial left for this is touched: its author is the bot, it
//! begins with [`MARK`], and it holds only text.

use std::time::Instant;

use serde_json::Value;

use super::sheet::{self, MARK};
use super::step::{Outcome, advice};
use super::{Trial, nonce};
use crate::discord::requests::id_in;
use crate::discord::rest_client::SendError;

/// Age from which Discord limits edits of a message separately, in milliseconds.
const OLD: i64 = 60 * 60 * 1000;
/// Edits per trial.
const CHANGES: u32 = 6;

impl Trial {
    /// Reads the channel's history and finds the message left by an earlier trial.
    pub(super) async fn look_back(&mut self) -> Outcome {
        let history = match self.ask_history().await {
            Ok(history) => history,
            Err(why) => return Outcome::failed("reading the channel's history", &why),
        };
        // Without Read Message History Discord returns an empty list, not an error.
        let ours = self.first.as_ref().map(|(first, _)| first.message);
        if !history.iter().any(|message| id_in(message, "id").ok() == ours) {
            return Outcome::problem(
                "the channel's history cannot be read; let the bot's role have Read Message History \
                 in this channel",
            );
        }
        let mut kept = history.iter().rev().filter(|message| is_kept(message, self.me));
        self.kept = kept.find_map(|message| id_in(message, "id").ok());
        self.looked_back = true;
        Outcome::well(format!("the newest messages can be read: {}", history.len()))
    }

    /// Edits the message of an earlier trial, or leaves one for the next trial.
    pub(super) async fn change_old(&mut self) -> Outcome {
        let Some(kept) = self.kept else {
            return self.leave_message().await;
        };
        let age = self.age(kept);
        if age >= OLD {
            return self.edit_repeatedly(kept, age).await;
        }
        let minutes = (OLD - age) / 60_000 + 1;
        Outcome::warning(format!(
            "not tried: the message of the last trial is too young; run this again in {minutes} min"
        ))
    }

    async fn leave_message(&mut self) -> Outcome {
        match self.wire.post(self.plan.channel, &sheet::kept(0), &nonce("d")).await {
            Ok(_) => Outcome::warning(
                "not tried: there was no old message; one is left in the channel, run this again \
                 after an hour",
            ),
            Err(why) => Outcome::failed("leaving a message for the next trial", &why),
        }
    }

    /// Edits the message up to [`CHANGES`] times, until Discord refuses.
    async fn edit_repeatedly(&self, message: u64, age: i64) -> Outcome {
        let (begun, hours) = (Instant::now(), age / OLD);
        for change in 1..=CHANGES {
            let result = self.wire.edit(self.plan.channel, message, &sheet::kept(change)).await;
            let took = begun.elapsed().as_millis();
            match result {
                Ok(()) => {}
                Err(SendError::TooOld) => {
                    return Outcome::well(format!(
                        "{hours} h old: Discord took {} changes in {took} ms and then no more for \
                         now; the bot posts a new panel then",
                        change - 1
                    ));
                }
                Err(why) => {
                    return Outcome::problem(format!(
                        "{hours} h old: change {change} did not work: {}",
                        advice(&why)
                    ));
                }
            }
        }
        let took = begun.elapsed().as_millis();
        Outcome::well(format!("{hours} h old: Discord took all {CHANGES} changes in {took} ms"))
    }
}

/// Whether `message` was left by a trial of the user `me`.
fn is_kept(message: &Value, me: u64) -> bool {
    let is_empty = |list: &str| message[list].as_array().is_none_or(Vec::is_empty);
    let text = message["content"].as_str().unwrap_or_default();
    id_in(&message["author"], "id") == Ok(me)
        && text.lines().next() == Some(MARK)
        && ["embeds", "components", "attachments"].into_iter().all(is_empty)
}

#[cfg(test)]
mod tests {
    use super::is_kept;
    use crate::discord::trial::sheet;
    use serde_json::json;

    #[test]
    fn only_what_a_trial_of_ours_has_left_is_taken_for_it() {
        let said = sheet::kept(0).text;
        let kept = json!({ "author": { "id": "7" }, "content": said, "embeds": [] });
        assert!(is_kept(&kept, 7));
        assert!(!is_kept(&kept, 8), "somebody else's");
        let mut panel = kept.clone();
        panel["components"] = json!([{ "type": 1 }]);
        assert!(!is_kept(&panel, 7), "a panel");
        let mut quoted = kept.clone();
        quoted["content"] = json!(format!("Ada said: {said}"));
        assert!(!is_kept(&quoted, 7), "somebody quotes it");
        assert!(!is_kept(&json!("nonsense"), 7));
    }
}
