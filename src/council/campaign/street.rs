//! The street says what it would do: who may, where, and what is kept of it.
//!
//! May use: the words of `council`. Deliberately absent: any weight of it. A question is answered
//! as if nobody had spoken.

use std::sync::Arc;

use super::super::notice::NoticeKind;
use super::super::question::{Escalation, Question, Resolver};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::{Requester, UserId};
use super::super::settings::StreetVisibility;
use super::super::state::CampaignStatus;
use super::super::street::{Street, StreetRecord};
use super::public_vote::check_eligible;
use super::transition::{Transition, open_choices};
use crate::game::{Audience, Decision, Message, PublicVoteEffect};

impl Transition<'_> {
    /// The street at a question that opens, if it is asked there.
    pub(super) fn street_for(&self, decision: &Decision, way: Resolver) -> Option<Box<Street>> {
        let people = &self.campaign.council.settings.public_vote;
        let matter = people.street.as_ref()?;
        let is_heard = || {
            let matters = self.campaign.game.public_questions();
            matters.iter().any(|one| {
                one.id == *matter
                    && one.effect == PublicVoteEffect::Advisory
                    && one.asks.contains(&decision.ask)
            })
        };
        let others_decide = !matches!(way, Resolver::Public | Resolver::Private(_));
        let public = decision.audience == Audience::Everybody && others_decide;
        (public && is_heard()).then(|| {
            let (admit, days, seen) =
                (people.eligibility, people.membership_days, people.street_visibility);
            Box::new(Street {
                eligibility: admit,
                membership_days: days,
                visibility: seen,
                ..Street::default()
            })
        })
    }

    /// Somebody of the street says what they would do, changes that, or takes it back.
    pub(super) fn speak(
        &mut self,
        who: &Requester,
        number: u32,
        choice: Option<&str>,
    ) -> Result<Reply, Refusal> {
        if self.campaign.council.status != CampaignStatus::Running {
            return Err(Refusal::NotBegun);
        }
        let at = self.question_index(number)?;
        let decision = self.decision(&self.campaign.council.questions[at])?;
        let now = self.now.at;
        let advisor = self.campaign.council.seating.holds_seat(who.user);
        let question = &mut self.campaign.council.questions[at];
        let open = still_open(question, &decision);
        let street = question.street.as_mut().ok_or(Refusal::StreetOver)?;
        if advisor {
            return Err(Refusal::AtTheTable);
        }
        check_eligible(who, street.eligibility, street.membership_days, now)
            .map_err(|_| Refusal::NotAsked)?;
        if choice.is_some_and(|choice| open.iter().all(|key| key != choice)) {
            return Err(Refusal::NoSuchChoice);
        }
        let said = Arc::make_mut(&mut street.voices);
        let before = match choice {
            Some(choice) => said.insert(who.user, choice.to_owned()),
            None => said.remove(&who.user),
        };
        if before.as_deref() != choice {
            self.effects.street_voices.insert((number, who.user), choice.map(str::to_owned));
            self.tell_transient(
                format!("street-{number}"),
                NoticeKind::StreetSpoke { question: number },
            );
        }
        Ok(Reply::Done)
    }

    /// A question is answered: what the street had said of it, most first.
    pub(super) fn record_street(
        &mut self,
        question: &Question,
        decision: &Decision,
        choice: &str,
    ) -> Vec<(Message, u32)> {
        self.close_street(question);
        let Some(street) = question.street.as_ref().filter(|street| !street.voices.is_empty())
        else {
            return Vec::new();
        };
        let with = street.leading_choices().iter().any(|most| most == choice);
        let voices = street.voices.len() as u32;
        let council = &mut self.campaign.council;
        council.street_records.push(StreetRecord { seq: council.seq, followed: with, voices });
        street.tally_by_label(decision)
    }

    /// Who sits down at the table is the street no more.
    pub(super) fn remove_from_street(&mut self, user: Option<UserId>) {
        let Some(user) = user else { return };
        let mut spoke = Vec::new();
        for question in &mut self.campaign.council.questions {
            if let Some(street) = &mut question.street
                && street.voices.contains_key(&user)
            {
                Arc::make_mut(&mut street.voices).remove(&user);
                spoke.push(question.number);
            }
        }
        for question in spoke {
            self.effects.street_voices.insert((question, user), None);
            self.tell_transient(format!("street-{question}"), NoticeKind::StreetSpoke { question });
        }
    }

    /// The street is asked this no more.
    pub(super) fn close_street(&mut self, question: &Question) {
        if question.street.is_some() {
            self.effects.closed_streets.insert(question.number);
        }
    }
}

impl Street {
    /// May an advisor see what the street says, having voted or not?
    pub(in crate::council) fn is_visible(&self, voted: bool) -> bool {
        match self.visibility {
            StreetVisibility::AtOnce => true,
            StreetVisibility::AfterVoting => voted,
        }
    }
}

/// What can still be answered: of tied answers only those.
fn still_open(question: &Question, decision: &Decision) -> Vec<String> {
    match &question.escalation {
        Some(Escalation::Tie(tied)) => tied.clone(),
        Some(Escalation::Late) | None => open_choices(decision),
    }
}
