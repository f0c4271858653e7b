//! `seat give`, `claim`, `house`, `back`: seats that change hands.
//!
//! May use: `given`, the deeds of `council`. Deliberately absent: who may; the
//! council knows.

use super::autocomplete::{Candidate, ranked};
use super::invocation::{CommandReply, Invocation};
use super::spec::{CommandId, CommandSpec, ParamKind, command, group, param};
use crate::council::seating::SeatState;
use crate::council::{Holder, Refusal, Request, UserId};
use crate::discord::publisher::CampaignView;
use crate::game::{Message, Seat};

/// The commands.
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

/// Gives a seat to somebody.
pub async fn give(given: &Invocation<'_>) -> CommandReply {
    let (id, seen) = table(given).await?;
    let seat = which(given, &seen, |_| false)?;
    let to = given.member("user").ok_or_else(|| given.no("seat-nobody"))?;
    given.ask(id, "", Request::HandOver { seat, to }).await?;
    Ok(done(given, &seen, "seat-given", seat))
}

/// Takes a seat the house plays.
pub async fn claim(given: &Invocation<'_>) -> CommandReply {
    let (id, seen) = table(given).await?;
    let user = given.visitor.person.user;
    let seat = which(given, &seen, |chair| is_free(chair.holder, user))?;
    given.ask(id, "", Request::Claim { seat }).await?;
    Ok(done(given, &seen, "seat-claimed", seat))
}

/// Lets the house play a seat.
pub async fn house(given: &Invocation<'_>) -> CommandReply {
    let (id, seen) = table(given).await?;
    let user = given.visitor.person.user;
    let seat = which(given, &seen, |chair| chair.holder == Holder::User(user))?;
    given.ask(id, "", Request::Lend { seat }).await?;
    Ok(done(given, &seen, "seat-lent", seat))
}

/// Takes a seat back that was lent to the house.
pub async fn back(given: &Invocation<'_>) -> CommandReply {
    let (id, seen) = table(given).await?;
    let lent = Holder::House { lent_by: Some(given.visitor.person.user) };
    let seat = which(given, &seen, |chair| chair.holder == lent)?;
    given.ask(id, "", Request::Claim { seat }).await?;
    Ok(done(given, &seen, "seat-claimed", seat))
}

async fn table(given: &Invocation<'_>) -> CommandReply<(i64, CampaignView)> {
    let id = given.campaign().await?;
    Ok((id, given.sight(id).await?))
}

/// Lent by nobody else.
fn is_free(holder: Holder, user: UserId) -> bool {
    matches!(holder, Holder::House { lent_by } if lent_by.is_none_or(|by| by == user))
}

/// The seat that was named; if none was, the only one that is meant by the command.
fn which(
    given: &Invocation<'_>,
    seen: &CampaignView,
    meant: impl Fn(&SeatState) -> bool,
) -> CommandReply<Seat> {
    let chairs = &seen.panel.seats;
    if let Some(named) = given.text("seat") {
        let name = |chair: &SeatState| {
            let name = seen.tongue.of_game(&seen.tongue.game.role_name(&chair.role));
            Candidate { id: chair.role.clone(), name, also: String::new() }
        };
        let best = ranked(named, chairs.iter().map(name).collect()).into_iter().next();
        let at = best.and_then(|best| chairs.iter().position(|chair| chair.role == best.id));
        let at = at.ok_or_else(|| given.refused(&Refusal::NoSuchSeat))?;
        return Ok(Seat(at as u8));
    }
    let mut fitting = (0..chairs.len()).filter(|at| meant(&chairs[*at]));
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Ok(Seat(only as u8)),
        (Some(_), Some(_)) => Err(given.no("seat-which")),
        _ => Err(given.no("seat-none")),
    }
}

fn done(
    given: &Invocation<'_>,
    seen: &CampaignView,
    key: &str,
    seat: Seat,
) -> Vec<crate::discord::message::OutgoingMessage> {
    given.say(&Message::new(key).message("seat", seen.tongue.seat(seat)))
}
