//! What came of one thing that was tried, and what to do about it.
//!
//! May use: the wire's troubles, the list of what the bot needs. Deliberately absent: trying.

use std::time::Duration;

use crate::discord::permissions;
use crate::discord::rest_client::SendError;
use crate::discord::witness::Seen;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It works.
    Well,
    /// It was not tried, or works with something to note.
    Warning,
    /// It does not work.
    Problem,
}

/// What came of it, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How bad it is.
    pub verdict: Verdict,
    /// What happened, and what to do.
    pub text: String,
}

impl Outcome {
    pub(super) fn well(text: impl Into<String>) -> Outcome {
        Outcome { verdict: Verdict::Well, text: text.into() }
    }

    pub(super) fn warning(text: impl Into<String>) -> Outcome {
        Outcome { verdict: Verdict::Warning, text: text.into() }
    }

    pub(super) fn problem(text: impl Into<String>) -> Outcome {
        Outcome { verdict: Verdict::Problem, text: text.into() }
    }

    /// Something did not work, and why.
    pub(super) fn failed(what: &str, why: &SendError) -> Outcome {
        Outcome::problem(format!("{what} did not work: {}", advice(why)))
    }
}

/// Something that was tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What.
    pub what: &'static str,
    /// How bad it is.
    pub verdict: Verdict,
    /// What happened.
    pub text: String,
    /// How long it took.
    pub took: Duration,
    /// What was asked of Discord, and what it answered.
    pub seen: Vec<Seen>,
}

impl Step {
    pub(super) fn of(
        what: &'static str,
        outcome: Outcome,
        took: Duration,
        seen: Vec<Seen>,
    ) -> Step {
        Step { what, verdict: outcome.verdict, text: outcome.text, took, seen }
    }
}

/// What a trouble means here, and what to do about it.
pub(super) fn advice(why: &SendError) -> String {
    match why {
        SendError::ChannelGone => {
            "there is no such channel, or the bot is not in its server; copy the number again \
             (with Developer Mode on: Copy Channel ID), or let the bot in with the link of \
             emberhall invite"
                .to_owned()
        }
        SendError::Forbidden => format!(
            "the bot may not do that in this channel; in the channel's settings let its role \
             have: {}",
            permissions::names().join(", ")
        ),
        SendError::MessageGone => {
            "the message is gone; leave what a trial posts alone until it ends".to_owned()
        }
        SendError::TooOld => "Discord takes no more changes of this old message for now".to_owned(),
        SendError::Archived => "the thread is archived; open it again and try once more".to_owned(),
        SendError::AnsweredAlready => {
            "somebody else answered first: another program runs with this token and does not \
             know trials; bring it to this version, or stop it for the trial"
                .to_owned()
        }
        SendError::TooLate => {
            "the answer came too late; Discord gives 3 s. Is the network slow, or this machine \
             busy with something else?"
                .to_owned()
        }
        SendError::Refused(said) => format!("{said}; please report it with this report"),
        SendError::Later(said) => format!("{said}; try again in a few minutes"),
    }
}

#[cfg(test)]
mod tests {
    use super::advice;
    use crate::discord::rest_client::SendError;

    #[test]
    fn every_trouble_says_what_to_do() {
        assert!(advice(&SendError::Forbidden).contains("Attach Files"));
        assert!(advice(&SendError::ChannelGone).contains("Copy Channel ID"));
        assert!(advice(&SendError::Refused("Invalid Form Body".to_owned())).contains("report"));
    }
}
