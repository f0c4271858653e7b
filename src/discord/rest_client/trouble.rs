//! Error classes of failed requests, by what the caller can do about them.
//!
//! The retries are in [`RestClient`](super::RestClient).

use crate::discord::requests::{Failure, TOO_OLD};

/// Class of a failed request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The channel is gone, or the bot was removed from the server.
    ChannelGone,
    /// The message is gone.
    MessageGone,
    /// The bot lacks the permission for it.
    Forbidden,
    /// The message is too old to be edited again so soon.
    TooOld,
    /// The thread is archived.
    Archived,
    /// The interaction was answered already.
    AnsweredAlready,
    /// The interaction has expired.
    TooLate,
    /// Discord rejects the content of the request, which is a bug of ours. A retry is useless.
    Refused(String),
    /// A transient failure: a retry may succeed.
    Later(String),
}

impl std::fmt::Display for SendError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SendError::Refused(why) | SendError::Later(why) => write!(out, "{why}"),
            other => write!(out, "{other:?}"),
        }
    }
}

/// Returns the error class of a failure.
pub(in crate::discord) fn classify(failure: &Failure) -> SendError {
    let Failure::Answered { status, code, .. } = failure else {
        // Also if the response is unreadable: the request may have succeeded, and on a retry
        // the nonce prevents a duplicate.
        return SendError::Later(failure.to_string());
    };
    match (*status, *code) {
        (_, 10_003 | 10_004) => SendError::ChannelGone,
        (_, 10_008) => SendError::MessageGone,
        (_, 50_001 | 50_013 | 160_002 | 160_005) => SendError::Forbidden,
        (_, TOO_OLD) => SendError::TooOld,
        (_, 50_083) => SendError::Archived,
        (_, 40_060) => SendError::AnsweredAlready,
        (_, 10_062 | 50_027 | 10_015) => SendError::TooLate,
        (403, _) => SendError::Forbidden,
        // 413 (too large) is about the content too. Everything else, such as a revoked token,
        // is not, and an operator may fix it.
        (400 | 413, _) => SendError::Refused(failure.to_string()),
        _ => SendError::Later(failure.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{SendError, classify};
    use crate::discord::requests::Failure;

    fn answered(status: u16, code: isize) -> SendError {
        classify(&Failure::Answered { status, code, why: String::new() })
    }

    #[test]
    fn only_what_was_sent_wrongly_is_refused_for_good() {
        for (status, code) in [(400, 50_035), (400, 0), (400, -1), (413, 40_005)] {
            assert!(matches!(answered(status, code), SendError::Refused(_)), "{status} {code}");
        }
        for status in [401, 404, 405, 408, 429, 500, 502, 503] {
            assert!(matches!(answered(status, 0), SendError::Later(_)), "{status}");
        }
        assert_eq!(answered(400, 50_083), SendError::Archived);
        assert_eq!(answered(429, 30_046), SendError::TooOld);
        assert!(matches!(classify(&Failure::Silent), SendError::Later(_)));
        assert!(matches!(classify(&Failure::Unreadable), SendError::Later(_)));
    }
}
