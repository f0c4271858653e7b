//! People and chairs: a seat is an Advisor, a user is somebody who may hold it.
//!
//! May use: the boundary. Deliberately absent: names and rights of the platform
//! the people come from; a front end says who somebody is, by number.

use serde::{Deserialize, Serialize};

use super::time::Timestamp;
use crate::game::Seat;

/// A user of the platform, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub u64);

/// Somebody who asks for something, as the front end knows them at that moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requester {
    /// Who it is.
    pub user: UserId,
    /// The server roles they have, by number.
    #[serde(default)]
    pub roles: Vec<u64>,
    /// May they moderate campaigns of this server?
    #[serde(default)]
    pub moderator: bool,
    /// Is it a program?
    #[serde(default)]
    pub bot: bool,
    /// Since when they are in the server, where that is known.
    #[serde(default)]
    pub joined: Option<Timestamp>,
}

impl Requester {
    /// Somebody without roles or rights.
    pub fn plain(user: UserId) -> Self {
        Requester { user, roles: Vec::new(), moderator: false, bot: false, joined: None }
    }
}

/// Who holds a chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// Nobody yet: only before the campaign begins.
    Nobody,
    /// A user.
    User(UserId),
    /// The house plays it; whoever lent it may take it back.
    House {
        /// Its last holder.
        lent_by: Option<UserId>,
    },
}

impl Holder {
    /// The user, if it is one.
    pub fn user(self) -> Option<UserId> {
        match self {
            Holder::User(user) => Some(user),
            Holder::Nobody | Holder::House { .. } => None,
        }
    }

    /// Does the house play it?
    pub fn is_house(self) -> bool {
        matches!(self, Holder::House { .. })
    }
}

/// One chair at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// The role, in the game's own words.
    pub role: String,
    /// Who holds it.
    pub holder: Holder,
}

/// The chairs, in the order of the seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seating(pub Vec<SeatState>);

impl Seating {
    /// One empty chair for each role.
    pub fn empty(roles: Vec<String>) -> Self {
        Seating(roles.into_iter().map(|role| SeatState { role, holder: Holder::Nobody }).collect())
    }

    /// Every seat.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.0.len()).map(|at| Seat(at as u8))
    }

    /// A chair.
    pub fn get(&self, seat: Seat) -> Option<&SeatState> {
        self.0.get(usize::from(seat.0))
    }

    /// Who holds a seat; nobody, if there is no such seat.
    pub fn holder(&self, seat: Seat) -> Holder {
        self.get(seat).map_or(Holder::Nobody, |chair| chair.holder)
    }

    /// Hands a seat over; the former holder.
    pub fn hand_over(&mut self, seat: Seat, to: Holder) -> Option<Holder> {
        let chair = self.0.get_mut(usize::from(seat.0))?;
        Some(std::mem::replace(&mut chair.holder, to))
    }

    /// The seats a user holds.
    pub fn seats_of(&self, user: UserId) -> Vec<Seat> {
        self.seats().filter(|seat| self.holder(*seat).user() == Some(user)).collect()
    }

    /// Does the user hold a seat?
    pub fn holds_seat(&self, user: UserId) -> bool {
        self.0.iter().any(|chair| chair.holder.user() == Some(user))
    }

    /// Everybody who holds a seat, each once, in the order of the seats.
    pub fn users(&self) -> Vec<UserId> {
        let mut users = Vec::new();
        for user in self.0.iter().filter_map(|chair| chair.holder.user()) {
            if !users.contains(&user) {
                users.push(user);
            }
        }
        users
    }

    /// The seats held by people.
    pub fn held_by_people(&self) -> Vec<Seat> {
        self.seats().filter(|seat| self.holder(*seat).user().is_some()).collect()
    }
}
