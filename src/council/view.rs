//! Read model: the state of a campaign as one viewer may see it.
//!
//! Sealed votes and private questions are removed here, so that a front end cannot leak them.

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

/// State of a campaign for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouncilView {
    #[serde(rename = "stage")]
    pub status: CampaignStatus,
    #[serde(rename = "chapter")]
    pub progress: Progress,
    /// Last entry of the log.
    pub seq: u64,
    /// Result, if the campaign was played to its end.
    pub outcome: Option<Outcome>,
    #[serde(rename = "chairs")]
    pub seats: Vec<SeatState>,
    /// Seat with the final say.
    pub leader: Seat,
    pub settings: Settings,
    /// When the clocks were stopped. `None` while they run.
    pub paused: Option<Timestamp>,
    /// Hash that commits to the seed.
    pub commitment: String,
    /// Piece of the game that an open question is about, if it can be looked up.
    #[serde(default)]
    #[serde(rename = "about")]
    pub subject: Option<String>,
    /// Open questions.
    pub questions: Vec<QuestionView>,
    /// Open or standing public ballot.
    #[serde(rename = "petition")]
    pub ballot: Option<BallotView>,
    #[serde(default)]
    #[serde(rename = "decrees")]
    pub public_decisions: Vec<PublicDecision>,
    #[serde(default)]
    #[serde(rename = "heard")]
    pub street_records: Vec<StreetRecord>,
    /// Open motion.
    pub motion: Option<Motion>,
    /// Planned turns of the viewer's own seats.
    pub orders: BTreeMap<Seat, Vec<Order>>,
    /// Answers of the viewer's own seats while their holder is away, by kind of question.
    pub away: BTreeMap<Seat, BTreeMap<String, String>>,
}

/// Open question for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuestionView {
    pub number: u32,
    /// Kind of question, in the game's own words.
    pub ask: String,
    #[serde(rename = "way")]
    pub resolver: Resolver,
    /// The question and its answers. `None` if it is private to another seat.
    pub decision: Option<Decision>,
    /// The only seat that may see the question.
    pub private: Option<Seat>,
    /// Whether the viewer may answer or vote.
    pub yours: bool,
    /// Users the question waits for.
    pub waiting: Vec<UserId>,
    /// Deadline.
    pub due: Option<Timestamp>,
    /// Why the question was passed to the leader, if it was.
    #[serde(rename = "leader")]
    pub escalation: Option<Escalation>,
    /// Whether votes of other seats are hidden until the vote closes.
    pub sealed: bool,
    /// Number of seats that have voted.
    pub cast: usize,
    /// Number of seats that vote.
    #[serde(rename = "electors")]
    pub voters: usize,
    /// Votes by seat: the viewer's own, and all others unless `sealed`.
    pub votes: BTreeMap<Seat, String>,
    /// Opinions of the street, if it is asked.
    #[serde(default)]
    pub street: Option<StreetView>,
}

/// Opinions of the street on a question, for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreetView {
    /// Number of opinions.
    pub cast: usize,
    /// Voices for each answer. `None` while the viewer may not see them.
    pub tally: Option<BTreeMap<String, u32>>,
    /// The viewer's own opinion.
    pub mine: Option<String>,
}

/// Public ballot for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BallotView {
    pub edition: u32,
    /// The question and its answers.
    pub decision: Decision,
    /// Who may vote besides the players.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// Minimum number of votes. With fewer, only the players' votes count.
    pub turnout: u32,
    /// Minimum days of server membership.
    #[serde(default)]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// When the ballot closes. `None` before its question is asked.
    pub closes: Option<Timestamp>,
    /// Whether the ballot stays open for a while once its question is asked.
    #[serde(default)]
    pub opens: bool,
    /// Earliest time at which the leader may close the ballot, once all players have voted.
    /// `None` if it has no closing time.
    #[serde(default)]
    #[serde(rename = "half")]
    pub half_time: Option<Timestamp>,
    /// Players who have not voted.
    #[serde(default)]
    pub missing: Vec<UserId>,
    /// Seat that put the question to the public, if one did.
    #[serde(default)]
    pub asker: Option<Seat>,
    /// Whether the viewer is pinged when a ballot opens.
    #[serde(default)]
    #[serde(rename = "called")]
    pub pinged: bool,
    /// Number of votes.
    pub cast: usize,
    /// Votes for each answer. `None` if they are sealed.
    pub tally: Option<BTreeMap<String, u32>>,
    /// The viewer's own vote.
    pub mine: Option<String>,
}

impl Campaign {
    /// Returns the state as `viewer` may see it, or the public state if `viewer` is `None`.
    pub fn view(&self, viewer: Option<UserId>, at: Timestamp) -> CouncilView {
        let council = self.council();
        let decisions = self.table().map_or_else(Vec::new, Table::decisions);
        let question_view = |question: &Question| {
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
            questions: council.questions.iter().map(question_view).collect(),
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
        let seating = &self.council().seating;
        let seats = viewer.map_or_else(Vec::new, |user| seating.seats_of(user));
        let visible = question.private.is_none_or(|seat| seats.contains(&seat));
        let sealed = question.sealed && question.escalation.is_none();
        let shown = |(seat, _): &(&Seat, &String)| !sealed || seats.contains(seat);
        QuestionView {
            number: question.number,
            ask: question.ask.clone(),
            resolver: question.resolver,
            decision: decision.filter(|_| visible),
            private: question.private,
            yours: viewer.is_some_and(|user| self.may_take_part(question, user, at)),
            waiting: self.waited_for(question, at),
            due: question.due,
            escalation: question.escalation.clone(),
            sealed,
            cast: question.votes.len(),
            voters: seating.0.len(),
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
        let is_polled = |q: &&Question| ballot.closes.is_some() && q.ballot == Some(ballot.edition);
        let question = self.council().questions.iter().find(is_polled);
        let mut decision = match question {
            Some(q) => self.table()?.decisions().into_iter().find(|d| d.id == q.decision)?,
            None => self.table()?.standing_ballot()?,
        };
        let asker = question.and_then(|q| self.table()?.asked_by(q.decision));
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
            half_time: ballot.half_time(),
            missing: self.players_without_vote(ballot),
            asker,
            pinged: viewer.is_some_and(|user| self.council().ping_subscribers.contains(&user)),
            cast: ballot.votes.len(),
            tally: open.then(|| tally(ballot.votes.values())),
            mine: viewer.and_then(|user| ballot.votes.get(&user)).cloned(),
        })
    }
}
