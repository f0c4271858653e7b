//! Panel and ending: edits the panel, or closes it and posts the next one.
//!
//! When a new panel is due is decided in `message_plan`.

use super::{CampaignView, Publisher, ignore_stale_edit};
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

/// Maximum lines of a brief story, unless more of them are bold.
const BRIEF: usize = 4;

impl Publisher {
    /// Shows the open questions. Returns how long the street's voices have to wait, or `None`.
    pub(super) async fn show_panel(
        &self,
        hall: &Hall,
        view: &CampaignView,
        state: &mut MessageState,
        plan: &MessagePlan,
    ) -> Result<Option<Span>, SendError> {
        let asked = !view.view.questions.is_empty() || view.view.paused.is_some();
        if let Some(cause) = plan.anew.filter(|_| asked) {
            return self.renew(hall, view, state, cause, plan).await.map(|()| None);
        }
        if !plan.panel && plan.street.is_none() {
            return Ok(None);
        }
        let Some(posted) = &mut state.panel else { return Ok(None) };
        let waits = self.pace.waits(posted.message, view.now);
        if waits.is_some() && !plan.panel {
            return Ok(waits);
        }
        let before = posted.lesson.take();
        posted.lesson = lessons::of_panel(&mut state.taught, &view.localizer, &view.view, before);
        let message = panel::open(
            &view.localizer,
            view.id,
            &view.view,
            &panel_content(posted, &view.localizer),
            None,
        );
        let message_id = posted.message;
        let done = if split_to_fit(message.clone()).len() > 1 {
            Err(SendError::TooOld)
        } else {
            let done = self.change(view.charter.channel, message_id, &message).await;
            if done == Err(SendError::TooOld) && !plan.panel {
                // The street's voices can wait; they are no reason for a new panel.
                self.pace.too_often(message_id, view.now);
                return Ok(self.pace.waits(message_id, view.now));
            }
            done
        };
        match done {
            // It can no longer be edited: post a new panel.
            Err(SendError::MessageGone | SendError::TooOld | SendError::Archived) => {
                let cause = i64::try_from(message_id % 1_000_000_000).unwrap_or(0);
                self.renew(hall, view, state, -cause, plan).await?;
            }
            done => done?,
        }
        self.pace.edited(message_id, view.now);
        Ok(None)
    }

    /// Closes the panel and posts the next one. `cause` becomes part of the nonce.
    async fn renew(
        &self,
        hall: &Hall,
        view: &CampaignView,
        state: &mut MessageState,
        cause: i64,
        plan: &MessagePlan,
    ) -> Result<(), SendError> {
        let events = state.news();
        self.close_panel(view, state).await?;
        let mut posted = next_panel(view, state, plan, &events);
        let mut picture = None;
        let since = state.panel.as_ref().and_then(|panel| panel.drawn);
        if let Some(board) = self.board(hall, view, since).await {
            (posted.brief, picture) = (board.brief, board.picture);
            posted.drawn = Some(board.seq);
        }
        posted.lesson = lessons::of_panel(&mut state.taught, &view.localizer, &view.view, None);
        let telling = panel_content(&posted, &view.localizer);
        let message = panel::open(&view.localizer, view.id, &view.view, &telling, picture);
        let nonce = format!("p{}-{cause}", view.id);
        posted.message = self.post(view.charter.channel, message, &nonce).await?;
        state.panel = Some(posted);
        state.untold.clear();
        state.foot.clear();
        Ok(())
    }

    /// Removes the buttons of the old panel. What was decided stays.
    async fn close_panel(
        &self,
        view: &CampaignView,
        state: &MessageState,
    ) -> Result<(), SendError> {
        let Some(posted) = &state.panel else { return Ok(()) };
        let message = panel::closed(&panel_content(posted, &view.localizer));
        let message = split_to_fit(message).pop().unwrap_or_default();
        ignore_stale_edit(self.change(view.charter.channel, posted.message, &message).await)
    }

