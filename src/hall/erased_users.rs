//! Who was forgotten while this hall is open, so that what was read before does not write their
//! number again.
//!
//! May use: the store's way to replace a number. Deliberately absent: forgetting itself.

use crate::council::UserId;
use crate::store::replace_number;

/// Numbers that were replaced, and by which. A campaign and its news read this for as long as they
/// handle one thing; whoever forgets somebody writes it, and so waits until nothing is half done.
#[derive(Default)]
pub(super) struct ErasedUsers {
    /// Each time somebody was forgotten counts: what was read before has to be read again.
    pub(super) revision: u64,
    done: Vec<(u64, UserId, UserId)>,
}

impl ErasedUsers {
    /// Everything that was read until now is outdated.
    pub(super) fn invalidate(&mut self) {
        self.revision += 1;
    }

    /// A number was replaced.
    pub(super) fn add(&mut self, user: UserId, alias: UserId) {
        self.invalidate();
        self.done.push((self.revision, user, alias));
    }

    /// A text that was made from what was read at a revision.
    pub(super) fn replace_in(&self, read_at: u64, mut text: String) -> String {
        for (_, user, alias) in self.done.iter().filter(|(revision, _, _)| *revision > read_at) {
            if let Some(other) = replace_number(&text, &user.0.to_string(), &alias.0.to_string()) {
                text = other;
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
        let mut renames = ErasedUsers::default();
        let text = || "{\"panel\":{\"called\":[123456,77]}}".to_owned();
        assert_eq!(renames.replace_in(0, text()), text());
        renames.add(UserId(123_456), UserId(5));
        assert_eq!(renames.replace_in(0, text()), "{\"panel\":{\"called\":[5,77]}}");
        assert_eq!(renames.replace_in(1, text()), text(), "they have come back");
        renames.add(UserId(77), UserId(6));
        assert_eq!(renames.replace_in(0, text()), "{\"panel\":{\"called\":[5,6]}}");
        assert_eq!(renames.replace_in(1, text()), "{\"panel\":{\"called\":[123456,6]}}");
    }
}
