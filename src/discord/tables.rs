//! `/campaign tables` and its buttons: tables of a server with a free seat, and joining one.
//!
//! Tables in channels the invoker may not see are left out, and their number is not revealed.

use tracing::warn;

use super::context::{BotContext, Invoker};
use super::custom_id::{self, ButtonAction};
use super::doors::Doors;
use super::localizer::{Localizer, countdown, mentions};
use super::message::{Button, ButtonStyle, EMBER, Embed, OutgoingMessage, rows_of};
use super::pages::settings::pace_hint;
use super::publisher::CampaignView;
use crate::council::seating::Seating;
use crate::council::{CampaignStatus, Holder, Refusal, Reply, Request, Timestamp, UserId};
use crate::game::{Message, Seat};
use crate::store::Summary;

/// Most tables that are loaded: lobbies first, then the most recently changed campaigns.
const LOOKED_AT: usize = 30;
/// Most tables that are shown, each with a button.
const SHOWN: usize = 10;
/// Most characters of a channel name on a button.
const NAME: usize = 40;

/// Table with a free seat in a channel the invoker may see.
struct OpenTable {
    seen: CampaignView,
    changed: Timestamp,
    seats: Vec<Seat>,
    /// Name of the channel.
    channel: String,
}

/// Returns the reply to `/campaign tables`.
pub async fn page(
    context: &BotContext,
    localizer: &Localizer,
    invoker: &Invoker,
) -> Result<OutgoingMessage, Refusal> {
    let found = tables_with_free_seats(context, invoker).await?;
    if found.is_empty() {
        return Ok(OutgoingMessage::line(localizer.word("tables-none")));
    }
    let Some(doors) = doors(context, invoker).await else {
        return Ok(OutgoingMessage::line(localizer.word("tables-unknown")));
    };
    let mut open = Vec::new();
    for (view, changed) in found {
        if open.len() == SHOWN {
            break;
        }
        let at = view.charter.channel;
        if let Some(channel) = Box::pin(doors.open(&context.rest, &invoker.requester, at)).await {
            open.push(OpenTable { seats: free_seats(&view), seen: view, changed, channel });
        }
    }
    Ok(table_list(localizer, invoker.requester.user, &open))
}

/// Seats the invoker in the first free seat of a table.
pub async fn sit(
    context: &BotContext,
    localizer: &Localizer,
    invoker: &Invoker,
    id: i64,
) -> Result<OutgoingMessage, Refusal> {
    let view = context.load_view(invoker, id).await?;
    let at = view.charter.channel;
    let Some(doors) = doors(context, invoker).await else {
        return Ok(OutgoingMessage::line(localizer.word("tables-unknown")));
    };
    if Box::pin(doors.open(&context.rest, &invoker.requester, at)).await.is_none() {
        return Ok(OutgoingMessage::line(localizer.word("tables-closed")));
    }
    if is_mine(&view, invoker.requester.user) {
        return Ok(welcome(context, &view, "tables-mine").await);
    }
    let Some(seat) = free_seats(&view).first().copied() else {
        return Ok(OutgoingMessage::line(localizer.word("tables-full")));
    };
    let state = view.view.seats.get(usize::from(seat.0)).ok_or(Refusal::NoSuchSeat)?;
    let request = match view.view.status {
        CampaignStatus::Lobby => Request::Sit { role: state.role.clone(), also: false },
        CampaignStatus::Running | CampaignStatus::Over => Request::Claim { seat },
    };
    match context.ask(invoker, id, "", request).await {
        Reply::Refused(reason) => Err(reason),
        _ => Ok(welcome(context, &context.load_view(invoker, id).await?, "tables-seated").await),
    }
}

/// Returns a message that links to the table, or to its channel if there is no message to link to.
async fn welcome(context: &BotContext, view: &CampaignView, key: &str) -> OutgoingMessage {
    let charter = &view.charter;
    let link = match context.table_link(view).await {
        Some(link) => link,
        None => format!("<#{}>", charter.channel),
    };
    OutgoingMessage::line(view.localizer.say(&Message::new(key).label("link", link)))
}

