//! Users, and the seats they hold. A seat is a player of the game; a user is an account of the
//! platform.
//!
//! Nothing of the platform but ids: names are resolved, and rights determined, by the front end.

use serde::{Deserialize, Serialize};

use super::time::Timestamp;
use crate::game::Seat;

/// Id of a user of the platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UserId(pub u64);

/// User who makes a request, with the roles and rights that the front end knows at that time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requester {
    pub user: UserId,
    /// Ids of the user's server roles.
    #[serde(default)]
    pub roles: Vec<u64>,
    /// Whether the user may moderate campaigns of this server.
    #[serde(default)]
    pub moderator: bool,
    /// Whether the account is a bot.
    #[serde(default)]
    pub bot: bool,
    /// When the user joined the server, if known.
    #[serde(default)]
    pub joined: Option<Timestamp>,
}

impl Requester {
    /// Returns a requester without roles or rights.
    pub fn plain(user: UserId) -> Self {
        Requester { user, roles: Vec::new(), moderator: false, bot: false, joined: None }
    }
}

/// Holder of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// Empty. Occurs only before the campaign begins.
    Nobody,
    User(UserId),
    /// The house, the built-in player.
    House {
        /// User who lent the seat. If set, only that user or a moderator may claim it.
        lent_by: Option<UserId>,
    },
}

impl Holder {
    /// Returns the user, or `None` if no user holds the seat.
    pub fn user(self) -> Option<UserId> {
        match self {
            Holder::User(user) => Some(user),
            Holder::Nobody | Holder::House { .. } => None,
        }
    }

    /// Whether the house plays the seat.
    pub fn is_house(self) -> bool {
        matches!(self, Holder::House { .. })
    }
}

/// State of one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatState {
    /// Role, in the game's own words.
    pub role: String,
    pub holder: Holder,
}

/// State of every seat, indexed by [`Seat`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seating(pub Vec<SeatState>);

impl Seating {
    /// Returns one empty seat for each role.
    pub fn empty(roles: Vec<String>) -> Self {
        Seating(roles.into_iter().map(|role| SeatState { role, holder: Holder::Nobody }).collect())
    }

    /// Iterates over all seats.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        (0..self.0.len()).map(|at| Seat(at as u8))
    }

    /// Returns the state of a seat, or `None` if there is no such seat.
    pub fn get(&self, seat: Seat) -> Option<&SeatState> {
        self.0.get(usize::from(seat.0))
    }

    /// Returns the holder of a seat, or [`Holder::Nobody`] if there is no such seat.
    pub fn holder(&self, seat: Seat) -> Holder {
        self.get(seat).map_or(Holder::Nobody, |state| state.holder)
    }

    /// Changes the holder of a seat and returns the former one, or `None` if there is no such
    /// seat.
    pub fn hand_over(&mut self, seat: Seat, to: Holder) -> Option<Holder> {
        let state = self.0.get_mut(usize::from(seat.0))?;
        Some(std::mem::replace(&mut state.holder, to))
    }

    /// Returns the seats that a user holds.
    pub fn seats_of(&self, user: UserId) -> Vec<Seat> {
        self.seats().filter(|seat| self.holder(*seat).user() == Some(user)).collect()
    }

    /// Whether the user holds a seat.
    pub fn holds_seat(&self, user: UserId) -> bool {
        self.0.iter().any(|state| state.holder.user() == Some(user))
    }

    /// Returns the users who hold a seat, each once, in seat order.
    pub fn users(&self) -> Vec<UserId> {
        let mut users = Vec::new();
        for user in self.0.iter().filter_map(|state| state.holder.user()) {
            if !users.contains(&user) {
                users.push(user);
            }
        }
        users
    }

    /// Returns the seats held by users, not by the house.
    pub fn held_by_users(&self) -> Vec<Seat> {
        self.seats().filter(|seat| self.holder(*seat).user().is_some()).collect()
    }
}
