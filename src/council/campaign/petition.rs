//! The people: any admitted member of the server votes on public matters.
//!
//! May use: the words of `council`. Deliberately absent: what a Law is; the
//! game says what is on offer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::super::log::{How, What, Why};
use super::super::notice::News;
use super::super::people::{Person, User};
use super::super::question::{Counted, Question, ToLeader, Way};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::settings::{Admit, Petition};
use super::super::state::{PeoplesBallot, Stage};
use super::super::time::{Moment, Span};
use super::super::verdict::{Verdict, plurality, tally};
use super::advance::Settled;
use super::work::{Work, open_choices};
use crate::game::Decision;

/// The votes that count.
struct Count {
    tally: BTreeMap<String, u32>,
    advisors: bool,
    leader: Option<String>,
}

impl Work<'_> {
    /// Votes, changes the vote, or takes it back.
    pub(super) fn sign(&mut self, who: &Person, choice: Option<&str>) -> Result<Reply, Refusal> {
        if self.on.council.stage != Stage::Running {
            return Err(Refusal::NotBegun);
        }
        let advisor = self.on.council.chairs.is_advisor(who.user);
        let now = self.now.at;
        let ballot = self.on.council.petition.as_mut().ok_or(Refusal::NoPetition)?;
        may_vote(who, ballot, advisor, now)?;
        if choice.is_some_and(|choice| ballot.offers.iter().all(|offer| offer != choice)) {
            return Err(Refusal::NotOnOffer);
        }
        let votes = Arc::make_mut(&mut ballot.votes);
        let before = match choice {
            Some(choice) => votes.insert(who.user, choice.to_owned()),
            None => votes.remove(&who.user),
        };
        if before.as_deref() == choice {
            return Ok(Reply::Done);
        }
        let edition = ballot.edition;
        self.effects.signed.insert(who.user, choice.map(str::to_owned));
        self.mention("petition-tally", News::Tally { edition });
        Ok(Reply::Done)
    }

    /// Strikes a vote. Whose it was votes no more on this ballot.
    pub(super) fn strike_vote(&mut self, who: &Person, user: User) -> Result<Reply, Refusal> {
        if !who.moderator {
            return Err(Refusal::NotAllowed);
        }
        let ballot = self.on.council.petition.as_mut().ok_or(Refusal::NoPetition)?;
        if !ballot.votes.contains_key(&user) {
            return Err(Refusal::NoSuchVote);
        }
        Arc::make_mut(&mut ballot.votes).remove(&user);
        ballot.struck.insert(user);
        let edition = ballot.edition;
        self.effects.signed.insert(user, None);
        self.log(What::Struck { edition, user, by: who.user });
        self.tell("petition", Vec::new(), News::Struck { by: who.user });
        self.mention("petition-tally", News::Tally { edition });
        Ok(Reply::Done)
    }

    /// Opens a new standing ballot when what is on offer has changed.
    pub(super) fn renew_petition(&mut self) {
        let asked = self.on.council.questions.iter().any(|q| q.way == Way::People);
        if asked || self.on.council.settings.people.mode != Petition::Standing {
            // The ballot of an open question stands; otherwise none does.
            if !asked {
                self.close_petition();
            }
            return;
        }
        let Some(offers) = self.on.table.as_ref().and_then(|table| table.on_offer()) else {
            return self.close_petition();
        };
        let current = self.on.council.petition.as_ref();
        if current.is_none_or(|ballot| ballot.counted || ballot.offers != offers) {
            self.open_ballot(offers, None, true);
        }
    }

    /// A new ballot under the settings of this moment; it may take over votes that still fit.
    fn open_ballot(&mut self, offers: Vec<String>, closes: Option<Moment>, carry: bool) {
        let people = self.on.council.settings.people.clone();
        let before = self.on.council.petition.take();
        // Who voted under other terms of admission votes again.
        let fits = carry
            && before
                .as_ref()
                .is_some_and(|ballot| (ballot.admit, ballot.days) == (people.admit, people.days));
        let votes = before.map(|ballot| ballot.votes).unwrap_or_default();
        let keep = |(_, choice): &(&User, &String)| fits && offers.contains(choice);
        let kept: BTreeMap<User, String> =
            votes.iter().filter(keep).map(|(user, choice)| (*user, choice.clone())).collect();
        for user in votes.keys().filter(|user| !kept.contains_key(user)) {
            self.effects.signed.insert(*user, None);
        }
        self.on.council.editions += 1;
        let edition = self.on.council.editions;
        self.on.council.petition = Some(PeoplesBallot {
            edition,
            admit: people.admit,
            sealed: people.votes,
            turnout: people.turnout,
            offers,
            closes,
            days: people.days,
            struck: BTreeSet::new(),
            counted: false,
            votes: Arc::new(kept),
        });
        self.mention("petition", News::Petition { edition, closes });
    }

    /// No ballot is open.
    pub(super) fn close_petition(&mut self) {
        if let Some(ballot) = self.on.council.petition.take() {
            self.declare_uncounted(&ballot);
            self.effects.signed.extend(ballot.votes.keys().map(|user| (*user, None)));
        }
    }

    /// The question is put to the people: a standing ballot answers it at once.
    pub(super) fn ask_people(&mut self, at: usize, decision: &Decision) -> Option<Settled> {
        let question = &self.on.council.questions[at];
        if question.ballot.is_some() {
            // Open until it is due.
            return None;
        }
        let closes = question.due;
        match self.on.council.settings.people.mode {
            Petition::OnDemand => {
                self.open_ballot(open_choices(decision), closes, false);
                self.on.council.questions[at].ballot = Some(self.on.council.editions);
                None
            }
            Petition::Standing | Petition::Off => {
                self.on.council.questions[at].ballot = Some(self.on.council.editions);
                self.close_ballot(at, decision)
            }
        }
    }

    /// Counts the people's votes for good.
    pub(super) fn close_ballot(&mut self, at: usize, decision: &Decision) -> Option<Settled> {
        let on_demand = self.on_demand();
        let count = self.count_people(decision);
        let offered = open_choices(decision);
        let returns = self.returns(&self.on.council.questions[at], decision);
        self.on.council.questions[at].returns = returns;
        let question = self.on.council.questions[at].clone();
        match plurality(&count.tally, count.leader.as_deref(), &offered) {
            Verdict::Taken { choice, tie } => {
                let (tally, advisors) = (count.tally, count.advisors);
                Some((choice, How::People { tally, advisors, tie }))
            }
            Verdict::Tied(tied) => {
                let Count { tally, advisors, .. } = count;
                self.on.council.questions[at].counted = Some(Counted { tally, advisors });
                if on_demand {
                    // It has closed; a standing one goes on for the next time.
                    self.declare_tie(at, decision, &tied);
                    self.close_petition();
                }
                self.pass_to_leader(at, decision, ToLeader::Tie(tied))
            }
            Verdict::Empty | Verdict::Open if on_demand => {
                self.house(&question, decision, Why::NoVotes)
            }
            // On a standing ballot nobody was asked to hurry: the advisors vote now.
            Verdict::Empty | Verdict::Open => {
                self.on.council.questions[at].way = Way::Vote;
                self.count(at, decision, false)
            }
        }
    }

    /// Does the open ballot close at a set time?
    fn on_demand(&self) -> bool {
        self.on.council.petition.as_ref().is_some_and(|ballot| ballot.closes.is_some())
    }

    fn count_people(&self, decision: &Decision) -> Count {
        let count = self.votes_that_count(decision, true);
        if count.tally.is_empty() && self.on_demand() {
            // No advisor voted, and the time is over: better the few than nobody.
            return self.votes_that_count(decision, false);
        }
        count
    }

    /// Under the turnout, if it matters, only the advisors' votes count.
    fn votes_that_count(&self, decision: &Decision, turnout_matters: bool) -> Count {
        let offered = open_choices(decision);
        let nobody = Arc::default();
        let ballot = self.on.council.petition.as_ref();
        let votes = ballot.map_or(&nobody, |ballot| &ballot.votes);
        let valid = |(_, choice): &(&User, &String)| offered.contains(choice);
        let turnout = votes.iter().filter(valid).count();
        let few = ballot.is_some_and(|ballot| turnout < ballot.turnout as usize);
        let advisors = few && turnout_matters;
        let chairs = &self.on.council.chairs;
        let counts = |(user, _): &(&User, &String)| !advisors || chairs.is_advisor(**user);
        let tally = tally(votes.iter().filter(valid).filter(counts).map(|(_, choice)| choice));
        let leader = self.leading_user().and_then(|user| votes.get(&user)).cloned();
        Count { tally, advisors, leader }
    }

    /// How a tie was broken, for the record.
    pub(super) fn tie_broken(question: &Question) -> How {
        match question.counted.clone() {
            Some(Counted { tally, advisors }) => How::People { tally, advisors, tie: true },
            None => How::Vote { votes: question.votes.clone(), tie: true },
        }
    }
}

/// Who may vote is looked at with every vote: roles are given and taken, people come and go.
fn may_vote(
    who: &Person,
    ballot: &PeoplesBallot,
    advisor: bool,
    now: Moment,
) -> Result<(), Refusal> {
    if who.bot {
        return Err(Refusal::BotsDoNotVote);
    }
    if ballot.struck.contains(&who.user) {
        return Err(Refusal::Struck);
    }
    // Whoever sits at the table is a part of it.
    if advisor {
        return Ok(());
    }
    match ballot.admit {
        Admit::Role(role) if !who.roles.contains(&role) => return Err(Refusal::NotAdmitted),
        Admit::Role(_) | Admit::Everyone => {}
    }
    let Some(days) = ballot.days.filter(|days| *days > 0) else { return Ok(()) };
    let from = who.joined.map(|joined| joined + Span::hours(24 * i64::from(days)));
    match from {
        Some(from) if from <= now => Ok(()),
        from => Err(Refusal::TooNew { from }),
    }
}
