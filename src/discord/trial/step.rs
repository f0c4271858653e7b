//! Result of one step of a trial, and advice for each [`SendError`].

use std::time::Duration;

use crate::discord::permissions;
use crate::discord::rest_client::SendError;
use crate::discord::witness::Seen;

/// Severity of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It works.
    Well,
    /// It was skipped, or works with a reservation.
    Warning,
    /// It does not work.
    Problem,
}

/// Result of a step, as a sentence with a severity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Severity.
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

    /// A problem: `what` did not work, with advice on the error.
    pub(super) fn failed(what: &str, why: &SendError) -> Outcome {
        Outcome::problem(format!("{what} did not work: {}", advice(why)))
    }
}

/// A finished step, as it is reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Name of the step.
    pub what: &'static str,
    /// Severity.
    pub verdict: Verdict,
    /// What happened, and what to do.
    pub text: String,
    /// Duration of the step.
    pub took: Duration,
    /// Requests made to Discord, with their answers.
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

/// Explains an error to the operator, and what to do about it.
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
