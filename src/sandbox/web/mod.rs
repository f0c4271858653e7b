//! Web client: a chat client in the browser, and the small API it uses.
//!
//! There are no accounts: a page opened on this machine can act as any user. Requests are therefore
//! answered only if Host and Origin are this server, which keeps out other sites and DNS rebinding.
//! A guest of the room always acts as their own user, whatever their browser sends.
//!
//! | path | what it is |
//! |---|---|
//! | `GET /` and `/sandbox/page/…` | the page |
//! | `GET /sandbox/state` | users, channels, roles, toggles, unread counts |
//! | `GET /sandbox/messages` | a channel as a user sees it |
//! | `GET /sandbox/commands` | the commands a user can type in a channel |
//! | `POST /sandbox/act` | performs an action |
//! | `POST /sandbox/file` | uploads a file for a command |
//! | `GET /sandbox/stream` | a WebSocket that sends changes |

mod actions;
mod assets;
mod client_json;
mod stream;

use axum::body::to_bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Query, Request};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::handle::SandboxHandle;
use super::ids::Id;
use super::room;
use super::server::respond;

/// Maximum size of a request body: a file for a command.
pub(super) const MAX_BODY: usize = 8 << 20;

/// Maximum size of an incoming WebSocket message. The web client sends none.
const LARGEST_FRAME: usize = 1 << 10;

/// The query string as key-value pairs.
type QueryParams = Vec<(String, String)>;

/// Who is using a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    /// The operator of the sandbox, who can act as any user.
    Host,
    /// A guest of the room, who acts only as this user.
    Guest(Id),
}

impl Viewer {
    /// Replaces the acting user in a query by the guest's own; the host's query stays as it is.
    fn own_query(self, query: QueryParams) -> QueryParams {
        let Viewer::Guest(user) = self else { return query };
        let others = query.into_iter().filter(|(name, _)| name != "as");
        others.chain([("as".to_owned(), user.to_string())]).collect()
    }

    /// Does the same for the body of an action.
    fn own_body(self, mut body: Value) -> Value {
        if let (Viewer::Guest(user), Some(fields)) = (self, body.as_object_mut()) {
            fields.insert("as".to_owned(), json!(user.to_string()));
        }
        body
    }
}

/// Responds only to requests of this server's own pages, with 403 to others.
pub(super) fn guarded(
    sandbox: &SandboxHandle,
    headers: &HeaderMap,
    make_response: impl FnOnce() -> Response,
) -> Response {
    if is_ours(sandbox, headers) {
        return make_response();
    }
    let why = "this sandbox answers only pages of its own: open it by the address it has printed";
    respond(403, Some(&json!({ "refused": why })))
}

/// Whether Host is this server, and Origin too if there is one.
fn is_ours(sandbox: &SandboxHandle, headers: &HeaderMap) -> bool {
    let host = text_of(headers, header::HOST);
    host.is_some_and(|name| is_this_server(sandbox, name)) && !is_foreign(sandbox, headers)
}

/// Whether a page of another site sent the request: its Origin is not this server, or its Host is
/// an unknown name, as after DNS rebinding. Bots send no Origin.
pub(super) fn is_foreign(sandbox: &SandboxHandle, headers: &HeaderMap) -> bool {
    let own = |origin: &str| {
        origin.strip_prefix("http://").is_some_and(|name| is_this_server(sandbox, name))
    };
    text_of(headers, header::ORIGIN).is_some_and(|origin| !own(origin))
        || text_of(headers, header::HOST).is_some_and(|name| !is_known(name))
}

/// Whether a Host is one that bots use: this machine, or Discord, which the sandbox replaces.
fn is_known(name: &str) -> bool {
    let port = name.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
    let host = port.map_or(name, |(host, _)| host);
    matches!(host, "127.0.0.1" | "localhost" | "[::1]" | "discord.com")
}

fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

/// Whether a Host is a loopback name with this server's port.
fn is_this_server(sandbox: &SandboxHandle, name: &str) -> bool {
    let port = sandbox.base().rsplit(':').next().unwrap_or_default();
    let host = name.strip_suffix(port).and_then(|name| name.strip_suffix(':'));
    matches!(host, Some("127.0.0.1" | "localhost" | "[::1]"))
}

