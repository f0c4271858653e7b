//! HTTP of the room: checks where a request comes from, lets guests in by the link, and serves each of
//! them the window as one person.
//!
//! May use: the window, axum. Deliberately absent: the API, the gateway, and whatever only the
//! page on this machine may do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::response::Response;
use axum::serve::IncomingStream;
use serde_json::json;

use super::{Room, near};
use crate::sandbox::journal::Change;
use crate::sandbox::line::Door;
use crate::sandbox::server::{download, file_of, protect, put, respond};
use crate::sandbox::stage::Stage;
use crate::sandbox::window::{self, Viewer};

/// The name of the cookie.
const COOKIE: &str = "room";
/// A year: a campaign is long.
const KEPT: u32 = 365 * 24 * 60 * 60;

const STRANGER: &str = "This table is for friends in one room. Scan the code on the host's screen, or type the link \
                        that stands below it.";
const FAR: &str = "This table is for friends in one room, not for the internet. Join the same Wi-Fi, and open the \
                   link again.";
const ELSEWHERE: &str =
    "Open the link as it stands on the host's screen, with the numbers at its beginning.";
const GUESSING: &str = "That was not the link, ten times. Wait a minute, and scan the code again.";
const WRONG: &str = "This is not the link of this table, or not any more. Scan the code on the host's screen again.";
const WAITS: &str = "A table waits for you. Open this link on your phone, in the same Wi-Fi.";
const FULL: &str =
    "Everybody here is taken. The host can free somebody: on the host's screen, beside the name.";

/// Who is at both ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    from: SocketAddr,
    here: Option<SocketAddr>,
}

impl Connected<IncomingStream<'_, Door>> for Ends {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Ends { from: *stream.remote_addr(), here: stream.io().here() }
    }
}

#[derive(Clone)]
struct Entrance {
    stage: Stage,
    room: Arc<Room>,
}

/// What is answered in a room.
pub(super) fn router(stage: Stage, room: Arc<Room>) -> Router {
    Router::new()
        .fallback(enter)
        .layer(DefaultBodyLimit::max(window::MOST))
        .with_state(Entrance { stage, room })
}

async fn enter(
    State(entrance): State<Entrance>,
    ConnectInfo(ends): ConnectInfo<Ends>,
    request: Request,
) -> Response {
    let mut response = admit(entrance, ends, request).await;
    protect(&mut response);
    response
}

async fn admit(Entrance { stage, room }: Entrance, ends: Ends, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let Some(here) = ends.here.filter(|here| near::is_near(ends.from.ip(), here.ip())) else {
        return turn_away(403, &path, FAR);
    };
    if !is_called_here(request.headers(), here) {
        return turn_away(403, &path, ELSEWHERE);
    }
    if let Some(key) = path.strip_prefix("/join/") {
        return join(&stage, &room, ends, (&request, key));
    }
    let guest = cookie(request.headers()).and_then(|cookie| room.who(cookie));
    let Some(guest) = guest else { return turn_away(403, &path, STRANGER) };
    if path == "/" || path.starts_with("/sandbox") {
        return window::serve(stage, request, Viewer::Guest(guest)).await;
    }
    // Files of other people's private messages are not served.
    let file = file_of(&path).filter(|file| stage.world().shows_file(guest, *file));
    file.map_or_else(|| respond(404, None), |file| download(&stage.shared, file))
}

/// Host and Origin are the address that was connected to, so that no other site can send requests
/// through a guest's browser.
fn is_called_here(headers: &HeaderMap, here: SocketAddr) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let own = here.to_string();
    // A browser leaves the usual port of the web out.
    let usual = here.port() == 80;
    let is_own = |name: &str| name == own || (usual && name == here.ip().to_string());
    let from_here = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
    text(header::HOST).is_some_and(is_own) && text(header::ORIGIN).is_none_or(from_here)
}

fn join(stage: &Stage, room: &Room, ends: Ends, (request, key): (&Request, &str)) -> Response {
    if request.method() != Method::GET {
        return respond(405, None);
    }
    if only_looks(request.headers()) {
        return turn_away(200, "/", WAITS);
    }
    let (from, now) = (ends.from.ip(), Instant::now());
    if !room.tries().may(from, now) {
        return turn_away(429, "/", GUESSING);
    }
    if !room.guests().fits(key) {
        room.tries().wrong(from, now);
        return turn_away(403, "/", WRONG);
    }
    let joined = room.guests().join(cookie(request.headers()), &room.people);
    match joined {
        Ok(Some(cookie)) => {
            stage.change(|world| world.journal.note(Change::Room));
            let_in(&cookie)
        }
        Ok(None) => turn_away(409, "/", FULL),
        Err(why) => {
            tracing::error!("nobody can be let in: {why}");
            respond(500, None)
        }
    }
}

/// A messenger fetching a link preview, or a browser prefetching: no person opened the link yet.
fn only_looks(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    let agent = text("user-agent").to_ascii_lowercase();
    let previews = ["bot", "preview", "whatsapp", "facebookexternalhit"];
    text("sec-purpose").contains("prefetch") || previews.iter().any(|one| agent.contains(one))
}

fn let_in(cookie: &str) -> Response {
    let mut response = respond(303, None);
    put(&mut response, "location", "/");
    let value = format!("{COOKIE}={cookie}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Lax");
    put(&mut response, "set-cookie", &value);
    put(&mut response, "cache-control", "no-store");
    response
}

/// The room cookie a request brings; it may be unknown.
pub(in crate::sandbox) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|list| list.split(';'))
        .find_map(|one| one.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Refuses with a sentence: as JSON to the page, as HTML to a browser that has no page yet.
fn turn_away(status: u16, path: &str, why: &str) -> Response {
    if path.starts_with("/sandbox/") {
        return respond(status, Some(&json!({ "refused": why })));
    }
    let mut response = respond(status, None);
    *response.body_mut() = Body::from(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"dark\"><title>Emberhall</title><h1>Emberhall</h1><p>{why}</p></html>"
    ));
    put(&mut response, "content-type", "text/html; charset=utf-8");
    put(&mut response, "content-security-policy", "default-src 'none'");
    put(&mut response, "cache-control", "no-store");
    response
}
