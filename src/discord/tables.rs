//! The tables of a server that have a free seat, and the way to it: `/campaign tables` and its
//! buttons.
//!
//! May use: the hall, `doors`, `page`. Deliberately absent: tables in channels somebody may not
//! enter; not even that there are some is told.

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

/// At most this many tables are looked at: lobbies first, then those that were played last.
const LOOKED_AT: usize = 30;
/// At most this many are shown, each with a button.
const SHOWN: usize = 10;
/// Characters of a channel's name on a button.
const NAME: usize = 40;

/// A table with a free seat.
struct Open {
    seen: CampaignView,
    changed: Timestamp,
    seats: Vec<Seat>,
    /// What its channel is called.
    channel: String,
}

/// The answer to `/campaign tables`.
pub async fn page(
    host: &BotContext,
    tongue: &Localizer,
    visitor: &Invoker,
) -> Result<OutgoingMessage, Refusal> {
    let found = with_seats(host, visitor).await?;
    if found.is_empty() {
        return Ok(OutgoingMessage::line(tongue.word("tables-none")));
    }
    let Some(doors) = doors(host, visitor).await else {
        return Ok(OutgoingMessage::line(tongue.word("tables-unknown")));
    };
    let mut open = Vec::new();
    for (seen, changed) in found {
        if open.len() == SHOWN {
            break;
        }
        let at = seen.charter.channel;
        if let Some(channel) = Box::pin(doors.open(&host.wire, &visitor.person, at)).await {
            open.push(Open { seats: seats(&seen), seen, changed, channel });
        }
    }
    Ok(listed(tongue, visitor.person.user, &open))
}

/// Sits down at a table, in whichever seat is free.
pub async fn sit(
    host: &BotContext,
    tongue: &Localizer,
    visitor: &Invoker,
    id: i64,
) -> Result<OutgoingMessage, Refusal> {
    let seen = host.sight(visitor, id).await?;
    let at = seen.charter.channel;
    let Some(doors) = doors(host, visitor).await else {
        return Ok(OutgoingMessage::line(tongue.word("tables-unknown")));
    };
    if Box::pin(doors.open(&host.wire, &visitor.person, at)).await.is_none() {
        return Ok(OutgoingMessage::line(tongue.word("tables-closed")));
    }
    if is_mine(&seen, visitor.person.user) {
        return Ok(welcome(host, &seen, "tables-mine").await);
    }
    let Some(seat) = seats(&seen).first().copied() else {
        return Ok(OutgoingMessage::line(tongue.word("tables-full")));
    };
    let chair = seen.panel.seats.get(usize::from(seat.0)).ok_or(Refusal::NoSuchSeat)?;
    let deed = match seen.panel.status {
        CampaignStatus::Lobby => Request::Sit { role: chair.role.clone(), also: false },
        CampaignStatus::Running | CampaignStatus::Over => Request::Claim { seat },
    };
    match host.ask(visitor, id, "", deed).await {
        Reply::Refused(why) => Err(why),
        _ => Ok(welcome(host, &host.sight(visitor, id).await?, "tables-seated").await),
    }
}

/// Where the table is that somebody sits at now.
async fn welcome(host: &BotContext, seen: &CampaignView, key: &str) -> OutgoingMessage {
    let charter = &seen.charter;
    let link = match host.table_link(seen).await {
        Some(link) => link,
        None => format!("<#{}>", charter.channel),
    };
    OutgoingMessage::line(seen.tongue.say(&Message::new(key).label("link", link)))
}

/// The tables with a free seat, in any channel.
async fn with_seats(
    host: &BotContext,
    visitor: &Invoker,
) -> Result<Vec<(CampaignView, Timestamp)>, Refusal> {
    let mut all = host.hall.campaigns_of_server(visitor.server).await?;
    all.retain(|one| one.stage != CampaignStatus::Over);
    all.sort_by_key(|one: &Summary| (one.stage != CampaignStatus::Lobby, -one.changed_at.0));
    let mut found = Vec::new();
    for one in all.into_iter().take(LOOKED_AT) {
        // One that cannot be read hides no other.
        let seen = host.sight(visitor, one.id.0).await.ok();
        let seen = seen.filter(|seen| !seats(seen).is_empty());
        found.extend(seen.map(|seen| (seen, one.changed_at)));
    }
    Ok(found)
}

async fn doors(host: &BotContext, visitor: &Invoker) -> Option<Doors> {
    // Requests to Discord are large.
    let doors = Box::pin(Doors::of(&host.wire, visitor.server)).await;
    doors.inspect_err(|why| warn!("who may enter which channel is not known: {why}")).ok()
}

/// The seats anybody may take: empty ones of a lobby, and those the house plays for nobody.
fn seats(seen: &CampaignView) -> Vec<Seat> {
    let free = |holder: Holder| match seen.panel.status {
        CampaignStatus::Lobby => holder == Holder::Nobody,
        CampaignStatus::Running => holder == Holder::House { lent_by: None },
        CampaignStatus::Over => false,
    };
    let chairs = seen.panel.seats.iter().enumerate();
    chairs.filter(|(_, chair)| free(chair.holder)).map(|(at, _)| Seat(at as u8)).collect()
}

fn chairs(seen: &CampaignView) -> Seating {
    Seating(seen.panel.seats.clone())
}

fn is_mine(seen: &CampaignView, user: UserId) -> bool {
    chairs(seen).holds_seat(user)
}

fn listed(tongue: &Localizer, user: UserId, open: &[Open]) -> OutgoingMessage {
    if open.is_empty() {
        return OutgoingMessage::line(tongue.word("tables-none"));
    }
    let lines: Vec<String> = open.iter().map(|one| lines(tongue, user, one)).collect();
    let card = Embed {
        title: tongue.word("tables-title"),
        text: lines.join("\n\n"),
        colour: EMBER,
        ..Embed::default()
    };
    let others = open.iter().filter(|one| !is_mine(&one.seen, user));
    let rows = rows_of(others.map(|one| button(tongue, one)).collect());
    OutgoingMessage { cards: vec![card], rows, ..OutgoingMessage::default() }
}

/// What a table needs; small below, who sits there, how fast it is played and since when.
fn lines(tongue: &Localizer, user: UserId, one: &Open) -> String {
    let panel = &one.seen.panel;
    let (people, free) = (chairs(&one.seen).users(), one.seats.len() as i64);
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
    if is_mine(&one.seen, user) {
        small.push(tongue.word("tables-yours"));
    }
    if !people.is_empty() {
        small.push(mentions(&people));
    }
    small.push(pace_hint(tongue, &panel.settings));
    let changed = Message::new("tables-changed").label("moment", countdown(one.changed));
    small.push(tongue.say(&changed));
    let needs = needs.label("channel", format!("<#{}>", one.seen.charter.channel));
    format!("{}\n-# {}", tongue.say(&needs), small.join(" · "))
}

fn button(tongue: &Localizer, one: &Open) -> Button {
    let name: String = one.channel.chars().take(NAME).collect();
    let label = tongue.say(&Message::new("tables-button").label("channel", name));
    let id = custom_id::id(one.seen.id, ButtonAction::Join);
    Button { id, label, look: ButtonStyle::Good, grey: false }
}
