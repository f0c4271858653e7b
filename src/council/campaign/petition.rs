//! The people: any admitted member of the server votes on public matters.
//!
//! May use: the words of `council`. Deliberately absent: counting (`polling`), calling people
//! (`calling`), and what is on offer; the game says that.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::log::What;
use super::super::notice::News;
use super::super::people::{Person, User};
use super::super::question::{Question, Way, way};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::settings::{Admit, Petition};
use super::super::state::{PeoplesBallot, Stage};
use super::super::time::{Moment, Span};
use super::clock::marks_passed;
use super::work::Work;

impl Work<'_> {
    /// Votes, changes the vote, or takes it back.
    pub(super) fn sign(
        &mut self,
        who: &Person,
        edition: Option<u32>,
        choice: Option<&str>,
    ) -> Result<Reply, Refusal> {
        if self.on.council.stage != Stage::Running {
            return Err(Refusal::NotBegun);
        }
        let advisor = self.on.council.chairs.is_advisor(who.user);
        let now = self.now.at;
        let ballot = self.on.council.petition.as_mut().ok_or(Refusal::NoPetition)?;
        // The one that was looked at may have closed on the way here.
        if ballot.is_closed() || edition.is_some_and(|edition| edition != ballot.edition) {
            return Err(Refusal::NotOnOffer);
        }
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
        if advisor {
            self.has_heard_of(edition, who.user);
        }
        self.mention("petition-tally", News::Tally { edition });
        Ok(Reply::Done)
    }

    /// Nobody who has just voted, or taken a vote back, needs to be told that there is a vote.
    fn has_heard_of(&mut self, edition: u32, user: User) {
        let now = self.now.at;
        let asked = |q: &&mut Question| q.way == Way::People && q.ballot == Some(edition);
        if let Some(question) = self.on.council.questions.iter_mut().find(asked) {
            let heard = marks_passed(question, now);
            let marks = question.reminded.entry(user).or_insert(0);
            *marks = heard.max(*marks);
        }
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
        self.tell("petition-struck", Vec::new(), News::Struck { by: who.user });
        self.mention("petition-tally", News::Tally { edition });
        Ok(Reply::Done)
    }

    /// Opens a new standing ballot when what is on offer has changed.
    pub(super) fn renew_petition(&mut self) {
        let closed = self.on.council.petition.as_ref().filter(|ballot| ballot.is_closed());
        let closed = closed.map(|ballot| ballot.edition);
        let about = |q: &Question| q.way == Way::People || (closed.is_some() && q.ballot == closed);
        let asked = self.on.council.questions.iter().any(about);
        if asked || self.on.council.settings.people.mode != Petition::Standing {
            // The ballot of an open question stands; otherwise none does.
            if !asked {
                self.close_petition();
            }
            return;
        }
        let offers = self.on.table.as_ref().and_then(|table| table.standing_ballot_keys());
        let Some(offers) = offers.filter(|_| self.is_the_peoples()) else {
            return self.close_petition();
        };
        // One that was open for a question is over with it, whatever became of the question.
        let stands = |ballot: &PeoplesBallot| {
            !ballot.counted && ballot.closes.is_none() && ballot.offers == offers
        };
        if !self.on.council.petition.as_ref().is_some_and(stands) {
            self.open_ballot(offers, None, true);
        }
    }

    /// Will the people answer what they are asked ahead? Where others decide it their votes would
    /// never count.
    fn is_the_peoples(&self) -> bool {
        let settings = &self.on.council.settings;
        let ahead = || self.on.table.as_ref().and_then(|table| table.standing_ballot());
        // At tables of version 0.1 a ballot stands all the same.
        let always = settings.who.is_empty() || !settings.people.opens;
        always || ahead().is_some_and(|one| way(&one, settings) == Way::People)
    }

    /// A new ballot under the settings of this moment; it may take over votes that still fit.
    pub(super) fn open_ballot(&mut self, offers: Vec<String>, closes: Option<Moment>, carry: bool) {
        let people = self.on.council.settings.people.clone();
        let before = self.on.council.petition.take();
        // Who voted under other terms of admission votes again.
        let fits = carry
            && before
                .as_ref()
                .is_some_and(|ballot| (ballot.admit, ballot.days) == (people.admit, people.days));
        // The same vote goes on: whose vote was struck has none now either.
        let goes_on = |ballot: &&PeoplesBallot| fits && closes.is_some() && ballot.closes.is_none();
        let struck = before.as_ref().filter(goes_on).map(|ballot| ballot.struck.clone());
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
            opened: closes.map(|_| self.now.at),
            closes,
            days: people.days,
            struck: struck.unwrap_or_default(),
            votes: Arc::new(kept),
            ..PeoplesBallot::default()
        });
        match closes {
            Some(_) => self.call_the_people(edition, closes),
            None => self.mention("petition", News::Petition { edition, closes, role: None }),
        }
    }

    /// Nobody has voted on what is on offer.
    pub(super) fn forget_votes(&mut self) {
        if let Some(ballot) = &mut self.on.council.petition {
            self.effects.signed.extend(ballot.votes.keys().map(|user| (*user, None)));
            ballot.votes = Arc::default();
        }
    }

    /// No ballot is open.
    pub(super) fn close_petition(&mut self) {
        if let Some(ballot) = self.on.council.petition.take() {
            self.declare_uncounted(&ballot);
            self.effects.signed.extend(ballot.votes.keys().map(|user| (*user, None)));
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
    admitted(who, ballot.admit, ballot.days, now)
}

/// Is somebody beside the table one of those who are asked?
pub(super) fn admitted(
    who: &Person,
    admit: Admit,
    days: Option<u16>,
    now: Moment,
) -> Result<(), Refusal> {
    if who.bot {
        return Err(Refusal::BotsDoNotVote);
    }
    match admit {
        Admit::Role(role) if !who.roles.contains(&role) => return Err(Refusal::NotAdmitted),
        Admit::Role(_) | Admit::Everyone => {}
    }
    let Some(days) = days.filter(|days| *days > 0) else { return Ok(()) };
    let from = who.joined.map(|joined| joined + Span::hours(24 * i64::from(days)));
    match from {
        Some(from) if from <= now => Ok(()),
        from => Err(Refusal::TooNew { from }),
    }
}
