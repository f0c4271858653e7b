//! `seat give`, `claim`, `house`, `back`: seats that change hands.
//!
//! May use: `given`, the deeds of `council`. Deliberately absent: who may; the
//! council knows.

use super::completing::{Known, ranked};
use super::given::{Answer, Given};
use super::listing::{Errand, Kind, Listed, command, group, param};
use crate::council::seating::SeatState;
use crate::council::{Holder, Refusal, Request, UserId};
use crate::discord::courier::Sight;
use crate::game::{Message, Seat};

/// The commands.
pub fn listed() -> Listed {
    let seat = || param("seat", Kind::Seat);
    group(
        "seat",
        vec![
            command(
                "give",
                Errand::Give,
                vec![seat().needed(), param("user", Kind::User).needed()],
            ),
            command("claim", Errand::Claim, vec![seat()]),
            command("house", Errand::House, vec![seat()]),
            command("back", Errand::Back, vec![seat()]),
        ],
    )
}

/// Gives a seat to somebody.
pub async fn give(given: &Given<'_>) -> Answer {
    let (id, seen) = table(given).await?;
    let seat = which(given, &seen, |_| false)?;
    let to = given.member("user").ok_or_else(|| given.no("seat-nobody"))?;
    given.ask(id, "", Request::HandOver { seat, to }).await?;
    Ok(done(given, &seen, "seat-given", seat))
}

/// Takes a seat the house plays.
pub async fn claim(given: &Given<'_>) -> Answer {
    let (id, seen) = table(given).await?;
    let user = given.visitor.person.user;
    let seat = which(given, &seen, |chair| is_free(chair.holder, user))?;
    given.ask(id, "", Request::Claim { seat }).await?;
    Ok(done(given, &seen, "seat-claimed", seat))
}

/// Lets the house play a seat.
pub async fn house(given: &Given<'_>) -> Answer {
    let (id, seen) = table(given).await?;
    let user = given.visitor.person.user;
    let seat = which(given, &seen, |chair| chair.holder == Holder::User(user))?;
    given.ask(id, "", Request::Lend { seat }).await?;
    Ok(done(given, &seen, "seat-lent", seat))
}

/// Takes a seat back that was lent to the house.
pub async fn back(given: &Given<'_>) -> Answer {
    let (id, seen) = table(given).await?;
    let lent = Holder::House { lent_by: Some(given.visitor.person.user) };
    let seat = which(given, &seen, |chair| chair.holder == lent)?;
    given.ask(id, "", Request::Claim { seat }).await?;
    Ok(done(given, &seen, "seat-claimed", seat))
}

async fn table(given: &Given<'_>) -> Answer<(i64, Sight)> {
    let id = given.campaign().await?;
    Ok((id, given.sight(id).await?))
}

/// Lent by nobody else.
fn is_free(holder: Holder, user: UserId) -> bool {
    matches!(holder, Holder::House { lent_by } if lent_by.is_none_or(|by| by == user))
}

/// The seat that was named; if none was, the only one that is meant by the command.
fn which(given: &Given<'_>, seen: &Sight, meant: impl Fn(&SeatState) -> bool) -> Answer<Seat> {
    let chairs = &seen.panel.seats;
    if let Some(named) = given.text("seat") {
        let name = |chair: &SeatState| {
            let name = seen.tongue.of_game(&seen.tongue.game.role_name(&chair.role));
            Known { id: chair.role.clone(), name, also: String::new() }
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

fn done(given: &Given<'_>, seen: &Sight, key: &str, seat: Seat) -> Vec<crate::discord::page::Page> {
    given.say(&Message::new(key).message("seat", seen.tongue.seat(seat)))
}
