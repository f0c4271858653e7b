//! What a viewer may know of the table: the open questions, who is waited for,
//! until when, and how the votes stand.
//!
//! May use: the words of `council` and the boundary. Deliberately absent: how
//! it is shown. Sealed votes and private questions never leave this module.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use super::decree::Decree;
use super::orders::Order;
use super::people::{Chair, User};
use super::proposal::Proposal;
use super::question::{Question, ToLeader, Way};
use super::settings::{Admit, Ballot, Settings};
use super::state::Stage;
use super::street::Heard;
use super::time::Moment;
use super::verdict::tally;
use crate::game::{Decision, Outcome, Progress, Seat, Table};

/// The table as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Panel {
    /// How far the campaign has come.
    pub stage: Stage,
    /// Where it stands.
    pub chapter: Progress,
    /// The last entry of its log.
    pub seq: u64,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The chairs.
    pub chairs: Vec<Chair>,
    /// The seat with the final say.
    pub leader: Seat,
    /// What is set.
    pub settings: Settings,
    /// Since when the clocks stand.
    pub paused: Option<Moment>,
    /// The hash the seed is held to.
    pub commitment: String,
    /// The piece of the game that is in question, if it can be looked up.
    #[serde(default)]
    pub about: Option<String>,
    /// The open questions.
    pub questions: Vec<Asked>,
    /// What the people vote on.
    pub petition: Option<Matter>,
    /// What the people were asked so far, and what was decided.
    #[serde(default)]
    pub decrees: Vec<Decree>,
    /// Answered questions the street had spoken to.
    #[serde(default)]
    pub heard: Vec<Heard>,
    /// The motion before the table.
    pub motion: Option<Proposal>,
    /// The viewer's own orders.
    pub orders: BTreeMap<Seat, Vec<Order>>,
    /// What the viewer's seats answer while they are away.
    pub away: BTreeMap<Seat, BTreeMap<String, String>>,
}

/// An open question, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// Its number.
    pub number: u32,
    /// Its kind.
    pub ask: String,
    /// Who settles it.
    pub way: Way,
    /// The question and its answers; none if it is another seat's secret.
    pub decision: Option<Decision>,
    /// The only seat that may see it.
    pub private: Option<Seat>,
    /// May the viewer answer or vote?
    pub yours: bool,
    /// The people it waits for.
    pub waiting: Vec<User>,
    /// Until when it waits.
    pub due: Option<Moment>,
    /// Why the leader is asked, if so.
    pub leader: Option<ToLeader>,
    /// Votes are not shown before it closes.
    pub sealed: bool,
    /// How many seats have voted.
    pub cast: usize,
    /// How many seats vote.
    pub electors: usize,
    /// Who voted what: the viewer's own votes, and all others unless they are sealed.
    pub votes: BTreeMap<Seat, String>,
    /// What people beside the table say, if they are asked.
    #[serde(default)]
    pub street: Option<Voices>,
}

/// What the street says to a question, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voices {
    /// How many have spoken.
    pub cast: usize,
    /// Voices for each answer, if the viewer may know them by now.
    pub tally: Option<BTreeMap<String, u32>>,
    /// What the viewer would do.
    pub mine: Option<String>,
}

/// What the people vote on, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matter {
    /// Which edition of the ballot it is.
    pub edition: u32,
    /// The question and its answers.
    pub decision: Decision,
    /// Who is admitted beside the advisors.
    pub admit: Admit,
    /// With fewer votes the advisors' alone count.
    pub turnout: u32,
    /// How many days they must have been in the server.
    #[serde(default)]
    pub days: Option<u16>,
    /// When it closes, if it does.
    pub closes: Option<Moment>,
    /// It stays open for a while once the question is asked.
    #[serde(default)]
    pub opens: bool,
    /// From when on the leader may close it, if every advisor has voted.
    #[serde(default)]
    pub half: Option<Moment>,
    /// The advisors who have not voted on it.
    #[serde(default)]
    pub missing: Vec<User>,
    /// The seat that brought the question before the people.
    #[serde(default)]
    pub asker: Option<Seat>,
    /// The viewer is called when a ballot opens.
    #[serde(default)]
    pub called: bool,
    /// How many have voted.
    pub cast: usize,
    /// Votes for each answer, unless they are sealed.
    pub tally: Option<BTreeMap<String, u32>>,
    /// The viewer's own vote.
    pub mine: Option<String>,
}

