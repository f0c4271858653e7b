//! What a viewer may know of the table: the open questions, who is waited for,
//! until when, and how the votes stand.
//!
//! May use: the words of `council` and the boundary. Deliberately absent: how
//! it is shown. Sealed votes and private questions never leave this module.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::campaign::Campaign;
use super::motion::Motion;
use super::orders::Order;
use super::public_decision::PublicDecision;
use super::question::{Escalation, Question, Resolver};
use super::seating::{SeatState, UserId};
use super::settings::{BallotSecrecy, Settings, VoterEligibility};
use super::state::CampaignStatus;
use super::street::StreetRecord;
use super::time::Timestamp;
use super::verdict::tally;
use crate::game::{Decision, Outcome, Progress, Seat, Table};

/// The table as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouncilView {
    /// How far the campaign has come.
    #[serde(rename = "stage")]
    pub status: CampaignStatus,
    /// Where it stands.
    #[serde(rename = "chapter")]
    pub progress: Progress,
    /// The last entry of its log.
    pub seq: u64,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The chairs.
    #[serde(rename = "chairs")]
    pub seats: Vec<SeatState>,
    /// The seat with the final say.
    pub leader: Seat,
    /// What is set.
    pub settings: Settings,
    /// Since when the clocks stand.
    pub paused: Option<Timestamp>,
    /// The hash the seed is held to.
    pub commitment: String,
    /// The piece of the game that is in question, if it can be looked up.
    #[serde(default)]
    #[serde(rename = "about")]
    pub subject: Option<String>,
    /// The open questions.
    pub questions: Vec<QuestionView>,
    /// What the people vote on.
    #[serde(rename = "petition")]
    pub ballot: Option<BallotView>,
    /// What the people were asked so far, and what was decided.
    #[serde(default)]
    #[serde(rename = "decrees")]
    pub public_decisions: Vec<PublicDecision>,
    /// Answered questions the street had spoken to.
    #[serde(default)]
    #[serde(rename = "heard")]
    pub street_records: Vec<StreetRecord>,
    /// The motion before the table.
    pub motion: Option<Motion>,
    /// The viewer's own orders.
    pub orders: BTreeMap<Seat, Vec<Order>>,
    /// What the viewer's seats answer while they are away.
    pub away: BTreeMap<Seat, BTreeMap<String, String>>,
}

/// An open question, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionView {
    /// Its number.
    pub number: u32,
    /// Its kind.
    pub ask: String,
    /// Who settles it.
    #[serde(rename = "way")]
    pub resolver: Resolver,
    /// The question and its answers; none if it is another seat's secret.
    pub decision: Option<Decision>,
    /// The only seat that may see it.
    pub private: Option<Seat>,
    /// May the viewer answer or vote?
    pub yours: bool,
    /// The people it waits for.
    pub waiting: Vec<UserId>,
    /// Until when it waits.
    pub due: Option<Timestamp>,
    /// Why the leader is asked, if so.
    #[serde(rename = "leader")]
    pub escalation: Option<Escalation>,
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
    pub street: Option<StreetView>,
}

/// What the street says to a question, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreetView {
    /// How many have spoken.
    pub cast: usize,
    /// Voices for each answer, if the viewer may know them by now.
    pub tally: Option<BTreeMap<String, u32>>,
    /// What the viewer would do.
    pub mine: Option<String>,
}

/// What the people vote on, as somebody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BallotView {
    /// Which edition of the ballot it is.
    pub edition: u32,
    /// The question and its answers.
    pub decision: Decision,
    /// Who is admitted beside the advisors.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// With fewer votes the advisors' alone count.
    pub turnout: u32,
    /// How many days they must have been in the server.
    #[serde(default)]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// When it closes, if it does.
    pub closes: Option<Timestamp>,
    /// It stays open for a while once the question is asked.
    #[serde(default)]
    pub opens: bool,
    /// From when on the leader may close it, if every advisor has voted.
    #[serde(default)]
    pub half: Option<Timestamp>,
    /// The advisors who have not voted on it.
    #[serde(default)]
    pub missing: Vec<UserId>,
    /// The seat that brought the question before the people.
    #[serde(default)]
    pub asker: Option<Seat>,
    /// The viewer is called when a ballot opens.
    #[serde(default)]
    #[serde(rename = "called")]
    pub pinged: bool,
    /// How many have voted.
    pub cast: usize,
    /// Votes for each answer, unless they are sealed.
    pub tally: Option<BTreeMap<String, u32>>,
    /// The viewer's own vote.
    pub mine: Option<String>,
}

