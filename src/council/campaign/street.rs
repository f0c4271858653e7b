//! The street says what it would do: who may, where, and what is kept of it.
//!
//! May use: the words of `council`. Deliberately absent: any weight of it. A question is answered
//! as if nobody had spoken.

use std::sync::Arc;

use super::super::notice::News;
use super::super::people::{Person, User};
use super::super::question::{Question, ToLeader, Way};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::settings::Seen;
use super::super::state::Stage;
use super::super::street::{Heard, Street};
use super::petition::admitted;
use super::work::{Work, open_choices};
use crate::game::{Audience, Decision, Message, PublicVoteEffect};

impl Work<'_> {
    /// The street at a question that opens, if it is asked there.
    pub(super) fn street_at(&self, decision: &Decision, way: Way) -> Option<Box<Street>> {
        let people = &self.on.council.settings.people;
        let matter = people.street.as_ref()?;
        let is_heard = || {
            let matters = self.on.game.public_questions();
            matters.iter().any(|one| {
                one.id == *matter
                    && one.effect == PublicVoteEffect::Advisory
                    && one.asks.contains(&decision.ask)
            })
        };
        let others_decide = !matches!(way, Way::People | Way::Own(_));
        let public = decision.audience == Audience::Everybody && others_decide;
        (public && is_heard()).then(|| {
            let (admit, days, seen) = (people.admit, people.days, people.street_seen);
            Box::new(Street { admit, days, seen, ..Street::default() })
        })
    }

    /// Somebody of the street says what they would do, changes that, or takes it back.
    pub(super) fn speak(
        &mut self,
        who: &Person,
        number: u32,
        choice: Option<&str>,
    ) -> Result<Reply, Refusal> {
        if self.on.council.stage != Stage::Running {
            return Err(Refusal::NotBegun);
        }
        let at = self.find(number)?;
        let decision = self.decision(&self.on.council.questions[at])?;
        let now = self.now.at;
        let advisor = self.on.council.chairs.is_advisor(who.user);
        let question = &mut self.on.council.questions[at];
        let open = still_open(question, &decision);
        let street = question.street.as_mut().ok_or(Refusal::StreetOver)?;
        if advisor {
            return Err(Refusal::AtTheTable);
        }
        admitted(who, street.admit, street.days, now).map_err(|_| Refusal::NotAsked)?;
        if choice.is_some_and(|choice| open.iter().all(|key| key != choice)) {
            return Err(Refusal::NoSuchChoice);
        }
        let said = Arc::make_mut(&mut street.said);
        let before = match choice {
            Some(choice) => said.insert(who.user, choice.to_owned()),
            None => said.remove(&who.user),
        };
        if before.as_deref() != choice {
            self.effects.spoken.insert((number, who.user), choice.map(str::to_owned));
            self.mention(format!("street-{number}"), News::Street { question: number });
        }
        Ok(Reply::Done)
    }

    /// A question is answered: what the street had said of it, most first.
    pub(super) fn note_heard(
        &mut self,
        question: &Question,
        decision: &Decision,
        choice: &str,
    ) -> Vec<(Message, u32)> {
        self.leave_street(question);
        let Some(street) = question.street.as_ref().filter(|street| !street.said.is_empty()) else {
            return Vec::new();
        };
        let with = street.most().iter().any(|most| most == choice);
        let voices = street.said.len() as u32;
        let council = &mut self.on.council;
        council.heard.push(Heard { seq: council.seq, with, voices });
        street.counted(decision)
    }

    /// Who sits down at the table is the street no more.
    pub(super) fn leave_the_street(&mut self, user: Option<User>) {
        let Some(user) = user else { return };
        let mut spoke = Vec::new();
        for question in &mut self.on.council.questions {
            if let Some(street) = &mut question.street
                && street.said.contains_key(&user)
            {
                Arc::make_mut(&mut street.said).remove(&user);
                spoke.push(question.number);
            }
        }
        for question in spoke {
            self.effects.spoken.insert((question, user), None);
            self.mention(format!("street-{question}"), News::Street { question });
        }
    }

    /// The street is asked this no more.
    pub(super) fn leave_street(&mut self, question: &Question) {
        if question.street.is_some() {
            self.effects.unasked.insert(question.number);
        }
    }
}

impl Street {
    /// May an advisor see what the street says, having voted or not?
    pub(in crate::council) fn is_seen(&self, voted: bool) -> bool {
        match self.seen {
            Seen::AtOnce => true,
            Seen::AfterVoting => voted,
        }
    }
}

/// What can still be answered: of tied answers only those.
fn still_open(question: &Question, decision: &Decision) -> Vec<String> {
    match &question.leader {
        Some(ToLeader::Tie(tied)) => tied.clone(),
        Some(ToLeader::Late) | None => open_choices(decision),
    }
}
