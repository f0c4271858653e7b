//! Vote counting: plurality wins, the leader breaks ties, and a vote ends early once the missing
//! votes cannot change its outcome.
//!
//! Pure: no time and no users. Deadlines live in [`campaign`](super::campaign).

use std::collections::BTreeMap;

use crate::game::Seat;

/// Outcome of a vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not decided yet.
    Open,
    /// An answer has won.
    Taken {
        /// Key of the answer.
        choice: String,
        /// Whether the leader's own vote broke a tie.
        tie: bool,
    },
    /// These answers are tied, and the leader voted for none of them.
    Tied(Vec<String>),
    /// No votes.
    Empty,
}

/// Votes of seats on one question, ready to be counted.
pub struct Vote<'a> {
    /// Seats that may vote.
    pub voters: &'a [Seat],
    /// Votes by seat. Votes of seats not in `voters` do not count.
    pub votes: &'a BTreeMap<Seat, String>,
    /// Keys that can be voted for. Votes for other keys do not count.
    pub offered: &'a [String],
    /// Seat that breaks ties.
    pub leader: Seat,
}

impl Vote<'_> {
    /// Returns the outcome of the votes so far. If `closing`, or if all voters have voted, it is
    /// final. Otherwise it is [`Verdict::Open`] as long as a missing vote could change it.
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

/// Counts the votes for each answer.
pub fn tally<'a>(votes: impl Iterator<Item = &'a String>) -> BTreeMap<String, u32> {
    let mut tally = BTreeMap::new();
    for vote in votes {
        *tally.entry(vote.clone()).or_insert(0) += 1;
    }
    tally
}

/// Returns the answer with the most votes. A tie goes to the leader's own vote, if that is among
/// the tied answers. Tied answers are listed in the order of `offered`.
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