impl Campaign {
    /// The table as this user sees it, or as anybody does.
    pub fn view(&self, viewer: Option<UserId>, at: Timestamp) -> CouncilView {
        let council = self.council();
        let decisions = self.table().map_or_else(Vec::new, Table::decisions);
        let asked = |question: &Question| {
            let decision = decisions.iter().find(|d| d.id == question.decision).cloned();
            self.question_view(question, decision, viewer, at)
        };
        let seats = viewer.map_or_else(Vec::new, |user| council.seating.seats_of(user));
        let own = |(seat, _): &(&Seat, &Vec<Order>)| seats.contains(seat);
        let orders = council.orders.iter().filter(own);
        let mut away = council.away.clone();
        away.retain(|seat, _| seats.contains(seat));
        CouncilView {
            status: council.status,
            progress: council.progress.clone(),
            seq: council.seq,
            outcome: self.outcome(),
            seats: council.seating.0.clone(),
            leader: self.leader(),
            settings: council.settings.clone(),
            paused: council.paused,
            commitment: self.charter().commitment(),
            subject: self.table().and_then(Table::subject),
            questions: council.questions.iter().map(asked).collect(),
            ballot: self.ballot_view(viewer),
            public_decisions: council.public_decisions.clone(),
            street_records: council.street_records.clone(),
            motion: council.motion.clone(),
            away,
            orders: orders.map(|(seat, orders)| (*seat, orders.clone())).collect(),
        }
    }

    fn question_view(
        &self,
        question: &Question,
        decision: Option<Decision>,
        viewer: Option<UserId>,
        at: Timestamp,
    ) -> QuestionView {
        let chairs = &self.council().seating;
        let seats = viewer.map_or_else(Vec::new, |user| chairs.seats_of(user));
        let seen = question.private.is_none_or(|seat| seats.contains(&seat));
        let sealed = question.sealed && question.escalation.is_none();
        let shown = |(seat, _): &(&Seat, &String)| !sealed || seats.contains(seat);
        QuestionView {
            number: question.number,
            ask: question.ask.clone(),
            resolver: question.resolver,
            decision: decision.filter(|_| seen),
            private: question.private,
            yours: viewer.is_some_and(|user| self.may_take_part(question, user, at)),
            waiting: self.waited_for(question, at),
            due: question.due,
            escalation: question.escalation.clone(),
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
                let votes = question.resolver == Resolver::Vote && question.escalation.is_none();
                let voted = |seat: &Seat| !votes || question.votes.contains_key(seat);
                let voted = !seats.is_empty() && seats.iter().all(voted);
                StreetView {
                    cast: street.voices.len(),
                    tally: street.is_visible(voted).then(|| tally(street.voices.values())),
                    mine: viewer.and_then(|user| street.voices.get(&user)).cloned(),
                }
            }),
        }
    }

    fn may_take_part(&self, question: &Question, user: UserId, at: Timestamp) -> bool {
        match (question.resolver, &question.escalation) {
            (Resolver::Vote, None) => self.council().seating.holds_seat(user),
            (Resolver::Public, None) => false,
            _ => self.may_answer(question, user, at).is_some(),
        }
    }

    fn ballot_view(&self, viewer: Option<UserId>) -> Option<BallotView> {
        let ballot = self.council().public_ballot.as_ref().filter(|ballot| !ballot.is_closed())?;
        let asked = |q: &&Question| ballot.closes.is_some() && q.ballot == Some(ballot.edition);
        let asked = self.council().questions.iter().find(asked);
        let mut decision = match asked {
            Some(q) => self.table()?.decisions().into_iter().find(|d| d.id == q.decision)?,
            None => self.table()?.standing_ballot()?,
        };
        let asker = asked.and_then(|q| self.table()?.asked_by(q.decision));
        decision.choices.retain(|choice| ballot.offers.contains(&choice.key));
        let open = ballot.secrecy == BallotSecrecy::Open;
        Some(BallotView {
            edition: ballot.edition,
            decision,
            eligibility: ballot.eligibility,
            turnout: ballot.turnout,
            membership_days: ballot.membership_days,
            closes: ballot.closes,
            opens: self.council().settings.public_vote.stays_open(),
            half: ballot.half(),
            missing: self.players_without_vote(ballot),
            asker,
            pinged: viewer.is_some_and(|user| self.council().ping_subscribers.contains(&user)),
            cast: ballot.votes.len(),
            tally: open.then(|| tally(ballot.votes.values())),
            mine: viewer.and_then(|user| ballot.votes.get(&user)).cloned(),
        })
    }
}