/// Loads the tables with a free seat, in any channel, with the time of their last change.
async fn tables_with_free_seats(
    context: &BotContext,
    invoker: &Invoker,
) -> Result<Vec<(CampaignView, Timestamp)>, Refusal> {
    let mut all = context.hall.campaigns_of_server(invoker.server).await?;
    all.retain(|one| one.stage != CampaignStatus::Over);
    all.sort_by_key(|one: &Summary| (one.stage != CampaignStatus::Lobby, -one.changed_at.0));
    let mut found = Vec::new();
    for one in all.into_iter().take(LOOKED_AT) {
        // A table that cannot be read does not hide the others.
        let view = context.load_view(invoker, one.id.0).await.ok();
        let view = view.filter(|view| !free_seats(view).is_empty());
        found.extend(view.map(|view| (view, one.changed_at)));
    }
    Ok(found)
}

async fn doors(context: &BotContext, invoker: &Invoker) -> Option<Doors> {
    // Boxed: the future of a request to Discord is large.
    let doors = Box::pin(Doors::of(&context.rest, invoker.server)).await;
    doors.inspect_err(|why| warn!("who may enter which channel is not known: {why}")).ok()
}

/// Returns the free seats: empty ones in a lobby; in a running campaign those that the house plays
/// and no player has lent.
fn free_seats(view: &CampaignView) -> Vec<Seat> {
    let is_free = |holder: Holder| match view.view.status {
        CampaignStatus::Lobby => holder == Holder::Nobody,
        CampaignStatus::Running => holder == Holder::House { lent_by: None },
        CampaignStatus::Over => false,
    };
    let states = view.view.seats.iter().enumerate();
    states.filter(|(_, state)| is_free(state.holder)).map(|(at, _)| Seat(at as u8)).collect()
}

fn seating(view: &CampaignView) -> Seating {
    Seating(view.view.seats.clone())
}

fn is_mine(view: &CampaignView, user: UserId) -> bool {
    seating(view).holds_seat(user)
}

fn table_list(localizer: &Localizer, user: UserId, open: &[OpenTable]) -> OutgoingMessage {
    if open.is_empty() {
        return OutgoingMessage::line(localizer.word("tables-none"));
    }
    let lines: Vec<String> = open.iter().map(|table| lines(localizer, user, table)).collect();
    let embed = Embed {
        title: localizer.word("tables-title"),
        text: lines.join("\n\n"),
        colour: EMBER,
        ..Embed::default()
    };
    let others = open.iter().filter(|table| !is_mine(&table.seen, user));
    let rows = rows_of(others.map(|table| button(localizer, table)).collect());
    OutgoingMessage { embeds: vec![embed], rows, ..OutgoingMessage::default() }
}

/// Returns the lines of a table: what it needs, and in small print its players, its pace and its
/// last change.
fn lines(localizer: &Localizer, user: UserId, table: &OpenTable) -> String {
    let panel = &table.seen.view;
    let (players, free) = (seating(&table.seen).users(), table.seats.len() as i64);
    let needs = match panel.status {
        CampaignStatus::Lobby if free == 1 => {
            let taken = panel.seats.len() as i64 - free;
            Message::new("tables-needs-one").number("next", taken + 1)
        }
        CampaignStatus::Lobby => Message::new("tables-needs").number("free", free),
        _ => Message::new("tables-house")
            .number("round", i64::from(panel.progress.round))
            .number("free", free),
    };
    let mut small = Vec::new();
    if is_mine(&table.seen, user) {
        small.push(localizer.word("tables-yours"));
    }
    if !players.is_empty() {
        small.push(mentions(&players));
    }
    small.push(pace_hint(localizer, &panel.settings));
    let changed = Message::new("tables-changed").label("moment", countdown(table.changed));
    small.push(localizer.say(&changed));
    let needs = needs.label("channel", format!("<#{}>", table.seen.charter.channel));
    format!("{}\n-# {}", localizer.say(&needs), small.join(" · "))
}

fn button(localizer: &Localizer, table: &OpenTable) -> Button {
    let name: String = table.channel.chars().take(NAME).collect();
    let label = localizer.say(&Message::new("tables-button").label("channel", name));
    let id = custom_id::id(table.seen.id, ButtonAction::Join);
    Button { id, label, style: ButtonStyle::Good, grey: false }
}
