//! Room: lets friends on the local network play, each on their own phone.
//!
//! It has its own listener, without API and gateway. A phone that opens the link becomes one user
//! and can act only as that user. There are no accounts, and addresses outside the local network
//! are refused. The caller stores the state, see [`RoomOptions::keep`].
//!
//! | file | what it holds |
//! |---|---|
//! | `entrance` | HTTP router: admission, and what guests can request |
//! | `guests` | the link's key, and the user of each phone |
//! | `near` | addresses of the local network |
//! | `tries` | rate limit on wrong links |

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
use super::connection::CuttableListener;
use super::handle::SandboxHandle;
use super::ids::Id;
use super::journal::Change;
pub(super) use entrance::cookie;
use guests::Guests;
use tries::AttemptLimiter;

/// Saves the state of a room.
pub type Keep = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// Options for opening a room.
#[derive(Clone)]
pub struct RoomOptions {
    /// Address to listen on; every address of this machine if `None`.
    pub address: Option<Ipv4Addr>,
    /// Port to listen on; 0 takes any free one.
    pub port: u16,
    /// Users that guests can take, in this order.
    pub people: Vec<Id>,
    /// State saved by `keep` the last time, so that returning phones keep their user.
    pub before: Option<Vec<u8>>,
    /// Saves the state after every change. It holds the key and every cookie: keep it private.
    pub keep: Keep,
}

/// An open room.
pub struct Room {
    /// The link in the QR code first, then those of this machine's other addresses.
    links: Vec<String>,
    people: Vec<Id>,
    guests: Mutex<Guests>,
    tries: Mutex<AttemptLimiter>,
}

impl Room {
    /// The links that admit a guest; the first is the one in the QR code. Never empty.
    pub fn links(&self) -> &[String] {
        &self.links
    }

    /// The first link as a QR code, row by row; `true` is dark. Empty if it does not fit into one.
    pub fn code(&self) -> Vec<Vec<bool>> {
        let link = self.links.first().map(String::as_str).unwrap_or_default();
        let Ok(code) = QrCode::encode_text(link, QrCodeEcc::Low) else { return Vec::new() };
        let row = |y| (0..code.size()).map(|x| code.get_module(x, y)).collect();
        (0..code.size()).map(row).collect()
    }

    /// Users taken by a guest.
    pub fn taken(&self) -> Vec<Id> {
        let guests = self.guests();
        self.people.iter().copied().filter(|person| guests.is_taken(*person)).collect()
    }

    /// The user of a guest's cookie.
    pub(super) fn who(&self, cookie: &str) -> Option<Id> {
        self.guests().who(cookie)
    }

    fn guests(&self) -> MutexGuard<'_, Guests> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tries(&self) -> MutexGuard<'_, AttemptLimiter> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SandboxHandle {
    /// The open room. `None` if there is none.
    pub fn room(&self) -> Option<&Arc<Room>> {
        self.shared.room.get()
    }

    /// Sends away the phone of a user, who is free again. Returns `false` if no phone had them.
    pub(super) fn free(&self, person: Id) -> bool {
        self.change_guests(|guests, _| guests.free(person))
    }

    /// Moves the phone of user `from` to user `to`; the two swap if `to` is taken. Returns `false`
    /// if `from` is not taken or `to` is not one of the room's users.
    pub(super) fn give(&self, from: Id, to: Id) -> bool {
        self.change_guests(|guests, people| people.contains(&to) && guests.give(from, to))
    }

    /// Changes the guests and journals it if `change` returns `true`.
    fn change_guests(&self, change: impl FnOnce(&mut Guests, &[Id]) -> bool) -> bool {
        let done = self.room().is_some_and(|room| change(&mut room.guests(), &room.people));
        if done {
            self.change(|world| world.journal.note(Change::Room));
        }
        done
    }
}

/// Opens a room, which serves until the returned [`Serving`] ends. Fails if one is open already.
pub(super) async fn open(sandbox: &SandboxHandle, options: RoomOptions) -> io::Result<Serving> {
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
    if sandbox.shared.room.set(Arc::clone(&room)).is_err() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "a room is open already"));
    }
    let service = entrance::router(sandbox.clone(), room);
    let service = service.into_make_service_with_connect_info::<entrance::Ends>();
    let (listener, switch) = CuttableListener::new(listener);
    // Runs until it is aborted.
    let task = tokio::spawn(async move { drop(axum::serve(listener, service).await) });
    Ok(Serving { task, lines: switch })
}
