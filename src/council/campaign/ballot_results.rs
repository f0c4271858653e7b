//! Results of public ballots: a snapshot taken when the votes are counted, announced when the
//! question is answered.
//!
//! Counting lives in [`super::public_ballot`].

use std::collections::BTreeMap;

use super::super::ballot_result::{BallotEnd, BallotResult};
use super::super::log::DecidedBy;
use super::super::notice::{NoticeKind, PublicEvent};
use super::super::question::{Question, Resolver};
use super::super::seating::UserId;
use super::super::settings::BallotSecrecy;
use super::super::state::PublicBallot;
use super::super::verdict::tally;
use super::transition::Transition;
use crate::game::{Decision, Message};

impl Transition<'_> {
    /// Whether the current ballot is about this question.
    ///
    /// A ballot with a closing time belongs to one question, a standing one to a kind of question.
    fn is_about(&self, question: &Question, decision: &Decision) -> bool {
        let Some(ballot) = &self.campaign.council.public_ballot else { return false };
        if ballot.closes.is_some() {
            return question.ballot == Some(ballot.edition);
        }
        let table = self.campaign.table.as_ref();
        let ahead = table.and_then(|table| table.standing_ballot());
        ahead.is_some_and(|ahead| ahead.ask == decision.ask)
    }

    /// Returns the votes as they stand now, or `None` if no ballot is about this question.
    pub(super) fn current_result(
        &self,
        question: &Question,
        decision: &Decision,
    ) -> Option<Box<BallotResult>> {
        let ballot = self.campaign.council.public_ballot.as_ref()?;
        if !self.is_about(question, decision) {
            return None;
        }
        let mut result = count_result(ballot, decision);
        let player_vote = |user: &UserId, choice: &String| {
            let seat = self.campaign.council.seating.seats_of(*user).into_iter().next()?;
            let open = ballot.secrecy == BallotSecrecy::Open;
            Some((seat, open.then(|| label(decision, choice))))
        };
        result.player_votes =
            ballot.votes.iter().filter_map(|(user, choice)| player_vote(user, choice)).collect();
        result.end = BallotEnd::Counted;
        Some(Box::new(result))
    }

    /// Returns the ballot edition and the result to announce with an answer.
    ///
    /// The result is the snapshot from the count, or the votes as they stand if the question was
    /// answered without a count. Returns `None` if no public ballot decided the question.
    pub(super) fn result_to_tell(
        &self,
        question: &Question,
        decision: &Decision,
    ) -> Option<(u32, Box<BallotResult>)> {
        let standing = || {
            let ballot = self.campaign.council.public_ballot.as_ref()?;
            Some((ballot.edition, self.current_result(question, decision)?))
        };
        let (edition, mut result) = match &question.ballot_result {
            Some(result) => (question.ballot?, result.clone()),
            None if question.resolver == Resolver::Public => standing()?,
            None => return None,
        };
        result.leader = Some(self.leader());
        Some((edition, result))
    }

    /// Announces the result of a ballot whose question has been answered.
    pub(super) fn tell_answer(
        &mut self,
        (edition, mut result): (u32, Box<BallotResult>),
        question: &Question,
        decision: &Decision,
        taken: (&Message, &DecidedBy),
    ) {
        if let DecidedBy::Vote { votes, .. } = taken.1 {
            // The players voted because the ballot had too few votes: show the seats' votes.
            let shown = |choice: &String| (!question.sealed).then(|| label(decision, choice));
            result.player_votes =
                votes.iter().map(|(seat, choice)| (*seat, shown(choice))).collect();
        }
        let tie = matches!(
            taken.1,
            DecidedBy::Public { tie: true, .. } | DecidedBy::Vote { tie: true, .. }
        );
        result.leader = result.leader.filter(|_| tie);
        result.end = BallotEnd::Taken { label: taken.0.clone(), decided_by: taken.1.clone() };
        self.tell_result(edition, result);
    }

    /// Announces that the leader has to break the tie of a closed ballot.
    pub(super) fn tell_tie(&mut self, at: usize, decision: &Decision, tied: &[String]) {
        let question = &self.campaign.council.questions[at];
        let (Some(edition), Some(result)) = (question.ballot, question.ballot_result.clone())
        else {
            return;
        };
        let among = tied.iter().map(|choice| label(decision, choice)).collect();
        self.tell_result(
            edition,
            Box::new(BallotResult { end: BallotEnd::Tied(among), ..*result }),
        );
    }

    /// Announces that a ballot closed without votes, so that the players vote instead.
    pub(super) fn tell_empty(&mut self, at: usize) {
        let question = &self.campaign.council.questions[at];
        let (edition, result) = (question.ballot, question.ballot_result.clone());
        if let (Some(edition), Some(result)) = (edition, result) {
            self.tell_result(edition, result);
        }
    }

    /// Announces that the counted ballot of a withdrawn question decides nothing.
    pub(super) fn tell_withdrawn(&mut self, question: &Question) {
        // A standing ballot, as in campaigns from version 0.1, stays open.
        let stands = |edition: u32| {
            let open = self.campaign.council.public_ballot.as_ref();
            open.is_some_and(|ballot| ballot.edition == edition && !ballot.is_closed())
        };
        if let (Some(edition), Some(result)) = (question.ballot, &question.ballot_result)
            && !stands(edition)
        {
            let nothing =
                BallotResult { tally: Vec::new(), player_votes: Vec::new(), ..*result.clone() };
            self.tell_result(
                edition,
                Box::new(BallotResult { end: BallotEnd::Uncounted, ..nothing }),
            );
        }
    }

    /// Announces that a ballot was closed without a count, unless it was counted or had no offers.
    pub(super) fn tell_uncounted(&mut self, ballot: &PublicBallot) {
        if ballot.counted || ballot.offers.is_empty() {
            return;
        }
        let table = self.campaign.table.as_ref();
        let prompt = table.and_then(|table| table.standing_ballot()).map(|ahead| ahead.prompt);
        let result = BallotResult {
            prompt,
            tally: Vec::new(),
            cast: ballot.votes.len() as u32,
            turnout: ballot.turnout,
            player_votes: Vec::new(),
            leader: None,
            end: BallotEnd::Uncounted,
        };
        self.tell_result(ballot.edition, Box::new(result));
    }

    /// Announces a result and marks its ballot as counted.
    fn tell_result(&mut self, edition: u32, result: Box<BallotResult>) {
        if let Some(ballot) = &mut self.campaign.council.public_ballot
            && ballot.edition == edition
        {
            ballot.counted = true;
        }
        self.tell("petition", Vec::new(), NoticeKind::BallotResult { edition, result });
    }
}