impl Campaign {
    /// The table as this user sees it, or as anybody does.
    pub fn look(&self, viewer: Option<User>, at: Moment) -> Panel {
        let council = self.council();
        let decisions = self.table().map_or_else(Vec::new, Table::decisions);
        let asked = |question: &Question| {
            let decision = decisions.iter().find(|d| d.id == question.decision).cloned();
            self.asked(question, decision, viewer, at)
        };
        let seats = viewer.map_or_else(Vec::new, |user| council.chairs.of(user));
        let own = |(seat, _): &(&Seat, &Vec<Order>)| seats.contains(seat);
        let orders = council.orders.iter().filter(own);
        let mut away = council.away.clone();
        away.retain(|seat, _| seats.contains(seat));
        Panel {
            stage: council.stage,
            chapter: council.chapter.clone(),
            seq: council.seq,
            outcome: self.outcome(),
            chairs: council.chairs.0.clone(),
            leader: self.leader(),
            settings: council.settings.clone(),
            paused: council.paused,
            commitment: self.charter().commitment(),
            about: self.table().and_then(Table::subject),
            questions: council.questions.iter().map(asked).collect(),
            petition: self.matter(viewer),
            decrees: council.decrees.clone(),
            heard: council.heard.clone(),
            motion: council.proposal.clone(),
            away,
            orders: orders.map(|(seat, orders)| (*seat, orders.clone())).collect(),
        }
    }

    fn asked(
        &self,
        question: &Question,
        decision: Option<Decision>,
        viewer: Option<User>,
        at: Moment,
    ) -> Asked {
        let chairs = &self.council().chairs;
        let seats = viewer.map_or_else(Vec::new, |user| chairs.of(user));
        let seen = question.private.is_none_or(|seat| seats.contains(&seat));
        let sealed = question.sealed && question.leader.is_none();
        let shown = |(seat, _): &(&Seat, &String)| !sealed || seats.contains(seat);
        Asked {
            number: question.number,
            ask: question.ask.clone(),
            way: question.way,
            decision: decision.filter(|_| seen),
            private: question.private,
            yours: viewer.is_some_and(|user| self.may_take_part(question, user, at)),
            waiting: self.waited_for(question, at),
            due: question.due,
            leader: question.leader.clone(),
            sealed,
            cast: question.votes.len(),
            electors: chairs.0.len(),
            votes: question
                .votes
                .iter()
                .filter(shown)
                .map(|(seat, choice)| (*seat, choice.clone()))
                .collect(),
            street: question.street.as_ref().map(|street| {
                let votes = question.way == Way::Vote && question.leader.is_none();
                let voted = |seat: &Seat| !votes || question.votes.contains_key(seat);
                let voted = !seats.is_empty() && seats.iter().all(voted);
                Voices {
                    cast: street.said.len(),
                    tally: street.is_seen(voted).then(|| tally(street.said.values())),
                    mine: viewer.and_then(|user| street.said.get(&user)).cloned(),
                }
            }),
        }
    }

    fn may_take_part(&self, question: &Question, user: User, at: Moment) -> bool {
        match (question.way, &question.leader) {
            (Way::Vote, None) => self.council().chairs.is_advisor(user),
            (Way::People, None) => false,
            _ => self.may_answer(question, user, at).is_some(),
        }
    }

    fn matter(&self, viewer: Option<User>) -> Option<Matter> {
        let ballot = self.council().petition.as_ref().filter(|ballot| !ballot.is_closed())?;
        let asked = |q: &&Question| ballot.closes.is_some() && q.ballot == Some(ballot.edition);
        let asked = self.council().questions.iter().find(asked);
        let mut decision = match asked {
            Some(q) => self.table()?.decisions().into_iter().find(|d| d.id == q.decision)?,
            None => self.table()?.standing_ballot()?,
        };
        let asker = asked.and_then(|q| self.table()?.asked_by(q.decision));
        decision.choices.retain(|choice| ballot.offers.contains(&choice.key));
        let open = ballot.sealed == Ballot::Open;
        Some(Matter {
            edition: ballot.edition,
            decision,
            admit: ballot.admit,
            turnout: ballot.turnout,
            days: ballot.days,
            closes: ballot.closes,
            opens: self.council().settings.people.stays_open(),
            half: ballot.half(),
            missing: self.not_voted(ballot),
            asker,
            called: viewer.is_some_and(|user| self.council().callers.contains(&user)),
            cast: ballot.votes.len(),
            tally: open.then(|| tally(ballot.votes.values())),
            mine: viewer.and_then(|user| ballot.votes.get(&user)).cloned(),
        })
    }
}
