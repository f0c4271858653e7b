//! Simulated members of the server who have no seat but may vote.
//!
//! The model: one in five follows the campaign, visits as often as the Advisors and takes part in
//! most ballots; one in three of these subscribes to pings. The others visit every day or two and
//! seldom take part. Each member considers a ballot only once. Half the votes are for the first
//! option.

use super::sim_player::{Habits, SimPlayer};
use super::table::TablePlan;
use crate::council::campaign::Campaign;
use crate::council::settings::Pace;
use crate::council::{Request, Settings, Timestamp};
use crate::game::{Decision, Game, PublicVoteEffect};

/// One in `FOLLOWING` members follows the campaign.
const FOLLOWING: u64 = 5;
/// One in `CALLED` followers subscribes to pings.
const CALLED: u64 = 3;
/// Chance of taking part, in percent: for followers and for the others.
const INTEREST: (u64, u64) = (80, 20);
/// Share of votes for the first option, in percent.
const FIRST: u64 = 50;

/// A simulated member without a seat.
pub(super) struct Bystander {
    pub(super) someone: SimPlayer,
    interest: u64,
    wants_calls: bool,
    /// The last ballot edition and the last question number already considered.
    seen: (u32, u32),
}

/// The settings of a campaign in a server with `public` members besides the seat holders.
pub(super) fn fitted(
    mut settings: Settings,
    game: &dyn Game,
    tables: &TablePlan,
    public: u32,
) -> Settings {
    let public_vote = &mut settings.public_vote;
    public_vote.fit_to_members(Some(public + tables.setup.roles.len() as u32));
    if let Some(mode) = tables.people {
        public_vote.set_mode(mode);
    }
    let advisory = game
        .public_questions()
        .into_iter()
        .find(|question| question.effect == PublicVoteEffect::Advisory);
    public_vote.street = advisory.map(|question| question.id);
    settings
}

impl Bystander {
    /// Creates user `n` of a campaign.
    pub(super) fn new(n: u64, seed: u64, pace: Pace, now: Timestamp) -> Self {
        let follows = n.is_multiple_of(FOLLOWING);
        let mut someone = SimPlayer::new(n, seed, Habits::beside(pace, follows), now);
        let wants_calls = follows && someone.chance.below(CALLED) == 0;
        let (keen, passing) = INTEREST;
        let interest = if follows { keen } else { passing };
        Bystander { someone, interest, wants_calls, seen: (0, 0) }
    }

    /// The member's next request. Returns `None` if there is nothing new of interest.
    pub(super) fn wish(&mut self, campaign: &Campaign, now: Timestamp) -> Option<Request> {
        let council = campaign.council();
        if std::mem::take(&mut self.wants_calls) {
            return Some(Request::SetBallotPing { on: true });
        }
        let new_ballot =
            council.public_ballot.as_ref().is_some_and(|ballot| ballot.edition > self.seen.0);
        let heard = council.questions.iter().filter(|asked| asked.street.is_some());
        let new_street =
            heard.map(|asked| asked.number).max().is_some_and(|last| last > self.seen.1);
        // A view is expensive, and most visits find nothing new.
        if !new_ballot && !new_street {
            return None;
        }
        let view = campaign.view(Some(self.someone.person.user), now);
        if let Some(ballot) = view.ballot.filter(|ballot| ballot.edition > self.seen.0) {
            self.seen.0 = ballot.edition;
            let choice = self.pick(&ballot.decision).filter(|_| ballot.mine.is_none());
            if choice.is_some() {
                return Some(Request::VotePublic { edition: Some(ballot.edition), choice });
            }
        }
        for asked in view.questions.iter().filter(|asked| asked.street.is_some()) {
            let new = asked.number > self.seen.1;
            self.seen.1 = self.seen.1.max(asked.number);
            let choice = asked.decision.as_ref().filter(|_| new).and_then(|d| self.pick(d));
            if choice.is_some() {
                return Some(Request::Speak { question: asked.number, choice });
            }
        }
        None
    }

    /// Picks an option. Returns `None` if the member does not take part.
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
