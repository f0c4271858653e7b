//! The room: friends on the same network, each on a phone of their own.
//!
//! It has a listener of its own, without API and gateway. A phone that opens the link becomes one
//! person and can act as nobody else.
//!
//! May use: the window, axum. Deliberately absent: accounts, the internet, and where it is kept who
//! was let in.
//!
//! | file | what it holds |
//! |---|---|
//! | `entrance` | who is let in, and what they can ask for |
//! | `guests` | the link's key, and who is who |
//! | `near` | addresses of the local network |
//! | `tries` | wrong links, counted |

mod entrance;
mod guests;
mod near;
mod tries;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use qrcodegen::{QrCode, QrCodeEcc};
use tokio::net::TcpListener;

use super::Serving;
use super::ids::Id;
use super::journal::Change;
use super::line::Door;
use super::stage::Stage;
pub(super) use entrance::cookie;
use guests::Guests;
use tries::Tries;

/// Saves the state of a room.
pub type Keep = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// How a room is opened.
#[derive(Clone)]
pub struct RoomOptions {
    /// Where it listens; every address of this machine, if none is named.
    pub address: Option<Ipv4Addr>,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// Who can be taken, in this order.
    pub people: Vec<Id>,
    /// What was saved last time, so that returning phones keep their person.
    pub before: Option<Vec<u8>>,
    /// Saves it for the next time. It holds the key and every cookie: keep it private.
    pub keep: Keep,
}

/// An open room.
pub struct Room {
    /// The address for the code first, then others of this machine.
    links: Vec<String>,
    people: Vec<Id>,
    guests: Mutex<Guests>,
    tries: Mutex<Tries>,
}

impl Room {
    /// The links that let somebody in; the first is the one in the code. Never none.
    pub fn links(&self) -> &[String] {
        &self.links
    }

    /// The first link as a QR code, row by row; true is dark.
    pub fn code(&self) -> Vec<Vec<bool>> {
        let link = self.links.first().map(String::as_str).unwrap_or_default();
        let Ok(code) = QrCode::encode_text(link, QrCodeEcc::Low) else { return Vec::new() };
        let row = |y| (0..code.size()).map(|x| code.get_module(x, y)).collect();
        (0..code.size()).map(row).collect()
    }

    /// Those whom somebody has taken.
    pub fn taken(&self) -> Vec<Id> {
        let guests = self.guests();
        self.people.iter().copied().filter(|person| guests.is_taken(*person)).collect()
    }

    /// The person of this cookie.
    pub(super) fn who(&self, cookie: &str) -> Option<Id> {
        self.guests().who(cookie)
    }

    fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tries(&self) -> MutexGuard<'_, Tries> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stage {
    /// The room, if one is open.
    pub fn room(&self) -> Option<&Arc<Room>> {
        self.shared.room.get()
    }

    /// Sends the phone of this person away; the person is free again.
    pub(super) fn free(&self, person: Id) -> bool {
        self.change_guests(|guests, _| guests.free(person))
    }

    /// Moves the phone that is `from` to `to`; if both are taken, they swap.
    pub(super) fn give(&self, from: Id, to: Id) -> bool {
        self.change_guests(|guests, people| people.contains(&to) && guests.give(from, to))
    }

    fn change_guests(&self, change: impl FnOnce(&mut Guests, &[Id]) -> bool) -> bool {
        let done = self.room().is_some_and(|room| change(&mut room.guests(), &room.people));
        if done {
            self.change(|world| world.journal.note(Change::Room));
        }
        done
    }
}

/// Opens a room; it ends with what is given back.
pub(super) async fn open(stage: &Stage, options: RoomOptions) -> io::Result<Serving> {
    let address = options.address.unwrap_or(Ipv4Addr::UNSPECIFIED);
    let listener = TcpListener::bind((address, options.port)).await?;
    let port = listener.local_addr()?.port();
    let guests = Guests::open(options.before.as_deref(), &options.people, options.keep)?;
    let addresses = options.address.map_or_else(near::own, |one| vec![one]);
    let link =
        |address| format!("http://{}/join/{}", SocketAddr::from((address, port)), guests.key());
    let room = Arc::new(Room {
        links: addresses.into_iter().map(link).collect(),
        people: options.people,
        guests: Mutex::new(guests),
        tries: Mutex::default(),
    });
    if stage.shared.room.set(Arc::clone(&room)).is_err() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "a room is open already"));
    }
    let service = entrance::router(stage.clone(), room);
    let service = service.into_make_service_with_connect_info::<entrance::Ends>();
    let (door, lines) = Door::new(listener);
    // It serves until it is aborted.
    let task = tokio::spawn(async move { drop(axum::serve(door, service).await) });
    Ok(Serving { task, lines })
}
