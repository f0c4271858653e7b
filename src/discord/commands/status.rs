//! Commands that show a campaign: `status`, `board`, `hand`, `log`, `chart`.
//!
//! Everything is read from the view of the invoker or of the public.

use std::time::Duration;

use super::history;
use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, param};
use crate::council::view::QuestionView;
use crate::council::{CampaignStatus, Refusal, Request};
use crate::discord::limits;
use crate::discord::localizer::{Localizer, countdown, mentions};
use crate::discord::message::{Embed, ICE, OutgoingMessage};
use crate::discord::publisher::{self, CampaignView};
use crate::game::{Message, Outcome, Seat, Viewer};
use crate::store::CampaignId;

/// Cooldown of showing the table at the bottom of the channel again, per campaign.
const SHOW_COOLDOWN: Duration = Duration::from_secs(10);

/// Specs of these commands.
pub fn listed() -> Vec<CommandSpec> {
    vec![
        command("status", CommandId::Status, Vec::new()),
        command("board", CommandId::Board, vec![param("text", ParamKind::Flag)]),
        command("hand", CommandId::Hand, Vec::new()),
        command("log", CommandId::Log, vec![param("round", ParamKind::Number)]),
        command("chart", CommandId::Chart, Vec::new()),
    ]
}

/// Shows the status to the invoker, and the table at the bottom of the channel again to everybody.
pub async fn status(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.latest().await?;
    let view = invocation.sight(id).await?;
    if view.view.status == CampaignStatus::Over {
        let key = over(view.view.outcome.as_ref());
        return Ok(invocation.say(&Message::new(key).number("campaign", id)));
    }
    let public = publisher::view(&invocation.context.hall, id, Viewer::Public).await;
    let brief = public.map(|(public, game)| game.status_line(&public, &view.localizer.language));
    let link = invocation.context.panel_link(id, Some(&view)).await;
    let message = summary(&view, brief.unwrap_or_default(), link);
    let campaign = u64::try_from(id).unwrap_or_default();
    if invocation.context.interaction_guard.try_use(campaign, "show", SHOW_COOLDOWN) {
        invocation.ask(id, "show", Request::Show).await?;
        // The bot may have regained access to the channel since the last attempt.
        invocation.context.hall.retry_delivery(CampaignId(id)).await;
    }
    Ok(vec![message])
}

fn over(outcome: Option<&Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won) => "status-won",
        Some(Outcome::Lost { .. }) => "status-lost",
        Some(Outcome::Ranking(_)) => "status-over",
        None => "status-given-up",
    }
}

/// Summary of a campaign: open questions, the users they wait for, deadlines and seats.
pub fn summary(view: &CampaignView, brief: String, link: Option<String>) -> OutgoingMessage {
    let (localizer, panel) = (&view.localizer, &view.view);
    let mut lines = vec![match panel.status {
        CampaignStatus::Lobby => localizer.word("status-gathering"),
        _ => localizer.of_game(&localizer.game.progress_name(&panel.progress)),
    }];
    lines.extend(Some(brief).filter(|brief| !brief.is_empty()));
    if panel.paused.is_some() {
        lines.push(localizer.word("table-is-paused"));
    }
    let running = panel.paused.is_none();
    lines.extend(panel.questions.iter().flat_map(|asked| question(localizer, asked, running)));
    lines.extend(panel.motion.as_ref().map(|_| localizer.word("status-motion")));
    lines.extend(link.map(|link| localizer.say(&Message::new("status-link").label("link", link))));
    let seats = (0..panel.seats.len()).map(|at| localizer.seat_held(Seat(at as u8)));
    lines.push(format!("\n{}", seats.collect::<Vec<_>>().join(" · ")));
    let title = localizer.say(&Message::new("status-title").number("campaign", view.id));
    let embed = Embed { title, text: lines.join("\n"), colour: ICE, ..Embed::default() };
    OutgoingMessage { embeds: vec![embed], ..OutgoingMessage::default() }
}