/// Responds to a request of a page on this machine.
pub(super) async fn answer(sandbox: SandboxHandle, request: Request) -> Response {
    if !is_ours(&sandbox, request.headers()) {
        return guarded(&sandbox, request.headers(), || respond(403, None));
    }
    serve(sandbox, request, Viewer::Host).await
}

/// Responds to a request of a page that `viewer` uses.
pub(super) async fn serve(sandbox: SandboxHandle, request: Request, viewer: Viewer) -> Response {
    let query = Query::<QueryParams>::try_from_uri(request.uri());
    let query = viewer.own_query(query.map(|Query(pairs)| pairs).unwrap_or_default());
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    match (method.as_str(), path.as_str()) {
        ("GET", "/sandbox/stream") => open_stream(sandbox, request, &query, viewer).await,
        ("GET", "/sandbox/state") => {
            let me = requested_user(&sandbox, &query);
            json_response(client_json::state(&sandbox, me, viewer))
        }
        ("GET", "/sandbox/messages") => {
            json_response(client_json::channel(&sandbox.shared.lock(), &query))
        }
        ("GET", "/sandbox/commands") => {
            json_response(client_json::commands(&sandbox.shared.lock(), &query))
        }
        ("POST", "/sandbox/act") => act(sandbox, request, viewer).await,
        ("POST", "/sandbox/file") => upload(&sandbox, request, &query).await,
        ("GET", _) => assets::serve(&path),
        _ => respond(404, None),
    }
}

fn json_response(body: Value) -> Response {
    respond(200, Some(&body))
}

fn refuse(why: impl Into<String>) -> Response {
    json_response(json!({ "refused": why.into() }))
}

async fn open_stream(
    sandbox: SandboxHandle,
    request: Request,
    query: &QueryParams,
    viewer: Viewer,
) -> Response {
    let user = requested_user(&sandbox, query);
    let cookie = room::cookie(request.headers()).map(str::to_owned);
    let listener = stream::Listener { user, viewer, cookie };
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => upgrade
            .max_message_size(LARGEST_FRAME)
            .max_frame_size(LARGEST_FRAME)
            .on_upgrade(move |socket| stream::run(sandbox, socket, listener)),
        Err(_) => respond(426, None),
    }
}

async fn act(sandbox: SandboxHandle, request: Request, viewer: Viewer) -> Response {
    // A form of another site can send text, but not JSON.
    let kind = request.headers().get(header::CONTENT_TYPE);
    if kind.is_none_or(|kind| kind != "application/json") {
        return respond(415, None);
    }
    let Ok(bytes) = to_bytes(request.into_body(), MAX_BODY).await else {
        return respond(413, None);
    };
    match serde_json::from_slice::<Value>(&bytes) {
        Ok(body) => json_response(actions::act(&sandbox, &viewer.own_body(body), viewer).await),
        Err(_) => respond(400, None),
    }
}

async fn upload(sandbox: &SandboxHandle, request: Request, query: &QueryParams) -> Response {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or("application/octet-stream").to_owned();
    match to_bytes(request.into_body(), MAX_BODY).await {
        Ok(bytes) => {
            let name = text(query, "name").unwrap_or("file");
            let id = sandbox.change(|world| world.pick_file(name, &kind, bytes.to_vec()));
            json_response(json!({ "id": id.to_string() }))
        }
        Err(_) => refuse("the file is too large"),
    }
}

fn text<'a>(query: &'a QueryParams, name: &str) -> Option<&'a str> {
    query.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
}

fn number(query: &QueryParams, name: &str) -> Id {
    text(query, name).and_then(|id| id.parse().ok()).unwrap_or(0)
}

/// The user in the query's `as`, by id or name; the first user if there is no such one.
fn requested_user(sandbox: &SandboxHandle, query: &QueryParams) -> Id {
    let wanted = text(query, "as").unwrap_or_default();
    let world = sandbox.shared.lock();
    let mut users = world.users.values().filter(|user| !user.bot && !user.crowd);
    let same = |name: &str| name.eq_ignore_ascii_case(wanted);
    let found = users.clone().find(|user| same(&user.name) || same(&user.id.to_string()));
    found.or_else(|| users.next()).map_or(0, |user| user.id)
}
