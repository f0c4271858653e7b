//! What follows by itself: questions open and close, the house plays its
//! seats, orders run, votes that are decided take effect, until somebody is
//! waited for.
//!
//! May use: the words of `council`. Deliberately absent: deadlines (`clock`).

use super::super::log::{Answered, How, What, Why};
use super::super::notice::{News, told};
use super::super::people::{Holder, User};
use super::super::question::{Question, ToLeader, Way, way};
use super::super::refusal::Refusal;
use super::super::settings::{Ballot, Petition, Turns};
use super::super::state::Stage;
use super::super::verdict::{Verdict, Vote};
use super::clock::marks_passed;
use super::work::{Work, open_choices, topic};
use crate::game::{Answer, By, Decision, Message, Outcome, Seat};

/// Answers in one go after which the rest waits for the next wake.
const MOST_AT_ONCE: usize = 400;

/// An answer and how it came about.
pub(super) type Settled = (String, How);

impl Work<'_> {
    /// Goes on until somebody is waited for.
    pub(super) fn advance(&mut self) -> Result<(), Refusal> {
        self.on.council.unfinished = false;
        for _ in 0..MOST_AT_ONCE {
            if self.on.council.stage != Stage::Running || self.on.council.paused.is_some() {
                return Ok(());
            }
            if self.on.council.chairs.users().is_empty() {
                // Nobody would see it: the house does not play alone.
                self.on.council.paused = Some(self.now.at);
                self.on.council.deserted = true;
                self.tell("pause", Vec::new(), News::Paused { by: None });
                return Ok(());
            }
            if let Some(outcome) = self.table()?.outcome() {
                self.end(Some(outcome), None);
                return Ok(());
            }
            let decisions = self.table()?.decisions();
            self.reconcile(&decisions);
            let Some((decision, settled)) = self.next_settled(&decisions) else {
                self.renew_petition();
                return Ok(());
            };
            self.take(decision, settled)?;
        }
        self.on.council.unfinished = true;
        Ok(())
    }

    /// Closes what is no longer asked and opens what is.
    fn reconcile(&mut self, decisions: &[Decision]) {
        self.withdraw(decisions);
        for decision in decisions {
            if self.on.council.questions.iter().all(|q| q.decision != decision.id) {
                self.open(decision);
            }
        }
    }

    /// Closes what is no longer asked.
    pub(super) fn withdraw(&mut self, decisions: &[Decision]) {
        let asked = |q: &Question| decisions.iter().any(|d| d.id == q.decision && d.ask == q.ask);
        let (open, closed): (Vec<_>, Vec<_>) =
            self.on.council.questions.drain(..).partition(|question| asked(question));
        self.on.council.questions = open;
        for question in closed {
            let news = News::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), news);
        }
    }

    fn open(&mut self, decision: &Decision) {
        let way = way(decision, &self.on.council.settings);
        let private = match decision.audience {
            crate::game::Audience::Everybody => None,
            crate::game::Audience::Only(seat) => Some(seat),
        };
        if let Way::Turn(seat) = way {
            self.note_turn(seat);
        }
        let question = Question {
            number: self.next_number(),
            decision: decision.id,
            ask: decision.ask.clone(),
            private,
            way,
            votes: std::collections::BTreeMap::new(),
            opened: self.now.at,
            due: self.first_due(way),
            announced: false,
            ballot: None,
            counted: None,
            cover: self.cover(way),
            sealed: self.on.council.settings.votes == Ballot::Sealed,
            leader: None,
            reminded: std::collections::BTreeMap::new(),
        };
        self.on.council.questions.push(question);
    }

    fn first_due(&self, way: Way) -> Option<super::Moment> {
        let settings = &self.on.council.settings;
        let span = match way {
            Way::People if settings.people.mode == Petition::OnDemand => {
                Some(settings.ballot_time())
            }
            _ => settings.pace.span(),
        };
        span.map(|span| self.now.at + span)
    }

    /// The first question that is decided; the others are announced, if they are new.
    fn next_settled<'d>(&mut self, decisions: &'d [Decision]) -> Option<(&'d Decision, Settled)> {
        for decision in decisions {
            let at = self.on.council.questions.iter().position(|q| q.decision == decision.id);
            let Some(at) = at else { continue };
            if let Some(settled) = self.settle(at, decision) {
                return Some((decision, settled));
            }
        }
        self.announce_open();
        None
    }

    /// Is this question decided as things stand?
    fn settle(&mut self, at: usize, decision: &Decision) -> Option<Settled> {
        let open = open_choices(decision);
        if let [only] = open.as_slice() {
            return Some((only.clone(), How::Only));
        }
        let question = self.on.council.questions[at].clone();
        if let Some(passed) = &question.leader {
            return self.house_leads(&question, decision, passed);
        }
        match question.way {
            Way::Vote => self.count(at, decision, false),
            Way::One(seat) | Way::Own(seat) => self.for_seat(&question, decision, seat),
            Way::Turn(seat) => match self.on.council.settings.turns {
                Turns::Leader => self.for_leader(&question, decision),
                _ => self.for_seat(&question, decision, seat),
            },
            Way::Leader => self.for_leader(&question, decision),
            Way::Anyone => None,
            Way::People => self.ask_people(at, decision),
        }
    }

    /// The house, or an order, answers for a seat.
    fn for_seat(&mut self, q: &Question, decision: &Decision, seat: Seat) -> Option<Settled> {
        if self.on.council.chairs.holder(seat).is_house() {
            return self.house(q, decision, Why::Plays(seat));
        }
        self.run_order(q, decision, seat).or_else(|| self.answer_away(q, decision, seat))
    }

    /// The house answers for the leader; an order does only in the turn it was given for.
    fn for_leader(&mut self, q: &Question, decision: &Decision) -> Option<Settled> {
        let leader = self.leader();
        if self.on.council.chairs.holder(leader).is_house() {
            return self.house(q, decision, Why::Plays(leader));
        }
        match decision.by {
            By::Active(seat) => self.run_order(q, decision, seat),
            _ => None,
        }
    }

    /// The house's answer, named as such.
    pub(super) fn house(&self, q: &Question, decision: &Decision, why: Why) -> Option<Settled> {
        Some((self.advice(q, decision)?, How::House { why }))
    }

    /// The house's answer among tied ones: its own advice if it is among them.
    pub(super) fn house_among(
        &self,
        question: &Question,
        decision: &Decision,
        tied: &[String],
        why: Why,
    ) -> Option<Settled> {
        let advice = self.advice(question, decision).filter(|advice| tied.contains(advice));
        Some((advice.or_else(|| tied.first().cloned())?, How::House { why }))
    }

    /// A question that has passed to a leader whose seat the house plays.
    fn house_leads(
        &self,
        question: &Question,
        decision: &Decision,
        passed: &ToLeader,
    ) -> Option<Settled> {
        if !self.on.council.chairs.holder(self.leader()).is_house() {
            return None;
        }
        match passed {
            ToLeader::Tie(tied) => self.house_among(question, decision, tied, Why::BreaksTie),
            ToLeader::Late => self.house(question, decision, Why::Late),
        }
    }

    /// Counts the advisors' votes, the house's among them.
    pub(super) fn count(
        &mut self,
        at: usize,
        decision: &Decision,
        closing: bool,
    ) -> Option<Settled> {
        self.cast_house_votes(at, decision);
        let question = self.on.council.questions[at].clone();
        let electors: Vec<Seat> = self.on.council.chairs.seats().collect();
        let offered = open_choices(decision);
        let vote = Vote {
            electors: &electors,
            votes: &question.votes,
            offered: &offered,
            leader: self.leader(),
        };
        match vote.verdict(closing) {
            Verdict::Open => None,
            Verdict::Taken { choice, tie } => {
                Some((choice, How::Vote { votes: question.votes, tie }))
            }
            Verdict::Tied(tied) => self.pass_to_leader(at, decision, ToLeader::Tie(tied)),
            Verdict::Empty => self.house(&question, decision, Why::NoVotes),
        }
    }

    fn cast_house_votes(&mut self, at: usize, decision: &Decision) {
        let question = &self.on.council.questions[at];
        let chairs = &self.on.council.chairs;
        let house = |seat: &Seat| chairs.holder(*seat).is_house();
        let silent: Vec<Seat> = chairs
            .seats()
            .filter(|seat| house(seat) && !question.votes.contains_key(seat))
            .collect();
        if silent.is_empty() {
            return;
        }
        if let Some(advice) = self.advice(question, decision) {
            let votes = &mut self.on.council.questions[at].votes;
            votes.extend(silent.into_iter().map(|seat| (seat, advice.clone())));
        }
    }

    /// Passes a question to the leader, unless the house leads and settles it at once.
    pub(super) fn pass_to_leader(
        &mut self,
        at: usize,
        decision: &Decision,
        passed: ToLeader,
    ) -> Option<Settled> {
        let question = self.on.council.questions[at].clone();
        if let Some(settled) = self.house_leads(&question, decision, &passed) {
            return Some(settled);
        }
        let due = self.on.council.settings.tie_time().map(|span| self.now.at + span);
        let open = &mut self.on.council.questions[at];
        open.leader = Some(passed.clone());
        open.opened = self.now.at;
        open.due = due;
        open.reminded.clear();
        let tied = match passed {
            ToLeader::Tie(tied) => tied,
            ToLeader::Late => Vec::new(),
        };
        let call = self.call_now(at);
        let news = News::ToLeader { question: question.number, tied, due };
        self.tell(topic(question.number), call, news);
        None
    }

    /// Gives an answer to the game, and tells what came of it.
    pub(super) fn take(&mut self, decision: &Decision, settled: Settled) -> Result<(), Refusal> {
        let (choice, how) = settled;
        let council = &mut self.on.council;
        let at = council.questions.iter().position(|q| q.decision == decision.id);
        let question = council.questions.remove(at.ok_or(Refusal::Internal)?);
        let answer = Answer { decision: Some(decision.id), choice: choice.clone() };
        let table = self.on.table.as_mut().ok_or(Refusal::NotBegun)?;
        let events = table.apply(&answer).map_err(|_| Refusal::Internal)?;
        let chapter = table.chapter();
        let label = decision.choices.iter().find(|c| c.key == choice).map(|c| c.label.clone());
        let label = label.unwrap_or_else(|| Message::new(choice.clone()));
        let wall = events.iter().any(|event| event.wall);
        let words = (decision.prompt.clone(), label);
        self.log(What::Answer(Answered {
            question: question.number,
            decision: decision.id,
            ask: question.ask.clone(),
            choice,
            prompt: words.0.clone(),
            label: words.1.clone(),
            private: question.private,
            how: how.clone(),
            wall,
        }));
        let words = question.private.is_none().then_some(words);
        let (number, ask) = (question.number, question.ask);
        let events = told(&events);
        self.enter(&chapter);
        let news = News::Answered { question: number, ask, words, how, chapter, events };
        self.tell(topic(number), Vec::new(), news);
        self.lapse_motion();
        Ok(())
    }

    /// Notes where the campaign stands.
    pub(super) fn enter(&mut self, chapter: &crate::game::Chapter) {
        if self.on.council.chapter != *chapter {
            if self.on.council.chapter.round != chapter.round {
                self.on.council.round_since = self.clock();
            }
            self.on.council.chapter = chapter.clone();
            // A seat may have the last turn of a chapter and the first of the next: two turns.
            self.end_turn();
        }
    }

    /// The turn is over, unless something of it is still asked.
    pub(super) fn end_turn(&mut self) {
        let council = &mut self.on.council;
        let asked = |seat: Seat| council.questions.iter().any(|q| q.way == Way::Turn(seat));
        if council.turn.is_some_and(|turn| !asked(turn.seat)) {
            council.turn = None;
        }
    }

    /// Announces questions nobody has heard of, and calls those they wait for.
    fn announce_open(&mut self) {
        for at in 0..self.on.council.questions.len() {
            let question = &mut self.on.council.questions[at];
            if std::mem::replace(&mut question.announced, true) {
                continue;
            }
            let (number, ask) = (question.number, question.ask.clone());
            let (private, due) = (question.private, question.due);
            if question.leader.is_none() {
                let call = self.call_now(at);
                self.tell(topic(number), call, News::Asked { question: number, ask, private, due });
            }
        }
    }

    /// Those a question waits for who may be called now. Whoever is at it sees it anyway.
    pub(super) fn call_now(&mut self, at: usize) -> Vec<User> {
        let question = self.on.council.questions[at].clone();
        let waited = self.waited_for(&question);
        let carries_on = |user: &User| waited.contains(user) && question.way != Way::Vote;
        let taken_up = self.actor.as_ref().is_some_and(carries_on);
        let loud = |user: &User| {
            self.now.quiet.get(user).is_none_or(|quiet| quiet.after(self.now.at) <= self.now.at)
        };
        // To be called now stands for every mark that has passed; none is made up for later.
        let passed = marks_passed(&question, self.now.at);
        let mut call = Vec::new();
        for user in waited {
            let here = Some(user) == self.actor || taken_up;
            if here || loud(&user) {
                let heard = self.on.council.questions[at].reminded.entry(user).or_insert(0);
                *heard = passed.max(*heard);
            }
            if !here && loud(&user) {
                call.push(user);
            }
        }
        call
    }

    /// Ends the campaign.
    pub(super) fn end(&mut self, outcome: Option<Outcome>, by: Option<User>) {
        let council = &mut self.on.council;
        council.stage = Stage::Over;
        council.proposal = None;
        council.paused = None;
        council.turn = None;
        council.orders.clear();
        council.away.clear();
        self.close_petition();
        let open = std::mem::take(&mut self.on.council.questions);
        for question in open {
            let news = News::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), news);
        }
        self.log(What::Ended { outcome: outcome.clone(), by });
        let (seed, salt) = (self.on.charter.seed, self.on.charter.salt.clone());
        self.tell("campaign", Vec::new(), News::Ended { outcome, seed, salt });
    }

    /// The holder of a seat, if it is a person.
    pub(super) fn holder(&self, seat: Seat) -> Option<User> {
        match self.on.council.chairs.holder(seat) {
            Holder::User(user) => Some(user),
            Holder::Nobody | Holder::House { .. } => None,
        }
    }
}
