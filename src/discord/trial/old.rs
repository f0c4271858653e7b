//! A message older than an hour, changed several times, as the bot changes a panel.
//!
//! May use: the wire. Deliberately absent: any message but the one that a trial before left for
//! this: it is ours, begins with a mark, and holds nothing but text.

use std::time::Instant;

use serde_json::Value;

use super::sheet::{self, MARK};
use super::step::{Outcome, advice};
use super::{Trial, nonce};
use crate::discord::requests::id_in;
use crate::discord::rest_client::SendError;

/// From this age on Discord counts changes apart, in milliseconds.
const OLD: i64 = 60 * 60 * 1000;
/// How often it is changed.
const CHANGES: u32 = 6;

impl Trial {
    /// Reads the channel's history, and looks for what a trial before has left.
    pub(super) async fn look_back(&mut self) -> Outcome {
        let history = match self.ask_history().await {
            Ok(history) => history,
            Err(why) => return Outcome::failed("reading the channel's history", &why),
        };
        // Without the right to read it Discord shows an empty one.
        let ours = self.first.as_ref().map(|(first, _)| first.message);
        if !history.iter().any(|one| id_in(one, "id").ok() == ours) {
            return Outcome::problem(
                "the channel's history cannot be read; let the bot's role have Read Message History \
                 in this channel",
            );
        }
        let mut kept = history.iter().rev().filter(|one| is_kept(one, self.me));
        self.kept = kept.find_map(|one| id_in(one, "id").ok());
        self.looked_back = true;
        Outcome::well(format!("the newest messages can be read: {}", history.len()))
    }

    pub(super) async fn change_old(&mut self) -> Outcome {
        let Some(kept) = self.kept else {
            return self.leave_one().await;
        };
        let age = self.age(kept);
        if age >= OLD {
            return self.change(kept, age).await;
        }
        let minutes = (OLD - age) / 60_000 + 1;
        Outcome::warning(format!(
            "not tried: the message of the last trial is too young; run this again in {minutes} min"
        ))
    }

    async fn leave_one(&mut self) -> Outcome {
        match self.wire.post(self.plan.channel, &sheet::kept(0), &nonce("d")).await {
            Ok(_) => Outcome::warning(
                "not tried: there was no old message; one is left in the channel, run this again \
                 after an hour",
            ),
            Err(why) => Outcome::failed("leaving a message for the next trial", &why),
        }
    }

    /// Changes it again and again, until Discord has enough of it.
    async fn change(&self, message: u64, age: i64) -> Outcome {
        let (begun, hours) = (Instant::now(), age / OLD);
        for change in 1..=CHANGES {
            let done = self.wire.edit(self.plan.channel, message, &sheet::kept(change)).await;
            let took = begun.elapsed().as_millis();
            match done {
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

/// Is it what a trial has left?
fn is_kept(message: &Value, me: u64) -> bool {
    let none = |list: &str| message[list].as_array().is_none_or(Vec::is_empty);
    let said = message["content"].as_str().unwrap_or_default();
    id_in(&message["author"], "id") == Ok(me)
        && said.lines().next() == Some(MARK)
        && ["embeds", "components", "attachments"].into_iter().all(none)
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
