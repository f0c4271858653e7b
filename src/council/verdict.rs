//! Counting votes: the most votes win, the leader breaks ties, and a vote is
//! over as soon as nothing can change its outcome.
//!
//! May use: the boundary's `Seat`. Deliberately absent: time and people.

use std::collections::BTreeMap;

use crate::game::Seat;

/// What votes come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is not decided yet.
    Open,
    /// This is taken.
    Taken {
        /// The answer.
        choice: String,
        /// The leader's own vote broke a tie.
        tie: bool,
    },
    /// These are tied, and the leader voted for none of them.
    Tied(Vec<String>),
    /// Nobody voted.
    Empty,
}

/// A vote of the advisors.
pub struct Vote<'a> {
    /// Who may vote.
    pub voters: &'a [Seat],
    /// Who voted what; votes of others do not count.
    pub votes: &'a BTreeMap<Seat, String>,
    /// What can be voted for; other votes do not count.
    pub offered: &'a [String],
    /// The seat that breaks ties.
    pub leader: Seat,
}

impl Vote<'_> {
    /// What it comes to: as it stands, or, if it is `closing`, for good.
    pub fn verdict(&self, closing: bool) -> Verdict {
        let counted = |seat: &Seat| {
            let vote = self.votes.get(seat)?;
            self.offered.contains(vote).then(|| vote.clone())
        };
        let votes: Vec<String> = self.voters.iter().filter_map(counted).collect();
        let missing = self.voters.len() - votes.len();
        let leader = self.voters.contains(&self.leader).then_some(&self.leader).and_then(counted);
        let tally = tally(votes.iter());
        if closing || missing == 0 {
            return plurality(&tally, leader.as_deref(), self.offered);
        }
        let safe = |(choice, n): (&String, &u32)| {
            let most_of_another = tally.iter().filter(|(other, _)| *other != choice);
            let most_of_another = most_of_another.map(|(_, n)| *n).max().unwrap_or(0);
            let reach = most_of_another + missing as u32;
            *n > reach || (*n == reach && leader.as_ref() == Some(choice))
        };
        match tally.iter().find(|(choice, n)| safe((*choice, *n))) {
            Some((choice, n)) => {
                let tie = tally.iter().any(|(other, m)| other != choice && m == n);
                Verdict::Taken { choice: choice.clone(), tie }
            }
            None => Verdict::Open,
        }
    }
}

/// Votes for each answer.
pub fn tally<'a>(votes: impl Iterator<Item = &'a String>) -> BTreeMap<String, u32> {
    let mut tally = BTreeMap::new();
    for vote in votes {
        *tally.entry(vote.clone()).or_insert(0) += 1;
    }
    tally
}

/// The most votes win; a tie goes to the leader's own vote, if it is among the tied.
/// Tied answers are listed as they were offered.
pub fn plurality(
    tally: &BTreeMap<String, u32>,
    leader: Option<&str>,
    offered: &[String],
) -> Verdict {
    let Some(most) = tally.values().max() else {
        return Verdict::Empty;
    };
    let top: Vec<String> =
        offered.iter().filter(|choice| tally.get(*choice) == Some(most)).cloned().collect();
    match (top.as_slice(), leader) {
        ([one], _) => Verdict::Taken { choice: one.clone(), tie: false },
        (many, Some(leader)) if many.iter().any(|choice| choice == leader) => {
            Verdict::Taken { choice: leader.to_owned(), tie: true }
        }
        _ => Verdict::Tied(top),
    }
}
