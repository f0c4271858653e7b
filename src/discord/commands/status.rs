//! Looking at a campaign: `status`, `board`, `hand`, `log`, `chart`.
//!
//! May use: `given`, `easel`, `history`. Deliberately absent: other people's
//! secrets; everything here is from what the viewer may see.

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

/// The table of a campaign is shown anew once in this time, whoever asks for it.
const SHOWN_ONCE_IN: Duration = Duration::from_secs(10);

/// The commands.
pub fn listed() -> Vec<CommandSpec> {
    vec![
        command("status", CommandId::Status, Vec::new()),
        command("board", CommandId::Board, vec![param("text", ParamKind::Flag)]),
        command("hand", CommandId::Hand, Vec::new()),
        command("log", CommandId::Log, vec![param("round", ParamKind::Number)]),
        command("chart", CommandId::Chart, Vec::new()),
    ]
}

/// How it stands, for whoever asks; and the table at the bottom again, for everybody.
pub async fn status(given: &Invocation<'_>) -> CommandReply {
    let id = given.latest().await?;
    let seen = given.sight(id).await?;
    if seen.panel.status == CampaignStatus::Over {
        let key = over(seen.panel.outcome.as_ref());
        return Ok(given.say(&Message::new(key).number("campaign", id)));
    }
    let view = publisher::view(&given.host.hall, id, Viewer::Public).await;
    let brief = view.map(|(view, game)| game.status_line(&view, &seen.tongue.language));
    let link = given.host.panel_link(id, Some(&seen)).await;
    let page = summary(&seen, brief.unwrap_or_default(), link);
    let place = u64::try_from(id).unwrap_or_default();
    if given.host.doorman.try_use(place, "show", SHOWN_ONCE_IN) {
        given.ask(id, "show", Request::Show).await?;
        // The channel may have been closed to us, and be open again: now is the time.
        given.host.hall.retry_delivery(CampaignId(id)).await;
    }
    Ok(vec![page])
}

fn over(outcome: Option<&Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won) => "status-won",
        Some(Outcome::Lost { .. }) => "status-lost",
        Some(Outcome::Ranking(_)) => "status-over",
        None => "status-given-up",
    }
}

/// What is open, who is waited for, until when.
pub fn summary(seen: &CampaignView, brief: String, link: Option<String>) -> OutgoingMessage {
    let (tongue, panel) = (&seen.tongue, &seen.panel);
    let mut lines = vec![match panel.status {
        CampaignStatus::Lobby => tongue.word("status-gathering"),
        _ => tongue.of_game(&tongue.game.progress_name(&panel.progress)),
    }];
    lines.extend(Some(brief).filter(|brief| !brief.is_empty()));
    if panel.paused.is_some() {
        lines.push(tongue.word("table-is-paused"));
    }
    let running = panel.paused.is_none();
    lines.extend(panel.questions.iter().flat_map(|asked| question(tongue, asked, running)));
    lines.extend(panel.motion.as_ref().map(|_| tongue.word("status-motion")));
    lines.extend(link.map(|link| tongue.say(&Message::new("status-link").label("link", link))));
    let seats = (0..panel.seats.len()).map(|at| tongue.seat_held(Seat(at as u8)));
    lines.push(format!("\n{}", seats.collect::<Vec<_>>().join(" · ")));
    let title = tongue.say(&Message::new("status-title").number("campaign", seen.id));
    let card = Embed { title, text: lines.join("\n"), colour: ICE, ..Embed::default() };
    OutgoingMessage { cards: vec![card], ..OutgoingMessage::default() }
}

/// An open question; of another seat's secret only that there is one. While the clocks
/// stand it has no deadline: Discord would count down to it.
fn question(tongue: &Localizer, asked: &QuestionView, running: bool) -> Vec<String> {
    let prompt = match (&asked.decision, asked.private) {
        (Some(decision), _) => tongue.of_game(&decision.prompt),
        (None, Some(seat)) => {
            tongue.say(&Message::new("status-private").message("seat", tongue.seat(seat)))
        }
        (None, None) => tongue.word("undo-secret"),
    };
    let mut lines = vec![format!("❓ **{prompt}**")];
    if !asked.waiting.is_empty() {
        let waiting = Message::new("status-waits").label("users", mentions(&asked.waiting));
        lines.push(tongue.say(&waiting));
    }
    let due = asked.due.filter(|_| running);
    let due = due.map(|due| Message::new("table-due").label("due", countdown(due)));
    lines.extend(due.map(|due| tongue.say(&due)));
    lines
}

/// The board: a picture, or all of it as text.
pub async fn board(given: &Invocation<'_>) -> CommandReply {
    let id = given.latest().await?;
    let seen = given.sight(id).await?;
    let view = publisher::view(&given.host.hall, id, Viewer::Public).await;
    let (view, game) = view.ok_or_else(|| given.refused(&Refusal::NotBegun))?;
    let language = &seen.tongue.language;
    let brief = game.status_line(&view, language);
    let text = game.text_board(&view, language);
    if !given.flag("text")
        && let Some(picture) = given.host.easel.board(game, view, None, language).await
    {
        return Ok(vec![OutgoingMessage {
            text: brief,
            file: Some(picture),
            ..OutgoingMessage::default()
        }]);
    }
    Ok(in_blocks(&text))
}

/// Text of even width, in as many messages as it needs; no line is cut.
pub fn in_blocks(text: &str) -> Vec<OutgoingMessage> {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let parts = limits::parted(&lines, limits::CONTENT - "```\n\n```".len());
    parts.into_iter().map(|part| OutgoingMessage::line(format!("```\n{part}\n```"))).collect()
}

/// What one holds in private.
pub async fn hand(given: &Invocation<'_>) -> CommandReply {
    let id = given.campaign().await?;
    match given.host.hand_page(&given.visitor, id).await {
        Ok((page, asks)) => {
            given.asks_aside(id, asks);
            Ok(vec![page])
        }
        Err(why) => Err(given.refusal(id, &why).await),
    }
}

/// What was decided in a round.
pub async fn log(given: &Invocation<'_>) -> CommandReply {
    let id = given.latest().await?;
    let seen = given.sight(id).await?;
    let entries = given.host.hall.log(CampaignId(id)).await;
    let entries = entries.map_err(|why| given.refused(&why))?;
    let user = given.visitor.person.user;
    let holds = |(at, chair): (usize, &crate::council::seating::SeatState)| {
        (chair.holder.user() == Some(user)).then_some(Seat(at as u8))
    };
    let own: Vec<Seat> = seen.panel.seats.iter().enumerate().filter_map(holds).collect();
    let round = given.number("round").and_then(|round| u32::try_from(round).ok());
    Ok(vec![history::page(&seen.tongue, &entries, round, &own)])
}

/// The course of the campaign.
pub async fn chart(given: &Invocation<'_>) -> CommandReply {
    let id = given.latest().await?;
    let seen = given.sight(id).await?;
    if seen.panel.status == CampaignStatus::Lobby {
        return Err(given.refused(&Refusal::NotBegun));
    }
    let rounds = given.host.hall.round_views(CampaignId(id)).await;
    let rounds = rounds.map_err(|why| given.refused(&why))?;
    let (game, language) = (seen.tongue.game.clone(), &seen.tongue.language);
    match given.host.easel.chart(game, rounds, language).await {
        Some(chart) => {
            Ok(vec![OutgoingMessage { file: Some(chart), ..OutgoingMessage::default() }])
        }
        None => Err(given.no("chart-none")),
    }
}