/// Lines about an open question; a private question of another seat has no prompt. The deadline of
/// a paused campaign is left out, because Discord would count down to it.
fn question(localizer: &Localizer, asked: &QuestionView, running: bool) -> Vec<String> {
    let prompt = match (&asked.decision, asked.private) {
        (Some(decision), _) => localizer.of_game(&decision.prompt),
        (None, Some(seat)) => {
            localizer.say(&Message::new("status-private").message("seat", localizer.seat(seat)))
        }
        (None, None) => localizer.word("undo-secret"),
    };
    let mut lines = vec![format!("❓ **{prompt}**")];
    if !asked.waiting.is_empty() {
        let waiting = Message::new("status-waits").label("users", mentions(&asked.waiting));
        lines.push(localizer.say(&waiting));
    }
    let due = asked.due.filter(|_| running);
    let due = due.map(|due| Message::new("table-due").label("due", countdown(due)));
    lines.extend(due.map(|due| localizer.say(&due)));
    lines
}

/// Shows the board as a picture, or as text.
pub async fn board(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.latest().await?;
    let view = invocation.sight(id).await?;
    let public = publisher::view(&invocation.context.hall, id, Viewer::Public).await;
    let (public, game) = public.ok_or_else(|| invocation.refused(&Refusal::NotBegun))?;
    let language = &view.localizer.language;
    let brief = game.status_line(&public, language);
    let text = game.text_board(&public, language);
    if !invocation.flag("text")
        && let Some(picture) =
            invocation.context.render_pool.board(game, public, None, language).await
    {
        return Ok(vec![OutgoingMessage {
            text: brief,
            file: Some(picture),
            ..OutgoingMessage::default()
        }]);
    }
    Ok(in_blocks(&text))
}

/// Splits text between lines into code blocks, one per message.
pub fn in_blocks(text: &str) -> Vec<OutgoingMessage> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let parts = limits::parted(&lines, limits::CONTENT - "```\n\n```".len());
    parts.into_iter().map(|part| OutgoingMessage::line(format!("```\n{part}\n```"))).collect()
}

/// Shows the invoker's private hand and questions.
pub async fn hand(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.campaign().await?;
    match invocation.context.hand_page(&invocation.invoker, id).await {
        Ok((message, asks)) => {
            invocation.asks_aside(id, asks);
            Ok(vec![message])
        }
        Err(why) => Err(invocation.refusal(id, &why).await),
    }
}

/// Shows the decisions of a round.
pub async fn log(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.latest().await?;
    let view = invocation.sight(id).await?;
    let entries = invocation.context.hall.log(CampaignId(id)).await;
    let entries = entries.map_err(|why| invocation.refused(&why))?;
    let user = invocation.invoker.requester.user;
    let holds = |(at, state): (usize, &crate::council::seating::SeatState)| {
        (state.holder.user() == Some(user)).then_some(Seat(at as u8))
    };
    let own: Vec<Seat> = view.view.seats.iter().enumerate().filter_map(holds).collect();
    let round = invocation.number("round").and_then(|round| u32::try_from(round).ok());
    Ok(vec![history::page(&view.localizer, &entries, round, &own)])
}

/// Shows a chart of the campaign.
pub async fn chart(invocation: &Invocation<'_>) -> CommandReply {
    let id = invocation.latest().await?;
    let view = invocation.sight(id).await?;
    if view.view.status == CampaignStatus::Lobby {
        return Err(invocation.refused(&Refusal::NotBegun));
    }
    let rounds = invocation.context.hall.round_views(CampaignId(id)).await;
    let rounds = rounds.map_err(|why| invocation.refused(&why))?;
    let (game, language) = (view.localizer.game.clone(), &view.localizer.language);
    match invocation.context.render_pool.chart(game, rounds, language).await {
        Some(chart) => {
            Ok(vec![OutgoingMessage { file: Some(chart), ..OutgoingMessage::default() }])
        }
        None => Err(invocation.no("chart-none")),
    }
}
