//! The panel and the ending: closing the old message, posting the new one.
//!
//! May use: what the courier may. Deliberately absent: when a new one is due;
//! `desk` knows.

use super::{CampaignView, Publisher, ignore_stale_edit, view};
use crate::council::Span;
use crate::council::settings::Verbosity;
use crate::discord::lessons;
use crate::discord::localizer::Localizer;
use crate::discord::message::split_to_fit;
use crate::discord::message_plan::{Ended, MessagePlan, MessageState, Posted};
use crate::discord::pages::panel::Telling;
use crate::discord::pages::{ballot, ending, motion, panel};
use crate::discord::rest_client::SendError;
use crate::game::Viewer;
use crate::hall::Hall;

/// Lines of the story that are told if it is to be brief.
const BRIEF: usize = 4;

impl Publisher {
    /// Shows what is asked. How long what the street says has to wait, if it does.
    pub(super) async fn show_panel(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        desk: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<Option<Span>, SendError> {
        let asked = !sight.panel.questions.is_empty() || sight.panel.paused.is_some();
        if let Some(cause) = plan.anew.filter(|_| asked) {
            return self.renew(hall, sight, desk, cause, plan).await.map(|()| None);
        }
        if !plan.panel && plan.street.is_none() {
            return Ok(None);
        }
        let Some(posted) = &mut desk.panel else { return Ok(None) };
        let waits = self.pace.waits(posted.message, sight.now);
        if waits.is_some() && !plan.panel {
            return Ok(waits);
        }
        let before = posted.lesson.take();
        posted.lesson = lessons::of_panel(&mut desk.taught, &sight.tongue, &sight.panel, before);
        let page = panel::open(
            &sight.tongue,
            sight.id,
            &sight.panel,
            &panel_content(posted, &sight.tongue),
            None,
        );
        let message = posted.message;
        let done = if split_to_fit(page.clone()).len() > 1 {
            Err(SendError::TooOld)
        } else {
            let done = self.change(sight.charter.channel, message, &page).await;
            if done == Err(SendError::TooOld) && !plan.panel {
                // What the street says can wait; the table does not move for it.
                self.pace.too_often(message, sight.now);
                return Ok(self.pace.waits(message, sight.now));
            }
            done
        };
        match done {
            // It cannot be changed any more: the table is shown anew.
            Err(SendError::MessageGone | SendError::TooOld | SendError::Archived) => {
                let cause = i64::try_from(message % 1_000_000_000).unwrap_or(0);
                self.renew(hall, sight, desk, -cause, plan).await?;
            }
            done => done?,
        }
        self.pace.edited(message, sight.now);
        Ok(None)
    }

    /// Closes the panel and posts the next one.
    async fn renew(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        desk: &mut MessageState,
        cause: i64,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let news = desk.news();
        self.close_panel(sight, desk).await?;
        let mut posted = next_panel(sight, desk, plan, &news);
        let mut picture = None;
        let since = desk.panel.as_ref().and_then(|panel| panel.drawn);
        if let Some(board) = self.board(hall, sight, since).await {
            (posted.brief, picture) = (board.brief, board.picture);
            posted.drawn = Some(board.seq);
        }
        posted.lesson = lessons::of_panel(&mut desk.taught, &sight.tongue, &sight.panel, None);
        let telling = panel_content(&posted, &sight.tongue);
        let page = panel::open(&sight.tongue, sight.id, &sight.panel, &telling, picture);
        let nonce = format!("p{}-{cause}", sight.id);
        posted.message = self.post(sight.charter.channel, page, &nonce).await?;
        desk.panel = Some(posted);
        desk.untold.clear();
        desk.foot.clear();
        Ok(())
    }

    /// The old panel loses its buttons and keeps what was decided.
    async fn close_panel(
        &self,
        sight: &CampaignView,
        desk: &MessageState,
    ) -> Result<(), SendError> {
        let Some(posted) = &desk.panel else { return Ok(()) };
        let page = panel::closed(&panel_content(posted, &sight.tongue));
        let page = split_to_fit(page).pop().unwrap_or_default();
        ignore_stale_edit(self.change(sight.charter.channel, posted.message, &page).await)
    }

    pub(super) async fn show_ending(
        &self,
        hall: &Hall,
        sight: &CampaignView,
        desk: &mut MessageState,
        ended: &Ended,
    ) -> Result<(), SendError> {
        let news = desk.news();
        self.close_panel(sight, desk).await?;
        self.close_rest(sight, desk).await?;
        self.show_last_fates(sight, desk, ended).await?;
        let (tongue, channel) = (&sight.tongue, sight.charter.channel);
        let last = view(hall, sight.id, Viewer::Public).await;
        let story = match (&ended.outcome, &last) {
            (Some(outcome), Some((view, game))) => game.epilogue(outcome, view, &tongue.language),
            _ => Vec::new(),
        };
        let told = ending::Told {
            outcome: ended.outcome.clone(),
            story,
            seed: ended.seed,
            salt: ended.salt.clone(),
        };
        let mut poster = None;
        if let Some((view, game)) = last {
            let heading = tongue.of_game(&game.progress_name(&sight.panel.progress));
            let ending = (view, ended.outcome.as_ref());
            let (film, kept) = self.final_media(hall, sight, &game, ending).await;
            poster = kept;
            let story = tongue.game.summarize(&news, &tongue.roles(), &tongue.language);
            let page = ending::last(heading, &story, film);
            let last = self.post(channel, page, &format!("f{}-{}", sight.id, ended.parcel)).await;
            self.or_give_up(sight, "its last story", last.map(drop))?;
        }
        let page = ending::page(tongue, sight.id, &sight.panel, &told, poster);
        let ending = self.post(channel, page, &format!("e{}-{}", sight.id, ended.parcel)).await;
        self.or_give_up(sight, "its ending", ending.map(drop))?;
        *desk = MessageState::default();
        Ok(())
    }

    /// Ballot and motion are over with the campaign.
    async fn close_rest(&self, sight: &CampaignView, desk: &MessageState) -> Result<(), SendError> {
        let channel = sight.charter.channel;
        // One that waited for the leader is decided by nobody any more.
        let tied = desk.tied.map(|(_, message)| message);
        for message in desk.ballot.into_iter().chain(tied) {
            let page = ballot::closed(&sight.tongue, "ballot-over");
            ignore_stale_edit(self.change(channel, message, &page).await)?;
        }
        if let Some(message) = desk.motion {
            let page = motion::closed(&sight.tongue, "motion-lapsed");
            ignore_stale_edit(self.change(channel, message, &page).await)?;
        }
        if let Some(message) = desk.nudge {
            ignore_stale_edit(self.wire.delete(channel, message).await)?;
        }
        Ok(())
    }
}

/// The next panel, before it is posted.
fn next_panel(
    sight: &CampaignView,
    desk: &MessageState,
    plan: &MessagePlan,
    news: &[crate::game::PublicEvent],
) -> Posted {
    let (game, tongue) = (&sight.tongue.game, &sight.tongue);
    let mut story = game.summarize(news, &tongue.roles(), &tongue.language);
    if sight.panel.settings.verbosity == Verbosity::Brief {
        story = in_brief(story);
    }
    let mut call = plan.call.clone();
    call.sort_unstable();
    call.dedup();
    Posted {
        chapter: desk.chapter.clone(),
        heading: tongue.of_game(&game.progress_name(&sight.panel.progress)),
        story,
        foot: desk.foot.clone(),
        call,
        asks: sight.panel.questions.iter().map(|asked| asked.ask.clone()).collect(),
        ..Posted::default()
    }
}

/// The heart of a story: without what only paints it, and rather what is bold than the rest.
fn in_brief(mut story: Vec<String>) -> Vec<String> {
    let paints = |line: &str| {
        let inner = line.strip_prefix('*').and_then(|line| line.strip_suffix('*'));
        inner.is_some_and(|inner| !inner.contains('*'))
    };
    story.retain(|line| !paints(line));
    let mut room = BRIEF.saturating_sub(story.iter().filter(|line| is_bold(line)).count());
    story.retain(|line| {
        let stays = is_bold(line) || room > 0;
        room = room.saturating_sub(usize::from(!is_bold(line)));
        stays
    });
    story
}

fn is_bold(line: &str) -> bool {
    line.starts_with("**")
}

/// What a panel tells beside the table.
fn panel_content(posted: &Posted, tongue: &Localizer) -> Telling {
    Telling {
        story: posted.story.clone(),
        decided: posted.lines(tongue),
        call: posted.call.clone(),
        brief: posted.brief.clone(),
        foot: posted.foot.clone(),
        heading: posted.heading.clone(),
        lesson: posted.lesson.as_deref().and_then(|id| lessons::card(tongue, id)),
    }
}
