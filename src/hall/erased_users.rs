//! Users erased while this hall is open, so that data read before an erasure is not written back
//! with their IDs.
//!
//! The erasure itself is in `erasure`.

use crate::council::UserId;
use crate::store::replace_number;

/// Replaced user IDs and their aliases, kept behind a read-write lock. A session holds the read
/// lock while it handles a message, the outbox worker while it records a delivery. An erasure takes
/// the write lock, so that no change is half done when it starts.
#[derive(Default)]
pub(super) struct ErasedUsers {
    /// Number of erasures so far. Data read at an earlier revision must be read again.
    pub(super) revision: u64,
    /// Revision of the erasure, erased user and alias.
    replaced: Vec<(u64, UserId, UserId)>,
}

impl ErasedUsers {
    /// Invalidates everything read so far.
    pub(super) fn invalidate(&mut self) {
        self.revision += 1;
    }

    /// Records that `user` was replaced by `alias`, and invalidates everything read so far.
    pub(super) fn add(&mut self, user: UserId, alias: UserId) {
        self.invalidate();
        self.replaced.push((self.revision, user, alias));
    }

    /// Replaces the IDs erased since revision `read_at` in a text made from data of that revision.
    pub(super) fn replace_in(&self, read_at: u64, mut text: String) -> String {
        for (_, user, alias) in self.replaced.iter().filter(|(revision, _, _)| *revision > read_at)
        {
            if let Some(new) = replace_number(&text, &user.0.to_string(), &alias.0.to_string()) {
                text = new;
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::ErasedUsers;
    use crate::council::UserId;

    #[test]
    fn only_what_was_read_before_somebody_was_forgotten_is_changed() {
        let mut erased = ErasedUsers::default();
        let text = || "{\"panel\":{\"called\":[123456,77]}}".to_owned();
        assert_eq!(erased.replace_in(0, text()), text());
        erased.add(UserId(123_456), UserId(5));
        assert_eq!(erased.replace_in(0, text()), "{\"panel\":{\"called\":[5,77]}}");
        assert_eq!(erased.replace_in(1, text()), text(), "they have come back");
        erased.add(UserId(77), UserId(6));
        assert_eq!(erased.replace_in(0, text()), "{\"panel\":{\"called\":[5,6]}}");
        assert_eq!(erased.replace_in(1, text()), "{\"panel\":{\"called\":[123456,6]}}");
    }
}
