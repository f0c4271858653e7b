//! Asides: the ephemeral messages that show private questions, at most one per user and campaign.
//!
//! The caller removes the buttons of the one that is replaced (see `RestClient::disarm`), as long
//! as its interaction token is valid.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::pending_clicks::LASTS;
use super::rest_client::InteractionToken;
use crate::council::UserId;

/// Capacity. Beyond it the oldest entries are evicted: their messages keep their buttons, and a
/// click on one shows what is open now.
const MOST: usize = 4096;

/// An ephemeral message that shows a private question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The interaction whose token can edit the message.
    pub call: InteractionToken,
    /// Id of the message if it is a follow-up. `None` if it is the original response to the
    /// interaction, or the message that was clicked.
    pub followed: Option<u64>,
    /// Id of the message, if known.
    pub message: Option<u64>,
    /// Number of the question.
    pub question: u32,
}

impl Aside {
    /// Whether this is the clicked message. Compares the ids of the messages; if the own id is
    /// unknown, those of the interactions. A message without an origin then counts as a match.
    fn is(&self, message: u64, from: Option<u64>) -> bool {
        match self.message.or(self.followed) {
            Some(own) => own == message,
            None => from.is_none_or(|from| from == self.call.id),
        }
    }
}

/// Remembered asides by campaign and user.
#[derive(Default)]
pub struct Asides(Mutex<BTreeMap<(i64, UserId), (Instant, Aside)>>);

impl Asides {
    /// Replaces the aside of a user. Returns the previous one if its buttons can still be
    /// removed.
    pub fn show(&self, campaign: i64, user: UserId, aside: Option<Aside>) -> Option<Aside> {
        let mut kept = self.lock();
        let before = kept.remove(&(campaign, user));
        if let Some(aside) = aside {
            make_room(&mut kept);
            kept.insert((campaign, user), (Instant::now(), aside));
        }
        before.filter(|(since, _)| since.elapsed() < LASTS).map(|(_, aside)| aside)
    }

    /// Removes and returns the aside that was clicked, so that only the click handler edits it.
    pub fn take(
        &self,
        (campaign, user): (i64, UserId),
        message: u64,
        from: Option<u64>,
    ) -> Option<(Instant, Aside)> {
        let mut kept = self.lock();
        kept.get(&(campaign, user)).filter(|(_, aside)| aside.is(message, from))?;
        kept.remove(&(campaign, user))
    }

    /// Restores an aside that was taken and not edited, unless there is a newer one.
    pub fn put_back(&self, campaign: i64, user: UserId, aside: (Instant, Aside)) {
        self.lock().entry((campaign, user)).or_insert(aside);
    }

    /// Removes all asides of a campaign whose question is no longer open to their user. Returns
    /// those whose buttons can still be removed.
    pub fn take_settled(&self, campaign: i64, is_open: impl Fn(UserId, u32) -> bool) -> Vec<Aside> {
        let mut kept = self.lock();
        let all = kept.range((campaign, UserId(0))..=(campaign, UserId(u64::MAX)));
        let settled = all.filter(|((_, user), (_, aside))| !is_open(*user, aside.question));
        let settled: Vec<(i64, UserId)> = settled.map(|(key, _)| *key).collect();
        let taken = settled.iter().filter_map(|key| kept.remove(key));
        taken.filter(|(since, _)| since.elapsed() < LASTS).map(|(_, aside)| aside).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(i64, UserId), (Instant, Aside)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn make_room(kept: &mut BTreeMap<(i64, UserId), (Instant, Aside)>) {
    if kept.len() < MOST {
        return;
    }
    kept.retain(|_, (since, _)| since.elapsed() < LASTS);
    let oldest = kept.iter().min_by_key(|(_, (since, _))| *since).map(|(key, _)| *key);
    if let Some(oldest) = oldest.filter(|_| kept.len() >= MOST) {
        kept.remove(&oldest);
    }
}

#[cfg(test)]
mod tests {
    use super::{Aside, Asides, MOST};
    use crate::council::UserId;
    use crate::discord::rest_client::InteractionToken;

    const ADA: UserId = UserId(5);

    fn aside(call: u64, question: u32) -> Aside {
        let call = InteractionToken { id: call, token: String::new() };
        Aside { call, followed: None, message: None, question }
    }

    #[test]
    fn the_one_before_comes_back_when_there_is_another() {
        let asides = Asides::default();
        assert_eq!(asides.show(1, ADA, Some(aside(1, 7))), None);
        assert_eq!(asides.show(2, ADA, Some(aside(2, 7))), None, "another campaign");
        assert_eq!(asides.show(1, UserId(6), Some(aside(3, 7))), None, "somebody else");
        assert_eq!(asides.show(1, ADA, Some(aside(4, 7))), Some(aside(1, 7)));
        assert_eq!(asides.show(1, ADA, None), Some(aside(4, 7)));
        assert_eq!(asides.show(1, ADA, None), None);
    }

    #[test]
    fn a_click_takes_the_aside_it_was_on_and_no_other() {
        let asides = Asides::default();
        let known = Aside { followed: Some(90), ..aside(1, 7) };
        asides.show(1, ADA, Some(known.clone()));
        assert!(asides.take((1, ADA), 91, Some(1)).is_none(), "the answer it followed");
        let taken = asides.take((1, ADA), 90, None).unwrap();
        asides.show(1, ADA, Some(aside(2, 7)));
        asides.put_back(1, ADA, taken);
        assert!(asides.take((1, ADA), 90, Some(1)).is_none(), "there is a newer one");
        assert!(asides.take((1, ADA), 95, Some(2)).is_some(), "by where it came from");
        asides.show(1, ADA, Some(aside(3, 7)));
        assert!(asides.take((1, ADA), 95, None).is_some(), "a server that does not say");
    }

    #[test]
    fn what_is_settled_is_taken_from_its_campaign_alone() {
        let asides = Asides::default();
        for (campaign, user, question) in [(1, ADA, 7), (1, UserId(6), 8), (2, ADA, 7)] {
            asides.show(campaign, user, Some(aside(1, question)));
        }
        let settled = asides.take_settled(1, |_, question| question == 8);
        assert_eq!(settled, [aside(1, 7)]);
        assert!(asides.take_settled(1, |_, _| true).is_empty());
        assert_eq!(asides.take_settled(2, |_, _| false).len(), 1);
    }

    #[test]
    fn only_so_many_are_remembered() {
        let asides = Asides::default();
        for user in 0..2 * MOST as u64 {
            asides.show(1, UserId(user), Some(aside(user, 7)));
        }
        assert_eq!(asides.lock().len(), MOST);
        assert!(asides.show(1, UserId(0), None).is_none(), "the oldest are forgotten");
        assert!(asides.show(1, UserId(2 * MOST as u64 - 1), None).is_some());
    }
}
