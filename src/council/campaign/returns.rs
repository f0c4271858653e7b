//! What came of the people's ballots: kept as it was when the votes were counted, told once
//! it is decided.
//!
//! May use: the words of `council`. Deliberately absent: counting (`petition`).

use std::collections::BTreeMap;

use super::super::log::How;
use super::super::notice::{News, PublicEvent};
use super::super::people::User;
use super::super::question::{Question, Way};
use super::super::returns::{End, Returns};
use super::super::settings::Ballot;
use super::super::state::PeoplesBallot;
use super::super::verdict::tally;
use super::work::Work;
use crate::game::{Decision, Message};

impl Work<'_> {
    /// Is the open ballot about this question, and not about some other matter?
    fn is_about(&self, question: &Question, decision: &Decision) -> bool {
        let Some(ballot) = &self.on.council.petition else { return false };
        if ballot.closes.is_some() {
            return question.ballot == Some(ballot.edition);
        }
        let table = self.on.table.as_ref();
        let ahead = table.and_then(|table| table.standing_ballot());
        ahead.is_some_and(|ahead| ahead.ask == decision.ask)
    }

    /// The votes as they stand now; none if no ballot is about this question.
    pub(super) fn returns(&self, question: &Question, decision: &Decision) -> Option<Box<Returns>> {
        let ballot = self.on.council.petition.as_ref()?;
        if !self.is_about(question, decision) {
            return None;
        }
        let mut returns = counted(ballot, decision);
        let voice = |user: &User, choice: &String| {
            let seat = self.on.council.chairs.of(*user).into_iter().next()?;
            let open = ballot.sealed == Ballot::Open;
            Some((seat, open.then(|| label(decision, choice))))
        };
        returns.voices =
            ballot.votes.iter().filter_map(|(user, choice)| voice(user, choice)).collect();
        returns.end = End::Counted;
        Some(Box::new(returns))
    }

    /// What there is to tell of a question that is being answered: as its votes were counted,
    /// or as they stand if nobody had to count them.
    pub(super) fn returns_of(
        &self,
        question: &Question,
        decision: &Decision,
    ) -> Option<(u32, Box<Returns>)> {
        let standing = || {
            let ballot = self.on.council.petition.as_ref()?;
            Some((ballot.edition, self.returns(question, decision)?))
        };
        let (edition, mut returns) = match &question.returns {
            Some(returns) => (question.ballot?, returns.clone()),
            None if question.way == Way::People => standing()?,
            None => return None,
        };
        returns.leader = Some(self.leader());
        Some((edition, returns))
    }

    /// Tells what came of a ballot now that its question is answered.
    pub(super) fn declare(
        &mut self,
        (edition, mut returns): (u32, Box<Returns>),
        question: &Question,
        decision: &Decision,
        taken: (&Message, &How),
    ) {
        if let How::Vote { votes, .. } = taken.1 {
            // They were asked because too few had voted: their votes are those of the seats.
            let told = |choice: &String| (!question.sealed).then(|| label(decision, choice));
            returns.voices = votes.iter().map(|(seat, choice)| (*seat, told(choice))).collect();
        }
        let tie = matches!(taken.1, How::People { tie: true, .. } | How::Vote { tie: true, .. });
        returns.leader = returns.leader.filter(|_| tie);
        returns.end = End::Taken { label: taken.0.clone(), how: taken.1.clone() };
        self.tell_returns(edition, returns);
    }

    /// Tells that the leader has to break the tie of a ballot that has closed.
    pub(super) fn declare_tie(&mut self, at: usize, decision: &Decision, tied: &[String]) {
        let question = &self.on.council.questions[at];
        let (Some(edition), Some(returns)) = (question.ballot, question.returns.clone()) else {
            return;
        };
        let among = tied.iter().map(|choice| label(decision, choice)).collect();
        self.tell_returns(edition, Box::new(Returns { end: End::Tied(among), ..*returns }));
    }

    /// Tells that a ballot has closed without a vote: the advisors are asked.
    pub(super) fn declare_empty(&mut self, at: usize) {
        let question = &self.on.council.questions[at];
        let (edition, returns) = (question.ballot, question.returns.clone());
        if let (Some(edition), Some(returns)) = (edition, returns) {
            self.tell_returns(edition, returns);
        }
    }

    /// Tells of a question that is asked no more that its ballot decides nothing.
    pub(super) fn declare_withdrawn(&mut self, question: &Question) {
        // One that stands, as at tables of version 0.1, goes on.
        let stands = |edition: u32| {
            let open = self.on.council.petition.as_ref();
            open.is_some_and(|ballot| ballot.edition == edition && !ballot.is_closed())
        };
        if let (Some(edition), Some(returns)) = (question.ballot, &question.returns)
            && !stands(edition)
        {
            let nothing = Returns { tally: Vec::new(), voices: Vec::new(), ..*returns.clone() };
            self.tell_returns(edition, Box::new(Returns { end: End::Uncounted, ..nothing }));
        }
    }

    /// Tells that a ballot has closed for good and nobody has counted it.
    pub(super) fn declare_uncounted(&mut self, ballot: &PeoplesBallot) {
        if ballot.counted || ballot.offers.is_empty() {
            return;
        }
        let table = self.on.table.as_ref();
        let prompt = table.and_then(|table| table.standing_ballot()).map(|ahead| ahead.prompt);
        let returns = Returns {
            prompt,
            tally: Vec::new(),
            cast: ballot.votes.len() as u32,
            turnout: ballot.turnout,
            voices: Vec::new(),
            leader: None,
            end: End::Uncounted,
        };
        self.tell_returns(ballot.edition, Box::new(returns));
    }

    fn tell_returns(&mut self, edition: u32, returns: Box<Returns>) {
        if let Some(ballot) = &mut self.on.council.petition
            && ballot.edition == edition
        {
            ballot.counted = true;
        }
        self.tell("petition", Vec::new(), News::Returns { edition, returns });
    }
}

/// The votes for what the question offers, most first.
fn counted(ballot: &PeoplesBallot, decision: &Decision) -> Returns {
    let offered = |key: &&String| decision.choices.iter().any(|choice| choice.key == **key);
    let tally: BTreeMap<String, u32> = tally(ballot.votes.values().filter(offered));
    let cast = tally.values().sum();
    let mut tally: Vec<(&String, u32)> = tally.iter().map(|(key, count)| (key, *count)).collect();
    tally.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let tally = tally.into_iter().map(|(key, count)| (label(decision, key), count)).collect();
    Returns {
        prompt: Some(decision.prompt.clone()),
        tally,
        cast,
        turnout: ballot.turnout,
        voices: Vec::new(),
        leader: None,
        end: End::Uncounted,
    }
}

/// An answer in the game's words.
fn label(decision: &Decision, key: &str) -> Message {
    let choice = decision.choices.iter().find(|choice| choice.key == key);
    choice.map_or_else(|| Message::new(key), |choice| choice.label.clone())
}

/// What came of a vote of the people is told as such.
pub(super) fn told_as(mut events: Vec<PublicEvent>, how: &How) -> Vec<PublicEvent> {
    if matches!(how, How::People { advisors: false, .. }) {
        events.iter_mut().for_each(|told| told.by_people = true);
    }
    events
}
