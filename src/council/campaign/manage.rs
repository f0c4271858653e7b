//! Management of a campaign: pause, resume, deadline extensions, settings.

use super::super::log::EntryKind;
use super::super::notice::NoticeKind;
use super::super::question::Resolver;
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::Requester;
use super::super::settings::Settings;
use super::super::state::CampaignStatus;
use super::super::time::Span;
use super::transition::{Transition, topic};

impl Transition<'_> {
    pub(super) fn pause(&mut self, who: &Requester) -> Result<Reply, Refusal> {
        self.check_may_manage(who)?;
        self.check_running()?;
        self.campaign.council.paused = Some(self.now.at);
        self.log(EntryKind::Paused { by: who.user });
        self.tell("pause", Vec::new(), NoticeKind::Paused { by: Some(who.user) });
        Ok(Reply::Done)
    }

    pub(super) fn resume(&mut self, who: &Requester) -> Result<Reply, Refusal> {
        self.check_may_manage(who)?;
        if self.campaign.council.status == CampaignStatus::Lobby {
            return Err(Refusal::NotBegun);
        }
        if self.campaign.council.paused.is_none() {
            return Err(Refusal::NotPaused);
        }
        if self.campaign.council.seating.users().is_empty() {
            // No user would see the game go on. Claiming a seat resumes it.
            return Err(Refusal::NoPlayers);
        }
        self.shift_deadlines();
        self.log(EntryKind::Resumed { by: who.user });
        self.tell("pause", Vec::new(), NoticeKind::Resumed { by: who.user });
        self.advance()?;
        Ok(Reply::Done)
    }

    /// Ends the pause and shifts every deadline by its length.
    pub(super) fn shift_deadlines(&mut self) {
        let council = &mut self.campaign.council;
        council.deserted = false;
        let Some(since) = council.paused.take() else { return };
        let paused_for = self.now.at - since;
        for question in &mut council.questions {
            question.opened += paused_for;
            question.due = question.due.map(|due| due + paused_for);
            if let Some(substitution) = &mut question.substitution {
                substitution.from += paused_for;
            }
        }
        if let Some(open) = &mut council.motion {
            open.due = open.due.map(|due| due + paused_for);
        }
        if let Some(turn) = &mut council.turn {
            turn.until += paused_for;
        }
        if let Some(ballot) = &mut council.public_ballot {
            ballot.opened = ballot.opened.map(|opened| opened + paused_for);
            ballot.closes = ballot.closes.map(|closes| closes + paused_for);
        }
        council.round_since += paused_for;
    }

    pub(super) fn extend(
        &mut self,
        who: &Requester,
        number: u32,
        span: Span,
    ) -> Result<Reply, Refusal> {
        self.check_may_manage(who)?;
        self.check_running()?;
        if span < Span::MINUTE || span > Span::YEAR {
            return Err(Refusal::TimeOutOfRange);
        }
        let at = self.question_index(number)?;
        let question = &mut self.campaign.council.questions[at];
        let due = question.due.ok_or(Refusal::NoDeadline)? + span;
        question.due = Some(due);
        if question.resolver == Resolver::Public
            && let Some(ballot) = &mut self.campaign.council.public_ballot
        {
            ballot.closes = ballot.closes.map(|closes| closes + span);
        }
        self.log(EntryKind::Extended { question: number, span, by: who.user });
        self.tell(
            topic(number),
            Vec::new(),
            NoticeKind::Extended { question: number, due: Some(due) },
        );
        Ok(Reply::Done)
    }

    /// Asks the front end to show the campaign again.
    pub(super) fn show(&mut self) -> Reply {
        self.tell_transient("shown", NoticeKind::Shown);
        Reply::Done
    }

    /// Changes the settings. Any player may do so in the lobby, later only the leader; a moderator
    /// always may.
    ///
    /// Lessons do not affect play, so any player may switch them on or off.
    pub(super) fn change_settings(
        &mut self,
        who: &Requester,
        settings: &Settings,
    ) -> Result<Reply, Refusal> {
        settings.check()?;
        self.check_may_manage(who)?;
        let gathering = self.campaign.council.status == CampaignStatus::Lobby;
        let leads = self.leading_user() == Some(who.user);
        let harmless = settings.differs_only_in_lessons(&self.campaign.council.settings);
        if !(gathering || leads || who.moderator || harmless) {
            return Err(Refusal::NotAllowed);
        }
        if settings.public_vote.ping_role != self.campaign.council.settings.public_vote.ping_role
            && !who.moderator
        {
            // A ping reaches every member with that role.
            return Err(Refusal::ModeratorsCall);
        }
        self.campaign.council.settings = settings.clone();
        if gathering {
            self.tell_lobby();
            return Ok(Reply::Done);
        }
        let settings = Box::new(settings.clone());
        self.log(EntryKind::Settings { settings: settings.clone(), by: who.user });
        self.tell("settings", Vec::new(), NoticeKind::Settings { settings });
        self.advance()?;
        Ok(Reply::Done)
    }
}
