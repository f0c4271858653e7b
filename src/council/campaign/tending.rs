//! Tending to the table: pause, resume, more time, settings.
//!
//! May use: the words of `council`. Deliberately absent: the game.

use super::super::log::What;
use super::super::notice::News;
use super::super::people::Person;
use super::super::question::Way;
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::settings::Settings;
use super::super::state::Stage;
use super::super::time::Span;
use super::work::{Work, topic};

impl Work<'_> {
    pub(super) fn pause(&mut self, who: &Person) -> Result<Reply, Refusal> {
        self.may_tend(who)?;
        self.running()?;
        self.on.council.paused = Some(self.now.at);
        self.log(What::Paused { by: who.user });
        self.tell("pause", Vec::new(), News::Paused { by: Some(who.user) });
        Ok(Reply::Done)
    }

    pub(super) fn resume(&mut self, who: &Person) -> Result<Reply, Refusal> {
        self.may_tend(who)?;
        if self.on.council.stage == Stage::Gathering {
            return Err(Refusal::NotBegun);
        }
        if self.on.council.paused.is_none() {
            return Err(Refusal::NotPaused);
        }
        if self.on.council.chairs.users().is_empty() {
            // Nobody would see it; claiming a seat resumes it.
            return Err(Refusal::NobodySits);
        }
        self.restart_clocks();
        self.log(What::Resumed { by: who.user });
        self.tell("pause", Vec::new(), News::Resumed { by: who.user });
        self.advance()?;
        Ok(Reply::Done)
    }

    /// Moves everything that was running on by the time the clocks stood.
    pub(super) fn restart_clocks(&mut self) {
        let council = &mut self.on.council;
        council.deserted = false;
        let Some(since) = council.paused.take() else { return };
        let stood = self.now.at - since;
        for question in &mut council.questions {
            question.opened += stood;
            question.due = question.due.map(|due| due + stood);
            if let Some(cover) = &mut question.cover {
                cover.from += stood;
            }
        }
        if let Some(open) = &mut council.proposal {
            open.due = open.due.map(|due| due + stood);
        }
        if let Some(turn) = &mut council.turn {
            turn.until += stood;
        }
        if let Some(ballot) = &mut council.petition {
            ballot.opened = ballot.opened.map(|opened| opened + stood);
            ballot.closes = ballot.closes.map(|closes| closes + stood);
        }
        council.round_since += stood;
    }

    pub(super) fn extend(
        &mut self,
        who: &Person,
        number: u32,
        span: Span,
    ) -> Result<Reply, Refusal> {
        self.may_tend(who)?;
        self.running()?;
        if span < Span::MINUTE || span > Span::YEAR {
            return Err(Refusal::TimeOutOfRange);
        }
        let at = self.find(number)?;
        let question = &mut self.on.council.questions[at];
        let due = question.due.ok_or(Refusal::NoDeadline)? + span;
        question.due = Some(due);
        if question.way == Way::People
            && let Some(ballot) = &mut self.on.council.petition
        {
            ballot.closes = ballot.closes.map(|closes| closes + span);
        }
        self.log(What::Extended { question: number, span, by: who.user });
        self.tell(topic(number), Vec::new(), News::Extended { question: number, due: Some(due) });
        Ok(Reply::Done)
    }

    /// Shows the table anew.
    pub(super) fn show(&mut self) -> Reply {
        self.mention("shown", News::Shown);
        Reply::Done
    }

    /// Changes the settings: in the lobby any advisor, later the leader; a moderator always.
    /// Lessons bind nobody, so any advisor may have them or skip them.
    pub(super) fn set(&mut self, who: &Person, settings: &Settings) -> Result<Reply, Refusal> {
        settings.check()?;
        self.may_tend(who)?;
        let gathering = self.on.council.stage == Stage::Gathering;
        let leads = self.leading_user() == Some(who.user);
        let harmless = settings.is_but_for_lessons(&self.on.council.settings);
        if !(gathering || leads || who.moderator || harmless) {
            return Err(Refusal::NotAllowed);
        }
        if settings.people.call != self.on.council.settings.people.call && !who.moderator {
            // Everybody with that role would hear of it.
            return Err(Refusal::ModeratorsCall);
        }
        self.on.council.settings = settings.clone();
        if gathering {
            self.tell_lobby();
            return Ok(Reply::Done);
        }
        let settings = Box::new(settings.clone());
        self.log(What::Settings { settings: settings.clone(), by: who.user });
        self.tell("settings", Vec::new(), News::Settings { settings });
        self.advance()?;
        Ok(Reply::Done)
    }
}
