//! Simulated people beside the table: a server that looks on, now and then.
//!
//! May use: the boundary, `council`, `people`. Deliberately absent: seats, and what comes of a
//! vote.
//!
//! The model. One in five follows the campaign, comes as often as the Advisors and takes part in
//! most of what is asked; one in three of them wants to be called. The others pass by every day or
//! two and seldom take part. What did not interest somebody at first sight does not later. Half
//! the votes are for what is listed first.

use super::people::{Habits, Someone};
use super::table::Tables;
use crate::council::campaign::Campaign;
use crate::council::settings::Pace;
use crate::council::{Request, Settings, Timestamp};
use crate::game::{Decision, Game, PublicVoteEffect};

/// One person in so many follows a campaign.
const FOLLOWING: u64 = 5;
/// One in so many of those wants to be called.
const CALLED: u64 = 3;
/// How often, of a hundred times, somebody takes part who follows it, and who passes by.
const INTEREST: (u64, u64) = (80, 20);
/// How often, of a hundred times, a vote is for what is listed first.
const FIRST: u64 = 50;

/// Somebody beside the table.
pub(super) struct Bystander {
    pub(super) someone: Someone,
    interest: u64,
    wants_calls: bool,
    /// The last ballot they have thought about, and the last question.
    seen: (u32, u32),
}

/// The settings a table has in a server with so many people beside the seats.
pub(super) fn fitted(
    mut settings: Settings,
    game: &dyn Game,
    tables: &Tables,
    public: u32,
) -> Settings {
    let people = &mut settings.public_vote;
    people.fit_to_members(Some(public + tables.setup.roles.len() as u32));
    if let Some(mode) = tables.people {
        people.set_mode(mode);
    }
    let heard = game
        .public_questions()
        .into_iter()
        .find(|matter| matter.effect == PublicVoteEffect::Advisory);
    people.street = heard.map(|matter| matter.id);
    settings
}

impl Bystander {
    /// The nth user of a campaign.
    pub(super) fn new(n: u64, seed: u64, pace: Pace, now: Timestamp) -> Self {
        let follows = n.is_multiple_of(FOLLOWING);
        let mut someone = Someone::new(n, seed, Habits::beside(pace, follows), now);
        let wants_calls = follows && someone.chance.below(CALLED) == 0;
        let (keen, passing) = INTEREST;
        let interest = if follows { keen } else { passing };
        Bystander { someone, interest, wants_calls, seen: (0, 0) }
    }

    /// What they do next while they are here.
    pub(super) fn wish(&mut self, campaign: &Campaign, now: Timestamp) -> Option<Request> {
        let council = campaign.council();
        if std::mem::take(&mut self.wants_calls) {
            return Some(Request::SetBallotPing { on: true });
        }
        let ballot =
            council.public_ballot.as_ref().is_some_and(|ballot| ballot.edition > self.seen.0);
        let heard = council.questions.iter().filter(|asked| asked.street.is_some());
        let street = heard.map(|asked| asked.number).max().is_some_and(|last| last > self.seen.1);
        // Looking is dear, and most find nothing new.
        if !ballot && !street {
            return None;
        }
        let panel = campaign.view(Some(self.someone.person.user), now);
        if let Some(matter) = panel.ballot.filter(|matter| matter.edition > self.seen.0) {
            self.seen.0 = matter.edition;
            let choice = self.pick(&matter.decision).filter(|_| matter.mine.is_none());
            if choice.is_some() {
                return Some(Request::VotePublic { edition: Some(matter.edition), choice });
            }
        }
        for asked in panel.questions.iter().filter(|asked| asked.street.is_some()) {
            let new = asked.number > self.seen.1;
            self.seen.1 = self.seen.1.max(asked.number);
            let choice = asked.decision.as_ref().filter(|_| new).and_then(|d| self.pick(d));
            if choice.is_some() {
                return Some(Request::Speak { question: asked.number, choice });
            }
        }
        None
    }

    /// What they are for, if it interests them.
    fn pick(&mut self, decision: &Decision) -> Option<String> {
        let open = decision.choices.iter().filter(|choice| choice.blocked.is_none());
        let open: Vec<&String> = open.map(|choice| &choice.key).collect();
        let chance = &mut self.someone.chance;
        if !chance.percent(self.interest) {
            return None;
        }
        let at = if chance.percent(FIRST) { 0 } else { chance.below(open.len() as u64) };
        open.get(at as usize).map(|key| (*key).clone())
    }
}
