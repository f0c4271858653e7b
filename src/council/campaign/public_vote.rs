//! Public votes: any eligible member of the server votes on the current ballot.
//!
//! Counting lives in [`super::public_ballot`], pings in [`super::pings`]. The game says what is
//! offered.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::log::EntryKind;
use super::super::notice::NoticeKind;
use super::super::question::{Question, Resolver, resolver_of};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::{Requester, UserId};
use super::super::settings::{PublicVoteMode, VoterEligibility};
use super::super::state::{CampaignStatus, PublicBallot};
use super::super::time::{Span, Timestamp};
use super::deadlines::marks_passed;
use super::transition::Transition;

impl Transition<'_> {
    /// Casts or changes a user's vote; `None` withdraws it. Idempotent.
    pub(super) fn vote_public(
        &mut self,
        who: &Requester,
        edition: Option<u32>,
        choice: Option<&str>,
    ) -> Result<Reply, Refusal> {
        if self.campaign.council.status != CampaignStatus::Running {
            return Err(Refusal::NotBegun);
        }
        let seated = self.campaign.council.seating.holds_seat(who.user);
        let now = self.now.at;
        let ballot = self.campaign.council.public_ballot.as_mut().ok_or(Refusal::NoBallot)?;
        // The ballot that the user clicked on may have closed since.
        if ballot.is_closed() || edition.is_some_and(|edition| edition != ballot.edition) {
            return Err(Refusal::NotOnOffer);
        }
        check_may_vote(who, ballot, seated, now)?;
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
        self.effects.public_votes.insert(who.user, choice.map(str::to_owned));
        if seated {
            self.mark_reminded(edition, who.user);
        }
        self.tell_transient("petition-tally", NoticeKind::BallotTally { edition });
        Ok(Reply::Done)
    }

    /// Marks the reminders due so far as sent to a player who has just voted or withdrawn a vote:
    /// that player knows of the ballot.
    fn mark_reminded(&mut self, edition: u32, user: UserId) {
        let now = self.now.at;
        let asked = |q: &&mut Question| q.resolver == Resolver::Public && q.ballot == Some(edition);
        if let Some(question) = self.campaign.council.questions.iter_mut().find(asked) {
            let passed = marks_passed(question, now);
            let marks = question.reminded.entry(user).or_insert(0);
            *marks = passed.max(*marks);
        }
    }

    /// Strikes a user's vote for a moderator. The user may not vote on this ballot again.
    pub(super) fn strike_vote(&mut self, who: &Requester, user: UserId) -> Result<Reply, Refusal> {
        if !who.moderator {
            return Err(Refusal::NotAllowed);
        }
        let ballot = self.campaign.council.public_ballot.as_mut().ok_or(Refusal::NoBallot)?;
        if !ballot.votes.contains_key(&user) {
            return Err(Refusal::NoSuchVote);
        }
        Arc::make_mut(&mut ballot.votes).remove(&user);
        ballot.struck.insert(user);
        let edition = ballot.edition;
        self.effects.public_votes.insert(user, None);
        self.log(EntryKind::VoteStruck { edition, user, by: who.user });
        self.tell("petition-struck", Vec::new(), NoticeKind::VoteStruck { by: who.user });
        self.tell_transient("petition-tally", NoticeKind::BallotTally { edition });
        Ok(Reply::Done)
    }

    /// Opens a new standing ballot if the offered choices have changed.
    ///
    /// Closes the ballot if none should be open. Keeps the ballot of an open question.
    pub(super) fn renew_standing_ballot(&mut self) {
        let closed =
            self.campaign.council.public_ballot.as_ref().filter(|ballot| ballot.is_closed());
        let closed = closed.map(|ballot| ballot.edition);
        let about = |q: &Question| {
            q.resolver == Resolver::Public || (closed.is_some() && q.ballot == closed)
        };
        let asked = self.campaign.council.questions.iter().any(about);
        if asked || self.campaign.council.settings.public_vote.mode != PublicVoteMode::Standing {
            // Only the ballot of an open question stays.
            if !asked {
                self.close_public_ballot();
            }
            return;
        }
        let offers = self.campaign.table.as_ref().and_then(|table| table.standing_ballot_keys());
        let Some(offers) = offers.filter(|_| self.has_public_question()) else {
            return self.close_public_ballot();
        };
        // A ballot opened for a question ends with it, even if the question was withdrawn.
        let stands = |ballot: &PublicBallot| {
            !ballot.counted && ballot.closes.is_none() && ballot.offers == offers
        };
        if !self.campaign.council.public_ballot.as_ref().is_some_and(stands) {
            self.open_ballot(offers, None, true);
        }
    }

    /// Whether the public will answer the question of the standing ballot. If others decide it,
    /// the votes would never count.
    fn has_public_question(&self) -> bool {
        let settings = &self.campaign.council.settings;
        let ahead = || self.campaign.table.as_ref().and_then(|table| table.standing_ballot());
        // Campaigns from version 0.1 keep the ballot in any case.
        let always = settings.who.is_empty() || !settings.public_vote.opens;
        always || ahead().is_some_and(|one| resolver_of(&one, settings) == Resolver::Public)
    }

    /// Opens a new ballot with the current settings.
    ///
    /// With `carry` it takes over the votes that are still valid.
    pub(super) fn open_ballot(
        &mut self,
        offers: Vec<String>,
        closes: Option<Timestamp>,
        carry: bool,
    ) {
        let settings = self.campaign.council.settings.public_vote.clone();
        let before = self.campaign.council.public_ballot.take();
        // Votes cast under other eligibility rules are dropped.
        let fits = carry
            && before.as_ref().is_some_and(|ballot| {
                (ballot.eligibility, ballot.membership_days)
                    == (settings.eligibility, settings.membership_days)
            });
        // The same vote goes on: users whose votes were struck stay barred.
        let goes_on = |ballot: &&PublicBallot| fits && closes.is_some() && ballot.closes.is_none();
        let struck = before.as_ref().filter(goes_on).map(|ballot| ballot.struck.clone());
        let votes = before.map(|ballot| ballot.votes).unwrap_or_default();
        let keep = |(_, choice): &(&UserId, &String)| fits && offers.contains(choice);
        let kept: BTreeMap<UserId, String> =
            votes.iter().filter(keep).map(|(user, choice)| (*user, choice.clone())).collect();
        for user in votes.keys().filter(|user| !kept.contains_key(user)) {
            self.effects.public_votes.insert(*user, None);
        }
        self.campaign.council.editions += 1;
        let edition = self.campaign.council.editions;
        self.campaign.council.public_ballot = Some(PublicBallot {
            edition,
            eligibility: settings.eligibility,
            secrecy: settings.secrecy,
            turnout: settings.turnout,
            offers,
            opened: closes.map(|_| self.now.at),
            closes,
            membership_days: settings.membership_days,
            struck: struck.unwrap_or_default(),
            votes: Arc::new(kept),
            ..PublicBallot::default()
        });
        match closes {
            Some(_) => self.ping_subscribers(edition, closes),
            None => {
                self.tell_transient("petition", NoticeKind::Ballot { edition, closes, role: None });
            }
        }
    }

    /// Deletes all votes of the current ballot.
    pub(super) fn clear_public_votes(&mut self) {
        if let Some(ballot) = &mut self.campaign.council.public_ballot {
            self.effects.public_votes.extend(ballot.votes.keys().map(|user| (*user, None)));
            ballot.votes = Arc::default();
        }
    }

    /// Removes the current ballot with its votes. Announces it if it was not counted.
    pub(super) fn close_public_ballot(&mut self) {
        if let Some(ballot) = self.campaign.council.public_ballot.take() {
            self.tell_uncounted(&ballot);
            self.effects.public_votes.extend(ballot.votes.keys().map(|user| (*user, None)));
        }
    }
}

