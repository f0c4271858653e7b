//! `seat give`, `claim`, `house`, `back`: handover of seats.
//!
//! Permissions are checked by the council.

use super::autocomplete::{Candidate, ranked};
use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, group, param};
use crate::council::seating::SeatState;
use crate::council::{Holder, Refusal, Request, UserId};
use crate::discord::message::OutgoingMessage;
use crate::discord::publisher::CampaignView;
use crate::game::{Message, Seat};

/// Spec of the group.
pub fn listed() -> CommandSpec {
    let seat = || param("seat", ParamKind::Seat);
    group(
        "seat",
        vec![
            command(
                "give",
                CommandId::Give,
                vec![seat().needed(), param("user", ParamKind::User).needed()],
            ),
            command("claim", CommandId::Claim, vec![seat()]),
            command("house", CommandId::House, vec![seat()]),
            command("back", CommandId::Back, vec![seat()]),
        ],
    )
}

/// Gives a seat to a member.
pub async fn give(invocation: &Invocation<'_>) -> CommandReply {
    let (id, view) = table(invocation).await?;
    let seat = which(invocation, &view, |_| false)?;
    let to = invocation.member("user").ok_or_else(|| invocation.no("seat-nobody"))?;
    invocation.ask(id, "", Request::HandOver { seat, to }).await?;
    Ok(done(invocation, &view, "seat-given", seat))
}

/// Takes a seat that the house plays.
pub async fn claim(invocation: &Invocation<'_>) -> CommandReply {
    let (id, view) = table(invocation).await?;
    let user = invocation.invoker.requester.user;
    let seat = which(invocation, &view, |state| is_free(state.holder, user))?;
    invocation.ask(id, "", Request::Claim { seat }).await?;
    Ok(done(invocation, &view, "seat-claimed", seat))
}

/// Lets the house play a seat.
pub async fn house(invocation: &Invocation<'_>) -> CommandReply {
    let (id, view) = table(invocation).await?;
    let user = invocation.invoker.requester.user;
    let seat = which(invocation, &view, |state| state.holder == Holder::User(user))?;
    invocation.ask(id, "", Request::Lend { seat }).await?;
    Ok(done(invocation, &view, "seat-lent", seat))
}

/// Takes back a seat that the invoker lent to the house.
pub async fn back(invocation: &Invocation<'_>) -> CommandReply {
    let (id, view) = table(invocation).await?;
    let lent = Holder::House { lent_by: Some(invocation.invoker.requester.user) };
    let seat = which(invocation, &view, |state| state.holder == lent)?;
    invocation.ask(id, "", Request::Claim { seat }).await?;
    Ok(done(invocation, &view, "seat-claimed", seat))
}

async fn table(invocation: &Invocation<'_>) -> CommandReply<(i64, CampaignView)> {
    let id = invocation.campaign().await?;
    Ok((id, invocation.sight(id).await?))
}

/// Whether the house plays the seat and no other user lent it.
fn is_free(holder: Holder, user: UserId) -> bool {
    matches!(holder, Holder::House { lent_by } if lent_by.is_none_or(|by| by == user))
}

/// Returns the seat argument, or without one the only seat for which `meant` is `true`.
fn which(
    invocation: &Invocation<'_>,
    view: &CampaignView,
    meant: impl Fn(&SeatState) -> bool,
) -> CommandReply<Seat> {
    let seats = &view.view.seats;
    if let Some(named) = invocation.text("seat") {
        let name = |state: &SeatState| {
            let name = view.localizer.of_game(&view.localizer.game.role_name(&state.role));
            Candidate { id: state.role.clone(), name, also: String::new() }
        };
        let best = ranked(named, seats.iter().map(name).collect()).into_iter().next();
        let at = best.and_then(|best| seats.iter().position(|state| state.role == best.id));
        let at = at.ok_or_else(|| invocation.refused(&Refusal::NoSuchSeat))?;
        return Ok(Seat(at as u8));
    }
    let mut fitting = (0..seats.len()).filter(|at| meant(&seats[*at]));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Ok(Seat(only as u8)),
        (Some(_), Some(_)) => Err(invocation.no("seat-which")),
        _ => Err(invocation.no("seat-none")),
    }
}

fn done(
    invocation: &Invocation<'_>,
    view: &CampaignView,
    key: &str,
    seat: Seat,
) -> Vec<OutgoingMessage> {
    invocation.say(&Message::new(key).message("seat", view.localizer.seat(seat)))
}
