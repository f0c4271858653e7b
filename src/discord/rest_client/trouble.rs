//! Why a request failed, by what can be done about it.
//!
//! May use: `requests`. Deliberately absent: trying again; the wire does that.

use crate::discord::requests::{Failure, TOO_OLD};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The channel is gone, or we were thrown out of the server.
    ChannelGone,
    /// The message is gone.
    MessageGone,
    /// We may not do that here.
    Forbidden,
    /// The message is too old to be changed again so soon.
    TooOld,
    /// The thread is archived.
    Archived,
    /// It was answered already.
    AnsweredAlready,
    /// It came too late to be answered.
    TooLate,
    /// Discord does not like what was sent: our mistake.
    Refused(String),
    /// It may work later.
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

/// What a failure means.
pub(in crate::discord) fn classify(failure: &Failure) -> SendError {
    let Failure::Answered { status, code, .. } = failure else {
        // Even an answer that cannot be read: the request may have been done, and a nonce
        // keeps it from being done twice.
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
        // Too large is wrong, too; all else, such as a token that is known no more, is not
        // about what was sent, and may be put right.
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