/// Counts the votes for the offered choices, most votes first.
fn count_result(ballot: &PublicBallot, decision: &Decision) -> BallotResult {
    let offered = |key: &&String| decision.choices.iter().any(|choice| choice.key == **key);
    let tally: BTreeMap<String, u32> = tally(ballot.votes.values().filter(offered));
    let cast = tally.values().sum();
    let mut tally: Vec<(&String, u32)> = tally.iter().map(|(key, count)| (key, *count)).collect();
    tally.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let tally = tally.into_iter().map(|(key, count)| (label(decision, key), count)).collect();
    BallotResult {
        prompt: Some(decision.prompt.clone()),
        tally,
        cast,
        turnout: ballot.turnout,
        player_votes: Vec::new(),
        leader: None,
        end: BallotEnd::Uncounted,
    }
}

/// The game's label for a choice, or the key if the choice is not offered.
fn label(decision: &Decision, key: &str) -> Message {
    let choice = decision.choices.iter().find(|choice| choice.key == key);
    choice.map_or_else(|| Message::new(key), |choice| choice.label.clone())
}

/// Marks the events of an answer that the public decided, unless only the players' votes counted.
pub(super) fn mark_decided_by_public(
    mut events: Vec<PublicEvent>,
    decided_by: &DecidedBy,
) -> Vec<PublicEvent> {
    if matches!(decided_by, DecidedBy::Public { players_only: false, .. }) {
        events.iter_mut().for_each(|event| event.by_public = true);
    }
    events
}
