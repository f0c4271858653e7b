//! HTTP router of the room: checks where a request comes from, admits guests by the link, and
//! serves each of them the web client as one user.
//!
//! It has no API, no gateway, and none of the actions reserved to the host's page.

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
use crate::sandbox::connection::CuttableListener;
use crate::sandbox::handle::SandboxHandle;
use crate::sandbox::journal::Change;
use crate::sandbox::server::{download, file_of, protect, put, respond};
use crate::sandbox::web::{self, Viewer};

const COOKIE: &str = "room";
/// One year: campaigns last long.
const COOKIE_SECONDS: u32 = 365 * 24 * 60 * 60;

const NOT_JOINED: &str = "This table is for friends in one room. Scan the code on the host's screen, or type the link \
                        that stands below it.";
const NOT_LOCAL: &str = "This table is for friends in one room, not for the internet. Join the same Wi-Fi, and open the \
                   link again.";
const WRONG_HOST: &str =
    "Open the link as it stands on the host's screen, with the numbers at its beginning.";
const TOO_MANY_TRIES: &str =
    "That was not the link, ten times. Wait a minute, and scan the code again.";
const WRONG_LINK: &str = "This is not the link of this table, or not any more. Scan the code on the host's screen again.";
const PREVIEW: &str = "A table waits for you. Open this link on your phone, in the same Wi-Fi.";
const FULL: &str =
    "Everybody here is taken. The host can free somebody: on the host's screen, beside the name.";

/// Remote and local address of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    from: SocketAddr,
    here: Option<SocketAddr>,
}

impl Connected<IncomingStream<'_, CuttableListener>> for Ends {
    fn connect_info(stream: IncomingStream<'_, CuttableListener>) -> Self {
        Ends { from: *stream.remote_addr(), here: stream.io().here() }
    }
}

#[derive(Clone)]
struct Entrance {
    stage: SandboxHandle,
    room: Arc<Room>,
}

/// The router of an open room.
pub(super) fn router(sandbox: SandboxHandle, room: Arc<Room>) -> Router {
    Router::new()
        .fallback(enter)
        .layer(DefaultBodyLimit::max(web::MAX_BODY))
        .with_state(Entrance { stage: sandbox, room })
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

async fn admit(entrance: Entrance, ends: Ends, request: Request) -> Response {
    let Entrance { stage: sandbox, room } = entrance;
    let path = request.uri().path().to_owned();
    let Some(here) = ends.here.filter(|here| near::is_near(ends.from.ip(), here.ip())) else {
        return refuse(403, &path, NOT_LOCAL);
    };
    if !is_own_address(request.headers(), here) {
        return refuse(403, &path, WRONG_HOST);
    }
    if let Some(key) = path.strip_prefix("/join/") {
        return join(&sandbox, &room, ends, (&request, key));
    }
    let guest = cookie(request.headers()).and_then(|cookie| room.who(cookie));
    let Some(guest) = guest else { return refuse(403, &path, NOT_JOINED) };
    if path == "/" || path.starts_with("/sandbox") {
        return web::serve(sandbox, request, Viewer::Guest(guest)).await;
    }
    // Only files in messages the guest can see are served.
    let file = file_of(&path).filter(|file| sandbox.world().shows_file(guest, *file));
    file.map_or_else(|| respond(404, None), |file| download(&sandbox.shared, file))
}

/// Whether Host, and Origin if there is one, are the address that was connected to. Otherwise
/// another site could send requests through a guest's browser.
fn is_own_address(headers: &HeaderMap, here: SocketAddr) -> bool {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let own = here.to_string();
    // Browsers leave out HTTP's default port.
    let default_port = here.port() == 80;
    let is_own = |name: &str| name == own || (default_port && name == here.ip().to_string());
    let from_here = |origin: &str| origin.strip_prefix("http://").is_some_and(is_own);
    text(header::HOST).is_some_and(is_own) && text(header::ORIGIN).is_none_or(from_here)
}

/// Lets a phone in if `key` is the link's, and sets its cookie. Wrong keys are rate limited.
fn join(
    sandbox: &SandboxHandle,
    room: &Room,
    ends: Ends,
    (request, key): (&Request, &str),
) -> Response {
    if request.method() != Method::GET {
        return respond(405, None);
    }
    if is_preview(request.headers()) {
        return refuse(200, "/", PREVIEW);
    }
    let (from, now) = (ends.from.ip(), Instant::now());
    if !room.tries().may(from, now) {
        return refuse(429, "/", TOO_MANY_TRIES);
    }
    if !room.guests().fits(key) {
        room.tries().wrong(from, now);
        return refuse(403, "/", WRONG_LINK);
    }
    let joined = room.guests().join(cookie(request.headers()), &room.people);
    match joined {
        Ok(Some(cookie)) => {
            sandbox.change(|world| world.journal.note(Change::Room));
            admitted(&cookie)
        }
        Ok(None) => refuse(409, "/", FULL),
        Err(why) => {
            tracing::error!("nobody can be let in: {why}");
            respond(500, None)
        }
    }
}

/// Whether a messenger fetches a link preview or a browser prefetches: no one opened the link yet.
fn is_preview(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
    let agent = text("user-agent").to_ascii_lowercase();
    let previews = ["bot", "preview", "whatsapp", "facebookexternalhit"];
    text("sec-purpose").contains("prefetch") || previews.iter().any(|one| agent.contains(one))
}

fn admitted(cookie: &str) -> Response {
    let mut response = respond(303, None);
    put(&mut response, "location", "/");
    let value =
        format!("{COOKIE}={cookie}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax");
    put(&mut response, "set-cookie", &value);
    put(&mut response, "cache-control", "no-store");
    response
}

/// The room cookie of a request; it may be unknown.
pub(in crate::sandbox) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let all = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|list| list.split(';'))
        .find_map(|one| one.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Refuses with a sentence: JSON for the web client, HTML for a browser that has not loaded it.
fn refuse(status: u16, path: &str, why: &str) -> Response {
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
