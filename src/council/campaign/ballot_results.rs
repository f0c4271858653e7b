//! What came of the people's ballots: kept as it was when the votes were counted, told once
//! it is decided.
//!
//! May use: the words of `council`. Deliberately absent: counting (`petition`).

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
    /// Is the open ballot about this question, and not about some other matter?
    fn is_about(&self, question: &Question, decision: &Decision) -> bool {
        let Some(ballot) = &self.campaign.council.public_ballot else { return false };
        if ballot.closes.is_some() {
            return question.ballot == Some(ballot.edition);
        }
        let table = self.campaign.table.as_ref();
        let ahead = table.and_then(|table| table.standing_ballot());
        ahead.is_some_and(|ahead| ahead.ask == decision.ask)
    }

    /// The votes as they stand now; none if no ballot is about this question.
    pub(super) fn current_result(
        &self,
        question: &Question,
        decision: &Decision,
    ) -> Option<Box<BallotResult>> {
        let ballot = self.campaign.council.public_ballot.as_ref()?;
        if !self.is_about(question, decision) {
            return None;
        }
        let mut returns = count_result(ballot, decision);
        let voice = |user: &UserId, choice: &String| {
            let seat = self.campaign.council.seating.seats_of(*user).into_iter().next()?;
            let open = ballot.secrecy == BallotSecrecy::Open;
            Some((seat, open.then(|| label(decision, choice))))
        };
        returns.player_votes =
            ballot.votes.iter().filter_map(|(user, choice)| voice(user, choice)).collect();
        returns.end = BallotEnd::Counted;
        Some(Box::new(returns))
    }

    /// What there is to tell of a question that is being answered: as its votes were counted,
    /// or as they stand if nobody had to count them.
    pub(super) fn result_to_tell(
        &self,
        question: &Question,
        decision: &Decision,
    ) -> Option<(u32, Box<BallotResult>)> {
        let standing = || {
            let ballot = self.campaign.council.public_ballot.as_ref()?;
            Some((ballot.edition, self.current_result(question, decision)?))
        };
        let (edition, mut returns) = match &question.ballot_result {
            Some(returns) => (question.ballot?, returns.clone()),
            None if question.resolver == Resolver::Public => standing()?,
            None => return None,
        };
        returns.leader = Some(self.leader());
        Some((edition, returns))
    }

    /// Tells what came of a ballot now that its question is answered.
    pub(super) fn tell_answer(
        &mut self,
        (edition, mut returns): (u32, Box<BallotResult>),
        question: &Question,
        decision: &Decision,
        taken: (&Message, &DecidedBy),
    ) {
        if let DecidedBy::Vote { votes, .. } = taken.1 {
            // They were asked because too few had voted: their votes are those of the seats.
            let told = |choice: &String| (!question.sealed).then(|| label(decision, choice));
            returns.player_votes =
                votes.iter().map(|(seat, choice)| (*seat, told(choice))).collect();
        }
        let tie = matches!(
            taken.1,
            DecidedBy::Public { tie: true, .. } | DecidedBy::Vote { tie: true, .. }
        );
        returns.leader = returns.leader.filter(|_| tie);
        returns.end = BallotEnd::Taken { label: taken.0.clone(), decided_by: taken.1.clone() };
        self.tell_result(edition, returns);
    }

    /// Tells that the leader has to break the tie of a ballot that has closed.
    pub(super) fn tell_tie(&mut self, at: usize, decision: &Decision, tied: &[String]) {
        let question = &self.campaign.council.questions[at];
        let (Some(edition), Some(returns)) = (question.ballot, question.ballot_result.clone())
        else {
            return;
        };
        let among = tied.iter().map(|choice| label(decision, choice)).collect();
        self.tell_result(
            edition,
            Box::new(BallotResult { end: BallotEnd::Tied(among), ..*returns }),
        );
    }

    /// Tells that a ballot has closed without a vote: the advisors are asked.
    pub(super) fn tell_empty(&mut self, at: usize) {
        let question = &self.campaign.council.questions[at];
        let (edition, returns) = (question.ballot, question.ballot_result.clone());
        if let (Some(edition), Some(returns)) = (edition, returns) {
            self.tell_result(edition, returns);
        }
    }

    /// Tells of a question that is asked no more that its ballot decides nothing.
    pub(super) fn tell_withdrawn(&mut self, question: &Question) {
        // One that stands, as at tables of version 0.1, goes on.
        let stands = |edition: u32| {
            let open = self.campaign.council.public_ballot.as_ref();
            open.is_some_and(|ballot| ballot.edition == edition && !ballot.is_closed())
        };
        if let (Some(edition), Some(returns)) = (question.ballot, &question.ballot_result)
            && !stands(edition)
        {
            let nothing =
                BallotResult { tally: Vec::new(), player_votes: Vec::new(), ..*returns.clone() };
            self.tell_result(
                edition,
                Box::new(BallotResult { end: BallotEnd::Uncounted, ..nothing }),
            );
        }
    }

    /// Tells that a ballot has closed for good and nobody has counted it.
    pub(super) fn tell_uncounted(&mut self, ballot: &PublicBallot) {
        if ballot.counted || ballot.offers.is_empty() {
            return;
        }
        let table = self.campaign.table.as_ref();
        let prompt = table.and_then(|table| table.standing_ballot()).map(|ahead| ahead.prompt);
        let returns = BallotResult {
            prompt,
            tally: Vec::new(),
            cast: ballot.votes.len() as u32,
            turnout: ballot.turnout,
            player_votes: Vec::new(),
            leader: None,
            end: BallotEnd::Uncounted,
        };
        self.tell_result(ballot.edition, Box::new(returns));
    }

    fn tell_result(&mut self, edition: u32, returns: Box<BallotResult>) {
        if let Some(ballot) = &mut self.campaign.council.public_ballot
            && ballot.edition == edition
        {
            ballot.counted = true;
        }
        self.tell("petition", Vec::new(), NoticeKind::BallotResult { edition, result: returns });
    }
}

/// The votes for what the question offers, most first.
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

/// An answer in the game's words.
fn label(decision: &Decision, key: &str) -> Message {
    let choice = decision.choices.iter().find(|choice| choice.key == key);
    choice.map_or_else(|| Message::new(key), |choice| choice.label.clone())
}

/// What came of a vote of the people is told as such.
pub(super) fn mark_decided_by_people(
    mut events: Vec<PublicEvent>,
    how: &DecidedBy,
) -> Vec<PublicEvent> {
    if matches!(how, DecidedBy::Public { players_only: false, .. }) {
        events.iter_mut().for_each(|told| told.by_people = true);
    }
    events
}