/// Checks that a user may vote on a ballot.
///
/// Checked with every vote: roles and membership change while a ballot is open.
fn check_may_vote(
    who: &Requester,
    ballot: &PublicBallot,
    seated: bool,
    now: Timestamp,
) -> Result<(), Refusal> {
    if who.bot {
        return Err(Refusal::BotsDoNotVote);
    }
    if ballot.struck.contains(&who.user) {
        return Err(Refusal::Struck);
    }
    // Players need not be eligible.
    if seated {
        return Ok(());
    }
    check_eligible(who, ballot.eligibility, ballot.membership_days, now)
}

/// Checks that a user without a seat is eligible: not a bot, has the role, member for `days`.
pub(super) fn check_eligible(
    who: &Requester,
    eligibility: VoterEligibility,
    days: Option<u16>,
    now: Timestamp,
) -> Result<(), Refusal> {
    if who.bot {
        return Err(Refusal::BotsDoNotVote);
    }
    match eligibility {
        VoterEligibility::Role(role) if !who.roles.contains(&role) => {
            return Err(Refusal::NotAdmitted);
        }
        VoterEligibility::Role(_) | VoterEligibility::Everyone => {}
    }
    let Some(days) = days.filter(|days| *days > 0) else { return Ok(()) };
    let from = who.joined.map(|joined| joined + Span::hours(24 * i64::from(days)));
    match from {
        Some(from) if from <= now => Ok(()),
        from => Err(Refusal::TooNew { from }),
    }
}