    /// Closes all messages of the campaign, then posts the last story and the ending.
    pub(super) async fn show_ending(
        &self,
        hall: &Hall,
        view: &CampaignView,
        state: &mut MessageState,
        ended: &Ended,
    ) -> Result<(), SendError> {
        let events = state.news();
        self.close_panel(view, state).await?;
        self.close_rest(view, state).await?;
        self.show_last_fates(view, state, ended).await?;
        let (localizer, channel) = (&view.localizer, view.charter.channel);
        let last = super::view(hall, view.id, Viewer::Public).await;
        let story = match (&ended.outcome, &last) {
            (Some(outcome), Some((board, game))) => {
                game.epilogue(outcome, board, &localizer.language)
            }
            _ => Vec::new(),
        };
        let told = ending::Told {
            outcome: ended.outcome.clone(),
            story,
            seed: ended.seed,
            salt: ended.salt.clone(),
        };
        let mut poster = None;
        if let Some((board, game)) = last {
            let heading = localizer.of_game(&game.progress_name(&view.view.progress));
            let ending = (board, ended.outcome.as_ref());
            let (film, kept) = self.final_media(hall, view, &game, ending).await;
            poster = kept;
            let story = localizer.game.summarize(&events, &localizer.roles(), &localizer.language);
            let message = ending::last(heading, &story, film);
            let last = self.post(channel, message, &format!("f{}-{}", view.id, ended.parcel)).await;
            self.or_give_up(view, "its last story", last.map(drop))?;
        }
        let message = ending::page(localizer, view.id, &view.view, &told, poster);
        let ending = self.post(channel, message, &format!("e{}-{}", view.id, ended.parcel)).await;
        self.or_give_up(view, "its ending", ending.map(drop))?;
        *state = MessageState::default();
        Ok(())
    }

    /// Closes the messages of ballots and motion, and deletes the last reminder.
    async fn close_rest(&self, view: &CampaignView, state: &MessageState) -> Result<(), SendError> {
        let channel = view.charter.channel;
        // A tied ballot that waits for the leader will not be decided any more.
        let tied = state.tied.map(|(_, message_id)| message_id);
        for message_id in state.ballot.into_iter().chain(tied) {
            let message = ballot::closed(&view.localizer, "ballot-over");
            ignore_stale_edit(self.change(channel, message_id, &message).await)?;
        }
        if let Some(message_id) = state.motion {
            let message = motion::closed(&view.localizer, "motion-lapsed");
            ignore_stale_edit(self.change(channel, message_id, &message).await)?;
        }
        if let Some(message_id) = state.nudge {
            ignore_stale_edit(self.rest.delete(channel, message_id).await)?;
        }
        Ok(())
    }
}

/// The next panel, before it is posted.
fn next_panel(
    view: &CampaignView,
    state: &MessageState,
    plan: &MessagePlan,
    events: &[crate::game::PublicEvent],
) -> Posted {
    let (game, localizer) = (&view.localizer.game, &view.localizer);
    let mut story = game.summarize(events, &localizer.roles(), &localizer.language);
    if view.view.settings.verbosity == Verbosity::Brief {
        story = in_brief(story);
    }
    let mut call = plan.ping.clone();
    call.sort_unstable();
    call.dedup();
    Posted {
        chapter: state.chapter.clone(),
        heading: localizer.of_game(&game.progress_name(&view.view.progress)),
        story,
        foot: state.foot.clone(),
        call,
        asks: view.view.questions.iter().map(|asked| asked.ask.clone()).collect(),
        ..Posted::default()
    }
}

/// Shortens a story to its essence: drops lines all in italics, which are flavour, and keeps bold
/// lines before the others.
fn in_brief(mut story: Vec<String>) -> Vec<String> {
    let is_flavour = |line: &str| {
        let inner = line.strip_prefix('*').and_then(|line| line.strip_suffix('*'));
        inner.is_some_and(|inner| !inner.contains('*'))
    };
    story.retain(|line| !is_flavour(line));
    let mut left = BRIEF.saturating_sub(story.iter().filter(|line| is_bold(line)).count());
    story.retain(|line| {
        let keep = is_bold(line) || left > 0;
        left = left.saturating_sub(usize::from(!is_bold(line)));
        keep
    });
    story
}

fn is_bold(line: &str) -> bool {
    line.starts_with("**")
}

/// Content of a panel besides the state of the table.
fn panel_content(posted: &Posted, localizer: &Localizer) -> Telling {
    Telling {
        story: posted.story.clone(),
        decided: posted.lines(localizer),
        call: posted.call.clone(),
        brief: posted.brief.clone(),
        foot: posted.foot.clone(),
        heading: posted.heading.clone(),
        lesson: posted.lesson.as_deref().and_then(|id| lessons::card(localizer, id)),
    }
}
