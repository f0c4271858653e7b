//! The street: non-binding votes of server members without a seat.
//!
//! Decides where the street is asked, who may speak, and what is recorded. Has no influence on how
//! a question is answered.

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
    /// Returns the street for a newly opened question.
    ///
    /// Returns `None` if the settings name no street, if the game does not offer it for this
    /// question, or if the question is secret or answered by the public itself.
    pub(super) fn street_for(
        &self,
        decision: &Decision,
        resolver: Resolver,
    ) -> Option<Box<Street>> {
        let settings = &self.campaign.council.settings.public_vote;
        let street = settings.street.as_ref()?;
        let is_offered = || {
            let questions = self.campaign.game.public_questions();
            questions.iter().any(|one| {
                one.id == *street
                    && one.effect == PublicVoteEffect::Advisory
                    && one.asks.contains(&decision.ask)
            })
        };
        let others_decide = !matches!(resolver, Resolver::Public | Resolver::Private(_));
        let public = decision.audience == Audience::Everybody && others_decide;
        (public && is_offered()).then(|| {
            Box::new(Street {
                eligibility: settings.eligibility,
                membership_days: settings.membership_days,
                visibility: settings.street_visibility,
                ..Street::default()
            })
        })
    }

    /// Casts or changes a user's voice on a question; `None` withdraws it. Idempotent.
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
        let seated = self.campaign.council.seating.holds_seat(who.user);
        let question = &mut self.campaign.council.questions[at];
        let open = still_open(question, &decision);
        let street = question.street.as_mut().ok_or(Refusal::StreetOver)?;
        if seated {
            return Err(Refusal::AtTheTable);
        }
        check_eligible(who, street.eligibility, street.membership_days, now)
            .map_err(|_| Refusal::NotAsked)?;
        if choice.is_some_and(|choice| open.iter().all(|key| key != choice)) {
            return Err(Refusal::NoSuchChoice);
        }
        let voices = Arc::make_mut(&mut street.voices);
        let before = match choice {
            Some(choice) => voices.insert(who.user, choice.to_owned()),
            None => voices.remove(&who.user),
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

    /// Closes the street of an answered question and records whether the answer followed it.
    ///
    /// Returns the voices for each choice, most first.
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
        let followed = street.leading_choices().iter().any(|most| most == choice);
        let voices = street.voices.len() as u32;
        let council = &mut self.campaign.council;
        council.street_records.push(StreetRecord { seq: council.seq, followed, voices });
        street.tally_by_label(decision)
    }

    /// Deletes the voices of a user who takes a seat: a player is not part of the street.
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

    /// Deletes the stored voices of a question that is no longer open.
    pub(super) fn close_street(&mut self, question: &Question) {
        if question.street.is_some() {
            self.effects.closed_streets.insert(question.number);
        }
    }
}

impl Street {
    /// Whether a player may see the voices, given whether that player has voted.
    pub(in crate::council) fn is_visible(&self, voted: bool) -> bool {
        match self.visibility {
            StreetVisibility::AtOnce => true,
            StreetVisibility::AfterVoting => voted,
        }
    }
}

/// The choices that can still be taken: only the tied ones after a tie.
fn still_open(question: &Question, decision: &Decision) -> Vec<String> {
    match &question.escalation {
        Some(Escalation::Tie(tied)) => tied.clone(),
        Some(Escalation::Late) | None => open_choices(decision),
    }
}
